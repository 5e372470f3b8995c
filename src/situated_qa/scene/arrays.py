"""All objects of a scene as arrays, so that a question about a thousand objects is a few array operations.

Axis-aligned bounds decide most cases; exact surfaces and points are used only where the bounds do not decide.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.scene.distances import surface_distances
from situated_qa.scene.footprints import footprints_of
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.sectors import DIRECTION_RAD, footprint_points, sector_fractions

_EPS = 1e-9


class SceneArrays:
    """Objects by row, in the order they were given. Map frame, meters.

    Attributes:
        ids: (N,) int.
        row_of: row by id.
        centers: (N, 3) of the boxes.
        low, high: (N, 3) corners of the axis-aligned boxes around the boxes.
    """

    def __init__(self, nodes: Sequence[ObjectNode]) -> None:
        self._nodes = tuple(nodes)
        self.row_of = {node.id: row for row, node in enumerate(self._nodes)}
        boxes = [node.box for node in self._nodes]
        self.ids = np.array([node.id for node in self._nodes], dtype=np.int64)
        self.centers = np.array([box.center for box in boxes], dtype=np.float64).reshape(-1, 3)
        half_height = np.array([box.extents[2] for box in boxes], dtype=np.float64) / 2
        corners = footprints_of(boxes)
        middle_z = self.centers[:, 2]
        self.low = np.column_stack([corners.min(axis=1).reshape(-1, 2), middle_z - half_height])
        self.high = np.column_stack([corners.max(axis=1).reshape(-1, 2), middle_z + half_height])
        self._points: list[np.ndarray | None] = [None] * len(self._nodes)
        self._reach: tuple[np.ndarray, np.ndarray] | None = None

    def rows(self, nodes: Sequence[ObjectNode]) -> np.ndarray:
        """(K,) rows of some of the objects."""
        return np.array([self.row_of[node.id] for node in nodes], dtype=np.int64)

    def touching(self, rows: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """(K,) bool: whose axis-aligned boxes meet the one from `low` to `high`, both (3,)."""
        return np.asarray(((self.low[rows] <= high) & (self.high[rows] >= low)).all(axis=1))

    def gaps(self, rows: np.ndarray, row: int) -> np.ndarray:
        """(K,) m from axis-aligned box to axis-aligned box: never more than between the surfaces."""
        between = np.maximum(self.low[rows] - self.high[row], self.low[row] - self.high[rows])
        return np.sqrt((np.maximum(between, 0.0) ** 2).sum(axis=1))

    def spans(self, rows: np.ndarray, row: int) -> np.ndarray:
        """(K,) m from the one's farthest corner to the other's: never less than between the surfaces."""
        low, high = self._extremes()
        across = np.maximum(high[rows] - low[row], high[row] - low[rows])
        return np.sqrt((across**2).sum(axis=1))

    def surface_distances(self, rows: np.ndarray, row: int, *, limit_m: float) -> np.ndarray:
        """(K,) m between surfaces, exact up to `limit_m`; beyond it a lower bound that is itself beyond it."""
        distances = self.gaps(rows, row)
        close = np.flatnonzero(distances <= limit_m)
        others = [self._nodes[k] for k in rows[close]]
        distances[close] = surface_distances(self._nodes[row], others, limit_m=limit_m)
        return distances

    def extreme(self, rows: np.ndarray, row: int, *, farthest: bool) -> int:
        """Id of the nearest, or farthest, of the objects in `rows` (one at least) by surface; ties by id.

        Where even the least distance that the bounds allow is more than the greatest they allow for another, the
        surfaces need not be compared.
        """
        gaps, spans = self.gaps(rows, row), self.spans(rows, row)
        open_ = spans >= gaps.max() - _EPS if farthest else gaps <= spans.min() + _EPS
        if not farthest and open_.sum() > 1:  # one exact distance rules out most of the rest
            nearest = rows[[int(np.argmin(gaps))]]
            reached = float(surface_distances(self._nodes[row], [self._nodes[k] for k in nearest])[0])
            open_ &= gaps <= reached + _EPS
        rivals = rows[open_]
        exact = np.round(surface_distances(self._nodes[row], [self._nodes[k] for k in rivals]), 9)
        best = np.lexsort((self.ids[rivals], -exact if farthest else exact))[0]
        return int(self.ids[rivals[best]])

    def in_sector(
        self, rows: np.ndarray, direction: str, *, origin: np.ndarray, heading_rad: float, edge_rad: float
    ) -> np.ndarray:
        """(K,) share of each object that lies in a sector, 0 … 1; arguments as for `sector_fractions`."""
        angle = heading_rad + DIRECTION_RAD[direction]
        ahead = np.array([np.cos(angle), np.sin(angle)])
        aside = np.array([-np.sin(angle), np.cos(angle)]) * np.tan(edge_rad)
        low, high = self._extremes()
        middle = (low[rows, :2] + high[rows, :2]) / 2 - np.asarray(origin, dtype=np.float64)[:2]
        half = (high[rows, :2] - low[rows, :2]) / 2
        least, most = np.full(len(rows), np.inf), np.full(len(rows), np.inf)
        for normal in (ahead, ahead - aside, ahead + aside):  # a sector is where none of these is negative
            at, reach = middle @ normal, half @ np.abs(normal)
            least, most = np.minimum(least, at - reach), np.minimum(most, at + reach)
        share = np.where(least > _EPS, 1.0, 0.0)
        split = np.flatnonzero((least <= _EPS) & (most >= -2 * _EPS))
        share[split] = sector_fractions(
            [self._nodes[k] for k in rows[split]],
            direction,
            origin=origin,
            heading_rad=heading_rad,
            edge_rad=edge_rad,
            points=[self._points_of(k) for k in rows[split]],
        )
        return share

    def _points_of(self, row: int) -> np.ndarray:
        points = self._points[row]
        if points is None:
            points = self._points[row] = footprint_points(self._nodes[row])
        return points

    def _extremes(self) -> tuple[np.ndarray, np.ndarray]:
        """(N, 3) corners around box and observed points together, which may stick out of it."""
        if self._reach is None:
            low, high = self.low.copy(), self.high.copy()
            seen = [row for row, node in enumerate(self._nodes) if len(node.surface_points)]
            if seen:
                clouds = [self._nodes[row].surface_points for row in seen]
                starts = np.cumsum([0] + [len(cloud) for cloud in clouds[:-1]])
                points = np.concatenate(clouds).astype(np.float64)
                low[seen] = np.minimum(low[seen], np.minimum.reduceat(points, starts))
                high[seen] = np.maximum(high[seen], np.maximum.reduceat(points, starts))
            self._reach = (low, high)
        return self._reach
