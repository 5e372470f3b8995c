"""Questions about when things were seen are read by their words, and answered from the stamps of the map."""

from __future__ import annotations

from dataclasses import replace

import pytest
from query_form_room import ROOM, room

from situated_qa.llm.no_model import NoModel
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.time_questions import time_expression
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene

READ = [
    ("How long ago did you last see the cup?", 'ago(the("cup"))'),
    ("When was the lamp last seen?", 'ago(the("lamp"))'),
    ("When did you see the bed for the first time?", 'ago(the("bed"), "first")'),
    ("How long has it been since you saw the red chair?", 'ago(the("chair", color="red"))'),
    ("Which did you see first, the bed or the chair?", 'which(seen("first"), the("bed"), the("chair"))'),
    ("Which did you see last, the bed or the chair?", 'which(seen("last"), the("bed"), the("chair"))'),
    ("Which appeared last: the lamp, the bed or the cup?",
     'which(nth(-1, seen("first")), the("lamp"), the("bed"), the("cup"))'),
    ("What did you see first?", 'name(the("thing", seen("first")))'),
    ("Did you see the bed before the chair?", 'first(which(seen("first"), the("bed"), the("chair")), the("bed"))'),
    ("Did you see the bed after the chair?", 'first(which(seen("first"), the("bed"), the("chair")), the("chair"))'),
    ("In which order did the bed, the desk and the lamp appear?",
     'ranked(seen("first"), the("bed"), the("desk"), the("lamp"))'),
    ("What will be the first-time appearance order of the following categories in the video: chair, tv, table?",
     'ranked(seen("first"), every("chair"), every("tv"), every("table"))'),
    ("Where is the cup?", ""),
    ("What do you see on the table?", ""),
    ("When does the meeting start?", ""),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expression"), READ)
def test_a_question_about_sight_is_read_as_an_expression(question, expression):
    assert time_expression(question, Grounds(), ["chair", "bed", "lamp", "tv"]) == expression


def ask(sandbox: Sandbox, question: str, scene: SituatedScene) -> Answer:
    return Reasoner(NoModel(), sandbox).answer(scene, Question(question))


def test_the_whole_way_from_the_question_to_the_sentence(sandbox):
    watched = tuple(replace(node, first_seen=node.id * 10**9, last_seen=60 * 10**9) for node in ROOM)
    scene = SituatedScene(SceneGraph(watched, stamp=90 * 10**9), room().viewpoint)
    ago = ask(sandbox, "How long ago did you last see the cup?", scene)
    assert ago.status is AnswerStatus.ANSWERED and ago.answer == "I last saw the cup 30 seconds ago."
    assert ago.object_ids == (6,)
    order = ask(sandbox, "In which order did the lamp, the cup and the table appear?", scene)
    assert order.answer == "In this order: table, cup and lamp."


def test_a_map_without_stamps_reports_it(sandbox):
    told = ask(sandbox, "How long ago did you last see the cup?", room())
    assert told.status is AnswerStatus.NOT_KNOWN and told.answer == "The map does not hold when the cup was seen."
