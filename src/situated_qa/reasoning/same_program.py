"""Whether two programs are the same but for comments, blank lines and spaces."""

from __future__ import annotations

import io
import tokenize

MAX_SPLIT_CHARACTERS = 20_000
"""Longer programs are compared line by line; the sandbox takes none of them."""

_SILENT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER})


def essence(program: str) -> tuple[str, ...]:
    """A program without comments, blank lines and spaces between words; equal for programs that do the same.

    Indentation counts by its steps, not its width. What Python cannot split into words, or what is very long, is
    compared line by line.
    """
    words = []
    try:
        if len(program) > MAX_SPLIT_CHARACTERS:
            raise ValueError("too long to split")
        for token in tokenize.generate_tokens(io.StringIO(program.strip() + "\n").readline):
            if token.type == tokenize.INDENT:
                words.append("indent")
            elif token.type == tokenize.DEDENT:
                words.append("dedent")
            elif token.type not in _SILENT:
                words.append("\n" if token.type == tokenize.NEWLINE else token.string)
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError, MemoryError):
        lines = (" ".join(line.split()) for line in program.splitlines())
        return tuple(line for line in lines if line and not line.startswith("#"))
    return tuple(words)
