"""Rooms and doorways from what is solid and what is free at the height where there are walls and little furniture.

    evidence ── slices ──► space, barrier, above ── watershed ──► basins ── borders: doorway or not ──► rooms, doors

Space is cut where it is narrowest, and under what hangs over a passage as a lintel does. A cut is a doorway if it is as
wide as doors are, its sides are solid, and either a lintel was seen over it, or space is wider on both of its sides
within half a meter: a passage between a wardrobe and a bed stays narrow for longer. The basins that no doorway divides
are one room.

Source: the watershed of the distance to walls, Bormann et al. 2016 ("Room segmentation: survey, implementation and
analysis"), section III; the rules for doorways are our own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from situated_qa.mapping.occupancy import FLOOR_TOP_M, LAYER_M, LAYERS

_WALL_SLICE_M = (1.1, 1.9)  # above most furniture, below the lintels of doors
_FREE_BELOW = 2  # layers: a wall's cells are looked through below the slice in no more than so many
_STANDS_M = 0.9
_SHIFT_M = 0.1  # a doorway's border under its lintel lies so far before or behind its narrowest line
_LINTEL_FROM_M = 1.9  # doors are 1.95 … 2.15 m high; the grid ends below most ceilings
_LINTEL_DEEP_M = 0.45  # what hangs over more in both directions is a low ceiling
_LINTEL_SHARE = 0.5  # of a doorway, along it, over which its lintel must have been seen
_LINTEL_NEAR_M = 0.1  # before and behind the cut; walls are as thick, and noise widens them
_BEYOND_M = 0.6  # space goes on so far on both sides of a doorway: before an overhead cupboard's wall it does not
_SPECK_M = 0.45  # barriers that touch no other and are nowhere longer are lamps and noise
_HOLE_M2 = 0.3  # smaller places that were never looked into, all around space, are space
_CREST_M = 0.1  # basins whose crests stand out less from the saddle between them are not told apart
_LEAK_M = 0.35  # narrower gaps are faults of the walls' picture
_LOOK_M = (0.2, 0.3, 0.4, 0.5)  # how far before and behind a doorway its width is compared
_LOOK_PAST_LEAF_M = (0.6, 0.7, 0.8, 0.9, 1.0)  # on the side of which its leaf stands open
_WIDER_M = 0.3
_RUNS_ON_M = 1.2  # a wall goes on beside a door for longer than a wardrobe is deep
_RUNS_ON_SHARE = 0.8

Sides = tuple[np.ndarray, np.ndarray]  # the two ends of a cut, cells [y, x]


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """What stands on each cell of the floor; (H, W) bool each."""

    floor: np.ndarray  # floor was seen, or the robot stood there
    obstacle: np.ndarray  # something solid between the floor and the robot's height
    clear: np.ndarray  # nothing solid there, and some of it was looked through
    stands: np.ndarray  # something solid below 0.9 m: more than what hangs
    barrier: np.ndarray  # solid where walls are and little else
    space: np.ndarray  # free where walls would be, furniture below or not
    above: np.ndarray  # space with something solid over it at the height of lintels, but for low ceilings


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
    above = space & np.any(evidence[bottoms >= _LINTEL_FROM_M - 1e-6] > 0, axis=0)
    above &= ~_wide(above, _LINTEL_DEEP_M / cell_m)
    return Slices(seen, np.asarray(obstacle), np.asarray(clear), np.asarray(stands), barrier, space, above)


def _wide(mask: np.ndarray, cells: float) -> np.ndarray:
    """The parts of a mask that are at least so many cells wide in both directions."""
    import cv2

    side = round(cells)
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return np.asarray(opened > 0)


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
    away, apart = (
        distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1] for free in (parts.space, parts.space & ~parts.above)
    )
    smooth = np.where(parts.space, gaussian_filter(apart, 1.0), 0.0)
    crests = label(h_maxima(smooth, _CREST_M / cell_m).astype(bool), connectivity=2)
    basins = np.asarray(watershed(-smooth, crests, mask=parts.space))
    view = _View(parts, cell_m, away, parts.space.copy())
    borders = list(_borders(basins))
    gates = [view.under_lintel(a, b, border, door_m) for a, b, border in borders]
    for gate in gates:
        view.close(gate)  # what opens behind a door does not make a corridor wider
    joined = _Sets(int(basins.max()))
    widest = [float(away[tuple(border.T)].max()) for _, _, border in borders]
    for k in np.argsort(widest, kind="stable"):
        a, b, border = borders[k]
        if gates[k] is None:
            gates[k] = view.between_wider(a, b, border, door_m)
            view.close(gates[k])
        if gates[k] is None and 2 * widest[k] * cell_m >= _LEAK_M:
            joined.join(a, b)
    roots = joined.roots()
    kept = [gate for gate in gates if gate is not None and roots[gate.rooms[0]] != roots[gate.rooms[1]]]
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
    open: np.ndarray  # (H, W) bool: space, but for the doorways that were found

    def under_lintel(self, a: int, b: int, border: np.ndarray, door_m: tuple[float, float]) -> Gate | None:
        """The doorway that a border is if a lintel was seen over most of it, or None."""
        for sides in (self._along(border, door_m[1]), self._sides(self._saddle(border), door_m[1])):
            if sides is not None and self._as_wide_as_doors(sides, door_m) and self._has_lintel(*sides):
                return _gate(a, b, sides)
        return None

    def between_wider(self, a: int, b: int, border: np.ndarray, door_m: tuple[float, float]) -> Gate | None:
        """The doorway that a border is if space is soon wider on both sides of it, or None."""
        saddle = self._saddle(border)
        narrow = 2 * self.away[tuple(saddle)] * self.cell_m
        if not door_m[0] - 2 * self.cell_m <= narrow <= door_m[1] + 2 * self.cell_m:
            return None
        sides = self._sides(saddle, door_m[1])
        if sides is None or not self._as_wide_as_doors(sides, door_m):
            return None
        return _gate(a, b, sides) if self._widens(*sides) else None

    def close(self, gate: Gate | None) -> None:
        """Looks for wider space do not go through this doorway from here on."""
        if gate is not None:
            one, two = (np.array(side)[::-1] - 0.5 for side in gate.cut)
            at = one + np.linspace(0.0, 1.0, 4 * round(gate.width))[:, None] * (two - one)
            for step in itertools.product((-0.5, 0.5), repeat=2):
                cells = np.clip(np.round(at + step).astype(int), 0, np.array(self.open.shape) - 1)
                self.open[tuple(cells.T)] = False

    def _saddle(self, border: np.ndarray) -> np.ndarray:
        """The cell of a border that is farthest from what bounds space."""
        return np.asarray(border[int(self.away[tuple(border.T)].argmax())])

    def _as_wide_as_doors(self, sides: Sides, door_m: tuple[float, float]) -> bool:
        # From the middle of one solid cell to that of the other: noise has widened each by about half a cell.
        return bool(door_m[0] <= np.linalg.norm(sides[1] - sides[0]) * self.cell_m <= door_m[1])

    def _widens(self, one: np.ndarray, two: np.ndarray) -> bool:
        """Whether space is wider than a doorway soon on both sides of a cut; in a wall, before and behind its leaf."""
        width, along, across = _axes(one, two)
        soon = []
        for side in (across, -across):
            runs = [self._run((one + two) / 2 + side * d / self.cell_m, along) for d in (*_LOOK_M, *_LOOK_PAST_LEAF_M)]
            wide = np.flatnonzero(np.array(runs) >= width + _WIDER_M / self.cell_m)
            if not len(wide):
                return False
            soon.append(bool(wide[0] < len(_LOOK_M)))
        return all(soon) or any(soon) and (self._runs_on(one, -along) or self._runs_on(two, along))

    def _runs_on(self, end: np.ndarray, along: np.ndarray) -> bool:
        """Whether a wall goes on from an end of a cut."""
        at = end + np.arange(0.0, _RUNS_ON_M / self.cell_m)[:, None] * along
        across = np.array([-along[1], along[0]])
        near = round(_LINTEL_NEAR_M / self.cell_m)
        solid = np.any([_at(self.parts.barrier, at + k * across) for k in range(-near, near + 1)], axis=0)
        return bool(solid.mean() >= _RUNS_ON_SHARE)

    def _has_lintel(self, one: np.ndarray, two: np.ndarray) -> bool:
        """Whether a lintel was seen over most of a cut, and space goes on before and behind it."""
        width, along, across = _axes(one, two)
        at = one + along * np.arange(1.0, width, 0.5)[:, None]
        near = round(_LINTEL_NEAR_M / self.cell_m)
        seen = np.any([_at(self.parts.above, at + k * across) for k in range(-near, near + 1)], axis=0)
        if seen.mean() < _LINTEL_SHARE:
            return False
        steps = np.arange(0.0, _BEYOND_M / self.cell_m, 0.5)[:, None]
        return all(_at(self.parts.space, (one + two) / 2 + steps * side).all() for side in (across, -across))

    def _along(self, border: np.ndarray, widest_m: float) -> Sides | None:
        """The solid cells at the ends of a border, [y, x], where it is shortest; None where an end is not solid."""
        if len(border) < 3:
            return None
        middle = border.mean(axis=0)
        along = np.linalg.svd(border - middle, full_matrices=False)[2][0]
        across = np.array([-along[1], along[0]])
        steps = np.arange(0.0, widest_m / self.cell_m + 1.0, 0.5)[:, None]
        found: list[Sides] = []
        for shift in np.arange(-_SHIFT_M, _SHIFT_M + 1e-6, self.cell_m) / self.cell_m:
            ends = []
            for sign in (1.0, -1.0):
                at = middle + shift * across + sign * steps * along
                free = _at(self.parts.space, at)
                if free[0] and not free.all():
                    ends.append(np.round(at[int(free.argmin())]))
            if len(ends) == 2 and all(self._solid(end) for end in ends):
                found.append((ends[0], ends[1]))
        return min(found, key=lambda sides: float(np.linalg.norm(sides[1] - sides[0])), default=None)

    def _sides(self, saddle: np.ndarray, widest_m: float) -> Sides | None:
        """The solid cells on the two sides of a saddle, [y, x]; None where a side is not solid."""
        reach = int(np.ceil(widest_m / self.cell_m))
        low = np.maximum(saddle - reach, 0)
        window = tuple(slice(first, last + reach + 1) for first, last in zip(low, saddle, strict=True))
        # What bounds space; and where that is a shadow, what is solid behind it.
        for bounds in (~self.parts.space, self.parts.barrier):
            away = np.argwhere(bounds[window]) + low - saddle
            if not len(away):
                continue
            lengths = np.linalg.norm(away, axis=1)
            first = int(lengths.argmin())
            opposite = away @ away[first] < -0.8 * lengths * lengths[first]
            if not opposite.any():
                continue
            second = np.flatnonzero(opposite)[int(lengths[opposite].argmin())]
            one, two = (saddle + away[k].astype(float) for k in (first, second))
            if self._solid(one) and self._solid(two):
                return one, two
        return None

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
            free = _at(self.open, start + sign * steps[:, None] * along)
            total += float(steps[free.argmin()]) if not free.all() else float(reach)
        return total


def _gate(a: int, b: int, sides: Sides) -> Gate:
    one, two = ((float(x + 0.5), float(y + 0.5)) for y, x in sides)
    center = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    return Gate((a, b), center, float(np.linalg.norm(sides[1] - sides[0])), (one, two))


def _axes(one: np.ndarray, two: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Of a cut: its length, cells, and the unit vectors along and across it."""
    width = float(np.linalg.norm(two - one))
    along = (two - one) / width
    return width, along, np.array([-along[1], along[0]])


def _at(mask: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(N,) bool at (N, 2) points [y, x], cells; False off the grid."""
    cells = np.round(points).astype(int)
    inside = ((cells >= 0) & (cells < mask.shape)).all(axis=1)
    values = np.zeros(len(cells), bool)
    values[inside] = mask[tuple(cells[inside].T)]
    return values


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
