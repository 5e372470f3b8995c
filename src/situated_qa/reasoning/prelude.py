"""What every program finds defined when it starts: objects, tools, and builtins that may call tools.

The interpreter cannot pause for the host inside its own `sorted`, `min`, `max` and `map`, so the prelude defines them
in Python, where the key is evaluated in an ordinary loop; `rewrite` turns `.sort(key=…)` into the prelude's. Objects
cross the border as their ids. `filter` is the tool's, unless its first argument is a function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

MAX_REWRITTEN_CHARACTERS = 20_000

# Own names for what it uses: programs call their variables `list` and declare `SceneObject` anew.
# `__hash__` and `__eq__` make sets of objects work; the interpreter ignores `__lt__`, so `_rank` orders by id.
_OBJECTS = """
_list, _tuple, _set, _frozenset, _dict, _bool, _int, _float = list, tuple, set, frozenset, dict, bool, int, float
_str, _len, _isinstance, _range, _zip, _type = str, len, isinstance, range, zip, type

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
        return hash(self.id)
    def __eq__(self, other):
        return _isinstance(other, _SceneObject) and self.id == other.id
    def __repr__(self):
        color = "" if self.color == "not known" else f"{self.color}, "
        return f"<{self.category} {self.id}, {color}{self.distance:.1f} m, {self.clock} o'clock>"

ObjectAttribute = _SceneObject = SceneObject
_objects = {
    i: SceneObject(i, name, (x, y, z), room, color, away, clock)
    for i, name, x, y, z, room, color, away, clock in _zip(*_table)
}
_printed = []

def _out(value):
    if _isinstance(value, _SceneObject):
        return {"__object__": value.id}
    if _isinstance(value, (_list, _tuple)):
        return [_out(item) for item in value]
    if _isinstance(value, (_set, _frozenset)):
        ids = [item.id for item in value if _isinstance(item, _SceneObject)]
        return {"__objects__": ids} if _len(ids) == _len(value) else {"__set__": [_out(item) for item in value]}
    if _isinstance(value, _dict):
        return {"__dict__": [[_out(key), _out(item)] for key, item in value.items()]}
    if value is None or _isinstance(value, (_bool, _int, _float, _str)):
        return value
    return {"__other__": _str(_type(value))}

def _in(value):
    if _isinstance(value, _dict):
        if "__object__" in value:
            return _objects[value["__object__"]]
        if "__objects__" in value:
            return {_objects[id] for id in value["__objects__"]}
        if "__set__" in value:
            return {_in(item) for item in value["__set__"]}
        return {_in(pair[0]): _in(pair[1]) for pair in value["__dict__"]}
    if _isinstance(value, _list):
        return [_in(item) for item in value]
    if _isinstance(value, _tuple):
        return _tuple([_in(item) for item in value])
    return value
"""

_BUILTINS = """
_builtin_sorted, _builtin_min, _builtin_max, _builtin_next, _builtin_print = sorted, min, max, next, print

def _rank(value):
    if _isinstance(value, _SceneObject):
        return value.id
    if _isinstance(value, _tuple):
        return _tuple([_rank(item) for item in value])
    if _isinstance(value, _list):
        return [_rank(item) for item in value]
    return value

def sorted(iterable, /, *, key=None, reverse=False):
    items = _list(iterable)
    ranks = [_rank(item if key is None else key(item)) for item in items]
    order = _builtin_sorted(_range(_len(items)), key=lambda index: ranks[index], reverse=reverse)
    return [items[index] for index in order]

_own_sorted = sorted

def _sort(items, /, *, key=None, reverse=False):
    items[:] = _own_sorted(items, key=key, reverse=reverse)

def _extreme(pick, name, args, key, default):
    items = _list(args[0]) if _len(args) == 1 else _list(args)
    if not items:
        if default:
            return default[0]
        raise ValueError(f"{name}() arg is an empty sequence")
    ranks = [_rank(item if key is None else key(item)) for item in items]
    return items[ranks.index(pick(ranks))]

def min(*args, key=None, **default):
    return _extreme(_builtin_min, "min", args, key, _list(default.values()))

def max(*args, key=None, **default):
    return _extreme(_builtin_max, "max", args, key, _list(default.values()))

def map(function, *iterables):
    return [function(*items) for items in _zip(*iterables)]

def next(iterator, *default):
    if not _isinstance(iterator, _list):
        return _builtin_next(iterator, *default)
    if not iterator and not default:
        raise StopIteration
    return iterator[0] if iterator else default[0]

def _note(value, depth):
    if _isinstance(value, _SceneObject):
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
    _builtin_print(*values, sep=sep, end=end)
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
_data = (_list, _tuple, _set, _frozenset, _dict, _str, _int, _float, _SceneObject)

def filter(*args, **kwargs):
    if _len(args) == 2 and not kwargs and not _isinstance(args[0], _data):
        return [item for item in args[1] if (item if args[0] is None else args[0](item))]
    return _in(_host("filter", _out(args), {key: _out(value) for key, value in kwargs.items()}))
"""

_TOOL = """
def {name}(*args, **kwargs):
    return _in(_host("{name}", _out(args), {{key: _out(value) for key, value in kwargs.items()}}))
