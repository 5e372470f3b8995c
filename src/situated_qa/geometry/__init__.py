"""Transforms, cameras, boxes and frames: numpy only. Meters, radians, REP-103 axes."""

from situated_qa.geometry.boxes import Box
from situated_qa.geometry.cameras import Intrinsics, back_project
from situated_qa.geometry.frames import Frame
from situated_qa.geometry.transforms import Transform

__all__ = ["Box", "Frame", "Intrinsics", "Transform", "back_project"]
