"""Small synthetic frames and observations whose answers fit in the head."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL
from situated_qa.perception.observations import Observation

CAMERA = Intrinsics(width=160, height=120, fx=100.0, fy=100.0, cx=80.0, cy=60.0)
SHARED_DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

# Camera 1 m above the floor at the origin, looking along the map's x; its columns run towards -y, its rows down.
T_MAP_CAMERA = Transform(np.eye(3), np.array([0.0, 0.0, 1.0])) @ T_LINK_OPTICAL


def frame_of(depth: np.ndarray, *, color=(128, 128, 128), instances=None, stamp: int = 0, T=T_MAP_CAMERA) -> Frame:
    """A frame of one colour with a given (120, 160) depth image."""
    image = np.empty((*depth.shape, 3), np.uint8)
    image[:] = color
    return Frame(stamp, image, depth.astype(np.float32), CAMERA, T, instances)


def room_depth() -> np.ndarray:
    """(120, 160) depth of a floor at z = 0 and a wall 4 m ahead."""
    rows = np.arange(120)[:, None] + np.zeros(160)
    with np.errstate(divide="ignore"):
        floor = np.where(rows > 60, 100.0 / np.maximum(rows - 60, 1e-9), np.inf)
    return np.minimum(floor, 4.0)


def solid(low, high, step: float = 0.02) -> np.ndarray:
    """(N, 3) points filling the box from `low` to `high`, m."""
    axes = [np.arange(a, b + 1e-9, step) for a, b in zip(low, high, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3).astype(np.float32)


def seen(category: str, points: np.ndarray, *, score: float = 0.5, stamp: int = 0, rgb=(100, 100, 100)):
    """An observation of points, without image."""
    return Observation(category, score, points.astype(np.float32), rgb, len(points), False, stamp)
