"""Base of the functions of the language: the frozen scene, earlier answers, notes, absence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.perception.categories import facts_of
from situated_qa.scene.distances import asker_distances, surface_distances
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.absence import Place, finding
from situated_qa.situated.doors import OUTDOORS
from situated_qa.situated.language.phrases import amount, capitalized, none_of, ordinal, plural
from situated_qa.situated.language.values import Condition, Order, Reason, Room, Taken, Things, Unknown, View
from situated_qa.situated.objects import Place as ToolPlace
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.scene_tools import SceneTools
from situated_qa.situated.viewpoint import as_faced

_TOOL_HEADING = re.compile(r"^\w+\([^)]*\): ")  # "directions(a, b): " before a tool's error


class NotKnown(Exception):
    """A function has no value; its call becomes `Unknown`, and so does every call that takes it as an argument."""

    def __init__(self, reason: Reason, text: str, ids: tuple[int, ...] = (), short: str = "") -> None:
        super().__init__(text)
        self.unknown = Unknown(reason, text, ids, short)


class LanguageBase:
    """One frozen scene, one asker.

    Functions take checked arguments and raise `NotKnown` where there is no value.

    Args:
        said_before: what the earlier answers were about, the latest first.
        preferred: of the k-th definite noun with rivals, which candidate to take; the best (0) where it is not named.
        lenient: a definite noun may name what satisfies all but one of its conditions, which is told.
        any_rival: a definite noun may mean whatever satisfies it, however much better the best one does.

    Attributes:
        notes: what the asker should be told: "couch → sofa", whose left was meant.
        taken: the definite nouns that may mean several things, in the order of evaluation.
        told: those of the notes without which the answer would say too much: every answer ends with them.
    """

    def __init__(
        self,
        scene: SituatedScene,
        said_before: Sequence[Things] = (),
        *,
        preferred: Mapping[int, int] | None = None,
        lenient: bool = False,
        any_rival: bool = False,
    ) -> None:
        self._scene = scene
        self._before = tuple(said_before)
        self._room: Room | None = None
        self._preferred = preferred or {}
        self._lenient = lenient
        self._any_rival = any_rival
        self._tools = SceneTools(scene)
        self.notes: list[str] = []
        self.taken: list[Taken] = []
        self.told: list[str] = []

    @cached_property
    def me(self) -> View:
        """The asker."""
        return View(self._scene.viewpoint, "you", is_me=True)

    @property
    def it(self) -> Things:
        """What the last answer was about.

        Raises:
            NotKnown: nothing was asked before, or the things are no longer in the scene.
        """
        if not self._before:
            raise NotKnown(Reason.NOT_UNDERSTOOD, "I do not know what 'it' is: nothing was asked before.")
        last = self._before[0]
        if last.ids and not any(i in self._scene.graph.by_id for i in last.ids):
            raise NotKnown(Reason.NOT_THERE, f"The {last.noun} that we spoke of is no longer in the map.")
        ids = tuple(i for i in last.ids if i in self._scene.graph.by_id)
        gone = len(last.ids) - len(ids)
        if gone:
            verb = "is" if gone == 1 else "are"
            self._note(f"{amount(gone, last.noun)} that we spoke of {verb} no longer in the map")
        return Things(ids, last.noun, last.definite, (), last.missing, last.where)

    @property
    def there(self) -> Room:
        """The room that `each` asks about.

        Raises:
            NotKnown: it asks about none.
        """
        if self._room is None:
            raise NotKnown(Reason.NOT_UNDERSTOOD, "I do not know which room 'there' is.")
        return self._room

    @contextmanager
    def speaking_of(self, about: Things | Room) -> Iterator[None]:
        """For a while "it" is a thing, or "there" a room; what is noted meanwhile is not told."""
        before, room, lenient = self._before, self._room, self._lenient
        noted, taken, told = len(self.notes), len(self.taken), len(self.told)
        self._lenient = False  # what is taken loosely here could not be told
        if isinstance(about, Room):
            self._room = about
        else:
            self._before = (about, *before)
        try:
            yield
        finally:
            self._before, self._room, self._lenient = before, room, lenient
            del self.notes[noted:], self.taken[taken:], self.told[told:]

    def said(self, about: Things) -> None:
        """What "it" means from now on: the first of two questions in one text was about it."""
        self._before = (about, *self._before)

    # --- things ------------------------------------------------------------------------------------------------------

    def _some(self, things: Things) -> Things:
        """The things, of which there is at least one.

        Raises:
            NotKnown: there is none.
        """
        if not things.ids:
            why = things.missing or Unknown(Reason.NOT_THERE, f"I know of {none_of(things.noun)}.")
            raise NotKnown(why.reason, why.text, why.ids, why.short)
        return things

    def _node(self, things: Things) -> ObjectNode:
        """The one object that things stand for.

        Raises:
            NotKnown: there is none.
        """
        return self._scene.graph.by_id[self._some(things).ids[0]]

    def _one_in(self, things: Things, rooms: Collection[str]) -> ObjectNode:
        """The one object that a definite noun stands for, of several that it may mean one in these rooms."""
        node = self._node(things)
        inside = [i for i in (node.id, *things.rivals) if self._scene.graph.by_id[i].room in rooms]
        if not things.rivals or not inside or inside[0] == node.id:
            return node
        told = f"of the {plural(things.noun)}, the one in the same room was taken"
        self.taken[:] = [replace(one, id=inside[0], text=told) if one.id == node.id else one for one in self.taken]
        return self._scene.graph.by_id[inside[0]]

    def _nodes(self, ids: Sequence[int]) -> list[ObjectNode]:
        return [self._scene.graph.by_id[i] for i in ids]

    def _ordinary(self) -> tuple[int, ...]:
        """Every object but floors, walls and ceilings, in the order of ids."""
        structural = self._scene.structural
        return tuple(node.id for node in self._scene.graph.objects if node.id not in structural)

    def _absent(
        self, kind: str, noun: str, where: str, conditions: Sequence[Condition], rooms: Sequence[str], known: bool
    ) -> tuple[Unknown, str]:
        """Why the map holds nothing of a noun under these conditions, and what was observed there, in a sentence.

        Args:
            kind: the noun without its looks.
            known: the map holds things of this kind, elsewhere or with other looks.
        """
        place = Place(
            tuple(dict.fromkeys((*rooms, *(c.room for c in conditions if c.room)))),
            tuple(c.relation_to_me for c in conditions if c.relation_to_me),
            any(c.beside_object for c in conditions),
            next((c.hidden for c in conditions if c.hidden), ""),
        )
        found = finding(self._scene, [] if kind == "thing" else [kind], place)
        text = " ".join(word for word in ("I know of", none_of(noun), where) if word)
        short = "nothing" if kind == "thing" else "none" if known else f"no {kind} here"
        return Unknown(Reason[found.absence.name], f"{text}. {found.reason}".strip(), short=short), found.reason

    def _at_place(self, ranked: list[int], order: Order, noun: str, where: str) -> list[int]:
        """The one at the order's place in a row of ids.

        Raises:
            NotKnown: the row is too short, or has no middle.
        """
        number, count = order.number, len(ranked)
        there = f"{amount(count, noun)} {where}".strip()
        if number == 0 and count % 2 == 0 and count:
            raise NotKnown(Reason.AMBIGUOUS, f"There are {there}, so none is the middle one.", tuple(ranked))
        index = (count - 1) // 2 if number == 0 else count + number if number < 0 else number - 1
        if not 0 <= index < count:
            verb = "is" if count == 1 else "are"
            text = f"There {verb} {there}, so there is no {ordinal(number)} one."
            raise NotKnown(Reason.NOT_THERE, text, tuple(ranked))
        return [ranked[index]]

    # --- rooms and places --------------------------------------------------------------------------------------------

    @property
    def has_rooms(self) -> bool:
        """Whether the map is divided into rooms."""
        return bool(self._tools._rooms())

    def _room_named(self, room: Room | str) -> str:
        """A room's name as the scene spells it.

        Raises:
            NotKnown: there is no such room, or it is outside.
        """
        if isinstance(room, Room):
            if room.name in OUTDOORS and room.name not in self._tools._rooms():
                raise NotKnown(Reason.NOT_OBSERVED, "My map ends at the doors: I do not know what is outside.")
            return room.name
        try:
            return self._tools._room(room, "room")
        except ToolError:
            known = self._tools._rooms()
            whole = self._scene.graph.vocabulary is None and self._scene.graph.observed is None
            told = f"I know of no {room}." if whole else f"I have not seen a {room} so far."
            raise NotKnown(
                Reason.NOT_THERE if whole else Reason.NOT_SEEN,
                f"{told} The rooms that I know: {', '.join(known) or 'none'}.",
                short=f"no {room} here",
            ) from None

    def _room_around(self, node: ObjectNode) -> str:
        """The room that a thing is recorded in, else the one around its middle; "" where it is not known."""
        return node.room or self._scene.room_at(node.box.center)

    def _standing_on_things(self, nodes: Sequence[ObjectNode]) -> set[int]:
        """The ids of those of the nodes that stand on another thing; what lies flat on the floor carries nothing."""
        found = set[int]()
        for other in self._scene.graph.objects:
            rest = [node for node in nodes if node.id != other.id and node.id not in found]
            if rest and not facts_of(other.category).always_flat:
                found |= self._scene.related(rest, other, "on")
        return found

    @contextmanager
    def _as_tools_know(self) -> Iterator[None]:
        """Turns what the tools cannot tell (no floor plan, a room without extent) into `NotKnown`."""
        try:
            yield
        except ToolError as error:
            told = _TOOL_HEADING.sub("", str(error)).rstrip(".")
            raise NotKnown(Reason.NOT_OBSERVED, f"{capitalized(told)}.") from error

    def _away_m(self, nodes: Sequence[ObjectNode], end: ObjectNode | View) -> list[float]:
        """From a thing, or from somebody, to the surface of each object, m; a body is a vertical line."""
        if isinstance(end, ObjectNode):
            return surface_distances(end, nodes).tolist()
        return asker_distances(end.viewpoint.position, nodes, self._scene.settings.asker_half_height_m).tolist()

    def _center(self, value: Things | View | Room) -> np.ndarray:
        """(3,) map frame, m."""
        if isinstance(value, View):
            return value.viewpoint.position
        if isinstance(value, Room):
            with self._as_tools_know():
                return self._tools._room_center(self._room_named(value), "room")
        return self._node(value).box.center

    def _place(self, value: Things | View | Room) -> ToolPlace:
        """As the tools of ways take it."""
        if isinstance(value, Room):
            return self._room_named(value)
        if isinstance(value, View):
            x, y, z = (float(v) for v in value.viewpoint.position)
            return "me" if value.is_me else (x, y, z)
        return self._scene.objects[self._some(value).ids[0]]

    def _note_whose(self, things: Things, node: ObjectNode) -> None:
        """Tells whose left and right, front and back of a thing are meant."""
        if node.front is None:
            whose = "you see it, because I do not know which way it faces"
        else:
            whose = "somebody who faces it sees it" if as_faced(node) else "it faces itself"
        self._note(f"the sides of the {things.noun} are meant as {whose}")

    def _tell(self, text: str) -> None:
        """Note what every answer must say."""
        self._note(text)
        self.told.append(text)

    def _note(self, text: str) -> None:
        if text and text not in self.notes:
            self.notes.append(text)
