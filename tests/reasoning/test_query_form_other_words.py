"""Other words and word orders: each is brought to the plain question, or read by its key words."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from query_form_room import Echo, context

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.form import Form, Noun
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.openings import as_yes_no, direct, without_openings
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.room_reading import read_room_question
from situated_qa.reasoning.query_form.reading.unanswerable import unanswerable
from situated_qa.reasoning.query_form.reading.walk_mentions import read_walk
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.reasoning.query_form.rules import rules
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

sys.path.append(str(Path(__file__).parents[1] / "situated"))
from hand_drawn_home import home_graph, thing  # noqa: E402 - found through the line above

WORDINGS = Path(__file__).parents[2] / "benchmarks" / "wordings.jsonl"
MORE = (
    thing(4, "chair", 2.5, 3.0, 0, 0.4, 0.4, 0.9, room="kitchen"),
    thing(5, "chair", 5.0, 3.1, 0, 0.4, 0.4, 0.9, room="bedroom"),
)


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def home() -> SituatedScene:
    return SituatedScene(home_graph(more=MORE), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Could you tell me whether the lamp is to my left or to my right?", "is the lamp to my left or to my right"),
        ("I was wondering if there's a cup in here.", "is there a cup in here"),
        ("Do you know what color the sofa is?", "what color is the sofa"),
        ("hi, do you know which room the trash can is standing in", "which room is the trash can standing in"),
        ("The kitchen has a stove, doesn't it?", "does the kitchen have a stove"),
        ("The bed and the desk are in the same room, aren't they?", "are the bed and the desk in the same room"),
        ("Would you say the tv is on the left?", "is the tv on the left"),
        ("I wonder how many chairs there are.", "how many chairs are there"),
        ("give me the height of the table, please", "what is the height of the table"),
        ("Would you call the rug round or rectangular?", "is the rug round or rectangular"),
    ],
)
def test_what_is_said_around_a_question_is_taken_off(said, plain):
    assert without_openings(normalise(said)) == plain


@pytest.mark.parametrize(
    ("claim", "question"),
    [
        ("i can reach the cup", "can i reach the cup"),
        ("both rooms share a door", "do both rooms share a door"),
        ("each room has got a lamp", "does each room have a lamp"),
        ("a cup stands on the table", "is a cup on the table"),
    ],
)
def test_a_claim_becomes_the_question_whether_it_holds(claim, question):
    assert as_yes_no(claim) == question


@pytest.mark.parametrize("text", ["what is behind me", "which of the rooms are large",
                                  "how many people could sit here", "from where i stand , can i go on"])  # fmt: skip
def test_a_question_that_is_direct_stays_as_it_is(text):
    assert direct(text) == text


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("The sofa - what's its color?", "what is the color of the sofa"),
        ("the rug in the corridor, is it round or is it rectangular?",
         "is the rug in the corridor round or rectangular"),
        ("There's a chair behind me. What color is it?", "what color is the chair behind me"),
        ("Of the bed and the desk, which one is nearer to the lamp?",
         "which one is nearer to the lamp , the bed or the desk"),
        ("Measured from the stove, which is closer, the cup or the pot?",
         "which is closer to the stove , the cup or the pot"),
        ("whats closer to the bin the cup in the hall or the pot",
         "what is closer to the bin , the cup in the hall or the pot"),
        ("What is more tall, the bed or the lamp?", "what is taller , the bed or the lamp"),
        ("The cup is in which room?", "in which room is the cup"),
        ("In the kitchen, what is red?", "what is red in the kitchen"),
        ("Number of chairs in the hall?", "how many chairs in the hall"),
        ("Rooms containing a bed?", "which rooms have a bed"),
        ("In what rooms there is no mirror?", "in what rooms is there no mirror"),
        ("On which thing stands the pot?", "what is the pot standing on"),
        ("Is the lamp in my field of view right now?", "can i see the lamp"),
        ("By what number do cups exceed plates in the hall?", "by how many do cups exceed plates in the hall"),
        ("What do cups and plates add up to in the hall?", "how many cups and plates are there in the hall"),
        ("To fry an egg, which thing in this room should I use?", "what can i use to fry an egg in this room"),
        ("how do i get 2 the toilet", "how do i get to the toilet"),
        ("In which room is the picture?", "in which room is the picture"),
    ],
)  # fmt: skip
def test_other_orders_and_words_come_to_the_plain_question(said, plain):
    assert plain_question(normalise(said)) == plain


def test_an_endless_text_is_left_alone():
    text = "the sofa , " * 100
    assert plain_question(text) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("how many meters must i walk until the cup", ("walk", None, "the cup")),
        ("if i walk to the bed in the hall , how many meters will that be", ("walk", None, "the bed in the hall")),
        ("walking from the bed to the cup , how far is that", ("walk", "the bed", "the cup")),
        ("what is the length of the walkable path between the bed and the cup", ("walk", "the bed", "the cup")),
        ("how far is the cup", None),
        ("how many doors must i walk through to reach the kitchen", None),
    ],
)
def test_the_ends_of_a_walk(text, found):
    walk = read_walk(text)
    assert (walk and (walk[0], walk[1].get("start"), walk[1]["end"])) == found


@pytest.mark.parametrize(
    "text",
    [
        "which one do i reach with fewer steps , the cup in the hall or the bed",
        "which is closer to walk to the cup in the hall or the bed",
        "where do i get faster if i walk , to the cup in the hall or to the bed",
        "which has the shorter walking distance from here , the cup in the hall or the bed",
    ],
)
def test_the_shorter_of_two_walks(text):
    assert read_walk(text) == ("shorter walk", {"thing": "the cup in the hall", "thing2": "the bed"})


@pytest.mark.parametrize(
    ("question", "ask", "room"),
    [
        ("how many doors do I have to go through to get to the bedroom?", "doors", "bedroom"),
        ("The bedroom is how many doors away?", "doors", "bedroom"),
        ("If I head for the bedroom, which room do I enter first?", "next room", "bedroom"),
        ("Leaving this room for the bedroom, where do I end up first?", "next room", "bedroom"),
        ("Is it possible to go directly from here in the hall?", "is accessible", "hall"),
        ("Is this room directly connected with the hall by an open door?", "is accessible", "hall"),
        ("From the hall, which rooms can I walk into directly?", "accessible", "hall"),
        ("How much floor space does the kitchen have?", "size", "kitchen"),
        ("What's the state of the door connecting the hall with the kitchen, open or closed?", "door", "hall"),
        ("Comparing the hall with the kitchen, which has the greater floor area?", "larger", "hall"),
        ("Room with the smallest floor area?", "largest", ""),
        ("Has each room a window?", "every room", ""),
        ("List the rooms without a chair.", "rooms without", ""),
        ("How many rooms have a chair?", "rooms with", ""),
        ("I'd like to sit down - which rooms are there for that?", "rooms for", ""),
        ("How far is the kitchen from the bedroom?", "walk", "kitchen"),
    ],
)
def test_rooms_and_ways_are_read_by_key_words(question, ask, room, home):
    asked = read_room_question(normalise(question), Grounds.of(home), list(home.categories))
    assert asked is not None, question
    assert (asked.ask, asked.room) == (ask, room)


@pytest.mark.parametrize("question", ["How many chairs are in the kitchen?", "What is next to the chair?",
                                      "How many doors does the kitchen have?"])  # fmt: skip
def test_questions_about_things_are_none_about_rooms(question, home):
    assert read_room_question(normalise(question), Grounds.of(home), list(home.categories)) is None


def by_rules(question, sandbox, home):
    asked = context(question, Echo("{}"), sandbox, home, "short")
    return rules(asked)


@pytest.mark.parametrize(
    ("question", "answer"), [("How many rooms have a chair?", "2"), ("How many rooms have no chair?", "1")]
)
def test_rooms_with_something_are_counted(question, answer, sandbox, home):
    assert by_rules(question, sandbox, home).answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "is it dark in here",
        "how heavy is the chair",
        "the only chair",
        "what is the tallest thing in this room",
        "which way is north",
        "what is the furthest thing from the chair",
        "what color is the wall",
        "is the kitchen clean",
        "which room has neither a bed nor a chair",
        "is there enough room for a piano",
        "is there something soft to sit on",
        "how many square feet is the kitchen",
    ],
)
def test_what_no_map_can_tell_is_said(question, sandbox, home):
    result = by_rules(question, sandbox, home)
    assert result.status is AnswerStatus.NOT_KNOWN
    assert result.answer == "not known" and result.explanation.startswith("I cannot look that up: ")


@pytest.mark.parametrize(
    "text", ["is there something to sit on", "which room is the largest", "what is farthest from me"]
)
def test_what_can_be_told_is_not_refused(text):
    assert unanswerable(text) == ""


def test_the_benchmark_holds_a_third_of_the_first_wordings_back():
    rows = [json.loads(line) for line in WORDINGS.read_text(encoding="utf-8").splitlines()]
    first = [row for row in rows if row["set"] != "second"]
    assert len({(row["kind"], row["text"]) for row in rows}) == len(rows)
    assert {row["kind"] for row in first if row["set"] == "held out"} == {row["kind"] for row in rows}
    assert sum(row["set"] == "held out" for row in first) == pytest.approx(len(first) / 3, abs=5)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("How many places to sit are there?", Form("count", Noun("something to sit on"))),
        ("How many spots to sleep are there?", Form("count", Noun("something to sleep on"))),
    ],
)
def test_places_to_do_something_are_things_to_do_it_on(question, form):
    assert read_question(question, ["chair", "bed"]).form() == form


@pytest.mark.parametrize("question", ["Which door do I take to get to the kitchen?", "What door leads to the kitchen?"])
def test_which_door_asks_for_the_way(question):
    grounds = Grounds(rooms=("kitchen", "bathroom"), here="bathroom", floor_plan=True)
    asked = read_room_question(normalise(question), grounds, [])
    assert asked is not None and (asked.ask, asked.room) == ("way", "kitchen")


def test_a_superlative_may_stand_before_the_thing_that_it_tells() -> None:
    form = read_question("Closest to the sink there is a cup: what color is it?", ["cup", "sink"]).form()
    assert str(form) == (
        '{"ask": "color", "target": "cup", "where": [{"rel": "near", "of": {"target": "sink"}}, {"most": "closest"}]}'
    )
