"""Evidence grids drawn by hand: walls, floors, doors and furniture as rectangles in metres."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.mapping.occupancy import LAYERS
from situated_qa.scene.graph import ObjectNode

CELL_M = 0.05
ORIGIN = np.array([-1.0, -1.0])

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1, m


class DrawnHome:
    """Nothing is seen at first. Walls go from the floor up, all the way."""

    def __init__(self, width_m: float = 14.0, depth_m: float = 10.0) -> None:
        self.evidence = np.zeros((LAYERS, round(depth_m / CELL_M), round(width_m / CELL_M)), np.int8)

    def _part(self, rect: Rect, layers: slice) -> np.ndarray:
        x0, y0, x1, y1 = (round(v / CELL_M) for v in np.array(rect) - [*ORIGIN, *ORIGIN])
        return self.evidence[layers, y0:y1, x0:x1]

    def room(self, rect: Rect) -> DrawnHome:
        """Free space over seen floor, with walls of 0.1 m around it."""
        x0, y0, x1, y1 = rect
        for wall in ((x0 - 0.1, y0 - 0.1, x1 + 0.1, y0), (x0 - 0.1, y1, x1 + 0.1, y1 + 0.1),
                     (x0 - 0.1, y0, x0, y1), (x1, y0, x1 + 0.1, y1)):  # fmt: skip
            self.solid(wall)
        return self.free(rect)

    def free(self, rect: Rect) -> DrawnHome:
        """Seen floor, and nothing above it: a room's middle, or a doorway."""
        self._part(rect, slice(0, 1))[...] = 20
        self._part(rect, slice(1, None))[...] = -20
        return self

    def solid(self, rect: Rect, first: int = 1, last: int = LAYERS - 1) -> DrawnHome:
        """Something solid in layers `first` … `last`; below it the floor was not seen."""
        if first == 1:
            self._part(rect, slice(0, 1))[...] = 0
        self._part(rect, slice(first, last + 1))[...] = 20
        return self

    def unseen(self, rect: Rect) -> DrawnHome:
        self._part(rect, slice(None))[...] = 0
        return self


def thing(id: int, category: str, x: float, y: float, size: tuple[float, float] = (0.6, 0.6)) -> ObjectNode:
    """An object on the floor."""
    center = np.array([x, y, 0.4])
    return ObjectNode(id, category, Box(center, np.array([*size, 0.8])), center)
