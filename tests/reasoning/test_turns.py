"""Conversations in a hand-made room; see `hand_made_room` for its drawing. The asker looks at the table."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "situated"))

from hand_made_room import situated

from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.by_patterns import ByPattern
from situated_qa.reasoning.conversation.references import in_full
from situated_qa.reasoning.conversation.sessions import Turn
from situated_qa.reasoning.conversation.turns import leans_on_the_last
from situated_qa.reasoning.reader import strategy
from situated_qa.reasoning.reader.calibration import Calibration
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.strategy import StrategyContext
from situated_qa.situated.language.values import Things
from situated_qa.situated.scene import SituatedScene

Ask = Callable[..., Answer]


@pytest.fixture
def reasoner(sandbox: Sandbox) -> Reasoner:
    return Reasoner(make_model("none"), sandbox, ReasoningSettings(answer_style="short"))


@pytest.fixture
def ask(reasoner: Reasoner) -> Ask:
    def asked(text: str, session: str = "a", scene: SituatedScene | None = None) -> Answer:
        return reasoner.answer(scene or situated(), Question(text, session=session))

    return asked


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trained reader is asked each question, and is right."""
    right = ((20, 0.99),)
    monkeypatch.setattr(strategy, "measured", lambda: Calibration((20, 0.9), (), right, right))
    monkeypatch.setattr(strategy, "read_by_pattern", lambda context: ByPattern(context, "", "no pattern", None))


def reading(expressions: dict[str, str]) -> ScriptedModel:
    """A trained reader that writes these expressions for these questions."""
    lines = [
        Line(expression, match=rf"Q: {re.escape(question)}\n", logprobs=(-0.01,))
        for question, expression in expressions.items()
    ]
    return ScriptedModel(lines, prefers_forms=True, reads=True)


# The sofa (0, 3): grey, on the left, its surface 2.5 m away. The lamp (3, 0): its surface 2.8 m away, raised to 2.9 m.
# The book's color was not observed, so it may be black; nothing is on the bed, so nothing there has a name.
# Chair 5 (0, -2) is 0.9 m high, its surface 1.75 m away; chair 6 (0, -4) is 1.2 m high, 3.65 m away.
# Each turn: what is asked, what the model writes for it, the answer; "P" before a question that leans on the last one.
@pytest.mark.parametrize(
    "turns",
    [
        [("What color is the sofa?", 'color(the("sofa"))', "grey"), ("P How far is it?", "distance(it, me)", "2.5 m"),
         ("P Is it on my left?", "holds(it, left(me))", "yes"), ("P And on my right?", "holds(it, right(me))", "no")],
        [("Where is the sofa?", 'where(the("sofa"))', "to your left"), ("P And its color?", "color(it)", "grey"),
         ("P how tall is that?", 'measure(it, "height")', "0.8 m"),
         ("P Is that to my left or right?", 'side(it, me, ["left", "right"])', "left"),
         ("P Take me there", "way(it)", "left")],
        [("How many chairs are on my right?", 'count(every("chair", right(me)))', "2"),
         ("P And to my left?", 'count(every("chair", left(me)))', "0"),
         ("P And sofas?", 'count(every("sofa", left(me)))', "1"),
         ("P What about the bedroom?", 'count(every("sofa", room="bedroom"))', "0"),
         ("How many lamps are there?", 'count(every("lamp"))', "1")],
        [("What is on the table?", 'name(every("thing", on(the("table"))))', "cup and book"),
         ("P How many of them are red?", 'count(every("thing", among(them), color="red"))', "1"),
         ("P how many are there?", "count(them)", "1")],
        [("How tall is the nearest chair?", 'measure(the("chair", closest(me)), "height")', "0.9 m"),
         ("P And the other one?", 'measure(the("chair", but(it)), "height")', "1.2 m"),
         ("P How far is that one?", "distance(it, me)", "3.6 m")],
        [("How far is the nearest chair?", 'distance(the("chair", closest(me)), me)', "1.8 m"),
         ("P And the farthest?", 'distance(the("chair", farthest(me)), me)', "3.6 m")],
        [("Which room is the bed in?", 'room_of(the("bed"))', "bedroom"),
         ("P And the lamp?", 'room_of(the("lamp"))', "living room"),
         ("P In which room is that?", "room_of(it)", "living room")],
        [("What is on the table?", 'name(every("thing", on(the("table"))))', "cup and book"),
         ("P And the bed?", 'name(every("thing", on(the("bed"))))', "nothing")],
    ],
)  # fmt: skip
def test_later_turns_leave_out_what_was_said(
    sandbox: Sandbox, trusted: None, turns: list[tuple[str, str, str]]
) -> None:
    model = reading({question.removeprefix("P "): expression for question, expression, _ in turns})
    reasoner = Reasoner(model, sandbox, ReasoningSettings(answer_style="short"))
    before = ""
    for question, expression, answer in turns:
        text = question.removeprefix("P ")
        told = reasoner.answer(situated(), Question(text, session="a"))
        assert told.answer.split(" (")[0] == answer, (question, told)
        assert told.program == expression
        previous = f"P: {before}\n" if text != question else ""
        assert model.calls[-1].messages[0].content == f"{previous}Q: {text}\nA: "
        before = told.program


