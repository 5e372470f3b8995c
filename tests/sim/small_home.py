"""A hand-made home of three rooms whose answers are plain to see: no furniture catalog needed.

    y=4 ┌─────────────────────────┬───────────────┬──────────┐
        │ armchair                D    stove      │   shower │
        │                         │               D          │
        │ couch   coffee   tv     │ chair table   │          │
        │          table  stand   │     chair     │   sink   │
        │ plant                   │ sink   fridge │   toilet │
    y=0 └─────────────────────────┴───────────────┴──────────┘
        x=0     living room       5    kitchen   8.1 bathroom 10.2
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph

_CELL = 0.05
_ROBOT_M = 0.2
_ROOMS = {"living room": (0.0, 5.0), "kitchen": (5.1, 8.1), "bathroom": (8.2, 10.2)}
_DOORS = (("living room", "kitchen", 5.05, 3.4), ("kitchen", "bathroom", 8.15, 2.6))

# category, room, x, y, bottom, (depth, width, height), yaw, has a front, color, material, carried by
_THINGS = (
    ("couch", "living room", 0.55, 2.0, 0.0, (0.9, 1.9, 0.8), 0.0, True, "red", "fabric", None),
    ("coffee table", "living room", 2.4, 2.0, 0.0, (0.6, 1.0, 0.4), 0.0, False, "brown", "wood", None),
    ("tv stand", "living room", 4.75, 2.0, 0.0, (0.4, 1.4, 0.5), np.pi, True, "black", "wood", None),
    ("tv", "living room", 4.75, 2.0, 0.5, (0.1, 1.0, 0.6), np.pi, True, "black", "plastic", 2),
    ("armchair", "living room", 0.6, 3.55, 0.0, (0.8, 0.8, 0.8), 0.0, True, "green", "fabric", None),
    ("potted plant", "living room", 0.55, 0.3, 0.0, (0.4, 0.4, 1.1), 0.0, False, "green", "", None),
    ("dining table", "kitchen", 6.6, 1.6, 0.0, (0.8, 1.2, 0.75), 0.0, False, "brown", "wood", None),
    ("chair", "kitchen", 5.85, 1.6, 0.0, (0.45, 0.45, 0.9), 0.0, True, "blue", "wood", None),
    ("chair", "kitchen", 6.6, 0.7, 0.0, (0.45, 0.45, 0.9), np.pi / 2, True, "red", "wood", None),
    ("bowl", "kitchen", 6.6, 1.6, 0.75, (0.25, 0.25, 0.1), 0.0, False, "yellow", "ceramic", 6),
    ("refrigerator", "kitchen", 7.75, 0.4, 0.0, (0.65, 0.7, 1.8), np.pi, True, "white", "metal", None),
    ("stove", "kitchen", 6.6, 3.65, 0.0, (0.6, 0.6, 0.9), -np.pi / 2, True, "black", "metal", None),
    ("sink", "kitchen", 5.45, 0.35, 0.0, (0.6, 0.6, 0.9), np.pi / 2, True, "white", "ceramic", None),
    ("sink", "bathroom", 9.95, 1.6, 0.3, (0.4, 0.5, 0.5), np.pi, True, "white", "ceramic", None),
    ("toilet", "bathroom", 9.85, 0.6, 0.0, (0.6, 0.4, 0.8), np.pi, True, "white", "ceramic", None),
    ("shower", "bathroom", 9.7, 3.5, 0.0, (0.9, 0.9, 2.1), np.pi, True, "", "glass", None),
)  # fmt: skip
_SHAPES = {"bowl": "round", "dining table": "rectangular"}


@dataclass(frozen=True)
class SmallHome:
    """What questions need of a home."""

    seed: int = 7
    closed: frozenset[int] = frozenset()  # indices of doors
    without: frozenset[int] = frozenset()  # ids of things
    more: tuple[tuple, ...] = field(default=())  # further things, as `_THINGS`

    def graph(self) -> SceneGraph:
        nodes = tuple(_node(id, row) for id, row in enumerate((*_THINGS, *self.more)) if id not in self.without)
        rooms = tuple(
            RoomNode(name, Box(np.array([(low + high) / 2, 2.0, 1.3]), np.array([high - low, 4.0, 2.6])))
            for name, (low, high) in _ROOMS.items()
        )
        return SceneGraph(nodes, (), rooms, floor_plan=self._plan(nodes))

    def _plan(self, nodes: tuple[ObjectNode, ...]) -> FloorPlan:
        height, width = 80, 204
        x = (np.arange(width) + 0.5) * _CELL
        y = (np.arange(height) + 0.5) * _CELL
        xs, ys = np.meshgrid(x, y)
        room_index = np.full((height, width), -1, np.int16)
        walkable = np.zeros((height, width), bool)
        for k, (low, high) in enumerate(_ROOMS.values()):
            room_index[(xs > low) & (xs < high)] = k
            walkable |= (xs > low + _ROBOT_M) & (xs < high - _ROBOT_M) & (ys > _ROBOT_M) & (ys < 4 - _ROBOT_M)
        doors = []
        for k, (one, two, at_x, at_y) in enumerate(_DOORS):
            doors.append(Door((one, two), np.array([at_x, at_y]), 0.9, k not in self.closed))
            if k not in self.closed:
                walkable |= (np.abs(xs - at_x) < 0.3) & (np.abs(ys - at_y) < 0.45 - _ROBOT_M)
        for node in nodes:
            if node.supporter is None and node.box.bottom < 0.5:
                low, high = node.box.axis_aligned()
                near = (xs > low[0] - _ROBOT_M) & (xs < high[0] + _ROBOT_M)
                walkable &= ~(near & (ys > low[1] - _ROBOT_M) & (ys < high[1] + _ROBOT_M))
        return FloorPlan(_CELL, np.zeros(2), walkable, room_index, tuple(_ROOMS), tuple(doors))


def _node(id: int, row: tuple) -> ObjectNode:
    category, room, x, y, bottom, extents, yaw, has_front, color, material, supporter = row
    center = np.array([x, y, bottom + extents[2] / 2])
    return ObjectNode(
        id=id,
        category=category,
        box=Box(center, np.array(extents), yaw),
        centroid=center,
        color=color,
        front=(float(np.cos(yaw)), float(np.sin(yaw))) if has_front else None,
        attributes=MappingProxyType(
            ({"material": material} if material else {}) | ({"shape": _SHAPES[category]} if category in _SHAPES else {})
        ),
        room=room,
        supporter=supporter,
    )
