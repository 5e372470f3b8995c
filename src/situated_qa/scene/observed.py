"""The observed part of a place, and the vocabulary of the detector behind a graph.

Both decide whether something that is not in the graph is known to be absent: `situated.absence` reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene import fields
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.grid_runs import read_grid, write_runs

NEVER_SEEN, FREE, SOLID = 0, 1, 2
"""The values of a cell: nothing above it was observed; free at body height; solid there (a wall, tall furniture)."""

_BODY_LAYERS = slice(5, 10)  # of the evidence grid: 0.9 … 1.9 m above the floor
_RAY_STEP_RAD = np.radians(4.0)
_GAP_M = 0.3  # a look may cross this much that was never seen: a shadow behind a chair's back


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the detector behind a graph can name."""

    detector: str  # its name
    names: tuple[str, ...] = ()  # every category it can give; empty and not open: it does not declare them
    open: bool = False  # it finds whatever it is told to find, so that `names` does not limit it

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {"detector": self.detector, "names": list(self.names), "open": self.open}

    @classmethod
    def from_dict(cls, data: Any) -> Vocabulary:
        """From plain JSON data.

        Raises:
            SceneError: a field is missing or wrong; names it.
        """
        item = fields.mapping(data, "vocabulary")
        names = fields.items(item.get("names", []), "vocabulary.names")
        return cls(
            fields.text(fields.required(item, "detector", "vocabulary"), "vocabulary.detector"),
            tuple(fields.text(name, f"vocabulary.names[{k}]") for k, name in enumerate(names)),
            fields.flag(item.get("open", False), "vocabulary.open"),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ObservedArea:
    """A grid over the floor, map frame. Cell [iy, ix] has its center at origin + (ix + 0.5, iy + 0.5) · cell_m.

    Raises:
        SceneError: the sizes or values are wrong.
    """

    cell_m: float  # side of a cell, m
    origin: np.ndarray  # (2,) the corner of cell [0, 0] with the lowest x and y, m
    cells: np.ndarray  # (H, W) uint8: NEVER_SEEN, FREE or SOLID; kept read-only

    def __post_init__(self) -> None:
        origin, cells = np.array(self.origin, dtype=np.float64), np.array(self.cells, dtype=np.uint8)
        if not (np.isfinite(self.cell_m) and self.cell_m > 0):
            raise SceneError(f"an observed area's cell_m must be > 0, got {self.cell_m!r}")
        if origin.shape != (2,) or not np.isfinite(origin).all():
            raise SceneError(f"an observed area's origin must be two finite numbers, got {self.origin!r}")
        if cells.ndim != 2 or (cells.size and cells.max() > SOLID):
            raise SceneError(f"an observed area's cells must be a grid of 0, 1 and 2, got shape {cells.shape}")
        origin.setflags(write=False)
        cells.setflags(write=False)
        object.__setattr__(self, "origin", origin)
        object.__setattr__(self, "cells", cells)

    def at(self, points_map: np.ndarray) -> np.ndarray:
        """(...) uint8 values under (..., 2) map points, m; NEVER_SEEN outside the grid."""
        index = np.floor((np.asarray(points_map, np.float64) - self.origin) / self.cell_m + 1e-9).astype(np.int64)
        height, width = self.cells.shape
        inside = (index >= 0).all(axis=-1) & (index[..., 0] < width) & (index[..., 1] < height)
        values = np.full(index.shape[:-1], NEVER_SEEN, np.uint8)
        values[inside] = self.cells[index[inside][:, 1], index[inside][:, 0]]
        return values

    def share_seen_around(
        self, position: np.ndarray, bearings_rad: Sequence[tuple[float, float]], reach_m: float
    ) -> float:
        """How much of what can be looked at from a place was observed, 0 … 1.

        A look was observed if it reaches something solid, or `reach_m`, over cells that were seen.

        Args:
            position: (2,) or (3,) map point, m.
            bearings_rad: ranges (first, last) of map bearings, counter-clockwise, rad.
            reach_m: how far the looks go, m.
        """
        bearings = np.concatenate(
            [np.linspace(a, b, max(2, round((b - a) / _RAY_STEP_RAD) + 1)) for a, b in bearings_rad]
        )
        steps = np.arange(0.5 * self.cell_m, reach_m, self.cell_m)
        directions = np.stack([np.cos(bearings), np.sin(bearings)], axis=-1)
        values = self.at(np.asarray(position, np.float64)[:2] + directions[:, None, :] * steps[:, None])
        solid = values == SOLID
        before_end = ~np.logical_or.accumulate(solid, axis=1)
        unseen_m = ((values == NEVER_SEEN) & before_end).sum(axis=1) * self.cell_m
        return float((unseen_m <= _GAP_M).mean())

    def share_seen_of_room(self, plan: FloorPlan, room: str) -> float:
        """How much of a room's floor was observed, 0 … 1; 0 where the plan has no such room."""
        if room not in plan.room_names:
            return 0.0
        cells = np.argwhere(plan.room_index == plan.room_names.index(room))
        if not len(cells):
            return 0.0
        return float((self.at(plan.centers_of(cells)) != NEVER_SEEN).mean())

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON data: a value of the key "observed" of a scene file."""
        rows = [write_runs(row) for row in self.cells.astype(np.int16)]
        return {"cell_m": float(self.cell_m), "origin": [float(v) for v in self.origin], "rows": rows}

    @classmethod
    def from_dict(cls, data: Any) -> ObservedArea:
        """From plain JSON data.

        Raises:
            SceneError: a field is missing or wrong; names it, e.g. `observed.rows[7]`.
        """
        item = fields.mapping(data, "observed")
        cells = read_grid(fields.items(fields.required(item, "rows", "observed"), "observed.rows"), "observed.rows")
        if cells.size and not (cells.min() >= NEVER_SEEN and cells.max() <= SOLID):
            raise SceneError("observed.rows must hold runs of 0, 1 and 2 only")
        return cls(
            fields.number(fields.required(item, "cell_m", "observed"), "observed.cell_m"),
            fields.vector(fields.required(item, "origin", "observed"), 2, "observed.origin"),
            cells.astype(np.uint8),
        )


def same_area(a: ObservedArea | None, b: ObservedArea | None) -> bool:
    """Whether two observed areas agree in every cell."""
    if a is None or b is None:
        return a is b
    return a.cell_m == b.cell_m and np.array_equal(a.origin, b.origin) and np.array_equal(a.cells, b.cells)


def observed_area(evidence: np.ndarray, origin: np.ndarray, cell_m: float) -> ObservedArea | None:
    """What a map's evidence shows to have been observed; None where nothing was. Two cells a side become one.

    Args:
        evidence: (LAYERS, H, W) int8 of `mapping.occupancy.OccupancyGrid`: > 0 solid, < 0 free, 0 not seen.
        origin: (2,) m, map frame, the corner of cell [0, 0] with the lowest x and y.
        cell_m: side of a cell of the evidence, m.
    """
    seen = (evidence != 0).any(axis=0)
    if not seen.any():
        return None
    solid = (evidence[_BODY_LAYERS] > 0).any(axis=0)
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    (y0, y1), (x0, x1) = (rows[0], rows[-1] + 1), (columns[0], columns[-1] + 1)
    values = np.where(solid, SOLID, np.where(seen, FREE, NEVER_SEEN)).astype(np.uint8)[y0:y1, x0:x1]
    height, width = values.shape
    values = np.pad(values, ((0, height % 2), (0, width % 2)))
    coarse = values.reshape(values.shape[0] // 2, 2, values.shape[1] // 2, 2).max(axis=(1, 3))
    return ObservedArea(2 * cell_m, np.asarray(origin, np.float64) + np.array([x0, y0]) * cell_m, coarse)