def test_without_a_model_pronouns_are_read_and_omissions_are_not(ask: Ask) -> None:
    answers = [ask(text).answer for text in ("What color is the sofa?", "And how far is it?", "Is it on my left?")]
    assert answers == ["grey", "2.5 m", "yes"]
    omitted = ask("And on my right?")
    assert omitted.status is AnswerStatus.NOT_UNDERSTOOD and "short plain questions" in omitted.answer
    assert ask("And the closest thing?").status is AnswerStatus.NOT_UNDERSTOOD  # which may ask for its color, too
    assert ask("What is on it?").status is AnswerStatus.ANSWERED  # the sofa is still what was spoken of


@pytest.mark.parametrize("session", ["", "new"])
@pytest.mark.parametrize(
    ("question", "pronoun"), [("What color is it?", "it"), ("How tall is that one?", "that one"),
     ("Where are they?", "they")]
)  # fmt: skip
def test_a_pronoun_without_a_referent_is_asked_back(ask: Ask, session: str, question: str, pronoun: str) -> None:
    answer = ask(question, session)
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer == f'I don\'t know what "{pronoun}" is. Please name the thing.'


def test_two_askers_never_mix(ask: Ask) -> None:
    ask("How tall is the sofa?", "a")
    ask("How tall is the lamp?", "b")
    assert (ask("How far is it?", "a").object_ids, ask("How far is it?", "b").object_ids) == ((0,), (4,))


def test_without_a_session_each_question_stands_alone(ask: Ask) -> None:
    ask("What color is the sofa?", "")
    assert ask("How far is it?", "").status is AnswerStatus.NOT_UNDERSTOOD


def test_a_session_ends_by_the_clock(sandbox: Sandbox) -> None:
    now_s = [0.0]
    settings = ReasoningSettings(session_age_s=60.0)
    reasoner = Reasoner(make_model("none"), sandbox, settings, clock=lambda: now_s[0])
    statuses = []
    for seconds, question in ((0.0, "Where is the sofa?"), (60.0, "How far is it?"), (121.0, "How far is it?")):
        now_s[0] = seconds
        statuses.append(reasoner.answer(situated(), Question(question, session="a")).status)
    assert statuses == [AnswerStatus.ANSWERED, AnswerStatus.ANSWERED, AnswerStatus.NOT_UNDERSTOOD]


def without(*ids: int, **changes: object) -> SituatedScene:
    scene = situated()
    objects = tuple(node for node in scene.graph.objects if node.id not in ids)
    return dataclasses.replace(scene, graph=dataclasses.replace(scene.graph, objects=objects, **changes))


def test_a_session_goes_on_with_a_newer_graph(ask: Ask) -> None:
    ask("Where is the sofa?")
    assert ask("How far is it?", scene=without(version=9)).answer == "2.5 m"


def test_a_thing_that_left_the_map_between_two_turns_is_reported(ask: Ask) -> None:
    ask("Where is the lamp?")
    answer = ask("How far is it?", scene=without(4, relations=()))
    assert answer.status is AnswerStatus.ANSWERED and answer.absence.name == "NOT_THERE"
    assert "The lamp that we spoke of is no longer in the map." in answer.explanation


def test_some_of_several_things_that_left_the_map_are_reported(ask: Ask) -> None:
    ask("How many chairs are there?")
    answer = ask("Where can I find them?", scene=without(6, relations=()))
    assert answer.object_ids == (5,)
    assert "one chair that we spoke of is no longer in the map" in answer.explanation


def test_a_map_that_was_made_anew_has_other_ids(ask: Ask) -> None:
    ask("Where is the lamp?", scene=without(map_id="before"))
    answer = ask("How far is it?", scene=without(map_id="after"))
    assert answer.status is AnswerStatus.NOT_KNOWN
    assert answer.answer == "The map was made anew since we spoke of the lamp. Please name it again."
    assert ask("show me", scene=without(map_id="after")).object_ids == ()
    assert ask("How far is the lamp?", scene=without(map_id="after")).answer == "2.9 m"


