"""The border between a program and the tools: objects cross as ids, everything else as plain data.

It also keeps the evidence: which objects a program handled, so that an answer can name them.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.scene.relation_names import DIRECTIONS, canonical_relation
from situated_qa.situated import tools as situated_tools
from situated_qa.situated.graph_tools import GRAPH_METHODS

MAX_TEXT = 2_000
MAX_ITEMS = 20_000
MAX_NUMBER = 2**53

_DIRECTED = ("relate", "relate_agent", "query_relation", "query_relation_agent")


class ToolHost:
    """The tools of one scene as a sandbox calls them, for the length of one program."""

    def __init__(self, tools: Any, *, deadline: float = float("inf")) -> None:
        """
        Args:
            tools: `situated.tools.Tools`, bound to a frozen scene.
            deadline: time.monotonic() seconds after which every call fails.
        """
        self._tools = tools
        self._deadline = deadline
        self._objects = {item.id: item for item in tools.scene()}
        self._narrowed: list[int] = []  # what the last tool that returned objects returned
        self._queried: list[int] = []  # objects asked about since
        self._touched: dict[int, None] = {}  # all of these, in order
        self._signatures: dict[str, inspect.Signature] = {}
        self.calls = 0
        self.names: tuple[str, ...] = tuple(situated_tools.TOOL_NAMES)
        self.reference_frame = ""  # whose left and right were used; "" if none
        self._notes_before = len(tools.notes)
        tools.answered = ""  # the tools serve all programs of a question
        self.failure: Exception | None = None  # an error that is no fault of the program's

    def table(self) -> list[list[Any]]:
        """Every object, by columns, which cross in half the time of rows.

        id, category, x, y, z in map (m), room, color, distance (m), clock; as `SceneObject` has them.
        """
        objects = sorted(self._objects.values(), key=lambda o: o.id)
        places = [[float(o.xyz[axis]) for o in objects] for axis in range(3)]
        return [
            [int(o.id) for o in objects],
            [str(o.category) for o in objects],
            *places,
            [str(o.room) for o in objects],
            [str(o.color) for o in objects],
            [float(o.distance) for o in objects],
            [int(o.clock) for o in objects],
        ]

    def stubs(self) -> str:
        """Type declarations of the tools, for the checker."""
        return _stubs(tuple(self._tools.attribute_names))

    def call(self, name: Any = "", args: Any = (), kwargs: Any = None) -> Any:
        """Call a tool with arguments as they crossed the border; the result is ready to cross back.

        Raises:
            ToolError: the call is wrong; the text tells the model how to mend it.
            TimeoutError: the program's time has passed.
        """
        self.calls += 1
        if time.monotonic() > self._deadline:
            raise TimeoutError("the time for this program has passed")
        try:
            return self._call(name, args, kwargs)
        except ToolError:
            raise
        except Exception as error:  # a fault of ours: `Sandbox.run` raises it again outside the sandbox
            self.failure = self.failure or error
            raise

    def _call(self, name: Any, args: Any, kwargs: Any) -> Any:
        tool = self._tool(name)
        if tool is None or not isinstance(args, (list, tuple)) or not isinstance(kwargs, dict):
            raise ToolError(f"there is no tool {name!r:.80}; tools: {', '.join(self.names)}")
        try:
            positional = [self._decode(value) for value in args]
            keywords = {key: self._decode(value) for key, value in kwargs.items()}
        except ToolError:
            raise
        except (TypeError, RecursionError, ValueError):  # unhashable, bottomless or misshapen: the program's fault
            raise ToolError(f"{name}: an argument is no plain data") from None
        signature = self._signatures.get(name)
        if signature is None:
            signature = self._signatures[name] = inspect.signature(tool)
        try:
            signature.bind(*positional, **keywords)
        except TypeError as error:
            raise ToolError(f"{name}{_parameters(signature)}: {error}") from None
        result = tool(*positional, **keywords)
        self._record(name, positional, keywords, result)
        return self._encode(result)

    def _tool(self, name: Any) -> Callable[..., Any] | None:
        """The tool, or the method of `graph()`, of this name; None where there is none."""
        if not isinstance(name, str):
            return None
        if name in self.names and name != "graph":  # the view of the graph lives inside the sandbox
            return getattr(self._tools, name)
        methods = {f"graph.{method}": method for method in GRAPH_METHODS} if "graph" in self.names else {}
        return getattr(self._tools.graph(), methods[name]) if name in methods else None

    def notes(self) -> list[str]:
        """What the tools remarked during this program, such as "couch → sofa"."""
        return list(self._tools.notes[self._notes_before :])

    @property
    def answer(self) -> str:
        """What the program handed to `answer`; "" if it has not."""
        return str(self._tools.answered)

    @property
    def touched(self) -> tuple[int, ...]:
        """Ids of every object that tools returned or were asked about, in order."""
        return tuple(self._touched)

    def evidence(self, printed: Iterable[Any]) -> tuple[int, ...]:
        """Ids of the objects an answer rests on: those printed, else asked about last, else found last."""
        known = [item for item in printed if isinstance(item, int) and item in self._objects]
        return tuple(dict.fromkeys(known or self._queried or self._narrowed))

    def _record(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any) -> None:
        if name == "scene":
            return
        texts = [value for value in (*args, *kwargs.values()) if isinstance(value, (str, list))]
        if name in _DIRECTED and (_names_a_side(texts) or (name.startswith("query") and not texts)):
            self.reference_frame = "viewer" if name.endswith("_agent") else self._tools.reference_frame
        asked = [value.id for value in (*args, *kwargs.values()) if self._is_object(value)]
        if name in ("graph.attrs", "graph.neighbors"):
            asked = sorted(self._tools.last)
        found = [result.id] if self._is_object(result) else []
        if isinstance(result, (set, frozenset, list, tuple)):
            found = sorted(o.id for o in result if self._is_object(o))
            returns_objects = bool(found) or isinstance(result, (set, frozenset))
        else:
            returns_objects = bool(found)
        if returns_objects:
            self._narrowed, self._queried = found, []
        else:
            self._queried += asked
        self._touched.update(dict.fromkeys(asked + found))

    def _is_object(self, value: Any) -> bool:
        return hasattr(value, "category") and getattr(value, "id", None) in self._objects

    def _decode(self, value: Any) -> Any:
        _refuse_oversized(value)
        if isinstance(value, dict):
            if "__object__" in value:
                return self._object(value["__object__"])
            if "__objects__" in value:
                _refuse_oversized(value["__objects__"])
                return {self._object(id) for id in value["__objects__"]}
            if "__set__" in value:
                return set(self._decode(value["__set__"]))
            if "__dict__" in value:
                return {self._decode(key): self._decode(item) for key, item in value["__dict__"]}
            raise ToolError(f"a tool cannot take a {value.get('__other__', 'dict')}; give objects, text or numbers")
        if isinstance(value, (list, tuple)):
            return [self._decode(item) for item in value]
        return value

    def _object(self, id: Any) -> Any:
        try:
            return self._objects[id]
        except (KeyError, TypeError):
            raise ToolError(f"there is no object with id {id!r:.80} in this scene") from None

    def _encode(self, value: Any) -> Any:
        if self._is_object(value):
            return {"__object__": int(value.id)}
        if isinstance(value, (set, frozenset)):
            if all(map(self._is_object, value)):
                return {"__objects__": sorted(int(item.id) for item in value)}
            return {"__set__": [self._encode(item) for item in sorted(value)]}
        if isinstance(value, dict):
            return {"__dict__": [[self._encode(key), self._encode(item)] for key, item in value.items()]}
        if isinstance(value, tuple):
            return tuple(self._encode(item) for item in value)
        if isinstance(value, list):
            return [self._encode(item) for item in value]
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        raise TypeError(f"a tool returned a {type(value).__name__}, which cannot cross into the sandbox")


@functools.lru_cache(maxsize=16)
def _stubs(attribute_names: tuple[str, ...]) -> str:
    """The declarations without a scene's categories: those are a comment, which the checker does not read."""
    return situated_tools.type_stubs(attribute_names=attribute_names)


