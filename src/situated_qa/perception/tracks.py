"""What is known of one object: where it was seen (`track_voxels`), what it was called (`track_names`), and when."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.association import Candidate, box_of
from situated_qa.perception.evidence import Look, looks_at, middle_noise_m
from situated_qa.perception.observations import Observation
from situated_qa.perception.splitting import Cuts
from situated_qa.perception.surface_points import SurfaceEvidence
from situated_qa.perception.track_names import WINDOW, NameVotes
from situated_qa.perception.track_voxels import TrackVoxels, evidence_of
from situated_qa.perception.voxels import main_pieces, near, voxel_keys

_LOOK_SAMPLES = 96
_COLOR_SAMPLES = 32
_PART = 0.25  # a track with a smaller share of another's box volume is a part of it


class Track:
    """The mutable record of one object.

    Args:
        id: unique for the life of the map.
        voxel_m: side of a voxel, m.
        min_hit_ratio: voxels with a lower share of hits are left out.
    """

    def __init__(self, id: int, voxel_m: float, min_hit_ratio: float) -> None:
        self.id = id
        self.names = NameVotes()
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
        self._voxels = TrackVoxels(min_hit_ratio)
        self._colors: list[tuple[tuple[int, int, int], int]] = []
        self._forget_caches()

    def _forget_caches(self) -> None:
        self._kept: tuple[np.ndarray, np.ndarray] | None = None  # (keys, points)
        self._bounds: tuple[np.ndarray, np.ndarray] | None = None
        self._look_sample: np.ndarray | None = None
        self._category: str | None = None
        self._candidate: Candidate | None = None

    # ── what comes in ────────────────────────────────────────────────────────────────────────────────────────────

    def add(
        self,
        observation: Observation,
        frame: Frame | None,
        seen: SurfaceEvidence | None = None,
        look: Look | None = None,
        noise_m: float | None = None,
    ) -> None:
        """Take in an observation; with its frame, voxels that it could have shown and did not lose weight.

        Of a part with another name only the points count: the keys of a laptop are no vote for a keyboard.

        Args:
            seen: the observation by voxels, where that was worked out already.
            look: what the frame shows of `voxel_points`, likewise.
            noise_m: standard deviation of the depth in the middle of the observation, m, likewise.
        """
        votes = not self._has_part(observation)
        seen = seen or evidence_of(observation, self._voxel_m)
        if look is None and frame is not None and observation.mask is not None:
            look = looks_at({self.id: (self.voxel_points(), self.slack_m)}, frame)[self.id]
        self._take(observation, seen, look, votes=votes)
        if frame is not None:
            self.noise_m = min(self.noise_m, middle_noise_m(seen.points, frame) if noise_m is None else noise_m)
        self.names.slide()
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
        votes = not self.names.knows(observation.category)
        self._take(observation, evidence_of(observation, self._voxel_m), None, votes=votes)

    def _take(self, observation: Observation, seen: SurfaceEvidence, look: Look | None, *, votes: bool) -> None:
        self._voxels.take(seen, observation.mask, look)
        if votes and observation.doubted:
            self.names.add_doubted(observation.category, observation.score, observation.chances)
        elif votes and observation.chances:
            self.names.weigh(observation.chances)
        elif votes:
            self.names.add(observation.category, observation.score)
        else:
            self.names.heard(observation.category)
        self._colors.append((observation.rgb, observation.n_pixels))
        del self._colors[:-_COLOR_SAMPLES]
        self._forget_caches()

    def settle_names(self) -> bool:
        """The names that were doubted count from now on; whether there were any."""
        settled = self.names.settle()
        if settled:
            self._forget_caches()
        return settled

    def absorb(self, other: Track) -> None:
        """Take over everything known of another track that turned out to be the same object.

        Of a part and a whole with another name, the name is the whole's: a pot is a part of the plant.
        """
        mine, others = self._volume(*self.bounds()), self._volume(*other.bounds())
        part, whole = (self, other) if mine < others else (other, self)
        if part.category != whole.category and min(mine, others) < _PART * max(mine, others):
            self.names = whole.names.copy()
        else:
            self.names.update(other.names)
        self.seen_with.update(other.seen_with)
        self._voxels.absorb(other._voxels)
        self._colors = (self._colors + other._colors)[-_COLOR_SAMPLES:]
        self.first_seen, self.last_seen = min(self.first_seen, other.first_seen), max(self.last_seen, other.last_seen)
        self.observation_count += other.observation_count
        self.misses = min(self.misses, other.misses)
        self.noise_m = min(self.noise_m, other.noise_m)
        self.confirmed |= other.confirmed
        self.names.slide()
        self._forget_caches()

    def move_to(self, other: Track) -> None:
        """It is where another track has seen it since: its place and points are the other's, its past is its own."""
        self._voxels, self._colors, self.noise_m = other._voxels, other._colors, other.noise_m
        self.is_patch, self.last_seen = other.is_patch, other.last_seen
        self.names.update(other.names)
        self.seen_with.update(other.seen_with)
        self.observation_count += other.observation_count
        self.confirmed |= other.confirmed
        self.misses = self.seen_through = 0
        self.names.slide()
        self._forget_caches()

    def split(self, cuts: Cuts, ids: Sequence[int]) -> list[Track]:
        """Leave this track its largest part, and give the other parts to new tracks with a past like its own.

        Args:
            ids: of the new tracks, one less than there are parts; parts without voxels use none up.
        """
        self._voxels, *parts = self._voxels.split(cuts)
        others = []
        for id, voxels in zip(ids, parts, strict=False):
            other = Track(id, self._voxel_m, self._min_hit_ratio)
            other.names, other._voxels, other._colors = self.names.copy(), voxels, list(self._colors)
            other.first_seen, other.last_seen = self.first_seen, self.last_seen
            other.observation_count, other.confirmed = self.observation_count, self.confirmed
            other.noise_m, other.arrived = self.noise_m, self.arrived
            others.append(other)
        self._forget_caches()
        return others

    def _has_part(self, observation: Observation) -> bool:
        if self.observation_count == 0 or observation.category == self.category:
            return False
        return self._volume(*box_of(observation.points_map)) < _PART * self._volume(*self.bounds())

    def _volume(self, low: np.ndarray, high: np.ndarray) -> float:
        """Of a box grown by a voxel, so that thin things have one, m³."""
        return float(np.prod(high - low + self._voxel_m))

    # ── where it is ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def slack_m(self) -> float:
        """How far its points may lie from where they are, by the noise of the nearest view, m."""
        return self.noise_m if math.isfinite(self.noise_m) else 0.0

    def voxel_points(self) -> np.ndarray:
        """(N, 3) mean points of all voxels, those not believed in included, m."""
        return self._voxels.points()

    def evidence(self) -> SurfaceEvidence:
        """What was seen of the surface, in the voxels believed in; of at least one."""
        return self._voxels.evidence().only(self._voxels.believed(self.observation_count))

    def kept(self) -> tuple[np.ndarray, np.ndarray]:
        """Sorted keys (N,) and mean points (N, 3), map frame, m, of the voxels believed in; never empty."""
        if self._kept is None:
            voxels = self._voxels
            index = voxels.believed(self.observation_count)
            index = index[main_pieces(voxels.keys[index], voxels.hits[index])]
            self._kept = (voxels.keys[index], voxels.points().take(index, axis=0))
        return self._kept

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner (3,) of the axis-aligned box around nearly all kept points, m."""
        if self._bounds is None:
            self._bounds = box_of(self.kept()[1])
        return self._bounds

    def still_has(self, points: np.ndarray) -> bool:
        """Whether most of (N, 3) points, m, are in or next to the voxels believed in."""
        return float(near(self.kept()[0], voxel_keys(points, self._voxel_m)).mean()) >= 0.5

    def look_samples(self) -> np.ndarray:
        """(≤ 96, 3) of the kept points, evenly taken: cheap, for looks at it."""
        if self._look_sample is None:
            points = self.kept()[1]
            self._look_sample = points[np.linspace(0, len(points) - 1, min(len(points), _LOOK_SAMPLES)).astype(int)]
        return self._look_sample

    def candidate(self) -> Candidate:
        """What association compares of it."""
        if self._candidate is None:
            low, high = self.bounds()
            self._candidate = Candidate(
                self.id, self.category, self.kept()[0], low, high, noise_m=self.slack_m, weighed=self.names.weighed
            )
        return self._candidate

    # ── what it is ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def category(self) -> str:
        """The name with most votes among those that fit its size, or among all; ties in alphabetical order."""
        if self._category is None:
            self._category = self.names.best(self._length_m())
        return self._category

    def alternatives(self, best: str | None = None) -> tuple[tuple[str, float], ...]:
        """The names other than the best (default: the category) with their share of the votes, best first."""
        return self.names.others(self.category if best is None else best)

    def confidence(self, name: str | None = None) -> float:
        """0 … 1, how sure its name is, the category where none is given; see `NameVotes.confidence`."""
        return self.names.confidence(self.category if name is None else name, self._length_m())

    def _length_m(self) -> float | None:
        """Its longest side, m; None where none of its names asks for it."""
        if not len(self._voxels) or not self.names.size_matters:
            return None
        low, high = self.bounds()
        return float((high - low).max())

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
