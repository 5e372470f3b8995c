"""A model says an unsure question again in plain words; the rules read them, and whatever it replies is survived."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from query_form_room import Echo, context, room

from situated_qa.llm.scripted import ScriptedModel
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.query_form.form import Form, FormError, Most, Noun, Place
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.repair import settle_reworded
from situated_qa.reasoning.query_form.rewording import (
    MAX_PLAIN_CHARACTERS,
    PLAIN_SCHEMA,
    Reworded,
    read_plain,
    read_rewording,
    rewording_messages,
    static_rewording,
    worked_rewordings,
)
from situated_qa.reasoning.query_form.strategy import opening_messages, query_form
from situated_qa.reasoning.sandbox import Sandbox

CATEGORIES = ("bed", "bookcase", "chair", "cup", "door", "lamp", "sofa", "table", "tv", "wall")
LEFT, RIGHT, FRONT, BACK = (Place(side) for side in ("left", "right", "front", "back"))
UNSURE = "Which gadget to my left do folks grab so as to rest their legs?"


def reply(plain: object) -> str:
    return json.dumps({"plain": plain})


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as opened:
        yield opened


# --- the plain language ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "form"),
    [
        ("What behind me can I use to keep drinks cold?", Form("name", Noun("something to keep drinks cold", (BACK,)))),
        ("What can I use to keep the drinks cold on my left?",
         Form("name", Noun("something to keep the drinks cold", (LEFT,)))),
        ("What is on my right that lets me see the hall?", Form("name", Noun("something to see the hall", (RIGHT,)))),
        ("What on the table can I use to wipe my hands?",
         Form("name", Noun("something to wipe hands", (Place("on", Noun("table")),)))),
        ("What behind me should I pull to let the water out?",
         Form("name", Noun("something to pull to let the water out", (BACK,)))),
        ("Which way should I go to boil an egg?", Form("path", Noun("something to boil an egg"))),
        ("Which way should I go to watch the news?", Form("path", Noun("something to watch the news"))),
        ("Which way should I go to look at the tv?", Form("path", Noun("tv"))),
        ("Which way should I go to the sofa?", Form("path", Noun("sofa"))),
        ("What is the state of the chairs on my left?", Form("state", Noun("chair", (LEFT,)))),
        ("What position is the door behind me in?", Form("state", Noun("door", (BACK,)))),
        ("How are the chairs in front of me arranged?", Form("state", Noun("chair", (FRONT,)))),
        ("Which is prettier, the lamp on my left or the sofa behind me?",
         Form("which", Noun("lamp", (LEFT,)), ("lamp", "sofa"), "prettier", Noun("sofa", (BACK,)))),
        ("What is the closest thing in front of me?", Form("name", Noun("any", (FRONT, Most("closest"))))),
        ("How many cups are on the table?", Form("count", Noun("cup", (Place("on", Noun("table")),)))),
        ("Nothing here tells.", Form("common_sense", Noun("any"))),
        ("nothing here tells", Form("common_sense", Noun("any"))),
    ],
)  # fmt: skip
def test_a_plain_wording_is_read(plain, form):
    read = read_plain(plain, CATEGORIES)
    assert (read.ask, read.noun, read.other, read.options) == (form.ask, form.noun, form.other, form.options)
    assert form.ask != "which" or read.attribute == form.attribute


@pytest.mark.parametrize("plain", ["Blue.", "Say it again", "Why do I dream?", "???!", "Ich weiss es nicht."])
def test_a_wording_that_is_not_plain_is_not_guessed_at(plain):
    assert read_plain(plain, CATEGORIES) is None


def test_every_worked_example_is_in_the_plain_language():
    """A model that copies the style of the examples is understood."""
    unread = [plain for _, plain in worked_rewordings() if read_plain(plain, CATEGORIES) is None]
    assert unread == []
    assert len(worked_rewordings()) >= 30
    assert len({question for question, _ in worked_rewordings()}) == len(worked_rewordings())


def test_yes_or_no_stays_what_was_asked():
    unsure = read_question("Might the door at my back be wide ajar?", CATEGORIES)
    assert read_rewording(reply("What is the state of the door behind me?"), unsure, CATEGORIES).form.ask == "state"
    yes_no = read_question("Is the door at my back one that squeaks?", CATEGORIES)
    form = read_rewording(reply("What is the state of the door behind me?"), yes_no, CATEGORIES).form
    assert (form.ask, form.options) == ("state", ("yes", "no"))


def test_what_the_question_is_sure_of_outvotes_the_plain_words():
    """ "How many" asks for a number, whatever a model makes of the rest of it."""
    counted = replace(read_question("How many chairs are on my left?", CATEGORIES), sure_of_nouns=False)
    assert counted.sure_of_ask
    settled = settle_reworded(counted, read_rewording(reply("Where are the chairs?"), counted, CATEGORIES))
    assert settled.form == counted.form() and "against the model's, understood as: \"Where" in settled.decided_by
    agreed = settle_reworded(counted, read_rewording(reply("How many chairs are on my left?"), counted, CATEGORIES))
    assert agreed.form == Form("count", Noun("chair", (LEFT,)))


def test_a_use_that_the_question_says_in_a_phrase_is_kept():
    said = replace(read_question("What can I use to sit on?", CATEGORIES), sure_of_nouns=False)
    settled = settle_reworded(said, read_rewording(reply("What is the closest thing?"), said, CATEGORIES))
    assert settled.form.noun == Noun("something to sit on")


def test_a_place_that_the_plain_words_left_out_is_put_back():
    said = read_question("What is on my right that someone who is cold would be glad of?", CATEGORIES)
    form = read_rewording(reply("What can I use to get warm?"), said, CATEGORIES).form
    assert form.noun == Noun("something to get warm", (RIGHT,))
    moved = read_rewording(reply("What in front of me can I use to get warm?"), said, CATEGORIES).form
    assert moved.noun.where == (FRONT,)


def test_a_turn_before_looking_is_kept_where_the_plain_words_keep_the_place():
    """ "If I turned around, would the lamp be on my left?" is about the other side of the room."""
    turned = replace(read_question("Is the lamp on my left?", CATEGORIES), turn="around")
    assert read_rewording(reply("Is there a lamp on my left?"), turned, CATEGORIES).form.turn == "around"
    assert read_rewording(reply("Is there a lamp on my right?"), turned, CATEGORIES).form.turn == ""  # turned in words


# --- what a model may reply ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", '"plain"', "{}", '{"plain": ""}', '{"plain": 3}', '{"plain": null}', '{"plain": "  "}',
     '{"plain": "What is on', '{"ask": "count", "target": "chair"}', '{"plain": "12 34 ?"}', "What is on my left?",
     reply("blub " * 2000), reply("\u0000\u202e"), reply("{}" * 40), "x" * 100_000, "[" * 100_000],
)  # fmt: skip
def test_a_reply_that_is_not_a_rewording_is_refused(text):
    with pytest.raises(FormError):
        read_rewording(text, read_question(UNSURE, CATEGORIES), CATEGORIES)


@pytest.mark.parametrize("text", ["", "garbage", '{"plain": "Blub blub?"}', '{"plain": []}', '{"plain": "What is'])
def test_the_words_decide_where_the_reply_is_of_no_use_and_the_answer_reports_it(text, sandbox):
    question = "How many black chairs that squeak are on my left?"
    back = query_form(context(question, Echo(text), sandbox, where_unsure="rewording"))
    assert back.status is AnswerStatus.NOT_UNDERSTOOD and '"squeak"' in back.answer
    asked = context(question, Echo(text), sandbox, where_unsure="rewording", guesses=True)
    result = query_form(asked)
    assert asked.model.schemas == [PLAIN_SCHEMA]
    assert "the words of the question alone decided" in result.explanation
    assert result.answer == query_form(context("How many black chairs are on my left?", Echo(""), sandbox)).answer


def test_the_answer_follows_the_plain_words_and_quotes_them(sandbox):
    model = Echo(reply("What on my left can I use to sit on?"))
    asked = context(UNSURE, model, sandbox, where_unsure="rewording", guesses=True)
    result = query_form(asked)
    assert result.status is AnswerStatus.GUESSED  # other words than the question's
    assert result.answer == "chair" and set(result.object_ids) <= {3, 4}
    assert 'understood as: "What on my left can I use to sit on?"' in result.explanation
    assert model.prompts == [rewording_messages(UNSURE)]


def test_a_rewording_in_other_words_is_asked_back(sandbox):
    model = Echo(reply("What on my left can I use to sit on?"))
    result = query_form(context(UNSURE, model, sandbox, where_unsure="rewording"))
    assert result.status is AnswerStatus.NOT_UNDERSTOOD
    assert result.answer == "Do you want to know what the thing to sit on on your left is?"


def test_a_rewording_in_the_words_of_the_question_is_answered(sandbox):
    question = "On my left there might be what number of chairs?"
    model = Echo(reply("How many chairs are on my left?"))
    result = query_form(context(question, model, sandbox, where_unsure="rewording"))
    assert (result.answer, result.status) == ("2", AnswerStatus.ANSWERED)


@pytest.mark.parametrize(
    ("question", "plain", "answer"),
    [("The sofa over there, what color would you call it?", "What color is the sofa?", "brown"),
     ("How many chairs have you come across in here?", "How many chairs are here?", "3")],
)  # fmt: skip
def test_a_rewording_may_leave_out_what_asks_for_nothing(question, plain, answer, sandbox):
    model = ScriptedModel([reply(plain)], prefers_forms=True)
    answered = Reasoner(model, sandbox, ReasoningSettings(answer_style="short")).answer(room(), Question(question))
    assert (answered.answer, answered.status, len(model.calls)) == (answer, AnswerStatus.ANSWERED, 1)


def test_plain_words_that_were_not_all_understood_are_owned_up_to():
    unsure, form = read_question(UNSURE, CATEGORIES), Form("name", Noun("any", (LEFT,)))
    assert "not every word" in settle_reworded(unsure, Reworded("What blorps on my left?", form, False)).decided_by
    assert "not every word" not in settle_reworded(unsure, Reworded("What is on my left?", form, True)).decided_by
    told = read_rewording(reply("What is the state of the chairs on my left?"), unsure, CATEGORIES)
    assert told.all_understood


def test_a_question_that_nothing_tells_goes_to_a_guess_behind_the_same_prefix(sandbox):
    model = Echo(reply("Nothing here tells."), direct='{"answer": "sunny"}')
    result = query_form(context("What is the weather like?", model, sandbox, where_unsure="rewording", guesses=True))
    assert result.answer == "sunny" and "guess" in result.explanation
    guess = model.prompts[-1]
    assert guess[: len(static_rewording())] == static_rewording()


def test_the_model_is_not_asked_where_the_words_are_sure(sandbox):
    model = Echo(reply("Where is the sofa?"))
    result = query_form(context("How many chairs are on my left?", model, sandbox, where_unsure="rewording"))
    assert result.answer == "2" and model.prompts == []


# --- the prompt ------------------------------------------------------------------------------------------------------


def test_the_prompt_begins_alike_for_all_questions_and_is_the_one_that_is_warmed_up(sandbox):
    first, second = rewording_messages(" Where did it go? "), rewording_messages("What glows?")
    assert first[:-1] == second[:-1] == static_rewording() == opening_messages("rewording")
    assert first[-1].content == "Where did it go?"
    assert opening_messages("form") != opening_messages("rewording")

    class Warmed(Echo):
        def warm_up(self, messages):
            self.prompts.append(tuple(messages))

    model = Warmed("")
    Reasoner(model, sandbox, ReasoningSettings(strategy="query-form")).warm_up()
    assert model.prompts == [static_rewording()]


def test_a_scripted_model_answers_through_the_reasoner(sandbox):
    model = ScriptedModel([reply("What on my left can I use to sit on?")], prefers_forms=True)
    settings = ReasoningSettings(answer_style="short", allow_guesses=True)
    answer = Reasoner(model, sandbox, settings).answer(room(), Question(UNSURE))
    assert (answer.status, answer.answer) == (AnswerStatus.GUESSED, "chair")


def test_the_schema_bounds_the_reply():
    assert PLAIN_SCHEMA["properties"]["plain"]["maxLength"] == MAX_PLAIN_CHARACTERS
    assert PLAIN_SCHEMA["required"] == ["plain"] and PLAIN_SCHEMA["additionalProperties"] is False
