""" "No" needs evidence, asked by words alone: the asker stands at the origin and looks along x; left was never seen."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Absence, Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.scene_table import scene_table
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.observed import FREE, NEVER_SEEN, SOLID, ObservedArea, Vocabulary
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def node(id: int, category: str, x: float, y: float) -> ObjectNode:
    center = np.array([x, y, 0.5])
    return ObjectNode(id, category, Box(center, np.array([0.5, 0.5, 1.0])), center)


def seen_graph() -> SceneGraph:
    cells = np.full((24, 24), FREE)
    cells[[0, -1], :] = cells[:, [0, -1]] = SOLID
    cells[14:] = NEVER_SEEN  # y ≥ 0.5 m
    return SceneGraph(
        (node(1, "chair", 1.5, -1.0), node(2, "dining table", 2.0, 0.0), node(3, "refrigerator", 2.0, -2.0)),
        version=3,
        vocabulary=Vocabulary("nanodet", ("chair", "dining table", "refrigerator", "couch", "tv", "cup")),
        observed=ObservedArea(0.25, np.array([-3.0, -3.0]), cells),
    )


def ask(question: str, sandbox: Sandbox, graph: SceneGraph, style: str = "sentence") -> Answer:
    scene = SituatedScene(graph, Viewpoint(np.array([0.0, 0.0, 0.0]), 0.0))
    settings = ReasoningSettings(strategy="expression" if "(" in question else "rules", answer_style=style)
    return Reasoner(make_model("none"), sandbox, settings).answer(scene, Question(question))


@pytest.mark.parametrize(
    ("question", "absence", "words"),
    [
        ("Is there a whiteboard on my right?", Absence.CANNOT_NAME, "whiteboard is not one of them"),
        ("The whiteboards on my right", Absence.CANNOT_NAME, "whiteboard is not one of them"),
        ("How many curtains are there?", Absence.CANNOT_NAME, "curtain is not one of them"),
        ("What is on the whiteboard?", Absence.CANNOT_NAME, "whiteboard"),
        ("Is there a couch on my left?", Absence.NOT_SEEN, "on your left"),
        ("How many chairs are on my left?", Absence.NOT_SEEN, "on your left"),
        ("What is on my left?", Absence.NOT_SEEN, "on your left"),
        ("Is there a tv?", Absence.NOT_SEEN, "around you"),
        ('count(every("couch")) > count(every("chair"))', Absence.NOT_SEEN, "around you"),
        ("How many couches are in the bathroom?", Absence.NOT_SEEN, "have not seen a bathroom"),
        ("What is in the refrigerator?", Absence.NOT_SEEN, "cannot look into the refrigerator"),
        ("Is there a cup under the chair?", Absence.NOT_SEEN, "cannot look under the chair"),
        ("Is there a cup on the whiteboard?", Absence.CANNOT_NAME, "whiteboard is not one of them"),
    ],
)
def test_without_evidence_there_is_not_a_no(question: str, absence: Absence, words: str, sandbox: Sandbox) -> None:
    answer = ask(question, sandbox, seen_graph())
    assert (answer.status, answer.absence) == (AnswerStatus.NOT_KNOWN, absence)
    assert answer.answer.startswith("I cannot tell.") and words in answer.answer
    assert ask(question, sandbox, seen_graph(), "short").answer == "not known"


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Is there a couch on my right?", "no"),
        ("How many couches are on my right?", "0"),
        ("Is there a cup on the table?", "no"),
    ],
)
def test_where_the_place_was_observed_no_is_said_with_its_evidence(question: str, short: str, sandbox: Sandbox) -> None:
    answer = ask(question, sandbox, seen_graph(), "short")
    assert (answer.status, answer.absence, answer.answer) == (AnswerStatus.ANSWERED, Absence.NOT_THERE, short)
    assert "can miss things" in answer.explanation and "I have observed" in answer.explanation


def test_what_is_there_rests_on_no_absence(sandbox: Sandbox) -> None:
    answer = ask("How many chairs are on my right?", sandbox, seen_graph(), "short")
    assert (answer.answer, answer.absence, answer.object_ids) == ("1", Absence.NONE, (1,))


def test_a_count_of_a_place_that_was_seen_in_part_reports_it(sandbox: Sandbox) -> None:
    answer = ask("How many chairs are there?", sandbox, seen_graph())
    assert answer.answer.startswith("I know of one chair, but there may be more. I have observed only")
    assert "may be more" not in ask("How many chairs are on my right?", sandbox, seen_graph()).answer


def test_a_complete_scene_says_no(sandbox: Sandbox) -> None:
    complete = dataclasses.replace(seen_graph(), vocabulary=None, observed=None)
    answer = ask("Is there a whiteboard on my left?", sandbox, complete, "short")
    assert (answer.status, answer.absence, answer.answer) == (AnswerStatus.ANSWERED, Absence.NOT_THERE, "no")


def program(code: str) -> str:
    return f"Thought: look\nAction: Program\nAction Input:\n```python\n{code}\n```"


@pytest.mark.parametrize(
    ("noun", "words", "status", "absence"),
    [
        ("whiteboard", "No, there is no whiteboard.", AnswerStatus.NOT_KNOWN, Absence.CANNOT_NAME),
        ("couch", "I see none.", AnswerStatus.NOT_KNOWN, Absence.NOT_SEEN),
        ("chair", "Yes, one on your right.", AnswerStatus.ANSWERED, Absence.NONE),
    ],
)
def test_a_model_cannot_say_no_without_evidence(
    noun: str, words: str, status: AnswerStatus, absence: Absence, sandbox: Sandbox
) -> None:
    model = ScriptedModel([Line(program(f'found = filter(scene(), "{noun}")\nprint(len(found))\nanswer("{words}")'))])
    scene = SituatedScene(seen_graph(), Viewpoint(np.array([0.0, 0.0, 0.0]), 0.0))
    settings = ReasoningSettings(strategy="think-program-rectify")
    answer = Reasoner(model, sandbox, settings).answer(scene, Question(f"Any {noun} about, would you say?"))
    assert (answer.status, answer.absence) == (status, absence)
    if status is AnswerStatus.NOT_KNOWN:
        assert answer.answer.startswith("I cannot tell.") and words in answer.explanation


def test_a_model_is_told_what_the_graph_cannot_hold() -> None:
    scene = SituatedScene(seen_graph(), Viewpoint(np.array([0.0, 0.0, 0.0]), 0.0))
    table = scene_table(scene)
    assert "names only: chair, couch, cup, dining table, refrigerator, tv." in table
    assert "of the place was observed" in table
    complete = dataclasses.replace(seen_graph(), vocabulary=None, observed=None)
    assert "detector" not in scene_table(dataclasses.replace(scene, graph=complete))
