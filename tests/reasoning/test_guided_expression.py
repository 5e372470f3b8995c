"""The strategy by which a model writes one expression of the question language."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from situated_qa.llm.client import EXPRESSION_SCHEMA, Message
from situated_qa.llm.scripted import ScriptedModel
from situated_qa.reasoning.answers import Absence, Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.guided_expression import static_messages
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.language.check import check
from situated_qa.situated.language.functions import functions
from situated_qa.situated.scene import SituatedScene

sys.path.append(str(Path(__file__).parents[1] / "situated" / "language"))
from gbnf import Grammar  # noqa: E402


def ask(sandbox: Sandbox, scene: SituatedScene, model: ScriptedModel, text: str, **settings: object) -> Answer:
    reasoner = Reasoner(model, sandbox, ReasoningSettings(**settings))  # type: ignore[arg-type]
    return reasoner.answer(scene, Question(text, strategy="guided-expression"))


def test_the_expression_is_evaluated_and_said(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(['count(every("chair", left(me)))'])
    answer = ask(sandbox, scene, model, "How many chairs are on my left?")
    assert answer.status is AnswerStatus.ANSWERED
    assert answer.answer == "There is one chair on your left."
    assert "Understood as: how many chairs are on your left." in answer.explanation
    assert answer.explanation.endswith('Looked up as count(every("chair", left(me))); written by scripted.')
    assert (answer.program, answer.rounds, answer.object_ids) == ('count(every("chair", left(me)))', 1, (2,))
    assert answer.observations == ("1",)


def test_json_of_a_runtime_without_grammars_is_read_too(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(['{"expression": "color(the(\\"couch\\"))"}'])
    assert ask(sandbox, scene, model, "What color is the couch?").answer.startswith("The couch is black")
    assert model.calls[0].json_schema == EXPRESSION_SCHEMA


def test_the_grammar_holds_the_words_of_the_question_and_the_things_of_the_scene(
    sandbox: Sandbox, scene: SituatedScene
) -> None:
    model = ScriptedModel(['count(every("sofa"))'])
    ask(sandbox, scene, model, "How many red sofas are there?")
    rules = Grammar(model.calls[0].grammar or "")
    assert rules.accepts('count(every("coffee table", color="red"))')
    assert rules.accepts('count(every("red sofas"))')
    assert not rules.accepts('count(every("bathtub"))')
    assert "Things here: book, chair, coffee table, couch, pillow, table, window" in model.calls[0].messages[-1].content


def test_a_problem_goes_back_once(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(["count(left(me))", 'count(every("chair"))'])
    answer = ask(sandbox, scene, model, "How many chairs are there?")
    assert answer.answer == "There are two chairs."
    assert answer.rounds == 2
    told = model.calls[1].messages[-2:]
    assert told[0] == Message("assistant", "count(left(me))")
    assert "a condition" in told[1].content and answer.observations[0] in told[1].content


def test_an_impossible_view_goes_back_to_the_model(sandbox: Sandbox, scene: SituatedScene) -> None:
    wrong = 'side(the("pillow"), at(me, facing=me), ["left", "right"])'
    model = ScriptedModel([wrong, wrong])
    answer = ask(sandbox, scene, model, "Is the pillow left or right of the couch?")
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert "cannot look towards the place where they are" in model.calls[1].messages[-1].content
    assert "cannot look towards the place where they are" in answer.answer


def test_what_fails_twice_is_not_understood_with_the_problem(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(["hello there", 'color(the("chair"', "never asked"])
    answer = ask(sandbox, scene, model, "What color is the chair?")
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer.startswith("I did not understand the question: not an expression in Python syntax")
    assert answer.observations[-1] in answer.status_text
    assert (len(model.calls), answer.object_ids) == (2, ())


def test_one_round_mends_nothing(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(["hello there", 'color(the("chair"))'])
    answer = ask(sandbox, scene, model, "What color is the chair?", max_rounds=1)
    assert (answer.status, len(model.calls)) == (AnswerStatus.NOT_UNDERSTOOD, 1)


def test_a_room_that_is_not_there_is_told_to_the_model(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = ScriptedModel(['count(every("chair", in_room("garage")))', 'count(every("chair"))'])
    ask(sandbox, scene, model, "How many chairs are in the garage?")
    assert "garage" in model.calls[1].messages[-1].content


def test_a_thing_that_is_not_there_is_an_answer(sandbox: Sandbox, scene: SituatedScene) -> None:
    answer = ask(sandbox, scene, ScriptedModel(['exists(every("bathtub"))']), "Is there a bathtub?")
    assert answer.status in (AnswerStatus.ANSWERED, AnswerStatus.NOT_KNOWN)
    assert answer.absence is not Absence.NONE


def test_every_worked_example_is_an_expression() -> None:
    turns = static_messages()[1:]
    assert [turn.role for turn in turns] == ["user", "assistant"] * (len(turns) // 2)
    assert len(turns) // 2 >= 12
    assert [check(turn.content) for turn in turns[1::2]] == [[]] * (len(turns) // 2)


@pytest.mark.parametrize("name", functions())
def test_the_prompt_names_every_function(name: str) -> None:
    assert f"\n{functions()[name].signature} -> " in static_messages()[0].content


def test_the_static_front_is_warmed_up(sandbox: Sandbox) -> None:
    warmed: list[Message] = []

    class Model(ScriptedModel):
        def warm_up(self, messages: object) -> None:
            warmed.extend(messages)  # type: ignore[call-overload]

    Reasoner(Model([]), sandbox, ReasoningSettings(strategy="guided-expression")).warm_up()
    assert tuple(warmed) == static_messages()
