"""Depth images of a room with boxes in it, by ray casting: what each pixel sees can be worked out by hand."""

from __future__ import annotations

import numpy as np
from rooms_for_perception import CAMERA, T_MAP_CAMERA

Corners = tuple[tuple[float, float, float], tuple[float, float, float]]
FLOOR_AND_WALL_M = 4.0
"""The wall ahead stands here, along the map's x."""


def drawn(*boxes: Corners) -> tuple[np.ndarray, np.ndarray]:
    """(120, 160) depth, m, and which box each pixel shows: 0, 1, … in order, -1 for floor and wall."""
    rows, columns = np.mgrid[:120, :160]
    rays = np.stack([(columns - CAMERA.cx) / CAMERA.fx, (rows - CAMERA.cy) / CAMERA.fy, np.ones(rows.shape)], axis=-1)
    rays = rays @ T_MAP_CAMERA.R.T
    eye = T_MAP_CAMERA.t
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = np.where(rays[..., 2] < 0, -eye[2] / rays[..., 2], np.inf)
        depth = np.minimum(depth, FLOOR_AND_WALL_M / rays[..., 0])
        shown = np.full(rows.shape, -1)
        for number, (low, high) in enumerate(boxes):
            near, far = (np.array(low) - eye) / rays, (np.array(high) - eye) / rays
            enter = np.nanmax(np.minimum(near, far), axis=-1)
            leave = np.nanmin(np.maximum(near, far), axis=-1)
            hit = (enter < leave) & (enter > 0) & (enter < depth)
            depth, shown = np.where(hit, enter, depth), np.where(hit, number, shown)
    return depth.astype(np.float32), shown
