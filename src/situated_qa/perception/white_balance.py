"""The light of a place, from everything that was seen in it, and colors as they would be in white light.

An illumination tints everything; paint tints what it is on. So the light is called tinted only where nothing bright is
neutral: no door, no ceiling, no paper. Then the least tinted of the bright surfaces are taken for white. What is
neither bright nor burnt out in any view of the place was exposed too little.

Things in a room get less light than its best lit parts, so that a white door looks as a grey one in the lamp's light
would. What is lightest in a place is most often white, so that colors are lifted until it is.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.colors import lab_from_srgb, linear_from_srgb

_FRAME_SAMPLES = 250  # pixels of one frame
_KEPT_FRAMES = 60
_LEAST_SAMPLES = 400
_LEAST_FRAMES = 3  # different views, before anything is said about the light
_EVERY_FRAMES = 15  # frames between two estimates
_FARTHEST_M = 6.0
_BURNT, _BLACK = 250, 12  # of 255; beyond, a channel says nothing about the tint
_BRIGHT_PERCENTILE = 60.0
_NEUTRAL_CHROMA = 7.0  # CIELAB; less is white to people, and cameras do not balance any better
_NEUTRAL_SHARE = 5.0  # percent of the bright that have to be neutral, to call the light white
_TINTED_SHARE = 25.0  # percent of the bright, the least tinted ones, that are taken for white
_STRONGEST_TINT = 25.0  # CIELAB chroma; a stronger one is rather paint, and only so much of it is taken away
_LIGHTEST = 80.0  # CIELAB lightness that the light things of a place (95 %) have at least when it is well exposed
_MOST_GAIN = 4.0  # up to there
_MOST_LIFT = 1.6  # up to white: among dark walls a grey thing is not to become a white one
_OTHER_LIGHT = 0.05  # gains that differ by less are not taken over, so that colors stay as they are
_BYTES, _CHANNELS = np.arange(256, dtype=np.uint8), np.arange(3)
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


class WhiteBalance:
    """The gains that make colors of this place look as in white light; learned frame by frame, by one thread."""

    def __init__(self) -> None:
        self.gains = np.ones(3)
        """(3,) factors of linear red, green and blue."""
        self._of_byte = np.repeat(_BYTES[:, None], 3, axis=1)  # (256, 3) uint8, each value of each channel balanced
        self._samples: deque[np.ndarray] = deque(maxlen=_KEPT_FRAMES)
        self._frames = 0

    def take(self, frame: Frame) -> None:
        """Learn from a frame."""
        step = max(1, round((frame.depth.size / _FRAME_SAMPLES) ** 0.5))
        every = slice(step // 2, None, step)
        depth, color = frame.depth[every, every], frame.color[every, every]
        with np.errstate(invalid="ignore"):
            self._samples.append(color[(depth > 0.0) & (depth < _FARTHEST_M)])
        self._frames += 1
        if len(self._samples) >= _LEAST_FRAMES and (self._frames <= 10 or self._frames % _EVERY_FRAMES == 0):
            gains = light_gains(np.concatenate(list(self._samples)))
            if (np.abs(gains / self.gains - 1.0) > _OTHER_LIGHT).any():
                self.gains = gains
                self._of_byte = srgb_from_linear(linear_from_srgb(_BYTES)[:, None] * gains)

    def balanced(self, rgb: np.ndarray) -> np.ndarray:
        """(..., 3) uint8 sRGB in white light, of (..., 3) uint8 sRGB."""
        return self._of_byte[rgb, _CHANNELS]


def light_gains(rgb: np.ndarray) -> np.ndarray:
    """(3,) factors of the linear channels that turn the light into white light of full exposure.

    Args:
        rgb: (N, 3) uint8 sRGB of pixels from all over a place.
    """
    if len(rgb) < _LEAST_SAMPLES:
        return np.ones(3)
    lab = lab_from_srgb(rgb)
    bright = (lab[:, 0] >= np.percentile(lab[:, 0], _BRIGHT_PERCENTILE)) & (rgb.min(axis=1) >= _BLACK)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    # All channels burnt out: whatever it is, people call it white.
    white = bright & (rgb.min(axis=1) >= _BURNT)
    told = bright & ((rgb.max(axis=1) < _BURNT) | white)
    if not told.any():
        return np.ones(3)
    gains = np.ones(3)
    if np.percentile(chroma[told], _NEUTRAL_SHARE) > _NEUTRAL_CHROMA:
        least = told & (chroma <= np.percentile(chroma[told], _TINTED_SHARE))
        light = np.median(linear_from_srgb(rgb[least]), axis=0)
        gains = float(_LUMINANCE @ light) / light
        # Of a stronger tint only so much is taken away.
        gains **= min(1.0, _STRONGEST_TINT / float(np.median(chroma[least])))
    lightest = max(_luminance_of(float(np.percentile(lab[:, 0], 95.0))), 1e-6)
    exposure = min(_luminance_of(_LIGHTEST) / lightest, _MOST_GAIN)
    return np.asarray(gains * max(min(1.0 / lightest, max(exposure, _MOST_LIFT)), 1.0))


def _luminance_of(lightness: float) -> float:
    """Y 0 … 1 of CIELAB's L."""
    return float(((lightness + 16.0) / 116.0) ** 3) if lightness > 8.0 else lightness / 903.3


def srgb_from_linear(linear: np.ndarray) -> np.ndarray:
    """(..., 3) uint8 sRGB of linear 0 … 1; what is more becomes 255."""
    value = np.clip(linear, 0.0, 1.0)
    encoded = np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)
    return np.asarray((encoded * 255.0).round().astype(np.uint8))
