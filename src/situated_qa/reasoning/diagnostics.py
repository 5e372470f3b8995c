"""Error messages about programs for the model that has to correct them: one line of place, one of reason.

To errors that models often make, the reason adds how to mend them.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import functools
import re
from pathlib import Path
from typing import Any

from situated_qa.reasoning.rewriting import REWRITTEN, parsed, source_lines
from situated_qa.situated.language.phrases import article
from situated_qa.situated.objects import tool_signature
from situated_qa.situated.tools import TOOL_NAMES, Tools

IMPORTABLE = ("collections", "functools", "itertools", "json", "math", "random", "re", "statistics")

# Rules of the type checker whose findings fail in any run. Others guess at what a tool returned (a distance or a list
# of lengths), so the run decides.
_CERTAIN_RULES = frozenset(
    {
        "invalid-syntax",
        "unresolved-reference",
        "unresolved-import",
        "unresolved-attribute",
        "missing-argument",
        "unknown-argument",
        "too-many-positional-arguments",
        "parameter-already-assigned",
        "positional-only-parameter-as-kwarg",
    }
)
# After `rooms = {}` the checker still takes `rooms` for the tool.
_OF_A_FUNCTION = re.compile(r"^Function `(\w+)` has no attribute")
_DIAGNOSTIC = re.compile(r"^[^:\n]+:(\d+):(\d+): error\[([\w-]+)\] (.*)$", re.MULTILINE)
MAX_MESSAGE_CHARACTERS = 4_000
"""What is read of an error's message: a program may raise one of any length."""
_CANNOT_SUSPEND = "cannot suspend in this synchronous context"


def check_text(concise: str, program: str, tool_names: frozenset[str]) -> str:
    """Read the checker's findings, one per line; return those that count, or "" if none does."""
    lines, found = source_lines(program), []
    for number, _, rule, message in _DIAGNOSTIC.findall(concise):
        about = re.search(r"function `(\w+)`", message)
        if about is not None and about.group(1) in tool_names:
            continue  # a tool's own error says more: its signature, the legal values, the nearest one
        name = re.search(r"Name `(\w+)`", message)
        taken = _OF_A_FUNCTION.match(message)
        if taken is not None and bound_at(program, taken.group(1)):
            continue  # the name is the program's own, whatever the checker takes it for
        if rule == "unresolved-reference" and name is not None and hasattr(builtins, name.group(1)):
            continue  # the checker knows fewer builtins than the interpreter
        if rule in _CERTAIN_RULES:
            if rule == "invalid-syntax":
                message = f"SyntaxError: {message}"
            if rule == "unresolved-import":
                message = f"{message}; a program may import {', '.join(IMPORTABLE)}"
            line = lines[int(number) - 1] if 0 < int(number) <= len(lines) else ""
            text = _placed(int(number), lines, mend(message, line, program))
            if rule == "invalid-syntax":
                return text  # what follows a wrong sign follows from it
            found.append(text)
    return "\n".join(dict.fromkeys(found[:3]))


def run_text(error: Any, program: str, limits: str) -> str:
    """Describe a pydantic-monty error: the program's own line (never the prelude's), the type and the message."""
    display = getattr(error, "display", None)
    message = _plain_message(str(error)[:MAX_MESSAGE_CHARACTERS], limits)
    if type(error).__name__ == "MontySyntaxError":
        message = f"SyntaxError: {message}"
    if display is None:
        return message
    frames = error.traceback() if hasattr(error, "traceback") else []
    own = [frame for frame in frames if frame.filename.endswith("-1>")]  # feed 0 is the prelude, feed 1 the program
    if not own:
        return mend(message, "", program)
    lines = source_lines(program)
    return _placed(own[-1].line, lines, mend(message, _code(own[-1], lines), program))


def _code(frame: Any, lines: list[str]) -> str:
    """The expression that failed, where it is on one line; else that line."""
    line = lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""
    if frame.end_line != frame.line or REWRITTEN.search(line):  # rewritten lines have other columns
        return line
    return line[frame.column - 1 : frame.end_column - 1] or line


def _plain_message(message: str, limits: str) -> str:
    if _CANNOT_SUSPEND in message:
        return "A tool cannot be called at this place; call it in an ordinary loop first and use the values."
    if "time limit exceeded" in message:
        return f"TimeoutError: the program ran too long and was stopped ({limits}); is there an endless loop?"
    if "memory limit exceeded" in message:
        return f"MemoryError: the program needs too much memory and was stopped ({limits})."
    if "suspension limit" in message:
        return f"RuntimeError: the program calls tools too often and was stopped ({limits})."
    if "monty syntax parser does not yet support" in message:
        construct = message.rpartition("support")[2].strip()
        return f"SyntaxError: {construct} cannot be used here; write it another way."
    if "No module named" in message:
        return f"{message}; a program may import {', '.join(IMPORTABLE)}"
    return message


def _placed(number: int, lines: list[str], message: str) -> str:
    number = min(number, len(lines))  # an open bracket is noticed after the end
    line = lines[number - 1].strip() if number > 0 else ""
    return f"Line {number}: {line[:160]}\n{message}" if line else message


_NO_ATTRIBUTE = re.compile(
    r"(?:Object of type `([^`]+)`|Function `(\w+)`|'(\w+)' object) has no attribute [`']([A-Za-z_]\w*)[`']"
)
_UNDEFINED = re.compile(r"Name `(\w+)` used when not defined|name '(\w+)' is not defined")
_UNBOUND = re.compile(r"cannot access local variable '(\w+)'")
_NOT_CALLABLE = re.compile(r"'(\w+)' object is not callable")
_TAKEN_AS_VALUE = re.compile(r"'function' object is not|object of type 'function' has no len|'function'$")

