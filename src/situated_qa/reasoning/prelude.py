"""What every program finds defined when it starts: objects, tools, and builtins that may call tools.

The interpreter cannot pause for the host inside its own `sorted`, `min`, `max` and `map`, so the prelude defines them
in Python, where the key is evaluated in an ordinary loop; `rewriting` turns `.sort(key=…)` into the prelude's.
Objects cross the border as their ids. `filter` is the tool's, unless its first argument is a function.

All of it lives in the closures of one function that is deleted before the program starts: a program may take every name
there is, and reaches neither the way to the host nor the functions that prepare what crosses.
"""

from __future__ import annotations

from collections.abc import Iterable

MAX_TEXT = 2_000
"""Characters of the longest text that a tool takes."""
MAX_ITEMS = 20_000
"""Things, in lists in lists too, that one call of a tool takes; ten characters of text count as one."""
MAX_BITS = 53
"""Bits of the largest whole number that a tool takes."""

# The captured builtins are parameters, so that a program that calls its variables `list` changes nothing here.
# `__hash__` and `__eq__` make sets of objects work; the interpreter ignores `__lt__`, so `_rank` orders by id.
_OBJECTS = """
def _make(_table, _list, _tuple, _set, _frozenset, _dict, _bool, _int, _float, _str, _len, _isinstance, _range, _zip,
          _type, _hash, _sorted, _min, _max, _next, _print, _exit):
    from {channel} import call as _host

    class SceneObject:
        def __init__(self, id, category, xyz, room, color, distance, clock):
            self.id = id
            self.category = category
            self.xyz = xyz
            self.room = room
            self.color = color
            self.distance = distance
            self.clock = clock
        def __hash__(self):
            return _hash(self.id)
        def __eq__(self, other):
            return _isinstance(other, SceneObject) and self.id == other.id
        def __repr__(self):
            color = "" if self.color == "not known" else f"{{self.color}}, "
            return f"<{{self.category}} {{self.id}}, {{color}}{{self.distance:.1f}} m, {{self.clock}} o'clock>"

    _objects = {{
        i: SceneObject(i, name, (x, y, z), room, color, away, clock)
        for i, name, x, y, z, room, color, away, clock in _zip(*_table)
    }}
    _printed = []

    def _id(thing):
        id = thing.id
        if _type(id) is not _int or id not in _objects:
            shown = id if _type(id) is _int and -10**9 < id < 10**9 else _type(id)
            raise ValueError(f"there is no object with id {{shown}} in this scene")
        return id

    def _out(value):
        kind = _type(value)
        if value is None or kind is _bool or kind is _int or kind is _float or kind is _str:
            return value
        if _isinstance(value, SceneObject):
            return {{"__object__": _id(value)}}
        if _isinstance(value, (_list, _tuple)):
            return [_out(item) for item in value]
        if _isinstance(value, (_set, _frozenset)):
            ids = [_id(item) for item in value if _isinstance(item, SceneObject)]
            return {{"__objects__": ids}} if _len(ids) == _len(value) else {{"__set__": [_out(item) for item in value]}}
        if _isinstance(value, _dict):
            return {{"__dict__": [[_out(key), _out(item)] for key, item in value.items()]}}
        return {{"__other__": _str(kind)[:80]}}

    def _in(value):
        if _isinstance(value, _dict):
            if "__object__" in value:
                return _objects[value["__object__"]]
            if "__objects__" in value:
                return {{_objects[id] for id in value["__objects__"]}}
            if "__set__" in value:
                return {{_in(item) for item in value["__set__"]}}
            return {{_in(pair[0]): _in(pair[1]) for pair in value["__dict__"]}}
        if _isinstance(value, _list):
            return [_in(item) for item in value]
        if _isinstance(value, _tuple):
            return _tuple([_in(item) for item in value])
        return value

    def _call(name, args, kwargs):
        return _in(_host(name, _out(args), {{key: _out(item) for key, item in kwargs.items()}}))

    def _report():
        if _printed:
            _host("{report}", _printed)
"""

