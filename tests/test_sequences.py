"""Sequence folders: what is written is read back, and every kind of damage is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from situated_qa.errors import SequenceError
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.sequences import Sequence, SequenceWriter

cv2 = pytest.importorskip("cv2")
SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
CAMERA = Intrinsics(4, 3, 5.0, 5.0, 1.5, 1.0)


def frame(stamp: int, x: float, *, instances: bool = True) -> Frame:
    color = np.arange(36, dtype=np.uint8).reshape(3, 4, 3)
    depth = np.full((3, 4), 1.5, np.float32)
    depth[0, 0], depth[0, 1], depth[0, 2] = np.nan, 0.0, 70.0  # 70 m does not fit into 16 bits of mm
    ids = np.full((3, 4), -1, np.int32)
    ids[1, 1:3] = [0, 7]
    pose = Transform.from_yaw(0.5, np.array([x, 2.0, 1.0]))
    return Frame(stamp, color, depth, CAMERA, pose, ids if instances else None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with SequenceWriter(tmp_path / "s", CAMERA, frame_rate_hz=10.0, categories={0: "chair", 7: "cup"}) as writer:
        for k in range(3):
            assert writer.add(frame(100 + k, float(k))) == k
    return tmp_path / "s"


def test_what_is_written_is_read_back(folder: Path) -> None:
    sequence = Sequence.open(folder)
    assert len(sequence) == 3
    assert sequence.numbers == (0, 1, 2)
    assert sequence.stamps == (100, 101, 102)
    assert dict(sequence.categories) == {0: "chair", 7: "cup"}
    frames = list(sequence)
    assert [f.T_map_camera.t[0] for f in frames] == [0.0, 1.0, 2.0]
    np.testing.assert_allclose(frames[1].T_map_camera.as_matrix(), frame(0, 1.0).T_map_camera.as_matrix(), atol=1e-8)
    np.testing.assert_array_equal(frames[0].color, frame(0, 0.0).color)
    assert frames[0].instances is not None
    assert frames[0].instances[1].tolist() == [-1, 0, 7, -1]
    assert np.isnan(frames[0].depth[0, :3]).all()
    np.testing.assert_allclose(frames[0].depth[1:], 1.5, atol=1e-6)


def test_without_stamps_the_frame_rate_counts(folder: Path) -> None:
    (folder / "stamps.txt").unlink()
    assert Sequence.open(folder).stamps == (0, 100_000_000, 200_000_000)


def test_without_instances_there_are_none(folder: Path) -> None:
    shutil.rmtree(folder / "instances")
    (folder / "instances.json").unlink()
    sequence = Sequence.open(folder)
    assert sequence.frame(0).instances is None
    assert sequence.categories == {}


def test_a_jpeg_will_do_for_colour(folder: Path) -> None:
    (folder / "color" / "000001.png").unlink()
    cv2.imwrite(str(folder / "color" / "000001.jpg"), np.full((3, 4, 3), (10, 20, 200), np.uint8))
    red, green, blue = Sequence.open(folder).frame(1).color.reshape(-1, 3).mean(axis=0)
    assert red > 150 > 60 > green and blue < 60  # BGR on disk, RGB in the frame


def test_unknown_keys_in_json_are_tolerated(folder: Path) -> None:
    camera = json.loads((folder / "camera.json").read_text())
    (folder / "camera.json").write_text(json.dumps(camera | {"model": "D435", "distortion": [0, 0]}))
    assert Sequence.open(folder).camera == CAMERA


def test_a_folder_is_complete_only_once_it_is_closed(tmp_path: Path) -> None:
    writer = SequenceWriter(tmp_path, CAMERA)
    writer.add(frame(1, 0.0))
    with pytest.raises(SequenceError, match=r"camera\.json: no such file"):
        Sequence.open(tmp_path)
    assert writer.has(0, instances=True) and not writer.has(1)
    writer.close()
    assert len(Sequence.open(tmp_path)) == 1
    with pytest.raises(SequenceError, match="already holds a sequence"):
        SequenceWriter(tmp_path, CAMERA)


def test_a_writer_that_fails_leaves_an_incomplete_folder(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="power cut"), SequenceWriter(tmp_path, CAMERA) as writer:
        writer.add(frame(1, 0.0))
        raise RuntimeError("power cut")
    assert not (tmp_path / "camera.json").exists()


def test_stamps_must_ascend_when_written(tmp_path: Path) -> None:
    writer = SequenceWriter(tmp_path, CAMERA)
    writer.add(frame(5, 0.0))
    writer.add(frame(5, 0.0))
    with pytest.raises(SequenceError, match="stamps ascend"):
        writer.close()


def _replace(name: str, old: str, new: str):  # type: ignore[no-untyped-def]
    def damage(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return damage


def _write(name: str, content: bytes):  # type: ignore[no-untyped-def]
    return lambda folder: (folder / name).write_bytes(content)


def _remove(name: str):  # type: ignore[no-untyped-def]
    return lambda folder: (folder / name).unlink()


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (_remove("poses.txt"), r"poses\.txt: no such file"),
        (_remove("depth/000001.png"), r"depth/000001\.png: no such file"),
        (_remove("color/000002.png"), r"color/000002\.png: no such file, nor \.jpg"),
        (_remove("instances/000002.png"), r"instances/000002\.png: no such file"),
        (_write("poses.txt", b"# nothing\n\n"), r"poses\.txt: holds no pose"),
        (_write("poses.txt", b"\xff\xfe\x00"), r"poses\.txt: not a text file"),
        (_replace("poses.txt", "000001 ", "000000 "), r"poses\.txt:3: frame numbers must ascend, 0 comes after 0"),
        (_replace("poses.txt", "000001 ", "000001 nan "), r"poses\.txt:3: expected 17 numbers, got 18"),
        (_replace("poses.txt", "000001 0.877582562", "000001 nan"), r"poses\.txt:3: frame 1 .*finite"),
        (_replace("poses.txt", "000001 0.877582562", "000001 0.9"), r"poses\.txt:3: frame 1 .*not a rotation"),
        (_replace("poses.txt", "000001 0.877582562", "000001 x"), r"poses\.txt:3: not a number"),
        (_replace("stamps.txt", "000001 101", "000001 100"), r"stamps\.txt:3: stamps must ascend, 100 comes after 100"),
        (_replace("stamps.txt", "000001 101", "000003 101"), r"stamps\.txt: no stamp for frame 000001"),
        (_write("camera.json", b"{"), r"camera\.json: not JSON"),
        (_write("camera.json", b"[1]"), r"camera\.json: expected a JSON object, got list"),
        (_replace("camera.json", '"fx"', '"focal"'), r"camera\.json: lacks fx"),
        (_replace("camera.json", '"fx": 5.0', '"fx": NaN'), r"camera\.json: fx must be a finite number"),
        (_replace("camera.json", '"fx": 5.0', '"fx": "5"'), r"camera\.json: fx must be a finite number, got '5'"),
        (_replace("camera.json", '"fx": 5.0', '"fx": -5'), r"camera\.json: camera needs positive"),
        (_replace("camera.json", '"width": 4', '"width": 4.5'), r"camera\.json: width must be a whole number"),
        (_replace("camera.json", "0.001", "0"), r"camera\.json: depth_unit_m must be > 0"),
        (_replace("instances.json", '"7"', '"seven"'), r"instances\.json: .*'seven'"),
    ],
)
def test_damage_is_named_when_the_folder_is_opened(folder: Path, damage, named: str) -> None:  # type: ignore[no-untyped-def]
    damage(folder)
    with pytest.raises(SequenceError, match=named):
        Sequence.open(folder)


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (_write("depth/000001.png", b""), r"depth/000001\.png: not an image"),
        (_write("color/000001.png", b"no picture"), r"color/000001\.png: not an image"),
        (_replace("camera.json", '"width": 4', '"width": 5'), r"expected uint8 of shape \(3, 5, 3\) .* got uint8"),
        (
            lambda folder: shutil.copy(folder / "color" / "000001.png", folder / "depth" / "000001.png"),
            r"depth/000001\.png: expected uint16 of shape \(3, 4\)",
        ),
    ],
)
def test_damaged_images_are_named_when_read(folder: Path, damage, named: str) -> None:  # type: ignore[no-untyped-def]
    damage(folder)
    with pytest.raises(SequenceError, match=named):
        Sequence.open(folder).frame(1)


def test_a_missing_folder_and_a_missing_frame_are_named(folder: Path) -> None:
    with pytest.raises(SequenceError, match="no such folder"):
        Sequence.open(folder / "nowhere")
    for index in (-1, 3):
        with pytest.raises(SequenceError, match=f"no frame at index {index}, there are 3"):
            Sequence.open(folder).frame(index)


@pytest.mark.parametrize(("name", "count"), [("office5", 5), ("dining5", 5), ("livingroom211", 211)])
def test_real_sequences_open(name: str, count: int) -> None:
    if not (SHARED / name).is_dir():
        pytest.skip(f"{name} lies in the project's shared folder, which is not beside this checkout")
    sequence = Sequence.open(SHARED / name)
    assert len(sequence) == count
    last = sequence.frame(count - 1)
    assert 0.2 < np.nanmedian(last.depth) < 10.0
    assert not (last.depth == 0).any()
    up = last.T_map_camera.R @ np.array([0.0, -1.0, 0.0])
    assert up[2] > 0.7  # z is up in the map
