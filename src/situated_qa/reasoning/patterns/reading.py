"""Reads a question by the patterns: every word of it, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from situated_qa.reasoning.patterns.questions import PATTERNS
from situated_qa.reasoning.patterns.slots import Slots, matches
from situated_qa.reasoning.patterns.words import MOST_WORDS, Names, words_of
from situated_qa.situated.language.canonical import canonical
from situated_qa.situated.language.evaluate import functions
from situated_qa.situated.language.expression import parse_expression


@dataclass(frozen=True, slots=True)
class Reading:
    """The canonical expression of a question; or "", and the words that were not understood."""

    expression: str = ""
    unread: tuple[str, ...] = ()


def read(question: str, *, things: Sequence[str] = (), rooms: Sequence[str] = ()) -> Reading:
    """Read a question; a question of which any word is left over has no expression.

    Args:
        things: names of what is in the scene.
        rooms: of the scene.
    """
    words = words_of(question)
    if not words or len(words) > MOST_WORDS:
        return Reading()
    slots = Slots(words, _names(tuple(things), tuple(rooms)))
    for pattern, write in PATTERNS:
        for found in matches(slots, pattern):
            text = write(found)
            if text:
                return Reading(str(canonical(parse_expression(text), functions())))
    return Reading("", ())


@lru_cache(maxsize=8)
def _names(things: tuple[str, ...], rooms: tuple[str, ...]) -> Names:
    return Names(things, rooms)
