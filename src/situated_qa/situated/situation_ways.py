"""Ways of meaning a situation in words: a place, a heading, and what speaks against them; those of who comes in."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.situation_clauses import BESIDE, Entered, Facing
from situated_qa.situated.viewpoint import bearing_of

SIDE_RAD = math.radians(60.0)
"""How far beside "my left" a thing may lie and still be on it."""
SAME_HEADING_RAD = math.radians(45.0)
"""Headings that differ by no more are told apart by nobody who says where they look."""
_SAME_PLACE_M = 1.0
_BESIDE_M = 2.0  # from somebody to the middle of what is next to them
_AROUND = 16  # directions tried through a door
_INSIDE_M = 0.6  # from a doorway to somebody who has just come in
_NEARLY_SQUARE_RAD = math.radians(30.0)
_PER_M, _BACK_PER_M = 0.15, 0.4  # rad/m: what is at one's back is close


@dataclass(frozen=True, slots=True)
class Way:
    """One way of meaning a situation."""

    position: np.ndarray  # (2,) map, m
    heading_rad: float | None  # None where only the sides can tell
    ids: tuple[int, ...]
    cost: float = 0.0
    fixed: bool = False  # the heading is known, e.g. where a seat faces, not assumed
    at_table: bool = False  # on a seat that faces a table
    anywhere: bool = False  # one of many places in a room: which of them matters to nobody


def with_sides(way: Way, sides: Sequence[tuple[str, list[ObjectNode]]]) -> Way | None:
    """The way with what the named sides cost; None where a side has no such thing."""
    if way.heading_rad is None:
        return None
    cost, ids = way.cost, list(way.ids)
    for side, nodes in sides:
        if side == BESIDE:
            near = [node.id for node in nodes if math.dist(node.box.center[:2], way.position) <= _BESIDE_M]
            if not near:
                return None
            ids += near[:1]
            continue
        bearing, per_m = way.heading_rad + (bearing_of(side) or 0.0), _BACK_PER_M if side == "back" else _PER_M
        costs = ((_side_cost(way.position, bearing, node, per_m), node.id) for node in nodes)
        least, id = min(costs, default=(math.inf, -1))
        if least == math.inf:
            return None
        cost, ids = cost + least, [*ids, id]
    return replace(way, ids=tuple(dict.fromkeys(ids)), cost=cost)


def looked_at(position: np.ndarray, heading_rad: float, clause: Facing, nodes: Sequence[ObjectNode]) -> bool:
    """Whether who looks along a heading has what another clause says they look at, or away from, about there."""
    bearing = heading_rad + (math.pi if clause.away else 0.0)
    return any(_side_cost(position, bearing, node) < math.inf for node in nodes)


def _side_cost(position: np.ndarray, bearing_rad: float, node: ObjectNode, per_m: float = _PER_M) -> float:
    """How far off a bearing in the map, and how far away, a node lies; infinite where it is not on that side."""
    offset = node.box.center[:2] - position
    off = abs(wrap_angle(math.atan2(offset[1], offset[0]) - bearing_rad))
    return off + per_m * float(np.linalg.norm(offset)) if off <= SIDE_RAD else math.inf


def other_than(best: Way, ways: Sequence[Way], heading_needed: bool) -> Way | None:
    """The first way that puts the asker elsewhere, or looking elsewhere, than the best."""
    for way in ways:
        turned = abs(wrap_angle((way.heading_rad or 0.0) - (best.heading_rad or 0.0)))
        free = best.anywhere and way.anywhere
        moved = not free and np.linalg.norm(way.position - best.position) > _SAME_PLACE_M
        if (moved or turned > SAME_HEADING_RAD) and (heading_needed or way.ids != best.ids):
            return way
    return None


def doorways(graph: SceneGraph, clause: Entered) -> Iterator[Way]:
    """Where somebody may be who has come into a room: inside one of its doors, looking straight in.

    Where the room is told, what it was entered from tells its door if it is a room of the map ("the main room" of a
    flat may be none), and nothing otherwise.

    Raises:
        SituationError: there is no such room.
    """
    plan = graph.floor_plan
    room = clause.room and room_named(graph, clause.room)
    try:
        origin = clause.origin and room_named(graph, clause.origin)
    except SituationError:
        if not room:
            raise
        origin = ""
    for door in plan.doors if plan is not None else ():
        into_room = room or (max(door.rooms) if "" in door.rooms else "")  # without a room, by the front door
        if origin and not room:
            into_room = next((other for other in door.rooms if other != origin), "")
        if plan is None or not into_room or into_room not in door.rooms or (origin and origin not in door.rooms):
            continue
        if clause.front and "" not in door.rooms:
            continue
        angles = np.arange(_AROUND) * (2 * math.pi / _AROUND)
        into = [
            ahead
            for ahead in np.stack([np.cos(angles), np.sin(angles)], axis=-1)
            if plan.room_at(door.center + _INSIDE_M * ahead) == into_room
            and plan.room_at(door.center - _INSIDE_M * ahead) != into_room
        ]
        if into:  # their mean is straight through the door
            x, y = np.mean(into, axis=0)
            heading = _square_to(graph, into_room, math.atan2(y, x))
            yield Way(door.center + _INSIDE_M * np.array([math.cos(heading), math.sin(heading)]), heading, ())


def _square_to(graph: SceneGraph, room: str, heading_rad: float) -> float:
    """A heading through a wall of a room, made square to it where it nearly is: a door may be near a corner."""
    yaw = next((node.box.yaw for node in graph.rooms if node.name == room), 0.0)
    square = yaw + round((heading_rad - yaw) / (math.pi / 2)) * (math.pi / 2)
    return square if abs(wrap_angle(heading_rad - square)) <= _NEARLY_SQUARE_RAD else heading_rad


def room_named(graph: SceneGraph, name: str) -> str:
    """A room's name as the floor plan spells it.

    Raises:
        SituationError: there is no such room.
    """
    plan = graph.floor_plan
    known = list(plan.room_names) if plan is not None else []
    alike = [name] if name in known else rooms_like(name, known)
    if len(alike) != 1:
        raise SituationError(f"I know no room {name!r}. The rooms that I know: {', '.join(known) or 'none'}.")
    return alike[0]
