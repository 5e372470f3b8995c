"""Rooms and doorways from what is solid and what is free at the height where there are walls and little furniture.

    evidence ── slices ──► space, barrier ── watershed ──► basins ── borders: doorway or not ──► rooms, doors

Space is cut where it is narrowest. A cut is a doorway if it is as wide as doors are, its sides are solid, and space is
wider on both of its sides within half a meter: a passage between a wardrobe and a bed stays narrow for longer. The
basins that no doorway divides are one room.

Source: the watershed of the distance to walls, Bormann et al. 2016 ("Room segmentation: survey, implementation and
analysis"), section III; the rule for doorways is our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from situated_qa.mapping.occupancy import FLOOR_TOP_M, LAYER_M, LAYERS

_WALL_SLICE_M = (1.1, 1.9)  # above most furniture, below the lintels of doors
_FREE_BELOW = 2  # layers: a wall's cells are looked through below the slice in no more than so many
_STANDS_M = 0.9
_SPECK_M = 0.45  # barriers that touch no other and are nowhere longer are lamps and noise
_HOLE_M2 = 0.3  # smaller places that were never looked into, all around space, are space
_CREST_M = 0.1  # basins whose crests stand out less from the saddle between them are not told apart
_LEAK_M = 0.35  # narrower gaps are faults of the walls' picture
_LOOK_M = (0.2, 0.3, 0.4, 0.5)  # how far before and behind a doorway its width is compared
_WIDER_M = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """What stands on each cell of the floor; (H, W) bool each."""

    floor: np.ndarray  # floor was seen, or the robot stood there
    obstacle: np.ndarray  # something solid between the floor and the robot's height
    clear: np.ndarray  # nothing solid there, and some of it was looked through
    stands: np.ndarray  # something solid below 0.9 m: more than what hangs
    barrier: np.ndarray  # solid where walls are and little else
    space: np.ndarray  # free where walls would be, furniture below or not


@dataclass(frozen=True, slots=True)
class Gate:
    """A doorway between two rooms, in cells [x, y] with fractions: cell [iy, ix] has its center at + 0.5."""

    rooms: tuple[int, int]  # labels
    center: tuple[float, float]
    width: float  # cells
    cut: tuple[tuple[float, float], tuple[float, float]]  # its two sides


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Rooms as connected pieces of space."""

    labels: np.ndarray  # (H, W) int32: 1 … count, 0 where there is no room
    count: int
    gates: tuple[Gate, ...]


def slices(evidence: np.ndarray, cell_m: float, robot_height_m: float) -> Slices:
    """Args: evidence: (LAYERS, H, W) of `mapping.occupancy.OccupancyGrid`."""
    bottoms = FLOOR_TOP_M + LAYER_M * (np.arange(LAYERS) - 1.0)
    bottoms[0] = -FLOOR_TOP_M
    body = evidence[1:][bottoms[1:] + LAYER_M / 2 < robot_height_m]
    walls = evidence[(bottoms >= _WALL_SLICE_M[0] - 1e-6) & (bottoms + LAYER_M <= _WALL_SLICE_M[1] + 1e-6)]
    solid, free = (walls > 0).sum(axis=0), (walls < 0).sum(axis=0)
    # What hangs high with nothing below is not a wall: a picture, a cupboard, a lamp.
    hanging = (evidence[(bottoms > 0) & (bottoms < _WALL_SLICE_M[0] - 1e-6)] < 0).sum(axis=0) > _FREE_BELOW
    barrier = _without_short((solid > 0) & (solid >= free) & ~hanging, _SPECK_M / cell_m)
    seen = evidence[0] > 0
    obstacle = np.any(body > 0, axis=0)
    space = ((free > solid) | hanging | (seen & (solid == 0))) & ~barrier
    holes = ~space & ~barrier
    space |= holes & ~_without_small(holes, _HOLE_M2 / cell_m**2)
    clear = ~obstacle & np.any(body < 0, axis=0)
    stands = np.any(evidence[1:][bottoms[1:] + LAYER_M <= _STANDS_M + 1e-6] > 0, axis=0)
    return Slices(seen, np.asarray(obstacle), np.asarray(clear), np.asarray(stands), barrier, space)


