"""Cuts a question into chunks: things with what is said of them, places, values, and the words that ask.

Each method gives a mapping from ends to what was read from a position up to there; the end that is preferred comes
first. A place belongs to the noun before it, in Chinese to the noun behind it (`chinese`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from situated_qa.reasoning.foreign.tables import Meant, Words, longest, phrases, things
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.phrases import Ends, remembered

GRADES = {
    "closest": "closest({})", "farthest": "farthest({})", "large": 'most("large")', "small": 'least("large")',
    "tall": 'most("tall")', "short": 'least("tall")', "long": 'most("long")', "wide": 'most("wide")',
}  # fmt: skip
"""Comparatives and superlatives by their names in the tables."""
RELATIONS = ("left", "right", "front", "behind", "near", "on", "above", "below", "inside")
_MY_PLACES = {f"my_{side}": f"{side}(me)" for side in ("left", "right", "front", "behind", "near", "above")}
WORDLESS = frozenset((
    "", "the", "a", "of", "to", "which", "made", "thing", "things", "me", "between", "in", "at", "beside", "linked",
    *GRADES, *RELATIONS, *_MY_PLACES, "my_room",
))  # fmt: skip
"""Names of phrases that are parts of chunks, or of none."""
_ONE = [("des",), ("dem",), ("das",), ("eines",)]
"""German articles that no plural has."""
_ATTRIBUTES = {"colors": "color", "materials": "material"}


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a question.

    Attributes:
        kind: "asks" (the name of a phrase), "noun" (`Noun`), "place" (`Place`), "value" (attribute and English word),
            "room", "some room" (English), "order" (a superlative), "of" (what something is close to or far from, an
            expression), "grade" (of `GRADES`) or "me".
    """

    kind: str
    value: Any


