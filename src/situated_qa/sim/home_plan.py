"""The plan of a home: its rooms, doors and windows, as values.

All walls lie on a 5 cm grid, so that the walkable grid shows them exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.sim.interiors import CELL_M

WALL_M = 0.1
CEILING_M = 2.6
WALL_CELLS = 2


@dataclass(frozen=True, slots=True)
class HomeRoom:
    """One room: its floor is the rectangle from `low` to `high`, map frame, m."""

    name: str  # as people call it, unlike any other of the home
    kind: str
    low: tuple[float, float]
    high: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        """Along x and y, m."""
        return self.high[0] - self.low[0], self.high[1] - self.low[1]

    @property
    def box(self) -> Box:
        """Floor to ceiling."""
        low, high = np.array([*self.low, 0.0]), np.array([*self.high, CEILING_M])
        return Box((low + high) / 2, high - low)


@dataclass(frozen=True, slots=True)
class HomeDoor:
    """An opening from floor to 2.05 m in the wall between two rooms; "" as the second is the outside."""

    rooms: tuple[str, str]
    center: tuple[float, float]  # middle of the opening, in the middle of the wall, map frame, m
    along: int  # 0: the wall runs along x, 1: along y
    width: float
    open: bool
    leaf: bool  # False: a passage without a door leaf
    swings_into: str  # the room that the open leaf stands in
    hinge: int  # -1: at the end with the lower coordinate, 1: at the other


@dataclass(frozen=True, slots=True)
class HomeWindow:
    """A window in an outer wall. Walls are numbered as in `placement`: 0 low y, 1 high x, 2 high y, 3 low x."""

    room: str
    wall: int
    along: float  # of its middle, from the room's low corner, m
    width: float
    bottom: float
    height: float


@dataclass(frozen=True, slots=True)
class HomePlan:
    """Rooms, doors and windows of a home whose floors lie between (0, 0) and `size`, m."""

    size: tuple[float, float]
    rooms: tuple[HomeRoom, ...]
    doors: tuple[HomeDoor, ...]
    windows: tuple[HomeWindow, ...]

    def room(self, name: str) -> HomeRoom:
        """By name.

        Raises:
            SceneError: the home has no such room.
        """
        for room in self.rooms:
            if room.name == name:
                return room
        raise SceneError(f"no room {name!r}; there are {', '.join(room.name for room in self.rooms)}")

    def doors_of(self, name: str) -> list[HomeDoor]:
        """The doors that lead into a room."""
        return [door for door in self.doors if name in door.rooms]


@dataclass(frozen=True, slots=True)
class Rect:
    """A room in cells: [x0, x1) × [y0, y1)."""

    kind: str
    x0: int
    y0: int
    x1: int
    y1: int


def metres(cells: float) -> float:
    """Without the dust of floating-point products."""
    return round(cells * CELL_M, 4)
