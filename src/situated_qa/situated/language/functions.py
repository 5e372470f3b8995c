"""All functions of the language, one row each, read from the signatures and docstrings of the methods.

Type check, error texts, documentation, grammar and the words of explanations are made from these rows.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from situated_qa.situated.language import values
from situated_qa.situated.language.asks import Asks, Sets
from situated_qa.situated.language.conditions import Conditions
from situated_qa.situated.language.doors import Doors, Ways
from situated_qa.situated.language.each import Each
from situated_qa.situated.language.expression import Call, Listing, Node, Operation, Several, parse_expression
from situated_qa.situated.language.looks import Looks
from situated_qa.situated.language.measures import Measures
from situated_qa.situated.language.nouns import Nouns
from situated_qa.situated.language.rooms import Rooms
from situated_qa.situated.language.spots import Spots
from situated_qa.situated.language.superlatives import Superlatives, Times
from situated_qa.situated.language.views import Views

_NAMES = {
    "Things": "things", "View": "a view", "Number": "a number", "Truth": "a yes or no", "Choice": "a name",
    "Names": "names", "Room": "a room", "Way": "a way", "Condition": "a condition", "Order": "a superlative",
    "Unknown": "something unknown", "str": "a text", "int": "a whole number", "list": "a list of texts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function.

    Attributes:
        accepts: the types of its argument: value types, `str`, `int`, `list` (of texts).
        legal: the only texts or numbers that are allowed; empty: any.
        role: of free text, see `vocabulary`: "noun", "room", "words"; of what is evaluated for each thing, `LATER`.
        many: it takes all further positional arguments.
        by_name: its argument is written with the name: color="red".
    """

    name: str
    accepts: tuple[type, ...]
    legal: tuple[str | int, ...]
    role: str
    required: bool
    many: bool = False
    by_name: bool = False

    @property
    def wanted(self) -> str:
        """What it accepts, in words: "a view or things"."""
        return " or ".join(dict.fromkeys(type_name(kind) for kind in self.accepts))


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the language.

    Attributes:
        returns: the types of its result, without `Unknown` unless it is the only one.
        doc: what it means, one line.
        example: an expression that uses it.
        said: the template by which `said` puts a call into words; "" where code does.
    """

    name: str
    parameters: tuple[Parameter, ...]
    returns: tuple[type, ...]
    doc: str
    example: str
    said: str
    run: Callable[..., values.Value]

    @property
    def places(self) -> tuple[Parameter, ...]:
        """The parameters that are given by position, without the one that takes all further arguments."""
        return tuple(p for p in self.parameters if not p.by_name and not p.many)

    @property
    def rest(self) -> Parameter | None:
        """The parameter that takes all further positional arguments."""
        return next((p for p in self.parameters if p.many), None)

    @property
    def signature(self) -> str:
        """As it is written in the documentation: `the(kind, *conditions, color=…)`."""
        parts = [
            f"*{p.name}" if p.many else f"{p.name}=…" if p.by_name else p.name if p.required else f"[{p.name}]"
            for p in self.parameters
        ]
        return f"{self.name}({', '.join(parts)})"


def type_name(kind: type) -> str:
    """A type of the language in words: "a view"."""
    return _NAMES[kind.__name__]


class Language(
    Nouns, Conditions, Spots, Superlatives, Views, Asks, Looks, Each, Measures, Sets, Doors, Rooms, Ways, Times
):
    """Every function of the language over one frozen scene."""


@lru_cache(maxsize=1)
def functions() -> dict[str, Function]:
    """Every function by its name: each public method, in the order in which the classes define them."""
    found = {name: method for parent in Language.__bases__ for name, method in vars(parent).items()}
    rows = {}
    for name, method in found.items():
        if name.startswith("_") or not inspect.isfunction(method):
            continue
        lines = inspect.cleandoc(method.__doc__ or "").splitlines()
        marked = {mark: text for mark, _, text in (line.partition(": ") for line in lines)}
        hints = typing.get_type_hints(method, include_extras=True)
        returns = tuple(kind for kind in typing.get_args(hints["return"]) or (hints["return"],))
        known = tuple(kind for kind in returns if kind is not values.Unknown) or returns
        signature = list(inspect.signature(method).parameters.values())[1:]
        parameters = tuple(_parameter(item, hints[item.name]) for item in signature)
        rows[name] = Function(name, parameters, known, lines[0], marked["Example"], marked.get("Said", ""), method)
    return rows


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


def _parameter(item: inspect.Parameter, hint: Any) -> Parameter:
    accepts: list[type] = []
    legal: list[str | int] = []
    role = ""
    for kind in _alternatives(hint):
        if typing.get_origin(kind) is Sequence:
            accepts.append(list)
            (kind,) = typing.get_args(kind)
        elif typing.get_origin(kind) not in (typing.Literal, typing.Annotated):
            accepts.append(kind)
            continue
        if values.LATER in typing.get_args(kind):
            _, role, written = typing.get_args(kind)
            accepts += _alternatives(written)
        elif typing.get_origin(kind) is typing.Literal:
            legal += typing.get_args(kind)
            accepts += [] if list in accepts else [type(typing.get_args(kind)[0])]
        else:
            role = typing.get_args(kind)[1]
            accepts += [] if list in accepts else [str]
    return Parameter(
        item.name,
        tuple(accepts),
        tuple(legal),
        role,
        required=item.default is inspect.Parameter.empty and item.kind is not inspect.Parameter.VAR_POSITIONAL,
        many=item.kind is inspect.Parameter.VAR_POSITIONAL,
        by_name=item.kind is inspect.Parameter.KEYWORD_ONLY,
    )


def _alternatives(hint: Any) -> list[Any]:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return [kind for part in typing.get_args(hint) for kind in _alternatives(part) if kind is not type(None)]
    return [hint]
