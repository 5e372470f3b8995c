"""Questions about the closest to a thing, the farthest from it, the tallest of those on it, and the other one."""

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
    for thing, slot, things in rows(view, 2):
        for measure in _MEASURES:
            best = clearly_most(measure, things)
            if best is None:
                yield MARGIN
            else:
                yield Draft({"measure": measure, "x": slot}, (best.category,), (best.id, thing.id))


def rows(view: View, fewest: int) -> Iterator[tuple[Thing, dict[str, Any], list[Thing]]]:
    """Named things that clearly carry several others, all of different categories, which may be asked about."""
    for thing, slot in [*view.named_everywhere, *((i.thing, i.slot) for i in referred(view) if i.depth == 1)]:
        things = all_that(view, "on", thing) or []
        unlike = len({t.category for t in things}) == len(things)
        askable = all(view.may_ask(t.category) for t in things)
        if len(things) >= fewest and unlike and askable:
            yield thing, slot, things


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
