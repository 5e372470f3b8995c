"""Numbers with units: what a unit measures, and comparisons, sums and differences."""

from __future__ import annotations

from situated_qa.situated.language.base import NotKnown
from situated_qa.situated.language.phrases import amount, capitalized, counted, in_words
from situated_qa.situated.language.values import DIFFERENCE, SUM, Number, Reason, Truth

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


_SAME = 1e-9  # relative difference up to which two measures are equal


def apply(operator: str, left: Number | float, right: Number | float) -> Number | Truth:
    """The value of `left operator right`, in the unit of the left side; a plain number takes the other side's unit.

    Raises:
        NotKnown: a length is set against an area or a count, or things that the map does not hold may change the
            answer.
    """
    a, b = _numbers(left, right)
    ids = tuple(dict.fromkeys((*a.ids, *b.ids)))
    if operator in "+-":
        total = a.value + b.value if operator == "+" else a.value - b.value
        told = difference_told(a, b) if operator == "-" and _are_counts(left, right) else ""
        return Number(total, a.unit, ids, SUM if operator == "+" else DIFFERENCE, more=a.more or b.more, told=told)
    order = 0 if abs(a.value - b.value) <= _SAME * max(abs(a.value), abs(b.value)) else 1 if a.value > b.value else -1
    _check_sure(operator, order, a, b)
    return Truth(_holds(operator, order), ids, _told(a, b))


def difference_told(a: Number, b: Number) -> str:
    """How two counts differ: "There are three chairs and one table: two more."."""
    more = round(a.value - b.value)
    result = f"{in_words(abs(more))} {'fewer' if more < 0 else 'more'}" if more else "the same number"
    return f"{capitalized(counted(a, b))}: {result}."


def _are_counts(*sides: Number | float) -> bool:
    """Whether all are counts of things."""
    return all(isinstance(s, Number) and not s.unit and s.of not in ("", SUM, DIFFERENCE) for s in sides)


def _holds(operator: str, order: int) -> bool:
    """Whether a comparison holds where the left side is smaller (-1), equal (0) or larger (1)."""
    return {">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0, "==": order == 0}.get(
        operator, order != 0
    )


def _numbers(left: Number | float, right: Number | float) -> tuple[Number, Number]:
    """Both sides in one unit."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        unit = next((side.unit for side in (left, right) if isinstance(side, Number)), "")
        a, b = (side if isinstance(side, Number) else Number(float(side), unit) for side in (left, right))
        return a, b
    if left.unit == right.unit:
        return left, right
    first, second = quantity(left.unit), quantity(right.unit)
    if first != second:
        text = capitalized(f"{first} and {second} cannot be compared.")
        raise NotKnown(Reason.NOT_UNDERSTOOD, text, (*left.ids, *right.ids))
    value = converted(right.value, right.unit, left.unit)
    return left, Number(value, left.unit, right.ids, right.of, right.where, right.more)


def _check_sure(operator: str, order: int, a: Number, b: Number) -> None:
    """A count that may be larger than the map tells decides only what stays true when it grows."""
    unseen = a.more or b.more
    orders = {order, *({1} if a.more is not None else ()), *({-1} if b.more is not None else ())}  # that may be
    if any(side.more is not None and side.of == DIFFERENCE for side in (a, b)):
        orders = {-1, 0, 1}  # what is taken away may be more
    elif a.more is not None and order < 0 or b.more is not None and order > 0:
        orders.add(0)
    if unseen is not None and len({_holds(operator, each) for each in orders}) > 1:
        partly = a if a.more is not None else b
        there = f"I know of {amount(int(partly.value), partly.of or 'thing')} {partly.where}".rstrip()
        raise NotKnown(unseen.reason, f"{there}, but there may be more. {unseen.text}", partly.ids)


def _told(a: Number, b: Number) -> str:
    """ "there are two cups and one bowl", "the width of the bed is 1.20 m"; a plain number is not said again."""
    named = [number for number in (a, b) if number.of and number.of not in (SUM, DIFFERENCE)]
    if not named:
        return " against ".join(f"{n.value:.0f}" if not n.unit else f"{n.value:.2f} {n.unit}" for n in (a, b))
    if any(number.unit for number in named):
        return " and ".join(f"the {number.of} is {number.value:.2f} {number.unit}" for number in named)
    return counted(*named)
