"""The shortest way to walk over a floor plan.

Lengths over the cells of a grid, even with exact √2 steps, are up to 8 % too long: a robot need not keep to eight
directions. So they only lead the search. The way itself is searched along free lines of sight among the corners it can
bend at: those of blocked cells that stick out into the walkable area. It is the shortest way of a point that stays on
walkable cells, never more than 3.1 % longer, and below 1 % on nearly all maps.

Source: Hart, Nilsson, Raphael 1968 (A*); Lozano-Pérez, Wesley 1979 (visibility graphs).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan

_OCTILE = 1.0824  # how much longer than a straight line a way in eight directions can be: 1 / cos 22.5°
_LEADING = 1.05  # by how much grid lengths are taken to be too long: 1.08 is always right, 1.05 three times as fast
_SAMPLES_PER_CELL = 4  # along a line of sight
_CLEAR = 0.01  # cells between a corner and a way around it, so that the way is clearly on walkable cells


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A way from a start to a goal."""

    points: np.ndarray  # (N ≥ 1, 2) start, corners, goal; map frame, m

    @property
    def length_m(self) -> float:
        return float(np.linalg.norm(np.diff(self.points, axis=0), axis=1).sum())


class Walker:
    """All shortest ways that begin at one place. The place's distances are worked out once.

    Raises:
        SceneError: no start, a start is not walkable, or scikit-image is missing.
    """

    def __init__(self, plan: FloorPlan, starts: np.ndarray) -> None:
        """
        Args:
            starts: (N ≥ 1, 2) int cells [iy, ix] to start from; the best one is taken.
        """
        self.plan = plan
        self.starts = np.atleast_2d(np.asarray(starts, dtype=np.int64))
        if not len(self.starts) or not plan.inside(self.starts).all() or not plan.walkable[tuple(self.starts.T)].all():
            raise SceneError("a way must start on walkable cells of its floor plan")

    @cached_property
    def _grid_lengths(self) -> np.ndarray:
        """(H, W) cells along the grid from the nearest start; inf where no way leads."""
        try:
            from skimage.graph import MCP_Geometric
        except ImportError as error:
            raise SceneError("ways to walk need scikit-image: pip install scikit-image") from error
        costs = np.where(self.plan.walkable, 1.0, -1.0)
        lengths, _ = MCP_Geometric(costs).find_costs([tuple(int(v) for v in cell) for cell in self.starts])
        return np.asarray(lengths)

    def reaches(self, cells: np.ndarray) -> np.ndarray:
        """(N,) bool: to which of the (N, 2) cells on the grid a way leads."""
        return np.isfinite(self._grid_lengths[tuple(np.asarray(cells).T)])

    def way_to(self, goals: np.ndarray) -> Way | None:
        """The shortest way between the middles of a start and of any of the (N, 2) goal cells; None without a way."""
        goals = np.atleast_2d(np.asarray(goals, dtype=np.int64))
        if not len(goals):
            return None
        goals = goals[self.reaches(goals)]
        if not len(goals):
            return None
        grid_length = float(self._grid_lengths[tuple(goals.T)].min())
        goals = goals[self._grid_lengths[tuple(goals.T)] / _OCTILE <= grid_length + 1e-9]
        # Grid lengths may squeeze between two blocked cells that touch at a corner; then the way itself is longer.
        for bound in (grid_length * _OCTILE / _LEADING, np.inf):
            way = self._search(goals + 0.5, bound)
            if way is not None:
                return Way(self.plan.origin + way[:, ::-1] * self.plan.cell_m)
        return None

    def _search(self, goals: np.ndarray, bound: float) -> np.ndarray | None:
        """(K, 2) points [y, x] in cells from a start to a goal, at most `bound` cells long.

        A*, from the goals back, led by the grid's lengths to the starts.
        """
        corners, corners_left = self._corners
        nodes = np.vstack([goals, self.starts + 0.5, corners])
        ends = np.floor(nodes[: len(nodes) - len(corners)]).astype(int)
        left = np.concatenate([self._grid_lengths[tuple(ends.T)], corners_left]) / _LEADING  # about as far to a start
        length = np.full(len(nodes), np.inf)
        length[: len(goals)] = 0.0
        before = np.full(len(nodes), -1)
        done = np.zeros(len(nodes), dtype=bool)
        queue = [(float(left[k]), k) for k in range(len(goals))]
        heapq.heapify(queue)
        while queue:
            _, k = heapq.heappop(queue)
            if done[k]:
                continue
            done[k] = True
            if k < len(ends) and left[k] == 0.0:  # a start
                way = [k]
                while before[way[-1]] >= 0:
                    way.append(int(before[way[-1]]))
                return nodes[way]
            through = length[k] + np.linalg.norm(nodes - nodes[k], axis=1)
            open_ = np.flatnonzero(~done & (through < length - 1e-9) & (through + left <= bound + 1e-6))
            seen = open_[self._sees(nodes[k], nodes[open_])]
            length[seen], before[seen] = through[seen], k
            for other in seen:
                heapq.heappush(queue, (float(through[other] + left[other]), int(other)))
        return None

    @cached_property
    def _corners(self) -> tuple[np.ndarray, np.ndarray]:
        """(N, 2) points [y, x] in cells where a shortest way can bend, and (N,) cells along the grid to a start.

        They are where one of the four cells around a grid point is blocked and the three others are walkable.
        """
        free = np.pad(self.plan.walkable, 1)
        lengths = np.pad(self._grid_lengths, 1, constant_values=np.inf)
        quarters = [(dy, dx) for dy in (0, 1) for dx in (0, 1)]

        def around(grid: np.ndarray, dy: int, dx: int) -> np.ndarray:
            """The cell on one side of each grid point: dy 0 is below it, 1 above."""
            return grid[dy : grid.shape[0] - 1 + dy, dx : grid.shape[1] - 1 + dx]

        walkable = sum(around(free, *quarter).astype(int) for quarter in quarters)
        nearest = np.min([around(lengths, *quarter) for quarter in quarters], axis=0)
        points, left = [], []
        for dy, dx in quarters:
            corners = np.argwhere((walkable == 3) & ~around(free, dy, dx) & np.isfinite(nearest))
            points.append(corners - _CLEAR * (np.array([dy, dx]) * 2 - 1))
            left.append(np.maximum(nearest[tuple(corners.T)] - np.sqrt(0.5), 0.0))
        return np.concatenate(points), np.concatenate(left)

    def _sees(self, point: np.ndarray, others: np.ndarray) -> np.ndarray:
        """(N,) bool: to which of (N, 2) points [y, x] in cells a straight line stays on walkable cells."""
        if not len(others):
            return np.zeros(0, dtype=bool)
        steps = max(1, int(np.ceil(np.abs(others - point).max() * _SAMPLES_PER_CELL)))
        share = np.linspace(0.0, 1.0, steps + 1)[:, None, None]
        line = (point + (others - point) * share).astype(np.int32)
        return np.asarray(self.plan.walkable[line[..., 0], line[..., 1]].all(axis=0))


def cells_beside(plan: FloorPlan, box: Box, cells: np.ndarray) -> tuple[np.ndarray, float]:
    """Where to stand right at a box: the cells nearest to its footprint, all along its sides.

    Args:
        cells: (N ≥ 1, 2) cells [iy, ix] to choose from.

    Returns:
        (M, 2) cells, and how far the nearest of them is from the footprint, m.
    """
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    offset = (plan.centers_of(cells) - box.center[:2]) @ np.array([[c, -s], [s, c]])
    beyond = np.clip(np.abs(offset) - box.extents[:2] / 2, 0.0, None)
    away = np.hypot(beyond[:, 0], beyond[:, 1])
    nearest = float(away.min())
    return cells[away <= nearest + 1.5 * plan.cell_m], nearest
