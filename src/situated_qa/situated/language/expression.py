"""Expressions: Python syntax, calls of known functions only. Read, checked against the signatures, written canonically.

    count(every("pillow", on(the("couch", left(me)))))

An expression is data: it is parsed to an abstract syntax tree and walked; no part of it is handed to Python.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from situated_qa.errors import ToolError

MAX_CHARACTERS = 2_000
MAX_DEPTH = 24
MAX_NODES = 200
_COMPARE = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!="}
_ARITHMETIC = {ast.Sub: "-", ast.Add: "+"}


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    name: str
    args: tuple[Node, ...] = ()
    kwargs: tuple[tuple[str, Node], ...] = ()

    def __str__(self) -> str:
        written = [str(arg) for arg in self.args] + [f"{key}={value}" for key, value in self.kwargs]
        return f"{self.name}({', '.join(written)})"


@dataclass(frozen=True, slots=True)
class Name:
    """A value that has a name: me, it."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Literal:
    """A text or a number."""

    value: str | int | float

    def __str__(self) -> str:
        if isinstance(self.value, str):
            return '"' + self.value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return repr(self.value)


@dataclass(frozen=True, slots=True)
class Listing:
    """Options: ["left", "right"]."""

    items: tuple[Node, ...]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class Operation:
    """A comparison or a sum of two numbers."""

    operator: str
    left: Node
    right: Node

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Several:
    """Questions asked at once."""

    items: tuple[Node, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))


Node = Call | Name | Literal | Listing | Operation | Several


def parse_expression(text: str) -> Node:
    """The tree of an expression; `str` of it is the canonical form.

    Raises:
        ToolError: it is no expression of this language; names the part.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolError(f"the expression has {len(text)} characters; the most is {MAX_CHARACTERS}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ToolError(f"not an expression in Python syntax: {getattr(error, 'msg', error)}") from error
    if sum(1 for _ in ast.walk(tree)) > 4 * MAX_NODES:
        raise ToolError(f"the expression is too long: at most {MAX_NODES} parts")
    return _node(tree.body, 1)


def _node(item: ast.expr, depth: int) -> Node:
    if depth > MAX_DEPTH:
        raise ToolError(f"the expression nests deeper than {MAX_DEPTH}")
    below = depth + 1
    if isinstance(item, ast.Call) and isinstance(item.func, ast.Name):
        if any(keyword.arg is None for keyword in item.keywords):
            raise ToolError(f"{item.func.id}: ** is not part of the language")
        kwargs = tuple((str(keyword.arg), _node(keyword.value, below)) for keyword in item.keywords)
        return Call(
            item.func.id, tuple(_node(arg, below) for arg in item.args), tuple(sorted(kwargs, key=lambda item: item[0]))
        )
    if isinstance(item, ast.Name):
        return Name(item.id)
    if isinstance(item, ast.Constant) and type(item.value) in (str, int, float):
        return Literal(item.value)
    if isinstance(item, ast.UnaryOp) and isinstance(item.op, ast.USub) and isinstance(item.operand, ast.Constant):
        if type(item.operand.value) in (int, float):
            return Literal(-item.operand.value)
    if isinstance(item, ast.List):
        return Listing(tuple(_node(part, below) for part in item.elts))
    if isinstance(item, ast.Tuple) and depth == 1 and item.elts:
        return Several(tuple(_node(part, below) for part in item.elts))
    if isinstance(item, ast.Compare) and len(item.ops) == 1 and type(item.ops[0]) in _COMPARE:
        operator = _COMPARE[type(item.ops[0])]
        return Operation(operator, _node(item.left, below), _node(item.comparators[0], below))
    if isinstance(item, ast.BinOp) and type(item.op) in _ARITHMETIC:
        return Operation(_ARITHMETIC[type(item.op)], _node(item.left, below), _node(item.right, below))
    raise ToolError(f"{ast.unparse(item)[:80]!r} is not part of the language: write calls of its functions")
