"""The query form: what a question asks, as plain data. Human questions are labeled with it.

    {"ask": "count", "target": "chair", "where": [{"rel": "left", "of": "me"}]}

A form is read from JSON with `parse_form` and converted to an expression of the question language by `expressions`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import TrainingError

FORM_VERSION = 2
"""Of the fields below; forms of version 1 mean the same in it. A form that says a later one in "version" is refused."""

WORDED_ASKS = ("list", "difference", "common", "commonest", "position")
ASKS = (
    "count", "exists", "name", "color", "shape", "material", "size", "state", "direction", "distance", "same",
    "which", "path", "common_sense", *WORDED_ASKS,
)  # fmt: skip
DIRECTIONS = ("left", "right", "front", "back", "front left", "front right", "back left", "back right")
HOURS = tuple(f"{hour} o'clock" for hour in range(1, 13))
PLACES = ("within reach", "near", "on", "in", "above", "below", "between", "supporting", "facing", "visible")
RELATIONS = DIRECTIONS + HOURS + PLACES
MOSTS = ("closest", "farthest", "largest", "smallest", "highest", "lowest")
ORDERS = (*MOSTS, "left", "right")  # what an ordinal counts from: "the second chair from the left"
TURNS = ("left", "right", "around")
MAX_DEPTH = 4  # "the cup on the table near the sofa on my left" nests three deep


class FormError(TrainingError):
    """This is not a query form; the text names the field and what is legal."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place condition: the noun stands in `rel` to `of`; `of` is None for the asker ("me").

    `facing` is for "visible" alone: where somebody looks who sits on or stands at `of`.
    """

    rel: str
    of: Noun | None = None
    facing: Noun | None = None


@dataclass(frozen=True, slots=True)
class Has:
    """An attribute condition: "the black chair" is `Has("color", "black")`."""

    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Most:
    """A superlative over the set that is left: closest and farthest are measured from the asker."""

    which: str


@dataclass(frozen=True, slots=True)
class Nth:
    """An ordinal: "the second chair from the left" is `Nth(2, "left")`, "the third largest" `Nth(3, "largest")`."""

    number: int  # from 1
    order: str  # one of `ORDERS`


@dataclass(frozen=True, slots=True)
class Not:
    """A condition that must not hold: "the cups that are not on the table"."""

    condition: Place | Has


Condition = Place | Has | Most | Nth | Not


@dataclass(frozen=True, slots=True)
class Noun:
    """Something asked about or referred to, with the conditions that single it out.

    `target` is a category in the question's words, "any", or "something to …" (known by its use).
    """

    target: str
    where: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One question as data."""

    ask: str
    noun: Noun
    options: tuple[str, ...] = ()  # the answers that the question itself names
    attribute: str = ""
    other: Noun | None = None
    turn: str = ""  # one of `TURNS`: the asker has turned before left, right, front and back are meant

    def nouns(self) -> Iterator[Noun]:
        """Every noun of the form, the target first, depth first."""
        stack = [self.other, self.noun] if self.other else [self.noun]
        while stack:
            noun = stack.pop()
            yield noun
            stack += [end for item in noun.where for end in _ends(item)]

    def to_json(self) -> dict[str, Any]:
        """The form as plain data, empty fields left out."""
        data: dict[str, Any] = {"ask": self.ask, **_noun_json(self.noun)}
        if self.options:
            data["options"] = list(self.options)
        if self.attribute:
            data["attribute"] = self.attribute
        if self.other:
            data["other"] = _noun_json(self.other)
        if self.turn:
            data["turn"] = self.turn
        return data

    def __str__(self) -> str:
        return json.dumps(self.to_json())


