"""The part of a place that a detector looked at, where it does not look at every frame that is mapped."""

from __future__ import annotations

import dataclasses
import threading

import numpy as np

from situated_qa.geometry import Frame, back_project
from situated_qa.scene.observed import NEVER_SEEN, ObservedArea

_CELL_M = 0.1
_EVERY_ROW, _EVERY_COLUMN = 32, 8  # of a frame; its rays are then one cell apart at 5 m (640×480)
_MOST_CELLS = 2**20  # from the origin, either way


class LookedArea:
    """Collects the cells that the rays of a detector's frames passed over. Thread-safe.

    Args:
        reach_m: what is farther is not looked at, m.
    """

    def __init__(self, reach_m: float) -> None:
        self._reach_m = reach_m
        self._cells = np.zeros((0, 2), np.int64)  # (N, 2) x, y in cells of the map
        self._lock = threading.Lock()

    def add(self, frame: Frame) -> None:
        """A detector looked at this frame."""
        sample = np.zeros(frame.depth.shape, bool)
        sample[_EVERY_ROW // 2 :: _EVERY_ROW, _EVERY_COLUMN // 2 :: _EVERY_COLUMN] = True
        with np.errstate(invalid="ignore"):
            sample &= (frame.depth > 0.0) & (frame.depth < np.inf)
        points_camera = back_project(frame.depth, frame.camera, sample)
        if not len(points_camera):
            return
        far = np.linalg.norm(points_camera, axis=1, keepdims=True)
        ends_map = frame.T_map_camera.apply(points_camera * np.minimum(1.0, self._reach_m / far))[:, :2]
        start_map = frame.T_map_camera.t[:2]
        longest_m = float(np.linalg.norm(ends_map - start_map, axis=1).max())
        along = np.linspace(0.0, 1.0, int(longest_m / _CELL_M) + 2)[:, None, None]
        cells = np.floor((start_map + along * (ends_map - start_map)) / _CELL_M).astype(np.int64).reshape(-1, 2)
        cells = _unique(cells[(np.abs(cells) < _MOST_CELLS).all(axis=1)])
        with self._lock:
            self._cells = _unique(np.vstack([self._cells, cells]))

    def limit(self, area: ObservedArea) -> ObservedArea:
        """The observed area without the cells that lie more than one cell from what was looked at."""
        height, width = area.cells.shape
        x = np.floor((area.origin[0] + (np.arange(width) + 0.5) * area.cell_m) / _CELL_M).astype(np.int64)
        y = np.floor((area.origin[1] + (np.arange(height) + 0.5) * area.cell_m) / _CELL_M).astype(np.int64)
        low, size = np.array([x[0], y[0]]) - 1, (int(y[-1] - y[0]) + 3, int(x[-1] - x[0]) + 3)
        looked = np.zeros(size, bool)
        with self._lock:
            cells = self._cells - low
        cells = cells[((cells >= 0) & (cells < size[::-1])).all(axis=1)]
        looked[cells[:, 1], cells[:, 0]] = True
        looked[1:-1, 1:-1] = np.lib.stride_tricks.sliding_window_view(looked, (3, 3)).any(axis=(2, 3))
        kept = looked[np.ix_(y - low[1], x - low[0])]
        return dataclasses.replace(area, cells=np.where(kept, area.cells, NEVER_SEEN).astype(np.uint8))


def _unique(cells: np.ndarray) -> np.ndarray:
    keys = np.unique((cells[:, 0] + _MOST_CELLS) * (2 * _MOST_CELLS) + cells[:, 1] + _MOST_CELLS)
    return np.stack([keys // (2 * _MOST_CELLS), keys % (2 * _MOST_CELLS)], axis=1) - _MOST_CELLS
