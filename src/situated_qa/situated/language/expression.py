"""Expressions: Python syntax, calls of known functions only. Read, checked against the signatures, written canonically.

    count(every("pillow", on(the("couch", left(me)))))

An expression is data: it is parsed to an abstract syntax tree and walked; no part of it is handed to Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from situated_qa.errors import ToolError

MAX_CHARACTERS = 2_000
MAX_DEPTH = 24
MAX_NODES = 200
_COMPARE = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!="}
_ARITHMETIC = {ast.Sub: "-", ast.Add: "+"}
_SUMS = tuple(_ARITHMETIC.values())


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
        right = f"({self.right})" if self.operator in _SUMS and isinstance(self.right, Operation) else self.right
        return f"{self.left} {self.operator} {right}"


@dataclass(frozen=True, slots=True)
class Several:
    """Questions asked at once."""

    items: tuple[Node, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))


Node = Call | Name | Literal | Listing | Operation | Several


def walk(node: Node) -> Iterator[Node]:
    """The node and all within it, outermost first."""
    yield node
    for child in _children(node):
        yield from walk(child)


def pronouns(node: Node) -> Iterator[str]:
    """Every "it" and "them" that means what was said before; in `such` and `each` "it" is one thing after another."""
    if isinstance(node, Name) and node.name in ("it", "them"):
        yield node.name
    children = _children(node)
    if isinstance(node, Call) and node.name in ("such", "each"):
        children = children[:-1]
    for child in children:
        yield from pronouns(child)


def _children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Call):
        return (*node.args, *(value for _, value in node.kwargs))
    if isinstance(node, Listing | Several):
        return tuple(node.items)
    return (node.left, node.right) if isinstance(node, Operation) else ()


def parse_expression(text: str) -> Node:
    """The tree of an expression; `str` of it is the canonical form.

    Raises:
        ToolError: it is not an expression of this language; names the part.
    """
    if len(text) > MAX_CHARACTERS:
        raise ToolError(f"the expression has {len(text)} characters; the most is {MAX_CHARACTERS}")
    text = text.strip()
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ToolError(f"not an expression in Python syntax: {getattr(error, 'msg', error)}") from error
    if sum(1 for _ in ast.walk(tree)) > 4 * MAX_NODES:
        raise ToolError(f"the expression is too long: at most {MAX_NODES} parts")
    return _Reader(text).node(tree.body)


class _Reader:
    """Turns Python's tree into ours."""

    def __init__(self, text: str) -> None:
        self._text = text

    def node(self, item: ast.expr, depth: int = 1) -> Node:
        if depth > MAX_DEPTH:
            raise ToolError(f"the expression nests deeper than {MAX_DEPTH}")
        if isinstance(item, ast.Call) and isinstance(item.func, ast.Name):
            return self._call(item, item.func.id, depth + 1)
        if isinstance(item, ast.Name):
            return Name(item.id)
        if isinstance(item, ast.Constant) and not isinstance(item.value, bool):
            if isinstance(item.value, (str, int, float)):
                return Literal(item.value)
        elif isinstance(item, ast.UnaryOp) and isinstance(item.op, ast.USub) and isinstance(item.operand, ast.Constant):
            number = item.operand.value
            if isinstance(number, (int, float)) and not isinstance(number, bool):
                return Literal(-number)
        elif isinstance(item, ast.List):
            return Listing(tuple(self.node(part, depth + 1) for part in item.elts))
        elif isinstance(item, ast.Tuple) and depth == 1 and item.elts:
            return Several(tuple(self.node(part, depth + 1) for part in item.elts))
        elif isinstance(item, ast.Compare) and len(item.ops) == 1 and type(item.ops[0]) in _COMPARE:
            sides = self.node(item.left, depth + 1), self.node(item.comparators[0], depth + 1)
            return Operation(_COMPARE[type(item.ops[0])], *sides)
        elif isinstance(item, ast.BinOp) and type(item.op) in _ARITHMETIC:
            sides = self.node(item.left, depth + 1), self.node(item.right, depth + 1)
            return Operation(_ARITHMETIC[type(item.op)], *sides)
        raise ToolError(f"{self._shown(item)} is not part of the language: write calls of its functions")

    def _call(self, item: ast.Call, name: str, depth: int) -> Call:
        for part in (*item.args, *item.keywords):
            if isinstance(part, ast.Starred) or isinstance(part, ast.keyword) and part.arg is None:
                raise ToolError(f"{name}: * and ** are not part of the language; write each argument")
        kwargs = tuple((str(keyword.arg), self.node(keyword.value, depth)) for keyword in item.keywords)
        return Call(name, tuple(self.node(arg, depth) for arg in item.args), kwargs)

    def _shown(self, item: ast.expr) -> str:
        return repr((ast.get_source_segment(self._text, item) or "")[:80])
