"""The asking pipeline without a model: what a situation in words does to the viewpoint."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from situated_qa.config import Settings
from situated_qa.geometry import Box
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.settings import LLMSettings
from situated_qa.pipeline import AskingPipeline
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import ReasoningSettings
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.viewpoint import Viewpoint

HERE = Viewpoint(np.array([0.0, 0.0, 0.0]), 0.0)  # looks along x
SHORT = "Is the lamp on my left or on my right?"


def node(id: int, category: str, x: float, y: float, front: tuple[float, float] | None = None) -> ObjectNode:
    center = np.array([x, y, 0.5])
    return ObjectNode(id, category, Box(center, np.array([0.5, 0.5, 1.0])), center, front=front)


# The lamp is on the left of the robot, and on the right of somebody who sits on the couch, which faces the robot.
GRAPH = SceneGraph((node(1, "couch", 4.0, 0.0, (-1.0, 0.0)), node(2, "lamp", 2.0, 2.0)), version=1)


@pytest.fixture
def pipeline() -> Iterator[AskingPipeline]:
    settings = Settings(llm=LLMSettings(spec="none"), reasoning=ReasoningSettings(answer_style="short"))
    made = AskingPipeline(settings)
    yield made
    made.close()


def test_a_situation_moves_the_viewpoint(pipeline: AskingPipeline) -> None:
    assert pipeline.ask(Question(SHORT), GRAPH, HERE).answer == "left"
    answer = pipeline.ask(Question(SHORT, "I am sitting on the couch."), GRAPH, HERE, move_to_situation=True)
    assert (answer.answer, answer.viewpoint.position.tolist()) == ("right", [4.0, 0.0, 0.0])
    assert "Seen from where the situation puts you (by couch 1)." in answer.explanation


def test_a_situation_describes_a_viewpoint_that_is_given(pipeline: AskingPipeline) -> None:
    answer = pipeline.ask(Question(SHORT, "I am sitting on the couch."), GRAPH, HERE)
    assert (answer.answer, answer.viewpoint) == ("left", HERE)


def test_a_situation_that_cannot_be_found_is_refused_with_the_reason(pipeline: AskingPipeline) -> None:
    answer = pipeline.ask(Question(SHORT, "I am sitting on the toilet."), GRAPH, HERE, move_to_situation=True)
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer == "I know no 'toilet' here, so I cannot tell where you are."


@pytest.mark.parametrize(
    ("text", "answer", "x"),
    [
        (f"I am sitting on the couch. {SHORT}", "right", 4.0),
        (f"Sitting on the couch, {SHORT[0].lower()}{SHORT[1:]}", "right", 4.0),
        (f"I am tired. {SHORT}", None, 0.0),  # no situation, and no pattern reads it all
    ],
)
def test_without_a_model_a_plain_situation_before_the_question_moves_the_viewpoint(
    pipeline: AskingPipeline, text: str, answer: str | None, x: float
) -> None:
    found = pipeline.ask(Question(text), GRAPH, HERE)
    assert found.viewpoint.position[0] == x
    assert found.answer == answer if answer else found.status is AnswerStatus.NOT_UNDERSTOOD


def by_reader(text: str, *written: str | Line) -> Answer:
    """The answer where a trained reader writes these, one after the other: readings of situations and expressions."""
    settings = Settings(llm=LLMSettings(spec="none"), reasoning=ReasoningSettings(answer_style="short"))
    lines = [reply if isinstance(reply, Line) else Line(reply, logprobs=(-0.001, -0.001)) for reply in written]
    made = AskingPipeline(settings, ScriptedModel(lines, prefers_forms=True, reads=True, name="question-reader"))
    try:
        return made.ask(Question(text), GRAPH, HERE)
    finally:
        made.close()


SIDE = 'side(the("lamp"), me, ["left", "right"])'
LAMPS = 'count(every("lamp"))'


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Curled up on the couch I wonder on which side of me that lamp is", 'on("couch")'),
        ("A guy rests on the couch. Which side of his is the lamp?", 'on("couch")'),
        ("Which side is the lamp, once I have thrown myself on the couch?", 'on("couch")'),
    ],
)
def test_the_reader_finds_the_situation_in_a_text(text: str, reading: str) -> None:
    found = by_reader(text, reading, SIDE)
    assert (found.answer, found.viewpoint.position[0]) == ("right", 4.0)
    assert "Seen from where the situation puts you (by couch 1)." in found.explanation


def test_after_a_turn_alone_the_asker_stays_where_they_are() -> None:
    """After turning around, the lamp at (2, 2) is behind on the right."""
    found = by_reader("I turned around, on which side would the lamp be", 'turned("around")', SIDE)
    assert (found.answer, found.viewpoint.position.tolist()) == ("right", HERE.position.tolist())


def test_a_text_that_tells_no_situation_is_answered_from_here() -> None:
    found = by_reader("I lost my keys. Tell me which side that lamp is", "nothing()", SIDE)
    assert (found.answer, found.viewpoint) == ("left", HERE)


def test_a_situation_that_the_map_lacks_is_refused_where_the_answer_turns_with_it() -> None:
    found = by_reader("Stretched on the hammock, which side is that lamp", 'on("hammock")', SIDE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer == "I know no 'hammock' here, so I cannot tell where you are."


def test_a_situation_of_which_the_reader_is_unsure_is_refused_where_the_answer_turns_with_it() -> None:
    unsure = Line('on("couch")', logprobs=(-2.0, -2.0))
    found = by_reader("Slouching on that couch thing, which side is the lamp", unsure, SIDE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer.startswith("I am not sure where you say that you are.")
    assert by_reader("Slouching on that couch thing, how many lamps are there", unsure, LAMPS).answer == "1"


@pytest.mark.parametrize("written", ['where(the("lamp"))', 'way(the("lamp"))', 'count(every("lamp", in_room(here())))'])
def test_what_starts_from_the_asker_is_refused_without_the_place_too(written: str) -> None:
    found = by_reader("Stretched on the hammock, how is that with the lamp", 'on("hammock")', written)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD


def test_a_view_in_the_expression_needs_no_situation() -> None:
    """Who stands at the lamp and faces the couch, at (2, -2) from there, has it ahead."""
    view = 'side(the("couch"), at(the("lamp"), facing=the("couch")), ["front", "back"])'
    reading = 'at("lamp"), facing("hammock")'
    text = "If I stood at the lamp facing the couch and the hammock, is it in front or at the back?"
    found = by_reader(text, reading, view)
    assert found.answer == "front"


def test_a_told_situation_that_cannot_be_found_is_not_left_out(pipeline: AskingPipeline) -> None:
    found = pipeline.ask(Question(f"I am sitting on the toilet. {SHORT}"), GRAPH, HERE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer != "left"


def test_sides_that_do_not_fit_are_not_read_as_something_else(pipeline: AskingPipeline) -> None:
    """Who sits on the couch has the lamp on the right."""
    found = pipeline.ask(Question(f"I am sitting on the couch with the lamp on my left. {SHORT}"), GRAPH, HERE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer.startswith("I know no place that fits the situation with lamp (left).")


def test_a_bad_question_is_named_before_its_situation(pipeline: AskingPipeline) -> None:
    answer = pipeline.ask(Question(" ", "I am sitting on the toilet."), GRAPH, HERE, move_to_situation=True)
    assert answer.status is AnswerStatus.BAD_REQUEST


def test_clauses_that_were_not_understood_are_told(pipeline: AskingPipeline) -> None:
    told = Question(SHORT, "I am sitting on the couch, humming a tune")
    assert (
        "Not understood in it: 'humming a tune'." in pipeline.ask(told, GRAPH, HERE, move_to_situation=True).explanation
    )


def test_each_question_is_answered_from_its_own_graph(pipeline: AskingPipeline) -> None:
    mirrored = SceneGraph((node(1, "couch", 4.0, 0.0), node(2, "lamp", 2.0, -2.0)), version=7)
    assert pipeline.ask(Question(SHORT), GRAPH, HERE).answer == "left"
    answer = pipeline.ask(Question(SHORT), mirrored, HERE)
    assert (answer.answer, answer.graph_version) == ("right", 7)
