"""How people word questions: deeds, states, statements, choices and parts, each read as the form it means.

The forms are written out by hand after docs/query_form.md.
"""

import pytest
from form_checks import me, reads_as

from situated_qa.reasoning.query_form.form import Most
from situated_qa.reasoning.query_form.reading.deeds import base_verb, known_by_use, thing_named
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.rewrites import as_question

THINGS = [
    "bed",
    "chair",
    "curtain",
    "desk",
    "door",
    "lamp",
    "sink",
    "sofa",
    "table",
    "trash can",
    "whiteboard",
    "window",
]
YES_NO = ["yes", "no"]
REACH = {"ask": "distance", "attribute": "within reach", "options": YES_NO}


def same_form(question, wanted):
    reads_as(question, wanted, THINGS)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        # what a deed is done to is the thing
        ("Which way do I go to write on the whiteboard?", {"ask": "path", "target": "whiteboard"}),
        ("Which direction should I go if I want to open the window?", {"ask": "path", "target": "window"}),
        ("Where do I turn to put my cup in the sink?", {"ask": "path", "target": "sink"}),
        ("To what side should I move to sit on any of the sofas?", {"ask": "path", "target": "sofa"}),
        ("How do I access the desk?", {"ask": "path", "target": "desk"}),
        ("Which way should I go if I want to sleep?", {"ask": "path", "target": "something to sleep on"}),
        ("Where do I go to throw away a bottle?", {"ask": "path", "target": "something to throw away a bottle in"}),
        ("Which direction should I go if I want to exit the room?", {"ask": "path", "target": "door"}),
        (
            "Should I go left or right if I want to leave the room?",
            {"ask": "path", "target": "door", "options": ["left", "right"]},
        ),
        ("Can I open the window from where I am?", REACH | {"target": "window"}),
        (
            "Is it possible to put a book on the desk behind me without moving much?",
            REACH | {"target": "desk", "where": [me("back")]},
        ),
        ("Can I make tea from my current position?", REACH | {"target": "something to make tea"}),
        # room to move
        (
            "Can I still walk forward?",
            {"ask": "distance", "target": "any", "where": [me("front"), {"most": "closest"}],
             "attribute": "room to move", "options": YES_NO},
        ),
        # states
        (
            "Is the window on my left covered by curtains?",
            {"ask": "state", "target": "window", "where": [me("left")], "attribute": "covered by curtains",
             "options": YES_NO},
        ),
        ("Is the bed made?", {"ask": "state", "target": "bed", "attribute": "made", "options": YES_NO}),
        (
            "Are all the doors in the room opened?",
            {"ask": "state", "target": "door", "attribute": "open", "options": YES_NO},
        ),
        (
            "Is the bed in front of me raised or low on the floor?",
            {"ask": "state", "target": "bed", "where": [me("front")], "attribute": "raised",
             "options": ["raised", "low on the floor"]},
        ),
        ("Is the door locked or not?", {"ask": "state", "target": "door", "attribute": "locked", "options": YES_NO}),
        # looks
        (
            "Is the shape of the table round, square or oval?",
            {"ask": "shape", "target": "table", "options": ["round", "square", "oval"]},
        ),
        (
            "Is the desk a wooden or a metal desk?",
            {"ask": "material", "target": "desk", "options": ["wooden", "metal"]},
        ),
        ("What is the main color of the sofa?", {"ask": "color", "target": "sofa"}),
        (
            "What is behind me that is brown in color?",
            {"ask": "name", "target": "any", "where": [{"has": "color", "value": "brown"}, me("back")]},
        ),
        # statements
        (
            "There is a lamp behind me; true or false?",
            {"ask": "exists", "target": "lamp", "where": [me("back")], "options": ["true", "false"]},
        ),
        ("I can easily reach the lamp. True or false?", REACH | {"target": "lamp", "options": ["true", "false"]}),
        (
            "I see a lamp on my left?",
            {"ask": "exists", "target": "lamp", "where": [me("left"), me("visible")], "options": YES_NO},
        ),
        (
            "The lamp is standing on what?",
            {"ask": "name", "target": "any", "where": [{"rel": "supporting", "of": {"target": "lamp", "where": []}}]},
        ),
        # the one of two
        (
            "Which table is longer, the one on my left or the one behind me?",
            {"ask": "which", "target": "table", "where": [me("left")], "attribute": "longer",
             "options": ["the one on my left", "the one behind me"],
             "other": {"target": "table", "where": [me("back")]}},
        ),
        (
            "Is the lamp on my left the same color as the one behind me?",
            {"ask": "same", "target": "lamp", "where": [me("left")], "attribute": "color", "options": YES_NO,
             "other": {"target": "lamp", "where": [me("back")]}},
        ),
        # what one runs into is the nearest there
        (
            "What would I run into if I walked left?",
            {"ask": "name", "target": "any", "where": [me("left"), {"most": "closest"}]},
        ),
        # places
        (
            "What is on the floor on my right?",
            {"ask": "name", "target": "any",
             "where": [{"rel": "on", "of": {"target": "floor", "where": []}}, me("right")]},
        ),
        (
            "Is there a picture on the wall on my right?",
            {"ask": "exists", "target": "picture", "options": YES_NO,
             "where": [{"rel": "on", "of": {"target": "wall", "where": [me("right")]}}]},
        ),
        (
            "How many chairs are on either side of the desk?",
            {"ask": "count", "target": "chair", "where": [{"rel": "near", "of": {"target": "desk", "where": []}}]},
        ),
        (
            "Are there any objects on my desk?",
            {"ask": "exists", "target": "any", "options": YES_NO,
             "where": [{"rel": "on", "of": {"target": "desk", "where": [{"most": "closest"}]}}]},
        ),
        (
            "What color is the chair on my far left?",
            {"ask": "color", "target": "chair", "where": [me("left"), {"most": "farthest"}]},
        ),
        # parts
        (
            "What is behind me that has four legs?",
            {"ask": "name", "target": "any", "where": [{"has": "part", "value": "four legs"}, me("back")]},
        ),
        (
            "Do the chairs behind me have armrests?",
            {"ask": "exists", "target": "chair", "options": YES_NO,
             "where": [{"has": "part", "value": "armrests"}, me("back")]},
        ),
        (
            "How many wheels does the chair have?",
            {"ask": "count", "target": "wheel", "where": [{"rel": "on", "of": {"target": "chair", "where": []}}]},
        ),
        ("Is there a trash can here?", {"ask": "exists", "target": "trash can", "options": YES_NO}),
    ],
)  # fmt: skip
def test_a_wording_is_read_as_its_form(question, wanted):
    same_form(question, {"where": []} | wanted)


