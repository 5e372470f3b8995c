"""VSI-Bench's templates over simulated homes, in their own wordings and in others.

Source: Yang et al. 2024 (VSI-Bench), the eight templates; appearance order asks about a video and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, CATEGORY, MARGIN, some_pairs
from situated_qa.sim.questions.composed.choices import option_slots, some_of
from situated_qa.sim.questions.composed.places import at_and_facing, others
from situated_qa.sim.questions.composed.relations import gap
from situated_qa.sim.questions.composed.routes import turn_answers, turn_at
from situated_qa.sim.questions.composed.superlatives import clearly_first
from situated_qa.sim.questions.naming import clear_category, number_answers
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View

_MARGIN_RAD = np.radians(15.0)
_FAR_M = 1.0  # VSI-Bench, too, leaves out directions to what is nearer


@composed(
    "vsi count",
    "count",
    ("calculation",),
    (
        "How many {category}(s) are in this room?",
        "how many {category}s in this room",
        "Number of {category}(s) here?",
        "In this room, how many {category}(s) are there?",
        "How many {category}(s) can be found in this room?",
        "Count the {category}(s) in this room, please.",
    ),
)
def vsi_count(view: View) -> Iterator[Draft | Skip]:
    for category in view.categories_around:
        if not clear_category(view.world, category, view.room):
            yield CATEGORY
            continue
        things = view.world.of(category, view.room)
        if len(things) > 1:
            yield Draft({"category": category}, number_answers(len(things)), tuple(t.id for t in things))


@composed(
    "vsi absolute distance",
    "number",
    ("measurement",),
    (
        "Measuring from the closest point of each object, what is the distance between {a} and {b} (in meters)?",
        "What is the distance between {a} and {b} in meters, measured from their closest points?",
        "distance between {a} and {b}, closest points, meters",
        "From closest point to closest point, how many meters are {a} and {b} apart?",
        "How far is {a} from {b} (closest points, in meters)?",
        "Taking the closest point of each, how far apart are {a} and {b} in meters?",
    ),
)
def vsi_absolute_distance(view: View) -> Iterator[Draft | Skip]:
    for (one, slot_a), (two, slot_b) in some_pairs(view, view.named_everywhere):
        apart = gap(view.world, one, two)
        if one.room == two.room and apart > 0.3:
            yield Draft({"a": slot_a, "b": slot_b}, (f"{apart:.1f} m",), (one.id, two.id), 0.15)


@composed(
    "vsi object size",
    "number",
    ("measurement",),
    (
        "What is the length of the longest dimension (length, width, or height) of {x}, measured in centimeters?",
        "What is the longest dimension of {x} in centimeters?",
        "longest side of {x} in cm?",
        "How many centimeters does {x} measure along its longest side?",
        "The longest of length, width and height of {x}: how many centimeters?",
        "Whichever of {x}'s length, width and height is longest, how many cm is it?",
    ),
)
def vsi_object_size(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        yield Draft({"x": slot}, (f"{100 * float(max(thing.extents)):.0f} cm",), (thing.id,), 0.05)


@composed(
    "vsi room size",
    "number",
    ("measurement",),
    (
        "What is the size of this room (in square meters)?",
        "How big is this room in square meters?",
        "this room, how many square meters?",
        "What is the area of the room I am in, in m²?",
        "How many square meters does this room have?",
        "The room I'm in has how many square meters?",
    ),
)
def vsi_room_size(view: View) -> Iterator[Draft | Skip]:
    area = view.world.rooms[view.room].area_m2
    yield Draft({"room": view.room}, (f"{area:.1f} m²",), (), 0.5 + 0.05 * area)


@composed(
    "vsi relative distance",
    "either-or",
    ("relation", "calculation"),
    (
        "Measuring from the closest point of each object, which of these objects ({list}) is the closest to {x}?",
        "Which of these objects ({list}) is closest to {x}, by their closest points?",
        "closest to {x}: {list}?",
        "From closest point to closest point, which is nearest to {x}: {options}?",
        "Of {list}, which object is the closest to {x}?",
        "Which is the nearest object to {x}? Choose from {list}.",
    ),
)
def vsi_relative_distance(view: View) -> Iterator[Draft | Skip]:
    for target, slot in view.named_everywhere:
        free = [(t, s) for t, s in view.named_everywhere if t.room == target.room and t.category != target.category]
        options = some_of(view, free, 4)
        if options is None:
            continue

        def key(thing: object, target: object = target) -> tuple[float, ...]:
            return (gap(view.world, thing, target),)  # type: ignore[arg-type]

        best = clearly_first(key, [t for t, _ in options], 0.15)
        if best is None:
            yield MARGIN
        else:
            yield Draft({**option_slots(options), "x": slot}, (best.category,), (best.id, target.id))


def _bearings(view: View) -> Iterator[tuple[dict, tuple[int, ...], float]]:
    """Slots of an observing thing, a faced one and a third, and the third's bearing, rad, left positive."""
    for at, slot_a, target, slot_b, place in at_and_facing(view):
        for thing, slot in others(view, at.room, at, target)[:4]:
            far = float(np.linalg.norm(thing.center[:2] - at.center[:2]))
            if far >= _FAR_M and not place.touches(thing):
                ids = (at.id, target.id, thing.id)
                yield {"a": slot_a, "b": slot_b, "x": slot}, ids, float(place.bearings(thing)[0])


