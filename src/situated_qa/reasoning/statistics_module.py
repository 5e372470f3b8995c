"""What a program gets for `import statistics`: the functions over plain numbers, within the program's limits.

They run in this process, for the interpreter has no such module. They work with exact fractions, which a hostile
program could make arbitrarily long, so they take only numbers of ordinary size, not too many, and not for too long.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from typing import Any

NAMES = (
    "fmean",
    "mean",
    "median",
    "median_high",
    "median_low",
    "mode",
    "pstdev",
    "pvariance",
    "stdev",
    "variance",
)
MAX_VALUES = 10_000
MAX_SIZE = 1e15
"""Largest number, and the inverse of the smallest; what a scene holds lies far within."""

STUBS = "from typing import Any\n" + "".join(f"def {name}(data: Any) -> Any: ...\n" for name in NAMES)


def statistics_functions(deadline: float) -> dict[str, Callable[[Any], Any]]:
    """The functions by name.

    Args:
        deadline: time.monotonic() seconds after which every call raises TimeoutError.
    """
    return {name: _limited(name, deadline) for name in NAMES}


def _limited(name: str, deadline: float) -> Callable[[Any], Any]:
    function = getattr(statistics, name)

    def call(data: Any) -> Any:
        if time.monotonic() > deadline:
            raise TimeoutError("the time for this program has passed")
        if not isinstance(data, (list, tuple, set, frozenset)):
            raise TypeError(f"statistics.{name}(data): data must be a list of numbers, got a {type(data).__name__}")
        values = list(data)
        if len(values) > MAX_VALUES:
            raise ValueError(f"statistics.{name}(data): data has {len(values)} values; the most is {MAX_VALUES}")
        for value in values:
            if not _plain(value) and not (name == "mode" and isinstance(value, str)):
                raise TypeError(
                    f"statistics.{name}(data): data must be finite numbers below {MAX_SIZE:g}, got {value!r:.60}"
                )
        return function(values)

    return call


def _plain(value: Any) -> bool:
    if isinstance(value, int):  # and True and False
        return abs(value) <= int(MAX_SIZE)
    if not isinstance(value, float) or not math.isfinite(value):
        return False
    return value == 0.0 or 1.0 / MAX_SIZE <= abs(value) <= MAX_SIZE
