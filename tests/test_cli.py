"""The command line as a user types it: what it prints, and its exit codes."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import box_room  # noqa: E402 - found through the line above
from situated_qa.cli import main  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.files import read_scene, write_scene  # noqa: E402

AT_THE_ORIGIN = ["--position", "0", "0", "0", "--heading-rad", "0"]


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    path = tmp_path / "scene.json"
    write_scene(box_room.graph(), path)
    return path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_map_says_at_once_that_a_folder_cannot_be_written(tmp_path, capsys):
    box_room.write_sequence(tmp_path / "sequence", 2)
    (tmp_path / "file").write_text("no folder")
    out = tmp_path / "file" / "out"
    assert main(["map", str(tmp_path / "sequence"), "--detector", "true-masks", "--out", str(out)]) == 1
    told = capsys.readouterr().err
    assert told.startswith("situated-qa: ") and str(out) in told and "mapping:" not in told


def test_a_fault_in_the_middle_of_a_map_is_told_and_leaves_nothing_running(tmp_path, capsys, monkeypatch):
    box_room.write_sequence(tmp_path / "sequence", 4)
    (tmp_path / "sequence" / "color" / "000003.png").write_bytes(b"no picture")
    closed, close = [], MappingPipeline.close

    def count(self: MappingPipeline) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(MappingPipeline, "close", count)
    arguments = ["map", str(tmp_path / "sequence"), "--detector", "true-masks", "--out", str(tmp_path / "out")]
    assert main(arguments) == 1
    assert "000003.png: not an image" in capsys.readouterr().err
    assert len(closed) == 1


@pytest.mark.parametrize("command", ["prompt", "run-program"])
def test_a_reader_that_stops_reading_is_no_error(scene, tmp_path, command):
    program = write(tmp_path / "p.py", "print(1)")
    more = ["--question", "Hi?"] if command == "prompt" else ["--program", str(program)]
    line = [sys.executable, "-m", "situated_qa.cli", command, "--scene", str(scene), *more, *AT_THE_ORIGIN]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        told = running.stderr.read().decode()
        assert (running.wait(60), told) == (141, "")


def test_run_program_prints_what_the_program_prints(scene, tmp_path, capsys):
    program = write(tmp_path / "p.py", 'print(sorted(o.id for o in relate_agent(filter(scene(), "chair"), "left")))')
    assert main(["run-program", "--scene", str(scene), "--program", str(program), *AT_THE_ORIGIN]) == 0
    assert capsys.readouterr().out == "[0, 1]\n"


def test_run_program_fails_with_the_text_for_the_model(scene, tmp_path, capsys):
    program = write(tmp_path / "p.py", 'print(filter(scene(), "chiar"))')
    assert main(["run-program", "--scene", str(scene), "--program", str(program), *AT_THE_ORIGIN]) == 1
    assert 'did you mean "chair"' in capsys.readouterr().out


def test_the_marked_object_is_given_by_its_id(scene, tmp_path, capsys):
    program = write(tmp_path / "p.py", "print(marked_object().category)")
    arguments = ["run-program", "--scene", str(scene), "--program", str(program), *AT_THE_ORIGIN]
    assert main([*arguments, "--marked", "3"]) == 0
    assert capsys.readouterr().out == "plant\n"
    assert main(arguments) == 1
    assert "nothing is marked" in capsys.readouterr().out
    assert main([*arguments, "--marked", "99"]) == 1
    assert "--marked 99 is no object of" in capsys.readouterr().err


def test_prompt_prints_the_messages_as_json(scene, capsys):
    assert main(["prompt", "--scene", str(scene), "--question", "What is behind me?", *AT_THE_ORIGIN]) == 0
    messages = json.loads(capsys.readouterr().out)
    assert messages[0]["role"] == "system" and "relate_agent" in messages[0]["content"]
    rows = messages[-1]["content"].splitlines()[1:-1]
    assert sorted(row.split(",")[0] for row in rows) == ["0 chair", "1 chair", "2 table", "3 plant"]
    assert messages[-1]["content"].endswith("Question: What is behind me?")


def test_prompt_says_so_where_no_model_is_asked(scene, capsys):
    arguments = ["prompt", "--scene", str(scene), "--question", "How many chairs are there?", "--strategy", "rules"]
    assert main([*arguments, *AT_THE_ORIGIN]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == []
    assert "no model is asked" in printed.err


def test_ask_answers_from_a_scene_file(scene, tmp_path, capsys):
    program = 'print([o.category for o in relate_agent(object_set=scene(), relation="behind")])'
    replies = [
        f"Thought: look.\nAction: Program\nAction Input:\n```Python\n{program}\n```",
        "Thought: seen.\nAction: Final Answer\nAction Input: a plant",
    ]
    script = write(tmp_path / "s.jsonl", "".join(json.dumps({"reply": reply}) + "\n" for reply in ["ready", *replies]))
    arguments = ["ask", "What is behind me?", "--scene", str(scene), "--llm", f"scripted:{script}", "--json"]
    assert main([*arguments, *AT_THE_ORIGIN]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["answer"]) == (0, "a plant")
    assert answer["object_ids"] == [1, 3]  # chair 1 stands at 109°
    assert sorted(ast.literal_eval(answer["observations"][0])) == ["chair", "plant"]


def test_without_its_model_ask_answers_a_plain_question_by_a_pattern_and_says_so(scene, tmp_path, capsys):
    gone = ["--scene", str(scene), "--llm", str(tmp_path / "gone-0.5b.gguf"), "--json", *AT_THE_ORIGIN]
    assert main(["ask", "How many plants are behind me?", *gone]) == 0
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert answer["answer"] == "There is one plant behind you."
    assert all("gone-0.5b.gguf" in text for text in (printed.err, answer["status_text"], answer["explanation"]))
    assert main(["ask", "What would please a plant that hums?", *gone]) == 1
    assert "gone-0.5b.gguf" in json.loads(capsys.readouterr().out)["status_text"]


def test_chat_answers_each_line_as_one_session(scene, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("Where is the plant?\n\nHow tall is it?\nAnd what is a zorb?\n"))
    assert main(["chat", "--scene", str(scene), "--llm", "none", *AT_THE_ORIGIN]) == 0
    answers = capsys.readouterr().out.splitlines()
    assert len(answers) == 3
    assert "1.1 m" in answers[1], "the plant's height; the table's is 0.7 m"
    assert "zorb" in answers[2]


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["ask", "Where?", "--scene", "{scene}"], "no viewpoint"),
        (["ask", "--scene", "{scene}", *AT_THE_ORIGIN], "no question"),
        (["ask", "Where?", "--scene", "/nowhere.json", *AT_THE_ORIGIN], "/nowhere.json"),
        (["ask", "Where?", "--scene", "{scene}", "--llm", "magic", *AT_THE_ORIGIN], "magic"),
        (["run-program", "--scene", "{scene}", "--program", "/nowhere.py", *AT_THE_ORIGIN], "/nowhere.py"),
        (["run-program", "--scene", "{scene}", "--program", "x", "--position", "0", "0", "0"], "--heading-rad"),
        (["map", "/nowhere"], "/nowhere"),
        (["demo", "--sequence", "/nowhere", "--out", "{folder}/new"], "/nowhere"),
        (["demo", "--out", "{folder}"], "scene.json"),
        (["bringup", "--sequence", "/nowhere"], "/nowhere"),
        (["fetch", "everything"], "everything"),
    ],
)
def test_a_mistake_ends_in_one_line_that_names_it(scene, tmp_path, capsys, arguments, culprit):
    (tmp_path / "notes.txt").write_text("mine: the demo must not remove it")
    filled = [argument.format(scene=scene, folder=tmp_path) for argument in arguments]
    if "{folder}" in arguments:
        culprit = "notes.txt"
    assert main(filled) == 1
    error = capsys.readouterr().err
    assert culprit in error.splitlines()[-1]
    assert "Traceback" not in error
    assert (tmp_path / "notes.txt").exists()


def test_map_makes_a_scene_of_a_sequence(tmp_path, capsys):
    sequence = box_room.write_sequence(tmp_path / "sequence", n_frames=12)
    assert main(["map", str(sequence), "--out", str(tmp_path / "out"), "--detector", "true-masks"]) == 0
    assert sorted(Path(line).name for line in capsys.readouterr().out.split()) == [
        "key_frames",
        "mesh.ply",
        "scene.json",
        "top_down.png",
    ]
    found = sorted(node.category for node in read_scene(tmp_path / "out" / "scene.json").graph.objects)
    assert found == ["chair", "chair", "plant", "table"]


def test_commands_for_a_robot_load_neither_simulation_nor_benchmarks():
    code = """
import contextlib, io, sys
from situated_qa.cli import main
for command in ("bringup", "ask", "run-program", "prompt", "map", "to-bag", "fetch"):
    text = io.StringIO()
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(text):
        main([command, "--help"])
    assert f"situated-qa {command}" in text.getvalue(), text.getvalue()
loaded = [name for name in sys.modules if name.startswith(("situated_qa.sim", "situated_qa.eval", "situated_qa.demo"))]
assert loaded == [], loaded
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_every_command_is_listed_and_has_its_own_help(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    overview = capsys.readouterr().out
    for command, option in (("ask", "--situation"), ("homes", "--render"), ("eval", "apartments"), ("map", "--out")):
        assert f"    {command} " in overview
        with pytest.raises(SystemExit, match="0"):
            main([command, "--help"])
        assert option in capsys.readouterr().out
