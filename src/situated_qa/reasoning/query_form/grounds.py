"""What the reading of a question needs to know of a scene: categories, rooms, the floor plan, the referent of "it"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from situated_qa.reasoning.query_form.form import DIRECTIONS, HOURS, Form, Most, Noun, Place
from situated_qa.situated.categories import CategoryMatch, Step, find_categories, misspelt
from situated_qa.situated.matcher import names_a_thing, steps_for

_THIS_ROOM = re.compile(
    r"\b(?:in|inside|within|around|of) (?:the|this|my|our) room\b(?! (?:with|where|that|next))|\bin here\b"
)
_WHOLE_HOME = re.compile(
    r"\b(?:in|inside|within|around|of) (?:the|this|my|our) (?:house|home|apartment|flat|place|building)\b"
)
_AROUND_ME = (*DIRECTIONS, *HOURS, "near", "within reach")


REFERENT, OTHER = "referent", "counterpart"
"""Nouns that stand for "it" and for "the other one"; names of things only in a question that has a `Referent`."""


@dataclass(frozen=True, slots=True)
class Referent:
    """What the pronouns of a question stand for."""

    noun: str  # its category, or "thing" where it is several things of different categories
    room: str = ""  # where "the other one" is looked for; "" for anywhere


@dataclass(frozen=True, slots=True)
class Grounds:
    """The rooms and floor of one scene, as a question's form needs them."""

    rooms: tuple[str, ...] = ()
    here: str = ""  # the asker's room; "" where not known
    floor_plan: bool = False  # whether ways and views are known
    categories: tuple[str, ...] = ()  # of the objects
    steps: tuple[tuple[str, Step], ...] | None = field(
        default=None, compare=False
    )  # from words to them; None: no scene
    referent: Referent | None = None

    @classmethod
    def of(cls, scene: Any) -> Grounds:
        """Those of a `SituatedScene`."""
        graph = scene.graph
        names = [room.name for room in graph.rooms] + list(graph.floor_plan.room_names if graph.floor_plan else ())
        rooms = tuple(dict.fromkeys(names + sorted({node.room for node in graph.objects if node.room})))
        here = scene.room_at(scene.viewpoint.position)
        here, floor_plan = here if here in rooms else "", graph.floor_plan is not None
        return cls(rooms, here, floor_plan, tuple(scene.categories), steps_for(scene.matching))

    def has(self, name: str) -> bool:
        """Whether a noun means anything of the scene; true where there is no scene to ask."""
        if self.referent is not None and name in (REFERENT, OTHER):
            return True
        return self.steps is None or self._match(name) is not None

    def misspelt(self, name: str) -> str:
        """The category that a noun is a misspelling of; "" where it is none, or a word in its own right."""
        return "" if self.has(name) or names_a_thing(name) else misspelt(name, self.categories)

    def _match(self, name: str) -> CategoryMatch | None:
        return find_categories(name, self.categories, self.steps or ())

    def room(self, noun: Noun | None) -> str:
        """The room that a noun names; "" where it names none."""
        if noun is None or noun.where:
            return ""
        return next((room for room in self.rooms if room.lower() == noun.target.lower()), "")

    def only_here(self, text: str, form: Form) -> bool:
        """Whether a question is about the asker's room alone: "on my left" does not mean the next room's chairs.

        Args:
            text: the question, normalized.
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


def absent_nouns(nouns: Iterable[Noun], grounds: Grounds) -> list[str]:
    """Those of the nouns, and of the nouns of their conditions, that mean nothing of the scene, each once."""
    every = (inner for noun in nouns for inner in Form("exists", noun).nouns())
    names = [name for noun in every for name in noun.target.split(" and ")]
    return [
        name
        for name in dict.fromkeys(names)
        if name != "any"
        and not name.startswith("something ")
        and not grounds.room(Noun(name))
        and not grounds.has(name)
    ]
