"""The home from one pose: what is clearly on the left, what is clearly nearer, what is clearly in view."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from situated_qa.sim.questions.naming import reference
from situated_qa.sim.questions.world import Thing, World

SIDES = {"front": 0.0, "left": np.pi / 2, "behind": np.pi, "right": -np.pi / 2}
_WELL_INSIDE_RAD = np.radians(50.0)  # the middle lies this near the side's direction
_WELL_OUTSIDE_RAD = np.radians(112.0)  # or this far from it
_EDGE_RAD = np.radians(9.0)  # and no corner comes nearer to the border between two sides
_IN_THE_WALL_M = 0.15
_STEEP = np.tan(np.radians(40.0))  # up or down: nobody looks there who looks ahead
_TOO_CLOSE_M = 0.2  # nobody says where a thing is that they touch


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a person is, in words and exactly."""

    position: np.ndarray  # (3,) on the floor, m
    heading_rad: float
    room: str
    situations: tuple[str, ...]  # several wordings; the last is kept for the test split
    anchors: frozenset[int] = frozenset()  # things that the situation names: asking for them gives nothing to find out
    seated: bool = False
    seat: int | None = None

    @property
    def eye(self) -> np.ndarray:
        """(3,) where the person looks from."""
        return self.position + [0.0, 0.0, 1.15 if self.seated else 1.5]


