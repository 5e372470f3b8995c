"""What a model's answer rests on: the ids that it cites, the ids that its program printed, and, for a "no", evidence.

A model writes its evidence behind the answer ("the couch [ids: 3, 7]"); programs over `graph()` print ids as plain
numbers; what a program did not find may be there all the same, unseen or without a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Sequence
from dataclasses import replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.sandbox import RunResult
from situated_qa.reasoning.strategy import StrategyResult
from situated_qa.situated.absence import Finding

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


_NEGATIVE = re.compile(
    r"^\W*(?:no|not|none|nothing|nowhere|never|zero|0|false)\b"
    r"|\b(?:there (?:is|are) (?:no|not|none|nothing)|(?:see|saw|found|find|know of) (?:no|none|nothing)"
    r"|(?:is|are)(?: no|n.t| not) (?:there|here|any))\b",
    re.IGNORECASE,
)


def without_evidence(result: StrategyResult, unproved: Sequence[Finding]) -> StrategyResult:
    """The result; a negative answer that rests on things that may be there all the same becomes NOT_KNOWN.

    Args:
        unproved: what the programs looked for and did not find, without evidence of absence.
    """
    if not unproved or result.status is not AnswerStatus.ANSWERED or not _NEGATIVE.search(result.answer):
        return result
    found = unproved[-1]
    told = f"The model's answer was {result.answer!r}. {result.explanation}".strip()
    return replace(
        result,
        answer=f"I cannot tell. {found.reason}",
        explanation=told,
        status=AnswerStatus.NOT_KNOWN,
        status_text=found.reason,
        absence=found.absence,
    )
