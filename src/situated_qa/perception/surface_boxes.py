"""The box of an object, from what was seen of its surface and from the map around it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.box_fitting import fit_box, trimmed_range
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.surface_points import SurfaceEvidence, near_surface, on_surface, without_noise
from situated_qa.perception.voxels import main_pieces
from situated_qa.perception.walls_behind import UprightRectangle, wall_around

_BEYOND_M = 0.005  # the surface goes on so far beyond the outermost means of voxels
_THIN_PERCENT = 5.0  # of the information that may lie outside of a thin box on either side
_FLAT_M = 0.025  # how far from a plane the points of a flat thing may lie, m, or by three deviations
_NOT_IN_PLANE = 0.08  # share of a flat thing's voxels that may
_LEAST_SIDE_M = 0.06  # a patch smaller than this has no plane to speak of
_WALL_BEFORE_M, _WALL_BEHIND_M = 0.06, 0.25
_MIN_EXTENT_M = 0.01
_MOST_VOXELS = 2500  # of one object: more of them tell no more of its box


@dataclass(frozen=True, slots=True, eq=False)
class FittedBox:
    """A box, and what is known of how it was seen."""

    box: Box
    evidence: SurfaceEvidence  # the surface points that it was fitted to
    face: UprightRectangle | None = None  # the front, where the object is flat and upright
    wall_m: float | None = None  # how far before (+) or behind (−) the front the wall around it lies


def refined(evidence: SurfaceEvidence, voxel_m: float, field: SurfaceField | None) -> SurfaceEvidence:
    """The evidence without what noise explains, on the map's surface, and without small pieces that lie apart."""
    evidence = without_noise(evidence, voxel_m)
    if field is not None:
        evidence = near_surface(evidence, field)
    evidence = evidence.only(main_pieces(evidence.keys, np.ones(len(evidence.keys))))
    if len(evidence.keys) > _MOST_VOXELS:
        evidence = evidence.only(np.linspace(0, len(evidence.keys) - 1, _MOST_VOXELS).astype(np.int64))
    return evidence if field is None else on_surface(evidence, field)


def fit_surface_box(
    evidence: SurfaceEvidence, voxel_m: float, field: SurfaceField | None, *, axis_aligned_gain: float
) -> FittedBox:
    """Fit an upright box to what was seen of a surface.

    Flat things, whose points noise alone puts off one plane, get the plane's direction, and reach back to the wall that
    the map shows around them.

    Args:
        evidence: of at least one voxel, before `refined`.
        voxel_m: side of its voxels, m.
        field: the map's surface, where there is one.
        axis_aligned_gain: as for `fit_box`.
    """
    evidence = refined(evidence, voxel_m, field)
    face = _upright_face(evidence)
    if face is not None:
        return _box_on_wall(evidence, face, field)
    box = fit_box(evidence.points, axis_aligned_gain=axis_aligned_gain)
    low, high = _level_layer(evidence)
    extents = box.extents + 2 * _BEYOND_M
    if high - low < extents[2]:
        center = np.array([*box.center[:2], (low + high) / 2])
        return FittedBox(Box(center, np.array([*extents[:2], high - low]), box.yaw), evidence)
    return FittedBox(Box(box.center, extents, box.yaw), evidence)


def _level_layer(evidence: SurfaceEvidence) -> tuple[float, float]:
    """Lowest and highest z of a thing that lies flat: a rug, a book; infinitely far apart for any other."""
    z, weights = evidence.points[:, 2], evidence.information
    middle = weighted_percentiles(z, weights, [50.0])[0]
    if not _explained_by_noise(z - middle, evidence.deviation_m):
        return -np.inf, np.inf
    low, high = weighted_percentiles(z, weights, [_THIN_PERCENT, 100.0 - _THIN_PERCENT])
    return float(low), float(max(high, low + _MIN_EXTENT_M))


