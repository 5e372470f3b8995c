"""The evidence of answers of programs over `graph()`, where object ids are plain numbers."""

from __future__ import annotations

import re
from collections.abc import Collection

from situated_qa.reasoning.sandbox import RunResult

_NUMBERS = r"-?\d+(?!\.\d)\b(?:\s*,\s*-?\d+(?!\.\d)\b)*"
_NAMED = re.compile(
    rf"""(?:\b|_)(?:ids?|node)\b["']?(?:\s+(?:is|are)\b)?\s*[:=]?\s*[\[({{]?\s*({_NUMBERS})"""  # 'id': 4, ids [4, 9]
    rf"|[\[{{]\s*({_NUMBERS})\s*[\]}}]"  # [4, 9], a list of nothing but whole numbers
    rf"|\((\d+),\s*(?:'[^']*'|\"[^\"]*\"),\s*(\d+)\)"  # an edge
    rf"|<[^<>\n]{{1,120}}? (\d+)(?:, [^<>\n]{{1,60}})?>",  # an object: <office chair 4, black, 1.2 m, 3 o'clock>
    re.IGNORECASE,
)


def named_ids(text: str, known: Collection[int]) -> tuple[int, ...]:
    """Ids of objects that a text names as such, in its order, each once: "id 4", "{'id': 4}", "ids: [4, 9]", an edge.

    A bare list of whole numbers counts if all of them are ids; a number that stands alone never does.

    Args:
        text: what a program printed.
        known: all ids there are.
    """
    found: dict[int, None] = {}
    for match in _NAMED.finditer(text):
        numbers = [int(number) for group in match.groups() if group for number in group.split(",")]
        if match.group(2) is None or all(number in known for number in numbers):
            found.update(dict.fromkeys(number for number in numbers if number in known))
    return tuple(found)


def evidence_of(result: RunResult, known: Collection[int]) -> tuple[int, ...]:
    """The objects that a program's output names; where it names none, those it handled last, unless that is all."""
    named = named_ids(result.printed, known)
    if named or len(set(result.object_ids)) >= len(known):
        return named
    return result.object_ids