class Chunks:
    """The chunks of one question.

    Args:
        words: of the question, as the tables spell them.
        names: of what is in the scene, to choose between English words for the same thing.
    """

    def __init__(self, words: Words, language: str, names: frozenset[str] = frozenset()) -> None:
        self.words, self.language, self.names = words, language, names
        self.found: dict[tuple[str, int], Any] = {}

    def readings(self, start: int = 0) -> Iterator[tuple[Chunk, ...]]:
        """The ways to cut the rest of the question, without a word left over; long chunks first."""
        if start == len(self.words):
            yield ()
            return
        for end, chunk in self._chunks(start):
            if self._reaches(end):
                for rest in self.readings(end):
                    yield (chunk, *rest) if chunk is not None else rest

    def _reaches(self, start: int) -> bool:
        key = ("reaches", start)
        if key not in self.found:
            self.found[key] = start == len(self.words) or any(self._reaches(end) for end, _ in self._chunks(start))
        return self.found[key]

    def _chunks(self, start: int) -> list[tuple[int, Chunk | None]]:
        key = ("chunks", start)
        if key not in self.found:
            found: list[tuple[int, Chunk | None]] = [(end, Chunk("place", at)) for end, at in self.place(start).items()]
            found += [(end, Chunk("noun", noun)) for end, noun in self.noun(start).items()]
            found += [(end, Chunk("of", of)) for end, of in self.target(start).items()]
            found += [(end, Chunk("value", pair)) for end, pair in self.value(start)]
            for begin in [start, *self.ends(start, "to")]:
                rooms = self.room(begin).items()
                found += [(end, Chunk("room", room)) for end, room in rooms if end not in self._usual(begin)]
            for begin in [start, *self.ends(start, "of")]:  # "dispone la casa de un garaje"
                for after in self.ends(begin, "a"):
                    found += [(end, Chunk("some room", room)) for end, room in self.room(after).items()]
                if begin > start:
                    things = self.noun(begin).items()
                    found += [(end, Chunk("noun", noun)) for end, noun in things if noun.determiner == "a"]
            for begin in self.ends(start, "which") if start else ():  # "where is the chair that is closest to me"
                found += [(end, Chunk("order", order)) for end, order in self.grade(begin).items()]
                found += [(end, Chunk("place", at)) for end, at in self.place(begin).items()]
            for end, name in self.said(start):
                if name in GRADES:
                    found.append((end, Chunk("grade", name)))
                elif name not in WORDLESS and not name.startswith("is_"):
                    found.append((end, Chunk("asks", name)))
            found += [(end, Chunk("me", "me")) for end in self.ends(start, "me")]
            found += [(end, None) for end in self.ends(start, "")]
            for end in self.ends(start, "the"):  # "the color of", "which one is that": it says nothing
                asked = any(name not in WORDLESS or name in GRADES for _, name in self.said(end))
                if asked or end == len(self.words) > 1:
                    found.append((end, None))
            self.found[key] = sorted(found, key=lambda pair: -pair[0])
        return self.found[key]

    def said(self, start: int) -> list[tuple[int, str]]:
        """The phrases of the language's table that are at `start`, the longest first: ends and names."""
        key = ("said", start)
        if key not in self.found:
            table, last = phrases(self.language), min(len(self.words), start + longest(self.language))
            ends = range(last, start, -1)
            self.found[key] = [(end, name) for end in ends for name in table.get(self.words[start:end], ())]
        return self.found[key]

    def ends(self, start: int, *names: str) -> list[int]:
        """Where phrases of some names end."""
        return [end for end, name in self.said(start) if name in names]

    def named(self, start: int, *kinds: str) -> list[tuple[int, Meant]]:
        """The words of some kinds at `start` with their ends: the longest first, of equals what is in the scene."""
        word = self.words[start] if start < len(self.words) else ""
        rows = [row for row in things(self.language).get(word, ()) if row.kind in kinds]
        found = [(start + len(row.words), row) for row in rows]
        found = [(end, row) for end, row in found if self.words[start:end] == row.words]
        return sorted(found, key=lambda pair: (-pair[0], pair[1].english not in self.names, pair[1].rank))

    def value(self, start: int) -> list[tuple[int, tuple[str, str]]]:
        """A color, material or state: "red", "made of wood"."""
        states = [(end, ("state", name[3:])) for end, name in self.said(start) if name.startswith("is_")]
        return [*self.attribute(start), *states]

    def attribute(self, start: int) -> list[tuple[int, tuple[str, str]]]:
        """A color or material."""
        found = [(end, (_ATTRIBUTES[row.kind], row.english)) for end, row in self.named(start, *_ATTRIBUTES)]
        for after in self.ends(start, "made"):
            found += [(end, ("material", row.english)) for end, row in self.named(after, "materials")]
        return found

    @remembered
    def room(self, start: int) -> Ends[str]:
        """A room by its name."""
        ends: Ends[str] = {}
        for begin in [*self.ends(start, "the"), start]:
            generic = self.ends(begin, "room_word")
            for end, row in self.named(begin, "rooms"):
                if end not in generic or not row.rank:
                    ends.setdefault(end, row.english)
        return ends

    def _usual(self, start: int) -> set[int]:
        """Where words end that usually name a thing: "bureau" is a desk, if not in "dans le bureau"."""
        begins = [*self.ends(start, "the"), start]
        return {end for begin in begins for end, row in self.named(begin, "nouns") if not row.rank}

    @remembered
    def noun(self, start: int) -> Ends[Noun]:
        """A thing with all that is said of it."""
        ends: Ends[Noun] = {}
        articles = [(end, name) for end, name in self.said(start) if name in ("the", "a")]
        for begin, determiner in [*articles, (start, "")]:
            one = self.language == "de" and self.words[start : start + 1] in _ONE  # "of the sofa": "Sofas"
            for end, noun in self._described(begin):
                self._extend(end, replace(noun, determiner=determiner, plural=noun.plural and not one), ends)
        return dict(sorted(ends.items(), reverse=True))

    def plain(self, start: int) -> Iterator[tuple[int, Noun]]:
        longest = 0
        for end, row in self.named(start, "nouns"):
            longest = max(longest, end)
            if end == longest:  # "dining table" is no table
                yield end, Noun(row.english, row.plural and not row.english.endswith("s"))
        for end in self.ends(start, "thing", "things"):
            yield end, Noun("thing", end in self.ends(start, "things"))

    def _described(self, start: int, depth: int = 3) -> Iterator[tuple[int, Noun]]:
        """A noun with what stands before it."""
        yield from self.plain(start)
        if depth:
            for end, (name, value) in self.attribute(start):
                for last, noun in self._described(end, depth - 1):
                    if name not in dict(noun.attributes):
                        yield last, replace(noun, attributes=((name, value), *noun.attributes))
            for end, name in self.said(start):
                if name in GRADES:
                    for last, noun in self._described(end, depth - 1):
                        if not noun.order:
                            yield last, replace(noun, order=GRADES[name].format("me"))

    def _extend(self, start: int, noun: Noun, ends: Ends[Noun]) -> None:
        if start in ends:
            return
        ends[start] = noun
        for end, more in sorted(self._modified(start, noun), key=lambda pair: -pair[0]):
            self._extend(end, more, ends)

    def _modified(self, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
        relative = [start]
        for after in self.ends(start, "which"):
            relative += [after, *self.ends(after, "", "linked")]
        for begin in relative:
            if begin > start or self.language != "de":  # "is the chair red?"
                for end, (name, value) in self.attribute(begin):
                    if name not in dict(noun.attributes):
                        yield end, replace(noun, attributes=(*noun.attributes, (name, value)))
            for end, place in self.place(begin).items():
                with suppress(UnclearError):
                    yield end, noun.at(place)
            if not noun.order and (begin > start or self.language != "de"):
                for end, order in self.grade(begin).items():
                    yield end, replace(noun, order=order)
        if noun.order.endswith("(me)"):
            for end, of in self.target(start).items():
                yield end, replace(noun, order=noun.order.replace("(me)", f"({of})"))
        for after in self.ends(start, "of") if not noun.kind.endswith("door") else ():  # "the towel of the bathroom"
            for end, room in self.room(after).items():
                if noun.order or end not in self._usual(after):
                    with suppress(UnclearError):
                        yield end, noun.at(Place("", room=room))

    @remembered
    def grade(self, start: int) -> Ends[str]:
        """A superlative, with what it is relative to before or behind it: "closest to the door"."""
        ends: Ends[str] = {}
        before = self.target(start) | self.reference(start)
        for begin, of in [(start, "me"), *before.items()]:
            for end, name in self.said(begin):
                if name in GRADES and (begin == start or "{}" in GRADES[name]):
                    ends[end] = GRADES[name].format(of)
                    if begin == start and "{}" in GRADES[name]:
                        ends |= {last: GRADES[name].format(other) for last, other in self.target(end).items()}
        return ends

    @remembered
    def reference(self, start: int) -> Ends[str]:
        """What a place is relative to: the asker or a thing."""
        found = ((end, noun) for end, noun in self.noun(start).items() if noun.determiner != "a")
        ends = {end: str(noun) for end, noun in found if noun.kind != "thing" or noun.order or noun.attributes}
        return {end: "me" for end in self.ends(start, "me")} | ends

    @remembered
    def target(self, start: int) -> Ends[str]:
        """What something is close to or far from, with the preposition."""
        ends: Ends[str] = {}
        for after in self.ends(start, "of", "to", "near", "at"):
            ends |= self.reference(after)
        return ends

    @remembered
    def place(self, start: int) -> Ends[Place]:
        """Where something is, relative to the asker, a thing or a room."""
        ends: Ends[Place] = {}
        for after, name in self.said(start):
            if name in _MY_PLACES:
                ends[after] = Place(_MY_PLACES[name], of_me=True)
            elif name == "my_room":
                ends[after] = Place("in_room(here())")
        return dict(sorted((self._relative(start) | ends).items(), reverse=True))

    def _relative(self, start: int) -> Ends[Place]:
        """Places of things and rooms."""
        ends: Ends[Place] = {}
        rooms: Ends[Place] = {}
        for after, name in self.said(start):
            if name in RELATIONS or name == "at":
                for end, of in self.reference(after).items():
                    ends.setdefault(end, Place(f"{_function(name, of)}({of})", of_me=of == "me"))
            elif name == "in":
                usual = set() if after in self.ends(start, "inside") else self._usual(after)
                rooms |= {end: Place("", room=room) for end, room in self.room(after).items() if end not in usual}
            elif name == "between":
                ends |= self._between(after)
        return ends | rooms

    def _between(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for middle, first in self.reference(start).items():
            for after in self.ends(middle, "and"):
                for end, second in self.reference(after).items():
                    ends.setdefault(end, Place(f"between({first}, {second})"))
        return ends


def _function(name: str, of: str) -> str:
    """German "an": on a wall, else near a thing."""
    return name if name != "at" else "on" if of.startswith('the("wall"') else "near"
