"""Answers by the patterns' reading of a question, or by a trained model's, which is scripted here."""

from __future__ import annotations

import pytest

from situated_qa.errors import ModelUnavailable
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.by_patterns import ByPattern
from situated_qa.reasoning.conversation.sessions import confirmed
from situated_qa.reasoning.first_messages import first_messages
from situated_qa.reasoning.patterns import spelling
from situated_qa.reasoning.reader import strategy
from situated_qa.reasoning.reader.calibration import Calibration
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene

LEFT = 'count(every("chair", left(me)))'
COLOR = "The table, wot color be it like?"
"""No pattern reads it."""


def written(*expressions: str | Line) -> ScriptedModel:
    """A trained reader that writes these expressions, one after the other."""
    lines = [Line(text, logprobs=(-0.01, -0.03)) if isinstance(text, str) else text for text in expressions]
    return ScriptedModel(lines, prefers_forms=True, reads=True, name="question-reader")


def ask(sandbox: Sandbox, scene: SituatedScene, model: ScriptedModel, text: str, **settings: object) -> Answer:
    return Reasoner(model, sandbox, ReasoningSettings(**settings)).answer(scene, Question(text))  # type: ignore[arg-type]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, unmeasured: None) -> None:
    """A calibration by which the model is right where it is sure and no guard doubts it."""
    low, high = (20, 0.3), (20, 0.9)
    table = Calibration((20, 0.97), (-0.1,), (low, high), ((20, 0.2), (20, 0.2)))
    monkeypatch.setattr(strategy, "measured", lambda: table)