_APOSTROPHE = re.compile(r"\w'clock\w*\s*=")


def mend(message: str, code: str, program: str) -> str:
    """The message, with a word on how to mend the program where it is a known mistake.

    Args:
        message: of the checker or the interpreter.
        code: the expression at fault, or its line.
        program: the whole program.
    """
    return message + _hint(message, code, program)


def _hint(message: str, code: str, program: str) -> str:
    if (found := _NO_ATTRIBUTE.search(message)) is not None:
        kind, function, value, name = found.groups()
        return _for_attribute(kind or value or "", function or "", name, code)
    if (found := _NOT_CALLABLE.search(message)) is not None:
        return _for_call(found[1], code, program)
    if (found := _UNDEFINED.search(message) or _UNBOUND.search(message)) is not None:
        hint = _for_name(next(filter(None, found.groups())), code, program)
        if hint:
            return hint
    if _TAKEN_AS_VALUE.search(message) is not None:
        for name in TOOL_NAMES:
            if re.search(rf"\b{name}\b(?!\s*\()", code):
                return f"; {name} is a tool: call it, as in {_example(name)}"
    if "not subscriptable" in message and ".nodes[" in code:
        return '; nodes are ids: write graph().attrs(id)["category"]'
    if message.startswith("SyntaxError") and _APOSTROPHE.search(code) is not None:
        return "; a name cannot hold an apostrophe: write oclock"
    for pattern, hint in _table("hints"):
        if re.search(pattern, message):
            return hint
    return ""


@functools.cache
def _table(name: str) -> tuple[tuple[str, str], ...]:
    """The rows of `data/NAME.tsv`: what a message reads like, or "type.attribute", and how to mend it."""
    lines = (Path(__file__).parent / "data" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple((pattern, hint) for pattern, _, hint in (line.partition("\t") for line in lines))


def _for_attribute(kind: str, function: str, name: str, code: str) -> str:
    if function or kind == "function":
        tool = function or next((word for word in TOOL_NAMES if re.search(rf"\b{word}\.{name}\b", code)), "")
        return f"; {tool} is a tool: call it, as in {_example(tool)}" if tool in TOOL_NAMES else ""
    if kind != "SceneObject" and name in TOOL_NAMES:
        return f"; {name} is a function, as in {_example(name)}"
    owner = re.search(rf"(\b\w+)\.{name}\b", code)
    one = owner[1] if owner is not None else "x"
    hint = next((hint for pattern, hint in _table("attribute_hints") if re.fullmatch(pattern, f"{kind}.{name}")), "")
    return hint.format(one=one, name=name, many="set" if kind.startswith("set") else "list")


def _for_call(kind: str, code: str, program: str) -> str:
    """A value was called: most often a tool's name that the program took for itself."""
    for name in re.findall(r"\b([A-Za-z_]\w*)\s*\(", code):
        line = bound_at(program, name) if name in TOOL_NAMES or hasattr(builtins, name) else 0
        if line:
            what = "the tool" if name in TOOL_NAMES else "Python's"
            return (
                f"; since line {line} `{name}` is this program's own name ({article(kind)}), no longer {what} "
                f"{name}(): give the variable another name, such as {_other(name)}"
            )
    return ""


def _for_name(name: str, code: str, program: str) -> str:
    if name in IMPORTABLE:
        return f"; write import {name} first"
    if name in TOOL_NAMES and bound_at(program, name):
        return (
            f"; the function assigns `{name}`, so within it that is a variable of its own and not the tool {name}(): "
            f"give the variable another name, such as {_other(name)}"
        )
    if hasattr(builtins, name):
        return ""
    if re.search(rf"(?<!\.)\b{name}\s*\(", code):
        near = difflib.get_close_matches(name, TOOL_NAMES, n=1, cutoff=0.7)
        return f"; did you mean {_example(near[0])}?" if near else f"; the tools are {', '.join(TOOL_NAMES)}"
    return ""


def bound_at(program: str, name: str) -> int:
    """The first line on which a program makes a name its own, 1 …; 0 where it does not.

    Programs this Python cannot parse (their f-strings may be of a later one) are searched by pattern.
    """
    if name not in program:
        return 0
    tree = parsed(program)
    if tree is not None:
        return min((node.lineno for node in ast.walk(tree) if _binds(node, name)), default=0)  # type: ignore[attr-defined]
    own = re.compile(
        rf"^[^#\n]*(?:\b{name}\b(?:\s*,\s*\w+)*\s*(?::[^=\n]*)?(?:[-+|&*]|:)?=(?!=)|\bfor\b[^\n]*\b{name}\b[^\n]*\bin\b|"
        rf"\b(?:as|def|class)\s+{name}\b|\bdef\b[^\n]*\b{name}\b)",
        re.MULTILINE,
    )
    found = own.search(program)
    return program.count("\n", 0, found.start()) + 1 if found is not None else 0


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)):
        return node.name == name
    if isinstance(node, ast.arg):
        return node.arg == name
    if isinstance(node, (ast.MatchAs, ast.MatchStar)):
        return node.name == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0]) == name and hasattr(node, "lineno")
    return False


def _example(tool: str) -> str:
    return tool_signature(getattr(Tools, tool), required=True)


def _other(name: str) -> str:
    return f"{name}_set" if name in ("scene", "filter", "set") else f"my_{name}"
