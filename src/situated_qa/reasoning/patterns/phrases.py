"""Noun phrases and places: from the words at a position to every end that a phrase may have there.

Each function gives a mapping from ends to what was read up to there; the end that is preferred comes first. A place
belongs to the noun before it: "the cup on the table on my left" is on the table that is on my left.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from situated_qa.reasoning.patterns import orders
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.words import HOURS, LONGEST_NOUN, Names, lexicon, place_words, singular_noun

T = TypeVar("T")
Ends = dict[int, T]

_DETERMINERS = {
    "the": "the", "my": "the", "our": "the", "a": "a", "an": "a", "any": "any", "some": "any", "all": "all",
    "all the": "all",
    "all of the": "all", "every": "all", "each": "all", "both": "all", "both the": "all", "both of the": "all",
    "the other": "other",
}  # fmt: skip
_MINE = ("row", "side", "line", "view", "path", "place", "seat", "spot", "area", "head", "hand")
"""What "my" says of somebody's place, not of a thing that is meant."""
_ANYTHING = ("anything", "something")
_GENERIC = {
    **dict.fromkeys(("thing", "object", "item", "article", "stuff"), "thing"),
    **dict.fromkeys(("unit", "piece", "piece of furniture", "furniture piece", "item of furniture"), "furniture"),
}
"""Nouns of no kind in particular."""
_ME = ("me", "you", "where i am", "where i stand")
_CLOSELY = ("directly", "immediately", "right", "straight")
"""Before a place: as close as can be."""
_SIDES = ("front", "behind", "left", "right")


def remembered(method: Callable[[Any, int], Ends[T]]) -> Callable[[Any, int], Ends[T]]:
    """Works each position out once; a phrase that begins where it is being read itself has no end."""

    @functools.wraps(method)
    def read(self: Any, start: int) -> Ends[T]:
        key = (method.__name__, start)
        if key not in self.found:
            self.found[key] = {}
            self.found[key] = method(self, start)
        return self.found[key]

    return read


