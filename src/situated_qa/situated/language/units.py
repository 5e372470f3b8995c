"""Units of length and time, and of areas and volumes made from lengths."""

from __future__ import annotations

PER_METER = {
    "m": 1.0, "cm": 100.0, "mm": 1000.0, "km": 0.001, "ft": 1 / 0.3048, "in": 1 / 0.0254, "yd": 1 / 0.9144,
}  # fmt: skip
SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}
POWERS = {"": 1, "²": 2, "³": 3}
_QUANTITIES = {1: "a length", 2: "an area", 3: "a volume"}


def unit_of(length: str, power: int) -> str:
    """The unit of a length (1), an area (2) or a volume (3): "m²"."""
    return length + next(sign for sign, p in POWERS.items() if p == power)


def quantity(unit: str) -> str:
    """What a unit measures: "a count", "a length", "an area", "a volume", "a time"."""
    if unit in SECONDS:
        return "a time"
    return _QUANTITIES[_split(unit)[1]] if unit else "a count"


def converted(value: float, unit: str, wanted: str) -> float:
    """A value in another unit of the same quantity."""
    return value * _base_units(unit) / _base_units(wanted)


def _base_units(unit: str) -> float:
    """How many s, m, m² or m³ one of a unit is."""
    if unit in SECONDS:
        return SECONDS[unit]
    length, power = _split(unit)
    return 1.0 / PER_METER[length] ** power


def _split(unit: str) -> tuple[str, int]:
    """ "ft²" as "ft" and 2."""
    length = unit.rstrip("²³")
    return length, POWERS[unit[len(length) :]]
