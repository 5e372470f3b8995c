"""Which parts of a floor plan the looks from one eye can get to, told from the openings between its regions.

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

_MOST_VISITS = 300  # of regions behind regions; beyond it nobody gains by leaving things out
_SLACK = 0.1  # cells around those of an opening, for rounding


@dataclass(frozen=True, slots=True, eq=False)
class Prospect:
    """Regions in view, each with directions that lead there; a region may be named several times.

    Attributes:
        regions: (V,) numbers of regions.
        middle, half: (V,) the directions within `half` of `middle`, rad; all there are where `half` is π.
    """

    regions: np.ndarray
    middle: np.ndarray
    half: np.ndarray


class Regions:
    """The regions of a grid and the openings between them, made once for any number of eyes.

    Attributes:
        low, high: (R, 2) first and last cell [iy, ix] of each region, by its number; number 0 is what stops looks.
        outside: the region around the grid, where looks go to and do not come back from.
    """

    def __init__(self, spaces: np.ndarray, wall: int) -> None:
        """
        Args:
            spaces: (H, W) int; cells of one value that touch, be it at a corner, are one region. The outermost cells
                are the region around the grid, whatever their values.
            wall: the value of cells that stop looks.
        """
        from skimage.measure import label, regionprops

        values = np.where(spaces == wall, 0, spaces - spaces.min() + 1)
        values[[0, -1]] = values[:, [0, -1]] = values.max() + 1
        self.numbers = np.asarray(label(values, background=0, connectivity=2))
        self.outside = int(self.numbers[0, 0])
        boxes = np.zeros((int(self.numbers.max()) + 1, 4), dtype=np.int64)
        for region in regionprops(self.numbers):
            boxes[region.label] = region.bbox
        self.low, self.high = boxes[:, :2], boxes[:, 2:] - 1
        self._find_openings()

    def _find_openings(self) -> None:
        """Per opening its two regions and the corners around its cells, all openings' corners in one array."""
        import cv2

        between: defaultdict[tuple[int, int], list[np.ndarray]] = defaultdict(list)
        height, width = self.numbers.shape
        for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
            one = self.numbers[: height - dy, max(-dx, 0) : width - max(dx, 0)]
            two = self.numbers[dy:, max(dx, 0) : width + min(dx, 0)]
            y, x = np.nonzero((one != two) & (one > 0) & (two > 0))
            x = x + max(-dx, 0)
            pairs = np.sort(np.column_stack([self.numbers[y, x], self.numbers[y + dy, x + dx]]), axis=1)
            kinds, kind_of = np.unique(pairs, axis=0, return_inverse=True)
            cells = np.stack([np.column_stack([x, y]), np.column_stack([x + dx, y + dy])], axis=1)
            for kind, (a, b) in enumerate(kinds.tolist()):
                between[a, b].append(cells[kind_of.ravel() == kind].reshape(-1, 2))
        corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]) * (1 + 2 * _SLACK) - _SLACK
        hulls = [
            cv2.convexHull((np.concatenate(cells)[:, None] + corners).reshape(-1, 2).astype(np.float32))[:, 0]
            for cells in between.values()
        ]
        self._corners = np.concatenate(hulls).astype(np.float64) if hulls else np.zeros((0, 2))
        self._counts = np.array([len(hull) for hull in hulls], dtype=np.int64)
        self._middles = np.array([hull.mean(axis=0) for hull in hulls], dtype=np.float64).reshape(-1, 2)
        self._leading: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # region → (opening, region behind)
        for opening, (a, b) in enumerate(between):
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
        seen = [(here, 0.0, math.pi)]
        todo = [(here, 0.0, math.pi, frozenset([here]))]
        while todo:
            region, middle, half, passed = todo.pop()
            for opening, behind in self._leading[region]:
                # A look that comes back into a region was found when it left it: directions only get fewer.
                if behind in passed:
                    continue
                arc = _meet(middle, half, middles[opening], halves[opening])
                if arc is None:
                    continue
                seen.append((behind, *arc))
                if len(seen) > _MOST_VISITS:
                    return None
                if behind != self.outside:
                    todo.append((behind, *arc, passed | {behind}))
        regions, middle_of, half_of = zip(*seen, strict=True)
        return Prospect(np.array(regions), np.array(middle_of), np.array(half_of))

    def _arcs(self, eye: np.ndarray) -> tuple[list[float], list[float]]:
        """Per opening the directions it lies in from an eye: their middle, and half of how wide they are, rad."""
        if not len(self._counts):
            return [], []
        toward = self._middles - eye
        ahead = np.repeat(toward, self._counts, axis=0)
        offset = self._corners - eye
        aside = np.arctan2(
            ahead[:, 0] * offset[:, 1] - ahead[:, 1] * offset[:, 0], (ahead * offset).sum(axis=1)
        )  # from the direction of the opening's middle
        starts = np.cumsum(self._counts) - self._counts
        low, high = np.minimum.reduceat(aside, starts), np.maximum.reduceat(aside, starts)
        half = np.where(high - low >= np.pi, np.pi, (high - low) / 2)  # whoever stands in it sees it all around
        return (np.arctan2(toward[:, 1], toward[:, 0]) + (low + high) / 2).tolist(), half.tolist()


def _meet(middle: float, half: float, other: float, other_half: float) -> tuple[float, float] | None:
    """Middle and half width of what two arcs share; of the narrower one where the wider is above half a turn."""
    if half > other_half:
        middle, half, other, other_half = other, other_half, middle, half
    if other_half >= math.pi / 2:
        return middle, half
    apart = math.remainder(other - middle, 2 * math.pi)
    low, high = max(-half, apart - other_half), min(half, apart + other_half)
    return (middle + (low + high) / 2, (high - low) / 2) if low <= high else None
