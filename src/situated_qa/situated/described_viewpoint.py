"""From a situation in words to a viewpoint in the map: "I am sitting on the couch, facing the tv".

Each clause (`situation_words`) names things of the graph. Every way of meaning them gives a place and a heading; what
lies on the sides that the asker names decides between them. A situation that names what is not known, or fits several
places equally well, is refused with the reason: it never ends in a guess.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.scene.graph import ObjectNode, RoomNode
from situated_qa.situated.come_in import doorways, room_named
from situated_qa.situated.doors import doors_of
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Clause, Entered, Facing, Has, Situation
from situated_qa.situated.situation_ways import SAME_HEADING_RAD, SIDE_RAD, Way, looked_at, other_than, with_sides
from situated_qa.situated.situation_words import read_situation
from situated_qa.situated.told_things import looks_from, may_be_on, seats_at, thin_axis, things_named
from situated_qa.situated.viewpoint import BESIDE_M, Viewpoint, as_faced, place_at, reach_m
from situated_qa.situated.walls_behind import gap_behind, heading_at, heading_on, walls_of

_AROUND = 16  # places tried around a thing
_TIE = 0.3  # two ways of meaning a situation whose costs differ by less are equally good
_MOST_WAYS = 4_000
_WALL_BEHIND_M = 1.0  # from somebody who stands to a wall that is said to be behind
_AWAY_COST = 1.0  # of a place that was not said, and is not the asker's
_TURNED_COST = 1.5  # of a heading other than the usual one at a thing
_AT_DOORWAY_M = 1.0  # from who has come in to a thing at the door
_TURNED = re.compile(
    r"\b(?:turn\w*|fac(?:e|ing)|look(?!ing for|ing after)\w*|head|back|towards?|left(?! the| my| it| a)|right|behind"
    r"|front|ahead"
    r"|opposite|o'clock|between|across"
    r"|other (?:side|end|way)|watch\w*|gaz\w*|star(?:e|ing)|beside|next)\b"
)
"""Words of a clause that may tell where somebody looks: without it the viewpoint would be a guess."""
_LONG_ROOM = 1.5  # times as long as wide: one looks down its length
_AT_BACK_M = 0.1  # how far before the middle of a thing lies what one sees over it: the mirror over the sink


@dataclass(frozen=True, slots=True)
class Described:
    """A viewpoint that words described."""

    viewpoint: Viewpoint
    object_ids: tuple[int, ...]  # the things it was told by
    unread: tuple[str, ...]  # clauses that were not understood and not needed


def describe_viewpoint(scene: SituatedScene, text: str, *, heading_needed: bool = True) -> Described:
    """The viewpoint that a situation in words describes.

    Without a place ("I am facing the tv") the asker stays where `scene.viewpoint` is and turns; who only says what is
    behind stands close before it. Who is at a thing that people face, such as a stove, stands before it and faces it;
    who sits at a table sits on one of its seats. Of several things that fit equally well, those of the room around
    `scene.viewpoint` are meant.

    Args:
        heading_needed: without it, a situation that does not say which way the asker looks keeps the heading of
            `scene.viewpoint`.

    Raises:
        SituationError: the words were not understood, name what is not known, or fit several places or none.
    """
    said = read_situation(text)
    placed = any(isinstance(clause, At | Entered) for clause in said.clauses)
    missed = [clause for clause in said.unread if not placed or (heading_needed and _TURNED.search(clause))]
    if not said.clauses or missed:
        what = f"{missed[0][:120]!r} of the situation" if missed else f"the situation {text.strip()[:120]!r}"
        raise SituationError(f"I did not understand {what}. {_HELP}")
    grounder = _Grounder(scene, said, scene.viewpoint.heading_rad if not heading_needed else None)
    ways = sorted(grounder.ways(), key=lambda way: way.cost)
    if not ways:
        raise SituationError(grounder.reason())
    ways = [way for way in ways if way.cost <= ways[0].cost + _TIE]
    best, other = ways[0], other_than(ways[0], ways, heading_needed)
    if other is not None and (here := _in_room_of_asker(scene, ways)):
        best, other = here[0], other_than(here[0], here, heading_needed)
    if other is not None:
        raise SituationError(_ambiguous(scene, best, other))
    assert best.heading_rad is not None
    position = np.array([*best.position, scene.viewpoint.position[2]])
    heading = wrap_angle(best.heading_rad + said.turned_rad)
    viewpoint = Viewpoint(position, heading, scene.viewpoint.stamp, scene.viewpoint.frame)
    return Described(viewpoint, best.ids, said.unread)


_HELP = 'Say where you are and what you look at, e.g. "I am sitting on the couch, facing the tv".'


class _Grounder:
    """Finds every way of meaning a situation in one scene."""

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
        self._walled = any(_off_wall(c) for c in clauses)  # a wall is at the asker's back
        self._facing = [c for c in clauses if isinstance(c, Facing) and c.thing and not _off_wall(c)]
        self._along = next((c.along for c in clauses if isinstance(c, Facing) and c.along), "")
        self._sides = [c for c in clauses if isinstance(c, Has) and not _off_wall(c)]
        self._entered = next((c for c in clauses if isinstance(c, Entered)), None)

    def ways(self) -> Iterator[Way]:
        """Every way that satisfies all clauses.

        Raises:
            SituationError: a clause names what is not known.
        """
        facing = [(clause, self._faced(clause)) for clause in self._facing]
        sides = [(clause.side, self._named(clause.thing)) for clause in self._sides]
        for place in itertools.islice(self._places(), _MOST_WAYS):
            way = self._before_wall(place) if self._walled and not facing else place
            if way is None or not self._looks_along(way):
                continue
            faced = [(clause, self._around(way, nodes) or nodes) for clause, nodes in facing]
            near = [(side, self._around(way, nodes)) for side, nodes in sides]
            for headed in self._headed(way, faced, bool(sides)):
                costed = with_sides(headed, near)
                if costed is not None:
                    yield costed

    def _around(self, way: Way, nodes: Sequence[ObjectNode]) -> list[ObjectNode]:
        """Those of things that are in the room of a place, or doors; all where no rooms are known."""
        here = self._scene.room_at(np.array([*way.position, 0.0]))
        return [
            node
            for node in nodes
            if not here or node.room in ("", here) or node.id in way.ids or node.category.split()[-1] == "door"
        ]

    def reason(self) -> str:
        """Why no way satisfies the situation."""
        if self._blocked:
            return self._blocked
        if self._walled and not self._facing:
            return f"I know no wall that is clearly at your back there. {_HELP}"
        if not self._facing and not self._sides:
            return f"The situation does not say which way you look. {_HELP}"
        sides = ", ".join(f"{clause.thing} ({clause.side})" for clause in self._sides)
        return f"I know no place that fits the situation{f' with {sides}' if sides else ''}. {_HELP}"

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
            yield from self._at_thing(first.relation, node, first.seated)

    def _room_of(self, clause: At) -> RoomNode | None:
        """The room that a clause says the asker is in; None where it says a thing."""
        if clause.relation not in ("on", "middle of"):
            return None
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
        if not behind or faces:
            yield Way(self._scene.viewpoint.position[:2], None, ())
        if faces and self._sides and not behind:  # else close before what is looked at
            faced = next(c.thing for c in self._facing if not c.away)
            for node in self._named(faced):
                yield from (replace(way, cost=_AWAY_COST) for way in self._at_thing("front of", node))
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
        half = room.box.extents[:2] / 2
        for offset in itertools.product(*(np.arange(-half[k], half[k] + 1e-6, 0.5) for k in (0, 1))):
            if plan.room_at(middle + np.array(offset)) == room.name:
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

    def _before_wall(self, way: Way) -> Way | None:
        """The way with a wall at the asker's back; None where none is there."""
        walls = walls_of(self._scene.graph)
        if way.heading_rad is not None:
            behind = gap_behind(way.position, way.heading_rad, walls) if walls is not None else 0.0
            if way.fixed:  # of several seats the one whose back is nearest to a wall
                return replace(way, cost=way.cost + behind)
            return way if behind <= _WALL_BEHIND_M and walls is not None else None
        if walls is None:
            return None
        on = self._scene.graph.by_id[way.ids[0]] if way.fixed and way.ids else None
        heading = heading_at(way.position, walls) if on is None else heading_on(on, walls)
        return None if heading is None else replace(way, heading_rad=heading, fixed=True)

    def _looks_along(self, way: Way) -> bool:
        """Whether who is said to look straight down a long room does so."""
        rooms = self._scene.graph.rooms if self._along else ()
        room = next((room for room in rooms if room.name.lower() in rooms_like(self._along, _names(rooms))), None)
        if room is None or way.heading_rad is None:
            return True
        length, width = room.box.extents[:2]
        if max(length, width) < _LONG_ROOM * min(length, width):
            return True
        along = way.heading_rad - room.box.yaw - (0.0 if length > width else math.pi / 2)
        return abs(math.cos(along)) >= math.cos(SAME_HEADING_RAD)

    def _headed(self, way: Way, facing: list[tuple[Facing, list[ObjectNode]]], sided: bool) -> Iterator[Way]:
        if facing:
            clause, nodes = facing[0]
            for node in nodes:
                offset = node.box.center[:2] - way.position
                far = float(np.linalg.norm(offset))
                if node.id in way.ids and far < 0.05:
                    continue
                heading = math.atan2(offset[1], offset[0]) + (math.pi if clause.away else 0.0)
                turned = 0.0 if way.heading_rad is None else abs(wrap_angle(heading - way.heading_rad))
                if clause.ahead and turned > SIDE_RAD:
                    continue
                if not all(looked_at(way.position, heading, also, at) for also, at in facing[1:]):
                    continue
                turning = 1.0 if way.at_table and turned > math.pi / 2 else 0.0
                yield replace(way, heading_rad=heading, ids=(*way.ids, node.id), cost=way.cost + 0.15 * far + turning)
            return
        if way.heading_rad is not None:
            yield way
        elif self._heading_rad is not None and not sided:
            yield Way(way.position, self._heading_rad, way.ids, way.cost)
        if sided and not (way.fixed and way.heading_rad is not None):
            unlikely = 0.0 if way.heading_rad is None else _TURNED_COST
            for heading in np.arange(24) * (math.pi / 12):
                yield replace(way, heading_rad=float(heading), cost=way.cost + unlikely)

    def _faced(self, clause: Facing) -> list[ObjectNode]:
        """What a clause says that the asker looks at; without a place, only what is in the asker's room.

        Raises:
            SituationError: it is not known, or in another room than the asker, who says no place.
        """
        nodes = self._named(clause.thing)
        here = self._scene.room_at(self._scene.viewpoint.position)
        behind = any(side.side == "back" for side in self._sides)
        if self._at or self._entered is not None or clause.away or behind or not here:
            return nodes
        doors = doors_of(self._scene.graph, here)
        near = [node for node in nodes if node.id in doors or node.room.lower() in ("", here.lower())]
        if near:
            return near
        elsewhere = f"The {nodes[0].category} is in the {nodes[0].room}, and you are in the {here}."
        raise SituationError(f"{elsewhere} {_HELP}")

    def _named(self, words: str) -> list[ObjectNode]:
        return things_named(self._scene.graph, words)


def _off_wall(clause: Clause) -> bool:
    """Whether a clause says that a wall is at the asker's back."""
    behind = (isinstance(clause, Has) and clause.side == "back") or (isinstance(clause, Facing) and clause.away)
    return behind and isinstance(clause, Has | Facing) and clause.thing in ("wall", "walls")


def _names(rooms: Sequence[RoomNode]) -> list[str]:
    return [room.name.lower() for room in rooms]


def _in_room_of_asker(scene: SituatedScene, ways: Sequence[Way]) -> list[Way]:
    """The ways by things of the room in which the asker stands: who says "the bed" there means that room's."""
    here = scene.room_at(scene.viewpoint.position).lower()
    return [way for way in ways if here and way.ids and scene.graph.by_id[way.ids[0]].room.lower() == here]


def _ambiguous(scene: SituatedScene, a: Way, b: Way) -> str:
    different = [i for i in (*a.ids, *b.ids) if not (i in a.ids and i in b.ids)]
    names = sorted({scene.graph.by_id[i].category for i in different})
    if not names:
        return f"The situation fits several places. {_HELP}"
    return f"The situation fits several places: there is more than one {names[0]}. Say what is on your left or right."
