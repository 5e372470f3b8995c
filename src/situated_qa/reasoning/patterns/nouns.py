"""What a noun phrase and a place say, written as the question language does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from situated_qa.reasoning.patterns.words import Names

_OPPOSITE = (("left(me)", "right(me)"), ("front(me)", "behind(me)"))


_AROUND = ("left", "right", "front", "behind", "above", "below")


class UnclearError(Exception):
    """Words fit a pattern, but may mean something else, or what the language has no word for."""


@dataclass(frozen=True, slots=True)
class Place:
    """One condition of the language, or a room; `of_me`: it says where something is from the asker."""

    condition: str  # "left(me)"; "" where it is a room or no condition at all
    room: str = ""
    of_me: bool = False
    close: bool = False  # "directly on my left"
    order: str = ""  # which of several there is meant: "directly to the right of the door" is closest to the door
    outer: bool = False  # said of the noun that is asked about: "is the box on the table within reach?"

    @property
    def function(self) -> str:
        """The name of the condition's function: "left"."""
        return self.condition.partition("(")[0]

    @property
    def closely(self) -> Place:
        """Directly there: the closest of those that are."""
        of = self.condition[len(self.function) + 1 : -1] if self.function in _AROUND else ""
        return replace(self, close=self.of_me, order=f"closest({of})" if of and not self.of_me else "")

    @property
    def written(self) -> str:
        """As a condition, a room too."""
        return self.condition or f'in_room("{self.room}")'


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: "the closest red chairs on my left"."""

    kind: str
    plural: bool = False
    determiner: str = ""  # the, a, any, all; "it" of a pronoun, which is the kind then
    places: tuple[Place, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    order: str = ""  # "closest", whose place may come after the noun, or a superlative
    outer_order: bool = False  # said in a clause: "the cup on the table that is closest to the door" is such a cup

    def __str__(self) -> str:
        """The phrase as one thing: `the(…)`."""
        return self._written("the")

    @property
    def every(self) -> str:
        """The phrase as all such things: `every(…)`.

        Raises:
            UnclearError: it says "directly on my left", which is said of one thing.
        """
        if any(place.close or place.order for place in self.places):
            raise UnclearError
        return self._written("every")

    @property
    def many(self) -> str:
        """As `every`.

        Raises:
            UnclearError: it is no plural.
        """
        if not self.plural:
            raise UnclearError
        return self.every

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
            if self.places:
                raise UnclearError
            return self.kind
        order = f"{self.order}(me)" if self.order in ("closest", "farthest") else self.order
        # Straight in front is what one is turned to; of anything at all, what comes first there.
        near = [place for place in self.places if place.close and (self.kind == "thing" or place.function != "front")]
        close = "closest(me)" if near and order not in ("closest(me)", "farthest(me)") else ""
        of = next((place.order for place in self.places if place.order), "")
        close = of if of and not order and not close else close
        room = next((f'room="{place.room}"' for place in self.places if place.room), "")
        conditions = dict.fromkeys(place.condition for place in self.places)
        named = sorted(f'{name}="{value}"' for name, value in self.attributes)
        parts = (f'"{self.kind}"', *conditions, close, order, *named, room)
        return f"{function}({', '.join(part for part in parts if part)})"

    def looking(self, value: tuple[str, str]) -> Noun:
        """The same of a color, material, shape or size.

        Raises:
            UnclearError: another one is said of it.
        """
        if value[0] in dict(self.attributes):
            raise UnclearError
        return replace(self, attributes=(*self.attributes, value))

    def at(self, *places: Place) -> Noun:
        """The same at more places.

        Raises:
            UnclearError: it cannot be at all of them.
        """
        every = (*self.places, *places)
        said = {place.condition for place in every}
        if len({place.room for place in every if place.room}) > 1 or any(said.issuperset(pair) for pair in _OPPOSITE):
            raise UnclearError
        return replace(self, places=every)


class Phrases(Protocol):
    """The phrases of one question, as `phrases.Phrases` reads them."""

    words: tuple[str, ...]
    names: Names

    def after(self, start: int, phrase: str) -> int: ...
    def any_of(self, start: int, phrases: object) -> Iterator[tuple[int, str]]: ...
    def noun(self, start: int) -> Mapping[int, Noun]: ...
    def described(self, start: int) -> Iterator[tuple[int, Noun]]: ...
    def attribute(self, start: int) -> dict[int, tuple[str, str]]: ...
    def places(self, start: int) -> Mapping[int, tuple[Place, ...]]: ...
    def place(self, start: int) -> Mapping[int, Place]: ...
    def room(self, start: int) -> Mapping[int, str]: ...
    def reference(self, start: int) -> Mapping[int, str]: ...
