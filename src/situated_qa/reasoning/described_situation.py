"""Answers a question from the viewpoint that its situation in words describes."""

from __future__ import annotations

import dataclasses
from typing import Any

from situated_qa.errors import SituationError
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.situated.described_viewpoint import describe_viewpoint
from situated_qa.situated.scene import SituatedScene


def answer_from_situation(
    reasoner: Reasoner, scene: SituatedScene, question: Question, **listening: Any
) -> Answer:
    """The answer as seen from the viewpoint that the question's situation describes; the scene's where it has none.

    A situation that cannot be found in the map is answered with NOT_UNDERSTOOD and the reason. Clauses of the situation
    that were not understood are listed in the explanation.

    Args:
        listening: `on_text` and `cancelled` of `Reasoner.answer`.
    """
    if not question.situation.strip() or question.problem():
        return reasoner.answer(scene, question, **listening)
    try:
        described = describe_viewpoint(scene, question.situation)
    except SituationError as error:
        return Answer(
            AnswerStatus.NOT_UNDERSTOOD,
            f"the situation cannot be found in the map: {error}",
            str(error),
            viewpoint=scene.viewpoint,
            graph_version=scene.graph.version,
        )
    moved = dataclasses.replace(scene, viewpoint=described.viewpoint)
    answer = reasoner.answer(moved, question, **listening)
    by = ", ".join(f"{scene.graph.by_id[i].category} {i}" for i in described.object_ids)
    told = f"Seen from where the situation puts you{f' (by {by})' if by else ''}."
    if described.unread:
        told += f" Not understood in it: {'; '.join(repr(clause) for clause in described.unread)}."
    return dataclasses.replace(answer, explanation=f"{answer.explanation} {told}".strip())
