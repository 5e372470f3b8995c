"""Colored point clouds as PointCloud2 and back."""

from __future__ import annotations

import array
from collections.abc import Iterator

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField

from situated_qa.errors import FrameError
from situated_qa.ros.stamps import stamp_to_msg

_CLOUD_FIELDS = [
    PointField(name=name, offset=4 * i, datatype=PointField.FLOAT32, count=1)
    for i, name in enumerate(("x", "y", "z", "rgb"))
]
_POINT_BYTES = 16


def cloud_to_msgs(
    points: np.ndarray, colors: np.ndarray, stamp: int, frame_id: str, max_points: int = 50_000
) -> Iterator[PointCloud2]:
    """A colored cloud as PointCloud2 messages of at most `max_points` points each; no points, no message.

    Args:
        points: (N, 3) m, in `frame_id`.
        colors: (N, 3) uint8 RGB.

    Raises:
        FrameError: the shapes or the colors' dtype are wrong.
    """
    if points.ndim != 2 or points.shape[1] != 3 or colors.shape != points.shape or colors.dtype != np.uint8:
        raise FrameError(
            f"a cloud needs (N, 3) points and (N, 3) uint8 colors, got {points.shape}, {colors.dtype} {colors.shape}"
        )
    for start in range(0, len(points), max_points):
        part, rgb = points[start : start + max_points], colors[start : start + max_points].astype(np.uint32)
        rows = np.empty((len(part), 4), np.float32)
        rows[:, :3] = part
        rows[:, 3] = (rgb[:, 0] << 16 | rgb[:, 1] << 8 | rgb[:, 2]).view(np.float32)  # as RViz and PCL pack it
        data = array.array("B")
        data.frombytes(memoryview(rows).cast("B"))
        msg = PointCloud2(height=1, width=len(part), fields=_CLOUD_FIELDS, point_step=_POINT_BYTES, is_dense=True)
        msg.row_step = _POINT_BYTES * len(part)
        msg.header.stamp, msg.header.frame_id = stamp_to_msg(stamp), frame_id
        msg.data = data
        yield msg


def cloud_from_msg(msg: PointCloud2) -> tuple[np.ndarray, np.ndarray]:
    """(N, 3) float32 points, m, and (N, 3) uint8 RGB of a cloud as `cloud_to_msgs` makes them.

    Raises:
        FrameError: the fields are not float32 x, y, z, rgb in this order, or the data has the wrong length.
    """
    fields = [(field.name, field.offset, field.datatype) for field in msg.fields]
    if (
        fields != [(field.name, field.offset, field.datatype) for field in _CLOUD_FIELDS]
        or msg.point_step != _POINT_BYTES
    ):
        raise FrameError(f"cloud: expected float32 fields x, y, z, rgb in 16 bytes a point, got {fields}")
    if len(msg.data) != msg.width * msg.height * _POINT_BYTES:
        raise FrameError(f"cloud: {msg.width} × {msg.height} points need 16 bytes each, got {len(msg.data)} bytes")
    rows = np.frombuffer(msg.data, np.float32).reshape(-1, 4)
    packed = np.ascontiguousarray(rows[:, 3]).view(np.uint32)
    return rows[:, :3].copy(), np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=1).astype(np.uint8)
