"""Places of others: in front of a thing, at one thing facing another, in a doorway; and what is where from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from situated_qa.sim.questions.composed.relations import gap
from situated_qa.sim.questions.view import Pose, View
from situated_qa.sim.questions.world import Thing

_BEFORE_M = 0.5
_INSIDE_M = 0.6
_SHIFT_M = 0.3  # nobody knows to the foot where an imagined person stands
_FACED_M = 0.8  # somebody nearer to a thing does not face it one way only


def there(view: View, at: np.ndarray, heading_rad: float, room: str, seat: int | None = None) -> View:
    """The home as somebody sees it who stands at a (2,) point of the map, m."""
    return View(view.world, Pose(np.array([*at[:2], 0.0]), heading_rad, room, (), seat=seat), view.rng, view.asked)


def side_from(place: View, thing: Thing, sides: tuple[str, ...]) -> str | None:
    """On which side a thing clearly is of somebody there, even a step aside; None where that is not clear."""
    if float(np.linalg.norm(thing.center[:2] - place.pose.position[:2])) < 0.6:
        return None
    found = set()
    for dx, dy in ((0, 0), (_SHIFT_M, 0), (-_SHIFT_M, 0), (0, _SHIFT_M), (0, -_SHIFT_M)):
        at = place.pose.position[:2] + np.array([dx, dy])
        shifted = there(place, at, place.pose.heading_rad, place.room)
        found.add(next((s for s in sides if shifted.off(thing, s)[0] <= np.radians(50.0)), None))
        if shifted.touches(thing):
            return None
    # Of four sides the nearest is meant, which is not clear near 45°.
    near_rad = np.radians(50.0 if len(sides) == 2 else 35.0)
    exact = next((s for s in sides if place.is_on(thing, s) and place.off(thing, s)[0] <= near_rad), None)
    return exact if found == {exact} else None


def before(view: View, thing: Thing) -> View | None:
    """Somebody who stands in front of a thing and faces it; None where its front is not known."""
    if thing.front is None or not thing.room:
        return None
    front = np.array(thing.front)
    depth = float(np.abs(thing.own_axes(thing.center[:2] + front)).dot(thing.extents[:2] / 2))
    at = thing.center[:2] + front * (depth + _BEFORE_M)
    if view.world.room_at(at) != thing.room:
        return None
    return there(view, at, float(np.arctan2(-front[1], -front[0])), thing.room)


def facing(view: View, at: Thing, target: Thing, away: bool = False) -> View | None:
    """Somebody at a thing who faces another, or faces away from it; None where the two are too close."""
    offset = target.center[:2] - at.center[:2]
    if float(np.linalg.norm(offset)) < _FACED_M or gap(view.world, at, target) < 0.3:
        return None
    heading = float(np.arctan2(offset[1], offset[0])) + (np.pi if away else 0.0)
    return there(view, at.center, heading, at.room)


def others(view: View, room: str, *but: Thing) -> list[tuple[Thing, dict[str, Any]]]:
    """Named things of a room other than some, in random order."""
    taken = {t.id for t in but} | {t.supporter for t in but}
    named = [(t, s) for t, s in view.named_everywhere if t.room == room and t.id not in taken]
    return [named[int(k)] for k in view.rng.permutation(len(named)) if named[int(k)][0].supporter not in taken]


def at_and_facing(view: View) -> Iterator[tuple[Thing, dict, Thing, dict, View]]:
    """Two named things of one room, and somebody at the first who faces the second."""
    named = [(t, s) for t, s in view.named_everywhere if t.bottom < 1.0 and t.extents[:2].max() > 0.3]
    for k in view.rng.permutation(len(named) ** 2)[:80]:
        (at, slot_a), (target, slot_b) = named[int(k) // len(named)], named[int(k) % len(named)]
        if at.id == target.id or at.room != target.room or at.category == target.category:
            continue
        place = facing(view, at, target)
        if place is not None:
            yield at, slot_a, target, slot_b, place


def doorways(view: View) -> Iterator[tuple[str, str, View]]:
    """Room, the room one comes from, and somebody just inside who looks in; where one open door joins the two."""
    for door in view.world.doors:
        if not door.open or "" in door.rooms:
            continue
        if sum(set(other.rooms) == set(door.rooms) for other in view.world.doors) > 1:
            continue
        for room, origin in (door.rooms, door.rooms[::-1]):
            for heading in (0.0, np.pi / 2, np.pi, -np.pi / 2):
                ahead = np.array([np.cos(heading), np.sin(heading)])
                center = np.array(door.center)
                if (
                    view.world.room_at(center + 0.35 * ahead) == room
                    and view.world.room_at(center - 0.35 * ahead) == origin
                    and view.world.room_at(center + _INSIDE_M * ahead) == room
                ):
                    yield room, origin, there(view, center + _INSIDE_M * ahead, heading, room)
