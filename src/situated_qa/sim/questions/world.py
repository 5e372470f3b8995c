"""A home as the questions see it: things, rooms, doors and floor, with geometry of its own.

Nothing here uses `situated/`, `scene/relations.py` or the searches over the floor plan: truth must not share a mistake
with the tools that it checks. Meters, map frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import SceneGraph
from situated_qa.sim.questions.walking import Walking

_SHELL = frozenset({"wall", "floor", "ceiling"})


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One object."""

    id: int
    category: str
    center: np.ndarray  # (3,)
    extents: np.ndarray  # (3,) along its own axes
    yaw: float
    front: tuple[float, float] | None
    color: str
    attributes: Mapping[str, str]
    room: str
    supporter: int | None

    @property
    def bottom(self) -> float:
        return float(self.center[2] - self.extents[2] / 2)

    @property
    def top(self) -> float:
        return float(self.center[2] + self.extents[2] / 2)

    @property
    def furnishes(self) -> bool:
        """Whether it is a thing in one room; doors belong to two."""
        return self.category not in _SHELL and self.category != "door"

    @property
    def seen(self) -> bool:
        """Whether people count it among the things around them."""
        return self.category not in _SHELL

    def corners(self) -> np.ndarray:
        """(4, 2) of the footprint, counter-clockwise."""
        ahead = np.array([np.cos(self.yaw), np.sin(self.yaw)]) * self.extents[0] / 2
        aside = np.array([-np.sin(self.yaw), np.cos(self.yaw)]) * self.extents[1] / 2
        return self.center[:2] + np.array([-ahead - aside, ahead - aside, ahead + aside, aside - ahead])

    def own_axes(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) map points along its own x and y, from its middle."""
        offset = np.asarray(points, dtype=np.float64)[..., :2] - self.center[:2]
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.stack([c * offset[..., 0] + s * offset[..., 1], c * offset[..., 1] - s * offset[..., 0]], axis=-1)

    def reach(self, points: np.ndarray) -> np.ndarray:
        """(...) horizontal distance of map points to the footprint; 0 inside."""
        beyond = np.maximum(np.abs(self.own_axes(points)) - self.extents[:2] / 2, 0.0)
        return np.linalg.norm(beyond, axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """One room: its box and its floor."""

    name: str
    center: np.ndarray  # (3,)
    extents: np.ndarray  # (3,)
    area_m2: float

    @property
    def height(self) -> float:
        return float(self.extents[2])


@dataclass(frozen=True, slots=True)
class Doorway:
    """An opening between two rooms; "" is outside."""

    rooms: tuple[str, str]
    center: tuple[float, float]
    width: float
    open: bool


@dataclass(frozen=True, eq=False)
class World:
    """Everything that questions are asked about.

    Raises:
        SceneError: there is no floor plan, or a room of the graph is missing in it.
    """

    seed: int
    graph: SceneGraph = field(repr=False)

    def __post_init__(self) -> None:
        if self.graph.floor_plan is None:
            raise SceneError(f"home {self.seed} has no floor plan: questions need to know where one can walk")

    @cached_property
    def plan(self) -> FloorPlan:
        assert self.graph.floor_plan is not None  # checked when it was made
        return self.graph.floor_plan

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Ordered by id."""
        return tuple(
            Thing(
                node.id, node.category, node.box.center, node.box.extents, node.box.yaw, node.front, node.color,
                dict(node.attributes), node.room, node.supporter,
            )
            for node in self.graph.objects
        )  # fmt: skip

    @cached_property
    def by_id(self) -> dict[int, Thing]:
        return {thing.id: thing for thing in self.things}

    @cached_property
    def rooms(self) -> dict[str, Room]:
        names = list(self.plan.room_names)
        cell = self.plan.cell_m**2
        rooms = {}
        for node in self.graph.rooms:
            if node.name not in names:
                raise SceneError(f"home {self.seed}: room {node.name!r} is missing in the floor plan's {names}")
            area = float((self.plan.room_index == names.index(node.name)).sum() * cell)
            rooms[node.name] = Room(node.name, node.box.center, node.box.extents, area)
        return rooms

    @cached_property
    def doors(self) -> tuple[Doorway, ...]:
        return tuple(
            Doorway(door.rooms, (float(door.center[0]), float(door.center[1])), float(door.width), bool(door.open))
            for door in self.plan.doors
        )

    @cached_property
    def categories(self) -> list[str]:
        return sorted({thing.category for thing in self.things})

    @cached_property
    def walking(self) -> Walking:
        return Walking(self.plan.walkable, self.plan.origin, self.plan.cell_m)

    @cached_property
    def cell_rooms(self) -> np.ndarray:
        """(N,) name of the room of each cell one can stand on; "" in doorways."""
        names = np.array([*self.plan.room_names, ""])
        cells = self.walking.cells
        return names[self.plan.room_index[cells[:, 0], cells[:, 1]]]

    def of(self, category: str, room: str | None = None) -> list[Thing]:
        """The things of exactly this category, in one room or everywhere."""
        return [t for t in self.things if t.category == category and room in (None, t.room)]

    def on(self, thing: Thing) -> list[Thing]:
        """What stands directly on a thing."""
        return [other for other in self.things if other.supporter == thing.id]

    def room_at(self, point: np.ndarray) -> str:
        """The room whose floor is there; "" for walls, doorways and outside."""
        ix, iy = np.floor((np.asarray(point)[:2] - self.plan.origin) / self.plan.cell_m).astype(int)
        height, width = self.plan.room_index.shape
        if not (0 <= ix < width and 0 <= iy < height) or self.plan.room_index[iy, ix] < 0:
            return ""
        return self.plan.room_names[int(self.plan.room_index[iy, ix])]

    def neighbours(self, room: str, closed_too: bool = False) -> set[str]:
        """Rooms behind its open doors, or behind all of them."""
        doors = [door for door in self.doors if (door.open or closed_too) and room in door.rooms]
        return {name for door in doors for name in door.rooms} - {room, ""}

    def doors_between(self, start: str, goal: str, closed_too: bool = False) -> int | None:
        """The least number of open doors on the way from room to room, or of any; None where there is no way."""
        frontier, seen, steps = {start}, {start}, 0
        while frontier:
            if goal in frontier:
                return steps
            frontier = set().union(*(self.neighbours(name, closed_too) for name in frontier)) - seen
            seen |= frontier
            steps += 1
        return None

    def closed_shortcut(self, start: str, goal: str) -> bool:
        """Whether somebody who opens doors would pass fewer of them on the way from room to room."""
        return self.doors_between(start, goal) != self.doors_between(start, goal, closed_too=True)

    def gap(self, a: Thing, b: Thing) -> float:
        """Distance between two boxes' surfaces; 0 where they touch."""
        corners_a, corners_b = a.corners(), b.corners()
        level = 0.0 if _overlap(corners_a, corners_b) else _edges_apart(corners_a, corners_b)
        return float(np.hypot(level, max(0.0, a.bottom - b.top, b.bottom - a.top)))

    def shared_footprint(self, a: Thing, b: Thing) -> float:
        """Share of the footprint of `a` over or under that of `b`, 0 … 1, from 20 × 20 sample points."""
        steps = (np.arange(20) + 0.5) / 20 - 0.5
        x, y = (axis.ravel() for axis in np.meshgrid(steps * a.extents[0], steps * a.extents[1]))
        c, s = np.cos(a.yaw), np.sin(a.yaw)
        points = a.center[:2] + np.stack([c * x - s * y, s * x + c * y], axis=1)
        return float((b.reach(points) <= 1e-9).mean())


def _overlap(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two rectangles share a point: no axis of either parts them."""
    for corners in (a, b):
        for axis in (corners[1] - corners[0], corners[3] - corners[0]):
            on_a, on_b = a @ axis, b @ axis
            if on_a.max() < on_b.min() or on_b.max() < on_a.min():
                return False
    return True


def _edges_apart(a: np.ndarray, b: np.ndarray) -> float:
    """Least distance between rectangles that do not overlap: some corner of one is nearest to an edge of the other."""

    def corners_to_edges(points: np.ndarray, polygon: np.ndarray) -> float:
        best = np.inf
        for start, end in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
            along = end - start
            t = np.clip((points - start) @ along / max(float(along @ along), 1e-18), 0.0, 1.0)
            best = min(best, float(np.linalg.norm(points - start - t[:, None] * along, axis=1).min()))
        return best

    return min(corners_to_edges(a, b), corners_to_edges(b, a))
