"""Upright boxes around points."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box

_TRIM_PERCENT = 0.5  # of the points that may stick out at either end of an axis
_MIN_EXTENT_M = 0.01
_MOST_POINTS = 400
_AT_A_SIDE = 0.08  # of the rectangle's own extent: so near to a side is a point of the face there
_AREA_ALONE = 0.5  # how much the area counts beside the share of the points at the sides
_ABOUT_AS_SMALL = 1.25
_CLEAR_CORNER = 0.7  # of the cost along the map's axes: two faces at another angle, whatever the footprint


def fit_box(points: np.ndarray, *, axis_aligned_gain: float = 0.1) -> Box:
    """The upright box of least footprint around (N ≥ 1, 3) points, m.

    Half a percent of the points may stick out on each side. Of an object of which two faces were seen, the rectangle
    across the corner is hardly larger than the one along the faces, or smaller: so of rectangles of about one size the
    one whose sides are close to the points wins. The box stays aligned with the map's axes unless turning it saves more
    than `axis_aligned_gain` of its footprint, or two faces show its corner: the yaw of a round or badly seen object is
    noise.

    Source: closeness of L-shapes as in Zhang et al. 2017, "Efficient L-Shape Fitting for Vehicle Detection".

    Returns:
        A box with yaw in [-π/4, π/4).
    """
    points = np.asarray(points, np.float64)
    least = 1.0 - axis_aligned_gain
    xy = points[:, :2]
    if len(xy) > _MOST_POINTS:  # the yaw hardly changes with fewer points, the time does
        xy = xy[:: len(xy) // _MOST_POINTS + 1]
    degrees = np.arange(0.0, 90.0, 3.0)
    costs, areas = _costs(xy, np.deg2rad(degrees))
    likely = np.flatnonzero(areas <= _ABOUT_AS_SMALL * areas.min())
    coarse = float(degrees[likely[np.argmin(costs[likely])]])
    fine = coarse + np.arange(-3.0, 3.01, 0.5)
    fine_costs, fine_areas = _costs(xy, np.deg2rad(fine))
    best = int(np.argmin(fine_costs))
    saved = fine_costs[best] < least * costs[0] and fine_areas[best] < least * areas[0]
    yaw = 0.0
    if saved or fine_costs[best] < _CLEAR_CORNER * costs[0]:
        yaw = float(np.deg2rad((float(fine[best]) + 45.0) % 90.0 - 45.0))
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


def _costs(xy: np.ndarray, yaws: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(A,) areas of the rectangles around the points, m², by how many points are at their sides, and plain."""
    turned = _turned(xy, yaws)
    low, high = np.percentile(turned, [_TRIM_PERCENT, 100.0 - _TRIM_PERCENT], axis=2)
    extents = np.maximum(high - low, _MIN_EXTENT_M)  # (A, 2)
    areas = np.prod(extents, axis=1)
    to_side = np.minimum(turned - low[..., None], high[..., None] - turned) / extents[..., None]  # (A, 2, N)
    share = (to_side.min(axis=1) < _AT_A_SIDE).mean(axis=1)
    return areas / (_AREA_ALONE + share), areas


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
