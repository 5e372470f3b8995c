"""The tool `ask` in the sandbox: values cross as plain data, errors come back, evidence is kept."""

from __future__ import annotations

from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.situated.tools import Tools


def test_numbers_texts_and_objects_cross_into_a_program(sandbox: Sandbox, tools: Tools) -> None:
    program = """\
n = ask('count(every("chair"))')
for couch in ask('every("couch", right(me))'):
    print(n + 1, couch.category, couch.id, query_attribute(couch, "color"), ask('exists(every("book"))'))
"""
    result = sandbox.check_and_run(program, tools)
    assert (result.error, result.printed) == (None, "3 couch 4 black True")


def test_an_answer_rests_on_the_things_of_the_expression(sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run("""answer(ask('color(the("couch"))'))""", tools)
    assert (result.answer, result.object_ids) == ("black", (4,))


def test_a_wrong_expression_is_an_error_of_the_program(sandbox: Sandbox, tools: Tools) -> None:
    result = sandbox.check_and_run("""print(ask('count(left(me))'))""", tools)
    assert result.error is not None
    assert "ask(expression): " in result.observation and "a condition" in result.observation


def test_a_program_may_catch_the_error(sandbox: Sandbox, tools: Tools) -> None:
    program = "try:\n    ask('chairs')\nexcept Exception:\n    answer('no expression')"
    assert sandbox.check_and_run(program, tools).answer == "no expression"
