"""sensor_msgs/Image to and from arrays: color, depth, true instance ids and labels.

`msg.data` is always filled with an `array.array`: rclpy takes it as it is, whereas it copies `bytes` and checks every
element of a list or a numpy array (0.04 ms against 34 to 87 ms for a 640×480 image).
"""

from __future__ import annotations

import array
import sys

import numpy as np
from sensor_msgs.msg import Image

from situated_qa.errors import FrameError
from situated_qa.ros.stamps import stamp_to_msg

COLOR_ENCODINGS = ("rgb8", "bgr8", "rgba8", "bgra8", "mono8")
DEPTH_ENCODINGS = ("16UC1", "mono16", "32FC1")
INSTANCE_ENCODINGS = ("32SC1",)
LABEL_ENCODINGS = ("mono8", "8UC1", "16UC1", "mono16", "32SC1")

_CHANNELS = {"rgb8": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4, "mono8": 1}
_MILLIMETERS = 1000.0


def color_from_msg(msg: Image, name: str = "color") -> np.ndarray:
    """The color image as (H, W, 3) uint8 RGB; a view of the message's data where its layout allows.

    Args:
        name: what to call the image in an error, e.g. its topic.

    Raises:
        FrameError: the encoding is not one of `COLOR_ENCODINGS`, the image is empty, or its sizes contradict its data.
    """
    _check_encoding(msg, COLOR_ENCODINGS, name)
    channels = _CHANNELS[msg.encoding]
    pixels = _pixels(msg, np.dtype(np.uint8), channels, name)
    if channels == 1:
        return np.repeat(pixels, 3, axis=2)
    if msg.encoding.startswith("bgr"):
        return np.ascontiguousarray(pixels[..., 2::-1])
    return np.ascontiguousarray(pixels[..., :3])


