"""What the renderer, the tours and the recordings ask of a simulated place, be it one room or a whole home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.catalog import Model
from situated_qa.sim.renderer import Lamp

CELL_M = 0.05
"""Side of a cell of an interior's grids, which start at the map's (0, 0): cell [iy, ix]."""


class Furnishing(Protocol):
    """One object of an interior."""

    @property
    def id(self) -> int: ...
    @property
    def category(self) -> str: ...
    @property
    def model_id(self) -> str: ...
    @property
    def color(self) -> str: ...
    @property
    def box(self) -> Box: ...
    @property
    def mesh(self) -> Model: ...
    @property
    def supporter(self) -> int | None: ...


class Interior(Protocol):
    """A furnished place with its exact truth, map frame, on the floor z = 0 from (0, 0) to `size`."""

    @property
    def seed(self) -> int: ...
    @property
    def size(self) -> tuple[float, float, float]: ...
    @property
    def objects(self) -> Sequence[Furnishing]: ...
    @property
    def lamp(self) -> Lamp: ...

    def things(self) -> list[tuple[int, Model]]:
        """What the renderer takes: structure as −1, then every object by its id."""

    def categories(self) -> dict[int, str]:
        """Category by object id."""

    def graph(self) -> SceneGraph:
        """The true scene graph."""

    def walkable(self, robot_radius_m: float) -> np.ndarray:
        """(rows, columns) bool: where the middle of a round robot may be, one connected region."""

    def clearance(self) -> np.ndarray:
        """(rows, columns) distance of each cell's middle to the nearest furniture or wall, m."""

    def part_index(self) -> np.ndarray:
        """(rows, columns) int: which part (room), seen into from inside only, a cell belongs to; -1 none."""
