"""Color names, as people use them, from observed colors.

Distances are taken in CIELAB, where equal steps look equally different. A shaded red is still called red, so lightness
counts less than hue wherever there is a hue; among greys, lightness is all there is.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from situated_qa.errors import ToolError

# Several samples per name where people spread a name wide, sRGB.
_PALETTE: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("black", (15, 15, 15)), ("black", (40, 40, 42)),
    ("grey", (75, 75, 75)), ("grey", (110, 110, 110)), ("grey", (150, 150, 150)), ("grey", (180, 180, 180)),
    ("white", (225, 225, 225)), ("white", (252, 252, 252)), ("white", (238, 234, 222)),
    ("red", (200, 30, 35)), ("red", (235, 60, 50)), ("red", (140, 20, 25)), ("red", (90, 15, 25)),
    ("red", (110, 18, 22)),
    ("orange", (240, 130, 30)), ("orange", (225, 105, 20)),
    ("yellow", (240, 215, 40)), ("yellow", (225, 195, 60)), ("yellow", (245, 235, 110)),
    ("yellow", (130, 110, 22)),
    ("green", (40, 140, 50)), ("green", (100, 170, 60)), ("green", (30, 80, 40)), ("green", (150, 190, 110)),
    ("green", (90, 90, 40)), ("green", (170, 230, 200)),
    ("turquoise", (50, 185, 175)), ("turquoise", (30, 130, 130)),
    ("blue", (40, 80, 190)), ("blue", (25, 40, 110)), ("blue", (18, 24, 60)),
    ("blue", (70, 140, 210)), ("blue", (150, 190, 230)),
    ("purple", (120, 50, 150)), ("purple", (80, 50, 110)), ("purple", (165, 120, 200)), ("purple", (200, 180, 220)),
    ("pink", (235, 130, 170)), ("pink", (245, 185, 195)), ("pink", (220, 70, 140)),
    ("brown", (105, 65, 35)), ("brown", (70, 45, 30)), ("brown", (140, 95, 60)), ("brown", (160, 110, 70)),
    ("brown", (110, 50, 30)), ("brown", (70, 54, 47)), ("brown", (75, 35, 30)),
    ("brown", (72, 14, 9)), ("brown", (95, 30, 20)), ("brown", (120, 52, 45)), ("brown", (150, 66, 42)),
    ("beige", (225, 205, 170)), ("beige", (200, 175, 140)), ("beige", (235, 220, 195)),
)  # fmt: skip
COLOR_NAMES = tuple(dict.fromkeys(name for name, _ in _PALETTE))
"""The names that `color_name` can give."""

_SYNONYMS = {
    "gray": "grey", "silver": "grey", "charcoal": "grey", "tan": "beige", "cream": "beige", "ivory": "beige",
    "khaki": "beige", "sand": "beige", "teal": "turquoise", "cyan": "turquoise", "aqua": "turquoise",
    "violet": "purple", "lilac": "purple", "lavender": "purple", "magenta": "pink", "rose": "pink", "navy": "blue",
    "gold": "yellow", "golden": "yellow", "maroon": "red", "crimson": "red", "burgundy": "red", "scarlet": "red",
    "olive": "green", "lime": "green", "chestnut": "brown", "chocolate": "brown", "amber": "orange",
}  # fmt: skip
_LIGHTNESS_WEIGHT_GREY, _LIGHTNESS_WEIGHT_CHROMATIC = 1.0, 0.45
_ALIKE_LIGHTNESS, _ALIKE_HUE = 20.0, 8.0  # CIELAB; 2.3 is the least that people notice
_CHROMA_OF_A_HUE = 30.0  # CIELAB; from here on a color has a hue whatever its lightness


def lab_from_srgb(rgb: np.ndarray) -> np.ndarray:
    """(..., 3) CIELAB (L 0 … 100, a, b) of (..., 3) sRGB 0 … 255, white point D65. Source: IEC 61966-2-1, CIE 15."""
    value = np.asarray(rgb, np.float64) / 255.0
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    matrix = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = linear @ matrix.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(f, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


_PALETTE_LAB = lab_from_srgb(np.array([rgb for _, rgb in _PALETTE]))


def color_name(rgb: Iterable[float]) -> str:
    """The name, one of `COLOR_NAMES`, of an sRGB color 0 … 255."""
    return _closest(rgb, COLOR_NAMES)


def alike(a: Iterable[float], b: Iterable[float]) -> bool:
    """Whether two sRGB colors 0 … 255 may be one material, once in the light and once in the shade."""
    difference = np.abs(lab_from_srgb(np.array(list(a))) - lab_from_srgb(np.array(list(b))))
    return bool(difference[0] <= _ALIKE_LIGHTNESS and np.hypot(difference[1], difference[2]) <= _ALIKE_HUE)


def closest_color(rgb: Iterable[float], candidates: Iterable[str]) -> str:
    """That of the candidates which fits an sRGB color 0 … 255 best, spelt as it was given.

    Raises:
        ToolError: a candidate is no color this knows, or there is none; lists the known ones.
    """
    spellings: dict[str, str] = {}
    for candidate in candidates:
        spellings.setdefault(canonical_color(candidate), candidate)
    if not spellings:
        raise ToolError(f"no colors to choose from; known colors: {', '.join(COLOR_NAMES)}")
    return spellings[_closest(rgb, tuple(spellings))]


def canonical_color(word: str) -> str:
    """The name in `COLOR_NAMES` for a color word: "Gray" → "grey", "dark blue" → "blue".

    Raises:
        ToolError: the word is no color this knows; lists the known ones.
    """
    key = " ".join(str(word).lower().replace("-", " ").split())
    for shade in ("dark ", "light ", "bright ", "pale ", "deep "):
        key = key.removeprefix(shade)
    key = _SYNONYMS.get(key, key)
    if key not in COLOR_NAMES:
        known = ", ".join(sorted({*COLOR_NAMES, *_SYNONYMS}))
        raise ToolError(f"{word!r} is not a color I know; known colors: {known}")
    return key


def _closest(rgb: Iterable[float], names: tuple[str, ...]) -> str:
    lab = lab_from_srgb(np.array(list(rgb), np.float64))
    difference = _PALETTE_LAB - lab
    chroma = float(np.hypot(lab[1], lab[2]))
    # Between a clear hue and none the weight of lightness goes over smoothly.
    hue = min(chroma / _CHROMA_OF_A_HUE, 1.0)
    weight = _LIGHTNESS_WEIGHT_GREY + hue * (_LIGHTNESS_WEIGHT_CHROMATIC - _LIGHTNESS_WEIGHT_GREY)
    # What has no hue looks unlike anything that has one: a mid grey is rather called black than blue.
    weight_ab = 2.0 - hue
    distance = (weight * difference[:, 0]) ** 2 + weight_ab**2 * (difference[:, 1:] ** 2).sum(axis=1)
    wanted = np.array([name in names for name, _ in _PALETTE])
    return _PALETTE[int(np.argmin(np.where(wanted, distance, np.inf)))][0]
