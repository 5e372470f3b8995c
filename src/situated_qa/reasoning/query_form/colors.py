"""Colour names that people use for one another: a silver fridge is gray, a wooden table is brown."""

from __future__ import annotations

from collections.abc import Sequence

PALETTE = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "beige", "black", "gray", "white",
           "turquoise")  # fmt: skip
_FAMILIES = (("gray", "grey", "silver"), ("brown", "tan", "wooden", "beige"), ("beige", "cream", "tan"),
             ("yellow", "gold", "golden"), ("purple", "violet"), ("red", "maroon"))  # fmt: skip

LIGHT_COLORS = ("white", "beige", "yellow", "pink", "cream")
DARK_COLORS = ("black", "brown", "purple")
"""What people call light and dark by the name alone; a red, a green or a gray may be either."""


def color_family(color: str) -> set[str]:
    """The color names that people use for the same things, itself among them."""
    return {color}.union(*(family for family in _FAMILIES if color in family))


def palette_color(color: str) -> str:
    """The one color of the palette that a name says; a name of none stays as it is. Beige is not brown, tan is."""
    if color in PALETTE:
        return color
    return next((name for family in _FAMILIES if color in family for name in family if name in PALETTE), color)


_SHADES = ({"light", "bright", "lighter", "brighter"}, {"dark", "darker"})


def shade_of(options: Sequence[str], color: str) -> str:
    """The option that says how light a color is; "" where that was not asked, or the color is neither."""
    light, dark = (next((option for option in options if set(option.split()) & words), "") for words in _SHADES)
    if not light or not dark:
        return ""
    name = color.split()[-1]
    if set(color.split()) & _SHADES[0] or name in LIGHT_COLORS:
        return light
    return dark if set(color.split()) & _SHADES[1] or name in DARK_COLORS else ""
