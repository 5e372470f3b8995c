"""What is known of one object: the voxels it was seen in, how often, and what it was called.

A voxel counts its hits (observations of the object that show a surface there) and its chances (observations of the
object in which it was in view). A mask that spills over onto the wall adds voxels that later observations do not
confirm; they fade, because their share of hits falls. What the camera looks past fades within some looks. Votes, hits
and chances slide: the newest `WINDOW` sightings count, so that a thing that moved, or was named wrongly for long,
recovers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.association import Candidate, box_of
from situated_qa.perception.box_fitting import spread_points
from situated_qa.perception.categories import OBJECT, facts_of
from situated_qa.perception.evidence import Look, depth_sigma_m, looks_at
from situated_qa.perception.observations import Observation, depth_of_points
from situated_qa.perception.splitting import Cuts
from situated_qa.perception.surface_points import SurfaceEvidence
from situated_qa.perception.voxels import contains, main_pieces, mean_by_voxel, near, voxel_keys

WINDOW = 40
"""Sightings that votes, hits and chances rest on; older ones weigh ever less."""
_FADE_PER_FREE_LOOK = 0.5  # what is left of a voxel's hits where the camera looks past it
_MOVED_SHARE = 0.25  # a thing has moved where the camera looks past so many of its voxels while it is seen
_LOOK_SAMPLES = 96
_SIGHTINGS_TO_REPEAT = 6  # observations of a track, from which its voxels are to be seen more than once
_REPEATED = 1.5  # hits, less what has slid away
_CHANCES_TO_FADE = 4  # a voxel is not judged before it had this many chances
_COLOR_SAMPLES = 32
_UNKNOWN_DEVIATION_M = 0.01
_PART = 0.25  # a track with a smaller share of another's box volume is a part of it
_ENOUGH_FOR_A_NAME = 0.6  # votes for a name that outweigh any number of sightings without one


class Track:
    """The mutable record of one object.

    Args:
        id: unique for the life of the map.
        voxel_m: side of a voxel, m.
        min_hit_ratio: voxels with a lower share of hits are left out.
    """

    def __init__(self, id: int, voxel_m: float, min_hit_ratio: float) -> None:
        self.id = id
        self.votes: Counter[str] = Counter()  # sum of scores per category
        self.counts: Counter[str] = Counter()  # observations per category
        self.first_seen = self.last_seen = 0
        self.observation_count = 0
        self.confirmed = False
        self.misses = 0.0  # frames that should have shown it and did not
        self.seen_through = 0  # looks past where it was, since it was last seen there
        self.arrived: bool | None = None  # whether its place was seen empty before; None where that is not known
        self.noise_m = np.inf  # of depth in the nearest view of it
        self.is_patch = False  # whether it seems to be but a part of another object
        self.seen_with: Counter[int] = Counter()  # in how many images together with which other tracks
        self._voxel_m, self._min_hit_ratio = voxel_m, min_hit_ratio
        self._keys = np.zeros(0, np.int64)
        self._sums = np.zeros((0, 3))
        self._information = np.zeros(0)  # sum of the weights behind each sum, 1/m²
        self._deviations = np.zeros(0)  # of the best reading, m
        self._rays = np.zeros((0, 3))  # unit vector from where the best reading was made
        self._hits = np.zeros(0)
        self._chances = np.zeros(0)
        self._colors: list[tuple[tuple[int, int, int], int]] = []
        self._kept: tuple[np.ndarray, np.ndarray] | None = None  # cache of (keys, points)
        self._sample: np.ndarray | None = None  # cache of `sample_points`
        self._bounds: tuple[np.ndarray, np.ndarray] | None = None  # cache of `bounds`
        self._look_sample: np.ndarray | None = None  # cache of `look_samples`
        self._category: str | None = None  # cache of `category`
        self._candidate: Candidate | None = None  # cache of `candidate`

    def voxel_points(self) -> np.ndarray:
        """(N, 3) mean points of all voxels, those not believed in included, m."""
        return self._sums / self._information[:, None]

    def add(
        self,
        observation: Observation,
        frame: Frame | None,
        seen: SurfaceEvidence | None = None,
        look: Look | None = None,
    ) -> None:
        """Take in an observation; with its frame, voxels that it could have shown and did not lose weight.

        Of a part with another name only the points count: the keys of a laptop are no vote for a keyboard.

        Args:
            seen: the observation by voxels, where that was worked out already.
            look: what the frame shows of `voxel_points`, likewise.
        """
        votes = not self._has_part(observation)
        seen = seen or evidence_of(observation, self._voxel_m)
        if look is None and frame is not None and observation.mask is not None:
            look = looks_at({self.id: (self.voxel_points(), self.slack_m)}, frame)[self.id]
        self._take(observation, seen, frame, look, votes=votes)
        self.counts[observation.category] += votes
        self._slide()
        self._category = self._candidate = None
        self.first_seen = observation.stamp if self.observation_count == 0 else min(self.first_seen, observation.stamp)
        self.last_seen = max(self.last_seen, observation.stamp)
        self.observation_count += 1
        self.seen_through = 0
        self.misses *= 1.0 - 1.0 / WINDOW

    def sighted(self, stamp: int) -> None:
        """It was seen, but in a mask that says nothing of its extent."""
        self.last_seen = max(self.last_seen, stamp)
        self.seen_through = 0

    def add_twin(self, observation: Observation) -> None:
        """Take in a second box around the object in the same image: more of it, but no independent sighting."""
        known = observation.category in self.counts
        self._take(observation, evidence_of(observation, self._voxel_m), None, None, votes=not known)
        self.counts[observation.category] += not known
        self._category = self._candidate = None

    def _take(
        self,
        observation: Observation,
        seen: SurfaceEvidence,
        frame: Frame | None,
        look: Look | None,
        *,
        votes: bool = True,
    ) -> None:
        hit = contains(seen.keys, self._keys)
        chance = hit
        if look is not None and observation.mask is not None:
            free = look.free
            # The pixel decides where the voxel grid is too fine for the depth noise.
            hit = hit | (look.solid & observation.mask[look.rows, look.columns])
            chance = hit | look.solid | free
            # What has moved has left its hidden voxels, too, and those in which the floor under it lies now.
            alive = self._hits >= self._min_hit_ratio * self._chances
            moved = np.count_nonzero(free & ~hit & alive) > _MOVED_SHARE * np.count_nonzero(alive)
            stale = np.ones(len(free), bool) if moved else free
            self._hits[stale & ~hit] *= _FADE_PER_FREE_LOOK
            chance = chance | stale
        full = chance & (self._chances >= WINDOW)
        self._hits[full] *= 1.0 - 1.0 / WINDOW
        self._chances[full] *= 1.0 - 1.0 / WINDOW
        self._hits += hit
        self._chances += chance
        if frame is not None:
            middle = float(depth_of_points(seen.points.mean(axis=0), frame))
            self.noise_m = min(self.noise_m, float(depth_sigma_m(middle)))

        once = np.ones(len(seen.keys))
        self._add_voxels(seen, once, once, count=False)

        if votes:
            self.votes[observation.category] += observation.score  # type: ignore[assignment]
        self._colors.append((observation.rgb, observation.n_pixels))
        del self._colors[:-_COLOR_SAMPLES]
        self._forget_caches()

    def absorb(self, other: Track) -> None:
        """Take over everything known of another track that turned out to be the same object.

        Of a part and a whole with another name, the name is the whole's: a pot is a part of the plant.
        """
        mine, others = self._volume(*self.bounds()), self._volume(*other.bounds())
        part, whole = (self, other) if mine < others else (other, self)
        if part.category != whole.category and min(mine, others) < _PART * max(mine, others):
            self.votes, self.counts = whole.votes.copy(), whole.counts.copy()
        else:
            self.votes.update(other.votes)
            self.counts.update(other.counts)
        self.seen_with.update(other.seen_with)
        self._add_voxels(other._evidence(), other._hits, other._chances, count=True)
        self._colors = (self._colors + other._colors)[-_COLOR_SAMPLES:]
        self.first_seen, self.last_seen = min(self.first_seen, other.first_seen), max(self.last_seen, other.last_seen)
        self.observation_count += other.observation_count
        self.misses = min(self.misses, other.misses)
        self.noise_m = min(self.noise_m, other.noise_m)
        self.confirmed |= other.confirmed
        self._slide()
        self._forget_caches()

    def move_to(self, other: Track) -> None:
        """It is where another track has seen it since: its place and points are the other's, its past is its own."""
        for name in (
            "_keys",
            "_sums",
            "_information",
            "_deviations",
            "_rays",
            "_hits",
            "_chances",
            "_colors",
            "noise_m",
            "is_patch",
            "last_seen",
        ):
            setattr(self, name, getattr(other, name))
        self.votes.update(other.votes)
        self.counts.update(other.counts)
        self.seen_with.update(other.seen_with)
        self.observation_count += other.observation_count
        self.confirmed |= other.confirmed
        self.misses = self.seen_through = 0
        self._slide()
        self._forget_caches()

    @property
    def slack_m(self) -> float:
        """How far its points may lie from where they are, by the noise of the nearest view, m."""
        return self.noise_m if np.isfinite(self.noise_m) else 0.0

    def _slide(self) -> None:
        """Let the votes weigh as `WINDOW` sightings at most."""
        total = sum(self.counts.values())
        if total > WINDOW:
            for counter in (self.votes, self.counts):
                for name in counter:
                    counter[name] *= WINDOW / total  # type: ignore[assignment]

    def _forget_caches(self) -> None:
        self._kept = self._sample = self._bounds = self._look_sample = self._category = self._candidate = None

    def _add_voxels(self, seen: SurfaceEvidence, hits: np.ndarray, chances: np.ndarray, *, count: bool) -> None:
        """Take in voxels with the hits and chances of those that are new; with `count` also of those that are known."""
        known = contains(self._keys, seen.keys)
        place = np.searchsorted(self._keys, seen.keys[known])
        self._sums[place] += (seen.points * seen.information[:, None])[known]
        self._information[place] += seen.information[known]
        better = seen.deviation_m[known] < self._deviations[place]
        self._deviations[place[better]] = seen.deviation_m[known][better]
        self._rays[place[better]] = seen.rays[known][better]
        if count:
            self._hits[place] += hits[known]
            self._chances[place] += chances[known]
        self._insert(seen.only(~known), hits[~known], chances[~known])
        self._forget_caches()

    def split(self, cuts: Cuts, ids: Sequence[int]) -> list[Track]:
        """Leave this track its largest part, and give the other parts to new tracks with a past like its own.

        Args:
            ids: of the new tracks, one less than there are parts; parts without voxels use none up.
        """
        everything = self._evidence()
        part = cuts.part_of(everything.points)
        numbers = np.flatnonzero(np.bincount(part)).tolist()
        largest = max(numbers, key=lambda number: int(np.count_nonzero(part == number)))
        others = []
        for id, number in zip(ids, [number for number in numbers if number != largest], strict=False):
            other = Track(id, self._voxel_m, self._min_hit_ratio)
            other.votes, other.counts = self.votes.copy(), self.counts.copy()
            other.first_seen, other.last_seen = self.first_seen, self.last_seen
            other.observation_count, other.confirmed = self.observation_count, self.confirmed
            other._colors = list(self._colors)
            other.noise_m, other.arrived = self.noise_m, self.arrived
            own = part == number
            other._insert(everything.only(own), self._hits[own], self._chances[own])
            others.append(other)
        own = part == largest
        hits, chances = self._hits[own], self._chances[own]
        self._keys, self._hits, self._chances = (np.zeros(0, dtype) for dtype in (np.int64, float, float))
        self._sums, self._rays = np.zeros((0, 3)), np.zeros((0, 3))
        self._information, self._deviations = np.zeros(0), np.zeros(0)
        self._insert(everything.only(own), hits, chances)
        self._forget_caches()
        return others

    def _has_part(self, observation: Observation) -> bool:
        if self.observation_count == 0 or observation.category == self.category:
            return False
        return self._volume(*box_of(observation.points_map)) < _PART * self._volume(*self.bounds())

    def _volume(self, low: np.ndarray, high: np.ndarray) -> float:
        """Of a box grown by a voxel, so that thin things have one, m³."""
        return float(np.prod(high - low + self._voxel_m))

    def _insert(self, new: SurfaceEvidence, hits: np.ndarray, chances: np.ndarray) -> None:
        """Add voxels that are not yet there, keeping the keys sorted."""
        order = np.argsort(np.concatenate([self._keys, new.keys]), kind="stable")

        def joined(mine: np.ndarray, others: np.ndarray) -> np.ndarray:
            return np.concatenate([mine, others])[order]

        self._keys = joined(self._keys, new.keys)
        self._sums = joined(self._sums, new.points * new.information[:, None])
        self._information = joined(self._information, new.information)
        self._deviations = joined(self._deviations, new.deviation_m)
        self._rays = joined(self._rays, new.rays)
        self._hits = joined(self._hits, hits)
        self._chances = joined(self._chances, chances)

    def _evidence(self) -> SurfaceEvidence:
        """All voxels, those not believed in included."""
        return SurfaceEvidence(self._keys, self.voxel_points(), self._information, self._deviations, self._rays)

    def evidence(self) -> SurfaceEvidence:
        """What was seen of the surface, in the voxels believed in; of at least one."""
        return self._evidence().only(self._believed())

    def _believed(self) -> np.ndarray:
        """Indices of the voxels that were not seen through or masked out too often."""
        solid = (self._chances < _CHANCES_TO_FADE) | (self._hits >= self._min_hit_ratio * self._chances)
        if self.observation_count >= _SIGHTINGS_TO_REPEAT:  # what one of many masks held leaked over the outline
            solid &= self._hits >= _REPEATED
        if not solid.any():
            solid = self._hits == self._hits.max()
        return np.flatnonzero(solid)

    def kept(self) -> tuple[np.ndarray, np.ndarray]:
        """Sorted keys (N,) and mean points (N, 3), map frame, m, of the voxels believed in; never empty."""
        if self._kept is None:
            index = self._believed()
            index = index[main_pieces(self._keys[index], self._hits[index])]
            self._kept = (self._keys[index], self._sums[index] / self._information[index, None])
        return self._kept

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner (3,) of the axis-aligned box around nearly all kept points, m."""
        if self._bounds is None:
            self._bounds = box_of(self.kept()[1])
        return self._bounds

    def sample_points(self, count: int = 64) -> np.ndarray:
        """(≤ count, 3) float32 of the kept points, spread over the object."""
        if self._sample is None or len(self._sample) > count:
            self._sample = spread_points(self.kept()[1], count)
        return self._sample

    def still_has(self, points: np.ndarray) -> bool:
        """Whether most of (N, 3) points, m, are in or next to the voxels believed in."""
        return float(near(self.kept()[0], voxel_keys(points, self._voxel_m)).mean()) >= 0.5

    def look_samples(self) -> np.ndarray:
        """(≤ 96, 3) of the kept points, evenly taken: cheap, for looks at it."""
        if self._look_sample is None:
            points = self.kept()[1]
            self._look_sample = points[np.linspace(0, len(points) - 1, min(len(points), _LOOK_SAMPLES)).astype(int)]
        return self._look_sample

    @property
    def category(self) -> str:
        """The name with most votes among those that fit its size, or among all; ties in alphabetical order."""
        if self._category is None:
            fitting = without_unnamed(self.fitting_votes() or self.votes)
            self._category = min(fitting, key=lambda name: (-fitting[name], name))
        return self._category

    def candidate(self) -> Candidate:
        """What association compares of it."""
        if self._candidate is None:
            low, high = self.bounds()
            self._candidate = Candidate(self.id, self.category, self.kept()[0], low, high, noise_m=self.slack_m)
        return self._candidate

    def fitting_votes(self) -> dict[str, float]:
        """The votes for names that a thing of this size can have; empty where none fits."""
        nothing_ruled_out = not any(facts_of(name).least_length_m for name in self.votes)
        if len(self._keys) == 0 or nothing_ruled_out:
            return dict(self.votes)
        low, high = self.bounds()
        length = float((high - low).max())
        return {name: vote for name, vote in self.votes.items() if length >= facts_of(name).least_length_m}

    def alternatives(self, best: str | None = None) -> tuple[tuple[str, float], ...]:
        """The names other than the best (default: the category) with their share of the votes, best first."""
        total, best = sum(self.votes.values()), self.category if best is None else best
        others = sorted(((n, v) for n, v in self.votes.items() if n != best), key=lambda pair: (-pair[1], pair[0]))
        return tuple((name, float(vote / total)) for name, vote in others)

    def confidence(self, name: str | None = None) -> float:
        """0 … 1: the share of votes of a name times the chance that not all of its sightings were wrong.

        The name is the category where none is given.

        Names that do not fit its size have no share.

        No more than three sightings count as independent: the same detector tends to err in the same way.
        """
        best = self.category if name is None else name
        fitting = without_unnamed(self.fitting_votes())
        if best not in fitting:
            return 0.0
        mean = min(self.votes[best] / self.counts[best], 1.0)
        share = self.votes[best] / sum(fitting.values())
        return float(share * (1.0 - (1.0 - mean) ** min(self.counts[best], 3)))

    def rgb(self) -> tuple[int, int, int]:
        """Median over the observations, those with more pixels counting more, channel by channel."""
        values = np.array([color for color, _ in self._colors], np.float64)
        weights = np.array([pixels for _, pixels in self._colors], np.float64)
        result = []
        for channel in values.T:
            order = np.argsort(channel, kind="stable")
            half = np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)
            result.append(int(channel[order][min(int(half), len(order) - 1)]))
        return result[0], result[1], result[2]


def evidence_of(observation: Observation, voxel_m: float) -> SurfaceEvidence:
    """An observation by voxels. Points of unknown deviation count as of 1 cm, from nowhere."""
    points = observation.points_map.astype(np.float64)
    deviation = observation.deviation_m
    if deviation is None:
        deviation = np.full(len(points), _UNKNOWN_DEVIATION_M)
    keys, voxel_of, counts = np.unique(voxel_keys(points, voxel_m), return_inverse=True, return_counts=True)
    voxel_of = voxel_of.reshape(-1)
    means = mean_by_voxel(points, voxel_of, counts)
    deviation = np.bincount(voxel_of, weights=deviation, minlength=len(keys)) / counts
    rays = np.zeros_like(means)
    if observation.camera_at is not None:
        rays = means - observation.camera_at
        rays /= np.maximum(np.linalg.norm(rays, axis=1, keepdims=True), 1e-9)
    return SurfaceEvidence(keys, means, counts * deviation**-2.0, deviation, rays)


def without_unnamed(votes: Mapping[str, float]) -> Mapping[str, float]:
    """The votes without those for "object", where a name has enough of its own: two sightings by a detector.

    However often a thing was seen that nobody could name, a few good looks that give it a name are worth more.
    """
    names = {name: vote for name, vote in votes.items() if name != OBJECT}
    return names if names and max(names.values()) >= min(votes.get(OBJECT, 0.0), _ENOUGH_FOR_A_NAME) else votes
