"""The loop and its statuses, with a scripted model, a real sandbox and real tools."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from situated_qa.errors import ModelUnavailable, SandboxUnavailable, SettingsError
from situated_qa.llm.client import Completion, Message
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import STRATEGIES, Absence, Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import REGISTRY, Reasoner, ReasoningSettings
from situated_qa.reasoning.graph_schema import situation_in_words
from situated_qa.reasoning.prompts import examples
from situated_qa.reasoning.sandbox import Sandbox, SandboxSettings
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

LEFT = "How many chairs are on my left?"
FREE = "think-program-rectify"


def program(code: str, thought: str = "look") -> str:
    return f"Thought: {thought}\nAction: Program\nAction Input:\n```python\n{code}\n```"


def final(answer: str, thought: str = "seen") -> str:
    return f"Thought: {thought}\nAction: Final Answer\nAction Input: {answer}"


COUNT_LEFT = program("print(len(relate_agent(filter(scene(), 'chair'), 'left')))")


SETTINGS = ("strategy", "answer_style", "max_rounds", "allow_guesses")


def ask(model: ScriptedModel, sandbox: Sandbox, scene: SituatedScene, question: str = LEFT, **more: object) -> Answer:
    settings = {key: more.pop(key) for key in SETTINGS if key in more}
    reasoner = Reasoner(model, sandbox, ReasoningSettings(**settings))  # type: ignore[arg-type]
    return reasoner.answer(scene, Question(question, **more))  # type: ignore[arg-type]


def said(model: ScriptedModel, call: int) -> str:
    """The last message of a call."""
    return model.calls[call].messages[-1].content


class TestLoop:
    def test_program_then_answer(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([COUNT_LEFT, final("one chair", "the program counted one")])
        answer = ask(model, sandbox, scene)
        assert answer.status is AnswerStatus.ANSWERED and answer.answered
        assert answer.answer == "one chair"
        assert answer.explanation == "the program counted one"
        assert answer.object_ids == (2,)
        assert answer.observations == ("1",)
        assert answer.rounds == 1
        assert answer.program.startswith("print(len(relate_agent")
        assert answer.reference_frame == "viewer"
        assert answer.graph_version == 7
        assert answer.viewpoint is scene.viewpoint
        assert 0.0 < answer.sandbox_seconds <= answer.total_seconds
        assert said(model, 1) == "Observation: 1"

    def test_the_prompt_has_a_static_front_and_the_question_last(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([COUNT_LEFT, final("one")])
        ask(model, sandbox, scene)
        chat = model.calls[0].messages
        assert chat[0].role == "system" and "relate_agent(object_set" in chat[0].content
        assert list(chat[1:-1]) == examples("sentence") and len(chat[1:-1]) == 6  # three of them, two turns each
        assert chat[-1].content == (
            "I am in a room. Around me, nearest first:\n"
            "3 coffee table, 6 back, 1.1, brown, 80x80x50\n"
            "4 couch, 3 right, 1.55, black, 90x90x80\n"
            "1 chair, 12 front, 1.75, brown, 50x50x100\n"
            "2 chair, 9 left, 2.75, black, 50x50x100\n"
            "5 pillow, 6 back, 3.3, white, 40x40x40\n"
            "6 table, 11 front left, 3.81, white, 100x100x80\n"
            "7 book, 11 front left, 4.34, red, 20x20x10+80\n"
            "8 window, 1 front right, 6.41, -, 100x20x100+100\n"
            f"Question: {LEFT}"
        )

    def test_the_askers_own_words_stand_for_the_pose(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([final("one")])
        ask(model, sandbox, scene, situation="I sit on\nthe sofa.")
        assert "My situation: I sit on the sofa.\n" in said(model, 0)

    def test_an_error_is_rectified(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        wrong = program("print(len(relate_agent(filter(scene(), 'chair'), 'close')))")
        model = ScriptedModel([wrong, COUNT_LEFT, final("one")])
        answer = ask(model, sandbox, scene)
        assert answer.answer == "one" and answer.rounds == 2
        assert 'did you mean "within reach"' in said(model, 1) and "YOUR MENDED PROGRAM" in said(model, 1)
        assert "within reach" in answer.observations[0] and answer.observations[1] == "1"

    def test_a_type_error_is_rectified_before_anything_runs(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("print(scene())\nprint(desks)"), COUNT_LEFT, final("one")])
        assert ask(model, sandbox, scene).answer == "one"
        assert "Line 2: print(desks)" in said(model, 1)

    def test_an_endless_program_is_stopped_and_rectified(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("while True:\n    pass"), COUNT_LEFT, final("one")])
        assert ask(model, sandbox, scene).answer == "one"
        assert "too long" in said(model, 1)

    def test_a_program_that_prints_nothing_is_told_so(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("x = scene()"), COUNT_LEFT, final("one")])
        assert ask(model, sandbox, scene).answer == "one"
        assert "printed nothing" in said(model, 1)

    def test_an_unreadable_reply_gets_the_parsing_prompt(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel(["I would look around first.", COUNT_LEFT, final("one")])
        answer = ask(model, sandbox, scene)
        assert answer.answer == "one" and answer.rounds == 1
        assert "no form that can be read" in said(model, 1)

    def test_an_assumption_is_sent_back(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        assuming = program("assumed_side = 'y > 0'\nprint(1)")
        model = ScriptedModel([assuming, COUNT_LEFT, final("one")])
        answer = ask(model, sandbox, scene)
        assert answer.answer == "one" and answer.rounds == 1  # the assuming program did not run
        assert '"assumed_side = ' in said(model, 1)

    def test_after_the_last_round_it_must_answer(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([COUNT_LEFT, COUNT_LEFT, final("one")])
        answer = ask(model, sandbox, scene, max_rounds=2)
        assert answer.answer == "one" and answer.rounds == 2
        assert "No more programs" in said(model, 2) and "Observation: 1" in said(model, 2)

    def test_the_questions_own_rounds_win(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([COUNT_LEFT, final("one")])
        reasoner = Reasoner(model, sandbox, ReasoningSettings(max_rounds=5))
        assert reasoner.answer(scene, Question(LEFT, max_rounds=1)).rounds == 1
        assert "No more programs" in said(model, 1)

    def test_no_program_that_runs_means_no_answer(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        broken = [program(f"print({n} / 0)") for n in range(3)]
        model = ScriptedModel([*broken, final("two")])
        answer = ask(model, sandbox, scene)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM
        assert answer.answer == "" and answer.object_ids == ()
        assert "none of the model's 3 programs ran" in answer.status_text and "two" in answer.status_text
        assert len(answer.observations) == 3

    def test_endless_babble_ends(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([Line("la la la: la\nla", match="")])
        answer = ask(model, sandbox, scene)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM
        assert len(model.calls) <= 6

    def test_an_answer_without_a_program_is_taken(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([final("two [ids: 1, 2]", "rows 1 and 2")])
        answer = ask(model, sandbox, scene, "How many chairs are there?")
        assert answer.status is AnswerStatus.ANSWERED and answer.answer == "two" and answer.object_ids == (1, 2)
        assert answer.rounds == 0 and answer.reference_frame == "" and len(model.calls) == 1
        assert answer.explanation == "rows 1 and 2 Read off the scene table."

    def test_a_made_up_observation_is_ignored(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([f"{COUNT_LEFT}\nObservation: 9\n{final('nine')}", final("one")])
        assert ask(model, sandbox, scene).answer == "one"
        assert "\nObservation:" in model.calls[0].stop

    def test_a_remark_of_a_tool_reaches_the_model(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("print(len(filter(scene(), 'sofa')))"), final("one")])
        ask(model, sandbox, scene)
        assert "couch" in said(model, 1)

    def test_short_answers_for_benchmarks(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([final("one")])
        ask(model, sandbox, scene, answer_style="short")
        assert "at most three words" in model.calls[0].messages[0].content
        assert model.calls[0].messages[2].content.endswith("Action Input: 2 [ids: 4, 6]")


class TestStrategies:
    def test_think_runs_nothing(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([final("two")])
        answer = ask(model, sandbox, scene, strategy="think")
        assert (answer.answer, answer.rounds, answer.program) == ("two", 0, "")
        assert "scene()" not in model.calls[0].messages[0].content

    def test_think_takes_a_bare_answer(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        assert ask(ScriptedModel(["two"]), sandbox, scene, strategy="think").answer == "two"

    def test_think_program_runs_one_and_answers(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([COUNT_LEFT, final("one")])
        answer = ask(model, sandbox, scene, strategy="think-program")
        assert (answer.answer, answer.rounds) == ("one", 1)

    def test_think_program_does_not_rectify(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("print(1 / 0)"), final("one")])
        answer = ask(model, sandbox, scene, strategy="think-program")
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and answer.rounds == 1
        assert "MENDED" not in said(model, 1)

    @pytest.mark.parametrize(
        ("asked", "setting", "small", "expected"),
        [
            ("", "auto", False, FREE),
            ("", "auto", True, "guided-expression"),
            ("", "think", True, "think"),
            ("think-program", "think", True, "think-program"),
        ],
    )
    def test_who_chooses(self, asked: str, setting: str, small: bool, expected: str, sandbox: Sandbox) -> None:
        reasoner = Reasoner(ScriptedModel([], prefers_forms=small), sandbox, ReasoningSettings(strategy=setting))
        assert reasoner.strategy_for(Question("x", strategy=asked)) == expected

    def test_every_strategy_of_the_service_is_there(self) -> None:
        assert set(REGISTRY) == set(STRATEGIES)
        of_one_chat = {
            "rules",
            "reader",
            "expression",
            "guided-expression",
            "think",
            "think-program",
            "think-program-rectify",
            "single-coder",
        }
        assert set(STRATEGIES) == {*of_one_chat, "reason-while-retrieve"}

    def test_no_model_suits_patterns(self, sandbox: Sandbox) -> None:
        reasoner = Reasoner(make_model("none"), sandbox)
        assert reasoner.strategy_for(Question("x")) == "rules"
        reasoner.warm_up()  # of the sandbox alone

    def test_warm_up_evaluates_the_static_front(self, sandbox: Sandbox) -> None:
        warmed: list[Message] = []

        class Model(ScriptedModel):
            def warm_up(self, messages: object) -> None:
                warmed.extend(messages)  # type: ignore[arg-type]

        for small in (False, True):
            warmed.clear()
            Reasoner(Model([], prefers_forms=small), sandbox).warm_up()
            assert warmed[0].role == "system"

    @pytest.mark.parametrize("strategy", ["rules", "expression"])
    def test_a_strategy_that_never_asks_the_model_warms_up_none(self, strategy: str, sandbox: Sandbox) -> None:
        class Model(ScriptedModel):
            def warm_up(self, messages: object) -> None:
                raise AssertionError("the model was warmed up")

        Reasoner(Model([]), sandbox, ReasoningSettings(strategy=strategy)).warm_up()


class TestWithoutModel:
    """Patterns: asked for, because there is no model by choice, and because the one there should be is missing."""

    UNCLEAR = "Which way would a tired cat prefer to the couch?"

    def test_patterns_answer_and_report_it(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([])
        answer = ask(model, sandbox, scene, strategy="rules", answer_style="short")
        assert (answer.status, answer.answer, answer.object_ids) == (AnswerStatus.ANSWERED, "1", (2,))
        assert answer.status_text == "answered by patterns, without a model"
        assert answer.program == 'count(every("chair", left(me)))' and answer.program in answer.explanation
        assert model.calls == [] and answer.model_seconds == 0.0

    UNKNOWN = "How many zorp chairs are on my left?"

    def test_words_that_no_pattern_reads_are_told(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer = ask(ScriptedModel([]), sandbox, scene, self.UNKNOWN, strategy="rules")
        assert (answer.status, answer.rounds, answer.object_ids) == (AnswerStatus.NOT_UNDERSTOOD, 0, ())
        assert "short plain questions" in answer.answer and '"zorp"' in answer.answer
        assert "zorp" in answer.status_text

    def test_patterns_never_guess(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer = ask(ScriptedModel([]), sandbox, scene, self.UNKNOWN, strategy="rules", allow_guesses=True)
        assert (answer.status, answer.object_ids) == (AnswerStatus.NOT_UNDERSTOOD, ())

    def test_words_that_say_nothing_are_not_understood(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer = ask(ScriptedModel([]), sandbox, scene, "What is it?", strategy="rules")
        assert answer.status is AnswerStatus.NOT_UNDERSTOOD
        assert '"it"' in answer.answer and answer.rounds == 0

    def test_an_unobserved_attribute_is_not_known_rather_than_guessed(
        self, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        answer = ask(
            ScriptedModel([]), sandbox, scene, "What is the couch made of?", strategy="rules", answer_style="short"
        )
        assert (answer.answer, answer.object_ids) == ("not known", (4,))
        assert answer.status is AnswerStatus.NOT_KNOWN

    def test_no_model_by_choice_answers_by_patterns(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        reasoner = Reasoner(make_model("none"), sandbox)
        answer = reasoner.answer(scene, Question(LEFT))
        assert answer.answered and answer.status_text == "answered by patterns, without a model"
        asked = reasoner.answer(scene, Question(LEFT, strategy=FREE))
        assert asked.status is AnswerStatus.MODEL_UNAVAILABLE and "none" in asked.status_text

    @pytest.mark.parametrize("small", [True, False])
    def test_a_missing_model_is_stood_in_for_where_the_words_are_sure(
        self, small: bool, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        class Missing(ScriptedModel):
            def warm_up(self, messages: object) -> None:
                raise ModelUnavailable("the file is gone")

        reasoner = Reasoner(
            Missing([Line("the file is gone", match="", error="unavailable")], prefers_forms=small), sandbox
        )
        with pytest.raises(ModelUnavailable):
            reasoner.warm_up()
        answer = reasoner.answer(scene, Question(LEFT))
        assert answer.answered and answer.answer == "There is one chair on your left."
        for text in (answer.status_text, answer.explanation):
            assert "language model is not available" in text and "the file is gone" in text
        unclear = reasoner.answer(scene, Question(self.UNCLEAR))
        assert unclear.status is AnswerStatus.MODEL_UNAVAILABLE and not unclear.answer
        assert "the file is gone" in unclear.status_text and "prefer" in unclear.status_text

    def test_a_missing_model_is_not_stood_in_for_where_the_strategy_was_named(
        self, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        model = ScriptedModel([Line("gone", match="", error="unavailable")])
        assert ask(model, sandbox, scene, strategy=FREE).status is AnswerStatus.MODEL_UNAVAILABLE
        asked = Reasoner(model, sandbox).answer(scene, Question(LEFT, strategy=FREE))
        assert asked.status is AnswerStatus.MODEL_UNAVAILABLE

    def test_a_model_that_is_back_is_not_called_missing(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([Line("gone", error="unavailable"), COUNT_LEFT, final("one")])
        reasoner = Reasoner(model, sandbox)
        assert "not available" in reasoner.answer(scene, Question(LEFT)).status_text
        assert "not available" not in reasoner.answer(scene, Question(LEFT)).status_text


class TestStatuses:
    def test_what_a_person_should_know_of_a_reply_is_in_the_status_text_once(
        self, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        class Thinker(ScriptedModel):
            def complete(self, *arguments: Any, **named: Any) -> Completion:
                return replace(super().complete(*arguments, **named), note="it thought for long")

        answer = ask(Thinker([COUNT_LEFT, final("one")]), sandbox, scene)
        assert answer.status is AnswerStatus.ANSWERED
        assert answer.status_text.endswith("; it thought for long") and answer.status_text.count("thought") == 1

    @pytest.mark.parametrize(
        ("error", "status"),
        [
            ("unavailable", AnswerStatus.MODEL_UNAVAILABLE),
            ("timeout", AnswerStatus.MODEL_UNAVAILABLE),
            ("error", AnswerStatus.NO_USABLE_PROGRAM),
        ],
    )
    def test_trouble_with_the_model(
        self, error: str, status: AnswerStatus, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        answer = ask(ScriptedModel([COUNT_LEFT, Line("why", error=error)]), sandbox, scene, strategy=FREE)
        assert answer.status is status and "why" in answer.status_text
        assert answer.answer == "" and answer.rounds == 1 and answer.observations == ("1",)  # what was done is kept

    def test_the_time_limit_holds_in_the_model(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer = ask(ScriptedModel([COUNT_LEFT, Line("late", delay_s=60.0)]), sandbox, scene, time_limit_s=0.5)
        assert answer.status is AnswerStatus.TIME_LIMIT and "0.5 s" in answer.status_text
        assert answer.total_seconds < 10.0 and answer.rounds == 1

    def test_the_time_limit_holds_in_the_sandbox(self, scene: SituatedScene) -> None:
        with Sandbox(SandboxSettings(time_limit_s=60.0)) as slow:
            model = ScriptedModel([program("while True:\n    pass")])
            answer = ask(model, slow, scene, time_limit_s=0.5)
        assert answer.status is AnswerStatus.TIME_LIMIT
        assert answer.total_seconds < 10.0

    @pytest.mark.parametrize(
        ("question", "words"),
        [
            (Question(""), "empty"),
            (Question("  \n "), "empty"),
            (Question("x" * 2001), "2001"),
            (Question("x" * 100_000), "2000"),
            (Question("a\x00b"), "U+0000"),
            (Question("a\x1b[2Jb"), "U+001B"),
            (Question("a\udcffb"), "U+DCFF"),
            (Question("x", situation="\x07"), "situation"),
            (Question("x", strategy="magic"), "think-program-rectify"),
            (Question("x", max_rounds=21), "max_rounds"),
            (Question("x", time_limit_s=-1.0), "time_limit_s"),
            (Question("x", time_limit_s=float("nan")), "time_limit_s"),
            (Question("x", time_limit_s=float("inf")), "time_limit_s"),
        ],
    )
    def test_a_bad_request_is_named_and_costs_nothing(
        self, question: Question, words: str, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        model = ScriptedModel([])
        answer = Reasoner(model, sandbox).answer(scene, question)
        assert answer.status is AnswerStatus.BAD_REQUEST and words in answer.status_text
        assert len(answer.status_text) < 300 and model.calls == []

    def test_the_codes_are_those_of_the_service(self) -> None:
        response = (Path(__file__).parents[2] / "srv" / "Ask.srv").read_text(encoding="utf-8").split("---")[1]
        lines = re.findall(r"^uint8 ([A-Z_]+)=(\d+)", response, re.MULTILINE)
        split = next(i for i, (name, _) in enumerate(lines) if name.startswith("ABSENCE"))
        assert {status.name: int(status) for status in AnswerStatus} == {n: int(v) for n, v in lines[:split]}
        absences = {("ABSENCE_" if not kind else "") + kind.name: int(kind) for kind in Absence}
        assert absences == {n: int(v) for n, v in lines[split:]}

    def test_a_fault_of_ours_is_not_hidden(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        def broken(context: StrategyContext) -> StrategyResult:
            raise ZeroDivisionError("ours")

        reasoner = Reasoner(ScriptedModel([]), sandbox, registry={FREE: broken})
        with pytest.raises(ZeroDivisionError):
            reasoner.answer(scene, Question(LEFT))

    def test_without_a_sandbox_nothing_runs(self, scene: SituatedScene) -> None:
        closed = Sandbox()
        closed.close()
        with pytest.raises(SandboxUnavailable):
            ask(ScriptedModel([COUNT_LEFT]), closed, scene)

    def test_wrong_settings_are_named(self) -> None:
        with pytest.raises(SettingsError, match=r"ReasoningSettings\.strategy"):
            ReasoningSettings(strategy="magic")


def test_several_asks_at_once_keep_apart(sandbox: Sandbox, scene: SituatedScene) -> None:
    numbered = [
        Line(program(f"print('answer {n}', len(scene()))"), match=f"^(?s:.*)Question: number {n}$") for n in range(6)
    ] + [Line(final(f"it is {n}"), match=f"Observation: answer {n} 8") for n in range(6)]
    reasoner = Reasoner(ScriptedModel(numbered), sandbox)
    answers: dict[int, str] = {}

    def work(n: int) -> None:
        answers[n] = reasoner.answer(scene, Question(f"number {n}")).answer

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: f"it is {n}" for n in range(6)}


class TestSituation:
    def test_words_turn_with_the_asker(self, scene: SituatedScene) -> None:
        turned = SituatedScene(scene.graph, scene.viewpoint.turned(3.14159265))
        assert situation_in_words(turned) == (
            "I am facing the coffee table, with the couch on my left, a chair on my right and a chair behind me."
        )

    def test_an_empty_scene(self, scene: SituatedScene) -> None:
        empty = SituatedScene(type(scene.graph)(), scene.viewpoint)
        assert "nothing" in situation_in_words(empty)


def test_the_worked_examples_run_on_a_scene_that_has_their_things(sandbox: Sandbox, scene: SituatedScene) -> None:
    """Their programs, on this room: a tool renamed or a form gone breaks the prompt."""
    from situated_qa.reasoning.parsing import parse_reply

    steps = [parse_reply(turn.content) for turn in examples("short") if turn.role == "assistant"]
    (program,) = [step.text for step in steps if step.action == "program"]
    assert [step.text for step in steps if step.action == "answer"] == ["2 [ids: 4, 6]", "no [ids: 8, 5]"]
    objects = tuple(replace(node, room="living room") for node in scene.graph.objects)
    plan = FloorPlan(0.5, np.array([-5.0, -5.0]), np.ones((20, 20), dtype=bool), np.zeros((20, 20)), ("living room",))
    home = SituatedScene(replace(scene.graph, objects=objects, floor_plan=plan), scene.viewpoint)
    result = sandbox.check_and_run(program, Tools(home))
    assert result.error is None and re.fullmatch(r"black, 1\.\d m", result.answer)
    bare = SituatedScene(replace(home.graph, objects=objects[:3]), scene.viewpoint)
    assert sandbox.check_and_run(program, Tools(bare)).answer == "there is no couch in the living room"
