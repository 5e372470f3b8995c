"""Current faults of a node: each is in /diagnostics until it has not occurred for a while. ROS-free."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

LOG_PERIOD_S = 2.0


class Level(IntEnum):
    """The levels of diagnostic_msgs/DiagnosticStatus."""

    OK = 0
    WARN = 1
    ERROR = 2


@dataclass(frozen=True, slots=True)
class _Fault:
    level: Level
    text: str
    seen: float  # s, on the clock of `Faults`
    logged: float  # the same, when it was last logged


class Faults:
    """The faults of the last while, by kind. Thread-safe.

    Args:
        recovery_s: a fault that did not happen for so long is over, s.
        clock: s, growing; for tests.
    """

    def __init__(self, recovery_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._recovery_s, self._clock = recovery_s, clock
        self._faults: dict[str, _Fault] = {}
        self._lock = threading.Lock()

    def note(self, kind: str, level: Level, text: str) -> bool:
        """A fault happened; of one kind the latest text counts.

        Returns:
            Whether it should be logged: it is new, or this kind was logged `LOG_PERIOD_S` ago or longer.
        """
        with self._lock:
            now, before = self._clock(), self._faults.get(kind)
            log = before is None or now - before.logged >= LOG_PERIOD_S
            self._faults[kind] = _Fault(level, text, now, now if before is None or log else before.logged)
            return log

    def current(self, otherwise: str) -> tuple[Level, str]:
        """The worst level and every current fault's text, errors first; OK and `otherwise` where there is none."""
        with self._lock:
            now = self._clock()
            self._faults = {k: f for k, f in self._faults.items() if now - f.seen <= self._recovery_s}
            faults = sorted(self._faults.values(), key=lambda fault: -fault.level)
        if not faults:
            return Level.OK, otherwise
        return faults[0].level, "; ".join(fault.text for fault in faults)
