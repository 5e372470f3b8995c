"""What the sentences are about, independent of language: things, where they are, and the expression that says so."""

from __future__ import annotations

from dataclasses import dataclass

RELATIONS = ("left", "right", "front", "behind", "on", "below", "near")
"""Named as the conditions of the question language are."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: of a thing, of the asker (`of` is `ME`), or in a room."""

    relation: str  # one of RELATIONS, or "room"
    of: Thing

    def condition(self) -> str:
        """The condition of the question language."""
        if self.relation == "room":
            return f'in_room("{self.of.english}")'
        return f"{self.relation}({self.of.the()})"


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of thing with what is said of it; also a room, and the asker."""

    english: str
    kind: str = "nouns"  # or "rooms", or "me"
    color: str = ""
    where: Place | None = None

    def the(self, *orders: str) -> str:
        """The expression for the one that is meant."""
        if self.kind == "me":
            return "me"
        if self.kind == "rooms":
            return f'room("{self.english}")'
        return self._noun("the", orders)

    def every(self, *orders: str) -> str:
        """The expression for all of them."""
        return self._noun("every", orders)

    def _noun(self, article: str, orders: tuple[str, ...]) -> str:
        parts = [f'"{self.english}"', *([self.where.condition()] if self.where else []), *orders]
        if self.color:
            parts.append(f'color="{self.color}"')
        return f"{article}({', '.join(parts)})"


ME = Thing("me", "me")
