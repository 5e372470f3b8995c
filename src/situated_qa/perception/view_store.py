"""The folder of key frames: a worker thread writes pictures and their index, within a number of bytes.

    FOLDER/MAP_ID/3-1700000000000000000.jpg     a picture of object 3
    FOLDER/MAP_ID/index.json                    of each picture: object, stamp, quality, box, pose of the camera

What does not fit goes in this order: pictures that were replaced, those of other runs (the oldest first), those of
objects with several pictures (the worst first), the oldest. A folder that cannot be written is told in `problem`, tried
again now and then, and costs nothing else.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from situated_qa.perception.key_views import KeyView, is_view_name

INDEX = "index.json"
_WAITING = 32  # pictures
_ROW_BYTES = 1_600  # of one picture in the index, which exists twice while it is written
_PAUSE_S = 10.0  # between two tries to write into a folder that refused
_KEPT_S = 60.0  # a replaced picture stays for whoever asks an older graph


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture to be written, and what the index tells of it."""

    view: KeyView
    object_id: int
    image: np.ndarray  # (h, w, 3) uint8 RGB
    box_xyxy: tuple[int, int, int, int]  # the object in this picture, px
    T_map_camera: np.ndarray  # (4, 4) pose of the camera (optical frame)


@dataclass(frozen=True, slots=True)
class _Row:
    """One picture in the index."""

    object_id: int
    stamp: int
    quality: float
    box_xyxy: tuple[int, int, int, int]
    T_map_camera: list[list[float]] = field(repr=False)
    size: int = 0  # bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of pictures since `outcomes` was last asked."""

    written: frozenset[str] = frozenset()  # names
    lost: frozenset[str] = frozenset()  # could not be written, or had to go


