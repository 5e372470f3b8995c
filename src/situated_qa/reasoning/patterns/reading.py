"""Reads a question by the patterns: every word of it, or not at all."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.reasoning.patterns.slots import WORDS, Slots
from situated_qa.reasoning.patterns.words import MOST_WORDS, Names, place_words, words_of
from situated_qa.reasoning.patterns.writing import UnclearError, patterns, write
from situated_qa.situated.language.functions import canonical

_DENIALS = {"not", "no", "without", "other", "but", "except"}
"""Few patterns have these words; where one is left over, it is what was not understood."""
Piece = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Reading:
    """The canonical expression of a question; or "", and the words that were not understood, in order."""

    expression: str = ""
    unread: tuple[str, ...] = ()


def read(question: str, *, things: Sequence[str] = (), rooms: Sequence[str] = ()) -> Reading:
    """Read a question; one of which any word is left over has no expression.

    Args:
        things: names of what is in the scene.
        rooms: of the scene.
    """
    words = words_of(question)
    if not words or len(words) > MOST_WORDS:
        return Reading("", words[MOST_WORDS:])
    names = _names(tuple(things), tuple(rooms))
    slots = Slots(words, names)
    text = _read(slots)
    return Reading(str(canonical(text))) if text else Reading("", _unread(slots))


def _read(slots: Slots) -> str:
    """The expression of one question; "" where no pattern reads every word."""
    for pattern, asked in patterns():
        for found in _matches(slots, _pieces(pattern), 0):
            try:
                text = write(asked, {**found, "said": found})
                canonical(text)
                return text
            except (UnclearError, ToolError):
                continue
    return ""


@functools.lru_cache(maxsize=8)
def _names(things: tuple[str, ...], rooms: tuple[str, ...]) -> Names:
    return Names(things, rooms)


@functools.cache
def _pieces(pattern: str) -> tuple[Piece, ...]:
    """A pattern's pieces: the name and kind of a slot, or "" and its words; and whether the piece must be there."""
    pieces: list[Piece] = []
    for piece in pattern.split():
        slot = re.fullmatch(r"\{(\w+):(\w+)\}", piece)
        words = piece.rstrip("?").replace("_", " ")
        pieces.append((slot[1], slot[2], True) if slot else ("", words, not piece.endswith("?")))
    return tuple(pieces)


def _matches(slots: Slots, pieces: tuple[Piece, ...], start: int) -> Iterator[dict[str, Any]]:
    """What the slots of a pattern hold where it covers the rest of the question; what is preferred comes first."""
    if not pieces:
        if start == len(slots.words):
            yield {}
        return
    (name, kind, needed), rest = pieces[0], pieces[1:]
    if name:
        for end, value in slots.slot(kind, start).items():
            for found in _matches(slots, rest, end):
                yield {name: value, **found}
        return
    for end, _ in slots.any_of(start, kind.split("|")):
        yield from _matches(slots, rest, end)
    if not needed:
        yield from _matches(slots, rest, start)


def _unread(slots: Slots) -> tuple[str, ...]:
    """The words that no pattern, no place and no name has; where all are known, the whole question."""
    named: set[int] = set()
    for start in range(len(slots.words)):
        for ends in (slots.noun(start), slots.value(start), slots.room(start)):
            named.update(place for end in ends for place in range(start, end))
    known = _known_words()
    unknown = tuple(word for place, word in enumerate(slots.words) if place not in named and word not in known)
    return unknown or slots.words


@functools.cache
def _known_words() -> frozenset[str]:
    said = [word for pattern, _ in patterns() for _, words, _ in _pieces(pattern) for word in re.split(r"[| ]", words)]
    said += [word for table in WORDS.values() for phrase in table for word in phrase.split()]
    tables = place_words()
    phrases = [phrase for table in tables.values() for phrase in table]
    phrases += [phrase for name in ("of_a_thing", "of_me") for table in tables[name].values() for phrase in table]
    known = {*said, *" ".join(phrases).split(), ",", ":", "the", "a", "an", "any", "all", "me", "and"}
    return frozenset(known - _DENIALS)
