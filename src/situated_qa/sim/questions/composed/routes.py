"""Turns on a way: at a thing one walks up to, at a door, one after another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import BORDER
from situated_qa.sim.questions.composed.places import at_and_facing, doorways, facing, others, side_from
from situated_qa.sim.questions.composed.relations import gap
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_STRAIGHT_RAD, _BACK_RAD, _MARGIN_RAD = np.radians(45.0), np.radians(135.0), np.radians(15.0)


def turn_at(view: View, start: Thing, corner: Thing, goal: Thing) -> str | None:
    """The turn at a thing for somebody who came from another and goes on to a third: "left", "right" or "back".

    None where it is less than 60° or within 15° of the border to turning back.
    """
    place = facing(view, corner, start, away=True)
    if place is None or gap(view.world, corner, goal) < 0.6:
        return None
    bearing = float(place.bearings(goal)[0])
    if abs(bearing) < _STRAIGHT_RAD + _MARGIN_RAD or abs(abs(bearing) - _BACK_RAD) < _MARGIN_RAD:
        return None
    return "back" if abs(bearing) > _BACK_RAD else "left" if bearing > 0 else "right"


def turn_answers(turn: str) -> tuple[str, ...]:
    """What people say for a turn."""
    return ("back", "around", "behind") if turn == "back" else (turn,)


@composed(
    "turn at a thing",
    "name",
    ("navigation", "multi-hop"),
    (
        "I go from {a} straight to {b}, and from there to {c}. Do I turn left, right or back at {b}?",
        "From {a} walk up to {b}, then on to {c}: turn left, right or back?",
        "Walking from {a} to {b} and on to {c}, which way do I turn at {b}: left, right or back?",
        "{a}, then {b}, then {c}. At {b}: left, right or back?",
        "Say I start at {a}, walk to {b} and want to reach {c}. Which way must I turn there, left, right or back?",
        "On the way from {a} over {b} to {c}, what is the turn at {b}, left, right or back?",
    ),
)
def turn_at_thing(view: View) -> Iterator[Draft | Skip]:
    for start, slot_a, corner, slot_b, _ in at_and_facing(view):
        for goal, slot_c in others(view, corner.room, start, corner)[:6]:
            turn = turn_at(view, start, corner, goal)
            if turn is None:
                yield BORDER
            else:
                slots = {"a": slot_a, "b": slot_b, "c": slot_c}
                yield Draft(slots, turn_answers(turn), (start.id, corner.id, goal.id))


@composed(
    "two turns",
    "several",
    ("navigation", "multi-hop"),
    (
        (
            "From {a} I go to {b}, then to {c}, then to {d}. Which way do I turn at {b}, and which way at {c}: "
            "left, right or back?"
        ),
        "Walk {a}, {b}, {c}, {d}. Turns at {b} and at {c}: left, right or back?",
        "My way goes from {a} by {b} and {c} to {d}. What are the two turns, left, right or back?",
        (
            "Starting at {a}: forward to {b}, turn, forward to {c}, turn, forward to {d}. Name both turns, "
            "left, right or back."
        ),
        (
            "If I walk from {a} to {b}, on to {c} and finally to {d}, how do I turn at {b} and then at {c}: "
            "left, right or back?"
        ),
        "Fill in the turns (left, right or back): {a} to {b}, [turn], to {c}, [turn], to {d}.",
    ),
)
def two_turns(view: View) -> Iterator[Draft | Skip]:
    for start, slot_a, corner, slot_b, _ in at_and_facing(view):
        for next_, slot_c in others(view, corner.room, start, corner)[:4]:
            first = turn_at(view, start, corner, next_)
            for goal, slot_d in others(view, corner.room, start, corner, next_)[:3] if first else []:
                second = turn_at(view, corner, next_, goal)
                if first is None or second is None:
                    yield BORDER
                else:
                    slots = {"a": slot_a, "b": slot_b, "c": slot_c, "d": slot_d}
                    yield Draft(slots, (f"{first}; {second}",), (start.id, corner.id, next_.id, goal.id))


@composed(
    "turn at a door",
    "either-or",
    ("navigation", "prediction"),
    (
        "I walk from the {origin} through the door into the {room}. Do I turn left or right to get to {x}?",
        "Through the door from the {origin} into the {room}, then left or right to {x}?",
        "After the door from the {origin}, which way do I turn in the {room} for {x}, left or right?",
        "Going to {x}: I come through the door from the {origin} into the {room}. Left or right now?",
        "To reach {x} in the {room} from the {origin}, do I turn left or right behind the door?",
        "Once I have stepped from the {origin} into the {room}, is it a left or a right turn to {x}?",
    ),
    ("left", "right"),
)
def turn_at_door(view: View) -> Iterator[Draft | Skip]:
    for room, origin, place in doorways(view):
        for thing, slot in others(view, room)[:12]:
            side = side_from(place, thing, ("left", "right"))
            if side is None:
                yield BORDER
            else:
                yield Draft({"room": room, "origin": origin, "x": slot}, (side,), (thing.id,))
