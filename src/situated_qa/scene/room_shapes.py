"""The shapes of rooms on the grid: which way walls run, the rectangle of a room, how much two masks share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Box

_SQUARE = 0.66  # a room whose space fills this much of its rectangle is one: the rest is furniture up to the ceiling
_STRAIGHTER = 0.03  # rooms are turned off the map's axes where that saves this share of their rectangles


def direction(labels: np.ndarray) -> float:
    """The angle from the map's x axis that most walls follow or cross at right angles, rad, in [0, π/2)."""
    edges = []
    for k in range(1, int(labels.max()) + 1):
        mask = labels == k
        inner = mask.copy()
        inner[1:-1, 1:-1] &= mask[:-2, 1:-1] & mask[2:, 1:-1] & mask[1:-1, :-2] & mask[1:-1, 2:]
        edges.append(np.argwhere(mask & ~inner)[:, ::-1].astype(np.float64))

    angles = np.deg2rad(np.arange(0.0, 90.0, 1.0))
    c, s = np.cos(angles), np.sin(angles)
    areas = np.zeros(len(angles))
    for at in edges:
        lengths, widths = (np.ptp(at @ np.stack(axis), axis=0) + 1 for axis in ((c, s), (-s, c)))
        areas += lengths * widths
    best = int(np.argmin(areas))
    return float(angles[best]) if areas[best] < (1 - _STRAIGHTER) * areas[0] else 0.0


def rectangle(mask: np.ndarray, yaw: float) -> np.ndarray:
    """(2, 2) low and high corner of a room's rectangle in cells [x, y], in axes turned by `yaw` around cell (0, 0)."""
    # Single cells that noise pushed into a wall do not count.
    core = mask.copy()
    padded = np.pad(mask, 1)
    near = sum(padded[1 + dy : padded.shape[0] - 1 + dy, 1 + dx : padded.shape[1] - 1 + dx].astype(int)
               for dy in (-1, 0, 1) for dx in (-1, 0, 1))  # fmt: skip
    core &= near >= 6
    points = _turned(np.argwhere(core if core.any() else mask)[:, ::-1] + 0.5, yaw)
    # Half a cell to the edge of a wall's first cell, and a cell by which noise widens walls on each side.
    return np.stack([points.min(axis=0) - 1.5, points.max(axis=0) + 1.5])


def made_square(labels: np.ndarray, rects: Sequence[np.ndarray], yaw: float) -> np.ndarray:
    """(H, W) int16 room index: rooms that nearly fill their rectangle get all of it but the space of
    other rooms.
    """
    index = labels.astype(np.int16) - 1
    cells = np.argwhere(labels == 0)
    at = _turned(cells[:, ::-1] + 0.5, yaw)
    for k, (low, high) in enumerate(rects):
        space = float((labels == k + 1).sum())
        if space < _SQUARE * float(np.prod(high - low)):
            continue
        inside = ((at > low + 0.4) & (at < high - 0.4)).all(axis=1)
        index[tuple(cells[inside].T)] = k
    return index


def box_of(rect: np.ndarray, yaw: float, origin: np.ndarray, cell_m: float, floor_m: float, height_m: float) -> Box:
    """The box of a room, map frame: its rectangle in cells, on a grid whose corner is at `origin` (2,), m."""
    low, high = rect
    middle = _turned((low + high)[None] / 2, -yaw)[0]
    center = np.array([*(origin + middle * cell_m), floor_m + height_m / 2])
    return Box(center, np.array([*((high - low) * cell_m), height_m]), yaw)


def overlap(a: np.ndarray, corner_a: np.ndarray, b: np.ndarray, corner_b: np.ndarray) -> int:
    """Cells that two masks share; corners in cells [x, y]."""
    low = np.maximum(corner_a, corner_b)
    high = np.minimum(corner_a + a.shape[::-1], corner_b + b.shape[::-1])
    if (low >= high).any():
        return 0

    def part(mask: np.ndarray, corner: np.ndarray) -> np.ndarray:
        (x0, y0), (x1, y1) = low - corner, high - corner
        return mask[y0:y1, x0:x1]

    return int((part(a, corner_a) & part(b, corner_b)).sum())


def _turned(points: np.ndarray, yaw: float) -> np.ndarray:
    """(N, 2) points in axes that are turned by `yaw`."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.asarray(points @ np.array([[c, -s], [s, c]]))
