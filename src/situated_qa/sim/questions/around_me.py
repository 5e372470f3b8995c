"""Questions about what is where around the asker: left and right, the clock, nearest, what a turn would change."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.naming import clear_category, number_answers, plural, with_article
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

WHERE = {"left": "on my left", "right": "on my right", "front": "in front of me", "behind": "behind me"}
_OPPOSITE = {"left": "right", "right": "left", "front": "behind", "behind": "front"}
_AFTER_LEFT_TURN = {"left": "front", "right": "behind", "front": "right", "behind": "left"}
_AFTER_RIGHT_TURN = {"left": "behind", "right": "front", "front": "left", "behind": "right"}
_PAIRS = 12

BORDER = Skip("near a border between two sides")
CATEGORY = Skip("the word may mean other things too")
MARGIN = Skip("two candidates within the margin")


def side_answers(side: str) -> tuple[str, ...]:
    """What people say for a side."""
    return {"behind": ("behind", "back"), "front": ("front", "ahead")}.get(side, (side,))


def _verdicts(view: View, category: str, side: str) -> list[bool | None] | Skip:
    """For each thing of a category in this room, whether it is on a side."""
    here = view.world.of(category, view.room)
    if not clear_category(view.world, category, view.room):
        return CATEGORY
    if any(thing.id in view.pose.anchors for thing in here):
        return Skip("the situation itself tells")
    return [view.is_on(thing, side) for thing in here]


@kind(
    "side count", "count", ("relation", "calculation"),
    ("How many {plural} are {where} in this room?", "In this room, how many {plural} are {where}?",
     "Count the {plural} {where} in this room. How many are there?"),
)  # fmt: skip
def side_count(view: View) -> Iterator[Draft | Skip]:
    for category in view.categories_around:
        for side in ("left", "right"):
            verdicts = _verdicts(view, category, side)
            if isinstance(verdicts, Skip):
                yield verdicts
            elif None in verdicts:
                yield BORDER
            elif len(verdicts) > 1:
                ids = tuple(t.id for t, v in zip(view.world.of(category, view.room), verdicts, strict=True) if v)
                slots = {"category": category, "plural": plural(category), "side": side, "where": WHERE[side]}
                yield Draft(slots, number_answers(sum(map(bool, verdicts))), ids)


@kind(
    "side exists", "yes-no", ("relation", "embodied activity"),
    ("Is there {a_noun} {where} in this room?", "In this room, do I have {a_noun} {where}?",
     "Looking around this room: is any {category} {where}?"),
)  # fmt: skip
def side_exists(view: View) -> Iterator[Draft | Skip]:
    for category in view.categories_around:
        for side in WHERE:
            verdicts = _verdicts(view, category, side)
            if isinstance(verdicts, Skip):
                yield verdicts
            elif any(verdicts) or None not in verdicts:
                ids = tuple(t.id for t, v in zip(view.world.of(category, view.room), verdicts, strict=True) if v)
                slots = {"category": category, "a_noun": with_article(category), "side": side, "where": WHERE[side]}
                yield Draft(slots, ("yes",) if any(verdicts) else ("no",), ids)
            else:
                yield BORDER


@kind(
    "left or right", "either-or", ("relation",),
    ("Is {x} on my left or on my right?", "Do I have {x} on my left or on my right?",
     "On which side of me is {x}, left or right?"), ("left", "right"),
)  # fmt: skip
def left_or_right(view: View) -> Iterator[Draft | Skip]:
    yield from _either(view, ("left", "right"))


@kind(
    "front or behind", "either-or", ("relation",),
    ("Is {x} in front of me or behind me?", "Do I have {x} in front of me or behind me?",
     "Where do I have {x}, ahead of me or behind me?"), ("front", "behind"),
)  # fmt: skip
def front_or_behind(view: View) -> Iterator[Draft | Skip]:
    yield from _either(view, ("front", "behind"))


def _either(view: View, sides: tuple[str, str]) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        side = view.one_of_two(thing, sides)
        yield BORDER if side is None else Draft({"x": slot}, side_answers(side), (thing.id,))


@kind(
    "direction", "name", ("relation", "embodied activity"),
    ("In which direction is {x} from me: front, left, right or behind?",
     "Where is {x} as seen from me: in front, left, right or behind?",
     "Tell me where I have {x}: in front, to the left, to the right or behind."),
)  # fmt: skip
def direction(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        # Only what is near a side's middle: a thing at 45° is "front left" to most.
        sides = [s for s in WHERE if view.is_on(thing, s) and view.off(thing, s)[0] <= np.radians(25.0)]
        yield Draft({"x": slot}, side_answers(sides[0]), (thing.id,)) if sides else BORDER


@kind(
    "clock", "clock", ("relation", "navigation"),
    ("At which hour of the clock is {x}, with 12 straight ahead of me?",
     "With 12 o'clock straight ahead, at what o'clock is {x} from me?",
     "If I imagine a clock on the floor with 12 ahead of me, which hour points to {x}?"),
)  # fmt: skip
def clock(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        bearing = float(view.bearings(thing)[0])
        hours = -bearing / (np.pi / 6)
        hour = round(hours)
        if abs(hours - hour) > 0.38 or view.touches(thing):
            yield BORDER
            continue
        shown = hour % 12 or 12
        yield Draft({"x": slot}, (f"{shown} o'clock", str(shown)), (thing.id,), 1.0)


def some_pairs(view: View, items: list[tuple[Thing, dict]]) -> list[tuple[tuple[Thing, dict], tuple[Thing, dict]]]:
    """A dozen pairs of different categories, at random and in random order."""
    pairs = [(a, b) for k, a in enumerate(items) for b in items[k + 1 :] if a[0].category != b[0].category]
    chosen = [pairs[int(k)] for k in view.rng.permutation(len(pairs))[:_PAIRS]]
    return [pair if view.rng.random() < 0.5 else pair[::-1] for pair in chosen]


@kind(
    "closer to me", "either-or", ("relation", "calculation"),
    ("Which is closer to me, {a} or {b}?", "What is nearer to me: {a} or {b}?",
     "Of {a} and {b}, which one is less far from me?"),
)  # fmt: skip
def closer_to_me(view: View) -> Iterator[Draft | Skip]:
    for (one, slot_a), (two, slot_b) in some_pairs(view, view.named):
        winner = view.nearer(one, two)
        if winner is None:
            yield MARGIN
        else:
            yield Draft({"a": slot_a, "b": slot_b}, (winner.category,), (winner.id,))


@kind(
    "color of the nearest", "name", ("multi-hop", "visual concepts", "relation"),
    ("What color is the {category} closest to me?", "What is the color of the {category} nearest to me?",
     "Which color does the {category} that is least far from me have?"),
)  # fmt: skip
def color_of_nearest(view: View) -> Iterator[Draft | Skip]:
    for category in view.categories_around:
        here = view.world.of(category)
        if len(here) < 2:
            continue
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        nearest = view.nearest([t for t in here if t.id not in view.pose.anchors])
        if len(here) != len([t for t in here if t.id not in view.pose.anchors]) or nearest is None:
            yield MARGIN
        elif nearest.room != view.room:
            yield Skip("the nearest is behind a wall")
        elif nearest.color:
            yield Draft({"category": category}, (nearest.color,), (nearest.id,))


@kind(
    "color on a side", "name", ("multi-hop", "visual concepts", "relation"),
    ("What color is the {category} {where} in this room?", "What is the color of the {category} that is {where} here?",
     "Which color has the {category} of this room that I have {where}?"),
)  # fmt: skip
def color_on_side(view: View) -> Iterator[Draft | Skip]:
    for category in view.categories_around:
        here = view.world.of(category, view.room)
        if len(here) < 2:
            continue
        for side in ("left", "right", "behind"):
            verdicts = _verdicts(view, category, side)
            if isinstance(verdicts, Skip):
                yield verdicts
            elif None in verdicts:
                yield BORDER
            elif sum(map(bool, verdicts)) == 1:
                thing = here[verdicts.index(True)]
                if thing.color:
                    yield Draft({"category": category, "side": side, "where": WHERE[side]}, (thing.color,), (thing.id,))


@kind(
    "nearest on a side", "name", ("relation", "embodied activity"),
    ("What is the closest thing {where} in this room?", "Which thing {where} in this room is nearest to me?",
     "Of all that is {where} in this room, what is the least far away?"),
)  # fmt: skip
def nearest_on_side(view: View) -> Iterator[Draft | Skip]:
    here = [t for t in view.world.things if t.seen and t.room == view.room and t.id != view.pose.seat]
    for side in WHERE:
        possible = [t for t in here if view.is_on(t, side) is not False]
        nearest = view.nearest(possible, 0.3)
        if not possible:
            continue
        if nearest is None:
            yield MARGIN
        elif view.is_on(nearest, side) is None:
            yield BORDER
        elif nearest.id in view.pose.anchors or not view.may_ask(nearest.category):
            yield Skip("the situation itself tells")
        elif nearest.bottom > 1.0 or nearest.category == "door":
            yield Skip("hangs overhead or is a part of the building")
        else:
            yield Draft({"side": side, "where": WHERE[side]}, (nearest.category,), (nearest.id,))


@kind(
    "within reach", "yes-no", ("embodied activity", "calculation"),
    ("Can I touch {x} without taking a step?", "Is {x} within my reach from here?",
     "Without walking, could I put my hand on {x}?"),
)  # fmt: skip
def within_reach(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        away = view.distances(thing)[0]
        if thing.bottom > 1.4 or 0.55 < away < 1.5:
            yield MARGIN
        else:
            yield Draft({"x": slot}, ("yes",) if away <= 0.55 else ("no",), (thing.id,))


@kind(
    "turn to face", "name", ("navigation", "embodied activity"),
    ("Which way should I turn to face {x}: left, right or around?",
     "To look at {x}, do I turn left, right or all the way around?",
     "I want to have {x} straight ahead. Should I turn left, right or around?"),
)  # fmt: skip
def turn_to_face(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        degrees = float(np.degrees(view.bearings(thing)[0]))
        turn = abs(degrees)
        if view.touches(thing) or turn < 50 or 130 < turn < 163:
            yield BORDER
            continue
        word = "around" if turn >= 163 else "left" if degrees > 0 else "right"
        yield Draft({"x": slot}, (word,), (thing.id,))


@kind(
    "after turning around", "either-or", ("multi-hop", "prediction", "embodied activity"),
    ("If I turned around, would {x} be on my left or on my right?",
     "After turning around on the spot, will I have {x} on my left or on my right?",
     "Suppose I face the opposite way. Is {x} then to my left or to my right?"), ("left", "right"),
)  # fmt: skip
def after_turning_around(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        side = view.one_of_two(thing, ("left", "right"))
        yield BORDER if side is None else Draft({"x": slot}, side_answers(_OPPOSITE[side]), (thing.id,))


@kind(
    "after a quarter turn", "either-or", ("multi-hop", "prediction", "embodied activity"),
    ("If I made a quarter turn to the {turn}, would {x} be in front of me or behind me?",
     "When I turn 90 degrees to the {turn}, do I then have {x} in front of me or behind me?",
     "After I have turned to the {turn} by a right angle, is {x} ahead of me or behind me?"), ("front", "behind"),
)  # fmt: skip
def after_quarter_turn(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        side = view.one_of_two(thing, ("left", "right"))
        if side is None:
            yield BORDER
            continue
        turn = "left" if view.rng.random() < 0.5 else "right"
        then = (_AFTER_LEFT_TURN if turn == "left" else _AFTER_RIGHT_TURN)[side]
        yield Draft({"x": slot, "turn": turn}, side_answers(then), (thing.id,))


@kind(
    "left or right of", "either-or", ("relation",),
    ("From where I am, is {a} to the left or to the right of {b}?",
     "As I see it, is {a} left or right of {b}?",
     "Seen from my position, on which side of {b} is {a}, left or right?"), ("left", "right"),
)  # fmt: skip
def left_or_right_of(view: View) -> Iterator[Draft | Skip]:
    ahead = [
        (thing, slot)
        for thing, slot in view.named
        if np.abs(view.bearings(thing)).max() < np.radians(75.0) and not view.touches(thing)
    ]
    for (one, slot_a), (two, slot_b) in some_pairs(view, ahead):
        if view.in_sight(one) is not True or view.in_sight(two) is not True:
            yield Skip("no clear view")
            continue
        # Two readings: which comes first as the eye sweeps, and on which side of its middle along the asker's axes.
        sweep_a, sweep_b = view.bearings(one), view.bearings(two)
        offset = one.corners() - two.center[:2]
        c, s = np.cos(view.pose.heading_rad), np.sin(view.pose.heading_rad)
        ahead_m, left_m = offset @ np.array([c, s]), offset @ np.array([-s, c])
        steep = np.abs(ahead_m) > np.abs(left_m) * np.tan(np.radians(70.0))
        if steep.any():
            yield BORDER
        elif (left_m > 0).all() and sweep_a[0] > sweep_b[0] + np.radians(8.0) and sweep_a.min() > sweep_b[0]:
            yield Draft({"a": slot_a, "b": slot_b}, ("left",), (one.id, two.id))
        elif (left_m < 0).all() and sweep_a[0] < sweep_b[0] - np.radians(8.0) and sweep_a.max() < sweep_b[0]:
            yield Draft({"a": slot_a, "b": slot_b}, ("right",), (one.id, two.id))
        else:
            yield BORDER


@kind(
    "distance from me", "number", ("measurement", "calculation"),
    ("How many meters is it from me to the nearest edge of {x}?", "How far away from me is {x}, in meters?",
     "How many meters of floor are there between me and the nearest edge of {x}?"),
)  # fmt: skip
def distance_from_me(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        edge, middle = view.distances(thing)
        if thing.bottom > 1.0 or middle - edge > 0.7:
            yield Skip("its middle and its edge are far apart")
        elif edge >= 0.8:
            yield Draft({"x": slot}, (f"{edge:.1f} m",), (thing.id,), 0.3)
