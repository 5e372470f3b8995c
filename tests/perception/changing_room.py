"""A room whose things come and go: boxes and a wall, ray-cast with noise, and a detector that is told what to see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.config import Settings
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL
from situated_qa.mapping.tsdf import MappingSettings
from situated_qa.perception.detector import Capabilities, Detection
from situated_qa.pipeline import MappingPipeline
from situated_qa.scene.rooms import RoomSettings

CAMERA = Intrinsics(width=320, height=240, fx=260.0, fy=260.0, cx=159.5, cy=119.5)
FLOOR, WALL = -1, -2


@dataclass(frozen=True)
class Thing:
    """An axis-aligned box."""

    id: int
    category: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    rgb: tuple[int, int, int] = (150, 60, 40)

    def shifted(self, x: float, y: float = 0.0) -> Thing:
        move = (x, y, 0.0)
        low, high = (tuple(a + b for a, b in zip(corner, move, strict=True)) for corner in (self.low, self.high))
        return Thing(self.id, self.category, low, high, self.rgb)  # type: ignore[arg-type]


def looking(position: Sequence[float], at: Sequence[float]) -> Transform:
    """`T_map_camera` of a level-rolled camera at a place, looking at another, m."""
    way = np.subtract(at, position)
    yaw, pitch = np.arctan2(way[1], way[0]), -np.arctan2(way[2], np.hypot(way[0], way[1]))
    c, s = np.cos(pitch), np.sin(pitch)
    R_pitch = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    T = Transform.from_yaw(float(yaw), np.asarray(position, float))
    return T @ Transform(R_pitch, np.zeros(3)) @ T_LINK_OPTICAL


def frame_of(things: Sequence[Thing], T: Transform, stamp_s: float, *, wall_x: float = 4.0, seed: int = 0) -> Frame:
    """The room seen from a pose: floor at z = 0, a wall at x = `wall_x`, the things; noise of a Kinect."""
    v, u = np.mgrid[0 : CAMERA.height, 0 : CAMERA.width]
    rays = np.stack([(u - CAMERA.cx) / CAMERA.fx, (v - CAMERA.cy) / CAMERA.fy, np.ones(u.shape)], axis=-1)
    rays = (rays @ T.R.T).reshape(-1, 3)
    depth = np.full(len(rays), np.inf)
    ids = np.full(len(rays), FLOOR, np.int32)
    color = np.full((len(rays), 3), 190, np.uint8)
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis, at, id in ((2, 0.0, FLOOR), (0, wall_x, WALL)):
            along = (at - T.t[axis]) / rays[:, axis]
            hit = (along > 0) & (along < depth)
            depth[hit], ids[hit] = along[hit], id
        for thing in things:
            a, b = (np.array(thing.low) - T.t) / rays, (np.array(thing.high) - T.t) / rays
            near, far = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
            hit = (near < far) & (near > 0) & (near < depth)
            depth[hit], ids[hit], color[hit] = near[hit], thing.id, thing.rgb
    depth[~np.isfinite(depth)] = np.nan
    depth += np.random.default_rng(seed).normal(0.0, 1.0, len(depth)) * 0.0019 * depth**2
    shape = (CAMERA.height, CAMERA.width)
    return Frame(
        round(stamp_s * 1e9), color.reshape(*shape, 3), depth.reshape(shape).astype(np.float32), CAMERA, T,
        np.where(ids < 0, -1, ids).reshape(shape).astype(np.int32),
    )  # fmt: skip


class Told:
    """A detector with true masks of the things it is told to see, under names that may be told, too."""

    name = "told"
    capabilities = Capabilities(masks=True, vocabulary=("chair", "book", "tv", "cup", "person", "dining table"))

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.sees: Collection[int] = ()

    def show(self, things: Sequence[Thing], only: Collection[int] | None = None) -> None:
        """What is in the room now; `only` these are detected, all by default."""
        self.names = {thing.id: thing.category for thing in things}
        self.sees = self.names.keys() if only is None else only

    def detect(self, frame: Frame) -> list[Detection]:
        assert frame.instances is not None
        found = []
        for id in sorted(self.sees):
            mask = frame.instances == id
            if mask.sum() >= 40:
                rows, columns = np.nonzero(mask)
                box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
                found.append(Detection(self.names[id], 0.9, box, mask))
        return found


class Room:
    """A pipeline that looks at a room again and again."""

    def __init__(self) -> None:
        self.detector = Told()
        settings = Settings(mapping=MappingSettings(device="cpu"), rooms=RoomSettings(enabled=False))
        self.pipeline = MappingPipeline(settings, self.detector)
        self.frames = 0

    def look(self, things: Sequence[Thing], T: Transform, times: int, *, only: Collection[int] | None = None) -> None:
        """Observe the room from a pose, ten frames a second."""
        self.detector.show(things, only)
        for _ in range(times):
            self.pipeline.observe(frame_of(things, T, 1.0 + self.frames / 10, seed=self.frames))
            self.frames += 1

    def found(self, category: str) -> list:
        """The objects of a category in the graph."""
        return [node for node in self.pipeline.graph.objects if node.category == category]

    def changes(self) -> list[tuple[str, str]]:
        """The history as (kind, category)."""
        return [(str(change.kind), change.category) for change in self.pipeline.history]
