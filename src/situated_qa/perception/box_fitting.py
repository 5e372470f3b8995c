"""Upright boxes around points."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box

_TRIM_PERCENT = 0.5  # of the points that may stick out at either end of an axis
_MIN_EXTENT_M = 0.01


def fit_box(points: np.ndarray, *, axis_aligned_gain: float = 0.1) -> Box:
    """The upright box of least footprint around (N ≥ 1, 3) points, m.

    Half a percent of the points may stick out on each side. The box stays aligned with the map's axes unless turning it
    saves more than `axis_aligned_gain` of its footprint: the yaw of a round or badly seen object is noise.

    Returns:
        A box with yaw in [-π/4, π/4).
    """
    points = np.asarray(points, np.float64)
    degrees = np.arange(0.0, 90.0, 3.0)
    areas = _footprints(points[:, :2], np.deg2rad(degrees))
    coarse = float(degrees[int(np.argmin(areas))])
    fine = coarse + np.arange(-3.0, 3.01, 0.5)
    fine_areas = _footprints(points[:, :2], np.deg2rad(fine))
    yaw = 0.0
    if fine_areas.min() < (1.0 - axis_aligned_gain) * areas[0]:
        yaw = float(np.deg2rad((float(fine[int(np.argmin(fine_areas))]) + 45.0) % 90.0 - 45.0))
    along = _turned(points[:, :2], np.array([yaw]))[0]
    local = np.vstack([along, points[:, 2]])
    low, high = np.percentile(local, [_TRIM_PERCENT, 100.0 - _TRIM_PERCENT], axis=1)
    middle, extents = (low + high) / 2, np.maximum(high - low, _MIN_EXTENT_M)
    c, s = np.cos(yaw), np.sin(yaw)
    center = np.array([c * middle[0] - s * middle[1], s * middle[0] + c * middle[1], middle[2]])
    return Box(center=center, extents=extents, yaw=yaw)


def _turned(xy: np.ndarray, yaws: np.ndarray) -> np.ndarray:
    """(A, 2, N) coordinates of the (N, 2) points along axes turned by each of the (A,) yaws, rad."""
    c, s = np.cos(yaws), np.sin(yaws)
    axes = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
    return axes @ xy.T


def _footprints(xy: np.ndarray, yaws: np.ndarray) -> np.ndarray:
    """(A,) areas of the rectangles around the points, m²."""
    if len(xy) > 600:  # the area hardly changes with fewer points, the time does
        xy = xy[:: len(xy) // 600 + 1]
    low, high = np.percentile(_turned(xy, yaws), [_TRIM_PERCENT, 100.0 - _TRIM_PERCENT], axis=2)
    return np.prod(np.maximum(high - low, _MIN_EXTENT_M), axis=1)


def with_bottom(box: Box, bottom: float) -> Box:
    """The same box, reaching down to height `bottom`, m."""
    extents = box.extents.copy()
    extents[2] = box.top - bottom
    return Box(np.array([*box.center[:2], (box.top + bottom) / 2]), extents, box.yaw)


def spread_points(points: np.ndarray, count: int) -> np.ndarray:
    """At most `count` of the (N, 3) points, spread over all of them; (M, 3) float32, always the same ones.

    Farthest-point sampling from the point closest to the middle. Source: Gonzalez 1985.
    """
    points = np.asarray(points, np.float32)
    if len(points) > 8 * count:
        ends = np.concatenate([points.argmin(axis=0), points.argmax(axis=0)])
        points = points[np.union1d(np.arange(0, len(points), len(points) // (8 * count) + 1), ends)]
    if len(points) <= count:
        return points.copy()
    chosen = np.empty(count, np.int64)
    chosen[0] = int(np.argmin(((points - points.mean(axis=0)) ** 2).sum(axis=1)))
    x, y, z = np.ascontiguousarray(points.T)
    distance = np.full(len(points), np.inf, np.float32)
    for i in range(1, count):
        last = chosen[i - 1]
        squared = (x - x[last]) ** 2
        squared += (y - y[last]) ** 2
        squared += (z - z[last]) ** 2
        np.minimum(distance, squared, out=distance)
        chosen[i] = int(distance.argmax())
    return points[chosen]
