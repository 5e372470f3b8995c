"""The objects of the map: observations come in, instances with stable ids come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from situated_qa.geometry import Box, Frame
from situated_qa.perception.association import Candidate, box_of, close_to, lies_in, match, same_object, sides_of_one
from situated_qa.perception.categories import facts_of
from situated_qa.perception.colors import alike, color_name
from situated_qa.perception.object_boxes import BoxFitter, can_be
from situated_qa.perception.observations import Observation
from situated_qa.perception.splitting import cuts_between
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.tracks import Track, look_up
from situated_qa.perception.voxels import group_by_voxel
from situated_qa.settings import check_settings, setting

_CHANCES_OF_A_PATCH = 6  # frames that should have shown an instance, before it is called a patch of another
_TOGETHER_TO_BE_TWO = 3  # images that show two instances of one name side by side: they are two
_TOO_LONG = 1.3  # times the greatest length of the category, from which a track is taken apart
_IMPLAUSIBLE = 0.5  # what is left of the confidence in a name that does not fit the size of its box
_CHANCES_TO_DOUBT = 20  # frames that should have shown an instance, before a rarely seen one is called an error


@dataclass(frozen=True, slots=True)
class InstanceSettings:
    """When observations are one object, and when an object is believed in.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    voxel_m: float = setting(
        0.04, "side of the voxels that observations are compared by, m", minimum=0.005, maximum=0.5
    )
    same_overlap: float = setting(
        0.25,
        "an observation joins an instance of its category from this overlap of the smaller",
        minimum=0.0,
        maximum=1.0,
    )
    confusable_overlap: float = setting(
        0.5, "the same for categories that detectors mix up (couch and chair)", minimum=0.0, maximum=1.0
    )
    other_overlap: float = setting(0.5, "the same for any other category, and of the larger", minimum=0.0, maximum=1.0)
    box_overlap: float = setting(
        0.4, "two boxes of one category that share this much of the smaller are one object", minimum=0.0, maximum=1.0
    )
    merge_overlap: float = setting(
        0.4, "two instances of one category that share this much of the smaller are merged", minimum=0.0, maximum=1.0
    )
    confirm_observations: int = setting(
        2, "observations after which an instance is believed in", minimum=1, maximum=1000
    )
    confirm_score: float = setting(0.6, "score from which one observation is enough", minimum=0.0, maximum=1.0)
    min_confidence: float = setting(
        0.3, "instances less certain than this are kept back, as long as they are", minimum=0.0, maximum=1.0
    )
    min_hit_ratio: float = setting(
        0.25,
        "parts seen in a smaller share of the observations that could show them are dropped",
        minimum=0.0,
        maximum=1.0,
    )
    axis_aligned_gain: float = setting(
        0.1, "a box turns away from the map's axes if that saves this share of its footprint", minimum=0.0, maximum=1.0
    )
    floor_snap_m: float = setting(
        0.08, "boxes that end this close above the floor (z = 0) are drawn down to it, m; 0 turns it off", minimum=0.0
    )
    tentative_frames: int = setting(
        15, "an instance not yet believed in is dropped after so many frames that should have shown it", minimum=1
    )
    min_seen_ratio: float = setting(
        0.08,
        "an instance is dropped once it was seen in a smaller share of the frames that should have shown it",
        minimum=0.0,
        maximum=1.0,
    )
    gone_frames: int = setting(
        3, "an instance is removed after so many frames in a row that look through where it was; 0 never", minimum=0
    )
    gone_margin_m: float = setting(
        0.15, "the surface behind has to be this much farther to say that an instance is gone, m", minimum=0.01
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """One object as it is known now; immutable."""

    id: int  # ≥ 0, stable for the object's life, never given to another
    category: str
    alternatives: tuple[tuple[str, float], ...]  # other categories with their share of the votes, best first
    box: Box
    centroid: np.ndarray  # (3,) mean of the observed surface, map frame, m
    rgb: tuple[int, int, int]
    color: str
    confidence: float  # 0 … 1
    first_seen: int  # ns
    last_seen: int  # ns
    observation_count: int
    surface_points: np.ndarray  # (≤ 64, 3) float32, map frame, m
    true_id: int | None = None  # simulation only


@dataclass(frozen=True, slots=True)
class InstanceChanges:
    """What an update did to the believed instances."""

    changed: frozenset[int] = frozenset()  # new or different
    removed: frozenset[int] = frozenset()  # no longer there, those merged into another included
    merged: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))  # old id -> id it went into
    observed: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))  # number of observation -> its id