@dataclass(frozen=True, eq=False)
class View:
    """A home and a pose in it."""

    world: World
    pose: Pose
    rng: np.random.Generator = field(repr=False, default_factory=lambda: np.random.default_rng(0))
    asked: frozenset[str] | None = None  # categories that may be asked about; None for all

    @property
    def room(self) -> str:
        return self.pose.room

    def may_ask(self, category: str) -> bool:
        """Whether this split asks about the category."""
        return self.asked is None or category in self.asked

    @cached_property
    def things(self) -> list[Thing]:
        """Everything in the home that may be asked about."""
        return [t for t in self.world.things if t.furnishes and self.may_ask(t.category)]

    @cached_property
    def around(self) -> list[Thing]:
        """What is in the asker's room, but for what the situation itself names."""
        return [t for t in self.things if t.room == self.room and t.id not in self.pose.anchors]

    def name(self, thing: Thing, **more: bool) -> dict[str, Any] | None:
        """A phrase that means this thing only; see `reference`."""
        return reference(self.world, thing, **more)

    @cached_property
    def named(self) -> list[tuple[Thing, dict[str, Any]]]:
        """What is around and can be named."""
        pairs = [(thing, self.name(thing)) for thing in self.around]
        return [(thing, slot) for thing, slot in pairs if slot is not None]

    @cached_property
    def named_everywhere(self) -> list[tuple[Thing, dict[str, Any]]]:
        """What is in the home and can be named."""
        pairs = [(thing, self.name(thing)) for thing in self.things]
        return [(thing, slot) for thing, slot in pairs if slot is not None]

    @cached_property
    def categories_around(self) -> list[str]:
        """Categories of what is in the asker's room, situation's things included."""
        return sorted({t.category for t in self.things if t.room == self.room})

    def bearings(self, thing: Thing) -> np.ndarray:
        """(5,) rad, counter-clockwise from the heading: its middle, then its corners."""
        points = np.vstack([thing.center[None, :2], thing.corners()]) - self.pose.position[:2]
        angle = np.arctan2(points[:, 1], points[:, 0]) - self.pose.heading_rad
        return (angle + np.pi) % (2 * np.pi) - np.pi

    def touches(self, thing: Thing) -> bool:
        """Whether the asker stands at or sits on it, so that it has no direction."""
        return float(thing.reach(self.pose.position)) < _TOO_CLOSE_M

    def off(self, thing: Thing, side: str) -> tuple[float, float, float]:
        """Angle between a side's direction and its middle, its nearest and its farthest corner, rad, 0 … π."""
        away = np.abs((self.bearings(thing) - SIDES[side] + np.pi) % (2 * np.pi) - np.pi)
        return float(away[0]), float(away[1:].min()), float(away[1:].max())

    def is_on(self, thing: Thing, side: str) -> bool | None:
        """True: on that side by any reading. False: not. None: it depends on whom you ask."""
        if self.touches(thing):
            return None
        middle, nearest, farthest = self.off(thing, side)
        if middle <= _WELL_INSIDE_RAD and farthest <= np.pi / 2 - _EDGE_RAD:
            return True
        if middle >= _WELL_OUTSIDE_RAD and nearest >= np.pi / 2 + _EDGE_RAD:
            return False
        return None

    def one_of_two(self, thing: Thing, sides: tuple[str, str]) -> str | None:
        """Which of two opposite sides all of it lies on; None where it is cut or lies near the line between them."""
        if self.touches(thing):
            return None
        for side in sides:
            if self.off(thing, side)[2] <= np.pi / 2 - np.radians(15.0):
                return side
        return None

    def distances(self, thing: Thing) -> tuple[float, float]:
        """m from the asker to its nearest edge and to its middle, seen from above."""
        middle = float(np.linalg.norm(thing.center[:2] - self.pose.position[:2]))
        return float(thing.reach(self.pose.position)), middle

    def nearer(self, a: Thing, b: Thing, margin_m: float = 0.5) -> Thing | None:
        """The one that is nearer, by edges and by middles; None where that is not clear."""
        edge_a, middle_a = self.distances(a)
        edge_b, middle_b = self.distances(b)
        if max(edge_a - edge_b, middle_a - middle_b) <= -margin_m:
            return a
        return b if min(edge_a - edge_b, middle_a - middle_b) >= margin_m else None

    def nearest(self, things: list[Thing], margin_m: float = 0.4) -> Thing | None:
        """The nearest of several; None where two are about as near."""
        if not things:
            return None
        best = min(things, key=lambda thing: self.distances(thing)[0])
        others = [thing for thing in things if thing.id != best.id]
        return best if all(self.nearer(best, other, margin_m) is best for other in others) else None

    def in_sight(self, thing: Thing, eye: np.ndarray | None = None, seat: int | None = None) -> bool | None:
        """True: much of it can be seen from the eye. False: walls hide all of it. None: something in between.

        Lines from the eye to 27 points of its box; walls stop them, which are floor that belongs to no room but for
        open doorways. So do the boxes of other things, but one may look through many of them: what only they hide is
        neither clearly seen nor clearly hidden. The seat somebody sits on hides nothing.
        """
        start = self.pose.eye if eye is None else np.asarray(eye)
        seat = self.pose.seat if eye is None else seat
        steps = (-0.4, 0.0, 0.4)
        grid = np.array([[x, y, z] for x in steps for y in steps for z in steps]) * thing.extents
        c, s = np.cos(thing.yaw), np.sin(thing.yaw)
        points = thing.center + grid @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        open_lines = [point for point in points if not self._walled(start, point)]
        if not open_lines:
            return False
        if len(open_lines) < 0.6 * len(points) or self._hard_to_see(start, thing):
            return None
        free = sum(self._free_line(start, point, thing, seat) for point in open_lines)
        return True if free >= 0.5 * len(points) else None

    def _hard_to_see(self, eye: np.ndarray, thing: Thing) -> bool:
        """Whether one has to look far down or up for it, or into a piece of furniture whose sides may hide it."""
        ahead_m, up_m = np.linalg.norm((thing.center - eye)[:2]), abs(thing.center[2] - eye[2])
        holder = self.world.by_id.get(-1 if thing.supporter is None else thing.supporter)
        return bool(up_m > ahead_m * _STEEP) or (holder is not None and thing.bottom < holder.top - 0.12)

    def _free_line(self, start: np.ndarray, end: np.ndarray, target: Thing, seat: int | None) -> bool:
        met = self._blocking[_crosses(self._blocking_boxes, start, end)]
        for id in met:
            thing = self.world.by_id[int(id)]
            kin = thing.id in (target.id, target.supporter) or thing.supporter == target.id
            if not kin and thing.id != seat:
                return False
        return True

    @cached_property
    def _blocking(self) -> np.ndarray:
        """(N,) ids of the things that may hide others."""
        return np.array([t.id for t in self.world.things if t.seen and float(t.extents.min()) > 0.03], dtype=int)

    @cached_property
    def _blocking_boxes(self) -> np.ndarray:
        """(N, 7) their middles, extents and yaws."""
        things = [self.world.by_id[int(id)] for id in self._blocking]
        return np.array([[*t.center, *t.extents, t.yaw] for t in things]).reshape(-1, 7)

    def _walled(self, start: np.ndarray, end: np.ndarray) -> bool:
        plan = self.world.plan
        count = max(2, int(np.linalg.norm(end[:2] - start[:2]) / (plan.cell_m / 2)))
        along = np.linspace(0.0, 1.0, count)
        length = float(np.linalg.norm(end[:2] - start[:2]))
        along = along[along * length <= length - _IN_THE_WALL_M]  # pictures and windows end in their wall
        line = start[:2] + (end - start)[:2] * along[:, None]
        at = np.floor((line - plan.origin) / plan.cell_m).astype(int)
        height, width = plan.room_index.shape
        inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < width) & (at[:, 1] < height)
        wall = np.ones(len(line), dtype=bool)
        wall[inside] = plan.room_index[at[inside, 1], at[inside, 0]] < 0
        for door in self.world.doors:
            if door.open:
                wall &= np.linalg.norm(line - np.array(door.center), axis=1) > door.width / 2
        return bool(wall.any())


def _crosses(boxes: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(N,) bool: which of (N, 7) boxes a line meets (slab test in each box's axes)."""
    c, s, half = np.cos(boxes[:, 6]), np.sin(boxes[:, 6]), boxes[:, 3:6] / 2

    def own_axes(point: np.ndarray) -> np.ndarray:
        x, y, z = (point - boxes[:, :3]).T
        return np.stack([c * x + s * y, c * y - s * x, z], axis=1)

    a = own_axes(start)
    step = own_axes(end) - a
    along = np.abs(step) < 1e-12  # a pair of sides: then the line lies between them all the way, or never
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (-half - a) / step, (half - a) / step
    enters = np.where(along, np.where(np.abs(a) > half, np.inf, -np.inf), np.minimum(one, two))
    leaves = np.where(along, np.inf, np.maximum(one, two))
    return np.asarray(np.maximum(enters.max(axis=1), 0.0) < np.minimum(leaves.min(axis=1), 1.0))
