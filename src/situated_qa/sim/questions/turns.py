"""The kinds of turns that conversations are made of, with their wordings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TURNS: dict[str, tuple[str, tuple[str, ...]]] = {
    "side": (
        "either-or",
        (
            "Is {x} on my left or on my right?",
            "{x}: left or right of me?",
            "Which side of me is {x} on, left or right?",
            "Do I have {x} to my left or to my right?",
            "Left or right: where is {x}?",
            "To which side is {x}, left or right?",
        ),
    ),
    "its color": (
        "name",
        (
            "What color is it?",
            "And its color?",
            "Which color does it have?",
            "it's what color?",
            "Could you tell me what color it is?",
            "And what's it colored?",
        ),
    ),
    "its distance": (
        "number",
        (
            "How far is it from me, in meters?",
            "And how many meters away is it?",
            "How far, in meters?",
            "What's its distance from me in meters?",
            "Could you say how many meters off it is?",
            "And to get to it, how many meters is that in a straight line?",
        ),
    ),
    "its height": (
        "number",
        (
            "How tall is it in centimeters?",
            "And its height in cm?",
            "how many centimeters tall?",
            "What height does it have, in centimeters?",
            "Can you tell me how tall it is, in cm?",
            "And from bottom to top it's how many cm?",
        ),
    ),
    "count in a room": (
        "count",
        (
            "How many {plural} are in the {room}?",
            "How many {plural} does the {room} have?",
            "{plural} in the {room}: how many?",
            "Count the {plural} in the {room}, please.",
            "What's the number of {plural} in the {room}?",
            "In the {room} there are how many {plural}?",
        ),
    ),
    "in another room": (
        "count",
        (
            "What about the {room}?",
            "And in the {room}?",
            "and the {room}?",
            "How many in the {room}?",
            "The same for the {room}, please.",
            "How does that look in the {room}?",
        ),
    ),
    "of a color": (
        "count",
        (
            "How many of them are {color}?",
            "And how many are {color}?",
            "{color} ones?",
            "Of those, how many are {color}?",
            "Could you tell me how many of them are {color}?",
            "And the {color} ones, how many?",
        ),
    ),
    "color of one": (
        "name",
        (
            "What color is {x}?",
            "{x}: what color?",
            "Which color does {x} have?",
            "Tell me the color of {x}.",
            "Could you tell me what color {x} is?",
            "{x} has which color?",
        ),
    ),
    "color of the other": (
        "name",
        (
            "And the other one?",
            "What about the other {category}?",
            "the other one?",
            "And the other {category} in here?",
            "What color is the other one?",
            "And what of the second {category}?",
        ),
    ),
    "which is closest": (
        "either-or",
        (
            "Which of these is closest to me: {options}?",
            "{options}: which is closest to me?",
            "What's nearest to me: {options}?",
            "Of {list}, which is the closest to me?",
            "Tell me which one is closest to me: {options}.",
            "Among {list}, what do I have nearest to me?",
        ),
    ),
    "and farthest": (
        "either-or",
        (
            "And the farthest?",
            "And which of them is farthest from me?",
            "the farthest one?",
            "What about the farthest?",
            "And which is the farthest, please?",
            "Then which one is the most far off?",
        ),
    ),
    "and tallest": (
        "either-or",
        (
            "And the tallest?",
            "Which of them is the tallest?",
            "the tallest one?",
            "What about the tallest?",
            "And the tallest of the three, please?",
            "Then which one stands tallest?",
        ),
    ),
    "what is on it": (
        "name",
        (
            "What is on {x}?",
            "What's standing on {x}?",
            "Which thing is on {x}?",
            "What do I find on {x}?",
            "Tell me what's on {x}.",
            "On {x}, what is there?",
        ),
    ),
    "from a seat": (
        "either-or",
        (
            "If I sat on {seat}, would {x} be on my left or on my right?",
            "Sitting on {seat}, is {x} left or right of me?",
            "From {seat}, is {x} on the left or on the right?",
            "Imagine I sit on {seat}: {x}, left or right?",
            "For me on {seat}, which side is {x} on, left or right?",
            "On {seat}, I'd have {x} on which side, left or right?",
        ),
    ),
    "from there, too": (
        "either-or",
        (
            "And {x}?",
            "What about {x}?",
            "And from there, {x}?",
            "{x}?",
            "How about {x}, left or right?",
            "The same for {x}?",
        ),
    ),
}
"""The form and the wordings of each kind of turn; the last wording is for `test` alone."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation."""

    kind: str  # of `TURNS`
    slots: Mapping[str, Any]
    answers: tuple[str, ...]
    ids: tuple[int, ...]
    tolerance: float | None = None
    question: str = ""
