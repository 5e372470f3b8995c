"""The corners of a floor plan that shortest ways bend at, and the straight lines between them.

A shortest way over the walkable cells is a chain of straight lines from corner to corner: where one of the four cells
around a grid point is blocked and the three others are walkable. Of all lines that stay on walkable cells only those
count that a way can bend around the corner at either end of.

Source: Lozano-Pérez, Wesley 1979 (visibility graphs); Rohnert 1986 (of tangents only).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.sightlines import Sightlines

_CLEAR = 0.01  # cells between a corner and a way around it, so that the way is clearly on walkable cells
_STRAIGHT = 0.05  # cells: lines along a wall lead from corner to corner, which are that far from it at most
_AT_ONCE = 2_000_000  # pairs of corners
_LINKS_KEPT = 512
_POCKET_M2 = 0.2  # a robot's own footprint: smaller pieces of floor are not goals


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Straight lines from any of some cells to the corners of a piece of floor.

    Attributes:
        cell: (C,) number of the nearest cell in sight of each corner, -1 where none is.
        length: (C,) how far it is, in cells; inf where none is in sight.
    """

    cell: np.ndarray
    length: np.ndarray


class FloorComponent:
    """The corners of one connected piece of floor, with the lines between them."""

    def __init__(self, corners: np.ndarray, blocked: np.ndarray, lines: Sightlines) -> None:
        """
        Args:
            corners: (C, 2) points [y, x] in cells.
            blocked: (C, 2) -1 or 1 along y and x: on which side of each corner its blocked cell is.
            lines: of the whole floor.
        """
        from scipy.sparse import csr_matrix

        self.corners = corners
        self._blocked = blocked
        self._lines = lines
        self._links: dict[bytes, Links] = {}
        one, two = self._tangents()
        seen = lines.free(corners[one], corners[two])
        one, two = one[seen], two[seen]
        length = np.linalg.norm(corners[one] - corners[two], axis=1)
        ends = (np.concatenate([one, two]), np.concatenate([two, one]))
        count = len(corners)
        self._graph = csr_matrix((np.concatenate([length, length]), ends), shape=(count + 1, count + 1))

    def _tangents(self) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of corners with a line between them that a way can bend around both of; each pair once."""
        count = len(self.corners)
        rows = max(1, _AT_ONCE // max(count, 1))
        ones, twos = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for first in range(0, count, rows):
            some = np.arange(first, min(first + rows, count))
            along = self.corners[None, first:] - self.corners[some, None]  # the pairs before were in earlier rows
            bends = _may_bend(along, self._blocked[some, None]) & _may_bend(along, self._blocked[None, first:])
            one, two = np.nonzero(bends & (np.arange(first, count) > some[:, None]))
            ones.append(one + first)
            twos.append(two + first)
        return np.concatenate(ones), np.concatenate(twos)

    def links(self, cells: np.ndarray) -> Links:
        """The straight lines from any of (N ≥ 1, 2) cells [iy, ix] to the corners."""
        key = cells.tobytes()
        links = self._links.get(key)
        if links is None:
            links = self._found_links(cells)
            if len(self._links) >= _LINKS_KEPT:
                self._links.clear()
            self._links[key] = links
        return links

    def _found_links(self, cells: np.ndarray) -> Links:
        along = self.corners[:, None] - (cells + 0.5)
        corner, cell = np.nonzero(_may_bend(along, self._blocked[:, None]))
        seen = self._lines.free(cells[cell] + 0.5, self.corners[corner])
        corner, cell = corner[seen], cell[seen]
        lengths = np.linalg.norm(along[corner, cell], axis=1)
        order = np.lexsort((lengths, corner))
        nearest = order[np.flatnonzero(np.diff(corner[order], prepend=-1))]
        found, length = np.full(len(self.corners), -1), np.full(len(self.corners), np.inf)
        found[corner[nearest]], length[corner[nearest]] = cell[nearest], lengths[nearest]
        return Links(found, length)

    def lengths_from(self, links: Links) -> tuple[np.ndarray, np.ndarray]:
        """(C,) how far each corner is from the cells of the links, in cells, and (C,) the corner before it; -1: none.

        Source: Dijkstra 1959.
        """
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import dijkstra

        graph, count = self._graph, len(self.corners)
        linked = np.flatnonzero(links.cell >= 0)
        start = csr_matrix(
            (
                np.concatenate([graph.data, np.maximum(links.length[linked], 1e-9)]),
                np.concatenate([graph.indices, linked.astype(graph.indices.dtype)]),
                np.concatenate([graph.indptr[:-1], [len(graph.indices) + len(linked)]]).astype(graph.indptr.dtype),
            ),
            shape=graph.shape,
        )
        lengths, before = dijkstra(start, indices=count, return_predecessors=True)
        before = before[:-1]
        return lengths[:-1], np.where((before == count) | (before < 0), -1, before)


class TangentGraph:
    """The pieces of a floor plan, made once for any number of ways; what leads through a piece at its first way.

    Attributes:
        piece_of: (H, W) int: number of the piece that each cell belongs to, 0 where nobody can stand. Cells that touch
            at a corner alone are in different pieces.
        lines: which straight lines stay on the floor.
    """

    def __init__(self, plan: FloorPlan) -> None:
        try:
            import cv2
            import scipy.sparse.csgraph  # noqa: F401 # scikit-image brings it
        except ImportError as error:
            raise SceneError("ways to walk need scikit-image: pip install scikit-image") from error
        self._plan = plan
        self.lines = Sightlines(plan.walkable)
        count, self.piece_of = cv2.connectedComponents(plan.walkable.astype(np.uint8), connectivity=4)
        self._corners, self._blocked, self._piece = _corners(plan.walkable, self.piece_of)
        self._pieces: dict[int, FloorComponent] = {}
        self._cells: dict[tuple[int | None, bool], np.ndarray] = {}
        areas = np.bincount(self.piece_of.ravel(), minlength=count) * plan.cell_m**2
        roomy = areas >= min(_POCKET_M2, float(areas[1:].max(initial=0.0)))
        roomy[0] = False
        self._floor = roomy[self.piece_of]

    @classmethod
    def of(cls, plan: FloorPlan) -> TangentGraph:
        """The tangent graph of a plan, made at the first call for it."""
        tangent_graph: Any = plan.derived.get("tangent_graph")
        if not isinstance(tangent_graph, TangentGraph):
            tangent_graph = plan.derived["tangent_graph"] = cls(plan)
        return tangent_graph

    def piece(self, number: int) -> FloorComponent:
        """One connected piece of floor, by its number in `piece_of`."""
        if number not in self._pieces:
            mine = self._piece == number
            self._pieces[number] = FloorComponent(self._corners[mine], self._blocked[mine], self.lines)
        return self._pieces[number]

    def cells(self, room: int | None, *, pockets: bool = False) -> np.ndarray:
        """(N, 2) the walkable cells [iy, ix] of a room by its index, or of all.

        Args:
            pockets: with the small pieces of floor between furniture, where an asker does not stand.
        """
        key = (room, pockets)
        if key not in self._cells:
            free = self._plan.walkable if pockets else self._floor
            self._cells[key] = np.argwhere(free if room is None else free & (self._plan.room_index == room))
        return self._cells[key]


def _may_bend(along: np.ndarray, blocked: np.ndarray) -> np.ndarray:
    """(...) bool: whether a way that comes or goes along (..., 2) can bend around a corner, blocked at (..., 2).

    It cannot where the line on the corner's other side leads into the blocked cell, or comes out of it.
    """
    y, x = along[..., 0], along[..., 1]
    aslant = (np.abs(y) > _STRAIGHT) & (np.abs(x) > _STRAIGHT)
    same = (y > 0) == (x > 0)
    return ~aslant | (same != (blocked[..., 0] == blocked[..., 1]))


def _corners(walkable: np.ndarray, piece_of: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(C, 2) points [y, x] in cells, (C, 2) on which side their blocked cells are, (C,) the pieces they belong to."""
    free, pieces = np.pad(walkable, 1), np.pad(piece_of, 1)
    quarters = [(dy, dx) for dy in (0, 1) for dx in (0, 1)]

    def around(grid: np.ndarray, dy: int, dx: int) -> np.ndarray:
        """The cell on one side of each grid point: dy 0 is below it, 1 above."""
        return grid[dy : grid.shape[0] - 1 + dy, dx : grid.shape[1] - 1 + dx]

    three = sum(around(free, *quarter).astype(np.uint8) for quarter in quarters) == 3
    points, sides, piece = [], [], []
    for dy, dx in quarters:
        corners = np.argwhere(three & ~around(free, dy, dx))
        side = np.array([dy, dx]) * 2 - 1
        points.append(corners - _CLEAR * side)
        sides.append(np.broadcast_to(side, corners.shape))
        piece.append(around(pieces, 1 - dy, 1 - dx)[tuple(corners.T)])
    return np.concatenate(points), np.concatenate(sides), np.concatenate(piece)
