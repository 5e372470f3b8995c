"""Reads the evidence that a model writes behind its answer: "the couch [ids: 3, 7]"."""

from __future__ import annotations

import re
from collections.abc import Container

_MARK = re.compile(r"[ \t]*\[\s*ids?\s*:?([^\]\n]{0,400})\][ \t.]*", re.IGNORECASE)


def split_cited(text: str, known: Container[int]) -> tuple[str, tuple[int, ...] | None]:
    """An answer without its mark, and the ids in it.

    Args:
        known: ids of the objects that there are; others are left out.

    Returns:
        The answer in words; the ids, () where the mark says that there are none ("[ids: none]"), None where there is no
        mark, or not one of its ids is known.
    """
    marks = _MARK.findall(text)
    words = _MARK.sub(" ", text).strip()
    if not marks:
        return words, None
    # ids beyond 18 digits name no object, and are slow to read
    named = [int(digits) for mark in marks for digits in re.findall(r"\d+", mark) if len(digits) <= 18]
    ids = tuple(dict.fromkeys(id for id in named if id in known))
    nothing = not re.search(r"\d", "".join(marks))
    return words, ids if ids or nothing else None
