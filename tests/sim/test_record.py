"""Rendering a tour into a sequence folder: complete, resumable, with its truth."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("open3d", reason="the renderer needs open3d", exc_type=ImportError)

from simulated_rooms import CAMERA, cuboid, looking_along_x, room_of  # noqa: E402

from situated_qa.geometry import Transform  # noqa: E402
from situated_qa.scene.files import read_scene  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402
from situated_qa.sim.apartments import FurnishedRoom  # noqa: E402
from situated_qa.sim.record import render_sequence  # noqa: E402
from situated_qa.sim.trajectories import Tour  # noqa: E402


def short_tour(frames: int = 3) -> Tour:
    bases = tuple(Transform.from_yaw(0.0, np.array([0.5 + 0.1 * k, 2.5, 0.0])) for k in range(frames))
    cameras = tuple(looking_along_x(0.5 + 0.1 * k, 2.5, 1.0) for k in range(frames))
    return Tour(bases, cameras, 10.0)


@pytest.fixture
def room() -> FurnishedRoom:
    return a_room()


def a_room() -> FurnishedRoom:
    table = cuboid(0, "dining table", (3.0, 2.5, 0.4), (1.0, 1.2, 0.8), rgb=(120, 72, 38), color="brown")
    return room_of(table, cuboid(1, "vase", (3.0, 2.5, 0.95), (0.2, 0.2, 0.3), supporter=0))


def test_a_rendered_sequence_holds_frames_ids_and_truth(room: FurnishedRoom, tmp_path: Path) -> None:
    sequence = render_sequence(room, short_tour(), tmp_path, camera=CAMERA, progress=False)
    assert len(sequence) == 3
    assert dict(sequence.categories) == {0: "dining table", 1: "vase"}
    frame = sequence.frame(1)
    assert frame.stamp == 1_100_000_000
    np.testing.assert_allclose(frame.T_map_camera.t, [0.6, 2.5, 1.0])
    assert frame.instances is not None and set(np.unique(frame.instances)) == {-1, 0, 1}
    vase = frame.depth[frame.instances == 1]
    assert np.nanmedian(vase) == pytest.approx(2.3, abs=0.03)  # 2.9 m - 0.6 m, with noise
    assert sequence.truth is not None
    graph = read_scene(sequence.truth).graph
    assert [(node.category, node.color, node.supporter) for node in graph.objects] == [
        ("dining table", "brown", None),
        ("vase", "red", 0),
    ]
    np.testing.assert_allclose(graph.by_id[0].box.extents, [1.0, 1.2, 0.8])


def test_exact_depth_can_be_asked_for(room: FurnishedRoom, tmp_path: Path) -> None:
    sequence = render_sequence(room, short_tour(1), tmp_path, camera=CAMERA, exact_depth=True, progress=False)
    frame = sequence.frame(0)
    assert frame.instances is not None
    np.testing.assert_allclose(frame.depth[frame.instances == 1], 2.4, atol=0.0006)  # stored in mm


def test_an_interrupted_recording_goes_on_where_it_stopped(room: FurnishedRoom, tmp_path: Path) -> None:
    whole = render_sequence(room, short_tour(), tmp_path / "whole", camera=CAMERA, progress=False)
    render_sequence(room, short_tour(2), tmp_path / "cut", camera=CAMERA, progress=False)
    (tmp_path / "cut" / "camera.json").unlink()  # cut off after two frames
    kept = (tmp_path / "cut" / "color" / "000001.png").stat().st_mtime_ns
    again = render_sequence(room, short_tour(), tmp_path / "cut", camera=CAMERA, progress=False)
    assert (tmp_path / "cut" / "color" / "000001.png").stat().st_mtime_ns == kept
    for a, b in zip(whole, again, strict=True):
        np.testing.assert_array_equal(a.color, b.color)
        np.testing.assert_array_equal(a.depth, b.depth)


KILLED_IN_THE_FIFTH_IMAGE = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import test_record
from situated_qa import sequences
from situated_qa.sim.record import render_sequence

written = []

def half(path, data):
    written.append(path)
    if len(written) == 5:
        path.with_name(f".{path.name}.{os.getpid()}").write_bytes(data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    replace(path, data)

replace, sequences._replace = sequences._replace, half
tour = test_record.short_tour()
render_sequence(test_record.a_room(), tour, Path(sys.argv[1]), camera=test_record.CAMERA, workers=1, progress=False)
"""


def test_a_recording_that_was_killed_in_the_middle_of_an_image_goes_on(room: FurnishedRoom, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", KILLED_IN_THE_FIFTH_IMAGE, str(folder), str(Path(__file__).parent)]
    killed = subprocess.run(command, timeout=100, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    # Frame 0 is whole; of frame 1 there are the colors and half of the depth under another name.
    assert sorted(path.name for path in (folder / "color").iterdir()) == ["000000.png", "000001.png"]
    assert [path.name for path in (folder / "depth").glob("0*.png")] == ["000000.png"]
    again = render_sequence(room, short_tour(), folder, camera=CAMERA, progress=False)
    whole = render_sequence(room, short_tour(), tmp_path / "whole", camera=CAMERA, progress=False)
    assert len(again) == len(whole) == 3
    for a, b in zip(whole, again, strict=True):
        np.testing.assert_array_equal(a.color, b.color)
        np.testing.assert_array_equal(a.depth, b.depth)
        np.testing.assert_array_equal(a.instances, b.instances)


def test_a_complete_folder_is_opened_not_rendered_again(room: FurnishedRoom, tmp_path: Path) -> None:
    render_sequence(room, short_tour(1), tmp_path, camera=CAMERA, progress=False)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    assert isinstance(render_sequence(room, short_tour(1), tmp_path, camera=CAMERA, progress=False), Sequence)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == before
