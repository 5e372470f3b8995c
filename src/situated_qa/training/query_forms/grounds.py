"""What the conversion of a form needs to know of a scene: its rooms, and what a noun means there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from situated_qa.situated.categories import Step, find_categories
from situated_qa.situated.matcher import all_steps
from situated_qa.training.query_forms.form import DIRECTIONS, HOURS, Form, Most, Noun, Place

_THIS_ROOM = re.compile(
    r"\b(?:in|inside|within|around|of) (?:the|this|my|our) room\b(?! (?:with|where|that|next))|\bin here\b"
)
_WHOLE_HOME = re.compile(
    r"\b(?:in|inside|within|around|of) (?:the|this|my|our) (?:house|home|apartment|flat|place|building)\b"
)
_AROUND_ME = (*DIRECTIONS, *HOURS, "near", "within reach")


@dataclass(frozen=True, slots=True)
class Grounds:
    """The rooms and things of one scene."""

    rooms: tuple[str, ...] = ()
    here: str = ""  # the asker's room; "" where not known
    categories: tuple[str, ...] = ()  # of the objects
    steps: tuple[tuple[str, Step], ...] | None = field(
        default=None, compare=False
    )  # from words to them; None: no scene

    @classmethod
    def of(cls, scene: Any) -> Grounds:
        """Those of a `SituatedScene`."""
        graph = scene.graph
        names = [room.name for room in graph.rooms] + list(graph.floor_plan.room_names if graph.floor_plan else ())
        rooms = tuple(dict.fromkeys(names + sorted({node.room for node in graph.objects if node.room})))
        here = scene.room_at(scene.viewpoint.position)
        return cls(rooms, here if here in rooms else "", tuple(scene.categories), all_steps())

    def has(self, name: str) -> bool:
        """Whether a noun means anything of the scene; true where there is no scene to ask."""
        return self.steps is None or find_categories(name, self.categories, self.steps) is not None

    def room(self, noun: Noun | None) -> str:
        """The room that a noun names; "" where it names none."""
        if noun is None or noun.where:
            return ""
        return next((room for room in self.rooms if room.lower() == noun.target.lower()), "")

    def only_here(self, text: str, form: Form) -> bool:
        """Whether a question is about the asker's room alone: "on my left" does not mean the next room's chairs.

        Args:
            text: the question, in lower case.
        """
        if not self.here or _WHOLE_HOME.search(text):
            return False
        places = [item for noun in form.nouns() for item in noun.where if isinstance(item, Place)]
        if any(self.room(place.of) for place in places):
            return False
        around_me = any(item.of is None and item.rel in _AROUND_ME for item in places)
        most = any(isinstance(item, Most) for item in form.noun.where)
        all_here = form.ask == "list" and not any(place.of for place in places)
        all_here = all_here or (form.ask == "commonest" and bool(re.search(r"\bhere\b|\baround\b", text)))
        anything = form.noun.target == "any" and (most or all_here)
        return around_me or anything or bool(_THIS_ROOM.search(text))
