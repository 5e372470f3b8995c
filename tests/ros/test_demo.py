"""The demo on a recorded sequence: every node a process, questions through the service, a report of what came back."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import box_room  # noqa: E402 - found through the line above
from situated_qa.assets import asset_path  # noqa: E402
from situated_qa.demo import run_demo  # noqa: E402
from situated_qa.errors import AssetError  # noqa: E402


def test_the_demo_writes_its_report_pictures_and_map(tmp_path, ros_domain, capsys):
    try:
        asset_path("nanodet")
    except AssetError as error:
        pytest.skip(f"the detector's weights are not in the cache: {error}")
    script = tmp_path / "script.jsonl"
    script.write_text(
        json.dumps({"match": "", "reply": "Thought: .\nAction: Final Answer\nAction Input: boxes"}) + "\n"
    )
    sequence = box_room.write_sequence(tmp_path / "sequence", n_frames=8)
    out = tmp_path / "out"
    assert run_demo(out, sequence=sequence, llm=f"scripted:{script}") in (0, 1)

    rows = json.loads((out / "answers.json").read_text())
    assert len(rows) == 8 and all(row["correct"] is None for row in rows)
    for key in ("question", "answer", "truth", "correct", "object_ids", "viewpoint", "seconds", "status"):
        assert key in rows[0]
    headings = {row["viewpoint"]["heading_rad"] for row in rows}
    assert len(headings) == 2  # asked from two poses
    for name in ("answers.md", "top_down.png", "question_01.png", "question_08.png", "mesh.ply", "scene.json"):
        assert (out / name).stat().st_size > 0
    assert list((out / "detections").glob("*.png"))
    assert "no truth to judge by" in capsys.readouterr().out
