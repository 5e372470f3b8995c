"""Questions from somebody else's place: in front of a thing, on a seat, at one thing facing another, in a doorway.

The place is in the question; the asker stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, side_answers
from situated_qa.sim.questions.composed.relations import gap
from situated_qa.sim.questions.naming import clear_category
from situated_qa.sim.questions.poses import SEATS, poses
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import Pose, View
from situated_qa.sim.questions.world import Thing

_BEFORE_M = 0.5
_INSIDE_M = 0.6
_SHIFT_M = 0.3  # nobody knows to the foot where an imagined person stands
_FACED_M = 0.8  # somebody nearer to a thing does not face it one way only
_MOST = 12


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
    exact = next((s for s in sides if place.is_on(thing, s)), None)
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


def _either(place: View, view: View, sides: tuple[str, ...], slots: dict, *but: Thing) -> Iterator[Draft | Skip]:
    for thing, slot in others(view, place.room, *but)[:_MOST]:
        side = side_from(place, thing, sides)
        yield BORDER if side is None else Draft({**slots, "x": slot}, side_answers(side), (thing.id,))


_LR = ("left", "right")
_ALL = ("front", "left", "right", "behind")


@composed(
    "facing the front",
    "either-or",
    ("relation", "embodied activity"),
    (
        "Facing the front of {d}, is {x} on the left or the right?",
        "If I stand facing the front of {d}, do I have {x} on my left or on my right?",
        "When you face the front of {d}, which side is {x} on, left or right?",
        "Looking at {d} from the front: {x}, left or right?",
        "Suppose I look at {d} from in front of it. Is {x} to my left or to my right?",
        "Somebody who stands before {d} and faces it: has he {x} on his left or his right?",
    ),
    _LR,
)
def facing_the_front(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        place = before(view, thing)
        if place is not None:
            yield from _either(place, view, _LR, {"d": slot}, thing)


@composed(
    "color facing the front",
    "name",
    ("relation", "visual concepts", "multi-hop"),
    (
        "Facing the front of {d}, what color is the {category} on the {side}?",
        "When I face the front of {d}, what's the color of the {category} on my {side}?",
        "If you look at {d} from the front, the {category} on the {side} is what color?",
        "Face {d}. Which color is the {category} to the {side}?",
        "Standing before {d} and facing it, I have a {category} on my {side}. What color is it?",
        "The {category} on the {side} of somebody who faces the front of {d}: its color?",
    ),
)
def color_facing_the_front(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        place = before(view, thing)
        if place is None:
            continue
        for category in sorted({t.category for t in view.things if t.room == thing.room}):
            group = view.world.of(category, thing.room)
            if len(group) < 2 or not clear_category(view.world, category, thing.room) or thing in group:
                continue
            sides = [side_from(place, t, _ALL) for t in group]
            for side in _LR:
                if sides.count(side) == 1 and None not in sides and group[sides.index(side)].color:
                    chosen = group[sides.index(side)]
                    slots = {"d": slot, "category": category, "side": side, "room": thing.room}
                    yield Draft(slots, (chosen.color,), (chosen.id, thing.id))


@composed(
    "sitting there",
    "either-or",
    ("relation", "embodied activity"),
    (
        "If I sat on {seat}, would {x} be on my left or on my right?",
        "Sitting on {seat}, is {x} left or right of me?",
        "Anna is sitting on {seat}. Is {x} on her left or on her right?",
        "From {seat}, is {x} to the left or the right?",
        "Imagine you sit on {seat}: {x}, left or right?",
        "For somebody on {seat}, on which side is {x}, left or right?",
    ),
    _LR,
)
def sitting_there(view: View) -> Iterator[Draft | Skip]:
    for seat, slot in view.named_everywhere:
        if seat.category in SEATS and seat.front is not None and seat.id not in view.pose.anchors:
            place = there(view, seat.center, float(np.arctan2(seat.front[1], seat.front[0])), seat.room, seat.id)
            yield from _either(place, view, _LR, {"seat": slot}, seat)


@composed(
    "standing there facing",
    "name",
    ("relation", "embodied activity"),
    (
        "If I stand at {a} and face {b}, where is {x}: front, left, right or behind?",
        "I walk over to {a} and look at {b}. Is {x} then in front, left, right or behind?",
        "Standing by {a}, facing {b}: {x} is front, left, right or back?",
        "Someone at {a} faces {b}. On which side of them is {x}, front, left, right or behind?",
        "Picture yourself by {a} looking towards {b}. Where's {x}: in front, to the left, to the right or behind?",
        "With {a} next to me and {b} straight ahead, {x} would be in front, left, right or behind?",
    ),
)
def standing_there_facing(view: View) -> Iterator[Draft | Skip]:
    for at, slot_a, target, slot_b, place in at_and_facing(view):
        yield from _either(place, view, _ALL, {"a": slot_a, "b": slot_b}, at, target)


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


@composed(
    "back to it",
    "either-or",
    ("relation", "embodied activity"),
    (
        "With my back to {b} at {a}, is {x} on my left or right?",
        "If I stand at {a} with {b} behind me, is {x} on my left or on my right?",
        "Standing at {a}, my back turned to {b}: {x}, left or right?",
        "I'm going to stand by {a} and look away from {b}. Will {x} be left or right of me?",
        "Someone by {a} has their back to {b}. Is {x} to their left or their right?",
        "At {a}, facing away from {b}, which side would {x} be on, left or right?",
    ),
    _LR,
)
def back_to_it(view: View) -> Iterator[Draft | Skip]:
    for at, slot_a, target, slot_b, _ in at_and_facing(view):
        place = facing(view, at, target, away=True)
        if place is not None:
            yield from _either(place, view, _LR, {"a": slot_a, "b": slot_b}, at, target)


@composed(
    "entering",
    "either-or",
    ("relation", "navigation", "prediction"),
    (
        "Coming into the {room} from the {origin}, is {x} on my left or on my right?",
        "When I walk from the {origin} into the {room}, do I find {x} on the left or on the right?",
        "From the doorway to the {origin}, looking into the {room}: {x}, left or right?",
        "You enter the {room} from the {origin}. Which side is {x} on, left or right?",
        "If I stepped out of the {origin} into the {room}, would {x} be to my left or my right?",
        "Just inside the {room}, having come from the {origin}: left or right for {x}?",
    ),
    _LR,
)
def entering(view: View) -> Iterator[Draft | Skip]:
    for room, origin, place in doorways(view):
        yield from _either(place, view, _LR, {"room": room, "origin": origin})


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


@composed(
    "color after a turn",
    "name",
    ("relation", "visual concepts", "prediction"),
    (
        "If I turn {turn}, what color is the {category} in front of me?",
        "I turn {turn}. What color is the {category} ahead of me now?",
        "After turning {turn}, the {category} in front of me has which color?",
        "Turn {turn}: color of the {category} ahead?",
        "Suppose I turned {turn}: what would be the color of the {category} before me?",
        "Once I've turned {turn} on the spot, which color is the {category} straight ahead?",
    ),
)
def color_after_turn(view: View) -> Iterator[Draft | Skip]:
    turns = {"left": "left", "right": "right", "around": "behind"}
    for category in view.categories_around:
        group = view.world.of(category, view.room)
        if len(group) < 2 or not clear_category(view.world, category, view.room):
            continue
        for turn, side in turns.items():
            verdicts = [view.is_on(t, side) for t in group]
            if None in verdicts:
                yield BORDER
            elif sum(map(bool, verdicts)) == 1 and group[verdicts.index(True)].color:
                chosen = group[verdicts.index(True)]
                if chosen.id not in view.pose.anchors:
                    slots = {"category": category, "turn": turn, "room": view.room}
                    yield Draft(slots, (chosen.color,), (chosen.id,))


@composed(
    "situation in words",
    "name",
    ("relation", "embodied activity"),
    (
        "{situation} Where is {x}: front, left, right or behind?",
        "{situation} Is {x} in front of me, on my left, on my right or behind me?",
        "{situation} So where do I have {x}, front, left, right or behind?",
        "{situation} {x}: front, left, right or back?",
        "{situation} On which side of me is {x}: in front, left, right or behind?",
        "{situation} Tell me whether {x} is in front of me, to my left, to my right or behind me.",
    ),
)
def situation_in_words(view: View) -> Iterator[Draft | Skip]:
    found = [pose for pose in poses(view.world) if pose.room != view.room or pose.seated]
    for k in view.rng.permutation(len(found))[:6]:
        pose = found[int(k)]
        place = View(view.world, pose, view.rng, view.asked)
        # The last wording of a situation is kept for test, as wherever situations are said.
        text = pose.situations[int(view.rng.integers(len(pose.situations) - (view.asked is not None)))]
        for thing, slot in others(view, pose.room)[:6]:
            if thing.id in pose.anchors or thing.supporter in pose.anchors:
                continue
            side = side_from(place, thing, _ALL)
            if side is None:
                yield BORDER
            else:
                yield Draft({"situation": text, "x": slot}, side_answers(side), (thing.id,))
