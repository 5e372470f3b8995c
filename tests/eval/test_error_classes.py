"""Why an answer is wrong: each rule on a record made by hand, and the command that lists failures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from situated_qa.cli import main
from situated_qa.eval.costs import cost_figures
from situated_qa.eval.error_classes import ERROR_CLASSES, error_class, look_ups
from situated_qa.eval.runner import run_scenes
from situated_qa.eval.settings import RunSettings
from situated_qa.reasoning.answers import AnswerStatus

DATA = Path(__file__).parent / "data" / "flat"
ORACLE = 'print(len([o for o in objects_in("kitchen") if o.category == "chair"]))'


def record(**fields: Any) -> dict[str, Any]:
    """A wrong answer about what the scene knows as chairs, with a program that counts them rightly."""
    return {
        "scene": "home", "id": "1", "type": "count", "kind": "count", "situation": "", "answers": ["two"],
        "question": "How many stools are in the kitchen?",
        "answer_kind": "count", "tolerance": None, "answer": "3", "exact": False, "soft": False, "strict": False,
        "status": AnswerStatus.ANSWERED, "status_text": "", "passed": [True], "checked_only": [False],
        "observations": ["chairs: 3"], "completion_tokens": 90, "oracle_program": ORACLE, "oracle_answer": "2",
        "oracle_exact": True, "program": 'print(len(filter(objects_in("kitchen"), "chairs")))', **fields,
    }  # fmt: skip


def failed(error: str, **fields: Any) -> dict[str, Any]:
    return record(answer="", status=AnswerStatus.NO_USABLE_PROGRAM, passed=[False], observations=[error], **fields)


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ("", record(exact=True)),
        ("fault", record(status=AnswerStatus.FAILED)),
        ("timeout", record(status=AnswerStatus.TIME_LIMIT)),
        ("timeout", record(status=AnswerStatus.MODEL_UNAVAILABLE)),
        ("timeout", failed("TimeoutError: the program ran too long and was stopped (limits: 2 s)")),
        ("parse", failed("Line 1: print(\nSyntaxError: '(' was never closed", checked_only=[True])),
        ("parse", record(answer="", status=AnswerStatus.NO_USABLE_PROGRAM, passed=[], program="", observations=[])),
        ("annotation", failed('ValueError: filter(object_set, category): no "stool" here; categories: chair')),
        ("annotation", record(answer="no stool here")),
        ("annotation", record(answer="No, I see no stool here.")),
        ("annotation", record(oracle_exact=False, oracle_answer='ValueError: filter(…): no "chair" here; …')),
        ("annotation", record(oracle_exact=False, oracle_answer="0\n(no chair here; there are: bed)")),
        ("annotation", record(observations=["0\n(no stool here; there are: chair)"])),
        ("task understanding",  # the question says chair, as the scene does: the stool is a misreading
         record(answer="no stool here", question="How many chairs for a stool are in the kitchen?")),
        ("type", failed("Line 1: x = 1 + 'a'\nUnsupported `+`", checked_only=[True])),
        ("type", failed("Line 1: print(chairs)\nNameError: name 'chairs' is not defined")),
        ("tool", failed('Line 2: x\nValueError: relate_agent(object_set, relation): "near by" is not a relation')),
        ("tool", record(oracle_exact=False, oracle_answer="3")),
        ("judgement", record(observations=["chairs: 2"])),
        ("judgement", record(observations=["I looked around.\nThere are two chairs\n(chairs → chair)"])),
        ("judgement", record(answer="two!", strict=True)),
        ("logic", failed("Line 1: x = found[0]\nIndexError: list index out of range")),
        ("logic", record()),
        ("logic", record(program='for o in scene():\n    if room_of(o) == "kitchen" and o.category == "chair": pass')),
        ("task understanding", record(program='print(len(filter(scene(), "chair")))')),
        ("task understanding", record(program='print(len(filter(objects_in("kitchen"), "table")))')),
        ("task understanding", record(program="", passed=[], observations=[])),
        ("task understanding",  # nothing was written, and no model was asked
         record(answer="", status=AnswerStatus.NO_USABLE_PROGRAM, passed=[], observations=[], completion_tokens=0)),
        ("unsorted", record(oracle_program="", oracle_answer=None, oracle_exact=None)),
        ("unsorted", record(program="", oracle_program="", oracle_answer=None, oracle_exact=None)),
    ],
)  # fmt: skip
def test_each_rule_finds_its_class(expected: str, wrong: dict[str, Any]) -> None:
    assert error_class(wrong) == expected
    assert expected in ("", *ERROR_CLASSES)


def test_a_list_of_objects_is_no_answer_that_could_have_been_misread() -> None:
    listed = "found: 3\n- chair 1: distance=1.00; clock=1 o'clock\n- chair 2: distance=2.00; clock=2 o'clock"
    assert error_class(record(observations=[listed])) == "logic"


def test_a_record_without_the_newer_fields_has_a_class_too() -> None:
    old = {key: value for key, value in record().items() if not key.startswith("oracle") and key != "checked_only"}
    assert error_class(old) == "unsorted"


def test_look_ups_are_what_tools_and_comparisons_name() -> None:
    program = """
