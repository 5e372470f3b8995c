"""What the model is shown and held to: worked examples that never change, and a JSON schema made for each question.

The schema allows only nouns and relations whose words the question holds, so that a small model cannot invent any; a
runtime such as llama.cpp turns it into a grammar. Fields that the words decide alone (options, attribute) are left
to the rules, which keeps the reply short.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from situated_qa.llm.client import Message
from situated_qa.reasoning.query_form.form import ASKS, WORDED_ASKS, Form, parse_form
from situated_qa.reasoning.query_form.library import similar_examples
from situated_qa.reasoning.query_form.reading.question import Reading, read_question

MAX_FORM_TOKENS = 120
_YES_NO_ASKS = ("exists", "state", "color", "shape", "material", "size", "distance", "same", "which", "count",
                "direction", "common_sense")  # fmt: skip
_SYSTEM = """You turn a question about a room into a form, as JSON. The asker is "me".
"ask": count, exists (is there), name (what is), color, shape, material, size, state (open, on, clean), \
direction (where), distance (how far, in reach), \
same, which (of two), path (which way to go), common_sense (no object to look up).
"target": the thing asked about; "any" if the question asks what thing; "something to ..." if it is known by its use.
"where": conditions on the target: {"rel", "of"} a place, {"has", "value"} an attribute, {"most"} a superlative. \
A place phrase belongs to the noun before it.
"""


@functools.cache
def worked_examples() -> tuple[tuple[str, Form], ...]:
    """The questions and forms of `data/examples.jsonl`, in order."""
    lines = (Path(__file__).parent / "data" / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return tuple((row["question"], parse_form(row["form"])) for row in rows)


@functools.cache
def static_messages() -> tuple[Message, ...]:
    """The part of the prompt that is the same for every question; warm it at start-up."""
    return (Message("system", f"{_SYSTEM}\n{_worked(worked_examples()).rstrip()}"),)


def _worked(examples: Sequence[tuple[str, Form]]) -> str:
    return "".join(f"Q: {question}\n{form.compact()}\n" for question, form in examples)


def form_messages(question: str, similar: int = 0) -> tuple[Message, ...]:
    """The whole prompt for one question, the static part first.

    Args:
        question: as it was asked.
        similar: how many examples of the library that are like it stand before it; each costs about 45 tokens, which
            are evaluated anew for every question.
    """
    return (*static_messages(), Message("user", f"{_worked(similar_examples(question, similar))}Q: {question.strip()}"))


def build_schema(question: str, categories: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of the forms that a question allows.

    Args:
        question: as it was asked.
        categories: the scene's; all of them are allowed as nouns only where the question names no thing at all.
    """
    return schema_of(read_question(question, categories), categories)


def schema_of(reading: Reading, categories: Sequence[str]) -> dict[str, Any]:
    """The JSON schema that fits what the words of a question say; see `build_schema`."""
    nouns = list(dict.fromkeys(token.value for token in reading.found if token.kind == "noun"))
    asks = _asks(reading)
    target = nouns or sorted(categories)
    open_target = not nouns or reading.noun.target == "any" or reading.frame.target.startswith("something")
    names = [*target, "any"] if open_target or "name" in asks or "exists" in asks else target
    properties: dict[str, Any] = {"ask": {"enum": asks}}
    properties["target"] = {"enum": names}
    if reading.frame.target and reading.frame.target != "any":
        properties["target"] = {"enum": list(dict.fromkeys([reading.frame.target, *nouns]))}
    elif "path" in asks or "name" in asks or not nouns:
        use = {"type": "string", "pattern": "^something to [a-z]{2,12}( [a-z]{2,12}){0,3}$"}
        properties["target"] = {"anyOf": [{"enum": names}, use]}
    count = sum((token.kind in ("me", "rel", "has", "most")) + token.value.endswith("!") for token in reading.found)
    count += reading.frame.visible
    conditions = _conditions(reading, nouns, count)
    if conditions:
        properties["where"] = conditions
    required = list(properties)
    if len(nouns) > 1 and set(asks) & {"which", "same"}:
        other: dict[str, Any] = {"target": {"enum": nouns}}
        inner = _conditions(reading, nouns, count)
        if inner:
            other["where"] = inner
        properties["other"] = _object(other, ["target"])
        if asks == ["which"]:
            required.append("other")
    return _object(properties, [name for name in required if name != "where"])


def _asks(reading: Reading) -> list[str]:
    if reading.sure_of_ask:
        return [reading.frame.ask]
    if reading.text.startswith(("is ", "are ", "am ", "do ", "does ", "can ", "could ", "did ", "will ", "would ")):
        return list(_YES_NO_ASKS)
    return [ask for ask in ASKS if ask not in WORDED_ASKS]


def _conditions(reading: Reading, nouns: list[str], count: int, depth: int = 3) -> dict[str, Any] | None:
    """The schema of a `where` with at most `count` conditions: as many as the question has words for."""
    if count < 1:
        return None
    of_me = list(dict.fromkeys(token.value.rstrip("!") for token in reading.found if token.kind == "me"))
    of_me += [f"{a} {b}" for a in ("front", "back") for b in ("left", "right") if a in of_me and b in of_me]
    of_me += ["visible"] if reading.frame.visible else []
    rels = (token.value for token in reading.found if token.kind == "rel")
    of_noun = list(dict.fromkeys(value.removesuffix(" me").rstrip("!") for value in rels))
    mosts = list(dict.fromkeys(token.value for token in reading.found if token.kind == "most"))
    if any(token.value.endswith("!") for token in reading.found) and "closest" not in mosts:
        mosts.append("closest")
    has = [token.value.partition("=")[::2] for token in reading.found if token.kind == "has"]
    kinds: list[dict[str, Any]] = []
    if of_me:
        kinds.append(_object({"rel": {"enum": of_me}, "of": {"const": "me"}}))
    if of_noun and nouns and depth > 0:
        inner: dict[str, Any] = {"target": {"enum": nouns}}
        deeper = _conditions(reading, nouns, count - 1, depth - 1)
        if deeper:
            inner["where"] = deeper
        kinds.append(_object({"rel": {"enum": of_noun}, "of": _object(inner, ["target"])}))
    if has:
        attributes, values = (sorted(set(column)) for column in zip(*has, strict=True))
        kinds.append(_object({"has": {"enum": attributes}, "value": {"enum": values}}))
    if mosts:
        kinds.append(_object({"most": {"enum": mosts}}))
    if not kinds:
        return None
    if any(token.value == "between" for token in reading.found):
        count += 1  # one condition for each end
    return {
        "type": "array",
        "items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds},
        "minItems": 1,
        "maxItems": min(count, 3),
    }


def _object(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }
