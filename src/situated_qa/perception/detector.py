"""What a detector is, and its settings. `detectors/` holds the detectors and the factory that makes them by name.

docs/detectors.md explains how to write one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from situated_qa.errors import SettingsError
from situated_qa.geometry import Frame
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One object seen in one image."""

    category: str
    score: float  # 0 … 1
    box_xyxy: np.ndarray  # (4,) float, px: left, top, right, bottom
    mask: np.ndarray | None = None  # (H, W) bool, the object's pixels; None where the detector only draws boxes
    embedding: np.ndarray | None = None  # (D,) float, of the detector's own space; carried along, used by nothing here


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a detector can do beyond boxes of fixed categories. A detector is held to what it declares here."""

    open_vocabulary: bool = False  # finds categories it is told of (`prompts`); the others refuse prompts
    masks: bool = False  # every detection has a mask: one without is refused, and none is cut from the depth image
    embeddings: bool = False  # every detection has an `embedding`, all of one length
    complete: bool = False  # gives everything there is, as simulation can: nothing is left to propose
    vocabulary: tuple[str, ...] = ()
    """Every category it can name, so that others "cannot be named" rather than "are not there". Empty and with an open
    vocabulary: it names whatever there is. Empty and without one: not known, and nothing can be said to be absent."""


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
        "detector: nanodet, onnx, owlv2, grounding-dino, sam (masks for boxes), topic (another node's detections: "
        "topic_detector.*), true-masks (simulation only), or module:Class of a plug-in on the Python path; "
        "docs/detectors.md",
    )
    parameters: str | Mapping[str, Any] = setting(
        "",
        "parameters of the detector itself as a YAML or JSON mapping, '{format: yolox}'; or each as a parameter of its "
        "own, detector.parameters.format; docs/detectors.md lists them",
    )
    prompts: tuple = setting(
        (),
        "categories that a detector with an open vocabulary looks for; empty means the household names of the "
        "knowledge table",
    )
    score_threshold: float = setting(0.35, "detections below this score are dropped", minimum=0.0, maximum=1.0)
    model_path: str = setting("", "weights file; empty means the detector's own file in the cache directory")
    threads: int = setting(1, "CPU threads of one inference", minimum=1, maximum=64)
    input_size: int = setting(
        416,
        "longer side of the image given to the network, px, rounded up to 32; a network of fixed size keeps its own",
        minimum=160,
        maximum=1280,
    )
    min_mask_pixels: int = setting(60, "true-masks: smaller masks are dropped, px", minimum=1)
    excluded_categories: tuple = setting(
        ("wall", "floor", "ceiling"), "categories that never become objects, whatever detector names them"
    )

    def __post_init__(self) -> None:
        if isinstance(self.parameters, Mapping):  # kept as text, so that settings can be compared and hashed
            try:
                object.__setattr__(self, "parameters", json.dumps(dict(self.parameters), ensure_ascii=False))
            except (TypeError, ValueError) as error:
                raise SettingsError(f"DetectorSettings.parameters must hold plain values: {error}") from error
        check_settings(self)
