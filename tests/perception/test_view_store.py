"""The folder of pictures: what becomes of a picture that nobody wants any more, and of a disk that hangs."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from situated_qa.perception import view_store
from situated_qa.perception.key_views import KeyView
from situated_qa.perception.view_store import Picture, ViewStore

LIMIT_S = 30.0


def picture(name: str) -> Picture:
    id, stamp = (int(number) for number in name.removesuffix(".jpg").split("-"))
    image = np.random.default_rng(stamp).integers(0, 256, (32, 32, 3), dtype=np.uint8)
    return Picture(KeyView(name, stamp, 0.5), id, image, (0, 0, 32, 32), np.eye(4))


class Disk:
    """Holds pictures up until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on, self.writing = threading.Event(), threading.Event()
        write = Path.write_bytes

        def slow(path: Path, data: bytes) -> int:
            self.writing.set()
            assert self.go_on.wait(LIMIT_S)
            return write(path, data)

        monkeypatch.setattr(Path, "write_bytes", slow)


@pytest.fixture
def store(tmp_path):
    made = ViewStore(tmp_path, "ab" * 16, max_bytes=10_000_000, jpeg_quality=80, longest_side_px=512)
    yield made
    made.close()


def index_of(store: ViewStore) -> dict[str, int]:
    return {row["file"]: row["object_id"] for row in json.loads((store.folder / "index.json").read_text())["views"]}


def test_what_is_given_up_or_handed_over_before_it_is_written_is_so_in_the_index(store, monkeypatch):
    disk = Disk(monkeypatch)
    for name in ("7-1.jpg", "8-2.jpg", "9-3.jpg", "6-4.jpg"):
        assert store.put(picture(name))
    assert disk.writing.wait(LIMIT_S)  # 7-1 is being written, the others wait
    store.retire({"7-1.jpg", "8-2.jpg"})
    store.give({"9-3.jpg"}, 5)
    disk.go_on.set()
    assert store.wait(LIMIT_S)
    assert store.outcomes().written == {"9-3.jpg", "6-4.jpg"}
    assert index_of(store) == {"9-3.jpg": 5, "6-4.jpg": 6}
    assert not (store.folder / "8-2.jpg").exists()


def test_a_name_that_comes_again_is_not_removed_with_the_picture_of_before(store, monkeypatch):
    store.put(picture("7-1.jpg"))
    assert store.wait(LIMIT_S)
    store.retire({"7-1.jpg"})
    store.put(picture("7-1.jpg"))  # a recording that begins again has the same stamps
    assert store.wait(LIMIT_S)
    monkeypatch.setattr(view_store, "_KEPT_S", 0.0)
    store.put(picture("8-2.jpg"))
    assert store.wait(LIMIT_S)
    assert index_of(store) == {"7-1.jpg": 7, "8-2.jpg": 8}
    assert (store.folder / "7-1.jpg").exists()


def test_a_disk_that_hangs_does_not_keep_the_store_from_closing(store, monkeypatch):
    disk = Disk(monkeypatch)
    names = iter(range(1, 200))
    while store.put(picture(f"7-{next(names)}.jpg")):  # until no more may wait
        pass
    closing = threading.Thread(target=store.close, kwargs={"timeout_s": 0.05}, daemon=True)
    closing.start()
    closing.join(LIMIT_S / 2)
    assert not closing.is_alive()
    disk.go_on.set()
