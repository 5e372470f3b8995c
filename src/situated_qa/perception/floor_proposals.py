"""Flat things on the floor: rugs and mats, pieces of the floor with a sharp outline that differ in hue from the rest.

Shadows and sunbeams make the floor darker or lighter and leave its hue: what differs in lightness alone is none.
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.flat_proposals import is_sharp, lab_of, parts_of
from situated_qa.perception.frame_surfaces import FrameSurfaces

_FLOOR_CELLS = 200
_DIFFERENT = 12.0  # CIELAB, lightness counts half
_OTHER_HUE = 7.0  # of that in a and b
_A_LOT = 0.25  # of the floor that is seen
_FILLED = 0.72  # of the visible floor in its rectangle; a round rug fills 0.785 of it
_LEAST_M, _LONGEST_M = 0.3, 4.0
_LEVEL_M = 0.06  # of what is seen in its rectangle, what lies higher stands on it


def floor_pieces(found: FrameSurfaces, taken: np.ndarray) -> list[np.ndarray]:
    """(h, w) bool masks of flat things on the floor of a thinned frame.

    Args:
        taken: (h, w) bool, where something is named already.
    """
    import cv2

    with np.errstate(invalid="ignore"):
        low = found.floor & (found.points[..., 2] < 0.3)
    area = low & ~taken
    if np.count_nonzero(area) < _FLOOR_CELLS:
        return []
    lab = lab_of(found)
    middle = np.median(lab[area], axis=0)
    # Less light scales L* + 16, a* and b* alike: brought to the floor's lightness, a shadow has the floor's hue.
    lit = (2.0 * middle[0] + 16.0) / (2.0 * lab[..., :1] + 16.0)
    hue = np.linalg.norm(lab[..., 1:] * lit - middle[1:], axis=-1)
    different = area & (np.hypot(lab[..., 0] - middle[0], hue) > _DIFFERENT) & (hue > _OTHER_HUE)
    different = cv2.morphologyEx(different.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    different = cv2.morphologyEx(different, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool) & low
    sides = [different]
    if np.count_nonzero(different) > _A_LOT * np.count_nonzero(area):
        sides.append(area & ~different)  # a rug that fills most of the view, with some floor around it
    return [
        piece
        for side in sides
        for piece in parts_of(side)
        if _is_rectangle(found, low, piece) and is_sharp(lab, low & ~side, piece)
    ]


def _is_rectangle(found: FrameSurfaces, low: np.ndarray, piece: np.ndarray) -> bool:
    """Whether a piece is most of what is seen of the floor in the smallest rectangle around it, of plausible size."""
    import cv2

    middle, size, angle = cv2.minAreaRect(np.ascontiguousarray(found.points[piece][:, :2]))
    length, width = float(size[0]), float(size[1])
    if not _LEAST_M <= min(length, width) <= max(length, width) <= _LONGEST_M:
        return False
    c, s = float(np.cos(np.radians(angle))), float(np.sin(np.radians(angle)))
    away = found.points[..., :2] - np.array(middle, np.float32)
    with np.errstate(invalid="ignore"):
        inside = (np.abs(c * away[..., 0] + s * away[..., 1]) <= length / 2) & (found.points[..., 2] < _LEVEL_M)
        inside &= np.abs(c * away[..., 1] - s * away[..., 0]) <= width / 2
    seen = int(np.count_nonzero(inside & low))
    return int(np.count_nonzero(piece)) >= _FILLED * max(seen, 1)
