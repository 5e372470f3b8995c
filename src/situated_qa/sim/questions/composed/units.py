"""Lengths, distances and areas in the unit that the question names."""

from __future__ import annotations

from collections.abc import Iterator

from situated_qa.sim.questions.around_me import some_pairs
from situated_qa.sim.questions.composed.referring import referred
from situated_qa.sim.questions.composed.relations import gap
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View

UNITS = {
    "m": (1.0, ("meters", "m")), "cm": (0.01, ("centimeters", "cm")), "ft": (0.3048, ("feet", "ft")),
    "in": (0.0254, ("inches",)), "yd": (0.9144, ("yards",)), "mm": (0.001, ("millimeters", "mm")),
}  # fmt: skip
"""Meters in each unit, and what people call it."""

_FURNITURE = ("m", "cm", "ft", "in")
_ROOM = ("m", "ft", "yd", "cm")
_LENGTH_TOLERANCE_M = 0.1
_DISTANCE_TOLERANCE_M = 0.2


def said_in(view: View, units: tuple[str, ...]) -> tuple[str, str]:
    """A unit, and one of its names."""
    unit = units[int(view.rng.integers(len(units)))]
    names = UNITS[unit][1]
    return unit, names[int(view.rng.integers(len(names)))]


def in_unit(value_m: float, unit: str, power: int = 1) -> str:
    """ "2.3 m", "91.0 inches", "12.5 square feet"."""
    name = {"in": "inches", "yd": "yards"}.get(unit, unit)
    return f"{value_m / UNITS[unit][0] ** power:.1f} {'square ' if power == 2 else ''}{name}"


@composed(
    "dimension in a unit",
    "number",
    ("measurement",),
    (
        "What is the {attribute} of {x} in {unit}?",
        "How many {unit} {adjective} is {x}?",
        "{x}: {attribute} in {unit}?",
        "What's {x}'s {attribute}, in {unit}?",
        "Can you tell me the {attribute} of {x}? In {unit}, please.",
        "Give me the {attribute} of {x} measured in {unit}.",
    ),
)
def dimension_in_unit(view: View) -> Iterator[Draft | Skip]:
    adjectives = {"height": "tall", "length": "long", "width": "wide"}
    for thing, slot in [*view.named_everywhere, *((i.thing, i.slot) for i in referred(view) if i.depth == 1)]:
        longer, shorter = sorted((float(v) for v in thing.extents[:2]), reverse=True)
        values = {"height": float(thing.extents[2])}
        if longer > 1.2 * shorter + 0.05:  # which side is the length of a square thing?
            values |= {"length": longer, "width": shorter}
        for attribute, value in values.items():
            if value < 0.3:
                continue
            code, unit = said_in(view, _FURNITURE)
            slots = {"x": slot, "attribute": attribute, "adjective": adjectives[attribute], "unit": unit, "code": code}
            yield Draft(slots, (in_unit(value, code),), (thing.id,), _LENGTH_TOLERANCE_M)


@composed(
    "distance in a unit",
    "number",
    ("measurement", "calculation"),
    (
        "How many {unit} lie between {a} and {b}, from edge to edge?",
        "How far apart are {a} and {b} in {unit}, measured between their closest points?",
        "Distance from {a} to {b} in {unit}, closest points?",
        "Measured at their nearest points, how many {unit} is {a} from {b}?",
        "What's the gap between {a} and {b}, in {unit}?",
        "If I held a tape between the nearest points of {a} and {b}, how many {unit} would it show?",
    ),
)
def distance_in_unit(view: View) -> Iterator[Draft | Skip]:
    named = view.named_everywhere
    for (one, slot_a), (two, slot_b) in some_pairs(view, named):
        apart = gap(view.world, one, two)
        if one.room == two.room and apart >= 0.5:
            code, unit = said_in(view, _ROOM)
            slots = {"a": slot_a, "b": slot_b, "unit": unit, "code": code}
            yield Draft(slots, (in_unit(apart, code),), (one.id, two.id), _DISTANCE_TOLERANCE_M)


@composed(
    "distance from me in a unit",
    "number",
    ("measurement", "embodied activity"),
    (
        "How many {unit} is it from me to {x}?",
        "How far is {x} from me in {unit}?",
        "{x}, how many {unit} away?",
        "In {unit}, how far off is {x}?",
        "What's the distance to {x} in {unit}?",
        "I'd need how many {unit} of rope to reach {x} from here?",
    ),
)
def distance_from_me_in_unit(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        edge, middle = view.distances(thing)
        if thing.bottom > 1.0 or middle - edge > 0.6:
            yield Skip("its middle and its edge are far apart")
        elif edge >= 0.8:
            code, unit = said_in(view, _ROOM)
            slots = {"x": slot, "unit": unit, "code": code}
            yield Draft(slots, (in_unit(edge, code),), (thing.id,), 0.3)


@composed(
    "room area in a unit",
    "number",
    ("measurement",),
    (
        "How large is the {room} in square {unit}?",
        "How many square {unit} does the {room} have?",
        "{room}: how many square {unit}?",
        "What's the floor area of the {room}, in square {unit}?",
        "Could you tell me the size of the {room} in square {unit}?",
        "The {room} covers how many square {unit} of floor?",
    ),
)
def room_area_in_unit(view: View) -> Iterator[Draft | Skip]:
    for name, room in view.world.rooms.items():
        for code, unit in (("m", "meters"), ("ft", "feet")):
            slots = {"room": name, "unit": unit, "code": code}
            yield Draft(slots, (in_unit(room.area_m2, code, 2),), (), 0.5 + 0.05 * room.area_m2)
