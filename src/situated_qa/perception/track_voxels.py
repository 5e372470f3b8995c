"""The voxels that an object was seen in.

A voxel counts its hits (observations of the object that show a surface there) and its chances (observations of the
object in which it was in view). A mask that spills over onto the wall adds voxels that later observations do not
confirm; they fade, because their share of hits falls. What the camera looks past fades within some looks. Hits and
chances slide, so that a thing that moved recovers.
"""

from __future__ import annotations

import numpy as np

from situated_qa.perception.evidence import Look
from situated_qa.perception.observations import Observation
from situated_qa.perception.splitting import Cuts
from situated_qa.perception.surface_points import SurfaceEvidence
from situated_qa.perception.track_names import WINDOW
from situated_qa.perception.voxels import group_by_voxel

_FADE_PER_FREE_LOOK = 0.5  # what is left of a voxel's hits where the camera looks past it
_MOVED_SHARE = 0.25  # a thing has moved where the camera looks past so many of its voxels while it is seen
_SIGHTINGS_TO_REPEAT = 6  # observations of a track, from which its voxels are to be seen more than once
_REPEATED = 1.5  # hits, less what has slid away
_CHANCES_TO_FADE = 4  # a voxel is not judged before it had this many chances
_UNKNOWN_DEVIATION_M = 0.01


