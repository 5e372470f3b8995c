"""Puts things into one room as people do: backs to walls, things on things, pictures on walls; nothing overlaps.

A room's own coordinates go from (0, 0) to its size; `homes.py` shifts them into the map.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from situated_qa.geometry import Box
from situated_qa.sim.furnishing import Kind
from situated_qa.sim.furniture_parts import colors_of, models_of
from situated_qa.sim.home_models import HomeModels, Size, Surface
from situated_qa.sim.home_plan import WALL_M, HomeDoor, HomePlan, HomeRoom
from situated_qa.sim.placement import FloorPlan, against_wall, overlap, walkable, wall_yaw

ROBOT_RADIUS_M = 0.22
_TRIES = 40
_LYING_M = 0.03  # lower things are walked over
_OWN_COLORS = 0.4  # share of the things that are not painted, in homes of a part of the furniture


@dataclass(slots=True)
class Spot:
    """Something chosen, and where it goes, in the room's coordinates."""

    kind: Kind
    model_id: str
    color: str
    box: Box
    supporter: int | None = None  # index of the spot that carries it
    on_wall: bool = False
    state: str = ""


@dataclass(slots=True)
class Style:
    """What the home holds so far, so that things of one category come in different models and colors."""

    rng: np.random.Generator
    models: HomeModels
    used: Counter[tuple[str, str]] = field(default_factory=Counter)  # (category, color or model)

    def pick(self, kind: Kind) -> tuple[str, str]:
        """Model and color of the next thing of a kind: whichever the home has fewest of, by chance among equals."""
        part = self.models.part
        model = self._rarest(kind.category, models_of(kind, part))
        colors = colors_of(kind, part, keeps_own=bool(self.rng.random() < _OWN_COLORS)) if part else kind.colors
        color = self._rarest(kind.category, colors)
        self.used.update([(kind.category, model), (kind.category, color)])
        return model, color

    def _rarest(self, category: str, options: Sequence[str]) -> str:
        fewest = min(self.used[category, option] for option in options)
        left = [option for option in options if self.used[category, option] == fewest]
        return left[int(self.rng.integers(len(left)))]


