"""The border between a program and the tools: objects cross as ids, everything else as plain data.

It also keeps the evidence: which objects a program handled, so that an answer can name them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.reasoning.prelude import MAX_BITS, MAX_ITEMS, MAX_TEXT, REPORT
from situated_qa.situated import tools as situated_tools
from situated_qa.situated.graph_tools import GRAPH_METHODS

MAX_NUMBER = 2**MAX_BITS


class _Late(TimeoutError):
    """The program's time has passed; no fault of a tool's."""


class ToolHost:
    """The tools of one scene as a sandbox calls them, for the length of one program."""

    def __init__(self, tools: Any) -> None:
        """
        Args:
            tools: `situated.tools.Tools`, bound to a frozen scene.
        """
        self._tools = tools
        self.deadline = float("inf")  # time.monotonic() seconds after which every call fails
        self._busy_s, self._busy_since = 0.0, 0.0  # since: when the call began that runs now; 0 for none
        self._printed: list[int] = []  # ids of the objects that were printed
        self._left = 0  # things that the call being decoded may still hold
        self._objects = {item.id: item for item in tools.scene()}
        self._narrowed: list[int] = []  # what the last tool that returned objects returned
        self._queried: list[int] = []  # objects asked about since
        self.calls = 0
        self.names: tuple[str, ...] = tuple(situated_tools.TOOL_NAMES)
        tools.answered, tools.frame_used = "", ""  # the tools serve all programs of a question
        self.failure: Exception | None = None  # an error that the program did not cause

    def table(self) -> list[list[Any]]:
        """Every object, by columns, which cross in half the time of rows.

        id, category, x, y, z in map (m), room, color, distance (m), clock; as `SceneObject` has them.
        """
        rows = [
            (int(o.id), str(o.category), *map(float, o.xyz), str(o.room), str(o.color), float(o.distance), int(o.clock))
            for o in sorted(self._objects.values(), key=lambda o: o.id)
        ]
        return [list(column) for column in zip(*rows, strict=True)]

    def call(self, name: Any = "", args: Any = (), kwargs: Any = None) -> Any:
        """Call a tool with arguments as they crossed the border; the result is ready to cross back.

        Raises:
            ToolError: the call is wrong; the text tells the model how to mend it.
            TimeoutError: the program's time has passed.
        """
        if name == REPORT:
            self._printed = [id for id in args if type(id) is int]
            return None
        self.calls += 1
        if time.monotonic() > self.deadline:
            raise _Late("the time for this program has passed")
        try:
            positional, keywords = self._arguments(name, args, kwargs)
            self._busy_since = time.monotonic()
            return self._call(name, positional, keywords)
        except (ToolError, _Late):
            raise
        except Exception as error:  # a fault of ours: `Sandbox.run` raises it again outside the sandbox
            self.failure = self.failure or error
            raise
        finally:
            self._busy_s, self._busy_since = self.seconds(), 0.0

    def seconds(self) -> float:
        """Time spent in tools so far, s: ours, not the program's. May be asked from another thread."""
        since = self._busy_since
        return self._busy_s + (time.monotonic() - since if since else 0.0)

    def _arguments(self, name: Any, args: Any, kwargs: Any) -> tuple[list[Any], dict[str, Any]]:
        if self._tool(name) is None or not isinstance(args, (list, tuple)) or not isinstance(kwargs, dict):
            raise ToolError(f"there is no tool {_shown(name)}; tools: {', '.join(self.names)}")
        self._left = MAX_ITEMS
        try:
            return [self._decode(value) for value in args], {key: self._decode(item) for key, item in kwargs.items()}
        except (ToolError, _Late):
            raise
        except (TypeError, RecursionError, ValueError):  # unhashable, bottomless or misshapen: the program's fault
            raise ToolError(f"{name}: an argument is not plain data") from None

    def _call(self, name: str, positional: list[Any], keywords: dict[str, Any]) -> Any:
        tool = self._tool(name)
        assert tool is not None
        self._tools.deadline = self.deadline
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

    def evidence(self) -> tuple[int, ...]:
        """Ids of the objects an answer rests on: those printed, else asked about last, else found last."""
        known = [id for id in self._printed if id in self._objects]
        return tuple(dict.fromkeys(known or self._queried or self._narrowed))

    def _record(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any) -> None:
        if name == "scene":
            return
        asked = [value.id for value in (*args, *kwargs.values()) if self._is_object(value)]
        if name in ("ask", "graph.attrs", "graph.neighbors"):
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

    def _is_object(self, value: Any) -> bool:
        return hasattr(value, "category") and getattr(value, "id", None) in self._objects

    def _decode(self, value: Any) -> Any:
        """An argument as the tools take it; a list that occurs in many places counts at each of them."""
        self._count(value)
        if isinstance(value, dict):
            if "__object__" in value:
                return self._object(value["__object__"])
            if "__objects__" in value:
                self._count(value["__objects__"])
                self._left -= len(value["__objects__"])
                return {self._object(id) for id in value["__objects__"]}
            if "__set__" in value:
                return set(self._decode(value["__set__"]))
            if "__dict__" in value:
                self._count(value["__dict__"])
                return {self._decode(key): self._decode(item) for key, item in value["__dict__"]}
            other = str(value.get("__other__", "dict"))[:80]
            raise ToolError(f"a tool cannot take a {other}; give objects, text or numbers")
        if isinstance(value, (list, tuple)):
            return [self._decode(item) for item in value]
        return value

    def _count(self, value: Any) -> None:
        """Tools run in this process, beyond the interpreter's limits: what no question needs does not reach them."""
        if isinstance(value, str):
            if len(value) > MAX_TEXT:
                raise ToolError(f"a tool takes texts of at most {MAX_TEXT} characters, got one of {len(value)}")
            self._left -= len(value) // 10
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise ToolError(f"a tool takes numbers up to {MAX_NUMBER:.5g}, got one of {value.bit_length()} bits")
        if isinstance(value, float) and math.isfinite(value) and abs(value) > MAX_NUMBER:
            raise ToolError(f"a tool takes numbers up to {MAX_NUMBER:.5g}, got {value:g}")
        self._left -= 1
        if self._left < (len(value) if isinstance(value, (list, tuple)) else 0):
            raise ToolError(f"a tool takes at most {MAX_ITEMS} things at a time, got more")
        if self._left % 256 == 0 and time.monotonic() > self.deadline:
            raise _Late("the time for this program has passed")

    def _object(self, id: Any) -> Any:
        if type(id) is int and id in self._objects:  # anything else may take very long to hash
            return self._objects[id]
        raise ToolError(f"there is no object with id {_shown(id)} in this scene")

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


def _shown(value: Any) -> str:
    """A value for an error; of what may be huge or shared without end, only its type."""
    if isinstance(value, str):
        return repr(value[:80])
    if type(value) is int and abs(value) < 10**9:
        return str(value)
    return f"a {type(value).__name__}"
