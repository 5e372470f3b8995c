"""Which noun a place belongs to, where the nearest one is not there: "the lamp by the bed on my left".

The words leave open whether the bed or the lamp is on the left. Readings take the nearer noun. Where the scene has no
such bed, the lamp is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from situated_qa.errors import ToolError
from situated_qa.reasoning.strategy import StrategyContext
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.expression import Call, Listing, Name, Node, Operation, Several, parse_expression
from situated_qa.situated.language.values import Reason, Unknown

_NOUNS = ("the", "every")
_CARRIED = ("carrying", "such")
"""What a thing has on it: "the piece in front of the couch with the bowl on it"."""


def evaluate_attached(context: StrategyContext, expression: str) -> Result:
    """The value of an expression; where something in it is not there, of one with a place said of the outer noun.

    Raises:
        ToolError, DeadlinePassed, QuestionWithdrawn: as `StrategyContext.evaluate`.
    """
    result = context.evaluate(expression)
    if not _lacks(result):
        return result
    for other in attached_higher(expression):
        try:
            found = context.evaluate(other)
        except ToolError:
            continue
        if not any(isinstance(value, Unknown) for value in found.values):
            return found
    context.program = expression
    context.result = result
    return result


def attached_higher(expression: str) -> Iterator[str]:
    """The expression with a place relative to the asker, or what a thing has, moved to the noun around; one each."""
    for node in _moved(parse_expression(expression)):
        yield str(node)


def _moved(node: Node) -> Iterator[Node]:
    if isinstance(node, Call):
        if node.name in _NOUNS:
            for at, relation in enumerate(node.args):
                for less, place in _without_place(relation):
                    yield replace(node, args=(*node.args[:at], less, place, *node.args[at + 1 :]))
        for at, arg in enumerate(node.args):
            yield from (replace(node, args=(*node.args[:at], new, *node.args[at + 1 :])) for new in _moved(arg))
        for at, (key, value) in enumerate(node.kwargs):
            for new in _moved(value):
                yield replace(node, kwargs=(*node.kwargs[:at], (key, new), *node.kwargs[at + 1 :]))
    elif isinstance(node, Listing | Several):
        for at, item in enumerate(node.items):
            yield from (replace(node, items=(*node.items[:at], new, *node.items[at + 1 :])) for new in _moved(item))
    elif isinstance(node, Operation):
        yield from (replace(node, left=new) for new in _moved(node.left))
        yield from (replace(node, right=new) for new in _moved(node.right))


def _without_place(relation: Node) -> Iterator[tuple[Node, Node]]:
    """A relation to a noun that says where from the asker it is, or what it has: the relation to the bare noun,
    and that place."""
    if not isinstance(relation, Call):
        return
    for at, inner in enumerate(relation.args):
        if not (isinstance(inner, Call) and inner.name in _NOUNS):
            continue
        for number, place in enumerate(inner.args):
            if isinstance(place, Call) and (place.args == (Name("me"),) or place.name in _CARRIED):
                bare = replace(inner, args=(*inner.args[:number], *inner.args[number + 1 :]))
                yield replace(relation, args=(*relation.args[:at], bare, *relation.args[at + 1 :])), place


def _lacks(result: Result) -> bool:
    return any(isinstance(value, Unknown) and value.reason is Reason.NOT_THERE for value in result.values)
