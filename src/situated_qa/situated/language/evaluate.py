"""From an expression to its value, in one frozen scene."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.situated.language.asks import Asks
from situated_qa.situated.language.conditions import Conditions
from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Name,
    Node,
    Operation,
    Several,
    parse_expression,
)
from situated_qa.situated.language.nouns import Nouns
from situated_qa.situated.language.registry import Function, functions_of
from situated_qa.situated.language.rooms import Rooms
from situated_qa.situated.language.sets import Sets
from situated_qa.situated.language.values import Number, Things, Truth, Unknown, Value, View
from situated_qa.situated.language.views import Views
from situated_qa.situated.scene import SituatedScene


class Language(Nouns, Conditions, Views, Asks, Sets, Rooms):
    """Every function of the language over one frozen scene."""


@dataclass(frozen=True, slots=True)
class Result:
    """What an expression means in a scene."""

    values: tuple[Value, ...]  # one of each question in it
    expression: str  # its canonical form
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def functions() -> dict[str, Function]:
    """Every function by its name."""
    return functions_of(Language)


def evaluate(
    text: str, scene: SituatedScene, *, said_before: Sequence[Things] = (), deadline: float | None = None
) -> Result:
    """The value of an expression.

    Args:
        said_before: what the earlier answers of this conversation were about, the latest first.
        deadline: `time.monotonic()` seconds after which no further function is called.

    Raises:
        ToolError: it is no expression, or a function was called wrongly; the text is written for who has to mend it.
    """
    tree = parse_expression(text)
    language = Language(scene, said_before)
    walker = _Walker(language, deadline)
    parts = tree.items if isinstance(tree, Several) else (tree,)
    return Result(tuple(walker.value(part) for part in parts), str(tree), tuple(language.notes))


class _Walker:
    def __init__(self, language: Language, deadline: float | None) -> None:
        self._language, self._deadline = language, deadline

    def value(self, node: Node) -> Any:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise ToolError("the time for this expression is over")
        if isinstance(node, Literal):
            return node.value
        if isinstance(node, Name):
            return self._named(node.name)
        if isinstance(node, Listing):
            return [self.value(item) for item in node.items]
        if isinstance(node, Operation):
            return self._operation(node)
        if isinstance(node, Several):
            raise ToolError("several questions stand side by side at the top of an expression only")
        return self._call(node)

    def _named(self, name: str) -> View | Things:
        if name == "me":
            return self._language.me
        if name in ("it", "them"):
            return self._language.it
        if name in functions():
            raise ToolError(f"{name} is a function: write {functions()[name].signature}")
        raise ToolError(f"{name!r} is not known; names: me, it, them; texts stand in quotes")

    def _call(self, node: Call) -> Any:
        function = functions().get(node.name)
        if function is None:
            raise ToolError(f"no function {node.name!r}; functions: {', '.join(sorted(functions()))}")
        args = [self.value(arg) for arg in node.args]
        kwargs = {key: self.value(value) for key, value in node.kwargs}
        lacking = next((v for v in (*args, *kwargs.values()) if isinstance(v, Unknown)), None)
        if lacking is not None:
            return lacking
        args, kwargs = function.bind(args, kwargs)
        return function.run(self._language, *args, **kwargs)

    def _operation(self, node: Operation) -> Any:
        sides = [self.value(node.left), self.value(node.right)]
        lacking = next((v for v in sides if isinstance(v, Unknown)), None)
        if lacking is not None:
            return lacking
        numbers = [
            v if isinstance(v, Number) else Number(float(v)) if isinstance(v, (int, float)) else None for v in sides
        ]
        a, b = numbers
        if a is None or b is None:
            raise ToolError(f'{node.operator} compares numbers, e.g. count(every("chair")) {node.operator} 2')
        if a.unit and b.unit and a.unit != b.unit:
            raise ToolError(f"{node.operator}: one side is in {a.unit}, the other in {b.unit}")
        ids = tuple(dict.fromkeys((*a.ids, *b.ids)))
        if node.operator in "+-":
            total = a.value + b.value if node.operator == "+" else a.value - b.value
            return Number(total, a.unit or b.unit, ids, "sum" if node.operator == "+" else "difference")
        holds = {
            ">": a.value > b.value, ">=": a.value >= b.value, "<": a.value < b.value, "<=": a.value <= b.value,
            "==": a.value == b.value, "!=": a.value != b.value,
        }[node.operator]  # fmt: skip
        return Truth(holds, ids, f"{a.value:g} against {b.value:g}{(' ' + a.unit) if a.unit else ''}")