_BUILTINS = """
    def _rank(value):
        if _isinstance(value, SceneObject):
            return value.id
        if _isinstance(value, _tuple):
            return _tuple([_rank(item) for item in value])
        if _isinstance(value, _list):
            return [_rank(item) for item in value]
        return value

    def sorted(iterable, /, *, key=None, reverse=False):
        items = _list(iterable)
        ranks = [_rank(item if key is None else key(item)) for item in items]
        order = _sorted(_range(_len(items)), key=lambda index: ranks[index], reverse=reverse)
        return [items[index] for index in order]

    def _sort(items, /, *, key=None, reverse=False):
        items[:] = sorted(items, key=key, reverse=reverse)

    def _extreme(pick, name, args, key, default):
        items = _list(args[0]) if _len(args) == 1 else _list(args)
        if not items:
            if default:
                return default[0]
            raise ValueError(f"{name}() arg is an empty sequence")
        ranks = [_rank(item if key is None else key(item)) for item in items]
        return items[ranks.index(pick(ranks))]

    def min(*args, key=None, **default):
        return _extreme(_min, "min", args, key, _list(default.values()))

    def max(*args, key=None, **default):
        return _extreme(_max, "max", args, key, _list(default.values()))

    def map(function, *iterables):
        return [function(*items) for items in _zip(*iterables)]

    def next(iterator, *default):
        if not _isinstance(iterator, _list):
            return _next(iterator, *default)
        if not iterator and not default:
            raise StopIteration
        return iterator[0] if iterator else default[0]

    def _note(value, depth):
        if _isinstance(value, SceneObject):
            if _type(value.id) is _int and value.id in _objects:
                _printed.append(value.id)
        elif _isinstance(value, _dict):
            for key, item in value.items() if depth < 4 else ():
                _note(key, depth + 1)
                _note(item, depth + 1)
        elif depth < 4 and _isinstance(value, (_list, _tuple, _set, _frozenset)):
            for item in value:
                _note(item, depth + 1)

    def print(*values, sep=" ", end="\\n", file=None, flush=False):
        if _len(_printed) < 1000:
            _note(values, 0)
        _print(*values, sep=sep, end=end)
"""

# The interpreter takes the variable of a comprehension outside any function for its own builtin of that name, as in
# `[object.category for object in chairs]`; not so once the name is a global.
_AS_GLOBALS = """
{0} = {0}
""".format(
    "abs, all, any, bin, bool, bytes, chr, dict, divmod, enumerate, float, format, frozenset, getattr, hasattr, hash, "
    "hex, id, int, isinstance, iter, len, list, object, oct, open, ord, pow, property, range, repr, reversed, round, "
    "set, slice, str, sum, tuple, type, zip"
)

_FILTER = """
    def filter(*args, **kwargs):
        data = (_list, _tuple, _set, _frozenset, _dict, _str, _int, _float, SceneObject)
        if _len(args) == 2 and not kwargs and not _isinstance(args[0], data):
            return [item for item in args[1] if (item if args[0] is None else args[0](item))]
        return _call("filter", args, kwargs)
"""

_TOOL = """
    def {name}(*args, **kwargs):
        return _call("{name}", args, kwargs)
"""

_GRAPH = """
    class GraphView:
        def __init__(self):
            self.nodes = _list(_objects)
        def attrs(self, *args, **kwargs):
            return _call("graph.attrs", args, kwargs)
        def neighbors(self, *args, **kwargs):
            return _call("graph.neighbors", args, kwargs)
        def edges(self, *args, **kwargs):
            return _call("graph.edges", args, kwargs)
        def __repr__(self):
            return f"<graph of {_len(self.nodes)} objects>"

    _graph = GraphView()

    def graph():
        return _graph
"""

# No `except Exception` of the program's holds a SystemExit up; the host keeps the answer if a bare one does.
_ANSWER = """
    def _in_words(value):
        if _isinstance(value, (_list, _tuple, _set, _frozenset)):
            return ", ".join([_in_words(item) for item in value])
        return value.category if _isinstance(value, SceneObject) else _str(value)

    def answer(text):
        _note(text, 0)
        text = _in_words(text)
        _call("answer", [text], {})
        _print(text)
        _report()
        raise _exit
"""

_MADE = "SceneObject, sorted, min, max, map, next, print"

_TAKEN = """
    return {made}, _sort, _report

{made}, {private}_sort, {private}_report = _make(_table, list, tuple, set, frozenset, dict, bool, int, float, str, len,
    isinstance, range, zip, type, hash, sorted, min, max, next, print, SystemExit)
ObjectAttribute = SceneObject
_make = _table = None
"""

REPORT = "what was printed"
"""What the prelude calls in the host, with the ids of the objects that were printed; no tool has such a name."""

LOOSE_STUBS = """
from typing import Any as _Any
def map(function: _Any, *iterables: _Any) -> list[_Any]: ...
def sorted(iterable: _Any, /, *, key: _Any = None, reverse: bool = False) -> list[_Any]: ...
def min(*args: _Any, key: _Any = None, default: _Any = None) -> _Any: ...
def max(*args: _Any, key: _Any = None, default: _Any = None) -> _Any: ...
"""
"""How the checker sees these builtins: the real declarations reject keys over objects that work at run time."""


def prelude(tool_names: Iterable[str], *, channel: str, private: str) -> str:
    """The source fed to a fresh interpreter before the program; needs the input `_table`.

    Args:
        channel: the module whose `call` reaches the host. A program that knew its name could hand over anything, so it
            is made anew for every program and is not a name in it.
        private: what the names begin with that the rewritten program calls; see `rewriting.private_name`.
    """
    names = tuple(tool_names)
    own = {"filter": _FILTER, "graph": _GRAPH, "answer": _ANSWER}
    wrappers = [own.get(name) or _TOOL.format(name=name) for name in names]
    objects = _OBJECTS.format(channel=channel, report=REPORT)
    taken = _TAKEN.format(made=", ".join((_MADE, *names)), private=private)
    return objects + _BUILTINS + "".join(wrappers) + taken + _AS_GLOBALS
