"""The last turns of each session, of which the next may speak; what the reply to a question back means."""

from __future__ import annotations

import re
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


@dataclass(frozen=True, slots=True)
class Proposal:
    """A question back: what a question was read as, until the next one of its session."""

    question: str
    expression: str  # its reading


@dataclass(frozen=True, slots=True)
class _Kept:
    used_s: float
    turns: tuple[Turn, ...] = ()
    proposal: Proposal | None = None


class Sessions:
    """The turns of every session, by its name; safe to use from several threads. A session without a name keeps none.

    Args:
        most: sessions kept; one more ends the one that was not used for longest.
        age_s: a session ends when it was not used for so long, s.
        clock: steady seconds.
    """

    def __init__(self, *, most: int = 200, age_s: float = 600.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._age_s, self._clock = most, age_s, clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()  # least recently used first

    def turns(self, name: str) -> tuple[Turn, ...]:
        """The turns of a session, the latest first; none where it is new, has ended or has no name."""
        with self._lock:
            return self._session(name).turns

    def add(self, name: str, turn: Turn) -> None:
        """Keep a turn as the latest of a session."""
        with self._lock:
            self._keep(name, (turn, *self._session(name).turns)[:TURNS_KEPT])

    def propose(self, name: str, proposal: Proposal) -> None:
        """Keep a question back, which the next text of the session may confirm."""
        with self._lock:
            self._keep(name, self._session(name).turns, proposal)

    def take_proposal(self, name: str) -> Proposal | None:
        """The question back that the text before ended with; it is kept no longer."""
        with self._lock:
            kept = self._session(name)
            if kept.proposal is not None:
                self._keep(name, kept.turns)
            return kept.proposal

    def _session(self, name: str) -> _Kept:
        self._end_old()
        return self._kept.get(name, _Kept(0.0))

    def _keep(self, name: str, turns: tuple[Turn, ...], proposal: Proposal | None = None) -> None:
        if not name:
            return
        self._kept.pop(name, None)
        self._kept[name] = _Kept(self._clock(), turns, proposal)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def _end_old(self) -> None:
        oldest_s = self._clock() - self._age_s
        for name in [name for name, kept in self._kept.items() if kept.used_s < oldest_s]:
            del self._kept[name]


_POLITE = r"(?: (?:please|thanks|thank you|bitte|danke|por favor|gracias|s'il (?:vous|te) pla[i\u00ee]t|merci))*"
_YES = re.compile(
    r"(?:yes|yeah|yep|yup|yea|sure|right|correct|exactly|ok|okay|indeed|absolutely|definitely|of course|please"
    r"|i do|that is (?:right|it|correct)|that's (?:right|it|correct)"
    r"|ja|genau|richtig|stimmt|jawohl|s\u00ed|si|claro|exacto|correcto|vale|oui|exactement|bien s\u00fbr"
    r"|\u662f|\u662f\u7684|\u5bf9|\u5bf9\u7684|\u597d|\u597d\u7684|\u55ef)"
)
_NO = re.compile(
    r"no|nope|nah|not (?:that|really)|wrong|(?:no )?(?:neither|none)(?: of (?:them|those))?|nein|falsch|non"
    r"|\u4e0d|\u4e0d\u662f|\u4e0d\u5bf9"
)


def confirmed(text: str) -> bool | None:
    """Whether a reply confirms the reading that was proposed; None where it is no reply to the question back.

    Args:
        text: the reply, in any of the languages that questions are read in.
    """
    said = text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    said = re.sub(rf"{_POLITE}$", "", " ".join(re.sub(r"[^\w' ]+", " ", said).split()))
    if re.fullmatch(rf"{_YES.pattern}(?: {_YES.pattern})*", said):
        return True
    return False if _NO.fullmatch(said) else None
