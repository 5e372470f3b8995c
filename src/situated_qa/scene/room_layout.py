"""Rooms and doorways from what is solid and what is free at the height where there are walls and little furniture.

    evidence ── slices ──► space, barrier, above ── watershed ──► basins ── borders: doorway or not ──► rooms, doors

Space is cut where it is narrowest, and under what hangs over a passage as a lintel does. `doorways.py` tells which cuts
are doorways. The basins that no doorway divides are one room.

Source: the watershed of the distance to walls, Bormann et al. 2016 ("Room segmentation: survey, implementation and
analysis"), section III.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from situated_qa.scene.doorways import Doorways, Gate
from situated_qa.scene.room_slices import Slices

_CREST_M = 0.1  # basins whose crests stand out less from the saddle between them are not told apart
_LEAK_M = 0.35  # narrower gaps are faults of the walls' picture


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Rooms as connected pieces of space."""

    labels: np.ndarray  # (H, W) int32: 1 … count, 0 where there is no room
    count: int
    gates: tuple[Gate, ...]


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
    borders = list(_borders(basins))
    gates = Doorways(parts, cell_m, away, door_m).among(borders)
    joined = _Sets(int(basins.max()))
    for (a, b, border), gate in zip(borders, gates, strict=True):
        if gate is None and 2 * away[tuple(border.T)].max() * cell_m >= _LEAK_M:
            joined.join(a, b)
    roots = joined.roots()
    kept = [gate for gate in gates if gate is not None and roots[gate.rooms[0]] != roots[gate.rooms[1]]]
    numbers = np.unique(roots[1:])
    renumber = np.zeros(len(roots), np.int32)
    renumber[1:] = np.searchsorted(numbers, roots[1:]) + 1
    doors = [Gate((int(renumber[g.rooms[0]]), int(renumber[g.rooms[1]])), g.center, g.width, g.cut) for g in kept]
    return Layout(renumber[basins], len(numbers), tuple(doors))


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
