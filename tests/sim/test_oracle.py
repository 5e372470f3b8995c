"""The oracle's programs reproduce the truth: the ceiling of the tools, on a hand-made home and on the smoke split."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from simulated_rooms import furniture
from small_home import SmallHome

from situated_qa.errors import SceneError
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.scene.files import read_scene
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.oracle import PROGRAMS, OracleRun, is_right, program_for, run_oracle
from situated_qa.sim.questions import KINDS, HomeQuestion, questions_for
from situated_qa.sim.questions.splits import REPORT, SPLITS, write_split

CEILING = 0.98

needs_furniture = pytest.mark.skipif(furniture() is None, reason="the furniture catalogue was not fetched")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("smoke")
    write_split("smoke", folder, catalog=Catalog.open(furniture()))
    return folder


def misses(runs: list[OracleRun]) -> list[str]:
    return [
        f"{run.question.kind}: {run.question.situation} {run.question.question} → {run.question.answers[0]}, "
        f"but the tools say {run.printed or run.error!r}"
        for run in runs
        if not run.right
    ]


def a_question(form: str, *answers: str, **more: object) -> HomeQuestion:
    plain = HomeQuestion("q", "count", form, ("location",), "", "?", answers, np.zeros(3), 0.0)
    return dataclasses.replace(plain, **more)  # type: ignore[arg-type]


def test_every_kind_has_a_program() -> None:
    assert set(PROGRAMS) == set(KINDS)
    with pytest.raises(SceneError, match="riddle"):
        program_for(dataclasses.replace(a_question("name", "sofa"), kind="riddle"))


@pytest.mark.parametrize(
    ("printed", "question", "right"),
    [
        ("2", a_question("count", "two", "2"), True),
        ("3", a_question("count", "two", "2"), False),
        ("3.45 m", a_question("number", "3.2 m", tolerance=0.3), True),
        ("3.55 m", a_question("number", "3.2 m", tolerance=0.3), False),
        ("12.3 m²", a_question("number", "12.0 m²", tolerance=0.5), True),
        ("inf m", a_question("number", "3.2 m", tolerance=0.3), False),
        ("b, a", a_question("list", "a and b", items=("a", "b")), True),
        ("a", a_question("list", "a and b", items=("a", "b")), False),
        ("12 o'clock", a_question("clock", "1 o'clock", tolerance=1.0), True),
        ("10 o'clock", a_question("clock", "1 o'clock", tolerance=1.0), False),
        ("1.0, 2.05, -0.1", a_question("point", "1.00, 2.00, -0.10", tolerance=0.1), True),
        ("1.0, 2.2, -0.1", a_question("point", "1.00, 2.00, -0.10", tolerance=0.1), False),
        ("behind", a_question("name", "behind", "back"), True),
        ("", a_question("name", "sofa"), False),
    ],
)
def test_what_counts_as_the_true_answer(printed: str, question: HomeQuestion, right: bool) -> None:
    assert is_right(printed, question) is right


@pytest.mark.parametrize("closed", [frozenset(), frozenset({1})], ids=["doors open", "a door closed"])
def test_the_tools_agree_with_the_truth_in_the_hand_made_home(sandbox: Sandbox, closed: frozenset[int]) -> None:
    home = SmallHome(closed=closed)
    asked = questions_for(home, seed=5, count=110, split="test")
    assert len({question.kind for question in asked}) > 45
    runs = run_oracle(asked, home.graph(), sandbox)
    assert misses(runs) == []


def test_a_wrong_truth_is_found_out(sandbox: Sandbox) -> None:
    home = SmallHome()
    asked = [q for q in questions_for(home, seed=5, count=60) if q.form == "yes-no"]
    lies = [dataclasses.replace(q, answers=("no",) if q.answers[0] == "yes" else ("yes",)) for q in asked]
    assert len(lies) >= 5
    assert not any(run.right for run in run_oracle(lies, home.graph(), sandbox))


@needs_furniture
def test_the_oracle_reproduces_the_truth_of_the_smoke_split(smoke: Path, sandbox: Sandbox) -> None:
    runs: list[OracleRun] = []
    for path in sorted(smoke.glob("*/scene.json")):
        scene = read_scene(path)
        questions = [HomeQuestion.from_dict(entry) for entry in scene.questions]
        assert [entry["oracle_program"] for entry in scene.questions] == [program_for(q) for q in questions]
        runs += run_oracle(questions, scene.graph, sandbox)
    assert len(runs) == SPLITS["smoke"].homes * SPLITS["smoke"].questions == 40
    wrong = misses(runs)
    assert 1 - len(wrong) / len(runs) >= CEILING, "\n".join(wrong)


@needs_furniture
def test_a_split_is_the_same_every_time_and_reports_what_it_threw_away(smoke: Path, tmp_path: Path) -> None:
    report = json.loads(write_split("smoke", tmp_path, homes=1, catalog=Catalog.open(furniture())).read_text())
    first = f"home-{SPLITS['smoke'].first_seed}/scene.json"
    assert (tmp_path / first).read_bytes() == (smoke / first).read_bytes()
    assert report["homes"] == 1 and report["questions"] == 20
    assert sum(entry["questions"] for entry in report["types"].values()) == 20
    assert 0.1 < report["thrown_away_share"] < 0.9
    assert sum(sum(entry["thrown_away"].values()) for entry in report["by_kind"].values()) > 20
    whole = json.loads((smoke / REPORT).read_text())
    assert 0.0 <= whole["blind_guess_by_type"] < 0.7


def test_splits_share_no_homes_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    ranges = sorted((split.first_seed, split.first_seed + split.homes) for split in SPLITS.values())
    assert all(end <= start for (_, end), (start, _) in zip(ranges, ranges[1:], strict=False))
    assert (SPLITS["dev"].homes, SPLITS["dev"].homes * SPLITS["dev"].questions) == (20, 1000)
    with pytest.raises(SceneError, match="validation"):
        write_split("validation", tmp_path)
    with pytest.raises(SceneError, match="seeds for"):
        write_split("smoke", tmp_path, homes=5000)
