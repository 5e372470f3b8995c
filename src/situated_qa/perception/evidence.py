"""What a frame and the volume say about places: a surface is there, the place is free, or neither can be told.

A depth image says it at once, but with the noise of one image; the volume is sure, but takes 26 to 48 frames to clear
what was carried away. So `Looks` decides over some frames, with margins that grow with the noise of depth, and
`field_shares` is asked where no look is clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.surface_field import SurfaceField

NOISE_PER_M2 = 0.003
"""Standard deviation of depth at 1 m, m; it grows with the square. Between a D435 (0.0038) and a Kinect (0.0019)."""
LEAST_MARGIN_M = 0.015
"""A surface that lies so much behind a place leaves it free: half the thickness of a book."""
_OF_THE_MEDIAN = (
    0.4  # the noise of the median of many points, beside that of one; it is no tenth: noise comes in patches
)
HIDDEN_M = 0.05  # a surface this far in front of a place hides it
_AROUND_PX = 3  # of 640: a place is free only if the pixels around it say so, too
_LEAST_WEIGHT = 4  # frames behind a value of the field that is believed
_MISFIT_SAMPLES = 400
_LEAST_SOLID = 8  # points on a thing's surface, to say how much of it a mask covers


def depth_sigma_m(depth_m: np.ndarray | float) -> np.ndarray | float:
    """Standard deviation of measured depth, m."""
    return NOISE_PER_M2 * np.square(depth_m)


def middle_noise_m(points_map: np.ndarray, frame: Frame) -> float:
    """Standard deviation of the depth that a frame measures in the middle of (N, 3) points, m."""
    T = frame.T_map_camera
    return float(depth_sigma_m(float((points_map.mean(axis=0) - T.t) @ T.R[:, 2])))


class Presence(Enum):
    """What one look says of a thing."""

    THERE = "there"
    GONE = "gone"
    UNKNOWN = "unknown"  # hidden, out of the image, or too noisy to tell


def is_free(free: float, solid: float) -> bool:
    """Whether a thing's place is free, by the shares of its points that are free and on something.

    What stands in the place by now, or beside it, is on some of them.
    """
    return free >= 0.5 and solid <= 0.25


@dataclass(frozen=True, eq=False)
class Look:
    """What one frame shows of one thing's sample points; all arrays (N,)."""

    rows: np.ndarray  # pixels that the points project to; 0 where outside
    columns: np.ndarray
    solid: np.ndarray  # bool: a surface lies where the point is
    free: np.ndarray  # bool: the camera looks past the point at something behind
    behind_m: np.ndarray  # how far behind the point the measured surface lies, m; NaN where unknown
    margin_m: np.ndarray  # by how much a single point's depth may be wrong, m

    @cached_property
    def visible(self) -> int:
        """Points that the frame tells anything of."""
        return int(np.count_nonzero(self.solid | self.free))

    @property
    def verdict(self) -> Presence:
        """Whether the thing is where it was."""
        seen = self.solid | self.free
        if self.visible < 0.3 * len(seen):
            return Presence.UNKNOWN
        behind = np.sort(self.behind_m[seen])
        noise = float(self.margin_m[seen].mean()) - LEAST_MARGIN_M
        margin = LEAST_MARGIN_M + _OF_THE_MEDIAN * noise
        middle, low = behind[len(behind) // 2], behind[len(behind) // 4]
        if middle <= margin / 2:
            return Presence.THERE
        if self.visible < 0.5 * len(seen):
            return Presence.UNKNOWN
        all_behind = middle > margin and low > margin / 2
        return Presence.GONE if all_behind or is_free(self.free.mean(), self.solid.mean()) else Presence.UNKNOWN

    @property
    def depth_behind_m(self) -> float:
        """Median distance from the free points to what lies behind them, m; 0 where none is free."""
        return float(np.median(self.behind_m[self.free])) if self.free.any() else 0.0


class VisibleSurfaces:
    """What one frame shows of the surfaces of several things, to be asked for many masks.

    Args:
        looks: what the frame shows of each, by id.
    """

    def __init__(self, looks: Mapping[int, Look]) -> None:
        told = {id: look for id, look in looks.items() if np.count_nonzero(look.solid) >= _LEAST_SOLID}
        self._visible = {id: look.visible for id, look in told.items()}
        solid = [look.solid for look in told.values()]
        self._starts = np.cumsum([0, *(np.count_nonzero(own) for own in solid[:-1])])
        self._rows = np.concatenate([look.rows[look.solid] for look in told.values()] or [np.zeros(0, np.int64)])
        self._columns = np.concatenate([look.columns[look.solid] for look in told.values()] or [np.zeros(0, np.int64)])

    def shares_in(self, mask: np.ndarray) -> dict[int, float]:
        """By id, the share of a thing's visible surface that a mask (H, W) covers; none of which too little is seen."""
        if not self._visible:
            return {}
        covered = np.add.reduceat(mask[self._rows, self._columns], self._starts, dtype=np.int64).tolist()
        return {id: count / visible for (id, visible), count in zip(self._visible.items(), covered, strict=True)}


def look_up(points_map: np.ndarray, frame: Frame) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Project (N, 3) points, m, into a frame.

    Returns:
        Their depth (N,), the depth measured there (N,; NaN outside of the image or without return), and the pixel's
        rows and columns (N,), 0 where outside.
    """
    T, camera = frame.T_map_camera.inverse(), frame.camera
    # Axis by axis: three times as fast as with the coordinates of a point side by side.
    x, y, z = T.R @ np.asarray(points_map, np.float64).T + T.t[:, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        ahead = np.where(z > 0.0, z, np.nan)
        u, v = camera.fx * x / ahead + camera.cx, camera.fy * y / ahead + camera.cy
        inside = (u > -0.5) & (u < camera.width - 0.5) & (v > -0.5) & (v < camera.height - 0.5)
        columns = np.rint(np.where(inside, u, 0.0)).astype(np.int64)
        rows = np.rint(np.where(inside, v, 0.0)).astype(np.int64)
        measured = frame.depth[rows, columns].astype(np.float64)
        measured[~(inside & (measured > 0.0))] = np.nan
    return z, measured, rows, columns


def classify(
    points_map: np.ndarray, frame: Frame, slack_m: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Which of the (N, 3) points are on a surface of the frame, and which are looked past; all (N,).

    Args:
        slack_m: how far the points may lie from where they seem to be, m; scalar or (N,).

    Returns:
        solid, free (bool), margin (m), measured - own depth (m, NaN where unknown), rows, columns.
    """
    z, measured, rows, columns = look_up(points_map, frame)
    margin = LEAST_MARGIN_M + np.asarray(depth_sigma_m(z)) + slack_m
    behind = measured - z
    with np.errstate(invalid="ignore"):
        solid = (behind > -np.maximum(HIDDEN_M, margin)) & (behind <= margin)
        free = behind > margin
    index = np.flatnonzero(free)
    if len(index):
        # At a rim, a pose that is off by a pixel or two looks past: the neighborhood has to lie behind, too.
        height, width = frame.depth.shape
        step = max(1, round(_AROUND_PX * width / 640))
        nearest = z[index] + margin[index]
        for down, right in ((-step, 0), (step, 0), (0, -step), (0, step)):
            at = np.clip(rows[index] + down, 0, height - 1), np.clip(columns[index] + right, 0, width - 1)
            beside = frame.depth[at]
            with np.errstate(invalid="ignore"):
                free[index] &= ~((beside > 0.0) & (beside <= nearest))
    return solid, free, margin, behind, rows, columns


def in_view(low: np.ndarray, high: np.ndarray, frame: Frame) -> list[int]:
    """Which of the boxes with (N, 3) lowest and highest corners, m, may be in the image: by their spheres."""
    if len(low) == 0:
        return []
    camera = frame.camera
    x, y, z = frame.T_map_camera.inverse().apply((low + high) / 2).T
    radius = np.linalg.norm(high - low, axis=1) / 2
    inside = z > -radius
    sides = (
        (x, camera.fx, camera.cx + 0.5),
        (-x, camera.fx, camera.width - 0.5 - camera.cx),
        (y, camera.fy, camera.cy + 0.5),
        (-y, camera.fy, camera.height - 0.5 - camera.cy),
    )
    for along, focal, edge in sides:
        inside &= (focal * along + edge * z) >= -radius * np.hypot(focal, edge)
    return np.flatnonzero(inside).tolist()


def looks_at(samples: Mapping[int, tuple[np.ndarray, float]], frame: Frame, misfit_m: float = 0.0) -> dict[int, Look]:
    """What a frame shows of several things, in one pass.

    Args:
        samples: per id, (N, 3) points of its surface, m, and how far they may lie off, m.
        misfit_m: how far the frame lies off the map.
    """
    if not samples:
        return {}
    counts = [len(points) for points, _ in samples.values()]
    slack = np.repeat([slack for _, slack in samples.values()], counts) + misfit_m
    parts = classify(np.vstack([points for points, _ in samples.values()]), frame, slack)
    ends = np.cumsum(counts)
    result = {}
    for id, begin, end in zip(samples, [0, *ends[:-1].tolist()], ends.tolist(), strict=True):
        solid, free, margin, behind, rows, columns = (part[begin:end] for part in parts)
        result[id] = Look(rows, columns, solid, free, behind, margin)
    return result


def field_shares(points_map: np.ndarray, field: SurfaceField, slack_m: float = 0.0) -> tuple[float, float]:
    """The shares of (N, 3) points, m, that the field knows to be free, and to be on or in something.

    A value counts from four frames on. Free is what lies more than a margin in front of every surface.

    Args:
        slack_m: how far the points may lie from where they seem to be, m.
    """
    if len(points_map) == 0:
        return 0.0, 0.0
    distance, weight = field.tsdf_at(np.asarray(points_map, np.float64))
    known = weight >= _LEAST_WEIGHT
    margin = min(max(0.5 * field.voxel_m, LEAST_MARGIN_M) + slack_m, 0.75 * field.truncation_m)
    with np.errstate(invalid="ignore"):
        free, solid = known & (distance > margin), known & (distance <= margin)
    return float(free.mean()), float(solid.mean())


def was_empty(points_map: np.ndarray, field: SurfaceField) -> bool | None:
    """Whether a place was seen empty before something came there: known for long, and known as free.

    The frame that first showed the thing may be in the field already; it weighs 1.

    Returns:
        None where the field knew too little of the place before.
    """
    distance, weight = field.tsdf_at(np.asarray(points_map, np.float64))
    known = weight >= 2 * _LEAST_WEIGHT
    if np.count_nonzero(known) < max(8, 0.02 * len(points_map)):
        return None
    return bool((distance[known] > max(0.5 * field.voxel_m, LEAST_MARGIN_M)).mean() >= 0.6)


def misfit_m(frame: Frame, field: SurfaceField | None) -> float:
    """How far a frame lies off the map beyond the noise of its depth, m: the median over its pixels.

    A frame with a wrong pose says of every thin thing that it is gone.
    """
    if field is None:
        return 0.0
    step = max(1, round((frame.depth.size / _MISFIT_SAMPLES) ** 0.5))
    depth = frame.depth[step // 2 :: step, step // 2 :: step]
    with np.errstate(invalid="ignore"):
        rows, columns = np.nonzero((depth > 0.0) & (depth < 4.0))
    if len(rows) < 20:
        return 0.0
    depth, camera = depth[rows, columns], frame.camera
    z = depth.astype(np.float64)
    u, v = columns * step + step // 2, rows * step + step // 2
    points = np.stack([(u - camera.cx) * z / camera.fx, (v - camera.cy) * z / camera.fy, z], axis=1)
    distance, weight = field.tsdf_at(frame.T_map_camera.apply(points))
    known = weight >= _LEAST_WEIGHT
    if np.count_nonzero(known) < 20:
        return 0.0
    noise = 0.67 * float(np.median(np.asarray(depth_sigma_m(depth[known]))))
    return max(0.0, float(np.median(np.abs(distance[known]))) - noise)
