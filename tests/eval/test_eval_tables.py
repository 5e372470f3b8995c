"""Figures, blind guesses and comparisons from records made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from situated_qa.eval.compare import cause, compare_runs, comparison_text, losses, sign_test
from situated_qa.eval.tables import blind_guess, markdown, summarise
from situated_qa.reasoning.answers import AnswerStatus


def record(id: str, type: str, answers: list[str], answer: str, exact: bool, **fields: Any) -> dict[str, Any]:
    return {
        "scene": "home", "id": id, "type": type, "kind": type, "question": f"Question {id}?", "answers": answers,
        "answer": answer, "answer_kind": "name", "tolerance": None, "exact": exact, "soft": exact, "strict": False,
        "status": 0, "status_text": "", "passed": [True], "observations": [], "program": "", "total_seconds": 1.0,
        **fields,
    }  # fmt: skip


def run(records: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    settings = {"llm": "x", "rounds": 3}
    return {"model": "m", "strategy": "s", "revision": "r", "machine": "k", "settings": settings, **fields,
            "questions": records}  # fmt: skip


def test_the_blind_guess_is_the_best_constant_answer() -> None:
    records = [record(str(k), "t", [word], "", False) for k, word in enumerate(["sofa", "lamp", "sofa", "bed"])]
    assert blind_guess(records) == ("sofa", 2)
    # two meters is right for all three, within the tolerance, though each answer occurs once
    metres = [
        record(str(k), "t", [text], "", False, answer_kind="measure", tolerance=0.5)
        for k, text in enumerate(["1.6 m", "2.0 m", "2.4 m"])
    ]
    assert blind_guess(metres) == ("2.0 m", 3)


def test_figures_by_type_and_the_blind_guess_of_all_is_by_type() -> None:
    records = [
        record("1", "color", ["red"], "red", True, total_seconds=3.0, passed=[False, True]),
        record("2", "color", ["red"], "blue", False, passed=[False]),
        record("3", "count", ["two"], "", False, status=4, passed=[]),
    ]
    summary = summarise(records)
    color = summary["types"]["color"]
    assert (color["questions"], color["exact"], color["blind"], color["blind_answer"]) == (2, 0.5, 1.0, "red")
    assert (color["first_program_passed"], color["program_passed"], color["rounds"]) == (0.0, 0.5, 1.5)
    assert color["seconds"] == 2.0
    count = summary["types"]["count"]
    assert (count["answered"], count["program_passed"]) == (0.0, None)
    assert summary["all"]["blind"] == 1.0
    assert summary["all"]["exact"] == pytest.approx(1 / 3, abs=1e-4)
    nothing = {"all": None, "types": {}, "kinds": {}, "cost": None, "error_classes": {}}
    assert summarise([]) == nothing


def test_guesses_and_questions_asked_back_are_counted_as_such() -> None:
    guess = record("1", "color", ["red"], "red", True, status=AnswerStatus.GUESSED)
    asked_back = record("2", "color", ["red"], "Do you mean: ...?", False, status=AnswerStatus.NOT_UNDERSTOOD)
    figures = summarise([guess, asked_back, record("3", "color", ["red"], "red", True), guess | {"id": "4"}])["all"]
    assert (figures["guessed"], figures["answered"], figures["not_understood"]) == (0.5, 0.25, 0.25)


def test_a_table_lines_up() -> None:
    assert markdown(["a", "bcd"], [["long", "1"]]) == "| a    | bcd |\n| ---- | --- |\n| long | 1   |"


def test_the_sign_test_counts_coin_tosses() -> None:
    assert sign_test(0, 0) == 1.0
    assert sign_test(3, 3) == 1.0
    assert sign_test(0, 5) == pytest.approx(2 / 32)
    assert sign_test(8, 1) == pytest.approx(2 * (1 + 9) / 512)


def test_what_got_better_and_worse_is_listed_with_the_questions() -> None:
    before = run([
        record("1", "color", ["red"], "red", True),
        record("2", "color", ["red"], "blue", False),
        record("3", "count", ["two"], "two", True),
        record("4", "count", ["two"], "", False, status_text="the time limit passed"),
        record("5", "count", ["one"], "one", True),
    ])  # fmt: skip
    now = run(
        [
            record("1", "color", ["red"], "green", False),
            record("2", "color", ["red"], "red", True),
            record("3", "count", ["two"], "2", True),
            record("4", "count", ["two"], "two", True),
            record("6", "count", ["one"], "one", True),
        ],
        model="other",
        settings={"llm": "y", "rounds": 4},
    )
    comparison = compare_runs(before, now)
    assert [a["id"] for a, _ in comparison.better] == ["2", "4"]
    assert [a["id"] for a, _ in comparison.worse] == ["1"]
    assert (comparison.both_right, comparison.both_wrong) == (1, 0)
    assert [r["id"] for r in comparison.only_before + comparison.only_now] == ["5", "6"]
    text = comparison_text(comparison)
    assert "model: m → other" in text
    assert "rounds: 3 → 4" in text
    assert "4 questions in both: 2 right before, 3 right now (50.0 → 75.0 %); 2 better, 1 worse" in text
    assert "1 questions only before, 1 only now" in text
    assert "| color | 1      | 1     | +0  |" in text
    assert "  home/1 [color] Question 1?\n      true: red;  'red'  →  'green'" in text
    assert "(no answer: the time limit passed)  →  'two'" in text


def test_a_question_whose_truth_changed_is_another_question() -> None:
    comparison = compare_runs(
        run([record("1", "t", ["red"], "red", True)]), run([record("1", "t", ["blue"], "", False)])
    )
    assert not comparison.worse
    assert comparison_text(comparison) == "the two runs have no question in common"


def test_losses_between_truth_masks_and_pixels() -> None:
    def stage(*right: bool) -> dict[str, Any]:
        types = ("color", "color", "count")
        return run([record(str(k), types[k], ["a"], "", value) for k, value in enumerate(right)])

    runs = {"pixels": stage(False, True, False), "truth": stage(True, True, True), "masks": stage(True, False, True)}
    color, count, everything = losses(runs)
    assert color == {
        "type": "color", "questions": 2, "truth": 2, "masks": 1, "pixels": 1,
        "lost_truth_masks": 1, "won_truth_masks": 0, "lost_masks_pixels": 1, "won_masks_pixels": 1,
    }  # fmt: skip
    assert (count["lost_truth_masks"], count["lost_masks_pixels"]) == (0, 1)
    assert (everything["questions"], everything["truth"], everything["pixels"]) == (3, 3, 1)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"observations": ["ValueError: objects_in(room): room='study': rooms are not known here"]},
         "no rooms or floor plan"),
        ({"answer": "not known"}, "no rooms or floor plan"),
        ({"answer": "not known: the shape of this rug was not observed"}, "attribute not observed"),
        ({"observations": ['Line 1 ValueError: filter(object_set, category): no "lamp" here; categories: bed']},
         "category not in the map"),
        ({"observations": ["IndexError: list index out of range"]}, "object not singled out"),
        ({"status_text": "the time limit of 5 s passed after 1 programs"}, "no answer in time"),
        ({"observations": ["NameError: name 'x' is not defined"]}, "program failed"),
        ({"answer": "3"}, "another answer"),
    ],
)  # fmt: skip
def test_why_an_answer_is_wrong(fields: dict[str, Any], expected: str) -> None:
    assert cause({"answer": "", "status_text": "", "observations": [], **fields}) == expected