class ViewStore:
    """Writes key frames; every method may be called from any thread and none waits for the disk, except `close`.

    Args:
        folder: for the pictures of all runs; made when the first picture comes.
        map_id: names this run's pictures.
        max_bytes: for all of `folder`.
    """

    def __init__(self, folder: Path, map_id: str, *, max_bytes: int, jpeg_quality: int, longest_side_px: int) -> None:
        self._root = folder.expanduser().absolute()
        self.folder = self._root / map_id
        """This run's pictures."""
        self.problem = ""
        """Why the latest picture could not be written; "" where it could."""
        self._max_bytes, self._jpeg_quality, self._longest_side_px = max_bytes, jpeg_quality, longest_side_px
        self._jobs: queue.Queue[Picture | None] = queue.Queue(_WAITING)
        self._lock = threading.Lock()
        self._rows: dict[str, _Row] = {}
        self._waiting: dict[str, int | None] = {}  # pictures to be written: of which object; None: of none any more
        self._retired: deque[tuple[float, str, int]] = deque()  # since when, name, bytes
        self._others: deque[tuple[Path, int]] | None = None  # pictures of other runs, oldest first, with their bytes
        self._written: set[str] = set()
        self._lost: set[str] = set()
        self._refused_until = -np.inf  # monotonic, s
        self._stale = False  # the index does not tell all
        self._thread: threading.Thread | None = None

    def put(self, picture: Picture) -> bool:
        """Have a picture written; False where too many wait, or the folder refused one a short time ago."""
        if time.monotonic() < self._refused_until:
            return False
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="key-frames", daemon=True)
            self._thread.start()
        with self._lock:
            try:
                self._jobs.put_nowait(picture)
            except queue.Full:
                return False
            self._waiting[picture.view.file] = picture.object_id
        return True

    def retire(self, names: set[str]) -> None:
        """These pictures are no longer referred to; they go a while later."""
        with self._lock:
            self._waiting |= dict.fromkeys(names & set(self._waiting))
            for name in names & set(self._rows):
                self._retired.append((time.monotonic(), name, self._rows.pop(name).size))
                self._stale = True

    def give(self, names: set[str], object_id: int) -> None:
        """These pictures show this object from now on."""
        with self._lock:
            self._waiting |= dict.fromkeys(names & set(self._waiting), object_id)
            for name in names & set(self._rows):
                self._rows[name] = replace(self._rows[name], object_id=object_id)
                self._stale = True

    def outcomes(self) -> Outcome:
        """What became of pictures since the last call."""
        if not self._written and not self._lost:
            return Outcome()
        with self._lock:
            outcome = Outcome(frozenset(self._written - self._lost), frozenset(self._lost))
            self._written.clear()
            self._lost.clear()
        return outcome

    def close(self, timeout_s: float = 5.0) -> None:
        """Write what waits, then end the thread."""
        if self._thread is not None:
            with suppress(queue.Full):  # the disk hangs: the thread ends with the process
                self._jobs.put(None, timeout=timeout_s)
            self._thread.join(timeout_s)

    def wait(self, timeout_s: float) -> bool:
        """Whether what was put is written within a time."""
        with self._jobs.all_tasks_done:
            return self._jobs.all_tasks_done.wait_for(lambda: not self._jobs.unfinished_tasks, timeout_s)

    # ── the worker ───────────────────────────────────────────────────────────────────────────────────────────────

    def _work(self) -> None:
        while (picture := self._jobs.get()) is not None:
            try:
                self._write(picture)
                if self._jobs.empty():
                    self._write_index()
                self.problem = ""
            except Exception as error:  # a full disk, no rights: mapping goes on without pictures
                reason = f"{type(error).__name__}: {error}"
                self.problem = f"key frames cannot be written to {self.folder}: {reason}"
                self._refused_until = time.monotonic() + _PAUSE_S
                with self._lock:
                    if picture.view.file not in self._rows:
                        self._lost.add(picture.view.file)
            finally:
                with self._lock:
                    self._waiting.pop(picture.view.file, None)
                self._jobs.task_done()
        self._jobs.task_done()

    def _write(self, picture: Picture) -> None:
        with self._lock:
            if self._waiting.get(picture.view.file) is None:
                return
        image, box = _reduced(picture.image, picture.box_xyxy, self._longest_side_px)
        data, name = _jpeg(image, self._jpeg_quality), picture.view.file
        self.folder.mkdir(parents=True, exist_ok=True)
        self._make_room(len(data) + _ROW_BYTES)
        _replace(self.folder / name, data)
        matrix = np.round(picture.T_map_camera, 6).tolist()
        with self._lock:
            # Where a recording begins again, a name may come again while the file of before waits to be removed.
            self._retired = deque(item for item in self._retired if item[1] != name)
            object_id = self._waiting.get(name)
            if object_id is None:
                self._retired.append((time.monotonic(), name, len(data)))
                return
            self._rows[name] = _Row(object_id, picture.view.stamp, picture.view.quality, box, matrix, len(data))
            self._written.add(name)
            self._stale = True

    def _make_room(self, n_bytes: int) -> None:
        """
        Raises:
            OSError: a picture alone is larger than the folder may be.
        """
        if n_bytes > self._max_bytes:
            raise OSError(f"a picture has {n_bytes} bytes, and key_frames.max_mb allows {self._max_bytes} in all")
        if self._others is None:
            self._others = self._pictures_of_other_runs()
        self._drop_retired()
        while self._total() + n_bytes > self._max_bytes:
            with self._lock:
                name = self._retired.popleft()[1] if self._retired else None
            if name is not None:
                (self.folder / name).unlink(missing_ok=True)
            elif self._others:
                path = self._others.popleft()[0]
                path.unlink(missing_ok=True)
                with suppress(OSError):  # there is more in it
                    path.parent.rmdir()
            else:
                self._drop_least()

    def _drop_retired(self) -> None:
        with self._lock:
            over = []
            while self._retired and self._retired[0][0] < time.monotonic() - _KEPT_S:
                over.append(self._retired.popleft()[1])
        for name in over:
            (self.folder / name).unlink(missing_ok=True)

    def _drop_least(self) -> None:
        with self._lock:
            counts = Counter(row.object_id for row in self._rows.values())

            def worth(name: str) -> tuple[bool, float]:
                row = self._rows[name]
                return (False, row.quality) if counts[row.object_id] > 1 else (True, float(row.stamp))

            name = min(self._rows, key=worth)
            del self._rows[name]
            self._lost.add(name)
        (self.folder / name).unlink(missing_ok=True)

    def _total(self) -> int:
        with self._lock:
            own = sum(row.size + _ROW_BYTES for row in self._rows.values())
            return own + sum(size for _, _, size in self._retired) + sum(size for _, size in self._others or ())

    def _pictures_of_other_runs(self) -> deque[tuple[Path, int]]:
        """Also their indices, which go with the last of their pictures."""
        found = []
        for path in self._root.glob("*/*"):
            if path.parent != self.folder and (is_view_name(path.name) or path.name == INDEX) and path.is_file():
                about = path.stat()
                found.append((about.st_mtime, path, about.st_size))
        return deque((path, size) for _, path, size in sorted(found))

    def _write_index(self) -> None:
        with self._lock:
            if not self._stale:
                return
            rows, self._stale = dict(self._rows), False
        views = [{"file": name, **asdict(row)} for name, row in sorted(rows.items())]
        lines = ",\n".join(json.dumps(view) for view in views)
        _replace(self.folder / INDEX, f'{{"views": [\n{lines}\n]}}\n'.encode())


def _reduced(
    image: np.ndarray, box: tuple[int, int, int, int], longest_side_px: int
) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """The image at most so large, and the box in it."""
    import cv2

    scale = longest_side_px / max(image.shape[:2])
    if scale >= 1.0:
        return image, box
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    left, top, right, bottom = (round(value * scale) for value in box)
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), (left, top, right, bottom)


def _jpeg(image: np.ndarray, quality: int) -> bytes:
    import cv2

    done, data = cv2.imencode(".jpg", image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError(f"a picture of {image.shape} cannot be encoded")
    return bytes(data)


def _replace(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
