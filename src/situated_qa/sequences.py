"""Sequence folders: RGB-D frames with poses on disk, read and written.

    color/NNNNNN.(jpg|png)   8 bit
    depth/NNNNNN.png         16 bit, in units of camera.json's depth_unit_m; 0 and 65535 mean no return
    poses.txt                frame number, then T_map_camera 4x4 row-major (camera optical frame -> map, z up)
    camera.json              width, height, fx, fy, cx, cy, depth_unit_m, frame_rate_hz
    instances/NNNNNN.png     optional, 16 bit: true instance id + 1, 0 where there is none
    instances.json           optional, {"id": "category"}
    stamps.txt               optional, frame number, stamp in ns; without it frame number / frame_rate_hz
    scene.json               optional, the true scene

A folder is complete once it holds camera.json: the writer puts it there last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from situated_qa.errors import GeometryError, SequenceError
from situated_qa.geometry import Frame, Intrinsics, Transform

_CAMERA_KEYS = ("width", "height", "fx", "fy", "cx", "cy")
_NO_RETURN = (0, 65535)  # 65535 is what 7-Scenes and saturated sensors write


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A sequence folder, checked when opened; images are read one frame at a time."""

    folder: Path
    camera: Intrinsics
    depth_unit_m: float  # m per depth count
    frame_rate_hz: float
    numbers: tuple[int, ...]  # frame numbers as in the file names, ascending
    poses: tuple[Transform, ...]  # T_map_camera of each frame
    stamps: tuple[int, ...]  # ns, ascending
    categories: Mapping[int, str] = field(default_factory=dict)  # true category by instance id, where known
    has_instances: bool = False

    @classmethod
    def open(cls, folder: str | Path) -> Sequence:
        """Read and check everything but the pixels.

        Raises:
            SequenceError: a file is missing or malformed, a pose is not finite or not rigid, frame numbers or stamps do
                not ascend; names the file, and the line where there is one.
        """
        folder = Path(folder)
        if not folder.is_dir():
            raise SequenceError(f"{folder}: no such folder; a sequence holds color/, depth/, poses.txt and camera.json")
        camera, depth_unit_m, frame_rate_hz = _read_camera(folder / "camera.json")
        numbers, poses = _read_poses(folder / "poses.txt")
        if (folder / "stamps.txt").is_file():
            stamps = _read_stamps(folder / "stamps.txt", numbers)
        else:
            stamps = tuple(round(number * 1e9 / frame_rate_hz) for number in numbers)
        has_instances = (folder / "instances").is_dir()
        for number in numbers:
            _color_path(folder, number)
            for kind in ("depth", "instances") if has_instances else ("depth",):
                _existing(folder / kind / f"{number:06d}.png")
        categories = _read_categories(folder / "instances.json")
        return cls(folder, camera, depth_unit_m, frame_rate_hz, numbers, poses, stamps, categories, has_instances)

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Frame]:
        return (self.frame(index) for index in range(len(self)))

    def frame(self, index: int) -> Frame:
        """The frame at `index` (0 … len − 1): color RGB, depth in m with NaN for no return.

        Raises:
            SequenceError: there is no such frame, or an image cannot be read or has the wrong size or type.
        """
        if not 0 <= index < len(self):
            raise SequenceError(f"{self.folder}: no frame at index {index}, there are {len(self)}")
        number = self.numbers[index]
        size = (self.camera.height, self.camera.width)
        color = _read_image(_color_path(self.folder, number), (*size, 3), np.uint8)
        counts = _read_image(self.folder / "depth" / f"{number:06d}.png", size, np.uint16)
        depth = counts.astype(np.float32) * np.float32(self.depth_unit_m)
        depth[np.isin(counts, _NO_RETURN)] = np.nan
        instances = None
        if self.has_instances:
            ids = _read_image(self.folder / "instances" / f"{number:06d}.png", size, np.uint16)
            instances = ids.astype(np.int32) - 1
        return Frame(self.stamps[index], color, depth, self.camera, self.poses[index], instances)

    @property
    def truth(self) -> Path | None:
        """The true scene's file, where the folder holds one."""
        path = self.folder / "scene.json"
        return path if path.is_file() else None