def _without_small(mask: np.ndarray, cells: float) -> np.ndarray:
    """The connected pieces (corners connect) of at least so many cells."""
    from skimage.measure import label

    pieces = label(mask, connectivity=2)
    return np.asarray(mask & (np.bincount(pieces.ravel()) >= cells)[pieces])


def _without_short(mask: np.ndarray, cells: float) -> np.ndarray:
    """The connected pieces (corners connect) that reach over at least so many rows or columns."""
    from scipy.ndimage import find_objects
    from skimage.measure import label

    pieces = label(mask, connectivity=2)
    lengths = [0] + [max(side.stop - side.start for side in part) for part in find_objects(pieces)]
    return np.asarray(mask & (np.array(lengths) >= cells)[pieces])


def find_layout(parts: Slices, cell_m: float, door_m: tuple[float, float]) -> Layout:
    """Cut space into rooms.

    Args:
        door_m: the narrowest and the widest doorway, m.
    """
    from scipy.ndimage import distance_transform_edt, gaussian_filter
    from skimage.measure import label
    from skimage.morphology import h_maxima
    from skimage.segmentation import watershed

    none = Layout(np.zeros(parts.space.shape, np.int32), 0, ())
    if not parts.space.any():
        return none
    padded = np.pad(parts.space, 1)
    away, nearest = distance_transform_edt(padded, return_indices=True)
    away, nearest = away[1:-1, 1:-1], nearest[:, 1:-1, 1:-1] - 1
    smooth = np.where(parts.space, gaussian_filter(away, 1.0), 0.0)
    crests = label(h_maxima(smooth, _CREST_M / cell_m).astype(bool), connectivity=2)
    basins = np.asarray(watershed(-smooth, crests, mask=parts.space))
    view = _View(parts, cell_m, away, nearest)
    gates: list[Gate] = []
    joined = _Sets(int(basins.max()))
    for a, b, border in _borders(basins):
        gate = view.gate(a, b, border, door_m)
        if gate is not None:
            gates.append(gate)
        elif 2 * away[tuple(border.T)].max() * cell_m >= _LEAK_M:
            joined.join(a, b)
    roots = joined.roots()
    kept = [gate for gate in gates if roots[gate.rooms[0]] != roots[gate.rooms[1]]]
    numbers = np.unique(roots[1:])
    renumber = np.zeros(len(roots), np.int32)
    renumber[1:] = np.searchsorted(numbers, roots[1:]) + 1
    gates = [Gate((int(renumber[g.rooms[0]]), int(renumber[g.rooms[1]])), g.center, g.width, g.cut) for g in kept]
    return Layout(renumber[basins], len(numbers), tuple(gates))


