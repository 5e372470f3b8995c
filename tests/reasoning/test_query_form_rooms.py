"""Questions about rooms and ways, answered by query form in the hand-drawn home of the tools' tests.

The asker stands in the kitchen, 1.25 m above the middle of the door to the hall, and looks along x: that door is on the
right. The bedroom lies behind the hall.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest
from query_form_room import Echo, context

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.room_reading import read_room_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.reasoning.query_form.strategy import query_form
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

sys.path.append(str(Path(__file__).parents[1] / "situated"))
from hand_drawn_home import home_graph, thing  # noqa: E402 - found through the line above

MORE = (
    thing(4, "chair", 2.5, 3.0, 0, 0.4, 0.4, 0.9, room="kitchen"),  # front left
    thing(5, "chair", 5.0, 3.1, 0, 0.4, 0.4, 0.9, room="bedroom"),  # behind the wall, front left as well
)


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


def home(**more) -> SituatedScene:
    return SituatedScene(home_graph(more=MORE, **more), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))


def ask(question, sandbox, *, style="short", scene=None):
    """The strategy's result with a model that reads the question as the rules do."""
    scene = scene or home()
    names = [*scene.categories, *(node.name for node in scene.graph.rooms)]
    asked = context(question, Echo(str(read_question(question, names).form())), sandbox, scene, style)
    return query_form(asked), asked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What room am I in?", "kitchen"),
        ("Which room is this?", "kitchen"),
        ("Am I in the kitchen?", "yes"),
        ("Am I standing in the bedroom?", "no"),
        ("Is there a bedroom?", "yes"),
        ("Is there a bathroom here?", "no"),
        ("How many rooms are there?", "3"),
        ("How many rooms does this home have?", "3"),
        ("Which rooms are there?", "kitchen, hall and bedroom"),
        ("Which room is the bed in?", "bedroom"),
        ("In which room is the picture?", "hall"),
        ("Which rooms have a chair?", "bedroom and kitchen"),
        ("In which rooms is there no chair?", "hall"),
        ("Does every room have a chair?", "no"),
        ("Are the bed and the lamp in the same room?", "yes"),
        ("Is the fridge in the same room as the bed?", "no"),
        ("How big is this room?", "6.0 m²"),
        ("How many square meters does the bedroom have?", "7.5 m²"),
        ("How high is the hall?", "2.5 m"),
        ("What is the floor area of the hall in square meters?", "7.0 m²"),
        ("Which room is the largest?", "bedroom"),
        ("What is the smallest room in this apartment?", "kitchen"),
        ("Which is larger, the kitchen or the hall?", "hall"),
        ("Is the kitchen larger than the hall?", "no"),
        ("Which rooms can I get to directly from here?", "hall"),
        ("Which rooms are next to the hall?", "bedroom and kitchen"),
        ("Can I get to the bedroom directly from the kitchen?", "no"),
        ("Is the door between the hall and the bedroom open?", "yes"),
        ("How many doors do I pass on the way to the bedroom?", "2"),
        ("On my way to the bedroom, which is the first room that I enter?", "hall"),
        ("How far do I have to walk to the hall?", "1.5 m"),
        ("How far do I have to walk to the bed?", "5.5 m"),
        ("How many meters do I have to walk from here to get to the bed?", "5.5 m"),
        ("What is the walking distance from the fridge to the bed?", "4.7 m"),
        ("Which is the shorter walk from here, to the bed or to the fridge?", "fridge"),
        ("How do I get to the hall?", "turn right, go straight 1.5 m through the door into the hall"),
        ("Where is the hall?", "turn right, go straight 1.5 m through the door into the hall"),
        ("How do I get to the bathroom?", "no bathroom here"),
        ("Take me to the hall", "turn right, go straight 1.5 m through the door into the hall"),
        ("Can I get from here to the bedroom?", "yes"),  # two doors away: reached, though not directly
        ("Can I walk to the bed?", "yes"),
        ("Can I get directly to the bedroom from here?", "no"),
        ("How far is the hall?", "1.5 m"),  # a room is walked to; a thing's distance is the straight line
        ("How far is the kitchen?", "here"),
    ],
)
def test_questions_about_rooms_and_ways_are_read_by_their_words(question, answer, sandbox):
    result, asked = ask(question, sandbox)
    assert result.answer == answer, asked.observations
    assert result.status is AnswerStatus.ANSWERED
    assert not asked.model.prompts, "the words alone decide"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many chairs are there?", "2"),
        ("How many chairs are in the kitchen?", "1"),
        ("How many chairs are in this room?", "1"),
        ("How many chairs are there in this home?", "2"),
        ("Is the bed in the kitchen?", "no"),
        ("What is in the hall?", "picture"),
        ("How many chairs are on my left?", "1"),  # the other one stands behind the wall
        ("Which way should I go to get to the bed?",
         "turn right, go straight 1.5 m through the door into the hall, turn left, go straight 4.0 m through the door"
         " into the bedroom"),
        ("Can I see the bed?", "no"),
        ("Can I see the chair?", "yes"),
        ("How far is the bed?", "4.5 m"),
        ("Where is the lamp?", "in the bedroom, in front of you (12 o'clock), 5.3 m away"),
    ],
)  # fmt: skip
def test_forms_know_rooms_walls_and_ways(question, answer, sandbox):
    result, asked = ask(question, sandbox)
    assert result.answer == answer, asked.observations


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What room am I in?", "You are in the kitchen."),
        ("How big is this room?", "The area of the kitchen is 6.0 m²."),
        ("How many rooms are there?", "There are three rooms: kitchen, hall and bedroom."),
        ("Which room is the largest?", "The largest room is the bedroom, with 7.5 m²."),
        ("Is the kitchen larger than the hall?", "No. The larger one is the hall, with 7.0 m²."),
        ("Is the door between the hall and the bedroom closed?",
         "No, the door between the hall and the bedroom is open."),
        ("Does every room have a chair?", "No, there is no chair in the hall."),
        ("Am I in the kitchen?", "Yes, you are in the kitchen."),
        ("How far is the kitchen?", "The kitchen is where you are."),
        ("Which room is the bed in?", "The bed is in the bedroom."),
        ("How far do I have to walk to the bed?", "The walk from you to the bed is 5.5 m."),
        ("How do I get to the hall?",
         "Turn right, go straight 1.5 m through the door into the hall: you are in the hall, 1.5 m in all."),
        ("Is there a bathroom?", "No. I know of no bathroom; the rooms are kitchen, hall and bedroom."),
    ],
)  # fmt: skip
def test_people_get_a_sentence(question, sentence, sandbox):
    assert ask(question, sandbox, style="sentence")[0].answer == sentence


