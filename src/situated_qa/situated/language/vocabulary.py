"""What the parameters of the language's functions accept as text: closed lists of words, and the roles of free text.

The functions annotate their parameters with these names. Checker, error texts, documentation and grammar read them
from the annotations, so that a new unit or measure is added here only.
"""

from __future__ import annotations

from typing import Annotated, Literal

Noun = Annotated[str, "noun"]
"""What a thing is called: copied from the question or a category of the scene."""
RoomName = Annotated[str, "room"]
"""What a room is called: copied from the question or a room of the scene."""
Words = Annotated[str, "words"]
"""Words copied from the question."""

Hour = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
Unit = Literal["m", "cm", "mm", "km", "ft", "in", "yd"]
TimeUnit = Literal["s", "min", "h"]
Moment = Literal["first", "last"]
Measure = Literal["length", "width", "height", "longest", "shortest", "area", "volume"]
Superlative = Literal["large", "big", "tall", "long", "wide", "high"]
Turn = Literal["left", "right", "around"]
Span = Literal["surface", "center", "walk"]
Attribute = Literal["kind", "color", "material", "shape", "state", "size"]
Likeness = Literal["kind", "color", "material", "shape", "state", "size", "appearance"]
Beside = Literal["on", "inside", "near", "above", "below"]
Side = Literal[
    "left", "right", "front", "back", "behind", "ahead", "in front", "in front of", "front left", "front right",
    "back left", "back right", "front-left", "front-right", "back-left", "back-right",
]  # fmt: skip
