"""The corners of rooms, told by their outline; where no floor plan tells it, by all that is in the place."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.box_fitting import fit_box
from situated_qa.scene.graph import SceneGraph


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
        inside = np.concatenate([_footprint(node.box) for node in graph.objects])
    if not len(inside):
        return inside
    return _footprint(fit_box(np.column_stack([inside, np.zeros(len(inside))])))


def _footprint(box: Box) -> np.ndarray:
    """(4, 2) corners of a box seen from above."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    signs = np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) * box.extents[:2] / 2
    return np.asarray(signs @ np.array([[c, s], [-s, c]]) + box.center[:2])


def away_from_corner_m(corners: np.ndarray, box: Box) -> float:
    """How far a box is from the nearest of (N ≥ 1, 2) corners, seen from above, m."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    local = np.abs((corners - box.center[:2]) @ np.array([[c, -s], [s, c]]))
    outside = np.maximum(local - box.extents[:2] / 2, 0.0)
    return float(np.linalg.norm(outside, axis=1).min())
