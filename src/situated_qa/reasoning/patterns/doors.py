"""Doors in a question: which one is meant, which room it leads to, the room behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from situated_qa.knowledge.categories import category_like
from situated_qa.reasoning.patterns.nouns import Noun, Phrases, Place, UnclearError
from situated_qa.reasoning.patterns.words import LONGEST_NOUN, place_words

_COUNTED = {"first": 1, "next": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_SIDES = ("left", "right", "front", "behind")


def is_door(noun: Noun) -> bool:
    """Whether a noun means doors or doorways."""
    row = category_like(noun.kind)
    return row is not None and row[0].part_of_building == "door"


def door(phrases: Phrases, start: int) -> dict[int, Noun]:
    """One door that is known: "the green door on my left", "that door"."""
    known = {end: noun for end, noun in phrases.noun(start).items() if noun.determiner in ("the", "")}
    for after, _ in phrases.any_of(start, ("that", "this")):
        pointed_at = phrases.noun(after).items()
        known |= {end: replace(noun, determiner="the") for end, noun in pointed_at if not noun.determiner}
    return {end: noun for end, noun in known.items() if is_door(noun) and not noun.plural}


def counted(phrases: Phrases, start: int) -> Iterator[tuple[int, Noun]]:
    """The first, second … door on a side of the asker, counted from the nearest."""
    number = _COUNTED.get(" ".join(phrases.words[start : start + 1]), 0)
    for middle, noun in phrases.described(start + 1) if number else ():
        for end, places in phrases.places(middle).items() if is_door(noun) else ():
            if places and all(place.of_me and place.function in _SIDES for place in places):
                order = "closest(me)" if number == 1 else f"nth({number}, closest(me))"
                with suppress(UnclearError):
                    yield end, replace(noun.at(*places), order=order)


def leading(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """What follows a door: "that leads to the kitchen", "to the kitchen", "between the kitchen and the hall"."""
    tables = place_words()
    begins = [end for end, _ in phrases.any_of(start, tables["that_leads"])]
    begins += [start] if "from" not in phrases.words[:start] else []  # "from the door to the kitchen" is a way
    for begin in begins:
        if begin > start:
            ends = (
                end for end, _ in phrases.any_of(begin, tables["outside"]) if not [*phrases.any_of(end, tables["into"])]
            )
            yield from ((end, (Place('leading_to("outside")'),)) for end in ends)
        for after, _ in phrases.any_of(begin, tables["into"]):
            yield from ((end, (_to(room),)) for end, room in phrases.room(after).items())
    for first, second in (("between", "and"), ("from", "to"), ("from", "into")):
        for after, _ in phrases.any_of(start, (first,)):
            for middle, one in phrases.room(after).items():
                for last, _ in phrases.any_of(middle, (second,)):
                    yield from ((end, (_to(one), _to(two))) for end, two in phrases.room(last).items() if two != one)


def room_beyond(phrases: Phrases, start: int) -> dict[int, str]:
    """A room by the door that leads to it: "the room behind the door on my left"; as an expression."""
    tables = place_words()
    ends: dict[int, str] = {}
    for after, _ in phrases.any_of(start, ("the room", "that room")):
        relative = [end for end, _ in phrases.any_of(after, tables["relative"])]
        for begin in (*relative, after):
            for middle, _ in phrases.any_of(begin, tables["beyond"]):
                ends |= {end: f"beyond({leaf})" for end, leaf in door(phrases, middle).items()}
        for begin in (*(end for end, _ in phrases.any_of(after, ("that", "which"))), after):
            for middle, leaf in door(phrases, begin).items():
                ends |= {end: f"beyond({leaf})" for end, _ in phrases.any_of(middle, tables["leads_to"])}
    return dict(sorted(ends.items(), reverse=True))


def owner(phrases: Phrases, start: int) -> dict[int, str]:
    """A room whose door is meant, as an expression: "the bathroom's", "the bathroom door", "that of the bathroom"."""
    begin = next((end for end, _ in phrases.any_of(start, ("that of", "the one of", "the door of"))), start)
    ends = {end: f'"{name}"' for end, name in phrases.room(begin).items() if name}
    for end, name in list(ends.items()):
        ends |= {after: name for after, _ in phrases.any_of(end, ("door", "doorway", "one"))}
    first = next((end for end, _ in phrases.any_of(start, ("the", "my"))), start)
    for end in range(first + 1, min(first + LONGEST_NOUN, len(phrases.words)) + 1):
        name, of, rest = " ".join(phrases.words[first:end]).partition("'s")
        if of and not rest and phrases.names.room(name):
            ends[end] = f'"{name}"'
            ends |= {after: ends[end] for after, _ in phrases.any_of(end, ("door", "doorway"))}
    return dict(sorted(ends.items(), reverse=True))


def _to(room: str) -> Place:
    return Place(f'leading_to("{room}")' if room else "leading_to(here())")
