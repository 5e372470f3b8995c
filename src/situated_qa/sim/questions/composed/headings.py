"""The same question at four headings a right angle apart: the answer must turn with the asker."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, WHERE, side_answers
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_QUARTER = np.pi / 2
_ROUND = ("front", "right", "behind", "left")  # where a thing goes for somebody who turns left, step by step
_NEAR_MIDDLE_RAD = np.radians(25.0)
_QUADRANTS = ("front-left", "back-left", "back-right", "front-right")


def _headings(view: View) -> list[float]:
    """rad: the asker's own, then each further quarter turn to the left."""
    return [float((view.pose.heading_rad + k * _QUARTER + np.pi) % (2 * np.pi) - np.pi) for k in range(4)]


def side_ahead(view: View, thing: Thing) -> str | None:
    """The side whose middle a thing is near to; None where it is not, or too close."""
    for side in WHERE:
        if not view.touches(thing) and view.is_on(thing, side) and view.off(thing, side)[0] <= _NEAR_MIDDLE_RAD:
            return side
    return None


def _after_turns(side: str, quarters: int) -> str:
    return _ROUND[(_ROUND.index(side) + quarters) % 4]


def _draft(view: View, slots: dict, answers: list[tuple[str, ...]], thing: Thing, tolerance: float | None) -> Draft:
    headings = tuple(zip(_headings(view), answers, strict=True))
    return Draft(slots, answers[0], (thing.id,), tolerance, headings=headings)


@composed(
    "direction at four headings",
    "name",
    ("relation", "embodied activity"),
    (
        "Where is {x}: in front of me, left, right or behind?",
        "Which side is {x} on: front, left, right or back?",
        "{x}: front, left, right or behind me?",
        "Is {x} ahead, on my left, on my right or behind me?",
        "Please tell me on which side I have {x}: front, left, right or behind.",
        "If I look for {x}, do I look ahead, left, right or behind?",
    ),
)
def direction(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        side = side_ahead(view, thing)
        if side is None:
            yield BORDER
        else:
            yield _draft(view, {"x": slot}, [side_answers(_after_turns(side, k)) for k in range(4)], thing, None)


@composed(
    "clock at four headings",
    "clock",
    ("relation", "navigation"),
    (
        "At what o'clock is {x}?",
        "{x}, at what o'clock from me?",
        "On a clock with 12 ahead of me, which hour is {x} at?",
        "Give me {x} as a clock direction.",
        "Which o'clock is {x} at, 12 being straight ahead?",
        "With noon dead ahead, what hour does {x} lie at?",
    ),
)
def clock(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        hours = -float(view.bearings(thing)[0]) / (np.pi / 6)
        if abs(hours - round(hours)) > 0.38 or view.touches(thing):
            yield BORDER
            continue
        shown = [(round(hours) + 3 * k) % 12 or 12 for k in range(4)]
        yield _draft(view, {"x": slot}, [(f"{hour} o'clock", str(hour)) for hour in shown], thing, 1.0)


@composed(
    "quadrant at four headings",
    "either-or",
    ("relation", "embodied activity"),
    (
        "Is {x} to my front-left, front-right, back-left or back-right?",
        "Where is {x}: front-left, front-right, back-left or back-right?",
        "{x}: front-left, front-right, back-left, back-right?",
        "In which quadrant do I have {x}, front-left, front-right, back-left or back-right?",
        "Can you tell me if {x} is front-left, front-right, back-left or back-right of me?",
        "Would you say {x} lies to my front-left, my front-right, my back-left or my back-right?",
    ),
)
def quadrant(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named:
        bearing = float(view.bearings(thing)[0])
        clear = abs(bearing % _QUARTER - _QUARTER / 2) <= np.radians(30.0)
        if view.touches(thing) or not clear:
            yield BORDER
            continue
        first = int((bearing % (2 * np.pi)) // _QUARTER)  # of the quadrants, counted to the left from straight ahead
        said = [_QUADRANTS[(first - k) % 4] for k in range(4)]
        yield _draft(view, {"x": slot}, [(words, words.replace("-", " ")) for words in said], thing, None)
