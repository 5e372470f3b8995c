"""Which frames show an object best: two or three pictures of each, from different sides, one of them recent.

`KeyFrames.update` is called with every perceived frame and costs well under 2 ms; `view_store` writes the pictures.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.key_views import KeyView
from situated_qa.perception.observations import Observation
from situated_qa.perception.view_store import Picture, ViewStore
from situated_qa.settings import check_settings, setting

NO_FOLDER = "none"
_FULL_SIZE_PX = 150.0  # side of a square with as many pixels as an object needs to be shown well
_CUT_OFF = 0.5  # factor for an object that the image cuts off
_OFF_CENTER = 0.4  # what is lost in a corner of the image
_SHARP = 60.0  # variance of the Laplacian, gray levels², of an ordinary sharp picture
_LEAST_SHARP = 0.3  # factor for a picture without any edge: a white cupboard is no blur
_PATCH_PX = 192  # sharpness is measured in the middle of a picture
_BETTER = 1.25  # a picture takes another's place if it is so much better
_STILL_GOOD = 0.5  # a recent picture may be so much worse than the best
_LEAST_MARGIN_PX = 8
_SAMPLED_POINTS = 64  # of an observation, for where it is
_STRIDE_PX = 4  # a picture's edges are that exact, which its margin makes up for


@dataclass(frozen=True, slots=True)
class KeyFrameSettings:
    """Pictures of the objects, kept on disk for people, for naming and for looking again.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    folder: str = setting("", "where they are kept; empty: pictures in the output folder; none: not kept")
    max_mb: float = setting(200.0, "size of the whole folder, earlier runs included, MB", minimum=0.05, maximum=1e6)
    per_object: int = setting(3, "pictures of one object", minimum=1, maximum=10)
    margin: float = setting(0.25, "what is shown around an object, share of its size", minimum=0.0, maximum=2.0)
    longest_side_px: int = setting(512, "larger pictures are made smaller, px", minimum=32, maximum=4096)
    jpeg_quality: int = setting(88, "quality of the JPEG files", minimum=10, maximum=100)
    min_side_px: int = setting(20, "an object that looks smaller than this is not shown, px", minimum=2, maximum=1000)
    angle_apart_deg: float = setting(
        25.0, "two pictures of an object are from directions this far apart", minimum=0.0, maximum=180.0
    )
    renew_s: float = setting(10.0, "the newest picture of an object that is in view is not older, s", minimum=0.1)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(slots=True, eq=False)
class _Kept:
    """One picture of an object, written or on its way."""

    view: KeyView
    direction: np.ndarray  # (3,) unit vector from the object to the camera, map frame
    written: bool = False
    instead_of: _Kept | None = None  # what it replaces once it is written


