"""Every place where a situation in words may put somebody: at the things, in the rooms and by the doors it names."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.scene.graph import ObjectNode, RoomNode
from situated_qa.situated.doors import doors_of
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Clause, Doing, Entered, Facing, Has, Situation
from situated_qa.situated.situation_ways import Way, doorways, room_named
from situated_qa.situated.told_things import ends_of, looks_from, may_be_on, seats_at, things_named
from situated_qa.situated.viewpoint import BESIDE_M, as_faced, place_at, reach_m, thin_axis
from situated_qa.situated.walls import away_from_corner_m, corners_of

_TOLD_BY_MORE = re.compile(
    r"\b(?:by|near|next|beside|close|closest|nearest|farthest|at|on|in|of|to|from|with|without|under|above|over|behind|between"
    r"|opposite|across|first|second|third|last|middle|leftmost|rightmost|left|right|other|largest|smallest|tallest)\b"
)
"""Words of a noun phrase that is more than a noun with its looks."""
_IN_CORNER_M = 0.6  # from who stands in a corner to it
_AROUND = 16  # places tried around a thing
_AWAY_COST = 1.0  # of a place that was not said, and is not the asker's
_AT_DOORWAY_M = 1.0  # from who has come in to a thing at the door
_AT_BACK_M = 0.1  # how far before the middle of a thing lies what one sees over it: the mirror over the sink


class Places:
    """The places that a situation allows in one scene."""

    def __init__(self, scene: SituatedScene, said: Situation, heading_rad: float | None) -> None:
        """
        Args:
            heading_rad: of who does not say which way they look; None where that must be said.
        """
        self._scene, self._heading_rad = scene, heading_rad
        clauses = said.clauses
        self._blocked = ""  # why nobody can be where the situation says
        self._at = [c for c in clauses if isinstance(c, At)]
        self._room_at = next((room for c in self._at if (room := self._room_of(c)) is not None), None)
        # "in the bathroom, standing at the sink": the sink of the bathroom
        self._at.sort(key=lambda clause: self._room_of(clause) is not None)
        self._walled = any(off_wall(c) for c in clauses)  # a wall is at the asker's back
        self._facing = [c for c in clauses if isinstance(c, Facing) and c.thing and not off_wall(c)]
        self._along = next((c.along for c in clauses if isinstance(c, Facing) and c.along), "")
        self._sides = [c for c in clauses if isinstance(c, Has) and not off_wall(c)]
        handled = [c for c in clauses if isinstance(c, Doing)]
        alone = not (self._at or self._facing or any(isinstance(c, Entered) for c in clauses))
        known = next((c for c in handled if alone and self.is_known(c.thing)), None)
        if known is not None:
            self._at, self._facing = [At("front of", known.thing)], [Facing(known.thing)]
        self.unused = tuple(dict.fromkeys(c.thing for c in handled if c != known))
        self._entered = next((c for c in clauses if isinstance(c, Entered)), None)
        if self._entered is not None:  # who comes in and looks into the room looks straight ahead
            rooms = {room.name.lower() for room in scene.graph.rooms}
            self._facing = [c for c in self._facing if c.thing not in rooms]

    def _places(self) -> Iterator[Way]:
        if self._entered is not None:
            come_in = list(doorways(self._scene.graph, self._entered))
            if not self._at or self._room_of(self._at[0]) is not None or self._at_the_door(come_in):
                yield from come_in
                return
        if not self._at:
            yield from self._without_place()
            return
        first = self._at[0]
        room = self._room_of(first)
        if first.relation == "corner":
            yield from self._in_corner(first, room)
            return
        if room is not None:
            yield from self._in_room(room, first)
            return
        if first.relation == "between":
            for a, b in itertools.product(self._named(first.thing), self._named(first.other)):
                if a.id != b.id:
                    yield Way((a.box.center[:2] + b.box.center[:2]) / 2, None, (a.id, b.id))
            return
        nodes = self._named(first.thing)
        if self._room_at is not None:
            nodes = [node for node in nodes if node.room == self._room_at.name] or nodes
        elif self._entered is not None and self._entered.room:
            room_name = room_named(self._scene.graph, self._entered.room)
            nodes = [node for node in nodes if node.room == room_name] or nodes
        for node in nodes:
            yield from self._at_end(node, first) if first.part else self._at_thing(first.relation, node, first.seated)

    def _in_corner(self, clause: At, room: RoomNode | None) -> Iterator[Way]:
        """The corners of a room; the nearest to the thing that a clause names."""
        nodes = self._named(clause.by) if clause.by else []
        if room is not None:
            nodes = [node for node in nodes if node.room == room.name] or nodes
        for node in nodes or (None,):
            name = node.room if node is not None else room.name if room is not None else ""
            corners = corners_of(self._scene.graph, name)
            inside = corners.mean(axis=0) if len(corners) else np.zeros(2)
            away = [0.0 if node is None else away_from_corner_m(corner[None], node.box) for corner in corners]
            for corner, far in zip(corners, away, strict=True):
                if far <= min(away) + 1e-6:
                    inwards = (inside - corner) / np.linalg.norm(inside - corner)
                    yield Way(corner + _IN_CORNER_M * inwards, None, () if node is None else (node.id,), far)

    def _at_end(self, node: ObjectNode, clause: At) -> Iterator[Way]:
        """Standing at an end or a side of a thing; at the one that is nearest to what the clause names."""
        ways = ends_of(node, clause.part) or ([] if clause.part in ("head", "foot") else ends_of(node, "end") or [])
        if clause.by and clause.part == "end":  # either end, or side
            ends = ends_of(node, "ends") or []
            ways = [*ends, *(np.array([-way[1], way[0]]) for way in ends)]
        if clause.part == "head":  # beside it: a wall is behind
            ways = [np.array([-way[1], way[0]]) * side + 0.6 * way for way in ways for side in (1.0, -1.0)]
            ways = [way / np.linalg.norm(way) for way in ways]
        if clause.seated and (seats := seats_at(self._scene.graph, node)):
            yield from self._seats_at_ends(clause, node, ways, seats)
            return
        rests = clause.relation == "on" and may_be_on(node)
        middle = node.box.center[:2]
        places = [middle + 0.5 * reach_m(node, way) * way if rests else place_at(node, way) for way in ways]
        plan = self._scene.graph.floor_plan
        places = [place for place in places if plan is None or not node.room or plan.room_at(place) == node.room]
        if clause.by and places:
            places = [min(places, key=self._away_from(clause.by))]
        looks = looks_from(self._scene.graph, node) if rests else None
        yield from (Way(place, looks, (node.id,), fixed=looks is not None) for place in places)

    def _seats_at_ends(
        self, clause: At, table: ObjectNode, ways: Sequence[np.ndarray], seats: Sequence[tuple[ObjectNode, float]]
    ) -> Iterator[Way]:
        """The seat that is farthest out at each end of a table; at the one that is nearest to what the clause names."""
        middle = table.box.center[:2]
        ends = [max(seats, key=lambda seat: float((seat[0].box.center[:2] - middle) @ way)) for way in ways]
        if clause.by:
            away = self._away_from(clause.by)
            ends = [min(ends, key=lambda seat: away(seat[0].box.center[:2]))]
        for seat, looks in ends:
            yield Way(seat.box.center[:2], looks, (table.id, seat.id), fixed=True, at_table=True)

    def _away_from(self, words: str) -> Callable[[np.ndarray], float]:
        """How far a (2,) map point is from the nearest of the things that words name, m."""
        centers = [node.box.center[:2] for node in self._named(words)]
        return lambda place: min(float(np.linalg.norm(center - place)) for center in centers)

    def _room_of(self, clause: At) -> RoomNode | None:
        """The room that a clause says the asker is in; None where it says a thing."""
        if clause.relation not in ("on", "middle of", "corner"):
            return None
        if clause.relation != "on" and clause.thing == "room":
            here = self._scene.room_at(self._scene.viewpoint.position)
            return next((room for room in self._scene.graph.rooms if room.name == here), None)
        said = clause.thing.split(" ")
        end = next((n for n, word in enumerate(said) if word.endswith("ing") and n), len(said))  # "kitchen making tea"
        names = {clause.thing, " ".join(said[:end])}
        return next((room for room in self._scene.graph.rooms if room.name.lower() in names), None)

    def _at_the_door(self, come_in: Sequence[Way]) -> bool:
        """Whether what the asker has come to lies where one comes in, such as a doormat."""
        nodes = self._named(self._at[0].thing)
        gaps = [float(np.linalg.norm(node.box.center[:2] - way.position)) for node in nodes for way in come_in]
        return min(gaps, default=math.inf) <= _AT_DOORWAY_M

    def _without_place(self) -> Iterator[Way]:
        """Where the asker is that only says what is behind: close before it; else where the asker stands now."""
        behind = [c.thing for c in self._sides if c.side == "back"]
        faces = any(not c.away for c in self._facing)
        faced = [node for c in self._facing if not c.away for node in self._named(c.thing)] if not behind else []
        here = self._scene.room_at(self._scene.viewpoint.position)
        doors = doors_of(self._scene.graph, here) if here else set()
        away = bool(faced) and not any(node.room in ("", here) or node.id in doors for node in faced)
        if not behind or faces:
            yield Way(self._scene.viewpoint.position[:2], None, (), _AWAY_COST if away else 0.0)
        for node in faced if self._sides or away else ():  # else close before what is looked at
            cost = 0.0 if away else _AWAY_COST
            yield from (replace(way, cost=cost) for way in self._at_thing("front of", node))
        if faces and self._sides:  # else anywhere in a room that holds all of it, if one looks the same way everywhere
            things = [*(clause.thing for clause in self._facing), *(clause.thing for clause in self._sides)]
            named = [self._named(thing) for thing in things]
            rooms = set.intersection(*({node.room for node in nodes if node.room} for nodes in named))
            for room in (room for room in self._scene.graph.rooms if room.name in rooms):
                yield from (replace(way, cost=2 * _AWAY_COST) for way in self._all_over(room))
        for node in self._named(behind[0]) if behind else ():
            for way in self._at_thing("front of", node):
                if way.heading_rad is not None:
                    yield Way(way.position, way.heading_rad + math.pi, way.ids, float(faces), fixed=True)

    def _in_room(self, room: RoomNode, clause: At) -> Iterator[Way]:
        """The middle of a room; where the asker names sides and not the middle, everywhere in it."""
        plan = self._scene.graph.floor_plan
        middle = room.box.center[:2]
        if clause.relation == "middle of" or plan is None or not self._sides:
            stays = clause.relation == "on" and self._scene.room_at(self._scene.viewpoint.position) == room.name
            yield Way(self._scene.viewpoint.position[:2] if stays else middle, None, ())
            return
        yield from self._all_over(room)

    def _all_over(self, room: RoomNode) -> Iterator[Way]:
        """Places half a meter apart all over a room."""
        plan, middle = self._scene.graph.floor_plan, room.box.center[:2]
        half = room.box.extents[:2] / 2
        for offset in itertools.product(*(np.arange(-half[k], half[k] + 1e-6, 0.5) for k in (0, 1))):
            if plan is None or plan.room_at(middle + np.array(offset)) == room.name:
                yield Way(middle + np.array(offset), None, (), anywhere=True)

    def _at_thing(self, relation: str, node: ObjectNode, seated: bool = False) -> Iterator[Way]:
        center, front, plan = node.box.center[:2], node.front, self._scene.graph.floor_plan
        if relation == "on" and not may_be_on(node):  # who cooks on the stove stands at it
            relation = "at"
        if relation == "at" and front is not None and as_faced(node):
            if not self._looks_at(node):
                # Who has things at the sides may have turned, and more likely has not.
                looks = None if self._facing or self._walled else math.atan2(-front[1], -front[0])
                yield Way(place_at(node, np.array(front)), looks, (node.id,))
                return
            relation = "front of"
        if relation in ("at", "front of") and front is None and (way := self._before_what_carries(node)) is not None:
            yield way
            return
        if seats := seats_at(self._scene.graph, node) if relation == "at" and seated else []:
            for seat, looks in seats:
                yield Way(seat.box.center[:2], looks, (node.id, seat.id), fixed=True, at_table=True)
            return
        if relation in ("on", "middle of"):
            looks = looks_from(self._scene.graph, node)
            yield Way(center, looks, (node.id,), fixed=front is not None or looks is None)
            return
        radius = float(np.linalg.norm(node.box.extents[:2])) / 2 + BESIDE_M
        if relation in ("front of", "behind") and front is not None:
            ahead = np.array(front) * (1 if relation == "front of" else -1)
            here = plan.room_at(place_at(node, ahead)) if plan is not None else ""
            if here and node.room and here != node.room:
                where = relation.replace("front", "in front")
                self._blocked = f"I know no place {where} the {node.category}: a wall is there."
                return
            yield Way(place_at(node, ahead), math.atan2(-ahead[1], -ahead[0]), (node.id,))
            return
        across = thin_axis(node) if relation in ("front of", "behind") else None
        around = np.arange(_AROUND) * (2 * math.pi / _AROUND) if across is None else across + np.array([0.0, math.pi])
        for angle in around:
            away = np.array([math.cos(angle), math.sin(angle)])
            place = center + away * min(radius, reach_m(node, away) + BESIDE_M)
            here = "" if plan is None else plan.room_at(place)
            if plan is None or (here and here == (node.room or here)):
                # In front of a thing people look at it; standing next to it they may look anywhere.
                heading = math.atan2(-away[1], -away[0]) if relation == "front of" else None
                yield Way(place, heading, (node.id,))

    def _before_what_carries(self, node: ObjectNode) -> Way | None:
        """Who is at a kettle on a cabinet stands before that; None for what no such thing carries."""
        carrier = self._scene.graph.by_id.get(node.supporter) if node.supporter is not None else None
        if carrier is None or carrier.front is None or not as_faced(carrier):
            return None
        ahead = np.array(carrier.front)
        inside = float((node.box.center - carrier.box.center)[:2] @ ahead)
        place = node.box.center[:2] + ahead * (reach_m(carrier, ahead) + BESIDE_M - inside)
        looks = None if self._facing or self._walled else math.atan2(-ahead[1], -ahead[0])
        return Way(place, looks, (node.id,))

    def _looks_at(self, node: ObjectNode) -> bool:
        """Whether who is at a thing that people face looks at it: nothing else is said, or something at its back."""
        looked_at = [goal for clause in self._facing if not clause.away for goal in self._named(clause.thing)]
        ahead = np.array(node.front or (0.0, 0.0))
        at_its_back = (goal for goal in looked_at if (goal.box.center - node.box.center)[:2] @ ahead <= _AT_BACK_M)
        return (
            not self._facing
            and not self._sides
            and not self._walled
            or any(goal.room in ("", node.room) for goal in at_its_back)
        )

    def is_known(self, words: str) -> bool:
        """Whether the map holds what a noun phrase may mean."""
        with suppress(SituationError):
            return bool(self._named(words))
        return False

    def _named(self, words: str) -> list[ObjectNode]:
        """What a noun phrase may mean: "the chair by the window" is read as a question's noun is.

        Raises:
            SituationError: there is no such thing.
        """
        graph, read = self._scene.graph, self._scene.read_things
        more = _TOLD_BY_MORE.search(words)
        if more is None or words in graph.categories():
            return things_named(graph, words)
        if read is not None and (ids := read(words)):
            return [graph.by_id[i] for i in ids]
        try:
            return things_named(graph, words)  # "the sofa in the bedroom"
        except SituationError:
            with suppress(SituationError):
                only = things_named(graph, words[: more.start()].strip())
                if len(only) == 1 and more.group() not in ("in", "of"):
                    return only  # "the mirror above the tap" where no tap is stored
            raise


def off_wall(clause: Clause) -> bool:
    """Whether a clause says that a wall is at the asker's back."""
    behind = (isinstance(clause, Has) and clause.side == "back") or (isinstance(clause, Facing) and clause.away)
    return behind and isinstance(clause, Has | Facing) and clause.thing in ("wall", "walls")
