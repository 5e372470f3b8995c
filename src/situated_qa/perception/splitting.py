"""One mask or track that swallowed several things: cut where they leave a gap, by how long such a thing can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.perception.box_fitting import fit_yaw
from situated_qa.perception.categories import facts_of

_SLICE_M = 0.08  # wider than the spacing of the points of any mask that is used
_LONG = 0.75  # of the greatest length of the category: shorter ones are one thing, gaps or not
_EMPTY = 0.1  # a slice with fewer points than this share of the fullest slices on both sides is a gap
_LEAST_SHARE = 0.15  # of the points must lie on either side of a cut
_LEAST_LENGTH_M = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Upright planes, all across one horizontal axis."""

    along: np.ndarray  # (2,) unit vector, map frame
    at_m: tuple[float, ...]  # ascending, positions along it

    def part_of(self, points: np.ndarray) -> np.ndarray:
        """(N,) int, from 0, which part each of (N, 3) points of the map lies in."""
        return np.searchsorted(np.array(self.at_m), np.asarray(points)[:, :2] @ self.along)


def cuts_between(points: np.ndarray, category: str) -> Cuts | None:
    """Where to cut points that hold more than one thing of a category; None where they are one.

    Args:
        points: (N ≥ 1, 3) evenly spread over the surface, map frame, m.
    """
    facts = facts_of(category)
    longest = facts.longest_side_m
    if not np.isfinite(longest) or float(np.hypot(np.ptp(points[:, 0]), np.ptp(points[:, 1]))) < _LONG * longest:
        return None
    yaw = fit_yaw(np.asarray(points[:, :2], np.float64))
    axes = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
    lengths = [float(np.ptp(points[:, :2] @ axis)) for axis in axes]
    along = axes[int(np.argmax(lengths))]
    least = max(facts.least_length_m, _LEAST_LENGTH_M)
    at = _cuts(np.sort(points[:, :2] @ along), _LONG * longest, least, _LEAST_SHARE * len(points))
    return Cuts(along, tuple(sorted(at))) if at else None


def _cuts(position: np.ndarray, long: float, least: float, fewest: float) -> list[float]:
    """Positions to cut at, of sorted positions along the axis, m; pieces that are still long are cut further."""
    length = float(position[-1] - position[0])
    if length < long:
        return []
    slices = max(int(np.ceil(length / _SLICE_M)), 1)
    counts, edges = np.histogram(position, slices, (position[0], position[0] + slices * _SLICE_M))
    middle = (edges[:-1] + edges[1:]) / 2
    before, after = np.cumsum(counts), len(position) - np.cumsum(counts)
    allowed = (before >= fewest) & (after >= fewest)
    allowed &= (middle - position[0] >= least) & (position[-1] - middle >= least)
    fullest = np.minimum(np.maximum.accumulate(counts), np.maximum.accumulate(counts[::-1])[::-1])
    gaps = allowed & (counts <= _EMPTY * fullest)
    if not gaps.any():
        return []
    emptiest = np.flatnonzero(gaps & (counts == counts[gaps].min()))
    cut = float(middle[emptiest[len(emptiest) // 2]])
    left, right = position[position <= cut], position[position > cut]
    return [*_cuts(left, long, least, fewest), cut, *_cuts(right, long, least, fewest)]
