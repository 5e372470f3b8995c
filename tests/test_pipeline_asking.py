"""The asking pipeline without a model: what a situation in words does to the viewpoint."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from situated_qa.config import Settings
from situated_qa.geometry import Box
from situated_qa.llm.settings import LLMSettings
from situated_qa.pipeline import AskingPipeline
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import ReasoningSettings
from situated_qa.reasoning.told_situation import split_situation
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
        (f"When I'm on the couch, {SHORT[0].lower()}{SHORT[1:]}", "right", 4.0),
        (f"Suppose I sit on the couch. {SHORT}", "right", 4.0),
        (f"I am tired. {SHORT}", "left", 0.0),  # no situation
    ],
)
def test_a_situation_told_before_the_question_moves_the_viewpoint(
    pipeline: AskingPipeline, text: str, answer: str, x: float
) -> None:
    found = pipeline.ask(Question(text), GRAPH, HERE)
    if x:
        assert (found.answer, found.viewpoint.position[0]) == (answer, x)
    else:
        assert found.viewpoint == HERE


def test_a_told_situation_that_cannot_be_found_is_not_left_out(pipeline: AskingPipeline) -> None:
    found = pipeline.ask(Question(f"I am sitting on the toilet. {SHORT}"), GRAPH, HERE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer != "left"


@pytest.mark.parametrize(
    ("text", "told", "asked"),
    [
        ("I'm on the bed. If I turn around, what do I see?", "I'm on the bed.", "If I turn around, what do I see?"),
        ("Standing at the sink, cooking. What is near me?", "Standing at the sink, cooking.", "What is near me?"),
        ("While sitting on the bed, at what o'clock is the tv?", "sitting on the bed", "At what o'clock is the tv?"),
        ("I want to sleep. Where is the bed?", "", "I want to sleep. Where is the bed?"),
        ("I stand at the sink. What color is it?", "I stand at the sink.", "What color is it?"),
        ("What is on my left when I sit on the bed?", "I sit on the bed", "What is on my left?"),
        ("What do I see while I'm at the stove?", "I'm at the stove", "What do I see?"),
        ("Is the tv on my left if I am lying in bed?", "I am lying in bed", "Is the tv on my left?"),
        ("What is behind me, facing the tv?", "facing the tv", "What is behind me?"),
        ("With the front door behind you, what is ahead?", "With the front door behind you", "What is ahead?"),
        ("The tv is in front of me. What is near me?", "The tv is in front of me.", "What is near me?"),
        ("On my way to the hall, what do I pass?", "", "On my way to the hall, what do I pass?"),
        ("If I turned to the left, is the tv ahead?", "", "If I turned to the left, is the tv ahead?"),
        ("Tell me if I am standing in the kitchen.", "", "Tell me if I am standing in the kitchen."),
        ("Do you know if I am on the couch?", "", "Do you know if I am on the couch?"),
        ("What color is the vase standing on the table?", "", "What color is the vase standing on the table?"),
        ("Is a lamp near me, standing on the table?", "", "Is a lamp near me, standing on the table?"),
        ("Is the lamp near the bed when I lie in it?", "", "Is the lamp near the bed when I lie in it?"),
        ("The tv is on. Is the couch on my left?", "", "The tv is on. Is the couch on my left?"),
        ("If I sit on the bed, what is on my left?", "", "If I sit on the bed, what is on my left?"),
        ("Is the lamp on my left?", "", "Is the lamp on my left?"),
        ("Where is the tv? I am in bed, facing the wall.", "I am in bed, facing the wall.", "Where is the tv?"),
        ("Sat on the bed. What is near me?", "Sat on the bed.", "What is near me?"),
        ("Stand at the sink, face the tv. What is near me?", "Stand at the sink, face the tv.", "What is near me?"),
        ("It is late so I am lying in bed. What is near me?", "It is late so I am lying in bed.", "What is near me?"),
        ("what is near me, im sitting on the bed", "im sitting on the bed", "What is near me?"),
        ("What is on my left while I'm at the sink, is it red?", "I'm at the sink", "What is on my left, is it red?"),
        ("You are at the sink. Is it on your left?", "You are at the sink.", "Is it on my left?"),
        ("I'm on the bed - is the tv on my left?", "I'm on the bed", "Is the tv on my left?"),
        ("Rocking chair by the window: is it red?", "", "Rocking chair by the window: is it red?"),
        ("Washing machine in the hall, is it on?", "", "Washing machine in the hall, is it on?"),
        ("Missing book on the shelf, where is it?", "", "Missing book on the shelf, where is it?"),
        ("Building on the left, what is it?", "", "Building on the left, what is it?"),
        ("Cooking pot on the stove, what color is it?", "", "Cooking pot on the stove, what color is it?"),
        ("by the bed, is there a lamp?", "", "by the bed, is there a lamp?"),
        ("In front of the bed, what is there?", "", "In front of the bed, what is there?"),
        ("At the sink. What is near me?", "At the sink.", "What is near me?"),
        ("Standing right in front of the bed, is it red?", "Standing right in front of the bed", "Is it red?"),
        ("What is near me? (Only just come into the hall.)", "Only just come into the hall.", "What is near me?"),
        ("I dropped my keys behind the couch. Where is it?", "", "I dropped my keys behind the couch. Where is it?"),
        ("I saw a mouse under the bed. Where is the bed?", "", "I saw a mouse under the bed. Where is the bed?"),
        ("I would like to sit on the bed. Where is it?", "", "I would like to sit on the bed. Where is it?"),
        # without punctuation
        ("im on the bed facing the tv what is on my left", "im on the bed facing the tv", "What is on my left"),
        ("i sit on the couch is the tv on my left", "i sit on the couch", "Is the tv on my left"),
        ("i stand by the lamp which is near the door what is it", "i stand by the lamp which is near the door",
         "What is it"),
        ("i know what is on the table", "", "i know what is on the table"),
        ("im on the bed at the wall which is closer to me the tv or the lamp", "im on the bed at the wall",
         "Which is closer to me the tv or the lamp"),
        ("Tucked up in bed. What is near me?", "Tucked up in bed.", "What is near me?"),
        ("In the hall are two beds. The red one: where?", "", "In the hall are two beds. The red one: where?"),
        # the question in the same sentence
        ("I am at the sink, and I would like to know what is behind me.", "I am at the sink",
         "And I would like to know what is behind me."),
        # a thing is told, and nobody's place
        ("In the hall there are two beds and I mean the red one; where is it?", "",
         "In the hall there are two beds and I mean the red one; where is it?"),
    ],
)
def test_what_is_told_is_split_from_what_is_asked(text: str, told: str, asked: str) -> None:
    assert split_situation(text) == (told, asked)


def test_sides_that_do_not_fit_are_not_read_as_something_else(pipeline: AskingPipeline) -> None:
    """Who sits on the couch has the lamp on the right."""
    found = pipeline.ask(Question(f"I am sitting on the couch with the lamp on my left. {SHORT}"), GRAPH, HERE)
    assert found.status is AnswerStatus.NOT_UNDERSTOOD
    assert found.answer.startswith("I know no place that fits the situation with lamp (left).")


def test_a_situation_after_the_question_moves_the_viewpoint(pipeline: AskingPipeline) -> None:
    found = pipeline.ask(Question(f"{SHORT[:-1]} when I sit on the couch?"), GRAPH, HERE)
    assert (found.answer, found.viewpoint.position[0]) == ("right", 4.0)


def test_a_pronoun_means_the_thing_that_the_situation_says(pipeline: AskingPipeline) -> None:
    """Its middle is 2.83 m from that of the couch: 2.47 m to its border, 0.25 m / cos 45° nearer."""
    found = pipeline.ask(Question("I am sitting on the couch, facing the lamp. How far is it from me?"), GRAPH, HERE)
    assert (found.answer, found.viewpoint.position[0]) == ("2.5 m", 4.0)
    assert 'the("lamp")' in found.program


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


@pytest.mark.parametrize(
    ("text", "answer", "x"),
    [
        # On the couch, which faces -x, the lamp at (2, 2) is on the right.
        (f"If I flop down on the couch to read, {SHORT[0].lower()}{SHORT[1:]}", "right", 4.0),
        ("Sit on the couch and look into the room: is the lamp on your left or on your right?", "right", 4.0),
        ("I come home, then I sit on the couch, is the lamp on my left or on my right?", "right", 4.0),
        # After a quarter turn to the left, to +y, the lamp is ahead on the right; after turning around on the right.
        (f"If I make a quarter turn to the left, {SHORT[0].lower()}{SHORT[1:]}", "right", 0.0),
        (f"I am sitting on the couch. If I turn right around, {SHORT[0].lower()}{SHORT[1:]}", "left", 4.0),
        (f"If I paint the couch in the evening, {SHORT[0].lower()}{SHORT[1:]}", None, 0.0),  # says no place
    ],
)
def test_what_a_question_supposes_of_the_asker_moves_the_viewpoint(
    pipeline: AskingPipeline, text: str, answer: str | None, x: float
) -> None:
    found = pipeline.ask(Question(text), GRAPH, HERE)
    if answer is None:
        assert found.status is AnswerStatus.NOT_UNDERSTOOD
    else:
        assert (found.answer, found.viewpoint.position[0]) == (answer, x)


def test_a_turn_that_a_question_supposes_is_told(pipeline: AskingPipeline) -> None:
    found = pipeline.ask(Question(f"If I make a quarter turn to the left, {SHORT[0].lower()}{SHORT[1:]}"), GRAPH, HERE)
    assert found.explanation.endswith("Told as you look after the turn.")
