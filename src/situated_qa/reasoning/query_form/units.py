"""Lengths in other units than meters: "how far is the sofa in feet?" is looked up in meters and told in feet."""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNITS = {
    "foot": ("ft", 0.3048), "feet": ("ft", 0.3048), "ft": ("ft", 0.3048),
    "inch": ("in", 0.0254), "inches": ("in", 0.0254),
    "yard": ("yd", 0.9144), "yards": ("yd", 0.9144),
    "centimeter": ("cm", 0.01), "centimeters": ("cm", 0.01), "centimetre": ("cm", 0.01), "centimetres": ("cm", 0.01),
    "cm": ("cm", 0.01), "millimeters": ("mm", 0.001), "millimetres": ("mm", 0.001), "mm": ("mm", 0.001),
}  # fmt: skip
"""What people write: the sign, and how many meters one is."""
_NAMES = "|".join(sorted(_UNITS, key=len, reverse=True))
_IN_UNIT = re.compile(rf"[, ]+(?:(?:expressed |measured |given |told )?in|as) ({_NAMES})\b", re.IGNORECASE)
_HOW_MANY = re.compile(
    rf"\bhow many ({_NAMES})\b(?P<gap>(?: (?:is|are) (?:it|(?:the|my) [\w ]+?))?) ?"
    r"(?P<measure>away|far|from me|tall|high|wide|long|deep)\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\b(?:how (?:far|long|wide|tall|high|deep|big|large|close|near)|distance|length|width|height|depth|size|dimensions"
    r"|walk)\b",
    re.IGNORECASE,
)
_METERS = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)((?: m)?(?: x \d+(?:\.\d+)?)*) m\b(?!²|³)")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of length."""

    sign: str
    meters: float  # one of it, m

    def told(self, text: str) -> str:
        """A text with its meters in this unit; they are rounded already, so it says "about"."""
        return _METERS.sub(lambda match: "about " + self._values(match.group()), text)

    def _values(self, lengths: str) -> str:
        digits = 0 if self.meters <= 0.01 else 1
        return (
            re.sub(r"\d+(?:\.\d+)?", lambda m: f"{float(m.group()) / self.meters:.{digits}f}", lengths)[:-1] + self.sign
        )


def take_unit(question: str) -> tuple[str, Unit | None]:
    """The question without the unit that it wants lengths in, and that unit; None where it names none but meters."""
    match = _IN_UNIT.search(question)
    if match and _MEASURE.search(question):
        return question[: match.start()] + question[match.end() :], Unit(*_UNITS[match.group(1).lower()])
    many = _HOW_MANY.search(question)
    if many is None:
        return question, None
    measure = "far" if many["measure"].lower() in ("away", "far", "from me") else many["measure"]
    plain = f"{question[: many.start()]}how {measure}{many['gap']}{question[many.end() :]}"
    return plain, Unit(*_UNITS[many.group(1).lower()])
