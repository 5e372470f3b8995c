"""All functions of the language, and the canonical form of their calls."""

from __future__ import annotations

from functools import lru_cache

from situated_qa.situated.language.asks import Asks, Sets
from situated_qa.situated.language.conditions import Conditions
from situated_qa.situated.language.expression import Call, Listing, Node, Operation, Several, parse_expression
from situated_qa.situated.language.looks import Looks
from situated_qa.situated.language.measures import Measures, Ways
from situated_qa.situated.language.nouns import Nouns
from situated_qa.situated.language.registry import Function, functions_of
from situated_qa.situated.language.rooms import Rooms
from situated_qa.situated.language.superlatives import Superlatives, Times
from situated_qa.situated.language.views import Views


class Language(Nouns, Conditions, Superlatives, Views, Asks, Looks, Measures, Sets, Rooms, Ways, Times):
    """Every function of the language over one frozen scene."""


@lru_cache(maxsize=1)
def functions() -> dict[str, Function]:
    """Every function by its name."""
    return functions_of(Language)


def canonical(text: str) -> Node:
    """The tree of an expression in the one form that the grammar allows; `str` of it writes that.

    Arguments stand by position where they can, and names in the order of the signature. Calls of unknown functions stay
    as they are.

    Raises:
        ToolError: the text is not an expression.
    """
    return _in_order(parse_expression(text))


def _in_order(tree: Node) -> Node:
    if isinstance(tree, Call):
        args = [_in_order(arg) for arg in tree.args]
        kwargs = {key: _in_order(value) for key, value in tree.kwargs}
        function = functions().get(tree.name)
        if function is None or len(kwargs) < len(tree.kwargs):  # not for us to mend: the checker tells
            return Call(tree.name, tuple(args), tree.kwargs)
        for parameter in function.places[len(args) :]:
            if parameter.name not in kwargs:
                break
            args.append(kwargs.pop(parameter.name))
        order = [p.name for p in function.parameters]
        rank = {name: order.index(name) if name in order else len(order) for name in kwargs}
        return Call(tree.name, tuple(args), tuple(sorted(kwargs.items(), key=lambda item: rank[item[0]])))
    if isinstance(tree, Operation):
        return Operation(tree.operator, _in_order(tree.left), _in_order(tree.right))
    if isinstance(tree, (Listing, Several)):
        return type(tree)(tuple(map(_in_order, tree.items)))
    return tree
