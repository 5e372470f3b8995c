"""Which of an object's voxels lie on its surface: what noise put elsewhere gives way.

The depth of a camera is noisy along the line of sight, and the noise grows with the square of the distance: a picture
seen from 5 m is a cloud 30 cm thick. So each voxel keeps how well it is known. Of voxels in one line of sight, those
known far worse than another give way to it; then only those near the zero surface of the map's distance field stay, and
are moved onto it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.voxels import voxel_keys

_REACH = 3.0  # standard deviations of its depth that a reading may lie from the surface
_LONGEST_REACH_M = 0.4
_KNOWN_BETTER = 4.0  # times the information, from which one voxel overrules another in its line of sight
_SURFACE_VOXELS = 1.5  # of the field: how far from its zero a point may lie, 3 cm at 2 cm
_LEAST_SHARE = 0.2  # of the points must be near the surface for the field to be believed
_LEAST_POINTS = 4
_UNMAPPED_DEVIATION_M = 0.05  # a voxel that only worse readings saw may lie where nothing was mapped


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceEvidence:
    """What was seen of an object's surface, voxel by voxel; map frame."""

    keys: np.ndarray  # (N,) sorted voxel keys
    points: np.ndarray  # (N, 3) mean of the readings, weighted by their information, m
    information: np.ndarray  # (N,) sum over the readings of 1 / deviation², 1/m²
    deviation_m: np.ndarray  # (N,) standard deviation of the best reading's depth
    rays: np.ndarray  # (N, 3) unit vector from the camera of the best reading to the voxel; zero where not known

    def only(self, index: np.ndarray) -> SurfaceEvidence:
        """The voxels at an index, or under a mask."""
        if index.dtype == bool:
            index = np.flatnonzero(index)
        of_each = self.keys, self.points, self.information, self.deviation_m, self.rays
        return SurfaceEvidence(*(values.take(index, axis=0) for values in of_each))

    def moved(self, points: np.ndarray) -> SurfaceEvidence:
        """The same voxels with their points elsewhere."""
        return SurfaceEvidence(self.keys, points, self.information, self.deviation_m, self.rays)


def without_noise(evidence: SurfaceEvidence, voxel_m: float) -> SurfaceEvidence:
    """Leave out the voxels that noise explains.

    Those are voxels with another one, known four times as well, within three deviations along their line of sight.
    """
    keys, count = evidence.keys, len(evidence.keys)
    least = _KNOWN_BETTER * evidence.information
    reach = np.minimum(_REACH * evidence.deviation_m, _LONGEST_REACH_M)
    steps = voxel_m * np.arange(1, int(np.ceil(reach.max(initial=0.0) / voxel_m)) + 1)
    doubtful = least <= evidence.information.max(initial=0.0)  # there is a voxel known so much better
    step, voxel = np.nonzero((steps[:, None] <= reach) & doubtful)
    if not len(voxel):
        return evidence
    points, way = (np.ascontiguousarray(values.T).take(voxel, axis=1) for values in (evidence.points, evidence.rays))
    way *= steps[step]
    there = voxel_keys(np.concatenate([points - way, points + way], axis=1).T, voxel_m)
    index = np.minimum(np.searchsorted(keys, there), count - 1)
    better = (keys[index] == there) & (evidence.information[index] >= np.tile(least[voxel], 2))
    stays = np.ones(count, bool)
    stays[np.tile(voxel, 2)[better]] = False
    return evidence.only(stays)


def near_surface(evidence: SurfaceEvidence, field: SurfaceField) -> SurfaceEvidence:
    """Leave out the voxels that the map's field puts more than 3 cm (one and a half of its voxels) off any surface.

    Where the field is not known only voxels stay that were seen from so far that they may never have been mapped. An
    object of which next to nothing is near a surface keeps all: it may not have been integrated yet.
    """
    distance, _ = field.tsdf_at(evidence.points)
    known = np.isfinite(distance)
    with np.errstate(invalid="ignore"):
        near = known & (np.abs(distance) <= _SURFACE_VOXELS * field.voxel_m)
    near |= ~known & (evidence.deviation_m >= _UNMAPPED_DEVIATION_M)
    if np.count_nonzero(near) < max(_LEAST_SHARE * len(near), _LEAST_POINTS):
        return evidence
    return evidence.only(near)


def on_surface(evidence: SurfaceEvidence, field: SurfaceField) -> SurfaceEvidence:
    """Move the points along the field's gradient onto its zero, none by more than 1.5 of its voxels."""
    points, step = evidence.points.copy(), field.voxel_m
    offsets = step * np.concatenate([np.zeros((1, 3)), np.eye(3), -np.eye(3)])
    # The seven places of a point follow each other: they lie in the same few blocks of the map.
    sampled, _ = field.tsdf_at((points[:, None] + offsets).reshape(-1, 3))
    distance, *around = sampled.reshape(-1, 7).T.astype(np.float64)
    gradient = (np.stack(around[:3], axis=1) - np.stack(around[3:], axis=1)) / (2 * step)
    steepness = np.linalg.norm(gradient, axis=1)
    with np.errstate(invalid="ignore"):
        known = np.isfinite(distance) & np.isfinite(steepness) & (steepness > 0.3)
    way = np.clip(distance[known], -_SURFACE_VOXELS * step, _SURFACE_VOXELS * step)
    way /= np.maximum(steepness[known], 0.5)
    points[known] -= gradient[known] / steepness[known, None] * way[:, None]
    return evidence.moved(points)
