"""The same English text about other things: nouns, colors and sides are swapped in it and in its label."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from situated_qa.situated.language.expression import Call, Literal, Node, parse_expression, walk
from situated_qa.training.composer.nouns import LOOKS, SORTS, nouns, plural
from situated_qa.training.samples import QUESTION

_NAMED = ("the", "every")
_SORTS = ("large", "small", "surface", "container", "seat")
_ROOMS = frozenset(SORTS["room"])
_KEPT = frozenset(("thing", "object", "furniture", "wall", "floor", "ceiling", "door", "room", "person", "seat"))
"""Nouns that are not swapped: the words around them belong to them, or the question need not say them."""
_SIDES = frozenset(
    ("left", "right", "front", "back", "beside", "around", "front left", "front right", "back left", "back right")
)
_COLORS = ("red", "green", "blue", "black", "white", "brown", "gray", "yellow", "orange", "pink", "purple", "beige")
_SIDE = re.compile(r"left|right", re.IGNORECASE)
_MOST_WORDS = 3


def swapped(question: str, expression: str, rng: random.Random, task: str = QUESTION) -> tuple[str, str] | None:
    """A question or a situation and its label with other nouns; None where nothing in it can be swapped.

    A noun is swapped only where the question says it as the expression does, in the singular or the plural.

    Args:
        rng: what chooses; the same state gives the same question.
    """
    tree = parse_expression(expression)
    values = [node.value for node in walk(tree) if isinstance(node, Literal) and isinstance(node.value, str)]
    named = _nouns(tree) if task == QUESTION else map(str, values)
    texts = list(dict.fromkeys(noun for noun in named if _may_change(noun, question)))
    texts = [noun for noun in texts if not _inside_another(noun, values)]
    changed = dict[str, str]()
    for noun in texts:
        if rng.random() < 0.8:
            changed[noun] = _other(noun, [*texts, *changed.values()], rng)
    for color in dict.fromkeys(value for value in values if value in _COLORS and _says(question, value)):
        changed[color] = rng.choice([other for other in _COLORS if other != color and other not in values])
    told = _replaced(question, expression, changed)
    mirrored = _mirrored(*told) if rng.random() < 0.5 else None
    told = mirrored or told
    return told if told != (question, expression) else None


def _nouns(node: Node) -> Iterator[str]:
    for inner in walk(node):
        if isinstance(inner, Call) and inner.name in _NAMED and inner.args and isinstance(inner.args[0], Literal):
            yield str(inner.args[0].value)


def _may_change(noun: str, question: str) -> bool:
    known = noun in _KEPT or noun in _ROOMS or noun in _SIDES or noun in LOOKS["color"] or noun.startswith("something")
    known = known or noun.endswith("o'clock")
    return not known and len(noun.split()) <= _MOST_WORDS and _says(question, noun)


def _inside_another(noun: str, values: Sequence[str]) -> bool:
    """Whether a noun is part of a longer text, which would keep it: "table" of "end table"."""
    return any(re.search(rf"\b{re.escape(noun)}\b", value) for value in values if value != noun)


def _says(question: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){_spelled(word)}(?![\w'-])", question, re.IGNORECASE) is not None


def _spelled(noun: str) -> str:
    return "|".join(sorted({f"(?:{re.escape(plural(noun))})", f"(?:{re.escape(noun)})"}, key=len, reverse=True)).join(
        ("(?:", ")")
    )


def _other(noun: str, taken: Sequence[str], rng: random.Random) -> str:
    """Another noun of the same sort, and with the same article before it."""
    sort = next((sort for sort in _SORTS if noun in SORTS[sort]), rng.choice(_SORTS[:2]))
    alike = [other for other in nouns(sort, "train") if (other[0] in "aeiou") == (noun[0] in "aeiou")]
    alike = [other for other in alike if other not in taken and other not in _KEPT and " of " not in other]
    return rng.choice(alike)


def _replaced(question: str, expression: str, changed: dict[str, str]) -> tuple[str, str]:
    if not changed:
        return question, expression
    longest = sorted(changed, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(_spelled, longest))})(?![\w'-])", re.IGNORECASE)

    def other(match: re.Match[str]) -> str:
        said = match.group().lower()
        noun = next(noun for noun in longest if said in (noun, plural(noun)))
        new = plural(changed[noun]) if said == plural(noun) and said != noun else changed[noun]
        return new[:1].upper() + new[1:] if match.group()[:1].isupper() else new

    told = re.sub(r'"([^"]*)"', lambda match: f'"{changed.get(match[1], match[1])}"', expression)
    return pattern.sub(other, question), told


def _mirrored(question: str, expression: str) -> tuple[str, str] | None:
    """Left for right and right for left; None where the question says them more or less often than its expression."""
    said, written = _SIDE.findall(question.lower()), _SIDE.findall(expression)
    if not said or sorted(said) != sorted(written):
        return None
    return _SIDE.sub(_mirror, question), _SIDE.sub(_mirror, expression)


def _mirror(match: re.Match[str]) -> str:
    other = {"left": "right", "right": "left"}[match.group().lower()]
    return other.capitalize() if match.group()[:1].isupper() else other
