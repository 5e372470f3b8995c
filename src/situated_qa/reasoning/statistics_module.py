"""What a program gets for `import statistics`, which the interpreter does not have: functions over plain numbers.

They run inside the interpreter, within the program's own limits. Functions of this process would be handed whatever the
program likes, and to hash a deeply shared tuple takes Python endless time.
"""

from __future__ import annotations

from typing import Any

NAMES = ("fmean", "mean", "median", "mode", "stdev")

STUBS = "from typing import Any\n" + "".join(f"def {name}(data: Any) -> Any: ...\n" for name in NAMES)
"""How the checker sees the module."""

SOURCE = """
def _make_statistics(_names, _len, _int, _bool, _float, _isinstance, _sorted, _sum, _list, _type):
    import math

    def numbers(name, data, least=1):
        try:
            values = _list(data)
        except TypeError:
            raise TypeError(f"statistics.{name}(data): data must be a list of numbers, got a {_type(data)}")
        if _len(values) < least:
            raise ValueError(f"statistics.{name}(data): data needs at least {least} values, got {_len(values)}")
        for value in values:
            if not _isinstance(value, (_int, _float)) or not math.isfinite(value):
                raise TypeError(f"statistics.{name}(data): data must be finite numbers, got a {_type(value)}")
        return values

    def fmean(name, data):
        values = numbers(name, data)
        return math.fsum(values) / _len(values)

    def mean(name, data):
        values = numbers(name, data)
        whole = [value for value in values if _isinstance(value, _int)] == values
        total, count = _sum(values) if whole else math.fsum(values), _len(values)
        return total // count if whole and total % count == 0 else total / count

    def median(name, data):
        values = _sorted(numbers(name, data))
        low, high = values[(_len(values) - 1) // 2], values[_len(values) // 2]
        return low if _len(values) % 2 else (low + high) / 2

    def mode(name, data):
        values = _list(data)
        if not values:
            raise ValueError("statistics.mode(data): data needs at least 1 value, got 0")
        counts = [values.count(value) for value in values]
        return values[counts.index(_sorted(counts)[-1])]

    def stdev(name, data):
        values = numbers(name, data, 2)
        center = math.fsum(values) / _len(values)
        return math.sqrt(math.fsum([(value - center) ** 2 for value in values]) / (_len(values) - 1))

    functions = {"fmean": fmean, "mean": mean, "median": median, "mode": mode, "stdev": stdev}

    class Function:
        def __init__(self, name):
            self.name = name
        def __call__(self, data):
            return functions[self.name](self.name, data)
        def __repr__(self):
            return f"<function statistics.{self.name}>"

    return [Function(name) for name in _names]

"""
"""Defines `_make_statistics`, which gives the functions as objects that can be called, one for each of its names."""

CALL = f"""
_statistics = _make_statistics({NAMES!r}, len, int, bool, float, isinstance, sorted, sum, list, type)
_make_statistics = None
_statistics
"""
"""Makes them; its value, in the host, is one stand-in for each, in the order of `NAMES`."""


def module_attributes(stand_ins: list[Any]) -> dict[str, Any]:
    """The attributes of the module that a program imports, from what `CALL` gave."""
    return dict(zip(NAMES, stand_ins, strict=True))
