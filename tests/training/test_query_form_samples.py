"""Labeled human questions as samples; the labels here are made up."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from situated_qa.errors import TrainingError
from situated_qa.training.query_forms import samples as forms
from situated_qa.training.query_forms.samples import expression_of_label, labeled


def place(rel: str, of: Any = "me") -> dict[str, Any]:
    return {"rel": rel, "of": of}


def form(target: str, *where: Any, ask: str = "count", **more: Any) -> dict[str, Any]:
    return {"target": target, "where": list(where), "ask": ask, "options": [], **more}


DESK = {"target": "desk", "where": []}


@pytest.mark.parametrize(
    ("label", "question", "wanted"),
    [
        (form("chair", place("left")), "How many chairs are on my left?", 'count(every("chair", left(me)))'),
        (
            form("chair", place("left", DESK)),
            "How many chairs are left of the desk?",
            'count(every("chair", left(the("desk"))))',
        ),
        (
            form("chair", place("left", DESK)),
            "As I see it, how many chairs are left of the desk?",
            'count(every("chair", left(the("desk"), me)))',
        ),
        (form("TV", ask="color"), "What color is the TV?", 'color(the("tv"))'),
        (form("sofa"), "How many sofas are in this room?", 'count(every("sofa", in_room(here())))'),
    ],
)
def test_an_expression_says_what_the_question_says(label: dict[str, Any], question: str, wanted: str) -> None:
    assert expression_of_label(label, question) == wanted


def write(folder: Path, count: int) -> None:
    rows = [
        {"id": n, "situation": "", "question": f"How many chairs are on shelf {n}?", "answer": "", "why": "",
         "form": form("chair", place("left"))}
        for n in range(count)
    ]  # fmt: skip
    rows += [
        {"id": "n1", "situation": "", "question": "What day is it?", "answer": "", "form": None, "why": "no map tells"},
        {"id": "n2", "situation": "", "question": "Is it symmetric?", "answer": "", "form": None, "why": "symmetry"},
        {"id": "c1", "situation": "", "question": "Am I sad?", "answer": "", "why": "",
         "form": form("any", ask="common_sense")},
    ]  # fmt: skip
    (folder / forms.LABELS).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_the_held_out_questions_never_become_samples(tmp_path: Path) -> None:
    write(tmp_path, 400)
    held = {row["question"] for row in labeled(tmp_path / forms.LABELS, held_out=True)}
    left_out: Counter[str] = Counter()
    made = [sample for sample in forms.samples(tmp_path, left_out=left_out) if sample.register == "plain"]
    assert len(held) == 150
    assert not held & {sample.question for sample in made}
    assert (
        len({sample.question for sample in made})
        == 401 - 150 + 1 - left_out["common_sense: common_sense is not looked up"]
    )
    assert left_out["no form says it"] == 1
    (unknown,) = (sample for sample in made if sample.kind == "not in map")
    assert unknown.expression == 'not_in_map("what day is it")'


def test_a_question_is_there_twice_at_most(tmp_path: Path) -> None:
    write(tmp_path, 300)
    counts = Counter(sample.wording for sample in forms.samples(tmp_path))
    assert max(counts.values()) == 2


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=forms.LABELS):
        list(forms.samples(tmp_path))