def _refuse_oversized(value: Any) -> None:
    """Tools run in this process, beyond the interpreter's limits: what no question needs does not reach them."""
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise ToolError(f"a tool takes texts of at most {MAX_TEXT} characters, got one of {len(value)}")
    if isinstance(value, (list, tuple)) and len(value) > MAX_ITEMS:
        raise ToolError(f"a tool takes at most {MAX_ITEMS} things at a time, got {len(value)}")
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise ToolError(f"a tool takes numbers up to {MAX_NUMBER:g}, got one of {value.bit_length()} bits")
    if isinstance(value, float) and math.isfinite(value) and abs(value) > MAX_NUMBER:
        raise ToolError(f"a tool takes numbers up to {MAX_NUMBER:g}, got {value:g}")


def _names_a_side(texts: Iterable[str | list[Any]]) -> bool:
    """Whether one of the relations depends on whose front it is: a direction or an hour."""
    for text in texts:
        for word in [text] if isinstance(text, str) else [item for item in text if isinstance(item, str)]:
            if "clock" in word.lower():  # "o'clock" alone asks for whichever hour it is
                return True
            with contextlib.suppress(ToolError):
                relation = canonical_relation(word)
                if relation.split()[0] in DIRECTIONS or relation.endswith("o'clock"):
                    return True
    return False


def _parameters(signature: inspect.Signature) -> str:
    names = []
    for parameter in signature.parameters.values():
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        names.append(f"{parameter.name}{default}")
    return f"({', '.join(names)})"
