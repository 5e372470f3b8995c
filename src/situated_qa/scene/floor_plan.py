"""The floor plan: where a robot can stand, which room each piece of floor belongs to, and the doors between rooms.

In a scene file it is two keys beside "objects" (`scene/files.py`):

    "walkable": {"cell_m": 0.05, "origin": [x, y], "rows": ["0x3 1x20 0x3", ...],
                 "room_names": ["kitchen", "hall"], "room_rows": ["-1x3 0x20 -1x3", ...]},
    "doors": [{"rooms": ["kitchen", "hall"], "center": [x, y], "width": 0.9, "open": true}]

A row is written as runs, `value x how many`, from low x to high x; the first row has the lowest y.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene import fields
from situated_qa.scene.grid_runs import read_grid, write_runs


@dataclass(frozen=True, slots=True, eq=False)
class Door:
    """A doorway between two rooms; "" for the room it has outside."""

    rooms: tuple[str, str]
    center: np.ndarray  # (2,) middle of the opening, map frame, m
    width: float  # of the opening, m
    open: bool = True  # a closed one lets neither robots nor looks pass


@dataclass(frozen=True, slots=True, eq=False)
class FloorPlan:
    """A grid over the floor, map frame. Cell [iy, ix] has its center at origin + (ix + 0.5, iy + 0.5) · cell_m.

    Both arrays are kept read-only. The cells of a closed door's opening are not walkable.

    Raises:
        SceneError: sizes, names or indices contradict each other.
    """

    cell_m: float  # side of a cell, m
    origin: np.ndarray  # (2,) the corner of cell [0, 0] with the lowest x and y, m
    walkable: np.ndarray  # (H, W) bool: the middle of a robot of the radius it was made for can be there
    room_index: np.ndarray  # (H, W) int16 into `room_names`, floor under furniture too; -1 for walls and outside
    room_names: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()
    # What others worked out from it, kept for as long as it is; several questions may fill it at once.
    derived: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        origin = np.array(self.origin, dtype=np.float64)
        walkable = np.array(self.walkable, dtype=bool)
        room_index = np.array(self.room_index, dtype=np.int16)
        if not (np.isfinite(self.cell_m) and self.cell_m > 0):
            raise SceneError(f"a floor plan's cell_m must be > 0, got {self.cell_m!r}")
        if origin.shape != (2,) or not np.isfinite(origin).all():
            raise SceneError(f"a floor plan's origin must be two finite numbers, got {self.origin!r}")
        if walkable.ndim != 2 or walkable.shape != room_index.shape:
            raise SceneError(
                f"a floor plan's walkable and room_index must be grids of one size, got {walkable.shape} and "
                f"{room_index.shape}"
            )
        if len(set(self.room_names)) != len(self.room_names):
            raise SceneError(f"a floor plan's room_names must differ, got {self.room_names}")
        if room_index.size and not (room_index.min() >= -1 and room_index.max() < len(self.room_names)):
            raise SceneError(
                f"a floor plan's room_index must lie in -1 … {len(self.room_names) - 1} for {len(self.room_names)} "
                f"room_names, got {room_index.min()} … {room_index.max()}"
            )
        for door in self.doors:
            strangers = sorted({name for name in door.rooms if name} - set(self.room_names))
            if strangers:
                raise SceneError(f"a door leads to {strangers}, which room_names lacks: {list(self.room_names)}")
        for array in (origin, walkable, room_index):
            array.setflags(write=False)
        object.__setattr__(self, "origin", origin)
        object.__setattr__(self, "walkable", walkable)
        object.__setattr__(self, "room_index", room_index)

    def cells_of(self, points_map: np.ndarray) -> np.ndarray:
        """(..., 2) int cells [iy, ix] of (..., 2 or 3) map points, m; beyond the grid's edge they lie outside it."""
        offset = (np.asarray(points_map, dtype=np.float64)[..., :2] - self.origin) / self.cell_m
        return np.floor(offset + 1e-9).astype(np.int64)[..., ::-1]

    def centers_of(self, cells: np.ndarray) -> np.ndarray:
        """(..., 2) centers in the map, m, of (..., 2) cells [iy, ix]."""
        return self.origin + (np.asarray(cells)[..., ::-1] + 0.5) * self.cell_m

    def inside(self, cells: np.ndarray) -> np.ndarray:
        """(...) bool: which of the (..., 2) cells are on the grid."""
        return np.asarray(np.logical_and(cells >= 0, cells < self.walkable.shape).all(axis=-1))

    def room_at(self, point_map: np.ndarray) -> str:
        """The room whose floor lies under a (2,) or (3,) map point, m; "" for a wall, a doorway or outside."""
        cell = self.cells_of(point_map)
        index = int(self.room_index[tuple(cell)]) if self.inside(cell) else -1
        return self.room_names[index] if index >= 0 else ""

    def nearest_room(self, point_map: np.ndarray, limit_m: float) -> str:
        """The room whose floor is nearest to a (2,) or (3,) map point, m; "" where none is within the limit."""
        cells = np.argwhere(self.room_index >= 0)
        if not len(cells):
            return ""
        away = np.linalg.norm(self.centers_of(cells) - np.asarray(point_map)[:2], axis=1)
        nearest = int(away.argmin())
        return self.room_names[self.room_index[tuple(cells[nearest])]] if away[nearest] <= limit_m else ""

    def area_m2(self, room: str) -> float:
        """Floor of a room, under its furniture too, m²; 0 where it has no floor in this plan."""
        if room not in self.room_names:
            return 0.0
        return float((self.room_index == self.room_names.index(room)).sum() * self.cell_m**2)

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON data: the keys "walkable" and "doors" of a scene file."""
        return {
            "walkable": {
                "cell_m": float(self.cell_m),
                "origin": [float(v) for v in self.origin],
                "rows": [write_runs(row) for row in self.walkable.astype(np.int16)],
                "room_names": list(self.room_names),
                "room_rows": [write_runs(row) for row in self.room_index],
            },
            "doors": [
                {
                    "rooms": list(door.rooms),
                    "center": [float(v) for v in door.center],
                    "width": float(door.width),
                    "open": bool(door.open),
                }
                for door in self.doors
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FloorPlan:
        """From plain JSON data with the keys "walkable" and, where there are any, "doors".

        Raises:
            SceneError: a field is missing or wrong; names it, e.g. `walkable.rows[7]`.
        """
        grid = fields.mapping(fields.required(data, "walkable", "a floor plan"), "walkable")
        rows = fields.items(fields.required(grid, "rows", "walkable"), "walkable.rows")
        walkable = read_grid(rows, "walkable.rows")
        if not ((walkable == 0) | (walkable == 1)).all():
            raise SceneError("walkable.rows must hold runs of 0 and 1 only")
        room_index = np.full_like(walkable, -1)
        if "room_rows" in grid:
            room_index = read_grid(fields.items(grid["room_rows"], "walkable.room_rows"), "walkable.room_rows")
        names = fields.items(grid.get("room_names", []), "walkable.room_names")
        doors = fields.items(data.get("doors", []), "doors")
        return cls(
            cell_m=fields.number(fields.required(grid, "cell_m", "walkable"), "walkable.cell_m"),
            origin=fields.vector(fields.required(grid, "origin", "walkable"), 2, "walkable.origin"),
            walkable=walkable.astype(bool),
            room_index=room_index,
            room_names=tuple(fields.text(name, f"walkable.room_names[{k}]") for k, name in enumerate(names)),
            doors=tuple(_door(item, f"doors[{k}]") for k, item in enumerate(doors)),
        )


def _door(value: Any, where: str) -> Door:
    item = fields.mapping(value, where)
    rooms = fields.items(fields.required(item, "rooms", where), f"{where}.rooms")
    if len(rooms) != 2:
        raise SceneError(f"{where}.rooms must be two names, got {fields.shown(rooms)}")
    width = fields.number(fields.required(item, "width", where), f"{where}.width")
    if width <= 0:
        raise SceneError(f"{where}.width must be > 0, got {width}")
    return Door(
        rooms=(fields.text(rooms[0], f"{where}.rooms[0]"), fields.text(rooms[1], f"{where}.rooms[1]")),
        center=fields.vector(fields.required(item, "center", where), 2, f"{where}.center"),
        width=width,
        open=fields.flag(item.get("open", True), f"{where}.open"),
    )
