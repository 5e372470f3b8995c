"""The building around the furniture: floors, walls with openings, a ceiling, and a lamp for every room."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.sim import shapes
from situated_qa.sim.catalog import Model
from situated_qa.sim.home_plan import CEILING_M, WALL_M, HomePlan, HomeRoom

_OPENING_M = 2.05  # height of doorways
_HALF = WALL_M / 2  # each room's side of a wall: walls have two colors
_WALLS = ((226, 219, 203), (206, 214, 216), (232, 226, 222), (214, 222, 208), (222, 214, 224), (236, 230, 212))
_WOODS = ((176, 134, 92), (150, 108, 70), (196, 160, 118))
_TILES = ((205, 205, 200), (188, 196, 200), (214, 204, 190))
_WET = ("kitchen", "bathroom", "laundry room")


@dataclass(frozen=True, slots=True, eq=False)
class RoomLamps:
    """A ceiling lamp in the middle of each room; what lies in a room, or next to it, is lit by that room's."""

    low: np.ndarray  # (R, 2) corners of the floors, map frame, m
    high: np.ndarray  # (R, 2)

    def __call__(self, points: np.ndarray) -> np.ndarray:
        """(N, 3) the lamp of each of (N, 3) points, map frame, m."""
        best = np.full(len(points), np.inf)
        lamps = np.zeros((len(points), 3), np.float32)
        for low, high in zip(self.low, self.high, strict=True):
            away = np.linalg.norm(np.maximum(np.maximum(low - points[:, :2], points[:, :2] - high), 0.0), axis=1)
            nearer = away < best
            best[nearer] = away[nearer]
            lamps[nearer] = (*((low + high) / 2), CEILING_M - 0.15)
        return lamps


def lamps(plan: HomePlan) -> RoomLamps:
    """The lamps of a home."""
    return RoomLamps(np.array([room.low for room in plan.rooms]), np.array([room.high for room in plan.rooms]))


def structure(plan: HomePlan, rng: np.random.Generator) -> tuple[Model, ...]:
    """Floors, walls and ceiling, map frame."""
    width, depth = plan.size
    models = [
        shapes.box((-WALL_M, -WALL_M, CEILING_M), (width + WALL_M, depth + WALL_M, CEILING_M + 0.1), (240, 240, 238))
    ]
    wood = _WOODS[int(rng.integers(len(_WOODS)))]
    tiles = _TILES[int(rng.integers(len(_TILES)))]
    for room in plan.rooms:
        color = _WALLS[int(rng.integers(len(_WALLS)))]
        low, high = [value - _HALF for value in room.low], [value + _HALF for value in room.high]
        if room.kind in _WET:
            models.append(shapes.floor(low, high, _tiles(rng, tiles), tile_m=1.2))
        else:
            models.append(shapes.floor(low, high, shapes.planks(rng, wood), tile_m=1.6))
        for wall in range(4):
            models += _wall(plan, room, wall, color)
    return tuple(models)


def _wall(plan: HomePlan, room: HomeRoom, wall: int, rgb: tuple[int, int, int]) -> list[Model]:
    """This room's side of one of its walls: pieces beside and above its openings."""
    axis = wall % 2  # 0: runs along x
    line = (room.low[1], room.high[0], room.high[1], room.low[0])[wall]
    outer = line + (_HALF if wall in (1, 2) else -_HALF)
    outside = line in ((0.0, plan.size[0]) if axis == 1 else (0.0, plan.size[1]))
    if outside:
        outer = line + (WALL_M if wall in (1, 2) else -WALL_M)
    across = sorted((line, outer))
    start, end = room.low[axis] - (WALL_M if outside else _HALF), room.high[axis] + (WALL_M if outside else _HALF)
    gaps = []
    for door in plan.doors_of(room.name):
        if door.along == axis and abs(door.center[1 - axis] - line) < WALL_M:
            gaps.append((door.center[axis] - door.width / 2, door.center[axis] + door.width / 2))
    pieces = []
    at = start
    for low, high in sorted(gaps):
        pieces += [(at, low, 0.0), (low, high, _OPENING_M)]
        at = high
    pieces.append((at, end, 0.0))
    models = []
    for low, high, bottom in pieces:
        corners = ((low, across[0]), (high, across[1])) if axis == 0 else ((across[0], low), (across[1], high))
        models.append(shapes.box((*corners[0], bottom), (*corners[1], CEILING_M), rgb))
    return models


def _tiles(rng: np.random.Generator, rgb: tuple[int, int, int], size: int = 256, count: int = 4) -> np.ndarray:
    """(size, size, 3) uint8 square tiles with joints, each its own shade."""
    image = np.empty((size, size, 3))
    side = size // count
    for row in range(count):
        for column in range(count):
            block = image[row * side : (row + 1) * side, column * side : (column + 1) * side]
            block[:] = np.array(rgb) * rng.uniform(0.95, 1.03)
            block[:2] *= 0.8
            block[:, :2] *= 0.8
    return np.clip(image, 0, 255).astype(np.uint8)
