"""Files of the composed set: questions with expressions, conversations beside them; the basic set stays as it was."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from simulated_rooms import furniture
from small_home import SmallHome

from situated_qa.cli import main
from situated_qa.errors import SceneError
from situated_qa.eval.runner import run_scenes
from situated_qa.eval.settings import RunSettings
from situated_qa.scene.files import read_scene
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.oracle.expressions import expression_for
from situated_qa.sim.questions import HomeQuestion, questions_for
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.splits import CONVERSATIONS, CONVERSATIONS_FILE, SPLITS, write_split

needs_furniture = pytest.mark.skipif(furniture() is None, reason="the furniture catalog was not fetched")


def test_the_basic_set_asks_what_it_asked_before_there_was_a_composed_one() -> None:
    home = SmallHome()
    asked = [q for split in ("train", "dev", "test") for q in questions_for(home, seed=3, count=60, split=split)]
    text = "\n".join(f"{q.id} {q.situation} {q.question} {', '.join(q.answers)}" for q in asked)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "b41e500d297cbd51"


@needs_furniture
def test_a_composed_split_is_written_with_expressions_and_conversations(tmp_path: Path) -> None:
    catalog = Catalog.open(furniture())
    folders = [tmp_path / "once", tmp_path / "again"]
    for folder in folders:
        report = json.loads(write_split("smoke", folder, homes=1, catalog=catalog, kinds="composed").read_text())
    assert set(report["by_kind"]) == set(COMPOSED)
    home = folders[0] / f"home-{SPLITS['smoke'].first_seed}"
    for name in ("scene.json", CONVERSATIONS_FILE):
        assert (home / name).read_bytes() == (folders[1] / home.name / name).read_bytes()
    entries = read_scene(home / "scene.json").questions
    questions = [HomeQuestion.from_dict(entry) for entry in entries]
    assert 40 <= len(questions) <= 43  # the last one may be asked at four headings
    assert [entry["oracle_expression"] for entry in entries] == [expression_for(q) for q in questions]
    talks = json.loads((home / CONVERSATIONS_FILE).read_text())["conversations"]
    assert len(talks) == CONVERSATIONS
    assert all(turn["oracle_expression"] and turn["answers"] for talk in talks for turn in talk["turns"])

    result = run_scenes(folders[0], RunSettings(llm="oracle-language"), tmp_path / "run.json", progress=False)
    right = [record["exact"] for record in result["questions"] if record["kind"] != "situation in words"]
    assert sum(right) / len(right) >= 0.97


def test_an_unknown_set_of_kinds_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SceneError, match="basic, composed, got 'riddles'"):
        write_split("smoke", tmp_path, kinds="riddles")
    with pytest.raises(SystemExit):
        main(["homes", "smoke", "--out", str(tmp_path), "--kinds", "riddles"])
    assert "invalid choice: 'riddles'" in capsys.readouterr().err
