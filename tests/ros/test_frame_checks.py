"""Frames with numbers that cannot be right: each mistake has its own text, which names the topic and what is right."""

from __future__ import annotations

import array

import numpy as np
import pytest
from sensor_msgs.msg import Image

from situated_qa.errors import FrameError
from situated_qa.geometry import Intrinsics
from situated_qa.ros.frame_checks import check_camera, check_depth
from situated_qa.ros.images import depth_from_msg, depth_to_msg

WALL = np.repeat(np.linspace(1.5, 3.0, 64, dtype=np.float32)[None], 48, axis=0)  # runs away to the right


def camera(fx: float, fy: float = 570.0) -> Intrinsics:
    return Intrinsics(640, 480, fx, fy, 319.5, 239.5)


def floats(values: np.ndarray, order: str = "<", big: bool = False) -> Image:
    values = np.broadcast_to(np.asarray(values, np.float32), (48, 64))
    msg = Image(height=48, width=64, encoding="32FC1", step=256, is_bigendian=int(big))
    msg.data = array.array("B", values.astype(f"{order}f4").tobytes())
    return msg


def words(metres: np.ndarray, order: str = "<", big: bool = False) -> Image:
    values = np.broadcast_to(np.asarray(metres) * 1000, (48, 64)).round()
    msg = Image(height=48, width=64, encoding="16UC1", step=128, is_bigendian=int(big))
    msg.data = array.array("B", values.astype(f"{order}u2").tobytes())
    return msg


def check(msg: Image) -> bool:
    return check_depth(msg, depth_from_msg(msg, "/depth"), "/depth")


@pytest.mark.parametrize("focal", [60.0, 570.0, 5000.0])  # 159°, 59° and 7.3° wide
def test_focal_lengths_of_real_cameras_are_taken(focal):
    check_camera(camera(focal, focal), "/info")


def test_focal_lengths_that_no_camera_has_are_refused():
    with pytest.raises(FrameError, match=r"/info: fx is 6 px .* 640 px.* 177\.9°.* between 42 and 9164 px"):
        check_camera(camera(6.0), "/info")
    with pytest.raises(FrameError, match=r"fx is 60000 px .* 0\.6°"):
        check_camera(camera(60_000.0), "/info")
    with pytest.raises(FrameError, match=r"fy is 0\.57 px .* 480 px"):
        check_camera(camera(570.0, 0.57), "/info")


@pytest.mark.parametrize(
    "msg",
    [
        words(WALL),
        words(WALL, ">", big=True),
        floats(WALL),
        floats(WALL, ">", big=True),
        words(np.float32(0.2)),  # all near
        words(np.float32(25.0)),  # the other byte order would say 43.1 m
        words(np.float32(0.4)),
        floats(np.float32(60.0)),
        floats(np.where(WALL < 2.0, np.inf, WALL)),
        words(np.where(WALL > 1.6, 0.0, WALL)),
    ],
)
def test_depth_of_real_places_is_taken(msg):
    assert check(msg) is True


def test_depth_of_a_few_pixels_is_taken_wherever_they_lie():
    lonely = np.zeros((48, 64), np.float32)
    lonely[3, 5] = 1.5
    assert check(depth_to_msg(lonely, 0, "")) is True


@pytest.mark.parametrize("msg", [words(np.float32(0.0)), floats(np.float32(np.nan)), floats(np.float32(np.inf))])
def test_an_image_without_any_depth_is_not_an_error_but_reported(msg):
    assert check(msg) is False


@pytest.mark.parametrize(
    ("msg", "text"),
    [
        (floats(WALL * 1000), r"/depth: half of the depth is beyond 2250 m, which looks like millimeters; 32FC1"),
        (floats(WALL / 1000), r"/depth: half .* nearer than 0\.00225 m, .* divided by 1000; 32FC1 must be in m"),
        (words(WALL / 1000), r"/depth: half .* nearer than 0\.002 m, which looks like meters; 16UC1 must be in mm"),
        (floats(np.float32(1e38)), r"/depth: depth goes up to 1e\+38 m; 32FC1 must be in m, .* NaN or infinite"),
        (floats(np.where(WALL > 2.9, np.float32(1e38), WALL)), r"depth goes up to 1e\+38 m"),
        (words(WALL, ">"), r"/depth: depth is about .* the byte order that is_bigendian 0 .* is_bigendian must be 1"),
        (words(WALL, "<", big=True), r"is_bigendian must be 0"),
        (words(np.float32(2.0), ">"), r"about 53\.3 m .* 2 m in the other: is_bigendian must be 1"),  # 0x07D0, 0xD007
        (floats(WALL, ">"), r"is_bigendian must be 1"),
        (floats(np.float32(1.5), "<", big=True), r"1\.5 m in the other: is_bigendian must be 0"),
    ],
)
def test_wrong_units_and_byte_orders_are_refused_with_what_is_right(msg, text):
    with pytest.raises(FrameError, match=text):
        check(msg)