def test_what_a_question_leaves_out_does_not_depend_on_the_map(sandbox: Sandbox, trusted: None) -> None:
    left, right = 'count(every("chair", left(me)))', 'count(every("chair", right(me)))'
    model = reading({"How many chairs are on my left?": left, "And on my right?": right})
    reasoner = Reasoner(model, sandbox, ReasoningSettings(answer_style="short"))
    reasoner.answer(without(map_id="before"), Question("How many chairs are on my left?", session="a"))
    answer = reasoner.answer(without(map_id="after"), Question("And on my right?", session="a"))
    assert (answer.answer, answer.program) == ("2", right)


def test_what_is_called_it_without_a_pronoun_is_of_one_map_too(sandbox: Sandbox, trusted: None) -> None:
    model = reading({"Where is the lamp?": 'where(the("lamp"))', "How do I get there?": "way(it)"})
    reasoner = Reasoner(model, sandbox)
    reasoner.answer(without(map_id="before"), Question("Where is the lamp?", session="a"))
    answer = reasoner.answer(without(map_id="after"), Question("How do I get there?", session="a"))
    assert (answer.status, answer.object_ids) == (AnswerStatus.NOT_KNOWN, ())
    assert answer.answer == "The map was made anew since we spoke of the lamp. Please name it again."


def test_an_answer_about_no_thing_does_not_hide_that_the_map_is_another_one(ask: Ask) -> None:
    ask("Where is the lamp?", scene=without(map_id="before"))
    assert ask("What rooms are there?", scene=without(map_id="after")).status is AnswerStatus.ANSWERED
    answer = ask("How far is it?", scene=without(map_id="after"))
    assert answer.answer == "The map was made anew since we spoke of the lamp. Please name it again."


def test_it_is_the_thing_before_an_answer_about_no_thing(ask: Ask) -> None:
    ask("Where is the lamp?")
    ask("What rooms are there?")
    assert ask("How far is it?").answer == "2.9 m"
    ask("What rooms are there?", "b")
    assert ask("How far is it?", "b").answer == 'I don\'t know what "it" is. Please name the thing.'


def test_an_expression_cannot_speak_of_another_map(reasoner: Reasoner) -> None:
    question = Question('where(the("lamp"))', strategy="expression", session="a")
    reasoner.answer(without(map_id="before"), question)
    answer = reasoner.answer(without(map_id="after"), Question("color(it)", strategy="expression", session="a"))
    assert (answer.status, answer.object_ids) == (AnswerStatus.NOT_KNOWN, ())


def test_why_tells_the_explanation_of_the_last_answer(ask: Ask) -> None:
    first = ask("How far is the sofa?")
    assert ask("Why?").answer in first.explanation
    assert 'distance(the("sofa"), me)' in ask("how do you know that?").answer
    assert ask("And how tall is it?").answer == "0.8 m"


def test_show_me_gives_the_evidence_again(ask: Ask) -> None:
    ask("How many chairs are there?")
    answer = ask("Show me")
    assert (answer.object_ids, answer.answer) == ((5, 6), "The last answer rests on: chair 5, chair 6.")


@pytest.mark.parametrize("question", ["Why?", "Show me"])
def test_why_and_show_me_need_an_answer_before(ask: Ask, question: str) -> None:
    assert ask(question).answer == "Nothing was answered before in this session."


def test_thanks_between_two_turns_change_nothing(ask: Ask) -> None:
    ask("What color is the sofa?")
    assert ask("Thanks!").status is AnswerStatus.REPLIED
    assert ask("How far is it?").answer == "2.5 m"


@pytest.mark.parametrize("session", ["", "a"])
@pytest.mark.parametrize(
    ("question", "answer", "program"),
    [
        ("How tall is the lamp? And what color is the sofa?", "0.2 m grey",
         'measure(the("lamp"), "height"), color(the("sofa"))'),
        ("How many chairs are there and how many sofas?", "2 1", 'count(every("chair")), count(every("sofa"))'),
    ],
)  # fmt: skip
def test_two_questions_in_one_are_both_answered(
    sandbox: Sandbox, trusted: None, session: str, question: str, answer: str, program: str
) -> None:
    reasoner = Reasoner(reading({question: program}), sandbox, ReasoningSettings(answer_style="short"))
    told = reasoner.answer(situated(), Question(question, session=session))
    assert (told.status, told.answer, told.program) == (AnswerStatus.ANSWERED, answer, program)


