"""From a question to an answer: forms as expressions, on a room whose answers are plain to see."""

from __future__ import annotations

import json

import numpy as np
import pytest
from query_form_room import Echo, context, room

from situated_qa.errors import ModelError
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.schema import static_messages
from situated_qa.reasoning.query_form.strategy import MAX_CONTEXT_OBJECTS, query_form, surroundings
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.language.phrases import direction_words


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


def ask(question, sandbox, *, form=None, style="short", scene=None, direct='{"answer": "sunny"}', guesses=False):
    """The strategy's result with a model that reads the question as the rules do, or replies `form`."""
    scene = scene or room()
    model = Echo(form or str(read_question(question, scene.categories).form()), direct)
    asked = context(question, model, sandbox, scene, style, guesses=guesses)
    return query_form(asked), asked


@pytest.mark.parametrize(
    ("question", "answer", "evidence"),
    [
        ("How many chairs are on my left?", "2", {3, 4}),
        ("How many chairs are near the table?", "1", {5}),
        ("How many black chairs are there?", "2", {3, 5}),
        ("Is the number of chairs odd or even?", "odd", {3, 4, 5}),
        ("Are there more than two chairs?", "yes", {3, 4, 5}),
        ("How many plants and chairs are there?", "4", {3, 4, 5, 8}),
        ("Is there a plant to my right?", "yes", {8}),
        ("Is the sofa on my right?", "no", set()),
        ("Is the cup on the table?", "yes", {6}),
        ("What is behind me?", "sofa", {1, 10, 13}),
        ("What is on the table?", "cup", {6}),
        ("What is at my 3 o'clock?", "plant", {8, 7}),
        ("What is between the sofa and the tv?", "table", {2}),
        ("What is between me and the tv?", "table", {2, 6}),
        ("What is next to the bookcase?", "plant", {8}),
        ("What is the closest object to me?", "plant", {8}),
        ("What is the farthest object in front of me?", "tv", {9}),
        ("What can I sit on?", "sofa", {1, 3, 4, 5}),
        ("I am tired, where could I sleep?", "behind you (6 o'clock), 1.6 m away", {1}),
        ("What would I bump into if I walked backwards?", "sofa", {1}),
        ("What color is the sofa?", "brown", {1}),
        ("What color is the chair closest to me?", "red", {4}),
        ("Is the sofa brown?", "yes", {1}),
        ("Is the door open or closed?", "closed", {11}),
        ("Is the door open?", "no", {11}),
        ("How tall is the bookcase?", "2.0 m", {7}),
        ("How far is the sofa?", "1.6 m", {1}),
        ("How far is the cup from the sofa?", "4.0 m", {6, 1}),
        ("Can I reach the plant?", "no", {8}),
        ("Where is the couch?", "behind you (6 o'clock), 1.6 m away", {1}),
        ("Which way is the door and how far is it?", "to your left (9 o'clock), 4.0 m away", {11}),
        ("Is the lamp on my left or on my right?", "left", {10}),
        ("Is the sofa on my left or on my right?", "neither", {1}),
        ("Is the lamp to the left or to the right of the sofa?", "left", {10, 1}),
        ("Which is closer to me, the sofa or the bookcase?", "sofa", {1, 7}),
        ("Is the bookcase taller than the table?", "yes", {7, 2}),
        ("Is the cup closer to the sofa or the tv?", "tv", {1, 9}),
        ("Are the chairs the same color?", "no", {3, 4, 5}),
        ("Is the sofa the same color as the bookcase?", "yes", {1, 7}),
        ("Where should I go to leave the room?", "left (9 o'clock), 4.0 m away", {11}),
    ],
)
def test_each_kind_of_question_gets_its_plain_answer(question, answer, evidence, sandbox):
    result, asked = ask(question, sandbox)
    assert result.answer == answer, asked.observations
    assert set(result.object_ids) == evidence
    assert result.status is AnswerStatus.ANSWERED
    assert asked.rounds == 1


