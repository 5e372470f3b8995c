"""The canonical form of an expression: one way of writing each call, the one that the grammar allows."""

from __future__ import annotations

from collections.abc import Mapping

from situated_qa.situated.language.expression import Call, Listing, Node, Operation, Several
from situated_qa.situated.language.registry import Function


def canonical(tree: Node, functions: Mapping[str, Function]) -> Node:
    """The same expression with arguments by position where they can be, and names in the order of the signature.

    Calls of unknown functions stay as they are.
    """
    if isinstance(tree, Call):
        args = [canonical(arg, functions) for arg in tree.args]
        kwargs = {key: canonical(value, functions) for key, value in tree.kwargs}
        function = functions.get(tree.name)
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
        return Operation(tree.operator, canonical(tree.left, functions), canonical(tree.right, functions))
    if isinstance(tree, (Listing, Several)):
        return type(tree)(tuple(canonical(item, functions) for item in tree.items))
    return tree
