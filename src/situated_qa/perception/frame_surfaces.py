"""A frame thinned to about 160 columns, with points and normals in the map, and which of it is floor, wall or ceiling.

Proposals look at surfaces of a decimeter and more, and a grid sixteen times smaller than the image costs a sixteenth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.backgrounds import upright_planes

_COLUMNS = 160
_PLANE_POINTS = 900
_PLANE_SHARE = 0.045  # an upright plane with a smaller share of the points is furniture
_BEHIND = 0.1  # of the points that a wall is seen beside, so many at most lie behind it
_WALL_TOP_M = 1.75  # a wall goes on up to here where the image reaches so high
_WALL_LENGTH_M = 1.0
_CANNY = (40, 100)  # thresholds of the color's gradient


@dataclass(frozen=True, slots=True, eq=False)
class WallPlane:
    """An upright plane that bounds a room; points p of it have normal · p = offset."""

    normal: np.ndarray  # (2,) towards the camera
    offset: float  # m
    pixels: np.ndarray  # (h, w) bool, of the thinned frame


@dataclass(frozen=True, slots=True, eq=False)
class FrameSurfaces:
    """A thinned frame. Pixel (r, c) of it is pixel (r · step + step // 2, c · step + step // 2) of the frame."""

    step: int
    color: np.ndarray  # (h, w, 3) uint8
    depth: np.ndarray  # (h, w) float32, m, NaN where there is none
    points: np.ndarray  # (h, w, 3) float32, map frame, m
    normals: np.ndarray  # (h, w, 3) float32, map frame, towards the camera; NaN where not known
    floor: np.ndarray  # (h, w) bool, ceiling included
    walls: tuple[WallPlane, ...]
    edges: np.ndarray  # (h, w) bool, where the color jumps

    @property
    def measured(self) -> np.ndarray:
        """(h, w) bool: where there is depth."""
        return np.isfinite(self.depth)

    def thinned(self, mask: np.ndarray) -> np.ndarray:
        """A mask of the frame on this grid."""
        return mask[self.step // 2 :: self.step, self.step // 2 :: self.step]

    def full(self, mask: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
        """A mask of this grid on the frame of a (height, width)."""
        large = np.repeat(np.repeat(mask, self.step, axis=0), self.step, axis=1)
        result = np.zeros(shape, bool)
        rows, columns = min(shape[0], large.shape[0]), min(shape[1], large.shape[1])
        result[:rows, :columns] = large[:rows, :columns]
        return result


def surfaces_of(frame: Frame, *, floor_height_m: float, ceiling_m: float) -> FrameSurfaces:
    """Thin a frame and find what bounds the room in it.

    Args:
        floor_height_m: what lies lower in the map is floor, m.
        ceiling_m: level surfaces that are higher are ceiling, m.
    """
    import cv2

    step = max(1, round(frame.camera.width / _COLUMNS))
    first = step // 2
    depth = frame.depth[first::step, first::step].astype(np.float32)
    with np.errstate(invalid="ignore"):
        depth = np.where((depth > 0.0) & (depth < np.inf), depth, np.float32(0.0))
    smooth = cv2.medianBlur(depth, 3)
    depth = np.where((depth > 0.0) & (np.abs(smooth - depth) < 0.03 * depth), smooth, depth)
    depth[depth == 0.0] = np.nan
    height, width = depth.shape
    camera, T = frame.camera, frame.T_map_camera
    x = ((np.arange(width) * step + first - camera.cx) / camera.fx).astype(np.float32)
    y = ((np.arange(height) * step + first - camera.cy) / camera.fy).astype(np.float32)
    rays = np.stack([*np.broadcast_arrays(x[None, :], y[:, None]), np.ones((height, width), np.float32)], axis=-1)
    rays = rays @ T.R.T.astype(np.float32)
    points = rays * depth[..., None] + T.t.astype(np.float32)
    normals = _normals(points, rays)
    z = points[..., 2]
    tolerance = 0.004 * depth**2
    with np.errstate(invalid="ignore"):
        floor = (z < floor_height_m + tolerance) | ((z > ceiling_m) & (normals[..., 2] < -0.7))
        floor |= (z < floor_height_m + 0.06 + tolerance) & (normals[..., 2] > 0.9) & (z < 0.12)
    walls = _walls(points, normals, depth, floor, T.t)
    color = np.ascontiguousarray(frame.color[first::step, first::step])
    return FrameSurfaces(step, color, depth, points, normals, floor, walls, _color_edges(frame.color, depth.shape))


def _color_edges(color: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """(h, w) bool: which cells of the grid an edge of the color passes, sought in an image of twice the grid's size."""
    import cv2

    half = cv2.resize(color, (2 * shape[1], 2 * shape[0]), interpolation=cv2.INTER_AREA)
    edges = np.maximum.reduce([cv2.Canny(np.ascontiguousarray(half[..., k]), *_CANNY) for k in range(3)])
    return np.asarray(cv2.resize(edges, (shape[1], shape[0]), interpolation=cv2.INTER_AREA) > 0, bool)


def _normals(points: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """(h, w, 3) unit normals from differences over two pixels to each side."""
    normals = np.full_like(points, np.nan)
    across = points[2:-2, 4:] - points[2:-2, :-4]
    down = points[4:, 2:-2] - points[:-4, 2:-2]
    normal = np.stack(
        [
            across[..., 1] * down[..., 2] - across[..., 2] * down[..., 1],
            across[..., 2] * down[..., 0] - across[..., 0] * down[..., 2],
            across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0],
        ],
        axis=-1,
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        normal /= np.sqrt((normal * normal).sum(axis=-1, keepdims=True))
        facing = (normal * rays[2:-2, 2:-2]).sum(axis=-1, keepdims=True)
    normals[2:-2, 2:-2] = np.where(facing > 0.0, -normal, normal)
    return normals


def _walls(
    points: np.ndarray, normals: np.ndarray, depth: np.ndarray, floor: np.ndarray, eye: np.ndarray
) -> tuple[WallPlane, ...]:
    measured = np.isfinite(depth) & ~floor
    with np.errstate(invalid="ignore"):
        upright = measured & (np.abs(normals[..., 2]) < 0.35) & (points[..., 2] > 0.15)
    rows, columns = np.nonzero(upright)
    if len(rows) < 50:
        return ()
    pick = slice(None, None, len(rows) // _PLANE_POINTS + 1)
    xy, near = points[rows[pick], columns[pick], :2].astype(np.float64), depth[rows[pick], columns[pick]]
    tolerance = 0.03 + 0.004 * near.astype(np.float64) ** 2
    image_top = float(np.nanmax(np.where(measured, points[..., 2], -np.inf)))
    walls = []
    for normal, offset in upright_planes(xy, tolerance, min_share=_PLANE_SHARE, count=6, trials=48):
        normal, offset = (normal, offset) if float(normal @ eye[:2]) > offset else (-normal, -offset)
        before = points[..., 0] * np.float32(normal[0]) + points[..., 1] * np.float32(normal[1]) - np.float32(offset)
        band = 0.035 + 0.005 * depth**2
        with np.errstate(invalid="ignore"):
            inside = measured & (np.abs(before) <= band)
            facing = normals[..., 0] * np.float32(normal[0]) + normals[..., 1] * np.float32(normal[1]) > 0.7
        core = inside & facing
        count = int(core.sum())
        if count < 30:
            continue
        along = points[core][:, :2] @ np.array([-normal[1], normal[0]], np.float32)
        low, high = np.percentile(along, [3, 97])
        if high - low < _WALL_LENGTH_M * 0.6:
            continue
        # What lies behind, seen past the plane's own stretch: a cupboard has wall behind it, a wall at most a doorway.
        beside = points[..., 0] * np.float32(-normal[1]) + points[..., 1] * np.float32(normal[0])
        with np.errstate(invalid="ignore"):
            behind = int(np.count_nonzero(measured & (before < -3.0 * band) & (beside > low) & (beside < high)))
        top = float(np.percentile(points[core][:, 2], 98))
        tall = top >= min(_WALL_TOP_M, image_top - 0.15) and high - low >= _WALL_LENGTH_M
        if behind <= _BEHIND * count and (tall or behind == 0):
            with np.errstate(invalid="ignore"):
                walls.append(WallPlane(normal, float(offset), measured & (before <= band) & (before >= -3.0 * band)))
    return tuple(walls)