def test_left_flips_when_the_asker_turns_around(sandbox):
    ahead, _ = ask("How many chairs are on my left?", sandbox)
    turned, _ = ask("How many chairs are on my left?", sandbox, scene=room(np.pi))
    assert (ahead.answer, turned.answer) == ("2", "1")
    assert ask("What is behind me?", sandbox, scene=room(np.pi))[0].answer == "table"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How many chairs are on my left?", "There are two chairs on your left."),
        ("How many black chairs are near the table?", "There is one black chair near the table."),
        ("Is there a plant to my right?", "Yes, there is a plant, to your right (3 o'clock), 1.4 m away."),
        ("Is the sofa on my right?", "No. I know of no sofa on your right."),
        ("Is the lamp on my left or on my right?",
         "Left: the lamp is behind you and to your left (7 o'clock), 2.3 m away."),
        ("Which is closer to me, the sofa or the bookcase?",
         "The sofa is the closest to you: 1.6 m; the bookcase: 2.8 m."),
        ("Is the number of chairs odd or even?", "Odd: there are three chairs."),
        ("What is under the table?", "I know of nothing below the table."),
        ("How many pianos are there?", "I know of no piano."),
        ("Is there a piano?", "No. I know of no piano."),
    ],
)  # fmt: skip
def test_people_get_a_sentence(question, sentence, sandbox):
    assert ask(question, sandbox, style="sentence")[0].answer == sentence


def test_what_is_not_there_is_said_with_what_is_known(sandbox):
    result, _ = ask("Where is the piano?", sandbox)
    assert result.answer == "no piano here"
    assert "I know of: bookcase, chair, cup, door" in result.explanation
    assert result.object_ids == ()


def test_missing_reference_is_named(sandbox):
    result, _ = ask("How many cups are on the table behind me?", sandbox, style="sentence")
    assert result.answer == "I know of no table behind you."
    assert ask("How many cups are on the table behind me?", sandbox)[0].answer == "0"


def test_name_of_something_lists_the_others_in_the_explanation(sandbox):
    result, _ = ask("What is behind me?", sandbox)
    assert "Also behind you: picture and lamp." in result.explanation
    assert 'name(the("thing", behind(me)))' in result.explanation


def test_frame_is_told_where_left_is_an_objects(sandbox):
    of_table, _ = ask("What is to the left of the table?", sandbox)
    assert of_table.reference_frame == "viewer"
    assert "the sides of the table are meant as you see it" in of_table.explanation
    assert ask("How far is the sofa?", sandbox)[0].reference_frame == ""


def test_synonym_is_understood_and_told(sandbox):
    result, _ = ask("What color is the couch?", sandbox)
    assert result.answer == "brown"
    assert "couch → sofa" in result.explanation


def test_misspelled_thing_is_understood(sandbox):
    result, asked = ask("What color is the bookcasse?", sandbox)
    assert (result.answer, asked.rounds) == ("brown", 1)
    assert asked.program == 'color(the("bookcase"))'


@pytest.mark.parametrize("word", ["cap", "cub", "book", "lump"])
def test_a_word_of_its_own_is_not_a_misspelling(sandbox, word):
    """The room has a cup, a bookcase and a lamp, and all these are spelt nearly like one of them."""
    result, asked = ask(f"Is there a {word} here?", sandbox)
    assert result.answer == "no"
    assert asked.program == f'exists(every("{word}"))'


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where is the piano?", "no piano here"),
        ("How many pianos are there?", "0"),
        ("Is there a piano or a harp?", "no"),
        ("What color is the piano next to the sofa?", "no piano here"),
        ("What is on the piano?", "no piano here"),
        ("What is between the sofa and the piano?", "no piano here"),
        ("Which is closer to the piano, the sofa or the lamp?", "no piano here"),
        ("Is the sofa larger than the piano?", "no piano here"),
        ("How many pianos and chairs are there?", "3"),
    ],
)
def test_expressions_about_absent_things_have_a_value(sandbox, question, answer):
    result, asked = ask(question, sandbox)
    assert asked.rounds == 1
    assert "Error" not in asked.observations[-1]
    assert result.answer == answer


def test_reply_that_is_not_a_form_leaves_it_to_the_words(sandbox):
    squeaky, broken = "How many chairs that squeak are on my left?", '{"ask": "count", "tar'
    result, _ = ask(squeaky, sandbox, form=broken, guesses=True)
    assert (result.answer, result.status) == ("2", AnswerStatus.GUESSED)
    assert "words of the question alone" in result.explanation
    result, asked = ask(squeaky, sandbox, form=broken)
    assert (result.status, asked.rounds) == (AnswerStatus.NOT_UNDERSTOOD, 0)
    assert result.answer.startswith("Do you want to know how many chairs are on your left? ")