def parse_form(data: str | Mapping[str, Any]) -> Form:
    """Read a form from JSON text or plain data.

    Raises:
        FormError: not JSON, a field missing, or a value that is not legal.
    """
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:  # also a number of too many digits, and brackets without end
            raise FormError(f"the form is not JSON ({str(error)[:80]})") from error
    if not isinstance(data, Mapping):
        raise FormError(f"a form is a JSON object, got {type(data).__name__}")
    version = data.get("version", FORM_VERSION)
    if version not in range(1, FORM_VERSION + 1):
        raise FormError(f'"version" is {version!r}; forms up to {FORM_VERSION} are understood')
    ask = data.get("ask")
    if ask not in ASKS:
        raise FormError(f'"ask" must be one of {", ".join(ASKS)}; got {ask!r:.80}')
    options = data.get("options") or []
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise FormError(f'"options" must be a list of texts, got {options!r:.80}')
    attribute = data.get("attribute") or ""
    if not isinstance(attribute, str):
        raise FormError(f'"attribute" must be a text, got {attribute!r:.80}')
    turn = data.get("turn") or ""
    if turn and turn not in TURNS:
        raise FormError(f'"turn" must be one of {", ".join(TURNS)}; got {turn!r:.80}')
    other = data.get("other")
    return Form(ask, _noun(data, 1), tuple(options), attribute, _noun(other, 1) if other else None, turn)


def _ends(item: Condition) -> list[Noun]:
    """The nouns that a condition refers to."""
    place = item.condition if isinstance(item, Not) else item
    return [end for end in (place.of, place.facing) if end is not None] if isinstance(place, Place) else []


def _noun(data: Any, depth: int) -> Noun:
    if depth > MAX_DEPTH:
        raise FormError(f"references nest deeper than {MAX_DEPTH}")
    if isinstance(data, str):
        return Noun(data)
    if not isinstance(data, Mapping) or not isinstance(data.get("target"), str) or not data["target"].strip():
        raise FormError(f'a noun needs "target": a category, "any" or "something to ..."; got {data!r}')
    where = data.get("where") or []
    if not isinstance(where, list):
        raise FormError(f'"where" must be a list of conditions, got {where!r}')
    return Noun(data["target"].strip(), tuple(_condition(item, depth) for item in where))


def _condition(data: Any, depth: int) -> Condition:
    if isinstance(data, Mapping) and "rel" in data:
        if data["rel"] not in RELATIONS:
            raise FormError(f'"rel" must be one of {", ".join(RELATIONS)}; got {data["rel"]!r}')
        of, facing = data.get("of", "me"), data.get("facing")
        if facing and data["rel"] != "visible":
            raise FormError(f'"facing" belongs to "visible", not to {data["rel"]!r}')
        end = None if of == "me" else _noun(of, depth + 1)
        return Place(data["rel"], end, _noun(facing, depth + 1) if facing else None)
    if isinstance(data, Mapping) and "has" in data:
        return Has(str(data["has"]), str(data.get("value", "")))
    if isinstance(data, Mapping) and "most" in data:
        if data["most"] not in MOSTS:
            raise FormError(f'"most" must be one of {", ".join(MOSTS)}; got {data["most"]!r}')
        return Most(data["most"])
    if isinstance(data, Mapping) and "nth" in data:
        number, order = data["nth"], data.get("from", "closest")
        if not isinstance(number, int) or number < 1:
            raise FormError(f'"nth" must be a number from 1; got {number!r}')
        if order not in ORDERS:
            raise FormError(f'"from" must be one of {", ".join(ORDERS)}; got {order!r}')
        return Nth(number, order)
    if isinstance(data, Mapping) and "not" in data:
        inner = _condition(data["not"], depth)
        if not isinstance(inner, Place | Has):
            raise FormError(f'"not" takes a condition with "rel" or "has"; got {data["not"]!r}')
        return Not(inner)
    raise FormError(f'a condition has "rel" and "of", "has" and "value", "most", "nth" or "not"; got {data!r}')


def _noun_json(noun: Noun) -> dict[str, Any]:
    where = [_condition_json(item) for item in noun.where]
    return {"target": noun.target, "where": where} if where else {"target": noun.target}


def _condition_json(item: Condition) -> dict[str, Any]:
    if isinstance(item, Place):
        seen = {"facing": _noun_json(item.facing)} if item.facing else {}
        return {"rel": item.rel, "of": _noun_json(item.of) if item.of else "me", **seen}
    if isinstance(item, Has):
        return {"has": item.attribute, "value": item.value}
    if isinstance(item, Most):
        return {"most": item.which}
    if isinstance(item, Nth):
        return {"nth": item.number, "from": item.order}
    return {"not": _condition_json(item.condition)}
