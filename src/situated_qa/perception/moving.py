"""People and animals: shown where they are seen now, kept out of the map.

They never become instances, and the pixels that show them are left out of the volume. Detection runs beside
integration and comes late, so a frame is cleaned by where moving things were last seen: a box around each, which grows
with its age, and which is forgotten after `keep_out_s`. The first frames that show somebody are mapped before the
detector has looked; what they alone put where somebody turns out to be is taken out of the volume again (`places`).
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box, Frame
from situated_qa.perception.categories import facts_of
from situated_qa.perception.observations import Observation
from situated_qa.settings import check_settings, setting

_MARGIN_M = 0.1  # around the points of a mask: hair, hands, the fringe of depth
_SPEED_MPS = 1.0  # how fast the box around a moving thing grows, m/s
_MOST_GROWTH_M = 0.5
_FLOOR_M = 0.04  # what lies lower is floor, and stays


@dataclass(frozen=True, slots=True)
class MovingSettings:
    """How people and animals are kept out of the map.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    keep_out_s: float = setting(
        1.0, "depth near a person or animal is not mapped for so long after it was last seen, s; 0 maps it", minimum=0.0
    )
    show_s: float = setting(2.0, "people and animals are shown for so long after they were last seen, s", minimum=0.0)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class MovingThing:
    """A person or animal as it was seen last."""

    category: str
    score: float  # 0 … 1
    box: Box  # axis-aligned around its visible points, map frame
    stamp: int  # ns, of the frame that showed it

    def age_s(self, now: int) -> float:
        """Seconds since it was seen, at sensor time `now`, ns."""
        return (now - self.stamp) / 1e9


def split_moving(observations: Sequence[Observation]) -> tuple[list[Observation], list[Observation]]:
    """The observations of things that stay, and of those that move."""
    staying = [o for o in observations if not facts_of(o.category).moves]
    return staying, [o for o in observations if facts_of(o.category).moves]


class MovingThings:
    """What moved in the latest frame that was looked at. Any thread may call any method."""

    def __init__(self, settings: MovingSettings = MovingSettings()) -> None:  # noqa: B008
        self._settings = settings
        self._lock = threading.Lock()
        self._seen: tuple[MovingThing, ...] = ()  # of the latest frame that showed any

    def update(self, moving: Sequence[Observation], stamp: int) -> None:
        """Take over what the frame of `stamp` (ns) showed to move; the things of the frame before are replaced.

        A detector that misses a person in one frame has not seen it leave: what is gone ages instead.
        """
        if moving:
            seen = tuple(MovingThing(o.category, o.score, _box_around(o.points_map), stamp) for o in moving)
            with self._lock:
                self._seen = seen

    def live(self, now: int) -> tuple[MovingThing, ...]:
        """Those seen at most `show_s` before sensor time `now`, ns."""
        return self._within(now, self._settings.show_s)

    def places(self, stamp: int, since: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Lowest and highest corners (3,) of where the things seen at `stamp` may have been since another one, m.

        Args:
            since: ns, later or earlier; they may have come from afar meanwhile.
        """
        growth = min(_SPEED_MPS * abs(stamp - since) / 1e9, _MOST_GROWTH_M)
        keeps_out = self._settings.keep_out_s > 0.0
        with self._lock:
            seen = [thing for thing in self._seen if thing.stamp == stamp and keeps_out]
        return [_grown(thing.box, _MARGIN_M + growth) for thing in seen]

    def without_them(self, frame: Frame, masks: Sequence[np.ndarray] = ()) -> Frame:
        """The frame without depth where people and animals are.

        Args:
            masks: (H, W) bool, their pixels in this very frame, where it was looked at already.
        """
        out = np.zeros(frame.depth.shape, bool)
        for mask in masks:
            out |= mask
        for thing in self._within(frame.stamp, self._settings.keep_out_s):
            growth = min(_SPEED_MPS * abs(thing.age_s(frame.stamp)), _MOST_GROWTH_M)
            _mark_box(thing.box, _MARGIN_M + growth, frame, out)
        if not out.any():
            return frame
        depth = frame.depth.copy()
        depth[out] = np.nan
        return dataclasses.replace(frame, depth=depth)

    def _within(self, now: int, seconds: float) -> tuple[MovingThing, ...]:
        with self._lock:
            seen = self._seen
        return tuple(thing for thing in seen if seconds > 0.0 and abs(thing.age_s(now)) <= seconds)


def _box_around(points_map: np.ndarray) -> Box:
    low, high = np.percentile(np.asarray(points_map, np.float64), [1.0, 99.0], axis=0)
    return Box((low + high) / 2, np.maximum(high - low, 0.01))


def _grown(box: Box, margin_m: float) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest corner (3,) of a box grown by a margin, but not into the floor."""
    low, high = box.axis_aligned()
    low, high = low - margin_m, high + margin_m
    low[2] = max(low[2], min(_FLOOR_M, box.bottom))
    return low, high


def _mark_box(box: Box, margin_m: float, frame: Frame, out: np.ndarray) -> None:
    """Mark the pixels whose surface lies in a box grown by a margin."""
    low, high = _grown(box, margin_m)
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    in_camera = frame.T_map_camera.inverse().apply(corners)
    height, width = frame.depth.shape
    left, top, right, bottom = 0, 0, width, height
    if (in_camera[:, 2] > 0.05).all():
        pixels = frame.camera.project(in_camera)
        left, top = np.clip(np.floor(pixels.min(axis=0)), 0, (width, height)).astype(int).tolist()
        right, bottom = np.clip(np.ceil(pixels.max(axis=0)) + 1, 0, (width, height)).astype(int).tolist()
    elif (in_camera[:, 2] <= 0.05).all():
        return
    if left >= right or top >= bottom:
        return
    depth = frame.depth[top:bottom, left:right].astype(np.float32)
    camera, T = frame.camera, frame.T_map_camera
    across = ((np.arange(left, right) - camera.cx) / camera.fx).astype(np.float32)
    down = ((np.arange(top, bottom) - camera.cy) / camera.fy).astype(np.float32)[:, None]
    inside = np.ones(depth.shape, bool)
    with np.errstate(invalid="ignore"):
        for axis in range(3):
            r = T.R[axis].astype(np.float32)
            along = depth * (r[0] * across + r[1] * down + r[2]) + np.float32(T.t[axis])
            inside &= (along >= low[axis]) & (along <= high[axis])
    out[top:bottom, left:right] |= inside
