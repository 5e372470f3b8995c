"""Programs are rewritten in place: lines are those of Python, and no name of a program's is taken."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.rewriting import private_name, rewrite, source_lines
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.tools import Tools

NO_LINE_ENDS = ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"]


def test_lines_end_where_python_ends_them() -> None:
    assert source_lines("a\nb\r\nc\rd\n\n") == ["a", "b", "c", "d", ""]
    assert source_lines("a\nb\r\nc", keepends=True) == ["a\n", "b\r\n", "c"]
    assert source_lines("".join(NO_LINE_ENDS)) == ["".join(NO_LINE_ENDS)]
    assert source_lines("") == []


@pytest.mark.parametrize("sign", NO_LINE_ENDS)
def test_signs_that_only_splitlines_takes_for_line_ends_change_nothing(
    sign: str, sandbox: Sandbox, tools: Tools
) -> None:
    program = (
        f"text = 'a{sign}b'\ncounts = {{'x': 2, 'y': 5}}\n"
        f"# {sign} é\nxs = [3, 1, 2]\nxs.sort(key=lambda n: -n)\nprint(len(text), max(counts, key=counts.get), xs)"
    )
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, "3 y [3, 2, 1]")


@pytest.mark.parametrize("sign", ["\u2028", "\x0c"])
def test_an_error_after_such_a_sign_names_the_right_line(sign: str, sandbox: Sandbox, tools: Tools) -> None:
    for run in (sandbox.run, sandbox.check_and_run):
        error = run(f"text = 'a{sign}b'\n\nprint(desks)", tools).error
        assert error is not None and error.startswith("Line 3: print(desks)\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_of_pythons_will_do(end: str, sandbox: Sandbox, tools: Tools) -> None:
    program = end.join(["xs = [3, 1, 2]", "xs.sort(key=abs)", "xs.sort(reverse=True)", "print(xs)"])
    assert sandbox.run(program, tools).printed == "[3, 2, 1]"


def test_private_names_occur_nowhere_in_the_program() -> None:
    assert private_name("print(1)") == "_own0"
    assert private_name("_own0 = _own1_sort = 3") == "_own2"
    assert private_name("\uff3f\uff4f\uff57\uff4e\uff10 = 1") == "_own1"  # ＿ｏｗｎ０ is _own0 to Python


def test_a_program_that_cannot_be_parsed_is_rewritten_by_pattern() -> None:
    assert rewrite('xs.sort()\nf"{"', "_own0") == '_own0_sort(xs)\nf"{"'
    assert (
        rewrite('xs.sort(key=d.get)\nf"{"', "_own0") == '_own0_sort(xs, key=(lambda *_own0_a: d.get(*_own0_a)))\nf"{"'
    )


TAKING = {
    "assignment": "{0} = 1",
    "comprehension": "[{0} for {0} in [1]]",
    "dictionary comprehension": "{{{0}: 1 for {0} in [1]}}",
    "global": "def f():\n    global {0}\n    {0} = 1\nf()",
    "import": "import math as {0}",
    "import from": "from math import pi as {0}",
    "argument": "def f({0}):\n    xs = [2, 1]\n    xs.sort(key=lambda n: n)\n    return xs\nf(1)",
    "walrus": "({0} := 1)",
    "except": "try:\n    1 / 0\nexcept ZeroDivisionError as {0}:\n    pass",
    "class": "class {0}:\n    pass",
    "function": "def {0}(*a, **k):\n    return 1",
    "loop": "for {0} in [1]:\n    pass",
    "unpacking": "{0}, *_ = 1, 2",
    "exec": "exec('{0} = 1')",
    "augmented": "{0} = 1\n{0} += 1",
}
"""Ways to take a name in Python."""

FORMER_NAMES = ["_host", "_out", "_in", "_objects", "_printed", "_sort", "_list", "_call", "_own0_sort", "_own0_report"]


@pytest.mark.parametrize("way", TAKING)
@pytest.mark.parametrize("name", FORMER_NAMES)
def test_no_name_that_a_program_takes_is_the_preludes(way: str, name: str, sandbox: Sandbox, tools: Tools) -> None:
    program = TAKING[way].format(name) + (
        "\ncs = list(filter(scene(), 'chair'))\ncs.sort(key=lambda o: query_attribute(o, 'distance'), reverse=True)\n"
        "print(cs, len(relate_agent(set(cs), 'left')))"
    )
    result = sandbox.run(program, tools)
    assert (result.error, result.printed, result.object_ids) == (
        None,
        "[<chair 2, black, 2.8 m, 9 o'clock>, <chair 1, brown, 1.8 m, 12 o'clock>] 1",
        (2, 1),
    )
