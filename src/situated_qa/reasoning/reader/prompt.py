"""The prompts of the trained reader, the same in training and at run time: nothing of the scene is in them.

A reply to a question is one expression, or several with commas between them, and the end token; a reply to a situation
is a reading (`situated.situation_language`) and the end token.
"""

from __future__ import annotations


def reader_prompt(question: str, previous: str = "") -> str:
    """What the model completes with an expression.

    Args:
        question: as it was said; line breaks count as spaces.
        previous: the expression of the last question of the session, for questions that leave something out; empty
            for a question that stands alone.
    """
    said = " ".join(question.split())
    before = f"P: {previous}\n" if previous else ""
    return f"{before}Q: {said}\nA: "


def situation_prompt(situation: str) -> str:
    """What the model completes with the clauses of a situation.

    Args:
        situation: where somebody says they are; line breaks count as spaces.
    """
    return f"S: {' '.join(situation.split())}\nV: "
