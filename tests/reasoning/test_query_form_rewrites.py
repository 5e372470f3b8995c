"""Roundabout questions read as the plain ones they mean."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.rewrites import plain

NAMES = ["sofa", "lamp", "table", "cup", "picture", "washing machine"]


@pytest.mark.parametrize(
    ("roundabout", "straight"),
    [
        ("From where I am, is the lamp to the left or to the right of the sofa?",
         "Is the lamp to the left or to the right of the sofa?"),
        ("With 12 o'clock straight ahead, at what o'clock is the lamp?", "At what o'clock is the lamp?"),
        ("At which hour of the clock is the lamp, with 12 straight ahead of me?", "At which o'clock is the lamp?"),
        ("In which direction is the lamp: front, left, right or behind?", "In which direction is the lamp?"),
        ("To look at the lamp, do I turn left, right or all the way around?", "Which way is the lamp?"),
        ("What is the distance in a straight line between the lamp and the sofa, center to center, in meters?",
         "What is the distance between the lamp and the sofa?"),
        ("How many meters is it from me to the nearest edge of the sofa?", "How far is the sofa?"),
        ("What is the length of the table in meters?", "How long is the table?"),
        ("How many meters is the height of the lamp?", "How tall is the lamp?"),
        ("Looking straight ahead from here, do I see the lamp?", "Do I see the lamp?"),
        ("Does this home have a lamp?", "Is there a lamp?"),
        ("Is there a lamp anywhere in this home?", "Is there a lamp?"),
        ("How many lamps are there in the whole home?", "How many lamps are there in this home?"),
        ("In this room, do I have a lamp on my left?", "Do I have a lamp on my left in this room?"),
        ("How many lamps and cups are there together?", "How many lamps and cups are there?"),
        ("What shape is the table, round or square?", "Is the table round or square?"),
    ],
)  # fmt: skip
def test_a_roundabout_question_means_the_straight_one(roundabout, straight):
    one, other = read_question(roundabout, NAMES), read_question(straight, NAMES)
    assert one.form() == other.form()
    assert one.sure_of_ask


@pytest.mark.parametrize("question", ["What is the cup standing on?", "On what does the cup stand?"])
def test_what_carries_a_thing_is_what_supports_it(question):
    form = read_question(question, NAMES).form().to_json()
    assert form == {"ask": "name", "target": "any", "where": [{"rel": "supporting", "of": {"target": "cup"}}]}


def test_closer_to_a_third_thing_is_not_closer_to_me():
    form = read_question("Which is closer to the washing machine: the lamp or the cup?", NAMES).form()
    assert (form.noun.target, form.other.target) == ("lamp", "cup")
    assert form.attribute == "closer to the washing machine"
    assert read_question("Which is closer to me, the lamp or the cup?", NAMES).form().attribute == "closer"


@pytest.mark.parametrize("text", ["what is behind me", "how many chairs are on my left", "is the lamp on the table"])
def test_a_plain_question_stays_as_it_is(text):
    assert plain(text) == text
