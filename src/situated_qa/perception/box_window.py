"""A detector's box with its surroundings, cut out of a frame."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame

_ELSEWHERE = 0.3

Part = tuple[slice, slice]
"""Rows and columns of a rectangle in a window."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxWindow:
    """A box with its surroundings."""

    rows: slice  # of the frame
    columns: slice  # of the frame
    inside: Part  # the box itself, in the window
    reach: Part  # the box and what is so close to it that the object may reach there
    depth: np.ndarray  # (h, w) float32, m, NaN where there is none
    measured: np.ndarray  # (h, w) bool, where there is depth
    height: np.ndarray  # (h, w) float32, z in the map, m
    size: tuple[float, float]  # width and height of the box, px
    middle: tuple[float, float]  # column and row of its middle in the window, px
    frame: Frame
    measured_inside: int  # px with depth in the box
    measured_around: int  # px with depth out of reach

    @classmethod
    def around(
        cls, frame: Frame, box_xyxy: np.ndarray, *, context_ratio: float, overhang_ratio: float
    ) -> BoxWindow | None:
        """The window of a box; None where the box holds no depth.

        Args:
            box_xyxy: (4,) px, left, top, right, bottom.
            context_ratio: how far the window reaches on each side, in box sizes.
            overhang_ratio: how far the object may stick out of the box, in box sizes.
        """
        shape = frame.depth.shape
        left, top, right, bottom = (float(value) for value in box_xyxy)
        width, height = right - left, bottom - top
        if width < 1.0 or height < 1.0:
            return None
        columns = _clipped(left - width * context_ratio, right + width * context_ratio, shape[1])
        rows = _clipped(top - height * context_ratio, bottom + height * context_ratio, shape[0])
        if columns.start >= columns.stop or rows.start >= rows.stop:
            return None
        depth = frame.depth[rows, columns]
        with np.errstate(invalid="ignore"):
            measured = (depth > 0.0) & (depth < np.inf)
        dx, dy = width * overhang_ratio, height * overhang_ratio
        inside = (_within(top, bottom, rows), _within(left, right, columns))
        reach = (_within(top - dy, bottom + dy, rows), _within(left - dx, right + dx, columns))
        measured_inside = int(np.count_nonzero(measured[inside]))
        if measured_inside == 0:
            return None
        depth = np.where(measured, depth, np.float32(np.nan)).astype(np.float32, copy=False)
        window = cls(
            rows=rows,
            columns=columns,
            inside=inside,
            reach=reach,
            depth=depth,
            measured=measured,
            height=np.empty_like(depth),
            size=(width, height),
            middle=((left + right) / 2 - columns.start, (top + bottom) / 2 - rows.start),
            frame=frame,
            measured_inside=measured_inside,
            measured_around=int(np.count_nonzero(measured)) - int(np.count_nonzero(measured[reach])),
        )
        window.height[:] = window.along(np.array([0.0, 0.0, 1.0]))
        return window

    def along(self, direction: np.ndarray) -> np.ndarray:
        """(h, w) float32 coordinate of each pixel's point along a (3,) direction of the map, m."""
        T, (x, y) = self.frame.T_map_camera, self.rays()
        a, b, c = (np.asarray(direction, np.float64) @ T.R).tolist()
        slope = (a * x + c).astype(np.float32) + (b * y).astype(np.float32)[:, None]
        slope *= self.depth
        slope += np.float32(direction @ T.t)
        return slope

    def rays(self) -> tuple[np.ndarray, np.ndarray]:
        """(w,) x of the columns and (h,) y of the rows at depth 1, camera frame."""
        camera = self.frame.camera
        x = (np.arange(self.columns.start, self.columns.stop) - camera.cx) / camera.fx
        y = (np.arange(self.rows.start, self.rows.stop) - camera.cy) / camera.fy
        return x, y

    def runs_on(self, pixels: np.ndarray, ratio: float) -> bool:
        """Whether `pixels` (h, w) fill the surroundings at least `ratio` times as densely as the box: background."""
        outside = int(np.count_nonzero(pixels)) - int(np.count_nonzero(pixels[self.reach]))
        inside = int(np.count_nonzero(pixels[self.inside]))
        return outside > 0 and outside * self.measured_inside >= ratio * inside * self.measured_around

    def shows_elsewhere(self, pixels: np.ndarray) -> bool:
        """Whether a good part of some (N, 2) pixels of the frame, columns and rows, lies out of reach of the box."""
        rows, columns = self.reach
        low = np.array([self.columns.start + columns.start, self.rows.start + rows.start])
        high = np.array([self.columns.start + columns.stop, self.rows.start + rows.stop])
        near = int(np.count_nonzero(((pixels >= low) & (pixels < high)).all(axis=1)))
        return len(pixels) - near >= _ELSEWHERE * len(pixels)

    def only(self, pixels: np.ndarray, part: Part) -> np.ndarray:
        """(h, w) bool: those of `pixels` that lie in a part of the window."""
        result = np.zeros_like(pixels)
        result[part] = pixels[part]
        return result

    def without(self, pixels: np.ndarray, part: Part) -> np.ndarray:
        """(h, w) bool: those of `pixels` that lie outside of a part of the window."""
        result = pixels.copy()
        result[part] = False
        return result


def _clipped(low: float, high: float, size: int) -> slice:
    return slice(max(int(low), 0), min(math.ceil(high), size))


def _within(low: float, high: float, window: slice) -> slice:
    """The pixels u of a window with low ≤ u < high, counted from the window's first."""
    size = window.stop - window.start
    first = min(max(math.ceil(low) - window.start, 0), size)
    return slice(first, min(max(math.ceil(high) - window.start, first), size))
