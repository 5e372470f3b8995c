"""What perception works on: a frame that is in the map, with the detections of another process or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.perception.detector import Detection
from situated_qa.ros.frame_reader import CameraFrame


@dataclass(frozen=True, slots=True)
class Look:
    """One frame, for perception."""

    seen: CameraFrame
    detections: Sequence[Detection] | None = None  # None: the mapper's own detector is to look at the frame
    refused: bool = False  # the detections of another process could not be used: the frame was not looked at
