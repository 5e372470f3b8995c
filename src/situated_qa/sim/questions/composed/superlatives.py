"""Questions about the closest, the farthest, the tallest, the second from the left, the middle one, the other one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, CATEGORY, MARGIN, side_answers
from situated_qa.sim.questions.composed.referring import ids_in, referred
from situated_qa.sim.questions.composed.relations import all_that, gap
from situated_qa.sim.questions.naming import clear_category, plural
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing, World

_MARGIN_M = 0.4
_LATERAL_M, _SWEEP_RAD = 0.2, np.radians(5.0)
_AHEAD_RAD = np.radians(65.0)
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


def clearly_first(key: Callable[[Thing], tuple[float, ...]], things: Sequence[Thing], margin: float) -> Thing | None:
    """The thing whose every measure is less than that of all others by a margin; None where no one is."""
    best = min(things, key=key, default=None)
    if best is None:
        return None
    for other in things:
        if other.id != best.id and any(b - a < margin for a, b in zip(key(best), key(other), strict=True)):
            return None
    return best


def away_from(world: World, reference: Thing, sign: int = 1) -> Callable[[Thing], tuple[float, ...]]:
    """Distances from a thing, by surfaces and by middles, m; negative for the farthest first."""
    return lambda t: (
        sign * gap(world, t, reference),
        sign * float(np.linalg.norm(t.center - reference.center)),
    )


def groups_in(view: View, rooms: Sequence[str], fewest: int = 2) -> Iterator[tuple[str, str, list[Thing]] | Skip]:
    """Category, room and things wherever a room has several of a category and nothing that its name may also mean."""
    for room in rooms:
        for category in sorted({t.category for t in view.things if t.room == room}):
            things = view.world.of(category, room)
            if len(things) < fewest:
                continue
            yield (category, room, things) if clear_category(view.world, category, room) else CATEGORY


@composed(
    "color of an extreme by distance",
    "name",
    ("multi-hop", "visual concepts", "relation"),
    (
        "What color is the {category} in the {room} {word} {x}?",
        "Of the {plural} in the {room}, what color is the one {word} {x}?",
        "Which color is the {room}'s {category} {word} {x}?",
        "The {category} {word} {x} in the {room}, what's its color?",
        "Take the {plural} in the {room}: the one {word} {x}, which color is it?",
        "Looking only at the {room}: the {category} {word} {x} has what color?",
    ),
)
def color_of_extreme(view: View) -> Iterator[Draft | Skip]:
    for group in groups_in(view, list(view.world.rooms)):
        if isinstance(group, Skip):
            yield group
            continue
        category, room, things = group
        if len({t.color for t in things}) < 2 or not all(t.color for t in things):
            continue
        references = [(t, s) for t, s in view.named_everywhere if t.room == room and t.category != category]
        references += [(i.thing, i.slot) for i in referred(view) if i.thing.room == room and i.depth == 1]
        for reference, slot in references:
            if ids_in(slot) & {t.id for t in things}:
                continue
            for order, word in (("closest", "closest to"), ("farthest", "farthest from")):
                sign = 1 if order == "closest" else -1
                best = clearly_first(away_from(view.world, reference, sign), things, _MARGIN_M)
                if best is None:
                    yield MARGIN
                else:
                    slots = {"category": category, "plural": plural(category), "room": room, "order": order,
                             "word": word, "x": slot}  # fmt: skip
                    yield Draft(slots, (best.color,), (best.id, reference.id))


def clearly_most(measure: str, things: Sequence[Thing]) -> Thing | None:
    """The tallest, largest or smallest of several things; None where two are within a quarter.

    The larger of two has more volume and the longer side: people differ about a newspaper and a vase.
    """

    def sizes(thing: Thing) -> tuple[float, ...]:
        if measure == "tallest":
            return (float(thing.extents[2]),)
        return float(np.prod(thing.extents)), float(thing.extents.max()) ** 3

    sign = -1 if measure == "smallest" else 1
    best = max(things, key=lambda t: sign * sizes(t)[0])
    for other in things:
        if other.id == best.id:
            continue
        larger, smaller = (best, other) if sign > 0 else (other, best)
        if any(a < 1.25 * b or (measure == "tallest" and a - b < 0.05)
               for a, b in zip(sizes(larger), sizes(smaller), strict=True)):  # fmt: skip
            return None
    return best


_MEASURES = ("tallest", "largest", "smallest")


@composed(
    "extreme of those on it",
    "name",
    ("calculation", "visual concepts", "relation"),
    (
        "What is the {measure} thing on {x}?",
        "Of what stands on {x}, what is the {measure}?",
        "{measure} thing on {x}?",
        "Which thing on {x} is the {measure}?",
        "On {x}, what's the {measure} thing?",
        "Looking at everything on {x}, which is the {measure}?",
    ),
)
def extreme_on(view: View) -> Iterator[Draft | Skip]:
    for thing, slot, things in _rows(view, 2):
        for measure in _MEASURES:
            best = clearly_most(measure, things)
            if best is None:
                yield MARGIN
            else:
                yield Draft({"measure": measure, "x": slot}, (best.category,), (best.id, thing.id))


def _rows(view: View, fewest: int) -> Iterator[tuple[Thing, dict[str, Any], list[Thing]]]:
    """Named things that clearly carry several others, all of different categories, which may be asked about."""
    for thing, slot in [*view.named_everywhere, *((i.thing, i.slot) for i in referred(view) if i.depth == 1)]:
        things = all_that(view, "on", thing) or []
        unlike = len({t.category for t in things}) == len(things)
        askable = all(view.may_ask(t.category) for t in things)
        if len(things) >= fewest and unlike and askable:
            yield thing, slot, things


def from_the_left(view: View, things: Sequence[Thing]) -> list[Thing] | None:
    """Things ahead of the asker from left to right; None where two are not clearly one beside the other."""
    c, s = np.cos(view.pose.heading_rad), np.sin(view.pose.heading_rad)

    def measures(thing: Thing) -> tuple[float, float]:
        offset = thing.center[:2] - view.pose.position[:2]
        return float(c * offset[1] - s * offset[0]), float(view.bearings(thing)[0])

    if any(np.abs(view.bearings(t)).max() > _AHEAD_RAD or view.touches(t) for t in things):
        return None
    ordered = sorted(things, key=lambda t: -measures(t)[0])
    for one, two in zip(ordered, ordered[1:], strict=False):
        (aside_a, bearing_a), (aside_b, bearing_b) = measures(one), measures(two)
        if aside_a - aside_b < _LATERAL_M or bearing_a - bearing_b < _SWEEP_RAD:
            return None
    return ordered


def _counted(number: int, side: str) -> tuple[str, ...]:
    if number == 1:
        return (f"{side}most {{}}", f"{{}} farthest to the {side}")
    return (f"{_ORDINALS[number]} {{}} from the {side}",)


@composed(
    "ordinal on it",
    "name",
    ("relation", "calculation", "visual concepts"),
    (
        "What is the {ordinal} on {x}?",
        "What's the {ordinal} on {x}, as I see it?",
        "Name the {ordinal} on {x}.",
        "On {x}: what is the {ordinal}?",
        "From here, what is the {ordinal} on {x}?",
        "As seen from where I am, which is the {ordinal} on {x}?",
    ),
)
def ordinal_on(view: View) -> Iterator[Draft | Skip]:
    for thing, slot, things in _rows(view, 2):
        ordered = from_the_left(view, things) if thing.room == view.room else None
        if ordered is None:
            yield BORDER
            continue
        for number, side, said in _places(len(ordered)):
            chosen = ordered[number - 1] if side == "left" else ordered[-number]
            slots = {"ordinal": said.format("thing"), "number": number, "side": side, "x": slot}
            yield Draft(slots, (chosen.category,), (chosen.id, thing.id))
        if len(ordered) % 2:
            slots = {"ordinal": "thing in the middle", "number": 0, "side": "left", "x": slot}
            yield Draft(slots, (ordered[len(ordered) // 2].category,), (thing.id,))


def _places(count: int) -> Iterator[tuple[int, str, str]]:
    for number in range(1, min(count, 4) + 1):
        for side in ("left", "right"):
            for said in _counted(number, side):
                yield number, side, said


@composed(
    "color by ordinal",
    "name",
    ("relation", "calculation", "visual concepts"),
    (
        "What color is the {ordinal} here?",
        "The {ordinal} here, what color is it?",
        "{ordinal}: which color?",
        "In this room, what's the color of the {ordinal}?",
        "Which color does the {ordinal} have, as I see it?",
        "From where I am, the {ordinal} in this room is of which color?",
    ),
)
def color_by_ordinal(view: View) -> Iterator[Draft | Skip]:
    for group in groups_in(view, [view.room]):
        if isinstance(group, Skip):
            yield group
            continue
        category, room, things = group
        ordered = from_the_left(view, things)
        if ordered is None or not all(t.color for t in things) or len({t.color for t in things}) < 2:
            yield BORDER
            continue
        for number, side, said in _places(len(ordered)):
            chosen = ordered[number - 1] if side == "left" else ordered[-number]
            slots = {"ordinal": said.format(category), "category": category, "room": room, "number": number,
                     "side": side}  # fmt: skip
            yield Draft(slots, (chosen.color,), (chosen.id,))
        if len(ordered) % 2:
            middle = ordered[len(ordered) // 2]
            slots = {"ordinal": f"middle {category}", "category": category, "room": room, "number": 0, "side": "left"}
            yield Draft(slots, (middle.color,), (middle.id,))


@composed(
    "second closest to me",
    "name",
    ("relation", "calculation"),
    (
        "What color is the {ordinal} closest {category} to me?",
        "The {ordinal} closest {category}: what color?",
        "Counting from the nearest, what color is the {ordinal} {category}?",
        "{category} number {number} from me, counted by distance: which color is it?",
        "Which color has the {ordinal} nearest {category}, seen from me?",
        "If I go through the {plural} by distance, what is the color of the {ordinal} one?",
    ),
)
def second_closest(view: View) -> Iterator[Draft | Skip]:
    for category in sorted({t.category for t in view.things}):
        things = view.world.of(category)
        if len(things) < 2 or len({t.color for t in things}) < 2 or not all(t.color for t in things):
            continue
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        ordered = sorted(things, key=lambda t: view.distances(t)[0])
        for number in range(2, min(len(ordered), 3) + 1):
            pairs = list(zip(ordered[:number], ordered[1 : number + 1], strict=False))
            if not all(view.nearer(a, b, _MARGIN_M) is a for a, b in pairs):
                yield MARGIN
                continue
            chosen = ordered[number - 1]
            slots = {"category": category, "plural": plural(category), "ordinal": _ORDINALS[number], "number": number}
            yield Draft(slots, (chosen.color,), (chosen.id,))


@composed(
    "the other one",
    "either-or",
    ("relation", "multi-hop"),
    (
        "Not {x}, the other {category} in the {room}: is it on my left or my right?",
        "Where is the other {category} in the {room}, not {x}: left or right of me?",
        "The other {category} in the {room}, I don't mean {x}: left or right?",
        "There are two {plural} in the {room}. One is {x}. Is the other one on my left or my right?",
        "Besides {x} the {room} has another {category}. Is that one to my left or to my right?",
        "Leave {x} aside: on which side of me is the {room}'s other {category}, left or right?",
    ),
    ("left", "right"),
)
def the_other_one(view: View) -> Iterator[Draft | Skip]:
    named = [(i.thing, i.slot) for i in referred(view) if i.depth == 1] + view.named
    for group in groups_in(view, [view.room]):
        if isinstance(group, Skip):
            yield group
            continue
        category, room, things = group
        for thing, slot in named if len(things) == 2 else ():
            if thing.category != category or thing.room != room:
                continue
            (other,) = (t for t in things if t.id != thing.id)
            if ids_in(slot) & {other.id} or other.id in view.pose.anchors:
                continue
            side = view.one_of_two(other, ("left", "right"))
            if side is None:
                yield BORDER
            else:
                slots = {"category": category, "plural": plural(category), "room": room, "x": slot}
                yield Draft(slots, side_answers(side), (other.id, thing.id))
