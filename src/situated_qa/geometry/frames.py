"""One RGB-D image with its pose: what goes into the pipeline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.errors import FrameError
from situated_qa.geometry.cameras import Intrinsics
from situated_qa.geometry.transforms import Transform


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A registered color and depth image, and where the camera stood.

    Raises:
        FrameError: sizes differ, or a dtype is wrong.
    """

    stamp: int  # sensor time, ns
    color: np.ndarray  # (H, W, 3) uint8, RGB
    depth: np.ndarray  # (H, W) float32, m along the optical axis; NaN or 0 means no return
    camera: Intrinsics
    T_map_camera: Transform  # optical frame -> map
    instances: np.ndarray | None = None  # (H, W) int32 true instance ids, -1 none; simulation only

    def __post_init__(self) -> None:
        size = (self.camera.height, self.camera.width)
        if self.color.shape != (*size, 3) or self.color.dtype != np.uint8:
            raise FrameError(
                f"color must be uint8 {(*size, 3)} as the camera says, got {self.color.dtype} {self.color.shape}"
            )
        if self.depth.shape != size or self.depth.dtype != np.float32:
            raise FrameError(
                f"depth must be float32 {size} as the camera says, got {self.depth.dtype} {self.depth.shape}"
            )
        if self.instances is not None and (self.instances.shape != size or self.instances.dtype != np.int32):
            raise FrameError(f"instances must be int32 {size}, got {self.instances.dtype} {self.instances.shape}")
