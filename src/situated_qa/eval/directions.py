"""Directions in answers: "on your left", "behind me and to the right (5 o'clock)", "straight ahead"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from situated_qa.scene.relation_names import hour_of

_WORDS: dict[str, tuple[str, ...]] = {
    "left": ("left", "leftward", "leftwards"),
    "right": ("right", "rightward", "rightwards"),
    "front": ("front", "ahead", "forward", "forwards", "straight", "infront"),
    "back": ("back", "behind", "backward", "backwards", "rear", "around"),
    "up": ("up", "above", "over", "upward", "upwards", "overhead", "higher"),
    "down": ("down", "below", "under", "underneath", "downward", "downwards", "beneath", "lower"),
}
_CANONICAL = {word: name for name, words in _WORDS.items() for word in words}
_FILLERS = frozenset(
    (
        *("a", "an", "and", "at", "be", "by", "can", "degree", "degrees", "direction", "directly", "go", "hand"),
        *("head", "i", "in", "is", "it", "its", "me", "move", "must", "my", "need", "of", "on", "should", "side"),
        *("slightly", "that", "the", "then", "there", "to", "toward", "towards", "turn", "walk", "would", "you"),
        *("your", "side"),
    )
)
_CLOCK = re.compile(r"\b(\d{1,2}|[a-z]+) ?o ?'? ?clock\b")
_HOURS_OF = {
    frozenset({"front"}): 12.0, frozenset({"front", "right"}): 1.5, frozenset({"right"}): 3.0,
    frozenset({"right", "back"}): 4.5, frozenset({"back"}): 6.0, frozenset({"back", "left"}): 7.5,
    frozenset({"left"}): 9.0, frozenset({"front", "left"}): 10.5,
}  # fmt: skip
_DISTANCE = re.compile(r",?\s*(?:about |around |approximately )?\d+(?:\.\d+)? ?(?:m|meters?|metres?|cm)\b(?: away)?")


@dataclass(frozen=True, slots=True)
class Direction:
    """What an answer says about a direction."""

    words: frozenset[str]  # of left, right, front, back, up, down
    hour: int | None = None  # 1 … 12 where it names one
    only: bool = True  # it says nothing else


def read_direction(text: str) -> Direction:
    """The direction words and the clock hour in a text."""
    text = _DISTANCE.sub(" ", text.lower().replace("’", "'"))
    hours = [hour for found in _CLOCK.findall(text) if (hour := hour_of(f"{found} o'clock")) is not None]
    words = re.findall(r"[a-z]+", re.sub(r"'s\b", "", _CLOCK.sub(" ", text)))
    named = [_CANONICAL[word] for word in words if word in _CANONICAL]
    other = [word for word in words if word not in _CANONICAL and word not in _FILLERS]
    return Direction(frozenset(named), hours[0] if len(set(hours)) == 1 else None, not other)


def is_direction(text: str) -> bool:
    """Whether a text is a direction and nothing else."""
    read = read_direction(text)
    return read.only and bool(read.words or read.hour)


def same_direction(answer: str, truth: str, tolerance_hours: float = 0.0) -> bool:
    """Whether an answer names the true direction.

    Where both can be put on the clock and one of them names its hour, a side of four holds the hour to either side of
    its own, a corner ("front left") 1½ hours, and an hour `tolerance_hours`. Else the words have to be the same.
    """
    a, b = read_direction(answer), read_direction(truth)
    if b.hour is not None and a.hour is not None:
        return _apart(a.hour, b.hour) <= tolerance_hours + 1e-9
    if b.hour is not None:
        return a.words in _HOURS_OF and _apart(_HOURS_OF[a.words], b.hour) <= max(tolerance_hours, 0.5) + 1e-9
    if a.hour is not None and b.words in _HOURS_OF:
        return _apart(a.hour, _HOURS_OF[b.words]) <= (1.0 if len(b.words) == 1 else 0.5) + 1e-9
    return bool(b.words) and a.words == b.words


def _apart(a: float, b: float) -> float:
    """Hours between two hands on the clock face, 0 … 6."""
    return min((a - b) % 12, (b - a) % 12)
