"""A room of plain boxes, ray-cast analytically: exact depth and instance ids, independent of the simulator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.geometry import Box, Frame, Intrinsics, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.sequences import SequenceWriter

CAMERA = Intrinsics(width=160, height=120, fx=100.0, fy=100.0, cx=79.5, cy=59.5)
CAMERA_HEIGHT_M = 1.0


@dataclass(frozen=True)
class Thing:
    """An axis-aligned box."""

    id: int
    category: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    rgb: tuple[int, int, int]


# Seen from the origin looking along x: two red chairs on the left, a blue table ahead, a green plant behind.
THINGS = (
    Thing(0, "chair", (0.9, 1.6, 0.0), (1.4, 2.1, 0.9), (200, 30, 30)),
    Thing(1, "chair", (-0.9, 1.6, 0.0), (-0.4, 2.1, 0.9), (200, 30, 30)),
    Thing(2, "table", (1.9, -0.5, 0.0), (2.5, 0.5, 0.7), (30, 60, 200)),
    Thing(3, "plant", (-2.4, -0.2, 0.0), (-2.0, 0.2, 1.1), (30, 160, 60)),
)
_SHELL = ((-3.0, -3.0, 0.0), (3.0, 3.0, 2.6))
CATEGORIES = {thing.id: thing.category for thing in THINGS}


def cast(T_map_camera: Transform, camera: Intrinsics = CAMERA) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(H, W, 3) uint8 colour, (H, W) float32 depth in m, (H, W) int32 ids with −1 for the room itself."""
    v, u = np.mgrid[0 : camera.height, 0 : camera.width]
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones(u.shape)], axis=-1)
    rays = (rays @ T_map_camera.R.T).reshape(-1, 3)  # z = 1 in the camera: the ray's parameter is the depth
    origin = T_map_camera.t
    depth = _slabs(origin, rays, *map(np.array, _SHELL))[1]
    ids = np.full(len(rays), -1, np.int32)
    color = np.full((len(rays), 3), 180, np.uint8)
    for thing in THINGS:
        near, far = _slabs(origin, rays, np.array(thing.low), np.array(thing.high))
        hit = (near < far) & (near > 0) & (near < depth)
        depth[hit], ids[hit], color[hit] = near[hit], thing.id, thing.rgb
    shape = (camera.height, camera.width)
    return color.reshape(*shape, 3), depth.reshape(shape).astype(np.float32), ids.reshape(shape)


def _slabs(origin: np.ndarray, rays: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (low - origin) / rays, (high - origin) / rays
    return np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)


def camera_pose(heading_rad: float) -> Transform:
    """`T_map_camera` at the origin, level, at camera height, looking along `heading_rad`."""
    return Transform.from_yaw(heading_rad, np.array([0.0, 0.0, CAMERA_HEIGHT_M])) @ T_LINK_OPTICAL


def frame(index: int, n_frames: int = 24, period_s: float = 0.1) -> Frame:
    """One of `n_frames` frames of a full turn on the spot; the last one looks along x."""
    T_map_camera = camera_pose(2 * np.pi * (index + 1) / n_frames)
    color, depth, ids = cast(T_map_camera)
    return Frame(round((10 + index * period_s) * 1e9), color, depth, CAMERA, T_map_camera, ids)


def graph() -> SceneGraph:
    """The room's true scene graph, version 1."""
    nodes = []
    for thing in THINGS:
        low, high = np.array(thing.low), np.array(thing.high)
        nodes.append(ObjectNode(thing.id, thing.category, Box((low + high) / 2, high - low), (low + high) / 2))
    return SceneGraph(tuple(nodes), version=1)


def write_sequence(folder: Path, n_frames: int = 24) -> Path:
    """The turn as a sequence folder with true instances."""
    with SequenceWriter(folder, CAMERA, frame_rate_hz=10.0, categories=CATEGORIES) as writer:
        for index in range(n_frames):
            number = writer.add(frame(index, n_frames))
            assert number == index
    return folder
