"""The subject of a question: the referent of "it" or "them" in the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from situated_qa.situated.language.expression import Call, Node, Operation
from situated_qa.situated.language.values import Condition, Order, Things, View


def subject(node: Node, value_of: Callable[[Node], Any]) -> Things | None:
    """What an expression is about: the things that it means, else the first things that something is said of.

    `side(the("lamp"), me)` and `distance(the("lamp"), the("bed"))` are about the lamp, `count(every("chair")) > 2`
    about all chairs, `which(closest(me), the("bed"), the("desk"))` about the winner. What only a condition, a
    superlative or a viewpoint refers to is not what a question is about.

    Args:
        value_of: the value of a part of the expression.

    Returns:
        None where the expression is about no things: rooms, what no map can tell.
    """
    value = value_of(node)
    if isinstance(value, Things):
        return value
    if isinstance(value, Condition | Order | View):
        return None
    parts = node.args if isinstance(node, Call) else (node.left, node.right) if isinstance(node, Operation) else ()
    found = (subject(part, value_of) for part in parts)
    return next((things for things in found if things is not None), None)
