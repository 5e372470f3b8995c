"""Explanations show what was understood, whoever wrote the expression."""

from __future__ import annotations

import pytest

from situated_qa.llm.scripted import ScriptedModel
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene

UNDERSTOOD = "Understood as: how many chairs are on your left."


@pytest.mark.parametrize(
    ("strategy", "question"),
    [
        ("rules", "How many chairs are on my left?"),
        ("expression", 'count(every("chair", left(me)))'),
        ("guided-expression", "On my left, how many chairs?"),
    ],
)
def test_every_reader_tells_the_same_meaning(
    strategy: str, question: str, sandbox: Sandbox, scene: SituatedScene
) -> None:
    reasoner = Reasoner(ScriptedModel(['count(every("chair", left(me)))']), sandbox)
    answer = reasoner.answer(scene, Question(question, strategy=strategy))
    assert UNDERSTOOD in answer.explanation


def test_a_note_follows_what_was_understood(sandbox: Sandbox, scene: SituatedScene) -> None:
    reasoner = Reasoner(ScriptedModel([]), sandbox)
    answer = reasoner.answer(scene, Question('color(the("chair"))', strategy="expression"))
    assert "Understood as: what color the chair is." in answer.explanation
    assert answer.answer.endswith("There are two chairs; the nearest was taken.")
    within = reasoner.answer(scene, Question('count(every("thing", near(the("chair"))))', strategy="expression"))
    assert "two chairs" not in within.answer  # it is not about a chair
