"""Questions about the second from the left, the middle one, the second closest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, CATEGORY, MARGIN
from situated_qa.sim.questions.composed.superlatives import groups_in, rows
from situated_qa.sim.questions.naming import clear_category, plural
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_MARGIN_M = 0.4
_LATERAL_M, _SWEEP_RAD = 0.2, np.radians(5.0)
_AHEAD_RAD = np.radians(65.0)
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


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
    for thing, slot, things in rows(view, 2):
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
