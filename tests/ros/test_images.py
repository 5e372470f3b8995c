"""Image messages both ways, and every way in which they can be wrong."""

from __future__ import annotations

import array
import struct

import numpy as np
import pytest
from sensor_msgs.msg import Image

from situated_qa.errors import FrameError
from situated_qa.ros import images

RGB = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3) * 10  # 2 rows, 3 columns


def message(encoding: str, width: int, height: int, data: bytes, step: int = 0, big_endian: bool = False) -> Image:
    row = len(data) // max(height, 1)
    msg = Image(encoding=encoding, width=width, height=height, step=step or row, is_bigendian=int(big_endian))
    msg.data = array.array("B", data)
    return msg


@pytest.mark.parametrize("encoding", ["rgb8", "bgr8", "rgba8", "bgra8"])
def test_color_comes_back_as_it_went(encoding):
    msg = images.color_to_msg(RGB, 1_500_000_000, "camera", encoding)
    np.testing.assert_array_equal(images.color_from_msg(msg), RGB)
    assert (msg.header.stamp.sec, msg.header.stamp.nanosec, msg.header.frame_id) == (1, 500_000_000, "camera")
    assert (msg.width, msg.height, msg.step) == (3, 2, 3 * len(encoding.rstrip("8")))


def test_channel_orders_are_those_of_the_names():
    pixel = np.array([[[1, 2, 3]]], np.uint8)
    sent = {name: list(images.color_to_msg(pixel, 0, "", name).data) for name in images.COLOR_ENCODINGS}
    assert sent["rgb8"] == [1, 2, 3] and sent["bgr8"] == [3, 2, 1]
    assert sent["rgba8"] == [1, 2, 3, 255] and sent["bgra8"] == [3, 2, 1, 255]
    assert sent["mono8"] == [2]  # 0.299 + 2 · 0.587 + 3 · 0.114 = 1.815


def test_mono_becomes_grey():
    np.testing.assert_array_equal(images.color_from_msg(message("mono8", 2, 1, b"\x05\x09")), [[[5, 5, 5], [9, 9, 9]]])


def test_depth_in_millimetres_has_no_return_at_0():
    msg = message("16UC1", 3, 1, struct.pack("<3H", 0, 1234, 65535))
    np.testing.assert_allclose(images.depth_from_msg(msg), [[np.nan, 1.234, 65.535]], rtol=1e-6)
    back = images.depth_to_msg(images.depth_from_msg(msg), 0, "")
    assert back.data == msg.data and back.encoding == "16UC1"


def test_every_millimetre_survives():
    millimetres = np.arange(1, 65536, dtype=np.uint16).reshape(5, -1)
    depth = millimetres.astype(np.float32) * np.float32(0.001)
    back = np.frombuffer(images.depth_to_msg(depth, 0, "").data, np.uint16).reshape(5, -1)
    np.testing.assert_array_equal(back, millimetres)


def test_big_endian_depth_is_swapped():
    msg = message("16UC1", 2, 1, struct.pack(">2H", 1000, 2000), big_endian=True)
    np.testing.assert_array_equal(images.depth_from_msg(msg), np.array([[1.0, 2.0]], np.float32))


def test_depth_in_metres_has_no_return_at_nan_infinity_zero_and_below():
    msg = message("32FC1", 5, 1, struct.pack("<5f", 1.5, np.nan, np.inf, 0.0, -1.0))
    np.testing.assert_array_equal(images.depth_from_msg(msg), np.array([[1.5, *[np.nan] * 4]], np.float32))
    back = images.depth_to_msg(np.array([[1.5, np.nan, 0.0]], np.float32), 0, "", "32FC1")
    assert struct.unpack("<3f", bytes(back.data))[0] == 1.5
    assert np.isnan(struct.unpack("<3f", bytes(back.data))[1:]).all()


def test_depth_beyond_16_bits_becomes_no_return():
    sent = images.depth_to_msg(np.array([[65.535, 65.6, np.inf]], np.float32), 0, "")
    assert struct.unpack("<3H", bytes(sent.data)) == (65535, 0, 0)


def test_instances_come_back_as_they_went():
    ids = np.array([[-1, 0], [70_000, 3]], np.int32)
    np.testing.assert_array_equal(images.instances_from_msg(images.instances_to_msg(ids, 0, "camera")), ids)


def test_padding_at_the_end_of_rows_is_left_out():
    padded = np.zeros((2, 12), np.uint8)
    padded[:, :9] = RGB.reshape(2, 9)
    padded[:, 9:] = 99
    np.testing.assert_array_equal(images.color_from_msg(message("rgb8", 3, 2, padded.tobytes(), step=12)), RGB)


@pytest.mark.parametrize(
    ("read", "msg", "text"),
    [
        (
            images.color_from_msg,
            message("yuv422", 2, 2, bytes(8)),
            r"/color: encoding must be one of rgb8, .* got 'yuv422'",
        ),
        (
            images.depth_from_msg,
            message("8UC1", 2, 2, bytes(4)),
            r"encoding must be one of 16UC1, mono16, 32FC1, got '8UC1'",
        ),
        (images.instances_from_msg, message("16UC1", 2, 2, bytes(8)), r"encoding must be one of 32SC1, got '16UC1'"),
        (images.color_from_msg, message("", 2, 2, bytes(8)), r"got ''"),
        (images.color_from_msg, message("rgb8", 0, 0, b""), r"the image is empty, 0×0 pixels"),
        (images.depth_from_msg, message("16UC1", 4, 0, b""), r"the image is empty, 4×0 pixels"),
        (images.color_from_msg, message("rgb8", 3, 2, bytes(17), step=9), r"9 × 2 = 18 bytes, got 17"),
        (images.color_from_msg, message("rgb8", 3, 2, bytes(19), step=9), r"18 bytes, got 19"),
        (
            images.color_from_msg,
            message("rgb8", 3, 2, bytes(16), step=8),
            r"step must be at least 9 bytes for 3 pixels",
        ),
        (images.depth_from_msg, message("32FC1", 2**31, 2**31, b"", step=4), r"step must be"),
    ],
)
def test_what_is_wrong_is_named(read, msg, text):
    with pytest.raises(FrameError, match=text):
        read(msg, "/color")


@pytest.mark.parametrize(
    "send",
    [
        lambda: images.color_to_msg(RGB.astype(np.float32), 0, ""),
        lambda: images.color_to_msg(RGB[..., 0], 0, ""),
        lambda: images.color_to_msg(RGB[:0], 0, ""),
        lambda: images.color_to_msg(RGB, 0, "", "yuv422"),
        lambda: images.color_to_msg(RGB, -1, ""),
        lambda: images.depth_to_msg(np.zeros((2, 2)), 0, ""),
        lambda: images.depth_to_msg(np.zeros((2, 2), np.float32), 0, "", "64FC1"),
        lambda: images.instances_to_msg(np.zeros((2, 2), np.int64), 0, ""),
    ],
)
def test_wrong_arrays_are_refused(send):
    with pytest.raises(FrameError):
        send()
