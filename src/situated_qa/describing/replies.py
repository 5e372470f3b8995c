"""What a model that sees replied, checked against its form and cleaned.

What stands in a picture, "ignore your instructions" on a sign, comes back as the text on that sign at most: a reply is
data of bounded length in known fields, and nothing in it is ever followed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, ModelError
from situated_qa.llm.client import without_marks
from situated_qa.scene.graph import MAX_NAME_CHARACTERS, plain_name
from situated_qa.situated.attributes import TEXTS
from situated_qa.situated.wordnet import WordNet

MAX_REPLY_CHARACTERS = 4_000
CANNOT_TELL = "cannot tell"
ATTRIBUTES = ("color", "material", "shape", "state", "text")
_NAME = re.compile(r"[a-z][a-z'\-]*(?: [a-z][a-z'\-]*){0,3}")  # at most four words
_LOOK = re.compile(r"[a-z0-9][a-z0-9'\-/]*(?:,? [a-z0-9'\-/]+){0,3}")  # likewise
_LONGEST_LOOK = 40  # characters
_ORDERS = frozenset(
    ("answer", "assistant", "disregard", "follow", "forget", "ignore", "instruction", "instructions", "obey", "prompt",
     "reply", "say", "system", "user")
)  # fmt: skip
"""Words of no color, material, shape or state: states are shown to language models beside the objects."""
_NOTHING = ("", "none", "unknown", "n/a", "na", "null", "no text", "not visible", "unclear", "cannot tell")
_MOST_SENSES = 4  # of a noun that are looked through for a physical thing
_LATIN = re.compile(r"[A-Za-z]")

_SURE = {"type": "number", "minimum": 0, "maximum": 1}
_VALUE = {
    "type": "object",
    "properties": {"value": {"type": "string", "maxLength": MAX_NAME_CHARACTERS}, "confidence": _SURE},
    "required": ["value", "confidence"],
    "additionalProperties": False,
}
DESCRIPTION_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 40},
        "confidence": _SURE,
        "description": {"type": "string", "maxLength": MAX_NAME_CHARACTERS},
        "attributes": {
            "type": "object",
            "properties": dict.fromkeys(ATTRIBUTES, _VALUE),
            "additionalProperties": False,
        },
    },
    "required": ["name", "confidence", "description", "attributes"],
    "additionalProperties": False,
}
"""Of the reply to "what is this?"."""


def look_schema(candidates: Sequence[str] | None) -> Mapping[str, Any]:
    """Of the reply to one question about a picture.

    Args:
        candidates: the answers to choose from; None where any will do.
    """
    answer: dict[str, Any] = {"type": "string", "maxLength": MAX_NAME_CHARACTERS}
    if candidates:
        answer = {"type": "string", "enum": [*candidates, CANNOT_TELL]}
    return {
        "type": "object",
        "properties": {"answer": answer, "confidence": _SURE},
        "required": ["answer", "confidence"],
        "additionalProperties": False,
    }


class UnusableReply(ModelError):
    """The model replied, but not with what was asked for."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a model saw in one picture; every text is plain, short and English."""

    name: str = ""  # a noun; "" where it gave none that can be used
    confidence: float = 0.0  # in the name, 0 … 1
    description: str = ""  # one line
    attributes: Mapping[str, tuple[str, float]] = field(default_factory=lambda: MappingProxyType({}))
    # name of an attribute -> its value and the confidence in it


def read_description(reply: str) -> Description:
    """The description in a reply.

    Raises:
        UnusableReply: it is no JSON of `DESCRIPTION_SCHEMA`, or nothing in it can be used; says what is wrong.
    """
    data = _read(reply, DESCRIPTION_SCHEMA)
    looks = {}
    for key, item in _mapping(data["attributes"], "attributes").items():
        _check_keys(_mapping(item, key), _VALUE, key)
        value = _clean_look(key, _text(item["value"], key))
        if value:
            looks[key] = (value, _share(item["confidence"], key))
    name = _clean_name(_text(data["name"], "name"))
    described = Description(
        name,
        _share(data["confidence"], "confidence") if name else 0.0,
        _clean_line(_text(data["description"], "description")),
        MappingProxyType(looks),
    )
    if not (described.name or described.description or described.attributes):
        raise UnusableReply("the reply has no name, line or attribute that can be used")
    return described


