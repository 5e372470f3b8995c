"""The time limit of a program is held from outside, whatever keeps the border busy; workers that are lost or busy are
no fault of the program's."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from situated_qa.errors import SandboxBusy
from situated_qa.llm.scripted import Line, ScriptedModel
from situated_qa.reasoning import worker as worker_module
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.processes import Watchdog
from situated_qa.reasoning.sandbox import Sandbox, SandboxSettings
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools, type_stubs

LONG_S = 60.0  # a limit that only a fault reaches
SLACK_S = 10.0
"""On top of a program's limit, for a machine that has eight other things to do: without the limit some of these
programs went on for a minute, and some for ever."""

OVER_THE_BORDER = {
    "large texts to a tool, errors caught": (
        "s, x = scene(), 'a' * (20 << 20)\n"
        "while True:\n    try:\n        filter(s, x)\n    except BaseException:\n        pass"
    ),
    "large texts to statistics, errors caught": (
        "import statistics\nx = 'a' * (20 << 20)\n"
        "while True:\n    try:\n        statistics.mean(x)\n    except BaseException:\n        pass"
    ),
    "large texts printed": "x = 'a' * (10 << 20)\nwhile True:\n    print(x)\n    scene()",
    "lists shared without end": "x = ['chair']\nfor n in range(60):\n    x = [x, x]\nfilter(scene(), x)",
    "tuples shared without end, to be hashed": (
        "x = (0,)\nfor n in range(60):\n    x = (x, x)\nfilter(scene(), {x: 1})\n"
    ),
    "the same to statistics": (
        "import statistics\nx = (0,)\nfor n in range(60):\n    x = (x, x)\nstatistics.mean({x: 1})"
    ),
    "the same as the id of an object": (
        "x = (0,)\nfor n in range(60):\n    x = (x, x)\no = list(scene())[0]\no.id = x\n"
        "print(query_attribute(o, 'color'))"
    ),
    "the copier that was once there, replaced": (
        "_out = lambda *v: v[0]\nx = ['chair']\nfor n in range(60):\n    x = [x, x]\nfilter(x, 'chair')"
    ),
}


@pytest.fixture(scope="module")
def quick() -> Iterator[Sandbox]:
    with Sandbox(SandboxSettings(time_limit_s=0.3, workers=1)) as made:
        yield made


@pytest.mark.parametrize("name", OVER_THE_BORDER)
def test_the_limit_holds_for_what_crosses_the_border(name: str, quick: Sandbox, tools: Tools) -> None:
    start = time.monotonic()
    result = quick.run(OVER_THE_BORDER[name], tools)
    assert result.error is not None
    assert time.monotonic() - start < 0.3 + SLACK_S
    assert quick.run("print(len(scene()))", tools).printed == "8"


def test_time_in_tools_is_not_the_programs(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(object_set: Any, relation: str) -> Any:
        assert not threading.Event().wait(1.5)  # longer than limit and grace
        return object_set

    monkeypatch.setattr(tools, "relate_agent", slow)
    with Sandbox(SandboxSettings(time_limit_s=0.5)) as sandbox:
        result = sandbox.run("print(len(relate_agent(scene(), 'left')))", tools)
    assert (result.error, result.printed) == (None, "8")


def test_the_askers_limit_holds_for_time_in_tools(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def slow(object_set: Any, relation: str) -> Any:
        calls.append(relation)
        assert not threading.Event().wait(0.2)
        return object_set

    monkeypatch.setattr(tools, "relate_agent", slow)
    program = "while True:\n    try:\n        relate_agent(scene(), 'left')\n    except BaseException:\n        pass"
    with Sandbox(SandboxSettings(time_limit_s=0.5)) as sandbox:
        result = sandbox.run(program, tools, time_limit_s=1.0)
    assert result.error is not None and len(calls) <= 6  # of 0.2 s each, in 1 s


class TestWatchdog:
    @pytest.fixture
    def process(self) -> Iterator[subprocess.Popen[bytes]]:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as made:
            yield made
            made.kill()

    def test_it_kills_when_the_time_has_passed(self, process: subprocess.Popen[bytes]) -> None:
        with Watchdog(process.pid, lambda: 0.0) as watchdog:
            assert process.wait(LONG_S) == -signal.SIGKILL
            assert watchdog.fired

    def test_time_that_was_added_is_granted(self, process: subprocess.Popen[bytes]) -> None:
        answers = iter([0.0, 5.0, 0.0])  # passed; more by now; passed
        with Watchdog(process.pid, lambda: next(answers, 0.0)):
            assert process.wait(LONG_S) == -signal.SIGKILL
        assert next(answers, None) is None

    def test_it_lets_go_of_what_ends_in_time(self, process: subprocess.Popen[bytes]) -> None:
        with Watchdog(process.pid, lambda: LONG_S) as watchdog:
            pass
        assert not watchdog.fired and process.poll() is None

    def test_a_process_that_ended_by_itself_is_none_of_its_business(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        over = threading.Event()
        with Watchdog(process.pid, lambda: 0.0 if over.wait(LONG_S) else 1.0):
            process.wait(LONG_S)
            over.set()


class Worker:
    """Stands between a sandbox and its workers: kills some of them when the program has begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, to_kill: int, number: int = signal.SIGKILL) -> None:
        self.killed = 0
        watchdog = worker_module.Watchdog

        def guarded(pid: int, remaining_s: Any) -> Watchdog:
            made = watchdog(pid, remaining_s)
            if self.killed < to_kill:
                self.killed += 1
                os.kill(pid, number)
                assert select.select([made._process], [], [], LONG_S)[0]  # until it is dead
            return made

        monkeypatch.setattr(worker_module, "Watchdog", guarded)


