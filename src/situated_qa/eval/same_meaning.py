"""Whether two expressions of the question language mean the same: equally written, or of the same value in many scenes.

A value at one place proves little: "yes" is right half of the time. So places are chosen whose values differ where
there are such, and a value that is not known proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from situated_qa.errors import ToolError
from situated_qa.eval.metrics import exact_match
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.expression import Call, Listing, Literal, Node, Operation, Several, parse_expression
from situated_qa.situated.language.functions import canonical
from situated_qa.situated.language.values import Number, Reason, Things, Unknown, Value
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene

HOURS = 1.0
"""How far a direction may be off, hours: nobody says "10 o'clock" for "on your left"."""
NUMBER_TOLERANCE, NUMBER_SHARE = 0.05, 0.02
"""Measures of the same thing differ by rounding alone: the unit's own, or a share of the value where that is more."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Somewhere in a scene where a question can be asked, and what its right expression gives there."""

    scene: SituatedScene
    expression: str  # the right one, canonical
    values: tuple[Value, ...]
    previous: str = ""  # the expression of the question before, which "it" refers to

    @property
    def known(self) -> bool:
        """Whether the scene tells the answer."""
        return not any(isinstance(value, Unknown) for value in self.values)

    @property
    def not_in_map(self) -> bool:
        """Whether the right answer is that no map can tell."""
        return all(isinstance(value, Unknown) and value.reason is Reason.NOT_IN_MAP for value in self.values)

    @property
    def said(self) -> str:
        """The values in few words."""
        return in_few_words(self.values, self.scene)


def canonical_text(expression: str) -> str:
    """The canonical form of an expression; the text itself, with single spaces, where it is none."""
    try:
        return str(canonical(expression))
    except ToolError:
        return " ".join(expression.split())


def same_expression(one: str, other: str) -> bool:
    """Whether two expressions are written alike, in canonical form."""
    return bool(one.strip()) and canonical_text(one) == canonical_text(other)


def values_at(
    expression: str, scene: SituatedScene, *, previous: str = "", deadline: float | None = None
) -> tuple[Value, ...] | None:
    """What an expression gives in a scene; None where it cannot be evaluated.

    Args:
        previous: the expression of the question before it.
    """
    try:
        before: list[Things] = []
        if previous:
            subjects = evaluate(previous, scene, deadline=deadline).subjects
            before = [things for things in subjects if things is not None]
        return evaluate(expression, scene, said_before=before, deadline=deadline).values
    except ToolError:
        return None


def in_few_words(values: Sequence[Value], scene: SituatedScene) -> str:
    """The short answer that values give; several stand apart by "; "."""
    return "; ".join(short(value, scene.graph) for value in values)


def same_values(ones: Sequence[Value], others: Sequence[Value], scene: SituatedScene, question: str = "") -> bool:
    """Whether values say the same: numbers in the same unit up to rounding, the same reason where nothing is known,
    otherwise the same short answer by the project's exact matching.

    Args:
        others: the right ones.
        question: its words, for the matching.
    """
    if len(ones) != len(others):
        return False
    return all(_same(one, other, scene, question) for one, other in zip(ones, others, strict=True))


def _same(one: Value, other: Value, scene: SituatedScene, question: str) -> bool:
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return isinstance(one, Unknown) and isinstance(other, Unknown) and one.reason is other.reason
    if isinstance(one, Number) and isinstance(other, Number):
        apart = abs(one.value - other.value)
        allowed = max(NUMBER_TOLERANCE, NUMBER_SHARE * abs(other.value)) if other.unit else 0.0
        return one.unit == other.unit and apart <= allowed
    if isinstance(one, Number) or isinstance(other, Number):
        return False
    said, right = short(one, scene.graph), short(other, scene.graph)
    if said.lower() == right.lower():
        return True
    if "o'clock" in said or "o'clock" in right:
        return exact_match(said, [right], "direction", HOURS)
    return exact_match(said, [right], question=question)


def same_meaning(expression_at: Callable[[Place], str], places: Sequence[Place], question: str = "") -> bool:
    """Whether what a reader writes means what is right, at every place; False where no place tells.

    Args:
        expression_at: what the reader writes at a place; "" for nothing.
        places: as `choose_places` gives them.
    """
    telling = False
    for place in places:
        written = expression_at(place)
        if not written:
            return False
        if same_expression(written, place.expression):
            telling = True
            continue
        values = values_at(written, place.scene, previous=place.previous)
        if values is None or not same_values(values, place.values, place.scene, question):
            return False
        telling = telling or place.known or place.not_in_map
    return telling


def choose_places(candidates: Iterable[Place], wanted: int, tries: int) -> list[Place]:
    """Up to `wanted` of the first `tries` places: those where the answer is known, different answers first.

    A question that no map can tell has no such places; the first of its own are taken then.
    """
    known: list[Place] = []
    others: list[Place] = []
    for number, place in enumerate(candidates):
        if number >= tries:
            break
        if place.known:
            known.append(place)
        elif place.not_in_map:
            others.append(place)
        if len({item.said for item in known}) >= wanted:
            break
    if not known:
        return others[:wanted]
    chosen: list[Place] = []
    while known and len(chosen) < wanted:
        said = [item.said for item in chosen]
        best = min(known, key=lambda item: said.count(item.said))  # the first of equals
        known.remove(best)
        chosen.append(best)
    return chosen


def nouns_of(expression: str) -> list[str]:
    """What the things of an expression are called, each once: the first arguments of `the` and `every`."""
    try:
        tree = parse_expression(expression)
    except ToolError:
        return []
    return list(dict.fromkeys(_nouns(tree)))


def _nouns(node: Node) -> list[str]:
    if isinstance(node, Call):
        first = node.args[0] if node.args else None
        own = node.name in ("the", "every") and isinstance(first, Literal) and isinstance(first.value, str)
        found = [str(first.value)] if own and isinstance(first, Literal) else []
        for part in (*node.args, *(value for _, value in node.kwargs)):
            found += _nouns(part)
        return found
    if isinstance(node, Operation):
        return _nouns(node.left) + _nouns(node.right)
    if isinstance(node, Listing | Several):
        return [noun for item in node.items for noun in _nouns(item)]
    return []
