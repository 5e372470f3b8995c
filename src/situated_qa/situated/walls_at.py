"""At which walls of its room a thing is: what hangs on them, what stands against them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.categories import category_like
from situated_qa.perception.categories import DOOR, facts_of
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_unnamed
from situated_qa.situated.told_things import thin_axis
from situated_qa.situated.viewpoint import reach_m
from situated_qa.situated.walls_behind import gap_behind, walls_of

OFF_THE_FLOOR_M = 0.1
_FLAT_M = 0.15
AGAINST_M = 0.4
"""From a thing's border to the wall that it stands against."""
OF_WALL_RAD = math.radians(45.0)
"""From a side of the asker to the wall that is called by it."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall as seen from what is at it."""

    angle_rad: float  # in the map, towards the wall, at a right angle to it
    offset_m: float  # of the wall from the map's origin along that angle


def walls_at(graph: SceneGraph, node: ObjectNode) -> list[Wall]:
    """The walls that a thing is on or against, that at its back first; empty where none is near, or none is known."""
    if is_fixed_to_walls(node) or facts_of(node.category).part_of_building:
        behind = _to_wall_behind(graph, node)
        angles = [] if behind is None else [_along_room(graph, node, behind)]
        gaps = [0.0] * len(angles)
    elif (walls := walls_of(graph)) is not None:
        angles = [_along_room(graph, node, node.box.yaw) + k * math.pi / 2 for k in range(4)]
        gaps = [gap_behind(_border(node, a), a + math.pi, walls) for a in angles]
        back = None if node.front is None else math.atan2(-node.front[1], -node.front[0])
        near = sorted((abs(wrap_angle(a - back)) > OF_WALL_RAD if back is not None else gap, gap, a)
                      for a, gap in zip(angles, gaps, strict=True) if gap <= AGAINST_M)  # fmt: skip
        angles, gaps = [a for _, _, a in near], [gap for _, gap, _ in near]
    else:
        return []
    ways = [np.array([math.cos(a), math.sin(a)]) for a in angles]
    return [Wall(a, float(_border(node, a) @ way) + gap) for a, way, gap in zip(angles, ways, gaps, strict=True)]


def _along_room(graph: SceneGraph, node: ObjectNode, angle_rad: float) -> float:
    """A direction from a thing; where it is about square to a wall of its room, just that."""
    room = next((room for room in graph.rooms if room.name == node.room), None)
    askew = 0.0 if room is None else (angle_rad - room.box.yaw + math.pi / 4) % (math.pi / 2) - math.pi / 4
    return angle_rad - (askew if abs(askew) <= OF_WALL_RAD / 2 else 0.0)


def _border(node: ObjectNode, angle_rad: float) -> np.ndarray:
    """(2,) map point, m, where a thing ends in a direction from its middle."""
    way = np.array([math.cos(angle_rad), math.sin(angle_rad)])
    return np.asarray(node.box.center[:2] + reach_m(node, way) * way)


def _to_wall_behind(graph: SceneGraph, node: ObjectNode) -> float | None:
    """The direction in the map from a thing that is fixed to a wall to that wall, rad; None where none tells."""
    if node.front is not None:
        return math.atan2(-node.front[1], -node.front[0])
    across = thin_axis(node)
    room = next((room for room in graph.rooms if room.name == node.room), None)
    if across is None or room is None:
        return None
    outwards = float((node.box.center - room.box.center)[:2] @ np.array([math.cos(across), math.sin(across)]))
    return across if outwards >= 0.0 else across + math.pi


def is_fixed_to_walls(node: ObjectNode) -> bool:
    """Whether people put a thing of its kind on a wall; of what has no name, whether it is flat and upright there."""
    if is_unnamed(node.category):  # what is flat, upright and off the floor
        return node.box.bottom > OFF_THE_FLOOR_M and min(node.box.extents[:2]) < min(_FLAT_M, node.box.extents[2])
    row = category_like(node.category)
    if row is not None and row[0].in_a_wall and row[0].part_of_building != DOOR:  # people say that a window is on it
        return True
    if row is not None and "hang" in row[0].uses and node.box.bottom > OFF_THE_FLOOR_M:  # hooks for coats
        return True
    if row is None or not row[0].fixed or row[0].front not in ("wall", "face"):
        return False
    return row[0].front == "face" or node.box.bottom > OFF_THE_FLOOR_M