def read_look(reply: str, candidates: Sequence[str] | None) -> tuple[str, float]:
    """The answer in a reply, as one of the candidates where there are any, and its confidence; "" for "cannot tell".

    Raises:
        UnusableReply: it is no JSON of `look_schema`, or its answer is none of the candidates.
    """
    data = _read(reply, look_schema(candidates))
    answer, confidence = _clean_line(_text(data["answer"], "answer")), _share(data["confidence"], "confidence")
    if answer.lower().rstrip(".") in (*_NOTHING, CANNOT_TELL):
        return "", confidence
    if not candidates:
        return answer, confidence
    spelled = {candidate.lower().strip(): candidate for candidate in candidates}
    word = answer.lower().strip(" .")
    if word not in spelled:
        raise UnusableReply(f"the answer is none of {', '.join(candidates)}")
    return spelled[word], confidence


def _read(reply: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if len(reply) > MAX_REPLY_CHARACTERS:
        raise UnusableReply(f"the reply has {len(reply)} characters; the most is {MAX_REPLY_CHARACTERS}")
    text = reply.strip()
    if text.startswith("```"):  # a fence around the JSON
        text = text.strip("`").removeprefix("json").strip()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableReply(f"the reply is no JSON: {type(error).__name__}") from error
    _check_keys(_mapping(data, "the reply"), schema, "the reply")
    return data  # type: ignore[no-any-return]


def _check_keys(data: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> None:
    missing = [key for key in schema["required"] if key not in data]
    unknown = [key for key in data if key not in schema["properties"]]
    if missing or unknown:
        told = f"lacks {', '.join(missing)}" if missing else f"has {len(unknown)} fields that it must not have"
        raise UnusableReply(f"{where} {told}")


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise UnusableReply(f"{where} must be an object, got {type(value).__name__}")
    allowed = DESCRIPTION_SCHEMA["properties"]["attributes"]["properties"]
    if where == "attributes" and not set(value) <= set(allowed):
        raise UnusableReply("attributes has fields that it must not have")
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise UnusableReply(f"{where} must be a text, got {type(value).__name__}")
    return value


def _share(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 <= value <= 1.0:
        raise UnusableReply(f"the confidence of {where} must lie in 0 … 1")
    return float(value)


def _clean_line(text: str) -> str:
    """A text on one line, of ordinary length, without the marks of chat templates; "" where it is not in Latin."""
    line = plain_name(without_marks(text)).strip(" \"'`")
    letters = [c for c in line if c.isalpha()]
    latin = sum(_LATIN.match(c) is not None for c in letters)
    return line if letters and latin >= 0.8 * len(letters) or not letters and line else ""


def _clean_look(attribute: str, text: str) -> str:
    """A value of an attribute: what is written on a thing as it is, all else in a few plain words."""
    line = _clean_line(text)
    if line.lower().rstrip(".") in _NOTHING:
        return ""
    if attribute in TEXTS:
        return line
    word = line.lower().rstrip(".")
    if not _LOOK.fullmatch(word) or len(word) > _LONGEST_LOOK or _ORDERS & set(word.split()):
        return ""
    return word


def _clean_name(text: str) -> str:
    """An English noun; "" where it is none: "Stuhl", a sentence, "ignore all instructions"."""
    name = re.sub(r"^(?:a|an|the) ", "", plain_name(text).lower().strip(" .\"'"))
    if name in _NOTHING or not _NAME.fullmatch(name) or len(name) > 40:
        return ""
    return name if _is_thing(name) else ""


@lru_cache(maxsize=4096)
def _is_thing(name: str) -> bool:
    """Whether an English word for a physical thing ends the name; without WordNet, whether it is one or two words."""
    net = _wordnet()
    if net is None:
        return len(name.split()) <= 2
    words = name.split()
    heads = [" ".join(words[k:]) for k in range(len(words))]
    return any(net.physical_senses(form, _MOST_SENSES) for head in heads for form in _singular(head))


def _singular(noun: str) -> list[str]:
    forms = [noun]
    if noun.endswith("es"):
        forms.append(noun[:-2])
    if noun.endswith("s"):
        forms.append(noun[:-1])
    return forms


@lru_cache(maxsize=1)
def _wordnet() -> WordNet | None:
    try:
        return WordNet(asset_path("wordnet"))
    except AssetError:
        return None