def color_to_msg(rgb: np.ndarray, stamp: int, frame_id: str, encoding: str = "rgb8") -> Image:
    """An image message from (H, W, 3) uint8 RGB; alpha is 255, `mono8` is the ITU-R BT.601 luma.

    Raises:
        FrameError: the array is not (H, W, 3) uint8, or the encoding is not one of `COLOR_ENCODINGS`.
    """
    if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8:
        raise FrameError(f"a color image is uint8 of shape (H, W, 3), got {rgb.dtype} of shape {rgb.shape}")
    if encoding not in COLOR_ENCODINGS:
        raise FrameError(f"color encoding must be one of {', '.join(COLOR_ENCODINGS)}, got {encoding!r}")
    pixels = rgb[..., ::-1] if encoding.startswith("bgr") else rgb
    if encoding.endswith("a8"):
        pixels = np.concatenate([pixels, np.full((*rgb.shape[:2], 1), 255, np.uint8)], axis=2)
    elif encoding == "mono8":
        pixels = np.rint(rgb @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
    return _to_msg(pixels, stamp, frame_id, encoding)


def depth_from_msg(msg: Image, name: str = "depth") -> np.ndarray:
    """The depth image as (H, W) float32, m, with NaN for no return (REP 118: 16UC1 in mm with 0, 32FC1 in m with NaN).

    Raises:
        FrameError: the encoding is not one of `DEPTH_ENCODINGS`, the image is empty, or its sizes contradict its data.
    """
    _check_encoding(msg, DEPTH_ENCODINGS, name)
    if msg.encoding == "32FC1":
        depth = _pixels(msg, np.dtype(np.float32), 1, name)[..., 0]
        with np.errstate(invalid="ignore"):
            valid = np.isfinite(depth) & (depth > 0)
        return depth if valid.all() else np.where(valid, depth, np.float32(np.nan))
    millimeters = _pixels(msg, np.dtype(np.uint16), 1, name)[..., 0]
    depth = millimeters.astype(np.float32) * np.float32(1 / _MILLIMETERS)
    depth[millimeters == 0] = np.nan
    return depth


def depth_to_msg(depth: np.ndarray, stamp: int, frame_id: str, encoding: str = "16UC1") -> Image:
    """A depth message from (H, W) float32, m; 0, negative or not finite means no return.

    Depth beyond 65.535 m does not fit `16UC1` and becomes no return.

    Raises:
        FrameError: the array is not (H, W) float32, or the encoding is not 16UC1 or 32FC1.
    """
    if depth.ndim != 2 or depth.dtype != np.float32:
        raise FrameError(f"a depth image is float32 of shape (H, W), m, got {depth.dtype} of shape {depth.shape}")
    with np.errstate(invalid="ignore"):
        valid = np.isfinite(depth) & (depth > 0)
    if encoding == "32FC1":
        return _to_msg(np.where(valid, depth, np.float32(np.nan)), stamp, frame_id, encoding)
    if encoding != "16UC1":
        raise FrameError(f"depth encoding must be 16UC1 or 32FC1, got {encoding!r}")
    millimeters = np.rint(np.where(valid, depth, 0) * np.float32(_MILLIMETERS))
    millimeters[millimeters > np.iinfo(np.uint16).max] = 0
    return _to_msg(millimeters.astype(np.uint16), stamp, frame_id, encoding)


def instances_from_msg(msg: Image, name: str = "instances") -> np.ndarray:
    """True instance ids as (H, W) int32, -1 for none; simulation only.

    Raises:
        FrameError: the encoding is not 32SC1, the image is empty, or its sizes contradict its data.
    """
    _check_encoding(msg, INSTANCE_ENCODINGS, name)
    return _pixels(msg, np.dtype(np.int32), 1, name)[..., 0]


def instances_to_msg(instances: np.ndarray, stamp: int, frame_id: str) -> Image:
    """A 32SC1 message from (H, W) int32 instance ids.

    Raises:
        FrameError: the array is not (H, W) int32.
    """
    if instances.ndim != 2 or instances.dtype != np.int32:
        raise FrameError(f"instance ids are int32 of shape (H, W), got {instances.dtype} of shape {instances.shape}")
    return _to_msg(instances, stamp, frame_id, "32SC1")


def labels_from_msg(msg: Image, name: str = "labels") -> tuple[np.ndarray, int | None]:
    """The numbers of a label image.

    Returns:
        (H, W) int32, and the number that its encoding reserves for "unlabeled" (vision_msgs/LabelInfo): 255, 65535 or,
        with 32SC1, none.

    Raises:
        FrameError: the encoding is not one of `LABEL_ENCODINGS`, the image is empty, or its sizes contradict its data.
    """
    _check_encoding(msg, LABEL_ENCODINGS, name)
    kind = {"mono8": np.uint8, "8UC1": np.uint8, "32SC1": np.int32}.get(msg.encoding, np.uint16)
    labels = _pixels(msg, np.dtype(kind), 1, name)[..., 0].astype(np.int32)
    return labels, None if kind is np.int32 else int(np.iinfo(kind).max)


def labels_to_msg(labels: np.ndarray, stamp: int, frame_id: str) -> Image:
    """A mono8, 16UC1 or 32SC1 message from (H, W) uint8, uint16 or int32 numbers.

    Raises:
        FrameError: the array is something else.
    """
    encoding = {"uint8": "mono8", "uint16": "16UC1", "int32": "32SC1"}.get(str(labels.dtype))
    if labels.ndim != 2 or encoding is None:
        raise FrameError(f"labels are uint8, uint16 or int32 of shape (H, W), got {labels.dtype} {labels.shape}")
    return _to_msg(labels, stamp, frame_id, encoding)


def _check_encoding(msg: Image, legal: tuple[str, ...], name: str) -> None:
    if msg.encoding not in legal:
        raise FrameError(f"{name}: encoding must be one of {', '.join(legal)}, got {msg.encoding!r}")


def _pixels(msg: Image, dtype: np.dtype, channels: int, name: str) -> np.ndarray:
    """The message's data as (H, W, channels), in this machine's byte order."""
    if msg.width == 0 or msg.height == 0:
        raise FrameError(f"{name}: the image is empty, {msg.width}×{msg.height} pixels")
    row = msg.width * channels * dtype.itemsize
    if msg.step < row:
        raise FrameError(
            f"{name}: step must be at least {row} bytes for {msg.width} pixels {msg.encoding}, got {msg.step}"
        )
    if len(msg.data) != msg.step * msg.height:
        raise FrameError(
            f"{name}: data must hold step × height = {msg.step} × {msg.height} = {msg.step * msg.height} bytes, "
            f"got {len(msg.data)}"
        )
    data = np.frombuffer(msg.data, np.uint8).reshape(msg.height, msg.step)[:, :row]
    stored = dtype.newbyteorder(">" if msg.is_bigendian else "<")
    pixels = np.ascontiguousarray(data).view(stored).reshape(msg.height, msg.width, channels)
    return pixels.astype(dtype, copy=False)


def _to_msg(pixels: np.ndarray, stamp: int, frame_id: str, encoding: str) -> Image:
    pixels = np.ascontiguousarray(pixels)
    if pixels.size == 0:
        raise FrameError(f"cannot send an empty image, got shape {pixels.shape}")
    data = array.array("B")
    data.frombytes(memoryview(pixels).cast("B"))
    msg = Image(height=pixels.shape[0], width=pixels.shape[1], encoding=encoding, step=pixels.strides[0])
    msg.is_bigendian = int(sys.byteorder == "big")
    msg.header.stamp, msg.header.frame_id = stamp_to_msg(stamp), frame_id
    msg.data = data
    return msg
