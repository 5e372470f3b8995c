"""The parts of a floor plan that can be seen from one eye, derived from the openings between its regions.

A region is a room or a doorway. A look gets from one region into the next through cells where the two touch, so it
goes in a direction in which the eye has some of those cells. From opening to opening fewer directions are left. What
no region and direction holds needs no look; nothing is left out that a look would get to.

Source: Luebke, Georges 1995, Portals and Mirrors.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

_MOST_VISITS = 300  # of regions behind regions; beyond it nothing is gained by leaving things out
_SLACK = 0.1  # cells around those of an opening, for rounding


@dataclass(frozen=True, slots=True, eq=False)
class Prospect:
    """Regions in view, each with directions that lead there; a region may be named several times.

    Attributes:
        regions: (V,) numbers of regions.
        middle, half: (V,) the directions within `half` of `middle`, -π … π, rad; all there are where `half` is π.
    """

    regions: np.ndarray
    middle: np.ndarray
    half: np.ndarray

    def holds(self, regions: np.ndarray, bearings: np.ndarray) -> np.ndarray:
        """(N,) bool: whether looks in (N,) directions, rad, may get to regions, each to its own."""
        return np.asarray(((regions[:, None] == self.regions) & self.toward(bearings, 0.0)).any(axis=1))

    def toward(self, bearings: np.ndarray, half: np.ndarray | float) -> np.ndarray:
        """(N, V) bool: which of the prospect's directions come within `half` of (N,) bearings of -π … π, rad."""
        apart = np.abs(bearings[:, None] - self.middle)
        return np.asarray(np.minimum(apart, 2 * np.pi - apart) <= self.half + (np.asarray(half)[..., None] + 1e-6))


