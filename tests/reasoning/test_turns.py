"""Conversations in a hand-made room; see `hand_made_room` for its drawing. The asker looks at the table."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "situated"))

from hand_made_room import situated

from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.conversation.turns import questions_in
from situated_qa.reasoning.sandbox import Sandbox
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


# The sofa (0, 3): grey, on the left, its surface 2.5 m away. The lamp (3, 0): its surface 2.8 m away, raised to 2.9 m.
# The book's color was not observed, so it may be black; nothing is on the bed, so nothing there has a name.
# Chair 5 (0, -2) is 0.9 m high, its surface 1.75 m away; chair 6 (0, -4) is 1.2 m high, 3.65 m away.
@pytest.mark.parametrize(
    "turns",
    [
        [("What color is the sofa?", "grey"), ("How far is it?", "2.5 m"), ("Is it on my left?", "yes"),
         ("And on my right?", "no")],
        [("Where is the sofa?", "to your left"), ("And its color?", "grey"), ("how tall is that?", "0.8 m"),
         ("How far, in meters?", "2.5 m")],
        [("How many chairs are on my right?", "2"), ("And on my left?", "0"), ("And sofas?", "1"),
         ("What about the bedroom?", "0")],
        [("How many beds are in the living room?", "0"), ("and the bedroom?", "1"),
         ("How many in the living room?", "0")],
        [("What is on the table?", "cup and book"), ("How many of them are red?", "1"), ("black ones?", "not known")],
        [("How tall is the nearest chair?", "0.9 m"), ("And the other one?", "1.2 m"),
         ("How far is that one?", "3.6 m"),
         ("the other chair?", "1.8 m")],
        [("What is on the table?", "cup and book"), ("Could you tell me how many of them are red?", "1")],
        [("What is on the table?", "cup and book"), ("Of those, how many are red?", "1")],
        [("How far is the nearest chair?", "1.8 m"), ("And the farthest?", "3.6 m")],
        [("Which room is the bed in?", "bedroom"), ("And the lamp?", "living room"),
         ("Which room is it in?", "living room")],
        [("What is on the table?", "cup and book"), ("And the bed?", "nothing")],
    ],
)  # fmt: skip
def test_later_turns_leave_out_what_was_said(ask: Ask, turns: list[tuple[str, str]]) -> None:
    for question, answer in turns:
        told = ask(question)
        assert told.answer.split(" (")[0] == answer, (question, told)


@pytest.mark.parametrize("session", ["", "new"])
@pytest.mark.parametrize(
    ("question", "pronoun"), [("What color is it?", "it"), ("How tall is that one?", "that one"),
     ("Where are they?", "they")]
)  # fmt: skip
def test_a_pronoun_without_a_referent_is_asked_back(ask: Ask, session: str, question: str, pronoun: str) -> None:
    answer = ask(question, session)
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer == f'I don\'t know what "{pronoun}" is. Please name the thing.'


@pytest.mark.parametrize(
    ("question", "words"),
    [("And the wobbly sofa?", '"wobbly"'), ("And on my left without a pillow?", '"without" and "pillow"')],
)
def test_words_of_an_elliptic_question_that_were_not_read_are_asked_back(ask: Ask, question: str, words: str) -> None:
    ask("How many chairs are on my right?")
    answer = ask(question)
    assert answer.status is AnswerStatus.NOT_UNDERSTOOD
    assert answer.answer.startswith("Do you want to know how many ") and words in answer.answer


def test_from_there_needs_a_place_that_was_imagined_before(ask: Ask) -> None:
    ask("Is the lamp on my left or on my right?")
    assert ask("And from there, the sofa?").status is AnswerStatus.NOT_UNDERSTOOD
    assert ask("And the sofa?").answer == "left"


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
    answer = ask("How many of them are on my right?", scene=without(6, relations=()))
    assert answer.answer == "1"
    assert "one chair that we spoke of is no longer in the map" in answer.explanation


def test_a_map_that_was_made_anew_has_other_ids(ask: Ask) -> None:
    ask("Where is the lamp?", scene=without(map_id="before"))
    answer = ask("How far is it?", scene=without(map_id="after"))
    assert answer.status is AnswerStatus.NOT_KNOWN
    assert answer.answer == "The map was made anew since we spoke of the lamp. Please name it again."
    assert ask("show me", scene=without(map_id="after")).object_ids == ()
    assert ask("How far is the lamp?", scene=without(map_id="after")).answer == "2.9 m"


def test_what_a_question_leaves_out_does_not_depend_on_the_map(ask: Ask) -> None:
    ask("How many chairs are on my left?", scene=without(map_id="before"))
    assert ask("And on my right?", scene=without(map_id="after")).answer == "2"


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
        ("What color is the sofa, and how far is it?", "grey 2.5 m", 'color(the("sofa")), distance(it, me)'),
        ("How many chairs are there and how many sofas?", "2 1", 'count(every("chair")), count(every("sofa"))'),
    ],
)  # fmt: skip
def test_two_questions_in_one_are_both_answered(ask: Ask, session: str, question, answer, program) -> None:
    told = ask(question, session)
    assert (told.answer, told.program) == (answer, program)


def test_questions_are_distinguished() -> None:
    assert questions_in("Two things: where is the cup? Also, how far is it?") == ["where is the cup?", "how far is it?"]
    assert questions_in("What is between the sofa and the tv?") == ["What is between the sofa and the tv?"]


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
        {"match": "how far is the sofa (id 0)?", "reply": final.format("2.5 m [ids: 0]")},
    ]
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
