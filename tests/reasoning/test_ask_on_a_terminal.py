"""What `situated-qa ask` shows of the model's writing, and where."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from situated_qa.cli import main
from situated_qa.scene.files import write_scene
from situated_qa.situated.scene import SituatedScene

REPLY = "Thought: I see it\nAction: Final Answer\nAction Input: yes [ids: 4]"


@pytest.fixture
def asked(scene: SituatedScene, tmp_path: Path) -> list[str]:
    scene_file, script = tmp_path / "scene.json", tmp_path / "script.jsonl"
    write_scene(scene.graph, scene_file, viewpoint=scene.viewpoint)
    script.write_text(json.dumps({"reply": REPLY}))
    return ["ask", "Is it cosy here?", "--scene", str(scene_file), "--llm", f"scripted:{script}"]


@pytest.mark.parametrize(
    ("terminal", "more", "shown"), [(True, [], True), (False, [], False), (True, ["--json"], False)]
)
def test_on_a_terminal_the_reply_is_shown_beside_the_answer(
    terminal: bool,
    more: list[str],
    shown: bool,
    asked: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert main([*asked, *more]) == 0
    printed = capsys.readouterr()
    assert (REPLY in printed.err) is shown
    assert REPLY not in printed.out and "yes" in printed.out
    if not more:
        assert printed.out == "yes\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [("Hello!", "Hello. Ask me something about this place."),
     ("What day is it?", "I cannot tell the time or the date: I have no clock."),
     ("Is it behind me?", "I don't know what \"it\" is. Please name the thing.")],
)  # fmt: skip
def test_what_is_not_an_answer_is_told_as_well(
    question: str, told: str, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([asked[0], question, *asked[2:]]) == 0
    assert capsys.readouterr().out == f"{told}\n"