class TrackVoxels:
    """Where one object was seen, how well, and how often.

    Args:
        min_hit_ratio: voxels with a lower share of hits are left out.
    """

    def __init__(self, min_hit_ratio: float) -> None:
        self._min_hit_ratio = min_hit_ratio
        self.keys = np.zeros(0, np.int64)
        """(N,) sorted voxel keys."""
        self.hits = np.zeros(0)
        """(N,) less what has faded."""
        self._sums = np.zeros((0, 3))
        self._information = np.zeros(0)  # sum of the weights behind each sum, 1/m²
        self._deviations = np.zeros(0)  # of the best reading, m
        self._rays = np.zeros((0, 3))  # unit vector from where the best reading was made
        self._chances = np.zeros(0)
        self._points: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.keys)

    def points(self) -> np.ndarray:
        """(N, 3) mean points of all voxels, those not believed in included, map frame, m."""
        if self._points is None:
            self._points = self._sums / self._information[:, None]
        return self._points

    def evidence(self) -> SurfaceEvidence:
        """All voxels, those not believed in included."""
        return SurfaceEvidence(self.keys, self.points(), self._information, self._deviations, self._rays)

    def believed(self, sightings: int) -> np.ndarray:
        """Indices of the voxels that were not seen through or masked out too often.

        Args:
            sightings: of the object so far.
        """
        solid = (self._chances < _CHANCES_TO_FADE) | (self.hits >= self._min_hit_ratio * self._chances)
        if sightings >= _SIGHTINGS_TO_REPEAT:  # what one of many masks held leaked over the outline
            solid &= self.hits >= _REPEATED
        if not solid.any():
            solid = self.hits == self.hits.max()
        return np.flatnonzero(solid)

    def take(self, seen: SurfaceEvidence, mask: np.ndarray | None, look: Look | None) -> None:
        """Take in an observation.

        Args:
            seen: its voxels.
            mask, look: (H, W) bool, its pixels, and what the frame shows of `points`; with both, voxels that it could
                have shown and did not lose weight.
        """
        known, place = self._find(seen.keys)
        hit = np.zeros(len(self.keys), bool)
        hit[place] = True
        chance = hit
        if look is not None and mask is not None:
            free = look.free
            # The pixel decides where the voxel grid is too fine for the depth noise.
            solid = np.flatnonzero(look.solid)
            hit[solid[mask[look.rows[solid], look.columns[solid]]]] = True
            chance = hit | look.solid | free
            # What has moved has left its hidden voxels, too, and those in which the floor under it lies now.
            alive = self.hits >= self._min_hit_ratio * self._chances
            moved = np.count_nonzero(free & ~hit & alive) > _MOVED_SHARE * np.count_nonzero(alive)
            stale = np.ones(len(free), bool) if moved else free
            self.hits[np.flatnonzero(stale & ~hit)] *= _FADE_PER_FREE_LOOK
            chance = chance | stale
        full = np.flatnonzero(chance & (self._chances >= WINDOW))
        self.hits[full] *= 1.0 - 1.0 / WINDOW
        self._chances[full] *= 1.0 - 1.0 / WINDOW
        self.hits += hit
        self._chances += chance
        self._add(seen, known, place)
        once = np.ones(len(seen.keys) - len(place))
        self._insert(seen.only(~known), once, once)

    def absorb(self, other: TrackVoxels) -> None:
        """Take over the voxels of the same object, with their hits and chances."""
        known, place = self._find(other.keys)
        self._add(other.evidence(), known, place)
        self.hits[place] += other.hits[known]
        self._chances[place] += other._chances[known]
        self._insert(other.evidence().only(~known), other.hits[~known], other._chances[~known])

    def split(self, cuts: Cuts) -> list[TrackVoxels]:
        """The voxels of each part that has any, the largest first."""
        part = cuts.part_of(self.points())
        sizes = np.bincount(part)
        numbers = np.flatnonzero(sizes).tolist()
        largest = max(numbers, key=lambda number: int(sizes[number]))
        return [self._under(part == number) for number in [largest, *(n for n in numbers if n != largest)]]

    def _under(self, own: np.ndarray) -> TrackVoxels:
        """A copy of the voxels under a mask (N,)."""
        other = TrackVoxels(self._min_hit_ratio)
        other._insert(self.evidence().only(own), self.hits[own], self._chances[own])
        return other

    def _find(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(N,) bool, which of some keys are known, and (K,) the places of those."""
        if not len(self.keys):
            return np.zeros(len(keys), bool), np.zeros(0, np.int64)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = self.keys[place] == keys
        return known, place[known]

    def _add(self, seen: SurfaceEvidence, known: np.ndarray, place: np.ndarray) -> None:
        """Take in what was seen of the known voxels, at their places."""
        old = seen.only(known)
        self._points = None
        self._sums[place] += old.points * old.information[:, None]
        self._information[place] += old.information
        better = old.deviation_m < self._deviations[place]
        self._deviations[place[better]] = old.deviation_m[better]
        self._rays[place[better]] = old.rays[better]

    def _insert(self, new: SurfaceEvidence, hits: np.ndarray, chances: np.ndarray) -> None:
        """Add voxels that are not yet there, keeping the keys sorted."""
        if not len(new.keys):
            return
        self._points = None
        keys = np.concatenate([self.keys, new.keys])
        order = np.argsort(keys)

        def joined(mine: np.ndarray, others: np.ndarray) -> np.ndarray:
            return np.concatenate([mine, others]).take(order, axis=0)

        self.keys = keys[order]
        self._sums = joined(self._sums, new.points * new.information[:, None])
        self._information = joined(self._information, new.information)
        self._deviations = joined(self._deviations, new.deviation_m)
        self._rays = joined(self._rays, new.rays)
        self.hits = joined(self.hits, hits)
        self._chances = joined(self._chances, chances)


def evidence_of(observation: Observation, voxel_m: float) -> SurfaceEvidence:
    """An observation by voxels. Points of unknown deviation count as of 1 cm, from nowhere."""
    points = observation.points_map.astype(np.float64)
    deviation = observation.deviation_m
    if deviation is None:
        deviation = np.full(len(points), _UNKNOWN_DEVIATION_M)
    groups = group_by_voxel(points, voxel_m)
    means, deviation = groups.means(points), groups.means(deviation)
    rays = np.zeros_like(means)
    if observation.camera_at is not None:
        x, y, z = way = means.T - observation.camera_at[:, None]
        rays = np.ascontiguousarray((way / np.maximum(np.sqrt(x * x + y * y + z * z), 1e-9)).T)
    return SurfaceEvidence(groups.keys, means, groups.counts * deviation**-2.0, deviation, rays)
