"""Cuts a question into chunks: things with what is said of them, places, values, and the words that ask.

Each method gives a mapping from ends to what was read from a position up to there; the end that is preferred comes first.
A place belongs to the noun before it, in Chinese to the noun behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from situated_qa.reasoning.foreign.tables import Meant, Words, phrases, things
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.phrases import Ends, remembered
from situated_qa.reasoning.reader.foreign_nouns import entries

GRADES = {
    "closest": "closest({})", "farthest": "farthest({})", "large": 'most("large")', "small": 'least("large")',
    "tall": 'most("tall")', "short": 'least("tall")', "long": 'most("long")', "wide": 'most("wide")',
}  # fmt: skip
"""Comparatives and superlatives by their names in the tables."""
RELATIONS = ("left", "right", "front", "behind", "near", "on", "above", "below", "inside")
_MY_PLACES = {f"my_{side}": f"{side}(me)" for side in ("left", "right", "front", "behind", "near", "above")}
_WORDLESS = frozenset((
    "", "the", "a", "of", "to", "which", "made", "thing", "things", "me", "between", "in", "at", "linked", *GRADES,
    *RELATIONS, *_MY_PLACES, "my_room",
))  # fmt: skip
"""Names of phrases that are parts of chunks, or of none."""
_ATTRIBUTES = {"colors": "color", "materials": "material"}
_MOST_NOUNS = 4  # one in another


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a question.

    Attributes:
        kind: "asks" (the name of a phrase), "noun" (`Noun`), "place" (`Place`), "value" (attribute and English word),
            "room", "some room" (English), "order" (a superlative), "of" (to what something is close or far: an expression), "grade" (of `GRADES`) or "me".
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
            for begin in self.ends(start, "a"):
                found += [(end, Chunk("some room", room)) for end, room in self.room(begin).items()]
            for begin in self.ends(start, "which") if start else ():  # "where is the chair that is closest to me"
                found += [(end, Chunk("order", order)) for end, order in self.grade(begin).items()]
                found += [(end, Chunk("place", at)) for end, at in self.place(begin).items()]
            for end, name in self.said(start):
                if name in GRADES:
                    found.append((end, Chunk("grade", name)))
                elif name not in _WORDLESS and not name.startswith("is_"):
                    found.append((end, Chunk("asks", name)))
            found += [(end, Chunk("me", "me")) for end in self.ends(start, "me")]
            found += [(end, None) for end in self.ends(start, "")]
            for end in self.ends(start, "the"):  # "the color of", "which one is that": it says nothing
                if end == len(self.words) > 1 or any(name not in _WORDLESS or name in GRADES for _, name in self.said(end)):
                    found.append((end, None))
            self.found[key] = sorted(found, key=lambda pair: -pair[0])
        return self.found[key]

    def said(self, start: int) -> list[tuple[int, str]]:
        """The phrases of the language's table that are at `start`, the longest first: ends and names."""
        word = self.words[start] if start < len(self.words) else ""
        rows = phrases(self.language).get(word, ())
        found = ((start + len(row), name) for row, name in rows if self.words[start : start + len(row)] == row)
        return list(found)

    def ends(self, start: int, *names: str) -> list[int]:
        """Where phrases of some names end."""
        return [end for end, name in self.said(start) if name in names]

    def named(self, start: int, *kinds: str) -> list[tuple[int, Meant]]:
        """The words of some kinds at `start` with their ends: the longest first, of equals what is in the scene."""
        word = self.words[start] if start < len(self.words) else ""
        rows = [row for row in things(self.language).get(word, ()) if row.kind in kinds]
        found = [(start + len(row.words), row) for row in rows if self.words[start : start + len(row.words)] == row.words]
        return sorted(found, key=lambda pair: (-pair[0], pair[1].english not in self.names, pair[1].rank))

    def value(self, start: int) -> list[tuple[int, tuple[str, str]]]:
        """A color, material or state: "red", "made of wood"."""
        found = [(end, (_ATTRIBUTES[row.kind], row.english)) for end, row in self.named(start, *_ATTRIBUTES)]
        found += [(end, ("state", name[3:])) for end, name in self.said(start) if name.startswith("is_")]
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
        return {end for begin in [*self.ends(start, "the"), start] for end, row in self.named(begin, "nouns") if not row.rank}

    @remembered
    def noun(self, start: int) -> Ends[Noun]:
        """A thing with all that is said of it."""
        ends: Ends[Noun] = {}
        if self.language == "zh":
            return self._chinese(start)
        for begin, determiner in [*((end, name) for end, name in self.said(start) if name in ("the", "a")), (start, "")]:
            for end, noun in self._described(begin):
                self._extend(end, replace(noun, determiner=determiner), ends)
        return dict(sorted(ends.items(), reverse=True))

    def _plain(self, start: int) -> Iterator[tuple[int, Noun]]:
        longest = 0
        for end, row in self.named(start, "nouns"):
            longest = max(longest, end)
            if end == longest:  # "dining table" is no table
                yield end, Noun(row.english, row.plural and not row.english.endswith("s"))
        for end in self.ends(start, "thing", "things"):
            yield end, Noun("thing", end in self.ends(start, "things"))

    def _described(self, start: int, depth: int = 3) -> Iterator[tuple[int, Noun]]:
        """A noun with what stands before it."""
        yield from self._plain(start)
        if depth:
            for end, (name, value) in self.value(start):
                for last, noun in self._described(end, depth - 1):
                    if name != "state" and name not in dict(noun.attributes):
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
                for end, (name, value) in self.value(begin):
                    if name != "state" and name not in dict(noun.attributes):
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
        if noun.order:
            for after in self.ends(start, "of"):
                for end, room in self.room(after).items():
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
        ends = {end: str(noun) for end, noun in self.noun(start).items() if noun.determiner != "a"}
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
            elif self.language == "zh":
                continue
            elif name == "at":  # German: on a wall, else near a thing
                for end, of in self.reference(after).items():
                    on_wall = of.startswith('the("wall"')
                    ends.setdefault(end, Place(f"{'on' if on_wall else 'near'}({of})", of_me=of == "me"))
            elif name in RELATIONS:
                for end, of in self.reference(after).items():
                    ends.setdefault(end, Place(f"{name}({of})", of_me=of == "me"))
            elif name == "in":
                usual = set() if after in self.ends(start, "inside") else self._usual(after)
                rooms = {end: Place("", room=room) for end, room in self.room(after).items() if end not in usual}
                ends = rooms | {end: at for end, at in ends.items() if end not in rooms or at.function == "in_room"}
            elif name == "between":
                ends |= self._between(after)
        if self.language == "zh":
            ends |= self._chinese_place(start)
        return dict(sorted(ends.items(), reverse=True))

    def _between(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for middle, first in self.reference(start).items():
            for after in self.ends(middle, "and"):
                for end, second in self.reference(after).items():
                    ends.setdefault(end, Place(f"between({first}, {second})"))
        return ends

    def _chinese(self, start: int) -> Ends[Noun]:
        """Things with what is said of them before them: a place of a thing begins with that thing."""
        ends: Ends[Noun] = {}
        begins = [(start, ""), *((end, name) for end, name in self.said(start) if name in ("the", "a"))]
        for begin, determiner in begins:
            for end, noun in self._described_in_chinese(begin):
                ends.setdefault(end, replace(noun, determiner=determiner))
        for end, of in self.target(start).items():  # "the chair closest to the door"
            for last, name in self.said(end):
                if name in ("closest", "farthest"):
                    for after in [last, *self.ends(last, "linked")]:
                        for stop, noun in self._after_attribute(after):
                            ends.setdefault(stop, replace(noun, order=GRADES[name].format(of)))
        for middle in self.ends(start, "closest"):  # the other way round
            for end, of in self.reference(middle).items():
                for after in self.ends(end, "linked"):
                    for stop, noun in self._after_attribute(after):
                        ends.setdefault(stop, replace(noun, order=f"closest({of})"))
        for _ in range(_MOST_NOUNS):
            self.found["noun", start] = dict(ends)
            self.found.pop(("place", start), None)
            self.found.pop(("reference", start), None)
            for end, place in self.place(start).items():
                for after in [end, *self.ends(end, "linked")]:
                    for last, noun in self._after_attribute(after):
                        with suppress(UnclearError):
                            ends.setdefault(last, noun.at(place))
        self.found.pop(("place", start), None)
        self.found.pop(("reference", start), None)
        return dict(sorted(ends.items(), reverse=True))

    def _after_attribute(self, start: int) -> Iterator[tuple[int, Noun]]:
        for begin in [*self.ends(start, "the"), start]:
            yield from self._described_in_chinese(begin)

    def _described_in_chinese(self, start: int, depth: int = 3) -> Iterator[tuple[int, Noun]]:
        yield from self._plain(start)
        if not depth:
            return
        marks = [(end, ("", GRADES[name].format("me"))) for end, name in self.said(start) if name in GRADES]
        for end, (name, value) in [*self.value(start), *marks]:
            for after in [end, *self.ends(end, "linked")]:
                for last, noun in self._described_in_chinese(after, depth - 1):
                    if name not in ("", "state") and name not in dict(noun.attributes):
                        yield last, replace(noun, attributes=((name, value), *noun.attributes))
                    elif not name and not noun.order:
                        yield last, replace(noun, order=value)

    def _chinese_place(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for begin in [start, *self.ends(start, "in")]:
            for middle, of in self.reference(begin).items():
                for after in [middle, *self.ends(middle, "linked")]:
                    for end, name in self.said(after):
                        if name in RELATIONS:
                            ends[end] = Place(f"{name}({of})", of_me=of == "me")
            for middle, room in self.room(begin).items():
                ends |= {end: Place("", room=room) for end in self.ends(middle, "inside", "on")}
                if begin > start:
                    ends.setdefault(middle, Place("", room=room))
            for middle, first in self.reference(begin).items():
                for joined in self.ends(middle, "and"):
                    for last, second in self.reference(joined).items():
                        for after in [last, *self.ends(last, "linked")]:
                            ends |= {end: Place(f"between({first}, {second})") for end in self.ends(after, "between")}
        return ends