class Regions:
    """The regions of a grid and the openings between them, made once for any number of eyes.

    Attributes:
        numbers: (H, W) int16: the region of each cell, 0 for what stops looks.
        low, high: (R, 2) first and last cell [iy, ix] of each region; of none for numbers that no cell has.
        outside: the region around the grid, where looks go to and do not come back from.
    """

    def __init__(self, numbers: np.ndarray) -> None:
        """
        Args:
            numbers: (H, W) int: 0 for what stops looks, else the region of the cell; regions may have any form. The
                outermost cells are taken to be the region around the grid, whatever their numbers.
        """
        self.outside = int(numbers.max()) + 1
        self.numbers: np.ndarray = numbers.astype(np.int16 if self.outside < 2**15 else np.int32)
        self.numbers[[0, -1]] = self.numbers[:, [0, -1]] = self.outside
        self._find_bounds()
        self._find_openings()

    def _find_bounds(self) -> None:
        self.low = np.full((self.outside + 1, 2), max(self.numbers.shape))
        self.high = np.full((self.outside + 1, 2), -1)
        for axis in range(2):
            steps = np.diff(self.numbers, axis=axis) != 0  # the first and last cells along an axis are at steps
            cells = np.argwhere(steps)
            for beyond in (0, 1):
                at = cells + (beyond * (axis == 0), beyond * (axis == 1))
                region = self.numbers[tuple(at.T)]
                np.minimum.at(self.low[:, axis], region, at[:, axis])
                np.maximum.at(self.high[:, axis], region, at[:, axis])

    def _find_openings(self) -> None:
        """Per opening its two regions, and the corners of the bounds of the cells where they touch."""
        keys, cells = [], []
        height, width = self.numbers.shape
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            left, right = max(-dx, 0), max(dx, 0)
            one = self.numbers[: height - dy, left : width - right]
            two = self.numbers[dy:, left + dx : width - right + dx]
            y, x = np.nonzero((one != two) & (one > 0) & (two > 0))
            a, b = one[y, x].astype(np.int64), two[y, x].astype(np.int64)
            keys.append(np.minimum(a, b) * (self.outside + 1) + np.maximum(a, b))
            x = x + left
            cells.append(np.column_stack([np.minimum(x, x + dx), y, np.maximum(x, x + dx), y + dy]))
        key, cell = np.concatenate(keys), np.concatenate(cells)
        order = np.argsort(key, kind="stable")
        openings, starts = np.unique(key[order], return_index=True)
        bounds = np.zeros((0, 4))
        if len(openings):
            low = np.minimum.reduceat(cell[order, :2], starts) - _SLACK
            high = np.maximum.reduceat(cell[order, 2:], starts) + 1 + _SLACK
            bounds = np.hstack([low, high])
        self._corners = bounds[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]  # (K, 4, 2) [x, y] in cells
        self._leading: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # region → (opening, region behind)
        for opening, number in enumerate(openings.tolist()):
            a, b = divmod(number, self.outside + 1)
            self._leading[a].append((opening, b))
            self._leading[b].append((opening, a))

    def prospect(self, eye: np.ndarray) -> Prospect | None:
        """What the looks from an eye may get to.

        Args:
            eye: (2,) [x, y] in cells of the grid.

        Returns:
            None where that cannot be told: the eye is outside or in a wall, or there are too many openings.
        """
        column, row = math.floor(eye[0]), math.floor(eye[1])
        if not (0 <= row < self.numbers.shape[0] and 0 <= column < self.numbers.shape[1]):
            return None
        here = int(self.numbers[row, column])
        if here in (0, self.outside):
            return None
        middles, halves = self._arcs(eye)
        seen: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        seen[here].append((0.0, math.pi))
        visits = 1
        todo = [(here, 0.0, math.pi, frozenset([here]))]
        while todo:
            region, middle, half, passed = todo.pop()
            for opening, behind in self._leading[region]:
                # A look that comes back into a region was found when it left it: directions only get fewer.
                if behind in passed:
                    continue
                arc = _meet(middle, half, middles[opening], halves[opening])
                if arc is None or any(_holds(wider, arc) for wider in seen[behind]):
                    continue
                seen[behind].append(arc)
                visits += 1
                if visits > _MOST_VISITS:
                    return None
                if behind != self.outside:
                    todo.append((behind, *arc, passed | {behind}))
        regions = np.repeat(list(seen), [len(arcs) for arcs in seen.values()])
        arcs = np.array([arc for arcs in seen.values() for arc in arcs])
        return Prospect(regions, (arcs[:, 0] + np.pi) % (2 * np.pi) - np.pi, arcs[:, 1])

    def _arcs(self, eye: np.ndarray) -> tuple[list[float], list[float]]:
        """Per opening the directions it lies in from an eye: their middle, and half of how wide they are, rad."""
        ahead = self._corners.mean(axis=1, keepdims=True) - eye
        offset = self._corners - eye
        across = ahead[..., 0] * offset[..., 1] - ahead[..., 1] * offset[..., 0]
        aside = np.arctan2(across, (ahead * offset).sum(axis=2))  # from the direction of the opening's middle
        low, high = aside.min(axis=1), aside.max(axis=1)
        half = np.where(high - low >= np.pi, np.pi, (high - low) / 2)  # an eye inside it sees it all around
        return (np.arctan2(ahead[:, 0, 1], ahead[:, 0, 0]) + (low + high) / 2).tolist(), half.tolist()


def _meet(middle: float, half: float, other: float, other_half: float) -> tuple[float, float] | None:
    """Middle and half width of what two arcs share; of the narrower one where the wider is above half a turn."""
    if half > other_half:
        middle, half, other, other_half = other, other_half, middle, half
    if other_half >= math.pi / 2:
        return middle, half
    apart = math.remainder(other - middle, 2 * math.pi)
    low, high = max(-half, apart - other_half), min(half, apart + other_half)
    return (middle + (low + high) / 2, (high - low) / 2) if low <= high else None


def _holds(wider: tuple[float, float], arc: tuple[float, float]) -> bool:
    """Whether one arc lies within another, both given by middle and half width."""
    return abs(math.remainder(wider[0] - arc[0], 2 * math.pi)) + arc[1] <= wider[1] or wider[1] >= math.pi
