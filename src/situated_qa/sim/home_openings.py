"""Doors and windows of a home: a tree of doors from its most public room, the entrance, windows in outer walls."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from situated_qa.sim.home_plan import WALL_CELLS, HomeDoor, HomePlan, HomeWindow, Rect, metres
from situated_qa.sim.interiors import CELL_M

_DOOR = 18  # cells: 0.9 m
_PUBLIC = ("corridor", "hall", "studio", "living room", "dining room", "kitchen", "study")
"""Rooms one walks through to others, most willingly first."""
_SELDOM = ({"bathroom", "kitchen"}, {"bathroom", "dining room"})
"""Rooms that nobody joins by a door."""


def _shared(a: Rect, b: Rect) -> tuple[int, int, int, int] | None:
    """The wall between two rooms: (along, line, from, to), in cells; None where they do not touch."""
    for along in (0, 1):
        low_a, high_a, low_b, high_b = (
            (a.x0, a.x1, b.x0, b.x1) if along == 0 else (a.y0, a.y1, b.y0, b.y1)
        )  # spans along the wall
        first_a, last_a, first_b, last_b = (a.y0, a.y1, b.y0, b.y1) if along == 0 else (a.x0, a.x1, b.x0, b.x1)
        start, end = max(low_a, low_b), min(high_a, high_b)
        if last_a + WALL_CELLS == first_b:
            line = last_a
        elif last_b + WALL_CELLS == first_a:
            line = last_b
        else:
            continue
        if end - start >= _DOOR + 8:
            return along, line, start, end
    return None


def draw_doors(rng: np.random.Generator, rects: Sequence[Rect], width: int, depth: int) -> list[HomeDoor] | None:
    """A tree of doors from the most public room, some more, and the entrance; None where a room is cut off."""
    rank = {kind: number for number, kind in enumerate(_PUBLIC)}
    ordered = sorted(rects, key=lambda rect: rank.get(rect.kind, 9))
    inside, doors = [ordered[0]], [_entrance(rng, ordered[0], width, depth)]
    while len(inside) < len(rects):
        edges = [(rank.get(a.kind, 9), a, b) for a in inside for b in ordered if b not in inside and _shared(a, b)]
        edges = [edge for edge in edges if edge[0] < 9 or edge[2].kind == "bathroom"]
        if not edges:
            return None
        _, a, b = min(edges, key=lambda edge: (edge[0], rank.get(edge[2].kind, 9)))
        doors.append(_door(rng, a, b))
        inside.append(b)
    open_pairs = [("living room", "dining room"), ("living room", "kitchen"), ("dining room", "kitchen")]
    by_kind = {rect.kind: rect for rect in rects}
    for first, second in open_pairs:
        if first in by_kind and second in by_kind and rng.random() < 0.6:
            joined = any(set(door.rooms) == {first, second} for door in doors)
            if not joined and _shared(by_kind[first], by_kind[second]):
                doors.append(_door(rng, by_kind[first], by_kind[second], leaf=False))
    return doors


def _door(rng: np.random.Generator, a: Rect, b: Rect, leaf: bool = True) -> HomeDoor:
    shared = _shared(a, b)
    assert shared is not None
    along, line, start, end = shared
    low, high = start + 4, end - 4 - _DOOR
    at = int(rng.integers(low, high + 1))
    if rng.random() < 0.6:  # near a corner, so that walls stay long
        at = low if rng.random() < 0.5 else high
    middle = (metres(at + _DOOR / 2), metres(line + WALL_CELLS / 2))
    into = a if a.kind not in ("corridor", "hall") and b.kind in ("corridor", "hall") else b
    return HomeDoor(
        rooms=(a.kind, b.kind),
        center=middle if along == 0 else (middle[1], middle[0]),
        along=along,
        width=_DOOR * CELL_M,
        open=True,
        leaf=leaf,
        swings_into=into.kind,
        hinge=-1 if 2 * at + _DOOR < start + end else 1,  # opens against the nearer side wall
    )


def with_closed_doors(plan: HomePlan, rng: np.random.Generator, count: int) -> HomePlan:
    """The plan with up to `count` doors more, all closed, each between two neighboring rooms that had no door.

    Every room is still reached through the open doors. Fewer are added where rooms have no such neighbors.
    """
    rects = [Rect(room.name, *(round(value / CELL_M) for value in (*room.low, *room.high))) for room in plan.rooms]
    joined = {frozenset(door.rooms) for door in plan.doors}
    pairs = [
        (a, b)
        for a, b in itertools.combinations(rects, 2)
        if {a.kind, b.kind} not in joined and {a.kind, b.kind} not in _SELDOM and _shared(a, b)
    ]
    chosen = [pairs[int(k)] for k in rng.permutation(len(pairs))[:count]]
    doors = [dataclasses.replace(_door(rng, a, b), open=False) for a, b in chosen]
    return dataclasses.replace(plan, doors=(*plan.doors, *doors))


def _entrance(rng: np.random.Generator, hub: Rect, width: int, depth: int) -> HomeDoor:
    """The closed front door, in an outer wall of the hub: of a corridor at its end."""
    walls = [
        (1, 0, hub.y0, hub.y1, hub.x0 == 0), (1, width, hub.y0, hub.y1, hub.x1 == width),
        (0, 0, hub.x0, hub.x1, hub.y0 == 0), (0, depth, hub.x0, hub.x1, hub.y1 == depth),
    ]  # fmt: skip
    walls = [wall for wall in walls if wall[4] and wall[3] - wall[2] >= _DOOR + 4]
    along, line, start, end, _ = walls[int(rng.integers(len(walls)))]
    at = int(rng.integers(start + 2, end - 2 - _DOOR + 1))
    middle = (metres(at + _DOOR / 2), metres(line + (WALL_CELLS / 2 if line else -WALL_CELLS / 2)))
    return HomeDoor(
        rooms=(hub.kind, ""),
        center=middle if along == 0 else (middle[1], middle[0]),
        along=along,
        width=_DOOR * CELL_M,
        open=False,
        leaf=True,
        swings_into=hub.kind,
        hinge=-1,
    )


def draw_windows(
    rng: np.random.Generator, rects: Sequence[Rect], doors: Sequence[HomeDoor], width: int, depth: int
) -> list[HomeWindow]:
    windows = []
    for rect in rects:
        outer = [
            wall
            for wall, is_outer in enumerate((rect.y0 == 0, rect.x1 == width, rect.y1 == depth, rect.x0 == 0))
            if is_outer
        ]
        front_door = {_wall_of(rect, door) for door in doors if door.rooms == (rect.kind, "")}
        outer = [wall for wall in outer if wall not in front_door]
        small = rect.kind in ("bathroom", "laundry room", "corridor", "hall")
        if not outer or (small and rng.random() < 0.4):
            continue
        chosen = [int(wall) for wall in rng.permutation(outer)][: 2 if rect.kind in ("living room", "studio") else 1]
        for wall in chosen:
            length = ((rect.x1 - rect.x0) if wall % 2 == 0 else (rect.y1 - rect.y0)) * CELL_M
            across, bottom, height = (0.65, 1.35, 0.75) if small else (1.3, 0.95, 1.25)
            if length < across + 0.4:
                continue
            along = float(np.clip(length / 2 + rng.uniform(-0.5, 0.5), across / 2 + 0.2, length - across / 2 - 0.2))
            windows.append(HomeWindow(rect.kind, wall, round(along, 2), across, bottom, height))
    return windows


def _wall_of(rect: Rect, door: HomeDoor) -> int:
    x, y = door.center
    if door.along == 0:
        return 0 if y < rect.y0 * CELL_M else 2
    return 3 if x < rect.x0 * CELL_M else 1
