"""Doorways among the narrow places of a map: their two sides, and what tells them from passages beside furniture.

A doorway is as wide as doors are and its sides are solid. Besides, either a lintel was seen over it, or space is wider
soon on both of its sides: at once, or on one side only past its open leaf, if the wall that it is in goes on. A passage
beside a wardrobe or between two stays narrow for longer, or is in no wall. The rules are our own.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.scene.room_slices import Slices

_LOOK_M = (0.2, 0.3, 0.4, 0.5)  # how far before and behind a doorway its width is compared
_LOOK_PAST_LEAF_M = (0.6, 0.7, 0.8, 0.9, 1.0)  # on the side of which its leaf stands open
_WIDER_M = 0.3
_RUNS_ON_M = 1.2  # a wall goes on beside a door for longer than a wardrobe is deep
_RUNS_ON_SHARE = 0.8
_SHIFT_M = 0.1  # a doorway's border under its lintel lies so far before or behind its narrowest line
_LINTEL_SHARE = 0.5  # of a doorway, along it, over which its lintel must have been seen
_NEAR_M = 0.1  # a lintel or wall lies so far before or behind the line of a cut
_BEYOND_M = 0.6  # space goes on so far on both sides of a doorway: before an overhead cupboard's wall it does not

Sides = tuple[np.ndarray, np.ndarray]  # the two ends of a cut, cells [y, x]


@dataclass(frozen=True, slots=True)
class Gate:
    """A doorway between two rooms, in cells [x, y] with fractions: cell [iy, ix] has its center at + 0.5."""

    rooms: tuple[int, int]  # labels
    center: tuple[float, float]
    width: float  # cells
    cut: tuple[tuple[float, float], tuple[float, float]]  # its two sides


class Doorways:
    """Tells which borders between two pieces of space are doorways."""

    def __init__(self, parts: Slices, cell_m: float, away: np.ndarray, door_m: tuple[float, float]) -> None:
        """
        Args:
            parts: what is solid and free.
            cell_m: side of a cell, m.
            away: (H, W) cells from each cell of space to the nearest cell that is not.
            door_m: the narrowest and the widest doorway, m.
        """
        self.parts, self.cell_m, self.away, self.door_m = parts, cell_m, away, door_m
        self._open = parts.space.copy()  # without the doorways that were found

    def among(self, borders: Sequence[tuple[int, int, np.ndarray]]) -> list[Gate | None]:
        """The doorway that each border is, or None.

        Args:
            borders: the two labels, and the (N, 2) cells [y, x] where they touch.
        """
        gates = [self._under_lintel(a, b, border) for a, b, border in borders]
        for gate in gates:
            self._close(gate)
        widest = [float(self.away[tuple(border.T)].max()) for _, _, border in borders]
        for k in np.argsort(widest, kind="stable"):  # doors before corridors, which are wider beside doors
            if gates[k] is None:
                gates[k] = self._between_wider(*borders[k])
                self._close(gates[k])
        return gates

    def _under_lintel(self, a: int, b: int, border: np.ndarray) -> Gate | None:
        """The doorway that a border is if a lintel was seen over most of it, or None."""
        for sides in (self._along(border), self._sides(self._saddle(border))):
            if sides is not None and self._as_wide_as_doors(sides) and self._has_lintel(*sides):
                return _gate(a, b, sides)
        return None

    def _between_wider(self, a: int, b: int, border: np.ndarray) -> Gate | None:
        """The doorway that a border is if space is soon wider on both sides of it, or None."""
        saddle = self._saddle(border)
        narrow = 2 * self.away[tuple(saddle)] * self.cell_m
        if not self.door_m[0] - 2 * self.cell_m <= narrow <= self.door_m[1] + 2 * self.cell_m:
            return None
        sides = self._sides(saddle)
        if sides is None or not self._as_wide_as_doors(sides):
            return None
        return _gate(a, b, sides) if self._widens(*sides) else None

    def _close(self, gate: Gate | None) -> None:
        """Looks for wider space do not go through this doorway from here on."""
        if gate is not None:
            one, two = (np.array(side)[::-1] - 0.5 for side in gate.cut)
            at = one + np.linspace(0.0, 1.0, 4 * round(gate.width))[:, None] * (two - one)
            for step in itertools.product((-0.5, 0.5), repeat=2):
                cells = np.clip(np.round(at + step).astype(int), 0, np.array(self._open.shape) - 1)
                self._open[tuple(cells.T)] = False

    def _saddle(self, border: np.ndarray) -> np.ndarray:
        """The cell of a border that is farthest from what bounds space."""
        return np.asarray(border[int(self.away[tuple(border.T)].argmax())])

    def _as_wide_as_doors(self, sides: Sides) -> bool:
        # From the middle of one solid cell to that of the other: noise has widened each by about half a cell.
        low, high = self.door_m
        return bool(low <= np.linalg.norm(sides[1] - sides[0]) * self.cell_m <= high)

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
        near = round(_NEAR_M / self.cell_m)
        solid = np.any([_at(self.parts.barrier, at + k * across) for k in range(-near, near + 1)], axis=0)
        return bool(solid.mean() >= _RUNS_ON_SHARE)

    def _has_lintel(self, one: np.ndarray, two: np.ndarray) -> bool:
        """Whether a lintel was seen over most of a cut, and space goes on before and behind it."""
        width, along, across = _axes(one, two)
        at = one + along * np.arange(1.0, width, 0.5)[:, None]
        near = round(_NEAR_M / self.cell_m)
        seen = np.any([_at(self.parts.above, at + k * across) for k in range(-near, near + 1)], axis=0)
        if seen.mean() < _LINTEL_SHARE:
            return False
        steps = np.arange(0.0, _BEYOND_M / self.cell_m, 0.5)[:, None]
        return all(_at(self.parts.space, (one + two) / 2 + steps * side).all() for side in (across, -across))

    def _along(self, border: np.ndarray) -> Sides | None:
        """The solid cells at the ends of a border, [y, x], where it is shortest; None where an end is not solid."""
        if len(border) < 3:
            return None
        middle = border.mean(axis=0)
        along = np.linalg.svd(border - middle, full_matrices=False)[2][0]
        across = np.array([-along[1], along[0]])
        steps = np.arange(0.0, self.door_m[1] / self.cell_m + 1.0, 0.5)[:, None]
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

    def _sides(self, saddle: np.ndarray) -> Sides | None:
        """The solid cells on the two sides of a saddle, [y, x]; None where a side is not solid."""
        reach = int(np.ceil(self.door_m[1] / self.cell_m))
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
            free = _at(self._open, start + sign * steps[:, None] * along)
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
