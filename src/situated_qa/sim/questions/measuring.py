"""Questions that count, measure and compare."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import CATEGORY, MARGIN, some_pairs
from situated_qa.sim.questions.naming import clear_category, number_answers, plural
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Room, Thing

_AREA_MARGIN = 1.12  # of the smaller room's area
_SIZE_MARGIN = 1.35  # of the smaller thing's volume
_HEIGHT_MARGIN_M = 0.15
_SIDE_WORDS = {
    "height": "height",
    "length": "length (its longer horizontal side)",
    "width": "width (its shorter horizontal side)",
}
_FLAT = frozenset({"rug", "bath mat", "doormat", "picture", "mirror", "window", "newspaper", "towel rack"})


def _categories(view: View, room: str | None = None) -> list[str]:
    return sorted({t.category for t in view.things if room in (None, t.room)})


@kind(
    "count in room", "count", ("measurement", "calculation"),
    ("How many {plural} are there in the {room}?", "How many {plural} does the {room} have?",
     "Count the {plural} of the {room}. How many are there?"),
)  # fmt: skip
def count_in_room(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        for category in _categories(view, room):
            if not clear_category(view.world, category, room):
                yield CATEGORY
                continue
            here = view.world.of(category, room)
            slots = {"category": category, "plural": plural(category), "room": room}
            yield Draft(slots, number_answers(len(here)), tuple(t.id for t in here))


@kind(
    "count", "count", ("measurement", "calculation"),
    ("How many {plural} are there in the whole home?", "How many {plural} are in this home altogether?",
     "Counting every room, how many {plural} does this home have?"),
)  # fmt: skip
def count(view: View) -> Iterator[Draft | Skip]:
    for category in _categories(view):
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        there = view.world.of(category)
        slots = {"category": category, "plural": plural(category)}
        yield Draft(slots, number_answers(len(there)), tuple(t.id for t in there))


@kind(
    "count of a color", "count", ("visual concepts", "calculation"),
    ("How many {color} {plural} are there in the home?", "How many of the {plural} in this home are {color}?",
     "Counting every room, how many {plural} are {color}?"),
)  # fmt: skip
def count_of_color(view: View) -> Iterator[Draft | Skip]:
    for category in _categories(view):
        things = view.world.of(category)
        if len(things) < 2:
            continue
        if not clear_category(view.world, category):
            yield CATEGORY
        elif any(not t.color for t in things):
            yield Skip("a color without a name")
        else:
            for color in sorted({t.color for t in things}):
                ids = tuple(t.id for t in things if t.color == color)
                slots = {"category": category, "plural": plural(category), "color": color}
                yield Draft(slots, number_answers(len(ids)), ids)


@kind(
    "difference", "count", ("calculation", "multi-hop"),
    ("How many more {more} than {fewer} are there in the {room}?",
     "By how many do the {more} in the {room} outnumber the {fewer} there?",
     "In the {room}, what is the number of {more} minus the number of {fewer}?"),
)  # fmt: skip
def difference(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        categories = _categories(view, room)
        counts = {c: len(view.world.of(c, room)) for c in categories}
        for many in [c for c in categories if counts[c] > 1]:
            few = categories[int(view.rng.integers(len(categories)))]
            if counts[few] >= counts[many]:
                continue
            if not (clear_category(view.world, many, room) and clear_category(view.world, few, room)):
                yield CATEGORY
                continue
            ids = tuple(t.id for c in (many, few) for t in view.world.of(c, room))
            slots = {"a": many, "b": few, "more": plural(many), "fewer": plural(few), "room": room}
            yield Draft(slots, number_answers(counts[many] - counts[few]), ids)


@kind(
    "sum", "count", ("calculation",),
    ("How many {a_plural} and {b_plural} are there together in the {room}?",
     "If I count both {a_plural} and {b_plural} in the {room}, how many do I get?",
     "What is the total number of {a_plural} and {b_plural} in the {room}?"),
)  # fmt: skip
def total(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        categories = _categories(view, room)
        for one in categories:
            two = categories[int(view.rng.integers(len(categories)))]
            if one == two:
                continue
            if not (clear_category(view.world, one, room) and clear_category(view.world, two, room)):
                yield CATEGORY
                continue
            ids = tuple(t.id for c in (one, two) for t in view.world.of(c, room))
            slots = {"a": one, "b": two, "a_plural": plural(one), "b_plural": plural(two), "room": room}
            yield Draft(slots, number_answers(len(ids)), ids)


@kind(
    "largest room", "name", ("measurement",),
    ("Which room is the {word} by floor area?", "Which of the rooms has the {word} floor?",
     "By floor area, which is the {word} room of this home?"),
)  # fmt: skip
def largest_room(view: View) -> Iterator[Draft | Skip]:
    rooms = sorted(view.world.rooms.values(), key=lambda room: room.area_m2)
    if len(rooms) < 2:
        return
    for word, best, next_ in (("largest", rooms[-1], rooms[-2]), ("smallest", rooms[0], rooms[1])):
        clear = max(best.area_m2, next_.area_m2) >= _AREA_MARGIN * min(best.area_m2, next_.area_m2)
        yield Draft({"word": word}, (best.name,)) if clear else MARGIN


@kind(
    "larger room", "either-or", ("measurement", "calculation"),
    ("Which room is larger, the {a} or the {b}?", "Does the {a} or the {b} have more floor?",
     "By floor area, which is bigger: the {a} or the {b}?"),
)  # fmt: skip
def larger_room(view: View) -> Iterator[Draft | Skip]:
    rooms = list(view.world.rooms.values())
    pairs = [(a, b) for a in rooms for b in rooms if a.name != b.name]
    for k in view.rng.permutation(len(pairs))[:8]:
        one, two = pairs[int(k)]
        winner = _larger(one, two)
        yield Draft({"a": one.name, "b": two.name}, (winner.name,)) if winner is not None else MARGIN


def _larger(one: Room, two: Room) -> Room | None:
    if one.area_m2 >= _AREA_MARGIN * two.area_m2:
        return one
    return two if two.area_m2 >= _AREA_MARGIN * one.area_m2 else None


@kind(
    "room with most", "name", ("measurement", "calculation"),
    ("Which room has the most {plural}?", "In which room are there more {plural} than in any other?",
     "Where do I find the largest number of {plural}, in which room?"),
)  # fmt: skip
def room_with_most(view: View) -> Iterator[Draft | Skip]:
    if len(view.world.rooms) < 2:
        return
    for category in _categories(view):
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        counts = sorted(((len(view.world.of(category, r)), r) for r in view.world.rooms), reverse=True)
        if counts[0][0] < 2:
            continue
        if counts[0][0] == counts[1][0]:
            yield MARGIN
            continue
        ids = tuple(t.id for t in view.world.of(category, counts[0][1]))
        yield Draft({"category": category, "plural": plural(category)}, (counts[0][1],), ids)


@kind(
    "dimension", "number", ("measurement",),
    ("What is the {side} of {x} in meters?", "How many meters is the {side} of {x}?",
     "Give the {side} of {x} in meters."),
)  # fmt: skip
def dimension(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        x, y, z = (float(v) for v in thing.extents)
        if max(x, y, z) < 0.3:
            continue  # what a tolerance of 0.1 m cannot tell from nothing
        for side, value in (("height", z), ("length", max(x, y)), ("width", min(x, y))):
            if side == "width" and abs(x - y) < 0.05:
                continue
            if value >= 0.25:
                slots = {"x": slot, "side": _SIDE_WORDS[side], "attribute": side}
                yield Draft(slots, (f"{value:.2f} m",), (thing.id,), 0.1)


@kind(
    "room area", "number", ("measurement",),
    ("How many square meters of floor does the {room} have?", "What is the floor area of the {room} in square meters?",
     "How large is the floor of the {room}, in square meters?"),
)  # fmt: skip
def room_area(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms.values():
        yield Draft({"room": room.name}, (f"{room.area_m2:.1f} m²",), (), 0.5)


@kind(
    "largest thing", "name", ("measurement", "calculation"),
    ("What is the largest thing in the {room}?", "Which thing in the {room} takes up the most space?",
     "Of everything in the {room}, what has the greatest volume?"),
)  # fmt: skip
def largest_thing(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        here = [t for t in view.world.things if t.seen and t.room == room]
        ranked = sorted(here, key=lambda t: float(np.prod(t.extents)), reverse=True)
        if len(ranked) < 2:
            continue
        best, next_ = ranked[:2]
        if np.prod(best.extents) < _SIZE_MARGIN * np.prod(next_.extents) and best.category != next_.category:
            yield MARGIN
        elif view.may_ask(best.category):
            yield Draft({"room": room}, (best.category,), (best.id,))


@kind(
    "taller", "either-or", ("calculation", "visual concepts"),
    ("Which is taller, {a} or {b}?", "What is higher from bottom to top: {a} or {b}?",
     "Measured from its own bottom to its top, is {a} or {b} taller?"),
)  # fmt: skip
def taller(view: View) -> Iterator[Draft | Skip]:
    tall = [(t, s) for t, s in view.named_everywhere if t.category not in _FLAT]
    for (one, slot_a), (two, slot_b) in some_pairs(view, tall):
        step = float(one.extents[2] - two.extents[2])
        if abs(step) < _HEIGHT_MARGIN_M:
            yield MARGIN
        else:
            winner = one if step > 0 else two
            yield Draft({"a": slot_a, "b": slot_b}, (winner.category,), (winner.id,))


@kind(
    "straight distance", "number", ("navigation", "measurement", "calculation"),
    ("What is the distance in a straight line between {a} and {b}, center to center, in meters?",
     "How many meters lie between the centers of {a} and {b} in a straight line?",
     "As the crow flies, how far is the center of {a} from the center of {b}, in meters?"),
)  # fmt: skip
def straight_distance(view: View) -> Iterator[Draft | Skip]:
    for (one, slot_a), (two, slot_b) in some_pairs(view, view.named_everywhere):
        away = _apart(one, two)
        yield Draft({"a": slot_a, "b": slot_b}, (f"{away:.1f} m",), (one.id, two.id), 0.2)


def _apart(one: Thing, two: Thing) -> float:
    return float(np.linalg.norm(one.center - two.center))
