"""Things asked for by what they do, and places said before the question.

The forms are written out by hand after docs/query_form.md.
"""

import pytest

from situated_qa.reasoning.query_form.form import parse_form
from situated_qa.reasoning.query_form.reading.deeds import base_verb
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.situated.affordances import related_categories

THINGS = ["chair", "clock", "couch", "desk", "door", "fridge", "lamp", "mirror", "paper towel", "shelf", "table"]
YES_NO = ["yes", "no"]


def me(rel):
    return {"rel": rel, "of": "me"}


def check(question, wanted):
    form, gold = read_question(question, THINGS).form(), parse_form(wanted)
    assert set(form.noun.where) == set(gold.noun.where), str(form)
    assert (form.ask, form.noun.target, form.options, form.other) == (
        gold.ask,
        gold.noun.target,
        gold.options,
        gold.other,
    ), str(form)


@pytest.mark.parametrize(
    ("question", "use", "where"),
    [
        ("What keeps milk cold?", "keep milk cold", []),
        ("What is behind me that washes dishes?", "wash dishes", [me("back")]),
        ("What warms the room on my left?", "warm the room", [me("left")]),
        ("Which object near me is used for cutting bread?", "cut bread", [me("near")]),
        ("What machine behind me is used to grind beans?", "grind beans", [me("back")]),
        ("What is making noise in front of me to my left?", "make noise", [me("front left")]),
        ("What is on my right that lets me hear music?", "hear music", [me("right")]),
        ("What is to my left that you can stir soup with?", "stir soup with", [me("left")]),
        ("What could I use behind me to iron my shirts?", "iron shirts", [me("back")]),
        ("What keeps the plates dry on my left that is behind me?", "keep the plates dry", [me("back left")]),
        ("What will chill my juice?", "chill juice", []),
        ("What tells time above the desk?", "tell time above the desk", []),
        ("What brews tea that is on the shelf?", "brew tea", [{"rel": "on", "of": {"target": "shelf"}}]),
    ],
)
def test_a_thing_is_found_by_its_use(question, use, where):
    check(question, {"ask": "name", "target": f"something to {use}", "where": where})


def test_a_place_or_a_part_is_no_use():
    assert read_question("What stands on the desk?", THINGS).noun.target == "any"
    assert read_question("What is hanging on the door?", THINGS).noun.target == "any"
    assert read_question("What has a lamp on it?", THINGS).noun.target == "any"
    assert read_question("What could that be?", THINGS).noun.target == "any"
    assert read_question("What is lying in front of me?", THINGS).noun.target == "any"


def test_the_words_are_sure_of_a_use_only_where_it_is_listed():
    assert read_question("What is behind me that keeps food cold?", THINGS).sure_of_nouns
    assert not read_question("What is behind me that hums softly?", THINGS).sure_of_nouns


@pytest.mark.parametrize(
    ("gerund", "verb"),
    [("cutting", "cut"), ("making", "make"), ("giving", "give"), ("opening", "open"), ("heating", "heat"),
     ("propping", "prop"), ("filling", "fill"), ("producing", "produce")],
)  # fmt: skip
def test_a_gerund_goes_back_to_its_verb(gerund, verb):
    assert base_verb(gerund) == verb


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("On my left, is there a lamp?", {"ask": "exists", "target": "lamp", "where": [me("left")], "options": YES_NO}),
        ("Behind me, how many chairs are there?", {"ask": "count", "target": "chair", "where": [me("back")]}),
        ("In front of me, what color is the couch?", {"ask": "color", "target": "couch", "where": [me("front")]}),
        (
            "If I turn left, could I see a door?",
            {"ask": "exists", "target": "door", "where": [me("left")], "options": YES_NO},
        ),
    ],
)
def test_a_place_before_the_question_belongs_to_what_is_asked_about(question, wanted):
    check(question, wanted)


def test_an_hour_is_not_a_clock():
    reading = read_question("How many chairs are at my 10 o'clock?", THINGS)
    assert reading.form() == parse_form({"ask": "count", "target": "chair", "where": [me("10 o'clock")]})
    assert reading.sure_of_nouns


@pytest.mark.parametrize(
    ("use", "best"),
    [("keep the sun out", "curtain"), ("show the time", "clock"), ("keep food from spoiling", "refrigerator"),
     ("give the room light", "lamp"), ("let natural light in", "window")],
)  # fmt: skip
def test_listed_uses_are_met_by_the_usual_things(use, best):
    scene = ["cabinet", "clock", "curtain", "lamp", "refrigerator", "shower", "window"]
    assert best in related_categories(f"something to {use}", scene)[0]


def test_an_adjective_of_no_list_is_a_state_and_unsure():
    reading = read_question("Is the couch worn?", THINGS)
    assert (reading.form().ask, reading.frame.attribute, reading.noun.target) == ("state", "worn", "couch")
    assert not reading.sure_of_ask
    assert read_question("Is the lamp on the desk?", THINGS).form().ask == "exists"
    assert read_question("Is the couch behind me?", THINGS).form().ask == "exists"
