"""Homes from frames: the box room through the whole pipeline with true masks."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from situated_qa.cli import main
from situated_qa.errors import MappingError, SceneError
from situated_qa.eval.homes import home_folders, mapped
from situated_qa.eval.journal import read_run
from situated_qa.eval.perceived import with_rooms_of
from situated_qa.eval.runner import run_homes
from situated_qa.eval.settings import RunSettings
from situated_qa.geometry import Box
from situated_qa.scene.files import scene_to_dict
from situated_qa.scene.graph import RoomNode
from situated_qa.situated.viewpoint import Viewpoint

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from box_room import graph, write_sequence  # noqa: E402

QUESTIONS = [
    {"id": "q1", "type": "calculation", "question": "How many chairs are there?", "answers": ["2"],
     "oracle_program": "print(len(filter(scene(), 'chair')))"},
    {"id": "q2", "type": "relation", "question": "Is there a plant behind me?", "answers": ["yes"],
     "oracle_program": "print('yes' if relate_agent(filter(scene(), 'plant'), 'back') else 'no')"},
    {"id": "q3", "type": "visual concepts", "question": "What color is the table?", "answers": ["blue"],
     "oracle_program": "print(query_attribute(min(filter(scene(), 'table')), 'color'))"},
]  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_sequence(tmp_path_factory.mktemp("homes") / "home-1")
    scene = scene_to_dict(graph(), Viewpoint([0.0, 0.0, 0.0], 0.0), QUESTIONS)
    (folder / "scene.json").write_text(json.dumps(scene))
    return folder


def test_the_three_stages_ask_the_same_questions(home: Path, tmp_path: Path) -> None:
    truth = run_homes([home], RunSettings(llm="oracle"), tmp_path / "truth.json", progress=False)
    assert [q["exact"] for q in truth["questions"]] == [True, True, False]  # the true scene here tells no colors
    assert truth["perception"] is None

    out = tmp_path / "masks.json"
    masks = run_homes([home.parent], RunSettings(llm="oracle", source="masks", frames=12), out, progress=False)
    assert [q["exact"] for q in masks["questions"]] == [True, True, True]
    perception = read_run(out)["perception"]
    figures = perception["figures"]
    # seen from one spot only, a thing's far side is missing, so that boxes are smaller than they should be
    assert figures["objects_found_0.25"] == figures["seen_objects_found_0.25"] >= 0.75
    assert figures["objects_invented_0.25"] == 1.0 - figures["objects_found_0.25"]
    assert (figures["category_right"], figures["duplicates"]) == (1.0, 0.0)
    assert figures["center_error_median_m"] < 0.3
    assert figures["color_right"] is None
    cost = perception["cost"]
    assert (cost["homes"], cost["frames"]) == (1, 12)
    assert cost["seconds"] > 0.0
    assert cost["peak_memory_mb"] > 50.0
    measured = perception["homes"]["home-1"]["measured"]
    assert set(measured["seconds"]) == {"total", "integrate", "surface", "detect", "lift", "understand", "rooms"}
    assert set(measured["seen"]) == {"0", "1", "2", "3"}
    assert not out.with_suffix(".maps").exists()


def test_rooms_can_come_from_the_truth() -> None:
    kitchen = RoomNode("kitchen", Box(np.array([0.0, 2.0, 1.3]), np.array([6.0, 2.0, 2.6])))
    truth = dataclasses.replace(graph(), rooms=(kitchen,))
    found = with_rooms_of(truth, graph())
    assert [node.room for node in found.objects] == ["kitchen", "kitchen", "", ""]  # the chairs at y = 1.85
    assert found.rooms == (kitchen,)


def test_maps_can_be_shared_between_runs(home: Path, tmp_path: Path) -> None:
    settings, maps = RunSettings(llm="oracle", source="masks", frames=3), tmp_path / "maps"
    run_homes([home], settings, tmp_path / "a.json", progress=False, maps=maps)
    report = maps / "masks-3" / "home-1" / "mapping.json"
    before = report.stat().st_mtime_ns
    run_homes([home], dataclasses.replace(settings, rooms="truth"), tmp_path / "b.json", progress=False, maps=maps)
    assert report.stat().st_mtime_ns == before


def test_a_map_that_is_there_already_is_not_made_again(home: Path, tmp_path: Path) -> None:
    kept = tmp_path / "maps"
    kept.mkdir()
    (kept / "scene.json").write_text(json.dumps(scene_to_dict(graph())))
    (kept / "mapping.json").write_text('{"frames": 3}')
    result = mapped(home, RunSettings(source="masks"), kept)
    assert result.measured == {"frames": 3}
    assert len(result.graph.objects) == 4


def test_a_mapping_that_fails_says_why(home: Path, tmp_path: Path) -> None:
    broken = tmp_path / "home-2"
    broken.mkdir()
    for name in ("camera.json", "scene.json"):
        (broken / name).write_text((home / name).read_text())
    with pytest.raises(MappingError, match=r"home-2.*poses\.txt"):
        mapped(broken, RunSettings(source="masks"), tmp_path / "maps")


def test_folders_that_are_no_homes_are_named(home: Path, tmp_path: Path) -> None:
    assert home_folders([home], frames=True) == home_folders([home.parent], frames=True) == [home]
    with pytest.raises(SceneError, match="no such folder"):
        home_folders([tmp_path / "absent"], frames=False)
    with pytest.raises(SceneError, match="holds no homes"):
        home_folders([tmp_path], frames=False)
    (tmp_path / "scene.json").write_text("{}")
    with pytest.raises(SceneError, match=r"lacks camera\.json"):
        home_folders([tmp_path], frames=True)


def test_the_command_line_runs_prints_and_compares(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a, b = tmp_path / "a.json", tmp_path / "b.json"
    base = ["eval", "apartments", "--homes", str(home), "--llm", "oracle"]
    assert main([*base, "--from", "truth", "--out", str(a)]) == 0
    table = capsys.readouterr().out
    assert "| all " in table and "66.7" in table
    assert main(["eval", "table", str(a)]) == 0
    assert capsys.readouterr().out == table
    assert main([*base, "--from", "masks", "--frames", "8", "--out", str(b)]) == 0
    assert "objects found 0.25" in capsys.readouterr().out
    assert main(["eval", "compare", str(a), str(b)]) == 0
    text = capsys.readouterr().out
    assert "source: truth → masks" in text
    assert "3 questions in both: 2 right before, 3 right now" in text
    assert "BETTER (1)\n  home-1/q3 [visual concepts] What color is the table?" in text
    assert main(["eval", "losses", str(b), str(a)]) == 0
    assert "| all             | 3 | 2     | 3     | -0 +1         |" in capsys.readouterr().out
    assert main(["eval", "losses", str(a), str(a)]) == 1
    assert "another run from truth" in capsys.readouterr().err
    assert main(["eval", "table", str(home / "scene.json")]) == 1
    assert "no result of a run" in capsys.readouterr().err