class Phrases:
    """The phrases of one question.

    Args:
        words: of the question.
        names: what is a thing and what a room.
    """

    def __init__(self, words: tuple[str, ...], names: Names) -> None:
        self.words, self.names = words, names
        self.found: dict[tuple[str, int], Any] = {}

    def after(self, start: int, phrase: str) -> int:
        """Where a phrase that begins at `start` ends; -1 where it is not there."""
        words = tuple(phrase.split())
        return start + len(words) if self.words[start : start + len(words)] == words else -1

    def any_of(self, start: int, phrases: Any) -> Iterator[tuple[int, str]]:
        """The phrases that are at `start`, the longest first."""
        word = self.words[start] if start < len(self.words) else " "
        found = [(self.after(start, phrase), phrase) for phrase in phrases if phrase.startswith(word)]
        return iter(sorted((pair for pair in found if pair[0] > 0), reverse=True))

    @remembered
    def me(self, start: int) -> Ends[str]:
        """The asker."""
        return {end: "me" for end, _ in self.any_of(start, _ME)}

    @remembered
    def room(self, start: int) -> Ends[str]:
        """A room by its name; "" is the one that the asker is in."""
        ends = {end: "" for end, _ in self.any_of(start, ("this room", "the room", "here"))}
        ends |= {end: "" for after, _ in self.any_of(start, ("this",)) for end in self.room(after)}
        first = next((end for end, _ in self.any_of(start, ("the", "my"))), start)
        for end in range(min(first + LONGEST_NOUN, len(self.words)), first, -1):
            name = self.names.room(" ".join(self.words[first:end]))
            if name:
                ends.setdefault(end, name)
        return ends

    @remembered
    def noun(self, start: int) -> Ends[Noun]:
        """A thing with all that is said of it; a pronoun is none."""
        ends: Ends[Noun] = {}
        options = [*self.any_of(start, _DETERMINERS), (start, "")]
        for begin, determiner in options:
            for end, noun in orders.ordered(self, begin):
                if determiner in ("my", "our") and noun.kind in _MINE:
                    continue
                known = replace(noun, determiner=_DETERMINERS.get(determiner, noun.determiner))
                if known.determiner == "other":
                    known = replace(known, determiner="the", places=(Place("but(it)"), *noun.places))
                if known.determiner == "all":  # "every chair" is all of them, too
                    known = replace(known, plural=True)
                self._extend(end, known, ends)
        return ends

    def described(self, start: int) -> Iterator[tuple[int, Noun]]:
        """A noun with the attributes before it."""
        for length in range(min(LONGEST_NOUN, len(self.words) - start), 0, -1):
            noun, plural = singular_noun(" ".join(self.words[start : start + length]))
            if noun in _ANYTHING:
                yield start + length, Noun("thing", True, "any")
            elif noun in _GENERIC and not self.names.is_stored(noun):
                yield start + length, Noun(_GENERIC[noun], plural or noun == "stuff")
            elif self.names.is_thing(noun) or noun in lexicon()["furniture_words"]:
                yield start + length, Noun(self.names.spelled(noun), plural)
        for end, (name, value) in self.attribute(start).items():
            for last, described in self.described(end):
                if name not in dict(described.attributes):
                    yield last, replace(described, attributes=((name, value), *described.attributes))
                elif name == "size":  # "little low box"
                    yield last, described.at(Place(f'having("size", "{value}")'))

    @remembered
    def attribute(self, start: int) -> Ends[tuple[str, str]]:
        """A word, or two, for a color, material, shape, size or state."""
        tables, ends = lexicon(), {}
        for length in (2, 1):
            words = self.words[start : start + length]
            value = " ".join(words)
            shaded = length == 2 == len(words) and words[0] in tables["shade"] and words[1] in tables["color"]
            name = next((name for name in ("color", "material", "shape", "size") if value in tables[name]), "")
            name = "color" if shaded else name or ("state" if value in tables["before_nouns"] else "")
            if name and len(words) == length:
                ends[start + length] = (name, value)
        return ends

    def _extend(self, start: int, noun: Noun, ends: Ends[Noun]) -> None:
        if start in ends:
            return
        if noun.kind in ("floor", "ceiling"):  # there is one: what follows is not said of it
            ends[start] = noun
            return
        tried: set[int] = set()
        for end, more in self._modified(start, noun):
            if end not in tried:
                tried.add(end)
                self._extend(end, more, ends)
        ends[start] = noun

    def _modified(self, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
        yield from orders.reference_after(self, start, noun)
        relative = [end for end, _ in self.any_of(start, place_words()["relative"])]
        for begin in (*relative, start):
            for end, places in self.places(begin).items():
                with suppress(UnclearError):
                    if noun.kind != "wall" or places[0].function not in ("above", "below", "between"):
                        yield end, noun.at(*places)
            for name in ("closest", "farthest"):
                for after, _ in self.any_of(begin, place_words()[name]):
                    for end, of in self.reference(after).items() if not noun.order else ():
                        yield end, replace(noun, order=f"{name}({of})", outer_order=begin != start)
        for begin in relative:
            for end, (name, value) in self.attribute(begin).items():
                if name not in dict(noun.attributes):
                    yield end, replace(noun, attributes=(*noun.attributes, (name, value)))

    @remembered
    def reference(self, start: int) -> Ends[str]:
        """What a place is relative to: the asker, a thing, or what the last answer was about."""
        ends = dict(self.me(start)) | {end: word for end, word in self.any_of(start, ("it", "them"))}
        for end, noun in self.noun(start).items():
            outer = noun.outer_order or any(place.outer for place in noun.places[-1:])
            if noun.determiner not in ("all", "any") and not outer:
                ends.setdefault(end, str(noun))
        return ends

    @remembered
    def places(self, start: int) -> Ends[tuple[Place, ...]]:
        """Where something is: "standing on the table", "directly behind me", "behind me to my right"."""
        begin = next((end for end, _ in self.any_of(start, place_words()["standing"])), start)
        ends: Ends[tuple[Place, ...]] = {}
        closely = [(after, True) for after, _ in self.any_of(begin, _CLOSELY)]
        for at, close in ((begin, False), *closely):
            for end, place in self.place(at).items():
                if close and not place.function:
                    continue
                place = place.closely if close else place
                ends |= {last: (place, more) for last, more in self._further(end, place) if last not in ends}
                ends.setdefault(end, (place,))
        return ends

    def _further(self, start: int, place: Place) -> Iterator[tuple[int, Place]]:
        """What else is said of a place beside the asker: "behind me to my right"."""
        beside = place.of_me and place.function in _SIDES
        for begin in (start, *(end for end, _ in self.any_of(start, place_words()["and_there"]))) if beside else ():
            for end, more in self.place(begin).items():
                if more.of_me and more.function in _SIDES:
                    yield end, more

    @remembered
    def place(self, start: int) -> Ends[Place]:
        """One place, relative to the asker, a thing or a room."""
        tables = place_words()
        ends: Ends[Place] = {end: Place("") for end, _ in self.any_of(start, tables["anywhere"])}
        ends |= {end: Place("in_room(here())") for end, _ in self.any_of(start, tables["here"])}
        for function, phrases in tables["of_me"].items():
            outer = function in ("reach", "visible")
            ends |= {end: Place(f"{function}(me)", of_me=True, outer=outer) for end, _ in self.any_of(start, phrases)}
        for after, _ in self.any_of(start, ("in", "inside", "of")):
            ends |= {end: Place("", room=room) if room else Place("in_room(here())")
                     for end, room in self.room(after).items() if room or self.words[after] == "this"}  # fmt: skip
        for function, phrases in tables["of_a_thing"].items():
            for after, _ in self.any_of(start, phrases):
                for end, of in self.reference(after).items():
                    if of != "me" or tables["of_a_thing"][function][0] in tables["of_somebody"]:
                        ends.setdefault(end, Place(f"{function}({of})", of_me=of == "me"))
        ends |= self._between(start) | self._clock(start)
        return dict(sorted(ends.items(), reverse=True))

    def _between(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for after, _ in self.any_of(start, ("between", "in between")):
            counted = next((end for end, _ in self.any_of(after, ("the two", "two", "both"))), after)
            for end, noun in self.noun(counted).items():
                if noun.plural and noun.determiner in ("the", ""):
                    ends.setdefault(end, Place(f"between({noun.every})"))
            for middle, first in self.reference(after).items():
                for end, second in self.reference(middle + 1).items() if self.after(middle, "and") > 0 else ():
                    if "me" not in (first, second) or first != second:
                        ends.setdefault(end, Place(f"between({first}, {second})"))
        return ends

    def _clock(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for after, _ in self.any_of(start, place_words()["at_hour"]):
            hour = HOURS.get(self.words[after], 0) if after < len(self.words) else 0
            if hour and self.after(after + 1, "o'clock") > 0:
                end = next((end for end, _ in self.any_of(after + 2, ("direction", "position"))), after + 2)
                ends[end] = Place(f"clock({hour}, me)", of_me=True)
                for last, of in self.reference(end + 1).items() if self.after(end, "of") > 0 else ():
                    ends[last] = Place(f"clock({hour}, {of})", of_me=of == "me")
        return ends
