"""Looks at a frame with any detector, and checks what it gives. What is wrong costs itself, and is named.

Everything behind this line may rely on it: categories are text, scores lie in 0 … 1, boxes are finite and in the image,
masks are bool of the image's size.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, Detector, DetectorSettings

_LONGEST_CATEGORY = 60  # characters; names travel to answers and prompts
_LEAST_SIDE_PX = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What a detector saw in one frame."""

    detections: tuple[Detection, ...]  # all of them fit to be used
    refused: tuple[str, ...]  # of the others what is wrong and what would be right, one text each


class _Wrong(ValueError):
    """What is wrong with one detection."""


def look(detector: Detector, frame: Frame, settings: DetectorSettings) -> Seen:
    """What `detector` sees in `frame`, without what the settings do not want (low scores, excluded categories).

    It gets the frame's arrays read-only: what it wrote into them would be mapped.

    Raises:
        DetectorError: the detector raised anything at all, or returned no list. Names the detector.
    """
    try:
        found = detector.detect(_read_only(frame))
    except DetectorError:
        raise
    except (Exception, SystemExit) as error:  # a plug-in may raise whatever it likes, and scripts like to exit
        raise DetectorError(
            f"detector {detector.name} failed on the frame at {frame.stamp} ns: {type(error).__name__}: {error}"
        ) from error
    return _checked_list(found, detector.name, detector.capabilities, frame, settings)


def _read_only(frame: Frame) -> Frame:
    def view(array: np.ndarray) -> np.ndarray:
        result = array.view()
        result.flags.writeable = False
        return result

    instances = None if frame.instances is None else view(frame.instances)
    return dataclasses.replace(frame, color=view(frame.color), depth=view(frame.depth), instances=instances)


def check_given(found: Sequence[Detection], detector: Detector, frame: Frame, settings: DetectorSettings) -> Seen:
    """The same for what another process saw in `frame`: `detector` stands for it.

    Its names are those of its own table, which may hold more than its vocabulary: what was always in it.
    """
    can = dataclasses.replace(detector.capabilities, vocabulary=())
    return _checked_list(list(found), detector.name, can, frame, settings)


def _checked_list(found: Any, name: str, can: Capabilities, frame: Frame, settings: DetectorSettings) -> Seen:
    if not isinstance(found, (list, tuple)):
        raise DetectorError(f"detector {name}: detect must return a list of Detection, got {_kind(found)}")
    good, refused, embedding_size = [], [], 0
    for index, item in enumerate(found):
        try:
            detection = checked(item, can, frame.depth.shape)
            if detection.embedding is not None:
                embedding_size = embedding_size or detection.embedding.size
                _require(
                    detection.embedding.size == embedding_size,
                    f"embedding has {detection.embedding.size} values, the one before has {embedding_size}",
                )
        except _Wrong as wrong:
            refused.append(f"detector {name}: detection {index} of {len(found)} refused: {wrong}")
            continue
        if detection.score >= settings.score_threshold and detection.category not in settings.excluded_categories:
            good.append(detection)
    return Seen(tuple(good), tuple(refused))


def checked(item: Any, can: Capabilities, size: tuple[int, ...]) -> Detection:
    """The detection with plain types, and its box clipped to the image.

    Args:
        size: (height, width) of the frame, px.

    Raises:
        ValueError: what is wrong with it and what would be right.
    """
    _require(isinstance(item, Detection), f"must be a situated_qa.perception.detector.Detection, got {_kind(item)}")
    category = item.category
    text = isinstance(category, str) and category.strip() == category and category.isprintable()
    _require(
        text and 0 < len(category) <= _LONGEST_CATEGORY,
        f"category must be a text of one line, 1 to {_LONGEST_CATEGORY} characters, got {category!r:.100}",
    )
    if can.vocabulary and not can.open_vocabulary:
        _require(category in can.vocabulary, f"category {category!r} is not in the vocabulary that it declares")
    try:
        box = _box(item.box_xyxy, size)
        return dataclasses.replace(
            item,
            score=_score(item.score),
            box_xyxy=box,
            mask=_mask(item.mask, can, size),
            embedding=_embedding(item.embedding, can),
        )
    except _Wrong as wrong:
        raise _Wrong(f"{category}: {wrong}") from None


def _score(score: Any) -> float:
    number = isinstance(score, (int, float, np.integer, np.floating)) and not isinstance(score, bool)
    _require(
        number and 0.0 <= float(score) <= 1.0, f"score must be a number in 0 … 1, got {_kind(score)} {score!r:.40}"
    )
    return float(score)


def _box(given: Any, size: tuple[int, ...]) -> np.ndarray:
    right = "box_xyxy must be four finite numbers, left, top, right, bottom in px"
    try:
        box = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise _Wrong(f"{right}, got {_kind(given)}") from None
    _require(box.shape == (4,), f"{right}, got shape {box.shape}")
    _require(bool(np.isfinite(box).all()), f"{right}, got {box.tolist()}")
    width, height = box[2:] - box[:2]
    _require(
        width > 0.0 and height > 0.0,
        f"{right}, with left < right and top < bottom, got {box.tolist()} (as x, y, w, h?)",
    )
    if box.min() >= 0.0 and box.max() <= 1.0:
        raise _Wrong(f"{right}, got {box.tolist()}: multiply by the image's width and height")
    clipped = np.clip(box, 0.0, [size[1], size[0], size[1], size[0]])
    _require(
        bool((clipped[2:] - clipped[:2] >= _LEAST_SIDE_PX).all()),
        f"{right}, at least 1 px of it in the image of {size[1]}×{size[0]}, got {box.tolist()}",
    )
    return clipped


def _mask(mask: Any, can: Capabilities, size: tuple[int, ...]) -> np.ndarray | None:
    if mask is None:
        _require(not can.masks, "mask is missing, although the detector declares masks")
        return None
    right = f"mask must be a bool array {tuple(size)}"
    _require(isinstance(mask, np.ndarray), f"{right}, got {_kind(mask)}")
    _require(mask.dtype == bool and mask.shape == tuple(size), f"{right}, got {mask.dtype} {mask.shape}")
    return mask


def _embedding(embedding: Any, can: Capabilities) -> np.ndarray | None:
    if embedding is None:
        _require(not can.embeddings, "embedding is missing, although the detector declares embeddings")
        return None
    right = isinstance(embedding, np.ndarray) and embedding.ndim == 1 and embedding.size > 0
    right = right and np.issubdtype(embedding.dtype, np.floating) and bool(np.isfinite(embedding).all())
    _require(right, f"embedding must be a one-dimensional array of finite floats, got {_kind(embedding)}")
    return np.array(embedding, dtype=np.float32)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _Wrong(otherwise)


def _kind(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"array {value.dtype} {value.shape}"
    return type(value).__name__
