"""Flat things on walls: upright rectangles in a wall's plane that differ in color from it or have an edge all around.

Shadows, sunbeams and lamps make patches on walls too, but these have soft edges or are no upright rectangles.
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.frame_surfaces import FrameSurfaces, WallPlane

_LIGHTNESS = 0.5  # lightness counts half: walls are lit unevenly
_DIFFERENT = 11.0  # CIELAB, with the weight above
_SHARP = 8.0  # CIELAB across the outline, two cells apart
_FILLED = 0.8  # of its rectangle on the wall
_LONGEST_M = 3.0
_LEAST_CELLS = 25
_WALL_CELLS = 200
_NOT_THE_WALL = 0.5  # a piece with a larger share of the wall is the wall itself
_SAME = 0.5  # intersection over union of a piece found in both ways


def flat_pieces(found: FrameSurfaces, taken: np.ndarray, *, least_side_m: float) -> list[np.ndarray]:
    """(h, w) bool masks of flat things on the walls of a thinned frame.

    Args:
        taken: (h, w) bool, where something is named already.
        least_side_m: things whose shorter side is less are left out, m.
    """
    pieces: list[np.ndarray] = []
    if not found.walls:
        return pieces
    lab = lab_of(found)
    for wall in found.walls:
        area = wall.pixels & ~taken
        if np.count_nonzero(area) < _WALL_CELLS:
            continue
        different = _different(lab, area)
        for piece in parts_of(different):
            if _is_upright_rectangle(found, wall, piece, least_side_m) and is_sharp(lab, wall.pixels, piece):
                pieces.append(piece)
        most = _NOT_THE_WALL * np.count_nonzero(area)
        for piece in parts_of(area & ~found.edges):
            wider = _grown(piece, area)
            if np.count_nonzero(wider) > most or not _is_upright_rectangle(found, wall, wider, least_side_m):
                continue
            if all(_iou(wider, other) < _SAME for other in pieces):
                pieces.append(wider)
    return pieces


def lab_of(found: FrameSurfaces) -> np.ndarray:
    """(h, w, 3) float32 colors of a thinned frame in CIELAB, smoothed, with half of their lightness."""
    import cv2

    smooth = cv2.medianBlur(np.ascontiguousarray(found.color), 3).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(smooth, cv2.COLOR_RGB2LAB), np.float32) * np.array([_LIGHTNESS, 1, 1], np.float32)


def _different(lab: np.ndarray, area: np.ndarray) -> np.ndarray:
    """Where a wall's area has not the wall's color."""
    import cv2

    middle = np.median(lab[area], axis=0)
    odd = area & (np.sqrt(((lab - middle) ** 2).sum(axis=-1)) > _DIFFERENT)
    return np.asarray(cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), bool)


def parts_of(pixels: np.ndarray) -> list[np.ndarray]:
    """Connected parts that are large enough."""
    import cv2

    count, labels, stats, _ = cv2.connectedComponentsWithStats(pixels.astype(np.uint8), connectivity=4)
    return [labels == k for k in range(1, count) if stats[k, 4] >= _LEAST_CELLS]


def _grown(piece: np.ndarray, area: np.ndarray) -> np.ndarray:
    """A piece with the edge around it."""
    import cv2

    return np.asarray(cv2.dilate(piece.astype(np.uint8), np.ones((3, 3), np.uint8)), bool) & area


def _iou(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.count_nonzero(a & b)) / max(int(np.count_nonzero(a | b)), 1)


def _is_upright_rectangle(found: FrameSurfaces, wall: WallPlane, piece: np.ndarray, least_side_m: float) -> bool:
    """Whether a piece fills most of an upright rectangle on its wall, of plausible size."""
    points = found.points[piece]
    along = points[:, :2] @ np.array([-wall.normal[1], wall.normal[0]], np.float32)
    up = points[:, 2]
    width, height = (float(np.subtract(*np.percentile(v, [97.0, 3.0]))) for v in (along, up))
    if min(width, height) < least_side_m or max(width, height) > _LONGEST_M:
        return False
    cells = 12
    x = np.clip((along - np.percentile(along, 3.0)) / width * cells, 0, cells - 1).astype(int)
    y = np.clip((up - np.percentile(up, 3.0)) / height * cells, 0, cells - 1).astype(int)
    if len(points) < 2 * cells * cells:
        cells = max(3, int((len(points) / 2) ** 0.5))
        x, y = (np.minimum(v * cells // 12, cells - 1) for v in (x, y))
    return len(set((x * cells + y).tolist())) >= _FILLED * cells * cells


def is_sharp(lab: np.ndarray, around: np.ndarray, piece: np.ndarray) -> bool:
    """Whether the color jumps at the outline, and most of the outline has wall or floor around it.

    Args:
        lab: (h, w, 3) as of `lab_of`.
        around: (h, w) bool, the plane that the piece lies on.
    """
    import cv2

    outside = np.asarray(cv2.dilate(piece.astype(np.uint8), np.ones((5, 5), np.uint8)), bool) & ~piece & around
    inner = piece & ~np.asarray(cv2.erode(piece.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
    if np.count_nonzero(outside) < 0.4 * np.count_nonzero(inner):
        return False
    step = np.median(lab[inner], axis=0) - np.median(lab[outside], axis=0)
    return float(np.sqrt((step**2).sum())) >= _SHARP
