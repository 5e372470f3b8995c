"""Colour names that people use for one another: a silver fridge is gray, a wooden table is brown."""

from __future__ import annotations

PALETTE = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "beige", "black", "gray", "white",
           "turquoise")  # fmt: skip
_FAMILIES = (("gray", "grey", "silver"), ("brown", "tan", "wooden", "beige"), ("beige", "cream", "tan"),
             ("yellow", "gold", "golden"), ("purple", "violet"), ("red", "maroon"))  # fmt: skip


def color_family(color: str) -> set[str]:
    """The color names that people use for the same things, itself among them."""
    return {color}.union(*(family for family in _FAMILIES if color in family))
