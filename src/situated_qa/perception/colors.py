"""Color names, as people use them, from observed colors.

A name is a basic one ("red"), one with a shade ("dark red") or that of two colors ("white and red"). What asks for the
basic name is answered by all of them: `basic_colors`.

Distances are taken in CIELAB, where equal steps look equally different. A shaded red is still called red, so lightness
counts less than hue wherever there is a hue; among greys, lightness is all there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from situated_qa.errors import ToolError

# Several samples per name where people spread a name wide, sRGB.
_PALETTE: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("black", (15, 15, 15)), ("black", (40, 40, 42)),
    ("grey", (75, 75, 75)), ("grey", (110, 110, 110)), ("grey", (150, 150, 150)), ("grey", (180, 180, 180)),
    ("white", (212, 212, 212)), ("white", (225, 225, 225)), ("white", (252, 252, 252)), ("white", (238, 234, 222)),
    ("red", (200, 30, 35)), ("red", (235, 60, 50)), ("red", (140, 20, 25)), ("red", (90, 15, 25)),
    ("red", (110, 18, 22)),
    ("orange", (240, 130, 30)), ("orange", (225, 105, 20)),
    ("yellow", (240, 215, 40)), ("yellow", (225, 195, 60)), ("yellow", (245, 235, 110)),
    ("yellow", (130, 110, 22)),
    ("green", (40, 140, 50)), ("green", (100, 170, 60)), ("green", (30, 80, 40)), ("green", (150, 190, 110)),
    ("green", (90, 90, 40)), ("green", (170, 230, 200)),
    ("green", (132, 146, 112)), ("green", (62, 82, 54)), ("green", (185, 205, 165)),
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
    "off white": "white", "navy blue": "blue", "sky blue": "blue", "royal blue": "blue", "olive green": "green",
    "lime green": "green", "mint green": "green", "forest green": "green", "mint": "green", "sage": "green",
    "wine red": "red", "brick red": "red", "hot pink": "pink",
}  # fmt: skip
_DARK_BELOW = {"grey": 42.0, "red": 32.0, "green": 34.0, "blue": 28.0, "purple": 28.0, "brown": 26.0, "turquoise": 40.0}
_LIGHT_ABOVE = {"grey": 70.0, "green": 72.0, "blue": 66.0, "purple": 66.0, "brown": 48.0, "turquoise": 82.0}
"""CIELAB lightness of the shades that people name; what is light red they call pink, what is dark orange brown."""
_CREAM_ABOVE = 85.0  # a beige as light as this
_NO_HUE, _NOT_DARK = 8.0, 50.0  # CIELAB chroma and lightness
_GREYS, _HUED_SHARE = ("black", "grey", "white"), 0.35
_LIT = (70.0, 90.0)  # percentiles of lightness; the lightest parts are reflections
_SECOND_SHARE = 0.3  # of an object's surface; a color of less is not named beside the first
_SECOND_APART = 45.0  # CIELAB; the shaded side of one color is nearer
_SHADES = ("dark ", "light ", "bright ", "pale ", "deep ")
_LIGHTNESS_WEIGHT_GREY, _LIGHTNESS_WEIGHT_CHROMATIC = 1.0, 0.45
_ALIKE_LIGHTNESS, _ALIKE_HUE = 20.0, 8.0  # CIELAB; 2.3 is the least that people notice
_CHROMA_OF_A_HUE = 30.0  # CIELAB; from here on a color has a hue whatever its lightness


def lab_from_srgb(rgb: np.ndarray) -> np.ndarray:
    """(..., 3) CIELAB (L 0 … 100, a, b) of (..., 3) sRGB 0 … 255, white point D65. Source: IEC 61966-2-1, CIE 15."""
    xyz = linear_from_srgb(rgb) @ _XYZ_OF_LINEAR.T / _WHITE_XYZ
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    lab = np.empty(f.shape)
    lab[..., 0], lab[..., 1], lab[..., 2] = 116 * y - 16, 500 * (x - y), 200 * (y - z)
    return lab


def linear_from_srgb(rgb: np.ndarray) -> np.ndarray:
    """(..., 3) 0 … 1 of sRGB 0 … 255; of uint8 by a table. Source: IEC 61966-2-1."""
    rgb = np.asarray(rgb)
    if rgb.dtype == np.uint8:
        return _LINEAR_OF_BYTE[rgb]
    value = rgb.astype(np.float64) / 255.0
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4))


_XYZ_OF_LINEAR = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE_XYZ = np.array([0.95047, 1.0, 1.08883])
_LINEAR_OF_BYTE = linear_from_srgb(np.arange(256.0))
_PALETTE_NAMES = np.array([name for name, _ in _PALETTE])
_PALETTE_LAB = lab_from_srgb(np.array([rgb for _, rgb in _PALETTE]))
_NAMES, _NAME_OF_PALETTE = np.unique(_PALETTE_NAMES, return_inverse=True)  # in alphabetical order
_IS_GREY = np.isin(_NAMES, _GREYS)


def color_name(rgb: Iterable[float]) -> str:
    """The name, one of `COLOR_NAMES`, of an sRGB color 0 … 255."""
    return _closest(rgb, COLOR_NAMES)


class SurfaceColor:
    """The color of a surface, from samples from all over it. What is asked twice is worked out once.

    Args:
        rgb: (N ≥ 1, 3) sRGB 0 … 255.
    """

    def __init__(self, rgb: np.ndarray) -> None:
        self._samples = np.asarray(rgb).reshape(-1, 3)
        self._rgb = self._samples.astype(np.float64)

    @cached_property
    def main(self) -> np.ndarray:
        """(3,) the median of the samples; of one without a hue, that of its colored or its lit parts.

        People call a chair with a green seat and a grey frame green. A white thing is grey wherever it is in the shade,
        and hue does not tell the two apart. The lit parts of dark things are reflections.
        """
        rgb = self._rgb
        if len(rgb) == 1:
            return rgb[0]
        middle = _median(rgb)
        lab = lab_from_srgb(middle)
        if np.hypot(lab[1], lab[2]) >= _NO_HUE:
            return middle
        hued = np.where(_IS_GREY, 0, self._counts)
        if hued.max() >= _HUED_SHARE * len(rgb):
            return _median(rgb[self._names == np.argmax(hued)])
        if lab[0] < _NOT_DARK:
            return middle
        lightness = self._lab[:, 0]
        low, high = np.percentile(lightness, _LIT)
        return _median(rgb[(lightness >= low) & (lightness <= high)])

    @cached_property
    def has_hue(self) -> bool:
        """Whether the main color is no black, grey or white."""
        return self._main_name not in _GREYS

    @property
    def described(self) -> str:
        """Its name with its shade, or those of its two colors: "dark red", "cream", "white and red"."""
        rgb = self._rgb
        if len(rgb) > 1:
            counts = self._counts
            most, *others = np.argsort(-counts, kind="stable")
            others = [name for name in others if counts[name] >= max(_SECOND_SHARE * len(rgb), 1)]
            first = lab_from_srgb(_median(rgb[self._names == most])) if others else None
            for name in others:
                second = lab_from_srgb(_median(rgb[self._names == name]))
                if np.linalg.norm(first - second) >= _SECOND_APART:
                    return f"{_NAMES[most]} and {_NAMES[name]}"
        return _with_shade(self._main_name, float(self._main_lab[0]))

    @cached_property
    def _main_lab(self) -> np.ndarray:
        return lab_from_srgb(self.main)

    @cached_property
    def _main_name(self) -> str:
        return _PALETTE[int(np.argmin(_distances(self._main_lab[None])[0]))][0]

    @cached_property
    def _lab(self) -> np.ndarray:
        return lab_from_srgb(self._samples)

    @cached_property
    def _names(self) -> np.ndarray:
        """(N,) int, which of `_NAMES` each sample has."""
        return _NAME_OF_PALETTE[np.argmin(_distances(self._lab), axis=1)]

    @cached_property
    def _counts(self) -> np.ndarray:
        """How many samples have each of `_NAMES`."""
        return np.bincount(self._names, minlength=len(_NAMES))


def described_color(rgb: np.ndarray) -> str:
    """The name of an object's color with its shade, or of its two colors: "dark red", "cream", "white and red".

    Args:
        rgb: (N ≥ 1, 3) sRGB 0 … 255 from all over its surface.
    """
    return SurfaceColor(rgb).described


def main_color(rgb: np.ndarray) -> np.ndarray:
    """(3,) `SurfaceColor.main` of (N ≥ 1, 3) colors of a surface."""
    return SurfaceColor(rgb).main


def _median(rgb: np.ndarray) -> np.ndarray:
    """(3,) median of (N ≥ 1, 3) colors, channel by channel; for so few several times as fast as np.median."""
    ordered, half = np.sort(rgb, axis=0), len(rgb) // 2
    return np.asarray(ordered[half] if len(rgb) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def _with_shade(name: str, lightness: float) -> str:
    """The name of a color with its CIELAB lightness."""
    if name == "beige" and lightness > _CREAM_ABOVE:
        return "cream"
    if lightness < _DARK_BELOW.get(name, -1.0):
        return f"dark {name}"
    return f"light {name}" if lightness > _LIGHT_ABOVE.get(name, 101.0) else name


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


def basic_colors(name: str) -> tuple[str, ...]:
    """The names in `COLOR_NAMES` that a color's name holds, the first of which takes most of the thing.

    "dark red" holds red, "white and navy blue" white and blue.

    Raises:
        ToolError: a part is no color this knows; lists the known ones.
    """
    return tuple(canonical_color(part) for part in str(name).split(" and "))


def canonical_color(word: str) -> str:
    """The name in `COLOR_NAMES` for a color word: "Gray" → "grey", "dark blue" → "blue".

    Of two colors, "white and red", that of the first.

    Raises:
        ToolError: the word is no color this knows; lists the known ones.
    """
    first, both, second = " ".join(str(word).lower().replace("-", " ").split()).partition(" and ")
    if both:
        canonical_color(second)
    key = first
    for shade in _SHADES:
        key = key.removeprefix(shade)
    key = _SYNONYMS.get(key, key)
    if key not in COLOR_NAMES:
        known = ", ".join(sorted({*COLOR_NAMES, *_SYNONYMS}))
        raise ToolError(f"{word!r} is not a color I know; known colors: {known}")
    return key


def _closest(rgb: Iterable[float], names: tuple[str, ...]) -> str:
    distance = _distances(lab_from_srgb(np.array([list(rgb)], np.float64)))[0]
    if names is COLOR_NAMES:
        return _PALETTE[int(np.argmin(distance))][0]
    wanted = np.isin(_PALETTE_NAMES, names)
    return _PALETTE[int(np.argmin(np.where(wanted, distance, np.inf)))][0]


def _distances(lab: np.ndarray) -> np.ndarray:
    """(N, P) how unlike (N, 3) CIELAB colors are to those of the palette."""
    lightness, a, b = (_PALETTE_LAB[:, axis] - lab[:, axis, None] for axis in range(3))
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    # Between a clear hue and none the weight of lightness goes over smoothly.
    hue = np.minimum(chroma / _CHROMA_OF_A_HUE, 1.0)[:, None]
    weight = _LIGHTNESS_WEIGHT_GREY + hue * (_LIGHTNESS_WEIGHT_CHROMATIC - _LIGHTNESS_WEIGHT_GREY)
    # What has no hue looks unlike anything that has one: a mid grey is rather called black than blue.
    weight_ab = 2.0 - hue
    return np.asarray((weight * lightness) ** 2 + weight_ab**2 * (a**2 + b**2))
