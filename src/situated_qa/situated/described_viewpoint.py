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
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.scene.graph import ObjectNode, RoomNode
from situated_qa.situated.doors import OUTSIDE, doors_of
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import BESIDE, At, Clause, Entered, Facing, Has, Situation
from situated_qa.situated.situation_places import Places, off_wall
from situated_qa.situated.situation_ways import SAME_HEADING_RAD, Way, looked_at, other_than, room_named, with_sides
from situated_qa.situated.situation_words import read_situation
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.situated.walls import gap_behind, heading_at, heading_on, walls_at, walls_of

_TIE = 0.3  # two ways of meaning a situation whose costs differ by less are equally good
_MOST_WAYS = 4_000
_WALL_BEHIND_M = 1.0  # from somebody who stands to a wall that is said to be behind
_TURNED_COST = 1.5  # of a heading other than the usual one at a thing
_TELLS = re.compile(
    r"\b(?:left|right|front|behind|back|fac\w*|look\w*|turn\w*|at|on|in|by|near|between|beside|next|ahead|o'clock)\b"
)
"""Words of a clause that may tell where somebody is or looks: without it the viewpoint would be a guess."""
_PARTS = frozenset(("headboard", "footboard", "headrest", "backrest", "armrest", "cushion", "cushions"))
"""Parts that somebody leans on, of which a map holds the whole alone."""
_LONG_ROOM = 1.5  # times as long as wide: one looks down its length


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

    A plain sentence that patterns read as a whole needs no model; else what the scene's own reader reads comes first.

    Raises:
        SituationError: the words were not understood, name what is not known, or fit several places or none.
    """
    plain = read_situation(text)
    if plain.tells and not plain.unread:
        with suppress(SituationError):
            return ground(scene, plain, heading_needed=heading_needed)
    said = scene.read_situation(text) if scene.read_situation is not None else None
    if said is None:
        return ground(scene, understood(text), heading_needed=heading_needed)
    try:
        if not said.tells:
            raise SituationError(f"The situation {text.strip()[:120]!r} does not say where you are. {HELP}")
        return ground(scene, said, heading_needed=heading_needed)
    except SituationError:
        with suppress(SituationError):
            return ground(scene, understood(text), heading_needed=heading_needed)
        raise


def ground(scene: SituatedScene, said: Situation, *, heading_needed: bool = True) -> Described:
    """The viewpoint that the clauses of a situation describe; see `describe_viewpoint`.

    Raises:
        SituationError: they name what is not known, or fit several places or none.
    """
    if not said.clauses:
        return Described(scene.viewpoint.turned(said.turned_rad), (), said.unread)
    grounder = _Grounder(scene, said, None)
    whole = any(isinstance(clause, At) and not _is_part(clause) for clause in said.clauses)
    told = [c for c in said.clauses if whole and _is_part(c) or isinstance(c, Has) and not off_wall(c)]
    missing = [clause for clause in told if isinstance(clause, At | Has) and not grounder.is_known(clause.thing)]
    rest = tuple(clause for clause in said.clauses if clause not in missing)
    if missing and any(isinstance(clause, At | Entered | Facing) for clause in rest):
        # A map lacks things: what it does not hold speaks for no place and against none.
        said = replace(said, clauses=rest, unread=(*said.unread, *(clause.thing for clause in missing)))
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
    return Described(viewpoint, best.ids, (*said.unread, *grounder.unused))


def _is_part(clause: Clause) -> bool:
    """Whether a place is a part of a thing: who is on the bed may lean against its headboard."""
    return isinstance(clause, At) and clause.thing.split(" ")[-1] in _PARTS


def understood(text: str) -> Situation:
    """What the patterns read of a situation in words, where they read all that may tell the viewpoint.

    Raises:
        SituationError: a clause that may tell it was not understood; names the clause.
    """
    said = read_situation(text)
    missed = [clause for clause in said.unread if _TELLS.search(clause)]
    if not said.tells or missed:
        what = f"{missed[0][:120]!r} of the situation" if missed else f"the situation {text.strip()[:120]!r}"
        raise SituationError(f"I did not understand {what}. {HELP}")
    return said


HELP = 'Say where you are and what you look at, e.g. "I am sitting on the couch, facing the tv".'
"""What a refusal ends with."""


class _Grounder(Places):
    """Finds every way of meaning a situation in one scene."""

    def ways(self) -> Iterator[Way]:
        """Every way that satisfies all clauses.

        Raises:
            SituationError: a clause names what is not known.
        """
        self._doors = dict[str, set[int]]()  # by room: asked for at each of many places
        facing = [(clause, self._faced(clause)) for clause in self._facing]
        sides = [(clause.side, self._named(clause.thing)) for clause in self._sides]
        for place in itertools.islice(self._places(), _MOST_WAYS):
            way = self._before_wall(place) if self._walled and not facing else place
            if way is None or not self._looks_along(way):
                continue
            faced = [(clause, self._around(way, nodes) or nodes) for clause, nodes in facing]
            near = [(side, self._around(way, nodes)) for side, nodes in sides]
            for headed in self._headed(way, faced, any(side != BESIDE for side, _ in sides)):
                costed = with_sides(headed, near)
                if costed is not None:
                    yield costed

    def _around(self, way: Way, nodes: Sequence[ObjectNode]) -> list[ObjectNode]:
        """Those of things in the room of a place or at its doorways, else all doors; without rooms all things."""
        here = self._scene.room_at(np.array([*way.position, 0.0]))
        if here not in self._doors:
            self._doors[here] = doors_of(self._scene.graph, here) if here else set()
        own = self._doors[here].union(way.ids)
        near = [node for node in nodes if not here or node.room in ("", here) or node.id in own]
        return near or [node for node in nodes if node.category.split()[-1] == "door"]

    def reason(self) -> str:
        """Why no way satisfies the situation."""
        if self._blocked:
            return self._blocked
        if self._walled and not self._facing:
            return f"I know no wall that is clearly at your back there. {HELP}"
        if not self._facing and not self._sides:
            return f"The situation does not say which way you look. {HELP}"
        sides = ", ".join(f"{clause.thing} ({clause.side})" for clause in self._sides)
        return f"I know no place that fits the situation{f' with {sides}' if sides else ''}. {HELP}"

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
                if clause.wall:
                    walls = walls_at(self._scene.graph, node)[:1]
                    if not walls:
                        continue
                    around = clause.away != (clause.wall == "opposite")
                    heading = walls[0].angle_rad + (math.pi if around else 0.0)
                turned = 0.0 if way.heading_rad is None else abs(wrap_angle(heading - way.heading_rad))
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

    def _doors_into(self, words: str) -> list[ObjectNode]:
        """Who faces the kitchen from elsewhere faces its door; empty where the words name no room."""
        graph = self._scene.graph
        with suppress(SituationError):
            room = "" if words in graph.categories() else room_named(graph, words)
            return [graph.by_id[i] for i in sorted(doors_of(graph, room))] if room else []
        return []

    def _faced(self, clause: Facing) -> list[ObjectNode]:
        """What a clause says that the asker looks at; without a place, only what is in the asker's room.

        Raises:
            SituationError: it is not known, or in another room than the asker, who says no place.
        """
        nodes = self._doors_into(clause.thing) or self._named(clause.thing)
        here = self._scene.room_at(self._scene.viewpoint.position)
        behind = any(side.side == "back" for side in self._sides)
        if self._at or self._entered is not None or clause.away or behind or not here:
            return nodes
        doors = doors_of(self._scene.graph, here)
        near = [node for node in nodes if node.id in doors or node.room.lower() in ("", here.lower())]
        only = len(nodes) == 1 and (nodes[0].front is not None or nodes[0].id in doors_of(self._scene.graph, OUTSIDE))
        if near or self._sides or only:
            return near or nodes  # in another room, who looks at the only one stands before it
        elsewhere = f"The {nodes[0].category} is in the {nodes[0].room}, and you are in the {here}."
        raise SituationError(f"{elsewhere} {HELP}")


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
        return f"The situation fits several places. {HELP}"
    return f"The situation fits several places: there is more than one {names[0]}. Say what is on your left or right."