@dataclass(slots=True)
class RoomFurnisher:
    """One room while it is furnished."""

    room: HomeRoom
    style: Style
    plan: FloorPlan = field(init=False)
    spots: list[Spot] = field(default_factory=list)
    windows: list[Box] = field(default_factory=list)  # the space before them, to be left free by tall things
    entries: list[tuple[float, float]] = field(default_factory=list)  # just inside each door

    def __post_init__(self) -> None:
        self.plan = FloorPlan(*self.room.size)

    @property
    def rng(self) -> np.random.Generator:
        """The home's."""
        return self.style.rng

    def open_up(self, home: HomePlan) -> None:
        """Keep the space at doors and windows, and stand the open door leaves."""
        for door in home.doors_of(self.room.name):
            self._keep_door_clear(door)
        for window in home.windows:
            if window.room == self.room.name:
                x, y = self.plan.on_wall(window.wall, window.along, 0.2)
                z = window.bottom + window.height / 2
                size = np.array([0.4, window.width, window.height])
                self.windows.append(Box(np.array([x, y, z]), size, wall_yaw(window.wall)))

    def _keep_door_clear(self, door: HomeDoor) -> None:
        wall, along = self.wall_of(door)
        depth = 1.05 if door.swings_into == self.room.name else 0.75
        x, y = self.plan.on_wall(wall, along, depth / 2)
        body = Box(np.array([x, y, 1.0]), np.array([depth, door.width + 0.16, 2.1]), wall_yaw(wall))
        self.plan.clear.append(body)
        # Nothing hangs there, from the wall's face on.
        x, y = self.plan.on_wall(wall, along, 0.15)
        self.windows.append(Box(np.array([x, y, 1.0]), np.array([0.3, door.width + 0.2, 2.2]), body.yaw))
        self.entries.append(self.plan.on_wall(wall, along, 0.35))

    def wall_of(self, door: HomeDoor) -> tuple[int, float]:
        """The wall a door is in, and where along it, m."""
        x, y = (door.center[k] - self.room.low[k] for k in range(2))
        if door.along == 0:
            return (0 if y < 0 else 2), x
        return (3 if x < 0 else 1), y

    # What a room program is written in; each returns the index of what it placed, None where there was no room.

    def along_wall(
        self, kind: Kind, front_m: float = 0.0, corner: bool = False, walls: Sequence[int] = ()
    ) -> int | None:
        """Stand something with its back to a wall, with space kept free in front."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        for _ in range(_TRIES):
            wall = int(self.rng.choice(list(walls) or range(4)))
            low, high = size[1] / 2 + 0.06, self.plan.wall_length(wall) - size[1] / 2 - 0.06
            if high < low:
                continue
            along = float(self.rng.choice([low, high]) if corner else self.rng.uniform(low, high))
            body, clear = against_wall(self.plan, wall, along, size, front_m)
            if self.fits([body], clear):
                return self.put(Spot(kind, model, color, body), clear)
        return None

    def beside(self, index: int, kind: Kind, side: int, gap_m: float = 0.07, back_aligned: bool = True) -> int | None:
        """Stand something at the left (1) or right (-1) of another, facing the same way."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        box = self.spots[index].box
        forward = (size[0] - box.extents[0]) / 2 if back_aligned else 0.0
        body = self.placed(size, box, forward, side * (box.extents[1] / 2 + size[1] / 2 + gap_m), box.yaw)
        return self.put(Spot(kind, model, color, body)) if self.fits([body], margin_m=0.04) else None

    def before(self, index: int, kind: Kind, gap_m: float, facing_it: bool = True, side_m: float = 0.0) -> int | None:
        """Stand something in front of another; the space may be what was kept free for it."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        box = self.spots[index].box
        yaw = box.yaw + (math.pi if facing_it else 0.0)
        body = self.placed(size, box, box.extents[0] / 2 + gap_m + size[0] / 2, side_m, yaw)
        if not self.stands_free(body):
            return None
        return self.put(Spot(kind, model, color, body))

    def anywhere(self, kind: Kind, margin_m: float = 0.5) -> int | None:
        """Stand something free in the room."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        reach = math.hypot(size[0], size[1]) / 2 + 0.1
        for _ in range(_TRIES):
            if min(self.room.size) <= 2 * reach:
                return None
            x, y = (float(self.rng.uniform(reach, side - reach)) for side in self.room.size)
            yaw = float(self.rng.choice(4)) * math.pi / 2
            body = Box(np.array([x, y, size[2] / 2]), np.array(size), yaw)
            if self.fits([body], margin_m=margin_m):
                return self.put(Spot(kind, model, color, body))
        return None

    def lying(self, kind: Kind, before: int | None = None) -> int | None:
        """Lay a rug where nothing stands; `before`: at the front of that."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        for _ in range(1 if before is not None else _TRIES):
            if before is not None:
                box = self.spots[before].box
                body = self.placed(size, box, box.extents[0] / 2 + size[0] / 2 + 0.06, 0.0, box.yaw)
            else:
                turned = bool(self.rng.random() < 0.5)
                half = (size[1] / 2, size[0] / 2) if turned else (size[0] / 2, size[1] / 2)
                if any(2 * half[k] + 0.2 >= self.room.size[k] for k in range(2)):
                    continue
                x, y = (float(self.rng.uniform(half[k] + 0.1, self.room.size[k] - half[k] - 0.1)) for k in range(2))
                body = Box(np.array([x, y, size[2] / 2]), np.array(size), math.pi / 2 if turned else 0.0)
            if self.stands_free(body, margin_m=0.02):
                return self.put(Spot(kind, model, color, body))
        return None

    def on(
        self,
        index: int,
        kind: Kind,
        forward: tuple[float, float] = (0.0, 1.0),
        turn: float = 0.25,
        sideways: float = 1.0,
    ) -> int | None:
        """Stand something on (or in) another, on a random free part of one of its surfaces.

        Args:
            forward: the part of the surface's depth that may be used, 0 its back … 1 its front.
            turn: how far it may be turned from its supporter's heading, rad.
            sideways: the middle share of the surface's width that may be used.
        """
        below = self.spots[index]
        surfaces = self.style.models.surfaces(below.model_id)
        if not surfaces:
            return None
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        for _ in range(_TRIES // 2):
            surface = surfaces[int(self.rng.integers(len(surfaces)))]
            box = self._rest(below.box, surface, size, forward, turn, sideways)
            if box is not None and self._free_above(index, box):
                return self.put(Spot(kind, model, color, box, index))
        return None

    def _rest(
        self, below: Box, surface: Surface, size: Size, forward: tuple[float, float], turn: float, sideways: float
    ) -> Box | None:
        if size[2] + 0.015 > surface.clear_m:
            return None
        yaw = float(self.rng.uniform(-turn, turn))
        c, s = abs(math.cos(yaw)), abs(math.sin(yaw))
        half_x, half_y = (c * size[0] + s * size[1]) / 2, (s * size[0] + c * size[1]) / 2
        x0, x1 = surface.x
        low_x, high_x = x0 + (x1 - x0) * forward[0] + half_x, x0 + (x1 - x0) * forward[1] - half_x
        middle, reach = sum(surface.y) / 2, (surface.y[1] - surface.y[0]) / 2 * sideways - half_y
        if reach < 0.0 or high_x < low_x:
            return None
        x, y = float(self.rng.uniform(low_x, high_x)), middle + float(self.rng.uniform(-reach, reach))
        flat = self.placed(size, below, x, y, below.yaw + yaw)
        return Box(np.array([*flat.center[:2], below.bottom + surface.z + size[2] / 2]), flat.extents, flat.yaw)

    def hang(self, kind: Kind, bottom_m: float, above: int | None = None) -> int | None:
        """Hang something on a wall at a height; `above` something that stands against a wall."""
        model, color = self.style.pick(kind)
        size = self.style.models.size(model)
        for _ in range(_TRIES):
            if above is not None:
                box = self.spots[above].box
                body = self.placed(size, box, -box.extents[0] / 2 + size[0] / 2 - 0.035, 0.0, box.yaw)
            else:
                wall = int(self.rng.integers(4))
                reach = self.plan.wall_length(wall) - size[1] - 0.3
                if reach <= 0:
                    continue
                along = float(self.rng.uniform(0.0, reach)) + size[1] / 2 + 0.15
                x, y = self.plan.on_wall(wall, along, size[0] / 2 + 0.005)
                body = Box(np.array([x, y, 0.0]), np.array(size), wall_yaw(wall))
            body = Box(np.array([*body.center[:2], bottom_m + size[2] / 2]), body.extents, body.yaw)
            if self.hangs_free(body):
                return self.put(Spot(kind, model, color, body, on_wall=True))
            if above is not None:
                return None
        return None

    # Geometry.

    def placed(self, size: Size, of: Box, forward: float, left: float, yaw: float) -> Box:
        """A box on the floor whose middle is `forward` and `left` of another's, in that one's directions."""
        c, s = math.cos(of.yaw), math.sin(of.yaw)
        x, y = of.center[0] + c * forward - s * left, of.center[1] + s * forward + c * left
        return Box(np.array([x, y, size[2] / 2]), np.array(size), yaw)

    def put(self, spot: Spot, clear: Sequence[Box] = ()) -> int:
        """Take the space; returns the index."""
        on_floor = spot.supporter is None or self.spots[spot.supporter].box.top <= _LYING_M
        if on_floor and not spot.on_wall and spot.box.top > _LYING_M:
            self.plan.put([spot.box], clear)
        self.spots.append(spot)
        return len(self.spots) - 1

    def fits(self, solid: Sequence[Box], clear: Sequence[Box] = (), margin_m: float = 0.06) -> bool:
        """As `FloorPlan.fits`, and tall things leave windows free, and nothing stands on the edge of a rug."""
        return self.plan.fits(solid, clear, margin_m) and not any(self._blocked(box) for box in solid)

    def stands_free(self, box: Box, margin_m: float = 0.03) -> bool:
        """Whether something may stand here, be it in space kept clear for others; never at a door."""
        doors = self.plan.clear[: len(self.entries)]
        if box.top <= _LYING_M:
            doors = []
        return FloorPlan(*self.room.size, list(self.plan.solid), doors).fits([box], (), margin_m) and not self._blocked(
            box
        )

    def hangs_free(self, box: Box) -> bool:
        """Whether nothing on the floor, on the wall, no door and no window is where this would hang."""
        inside = box.footprint()
        if (inside < -1e-6).any() or (inside > np.array(self.room.size) + 1e-6).any():
            return False
        return not any(overlap_3d(box, other, 0.03) for other in (*self.windows, *(spot.box for spot in self.spots)))

    def _blocked(self, box: Box) -> bool:
        others = [spot.box for spot in self.spots if spot.on_wall or spot.box.top <= _LYING_M]
        zones = self.windows if box.top > _LYING_M else []  # mats lie before doors
        return any(overlap_3d(box, other) for other in (*others, *zones))

    def _free_above(self, index: int, box: Box) -> bool:
        if any(overlap_3d(box, window) for window in self.windows):
            return False
        return not any(overlap_3d(box, spot.box, 0.01) for number, spot in enumerate(self.spots) if number != index)

    def walkable(self) -> bool:
        """Whether all doors are joined by floor on which the robot fits, with some to spare."""
        free = walkable(self.plan, ROBOT_RADIUS_M + 0.03)
        reached = [
            free[min(int(y / 0.05), free.shape[0] - 1), min(int(x / 0.05), free.shape[1] - 1)] for x, y in self.entries
        ]
        return all(reached) and float(free.mean()) > 0.12


def overlap_3d(a: Box, b: Box, margin_m: float = 0.0) -> bool:
    """Whether two boxes come closer than `margin_m`; touching is not overlapping."""
    if min(a.top, b.top) - max(a.bottom, b.bottom) <= -margin_m + 1e-6:
        return False
    reach = (math.hypot(*a.extents[:2]) + math.hypot(*b.extents[:2])) / 2 + margin_m
    if math.hypot(*(a.center - b.center)[:2]) > reach:
        return False
    return overlap(a, b, margin_m)


def leaf_of(door: HomeDoor, room: HomeRoom, size: Size) -> Box:
    """The door leaf, map frame: in its opening where it is closed, at right angles to the wall beside it where open."""
    x, y = door.center
    z = size[2] / 2 + 0.01
    low, high = np.array(room.low), np.array(room.high)
    across = 1 - door.along
    inwards = 1.0 if door.center[across] < (low + high)[across] / 2 else -1.0
    if not door.open:
        yaw = inwards * math.pi / 2 if door.along == 0 else math.pi * (inwards < 0)
        return Box(np.array([x, y, z]), np.array(size), yaw)
    center = np.array([x, y, z])
    center[door.along] += door.hinge * (door.width / 2 + size[0] / 2)
    center[across] += inwards * (WALL_M / 2 + size[1] / 2)
    return Box(center, np.array(size), 0.0 if door.along == 0 else math.pi / 2)
