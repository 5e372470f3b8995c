"""The account of a question's words, the question back, and lengths in other units."""

from __future__ import annotations

import pytest
from query_form_room import ROOM, context

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.account import changed_words, unread_words
from situated_qa.reasoning.query_form.form import Form, Noun, Place
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.rules import rules
from situated_qa.reasoning.query_form.units import take_unit

CATEGORIES = sorted({node.category for node in ROOM})
CHAIR, SOFA, TABLE = Noun("chair"), Noun("sofa"), Noun("table")
LEFT = Place("left")


def unread(question: str) -> tuple[str, ...]:
    def read(text: str) -> Form:
        return read_question(text, CATEGORIES).form()

    return unread_words(question, read, read(question))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many chairs are on my left?", ()),
        ("Could you please tell me how many chairs are standing on my left?", ()),
        ("Which chairs are not near the table?", ()),  # the form says the negation
        ("Where is the table, and how far is it?", ()),
        ("How many wobbly chairs are on my left?", ("wobbly",)),
        ("What else is on the table?", ("else",)),
        ("Is this the only chair?", ("only",)),
        ("Are there other chairs?", ("other",)),
        ("Where was the sofa yesterday?", ("yesterday",)),
        ("How many chairs are there without a pillow?", ("without", "pillow")),
        ("Where is the table or the sofa?", ("sofa",)),
        ("Are there chairs and no tables?", ("no",)),
        ("Is the lamp exactly behind me?", ("exactly",)),
    ],
)
def test_words_that_the_reading_does_not_use_are_unread(question: str, words: tuple[str, ...]) -> None:
    assert unread(question) == words


def test_a_long_question_is_accounted_for_without_reading_it_again() -> None:
    def read(text: str) -> Form:
        raise AssertionError("it must not be read again")

    question = "How many wobbly chairs are on my left? " + "really " * 60
    assert unread_words(question, read, Form("count", CHAIR, (), "", None)) == ("wobbly", "left")


@pytest.mark.parametrize(
    ("question", "plain", "changed"),
    [
        ("On my left, what number of chairs?", "How many chairs are on my left?", ("number", "many")),
        ("Chairs on my left, please?", "Where are the chairs on my left?", ()),
        ("Is there a couch near me?", "Is there a sofa near me?", ()),
        ("Is there a couch near me?", "Is there a red sofa near me?", ("red",)),
        ("Is there a couch not near me?", "Is there a couch near me?", ("not",)),
    ],
)
def test_what_a_rewording_leaves_out_or_adds_is_found(question: str, plain: str, changed: tuple[str, ...]) -> None:
    assert changed_words(question, plain) == changed


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many wobbly chairs are on my left?",
         'Do you want to know how many chairs are on your left? I did not understand the word "wobbly".'),
        ("Is there a flibbet here?", 'I did not understand "flibbet": I know no thing of that name.'),
        ("How many black or red chairs are there?",
         'Do you want to know how many black chairs are of color red? I did not understand the word "or".'),
    ],
)  # fmt: skip
def test_a_misreading_is_asked_back_and_nothing_is_run(question: str, answer: str, sandbox) -> None:
    asked = context(question, None, sandbox, style="sentence")
    result = rules(asked)
    assert (result.status, result.answer) == (AnswerStatus.NOT_UNDERSTOOD, answer)
    assert asked.rounds == 0


def test_where_guesses_are_allowed_the_reading_is_answered_as_a_guess(sandbox) -> None:
    result = rules(context("How many wobbly chairs are on my left?", None, sandbox, guesses=True))
    assert (result.status, result.answer) == (AnswerStatus.GUESSED, "2")
    assert "unread: wobbly" in result.status_text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # the table is 1.0 m wide, the bookcase 2.0 m high, the sofa's near side 1.55 m behind (told as 1.6 m)
        ("How wide is the table in centimeters?", "The width of the table is about 100 cm."),
        ("How tall is the bookcase in inches?", "The height of the bookcase is about 78.7 in."),
        (
            "How far is the sofa in feet?",
            "The distance from the sofa to you is about 5.2 ft; it is behind you (6 o'clock).",
        ),
        (
            "How many yards away is the sofa?",
            "The distance from the sofa to you is about 1.7 yd; it is behind you (6 o'clock).",
        ),
    ],
)
def test_lengths_are_reported_in_the_unit_that_is_asked_for(question: str, answer: str, sandbox) -> None:
    result = rules(context(question, None, sandbox, style="sentence"))
    assert (result.status, result.answer) == (AnswerStatus.ANSWERED, answer)


def test_a_unit_that_the_answer_has_no_use_for_is_not_understood(sandbox) -> None:
    result = rules(context("What color is the sofa in feet?", None, sandbox, style="sentence"))
    assert result.status is AnswerStatus.NOT_UNDERSTOOD and '"feet"' in result.answer


def test_meters_are_no_unit_to_take() -> None:
    assert take_unit("How far is the sofa in meters?") == ("How far is the sofa in meters?", None)
