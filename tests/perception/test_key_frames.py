"""Pictures of objects: which are kept, how they follow their objects, and what a small or broken disk costs."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from rooms_for_perception import CAMERA, T_MAP_CAMERA

from situated_qa.geometry import Frame, Transform
from situated_qa.perception.key_frames import KeyFrames, KeyFrameSettings
from situated_qa.perception.key_views import is_view_name, read_view
from situated_qa.perception.observations import Observation
from situated_qa.perception.view_store import ViewStore

S = 1_000_000_000
LIMIT_S = 30.0


def texture(seed: int = 0) -> np.ndarray:
    """(120, 160, 3) image full of edges; JPEG cannot make much less of it."""
    return np.random.default_rng(seed).integers(0, 256, (120, 160, 3), dtype=np.uint8)


def frame(second: float, *, around_deg: float = 0.0, image: np.ndarray | None = None) -> Frame:
    """The camera walks around the point (3, 0, 1) and looks at it from 3 m."""
    turned = Transform.from_yaw(np.radians(around_deg), np.array([3.0, 0.0, 0.0]))
    T = turned @ Transform.from_yaw(0.0, np.array([-3.0, 0.0, 0.0])) @ T_MAP_CAMERA
    color = texture() if image is None else image
    return Frame(round(second * S), color, np.full((120, 160), 3.0, np.float32), CAMERA, T)


def thing(left: int = 60, top: int = 40, side: int = 40, *, at=(3.0, 0.0, 1.0), cut_off: bool = False) -> Observation:
    mask = np.zeros((120, 160), bool)
    mask[top : top + side, left : left + side] = True
    points = np.full((50, 3), at, np.float32)
    return Observation("box", 0.9, points, (1, 2, 3), side * side, cut_off, 0, mask=mask)


def key_frames(folder: Path, **settings) -> KeyFrames:
    return KeyFrames(KeyFrameSettings(folder=str(folder), **settings), "ab" * 16)


def show(frames: KeyFrames, seen: Frame, *observations: Observation, ids: tuple[int, ...] = (7,), **more) -> None:
    """One frame, and what it chose written."""
    frames.update(seen, observations, dict(enumerate(ids)), believed=more.pop("believed", set(ids)), **more)
    frames.collect(wait_s=LIMIT_S)


@pytest.fixture
def frames(tmp_path):
    made = key_frames(tmp_path)
    yield made
    made.close()


def test_a_picture_shows_the_object_with_a_margin_and_the_index_tells_box_and_pose(frames, tmp_path):
    seen = frame(12.0)
    show(frames, seen, thing(60, 40, 40))
    (view,) = frames.views(7)
    assert (view.file, view.stamp) == ("7-12000000000.jpg", 12 * S)
    picture = cv2.imdecode(np.frombuffer(read_view(str(frames.folder), view.file), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (60, 60, 3)  # a quarter of 40 px around it
    frames.close()
    (row,) = json.loads((tmp_path / ("ab" * 16) / "index.json").read_text())["views"]
    assert (row["file"], row["object_id"], row["box_xyxy"]) == (view.file, 7, [10, 10, 50, 50])
    np.testing.assert_allclose(row["T_map_camera"], seen.T_map_camera.as_matrix(), atol=1e-6)


def test_an_object_not_yet_believed_in_gets_no_picture(frames):
    show(frames, frame(1.0), thing(), believed={8})
    assert frames.views(7) == ()


def test_a_larger_one_takes_the_place_of_a_small_one_from_the_same_side_and_not_the_other_way_round(frames):
    show(frames, frame(1.0), thing(side=24))
    show(frames, frame(2.0), thing(side=60, top=30))
    show(frames, frame(3.0), thing(side=24))
    assert [view.stamp for view in frames.views(7)] == [2 * S]


@pytest.mark.parametrize("worse", [thing(0, 0), thing(cut_off=True)], ids=["in the corner", "cut off"])
def test_an_object_in_the_middle_and_whole_is_the_better_picture(frames, worse):
    show(frames, frame(1.0), worse)
    show(frames, frame(2.0, around_deg=90.0), thing())
    assert [view.stamp for view in frames.views(7)] == [2 * S, 1 * S]


def test_the_sharp_one_of_two_pictures_is_the_better(frames):
    blurred = cv2.GaussianBlur(texture(), (0, 0), 4.0)
    show(frames, frame(1.0, image=blurred), thing())
    show(frames, frame(2.0, around_deg=90.0), thing())
    assert [view.stamp for view in frames.views(7)] == [2 * S, 1 * S]


def test_pictures_are_from_different_sides_and_no_more_than_asked_for(frames):
    for second, angle in enumerate((0.0, 10.0, 60.0, 70.0, 120.0, 180.0), 1):
        show(frames, frame(second, around_deg=angle), thing())
    assert sorted(view.stamp for view in frames.views(7)) == [1 * S, 3 * S, 5 * S]


def test_a_recent_picture_is_kept_though_it_is_no_better(frames):
    show(frames, frame(1.0), thing())
    show(frames, frame(5.0), thing())  # 4 s later: not needed
    assert [view.stamp for view in frames.views(7)] == [1 * S]
    show(frames, frame(11.0), thing())
    assert sorted(view.stamp for view in frames.views(7)) == [1 * S, 11 * S]
    for second in (21.0, 31.0, 41.0):
        show(frames, frame(second), thing())
    assert {1 * S, 41 * S} <= {view.stamp for view in frames.views(7)}  # the best of equals, and the newest
    assert len(frames.views(7)) == 3


def test_pictures_go_where_their_object_goes(frames):
    show(frames, frame(1.0), thing(), thing(20, 20, 30), ids=(7, 3))
    changed = frames.update(frame(2.0, around_deg=90.0), [], {}, believed={3}, removed={7}, merged={7: 3})
    assert changed == {3}
    assert sorted(view.file for view in frames.views(3)) == ["3-1000000000.jpg", "7-1000000000.jpg"]
    assert frames.views(7) == ()
    frames.update(frame(3.0), [], {}, believed=set(), removed={3})
    assert frames.views(3) == ()


def test_two_masks_of_one_object_in_an_image_give_one_picture(frames):
    show(frames, frame(1.0), thing(), thing(20, 20, 30, at=(3.0, 2.0, 1.0)), ids=(7, 7))
    assert len(frames.views(7)) == 1


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_the_folder_never_holds_more_bytes_than_it_may_and_the_best_stay(tmp_path):
    frames = key_frames(tmp_path, max_mb=0.1)
    for second in range(1, 13):  # 12 objects, each of about 8 kB with its row in the index
        show(frames, frame(second, image=texture(second)), thing(side=60, top=30), ids=(second,), believed=range(99))
        assert size_of(tmp_path) <= 100_000
    kept = [id for id in range(1, 13) if frames.views(id)]
    assert kept == list(range(kept[0], 13)) and 1 < kept[0] <= 11  # the oldest went, and the graph is told
    assert all((frames.folder / view.file).exists() for id in kept for view in frames.views(id))
    frames.close()
    assert size_of(tmp_path) <= 100_000


def test_the_worst_of_several_pictures_goes_before_the_only_one_of_an_object(tmp_path):
    frames = key_frames(tmp_path, max_mb=0.1)
    show(frames, frame(1.0, image=texture(1)), thing(side=60, top=30), ids=(1,))
    for second, angle in ((2.0, 0.0), (3.0, 90.0), (4.0, 180.0)):
        show(frames, frame(second, around_deg=angle, image=texture(9)), thing(side=60, top=30), ids=(2,))
    for id in range(3, 11):
        show(frames, frame(4.0 + id, image=texture(id)), thing(side=60, top=30), ids=(id,), believed=range(99))
        if len(frames.views(2)) == 1:
            break
    assert len(frames.views(2)) == 1 and len(frames.views(1)) == 1
    frames.close()


def test_pictures_of_earlier_runs_go_first_and_other_files_stay(tmp_path):
    earlier = tmp_path / ("cd" * 16)
    earlier.mkdir()
    (earlier / "1-5.jpg").write_bytes(bytes(60_000))
    (tmp_path / "notes.txt").write_bytes(b"mine")
    (earlier / "mine.jpg").write_bytes(b"mine")
    frames = key_frames(tmp_path, max_mb=0.065)
    show(frames, frame(1.0), thing(side=60, top=30))
    assert not (earlier / "1-5.jpg").exists()
    assert (tmp_path / "notes.txt").exists() and (earlier / "mine.jpg").exists()
    assert len(frames.views(7)) == 1
    frames.close()


def test_a_folder_that_cannot_be_written_is_told_and_costs_nothing_else(tmp_path):
    (tmp_path / "file").write_text("no folder")
    frames = key_frames(tmp_path / "file")
    show(frames, frame(1.0), thing())
    assert frames.views(7) == ()
    assert str(tmp_path / "file") in frames.problem and "cannot be written" in frames.problem
    show(frames, frame(2.0), thing())  # not even tried again at once
    assert frames.views(7) == ()
    frames.close()


def test_after_a_full_disk_the_picture_from_before_stays(tmp_path, monkeypatch):
    frames = key_frames(tmp_path)
    show(frames, frame(1.0), thing(side=24))

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    show(frames, frame(2.0), thing(side=60, top=30))
    assert [view.stamp for view in frames.views(7)] == [1 * S]
    assert "No space left" in frames.problem
    monkeypatch.undo()
    frames.close()


def test_a_picture_that_is_lost_together_with_the_one_it_replaces_leaves_none(tmp_path, monkeypatch):
    frames = key_frames(tmp_path, max_mb=0.1)
    show(frames, frame(1.0), thing(side=24))
    (first,) = frames.views(7)
    make_room = ViewStore._make_room

    def full(self: ViewStore, n_bytes: int) -> None:
        make_room(self, self._max_bytes)  # other runs fill the folder: all that is there has to go, and yet
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ViewStore, "_make_room", full)
    show(frames, frame(2.0), thing(side=60, top=30))
    assert not (frames.folder / first.file).exists()
    assert frames.views(7) == ()
    frames.close()


def test_a_busy_disk_never_holds_a_frame_up(tmp_path, monkeypatch):
    import threading

    go_on, writing = threading.Event(), threading.Event()
    write = Path.write_bytes

    def slow(self: Path, data: bytes) -> int:
        writing.set()
        assert go_on.wait(LIMIT_S)
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", slow)
    frames = key_frames(tmp_path)
    for id in range(100):  # more than may wait
        frames.update(frame(1.0), [thing()], {0: id}, believed={id})
    assert writing.wait(LIMIT_S)
    go_on.set()
    frames.collect(wait_s=LIMIT_S)
    written = [id for id in range(100) if frames.views(id)]
    assert 1 <= len(written) <= 40  # those that could wait; the others are chosen again from a later frame
    frames.close()


@pytest.mark.parametrize("name", ["../7-1.jpg", "7-1.png", "passwd", "7-1.jpg\n", "/etc/7-1.jpg", "7-1.jpg.part", ""])
def test_only_names_of_key_frames_are_read(tmp_path, name):
    assert not is_view_name(name)
    assert read_view(str(tmp_path), name) is None


def test_what_is_no_jpeg_is_not_read(tmp_path):
    (tmp_path / "7-1.jpg").write_bytes(b"root:x:0:0")
    assert read_view(str(tmp_path), "7-1.jpg") is None
