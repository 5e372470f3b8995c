"""What was said in a question: its chunks by their kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from situated_qa.reasoning.foreign.chunks import GRADES, Chunk
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError

_LISTS = ("nouns", "places", "values", "rooms", "some_rooms", "of", "grades", "orders", "me", "joints", "units")
UNITS = ("cm", "ft", "in")
JOINTS = ("or", "and", "than")


class Said:
    """The chunks of a question by their kinds."""

    def __init__(self, chunks: Sequence[Chunk], language: str) -> None:
        if len(chunks) > 1 and chunks[-1] == Chunk("asks", "or"):  # "the bed is larger, or?"
            chunks = chunks[:-1]
        if len(chunks) > 1 and chunks[0] == Chunk("asks", "and") and language != "zh":  # "and where is the bed?"
            chunks = chunks[1:]
        self.chunks, self.language = chunks, language
        asks = [chunk.value for chunk in chunks if chunk.kind == "asks"]
        self.joints = [name for name in asks if name in JOINTS]
        self.asks = frozenset(asks) - set(self.joints) - set(UNITS)
        if "what_all" in self.asks:
            self.asks = self.asks - {"what_all"} | {"what", "all"}
        self.units: list[str] = [name for name in asks if name in UNITS]
        self.nouns: list[Noun] = self._of("noun")
        self.places: list[Place] = self._of("place")
        self.values: list[tuple[str, str]] = self._of("value")
        self.rooms: list[str] = self._of("room")
        self.some_rooms: list[str] = self._of("some room")
        self.orders: list[str] = self._of("order")
        self.of: list[str] = list(dict.fromkeys(self._of("of")))
        self.grades: list[str] = list(dict.fromkeys(self._of("grade")))
        self.me: list[str] = self._of("me")
        if language == "zh" and self.asks & {"see", "see_you"} and self.kinds[:1] == ["me"]:
            self.me = self.me[1:]  # "you altogether see how many plants"

    def _of(self, kind: str) -> list[Any]:
        return [chunk.value for chunk in self.chunks if chunk.kind == kind]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the chunks in their order; of words that ask, what they ask."""
        return [chunk.value if chunk.kind == "asks" else chunk.kind for chunk in self.chunks]

    def before_the_grade(self) -> int:
        """Which noun stands before the superlative, in German in the dative.

        Raises:
            UnclearError: none does, or it has no article.
        """
        kinds = self.kinds
        place = next((at for at in range(len(kinds) - 1) if kinds[at : at + 2] == ["noun", "grade"]), -1)
        found = kinds[: place + 1].count("noun") - 1
        if sum(noun.kind != "thing" for noun in self.nouns[: found + 1]) != 1:
            raise UnclearError
        if self.language != "de" or found < 0 or self.nouns[found].determiner != "the":
            raise UnclearError
        return found

    def only(self, *names: str) -> None:
        """Nothing else was said.

        Raises:
            UnclearError: something was.
        """
        for name in _LISTS:
            if getattr(self, name) and name not in names:
                raise UnclearError

    def one(self) -> Noun:
        """The only noun, with the places that stand alone and a superlative.

        Raises:
            UnclearError: there are several, or none.
        """
        orders = len(self.grades) + len(self.orders) + bool(self.nouns and self.nouns[0].order)
        if len(self.nouns) != 1 or orders > 1:
            raise UnclearError
        noun = self.nouns[0]
        if self.orders:
            noun = replace(noun, order=self.orders[0])
        if self.grades:
            noun = replace(noun, order=self.order())
        return noun.at(*self.places)

    def order(self) -> str:
        """The superlative, with what it is relative to."""
        (grade,) = alone(self.grades)
        if "{}" not in GRADES[grade]:
            if self.of or self.me:
                raise UnclearError
            return GRADES[grade]
        near = [place for place in self.places if place.function == "near"]
        of = [*self.of, *self.me, *(inside(place) for place in near)]
        self.places = [place for place in self.places if place not in near]
        self.of, self.me = [], []
        return GRADES[grade].format(alone(of)[0] if of else "me")

    def subject(self) -> str:
        """The thing that a look or a size is asked of: "the color of the chair"."""
        if self.nouns:
            self.only("nouns", "places", "grades", "orders", "units", *(("of", "me") if self.grades else ()))
            return self.one().plain
        self.only("of", "units")
        return alone(self.of)[0]

    @property
    def sees(self) -> bool:
        """Whether the asker's own sight is asked for."""
        return "see" in self.asks or "see_you" in self.asks and bool(self.asks & {"can", "from_here"})

    @property
    def unit(self) -> str:
        """As an argument; "" for meters."""
        return f', "{alone(self.units)[0]}"' if self.units else ""


def alone(found: Sequence[Any]) -> Sequence[Any]:
    """The only one, as a sequence.

    Raises:
        UnclearError: there are several, or none.
    """
    if len(found) != 1:
        raise UnclearError
    return found


def inside(place: Place) -> str:
    """What a place is relative to, as an expression."""
    return place.condition.partition("(")[2][:-1]
