"""What tools take and give: objects as programs see them, and the checks of arguments.

A wrong argument raises a `ToolError` that says what would be right.
"""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from situated_qa.errors import ToolError


@dataclass(frozen=True, order=True, repr=False)
class SceneObject:
    """One object of the scene as one asker sees it; equal and ordered by id, hashable."""

    id: int
    category: str = field(compare=False)
    xyz: tuple[float, float, float] = field(compare=False)  # center of the box, map frame, m
    room: str = field(default="", compare=False)  # "" where rooms are not known
    color: str = field(default="not known", compare=False)  # its name, or "not known"
    distance: float = field(default=0.0, compare=False)  # from the asker to its surface, m
    clock: int = field(default=12, compare=False)  # 1 … 12: its direction from the asker, 12 straight ahead

    def __repr__(self) -> str:
        """As programs print it, too: "<chair 5, black, 1.2 m, 3 o'clock>"."""
        color = "" if self.color == "not known" else f"{self.color}, "
        return f"<{self.category} {self.id}, {color}{self.distance:.1f} m, {self.clock} o'clock>"


Method = TypeVar("Method", bound=Callable[..., Any])

Objects = Iterable[SceneObject] | SceneObject
"""Tools that take one object take a set of one, too."""
Point = tuple[float, float, float] | list[float]
Place = Objects | Point | str
"""An object, a room's name, a point (x, y, z) in m, or "me"."""
Node = int | Objects
"""An object, or its id."""
Relation = str
AgentRelation = str
EdgeRelation = str
Attribute = str
RoomMeasure = str
Span = str
"""Closed lists of words, which the type stubs spell out (`tools.type_stubs`)."""


def tool_signature(method: Callable[..., Any], *, required: bool = False) -> str:
    """A tool's heading without types: "distance(a, b='me')"; without what may be left out: "distance(a)"."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    shown = [
        p.name if p.default is p.empty else f"{p.name}={p.default!r}"
        for p in parameters
        if p.default is p.empty or not required
    ]
    return f"{method.__name__}({', '.join(shown)})"


def tool(method: Method) -> Method:
    """Make a method a tool: whatever is wrong with a call becomes one ToolError that starts with its signature."""
    signature = inspect.signature(method)
    view = "graph()." if method.__qualname__.startswith("GraphView.") else ""
    heading = view + tool_signature(method)

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError as error:
            raise ToolError(f"{heading}: {error}") from error
        try:
            return method(*bound.args, **bound.kwargs)
        except ToolError as error:
            raise ToolError(f"{heading}: {error}") from error

    return call  # type: ignore[return-value]


def shown(value: Any) -> str:
    """An argument's value, short enough for a message."""
    if isinstance(value, (set, frozenset, list, tuple)):
        return f"a {type(value).__name__} of {len(value)}" if value else f"an empty {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def objects_of(value: Any, name: str, known: dict[int, SceneObject]) -> list[SceneObject]:
    """The objects in an argument that takes a set: any iterable of objects, or a single one. Ordered by id, each once.

    Raises:
        ToolError: something in it is not an object of this scene.
    """
    if isinstance(value, SceneObject):
        value = [value]
    if isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise ToolError(f"{name} must be a set of objects, got {shown(value)}; {_how_to_get(value)}")
    found = {_known(item, name, known).id for item in value}
    return [known[id] for id in sorted(found)]


def one_object(value: Any, name: str, known: dict[int, SceneObject]) -> SceneObject:
    """The object in an argument that takes one; a set of exactly one will do.

    Raises:
        ToolError: it is not an object, or several, or none.
    """
    if isinstance(value, (set, frozenset, list, tuple)):
        if len(value) == 1:
            return _known(next(iter(value)), name, known)
        mend = "nothing was found, check for that first" if not value else "loop over it or take one of them"
        raise ToolError(f"{name} must be one object, got {shown(value)}: {mend}")
    return _known(value, name, known)


def _known(item: Any, name: str, known: dict[int, SceneObject]) -> SceneObject:
    if not isinstance(item, SceneObject):
        raise ToolError(f"{name} must hold objects, got {shown(item)}; {_how_to_get(item)}")
    if item.id not in known:
        raise ToolError(f"{name}: there is no object with id {item.id} in this scene")
    return known[item.id]


def _how_to_get(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"if that is an id, object_of({value}) is the object; else get objects from scene() or filter()"
    word = value if isinstance(value, str) and len(value) <= 40 else "chair"
    return f'get objects from scene() or filter(scene(), "{word}")'


def texts_of(value: Any, name: str, example: str) -> list[str]:
    """A list of words; a single word will do.

    Raises:
        ToolError: it holds something else, or nothing.
    """
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, (list, tuple, set, frozenset)) or not all(isinstance(word, str) for word in words):
        raise ToolError(f"{name} must be a list of texts such as {example}, got {shown(value)}")
    if not words or not all(word.strip() for word in words):
        raise ToolError(f"{name} must not be empty, e.g. {example}")
    return sorted(words) if isinstance(words, (set, frozenset)) else list(words)


def one_of(value: Any, name: str, legal: Sequence[str]) -> str:
    """A word from a closed list, in any case.

    Raises:
        ToolError: another word; names the nearest and all legal ones.
    """
    word = " ".join(value.lower().replace("_", " ").split()) if isinstance(value, str) else ""
    if word in legal:
        return word
    raise ToolError(f"{name}={shown(value)} is not known{nearest(word, legal)} legal: {', '.join(legal)}")


def nearest(word: str, legal: Sequence[str]) -> str:
    """The legal word that a word is nearly spelt like, as a question; ";" where none is."""
    close = difflib.get_close_matches(word, legal, n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ";"