@pytest.fixture
def no_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is asked each question."""
    monkeypatch.setattr(strategy, "read_by_pattern", lambda context: ByPattern(context, "", "no pattern", None))


@pytest.fixture(autouse=True)
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "measured", lambda: None)


def test_what_a_pattern_reads_is_answered_without_the_model(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    model = written('name(the("chair", left(me)))')
    answer = ask(sandbox, scene, model, "How many chairs are on my left?")
    assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "There is one chair on your left.")
    assert (answer.program, answer.object_ids, answer.confidence) == (LEFT, (2,), 0.97)
    assert model.calls == [] and answer.model_seconds == 0.0
    assert answer.explanation.endswith("Read by a pattern; confidence 0.97.")
    assert ask(sandbox, scene, model, "wot chair thingy be leftish of me").object_ids == (2,)
    assert model.calls[0].messages[0].content == "Q: wot chair thingy be leftish of me\nA: "


def test_without_a_measurement_a_pattern_answers_and_the_model_is_asked_back(
    sandbox: Sandbox, scene: SituatedScene, unmeasured: None
) -> None:
    by_pattern = ask(sandbox, scene, written(), "How many chairs are on my left?")
    assert (by_pattern.status, by_pattern.confidence) == (AnswerStatus.ANSWERED, -1.0)
    answer = ask(sandbox, scene, written('color(the("table"))'), COLOR)
    assert (answer.status, answer.confidence) == (AnswerStatus.NOT_UNDERSTOOD, -1.0)
    assert answer.answer.startswith("Do you want to know what color the table is?")


def test_what_the_model_is_not_sure_of_is_asked_back(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    model = written(Line('color(the("table"))', logprobs=(-0.5, -1.5)))
    answer = ask(sandbox, scene, model, COLOR)
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer.startswith("Do you want to know ")
    assert (answer.confidence, answer.object_ids) == (0.3, (6,))
    assert " If so: The table is white; " in answer.answer
    assert answer.explanation == "Read by question-reader; confidence 0.30."


def test_a_model_that_is_sure_answers_where_patterns_are_not(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    text = "wot wobbly furniture thingy be leftish of me, like the chair?"
    answer = ask(sandbox, scene, written('name(the("chair", left(me)))'), text)
    assert (answer.status, answer.confidence) == (AnswerStatus.ANSWERED, 0.9)
    assert answer.object_ids[0] == 2


@pytest.mark.parametrize("question", ["What color is the chain on my left?", "And my chain on the left, what color?"])
def test_what_may_be_a_slip_for_something_there_is_asked_back(
    sandbox: Sandbox, scene: SituatedScene, measured: None, no_pattern: None, monkeypatch: pytest.MonkeyPatch,
    question: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(spelling, "is_a_word", lambda word: True)
    answer = ask(sandbox, scene, written('color(the("chair", left(me)))'), question)
    assert (answer.status, answer.confidence) == (AnswerStatus.NOT_UNDERSTOOD, 0.2)
    assert "may mean the chair" in answer.answer


def test_an_invented_noun_is_not_answered(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    answer = ask(sandbox, scene, written('count(every("pillow", left(me)))'), "wot chairs be leftish of me, like?")
    assert (answer.status, answer.confidence) == (AnswerStatus.NOT_UNDERSTOOD, 0.2)
    assert 'with a doubt: the question does not say "pillow"' in answer.explanation


def test_a_dropped_negation_is_not_answered(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    text = "How many chairs might not be on my left?"
    answer = ask(sandbox, scene, written(LEFT), text)
    assert (answer.status, answer.object_ids, answer.confidence) == (AnswerStatus.NOT_UNDERSTOOD, (2,), 0.2)
    assert answer.answer.startswith("Do you want to know how many chairs are on your left?")
    assert answer.answer.endswith(" If so: There is one chair on your left.")
    assert '"not" was not read' in answer.answer
    guess = ask(sandbox, scene, written(LEFT), text, allow_guesses=True)
    assert (guess.status, guess.object_ids, guess.confidence) == (AnswerStatus.GUESSED, (2,), 0.2)
    assert 'a guess at what was asked: "not" was not read' in guess.status_text


class TestAskedBack:
    """The question back is confirmed, chosen from, or refused by the next text of its session."""

    @staticmethod
    def conversation(
        sandbox: Sandbox, scene: SituatedScene, model: ScriptedModel, *texts: str, session: str = "a"
    ) -> list[Answer]:
        reasoner = Reasoner(model, sandbox, ReasoningSettings())
        return [reasoner.answer(scene, Question(text, session=session)) for text in texts]

    @pytest.mark.parametrize("yes", ["Yes.", "yes please", "Exactly!", "Ja, bitte", "s\u00ed", "\u662f\u7684"])
    def test_yes_answers_it(self, sandbox: Sandbox, scene: SituatedScene, yes: str) -> None:
        text = "How many chairs might not be on my left?"
        model = written(LEFT, "color(it)")
        asked, answer, color = self.conversation(sandbox, scene, model, text, yes, "What color is it?")
        assert asked.status is AnswerStatus.NOT_UNDERSTOOD
        assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "There is one chair on your left.")
        assert (answer.program, answer.object_ids, answer.confidence) == (LEFT, (2,), 1.0)
        assert f"Confirmed: {LEFT}" in answer.explanation
        assert (color.program, color.object_ids) == ("color(it)", (2,))

    def test_no_is_replied_to_and_forgets_it(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        text = "How many chairs might not be on my left?"
        _, no, yes = self.conversation(sandbox, scene, written(LEFT), text, "no", "yes")
        assert (no.status, no.answer) == (AnswerStatus.REPLIED, "Then please ask it in other words.")
        assert (yes.status, yes.object_ids) == (AnswerStatus.REPLIED, ())

    def test_another_question_is_read_as_one(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        text = "How many chairs might not be on my left?"
        plain = "How many chairs are on my left?"
        _, other, yes = self.conversation(sandbox, scene, written(LEFT), text, plain, "yes")
        assert other.status is AnswerStatus.ANSWERED
        assert yes.status is AnswerStatus.REPLIED

    def test_nothing_is_kept_without_a_session(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        text = "How many chairs might not be on my left?"
        _, yes = self.conversation(sandbox, scene, written(LEFT), text, "yes", session="")
        assert (yes.status, yes.object_ids) == (AnswerStatus.REPLIED, ())

    @pytest.mark.parametrize("text", ["the second", "yes the chair", "", "?", "thanks", "what else?"])
    def test_what_is_no_reply_to_it(self, text: str) -> None:
        assert confirmed(text) is None


def test_what_nobody_reads_is_asked_back(sandbox: Sandbox, scene: SituatedScene, unmeasured: None) -> None:
    answer = ask(sandbox, scene, written("hello"), "How wobbly is the chair?")
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer == (
        "I did not understand the question. I am not sure that I understood every word of your question."
    )
    assert "'hello' is not known" in answer.explanation  # of no use to who asked
    assert answer.program == ""


def test_a_model_that_fails_leaves_what_patterns_read(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = written(Line("no file", error="unavailable"), Line("late", error="timeout"))
    assert ask(sandbox, scene, model, "How many chairs are on my left?").status is AnswerStatus.ANSWERED
    missing, late = (ask(sandbox, scene, model, "How wobbly is the chair?") for _ in range(2))
    assert missing.status is AnswerStatus.MODEL_UNAVAILABLE and "no file" in missing.status_text
    assert late.status is AnswerStatus.MODEL_UNAVAILABLE and "in time" in late.status_text


def test_a_reader_by_name_wants_its_model(sandbox: Sandbox, scene: SituatedScene) -> None:
    reasoner = Reasoner(ScriptedModel([]), sandbox)
    answer = reasoner.answer(scene, Question("Where is the couch?", strategy="reader"))
    assert (answer.status, "llm.reader" in answer.status_text) == (AnswerStatus.MODEL_UNAVAILABLE, True)
    with pytest.raises(ModelUnavailable, match=r"llm\.reader"):
        reasoner.warm_up("reader")


def test_a_missing_model_beside_the_reader_is_told_at_the_start(
    sandbox: Sandbox, scene: SituatedScene, measured: None, no_pattern: None
) -> None:
    class Missing(ScriptedModel):
        def warm_up(self, messages: object) -> None:
            raise ModelUnavailable("the file is gone")

    reasoner = Reasoner(Missing([]), sandbox, reader=written("", LEFT))
    with pytest.raises(ModelUnavailable, match="the file is gone"):
        reasoner.warm_up()
    answer = reasoner.answer(scene, Question("How many chairs are on my left?"))
    assert answer.status is AnswerStatus.ANSWERED and "not available" not in answer.explanation


def test_a_follow_up_is_told_the_last_expression(
    sandbox: Sandbox, scene: SituatedScene, measured: None, no_pattern: None
) -> None:
    model = written(LEFT, "color(it)", 'where(the("window"))')
    reasoner = Reasoner(model, sandbox)
    reasoner.answer(scene, Question("How many chairs are on my left?", session="a"))
    answer = reasoner.answer(scene, Question("What color is it?", session="a"))
    assert model.calls[1].messages[0].content == f"P: {LEFT}\nQ: What color is it?\nA: "
    assert (answer.program, answer.object_ids) == ("color(it)", (2,))
    assert "black" in answer.answer
    reasoner.answer(scene, Question("Where is the window?", session="a"))
    assert model.calls[2].messages[0].content == "Q: Where is the window?\nA: "


def test_it_means_nothing_without_a_session(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    answer = ask(sandbox, scene, written("color(it)"), "What color is it?")
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD


def test_the_models_reading_is_kept_for_the_next_question(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    model = written('name(the("chair", left(me)))', "color(it)")
    reasoner = Reasoner(model, sandbox)
    reasoner.answer(scene, Question("wot wobbly thingy be leftish of me, like the chair?", session="b"))
    answer = reasoner.answer(scene, Question("What color is it?", session="b"))
    assert answer.object_ids == (2,)


def test_talk_needs_no_model(sandbox: Sandbox, scene: SituatedScene) -> None:
    model = written()
    assert ask(sandbox, scene, model, "Hello!").status is AnswerStatus.REPLIED
    assert model.calls == []


def test_questions_in_other_languages_are_read_by_the_model(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    answer = ask(sandbox, scene, written(LEFT), "Mich würden die Stühle links von mir interessieren: wie viele?")
    assert (answer.status, answer.confidence) == (AnswerStatus.ANSWERED, 0.9)
    assert "Read by question-reader; confidence 0.90" in answer.explanation


def test_a_follow_up_in_another_language_is_told_the_last_expression(
    sandbox: Sandbox, scene: SituatedScene, measured: None, no_pattern: None
) -> None:
    model = written(LEFT, LEFT)
    reasoner = Reasoner(model, sandbox)
    reasoner.answer(scene, Question("How many chairs are on my left?", session="c"))
    reasoner.answer(scene, Question("Und wie viele Stühle sind rechts von mir?", session="c"))
    assert model.calls[1].messages[0].content.startswith(f"P: {LEFT}\n")


def test_a_guess_is_one_where_guesses_are_allowed(sandbox: Sandbox, scene: SituatedScene, unmeasured: None) -> None:
    model = written('color(the("table"))')
    answer = ask(sandbox, scene, model, COLOR, allow_guesses=True)
    assert answer.status is AnswerStatus.GUESSED


def test_a_larger_model_answers_what_the_reader_is_unsure_of(
    sandbox: Sandbox, scene: SituatedScene, unmeasured: None
) -> None:
    larger = ScriptedModel(["Thought: told\nAction: Final Answer\nAction Input: It is brown. [ids: 3]"])
    small = written('color(the("table"))')
    reasoner = Reasoner(larger, sandbox, reader=small)
    assert reasoner.strategy_for(Question("x")) == "reader"
    answer = reasoner.answer(scene, Question(COLOR))
    assert answer.answer == "It is brown."
    assert "The trained reader was unsure; scripted answered." in answer.explanation


def test_a_model_that_reads_is_the_reader_by_itself(sandbox: Sandbox) -> None:
    assert Reasoner(written(), sandbox).strategy_for(Question("x")) == "reader"
    assert Reasoner(ScriptedModel([], prefers_forms=True), sandbox).strategy_for(Question("x")) == "guided-expression"


def test_the_prompt_can_be_shown_without_a_model(scene: SituatedScene) -> None:
    (message,) = first_messages(scene, Question("Where might  the couch be?", strategy="reader"))
    assert message.content == "Q: Where might the couch be?\nA: "


def test_a_whole_question_in_another_language_stands_alone_in_a_session(
    sandbox: Sandbox, scene: SituatedScene, measured: None, no_pattern: None
) -> None:
    model = written(LEFT, 'count(every("chair"))')
    reasoner = Reasoner(model, sandbox, ReasoningSettings())
    reasoner.answer(scene, Question("How many chairs are on my left?", session="a"))
    reasoner.answer(scene, Question("Wie viele Stühle gibt es?", session="a"))
    assert model.calls[1].messages[0].content == "Q: Wie viele Stühle gibt es?\nA: "


def test_a_command_that_tells_a_thing_is_read_by_the_model(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    answer = ask(sandbox, scene, written('the("chair", left(me))'), "Please grab the chair that is on my left side.")
    assert (answer.status, answer.object_ids) == (AnswerStatus.ANSWERED, (2,))
    assert answer.answer.startswith("I cannot move or act; I only answer questions about this place. It is the chair")


def test_a_noun_that_is_a_verb_as_well_orders_nothing(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    answer = ask(sandbox, scene, written('the("chair", left(me))'), "my object is the chair, it's leftish")
    assert (answer.status, answer.object_ids) == (AnswerStatus.ANSWERED, (2,))
    assert answer.answer.startswith("It is the chair")


@pytest.mark.parametrize("line", [Line('the("chair")', logprobs=(-2.0,)), 'the("ladder")', 'not_in_map("deeds")'])
def test_a_command_of_which_the_model_makes_nothing_is_told_what_can_be_done(
    sandbox: Sandbox, scene: SituatedScene, measured: None, line: Line | str
) -> None:
    answer = ask(sandbox, scene, written(line), "Bring me the ladder now.")
    assert answer.status is AnswerStatus.REPLIED
    assert answer.answer.startswith("I cannot move or act")


def test_a_command_is_replied_to_where_the_model_fails(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    answer = ask(sandbox, scene, written(), "Bring me the chair.")
    assert answer.status is AnswerStatus.REPLIED


@pytest.mark.parametrize("text", ["Switch on the lamp.", "Vacuum under the couch"])
def test_a_pattern_that_finds_nothing_does_not_read_a_command(
    sandbox: Sandbox, scene: SituatedScene, measured: None, text: str
) -> None:
    answer = ask(sandbox, scene, written('the("ladder")'), text)
    assert answer.status is AnswerStatus.REPLIED
    assert answer.answer.startswith("I cannot move or act")


def test_names_of_persons_are_known_to_no_reader(sandbox: Sandbox, scene: SituatedScene, measured: None) -> None:
    for text in ("Where is Peter?", "Where is Anna's chair?"):
        answer = ask(sandbox, scene, written('where(the("chair"))'), text)
        assert answer.status is AnswerStatus.NOT_KNOWN and "by their kinds, not by names" in answer.answer


def test_an_order_to_do_something_with_a_thing_says_that_nothing_is_done(
    sandbox: Sandbox, scene: SituatedScene, measured: None
) -> None:
    answer = ask(sandbox, scene, written('color(the("table"))'), "Please paint the table, and make it red.")
    assert answer.answer.startswith("I cannot move or act; I only answer questions about this place. The table is")
