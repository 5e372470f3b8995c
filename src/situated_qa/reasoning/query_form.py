"""The query form: what a question asks, as data that a small model can fill in.

    {"ask": "count", "target": "chair", "where": [{"rel": "left", "of": "me"}]}

A form is read from the model's JSON with `parse_form`, mended by `query_form_repair`, turned into a tool program by
`query_form_program`, and the program's output into an answer by `query_form_answer`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ModelError

ASKS = (
    "count", "exists", "name", "color", "shape", "material", "size", "state", "direction", "distance", "same",
    "which", "path", "common_sense",
)  # fmt: skip
DIRECTIONS = ("left", "right", "front", "back", "front left", "front right", "back left", "back right")
HOURS = tuple(f"{hour} o'clock" for hour in range(1, 13))
PLACES = ("within reach", "near", "on", "in", "above", "below", "between", "supporting", "facing", "visible")
RELATIONS = DIRECTIONS + HOURS + PLACES
MOSTS = ("closest", "farthest", "largest", "smallest", "highest", "lowest")
MAX_DEPTH = 4  # "the cup on the table near the sofa on my left" nests three deep


class FormError(ModelError):
    """The model's reply is not a query form; the text names the field and what is legal."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place condition: the noun stands in `rel` to `of`; `of` is None for the asker ("me")."""

    rel: str
    of: Noun | None = None


@dataclass(frozen=True, slots=True)
class Has:
    """An attribute condition: "the black chair" is `Has("color", "black")`."""

    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Most:
    """A superlative over the set that is left: closest and farthest are measured from the asker."""

    which: str


Condition = Place | Has | Most


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

    def nouns(self) -> Iterator[Noun]:
        """Every noun of the form, the target first, depth first."""
        stack = [self.other, self.noun] if self.other else [self.noun]
        while stack:
            noun = stack.pop()
            yield noun
            stack += [place.of for place in noun.where if isinstance(place, Place) and place.of is not None]

    def to_json(self) -> dict[str, Any]:
        """The form as plain data, empty fields left out."""
        data: dict[str, Any] = {"ask": self.ask, **_noun_json(self.noun)}
        if self.options:
            data["options"] = list(self.options)
        if self.attribute:
            data["attribute"] = self.attribute
        if self.other:
            data["other"] = _noun_json(self.other)
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
        except json.JSONDecodeError as error:
            raise FormError(f"the reply is not JSON ({error.msg} at character {error.pos})") from error
    if not isinstance(data, Mapping):
        raise FormError(f"a form is a JSON object, got {type(data).__name__}")
    ask = data.get("ask")
    if ask not in ASKS:
        raise FormError(f'"ask" must be one of {", ".join(ASKS)}; got {ask!r}')
    options = data.get("options") or []
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise FormError(f'"options" must be a list of texts, got {options!r}')
    attribute = data.get("attribute") or ""
    if not isinstance(attribute, str):
        raise FormError(f'"attribute" must be a text, got {attribute!r}')
    other = data.get("other")
    return Form(ask, _noun(data, 1), tuple(options), attribute, _noun(other, 1) if other else None)


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
        of = data.get("of", "me")
        return Place(data["rel"], None if of == "me" else _noun(of, depth + 1))
    if isinstance(data, Mapping) and "has" in data:
        return Has(str(data["has"]), str(data.get("value", "")))
    if isinstance(data, Mapping) and "most" in data:
        if data["most"] not in MOSTS:
            raise FormError(f'"most" must be one of {", ".join(MOSTS)}; got {data["most"]!r}')
        return Most(data["most"])
    raise FormError(f'a condition has "rel" and "of", or "has" and "value", or "most"; got {data!r}')


def _noun_json(noun: Noun) -> dict[str, Any]:
    where: list[dict[str, Any]] = []
    for item in noun.where:
        if isinstance(item, Place):
            where.append({"rel": item.rel, "of": _noun_json(item.of) if item.of else "me"})
        elif isinstance(item, Has):
            where.append({"has": item.attribute, "value": item.value})
        else:
            where.append({"most": item.which})
    return {"target": noun.target, "where": where} if where else {"target": noun.target}
