"""Kinds of questions that form version 2 added: turns, other views, counts side by side, lists, ordinals, negation.

Everything is answered without a model, from rooms whose answers can be worked out on paper.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from query_form_room import context, room, thing

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.form import FORM_VERSION, Form, FormError, Has, Not, Noun, Nth, Place, parse_form
from situated_qa.reasoning.query_form.reading.asides import take_asides
from situated_qa.reasoning.query_form.reading.question import first_question, read_question
from situated_qa.reasoning.query_form.rules import rules
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

sys.path.append(str(Path(__file__).parents[1] / "situated"))
from hand_drawn_home import home_graph  # noqa: E402 - found through the line above
from hand_drawn_home import thing as home_thing  # noqa: E402


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


def ask(question, sandbox, scene=None, style="short"):
    return rules(context(question, None, sandbox, scene or room(), style))


def row() -> SituatedScene:
    """Three chairs and a lamp in a row across the view, left to right: red, green, blue, the lamp."""
    graph = SceneGraph(
        (
            thing(1, "chair", (3, 2, 0.5), (0.6, 0.6, 1.0), color="red"),
            thing(2, "chair", (2, 0, 0.5), (0.5, 0.5, 1.0), color="green"),
            thing(3, "chair", (4, -2, 0.6), (0.7, 0.7, 1.2), color="blue"),
            thing(4, "lamp", (3, -4, 0.5), (0.3, 0.3, 1.0), color="red"),
        )
    )
    return SituatedScene(graph, Viewpoint(np.zeros(3), 0.0))


def home(**more) -> SituatedScene:
    chairs = (
        home_thing(4, "chair", 2.5, 3.0, 0, 0.4, 0.4, 0.9, room="kitchen"),
        home_thing(5, "chair", 5.0, 3.1, 0, 0.4, 0.4, 0.9, room="bedroom"),
    )
    return SituatedScene(home_graph(more=chairs, **more), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # the sofa is behind, the tv ahead
        ("If I turned around, would the sofa be in front of me or behind me?", "in front"),
        ("When I turn 90 degrees to the left, is the tv on my left or on my right?", "right"),
        ("After a quarter turn to the right, will the sofa be on my left or on my right?", "right"),
        ("Suppose I rotated 90 degrees clockwise, is the tv to my left or right?", "left"),
        ("How many chairs are in front of me if I turn left?", "2"),
        ("What do I see if I turn around?", "sofa"),
        # three chairs, one table, one lamp, one plant
        ("How many more chairs than tables are there?", "2"),
        ("How many more tables than chairs are there?", "2 fewer"),
        ("By how many do the chairs outnumber the lamps?", "2"),
        ("What is the difference between the number of tables and the number of chairs?", "2"),
        ("Are there as many lamps as plants?", "yes"),
        ("Is the number of chairs equal to the number of lamps?", "no"),
        ("Are there more tables than chairs?", "no"),
        ("Are there fewer tables than chairs?", "yes"),
        ("Which are there more of, chairs or lamps?", "chair"),
        ("What is there most of here?", "chair"),
        ("Are all chairs black?", "no"),
        ("Are all the sofas brown?", "yes"),
        ("Is there a cup and a lamp?", "yes"),
        ("Is there a cup and a piano?", "no"),
        ("Is there a piano or a lamp?", "yes"),
        # negation: chairs 3 and 4 are on the left, chairs 3 and 5 are black
        ("How many chairs are not black?", "1"),
        ("How many chairs are not on my left?", "1"),
        ("How many chairs that are not near the table are there?", "2"),
        ("What is on my left besides chairs?", "door"),
        # all of them
        ("Which things are on the table?", "cup"),
        ("List the chairs.", "chair"),
        ("What is brown?", "sofa and bookcase"),
        # what for
        ("Anything to sit on?", "yes"),
        ("Which thing can I use to sleep?", "sofa"),
        ("I want to sit down. Which thing in this room can I use?", "sofa"),
        ("How many people can sit here?", "4"),
        ("Is there enough seating for five people?", "no"),
        ("What are the map coordinates of the cup?", "2.00, 0.10, 0.85"),
        ("what coluor is teh sofa", "brown"),
    ],
)
def test_questions_of_new_kinds_have_the_answers_that_follow_from_the_room(question, answer, sandbox):
    assert ask(question, sandbox).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What color is the second chair from the left?", "green"),
        ("What color is the third chair from the right?", "red"),
        ("What color is the rightmost chair?", "blue"),
        ("What color is the second closest chair?", "red"),
        ("What color is the second largest chair?", "red"),
        ("Is the leftmost chair red?", "yes"),
        ("What color is the fourth chair from the left?", "none"),
    ],
)
def test_ordinals_count_along_the_row(question, answer, sandbox):
    assert ask(question, sandbox, row()).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do both the kitchen and the bedroom have a chair?", "yes"),
        ("Is there a chair in the kitchen as well as in the hall?", "no"),
        ("What do the kitchen and the bedroom have in common?", "chair"),
        ("Apart from chairs, what do the kitchen and the bedroom have in common?", "nothing"),
        ("Are there as many chairs in the kitchen as in the bedroom?", "yes"),
        ("Do the kitchen and the hall have the same number of chairs?", "no"),
        ("Does the bedroom have more chairs than the hall?", "yes"),
        ("In which rooms could I sleep?", "bedroom"),
        ("Which room has the fewest chairs?", "hall"),
        ("How many chairs does the kitchen have?", "1"),
        ("Is there room for two people to sit in the kitchen?", "no"),  # one chair here, another in the bedroom
        ("Which rooms lack a chair?", "hall"),
        ("From the bed, facing the lamp, can I see the chair in the bedroom?", "no"),
        ("Is the door to the bedroom open?", "yes"),
        ("What is in the bedroom?", "chair, bed and lamp"),
        # a wall stands between kitchen and bedroom; from the bed the chair and the lamp lie on opposite sides
        ("Can I see the bed from the kitchen?", "no"),
        ("Can I see the bed from the bedroom?", "yes"),
        ("If I sat on the chair in the kitchen and looked at the fridge, would I see the bed?", "no"),
        ("If I sat on the bed and looked at the chair in the bedroom, would the lamp be in my view?", "no"),
        ("Would somebody who sits on the bed and faces the lamp see the lamp?", "yes"),
    ],
)
def test_questions_about_two_rooms_and_other_views(question, answer, sandbox):
    assert ask(question, sandbox, home()).answer == answer


def test_a_closed_door_of_a_room_is_reported(sandbox):
    assert ask("Is the door to the bedroom open?", sandbox, home(bedroom_open=False)).answer == "no"


@pytest.mark.parametrize(
    "question",
    ["Wo ist die Tür?", "Wie viele Stühle gibt es?", "¿Dónde está la mesa?", "Where is the ?", "How many?", "hello",
     "thank you", "Turn on the light", "Would the sofa fit through the door?"],
)  # fmt: skip
def test_what_names_nothing_to_look_up_is_not_answered(question, sandbox):
    result = ask(question, sandbox)
    unknown = "fit" in question
    assert result.status is (AnswerStatus.NOT_KNOWN if unknown else AnswerStatus.NOT_UNDERSTOOD)
    assert result.answer and result.object_ids == ()


def test_two_questions_are_distinguished():
    assert first_question("What is behind the sofa and what is on it?") == ("What is behind the sofa", "what is on it?")
    assert first_question("What is between the sofa and the tv?") == ("What is between the sofa and the tv?", "")


def test_answers_are_sentences_for_people(sandbox):
    def told(question):
        return ask(question, sandbox, style="sentence").answer

    assert told("How many more chairs than tables are there?") == "There are three chairs and one table: two more."
    assert told("Are there as many lamps as plants?") == "Yes, there is one lamp and one plant."
    assert told("How many more tables than chairs are there?") == "There is one table and three chairs: two fewer."
    assert told("Are there fewer tables than chairs?") == "Yes, there is one table and three chairs."
    assert told("Is the number of chairs even?") == "No, there are three chairs."
    assert told("List the chairs.") == "There are three chairs."
    assert told("Is there a cup and a piano?") == "No. I know of no piano."
    assert told("How many people can sit here?") == "There are four things to sit on."


@pytest.mark.parametrize(
    ("text", "turn", "rest"),
    [
        ("if i turned right , would the lamp be in front of me", "right", "would the lamp be in front of me"),
        ("what is on my left after i turn around", "around", "what is on my left"),
        ("what do i see if i turn left", "", "what do i see if i turn left"),
        ("which way should i turn", "", "which way should i turn"),
    ],
)
def test_a_turn_is_taken_out_only_where_a_side_is_asked_about(text, turn, rest):
    asides = take_asides(text)
    assert (asides.turn, asides.text) == (turn, rest)


def test_forms_of_version_2_are_read_back_as_they_were_written():
    forms = [
        Form("direction", Noun("tv"), ("left", "right"), turn="around"),
        Form("exists", Noun("tv", (Place("visible", Noun("bed"), Noun("lamp")),)), ("yes", "no")),
        Form("color", Noun("chair", (Nth(2, "left"),))),
        Form("count", Noun("chair", (Not(Has("color", "black")), Not(Place("left"))))),
        Form("difference", Noun("chair"), attribute="more", other=Noun("table")),
    ]
    for form in forms:
        assert parse_form(str(form)) == form
    assert parse_form({"version": FORM_VERSION, "ask": "list", "target": "any"}) == Form("list", Noun("any"))


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ({"version": FORM_VERSION + 1, "ask": "count", "target": "chair"}, '"version"'),
        ({"ask": "count", "target": "chair", "turn": "up"}, '"turn"'),
        ({"ask": "count", "target": "chair", "where": [{"nth": 0, "from": "left"}]}, '"nth"'),
        ({"ask": "count", "target": "chair", "where": [{"nth": 1, "from": "above"}]}, '"from"'),
        ({"ask": "count", "target": "chair", "where": [{"not": {"most": "closest"}}]}, '"not"'),
        ({"ask": "count", "target": "chair", "where": [{"rel": "on", "of": "table", "facing": "tv"}]}, '"facing"'),
    ],
)
def test_a_wrong_field_is_named(data, culprit):
    with pytest.raises(FormError, match=culprit):
        parse_form(data)


def test_a_reference_is_said_once_and_meant_twice():
    reading = read_question("Are there as many cups on the table as on the desk?", ["cup", "table", "desk"])
    assert reading.noun == Noun("cup", (Place("on", Noun("table")),))
    assert reading.other == Noun("cup", (Place("on", Noun("desk")),))
    assert reading.sure_of_ask and reading.sure_of_nouns
