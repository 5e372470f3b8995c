"""Runs of a benchmark on hand-written scene files: what they read, leave behind, and do after trouble."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from situated_qa.cli import main
from situated_qa.errors import ModelUnavailable, SceneError, SettingsError
from situated_qa.eval.answerers import OracleAnswerer
from situated_qa.eval.journal import Journal, read_run
from situated_qa.eval.outcomes import Outcome
from situated_qa.eval.questions import pick, read_scenes, scene_paths, spread_order
from situated_qa.eval.runner import run_scenes
from situated_qa.eval.settings import RunSettings

DATA = Path(__file__).parent / "data" / "flat"
ORACLE = RunSettings(llm="oracle")


def final(answer: str) -> str:
    return json.dumps({"reply": f"Thought: known.\nAction: Final Answer\nAction Input: {answer}"})


ANSWERS = ["two", "no", "a cup and a book", "red", "0", "2.7 m", "left", "front"]
RIGHT = [True, False, True, False, True, True, True, True]


def think(script: Path) -> RunSettings:
    return RunSettings(llm=f"scripted:{script}", strategy="think")


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_questions_are_read_in_a_fixed_order_with_their_viewpoints() -> None:
    scenes = read_scenes(scene_paths(DATA))
    assert [(scene.name, len(scene.questions)) for scene in scenes] == [("kitchen", 5), ("study", 3)]
    kitchen, study = scenes
    assert kitchen.questions[0].viewpoint.heading_rad == 0.0  # the scene's
    assert study.questions[2].viewpoint.position.tolist() == [0.0, 6.0, 0.0]  # the question's own
    assert [q.answer_kind for q in study.questions] == ["measure", "direction", "direction"]
    assert study.questions[0].tolerance == 0.2


def test_scene_files_are_ordered_by_number_and_found_in_subfolders(tmp_path: Path) -> None:
    for name in ("home-10", "home-2"):
        (tmp_path / name).mkdir()
        shutil.copy(DATA / "study.json", tmp_path / name / "scene.json")
    paths = scene_paths(tmp_path)
    assert [path.parent.name for path in paths] == ["home-2", "home-10"]
    assert [scene.name for scene in read_scenes(paths)] == ["home-2", "home-10"]


def test_a_limit_is_spread_over_all_scenes() -> None:
    scenes = read_scenes(scene_paths(DATA))
    assert [question.key for question in pick(scenes, 2)] == [("kitchen", "q3"), ("study", "q2")]
    assert len(pick(scenes, 0)) == len(pick(scenes, 99)) == 8


def test_an_order_whose_beginnings_are_spread() -> None:
    assert spread_order(8) == [0, 4, 2, 6, 1, 5, 3, 7]
    assert spread_order(6) == [0, 4, 2, 1, 5, 3]
    assert spread_order(1) == [0]
    assert spread_order(0) == []
    assert sorted(spread_order(30)) == list(range(30))


def test_a_run_that_is_spread_asks_in_that_order_and_keeps_the_files_order(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(map(final, ("a", "e", "c", "g", "b", "f", "d", "h"))))
    result = run_scenes(DATA, think(script), tmp_path / "run.json", progress=False, spread=True)
    assert [question["answer"] for question in result["questions"]] == list("abcdefgh")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"answers": []}, "answers must be a list"),
        ({"answers": "two"}, "answers must be a list"),
        ({"answers": [" "]}, "answers must be a list"),
        ({"question": ""}, "question is empty"),
        ({"question": 7}, "question must be a text"),
        ({"tolerance": -1}, "tolerance must be a number"),
        ({"tolerance": True}, "tolerance must be a number"),
        ({"viewpoint": [0, 0]}, "viewpoint must be"),
        ({"viewpoint": {"position": [0, 0], "heading_rad": 0}}, "three finite numbers"),
        ({"viewpoint": {"position": [0, 0, 0], "heading_rad": "north"}}, "viewpoint must be"),
        ({"answer_kind": "smell"}, "answer_kind must be one of"),
        ({"object_ids": [1.5]}, "object_ids must be"),
        ({"oracle_program": ["print(1)"]}, "oracle_program must be a text"),
        ({"id": None}, "id must be"),
        ({"id": "q2"}, "appears twice"),
    ],
)
def test_a_malformed_question_is_named(change: dict[str, Any], named: str, tmp_path: Path) -> None:
    scene = json.loads((DATA / "kitchen.json").read_text())
    scene["questions"][0] |= change
    (tmp_path / "bad.json").write_text(json.dumps(scene))
    with pytest.raises(SceneError, match=rf"bad\.json.*questions.*{named}"):
        read_scenes(scene_paths(tmp_path))


def test_a_malformed_scene_file_is_named(tmp_path: Path) -> None:
    shutil.copy(DATA / "kitchen.json", tmp_path)
    (tmp_path / "broken.json").write_text('{"objects": [{"id": 0}]}')
    with pytest.raises(SceneError, match=r"broken\.json.*objects\[0\]"):
        read_scenes(scene_paths(tmp_path))
    (tmp_path / "broken.json").write_text('{"objects": []}')
    (tmp_path / "kitchen.json").unlink()
    with pytest.raises(SceneError, match="holds questions"):
        read_scenes(scene_paths(tmp_path))


def test_an_empty_folder_and_a_question_without_a_viewpoint_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match="no scene files"):
        scene_paths(tmp_path)
    scene = json.loads((DATA / "kitchen.json").read_text())
    del scene["viewpoint"]
    (tmp_path / "nowhere.json").write_text(json.dumps(scene))
    with pytest.raises(SceneError, match=r"questions\[0\] \(q1\) has no viewpoint"):
        read_scenes(scene_paths(tmp_path))


def test_settings_that_contradict_are_refused() -> None:
    with pytest.raises(SettingsError, match="program is the oracle's"):
        RunSettings(strategy="program")
    with pytest.raises(SettingsError, match="its strategy is program"):
        RunSettings(llm="oracle", strategy="think")
    with pytest.raises(SettingsError, match="rounds"):
        RunSettings(rounds=7)


# ── running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_oracle_is_judged_by_what_its_programs_print(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    result = run_scenes(DATA, ORACLE, out, progress=False)
    assert result == read_run(out)
    assert not out.with_suffix(".jsonl").exists()
    assert (result["model"], result["strategy"]) == ("oracle", "program")
    by_key = {(q["scene"], q["id"]): q for q in result["questions"]}
    assert [q["exact"] for q in result["questions"]] == [True, True, True, True, True, True, True, False]
    assert by_key["kitchen", "q1"]["answer"] == "2"
    assert by_key["kitchen", "q1"]["object_ids"]
    assert by_key["kitchen", "q5"]["answer"] == "0"  # there is no sofa
    assert "no sofa here; there are: " in by_key["kitchen", "q5"]["observations"][0]
    assert by_key["study", "q3"]["status_text"] == "this question has no oracle_program"
    everything = result["summary"]["all"]
    assert (everything["questions"], everything["exact"]) == (8, 0.875)
    assert result["summary"]["types"]["calculation"]["exact"] == 1.0
    assert set(result["summary"]["kinds"]) == {"count", "side", "on top", "color", "distance", "turn"}
    assert result["revision"] and result["machine"] and result["seed"] == 1


def test_attributes_and_relation_frame_can_be_switched(tmp_path: Path) -> None:
    settings = RunSettings(llm="oracle", attributes=False, relation_frame="facing")
    result = run_scenes(DATA / "kitchen.json", settings, tmp_path / "run.json", progress=False)
    color = next(q for q in result["questions"] if q["kind"] == "color")
    assert not color["exact"]  # it was not recorded
    assert result["settings"]["attributes"] is False
    assert result["settings"]["relation_frame"] == "facing"


def test_a_model_is_asked_every_question_once(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(map(final, ANSWERS)))
    result = run_scenes(DATA, think(script), tmp_path / "run.json", progress=False)
    assert [q["answer"] for q in result["questions"]] == ANSWERS
    assert [q["exact"] for q in result["questions"]] == RIGHT
    assert result["model"] == "scripted:script.jsonl"
    assert result["strategy"] == "think"
    blind = result["summary"]["all"]["blind"]
    assert blind == 5 / 8  # one right of each type with two questions, all of those with one


def test_a_program_that_fails_and_is_mended_counts_as_passed(tmp_path: Path) -> None:
    def program(text: str) -> str:
        reply = f"Thought: look.\nAction: Program\nAction Input:\n```Python\n{text}\n```"
        return json.dumps({"reply": reply})

    script = tmp_path / "script.jsonl"
    lines = [program("print(filter(scene(), 'chiar'))"), program("print(len(scene()))"), final("two")]
    script.write_text("\n".join(lines))
    settings = RunSettings(llm=f"scripted:{script}", strategy="think-program-rectify", limit=1)
    result = run_scenes(DATA, settings, tmp_path / "run.json", progress=False)
    (question,) = result["questions"]
    assert question["passed"] == [False, True]
    assert len(question["observations"]) == 2
    figures = result["summary"]["all"]
    assert (figures["first_program_passed"], figures["program_passed"], figures["rounds"]) == (0.0, 1.0, 2.0)


# ── trouble ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_model_that_goes_away_stops_the_run_and_what_there_is_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, out = tmp_path / "script.jsonl", tmp_path / "run.json"
    gone = json.dumps({"error": "unavailable", "reply": "the server hung up"})
    script.write_text("\n".join([*map(final, ANSWERS[:3]), gone]))
    arguments = ["eval", "scenes", str(DATA), "--llm", f"scripted:{script}", "--strategy", "think", "--out", str(out)]
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert "stopped after 3 of 8 questions" in error
    assert "the server hung up" in error
    assert not out.exists()
    script.write_text("\n".join(map(final, ANSWERS[3:])))
    assert main(arguments) == 0
    assert [q["answer"] for q in read_run(out)["questions"]] == ANSWERS
    assert "think" in capsys.readouterr().out


def test_one_late_reply_is_a_wrong_answer_and_three_end_the_run(tmp_path: Path) -> None:
    script, out = tmp_path / "script.jsonl", tmp_path / "run.json"
    late = json.dumps({"error": "timeout"})
    script.write_text("\n".join([late, late, final("a cup and a book"), late, late, late]))
    with pytest.raises(ModelUnavailable, match=r"stopped after 5 of 8.*3 questions in a row got no reply"):
        run_scenes(DATA, think(script), out, progress=False)
    script.write_text("\n".join(map(final, ANSWERS[5:])))
    result = run_scenes(DATA, think(script), out, progress=False)
    assert [q["exact"] for q in result["questions"]] == [False, False, True, False, False, True, True, True]


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    script, out = tmp_path / "script.jsonl", tmp_path / "run.json"
    stuck = json.dumps({"reply": "never said", "delay_s": 600})
    script.write_text("\n".join([*map(final, ANSWERS[:3]), stuck]))
    command = [sys.executable, "-m", "situated_qa.cli", "eval", "scenes", str(DATA), "--llm", f"scripted:{script}"]
    command += ["--strategy", "think", "--out", str(out)]
    journal = out.with_suffix(".jsonl")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        try:
            _wait_for_lines(journal, 4, run)
        finally:
            run.send_signal(signal.SIGKILL)
    assert run.returncode == -signal.SIGKILL
    assert not out.exists()
    with journal.open("a") as file:
        file.write('{"scene": "kitchen", "id": "q4", "ans')  # as a kill in the middle of a line leaves it
    script.write_text("\n".join(map(final, ANSWERS[3:])))  # not one reply more than questions are left
    result = run_scenes(DATA, think(script), out, progress=False)
    keys = [(q["scene"], q["id"]) for q in result["questions"]]
    assert len(keys) == len(set(keys)) == 8
    assert [q["answer"] for q in result["questions"]] == ANSWERS
    assert [q["exact"] for q in result["questions"]] == RIGHT
    assert not journal.exists()


def _wait_for_lines(path: Path, count: int, run: subprocess.Popen[bytes], limit_s: float = 60.0) -> None:
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        try:
            run.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(f"the run ended by itself with exit code {run.returncode}")
    raise AssertionError(f"{path} has fewer than {count} lines after {limit_s} s")


def test_an_unfinished_run_made_otherwise_is_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join([final("two"), json.dumps({"error": "unavailable"})]))
    with pytest.raises(ModelUnavailable):
        run_scenes(DATA, think(script), out, progress=False)
    with pytest.raises(
        SettingsError, match=r"run\.jsonl holds an unfinished run made otherwise: settings\.llm is 'oracle'.*strategy"
    ):
        run_scenes(DATA, ORACLE, out, progress=False)
    assert len(run_scenes(DATA, ORACLE, out, fresh=True, progress=False)["questions"]) == 8


def test_two_runs_cannot_write_one_result(tmp_path: Path) -> None:
    with Journal(tmp_path / "run.jsonl", {"a": 1}), pytest.raises(SettingsError, match="written by another run"):
        Journal(tmp_path / "run.jsonl", {"a": 1}, fresh=True)


def test_a_fault_of_ours_costs_one_question_and_fails_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = OracleAnswerer.answer

    def answer(self: OracleAnswerer, graph: Any, question: Any) -> Outcome:
        if question.id == "q2":
            raise ZeroDivisionError("a bug")
        return real(self, graph, question)

    monkeypatch.setattr(OracleAnswerer, "answer", answer)
    out = tmp_path / "run.json"
    arguments = ["eval", "scenes", str(DATA / "kitchen.json"), "--llm", "oracle", "--out", str(out)]
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert "1 questions ended in a fault" in printed.out and "ZeroDivisionError: a bug" in printed.out
    assert "Traceback" in printed.err
    assert [q["exact"] for q in read_run(out)["questions"]] == [True, False, True, True, True]


def test_texts_that_no_file_can_hold_are_mended(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(final("two \\ud800 chairs").replace("\\\\", "\\"))
    settings = RunSettings(llm=f"scripted:{script}", strategy="think", limit=1)
    result = run_scenes(DATA / "study.json", settings, tmp_path / "run.json", progress=False)
    assert result["questions"][0]["answer"] == "two ? chairs"


def test_a_journal_keeps_whole_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path, {"a": 1}) as journal:
        assert not journal.resumed
        journal.append({"scene": "s", "id": "1"})
    with path.open("a") as file:
        file.write('{"scene": "s", "id": "2"}')  # no line end: it may be cut short
    with Journal(path, {"a": 1}) as journal:
        assert journal.resumed
        assert list(journal.records) == [("s", "1")]
        journal.append({"scene": "s", "id": "3"})
    with Journal(path, {"a": 1}) as journal:
        assert list(journal.records) == [("s", "1"), ("s", "3")]
    path.write_text('{"a": 1}\nnonsense\n{"scene": "s", "id": "1"}\n')
    with pytest.raises(SettingsError, match=r"run\.jsonl:2"):
        Journal(path, {"a": 1})


def test_a_journal_without_answers_does_not_block_a_run(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Journal(path, {"a": 1}).__exit__(None, None, None)
    with Journal(path, {"a": 1}) as journal:
        assert journal.resumed
    with Journal(path, {"a": 2}) as journal:
        assert not journal.resumed
        journal.append({"scene": "s", "id": "1", "answer": "two\u2028lines\x85"})
    with Journal(path, {"a": 2}) as journal:
        assert journal.records["s", "1"]["answer"] == "two\u2028lines\x85"


def test_a_journal_killed_in_its_first_line_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"a"')
    with Journal(path, {"a": 1}) as journal:
        assert not journal.records
        journal.append({"scene": "s", "id": "1"})
    assert path.read_text().splitlines()[0] == '{"a": 1}'
