"""`--llm oracle-language`: each question's own expression, its answers, and how they are told at four headings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from situated_qa.errors import SettingsError
from situated_qa.eval.answerers import describe, make_answerer
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.runner import run_scenes
from situated_qa.eval.settings import RunSettings
from situated_qa.eval.tables import consistency, run_table

SETTINGS = RunSettings(llm="oracle-language")
SCENE: dict[str, Any] = {
    "frame": "map",
    "objects": [
        {"id": 0, "category": "couch", "center": [2.0, 0.0, 0.4], "extents": [0.8, 1.6, 0.8], "color": "red"},
        {"id": 1, "category": "lamp", "center": [0.0, 2.0, 0.5], "extents": [0.2, 0.2, 1.0], "color": "white"},
    ],
}


def question(id: str, text: str, answers: list[str], expression: str, **more: Any) -> dict[str, Any]:
    at = {"position": [0.0, 0.0, 0.0], "heading_rad": more.pop("heading_rad", 0.0)}
    return {
        "id": id, "question": text, "answers": answers, "viewpoint": at, "oracle_expression": expression, **more,
    }  # fmt: skip


def run(tmp_path: Path, *questions: dict[str, Any]) -> dict[str, Any]:
    (tmp_path / "scene.json").write_text(json.dumps({**SCENE, "questions": list(questions)}))
    return run_scenes(tmp_path / "scene.json", SETTINGS, tmp_path / "run.json", progress=False)


def test_an_expression_answers_from_the_questions_viewpoint(tmp_path: Path) -> None:
    side = 'side(the("lamp"), me, ["left", "right", "front", "behind"])'
    result = run(
        tmp_path,
        question("q1", "Where is the lamp?", ["left"], side, group="g1"),
        question("q2", "Where is the lamp?", ["front"], side, heading_rad=np.pi / 2, group="g1"),
        question("q3", "How far is it to the couch?", ["1.6 m"], 'distance(the("couch"), me)', form="number"),
        question("q4", "Colors?", ["red; white"], 'color(the("couch")), color(the("lamp"))', form="several"),
    )
    assert [r["answer"] for r in result["questions"]] == ["left", "front", "1.6 m", "red; white"]
    assert all(r["exact"] for r in result["questions"])
    assert result["questions"][0]["object_ids"] == [1]
    assert (result["model"], result["strategy"]) == ("oracle-language", "expression")
    assert result["summary"]["four_headings"] == {"groups": 1, "right_at_all": 1.0, "right_at_one": 1.0}
    assert "right at all four 100.0 %" in run_table(result)


def test_a_wrong_or_missing_expression_gives_no_answer_and_the_reason(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        question("q1", "Where is the lamp?", ["left"], "nonsense(me)"),
        question("q2", "Where is the lamp?", ["left"], ""),
        question("q3", "Where is the piano?", ["left"], 'side(the("piano"), me)'),
    )
    wrong, missing, absent = result["questions"]
    assert wrong["answer"] == missing["answer"] == ""
    assert "nonsense" in wrong["status_text"]
    assert missing["status_text"] == "this question has no oracle_expression"
    assert absent["answer"] == "no piano here"
    assert not any(r["exact"] for r in result["questions"])
    assert "four_headings" not in result["summary"]


def test_consistency_counts_a_question_that_is_right_at_every_heading() -> None:
    rights = {"g1": (True, True, True, True), "g2": (True, True, True, False)}
    records = [{"scene": "home", "group": group, "exact": right} for group, exact in rights.items() for right in exact]
    records.append({"scene": "home", "exact": False})  # not asked at four headings
    assert consistency(records) == {"groups": 2, "right_at_all": 0.5, "right_at_one": 0.875}


def test_settings_name_the_oracle_that_owns_a_strategy() -> None:
    assert describe(SETTINGS) == ("oracle-language", "expression")
    assert make_answerer(SETTINGS).name == "oracle-language"
    with pytest.raises(SettingsError, match="its strategy is expression"):
        RunSettings(llm="oracle-language", strategy="program")
    with pytest.raises(SettingsError, match="--llm oracle-language"):
        RunSettings(llm="default", strategy="expression")


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("two; red", True),
        ("2; red", True),
        ("Two. Red.", True),
        ("2 and red", True),
        ("red; two", False),
        ("two", False),
        ("two; blue", False),
        ("two; red; 3", False),
    ],
)
def test_several_answers_are_right_one_by_one_and_in_order(answer: str, right: bool) -> None:
    assert exact_match(answer, ["two; red"], "several") is right


@pytest.mark.parametrize(
    ("answer", "truth", "right"),
    [
        ("49.2 in", "49.2 inches", True),
        ("1.25 m", "49.2 inches", True),
        ("1.5 m", "49.2 inches", False),
        ("3.9 yd", "3.9 yards", True),
        ("3.9 m", "3.9 yards", False),
        ("two; 49.2 in", "two; 49.2 inches", True),
    ],
)
def test_inches_and_yards_are_lengths(answer: str, truth: str, right: bool) -> None:
    assert exact_match(answer, [truth], "several" if ";" in truth else "measure", 0.1) is right