"""


_GRAPH = """
class GraphView:
    def __init__(self):
        self.nodes = _list(_objects)
    def attrs(self, *args, **kwargs):
        return _in(_host("graph.attrs", _out(args), {key: _out(value) for key, value in kwargs.items()}))
    def neighbors(self, *args, **kwargs):
        return _in(_host("graph.neighbors", _out(args), {key: _out(value) for key, value in kwargs.items()}))
    def edges(self, *args, **kwargs):
        return _in(_host("graph.edges", _out(args), {key: _out(value) for key, value in kwargs.items()}))
    def __repr__(self):
        return f"<graph of {len(self.nodes)} objects>"

_graph = GraphView()

def graph():
    return _graph
"""

# No `except Exception` of the program's holds a SystemExit up; the host keeps the answer if a bare one does.
_ANSWER = """
def _in_words(value):
    if _isinstance(value, (_list, _tuple, _set, _frozenset)):
        return ", ".join([_in_words(item) for item in value])
    return value.category if _isinstance(value, _SceneObject) else _str(value)

def answer(text):
    _note(text, 0)
    text = _in_words(text)
    _host("answer", [text], {})
    _builtin_print(text)
    raise SystemExit
"""

LOOSE_STUBS = """
from typing import Any as _Any
def map(function: _Any, *iterables: _Any) -> list[_Any]: ...
def sorted(iterable: _Any, /, *, key: _Any = None, reverse: bool = False) -> list[_Any]: ...
def min(*args: _Any, key: _Any = None, default: _Any = None) -> _Any: ...
def max(*args: _Any, key: _Any = None, default: _Any = None) -> _Any: ...
"""
"""How the checker sees these builtins: the real declarations reject keys over objects that work at run time."""


def prelude(tool_names: Iterable[str]) -> str:
    """The source fed to a fresh interpreter before the program; needs the input `_table` and the function `_host`."""
    own = {"filter": _FILTER, "graph": _GRAPH, "answer": _ANSWER}
    wrappers = [own.get(name) or _TOOL.format(name=name) for name in tool_names]
    return _OBJECTS + _BUILTINS + _AS_GLOBALS + "".join(wrappers)


_BOUND = frozenset({"get", "__getitem__", "lower", "upper", "strip"})
_TYPES = frozenset({"str", "list", "tuple", "dict", "set", "int", "float"})
REWRITTEN = re.compile(rf"\.sort\(|\bkey\s*=|\.(?:{'|'.join(sorted(_BOUND))})\b(?!\s*\()")
"""What a line holds that `rewrite` may change."""


def rewrite(program: str) -> str:
    """Turn what the interpreter cannot do into what it can; lines stay where they are.

    Each `x.sort(…)` becomes the prelude's `_sort(x, …)`, and a method that is handed on, as in
    `max(counts, key=counts.get)`, a function that calls it. A program this Python cannot parse (its f-strings may be of
    a later one) is rewritten by pattern, for plain names.
    """
    if REWRITTEN.search(program) is None:
        return program
    try:
        if len(program) > MAX_REWRITTEN_CHARACTERS:
            raise SyntaxError("too long to parse in the host")
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        program = re.sub(r"\bkey\s*=\s*([A-Za-z_]\w*\.\w+)\b(?!\s*[.(\[])", _key_by_pattern, program)
        return re.sub(r"(?m)^(\s*)([A-Za-z_][\w.]*)\.sort\((\s*\)|)", _sort_by_pattern, program)
    lines = [line.encode() for line in program.splitlines(keepends=True)]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    source = program.encode()
    edits: list[tuple[int, int, bytes]] = []
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    keys = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "key"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _handed_on(node, called, keys):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
            edits += [(begin, begin, _opening(source[begin:end].decode()).encode()), (end, end, b"(*_a))")]
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort"):
            continue
        begin = starts[node.lineno - 1] + node.col_offset
        end_of_name = starts[(node.func.end_lineno or 1) - 1] + (node.func.end_col_offset or 0)
        dot, opening = source.rindex(b".", 0, end_of_name), source.index(b"(", end_of_name)
        edits.append((begin, begin, b"_sort("))
        edits.append((dot, opening + 1, b", " if node.args or node.keywords else b""))
    for begin, end, text in sorted(edits, reverse=True):
        source = source[:begin] + text + source[end:]
    return source.decode()


def _handed_on(node: ast.Attribute, called: set[int], keys: set[int]) -> bool:
    """Whether this is a method of a plain name that is not called here but given to something that will."""
    return (
        isinstance(node.value, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and id(node) not in called
        and (id(node) in keys or node.attr in _BOUND)
    )


def _opening(method: str) -> str:
    """What comes before a method that is handed on; "str.lower" is one of its first argument."""
    name = method.partition(".")[0].strip()
    return f"(lambda {name}, *_a: " if name in _TYPES else "(lambda *_a: "


def _key_by_pattern(match: re.Match[str]) -> str:
    return f"key={_opening(match[1])}{match[1]}(*_a))"


def _sort_by_pattern(match: re.Match[str]) -> str:
    indent, name, closing = match.groups()
    return f"{indent}_sort({name}{closing or ', '}"
