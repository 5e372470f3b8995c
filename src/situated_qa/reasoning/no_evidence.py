"""Checks negative answers of models: what their programs did not find may be there, unseen or without a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.strategy import StrategyResult
from situated_qa.situated.absence import Finding

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
