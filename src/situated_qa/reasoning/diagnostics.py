"""Error messages about programs for the model that has to correct them: one line of place, one of reason."""

from __future__ import annotations

import builtins
import re
from typing import Any

from situated_qa.reasoning.hints import IMPORTABLE, bound_at, mend
from situated_qa.reasoning.rewriting import REWRITTEN, source_lines

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
