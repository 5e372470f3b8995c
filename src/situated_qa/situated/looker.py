"""Attributes that are not recorded: a model that sees looks at a picture of the object while the question waits.

    recorded with the object → a look at its picture, where a model sees → "not known: … was not observed"

What nobody observed is not guessed. Colors and lengths are measured, not asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.attributes import NOT_KNOWN

CANNOT_TELL = "I cannot tell from here"
"""What a look says that did not show what was asked."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a picture of an object showed."""

    value: str  # one of the candidates where there were any; "" where it showed nothing
    source: str  # for a person: "a picture taken 12 s ago, seen by my_model"; without a value: why there is none
    when: str = ""  # how long ago it was seen, in words: "12 s ago"; "" where that is not known


class Looker(Protocol):
    """Looks at pictures of objects; made for one question."""

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> Glimpse:
        """An attribute of an object.

        Args:
            attribute: "material", "shape", "state", or whatever a question names.
            candidates: values to choose from; None where any value will do.
        """
        ...

    def look(self, node: ObjectNode, question: str, candidates: Sequence[str] | None = None) -> Glimpse:
        """Its answer to any question about an object."""
        ...


class Told(NamedTuple):
    """What a look tells."""

    answer: str  # in the candidates' words where there were any; starts with `NOT_KNOWN` where it cannot tell
    remark: str  # for a person: where it is from; "" where there is nothing to say
    when: str = ""  # how long ago it was seen, in words; "" where nobody looked


def look_at(looker: Looker | None, node: ObjectNode, question: str) -> Told:
    """The answer to any question about an object by its picture, or that it cannot be told, and why."""
    if looker is None:
        return Told(f"{NOT_KNOWN}: no model that sees is set up", "")
    return _told(looker.look(node, question), question.rstrip("?. "))


def look_for(looker: Looker | None, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> Told | None:
    """An attribute by a look at the object's picture; None where no model sees."""
    if looker is None:
        return None
    asked = f"whether the {node.category} is {' or '.join(candidates)}" if candidates else f"its {attribute}"
    return _told(looker.describe(node, attribute, candidates), asked)


def _told(seen: Glimpse, asked: str) -> Told:
    if not seen.value:
        return Told(f"{NOT_KNOWN}: {CANNOT_TELL} ({asked}): {seen.source}", "")
    return Told(seen.value, f"{asked}: {seen.value}, from {seen.source}", seen.when)
