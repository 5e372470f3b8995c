"""The functions of the language: one row each. Signature, documentation, type check and grammar are read from here."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from situated_qa.errors import ToolError
from situated_qa.situated.language import values

_NAMES = {
    "Things": "things", "View": "a view", "Number": "a number", "Truth": "a yes or no", "Choice": "a name",
    "Names": "names", "Room": "a room", "Way": "a way", "Condition": "a condition", "Order": "a superlative",
    "Unknown": "something unknown", "str": "a text", "int": "a number", "float": "a number", "list": "a list of texts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a function."""

    name: str
    accepts: tuple[type, ...]
    required: bool
    many: bool = False  # takes all further positional arguments
    by_name: bool = False  # must be named: color="red"


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the language."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: tuple[type, ...]
    doc: str  # one line
    example: str
    run: Callable[..., values.Value]

    @property
    def signature(self) -> str:
        """As it is written in the documentation: `the(kind, *conditions, color="")`."""
        parts = []
        for p in self.parameters:
            parts.append(f"*{p.name}" if p.many else p.name if p.required else f"{p.name}=…")
        return f"{self.name}({', '.join(parts)})"

    def bind(self, args: list[Any], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments, checked.

        Raises:
            ToolError: too many, one is missing, unknown, or of the wrong kind; names it and what would be right.
        """
        positional = [p for p in self.parameters if not p.by_name]
        rest = next((p for p in positional if p.many), None)
        plain = [p for p in positional if not p.many]
        if len(args) > len(plain) and rest is None:
            raise ToolError(f"{self.signature}: takes {len(plain)} arguments, got {len(args)}")
        known = {p.name for p in self.parameters if not p.many}
        for name in kwargs:
            if name not in known:
                raise ToolError(f"{self.signature}: no argument {name!r}; arguments: {', '.join(sorted(known))}")
        for parameter, value in zip(plain, args, strict=False):
            if parameter.name in kwargs:
                raise ToolError(f"{self.signature}: {parameter.name!r} is given twice")
            self._check(parameter, value)
        for value in args[len(plain) :]:
            assert rest is not None
            self._check(rest, value)
        for name, value in kwargs.items():
            self._check(next(p for p in self.parameters if p.name == name), value)
        missing = [p.name for p in plain[len(args) :] if p.required and p.name not in kwargs]
        if missing:
            raise ToolError(f"{self.signature}: the argument {missing[0]!r} is missing")
        return args, kwargs

    def _check(self, parameter: Parameter, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, parameter.accepts):
            wanted = " or ".join(dict.fromkeys(_NAMES[kind.__name__] for kind in parameter.accepts))
            got = _NAMES.get(type(value).__name__, type(value).__name__)
            raise ToolError(f"{self.signature}: {parameter.name!r} must be {wanted}, got {got}")


def functions_of(owner: Any) -> dict[str, Function]:
    """Every public method of a class of functions, as rows."""
    rows = {}
    for name, method in inspect.getmembers(owner, inspect.isfunction):
        if name.startswith("_"):
            continue
        lines = inspect.cleandoc(method.__doc__ or "").splitlines()
        example = next((line.removeprefix("Example: ") for line in lines if line.startswith("Example: ")), "")
        hints = typing.get_type_hints(method)
        parameters = tuple(
            Parameter(
                item.name,
                _types(hints[item.name]),
                item.default is inspect.Parameter.empty,
                item.kind is inspect.Parameter.VAR_POSITIONAL,
                item.kind is inspect.Parameter.KEYWORD_ONLY,
            )
            for item in list(inspect.signature(method).parameters.values())[1:]
        )
        rows[name] = Function(name, parameters, _types(hints["return"]), lines[0] if lines else "", example, method)
    return rows


def _types(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(kind for part in typing.get_args(hint) for kind in _types(part) if kind is not type(None))
    origin = typing.get_origin(hint)
    if origin is Literal:
        return (str,)
    if origin is not None:
        return (origin,)
    if hint is float:
        return (float, int)
    return (hint,)
