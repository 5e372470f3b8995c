"""Splits with frames: what is kept, what is made anew, and whose scene.json stays. Nothing is rendered here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from situated_qa.cli import main
from situated_qa.errors import SceneError, SequenceError
from situated_qa.scene.files import read_scene, write_scene
from situated_qa.sim import split_frames
from situated_qa.sim.trajectories import TourSettings

sys.path.insert(0, str(Path(__file__).resolve().parent))
from simulated_rooms import furniture  # noqa: E402

needs_furniture = pytest.mark.skipif(furniture() is None, reason="the furniture catalogue was not fetched")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Stands in for the renderer; tells for each call whether the folder was empty of frames."""
    calls: list[bool] = []

    def render(home, tour, folder, **_):
        camera = folder / "camera.json"
        calls.append(not camera.exists())
        (folder / "color").mkdir(exist_ok=True)
        camera.write_text("{}")
        write_scene(home.graph(), folder / "scene.json")  # as the renderer does: the scene, without questions
        return SimpleNamespace(categories=home.categories())

    monkeypatch.setattr(split_frames, "render_sequence", render)
    return calls


@needs_furniture
def test_frames_are_kept_and_questions_stay_in_the_scene_file(tmp_path: Path, rendered: list[bool]) -> None:
    (folder,) = split_frames.render_split("smoke", tmp_path, homes=1, progress=False)
    assert folder == tmp_path / "home-100"
    questions = read_scene(folder / "scene.json").questions
    assert len(questions) == 20
    assert all(question["oracle_program"] for question in questions)
    split_frames.render_split("smoke", tmp_path, homes=1, progress=False)
    assert rendered == [True, False]
    assert read_scene(folder / "scene.json").questions == questions


@needs_furniture
def test_frames_of_another_tour_or_home_are_made_anew(tmp_path: Path, rendered: list[bool]) -> None:
    split_frames.render_split("smoke", tmp_path, homes=1, progress=False)
    (tmp_path / "home-100" / "color" / "000000.png").touch()
    split_frames.render_split("smoke", tmp_path, homes=1, tour_settings=TourSettings(step_m=0.5), progress=False)
    assert rendered == [True, True]
    assert not (tmp_path / "home-100" / "color" / "000000.png").exists()


@needs_furniture
def test_frames_that_name_other_objects_are_refused(
    tmp_path: Path, rendered: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split_frames, "render_sequence", lambda *_, **__: SimpleNamespace(categories={0: "dragon"}))
    with pytest.raises(SequenceError, match="home-100.*other objects"):
        split_frames.render_split("smoke", tmp_path, homes=1, progress=False)


@needs_furniture
def test_wrong_arguments_fail_before_anything_is_rendered(tmp_path: Path, rendered: list[bool]) -> None:
    with pytest.raises(SceneError, match="split must be one of"):
        split_frames.render_split("holdout", tmp_path, progress=False)
    assert rendered == []


@needs_furniture
def test_the_command_writes_homes_with_and_without_frames(
    tmp_path: Path, rendered: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["homes", "smoke", "--homes", "1", "--out", str(tmp_path)]) == 0
    assert rendered == []
    assert len(json.loads((tmp_path / "home-100" / "scene.json").read_text())["questions"]) == 20
    assert main(["homes", "smoke", "--homes", "1", "--out", str(tmp_path), "--render"]) == 0
    assert rendered == [True]
    assert capsys.readouterr().out == f"{tmp_path}\n" * 2
    assert main(["homes", "smoke", "--homes", "9999", "--out", str(tmp_path)]) == 1
    assert "seeds for 1 to" in capsys.readouterr().err
