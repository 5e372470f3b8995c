"""How far one has to walk: shortest ways over the cells one can stand on, by a search of its own.

Sixteen directions a step (king's and knight's moves): what remains of the grid's error is below 3 %. Meters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

_KING = ((0, 1), (1, 0), (1, 1), (1, -1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))
_KEPT_TREES = 64  # some 12 bytes a cell each


class Walking:
    """The cells of a walkable grid and the ways between them."""

    def __init__(self, walkable: np.ndarray, origin: np.ndarray, cell_m: float) -> None:
        """
        Args:
            walkable: (H, W) bool, [iy, ix].
            origin: (2,) lowest corner of cell [0, 0], m.
        """
        self.free = np.asarray(walkable, dtype=bool)
        self.origin = np.asarray(origin, dtype=np.float64)
        self.cell_m = cell_m
        self._trees: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    @cached_property
    def cells(self) -> np.ndarray:
        """(N, 2) [iy, ix] of the free cells."""
        return np.argwhere(self.free)

    @cached_property
    def centers(self) -> np.ndarray:
        """(N, 2) their middles in the map, m."""
        return self.origin + (self.cells[:, ::-1] + 0.5) * self.cell_m

    @cached_property
    def _number(self) -> np.ndarray:
        number = np.full(self.free.shape, -1)
        number[self.free] = np.arange(len(self.cells))
        return number

    @cached_property
    def _graph(self) -> Any:
        from scipy import sparse

        starts, ends, lengths = [], [], []
        height, width = self.free.shape
        padded = np.zeros((height + 4, width + 4), dtype=bool)
        padded[2:-2, 2:-2] = self.free
        numbers = np.full(padded.shape, -1)
        numbers[2:-2, 2:-2] = self._number

        def shifted(grid: np.ndarray, dy: int, dx: int) -> np.ndarray:
            return grid[2 + dy : 2 + dy + height, 2 + dx : 2 + dx + width]

        for dy, dx in (*_KING, *_KNIGHT):
            passable = self.free & shifted(padded, dy, dx)
            for by, bx in _crossed(dy, dx):
                passable &= shifted(padded, by, bx)
            starts.append(self._number[passable])
            ends.append(shifted(numbers, dy, dx)[passable])
            lengths.append(np.full(int(passable.sum()), np.hypot(dy, dx) * self.cell_m))
        count = len(self.cells)
        return sparse.csr_matrix(
            (np.concatenate(lengths), (np.concatenate(starts), np.concatenate(ends))), shape=(count, count)
        )

    def near(self, point: np.ndarray) -> tuple[int, float]:
        """The free cell nearest to a map point, and how far its middle is from it, m."""
        away = np.linalg.norm(self.centers - np.asarray(point)[:2], axis=1)
        best = int(np.argmin(away))
        return best, float(away[best])

    def lengths(self, start: int) -> np.ndarray:
        """(N,) m from a cell to every cell; inf where no way leads."""
        from scipy.sparse import csgraph

        return np.asarray(csgraph.dijkstra(self._graph, directed=False, indices=start))

    def _tree(self, goal: int) -> tuple[np.ndarray, np.ndarray]:
        """(N,) m from every cell to the goal, and the next cell on the way; kept, for goals come again."""
        from scipy.sparse import csgraph

        if goal not in self._trees:
            if len(self._trees) >= _KEPT_TREES:
                self._trees.clear()
            found = csgraph.dijkstra(self._graph, directed=False, indices=goal, return_predecessors=True)
            self._trees[goal] = found
        return self._trees[goal]

    def way(self, start: int, goal: int) -> np.ndarray | None:
        """(K, 2) points of a shortest way in the map, m, pulled straight; None where there is none."""
        lengths, before = self._tree(goal)
        if not np.isfinite(lengths[start]):
            return None
        cells = [start]
        while cells[-1] != goal:
            cells.append(int(before[cells[-1]]))
        return self._pulled(self.centers[cells])

    def _pulled(self, points: np.ndarray) -> np.ndarray:
        """The corners that remain when every free straight line is taken."""
        kept, at = [0], 0
        while at < len(points) - 1:
            step = len(points) - 1
            while step > at + 1 and not self.straight(points[at], points[step]):
                step = at + max(1, (step - at) * 3 // 4)
            at = step
            kept.append(at)
        return points[kept]

    def straight(self, a: np.ndarray, b: np.ndarray) -> bool:
        """Whether the straight line between two map points stays on free cells."""
        count = max(2, int(np.ceil(np.linalg.norm(b - a) / (self.cell_m / 2))))
        line = a + (b - a) * np.linspace(0.0, 1.0, count + 1)[:, None]
        at = np.floor((line - self.origin) / self.cell_m + 1e-9).astype(int)
        return bool(self.free[at[:, 1], at[:, 0]].all())


def length_m(points: Sequence[np.ndarray] | np.ndarray) -> float:
    """m along (K, 2) points."""
    return float(np.linalg.norm(np.diff(np.asarray(points), axis=0), axis=1).sum())


def _crossed(dy: int, dx: int) -> list[tuple[int, int]]:
    """The cells a move passes on its way, so that no corner is cut."""
    if 0 in (dy, dx):
        return []
    if abs(dy) == abs(dx):
        return [(dy, 0), (0, dx)]
    sy, sx = int(np.sign(dy)), int(np.sign(dx))
    return [(sy, sx), (0, sx)] if abs(dx) > abs(dy) else [(sy, sx), (sy, 0)]
