"""What is solid and what is free above each piece of floor: a coarse grid of evidence, kept up to date frame by frame.

It is what rooms, doors and ways to walk are found from. The volume (`tsdf.py`) knows surfaces finely but, between them,
not what was seen to be free.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import MappingError
from situated_qa.geometry import Frame
from situated_qa.mapping.devices import resolve_device
from situated_qa.settings import check_settings, setting

_log = logging.getLogger(__name__)

FLOOR_TOP_M = 0.1  # layer 0 is the floor: everything from 0.1 m below to 0.1 m above it
LAYER_M = 0.2
LAYERS = 12  # 0 is the floor, k ≥ 1 begins at FLOOR_TOP_M + (k - 1) · LAYER_M; the last ends at 2.3 m, above doors
_HIT, _MISS = 4, 1  # a wall is hit seldom and looked past often: its cells' edges are free
_MOST = 24  # more evidence is not piled up, so that what was carried away is free again after as many looks
_GROW = 64  # cells the grid is made larger by at a time


@dataclass(frozen=True, slots=True)
class OccupancySettings:
    """The grid of free and solid space."""

    cell_m: float = setting(0.05, "side of a cell, m", minimum=0.02, maximum=0.25)
    floor_m: float = setting(
        0.0,
        "height of the floor in the map, m, for rooms alone: objects take z = 0 for the floor, so name a map_frame on "
        "the floor where it is more than some centimeters off",
        minimum=-100.0,
        maximum=100.0,
    )
    max_depth_m: float = setting(5.0, "farther readings only clear the space before them, m", minimum=0.5, maximum=20.0)
    pixel_stride: int = setting(
        4, "every so many pixels, in both directions, one ray is followed", minimum=1, maximum=64
    )
    trail_radius_m: float = setting(
        0.2, "the floor within this distance of the camera's path is known to be there, m", minimum=0.0, maximum=1.0
    )
    max_extent_m: float = setting(
        150.0, "the grid is never longer than this; beyond it nothing is kept, m", minimum=5.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


class OccupancyGrid:
    """Evidence for solid (> 0) and free (< 0) space above the floor; 0 where nothing was seen.

    Attributes:
        evidence: (LAYERS, H, W) int8; layer 0 is the floor (> 0: floor was seen there), which is never < 0.
        origin: (2,) m, map frame: the corner of cell [0, 0] with the lowest x and y, a multiple of the cell's side.

    Raises:
        MappingError: Warp is missing, or "cuda" is asked for without a CUDA device.
    """

    def __init__(self, settings: OccupancySettings | None = None, device: str = "auto") -> None:
        self.settings = settings or OccupancySettings()
        self.device = resolve_device(device)
        self.evidence = np.zeros((LAYERS, 0, 0), np.int8)
        self._corner = np.zeros(2, np.int64)  # cells [ix, iy]
        self._marks: Any = None
        self._told = False

    @property
    def origin(self) -> np.ndarray:
        return self._corner * self.settings.cell_m

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self.evidence.nbytes + (4 * self._marks.size if self._marks is not None else 0)

    def warm_up(self) -> None:
        """Compile or load the kernel."""
        import warp as wp

        from situated_qa.mapping.kernels import occupancy

        wp.load_module(occupancy, device=self.device)

    def integrate(self, frame: Frame) -> None:
        """Take over what one frame shows to be solid and free.

        Raises:
            MappingError: the camera's position is not finite or beyond ±10 km.
        """
        import warp as wp

        from situated_qa.mapping.kernels import occupancy as kernels

        s, camera, T = self.settings, frame.camera, frame.T_map_camera
        if not np.isfinite(T.t).all() or np.abs(T.t).max() > 1e4:
            raise MappingError(f"camera at {T.t.tolist()} m is beyond what the map can hold: check the pose")
        side = 2 * int(np.ceil(self._reach(frame) / s.cell_m)) + 2
        low = np.floor(T.t[:2] / s.cell_m).astype(np.int64) - side // 2  # of the window, cells [ix, iy]
        if self._marks is None or self._marks.shape != (LAYERS, side, side):
            self._marks = wp.zeros((LAYERS, side, side), dtype=wp.int32, device=self.device)
        else:
            self._marks.zero_()
        base = T.R @ np.array([-camera.cx / camera.fx, -camera.cy / camera.fy, 1.0])
        du, dv = T.R[:, 0] / camera.fx, T.R[:, 1] / camera.fy
        origin = np.array([*(T.t[:2] - low * s.cell_m), T.t[2] - s.floor_m])
        columns, rows = -(-camera.width // s.pixel_stride), -(-camera.height // s.pixel_stride)
        depth: Any = wp.array(np.ascontiguousarray(frame.depth, np.float32), dtype=wp.float32, device=self.device)
        wp.launch(
            kernels.mark_cells, dim=columns * rows, device=self.device,
            inputs=[
                depth, s.pixel_stride, columns, 0.2, s.max_depth_m, s.cell_m, s.cell_m, wp.vec3(*origin),
                wp.vec3(*base), wp.vec3(*du), wp.vec3(*dv), FLOOR_TOP_M, LAYER_M, self._marks,
            ],
        )  # fmt: skip
        marks = self._marks.numpy()
        seen = np.argwhere(marks.any(axis=0))
        if not len(seen):
            return
        (y0, x0), (y1, x1) = seen.min(axis=0), seen.max(axis=0) + 1
        marks = marks[:, y0:y1, x0:x1]
        window = self._window(low + (x0, y0), (y1 - y0, x1 - x0))
        if window is None:
            return
        change = np.where(marks == 2, np.int8(_HIT), -(marks == 1).astype(np.int8) * np.int8(_MISS))
        window[...] = np.clip(window + change, -_MOST, _MOST)
        self._walked(T.t)

    def _reach(self, frame: Frame) -> float:
        """How far, level, a ray of this camera can be followed, m."""
        c = frame.camera
        corner = [max(c.cx, c.width - c.cx) / c.fx, max(c.cy, c.height - c.cy) / c.fy, 1.0]
        return self.settings.max_depth_m * float(np.linalg.norm(corner))

    def _walked(self, position: np.ndarray) -> None:
        """There is floor where the camera's carrier is, though the camera may never look at its own feet."""
        s = self.settings
        if not 0.1 <= position[2] - s.floor_m <= 2.0 or s.trail_radius_m == 0:
            return
        n = int(np.ceil(s.trail_radius_m / s.cell_m))
        low = np.floor(position[:2] / s.cell_m).astype(np.int64) - n
        window = self._window(low, (2 * n + 1, 2 * n + 1))
        if window is None:
            return
        away = ((low + np.stack(np.meshgrid(*2 * [np.arange(2 * n + 1)]), axis=-1) + 0.5) * s.cell_m) - position[:2]
        feet = np.linalg.norm(away, axis=-1) <= s.trail_radius_m
        window[0][feet] = _MOST

    def _window(self, low: np.ndarray, shape: tuple[int, int]) -> np.ndarray | None:
        """A view of the evidence from cell [ix, iy] `low` on; made larger where it must; None: too large."""
        height, width = self.evidence.shape[1:]
        low = np.asarray(low, np.int64)
        high = low + shape[::-1]
        if height == 0:
            self._corner = low.copy()
        before = np.maximum(self._corner - low, 0)
        after = np.maximum(high - self._corner - (width, height), 0)
        if before.any() or after.any():
            before, after = (-(-n // _GROW) * _GROW for n in (before, after))
            if ((width, height) + before + after).max() * self.settings.cell_m > self.settings.max_extent_m:
                if not self._told:
                    self._told = True
                    _log.error(
                        "the grid of free space would grow beyond max_extent_m (%g m): rooms and ways are not followed "
                        "there; check the poses or raise it", self.settings.max_extent_m,
                    )  # fmt: skip
                return None
            self.evidence = np.pad(self.evidence, ((0, 0), (before[1], after[1]), (before[0], after[0])))
            self._corner = self._corner - before
        x, y = low - self._corner
        return self.evidence[:, y : y + shape[0], x : x + shape[1]]
