"""The plane of a wall, sought in the map around an upright rectangle: what is fixed to a wall lies on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.perception.surface_field import SurfaceField

_RINGS_M = (0.05, 0.10)  # how far beside the rectangle the wall is sought
_SPACING_M = 0.05
_STEP_M = 0.01
_LEAST_SEEN = 0.25  # share of the places beside it where a surface was found
_IN_ONE_PLANE_M = 0.02
_LEAST_AGREEING = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class UprightRectangle:
    """An upright face of an object, looked at along −normal; map frame, m."""

    normal: np.ndarray  # (2,) unit, towards the viewers
    offset: float  # points p of its plane have normal · p = offset
    left: float  # along (−normal[1], normal[0])
    right: float
    bottom: float
    top: float

    @property
    def along(self) -> np.ndarray:
        """(2,) the horizontal direction in the plane."""
        return np.array([-self.normal[1], self.normal[0]])


def wall_around(field: SurfaceField, face: UprightRectangle, *, before_m: float, behind_m: float) -> float | None:
    """How far before (+) or behind (−) the rectangle the wall beside it lies, m.

    Args:
        before_m, behind_m: how far it is sought to either side, m.

    Returns:
        The median over the places beside and above the rectangle where the field crosses zero; None where too few were
        seen, or where they are not in one plane parallel to it.
    """
    places = _beside(face)
    steps = np.arange(before_m, -behind_m - 1e-9, -_STEP_M)
    foot = face.normal * face.offset + places[:, :1] * face.along
    points = np.empty((len(steps), len(places), 3))
    points[..., :2] = foot + steps[:, None, None] * face.normal
    points[..., 2] = places[:, 1]
    values, _ = field.tsdf_at(points.reshape(-1, 3))
    values = values.reshape(len(steps), -1)
    with np.errstate(invalid="ignore"):
        crossing = (values[:-1] > 0.0) & (values[1:] <= 0.0)
    found = np.flatnonzero(crossing.any(axis=0))
    if len(found) < max(_LEAST_SEEN * len(places), 1):
        return None
    first = crossing[:, found].argmax(axis=0)
    before, behind = values[first, found].astype(np.float64), values[first + 1, found].astype(np.float64)
    distance = steps[first] - _STEP_M * before / (before - behind)
    middle = float(np.median(distance))
    agreeing = np.mean(np.abs(distance - middle) <= _IN_ONE_PLANE_M)
    return middle if agreeing >= _LEAST_AGREEING else None


def _beside(face: UprightRectangle) -> np.ndarray:
    """(N, 2) places, along and up, on rings around the rectangle; none below the floor."""
    places = []
    for ring in _RINGS_M:
        left, right = face.left - ring, face.right + ring
        bottom, top = face.bottom - ring, face.top + ring
        across = np.arange(left, right + 1e-6, _SPACING_M)
        upward = np.arange(bottom, top + 1e-6, _SPACING_M)
        places += [np.column_stack([np.full(len(upward), side), upward]) for side in (left, right)]
        places += [np.column_stack([across, np.full(len(across), level)]) for level in (bottom, top)]
    result = np.concatenate(places)
    return np.asarray(result[result[:, 1] > _RINGS_M[0]], np.float64)
