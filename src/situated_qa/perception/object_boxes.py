"""The boxes of tracked objects: fitted anew when enough was seen since, completed, and checked for their size."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.box_fitting import spread_points
from situated_qa.perception.categories import facts_of
from situated_qa.perception.completion import completed, has_room
from situated_qa.perception.outlines import outline_shape
from situated_qa.perception.surface_boxes import FittedBox, fit_surface_box
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.tracks import Track

_NEWS = 0.4  # share of an object's observations that its box may lack
_MOST_NEWS = 12  # observations
_SURFACE_POINTS = 64
_SIZE_SLACK = 1.2  # how far a box may be off what its category allows: it is noisy, and parts are hidden


@dataclass(frozen=True, eq=False)
class _Fit:
    """What was fitted, and when."""

    fitted: FittedBox
    observation_count: int  # of the track then
    bounds: tuple[np.ndarray, np.ndarray]  # of the track then
    shape: str  # by its outline; "" where that does not tell
    completed: dict[str, Box] = field(default_factory=dict)  # by category
    has_room: dict[str, bool] = field(default_factory=dict)  # by category, before the wall

    @cached_property
    def surface(self) -> tuple[np.ndarray, np.ndarray]:
        """The mean (3,) of the surface's points, and (≤ 64, 3) float32 of them, m."""
        points = self.fitted.evidence.points
        return points.mean(axis=0), spread_points(points, _SURFACE_POINTS)


class BoxFitter:
    """Keeps the boxes of tracks. One thread.

    Args:
        voxel_m: side of the tracks' voxels, m.
        axis_aligned_gain, floor_snap_m: as in `InstanceSettings`.
    """

    def __init__(self, voxel_m: float, axis_aligned_gain: float, floor_snap_m: float) -> None:
        self._voxel_m, self._axis_aligned_gain, self._floor_snap_m = voxel_m, axis_aligned_gain, floor_snap_m
        self._fits: dict[int, _Fit] = {}

    def box(self, track: Track, category: str, surface: SurfaceField | None) -> Box:
        """The box of a track taken for one of a category."""
        fit = self._fit(track, surface)
        if category not in fit.completed:
            fit.completed[category] = completed(fit.fitted, category, surface, floor_snap_m=self._floor_snap_m)
        return fit.completed[category]

    def has_room(self, track: Track, category: str, surface: SurfaceField | None) -> bool:
        """Whether the wall behind a track leaves room for a thing of a category."""
        fit = self._fit(track, surface)
        if surface is None:
            return True
        if category not in fit.has_room:
            fit.has_room[category] = has_room(fit.fitted, category, surface)
        return fit.has_room[category]

    def surface(self, track: Track, surface: SurfaceField | None) -> tuple[np.ndarray, np.ndarray]:
        """The mean (3,) of the points on a track's surface, and (≤ 64, 3) float32 of them, map frame, m."""
        return self._fit(track, surface).surface

    def shape(self, track: Track, surface: SurfaceField | None) -> str:
        """The shape of a track by its outline; "" where that does not tell."""
        return self._fit(track, surface).shape

    def holds(self, track: Track) -> bool:
        """Whether the last fit of a track still serves."""
        known = self._fits.get(track.id)
        return known is not None and not self._is_stale(known, track)

    def forget(self, id: int) -> None:
        """The track is no more."""
        self._fits.pop(id, None)

    def _fit(self, track: Track, surface: SurfaceField | None) -> _Fit:
        """The last fit while little has changed, else a new one."""
        known = self._fits.get(track.id)
        if known is not None and not self._is_stale(known, track):
            return known
        evidence = track.evidence()
        fitted = fit_surface_box(evidence, self._voxel_m, surface, axis_aligned_gain=self._axis_aligned_gain)
        shape = outline_shape(fitted.evidence.points, fitted.box)
        fit = _Fit(fitted, track.observation_count, track.bounds(), shape)
        self._fits[track.id] = fit
        return fit

    def _is_stale(self, known: _Fit, track: Track) -> bool:
        news = track.observation_count - known.observation_count
        if news < 0 or news > min(_NEWS * known.observation_count, _MOST_NEWS):
            return True
        moved = [np.abs(now - then).max() for now, then in zip(track.bounds(), known.bounds, strict=True)]
        return bool(max(moved) > self._voxel_m)


def can_be(category: str, box: Box) -> bool:
    """Whether a box has a size that things of a category have: its longest side, and its height."""
    facts = facts_of(category)
    longest, height = float(box.extents.max()), float(box.extents[2])
    if not facts.least_length_m / _SIZE_SLACK <= longest <= _SIZE_SLACK * facts.longest_side_m:
        return False
    return facts.least_height_m / _SIZE_SLACK <= height <= _SIZE_SLACK * facts.height_m[1]
