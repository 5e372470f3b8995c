"""The loop's edges: programs that repeat themselves, rounds, models that write garbage, nothing or far too much, and
askers who go away."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from situated_qa.llm.client import Completion, Message
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.parsing import essence
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.scene import SituatedScene

LEFT = "How many chairs are on my left?"
FREE = "think-program-rectify"
MODEL_STRATEGIES = ("guided-expression", "think", "think-program", FREE, "reason-while-retrieve", "single-coder")


def program(code: str) -> str:
    return f"Thought: look\nAction: Program\nAction Input:\n```python\n{code}\n```"


def final(answer: str) -> str:
    return f"Thought: seen\nAction: Final Answer\nAction Input: {answer}"


def ask(
    lines: Sequence[str | Line], sandbox: Sandbox, scene: SituatedScene, **settings: Any
) -> tuple[Answer, ScriptedModel]:
    model = ScriptedModel(lines)
    reasoner = Reasoner(model, sandbox, ReasoningSettings(**{"strategy": FREE, **settings}))
    return reasoner.answer(scene, Question(LEFT)), model


class TestRepeatedPrograms:
    BROKEN = "chairs = filter(scene(), 'chair')\nfor c in chairs:\n    print(c.weight)"
    SAME = "# mended!\nchairs  =  filter(scene(),'chair')   # all\n\nfor c in chairs :\n  print( c.weight )"

    def test_the_same_failing_program_stops_the_loop(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program(self.BROKEN), program(self.SAME), final("two")], sandbox, scene, max_rounds=6)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM
        assert answer.rounds == 1 and len(model.calls) == 3
        assert "repeated a program that had failed" in answer.status_text and "its guess: two" in answer.status_text
        assert "No more programs" in model.calls[2].messages[-1].content
        assert "weight" in model.calls[2].messages[-1].content  # what went wrong is told once more

    def test_what_was_observed_before_is_still_answered_from(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        lines = [program("print(len(scene()))"), program(self.BROKEN), program(self.BROKEN), final("eight")]
        answer, _ = ask(lines, sandbox, scene, max_rounds=6)
        assert answer.answered and answer.answer == "eight" and answer.rounds == 2
        assert "repeated" in answer.status_text and "round 2" in answer.status_text

    def test_a_silent_program_that_is_repeated_stops_it_too(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program("x = scene()")] * 2 + [final("eight")], sandbox, scene, max_rounds=6)
        assert answer.rounds == 1 and "repeated" in answer.status_text and len(model.calls) == 3

    def test_a_failing_program_that_comes_again_later_counts(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        lines = [program(self.BROKEN), program("print(1 / 0)"), program(self.SAME), final("two")]
        assert ask(lines, sandbox, scene, max_rounds=6)[0].rounds == 2

    def test_a_program_that_ran_may_run_again(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        lines = [program("print(len(scene()))")] * 3 + [final("eight")]
        answer, _ = ask(lines, sandbox, scene, max_rounds=6)
        assert answer.rounds == 3 and "repeated" not in answer.status_text

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("print(1)", "print( 1 )  # one\n\n", True),
            ("if x:\n    y()\n    z()", "if x:\n  y()\n  # then\n\n  z()", True),
            ("if x:\n    y()\nz()", "if x:\n    y()\n    z()", False),
            ("print('a  b')", "print('a b')", False),
            ("print('# a')", "print('# b')", False),
            ("print(1)", "print(2)", False),
            ("a\nb", "a b", False),
            ("print((1\n)", "print((1\n) # what", False),  # neither can be parsed
            ("\x00", "\x00", True),
            ("", "# nothing", True),
        ],
    )
    def test_essence(self, one: str, other: str, same: bool) -> None:
        assert (essence(one) == essence(other)) is same


@pytest.mark.parametrize("rounds", range(1, 7))
def test_as_many_programs_as_rounds(rounds: int, sandbox: Sandbox, scene: SituatedScene) -> None:
    lines = [*[program(f"print('look {n}')") for n in range(rounds)], final("done"), final("never asked")]
    answer, model = ask(lines, sandbox, scene, max_rounds=rounds)
    assert (answer.rounds, answer.answer, len(model.calls)) == (rounds, "done", rounds + 1)
    assert answer.observations == tuple(f"look {n}" for n in range(rounds))
    assert f"Observation: look {rounds - 1}" in model.calls[-1].messages[-1].content


def test_an_assumption_that_will_not_go_away_runs_in_the_end(sandbox: Sandbox, scene: SituatedScene) -> None:
    lines = [*[program(f"assumed = {n}\nprint({n})") for n in range(2)], final("two")]
    answer, _ = ask(lines, sandbox, scene, max_rounds=1)
    assert answer.observations == ("1",) and answer.rounds == 1


@pytest.mark.parametrize("word", ["assume", "Assuming", "assumption", "ASSUMED"])
def test_the_guard_knows_the_word_in_every_form(word: str, sandbox: Sandbox, scene: SituatedScene) -> None:
    answer, model = ask([program(f"n = 2\nprint('I {word} two:', n)"), final("two [ids: 1, 2]")], sandbox, scene)
    assert answer.rounds == 0 and f"I {word} two" in model.calls[1].messages[-1].content


@pytest.mark.parametrize(
    "code",
    [
        "# we need not assume anything\nprint(len(scene()))",
        "print(len(scene()))  # no assumption",
        '"""This assumes nothing."""\nprint(len(scene()))',
        "def count():\n    'Assuming nothing.'\n    return len(scene())\nprint(count())",
    ],
)
def test_the_guard_looks_at_code_only(code: str, sandbox: Sandbox, scene: SituatedScene) -> None:
    answer, model = ask([program(code), final("eight")], sandbox, scene)
    assert answer.observations == ("8",) and answer.answer == "eight" and len(model.calls) == 2


@pytest.mark.parametrize("name", ["assumed", "assumed_width", "ASSUMPTION", "width_assuming"])
def test_the_guard_knows_the_word_in_names(name: str, sandbox: Sandbox, scene: SituatedScene) -> None:
    answer, model = ask([program(f"{name} = 2\nprint(2)"), final("two [ids: 1]")], sandbox, scene)
    assert answer.rounds == 0 and f'"{name} = 2"' in model.calls[1].messages[-1].content


_RANDOM = random.Random(7)
NOISE = "".join(chr(_RANDOM.randrange(1, 0x2FFF)) for _ in range(3000))


class TestOddModels:
    """Every strategy that asks a model ends in a status, whatever the model writes."""

    GARBAGE = {
        "nothing": "",
        "spaces": " \n\t\n ",
        "noise": NOISE,
        "brackets": "{" * 3000,
        "labels": "Thought:\nAction:\nAction Input:\n" * 300,
        "open thought": "<think>" + "hm " * 1000,
        "half a form": '{"target": "chair", "where": [{"rel": "left", "of"',
        "null": "null",
        "numbers": "[[[1e999, -0, NaN]]]",
        "the task again": "Thought: x\nAction: Program or Final Answer\nAction Input: the answer",
        "100,000 tokens": "chair " * 100_000,
        "100,000 tokens of program": program("print(1)\n" * 50_000),
        "100,000 tokens of answer": final("no " * 100_000),
        "100,000 tokens of JSON": '{"answer": "' + "x" * 400_000 + '"}',
        "surrogates": "\udcff\ud800",
    }

    @pytest.mark.parametrize("strategy", MODEL_STRATEGIES)
    @pytest.mark.parametrize("kind", GARBAGE)
    def test_it_ends_in_a_status(self, kind: str, strategy: str, sandbox: Sandbox, scene: SituatedScene) -> None:
        question = "Which way would a tired cat prefer to the couch?"
        model = ScriptedModel([Line(self.GARBAGE[kind], match="")], prefers_forms=strategy == "guided-expression")
        answer = Reasoner(model, sandbox, ReasoningSettings(strategy=strategy)).answer(scene, Question(question))
        expected = {AnswerStatus.ANSWERED, AnswerStatus.GUESSED, AnswerStatus.NO_USABLE_PROGRAM}
        if strategy == "guided-expression":
            expected = {AnswerStatus.NOT_UNDERSTOOD}  # no expression, no answer
        assert answer.status in expected
        assert len(answer.answer) <= 500 and len(answer.status_text) <= 2_000
        assert 1 <= len(model.calls) <= 7
        assert sum(len(message.content) for message in model.calls[-1].messages) < 200_000  # a chat that can be sent


class Slow:
    """A model whose replies take as long as the asker lets them."""

    name = "slow"
    prefers_forms = False

    def __init__(self) -> None:
        self.started = threading.Event()

    def complete(self, messages: Sequence[Message], *, cancelled: Callable[[], bool], **_: Any) -> Completion:
        model = ScriptedModel([Line("late", delay_s=60.0)])
        self.started.set()
        return model.complete(messages, cancelled=cancelled)

    def warm_up(self, messages: Sequence[Message]) -> None:
        pass

    def close(self) -> None:
        pass


class TestWithdrawn:
    def test_in_the_middle_of_a_reply(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = Slow()
        answer = Reasoner(model, sandbox).answer(scene, Question(LEFT), cancelled=model.started.is_set)
        assert answer.status is AnswerStatus.FAILED and "withdrawn" in answer.status_text and answer.answer == ""

    def test_between_a_reply_and_its_program(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        model = ScriptedModel([program("print(1)"), final("one")])
        answer = Reasoner(model, sandbox).answer(
            scene, Question(LEFT), cancelled=lambda: len(model.calls) == 1, on_text=lambda _: None
        )
        assert answer.status is AnswerStatus.FAILED and "after 0 programs" in answer.status_text
        assert answer.rounds == 0 and len(model.calls) == 1

    @pytest.mark.parametrize("small", [True, False])
    def test_a_question_that_a_pattern_reads_is_not_answered_without_the_model(
        self, small: bool, sandbox: Sandbox, scene: SituatedScene
    ) -> None:
        model = Slow()
        model.prefers_forms = small
        answer = Reasoner(model, sandbox).answer(scene, Question(LEFT), cancelled=model.started.is_set)
        assert (answer.status, answer.answer) == (AnswerStatus.FAILED, "")


def test_replies_are_heard_as_they_come(sandbox: Sandbox, scene: SituatedScene) -> None:
    heard: list[str] = []
    replies = [program("print(1)"), final("one")]
    Reasoner(ScriptedModel(replies), sandbox).answer(scene, Question(LEFT), on_text=heard.append)
    assert heard == replies


def test_tokens_are_summed_over_the_replies(sandbox: Sandbox, scene: SituatedScene) -> None:
    class Counting(ScriptedModel):
        def complete(self, *args: Any, **more: Any) -> Completion:
            text = super().complete(*args, **more).text
            return Completion(text, prompt_tokens=100, completion_tokens=10, cached_tokens=90)

    model = Counting([program("print(1)"), program("print(2)"), final("one")])
    answer = Reasoner(model, sandbox).answer(scene, Question(LEFT))
    assert (answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens) == (300, 30, 270)
