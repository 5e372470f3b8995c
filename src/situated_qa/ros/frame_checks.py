"""Plausibility checks of frames whose messages are well formed: units, byte order, focal lengths.

A frame that is refused here would corrupt the map. The limits are far beyond the values of RGB-D cameras, so that no
unusual camera is refused.
"""

from __future__ import annotations

import math

import numpy as np
from sensor_msgs.msg import Image

from situated_qa.errors import FrameError
from situated_qa.geometry import Intrinsics
from situated_qa.ros.images import depth_from_msg

_FIELD_OF_VIEW_DEG = (4.0, 165.0)
_NEAREST_MEDIAN_M = 0.03  # nearer than any camera measures
_FARTHEST_MEDIAN_M = 100.0  # farther than any RGB-D camera measures
_NO_DEPTH_AT_ALL_M = 1e6
_USUAL_MEDIAN_M = (0.1, 20.0)
# The other byte order is tried beyond the usual, where neighboring pixels differ by more than a real place does, and
# for what no 16UC1 can hold, but most 32FC1 become.
_ROUGH_M = 0.5
_TINY_M = 1e-6
_EVERY_NTH_ROW = 8


def check_camera(camera: Intrinsics, name: str) -> None:
    """Refuse focal lengths that no camera has.

    Args:
        name: what to call the camera info in an error, e.g. its topic.

    Raises:
        FrameError: the field of view is below 4° or beyond 165°.
    """
    for key, focal, pixels in (("fx", camera.fx, camera.width), ("fy", camera.fy, camera.height)):
        angle = math.degrees(2 * math.atan(pixels / 2 / focal))
        low, high = _FIELD_OF_VIEW_DEG
        if not low <= angle <= high:
            shortest, longest = (pixels / 2 / math.tan(math.radians(a) / 2) for a in (high, low))
            raise FrameError(
                f"{name}: {key} is {focal:g} px for an image of {pixels} px, a field of view of {angle:.1f}°; "
                f"it must lie between {shortest:.0f} and {longest:.0f} px: K in pixels of the image that is sent"
            )


def check_depth(msg: Image, depth: np.ndarray, name: str) -> bool:
    """Refuse depth in wrong units or in the wrong byte order.

    Args:
        depth: (H, W) float32, m, NaN for no return: what `depth_from_msg` made of `msg`.
        name: what to call the image in an error, e.g. its topic.

    Returns:
        Whether any pixel has depth. None has where the lens is covered or everything is too near: no fault in the data.

    Raises:
        FrameError: the depth cannot be what it says; the text names what would be right.
    """
    with np.errstate(invalid="ignore"):
        farthest = float(np.fmax.reduce(depth, axis=None))
    if math.isnan(farthest):
        return False
    median, roughness = _median_and_roughness(depth)
    absurd = farthest > _NO_DEPTH_AT_ALL_M
    if absurd or not _TINY_M <= median <= _USUAL_MEDIAN_M[1] or roughness > _ROUGH_M:
        _refuse_other_byte_order(msg, median, roughness, name)
    if absurd:
        raise FrameError(
            f"{name}: depth goes up to {farthest:.3g} m; {msg.encoding} must be in m, and a pixel without return must "
            "be NaN or infinite (REP 118)"
        )
    if median > _FARTHEST_MEDIAN_M:
        raise FrameError(
            f"{name}: half of the depth is beyond {median:.6g} m, which looks like millimeters; {msg.encoding} must be "
            "in m (REP 118); millimeters are sent as 16UC1"
        )
    if median < _NEAREST_MEDIAN_M:
        unit, mistake = ("m", "meters divided by 1000") if msg.encoding == "32FC1" else ("mm", "meters")
        raise FrameError(
            f"{name}: half of the depth is nearer than {median:.6g} m, which looks like {mistake}; {msg.encoding} must "
            f"be in {unit} (REP 118)"
        )
    return True


def _refuse_other_byte_order(msg: Image, median: float, roughness: float, name: str) -> None:
    swapped = Image(
        height=msg.height, width=msg.width, encoding=msg.encoding, step=msg.step, is_bigendian=int(not msg.is_bigendian)
    )
    swapped.data = msg.data
    depth = depth_from_msg(swapped, name)
    with np.errstate(invalid="ignore"):
        if not (depth <= _NO_DEPTH_AT_ALL_M).any() or (depth > _NO_DEPTH_AT_ALL_M).any():
            return
    other_median, other_roughness = _median_and_roughness(depth)
    low, high = _USUAL_MEDIAN_M
    if low <= other_median <= high and other_roughness <= roughness:
        raise FrameError(
            f"{name}: depth is about {median:.3g} m in the byte order that is_bigendian {int(msg.is_bigendian)} says, "
            f"and {other_median:.3g} m in the other: is_bigendian must be {int(not msg.is_bigendian)}"
        )


def _median_and_roughness(depth: np.ndarray) -> tuple[float, float]:
    """Median depth and median difference between neighbors in a row, m, of some of the rows; 0 where there is none."""
    rows = depth[:: _EVERY_NTH_ROW if depth.shape[0] >= 4 * _EVERY_NTH_ROW else 1]
    values = rows[np.isfinite(rows)]
    if not len(values):  # the few pixels with depth lie between the rows
        values = depth[np.isfinite(depth)]
    with np.errstate(over="ignore", invalid="ignore"):
        steps = np.abs(np.diff(rows.astype(np.float64), axis=1))
    steps = steps[np.isfinite(steps)]
    return float(np.median(values)) if len(values) else 0.0, float(np.median(steps)) if len(steps) else 0.0
