"""Walls and corners of rooms: at which of them a thing is, and which way somebody looks who has a wall at the back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box
from situated_qa.geometry.transforms import wrap_angle
from situated_qa.knowledge.categories import category_like
from situated_qa.perception.box_fitting import fit_box
from situated_qa.perception.categories import DOOR, facts_of
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_unnamed
from situated_qa.situated.viewpoint import reach_m, thin_axis

_AT_A_THING_M = 0.6  # the greatest gap between a seat and the wall at the back of who sits on it
_AT_SOMEBODY_M = 1.0  # from the middle of somebody who stands to the wall at the back
_CLEARLY = 1.5, 0.2  # another wall is so many times, and so many m, further away; else either may be meant
_STEP_M, _FURTHEST_M = 0.05, 3.0
_ACROSS = np.linspace(-0.8, 0.8, 5)  # where along a side one looks, in half widths
_AROUND = 72
_ELSEWHERE_RAD = math.radians(75.0)  # a flat wall looks much further away than this far from straight on
_OBLONG = 1.25  # from this ratio of its sides on, one sits across a thing
OFF_THE_FLOOR_M = 0.1
_FLAT_M = 0.15
AGAINST_M = 0.4
"""From a thing's border to the wall that it stands against."""
OF_WALL_RAD = math.radians(45.0)
"""From a side of the asker to the wall that is called by it."""

Walls = Callable[[np.ndarray], np.ndarray]
"""(N, 2) map points, m -> (N,) bool: which lie in a wall or outside."""


def walls_of(graph: SceneGraph) -> Walls | None:
    """The walls as the floor plan, else the outlines of the rooms and the mapped walls, show them; None without any."""
    plan = graph.floor_plan
    if plan is not None and (plan.room_index >= 0).any():

        def off_floor(points: np.ndarray) -> np.ndarray:
            cells = plan.cells_of(points)
            inside = plan.inside(cells)
            found = np.ones(len(points), dtype=bool)
            found[inside] = plan.room_index[tuple(cells[inside].T)] < 0
            return found

        return off_floor
    rooms = [room.box for room in graph.rooms]
    walls = [node.box for node in graph.objects if node.category == "wall"]
    if not rooms and not walls:
        return None

    def off_rooms(points: np.ndarray) -> np.ndarray:
        def within(boxes: list[Box]) -> np.ndarray:
            inside = ((off_box(box, points) <= 1e-9).all(axis=1) for box in boxes)
            return np.any([np.zeros(len(points), bool), *inside], axis=0)

        return np.asarray(within(walls) | ~within(rooms) if rooms else within(walls))

    return off_rooms


def heading_on(node: ObjectNode, walls: Walls) -> float | None:
    """Where who sits on a thing looks, rad, that has the nearest wall at the back; None where no wall is clearly that.

    Of an oblong thing, such as a bench, only the long sides count.
    """
    c, s = math.cos(node.box.yaw), math.sin(node.box.yaw)
    axes, half = np.array([[c, s], [-s, c]]), node.box.extents[:2] / 2
    oblong = float(half.max()) >= _OBLONG * float(half.min())
    found = []
    for axis in (int(half.argmin()),) if oblong else (0, 1):
        for way in (axes[axis], -axes[axis]):
            starts = node.box.center[:2] + half[axis] * way + (_ACROSS * half[1 - axis])[:, None] * axes[1 - axis]
            gap = float(np.median([_distance(start, way, walls) for start in starts]))
            found.append((gap, math.atan2(-way[1], -way[0])))
    found.sort()
    (nearest, heading), (second, _) = found[:2]
    return heading if nearest <= _AT_A_THING_M and _clearly(nearest, second) else None


def heading_at(position: np.ndarray, walls: Walls) -> float | None:
    """Where who stands at a (2,) map point looks, rad, with the nearest wall at the back; None where none is that."""
    angles = np.arange(_AROUND) * (2 * math.pi / _AROUND)
    away = np.array([_distance(position, np.array([math.cos(a), math.sin(a)]), walls) for a in angles])
    alike = np.flatnonzero(away <= away.min() + _STEP_M / 2)
    ways = np.stack([np.cos(angles[alike]), np.sin(angles[alike])], axis=-1).mean(axis=0)
    if float(away.min()) > _AT_SOMEBODY_M or float(np.hypot(*ways)) < 0.5:
        return None
    straight = math.atan2(ways[1], ways[0])
    others = np.abs((angles - straight + math.pi) % (2 * math.pi) - math.pi) >= _ELSEWHERE_RAD
    return straight - math.pi if _clearly(float(away.min()), float(away[others].min())) else None


def gap_behind(position: np.ndarray, heading_rad: float, walls: Walls) -> float:
    """From a (2,) map point to the wall at the back of who looks along a heading, m, at most 3."""
    return _distance(position, -np.array([math.cos(heading_rad), math.sin(heading_rad)]), walls)


def _clearly(nearest_m: float, second_m: float) -> bool:
    times, more_m = _CLEARLY
    return second_m >= max(times * nearest_m, nearest_m + more_m)


def _distance(start: np.ndarray, way: np.ndarray, walls: Walls) -> float:
    steps = np.arange(0.0, _FURTHEST_M, _STEP_M)
    hit = walls(start + steps[:, None] * way)
    return float(steps[hit.argmax()]) if hit.any() else _FURTHEST_M


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


def corners_of(graph: SceneGraph, room: str = "") -> np.ndarray:
    """(4, 2) corners of the rectangle around a room, map frame, m; (0, 2) where nothing tells them.

    Args:
        room: as the floor plan spells it; "" for the whole place.
    """
    plan = graph.floor_plan
    inside = np.zeros((0, 2))
    if plan is not None and room in plan.room_names:
        inside = plan.centers_of(np.argwhere(plan.room_index == plan.room_names.index(room)))
        half = plan.cell_m / 2  # the outline runs around the cells, not through their middles
        inside = np.concatenate([inside + np.array([x, y]) for x in (-half, half) for y in (-half, half)])
    elif len(graph.objects) > 1:
        inside = np.concatenate([node.box.footprint() for node in graph.objects])
    if not len(inside):
        return inside
    return fit_box(np.column_stack([inside, np.zeros(len(inside))])).footprint()


def away_from_corner_m(corners: np.ndarray, box: Box) -> float:
    """How far a box is from the nearest of (N ≥ 1, 2) corners, seen from above, m."""
    return float(np.linalg.norm(off_box(box, corners), axis=1).min())


def off_box(box: Box, points: np.ndarray) -> np.ndarray:
    """(N, 2) m: how far beyond the sides of a box (N, 2) map points lie, along its length and its width; 0 within."""
    c, s = math.cos(box.yaw), math.sin(box.yaw)
    own = np.abs((points - box.center[:2]) @ np.array([[c, -s], [s, c]]))
    return np.asarray(np.maximum(own - box.extents[:2] / 2, 0.0))
