"""What a detector is, and its settings. `detectors/` holds the detectors and the factory that makes them by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One object seen in one image."""

    category: str
    score: float  # 0 … 1
    box_xyxy: np.ndarray  # (4,) float, px: left, top, right, bottom
    mask: np.ndarray | None = None  # (H, W) bool, the object's pixels; None where the detector only draws boxes


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a detector can do beyond boxes of fixed categories."""

    open_vocabulary: bool = False  # finds categories it is told of at run time
    masks: bool = False  # `Detection.mask` is filled in
    embeddings: bool = False  # gives features that can be compared with text
    complete: bool = False  # gives everything there is, as simulation can: nothing is left to propose
    vocabulary: tuple[str, ...] = ()  # every category it can name; without it nothing can be said to be absent


class Detector(Protocol):
    """Finds objects in a frame."""

    name: str
    capabilities: Capabilities

    def detect(self, frame: Frame) -> list[Detection]:
        """The objects in `frame`, best first; an empty list means that nothing was seen.

        Raises:
            DetectorError: the inference failed.
        """
        ...


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Which detector looks at the frames, and how.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    name: str = setting(
        "nanodet",
        "detector: nanodet, true-masks or degraded-masks (simulation only), topic (another node's detections: "
        "topic_detector.*), or module:Class of a plug-in on the Python path",
    )
    score_threshold: float = setting(0.35, "detections below this score are dropped", minimum=0.0, maximum=1.0)
    model_path: str = setting("", "weights file; empty means the detector's own file in the cache directory")
    threads: int = setting(1, "CPU threads of one inference", minimum=1, maximum=64)
    input_size: int = setting(
        416, "longer side of the image given to the network, px, rounded up to 32", minimum=160, maximum=1280
    )
    min_mask_pixels: int = setting(60, "true-masks: smaller masks are dropped, px", minimum=1)
    excluded_categories: tuple = setting(
        ("wall", "floor", "ceiling"), "categories that never become objects, whatever detector names them"
    )

    def __post_init__(self) -> None:
        check_settings(self)
