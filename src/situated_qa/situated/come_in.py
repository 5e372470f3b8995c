"""Where somebody stands and looks who has just come into a room."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.rooms import rooms_like
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.situation_clauses import Entered
from situated_qa.situated.situation_ways import Way

_AROUND = 16  # directions tried through a door
_INSIDE_M = 0.6  # from a doorway to somebody who has just come in
_NEARLY_SQUARE_RAD = math.radians(30.0)


def doorways(graph: SceneGraph, clause: Entered) -> Iterator[Way]:
    """Where somebody may be who has come into a room: inside one of its doors, looking straight in.

    Raises:
        SituationError: there is no such room.
    """
    plan = graph.floor_plan
    room, origin = (name and room_named(graph, name) for name in (clause.room, clause.origin))
    for door in plan.doors if plan is not None else ():
        into_room = room or (max(door.rooms) if "" in door.rooms else "")  # without a room, by the front door
        if plan is None or not into_room or into_room not in door.rooms or (origin and origin not in door.rooms):
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
