"""Whether the color image is registered to the depth image: do their edges lie in the same places?

Where a near thing ends before a far one, depth jumps, and mostly color changes, too. Now and then the edges of depth
are laid over the gradient of color, in place and displaced: shifted, and scaled about the middle of the image. Summed
over some frames the strength of color under them has a peak. In a registered camera the peak lies in place; elsewhere
it says how far the color is off. A scene without such edges, or without a clear peak, says nothing.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame, Transform
from situated_qa.settings import check_settings, setting

_WIDTH = 320  # px; images are made so wide before edges are sought
_MOVED_M, _TURNED_RAD = 0.3, 0.35
_POINTS = 300  # of the edges of depth in one frame
_LEAST_POINTS = 60
_JUMP = 0.08  # of the depth
_SHADOW = 0.05  # of the image's width; a wider gap in the depth is no shadow
_SCALES = (0.88, 0.9, 0.925, 0.95, 0.975, 1.0, 1.025, 1.05, 1.075, 1.1, 1.12)  # that are tried
_REACH_PX = 10  # shifts that are tried, at `_WIDTH`
_IN_PLACE = 0.005  # image widths; edges of depth are no more exact
_STRONGEST = 4.0  # a gradient so many times its surroundings' mean counts no more
_TEXTURE_PX = 31  # the size of those surroundings


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """When the registration of color to depth is looked at, and when it is called wrong.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    every_n_frames: int = setting(30, "frames between two looks; 0 never looks", minimum=0, maximum=100_000)
    least_looks: int = setting(4, "different views before anything is said", minimum=1, maximum=1000)
    kept_looks: int = setting(20, "views that are kept; older ones are forgotten", minimum=1, maximum=1000)
    least_peak: float = setting(
        0.25, "the peak has to rise so far above chance, in multiples of chance, to say anything", minimum=0.0
    )
    least_off: float = setting(
        0.009, "color that is off by less counts as registered, in image widths", minimum=0.0, maximum=0.03
    )
    in_place_share: float = setting(
        0.9, "in place the edges agree at least this share as well as at the peak", minimum=0.0, maximum=1.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class Registration:
    """What the looks so far say."""

    verdict: str  # "registered", "wrong" or "undecided"
    looks: int
    agreement: float  # strength of color under the edges of depth in place, 1 is chance
    best: float  # the same where it is largest
    shift_px: tuple[float, float]  # right and down: where color lies off its depth in the middle of the image
    scale: float  # color is so many times as large as depth
    text: str  # for people


class RegistrationCheck:
    """Looks at frames now and then; one thread.

    Source: the edge agreement of Levinson and Thrun 2013 (Automatic online calibration of cameras and lasers), with
    the peak over displacements instead of a gradient.
    """

    def __init__(self, settings: RegistrationSettings = RegistrationSettings()) -> None:  # noqa: B008
        self.settings = settings
        self._frames = 0
        self._looks: deque[np.ndarray] = deque(maxlen=settings.kept_looks)
        self._last: Transform | None = None  # the camera's pose at the last look
        self._px = 1.0  # of the frames per pixel at `_WIDTH`
        self.result = Registration("undecided", 0, 1.0, 1.0, (0.0, 0.0), 1.0, "registration: not looked at yet")

    def update(self, frame: Frame) -> Registration | None:
        """Count a frame, and look at it if its turn has come; the new result, None without a look."""
        every = self.settings.every_n_frames
        self._frames += 1
        if not every or (self._frames - 1) % every:
            return None
        # One view may agree better displaced by chance (7 % of single views did): only different views count.
        if self._last is not None and not _moved(self._last, frame.T_map_camera):
            return self.result
        look = edge_agreement(frame)
        if look is not None:
            self._last = frame.T_map_camera
            self._looks.append(look)
            self._px = frame.camera.width / _WIDTH
        self.result = self._judge()
        return self.result

    def _judge(self) -> Registration:
        settings, count = self.settings, len(self._looks)
        if count < settings.least_looks:
            text = f"registration: undecided, {count} of {settings.least_looks} views with enough edges of depth so far"
            return Registration("undecided", count, 1.0, 1.0, (0.0, 0.0), 1.0, text)
        looks = np.array(self._looks)
        mean = looks.mean(axis=0)
        peak = int(np.argmax(mean))
        best, chance = float(mean[peak]), float(np.median(mean))
        in_place = float(mean[_OFF <= _IN_PLACE].max())
        scale, dx, dy = _DISPLACEMENTS[peak].tolist()
        shift_px = (round(dx * self._px, 1), round(dy * self._px, 1))
        told = f"edge agreement {in_place:.2f} in place, {best:.2f} at best, {chance:.2f} by chance"
        if best - chance < settings.least_peak:
            verdict, text = "undecided", f"registration: undecided, the edges of color say too little ({told})"
        elif not self._is_off(mean):
            verdict, text = "registered", f"registration: color fits depth ({told})"
        elif not all(self._is_off((looks.sum(axis=0) - look) / max(count - 1, 1)) for look in looks):
            verdict, text = "undecided", f"registration: undecided, the views disagree ({told})"
        else:
            verdict = "wrong"
            text = (
                f"color is not registered to depth: in the middle of the image it is off by ({shift_px[0]:+.0f}, "
                f"{shift_px[1]:+.0f}) px, its scale is {scale:.2f} ({told}); use the depth topic that is aligned to "
                "color (aligned_depth_to_color, depth_registered), or check the camera's intrinsics and extrinsics"
            )
        return Registration(verdict, count, round(in_place, 2), round(best, 2), shift_px, scale, text)

    def _is_off(self, mean: np.ndarray) -> bool:
        """Whether edges agree clearly better elsewhere than in place, from (K,) agreements."""
        if _OFF[int(np.argmax(mean))] < self.settings.least_off:
            return False
        chance, in_place = float(np.median(mean)), float(mean[_OFF <= _IN_PLACE].max())
        return in_place - chance < self.settings.in_place_share * (float(mean.max()) - chance)


def _moved(a: Transform, b: Transform) -> bool:
    """Whether two camera poses show different views."""
    cosine = (float(np.trace(a.R.T @ b.R)) - 1.0) / 2.0
    return float(np.linalg.norm(a.t - b.t)) >= _MOVED_M or cosine < math.cos(_TURNED_RAD)


def _displacements() -> np.ndarray:
    """(K, 3) scale, shift right and shift down, px at `_WIDTH`: each pixel at scale 1, every second elsewhere."""
    found = []
    for scale in _SCALES:
        steps = np.arange(-_REACH_PX, _REACH_PX + 1, 1 if scale == 1.0 else 2)
        dy, dx = np.meshgrid(steps, steps, indexing="ij")
        found.append(np.column_stack([np.full(dx.size, scale), dx.ravel(), dy.ravel()]))
    return np.vstack(found)


_DISPLACEMENTS = _displacements()
# Root mean square over an image of 4:3, in image widths: the mean square of the distance from the middle of a 1 × 0.75
# image is (1 + 0.75²) / 12.
_OFF = np.sqrt(
    (_DISPLACEMENTS[:, 1:] ** 2).sum(axis=1) / _WIDTH**2 + (_DISPLACEMENTS[:, 0] - 1.0) ** 2 * (1.0 + 0.75**2) / 12.0
)


def edge_agreement(frame: Frame) -> np.ndarray | None:
    """How strong the edges of color are under the edges of depth, in place and displaced, 1 by chance.

    Returns:
        (K,) by displacement; None where there are too few edges of depth.
    """
    import cv2

    width, height = _WIDTH, max(1, round(_WIDTH * frame.depth.shape[0] / frame.depth.shape[1]))
    rows, columns = (
        ((np.arange(size) + 0.5) * full / size).astype(np.int64)
        for size, full in zip((height, width), frame.depth.shape, strict=True)
    )
    points = _depth_edges(frame.depth[np.ix_(rows, columns)])
    if len(points) < _LEAST_POINTS:
        return None
    grey = cv2.cvtColor(frame.color, cv2.COLOR_RGB2GRAY)
    grey = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    gradient = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    # By its surroundings, so that a carpet's pattern does not drown the outline of a wall.
    around = cv2.blur(gradient, (_TEXTURE_PX, _TEXTURE_PX)) + 8.0
    strength = cv2.blur(np.minimum(gradient / around, _STRONGEST), (3, 3)).astype(np.float32, copy=False)
    chance = float(strength.mean())
    if chance <= 0.0:  # one color everywhere
        return None
    # Beyond the border color is as strong as by chance.
    padded = np.pad(strength, _REACH_PX, constant_values=chance)
    stride, flat = padded.shape[1], padded.ravel()
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    result = np.empty(len(_DISPLACEMENTS))
    for scale in _SCALES:
        tried = _DISPLACEMENTS[:, 0] == scale
        moves = (_DISPLACEMENTS[tried, 2] * stride + _DISPLACEMENTS[tried, 1]).astype(np.int32)
        placed = np.rint((points - middle) * scale + middle).astype(np.int32)
        placed = placed[(placed >= 0).all(axis=1) & (placed < [width, height]).all(axis=1)]
        index = (placed[:, 1] + _REACH_PX) * stride + placed[:, 0] + _REACH_PX
        result[tried] = np.take(flat, index[None, :] + moves[:, None]).mean(axis=1) / chance
    return result


def _depth_edges(depth: np.ndarray) -> np.ndarray:
    """(N ≤ 300, 2) columns and rows of the last pixels of near things before a jump to what is far behind."""
    with np.errstate(invalid="ignore"):
        depth = np.where((depth > 0.0) & (depth < np.inf), depth, np.float32(0.0))
    width = depth.shape[1]
    across = _ends(np.ascontiguousarray(depth))
    down = _ends(np.ascontiguousarray(depth.T))
    # As pixels of the image, each once.
    pixels = np.union1d(across, down % depth.shape[0] * width + down // depth.shape[0])
    if len(pixels) > _POINTS:
        pixels = pixels[np.linspace(0, len(pixels) - 1, _POINTS).astype(np.int64)]
    return np.stack([pixels % width, pixels // width], axis=1).astype(np.float64)


def _ends(depth: np.ndarray) -> np.ndarray:
    """Flat indices of the pixels beside which, in their row, the next reading is much farther.

    The sensor sees nothing in the shadow beside a near thing: the next reading is what lies behind.

    Args:
        depth: (H, W), m, 0 where there is no reading.
    """
    width = depth.shape[1]
    read = np.flatnonzero(depth)
    values = depth.ravel()[read]
    gap = np.diff(read)
    beside = (gap <= max(2, int(_SHADOW * width))) & (read[1:] // width == read[:-1] // width)
    first, second = values[:-1], values[1:]
    return np.concatenate(
        [read[:-1][beside & (second > first * (1.0 + _JUMP))], read[1:][beside & (first > second * (1.0 + _JUMP))]]
    )
