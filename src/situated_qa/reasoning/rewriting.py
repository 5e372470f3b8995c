"""Turns what the interpreter cannot do in a program into what it can; lines stay where they are."""

from __future__ import annotations

import ast
import re
import unicodedata

MAX_PARSED_CHARACTERS = 20_000
"""Longer programs are not parsed here; the sandbox takes none of them."""

_BOUND = frozenset({"get", "__getitem__", "lower", "upper", "strip"})
_TYPES = frozenset({"str", "list", "tuple", "dict", "set", "int", "float"})
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
REWRITTEN = re.compile(rf"\.sort\(|\bkey\s*=|\.(?:{'|'.join(sorted(_BOUND))})\b(?!\s*\()")
"""What a line holds that `rewrite` may change."""


def source_lines(program: str, *, keepends: bool = False) -> list[str]:
    """The lines of a program as Python counts them: `str.splitlines` also breaks at U+2028, form feeds and others."""
    lines = _LINE.findall(program)
    return lines if keepends else [line.rstrip("\r\n") for line in lines]


def parsed(program: str) -> ast.Module | None:
    """The tree of a program; None where this Python cannot parse it: its f-strings may be of a later one."""
    try:
        return ast.parse(program) if len(program) <= MAX_PARSED_CHARACTERS else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def private_name(program: str) -> str:
    """A beginning of names that occurs nowhere in a program, whatever letters it is written in."""
    plain, number = unicodedata.normalize("NFKC", program), 0
    while f"_own{number}" in plain:
        number += 1
    return f"_own{number}"


def rewrite(program: str, private: str) -> str:
    """The program that runs.

    Each `x.sort(…)` becomes the prelude's `_sort(x, …)`, and a method that is handed on, as in
    `max(counts, key=counts.get)`, a function that calls it. A program that this Python cannot
    parse is rewritten by pattern, for plain names.

    Args:
        private: what the prelude's own names begin with: `private_name` of this program.
    """
    if REWRITTEN.search(program) is None:
        return program
    tree = parsed(program)
    if tree is None:
        return _by_pattern(program, private)
    starts = [0]
    for line in source_lines(program, keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    source = program.encode()
    edits: list[tuple[int, int, bytes]] = []
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    keys = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "key"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _handed_on(node, called, keys):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
            opening = _opening(source[begin:end].decode(), private)
            edits += [(begin, begin, opening.encode()), (end, end, f"(*{private}_a))".encode())]
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort"):
            continue
        begin = starts[node.lineno - 1] + node.col_offset
        end_of_name = starts[(node.func.end_lineno or 1) - 1] + (node.func.end_col_offset or 0)
        dot, opening_bracket = source.rindex(b".", 0, end_of_name), source.index(b"(", end_of_name)
        edits.append((begin, begin, f"{private}_sort(".encode()))
        edits.append((dot, opening_bracket + 1, b", " if node.args or node.keywords else b""))
    for begin, end, text in sorted(edits, reverse=True):
        source = source[:begin] + text + source[end:]
    return source.decode()


def _by_pattern(program: str, private: str) -> str:
    def key(match: re.Match[str]) -> str:
        return f"key={_opening(match[1], private)}{match[1]}(*{private}_a))"

    def sort(match: re.Match[str]) -> str:
        indent, name, closing = match.groups()
        return f"{indent}{private}_sort({name}{closing or ', '}"

    program = re.sub(r"\bkey\s*=\s*([A-Za-z_]\w*\.\w+)\b(?!\s*[.(\[])", key, program)
    return re.sub(r"(?m)^([ \t]*)([A-Za-z_][\w.]*)\.sort\((\s*\)|)", sort, program)


def _handed_on(node: ast.Attribute, called: set[int], keys: set[int]) -> bool:
    """Whether this is a method of a plain name that is not called here but given to something that will."""
    return (
        isinstance(node.value, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and id(node) not in called
        and (id(node) in keys or node.attr in _BOUND)
    )


def _opening(method: str, private: str) -> str:
    """What comes before a method that is handed on; "str.lower" is one of its first argument."""
    name = method.partition(".")[0].strip()
    return f"(lambda {name}, *{private}_a: " if name in _TYPES else f"(lambda *{private}_a: "