def test_a_closed_door_is_reported(sandbox):
    closed = home(bedroom_open=False)
    assert (
        ask("Is the door between the hall and the bedroom open or closed?", sandbox, scene=closed)[0].answer == "closed"
    )
    result, _ = ask("How far do I have to walk to the bed?", sandbox, scene=closed, style="sentence")
    assert result.answer.startswith("There is no way to walk from my place to the bed: the door between the hall")
    assert ask("How many doors do I pass on the way to the bedroom?", sandbox, scene=closed)[0].answer == "no way"


def test_what_is_walked_to_is_the_evidence(sandbox):
    assert ask("How far do I have to walk to the bed?", sandbox)[0].object_ids == (1,)
    assert ask("Which room is the picture in?", sandbox)[0].object_ids == (3,)
    assert ask("Which way is the bed?", sandbox)[0].object_ids == (1,)


def test_a_thing_that_is_not_there_is_named(sandbox):
    assert ask("Which room is the piano in?", sandbox, style="sentence")[0].answer == "I know of no piano."
    assert ask("How far do I have to walk to the piano?", sandbox, style="sentence")[0].answer == "I know of no piano."


def test_rooms_without_a_floor_plan_are_known_but_no_ways(sandbox):
    bare = home(plan=False)
    assert ask("What room am I in?", sandbox, scene=bare)[0].answer == "kitchen"
    assert ask("Which room is the bed in?", sandbox, scene=bare)[0].answer == "bedroom"
    asked = read_room_question("how far do i have to walk to the bed", Grounds.of(bare), ["bed"])
    assert asked is not None and asked.ask == "walk"
    assert ask("How far do I have to walk to the bed?", sandbox, scene=bare)[0].answer == "4.5 m"  # as the crow flies


@pytest.mark.parametrize(
    "question",
    ["What is in this room?", "Where is the chair?", "How big is the bed?", "Is there a chair in the kitchen?",
     "How far is the bed?", "What is the largest object in this room?", "Is the bed next to the lamp?",
     "Which is larger, the bed or the chair?", "How many doors are there?", "What is between the bed and the lamp?"],
)  # fmt: skip
def test_questions_about_things_are_left_to_the_form(question):
    scene = home()
    assert read_room_question(normalise(question), Grounds.of(scene), list(scene.categories)) is None


def test_an_endless_question_is_read_without_trouble():
    start = time.thread_time()
    for words in ("is " + "x and " * 3000 + " in the same room", "is " + "x and " * 45 + "in the same room"):
        read_room_question(words, Grounds(("kitchen",), "kitchen", True), ["bed"])
    assert time.thread_time() - start < 2.0
