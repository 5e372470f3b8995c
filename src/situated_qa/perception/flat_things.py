"""Flat things by their color: a rug on a floor, a magazine on a table or a picture on a wall has no depth of its own.

The box of a flat thing seen at a slant holds as much floor as rug. Where the plane goes on beside the box, its colors
there are known, and what has other colors in the box is the thing. Where color does not tell, the box is all there is
to go by.
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.box_window import BoxWindow

_LEAST_AROUND = 50  # px of the plane beside the box, to know its colors
_LIGHTNESS_STEP, _HUE_STEP = 12, 6  # width of a histogram's cell, 1/255 of CIELAB's ranges as OpenCV scales them
_BLUR_CELLS = 0.8
_NOT_THE_PLANE = 1.5  # a color this many times as frequent in the box as beside it belongs to the thing
_LEAST_OF_BOX = 0.15  # a thing that takes a smaller share of the plane's pixels in its box was not told by color
_TIGHT = 0.6  # intersection over union of the detector's box with the box around the pixels


def colored_apart(window: BoxWindow, plane: np.ndarray) -> np.ndarray | None:
    """The pixels of a plane in the box that have another color than the plane beside the box.

    Args:
        plane: (h, w) bool, the pixels of the window that lie in one plane.

    Returns:
        (h, w) bool; None where color does not tell: the plane does not go on beside the box, or its pixels of other
        colors do not fill the box.
    """
    import cv2

    # Noise makes single pixels of the plane stand out; what stands on it makes larger holes, which stay.
    whole = cv2.morphologyEx(plane.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0
    inside, around = window.only(whole & window.measured, window.inside), window.without(plane, window.reach)
    if np.count_nonzero(around) < _LEAST_AROUND or not inside.any():
        return None
    cells = _color_cells(window)
    of_box, of_plane = _frequencies(cells[inside]), _frequencies(cells[around])
    apart = (of_box > _NOT_THE_PLANE * of_plane)[cells] & inside
    # Specks of noise go, and the pattern of a rug that shares a color with the floor is filled in.
    shorter = min(window.size)
    mask = cv2.morphologyEx(apart.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    width = 2 * int(max(shorter * 0.06, 1.0)) + 1
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    found = (mask > 0) & inside
    if np.count_nonzero(found) < _LEAST_OF_BOX * np.count_nonzero(inside) or agreement(found, window) < _TIGHT:
        return None
    return found


def agreement(pixels: np.ndarray, window: BoxWindow) -> float:
    """Intersection over union of the detector's box with the box around some (h, w) pixels of the window."""
    rows, columns = np.flatnonzero(pixels.any(axis=1)), np.flatnonzero(pixels.any(axis=0))
    if not len(rows):
        return 0.0
    # What sticks out of the image is not in the window, and no pixel can show it.
    top, left = window.inside[0].start, window.inside[1].start
    bottom, right = window.inside[0].stop, window.inside[1].stop
    width = min(columns[-1] + 1, right) - max(columns[0], left)
    height = min(rows[-1] + 1, bottom) - max(rows[0], top)
    if width <= 0 or height <= 0:
        return 0.0
    mine = (columns[-1] + 1 - columns[0]) * (rows[-1] + 1 - rows[0])
    return float(width * height / (mine + (bottom - top) * (right - left) - width * height))


def _color_cells(window: BoxWindow) -> np.ndarray:
    """(h, w) int number of the cell of CIELAB that each pixel's color lies in; the image is smoothed first."""
    import cv2

    smooth = cv2.medianBlur(np.ascontiguousarray(window.frame.color[window.rows, window.columns]), 5)
    lab = cv2.cvtColor(smooth, cv2.COLOR_RGB2LAB).astype(np.int64)
    shape = _shape()
    return np.asarray(
        (lab[..., 0] // _LIGHTNESS_STEP * shape[1] + lab[..., 1] // _HUE_STEP) * shape[2] + lab[..., 2] // _HUE_STEP
    )


def _shape() -> tuple[int, int, int]:
    return 255 // _LIGHTNESS_STEP + 1, 255 // _HUE_STEP + 1, 255 // _HUE_STEP + 1


def _frequencies(cells: np.ndarray) -> np.ndarray:
    """How often each cell of color occurs, smoothed over neighboring cells, so that they add up to 1."""
    from scipy.ndimage import gaussian_filter

    shape = _shape()
    counts = np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape).astype(np.float32)
    return np.asarray(gaussian_filter(counts, _BLUR_CELLS, mode="nearest").ravel() / max(len(cells), 1))
