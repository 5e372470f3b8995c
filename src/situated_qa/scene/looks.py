"""Lines of sight over a floor plan: they pass through rooms and open doors and end at walls.

Walls are where the floor plan has neither room nor walkable floor; a look passes from one room into the next through
open doors only.
"""

from __future__ import annotations

import numpy as np

from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.portals import Prospect, Regions

_WALL, _DOOR, _START = -1, -2, -3
_STEPS_PER_CELL = 4  # along a look
_AT_ONCE = 100_000  # steps of all looks together
_STRIDES = (32, 8)
_STRIDE = 8  # steps of a look of which often the first tells all
_TILE_M = 2.0  # side of the regions that floor in no room is divided into
_WALL_DEPTH_M = 0.5  # how far a thing in a room may reach into its wall, as windows and doors do


class Walls:
    """What stops looks in a floor plan, made once for any number of looks."""

    def __init__(self, plan: FloorPlan) -> None:
        self.plan = plan
        spaces, doorways = _spaces(plan)
        self._regions = Regions(np.pad(_numbers(plan, spaces, doorways), 1))
        spaces = np.pad(spaces, 1, constant_values=_DOOR)  # outside the grid nothing hides anything
        self.limits = np.array(spaces.shape) - 1
        self.spaces, self.walkable = spaces.ravel(), np.pad(plan.walkable, 1).ravel()
        self.clear = _clear(spaces).ravel()
        # How often spaces change, row by row and column by column, before each cell.
        self.changes_x, self.changes_y = (
            np.pad(
                np.cumsum(np.cumsum(np.diff(spaces, axis=axis) != 0, axis=0, dtype=np.int32), axis=1), ((1, 0), (1, 0))
            )
            for axis in (1, 0)
        )

    @classmethod
    def of(cls, plan: FloorPlan) -> Walls:
        """The walls of a plan, made at the first call for it."""
        walls = plan.derived.get("walls")
        if not isinstance(walls, Walls):
            walls = plan.derived["walls"] = cls(plan)
        return walls

    def prospect(self, eye: np.ndarray) -> Prospect | None:
        """Which regions the looks from a (2,) or (3,) map point may get to; None where they may get to any."""
        return self._regions.prospect((eye[:2] - self.plan.origin) / self.plan.cell_m + 1.0 + 1e-9)

    def room_at(self, points: np.ndarray) -> np.ndarray:
        """(N,) region of (N, 2) points [x, y] in cells of the padded grid; 0 where that is not in a room."""
        x, y = np.floor(points).astype(np.int64).T
        inside = (x >= 1) & (y >= 1) & (x < self.limits[1]) & (y < self.limits[0])
        space = self.spaces[np.where(inside, y * (self.limits[1] + 1) + x, 0)]
        return np.where(inside & (space >= 0), space + 1, 0)

    def near(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """(N, R) bool: the regions that looks at anything within (N, 2) bounds, map frame, m, may be in before.

        A look may end in a wall, as deep as things at walls reach into it.
        """
        reach = _WALL_DEPTH_M / self.plan.cell_m + 2.0  # and a cell for either end's rounding
        first, last = ((point - self.plan.origin) / self.plan.cell_m + 1.0 for point in (low, high))
        first, last = first[:, None, ::-1] - reach, last[:, None, ::-1] + reach
        near = ((first <= self._regions.high) & (last >= self._regions.low)).all(axis=2)
        near[:, self._regions.outside] = ((first <= 1.0) | (last >= self.limits)).any(axis=(1, 2))
        near[:, 0] = False
        return np.asarray(near)


class Looks:
    """Straight lines of sight ("looks") over a floor plan from one eye, sampled about four times a cell."""

    def __init__(self, walls: Walls, eye: np.ndarray, points: np.ndarray) -> None:
        """
        Args:
            eye: (2,) or (3,) where the looks begin, map frame, m.
            points: (N, 2) or (N, 3) where they go, m.
        """
        plan = walls.plan
        enters, leaves = _over_grid(plan, eye, points)
        along = points[:, :2] - eye[:2]
        self.reach = np.linalg.norm(along, axis=1)
        steps = self.reach * (leaves - enters) * _STEPS_PER_CELL / plan.cell_m
        self.counts = (2 ** np.ceil(np.log2(np.maximum(steps, 2.0)))).astype(np.int64)
        self.enters, self.step = enters, (leaves - enters) / self.counts
        self.spaces, self.walkable, self.limits = walls.spaces, walls.walkable, walls.limits
        self._walls = walls
        # Cells of the padded grid are counted from 0; a point on a line between cells belongs to the next one.
        self.start = (eye[:2] - plan.origin) / plan.cell_m + 1.0 + 1e-9
        self.along = along / plan.cell_m

    def _part(self, looks: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """(S, N) how far along each of (N,) looks its steps of these (S,) numbers are; a look stays at its end."""
        return self.enters[looks] + np.minimum(numbers[:, None], self.counts[looks]) * self.step[looks]

    def _cells(self, looks: np.ndarray, part: np.ndarray) -> np.ndarray:
        """(S, N) index of the cell in the flat, padded grid."""
        x = np.clip(self.start[0] + self.along[looks, 0] * part, 0, self.limits[1]).astype(np.int32)
        y = np.clip(self.start[1] + self.along[looks, 1] * part, 0, self.limits[0]).astype(np.int32)
        return y * np.int32(self.limits[1] + 1) + x

    def surely_arrive(self) -> np.ndarray:
        """(N,) bool: True for looks that begin and end in one space with nothing else in the rectangle between."""
        ends = self.start + self.along
        first = np.floor(np.minimum(self.start, ends)).astype(np.int64)
        last = np.floor(np.maximum(self.start, ends)).astype(np.int64)
        sure = (first >= 1).all(axis=1) & (last < self.limits[::-1]).all(axis=1)
        (x0, y0), (x1, y1) = first[sure].T, last[sure].T
        inside = (_in_rectangle(self._walls.changes_x, y0, y1 + 1, x0, x1) == 0) & (
            _in_rectangle(self._walls.changes_y, y0, y1, x0, x1 + 1) == 0
        )
        sure[sure] = inside & (self.spaces[y0 * (self.limits[1] + 1) + x0] != _WALL)
        return np.asarray(sure)

    def may_arrive(self, looks: np.ndarray, prospect: Prospect | None) -> np.ndarray:
        """(N,) bool: False for those of (N,) looks of which a few samples already lie in a wall.

        Skipped samples can only move the first wall nearer, so False is certain.

        Args:
            prospect: what `Walls.prospect` gave for the eye.
        """
        may = np.ones(len(looks), dtype=bool)
        if prospect is not None:
            region = self._walls.room_at(self.start + self.along[looks])
            asked = np.flatnonzero(region > 0)
            may[asked] = prospect.holds(region[asked], np.arctan2(*self.along[looks[asked]].T[::-1]))
            return may
        for stride in _STRIDES:
            may[may] = self._may_arrive(looks[may], stride)
        return may

    def _may_arrive(self, looks: np.ndarray, stride: int) -> np.ndarray:
        open_ = np.ones(len(looks), dtype=bool)
        alive = np.arange(len(looks))
        left_the_start = np.zeros(len(looks), dtype=bool)
        wall_at = np.full(len(looks), np.inf)  # m from the eye
        first = 0
        while len(alive):
            at_once = _steps_at_once(len(alive))
            numbers = (first + np.arange(at_once)) * stride
            part = self._part(looks[alive], numbers)
            space = self.spaces[self._cells(looks[alive], part)]
            away = part * self.reach[looks[alive]]
            before = np.logical_or.accumulate(np.vstack([left_the_start[None], space != _WALL]))
            walls = (space == _WALL) & before[:-1]
            hit = walls.any(axis=0)
            at = away[walls.argmax(axis=0), np.arange(len(alive))]
            wall_at = np.where(hit, np.minimum(wall_at, at), wall_at)
            dead = ((space >= 0) & (away > wall_at)).any(axis=0) | (away[-1] - wall_at > _WALL_DEPTH_M)
            open_[alive[dead]] = False
            on = ~dead & (self.counts[looks[alive]] > numbers[-1])
            alive, left_the_start, wall_at = alive[on], before[-1][on], wall_at[on]
            first += at_once
        return open_

    def arrive(self, looks: np.ndarray, rooms: np.ndarray) -> np.ndarray:
        """(N,) bool: whether looks get to their ends, followed step by step.

        A thing at a wall reaches into the wall's cells, so what counts is that the look ends in the thing's own room.

        Args:
            rooms: (N,) index of the room that the thing at each end is in, -1 where not known.
        """
        arrives = np.zeros(len(looks), dtype=bool)
        cuts = np.flatnonzero(np.diff(np.cumsum(self.counts[looks]) // _AT_ONCE)) + 1
        for part in np.split(np.arange(len(looks)), cuts):
            if len(part):
                arrives[part] = self._arrive(looks[part], rooms[part])
        return arrives

    def _arrive(self, looks: np.ndarray, rooms: np.ndarray) -> np.ndarray:
        """As `arrive`, for some looks at once."""
        own, numbers = self._telling_steps(looks)
        part = self.enters[looks][own] + numbers * self.step[looks][own]
        cells = self._cells(looks[own], part)
        space, can_walk = self.spaces[cells], self.walkable[cells]
        arrives = np.ones(len(looks), dtype=bool)
        # Where rooms meet without wall cells between them, one can look where one can walk.
        meet = np.flatnonzero((space[1:] != space[:-1]) & (space[1:] >= 0) & (space[:-1] >= 0) & (own[1:] == own[:-1]))
        arrives[own[meet[~(can_walk[meet] & can_walk[meet + 1])]]] = False

        order, begin = np.arange(len(own)), np.flatnonzero(np.diff(own, prepend=-1))
        no_wall = space != _WALL
        started = np.minimum.reduceat(np.where(no_wall, order, len(own)), begin)
        walls = ~no_wall & (order > started[own])  # an eye at a wall sees the room before it
        wall = np.minimum.reduceat(np.where(walls, order, len(own)), begin)
        behind = np.maximum.reduceat(np.where(space >= 0, order, -1), begin) > wall
        at_last = np.maximum.reduceat(np.where(no_wall, order, -1), begin)
        last = np.where(at_last >= 0, space[at_last], _START)
        ends_in_wall = wall < len(own)
        away = part[np.where(ends_in_wall, wall, 0)] * self.reach[looks]
        depth = np.where(ends_in_wall, self.reach[looks] - away, 0.0)
        into = (depth <= 0) | (rooms < 0) | (last == rooms) | (last == _DOOR)
        return np.asarray(arrives & ~behind & (depth <= _WALL_DEPTH_M) & into)

    def _telling_steps(self, looks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(S,) which of (N,) looks, and (S,) the number of its step, for all steps but those between two of one space.

        Of each `_STRIDE` steps the first is enough where the space around is the same as far as they go.
        """
        counts = self.counts[looks]
        strides = -(-counts // _STRIDE)
        own = np.repeat(np.arange(len(looks)), strides)
        numbers = (np.arange(len(own)) - np.repeat(np.cumsum(strides) - strides, strides)) * _STRIDE
        cells = self._cells(looks[own], self.enters[looks][own] + numbers * self.step[looks][own])
        cells_per_stride = np.abs(self.along[looks]).max(axis=1) * self.step[looks] * _STRIDE
        alike = self._walls.clear[cells] >= cells_per_stride[own]
        steps = np.where(alike, 1, np.minimum(_STRIDE, counts[own] - numbers))
        ends = np.flatnonzero(np.diff(own, append=-1))
        steps[ends] = np.where(alike[ends], 2, steps[ends] + 1)  # and the end itself
        within = np.arange(int(steps.sum())) - np.repeat(np.cumsum(steps) - steps, steps)
        own, all_numbers = np.repeat(own, steps), np.repeat(numbers, steps) + within
        last = np.flatnonzero(np.diff(own, append=-1))
        all_numbers[last] = counts
        return own, all_numbers


def _clear(spaces: np.ndarray) -> np.ndarray:
    """(H, W) int32: within how many cells of each, along either axis, all cells are of its own space."""
    import cv2

    mixed = np.zeros(spaces.shape, dtype=np.uint8)
    low, high, all_ = slice(None, -1), slice(1, None), slice(None)
    for one, two in (
        ((low, all_), (high, all_)),
        ((all_, low), (all_, high)),
        ((low, low), (high, high)),
        ((low, high), (high, low)),
    ):
        differ = spaces[one] != spaces[two]
        mixed[one] |= differ
        mixed[two] |= differ
    return cv2.distanceTransform(1 - mixed, cv2.DIST_C, 3).astype(np.int32)


def _in_rectangle(sums: np.ndarray, y0: np.ndarray, y1: np.ndarray, x0: np.ndarray, x1: np.ndarray) -> np.ndarray:
    """(N,) counts in rows y0 … y1 - 1 and columns x0 … x1 - 1, from a summed-area table."""
    return np.asarray(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0])


def _steps_at_once(looks: int) -> int:
    return min(max(_AT_ONCE // looks, 8), 512)


def _over_grid(plan: FloorPlan, eye: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which part of the line from the eye to each of (N, 3) points lies over the grid: (N,) from and to, 0 … 1."""
    along = points[:, :2] - eye[:2]
    safe = np.where(np.abs(along) < 1e-12, 1e-12, along)
    one = (plan.origin - plan.cell_m - eye[:2]) / safe
    two = (plan.origin + plan.cell_m * (np.array(plan.walkable.shape)[::-1] + 1) - eye[:2]) / safe
    enters = np.clip(np.minimum(one, two).max(axis=1), 0.0, 1.0)
    return enters, np.maximum(np.clip(np.maximum(one, two).min(axis=1), 0.0, 1.0), enters)


def _spaces(plan: FloorPlan) -> tuple[np.ndarray, np.ndarray]:
    """(H, W) int32: each cell's room, `_DOOR` where a look passes between rooms, or `_WALL`; (H, W) int32: its door.

    The second is -1 for cells in the opening of no open door.
    """
    height, width = plan.walkable.shape
    spaces = np.where((plan.room_index < 0) & plan.walkable, np.int32(_DOOR), plan.room_index)
    doorways = np.full(spaces.shape, -1, dtype=np.int32)
    for number, door in enumerate(plan.doors):
        radius = door.width / 2 + plan.cell_m / 2
        first = np.clip(plan.cells_of(door.center - radius) - 1, 0, (height, width))
        last = np.clip(plan.cells_of(door.center + radius) + 2, 0, (height, width))
        window = np.ix_(np.arange(first[0], last[0]), np.arange(first[1], last[1]))
        cells = np.stack(np.meshgrid(window[0].ravel(), window[1].ravel(), indexing="ij"), axis=-1)
        opening = np.linalg.norm(plan.centers_of(cells) - door.center, axis=-1) <= radius
        if door.open:
            spaces[window] = np.where(opening, _DOOR, spaces[window])
            doorways[window] = np.where(opening, number, doorways[window])
        else:
            spaces[window] = np.where(opening & (plan.room_index[window] < 0), _WALL, spaces[window])
    return spaces, doorways


def _numbers(plan: FloorPlan, spaces: np.ndarray, doorways: np.ndarray) -> np.ndarray:
    """(H, W) int: numbers of regions for `Regions`: rooms, doorways, and tiles of other floor."""
    rooms, doors = len(plan.room_names), len(plan.doors)
    tile = max(1, round(_TILE_M / plan.cell_m))
    y, x = np.arange(spaces.shape[0])[:, None] // tile, np.arange(spaces.shape[1])[None] // tile
    tiles = 1 + rooms + doors + y * (x.max() + 1) + x
    in_no_room = np.where(doorways >= 0, 1 + rooms + doorways, tiles)
    return np.where(spaces == _WALL, 0, np.where(spaces == _DOOR, in_no_room, spaces + 1))