class KeyFrames:
    """Chooses the pictures and keeps count of them; any thread may call any method.

    Args:
        settings: its `folder` names one.
        map_id: names this run's part of the folder.
    """

    def __init__(self, settings: KeyFrameSettings, map_id: str) -> None:
        self._settings = settings
        self._store = ViewStore(
            Path(settings.folder),
            map_id,
            max_bytes=int(settings.max_mb * 1e6),
            jpeg_quality=settings.jpeg_quality,
            longest_side_px=settings.longest_side_px,
        )
        self._lock = threading.Lock()
        self._kept: dict[int, list[_Kept]] = {}
        self._nearby = float(np.cos(np.radians(settings.angle_apart_deg)))

    @property
    def folder(self) -> Path:
        """Where this run's pictures are."""
        return self._store.folder

    @property
    def problem(self) -> str:
        """Why pictures cannot be written; "" where they can."""
        return self._store.problem

    def views(self, id: int) -> tuple[KeyView, ...]:
        """The pictures of an object that are written, the best first."""
        with self._lock:
            shown = [kept if kept.written else kept.instead_of for kept in self._kept.get(id, ())]
        views = [kept.view for kept in shown if kept is not None]
        return tuple(sorted(views, key=lambda view: (-view.quality, view.stamp)))

    def update(
        self,
        frame: Frame,
        observations: Sequence[Observation],
        observed: Mapping[int, int],
        *,
        believed: Collection[int],
        removed: Collection[int] = (),
        merged: Mapping[int, int] | None = None,
    ) -> set[int]:
        """Look at what a frame showed.

        Args:
            observations: of the frame, with their masks.
            observed: number of an observation → id of its object.
            believed: ids of all objects; others get no picture yet.
            removed: ids that are gone.
            merged: id that is gone → id that it went into.

        Returns:
            Ids of the objects whose `views` changed since the last call.
        """
        with self._lock:
            changed = self._take_outcomes()
            for old, new in (merged or {}).items():
                changed |= self._merge(old, new)
            for id in set(removed) & set(self._kept):
                self._retire(self._kept.pop(id))
            for number, id in observed.items():
                if id in believed:
                    self._consider(id, observations[number], frame)
            return {id for id in changed if id in believed}

    def collect(self, *, wait_s: float = 0.0) -> set[int]:
        """Ids of the objects whose `views` changed since the last call of this or `update`.

        Args:
            wait_s: how long to wait for what is being written.
        """
        self._store.wait(wait_s)
        with self._lock:
            return self._take_outcomes()

    def close(self) -> None:
        """Write what waits and end."""
        self._store.close()

    def _take_outcomes(self) -> set[int]:
        outcome, changed = self._store.outcomes(), set()
        if not outcome.written and not outcome.lost:
            return set()
        for id, row in self._kept.items():
            for kept in list(row):
                if kept.view.file in outcome.written:
                    kept.written = True
                    if kept.instead_of is not None:
                        self._retire([kept.instead_of])
                        kept.instead_of = None
                    changed.add(id)
                elif kept.view.file in outcome.lost:
                    row.remove(kept)
                    if kept.instead_of is not None and kept.instead_of.view.file not in outcome.lost:
                        row.append(kept.instead_of)
                    changed.add(id)
                elif kept.instead_of is not None and kept.instead_of.view.file in outcome.lost:
                    kept.instead_of = None
                    changed.add(id)
        return changed

    def _merge(self, old: int, new: int) -> set[int]:
        """Give an object the pictures of another one; the best stay."""
        moved = self._kept.pop(old, [])
        if not moved:
            return set()
        row = sorted([*self._kept.get(new, []), *moved], key=lambda kept: -kept.view.quality)
        most = self._settings.per_object
        self._kept[new] = row[:most]
        self._retire(row[most:])
        self._store.give({name for kept in row[:most] for name in _names(kept)}, new)
        return {new}

    def _retire(self, row: Sequence[_Kept]) -> None:
        self._store.retire({name for kept in row for name in _names(kept)})

    def _consider(self, id: int, observation: Observation, frame: Frame) -> None:
        mask = observation.mask
        if mask is None or observation.n_pixels < self._settings.min_side_px**2 // 2:
            return
        row = self._kept.get(id, [])
        if any(kept.view.stamp == frame.stamp for kept in row):  # a second mask of it in the same image
            return
        due = not row or frame.stamp - max(kept.view.stamp for kept in row) >= self._settings.renew_s * 1e9
        most = min(1.0, observation.n_pixels**0.5 / _FULL_SIZE_PX) * (_CUT_OFF if observation.touches_border else 1.0)
        points = observation.points_map[:: len(observation.points_map) // _SAMPLED_POINTS + 1]
        towards = frame.T_map_camera.t - points.mean(axis=0)
        direction = towards / max(float(np.linalg.norm(towards)), 1e-9)
        if self._place(row, most, direction, due=due) is None:
            return  # nothing that takes longer to measure can make up for it
        box = _box_of(mask)
        if min(box[2] - box[0], box[3] - box[1]) < self._settings.min_side_px:
            return
        quality = most * _centering(box, frame) * _sharpness(frame.color, box)
        place = self._place(row, quality, direction, due=due)
        if place is None:
            return
        kept = self._picture(id, quality, direction, box, frame, instead_of=row[place] if place >= 0 else None)
        if kept is None:
            return
        if place >= 0:
            row[place] = kept
        else:
            self._kept.setdefault(id, row).append(kept)

    def _place(self, row: Sequence[_Kept], quality: float, direction: np.ndarray, *, due: bool) -> int | None:
        """Which picture a new one takes the place of; -1: of none, it is one more; None: it is not wanted."""
        near = [k for k, kept in enumerate(row) if float(kept.direction @ direction) > self._nearby]
        rivals = near or (range(len(row)) if len(row) >= self._settings.per_object else [])
        weakest = min(rivals, key=lambda k: row[k].view.quality, default=-1)
        if weakest < 0:
            return -1
        if row[weakest].written and quality > _BETTER * row[weakest].view.quality:
            return weakest
        best = max(range(len(row)), key=lambda k: row[k].view.quality)
        if not due or quality < _STILL_GOOD * row[best].view.quality:
            return None
        if len(row) < self._settings.per_object:
            return -1
        others = [k for k in range(len(row)) if k != best] or [best]
        newest = max(others, key=lambda k: row[k].view.stamp)
        return newest if row[newest].written else None

    def _picture(
        self,
        id: int,
        quality: float,
        direction: np.ndarray,
        box: tuple[int, int, int, int],
        frame: Frame,
        *,
        instead_of: _Kept | None,
    ) -> _Kept | None:
        left, top, right, bottom = box
        margin = [max(_LEAST_MARGIN_PX, round(self._settings.margin * side)) for side in (right - left, bottom - top)]
        height, width = frame.color.shape[:2]
        x0, y0 = max(0, left - margin[0]), max(0, top - margin[1])
        x1, y1 = min(width, right + margin[0]), min(height, bottom + margin[1])
        view = KeyView(f"{id}-{max(0, frame.stamp)}.jpg", frame.stamp, round(float(quality), 4))
        picture = Picture(
            view,
            id,
            frame.color[y0:y1, x0:x1].copy(),
            (left - x0, top - y0, right - x0, bottom - y0),
            frame.T_map_camera.as_matrix(),
        )
        if not self._store.put(picture):
            return None
        return _Kept(view, direction, instead_of=instead_of)


def _names(kept: _Kept) -> list[str]:
    return [kept.view.file] + ([kept.instead_of.view.file] if kept.instead_of is not None else [])


def _box_of(mask: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of nearly all pixels of a mask, right and bottom exclusive; to `_STRIDE_PX`."""
    step = _STRIDE_PX
    coarse = mask[::step, ::step]
    if not coarse.any():
        coarse, step = mask, 1
    rows, columns = np.flatnonzero(coarse.any(axis=1)), np.flatnonzero(coarse.any(axis=0))
    height, width = mask.shape
    right, bottom = min(width, (int(columns[-1]) + 1) * step), min(height, (int(rows[-1]) + 1) * step)
    return int(columns[0]) * step, int(rows[0]) * step, right, bottom


def _centering(box: tuple[int, int, int, int], frame: Frame) -> float:
    """1 in the middle of the image, less towards its corners."""
    height, width = frame.color.shape[:2]
    x, y = (box[0] + box[2]) / width - 1.0, (box[1] + box[3]) / height - 1.0
    return 1.0 - _OFF_CENTER * float(((x * x + y * y) / 2.0) ** 0.5)


def _sharpness(color: np.ndarray, box: tuple[int, int, int, int]) -> float:
    """0 … 1 by the variance of the Laplacian.

    Source: Pech-Pacheco 2000, section 3.
    """
    import cv2

    left, top, right, bottom = box
    x, y = max(left, (left + right - _PATCH_PX) // 2), max(top, (top + bottom - _PATCH_PX) // 2)
    patch = color[y : min(bottom, y + _PATCH_PX), x : min(right, x + _PATCH_PX)]
    gray = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_RGB2GRAY)
    _, spread = cv2.meanStdDev(cv2.Laplacian(gray, cv2.CV_16S))
    variance = float(spread[0, 0]) ** 2
    return _LEAST_SHARP + (1.0 - _LEAST_SHARP) * variance / (variance + _SHARP)
