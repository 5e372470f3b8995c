"""Reads a question by the patterns: every word of it, or not at all."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.reasoning.patterns.asked import all_else, in_full, is_short, named_again, turned
from situated_qa.reasoning.patterns.descriptions import joined
from situated_qa.reasoning.patterns.ones import named
from situated_qa.reasoning.patterns.retold import described
from situated_qa.reasoning.patterns.slots import Slots
from situated_qa.reasoning.patterns.spelling import mended
from situated_qa.reasoning.patterns.words import MOST_WORDS, Names, place_words, words_of
from situated_qa.reasoning.patterns.writing import UnclearError, patterns, write
from situated_qa.situated.language.functions import canonical

_DENIALS = {"not", "no", "without", "other", "but", "except"}
"""Few patterns have these words; where one is left over, it is what was not understood."""
_JOINTS = ("and", ",", "?", ";", "also", ".", ":", "-", "\N{EN DASH}", "\N{EM DASH}")
_ASKING = ("what", "where", "which", "how", "is", "are", "am", "do", "does", "can", "has")
_ASKED_SHORT = {"color", "shape", "material", "far", "far away", "tall", "high", "wide", "long"}
"""After "what" or "how": the thing was named before."""
_OF_ROOM = re.compile(r'\w+\((room\("[^"]*"\)|here\(\))')
_HOW_FAR = (
    re.compile(r"how far (?:do|must|would|should) i (?:have to |need to )?(?:go|walk)"),
    re.compile(r"is (?:it|that) far(?: away)?(?: from (?:me|here))?"),
)
_WHICH_WAY = re.compile(
    r"(?:in |on )?(?:which|what) (?:direction|way) (?:do|must|should) i (?:have to |need to )?(?:go|turn|walk|look)"
)
"""Asked of what the first question is about."""
_BOUND = ("such(", "each(")
"""Functions in which "it" is one thing after another."""
_WHICH = (("which",), ("what",))
_ROOMS = (("which", "rooms"), ("what", "rooms"), ("which", "room"), ("what", "room"))
_HOME = r"(?:this|the|our|my|your) (?:whole |entire )?(?:flat|apartment|house|home|place)"
_IN_HOME = rf"(?:in|inside|within|around) {_HOME}"
_AT_HOME = re.compile(rf"^{_IN_HOME} ,? ?|(?: ,)? {_IN_HOME}$|(?:(?<=room)|(?<=rooms)) (?:in|of) {_HOME}\b")
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
    words = turned(words_of(question))
    if not words or len(words) > MOST_WORDS:
        return Reading("", words[MOST_WORDS:])
    names = _names(tuple(things), tuple(rooms))
    slots = Slots(words, names)
    text = _read_all(words, names)
    if not text:
        right = mended(words, frozenset(names.words | _known_words() | _DENIALS))
        text = _read_all(right, names) if right != words else ""
    return Reading(str(canonical(text))) if text else Reading("", _unread(slots))


def _read_all(words: tuple[str, ...], names: Names) -> str:
    slots = Slots(words, names)
    found = _read_whole(slots) or _read_joined(words, names) or _read_two(words, names)
    ones = named(slots) if not found else words
    return found or (_read_all(ones, names) if ones != words else "")


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


def _read_whole(slots: Slots) -> str:
    """As `_read`; "in this flat" at an end of a question, or after "rooms", limits nothing and may be left out."""
    said = " ".join(slots.words)
    rest = _AT_HOME.sub("", said)
    return _read(slots) or (_read(Slots(tuple(rest.split()), slots.names)) if rest not in ("", said) else "")


def _read_joined(words: tuple[str, ...], names: Names) -> str:
    """The expression of a question or a description that says in two steps which thing is meant."""
    one = joined(words)
    phrases_of = functools.partial(Slots, names=names)
    found = (
        described(words, phrases_of) or (_read(Slots(one, names)) if one != words else "") or described(one, phrases_of)
    )
    return "" if "but(it)" in found else found  # "the other window" is another one than that which is told apart here


def _read_two(words: tuple[str, ...], names: Names) -> str:
    """The expressions of two questions in one text: "it" in the second is what the first is about.

    Of "what is on the table and how tall is it" one cannot tell.
    """
    for cut, word in enumerate(words):
        after = next((place for place in range(cut, len(words)) if words[place] not in _JOINTS), len(words))
        asks = words[after : after + 1] and words[after] in _ASKING or words[after + 1 : after + 2] in _WHICH
        short = word in _JOINTS and len(words) == after + 3 and words[after + 1] == "or"  # "open or closed"
        shortly = word in _JOINTS[1:] and is_short(words[after:])
        if word in _JOINTS and (asks or short or shortly):
            one = _read_whole(Slots(words[:cut], names))
            second = ("is", "it", *words[after:]) if short else words[after:]
            second = next((("how", "far", "is", "it") for row in _HOW_FAR if row.fullmatch(" ".join(second))), second)
            if _WHICH_WAY.fullmatch(" ".join(second)):
                second = ("where", "is", "it")
            if second in (*_ROOMS, *(("in", *asked) for asked in _ROOMS)):  # "how many sinks are there, in which rooms"
                second = (*second, "are", "they", *(("in",) if second[0] != "in" else ()))
            if second[-1:] in (("that",), ("this",)):
                second = (*second[:-1], "it")
            if second[:2] == ("which", "one"):
                second = ("which", "of", "them", *second[2:])
            of_it = shortly or bool({"it", "its", "they", "that", "the", "this"} & {*second})
            if not one and of_it:  # a description, then "what color is it"
                one = _read_joined(words[:cut], names)
            if not one and words[0] in ("that", "this", "those", "these"):
                one = _read_whole(Slots(("the", *words[1 : cut - (words[cut - 1] in ("here", "there"))]), names))
            several = one.startswith('every("') and {"it", "they", "them"}.isdisjoint(second)
            if one.startswith("the(") or several:  # a noun before its question asks for nothing
                asked = named_again(one, second)
                if found := next(filter(None, (_read_of(thing, of, names) for thing, of in asked)), ""):
                    return found
                continue
            other = one and _read_whole(Slots(second, names))
            if other and (room := _OF_ROOM.match(one)) is not None:
                other = _told_of(room[1], other)
            of_use = one.startswith('where(the("something ') and other.startswith("rooms_with(")  # asked twice
            named_all = one.startswith("name(every(") and re.search(r"\b(?:it|them)\b", other)
            if other and not of_use and not named_all:
                return f"{one}, {other}"
    return ""


def _read_of(thing: str, asked: tuple[str, ...], names: Names) -> str:
    """The expression of a question about a thing that was named before it: "the lamp on the desk: is it on?"."""
    if else_there := all_else(thing, asked):
        return else_there
    asked = in_full(asked)
    if asked == ("where",) or " ".join(asked[1:]) in _ASKED_SHORT:
        asked = (*asked, "is", "it")
    found = re.sub(r"\b(?:this|that)(?: one)?\b", "it", " ".join(asked))
    found = re.sub(r"^(?:in )?(?:which|what) rooms? are they(?: in)?$", "which room is it in", found)
    found = re.sub(r"\bits ([a-z]+)$", r"the \1 of it", found)
    text = _read_whole(Slots(tuple(found.split()), names))
    bound = any(function in text for function in _BOUND)
    told = _told_of(thing, text)
    return told if told != text and not bound else ""


def _told_of(of: str, text: str) -> str:
    """An expression with a thing or a room in the place of "it"."""
    return re.sub(r"\b(?:it|them)\b(?=[,)])", lambda _: of, text)


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
    tables = place_words()
    phrases = [phrase for table in tables.values() for phrase in table]
    phrases += [phrase for name in ("of_a_thing", "of_me") for table in tables[name].values() for phrase in table]
    known = {*said, *" ".join(phrases).split(), ",", ":", "the", "a", "an", "any", "all", "me", "and"}
    return frozenset(known - _DENIALS)