class SequenceWriter:
    """Writes a sequence folder; use it as a context manager.

    Images go to disk at once, poses, stamps and camera.json (last) when it closes, each by an atomic rename, so a
    folder that was cut off is recognizable and can be resumed: `has(number)` tells which images are there.

    Raises:
        SequenceError: the folder already holds a complete sequence.
    """

    def __init__(
        self,
        folder: str | Path,
        camera: Intrinsics,
        *,
        frame_rate_hz: float = 30.0,
        depth_unit_m: float = 0.001,
        categories: Mapping[int, str] | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.camera, self.frame_rate_hz, self.depth_unit_m = camera, frame_rate_hz, depth_unit_m
        self.categories = categories
        self._frames: dict[int, tuple[Transform, int]] = {}
        if not (np.isfinite([frame_rate_hz, depth_unit_m]).all() and frame_rate_hz > 0 and depth_unit_m > 0):
            raise SequenceError(f"{folder}: frame rate and depth unit must be > 0, got {frame_rate_hz}, {depth_unit_m}")
        if (self.folder / "camera.json").exists():
            raise SequenceError(f"{folder}: already holds a sequence; remove it or choose another folder")
        for kind in ("color", "depth"):
            (self.folder / kind).mkdir(parents=True, exist_ok=True)

    def add(self, frame: Frame, number: int | None = None) -> int:
        """Write the frame's images and keep its pose; returns its number (default: one more than the last)."""
        if frame.camera != self.camera:
            raise SequenceError(f"{self.folder}: the frame's camera {frame.camera} is not the sequence's {self.camera}")
        number = self._next() if number is None else number
        write_images(self.folder, number, frame, self.depth_unit_m)
        self.keep(number, frame.T_map_camera, frame.stamp)
        return number

    def has(self, number: int, *, instances: bool = False) -> bool:
        """Whether the images of this frame are already there."""
        kinds = ("color", "depth", "instances") if instances else ("color", "depth")
        return all((self.folder / kind / f"{number:06d}.png").is_file() for kind in kinds)

    def keep(self, number: int, T_map_camera: Transform, stamp: int) -> None:
        """Keep the pose and stamp (ns) of a frame whose images are written elsewhere."""
        self._frames[number] = (T_map_camera, stamp)

    def close(self) -> None:
        """Write poses, stamps, categories and, last, camera.json.

        Raises:
            SequenceError: no frame was added, or stamps do not ascend with the frame numbers.
        """
        numbers = sorted(self._frames)
        stamps = [self._frames[number][1] for number in numbers]
        if not numbers or any(b <= a for a, b in zip(stamps, stamps[1:], strict=False)):
            raise SequenceError(f"{self.folder}: needs frames whose stamps ascend, got {len(numbers)} frames")
        poses = ["# frame, then T_map_camera (camera optical frame -> map), 4x4 row-major; map: m, z up, floor at z=0"]
        for number in numbers:
            values = self._frames[number][0].as_matrix().ravel()
            poses.append(f"{number:06d} " + " ".join(f"{value:.9f}" for value in values))
        _write_text(self.folder / "poses.txt", "\n".join(poses) + "\n")
        lines = [f"{number:06d} {stamp}" for number, stamp in zip(numbers, stamps, strict=True)]
        _write_text(self.folder / "stamps.txt", "\n".join(["# frame, stamp in ns", *lines]) + "\n")
        if self.categories is not None:
            names = {str(i): category for i, category in self.categories.items()}
            _write_text(self.folder / "instances.json", json.dumps(names, indent=1))
        camera = {key: getattr(self.camera, key) for key in _CAMERA_KEYS}
        camera |= {"depth_unit_m": self.depth_unit_m, "frame_rate_hz": self.frame_rate_hz}
        _write_text(self.folder / "camera.json", json.dumps(camera, indent=1))

    def __enter__(self) -> SequenceWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()

    def _next(self) -> int:
        return max(self._frames, default=-1) + 1


def write_images(folder: Path, number: int, frame: Frame, depth_unit_m: float = 0.001) -> None:
    """Write color, depth and, where known, instance ids of one frame as PNG, each by an atomic rename.

    Depth that does not fit into 16 bits becomes "no return".
    """
    with np.errstate(invalid="ignore"):
        counts = np.round(frame.depth.astype(np.float64) / depth_unit_m)
        counts = np.where(np.isfinite(counts) & (counts > 0) & (counts < 65535), counts, 0).astype(np.uint16)
    _write_png(folder / "color" / f"{number:06d}.png", np.ascontiguousarray(frame.color[..., ::-1]))
    _write_png(folder / "depth" / f"{number:06d}.png", counts)
    if frame.instances is not None:
        if frame.instances.max(initial=-1) >= 65535:
            raise SequenceError(f"{folder}: instance ids must be below 65535, got {frame.instances.max()}")
        _write_png(folder / "instances" / f"{number:06d}.png", (frame.instances + 1).astype(np.uint16))


def _read_camera(path: Path) -> tuple[Intrinsics, float, float]:
    values = _read_json(path)
    missing = [key for key in (*_CAMERA_KEYS, "depth_unit_m", "frame_rate_hz") if key not in values]
    if missing:
        raise SequenceError(f"{path}: lacks {', '.join(missing)}")
    numbers = {key: values[key] for key in (*_CAMERA_KEYS, "depth_unit_m", "frame_rate_hz")}
    for key, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
            raise SequenceError(f"{path}: {key} must be a finite number, got {value!r}")
    for key in ("width", "height"):
        if numbers[key] != int(numbers[key]):
            raise SequenceError(f"{path}: {key} must be a whole number of pixels, got {numbers[key]!r}")
    for key in ("depth_unit_m", "frame_rate_hz"):
        if numbers[key] <= 0:
            raise SequenceError(f"{path}: {key} must be > 0, got {numbers[key]!r}")
    focal = [float(numbers[key]) for key in ("fx", "fy", "cx", "cy")]
    try:
        camera = Intrinsics(int(numbers["width"]), int(numbers["height"]), *focal)
    except GeometryError as error:
        raise SequenceError(f"{path}: {error}") from error
    return camera, float(numbers["depth_unit_m"]), float(numbers["frame_rate_hz"])


def _read_poses(path: Path) -> tuple[tuple[int, ...], tuple[Transform, ...]]:
    rows = _read_rows(path, 17, lambda words: (int(words[0]), [float(word) for word in words[1:]]))
    if not rows:
        raise SequenceError(f"{path}: holds no pose")
    numbers: list[int] = []
    poses: list[Transform] = []
    for where, (number, values) in rows:
        if numbers and number <= numbers[-1]:
            raise SequenceError(f"{where}: frame numbers must ascend, {number} comes after {numbers[-1]}")
        try:
            poses.append(Transform.from_matrix(np.array(values).reshape(4, 4)))
        except GeometryError as error:
            raise SequenceError(f"{where}: frame {number} has no usable pose: {error}") from error
        numbers.append(number)
    return tuple(numbers), tuple(poses)


def _read_stamps(path: Path, numbers: tuple[int, ...]) -> tuple[int, ...]:
    stamps: dict[int, int] = {}
    last = None
    for where, (number, stamp) in _read_rows(path, 2, lambda words: (int(words[0]), int(words[1]))):
        if number in stamps:
            raise SequenceError(f"{where}: frame {number} has a stamp already")
        if last is not None and stamp <= last:
            raise SequenceError(f"{where}: stamps must ascend, {stamp} comes after {last}")
        stamps[number] = last = stamp
    missing = [number for number in numbers if number not in stamps]
    if missing:
        raise SequenceError(f"{path}: no stamp for frame {missing[0]:06d}, which poses.txt has ({len(missing)} in all)")
    ordered = tuple(stamps[number] for number in numbers)
    if any(b <= a for a, b in zip(ordered, ordered[1:], strict=False)):
        raise SequenceError(f"{path}: stamps must ascend with the frame numbers of poses.txt")
    return ordered


def _read_categories(path: Path) -> dict[int, str]:
    if not path.is_file():
        return {}
    categories = {}
    for key, value in _read_json(path).items():
        if not key.isdecimal() or not isinstance(value, str):
            raise SequenceError(f'{path}: expected {{"id": "category"}}, got {key!r}: {value!r}')
        categories[int(key)] = value
    return categories


def _read_json(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(_existing(path).read_text(encoding="utf-8"))
    except ValueError as error:  # also UnicodeDecodeError
        raise SequenceError(f"{path}: not JSON: {error}") from error
    if not isinstance(values, dict):
        raise SequenceError(f"{path}: expected a JSON object, got {type(values).__name__}")
    return values


def _read_rows(path: Path, n_words: int, parse: Callable[[list[str]], Any]) -> list[tuple[str, Any]]:
    """The parsed lines with "file:line" before each; blank lines and # comments are left out."""
    try:
        text = _existing(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SequenceError(f"{path}: not a text file: {error}") from error
    rows = []
    for line_number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        where = f"{path}:{line_number}"
        if len(words) != n_words:
            raise SequenceError(f"{where}: expected {n_words} numbers, got {len(words)}")
        try:
            rows.append((where, parse(words)))
        except ValueError as error:
            raise SequenceError(f"{where}: not a number: {error}") from error
    return rows


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise SequenceError(f"{path}: no such file")
    return path


def _color_path(folder: Path, number: int) -> Path:
    for suffix in ("png", "jpg"):
        path = folder / "color" / f"{number:06d}.{suffix}"
        if path.is_file():
            return path
    raise SequenceError(f"{folder / 'color' / f'{number:06d}'}.png: no such file, nor .jpg")


def _read_image(path: Path, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    import cv2

    data = np.frombuffer(_existing(path).read_bytes(), np.uint8)
    flags = cv2.IMREAD_COLOR if len(shape) == 3 else cv2.IMREAD_UNCHANGED
    image = cv2.imdecode(data, flags) if data.size else None
    if image is None:
        raise SequenceError(f"{path}: not an image that can be decoded")
    if image.shape != shape or image.dtype != dtype:
        raise SequenceError(
            f"{path}: expected {np.dtype(dtype).name} of shape {shape} as camera.json says, "
            f"got {image.dtype} of shape {image.shape}"
        )
    return np.ascontiguousarray(image[..., ::-1]) if len(shape) == 3 else image


def _write_png(path: Path, image: np.ndarray) -> None:
    import cv2

    ok, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    if not ok:
        raise SequenceError(f"{path}: could not be encoded as PNG")
    path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path, data.tobytes())


def _write_text(path: Path, text: str) -> None:
    _replace(path, text.encode("utf-8"))


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)
