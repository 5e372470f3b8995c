"""What a place is meant to be where the scene lacks what the reading names.

"The lamp by the bed on my left": the words leave open whether the bed or the lamp is on the left. Readings take the
nearer noun. Where the scene has no such bed, the lamp is meant. A reading may also take a room or a corner for a thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from situated_qa.errors import ToolError
from situated_qa.reasoning.strategy import StrategyContext
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Name,
    Node,
    Operation,
    Several,
    parse_expression,
    walk,
)
from situated_qa.situated.language.values import Reason, Unknown

_NOUNS = ("the", "every")
_CARRIED = ("carrying", "such")
"""What a thing has on it: "the piece in front of the couch with the bowl on it"."""
_WITHIN = ("inside", "on")
_AT_CORNER = (*_WITHIN, "near")


def evaluate_attached(context: StrategyContext, expression: str) -> Result:
    """The value of an expression; where something in it is not there, of one with a place said of the outer noun.

    Raises:
        ToolError, DeadlinePassed, QuestionWithdrawn: as `StrategyContext.evaluate`.
    """
    result = context.evaluate(expression)
    if not _lacks(result):
        return result
    rooms = [plain_name(room) for room in context.tools.rooms()]
    for other in chain(as_places(expression, rooms), attached_higher(expression)):
        try:
            found = context.evaluate(other)
        except ToolError:
            continue
        if not any(isinstance(value, Unknown) for value in found.values):
            return found
    context.program = expression
    context.result = result
    return result


def as_places(expression: str, rooms: Sequence[str]) -> Iterator[str]:
    """The expression with rooms and corners that it names as things put as places, if it names any.

    Args:
        rooms: the names of the scene's rooms.
    """
    tree = parse_expression(expression)
    places = {
        str(node): place
        for node in walk(tree)
        if isinstance(node, Call) and (place := _place_of(node, rooms)) is not None
    }
    if places:
        yield str(_replaced(tree, places))


def _place_of(relation: Call, rooms: Sequence[str]) -> Node | None:
    """What is in a bare noun that names a room, or in or at one that is a corner."""
    noun = relation.args[0] if len(relation.args) == 1 else None
    if not (isinstance(noun, Call) and noun.name in _NOUNS and len(noun.args) == 1 and not noun.kwargs):
        return None
    (kind,) = noun.args
    if not isinstance(kind, Literal):
        return None
    if kind.value == "corner" and relation.name in _AT_CORNER:
        return Call("in_corner")
    return Call("in_room", (kind,)) if kind.value in rooms and relation.name in _WITHIN else None


def _replaced(node: Node, places: Mapping[str, Node]) -> Node:
    """A tree with other nodes for those that are written so."""
    if (place := places.get(str(node))) is not None:
        return place
    if isinstance(node, Call):
        kwargs = tuple((key, _replaced(value, places)) for key, value in node.kwargs)
        return replace(node, args=tuple(_replaced(arg, places) for arg in node.args), kwargs=kwargs)
    if isinstance(node, Listing | Several):
        return replace(node, items=tuple(_replaced(item, places) for item in node.items))
    if isinstance(node, Operation):
        return replace(node, left=_replaced(node.left, places), right=_replaced(node.right, places))
    return node


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
