"""Where furniture may stand: footprints that do not overlap, space kept clear in front, spots along walls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from situated_qa.geometry import Box

WALL_GAP_M = 0.04
"""Furniture stands this far off its wall, as skirting boards make it."""


def overlap(a: Box, b: Box, margin_m: float = 0.0) -> bool:
    """Whether two footprints come closer than `margin_m` along every axis that could part them (heights ignored).

    Source: separating axis theorem for convex polygons.
    """
    # So far apart that an axis of `a`, at most 45° off the line between the middles, must part them: most pairs.
    (ax, ay, _), (bx, by, _) = a.center.tolist(), b.center.tolist()
    (al, aw, _), (bl, bw, _) = a.extents.tolist(), b.extents.tolist()
    radii = (math.hypot(al, aw) + math.hypot(bl, bw)) / 2
    if math.hypot(ax - bx, ay - by) >= math.sqrt(2.0) * (radii + margin_m):
        return False
    corners_a, corners_b = a.footprint(), b.footprint()
    for yaw in (a.yaw, b.yaw):
        for angle in (yaw, yaw + np.pi / 2):
            axis = np.array([np.cos(angle), np.sin(angle)])
            along_a, along_b = corners_a @ axis, corners_b @ axis
            apart = max(along_a.min() - along_b.max(), along_b.min() - along_a.max())
            if apart >= margin_m - 1e-9:  # touching is not overlapping, whatever the rounding
                return False
    return True


@dataclass(slots=True)
class FloorPlan:
    """A rectangular floor from (0, 0) to (width, depth), m, and what stands on it."""

    width: float
    depth: float
    solid: list[Box] = field(default_factory=list)  # furniture: nothing may overlap it
    clear: list[Box] = field(default_factory=list)  # kept free of furniture; may overlap one another

    def fits(self, solid: Sequence[Box], clear: Sequence[Box] = (), margin_m: float = 0.06) -> bool:
        """Whether these boxes lie in the room, apart from all furniture, and leave all clear space clear."""
        inside = all(
            (box.footprint() >= -1e-6).all() and (box.footprint() <= [self.width + 1e-6, self.depth + 1e-6]).all()
            for box in (*solid, *clear)
        )
        return (
            inside
            and not any(overlap(box, other, margin_m) for box in solid for other in self.solid)
            and not any(overlap(box, other) for box in solid for other in self.clear)
            and not any(overlap(box, other) for box in clear for other in self.solid)
        )

    def put(self, solid: Sequence[Box], clear: Sequence[Box] = ()) -> None:
        """Take the space; call `fits` first."""
        self.solid += solid
        self.clear += clear

    def wall_length(self, wall: int) -> float:
        """m; wall 0 is y = 0, 1 is x = width, 2 is y = depth, 3 is x = 0."""
        return self.width if wall % 2 == 0 else self.depth

    def on_wall(self, wall: int, along: float, off: float) -> tuple[float, float]:
        """The point `along` a wall (growing x or y) and `off` it into the room, m."""
        return ((along, off), (self.width - off, along), (along, self.depth - off), (off, along))[wall]


def wall_yaw(wall: int) -> float:
    """Heading into the room from a wall, rad."""
    return (np.pi / 2, np.pi, -np.pi / 2, 0.0)[wall]


def against_wall(
    plan: FloorPlan, wall: int, along: float, size: tuple[float, float, float], front_m: float
) -> tuple[Box, list[Box]]:
    """A box of `size` (depth, width, height) with its back to a wall, and the clear space in front of it."""
    yaw = wall_yaw(wall)
    x, y = plan.on_wall(wall, along, size[0] / 2 + WALL_GAP_M)
    body = Box(np.array([x, y, size[2] / 2]), np.array(size), yaw)
    if front_m <= 0.0:
        return body, []
    x, y = plan.on_wall(wall, along, size[0] + WALL_GAP_M + front_m / 2)
    return body, [Box(np.array([x, y, 0.5]), np.array([front_m, size[1], 1.0]), yaw)]


def walkable(plan: FloorPlan, robot_radius_m: float, cell_m: float = 0.05) -> np.ndarray:
    """(rows, columns) bool grid, [y, x] from (0, 0): cells where the robot's center may stand, one connected region.

    A cell counts when a disc of `robot_radius_m` around its middle touches no furniture and no wall.
    """
    from scipy import ndimage

    distance = clearance(plan, cell_m)
    labels, count = ndimage.label(distance >= robot_radius_m)
    if count == 0:
        return np.zeros(labels.shape, bool)
    return labels == 1 + int(np.argmax(np.bincount(labels.ravel())[1:]))


def clearance(plan: FloorPlan, cell_m: float = 0.05) -> np.ndarray:
    """(rows, columns) distance of each cell's middle to the nearest furniture or wall, m; [y, x] from (0, 0)."""
    ys, xs = np.mgrid[0 : round(plan.depth / cell_m), 0 : round(plan.width / cell_m)]
    centers = (np.stack([xs, ys], axis=-1) + 0.5) * cell_m
    walls = [centers[..., 0], plan.width - centers[..., 0], centers[..., 1], plan.depth - centers[..., 1]]
    return np.min([*walls, *(distance_to(box, centers) for box in plan.solid)], axis=0)


def distance_to(box: Box, points: np.ndarray) -> np.ndarray:
    """Horizontal distance of (..., 2) points to the box's footprint, m; 0 inside."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    local = (points - box.center[:2]) @ np.array([[c, -s], [s, c]])
    return np.linalg.norm(np.maximum(np.abs(local) - box.extents[:2] / 2, 0.0), axis=-1)
