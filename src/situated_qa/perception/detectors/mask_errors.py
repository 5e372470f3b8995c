"""How often a real detector errs, and how: read from `perception/data/mask_errors.json`, which names its sources."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources

from situated_qa.errors import DetectorError

SIZES = ("small", "medium", "large")
"""As COCO has them: areas below 32², below 96² and larger, px."""


@dataclass(frozen=True, slots=True)
class MaskErrors:
    """Rates, each 0 … 1, except `iou_concentration`.

    Raises:
        DetectorError: a rate lies outside its range.
    """

    found: dict[str, float]  # by size: share of the visible objects that are detected
    mean_iou: dict[str, float]  # by size: of a detected object's mask with the true one
    iou_concentration: float  # sum of the two parameters of the Beta distribution of that IoU
    wrong_name: float  # share of the detections with another object's name
    same_wrong_name: float  # how often the wrong name is the object's usual one
    invented_per_object: float  # detections of nothing, for each visible object
    doubled: float  # share of the objects that are detected twice in a frame
    split: float  # share of the masks that fall into two detections
    merged: float  # share of the masks that take in a touching neighbor of the same name
    same_object: float  # share of the variance of misses and wrong names that the object itself explains

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            for rate in value.values() if isinstance(value, dict) else (value,):
                most = 1000.0 if field.name == "iou_concentration" else 1.0
                if not 0.0 <= rate <= most:
                    raise DetectorError(f"mask errors: {field.name} must lie in 0 … {most:g}, got {rate}")


@cache
def published_errors() -> MaskErrors:
    """The errors of the detector that `data/mask_errors.json` names."""
    text = resources.files("situated_qa.perception").joinpath("data/mask_errors.json").read_text(encoding="utf-8")
    told = json.loads(text)
    return MaskErrors(**{field.name: told[field.name] for field in fields(MaskErrors)})


def size_of(pixels: int) -> str:
    """One of `SIZES` for a mask of so many pixels."""
    return "small" if pixels < 32 * 32 else "medium" if pixels < 96 * 96 else "large"
