"""New places for things at a second visit: free spots on the floor, and on the furniture that people put things on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from situated_qa.geometry import Box
from situated_qa.sim.home_models import Surface
from situated_qa.sim.home_placing import overlap_3d
from situated_qa.sim.homes import Home, HomeObject
from situated_qa.sim.placement import overlap

LYING_M = 0.03
"""What is flatter carries things as the floor does."""
_UPON = frozenset(
    {"coffee table", "table", "dining table", "desk", "dressing table", "nightstand", "dresser", "tv stand", "shelf"}
    | {"bookcase", "kitchen cabinet", "file cabinet", "chest", "fireplace", "piano", "washing machine"}
)
_MOVED_M = 0.8  # less is not worth a word
_FROM_DOOR_M = 1.0
_GAP_M = 0.12  # on the floor
_BESIDE_M = 0.02  # on furniture
_FLOOR_TRIES, _SURFACE_TRIES = 60, 6


def floor_places(home: Home, item: HomeObject, rng: np.random.Generator) -> Iterator[HomeObject]:
    """The thing at spots of the floor that are free now, away from doors and from where it was."""
    rooms = rooms_entered(home)
    solid = [o.box for o in home.objects if o.id != item.id and o.box.bottom < 1.0 and o.category != "window"]
    doors = np.array([door.center for door in home.doors])
    cells = np.argwhere(home.floor_plan.walkable)
    for cell in cells[rng.integers(len(cells), size=_FLOOR_TRIES)]:
        at = home.floor_plan.centers_of(cell)
        room = next((r for r in home.rooms if _inside(at, r.low, r.high)), None)
        if room is None or room.name not in rooms or np.linalg.norm(doors - at, axis=1).min() < _FROM_DOOR_M:
            continue
        box = Box(np.array([*at, item.box.extents[2] / 2]), item.box.extents, item.box.yaw)
        near = item.room == room.name and np.linalg.norm(at - item.box.center[:2]) < _MOVED_M
        corners_in = all(_inside(corner, room.low, room.high) for corner in box.footprint())
        if not near and corners_in and not any(overlap(box, other, _GAP_M) for other in solid):
            yield dataclasses.replace(item, box=box, room=room.name, supporter=None)


def place_on_furniture(home: Home, item: HomeObject, rng: np.random.Generator) -> HomeObject | None:
    """The thing on other furniture than now, in a room that can be entered; None where there is no room for it."""
    rooms = rooms_entered(home)
    carriers = [
        o
        for o in home.objects
        if o.category in _UPON and o.id not in (item.id, item.supporter) and o.room in rooms and not o.on_wall
    ]
    for index in rng.permutation(len(carriers)):
        carrier = carriers[int(index)]
        surfaces = carrier.models.surfaces(carrier.model_id)
        if not surfaces:
            continue
        others = [o.box for o in home.objects if o.id not in (item.id, carrier.id)]
        for _ in range(_SURFACE_TRIES):
            box = _resting(carrier.box, surfaces[int(rng.integers(len(surfaces)))], item.box, rng)
            if box is not None and not any(overlap_3d(box, other, _BESIDE_M) for other in others):
                return dataclasses.replace(item, box=box, room=carrier.room, supporter=carrier.id)
    return None


def _resting(below: Box, surface: Surface, item: Box, rng: np.random.Generator) -> Box | None:
    """The item's box somewhere on a surface of what lies below, about facing as that does; None where it is too big."""
    turn = float(rng.uniform(-0.25, 0.25))
    c, s = np.cos(turn), abs(np.sin(turn))
    half = np.array([c * item.extents[0] + s * item.extents[1], s * item.extents[0] + c * item.extents[1]]) / 2
    low = np.array([surface.x[0], surface.y[0]]) + half
    high = np.array([surface.x[1], surface.y[1]]) - half
    if item.extents[2] + 0.015 > surface.clear_m or (high < low).any():
        return None
    x, y = rng.uniform(low, high)
    c, s = np.cos(below.yaw), np.sin(below.yaw)
    at = below.center[:2] + np.array([c * x - s * y, s * x + c * y])
    return Box(np.array([*at, below.bottom + surface.z + item.extents[2] / 2]), item.extents, below.yaw + turn)


def rooms_entered(home: Home) -> set[str]:
    """Rooms of which the robot reaches half a square metre."""
    plan = home.floor_plan
    reached = plan.room_index[plan.walkable]
    counts = np.bincount(reached[reached >= 0], minlength=len(plan.room_names))
    return {name for name, count in zip(plan.room_names, counts, strict=True) if count * plan.cell_m**2 >= 0.5}


def _inside(point: np.ndarray, low: tuple[float, float], high: tuple[float, float]) -> bool:
    return bool((point >= np.array(low) + 0.02).all() and (point <= np.array(high) - 0.02).all())
