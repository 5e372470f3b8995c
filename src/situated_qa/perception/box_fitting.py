"""Upright boxes around points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box

_TRIM_PERCENT = 0.5  # of the points that may stick out at either end of an axis
_MIN_EXTENT_M = 0.01
_MOST_POINTS = 400
_AT_A_SIDE = 0.08  # of the rectangle's own extent: so near to a side is a point of the face there
_AREA_ALONE = 0.5  # how much the area counts beside the share of the points at the sides
_ABOUT_AS_SMALL = 1.25
_DEGREES, _FINE_DEGREES = np.arange(0.0, 90.0, 3.0), np.arange(-3.0, 3.01, 0.5)
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
    yaw = fit_yaw(points[:, :2], axis_aligned_gain=axis_aligned_gain)
    along = _turned(points[:, :2], np.array([yaw]))[0]
    low, high = trimmed_range(np.vstack([along, points[:, 2]]))
    middle, extents = (low + high) / 2, np.maximum(high - low, _MIN_EXTENT_M)
    c, s = np.cos(yaw), np.sin(yaw)
    center = np.array([c * middle[0] - s * middle[1], s * middle[0] + c * middle[1], middle[2]])
    return Box(center=center, extents=extents, yaw=yaw)


def fit_yaw(xy: np.ndarray, *, axis_aligned_gain: float = 0.1) -> float:
    """The yaw of the box that `fit_box` fits to points seen from above, (N ≥ 1, 2) m; rad, in [-π/4, π/4)."""
    least = 1.0 - axis_aligned_gain
    if len(xy) > _MOST_POINTS:  # the yaw hardly changes with fewer points, the time does
        xy = xy[:: len(xy) // _MOST_POINTS + 1]
    coarse = _Rectangles.around(xy, _DEGREES)
    straight = float(coarse.costs(np.array([0]))[0])
    likely = np.flatnonzero(coarse.areas <= _ABOUT_AS_SMALL * coarse.areas.min())
    degrees = float(_DEGREES[likely[np.argmin(coarse.costs(likely))]]) + _FINE_DEGREES
    fine = _Rectangles.around(xy, degrees)
    costs = fine.costs(np.arange(len(degrees)))
    best = int(np.argmin(costs))
    saved = costs[best] < least * straight and fine.areas[best] < least * coarse.areas[0]
    if saved or costs[best] < _CLEAR_CORNER * straight:
        return float(np.deg2rad((float(degrees[best]) + 45.0) % 90.0 - 45.0))
    return 0.0


def trimmed_range(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The 0.5th and the 99.5th percentile along the last axis of (..., N ≥ 1) values.

    As np.percentile gives them; sorting so few values is several times as fast.
    """
    ordered = np.sort(values, axis=-1)
    return _at(ordered, _TRIM_PERCENT / 100.0), _at(ordered, (100.0 - _TRIM_PERCENT) / 100.0)


def _at(ordered: np.ndarray, share: float) -> np.ndarray:
    """The quantile of (..., N) values in ascending order, interpolated as np.percentile does it."""
    last = ordered.shape[-1] - 1
    place = share * last
    first = int(place)
    a, b, t = ordered[..., first], ordered[..., min(first + 1, last)], place - first
    return np.asarray(a + (b - a) * t if t < 0.5 else b - (b - a) * (1.0 - t))


def _turned(xy: np.ndarray, yaws: np.ndarray) -> np.ndarray:
    """(A, 2, N) coordinates of the (N, 2) points along axes turned by each of the (A,) yaws, rad."""
    c, s = np.cos(yaws), np.sin(yaws)
    axes = np.empty((2 * len(yaws), 2))
    axes[::2, 0], axes[::2, 1], axes[1::2, 0], axes[1::2, 1] = c, s, -s, c
    return np.asarray((axes @ xy.T).reshape(len(yaws), 2, -1))


@dataclass(frozen=True, slots=True, eq=False)
class _Rectangles:
    """The rectangles around some points along axes turned by several yaws."""

    turned: np.ndarray  # (A, 2, N) coordinates of the points along these axes
    low: np.ndarray  # (A, 2)
    high: np.ndarray  # (A, 2)
    areas: np.ndarray  # (A,) m²

    @classmethod
    def around(cls, xy: np.ndarray, degrees: np.ndarray) -> _Rectangles:
        """Those around (N, 2) points, along axes turned by (A,) angles."""
        turned = _turned(xy, np.deg2rad(degrees))
        low, high = trimmed_range(turned)
        return cls(turned, low, high, np.prod(np.maximum(high - low, _MIN_EXTENT_M), axis=1))

    def costs(self, index: np.ndarray) -> np.ndarray:
        """(K,) areas of some of them, by how many points are at their sides, m²."""
        turned, low, high = self.turned[index], self.low[index, :, None], self.high[index, :, None]
        to_side = np.minimum(turned - low, high - turned)  # (K, 2, N)
        at_a_side = (to_side < _AT_A_SIDE * np.maximum(high - low, _MIN_EXTENT_M)).any(axis=1)
        return np.asarray(self.areas[index] / (_AREA_ALONE + at_a_side.mean(axis=1)))


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
    axes = np.ascontiguousarray(points.T)
    away, squared = np.empty_like(axes), np.empty(len(points), np.float32)
    distance = np.full(len(points), np.inf, np.float32)
    for i in range(1, count):
        np.subtract(axes, points[chosen[i - 1], :, None], out=away)
        np.square(away, out=away)
        np.add(away[0], away[1], out=squared)
        np.add(squared, away[2], out=squared)
        np.minimum(distance, squared, out=distance)
        chosen[i] = distance.argmax()
    return points[chosen]