class InstanceMap:
    """Associates observations with instances; one thread.

    Source: association by overlap of points as in ConceptGraphs (Gu 2024, section III-B), on voxels instead of
    nearest neighbors, with label votes.
    """

    def __init__(self, settings: InstanceSettings = InstanceSettings()) -> None:  # noqa: B008
        self._settings = settings
        self._tracks: dict[int, Track] = {}
        self._views: dict[int, Instance] = {}
        self._boxes = BoxFitter(settings.voxel_m, settings.axis_aligned_gain, settings.floor_snap_m)
        self._next_id = 0

    @property
    def instances(self) -> Mapping[int, Instance]:
        """The instances believed in, by id. A snapshot: later updates do not change it."""
        return MappingProxyType(dict(self._views))

    @property
    def tentative(self) -> int:
        """How many instances were seen but are not believed in yet."""
        return sum(not track.confirmed for track in self._tracks.values())

    def update(
        self,
        observations: Sequence[Observation],
        stamp: int,
        frame: Frame | None = None,
        field: SurfaceField | None = None,
    ) -> InstanceChanges:
        """Take in what one frame showed.

        Args:
            observations: all of the frame at `stamp`.
            stamp: sensor time of the frame, ns.
            frame: the frame itself; with it, wrongly masked parts fade, and instances that the camera sees through are
                removed.
            field: the map's surface, to which boxes are fitted and which decides what is still there.
        """
        observed: dict[int, int] = {}
        touched = self._associate(observations, frame, observed)
        touched |= self._split_swallowed(touched)
        merged = self._merge(touched)
        observed = {number: merged.get(id, id) for number, id in observed.items()}
        touched -= set(merged)
        removed = self._look_for_gone(touched, frame) if frame is not None else set()
        changed = set()
        for id in sorted(touched):
            track = self._tracks[id]
            track.confirmed |= (
                track.observation_count >= self._settings.confirm_observations
                or max(track.votes[c] / track.counts[c] for c in track.votes) >= self._settings.confirm_score
            )
            track.is_patch = track.is_patch and self._is_patch(track)
            if track.confirmed and not track.is_patch and track.confidence() >= self._settings.min_confidence:
                self._views[id] = self._view(track, field)
                changed.add(id)
            elif id in self._views:
                removed.add(id)
        believed = {old: new for old, new in merged.items() if old in self._views}
        removed |= set(believed)
        removed &= set(self._views)
        for id in removed:
            del self._views[id]
        self._boxes.keep_only(self._tracks.keys())
        return InstanceChanges(
            frozenset(changed), frozenset(removed), MappingProxyType(believed), MappingProxyType(observed)
        )

    def _associate(
        self, observations: Sequence[Observation], frame: Frame | None, observed: dict[int, int]
    ) -> set[int]:
        """Give every observation to a track, an old or a new one, told in `observed`; the ids of these."""
        settings = self._settings
        touched: set[int] = set()
        candidates = [self._candidate(track) for track in self._tracks.values()]
        queries = []
        for number, observation in enumerate(observations):
            keys, points, _ = group_by_voxel(observation.points_map, settings.voxel_m)
            queries.append(Candidate(number, observation.category, observation.instance_id, keys, *box_of(points)))
        for number, id in match(queries, candidates, settings).items():
            observation = observations[number]
            if id is None:
                # Two boxes around one object in the same image: the first made the track, the second joins it.
                id = self._twin(queries[number], touched)
            if id is None:
                id = self._next_id
                self._next_id += 1
                self._tracks[id] = Track(id, settings.voxel_m, settings.min_hit_ratio)
            if id in touched:
                self._tracks[id].add_twin(observation)
            else:
                self._tracks[id].add(observation, frame)
            touched.add(id)
            observed[number] = id
        for id in touched:
            self._tracks[id].seen_with.update(touched - {id})
        return touched

    def _split_swallowed(self, touched: set[int]) -> set[int]:
        """Take apart the tracks that have become longer than any thing of their category; the ids of the new ones."""
        new: set[int] = set()
        for id in sorted(touched):
            track = self._tracks[id]
            low, high = track.bounds()
            if float((high - low).max()) <= _TOO_LONG * facts_of(track.category).longest_side_m:
                continue
            cuts = cuts_between(track.kept()[1], track.category)
            if cuts is not None:
                ids = range(self._next_id, self._next_id + len(cuts.at_m))
                for part in track.split(cuts, ids):
                    self._tracks[part.id] = part
                    new.add(part.id)
                self._next_id += len(cuts.at_m)
        for id in new:
            self._tracks[id].seen_with.update((touched | new) - {id})
        return new

    def _candidate(self, track: Track) -> Candidate:
        return Candidate(track.id, track.category, track.true_id, track.kept()[0], *track.bounds())

    def _twin(self, query: Candidate, touched: Iterable[int]) -> int | None:
        others = (self._candidate(self._tracks[id]) for id in sorted(touched))
        return next((o.id for o in others if same_object(query, o, self._settings, overlap=0.6)), None)

    def _same(self, a: Candidate, b: Candidate) -> bool:
        together = max(self._tracks[a.id].seen_with[b.id], self._tracks[b.id].seen_with[a.id])
        if a.category == b.category and together >= _TOGETHER_TO_BE_TWO:
            return same_object(a, b, self._settings, overlap=0.8)
        if same_object(a, b, self._settings, overlap=self._settings.merge_overlap):
            return True
        return together == 0 and sides_of_one(a, b, self._settings)

    def _merge(self, touched: set[int]) -> dict[int, int]:
        """Merge instances that have come to overlap, the younger into the older; old id → id."""
        merged: dict[int, int] = {}
        candidates = {track.id: self._candidate(track) for track in self._tracks.values()}
        for id in sorted(touched):
            while id in self._tracks:
                mine = candidates[id]
                others = close_to(mine, [c for c in candidates.values() if c.id != id], self._settings.voxel_m)
                twin = next((o.id for o in others if self._same(mine, o)), None)
                if twin is None:
                    break
                keep, drop = min(id, twin), max(id, twin)
                self._tracks[keep].absorb(self._tracks.pop(drop))
                del candidates[drop]
                candidates[keep] = self._candidate(self._tracks[keep])
                for track in self._tracks.values():
                    track.seen_with[keep] += track.seen_with.pop(drop, 0)
                merged = {old: keep if new == drop else new for old, new in merged.items()} | {drop: keep}
                touched.add(keep)
                id = keep
        return merged

    def _look_for_gone(self, seen: set[int], frame: Frame) -> set[int]:
        """Drop the instances that the frame looks through, and tentative ones that it should have shown.

        Returns:
            The ids of these and of the instances that are no longer believed in.
        """
        unseen = [track for id, track in self._tracks.items() if id not in seen]
        gone: set[int] = set()
        if not unseen:
            return gone
        samples = [track.sample_points() for track in unseen]
        z, measured, _, _ = look_up(np.vstack(samples), frame)
        with np.errstate(invalid="ignore"):
            behind = measured > z + self._settings.gone_margin_m
            there = np.abs(measured - z) <= self._settings.gone_margin_m
        ends = np.cumsum([len(sample) for sample in samples])
        for track, begin, end in zip(unseen, [0, *ends[:-1]], ends, strict=True):
            through, support = behind[begin:end].mean(), there[begin:end].mean()
            track.seen_through = track.seen_through + 1 if through >= 0.5 and support <= 0.1 else 0
            track.misses += int(through + support >= 0.5)
            if self._is_gone(track):
                gone.add(track.id)
            else:
                track.is_patch = self._is_patch(track)
        for id in gone:
            del self._tracks[id]
        return gone | {track.id for track in unseen if track.is_patch}

    def _is_gone(self, track: Track) -> bool:
        settings = self._settings
        if settings.gone_frames and track.seen_through >= settings.gone_frames:
            return True
        if not track.confirmed:
            return track.misses >= settings.tentative_frames
        chances = track.observation_count + track.misses
        return chances >= _CHANCES_TO_DOUBT and track.observation_count < settings.min_seen_ratio * chances

    def _is_patch(self, track: Track) -> bool:
        """Whether a rarely seen instance is but a patch of another: in its place and of its color, by another name."""
        seen, missed = track.observation_count, track.misses
        if track.true_id is not None or missed < seen or seen + missed < _CHANCES_OF_A_PATCH:
            return False
        others = [other for other in self._tracks.values() if other.observation_count >= 2 * seen]
        mine = self._candidate(track)
        for host in close_to(mine, [self._candidate(other) for other in others], self._settings.voxel_m):
            color = self._tracks[host.id].rgb()
            if host.id != track.id and lies_in(mine, host, self._settings) and alike(track.rgb(), color):
                return True
        return False

    def _view(self, track: Track, field: SurfaceField | None) -> Instance:
        category, confidence = track.category, track.confidence()
        box = self._boxes.box(track, category, field)
        if not can_be(category, box):
            # The name with most votes among those of things that large, or the same name, less sure of it.
            others = [name for name, _ in track.alternatives() if can_be(name, self._boxes.box(track, name, field))]
            category = others[0] if others else category
            confidence = track.confidence(category) if others else _IMPLAUSIBLE * confidence
            box = self._boxes.box(track, category, field)
        centroid, sample = self._boxes.surface(track, field)
        return Instance(
            id=track.id,
            category=category,
            alternatives=track.alternatives(category),
            box=box,
            centroid=centroid,
            rgb=track.rgb(),
            color=color_name(track.rgb()),
            confidence=confidence,
            first_seen=track.first_seen,
            last_seen=track.last_seen,
            observation_count=track.observation_count,
            surface_points=sample,
            true_id=track.true_id,
        )
