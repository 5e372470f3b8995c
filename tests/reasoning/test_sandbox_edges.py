"""The sandbox's edges: programs that take names for themselves, statistics outside of the interpreter, lost workers."""

from __future__ import annotations

import importlib.util
import statistics
import sys

import pytest

from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.statistics_module import NAMES
from situated_qa.reasoning.worker import remember_what_is_missing
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        (
            "list = filter(scene(), 'chair')\nset = relate_agent(list, 'left')\nstr, len = 1, 2\n"
            "print(sorted(set), min(list))",
            "[<chair 2, black, 2.8 m, 9 o'clock>] <chair 1, brown, 1.8 m, 12 o'clock>",
        ),
        (
            "class SceneObject:\n    pass\nprint(relate_agent(filter(scene(), 'chair'), 'left'))",
            "{<chair 2, black, 2.8 m, 9 o'clock>}",
        ),
    ],
)
def test_a_program_may_take_the_names_of_builtins_and_of_the_class(
    program: str, printed: str, sandbox: Sandbox, tools: Tools
) -> None:
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, printed)


def test_a_scene_will_do_for_its_tools(sandbox: Sandbox, scene: SituatedScene) -> None:
    assert sandbox.run("print(len(scene()))", scene).printed == "8"
    assert sandbox.check_and_run("print(len(scene()))", scene).printed == "8"


class TestStatistics:
    """They run in the interpreter, and agree with Python's own."""

    @pytest.mark.parametrize(
        ("call", "printed"),
        [
            ("mean([1, 2, 6])", "3"),
            ("median({1.0, 2.0, 9.0})", "2.0"),
            ("mode(['a', 'b', 'a'])", "a"),
            ("stdev([1, 3, 5])", "2.0"),
            ("fmean((0.5, 1.5))", "1.0"),
        ],
    )
    def test_values(self, call: str, printed: str, sandbox: Sandbox, tools: Tools) -> None:
        assert sandbox.run(f"import statistics\nprint(statistics.{call})", tools).printed == printed

    @pytest.mark.parametrize(
        ("call", "words"),
        [
            ("mean([])", "needs at least 1 values, got 0"),
            ("stdev([1])", "needs at least 2 values, got 1"),
            ("mean([float('nan')])", "finite numbers"),
            ("mean(['a'])", "finite numbers"),
            ("mean(3)", "must be a list of numbers, got a <class 'int'>"),
            ("mean(list(scene()))", "statistics.mean"),
        ],
    )
    def test_errors(self, call: str, words: str, sandbox: Sandbox, tools: Tools) -> None:
        error = sandbox.run(f"import statistics\nprint(statistics.{call})", tools).error
        assert error is not None and words in error

    def test_an_error_of_theirs_names_the_programs_line(self, sandbox: Sandbox, tools: Tools) -> None:
        program = "import statistics\nxs = ['a']\n\nprint(statistics.mean(xs))\nprint(1)"
        for run in (sandbox.run, sandbox.check_and_run):
            error = run(program, tools).error
            assert error is not None and error.startswith("Line 4: print(statistics.mean(xs))\n")

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("data", [[2, 2, 3, 9], [1.5, 2.5, 2.5, 8.0, 0.25], [7, 7], [1, 2.5, 4]])
    def test_they_agree_with_pythons_own(self, name: str, data: list[float], sandbox: Sandbox, tools: Tools) -> None:
        printed = sandbox.run(f"from statistics import {name} as f\nprint(f({data}))", tools).printed
        assert float(printed) == pytest.approx(getattr(statistics, name)(data), rel=1e-12)


def test_a_worker_that_ran_out_of_memory_is_replaced(tools: Tools) -> None:
    with Sandbox() as sandbox:
        bomb = "import json\nprint(len(json.dumps([[[]]], indent=10**9)))"
        assert sandbox.check_and_run(bomb, tools).error is not None
        assert sandbox.check_and_run("print(len(scene()))", tools).printed == "8"


@pytest.mark.parametrize(
    "call", ["distance((1e300, 0, 0))", "closest_to(scene(), (0, -1e17, 0))", "visible_from((1e300, 0.0, 0.0))"]
)
def test_tools_take_no_numbers_that_overflow(call: str, sandbox: Sandbox, tools: Tools) -> None:
    error = sandbox.run(f"print({call})", tools).error
    assert error is not None and "a tool takes numbers up to 9.0072e+15" in error


def test_a_missing_module_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "nobody_has_this", raising=False)
    remember_what_is_missing("nobody_has_this")
    assert sys.modules["nobody_has_this"] is None
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nobody_has_this")
    assert importlib.util.find_spec("nobody_has_this") is None
    remember_what_is_missing("json")
    assert importlib.import_module("json").dumps(1) == "1"
    del sys.modules["nobody_has_this"]
