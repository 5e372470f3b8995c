"""Which way an object faces, from what the map shows: its back rest, or the wall behind it.

"The left of the couch" and "sitting on the couch" need it. An object whose front the map does not show has none: its
sides are then those that the asker sees.
"""

from __future__ import annotations

import math

import numpy as np

from situated_qa.knowledge.categories import category_like
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode

Front = tuple[float, float]
"""Unit vector in the floor plane, map frame."""

_WITH_BACK_REST, _FACE = ("seat", "end"), "face"  # of `knowledge.Category.front`

_UPPER_SHARE = 0.3  # the part of a seat's height in which only its back rest, and arm rests, reach up
_FEWEST_UPPER_POINTS = 4
_BACK_OFFSET = 0.4  # how far from the middle the upper points lie, in half widths, where they are a back rest
_ONE_SIDE_ONLY = 1.5  # times as far as along the other axis

_AT_A_WALL_M = 0.25  # the greatest gap between a back and its wall
_SCREEN_AT_A_WALL_M = 0.5  # a screen stands on furniture whose back is at the wall
_FREE_M = 0.5  # floor of a room in front
_CLEARLY_M = 0.1  # so much nearer is the room before a thin thing in a wall than the room behind the wall
_STEP_M = 0.05
_LONG_SIDE = 1.25  # from this ratio of its sides on, a thing's back is one of the long ones
_ACROSS = np.linspace(-0.8, 0.8, 5)  # where along a side one looks, in half widths
_MOST = 0.6  # of those places


def front_of(node: ObjectNode, plan: FloorPlan | None) -> Front | None:
    """Which way an object faces; None where the map does not show it, or where such things have no front.

    A seat faces away from its back rest, a bed or a toilet from its high end. What people set or hang against walls
    faces away from the only wall that is behind one of its sides; of an oblong thing only the long sides count, of a
    bed or a toilet the ends.

    Args:
        node: with its box and surface points.
        plan: None where no rooms are known yet: only back rests tell then.
    """
    found = category_like(node.category)
    kind = found[0].front if found is not None else ""
    if not kind:
        return None
    axes = _facing_axes(node, kind)
    if kind in _WITH_BACK_REST and (front := _away_from_back_rest(node, axes)) is not None:
        return front
    if plan is None:
        return None
    return _out_of_wall(node, plan, axes[0]) if kind == _FACE else _away_from_wall(node, plan, axes)


def _facing_axes(node: ObjectNode, kind: str) -> tuple[int, ...]:
    """Along which of the box's own axes it can face."""
    x, y = node.box.extents[:2]
    if kind == _FACE:  # along the thin one
        return (0,) if x <= y else (1,)
    if max(x, y) < _LONG_SIDE * min(x, y):
        return (0, 1)
    return (0,) if (x > y) == (kind == "end") else (1,)


def _away_from_back_rest(node: ObjectNode, facing: tuple[int, ...]) -> Front | None:
    """The side opposite to where the points of its upper part are."""
    box = node.box
    points = node.surface_points
    upper = points[points[:, 2] > box.top - _UPPER_SHARE * box.extents[2]]
    if len(upper) < _FEWEST_UPPER_POINTS:
        return None
    offset = upper[:, :2].mean(axis=0) - box.center[:2]
    axes = _axes(box.yaw)
    x, y = (axes @ offset) / (box.extents[:2] / 2)
    along, value, other = (0, x, y) if abs(x) >= abs(y) else (1, y, x)
    if along not in facing or abs(value) < _BACK_OFFSET or abs(value) < _ONE_SIDE_ONLY * abs(other):
        return None
    return _front(-math.copysign(1.0, value) * axes[along])


def _away_from_wall(
    node: ObjectNode, plan: FloorPlan, facing: tuple[int, ...], most_m: float = _AT_A_WALL_M
) -> Front | None:
    axes = _axes(node.box.yaw)
    fronts = [
        -way
        for axis in facing
        for way in (axes[axis], -axes[axis])
        if _wall_behind(node, plan, way, axis, most_m) and _floor_before(node, plan, -way, axis)
    ]
    return _front(fronts[0]) if len(fronts) == 1 else None


def _out_of_wall(node: ObjectNode, plan: FloorPlan, axis: int) -> Front | None:
    """The side of a thin thing that is clearly nearer to the floor of a room, where it hangs on or lies in a wall."""
    axes = _axes(node.box.yaw)
    ways = (axes[axis], -axes[axis])
    depths = [_depth_in_wall(node, plan, way, axis) for way in ways]
    if abs(depths[0] - depths[1]) < _CLEARLY_M:
        return _away_from_wall(node, plan, (axis,), _SCREEN_AT_A_WALL_M)
    near = int(depths[1] < depths[0])
    return _front(ways[near]) if _floor_before(node, plan, ways[near], axis, depths[near]) else None


def _depth_in_wall(node: ObjectNode, plan: FloorPlan, way: np.ndarray, axis: int) -> float:
    """How far before a side the floor of a room begins, m, at most `_FREE_M`: the median of the places across it."""
    rooms = _rooms_along(node, plan, way, axis, np.arange(0.0, _FREE_M, _STEP_M))
    steps = np.where((rooms >= 0).any(axis=1), (rooms >= 0).argmax(axis=1), rooms.shape[1])
    return float(np.median(steps)) * _STEP_M


def _wall_behind(node: ObjectNode, plan: FloorPlan, way: np.ndarray, axis: int, most_m: float) -> bool:
    rooms = _rooms_along(node, plan, way, axis, np.arange(0.0, most_m + _STEP_M / 2, _STEP_M))
    return bool((rooms < 0).any(axis=1).mean() >= _MOST)


def _floor_before(node: ObjectNode, plan: FloorPlan, way: np.ndarray, axis: int, start_m: float = 0.0) -> bool:
    rooms = _rooms_along(node, plan, way, axis, start_m + np.arange(_STEP_M, _FREE_M + _STEP_M / 2, _STEP_M))
    return bool((rooms >= 0).all(axis=1).mean() >= _MOST)


def _rooms_along(
    node: ObjectNode, plan: FloorPlan, way: np.ndarray, axis: int, distances_m: np.ndarray
) -> np.ndarray:
    """(5, D) indices of rooms at distances before one side of the footprint, at five places across it; -1 for walls."""
    half, width = node.box.extents[axis] / 2, node.box.extents[1 - axis] / 2
    across = (_ACROSS * width)[:, None, None] * np.array([-way[1], way[0]])
    points = node.box.center[:2] + across + (half + distances_m)[None, :, None] * way
    cells = np.floor((points - plan.origin) / plan.cell_m).astype(int)
    inside = ((cells >= 0) & (cells < plan.room_index.shape[::-1])).all(axis=2)
    rooms = np.full(cells.shape[:2], -1)
    rooms[inside] = plan.room_index[cells[inside][:, 1], cells[inside][:, 0]]
    return rooms


def _axes(yaw: float) -> np.ndarray:
    """(2, 2) the box's own x and y as rows, map frame."""
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([[c, s], [-s, c]])


def _front(way: np.ndarray) -> Front:
    return float(way[0]), float(way[1])
