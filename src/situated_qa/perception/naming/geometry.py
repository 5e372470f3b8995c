"""What the shape of a masked thing says about its name: size, place, flatness, what it stands on, and colors."""

from __future__ import annotations

import numpy as np

from situated_qa.perception.colors import lab_from_srgb
from situated_qa.perception.frame_surfaces import FrameSurfaces

SIDES = ("at_border", "behind", "before", "off_plane", "lighter", "other_hue")
"""What is told of each side of a thing, by what is beside it there."""
NAMES = (
    "length", "depth", "height", "bottom", "top", "middle", "thickness", "level", "upright", "toward_wall",
    "off_wall", "has_wall", "in_wall", "distance", "log_cells", "filled", "wide", "left", "above", "right", "below",
    "on_floor", "lightness", "a", "b", "lightness_spread", "a_spread", "b_spread", "chroma", "edges", "inside_depth",
    *(f"{what}_{side}" for side in ("left", "above", "right", "below") for what in SIDES),
)  # fmt: skip
"""The numbers that `shape_of` gives, in order."""
_FAR_M = 3.0
_POINTS = 250  # of a mask, that are looked at
_OUTLINE = 60  # of a side's outline, likewise
_AWAY = 3  # cells from the outline that what is beside it is looked at


def shape_of(found: FrameSurfaces, mask: np.ndarray) -> np.ndarray | None:
    """(len(NAMES),) float32 of a (H, W) mask of the frame; None where it holds too little depth.

    Lengths are in m; the object's own horizontal axes are those of its largest and smallest spread.
    """
    cells = found.thinned(mask)
    there = cells & found.measured
    count = int(np.count_nonzero(there))
    if count < 6:
        return None
    picked = np.flatnonzero(there)[:: count // _POINTS + 1]
    points = found.points.reshape(-1, 3)[picked].astype(np.float64)
    normals = found.normals.reshape(-1, 3)[picked]
    normals = normals[np.isfinite(normals[:, 0])]
    heights = np.sort(points[:, 2])
    z5, z50, z95 = (float(heights[int(share * (len(heights) - 1))]) for share in (0.03, 0.5, 0.97))
    centered = points - points.mean(axis=0)
    spread = centered.T @ centered / len(points) + 1e-9 * np.eye(3)
    _, axes = np.linalg.eigh(spread[:2, :2])
    length, depth = (_range(centered[:, :2] @ axes[:, k]) for k in (1, 0))
    thickness = float(np.sqrt(max(np.linalg.eigvalsh(spread)[0], 0.0)))
    level = upright = 0.0
    if len(normals):
        level, upright = float((np.abs(normals[:, 2]) > 0.8).mean()), float((np.abs(normals[:, 2]) < 0.3).mean())
    toward, off, in_wall = _to_walls(found, there, points, normals)
    rows, columns = np.flatnonzero(cells.any(1)), np.flatnonzero(cells.any(0))
    height_px, width_px = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    lab = lab_from_srgb(found.color.reshape(-1, 3)[picked])
    mean, spreads = lab.mean(axis=0) / 50.0, lab.std(axis=0) / 20.0
    values = (
        length, depth, z95 - z5, z5, z95, z50, 5.0 * thickness, level, upright, toward,
        off, float(off < _FAR_M), in_wall, float(np.median(found.depth.ravel()[picked])) / 2.0,
        float(np.log(count)) / 3.0, float(np.count_nonzero(cells)) / (height_px * width_px),
        float(np.log(width_px / height_px)), float(columns[0] == 0), float(rows[0] == 0),
        float(columns[-1] == cells.shape[1] - 1), float(rows[-1] == cells.shape[0] - 1), float(z5 < 0.12),
        *mean, *spreads, float(np.hypot(lab[:, 1], lab[:, 2]).mean()) / 30.0,
        float(found.edges[cells].mean()), float(count) / max(int(np.count_nonzero(cells)), 1),
        *_beside(found, there, points, normals),
    )  # fmt: skip
    return np.nan_to_num(np.clip(np.array(values, np.float32), -10.0, 10.0))


def _beside(found: FrameSurfaces, there: np.ndarray, points: np.ndarray, normals: np.ndarray) -> list[float]:
    """`SIDES` of the left, upper, right and lower outline.

    They are the share of the outline at the image's border, the shares where what is beside it lies clearly farther or
    nearer, how far that lies before the thing's own plane (m, at most 1), and how much lighter it is and of other hue.
    """
    middle = points.mean(axis=0)
    normal = normals.mean(axis=0) if len(normals) else np.zeros(3)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-6)
    height, width = there.shape
    flat, measured, thing = found.points.reshape(-1, 3), found.measured.ravel(), there.ravel()
    sides, borders = [], []
    for rows, columns in ((0, -1), (-1, 0), (0, 1), (1, 0)):
        outline = there.copy()
        outline[max(-rows, 0) : height - max(rows, 0), max(-columns, 0) : width - max(columns, 0)] &= ~there[
            max(rows, 0) : height + min(rows, 0), max(columns, 0) : width + min(columns, 0)
        ]
        cells = np.flatnonzero(outline)
        r, c = np.divmod(cells[:: len(cells) // _OUTLINE + 1], width)
        to_r, to_c = r + _AWAY * rows, c + _AWAY * columns
        inside = (to_r >= 0) & (to_r < height) & (to_c >= 0) & (to_c < width)
        borders.append(1.0 - np.count_nonzero(inside) / len(r) if len(r) else 0.0)
        here, beyond = (r * width + c)[inside], (to_r * width + to_c)[inside]
        seen = measured[beyond] & ~thing[beyond]
        sides.append((here[seen], beyond[seen]))
    here, beyond = (np.concatenate([side[k] for side in sides]) for k in (0, 1))
    colors = found.color.reshape(-1, 3)
    lab = lab_from_srgb(colors[np.concatenate([here, beyond])])
    steps = (lab[len(here) :] - lab[: len(here)]) / 20.0
    near, far = found.depth.ravel()[here], found.depth.ravel()[beyond]
    behind, before = far > 1.05 * near + 0.02, far < 0.95 * near - 0.02
    off = (flat[beyond] - middle) @ normal
    values: list[float] = []
    first = 0
    for at_border, (cells, _) in zip(borders, sides, strict=True):
        part = slice(first, first + len(cells))
        first += len(cells)
        if not len(cells):
            values += [at_border, 0.0, 0.0, 0.0, 0.0, 0.0]
            continue
        lighter, a, b = (steps[part].sum(axis=0) / len(cells)).tolist()
        values += [
            at_border,
            np.count_nonzero(behind[part]) / len(cells),
            np.count_nonzero(before[part]) / len(cells),
            min(max(float(np.median(off[part])), -1.0), 1.0),
            lighter,
            (a * a + b * b) ** 0.5,
        ]
    return values


def _range(values: np.ndarray) -> float:
    """Between the outermost 3 % of some numbers."""
    ordered = np.sort(values)
    last = len(ordered) - 1
    return float(ordered[int(0.97 * last)] - ordered[int(0.03 * last)])


def _to_walls(
    found: FrameSurfaces, there: np.ndarray, points: np.ndarray, normals: np.ndarray
) -> tuple[float, float, float]:
    """How much it faces the nearest wall's way, its distance from it (m), and the share of it in walls."""
    best = (0.0, _FAR_M)
    inside = np.zeros(there.shape, bool)
    for wall in found.walls:
        inside |= wall.pixels
        off = float(np.percentile(points[:, :2] @ wall.normal - wall.offset, 10))
        if abs(off) < best[1]:
            facing = float((np.abs(normals[:, :2] @ wall.normal) > 0.8).mean()) if len(normals) else 0.0
            best = (facing, abs(off))
    return best[0], best[1], float(inside[there].mean())
