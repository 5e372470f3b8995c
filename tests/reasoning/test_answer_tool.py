"""Programs that end with their answer, in the sandbox and in the loop."""

from __future__ import annotations

import pytest

from situated_qa.llm.scripted import ScriptedModel
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.diagnostics import IMPORTABLE
from situated_qa.reasoning.sandbox import SILENT_PROGRAM, Sandbox
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

COUNT = "answer(f\"{len(filter(scene(), 'chair'))} chairs\")"


def program(code: str) -> str:
    return f"Thought: look\nAction: Program\nAction Input:\n```python\n{code}\n```"


def final(answer: str) -> str:
    return f"Thought: seen\nAction: Final Answer\nAction Input: {answer}"


def ask(
    lines: list[str], sandbox: Sandbox, scene: SituatedScene, strategy: str = "think-program-rectify"
) -> tuple[Answer, ScriptedModel]:
    model = ScriptedModel(lines)
    answer = Reasoner(model, sandbox, ReasoningSettings(strategy=strategy)).answer(scene, Question("How many chairs?"))
    return answer, model


class TestInPrograms:
    @pytest.mark.parametrize(
        ("code", "answer"),
        [
            (f"{COUNT}\nprint('more')", "2 chairs"),
            ("for c in sorted(filter(scene(), 'chair')):\n    answer(c.color)\n    print('more')", "brown"),
            ("def tell():\n    while True:\n        answer('found')\ntell()\nprint('more')", "found"),
            ("[answer(c.category) for c in filter(scene(), 'chair')]\nprint('more')", "chair"),
            ("try:\n    answer('found')\nexcept Exception:\n    print('more')", "found"),
            ("answer(len(scene()))", "8"),
            ("answer(sorted(filter(scene(), 'chair')))", "chair, chair"),
            ("answer(list(filter(scene(), 'couch'))[0])", "couch"),
            ("answer(['red', 'blue'])", "red, blue"),
            ("answer(text='found')", "found"),
        ],
    )
    def test_it_ends_the_program(self, code: str, answer: str, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(code, tools)
        assert (result.error, result.answer, result.printed) == (None, answer, answer)

    def test_what_was_printed_before_and_the_evidence_are_kept(self, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run("print('chairs:')\nx = filter(scene(), 'chair')\nanswer(len(x))", tools)
        assert (result.printed, result.object_ids) == ("chairs:\n2", (1, 2))

    def test_a_bare_except_changes_nothing_about_the_answer(self, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run("try:\n    answer('found')\nexcept:\n    answer('none')\nprint(1)", tools)
        assert result.answer == "found" and result.error is None
        endless = "while True:\n    try:\n        answer('found')\n    except:\n        pass"
        assert sandbox.check_and_run(endless, tools).answer == "found"

    def test_the_next_program_begins_without_an_answer(self, sandbox: Sandbox, tools: Tools) -> None:
        assert sandbox.check_and_run(COUNT, tools).answer == "2 chairs"
        assert sandbox.check_and_run("print(1)", tools).answer == ""

    @pytest.mark.parametrize("code", ["answer('')", "answer([])", "answer()", "answer('x' * 3000)"])
    def test_no_answer_is_an_error(self, code: str, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(code, tools)
        assert result.error is not None and result.answer == ""

    @pytest.mark.parametrize(
        "code",
        [
            "answer = 3\nprint(answer)",
            "answer = []\nfor n in range(3):\n    answer.append(n)\nprint(len(answer))",
            "def f():\n    answer = 3\n    return answer\nprint(f())",
        ],
    )
    def test_a_program_may_take_the_name(self, code: str, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(code, tools)
        assert (result.error, result.printed, result.answer) == (None, "3", "")

    def test_an_error_before_it_is_an_error(self, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run("print(1 / 0)\nanswer('x')", tools)
        assert result.error is not None and result.answer == ""

    @pytest.mark.parametrize("module", IMPORTABLE)
    def test_every_module_that_prompts_name_can_be_imported(self, module: str, sandbox: Sandbox, tools: Tools) -> None:
        result = sandbox.check_and_run(f"import {module}\nprint('imported')", tools)
        assert (result.error, result.printed) == (None, "imported")

    def test_json_and_re_work(self, sandbox: Sandbox, tools: Tools) -> None:
        code = "import json, re\nprint(json.loads('[1]'), re.findall('a', 'banana'))"
        assert sandbox.check_and_run(code, tools).printed == "[1] ['a', 'a', 'a']"

    def test_objects_tell_color_distance_and_clock(self, sandbox: Sandbox, tools: Tools) -> None:
        code = "(c,) = filter(scene(), 'couch')\nprint(c.color, c.distance, c.clock, c)"
        assert sandbox.check_and_run(code, tools).printed == "black 1.55 3 <couch 4, black, 1.6 m, 3 o'clock>"


class TestInTheLoop:
    def test_one_reply_is_enough(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program(COUNT)], sandbox, scene)
        assert (answer.status, answer.answer, answer.rounds) == (AnswerStatus.ANSWERED, "2 chairs", 1)
        assert answer.object_ids == (1, 2) and answer.explanation == "look" and len(model.calls) == 1
        assert answer.observations == ("2 chairs",)

    def test_the_ids_that_an_answer_names_are_the_evidence(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, _ = ask([program("x = filter(scene(), 'chair')\nanswer('the left one [ids: 2]')")], sandbox, scene)
        assert (answer.answer, answer.object_ids) == ("the left one", (2,))
        answer, _ = ask([program("print(len(filter(scene(), 'chair')))"), final("two [ids: 2, 1]")], sandbox, scene)
        assert (answer.answer, answer.object_ids) == ("two", (2, 1))

    @pytest.mark.parametrize("strategy", ["think-program", "single-coder", "reason-while-retrieve"])
    def test_other_strategies_end_with_it_too(self, strategy: str, sandbox: Sandbox, scene: SituatedScene) -> None:
        code = "answer(distance(object_of(1), object_of(3)))"
        answer, model = ask([program(code)], sandbox, scene, strategy)
        assert (answer.answer, answer.status) == ("2.85", AnswerStatus.ANSWERED) and len(model.calls) == 1
        assert answer.object_ids == (1, 3)


class TestEmptyResults:
    def test_an_absent_category_is_an_answer(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program("print(len(filter(scene(), 'clock')))"), final("no")], sandbox, scene)
        assert (answer.status, answer.answer, answer.rounds) == (AnswerStatus.ANSWERED, "no", 1)
        assert model.calls[1].messages[-1].content == (
            "Observation: 0\n(no clock here; there are: book, chair, coffee table, couch, pillow, table, window)"
        )

    def test_a_loop_over_nothing_is_an_observation(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program("for c in filter(scene(), 'clock'):\n    print(c)"), final("no")], sandbox, scene)
        assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "no")
        assert SILENT_PROGRAM in model.calls[1].messages[-1].content
        assert "(no clock here; there are: book" in model.calls[1].messages[-1].content

    def test_a_program_that_looked_at_nothing_is_none(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, _ = ask([program("x = 1"), program("y = 1"), program("z = 1"), final("no")], sandbox, scene)
        assert answer.status is AnswerStatus.NO_USABLE_PROGRAM


class TestAnswersAtOnce:
    def test_one_that_names_no_rows_is_asked_for_them(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([final("two"), final("two [ids: 1, 2]")], sandbox, scene)
        assert (answer.status, answer.answer, answer.object_ids) == (AnswerStatus.ANSWERED, "two", (1, 2))
        assert "does not say what it rests on" in model.calls[1].messages[-1].content
        assert answer.explanation == "seen Read off the scene table."

    def test_one_that_never_names_any_is_a_guess(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([final("10:00 AM"), final("10:00 AM"), final("never asked")], sandbox, scene)
        assert answer.status is AnswerStatus.GUESSED and answer.object_ids == () and len(model.calls) == 2
        assert "without a look" in answer.status_text

    def test_a_program_that_only_answers_is_one_at_once(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([program("answer('10:00 AM')"), final("10:00 AM")], sandbox, scene)
        assert answer.status is not AnswerStatus.ANSWERED and len(model.calls) == 2
        assert "does not say what it rests on" in model.calls[1].messages[-1].content
        answer, model = ask([program("answer('two [ids: 1, 2]')")], sandbox, scene)
        assert (answer.status, answer.answer, answer.object_ids) == (AnswerStatus.ANSWERED, "two", (1, 2))
        assert answer.explanation == "look Read off the scene table."

    def test_ids_that_are_not_there_found_nothing(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, _ = ask([final("two [ids: 98, 99]")] * 2, sandbox, scene)
        assert answer.status is AnswerStatus.GUESSED

    def test_what_the_table_does_not_show_rests_on_none(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        answer, model = ask([final("no, there is no clock [ids: none]")], sandbox, scene)
        assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "no, there is no clock")
        assert answer.object_ids == () and len(model.calls) == 1

    def test_after_programs_that_failed_only_named_rows_count(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        broken = [program(f"print({n} / 0)") for n in range(3)]
        answer, _ = ask([*broken, final("two [ids: 1, 2]")], sandbox, scene)
        assert (answer.status, answer.answer, answer.object_ids) == (AnswerStatus.ANSWERED, "two", (1, 2))
        for guess in ("two", "two [ids: none]"):
            answer, _ = ask([*broken, final(guess)], sandbox, scene)
            assert answer.status is AnswerStatus.NO_USABLE_PROGRAM and "its guess: two" in answer.status_text

    def test_a_bare_reply_with_ids_counts_in_the_end(self, sandbox: Sandbox, scene: SituatedScene) -> None:
        lines = [program(f"print(len(scene()), {n})") for n in range(3)]
        answer, _ = ask([*lines, "eight [ids: 1]"], sandbox, scene)
        assert (answer.status, answer.answer) == (AnswerStatus.ANSWERED, "eight")
