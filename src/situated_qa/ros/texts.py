"""Text that is safe to send, to print on a terminal and to draw in RViz: the only place where text is cleaned.

Text comes from models, programs, messages of others and files. A lone surrogate cannot be sent at all; escape
sequences, control characters and bidirectional marks change what a terminal shows.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Any

MAX_LOG_CHARACTERS = 400

_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?")
_JOINERS = "\u200c\u200d"  # they shape letters and emoji, and change nothing else
_LINE_ENDS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")


def clean_text(text: str, *, lines: bool = False) -> str:
    """The text without what cannot be sent or would steer a terminal.

    Args:
        lines: True keeps line ends and tabs, the line ends as newlines; False puts spaces in their place.

    Returns:
        the text without escape sequences, control characters and invisible format characters; a lone surrogate
        becomes U+FFFD.
    """
    if text.isprintable():
        return text
    text = _ESCAPE_SEQUENCE.sub("", text)
    text = _LINE_ENDS.sub("\n", text)
    if not lines:
        text = text.replace("\n", " ").replace("\t", " ")
    return "".join(map(_clean_character, text))


def log_text(text: str) -> str:
    """The text on one line and short enough for the log."""
    line = clean_text(text[: 4 * MAX_LOG_CHARACTERS])
    return line if len(line) <= MAX_LOG_CHARACTERS else f"{line[: MAX_LOG_CHARACTERS - 4]} ..."


def short_name(name: str, limit: int = 60) -> str:
    """A name from a message for an error text: quoted, and cut where it is long."""
    return repr(name) if len(name) <= limit else f"{name[:limit]!r}... ({len(name)} characters)"


def clean_message(message: Any, multi_line: Collection[str] = ()) -> Any:
    """Clean every string of a message, in nested messages and sequences too, in place; the message itself.

    Args:
        multi_line: names of the fields whose line ends stay.
    """
    for name, kind in message.get_fields_and_field_types().items():
        value = getattr(message, name)
        if isinstance(value, str):
            setattr(message, name, clean_text(value, lines=name in multi_line))
        elif hasattr(value, "get_fields_and_field_types"):
            clean_message(value, multi_line)
        elif isinstance(value, list) and "string" in kind:
            setattr(message, name, [clean_text(item, lines=name in multi_line) for item in value])
        elif isinstance(value, list) and "/" in kind:
            for item in value:
                clean_message(item, multi_line)
    return message


def _clean_character(character: str) -> str:
    if character.isprintable() or character in "\n\t" or character in _JOINERS:
        return character
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    return " " if category == "Zs" else ""
