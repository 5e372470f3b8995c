"""Which way somebody looks who has a wall at the back: "I am sitting on the bench with my back to the wall"."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, SceneGraph

_AT_A_THING_M = 0.6  # the greatest gap between a seat and the wall at the back of who sits on it
_AT_SOMEBODY_M = 1.0  # from the middle of somebody who stands to the wall at the back
_CLEARLY = 1.5, 0.2  # another wall is so many times, and so many m, further away; else either may be meant
_STEP_M, _FURTHEST_M = 0.05, 3.0
_ACROSS = np.linspace(-0.8, 0.8, 5)  # where along a side one looks, in half widths
_AROUND = 72
_ELSEWHERE_RAD = math.radians(75.0)  # a flat wall looks much further away than this far from straight on
_OBLONG = 1.25  # from this ratio of its sides on, one sits across a thing

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
        outside = ~np.any([_within(box, points) for box in rooms], axis=0) if rooms else np.zeros(len(points), bool)
        return np.asarray(np.logical_or.reduce([outside, *(_within(box, points) for box in walls)]))

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


def _within(box: Box, points: np.ndarray) -> np.ndarray:
    c, s = math.cos(box.yaw), math.sin(box.yaw)
    own = (points - box.center[:2]) @ np.array([[c, -s], [s, c]])
    return np.asarray((np.abs(own) <= box.extents[:2] / 2 + 1e-9).all(axis=1))
