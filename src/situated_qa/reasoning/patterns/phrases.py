"""Noun phrases and places: from the words at a position to every end that a phrase may have there.

Each function gives a mapping from ends to what was read up to there; the end that is preferred comes first. A place
belongs to the noun before it: "the cup on the table on my left" is on the table that is on my left.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from situated_qa.reasoning.patterns.words import LONGEST_NOUN, Names, lexicon, place_words, singular_noun

T = TypeVar("T")
Ends = dict[int, T]

_DETERMINERS = {
    "the": "the", "my": "the", "a": "a", "an": "a", "any": "any", "some": "any", "all": "all", "all the": "all",
    "every": "all",
}  # fmt: skip
_GENERIC = {
    **dict.fromkeys(("thing", "object", "item"), "thing"),
    **dict.fromkeys(("piece of furniture", "furniture"), "furniture"),
}
"""Nouns of no kind in particular."""
_PRONOUNS = {"it": "it", **dict.fromkeys(("them", "they"), "them")}
_ME = ("me", "you", "where i am")
_ALONE = ("floor", "ceiling", "wall")
"""What follows these is not said of them: "the picture on the wall above the bed"."""
_OUTER = ("reach(me)", "visible(me)")
"""Places of what is asked about, not of what it is on: "is the box on the table within reach?"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is."""

    condition: str  # of the language: "left(me)"; "" for a room by its name, or no condition at all
    room: str = ""

    @property
    def written(self) -> str:
        """As a condition, a room too."""
        return self.condition or f'in_room("{self.room}")'


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: "the closest red chairs on my left"; or a pronoun, which has a kind alone."""

    kind: str
    plural: bool = False
    determiner: str = ""  # the, a, any, all; "it" of a pronoun
    places: tuple[Place, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    order: str = ""

    def __str__(self) -> str:
        """The phrase as one thing: `the(…)`."""
        return self._written("the")

    @property
    def every(self) -> str:
        """The phrase as all such things: `every(…)`."""
        return self._written("every")

    @property
    def plain(self) -> str:
        """As `the` or `every`, as the phrase has it."""
        return self.every if self.plural else str(self)

    @property
    def seen(self) -> str:
        """As `every`, of those in the asker's sight."""
        return self.at(Place("visible(me)")).every

    def _written(self, function: str) -> str:
        if self.determiner == "it":
            return self.kind
        conditions = [place.condition for place in self.places if place.condition]
        named = sorted(f'{name}="{value}"' for name, value in self.attributes)
        rooms = [f'room="{place.room}"' for place in self.places if place.room]
        parts = (f'"{self.kind}"', *conditions, self.order, *named, *rooms)
        return f"{function}({', '.join(filter(None, parts))})"

    def at(self, *places: Place) -> Noun:
        """The same at more places."""
        return replace(self, places=(*self.places, *places))


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

    def any_of(self, start: int, phrases: Iterable[str]) -> Iterator[tuple[int, str]]:
        """The phrases that are at `start`, each with its end, the longest first."""
        found = ((start + len(words), phrase) for phrase in phrases if (words := tuple(phrase.split())))
        return iter(sorted((pair for pair in found if " ".join(self.words[start : pair[0]]) == pair[1]), reverse=True))

    @remembered
    def room(self, start: int) -> Ends[str]:
        """A room by its name."""
        first = next((end for end, _ in self.any_of(start, ("the", "my"))), start)
        ends = range(min(first + LONGEST_NOUN, len(self.words)), first, -1)
        return {end: name for end in ends if (name := self.names.room(" ".join(self.words[first:end])))}

    @remembered
    def noun(self, start: int) -> Ends[Noun]:
        """A thing with all that is said of it; a pronoun is none."""
        ends: Ends[Noun] = {}
        for begin, said in (*self.any_of(start, _DETERMINERS), (start, "")):
            determiner = _DETERMINERS.get(said, "")
            for end, noun in self._ordered(begin):
                known = replace(noun, determiner=determiner or noun.determiner)
                self._extend(end, replace(known, plural=known.plural or determiner == "all"), ends)
        return ends

    def _ordered(self, start: int) -> Iterator[tuple[int, Noun]]:
        """A noun with its attributes, and with a superlative before it."""
        for after, word in self.any_of(start, place_words()["superlatives"]):
            order = place_words()["superlatives"][word]
            yield from ((end, replace(noun, order=order)) for end, noun in self._described(after))
        yield from self._described(start)

    def _described(self, start: int) -> Iterator[tuple[int, Noun]]:
        """A noun with the attributes before it."""
        for length in range(min(LONGEST_NOUN, len(self.words) - start), 0, -1):
            name, plural = singular_noun(" ".join(self.words[start : start + length]))
            if name in ("anything", "something"):
                yield start + length, Noun("thing", True, "any")
            elif name in _GENERIC and not self.names.is_stored(name):
                yield start + length, Noun(_GENERIC[name], plural)
            elif self.names.is_thing(name):
                yield start + length, Noun(self.names.spelled(name), plural)
        for end, (name, value) in self.attribute(start).items():
            for last, noun in self._described(end):
                if name not in dict(noun.attributes):
                    yield last, replace(noun, attributes=((name, value), *noun.attributes))

    @remembered
    def attribute(self, start: int) -> Ends[tuple[str, str]]:
        """A word, or two, for a color, material, shape, size or state."""
        tables, ends = lexicon(), {}
        for words in (self.words[start : start + 2], self.words[start : start + 1]):
            value = " ".join(words)
            shaded = len(words) == 2 and words[0] in tables["shade"] and words[1] in tables["color"]
            name = next((name for name in ("color", "material", "shape", "size") if value in tables[name]), "")
            name = "color" if shaded else name or ("state" if value in tables["before_nouns"] else "")
            if name:
                ends[start + len(words)] = (name, value)
        return ends

    def _extend(self, start: int, noun: Noun, ends: Ends[Noun]) -> None:
        if start not in ends and noun.kind not in _ALONE:
            tried = set[int]()
            for end, more in self._modified(start, noun):
                if end not in tried:
                    tried.add(end)
                    self._extend(end, more, ends)
        ends.setdefault(start, noun)

    def _modified(self, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
        relative = [end for end, _ in self.any_of(start, place_words()["relative"])]
        for begin in (*relative, start):
            for end, place in self.place(begin).items():
                yield end, noun.at(place)
        for name in ("closest", "farthest"):
            for after, _ in self.any_of(start, place_words()[name]):
                for end, of in self.reference(after).items() if not noun.order else ():
                    yield end, replace(noun, order=f"{name}({of})")

    @remembered
    def reference(self, start: int) -> Ends[str]:
        """What a place is relative to: the asker, a thing, or what the last answer was about."""
        ends = {end: "me" for end, _ in self.any_of(start, _ME)}
        ends |= {end: _PRONOUNS[word] for end, word in self.any_of(start, _PRONOUNS)}
        for end, noun in self.noun(start).items():
            outer = any(place.condition in _OUTER for place in noun.places[-1:])
            if noun.determiner not in ("all", "any") and not outer:
                ends.setdefault(end, str(noun))
        return ends

    @remembered
    def place(self, start: int) -> Ends[Place]:
        """One place, relative to the asker, a thing or a room: "standing on the table"."""
        tables = place_words()
        begin = next((end for end, _ in self.any_of(start, tables["standing"])), start)
        ends = {end: Place("") for end, _ in self.any_of(begin, tables["anywhere"])}
        ends |= {end: Place("in_room(here())") for end, _ in self.any_of(begin, tables["here"])}
        for function, phrases in tables["of_me"].items():
            ends |= {end: Place(f"{function}(me)") for end, _ in self.any_of(begin, phrases)}
        for after, _ in self.any_of(begin, ("in", "inside", "of")):
            ends |= {end: Place("", room) for end, room in self.room(after).items()}
        for function, phrases in tables["of_a_thing"].items():
            for after, _ in self.any_of(begin, phrases):
                for end, of in self.reference(after).items():
                    if of != "me" or phrases[0] in tables["of_somebody"]:
                        ends.setdefault(end, Place(f"{function}({of})"))
        for after, _ in self.any_of(begin, ("between",)):
            for middle, first in self.reference(after).items():
                for last, _ in self.any_of(middle, ("and",)):
                    for end, second in self.reference(last).items():
                        ends.setdefault(end, Place(f"between({first}, {second})"))
        return dict(sorted(ends.items(), reverse=True))
