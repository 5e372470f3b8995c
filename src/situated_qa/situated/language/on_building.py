"""What is on a wall or on the floor, which are not stored as objects."""

from __future__ import annotations

import math

import numpy as np

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.perception.categories import facts_of
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.language.values import Condition
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.told_things import thin_axis
from situated_qa.situated.viewpoint import bearing_of, reach_m
from situated_qa.situated.walls_at import AGAINST_M, OF_WALL_RAD, OFF_THE_FLOOR_M
from situated_qa.situated.walls_behind import gap_behind, walls_of


def on_wall_at(scene: SituatedScene, condition: Condition, ids: tuple[int, ...]) -> set[int]:
    """Those on the wall at a side of the asker: all along it, also what hangs there far ahead.

    Args:
        condition: on the wall, relative to the asker.
        ids: of what is on walls; of one whose wall is not known, its own place decides.
    """
    bearing, held = bearing_of(condition.relation_to_me), condition.holds(ids)
    if bearing is None:
        return held
    for id in ids:
        towards = _to_its_wall(scene, scene.graph.by_id[id])
        if towards is not None:
            held = held | {id} if abs(wrap_angle(towards - bearing)) <= OF_WALL_RAD else held - {id}
    return held


def against_wall_at(scene: SituatedScene, condition: Condition | None, ids: tuple[int, ...]) -> set[int]:
    """Those that stand against the wall at a side of the asker; without a condition, against any wall.

    Args:
        condition: relative to the asker.
    """
    walls, side = walls_of(scene.graph), bearing_of(condition.relation_to_me) if condition is not None else None
    if walls is None or (condition is not None and side is None):
        return set() if condition is None else condition.holds(ids)
    found, eye = set(), scene.viewpoint
    for node in (scene.graph.by_id[i] for i in ids):
        angles = [eye.heading_rad + side] if side is not None else [node.box.yaw + k * math.pi / 2 for k in range(4)]
        ways = [np.array([math.cos(angle), math.sin(angle)]) for angle in angles]
        ahead = side is None or float((node.box.center[:2] - eye.position[:2]) @ ways[0]) > 0.0
        gaps = (
            gap_behind(node.box.center[:2] + reach_m(node, way) * way, math.atan2(-way[1], -way[0]), walls)
            for way in ways
        )
        if ahead and min(gaps) <= AGAINST_M:
            found.add(node.id)
    return found


def _to_its_wall(scene: SituatedScene, node: ObjectNode) -> float | None:
    """The direction from the asker to the wall that a thing hangs on, at a right angle, rad; None where none tells."""
    eye, across = scene.viewpoint, thin_axis(node)
    if node.front is not None:
        return math.atan2(-node.front[1], -node.front[0]) - eye.heading_rad
    if across is None:
        return None
    x, y = node.box.center[:2] - eye.position[:2]
    away = math.cos(across) * x + math.sin(across) * y
    return across - eye.heading_rad + (0.0 if away >= 0 else math.pi)


def reaches_the_floor(node: ObjectNode) -> bool:
    """Whether a thing, which is no part of the building, reaches down to the floor."""
    return node.box.bottom <= OFF_THE_FLOOR_M and not facts_of(node.category).part_of_building
