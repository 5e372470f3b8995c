"""The last turns of each session: their expressions, the objects they were about, and their explanations."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from situated_qa.situated.language.values import Things

TURNS_KEPT = 4
"""Of each session, the latest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One question of a session that was answered."""

    question: str
    about: Things | None  # what "it" or "them" means in the next question; None where that is not a thing
    expression: str  # of the question language; "" where there was none
    explanation: str
    object_ids: tuple[int, ...]  # the evidence
    map_id: str  # ids mean nothing in another map


class Sessions:
    """The turns of every session, by its name; safe to use from several threads.

    Args:
        most: sessions kept; one more ends the one that was not used for longest.
        age_s: a session ends when it was not used for so long, s.
        clock: steady seconds.
    """

    def __init__(self, *, most: int = 200, age_s: float = 600.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._age_s, self._clock = most, age_s, clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[float, tuple[Turn, ...]]] = OrderedDict()  # least recently used first

    def turns(self, name: str) -> tuple[Turn, ...]:
        """The turns of a session, the latest first; none where it is new, has ended or has no name."""
        with self._lock:
            self._end_old()
            return self._kept[name][1] if name in self._kept else ()

    def add(self, name: str, turn: Turn) -> None:
        """Keep a turn as the latest of a session; a session without a name keeps none."""
        if not name:
            return
        with self._lock:
            self._end_old()
            _, turns = self._kept.pop(name, (0.0, ()))
            self._kept[name] = self._clock(), (turn, *turns)[:TURNS_KEPT]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def _end_old(self) -> None:
        oldest_s = self._clock() - self._age_s
        for name in [name for name, (used_s, _) in self._kept.items() if used_s < oldest_s]:
            del self._kept[name]
