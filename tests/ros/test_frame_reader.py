"""From the messages of one stamp to a frame: which of the camera info's matrices holds for the images."""

from __future__ import annotations

import time

import numpy as np
import pytest

from situated_qa.errors import FrameError
from situated_qa.geometry import Intrinsics, Transform
from situated_qa.ros import convert, images
from situated_qa.ros.frame_reader import FrameMessages, FrameReader
from situated_qa.ros.mapper_settings import MapperNodeSettings
from situated_qa.ros.tf import OwnTransformBuffer

S = 1_000_000_000
CAMERA = Intrinsics(64, 48, 50.0, 50.0, 31.5, 23.5)


def read(rectified: bool):
    """A frame of a wide lens: K and D of the raw images, P of the rectified ones."""
    info = convert.camera_to_msg(CAMERA, S, "eye")
    info.d = [0.4, 0.1, 0.0, 0.0, 0.0]
    info.p = [40.0, 0.0, 30.0, 0.0, 0.0, 41.0, 22.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    messages = {
        "color": images.color_to_msg(np.zeros((48, 64, 3), np.uint8), S, "eye"),
        "depth": images.depth_to_msg(np.full((48, 64), 2.0, np.float32), S, "eye"),
        "camera_info": info,
    }
    transforms = OwnTransformBuffer()
    transforms.insert(convert.transform_to_msg(Transform.identity(), "map", "eye", 0), static=True)
    reader = FrameReader(MapperNodeSettings(rectified=rectified), transforms)
    return reader.read(FrameMessages(S, messages, time.monotonic())).frame


def test_rectified_images_of_a_wide_lens_are_read_by_p_and_raw_ones_are_refused_with_what_would_be_right():
    assert read(rectified=True).camera == Intrinsics(64, 48, 40.0, 41.0, 30.0, 22.0)
    with pytest.raises(FrameError, match=r"image_proc\) and tell so \(the mapper's parameter rectified\)"):
        read(rectified=False)
