"""Colour names that people use for one another: a silver fridge is gray, a wooden table is brown."""

from __future__ import annotations

PALETTE = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "beige", "black", "gray", "white",
           "turquoise")  # fmt: skip
_FAMILIES = (("gray", "grey", "silver"), ("brown", "tan", "wooden", "beige"), ("beige", "cream", "tan"),
             ("yellow", "gold", "golden"), ("purple", "violet"), ("red", "maroon"))  # fmt: skip


def palette_color(color: str) -> str:
    """The one color of the palette that a name says; a name of none stays as it is. Beige is not brown, tan is."""
    if color in PALETTE:
        return color
    return next((name for family in _FAMILIES if color in family for name in family if name in PALETTE), color)