def _explained_by_noise(distance: np.ndarray, deviation_m: np.ndarray) -> bool:
    off = np.abs(distance) > np.maximum(3.0 * deviation_m, _FLAT_M)
    return bool(off.mean() <= _NOT_IN_PLANE)


def _upright_face(evidence: SurfaceEvidence) -> UprightRectangle | None:
    """The rectangle around the points, if noise alone puts them off one upright plane."""
    xy, weights = evidence.points[:, :2], evidence.information
    near = np.ones(len(xy), bool)
    for _ in range(3):
        if np.count_nonzero(near) < 8:
            return None
        normal, offset, across = _upright_plane(xy[near], weights[near])
        distance = xy @ normal - offset
        near = np.abs(distance) <= _FLAT_M
    if across < _LEAST_SIDE_M or not _explained_by_noise(distance, evidence.deviation_m):
        return None
    ray = np.average(evidence.rays[:, :2], axis=0, weights=weights)
    if float(ray @ normal) > 0.0:
        normal, distance = -normal, -distance
        offset = -offset
    front = float(weighted_percentiles(distance[near], weights[near], [100.0 - _THIN_PERCENT])[0])
    points = evidence.points[near]
    sideways = points[:, :2] @ np.array([-normal[1], normal[0]])
    (left, bottom), (right, top) = trimmed_range(np.stack([sideways, points[:, 2]]))
    if top - bottom < _LEAST_SIDE_M:
        return None
    return UprightRectangle(
        normal,
        offset + front,
        float(left - _BEYOND_M),
        float(right + _BEYOND_M),
        float(bottom - _BEYOND_M),
        float(top + _BEYOND_M),
    )


def _upright_plane(xy: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Normal (2,), offset and the deviation along it of the best upright plane through points seen from above."""
    share = weights / weights.sum()
    middle = share @ xy
    x, y = (xy - middle).T
    xx, yy, xy_ = float(share @ (x * x)), float(share @ (y * y)), float(share @ (x * y))
    turn = 0.5 * float(np.arctan2(2.0 * xy_, xx - yy))  # of the direction along which the points spread most
    normal = np.array([-np.sin(turn), np.cos(turn)])
    most = 0.5 * (xx + yy) + float(np.hypot(0.5 * (xx - yy), xy_))
    return normal, float(normal @ middle), float(np.sqrt(max(most, 0.0)))


def _box_on_wall(evidence: SurfaceEvidence, face: UprightRectangle, field: SurfaceField | None) -> FittedBox:
    """The box of a flat upright thing: from its front back to the wall, or through its points where no wall is seen."""
    distance = evidence.points[:, :2] @ face.normal - face.offset
    back = float(weighted_percentiles(distance, evidence.information, [_THIN_PERCENT])[0])
    wall = None
    if field is not None:
        wall = wall_around(field, face, before_m=_WALL_BEFORE_M, behind_m=_WALL_BEHIND_M)
        if wall is not None and wall < 0.0:
            back = wall
    return FittedBox(box_of_face(face, 0.0, min(back, -_MIN_EXTENT_M)), evidence, face, wall)


def box_of_face(face: UprightRectangle, front_m: float, back_m: float) -> Box:
    """The box over a rectangle, from `front_m` before (+) its plane to `back_m` (m, smaller)."""
    middle = face.normal * (face.offset + (front_m + back_m) / 2) + face.along * (face.left + face.right) / 2
    center = np.array([*middle, (face.bottom + face.top) / 2])
    extents = np.array([front_m - back_m, face.right - face.left, face.top - face.bottom])
    return Box(center, extents, float(np.arctan2(face.normal[1], face.normal[0])))


def weighted_percentiles(values: np.ndarray, weights: np.ndarray, percent: list[float]) -> np.ndarray:
    """(K,) percentiles of (N ≥ 1,) values that count by their weights."""
    order = np.argsort(values)
    share = np.cumsum(weights[order])
    middle = share - weights[order] / 2
    return np.asarray(np.interp(np.array(percent) / 100.0 * share[-1], middle, values[order]))
