"""An expression in English, so that a person sees what was understood: "how many chairs are on your left".

The asker is "you". `said_functions` holds one phrase for each function.
"""

from __future__ import annotations

from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Name,
    Node,
    Operation,
    Several,
)
from situated_qa.situated.language.functions import canonical
from situated_qa.situated.language.phrases import listed
from situated_qa.situated.language.said_functions import Arguments, number_of, phrases

_COMPARED = {">": "more than", ">=": "at least", "<": "less than", "<=": "at most",
             "==": "equal to", "!=": "not equal to"}  # fmt: skip


def said(expression: str) -> str:
    """The question that an expression asks, without a capital and without a question mark.

    Args:
        expression: one that `check` accepts.

    Raises:
        ToolError: it is not an expression.
    """
    tree = canonical(expression)
    return (
        listed([_question(part).rstrip(",") for part in tree.items])
        if isinstance(tree, Several)
        else _question(tree).rstrip(",")
    )


_NOT_IN_MAP = "not_in_map"


def asked_back(*expressions: str) -> str:
    """The question back: "Do you want to know how many chairs are on your left, or whether the door is open?".

    Args:
        expressions: the readings of a question, the likeliest first; ones that `check` accepts.

    Raises:
        ToolError: one is not an expression.
    """
    readings = ", or ".join(dict.fromkeys(map(said, expressions)))
    if all(expression.startswith(f"{_NOT_IN_MAP}(") for expression in expressions):  # nobody wants to know that
        return f"I took it for a question about {readings}."
    return f"Do you want to know {readings}?"


def _question(tree: Node) -> str:
    """What is asked: a comparison or a thing alone is asked as a question, too."""
    if isinstance(tree, Operation) and tree.operator in _COMPARED:
        return f"whether {_said(tree)}"
    return _said(tree)


def _said(node: Node) -> str:
    if isinstance(node, Call):
        return phrases()[node.name](Arguments(node, _said))
    if isinstance(node, Name):
        return {"me": "you", "it": "it", "them": "them"}[node.name]
    if isinstance(node, Literal):
        return str(node.value)
    if isinstance(node, Listing):
        return " or ".join(_said(item) for item in node.items)
    if isinstance(node, Operation):
        joined = {"+": "plus", "-": "minus"}.get(node.operator) or f"is {_COMPARED[node.operator]}"
        return f"{number_of(node.left, _said)} {joined} {number_of(node.right, _said)}"
    raise TypeError(f"{node} is several questions; only a whole expression may be")
