"""Whose reading of a question is answered: the patterns', the trained model's, or none, so that it is asked back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from situated_qa.errors import ToolError
from situated_qa.reasoning.reader.calibration import MODEL, PATTERNS, Calibration, State
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.expression import Call, Listing, Node, Operation, Several
from situated_qa.situated.language.functions import canonical, functions
from situated_qa.situated.language.values import Number, Truth, Unknown, Value
from situated_qa.situated.language.words import evidence, short

UNKNOWN = -1.0
"""The confidence where none was measured."""


class Choice(Enum):
    """Whose reading is answered."""

    PATTERNS = "patterns"
    MODEL = "model"
    ASK = "ask"  # back


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice, with the confidence in the reading that is the best, 0 … 1; `UNKNOWN` where none was measured."""

    choice: Choice
    best: Choice  # where it is asked back: whose reading is proposed
    confidence: float
    state: State


def decide(state: State, logprob: float | None, table: Calibration | None, least: float) -> Decision:
    """Choose by measured precision.

    Args:
        state: how the readings stand to each other.
        logprob: of the model's reading, per token.
        table: the measurement; None where there is none. Readings that differ are asked back then.
        least: confidence below which it is asked back.
    """
    readers = _READERS[state]
    if not readers:
        return Decision(Choice.ASK, Choice.ASK, UNKNOWN, state)
    known = {}
    for reader in readers:
        precision = None if table is None else table.precision(state, reader, logprob)
        if precision is not None:
            known[reader] = precision
    if not known:
        best = _CHOICES[readers[0]]
        sure = state in (State.SAME, State.PATTERNS_ALONE)
        return Decision(best if sure else Choice.ASK, best, UNKNOWN, state)
    reader = max(known, key=lambda name: known[name])
    best = _CHOICES[reader]
    return Decision(best if known[reader] >= least else Choice.ASK, best, known[reader], state)


_READERS: dict[State, Sequence[str]] = {
    State.SAME: (PATTERNS,),
    State.DIFFER: (MODEL, PATTERNS),
    State.MODEL_ALONE: (MODEL,),
    State.PATTERNS_ALONE: (PATTERNS,),
    State.DOUBTED: (MODEL,),
    State.NEITHER: (),
}
"""Whose readings may be answered; the first is proposed where nothing was measured."""
_CHOICES = {PATTERNS: Choice.PATTERNS, MODEL: Choice.MODEL}


def same_meaning(one: str, other: str) -> bool:
    """Whether two expressions are the same one but for the order of conditions and the unit that is told."""
    try:
        return _plain(one) == _plain(other)
    except ToolError:
        return False


def same_answer(one: Result, other: Result, graph: SceneGraph) -> bool:
    """Whether two expressions have the same values in a scene that tells: "no" and "none" prove nothing."""
    if len(one.values) != len(other.values):
        return False
    return all(_alike(a, b, graph) for a, b in zip(one.values, other.values, strict=True))


def _alike(a: Value, b: Value, graph: SceneGraph) -> bool:
    if type(a) is not type(b) or short(a, graph) != short(b, graph) or set(evidence(a)) != set(evidence(b)):
        return False
    if isinstance(a, Unknown):
        return False
    return bool(evidence(a)) or not isinstance(a, Truth | Number)


def _plain(expression: str) -> Node:
    return _stripped(canonical(expression))


def _stripped(node: Node) -> Node:
    """Without the unit, and without what was said about a topic that no map tells."""
    if isinstance(node, Call):
        if node.name == "not_in_map":
            return Call(node.name)
        function = functions().get(node.name)
        places = [parameter.name for parameter in function.places] if function else []
        unit = places.index("unit") if "unit" in places else len(node.args)
        args = tuple(_stripped(arg) for index, arg in enumerate(node.args) if index != unit)
        named = tuple((key, _stripped(value)) for key, value in node.kwargs if key != "unit")
        if node.name in ("the", "every"):  # the order of conditions means nothing
            args = (*args[:1], *sorted(args[1:], key=str))
        behind = tuple((places[index], value) for index, value in enumerate(args[unit:], unit + 1))
        return Call(node.name, args[:unit], (*behind, *named))
    if isinstance(node, Operation):
        return Operation(node.operator, _stripped(node.left), _stripped(node.right))
    if isinstance(node, Listing | Several):
        return type(node)(tuple(map(_stripped, node.items)))
    return node