def test_a_worker_that_was_lost_is_replaced_and_the_program_runs(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox() as sandbox:
        worker = Worker(monkeypatch, to_kill=1)
        result = sandbox.run("print(len(scene()))", tools)
        assert (worker.killed, result.error, result.printed) == (1, None, "8")


def test_a_worker_that_is_gone_before_its_program_came_is_replaced(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int] = []

    def gone(pid: int, remaining_s: Any) -> Watchdog:
        pids.append(pid)
        if len(pids) == 1:
            raise ProcessLookupError
        return Watchdog(pid, remaining_s)

    monkeypatch.setattr(worker_module, "Watchdog", gone)
    with Sandbox() as sandbox:
        assert sandbox.run("print(len(scene()))", tools).printed == "8"
    assert len(pids) == 2


def test_two_lost_workers_are_the_sandboxs_trouble(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox() as sandbox:
        Worker(monkeypatch, to_kill=2)
        with pytest.raises(SandboxBusy, match="lost two workers, by no fault of the program's"):
            sandbox.run("print(len(scene()))", tools)
        assert sandbox.run("print(len(scene()))", tools).printed == "8"


def test_a_program_that_breaks_the_interpreter_twice_is_told_so(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox() as sandbox:
        Worker(monkeypatch, to_kill=2, number=signal.SIGABRT)
        error = sandbox.run("print(len(scene()))", tools).error
        assert error is not None and "broke the interpreter" in error


def test_a_check_that_loses_its_worker_leaves_it_to_the_run(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    with Sandbox() as sandbox:
        worker = Worker(monkeypatch, to_kill=1)
        assert sandbox.check("print(desks)", type_stubs(tools.attribute_names)) is None
        assert worker.killed == 1
        assert sandbox.check("print(desks)", type_stubs(tools.attribute_names)) is not None


def test_the_check_runs_not_even_the_first_line_of_a_program(tools: Tools) -> None:
    with Sandbox() as sandbox:
        stubs = type_stubs(tools.attribute_names)
        assert sandbox.check("x = 'a' * 10**12", stubs) is None  # would be too much for the worker
        problem = sandbox.check("x = 'a' * 10**12\nprint(desks)", stubs)
        assert problem is not None and str(problem).startswith("Line 2: print(desks)\n")


def test_waiting_for_a_worker_is_not_the_programs_time(tools: Tools) -> None:
    with Sandbox(SandboxSettings(time_limit_s=0.3, workers=1)) as sandbox:
        found: list[Any] = []
        with sandbox._slots.place(time.monotonic() + LONG_S):
            thread = threading.Thread(
                target=lambda: found.append(sandbox.run("print(len(scene()))", tools, time_limit_s=0.3, guest=True)),
                daemon=True,
            )
            thread.start()
            thread.join(1.0)  # waits longer than it may run
            assert thread.is_alive()
        thread.join(LONG_S)
    assert [(result.error, result.printed) for result in found] == [(None, "8")]


def test_questions_do_not_wait_for_a_dozen_endless_programs_of_callers(scene: SituatedScene) -> None:
    with Sandbox(SandboxSettings(time_limit_s=0.3, workers=2)) as sandbox:
        sandbox.warm_up()
        ended: list[Any] = []

        def endless() -> None:
            ended.append(sandbox.check_and_run("while True:\n    pass", Tools(scene), guest=True))

        threads = [threading.Thread(target=endless, daemon=True) for _ in range(12)]
        for thread in threads:
            thread.start()
        answer = TestQuestions.asked(sandbox, scene)
        still_there = 12 - len(ended)  # they run one at a time, of 0.3 s and more each
        for thread in threads:
            thread.join(LONG_S)
    assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "8")
    assert still_there > 0
    assert len(ended) == 12 and all("too long" in (result.error or "") for result in ended)


class TestQuestions:
    REPLIES = ("Action: Program\nAction Input:\n```\nprint(len(scene()))\n```", "Action: Final Answer\nAction Input: 8")

    @staticmethod
    def asked(sandbox: Sandbox, scene: SituatedScene) -> Any:
        model = ScriptedModel([Line(text) for text in TestQuestions.REPLIES])
        question = Question("How many things?", strategy="think-program-rectify", time_limit_s=30.0)
        return Reasoner(model, sandbox).answer(scene, question)

    def test_a_lost_worker_costs_no_round(self, scene: SituatedScene, monkeypatch: pytest.MonkeyPatch) -> None:
        with Sandbox(SandboxSettings(type_check=False)) as sandbox:
            Worker(monkeypatch, to_kill=1)
            answer = self.asked(sandbox, scene)
        assert (answer.status, answer.answer, answer.rounds) == (AnswerStatus.ANSWERED, "8", 1)
        assert answer.observations == ("8",)

    def test_a_sandbox_that_stays_busy_is_the_status(
        self, scene: SituatedScene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Sandbox(SandboxSettings(type_check=False)) as sandbox:
            Worker(monkeypatch, to_kill=2)
            answer = self.asked(sandbox, scene)
        assert (answer.status, answer.rounds, answer.observations) == (AnswerStatus.BUSY, 0, ())
        assert "by no fault of the program's" in answer.status_text