def test_two_questions_in_one_are_not_answered_in_half_by_patterns(ask: Ask) -> None:
    assert ask("How tall is the lamp? And what color is the sofa beyond it?").status is AnswerStatus.NOT_UNDERSTOOD


def test_expressions_of_a_session_speak_of_it(reasoner: Reasoner) -> None:
    answers = [
        reasoner.answer(situated(), Question(text, strategy="expression", session="a")).answer
        for text in ('where(the("sofa"))', "color(it)")
    ]
    assert answers[1] == "grey"


def test_a_model_is_told_what_pronouns_stand_for_and_the_question_before(sandbox: Sandbox, tmp_path: Path) -> None:
    program = "Thought: look.\nAction: Program\nAction Input:\n```Python\nprint(filter(scene(), 'sofa'))\n```"
    final = "Thought: seen.\nAction: Final Answer\nAction Input: {}"
    script = [
        {"match": "Where is the sofa", "reply": program},
        {"reply": final.format("on the left [ids: 0]")},
        {"match": r"How far is it\? \(The answer before was about: sofa \(id 0\)\.\)",
         "reply": final.format("2.5 m [ids: 0]")},
    ]  # fmt: skip
    path = tmp_path / "script.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in script))
    reasoner = Reasoner(make_model(f"scripted:{path}"), sandbox, ReasoningSettings())
    answers = [
        reasoner.answer(situated(), Question(text, strategy="think-program-rectify", session="a"))
        for text in ("Where is the sofa?", "How far is it?")
    ]
    assert [answer.answer for answer in answers] == ["on the left", "2.5 m"]


def test_a_command_after_a_question_is_replied_to_as_a_command(ask: Ask) -> None:
    ask("How many chairs are there?", "a")
    assert ask("Pick up the pillow.", "a").answer.startswith("I cannot move or act")


@pytest.mark.parametrize(
    "text",
    ["What is on it?", "is anything on it, and what", "which is farther away?", "Which is the taller one?",
     "what color is the other chair", "How do I get there?", "which way do I go?", "is it the red one", "left or right",
     "to my left or to my right", "how many red ones are there among them?", "how many are there?", "And taller?",
     "which one is the biggest", "and the bed", "black ones?"],
)  # fmt: skip
def test_a_question_that_leaves_something_out_leans_on_the_last_one(text: str) -> None:
    assert leaning(text)


@pytest.mark.parametrize(
    "text",
    ["How many chairs are there?", "Which chair has a cup on it?", "How far is it from the sofa to the bed?",
     "Which is farther away, the sofa or the bed?", "What color is the taller chair?", "Where is the lamp?",
     "Is the sofa to my left or right?", "How do I get to the bed?", "How many of the chairs are black?"],
)  # fmt: skip
def test_a_whole_question_stands_alone(text: str) -> None:
    assert not leaning(text)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("And where are the others?", "where are the other chairs?"),
        ("And where is the other one?", "where is the other chair?"),
        ("How tall is the red one?", "how tall is the red chair?"),
        ("And the other one?", "And the other one?"),
        ("which is closest to the door?", "which of them is the closest to the door?"),
        ("which one is the tallest", "which of them is the tallest?"),
        ("and how many in the kitchen?", "how many chairs in the kitchen?"),
        ("Where?", "where are they?"),
        ("How many?", "how many chairs are there?"),
        ("where is the lamp?", "where is the lamp?"),
        ("which is taller, the bed or the lamp?", "which is taller, the bed or the lamp?"),
        ("How many lamps in the kitchen?", "How many lamps in the kitchen?"),
    ],
)
def test_the_noun_that_a_question_leaves_out_is_that_of_the_last_answer(text: str, full: str) -> None:
    assert in_full(text, "chairs", several=True) == full


def test_of_one_thing_nothing_is_the_closest() -> None:
    assert in_full("which is closest?", "chairs", several=False) == "which is closest?"
    assert in_full("Where?", "chairs", several=False) == "where is it?"


def leaning(text: str) -> bool:
    scene = situated()
    turn = Turn("", Things((0,), "sofa", True), 'where(the("sofa"))', "", (0,), scene.graph.map_id)
    context = StrategyContext(
        model=make_model("none"), sandbox=None, tools=None, scene=scene,  # type: ignore[arg-type]
        question=Question(text), deadline=0.0, settings=None,
    )  # fmt: skip
    return leans_on_the_last(text, (turn,), context)
