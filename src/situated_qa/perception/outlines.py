"""The shape of an object by the outline of its surface: round, rectangular or square where enough of it was seen.

What lies or stands is looked at from above, by its flat top where it has one: a stool is round whatever its legs are.
What is flat and upright is looked at from the front. Of a rectangle the corners were seen, of a circle none is there;
of what is hidden in part neither is sure, and nothing is told.
"""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box

OUTLINE = "the outline of its surface"
"""The source of a shape that was told so."""

_LEAST_POINTS, _LEAST_SIDE_M = 20, 0.14  # with fewer points or on a shorter side, corners are lost among voxels
_TOP_M, _TOP_SHARE = 0.06, 0.5  # depth of a top, and the share of the whole outline that it has at least
_OUTLIERS = 50  # of so many points one may lie higher than the top
_FLAT = 0.25  # thickness over the other sides, below which an upright thing is flat
# Distances of the outline from the corners of the rectangle around it, in halves of its sides; a circle's is 0.41.
_IN_CORNER, _NOT_IN_CORNER = 0.2, 0.25
_DULL = 0.45  # of the fourth corner of a rectangle
_SHARP, _CUT_OFF = 0.12, 0.7  # of three corners, and of the fourth where something has hidden it
_RECTANGLE_FILLS = 0.88  # area of the convex hull over that of the rectangle around it; voxels cut the corners
_CUT_RECTANGLE_FILLS = 0.8
_CIRCLE_FILLS = (0.70, 0.86)  # π / 4 of an ideal one
_CIRCLE_SIDES = 1.2  # the longer over the shorter side
_SQUARE_SIDES = 1.08


def outline_shape(points: np.ndarray, box: Box) -> str:
    """The shape, "round", "rectangular" or "square"; "" where the outline does not tell.

    Args:
        points: (N, 3) of the surface without noise, map frame, m.
        box: around the object.
    """
    if len(points) < _LEAST_POINTS:
        return ""
    thin, wide = sorted(box.extents[:2].tolist())
    if thin < _FLAT * min(wide, float(box.extents[2])):
        turn = box.yaw + (0.0 if box.extents[0] > box.extents[1] else np.pi / 2)
        along = points[:, :2] @ np.array([np.cos(turn), np.sin(turn)])
        shape = _shape(np.stack([along, points[:, 2]], axis=1))
        # Part of the height or width is often hidden by what stands before it.
        return "" if shape == "square" else shape
    height = points[:, 2]
    last = len(points) - 1 - len(points) // _OUTLIERS
    top = points[height >= np.partition(height, last)[last] - _TOP_M, :2]
    return _shape(top, least_area=_TOP_SHARE * thin * wide) if len(top) >= _LEAST_POINTS else ""


def _shape(points: np.ndarray, least_area: float = 0.0) -> str:
    """Of (N, 2) points of a face, m; "" where the rectangle around them is smaller than an area, m²."""
    import cv2

    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    middle, (width, height), degrees = cv2.minAreaRect(hull)
    short, long = sorted((float(width), float(height)))
    if short < _LEAST_SIDE_M or short * long < least_area:
        return ""
    fills = float(cv2.contourArea(hull)) / (short * long)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    within = (hull - np.array(middle)) @ np.array([[c, -s], [s, c]]) / np.array([width / 2, height / 2])
    corners = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    gaps = np.sort(np.linalg.norm(within[:, None] - corners, axis=2).min(axis=0))
    if fills >= _RECTANGLE_FILLS and gaps[2] <= _IN_CORNER and gaps[3] <= _DULL:
        return "square" if long < _SQUARE_SIDES * short and gaps[3] <= _IN_CORNER else "rectangular"
    if fills >= _CUT_RECTANGLE_FILLS and gaps[2] <= _SHARP and gaps[3] <= _CUT_OFF:
        return "rectangular"
    round_ = _CIRCLE_FILLS[0] <= fills <= _CIRCLE_FILLS[1] and gaps[0] >= _NOT_IN_CORNER
    return "round" if round_ and long < _CIRCLE_SIDES * short else ""