def test_the_model_is_not_asked_where_it_would_be_outvoted_anyway(sandbox):
    class Broken(Echo):
        def complete(self, *_, **__):
            raise ModelError("the reply broke off")

    clear = query_form(context("How many chairs are on my left?", Broken(""), sandbox))
    assert clear.answer == "2"
    assert "no model was asked" in clear.explanation
    with pytest.raises(ModelError, match="broke off"):
        query_form(context("What is the weather like?", Broken(""), sandbox))


def test_question_without_objects_goes_to_the_model_and_is_called_a_guess(sandbox):
    form = '{"ask": "common_sense", "target": "any"}'
    result, asked = ask("What is the weather like?", sandbox, form=form, guesses=True)
    assert (result.answer, result.status) == ("sunny", AnswerStatus.GUESSED)
    assert "not looked up" in result.explanation
    assert asked.rounds == 0
    direct = asked.model.prompts[-1]
    assert direct[: len(static_messages())] == static_messages()  # the evaluated prefix stays of use
    assert "brown sofa 1.6 m behind you" in direct[-1].content


def test_what_is_it_of_nothing_in_particular_is_not_a_look_up(sandbox):
    result, asked = ask("What day is it?", sandbox, direct='{"answer": "Monday"}', guesses=True)
    assert (result.answer, asked.rounds) == ("Monday", 0)
    assert "guess" in result.explanation
    assert ask("What can I see here?", sandbox)[1].rounds == 1
    assert ask("What do you see around you?", sandbox)[0].answer == "table, chair, cup and tv"  # what is in view
    around = ask("What is around me?", sandbox)[0].answer  # all of it, nearest first
    assert around == "plant, table, sofa, chair, cup, lamp, bookcase, picture, door and tv"


def test_an_unobserved_attribute_is_guessed_among_the_options_with_status_guessed(sandbox):
    result, asked = ask("Is the sofa soft or hard?", sandbox, direct='{"answer": "soft"}', guesses=True)
    assert (result.answer, result.status) == ("soft", AnswerStatus.GUESSED)
    assert asked.model.schemas[-1]["properties"]["answer"] == {"enum": ["soft", "hard"]}
    assert "guess" in result.explanation and "not observed" in result.explanation
    result, asked = ask("Is the sofa soft or hard?", sandbox, style="sentence")
    assert (result.status, asked.model.prompts) == (AnswerStatus.NOT_KNOWN, [])
    assert result.answer == "I have not observed whether the sofa is soft or hard."


def test_surroundings_are_few_and_near():
    asked = context("?", Echo(""), None)
    listed = surroundings(asked).split("; ")
    assert listed[0] == "green plant 1.4 m to your right"
    assert len(listed) <= MAX_CONTEXT_OBJECTS
    assert not any("floor" in item for item in listed)


# --- words of answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hour", "words"),
    [(12, "in front of you"), (3, "to your right"), (6, "behind you"), (8, "to your left and behind you"),
     (1, "in front of you and to your right")],
)  # fmt: skip
def test_clock_in_words(hour, words):
    assert direction_words(hour) == words


def test_direct_answer_that_is_not_json_is_a_model_error(sandbox):
    with pytest.raises(ModelError, match="is not JSON"):
        ask("Will it rain?", sandbox, form='{"ask": "common_sense", "target": "any"}', direct="maybe", guesses=True)


def test_direct_answer_is_kept_short(sandbox):
    _, asked = ask("Will it rain soon?", sandbox, form=json.dumps({"ask": "common_sense", "target": "any"}),
                   direct='{"answer": "no"}', guesses=True)  # fmt: skip
    assert set(asked.model.schemas[-1]["properties"]) == {"answer"}


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Is the sofa dark or light?", "Dark: the sofa is brown; it is behind you (6 o'clock), 1.6 m away."),
        ("Is the table bright or dark?", "Bright: the table is white; it is in front of you (12 o'clock), 1.5 m away."),
        (
            "What is the purple thing behind me?",
            "I have not observed the color of one picture, so there may be a purple thing that I do not know of.",
        ),
        ("What is the purple thing on my left?", "I know of nothing purple on your left."),
    ],
)
def test_shades_and_colors_of_anything(sandbox, question, sentence):
    result, _ = ask(question, sandbox, style="sentence")
    assert result.answer == sentence


def test_walls_are_not_said_to_be_missing(sandbox):
    """A room has walls; where the map holds none as objects, that is what is said."""
    result, _ = ask("What color are the ceilings?", sandbox, style="sentence")
    assert "I see no" not in result.answer
    assert result.status is AnswerStatus.NOT_KNOWN and "ceilings are not stored as objects" in result.answer
