"""The shortest way to walk over a floor plan.

It is the shortest way of a point that stays on walkable cells, from the middle of one cell to that of another, along
straight lines that bend at corners (`tangent_graph.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.tangent_graph import FloorComponent, TangentGraph

_FIRST_ASKED, _MORE = 64, 8  # straight lines looked at first, and how many times as many then


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A way from a start to a goal."""

    points: np.ndarray  # (N ≥ 1, 2) start, corners, goal; map frame, m

    @property
    def length_m(self) -> float:
        return float(np.linalg.norm(np.diff(self.points, axis=0), axis=1).sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """The starts in one piece of floor, and how far its corners are from them."""

    cells: np.ndarray  # (N, 2)
    nearest: np.ndarray  # (C,) number of the start that the first line to a corner begins at; -1 where none does
    lengths: np.ndarray  # (C,) cells
    before: np.ndarray  # (C,) the corner before each


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
        self._tangent_graph = TangentGraph.of(plan)
        self._pieces = set(self._tangent_graph.piece_of[tuple(self.starts.T)].tolist())
        self._begun: dict[int, _Start] = {}

    def reaches(self, cells: np.ndarray) -> np.ndarray:
        """(N,) bool: to which of the (N, 2) cells on the grid a way leads."""
        return np.isin(self._tangent_graph.piece_of[tuple(np.asarray(cells).T)], list(self._pieces))

    def way_to(self, goals: np.ndarray) -> Way | None:
        """The shortest way between the middles of a start and of any of the (N, 2) goal cells; None without a way."""
        goals = np.atleast_2d(np.asarray(goals, dtype=np.int64))
        if not len(goals):
            return None
        width = self.plan.walkable.shape[1]
        there = goals[np.isin(goals @ [width, 1], self.starts @ [width, 1])]
        if len(there):
            return Way(self.plan.centers_of(there[:1]))
        ways = []
        pieces = self._tangent_graph.piece_of[tuple(goals.T)]
        for number in np.unique(pieces).tolist():
            if number in self._pieces:
                way = self._way_in(self._tangent_graph.piece(number), number, self._rim(goals[pieces == number]))
                ways += [way] if way is not None else []
        if not ways:
            return None
        points = min(ways, key=lambda way: float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum()))
        return Way(self.plan.origin + points[:, ::-1] * self.plan.cell_m)

    def _rim(self, cells: np.ndarray) -> np.ndarray:
        """Those of (N, 2) cells beside which one can walk on elsewhere: ways from and to others pass these."""
        mine = np.zeros(np.array(self.plan.walkable.shape) + 2, dtype=bool)
        mine[tuple((cells + 1).T)] = True
        elsewhere = np.pad(self.plan.walkable, 1) & ~mine
        beside = np.zeros(len(cells), dtype=bool)
        for dy in (0, 1, 2):
            for dx in (0, 1, 2):
                beside |= elsewhere[cells[:, 0] + dy, cells[:, 1] + dx]
        return cells[beside] if beside.any() else cells

    def _start_in(self, piece: FloorComponent, number: int) -> _Start:
        if number not in self._begun:
            cells = self._rim(self.starts[self._tangent_graph.piece_of[tuple(self.starts.T)] == number])
            links = piece.links(cells)
            self._begun[number] = _Start(cells, links.cell, *piece.lengths_from(links))
        return self._begun[number]

    def _way_in(self, piece: FloorComponent, number: int, goals: np.ndarray) -> np.ndarray | None:
        """(K, 2) points [y, x] in cells from a start to a goal, both in one piece of floor; None without a way."""
        start = self._start_in(piece, number)
        links = piece.links(goals)
        through = start.lengths + links.length
        corner = int(through.argmin()) if len(through) else -1
        bound = float(through[corner]) if corner >= 0 else np.inf
        straight = self._straight(start.cells, goals, bound)
        if straight is not None or not np.isfinite(bound):
            return straight
        way = [goals[links.cell[corner]] + 0.5]
        while corner >= 0:
            way.append(piece.corners[corner])
            first, corner = corner, int(start.before[corner])
        way.append(start.cells[start.nearest[first]] + 0.5)
        return np.array(way[::-1])

    def _straight(self, starts: np.ndarray, goals: np.ndarray, bound: float) -> np.ndarray | None:
        """(2, 2) the shortest straight line from a start to a goal, at most `bound` cells long."""
        lengths = np.linalg.norm((starts[:, None] - goals[None]).astype(np.float64), axis=2).ravel()
        order = np.argsort(lengths, kind="stable")
        order = order[: int(np.searchsorted(lengths[order], bound, "right"))]
        first, count = 0, _FIRST_ASKED
        while first < len(order):
            one, two = np.divmod(order[first : first + count], len(goals))
            free = self._tangent_graph.lines.free(starts[one] + 0.5, goals[two] + 0.5)
            if free.any():
                k = int(free.argmax())
                return np.array([starts[one[k]], goals[two[k]]]) + 0.5
            first, count = first + count, count * _MORE
        return None


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