@composed(
    "vsi direction easy",
    "either-or",
    ("relation",),
    (
        "If I am standing by {a} and facing {b}, is {x} to the left or the right of {b}?",
        "Standing by {a} and facing {b}, is {x} to the left or right of {b}?",
        "by {a}, facing {b}: {x} left or right of {b}?",
        "I'm standing by {a}, facing {b}. Is {x} left or right of {b}?",
        "When I stand by {a} facing {b}, does {x} lie to the left or to the right of {b}?",
        "Seen by somebody at {a} who faces {b}, is {x} left or right of {b}?",
    ),
    ("left", "right"),
)
def vsi_direction_easy(view: View) -> Iterator[Draft | Skip]:
    for slots, ids, bearing in _bearings(view):
        if not _MARGIN_RAD < abs(bearing) < np.radians(80.0):
            yield BORDER
        else:
            yield Draft(slots, ("left" if bearing > 0 else "right",), ids)


@composed(
    "vsi direction medium",
    "either-or",
    ("relation",),
    (
        (
            "If I am standing by {a} and facing {b}, is {x} to my left, right, or back? An object is to my back "
            "if I would have to turn at least 135 degrees in order to face it."
        ),
        "Standing by {a} and facing {b}, is {x} to my left, right or back (back: a turn of 135 degrees or more)?",
        "by {a}, facing {b}: {x} to my left, right or back?",
        "I stand by {a} and face {b}. Is {x} on my left, on my right or at my back?",
        "While I am by {a} facing {b}, do I have {x} to my left, right or back?",
        "For somebody at {a} who faces {b}: is {x} left, right, or back, where back takes a turn of 135 degrees?",
    ),
)
def vsi_direction_medium(view: View) -> Iterator[Draft | Skip]:
    for slots, ids, bearing in _bearings(view):
        back = np.radians(135.0)
        if abs(bearing) < _MARGIN_RAD or abs(abs(bearing) - back) < _MARGIN_RAD:
            yield BORDER
        elif abs(bearing) > back:
            yield Draft(slots, ("back", "behind"), ids)
        else:
            yield Draft(slots, ("left" if bearing > 0 else "right",), ids)


@composed(
    "vsi direction hard",
    "either-or",
    ("relation",),
    (
        "If I am standing by {a} and facing {b}, is {x} to my front-left, front-right, back-left, or back-right?",
        "Standing by {a} and facing {b}, is {x} front-left, front-right, back-left or back-right of me?",
        "by {a}, facing {b}: is {x} front-left, front-right, back-left or back-right?",
        "I stand by {a} facing {b}. In which quadrant is {x}: front-left, front-right, back-left or back-right?",
        "With me by {a} and facing {b}, {x} is to my front-left, front-right, back-left or back-right?",
        "Somebody at {a} faces {b}: {x} is to their front-left, front-right, back-left, or back-right?",
    ),
)
def vsi_direction_hard(view: View) -> Iterator[Draft | Skip]:
    for slots, ids, bearing in _bearings(view):
        if min(abs(abs(bearing) - border) for border in (0.0, np.pi / 2, np.pi)) < _MARGIN_RAD:
            yield BORDER
        else:
            words = f"{'front' if abs(bearing) < np.pi / 2 else 'back'}-{'left' if bearing > 0 else 'right'}"
            yield Draft(slots, (words, words.replace("-", " ")), ids)


@composed(
    "vsi route",
    "name",
    ("navigation", "multi-hop"),
    (
        (
            "You are a robot beginning at {a} and facing {b}. You want to navigate to {x}. You will perform the "
            "following actions: 1. Go forward until {b}. 2. [please fill in: turn left, turn right or turn "
            "back] 3. Go forward until {x}."
        ),
        (
            "You begin at {a} facing {b} and want to get to {x}. 1. Go forward until {b}. 2. [fill in: turn "
            "left, turn right, turn back] 3. Go forward until {x}."
        ),
        "start: {a}, facing {b}; goal: {x}; forward to {b}, then turn left, right or back?",
        "A robot at {a} faces {b} and goes forward until {b}. To go on to {x}, does it turn left, right or back?",
        "Begin at {a}, facing {b}. Go forward until {b}. Which turn comes next to reach {x}: left, right or back?",
        "Navigate from {a}, facing {b}, to {x}: forward until {b}, [turn left, right or back], forward until {x}.",
    ),
)
def vsi_route(view: View) -> Iterator[Draft | Skip]:
    for start, slot_a, corner, slot_b, _ in at_and_facing(view):
        for goal, slot in others(view, corner.room, start, corner)[:5]:
            turn = turn_at(view, start, corner, goal)
            if turn is None:
                yield BORDER
            else:
                said = turn_answers(turn)
                yield Draft({"a": slot_a, "b": slot_b, "x": slot}, (*said, f"turn {turn}"), (start.id, goal.id))