def _borders(basins: np.ndarray) -> Iterator[tuple[int, int, np.ndarray]]:
    """Where two basins touch: their numbers, and the (N, 2) cells [y, x] of one connected stretch of the border."""
    from skimage.measure import label

    cells: dict[tuple[int, int], list[np.ndarray]] = {}
    for axis in (0, 1):
        one, two = (basins[:-1], basins[1:]) if axis == 0 else (basins[:, :-1], basins[:, 1:])
        touching = np.argwhere((one != two) & (one > 0) & (two > 0))
        step = np.eye(2, dtype=int)[axis]
        ends = np.stack([one[tuple(touching.T)], two[tuple(touching.T)]], axis=1)
        for a, b in np.unique(np.sort(ends, axis=1), axis=0):
            here = touching[(np.sort(ends, axis=1) == (a, b)).all(axis=1)]
            cells.setdefault((int(a), int(b)), []).extend([here, here + step])
    for (a, b), found in cells.items():
        every = np.unique(np.concatenate(found), axis=0)
        low = every.min(axis=0)
        grid = np.zeros(every.max(axis=0) - low + 1, bool)
        grid[tuple((every - low).T)] = True
        pieces = label(grid, connectivity=2)
        for number in range(1, int(pieces.max()) + 1):
            yield a, b, np.argwhere(pieces == number) + low


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Space, and how far each of its cells is from what bounds it."""

    parts: Slices
    cell_m: float
    away: np.ndarray  # (H, W) cells to the nearest cell that is not space
    nearest: np.ndarray  # (2, H, W) that cell [y, x]

    def gate(self, a: int, b: int, border: np.ndarray, door_m: tuple[float, float]) -> Gate | None:
        """The doorway that a border is, or None."""
        saddle = border[int(self.away[tuple(border.T)].argmax())]
        narrow = 2 * self.away[tuple(saddle)] * self.cell_m
        if not door_m[0] - 2 * self.cell_m <= narrow <= door_m[1] + 2 * self.cell_m:
            return None
        sides = self._sides(saddle, door_m[1])
        if sides is None:
            return None
        one, two = sides
        # From the middle of one solid cell to that of the other: noise has widened each by about half a cell.
        width = float(np.linalg.norm(two - one))
        if not door_m[0] <= width * self.cell_m <= door_m[1]:
            return None
        along = (two - one) / np.linalg.norm(two - one)
        across = np.array([-along[1], along[0]])
        middle = (one + two) / 2
        for side in (across, -across):
            runs = [self._run(middle + side * d / self.cell_m, along) for d in _LOOK_M]
            if max(runs) < width + _WIDER_M / self.cell_m:
                return None
        x, y = (middle + 0.5)[::-1]
        cut = tuple((float(p[1] + 0.5), float(p[0] + 0.5)) for p in (one, two))
        return Gate((a, b), (float(x), float(y)), width, (cut[0], cut[1]))

    def _sides(self, saddle: np.ndarray, widest_m: float) -> tuple[np.ndarray, np.ndarray] | None:
        """The solid cells on the two sides of a saddle, [y, x]; None where a side is not solid."""
        one = self.nearest[:, saddle[0], saddle[1]].astype(float)
        reach = int(np.ceil(widest_m / self.cell_m))
        y0, x0 = np.maximum(saddle - reach, 0)
        around = np.argwhere(~self.parts.space[y0 : saddle[0] + reach + 1, x0 : saddle[1] + reach + 1]) + (y0, x0)
        to_one = one - saddle
        to_others = around - saddle
        lengths = np.linalg.norm(to_others, axis=1)
        opposite = to_others @ to_one < -0.8 * lengths * np.linalg.norm(to_one)
        if not opposite.any():
            return None
        two = around[opposite][int(lengths[opposite].argmin())].astype(float)
        return (one, two) if self._solid(one) and self._solid(two) else None

    def _solid(self, cell: np.ndarray) -> bool:
        y, x = cell.astype(int)
        near = self.parts.barrier[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
        return bool(near.any())

    def _run(self, start: np.ndarray, along: np.ndarray) -> float:
        """How wide space is through a point, along a direction, cells; 0 where the point is not in space."""
        reach = int(3.0 / self.cell_m)
        total = 0.0
        for sign in (1.0, -1.0):
            steps = np.arange(0.0, reach, 0.5)
            cells = np.round(start + sign * steps[:, None] * along).astype(int)
            inside = ((cells >= 0) & (cells < self.parts.space.shape)).all(axis=1)
            free = np.zeros(len(cells), bool)
            free[inside] = self.parts.space[tuple(cells[inside].T)]
            total += float(steps[free.argmin()]) if not free.all() else float(reach)
        return total


class _Sets:
    """Which numbers 1 … count belong together (union and find)."""

    def __init__(self, count: int) -> None:
        self._parent = np.arange(count + 1)

    def join(self, a: int, b: int) -> None:
        self._parent[self._root(a)] = self._root(b)

    def roots(self) -> np.ndarray:
        return np.array([self._root(k) for k in range(len(self._parent))])

    def _root(self, k: int) -> int:
        while self._parent[k] != k:
            k = int(self._parent[k])
        return k