@pytest.mark.parametrize(
    ("deed", "thing"),
    [
        ("open the window", "the window"),
        ("write on the whiteboard", "the whiteboard"),
        ("throw my paper in the trash can", "the trash can"),
        ("sit on one of the chairs", "the chairs"),
        ("sit on the left", ""),  # a side is no thing
        ("wash my hands", ""),
        ("sleep", ""),
    ],
)
def test_the_thing_a_deed_names(deed, thing):
    assert thing_named(deed) == thing


def test_what_a_use_leaves_unsaid():
    assert known_by_use("sleep") == "something to sleep on"
    assert known_by_use("wash my hands") == "something to wash hands"
    assert [base_verb(word) for word in ("sleeping", "writing", "sitting", "dusting")] == [
        "sleep",
        "write",
        "sit",
        "dust",
    ]


def test_a_statement_becomes_the_question_whether_it_holds():
    assert as_question("the lamp is on the table , true or false") == ("is the lamp on the table", True)
    assert as_question("there are two chairs") == ("are there two chairs", False)
    assert as_question("where is the lamp") == ("where is the lamp", False)


def test_no_thing_is_looked_up_where_the_kind_of_room_is_asked():
    reading = read_question("Am I in the kitchen?", THINGS)
    assert reading.noun.target == "room" and Most("closest") in reading.noun.where
    assert reading.says_nothing  # so that it is not answered with "I see no room here"


def test_small_words_around_a_noun_are_no_part_of_it():
    for question in ("Is there a seating to my right?", "How many chairs stacked on my left are red?"):
        noun = read_question(question, ()).noun
        assert noun.target in ("seating", "chair"), question
