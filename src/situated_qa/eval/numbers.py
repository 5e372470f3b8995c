"""Numbers as people write them: in digits or in words, with or without a unit."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {**{word: n for n, word in enumerate(_ONES)}, **{word: 10 * n for n, word in enumerate(_TENS) if word}}

_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))
_RUN = re.compile(
    rf"\b(?:{_WORD}|\d+ hundred)(?:(?:[ -]| and )(?:{_WORD}|hundred))*"
    rf"(?: point(?: (?:{'|'.join(_ONES[:10])}))+)?(?P<half> and a half)?\b"
)
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?")

_LENGTHS = {
    "m": 1.0, "meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0,
    "cm": 0.01, "centimeter": 0.01, "centimeters": 0.01, "centimetre": 0.01, "centimetres": 0.01,
    "mm": 0.001, "millimeter": 0.001, "millimeters": 0.001, "millimetre": 0.001, "millimetres": 0.001,
    "km": 1000.0, "foot": 0.3048, "feet": 0.3048, "ft": 0.3048, "inch": 0.0254, "inches": 0.0254,
    "yd": 0.9144, "yard": 0.9144, "yards": 0.9144,
}  # fmt: skip
_ANGLES = {"degree": 1.0, "degrees": 1.0, "deg": 1.0, "°": 1.0, "rad": 180.0 / math.pi, "radians": 180.0 / math.pi}
_UNIT = "|".join(sorted([*_LENGTHS, *_ANGLES], key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?P<number>(?<![\w.])[-−]?\d+(?:\.\d+)?)"
    rf"(?:\s*-?(?P<prefix>square|sq\.?|cubic|cu\.?)?\s*(?P<unit>{_UNIT})(?P<power>\^?[23])?(?![a-z0-9]))?"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, in metres, m², m³ or degrees where a unit was given."""

    value: float
    dimension: str = ""  # "length", "area", "volume", "angle"; "" where no unit was given
    factor: float = 1.0  # what one of its own units is in these


def in_words(number: int) -> str:
    """An integer in English words: 21 is "twenty one", -3 "minus three"."""
    if number < 0:
        return f"minus {in_words(-number)}"
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10] + (f" {_ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{_ONES[number // 100]} hundred" + (f" {in_words(number % 100)}" if number % 100 else "")
    for size, name in ((1_000_000, "million"), (1_000, "thousand")):
        if number >= size:
            rest = number % size
            return f"{in_words(number // size)} {name}" + (f" {in_words(rest)}" if rest else "")
    raise AssertionError("unreachable")


def with_words(text: str) -> str:
    """Numbers in digits written out: "2 chairs" is "two chairs", "2.5" is "two point five"."""

    def spoken(found: re.Match[str]) -> str:
        whole, _, fraction = found[0].partition(".")
        if len(whole) > 9:
            return found[0]
        tail = " point " + " ".join(_ONES[int(digit)] for digit in fraction) if fraction else ""
        return f" {in_words(int(whole))}{tail} "

    return " ".join(re.sub(r"\d+(?:\.\d+)?", spoken, text).split())


def with_digits(text: str) -> str:
    """Numbers in words written in digits: "twenty-one" is "21", "two and a half" is "2.5"."""
    text = re.sub(r"\ba dozen\b|\bdozen\b", "12", re.sub(r"\b(?:a )?couple of\b", "2", text.lower()))
    return _RUN.sub(lambda found: _digits_of(found[0]), re.sub(r"\ba hundred\b", "one hundred", text))


def _digits_of(run: str) -> str:
    half = run.endswith(" and a half")
    whole, _, fraction = run.removesuffix(" and a half").partition(" point ")
    groups: list[int] = []  # "three four" is two numbers, "twenty four" is one
    for word in re.split(r"[ -]+", whole):
        if word == "and":
            continue
        value = 100 if word == "hundred" else int(word) if word.isdecimal() else _VALUES[word]
        if word == "hundred" and groups:
            groups[-1] *= 100
        elif groups and _continues(groups[-1], value):
            groups[-1] += value
        else:
            groups.append(value)
    last = str(groups[-1])
    if fraction:
        last += "." + "".join(str(_VALUES[word]) for word in fraction.split())
    elif half:
        last += ".5"
    return " ".join([*map(str, groups[:-1]), last])


def _continues(before: int, value: int) -> bool:
    """Whether a number word adds to the one before: "hundred (and) five", "twenty four"."""
    after_hundreds = before >= 100 and before % 100 == 0 and value < 100
    return after_hundreds or (before % 100 >= 20 and before % 10 == 0 < value < 10)


def numbers(text: str) -> list[float]:
    """Every number in a text, words included, in order."""
    return [float(found.replace("−", "-")) for found in _NUMBER.findall(with_digits(text))]


def quantities(text: str) -> list[Quantity]:
    """Every number in a text with its unit, converted to m, m², m³ or degrees, in order."""
    plain = with_digits(text).replace("²", "2").replace("³", "3").replace("×", " x ")
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain)
    plain = re.sub(r"\b(\d+(?:\.\d+)?)(?=x\b|x\d)", r"\1 ", plain)
    plain = re.sub(r"\bx(?=\d)", "x ", plain)
    plain = re.sub(r" (squared|cubed)\b", lambda f: {"squared": "2", "cubed": "3"}[f[1]], plain)
    plain = re.sub(r"\bsqm\b", "square m", plain)
    found = []
    for match in _QUANTITY.finditer(plain):
        value = float(match["number"].replace("−", "-"))
        unit = match["unit"]
        if unit is None:
            found.append(Quantity(value))
        elif unit in _ANGLES:
            found.append(Quantity(value * _ANGLES[unit], "angle", _ANGLES[unit]))
        else:
            prefix, power = match["prefix"] or "", (match["power"] or "").strip("^")
            exponent = 2 if prefix.startswith("sq") or power == "2" else 3 if prefix or power == "3" else 1
            factor = _LENGTHS[unit] ** exponent
            found.append(Quantity(value * factor, ("length", "area", "volume")[exponent - 1], factor))
    return found