wanted = "Chairs"
print("How many lamps?", f"in the hall {len(scene())}")
found = relate(filter(scene(), wanted), filter(scene(), category="the sofa"), relation="in front of")
reds = [o for o in found if query_attribute(o, "colour") == "red" and o.room in ("hall", "study")]
print(query_relation_agent(reds[0], ["left", "right"]), query_attribute(reds[0], "distance"))
"""
    assert look_ups(program) == (
        frozenset({"chair", "sofa", "front", "red", "hall", "study"}),
        frozenset({"color", "distance"}),
    )
    assert look_ups("print(list(scene())[0].xyz)") == (frozenset(), frozenset({"position"}))
    assert look_ups("def way(room):\n    return room\nprint(way('hall'), len('chair'))") == (
        frozenset({"hall"}),
        frozenset(),
    )
    assert look_ups("print(") is None


def test_another_word_for_a_category_is_the_same_look_up_and_a_missing_attribute_is_not() -> None:
    right = 'print(query_attribute(list(filter(scene(), "couch"))[0], "color"))'
    same = 'print(query_attribute(list(filter(scene(), "sofa"))[0], "color"), query_room("hall", "area"))'
    truth = {"answers": ["red"], "answer_kind": "color", "answer": "blue", "observations": ["blue"]}
    assert error_class(record(**truth, oracle_program=right, program=same)) == "task understanding"  # the hall is more
    same = same.replace(', query_room("hall", "area")', ', query_attribute(list(scene())[0], "distance")')
    assert error_class(record(**truth, oracle_program=right, program=same)) == "logic"
    lacking = 'print(list(filter(scene(), "sofa"))[0].id)'
    assert error_class(record(**truth, oracle_program=right, program=lacking)) == "task understanding"


def program(text: str) -> str:
    return json.dumps({"reply": f"Thought: look.\nAction: Program\nAction Input:\n```Python\n{text}\n```"})


def final(answer: str) -> str:
    return json.dumps({"reply": f"Thought: known.\nAction: Final Answer\nAction Input: {answer}"})


def test_a_run_tells_classes_and_the_right_programs_answers_and_lists_failures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, out = tmp_path / "script.jsonl", tmp_path / "run.json"
    replies = [
        program("print('chairs', len(filter(scene(), 'chair')))"), final("seven"),  # q1: seen rightly, told wrongly
        final("yes"), final("a cup and a book"),
        program("print(len(filter(scene(), 'dragon')))"), final("red"), final("red"), final("0"),
    ]  # fmt: skip
    script.write_text("\n".join(replies))
    settings = RunSettings(llm=f"scripted:{script}", strategy="think-program-rectify", rounds=1)
    run = run_scenes(DATA / "kitchen.json", settings, out, progress=False)
    first = run["questions"][0]
    assert (first["error_class"], first["oracle_answer"], first["oracle_exact"]) == ("judgement", "2", True)
    wrong = {q["id"]: q["error_class"] for q in run["questions"] if not q["exact"]}
    assert run["summary"]["error_classes"] == {name: list(wrong.values()).count(name) for name in wrong.values()}
    capsys.readouterr()
    assert main(["eval", "failures", str(out), "--class", "judgement"]) == 0
    text = capsys.readouterr().out
    assert f"── kitchen/q1 [{first['type']}: {first['kind']}] judgement" in text
    for line in (f"question    {first['question']}", "truth       two", "answer      seven", "printed 1   chairs 2"):
        assert line in text
    assert "program     print('chairs'" in text
    assert "kitchen/q2" not in text
    assert main(["eval", "failures", str(out), "--class", "laziness"]) == 1
    assert "class must be one of fault, timeout" in capsys.readouterr().err
    assert main(["eval", "failures", str(out), "--kind", "smell"]) == 1
    assert "it has" in capsys.readouterr().err
    assert main(["eval", "table", str(out)]) == 0
    table = capsys.readouterr().out
    assert "| wrong for" in table and "judgement" in table and "| model, s" in table


def test_costs_are_told_by_stage() -> None:
    records = [
        {
            "total_seconds": 10.0,
            "model_seconds": 8.0,
            "sandbox_seconds": 1.0,
            "prompt_tokens": 100,
            "cached_tokens": 90,
        },
        {"total_seconds": 4.0, "model_seconds": 2.0, "sandbox_seconds": 1.0, "prompt_tokens": 300, "cached_tokens": 0},
        {"total_seconds": 1.0},
    ]
    figures = cost_figures(records)
    assert (figures["total_seconds"], figures["total_seconds_median"]) == (5.0, 4.0)
    assert (figures["model_seconds_median"], figures["other_seconds"]) == (2.0, 1.0)
    assert figures["model_seconds_95"] == pytest.approx(7.4)  # 0.9 of the way from 2 to 8
    assert (figures["prompt_tokens"], figures["cached_tokens"], figures["completion_tokens"]) == (133.3, 30.0, 0.0)
