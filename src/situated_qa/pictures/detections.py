"""A frame with what the detector saw in it."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.pictures.drawing import Color, Plates, write_png

if TYPE_CHECKING:
    from situated_qa.perception.detector import Detection


def draw_detections(frame: Frame, detections: Sequence[Detection], path: str | Path | None = None) -> np.ndarray:
    """The frame's color image with each detection's mask, box, category and score.

    Args:
        path: where the PNG goes; None only returns the picture.

    Returns:
        (H, W, 3) uint8 RGB.

    Raises:
        OSError: the file cannot be written.
    """
    import cv2

    picture = frame.color.copy()
    for detection in detections:
        if detection.mask is not None:
            tint = np.array(_category_color(detection.category), float)
            picture[detection.mask] = (0.55 * picture[detection.mask] + 0.45 * tint).astype(np.uint8)
    boxes = [tuple(int(round(float(value))) for value in detection.box_xyxy) for detection in detections]
    for detection, (left, top, right, bottom) in zip(detections, boxes, strict=True):
        cv2.rectangle(picture, (left, top), (right, bottom), _category_color(detection.category), 2)
    plates = Plates(picture)
    for detection, (left, top, _, _) in zip(detections, boxes, strict=True):
        text = f"{detection.category} {detection.score:.2f}"
        plates.add(text, (left, top), _category_color(detection.category), above=True)
    if path is not None:
        write_png(picture, Path(path))
    return picture


def _category_color(category: str) -> Color:
    """A strong color, dark enough for white text, that stays the same for a category in every run."""
    hue = sum(ord(letter) * (31 + place) for place, letter in enumerate(category)) % 360 / 360
    red, green, blue = (channel * 255 for channel in colorsys.hsv_to_rgb(hue, 0.85, 0.9))
    darker = min(1.0, 140.0 / (0.299 * red + 0.587 * green + 0.114 * blue))
    return round(red * darker), round(green * darker), round(blue * darker)
