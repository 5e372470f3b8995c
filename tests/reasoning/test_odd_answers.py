"""Answers that were odd: refused though the map tells them, without the thing's name, or "no" to what no map holds."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from hand_room import room
from situated_qa.geometry import Box
from situated_qa.llm.no_model import NoModel
from situated_qa.reasoning.answers import Absence, Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.matcher import beyond_a_place, knows_words
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "situated"))
from hand_drawn_home import home_graph  # noqa: E402 - found through the line above

needs_words = pytest.mark.skipif(not knows_words(), reason="WordNet is not installed: situated-qa fetch wordnet")


def ask(sandbox, question: str, scene: SituatedScene, strategy: str = "") -> Answer:
    return Reasoner(NoModel(), sandbox).answer(scene, Question(question, strategy=strategy))


def home() -> SituatedScene:
    return SituatedScene(home_graph(), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))


def test_rooms_are_listed_on_demand(sandbox):
    assert ask(sandbox, "What rooms are there?", home()).answer == "The kitchen, the hall and the bedroom."


@pytest.mark.parametrize(
    "program",
    ["rooms()", "count_rooms()", 'has_room("kitchen")', 'rooms_with(every("lamp"))', 'in_every_room(every("lamp"))',
     'rooms_without(every("lamp"))', 'pick_room("largest")'],
)  # fmt: skip
def test_a_map_without_rooms_does_not_say_that_there_are_none(sandbox, program):
    told = ask(sandbox, program, room(), strategy="expression")
    assert told.status is AnswerStatus.NOT_KNOWN
    assert told.answer == "The map does not divide this place into rooms."


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        # On the right of the table at (2, 0) are the chair at (2, -0.95), the plant and the bookcase, in this order.
        ('name(the("thing", right(the("table"), me), nth(2, closest(the("table")))))', "plant"),
        # On the left: the chair at (0.3, 2), the chair at (2, 2.2), the lamp at (-2, 1.6), the door at (-0.2, 4).
        ('color(the("chair", left(me), nth(2, closest(me))))', "black"),
        # The plant is 1.4 m away, the table 1.5, the sofa 1.55.
        ('name(the("thing", nth(2, closest(me))))', "table"),
    ],
)
def test_things_on_a_side_are_counted_from_who_has_the_side(sandbox, program, answer):
    told = ask(sandbox, program, room(), strategy="expression")
    assert (told.status, told.program) == (AnswerStatus.ANSWERED, program)
    assert answer in told.answer


def test_what_is_found_by_its_use_is_named(sandbox):
    told = ask(sandbox, 'where(the("something to sit on"))', room(), strategy="expression")
    assert told.answer.startswith("The sofa is ")
    assert "something" not in told.explanation.split("Looked up as")[0]


@needs_words
def test_what_no_map_of_rooms_holds_is_not_denied(sandbox):
    moon = ask(sandbox, "Can you see the moon?", room())
    assert moon.status is AnswerStatus.NOT_KNOWN and moon.absence is Absence.CANNOT_NAME
    assert moon.answer.endswith("and a moon is not one that it can hold.")
    assert ask(sandbox, "Can you see the lamp?", room()).answer.startswith("No")


@needs_words
@pytest.mark.parametrize("word", ["moon", "sun", "sky", "river", "mountain", "wind", "planet", "cloud"])
def test_words_of_the_sky_and_the_land_name_nothing_in_a_room(word):
    assert beyond_a_place(word)


@needs_words
@pytest.mark.parametrize("word", ["lamp", "light", "ball", "plant", "tree", "stone", "dog", "apple", "street", "xyzzy"])
def test_words_that_may_name_a_thing_in_a_room_do(word):
    assert not beyond_a_place(word)


@pytest.mark.parametrize(
    "question",
    ["Is there anything you cannot name?", "What can't you recognize here?", "How many unidentified things are there?"],
)
def test_what_has_no_name_is_told_by_its_size(sandbox, question):
    box = Box(np.array([2.0, 0.0, 0.4]), np.array([0.4, 0.3, 0.8]))
    graph = SceneGraph((ObjectNode(4, "object", box, box.center), ObjectNode(7, "chair", box, box.center)))
    told = ask(sandbox, question, SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))
    assert told.status is AnswerStatus.ANSWERED and told.object_ids == (4,)
    assert told.answer.startswith("There is one thing that I cannot name. It is something about 0.4 x 0.3 x 0.8 m")


def test_a_map_in_which_all_has_a_name_says_so(sandbox):
    assert ask(sandbox, "Is there anything you cannot name?", home()).answer == "Everything in my map has a name."
