"""What counts as a right answer to a question whose truth is known: numbers, yes or no, and names in free text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_SYNONYMS = {
    "couch": ("couch", "sofa", "settee", "loveseat"),
    "tv": ("tv", "television", "telly", "tv screen", "television set"),
    "refrigerator": ("refrigerator", "fridge"),
    "potted plant": ("potted plant", "plant", "houseplant", "flower pot"),
    "dining table": ("dining table", "table"),
    "laptop": ("laptop", "notebook computer", "computer"),
    "teddy bear": ("teddy bear", "teddy", "stuffed bear"),
    "suitcase": ("suitcase", "luggage"),
    "grey": ("grey", "gray", "silver"),
    "behind": ("behind", "back", "rear", "backward", "backwards"),
    "front": ("front", "ahead", "forward", "straight ahead"),
    "left": ("left",),
    "right": ("right",),
}
_UNITS_M = {
    "m": 1.0, "meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0,
    "cm": 0.01, "centimeter": 0.01, "centimeters": 0.01, "centimetre": 0.01, "centimetres": 0.01,
    "mm": 0.001, "km": 1000.0, "feet": 0.3048, "foot": 0.3048, "ft": 0.3048,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true, and which answers say so."""

    kind: Literal["yes-no", "count", "distance", "names", "choice", "set"]
    text: str  # for people
    accept: tuple[str, ...] = ()  # names: one must be said; choice: first; set: all of them; yes-no: "yes" or "no"
    reject: tuple[str, ...] = ()  # names, set: none of these may be said; choice: not before
    low: float = 0.0  # count, or m: smallest right value
    high: float = 0.0  # largest right value


def is_correct(answer: str, truth: Truth) -> bool:
    """Whether a free-text answer says what is true.

    Numbers may be words or digits, distances may carry units, categories may be said by their common synonyms. A name
    inside another ("table" in "table lamp") does not count.
    """
    text = _clean(answer)
    if truth.kind == "yes-no":
        return _yes_or_no(text) == truth.accept[0]
    if truth.kind == "count":
        numbers = _numbers(text)
        if not numbers and re.search(r"\b(no|none|not any|nothing)\b", text):
            numbers = [0.0]
        return bool(numbers) and truth.low <= numbers[0] <= truth.high
    if truth.kind == "distance":
        value = _metres(text)
        return value is not None and truth.low <= value <= truth.high
    if re.search(r"\b(not|no|none|nothing|cannot|n't)\b", text) and not re.match(r"(no|nothing else)\b,", text):
        return False
    if truth.kind == "choice":  # the others may follow, with their distances
        wins, loses = _first_said(text, truth.accept), _first_said(text, truth.reject)
        return wins is not None and (loses is None or wins < loses)
    said = [name for name in truth.accept if _says(text, name)]
    wrong = [name for name in truth.reject if _says(text, name)]
    enough = len(said) == len(truth.accept) if truth.kind == "set" else bool(said)
    return enough and not wrong


def _clean(answer: str) -> str:
    return re.sub(r"\s+", " ", answer.lower().replace("’", "'").replace("_", " ")).strip()


def _says(text: str, name: str) -> bool:
    return _first_said(text, (name,)) is not None


def _first_said(text: str, names: tuple[str, ...]) -> int | None:
    """Where in the text one of the names or their synonyms is first said."""
    words = [word for name in names for word in _SYNONYMS.get(name, (name,))]
    found = [match.start() for word in words if (match := re.search(rf"\b{re.escape(word)}(?:s|es)?\b", text))]
    return min(found, default=None)


def _yes_or_no(text: str) -> str | None:
    first = re.match(r"\W*(yes|yeah|yep|no|nope|true|false)\b", text)
    if first:
        return "yes" if first.group(1) in ("yes", "yeah", "yep", "true") else "no"
    if re.search(r"\b(no|not|none|isn't|aren't|doesn't|don't|cannot|can't)\b", text):
        return "no"
    return "yes" if re.search(r"\b(yes|there is|there are|it is|is on|is to)\b", text) else None


def _numbers(text: str) -> list[float]:
    words = {word: float(value) for value, word in enumerate(_NUMBERS)}
    tokens = re.findall(r"-?\d+(?:\.\d+)?|[a-z]+", text)
    return [words[t] if t in words else float(t) for t in tokens if t in words or not t.isalpha()]


def _metres(text: str) -> float | None:
    with_unit = re.search(r"(-?\d+(?:\.\d+)?)\s*([a-z]+)\b", text)
    if with_unit and with_unit.group(2) in _UNITS_M:
        return float(with_unit.group(1)) * _UNITS_M[with_unit.group(2)]
    numbers = _numbers(text)
    return numbers[0] if numbers else None
