"""Units of length, and of areas and volumes made from them."""

from __future__ import annotations

PER_METER = {
    "m": 1.0, "cm": 100.0, "mm": 1000.0, "km": 0.001, "ft": 1 / 0.3048, "in": 1 / 0.0254, "yd": 1 / 0.9144,
}  # fmt: skip
POWERS = {"": 1, "²": 2, "³": 3}


def unit_of(length: str, power: int) -> str:
    """The unit of a length (1), an area (2) or a volume (3): "m²"."""
    return length + next(sign for sign, p in POWERS.items() if p == power)


def in_meters(value: float, unit: str) -> tuple[float, int]:
    """A value in m, m² or m³, and the power: 0 for a count."""
    if not unit:
        return value, 0
    length = unit.rstrip("²³")
    power = POWERS[unit[len(length) :]]
    return value / PER_METER[length] ** power, power
