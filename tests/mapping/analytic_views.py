"""Depth images of a plane and a sphere, computed exactly, so that tests know where the surface is."""

from __future__ import annotations

import os

import numpy as np

from situated_qa.geometry import Frame, Intrinsics, Transform

DEVICE = os.environ.get("SITUATED_QA_TEST_MAP_DEVICE", "cpu")
"""Where the tests of the map run: "cpu" or "cuda"."""
CAMERA = Intrinsics(160, 120, 130.0, 130.0, 79.5, 59.5)


def look_at(position: tuple[float, float, float], target: tuple[float, float, float]) -> Transform:
    """T_map_camera of a camera at `position` whose optical axis goes through `target`; x right, y down."""
    forward = np.subtract(target, position).astype(np.float64)
    forward /= np.linalg.norm(forward)
    up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.99 else np.array([1.0, 0.0, 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    return Transform(np.stack([right, np.cross(forward, right), forward], axis=1), np.asarray(position, np.float64))


def rays(camera: Intrinsics, T_map_camera: Transform) -> np.ndarray:
    """(H, W, 3) map directions of unit depth."""
    v, u = np.mgrid[: camera.height, : camera.width]
    local = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)], axis=-1)
    return local @ T_map_camera.R.T


def plane_depth(camera: Intrinsics, T_map_camera: Transform, normal: np.ndarray, offset: float) -> np.ndarray:
    """Depth of the plane `normal · x = offset`, m; NaN where it is not met."""
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = (offset - T_map_camera.t @ normal) / (rays(camera, T_map_camera) @ normal)
    return np.where(depth > 0, depth, np.nan).astype(np.float32)


def sphere_depth(camera: Intrinsics, T_map_camera: Transform, center: np.ndarray, radius: float) -> np.ndarray:
    """Depth of the near side of a sphere seen from outside, m; NaN beside it."""
    d, o = rays(camera, T_map_camera), T_map_camera.t - center
    a, b, c = (d * d).sum(-1), d @ o, o @ o - radius * radius
    root = b * b - a * c
    return np.where(root > 0, (-b - np.sqrt(np.maximum(root, 0))) / a, np.nan).astype(np.float32)


def frame(
    depth: np.ndarray,
    T_map_camera: Transform | None = None,
    camera: Intrinsics = CAMERA,
    color: tuple[int, int, int] | np.ndarray = (100, 150, 200),
) -> Frame:
    image = np.ascontiguousarray(np.broadcast_to(np.asarray(color, np.uint8), (*depth.shape, 3)))
    return Frame(0, image, depth, camera, T_map_camera or Transform.identity())


def flat(z: float, camera: Intrinsics = CAMERA) -> np.ndarray:
    """A wall across the view at depth `z`, m."""
    return np.full((camera.height, camera.width), z, np.float32)


def sphere_views(center: np.ndarray, radius: float, distance: float = 1.0) -> list[Frame]:
    """Views from all around: three rings and both poles."""
    directions = [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    for elevation in (-0.8, 0.0, 0.8):
        for azimuth in np.arange(8) * np.pi / 4:
            directions.append(
                (np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation))
            )
    views = []
    for direction in directions:
        pose = look_at(tuple(center + distance * np.array(direction)), tuple(center))
        views.append(frame(sphere_depth(CAMERA, pose, center, radius), pose))
    return views


def in_order(points: np.ndarray) -> np.ndarray:
    return points[np.lexsort(points.T)]
