"""The objects of the map: observations come in, instances with stable ids come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from situated_qa.geometry import Frame
from situated_qa.perception.association import Candidate, Neighborhood, box_of, glued, match, same_object
from situated_qa.perception.categories import facts_of
from situated_qa.perception.evidence import (
    Look,
    Presence,
    VisibleSurfaces,
    in_view,
    looks_at,
    middle_noise_m,
    misfit_m,
    was_empty,
)
from situated_qa.perception.history import Change
from situated_qa.perception.instance_settings import InstanceSettings
from situated_qa.perception.observations import Observation
from situated_qa.perception.one_or_two import OneOrTwo
from situated_qa.perception.presence import has_gone, is_doubtful, is_patch
from situated_qa.perception.shown import Instance, ShownInstances
from situated_qa.perception.splitting import cuts_between
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.track_voxels import evidence_of
from situated_qa.perception.tracks import Track

__all__ = ["Instance", "InstanceChanges", "InstanceMap", "InstanceSettings"]

_TOO_LONG = 1.3  # times the greatest length of the category, from which a track is taken apart


@dataclass(frozen=True, slots=True)
class InstanceChanges:
    """What an update did to the believed instances."""

    changed: frozenset[int] = frozenset()  # new or different
    removed: frozenset[int] = frozenset()  # no longer there, those merged into another included
    merged: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))  # old id -> id it went into
    observed: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))  # observation's number -> its id


class InstanceMap:
    """Associates observations with instances; one thread.

    Source: association by overlap of points as in ConceptGraphs (Gu 2024, section III-B), on voxels instead of
    nearest neighbors, with label votes.
    """

    def __init__(self, settings: InstanceSettings = InstanceSettings()) -> None:  # noqa: B008
        self._settings = settings
        self._tracks: dict[int, Track] = {}
        self._one_or_two = OneOrTwo(self._tracks, settings)
        self._shown = ShownInstances(settings, self._tracks, self._drop)
        self._next_id = 0

    @property
    def instances(self) -> Mapping[int, Instance]:
        """The instances believed in, by id. A snapshot: later updates do not change it."""
        return MappingProxyType(dict(self._shown.views))

    @property
    def tentative(self) -> int:
        """How many instances were seen but are not believed in yet."""
        return sum(not track.confirmed for track in self._tracks.values())

    @property
    def history(self) -> tuple[Change, ...]:
        """What came, went and moved, oldest first. A snapshot; of any thread."""
        return self._shown.changes

    def update(
        self,
        observations: Sequence[Observation],
        stamp: int,
        frame: Frame | None = None,
        field: SurfaceField | None = None,
    ) -> InstanceChanges:
        """Take in what one frame showed.

        Args:
            observations: all of the frame at `stamp`, without those of people and animals.
            stamp: sensor time of the frame, ns.
            frame: the frame itself; with it, wrongly masked parts fade, and instances that the camera sees through are
                removed.
            field: the map's surface, to which boxes are fitted and which decides what is still there.
        """
        self._shown.field = field
        if frame is not None:
            self._shown.colors.take(frame)
        looks = self._look(frame, field) if frame is not None else {}
        observed: dict[int, int] = {}
        touched = self._associate(observations, stamp, frame, field, looks, observed)
        if any(observation.chances and not observation.doubted for observation in observations):
            touched |= {track.id for track in self._tracks.values() if track.settle_names()}
        touched |= self._split_swallowed(touched)
        merged = self._merge(touched)
        touched -= set(merged)
        removed, moved = self._look_for_gone(touched, looks, field, stamp)
        touched = {moved.get(id, id) for id in touched}
        merged |= moved
        changed = set(moved.values()) & set(self._shown.views)
        back: set[int] = set()
        for id in sorted(touched):
            track = self._tracks[id]
            track.confirmed |= (
                track.observation_count >= self._settings.confirm_observations
                or track.names.best_score >= self._settings.confirm_score
            )
            track.is_patch = track.is_patch and is_patch(track, self._tracks.values(), self._settings)
            if track.confirmed and not track.is_patch and track.confidence() >= self._settings.min_confidence:
                shown = self._shown.show(track, stamp, frame)
                changed.add(shown.id)
                if shown is not track:  # it left another place, perhaps with this very frame
                    back.add(shown.id)
            elif id in self._shown.views:
                removed.add(id)
        believed = {old: new for old, new in merged.items() if old in self._shown.views}
        removed |= set(believed)
        removed = (removed - back) & set(self._shown.views)
        changed -= removed
        self._shown.hide(removed)
        observed = {number: merged.get(id, id) for number, id in observed.items()}
        return InstanceChanges(
            frozenset(changed), frozenset(removed), MappingProxyType(believed), MappingProxyType(observed)
        )

    # -- what belongs to what --------------------------------------------------------------------------------------

    def _look(self, frame: Frame, field: SurfaceField | None) -> dict[int, Look]:
        """What the frame shows of each track."""
        tracks = list(self._tracks.values())
        bounds = [track.bounds() for track in tracks]
        inside = in_view(np.array([b[0] for b in bounds]), np.array([b[1] for b in bounds]), frame)
        samples = {tracks[i].id: (tracks[i].look_samples(), tracks[i].slack_m) for i in inside}
        return looks_at(samples, frame, misfit_m(frame, field) if samples else 0.0)

    def _associate(
        self,
        observations: Sequence[Observation],
        stamp: int,
        frame: Frame | None,
        field: SurfaceField | None,
        looks: Mapping[int, Look],
        observed: dict[int, int],
    ) -> set[int]:
        """Give every observation to a track, an old or a new one, told in `observed`; the ids of these.

        A mask over several things that were seen apart goes to none.
        """
        settings = self._settings
        touched: set[int] = set()
        candidates = [track.candidate() for track in self._tracks.values()]
        queries, noises = [], list[float]()
        seen = [evidence_of(observation, settings.voxel_m) for observation in observations]
        surfaces = VisibleSurfaces(looks)
        for number, observation in enumerate(observations):
            points = seen[number].points
            covered = surfaces.shares_in(observation.mask) if observation.mask is not None else {}
            noise = middle_noise_m(points, frame) if frame is not None else 0.0
            noises.append(noise)
            weighed = bool(observation.chances) and not observation.doubted
            query = Candidate(number, observation.category, seen[number].keys, *box_of(points), covered, noise, weighed)
            parts = self._one_or_two.apart(glued(query, candidates))
            for part in parts:  # the mask shows all of them, and the extent of none
                self._tracks[part].sighted(stamp)
            touched |= parts
            if not parts:
                queries.append(query)
        held = set(touched)
        matched = match(queries, candidates, settings)
        closely = self._look_closely(matched.values(), frame) if frame is not None else {}
        for number, id in matched.items():
            observation = observations[number]
            if id is None:
                # Two boxes around one object in the same image: the first made the track, the second joins it.
                id = self._twin(next(query for query in queries if query.id == number), touched)
            if id is None:
                id = self._next_id
                self._next_id += 1
                self._tracks[id] = Track(id, settings.voxel_m, settings.min_hit_ratio)
                if field is not None:
                    self._tracks[id].arrived = was_empty(observation.points_map, field)
            if id in touched and id not in held:
                self._tracks[id].add_twin(observation)
            else:
                self._tracks[id].add(observation, frame, seen[number], closely.get(id), noises[number])
                held.discard(id)
            observed[number] = id
            touched.add(id)
        for id in touched:
            self._tracks[id].seen_with.update(touched - {id})
        return touched

    def _look_closely(self, ids: Iterable[int | None], frame: Frame) -> dict[int, Look]:
        """What the frame shows of every voxel of some tracks."""
        tracks = [self._tracks[id] for id in ids if id is not None]
        return looks_at({track.id: (track.voxel_points(), track.slack_m) for track in tracks}, frame)

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

    def _twin(self, query: Candidate, touched: Iterable[int]) -> int | None:
        others = (self._tracks[id].candidate() for id in sorted(touched))
        return next((o.id for o in others if same_object(query, o, self._settings, overlap=0.6, together=True)), None)

    def _merge(self, touched: set[int]) -> dict[int, int]:
        """Merge instances that have come to overlap, the younger into the older; old id → id."""
        merged: dict[int, int] = {}
        candidates = {track.id: track.candidate() for track in self._tracks.values()}
        near_by = Neighborhood(list(candidates.values()))
        for id in sorted(touched):
            while id in self._tracks:
                mine = candidates[id]
                others = near_by.close_to(mine, self._settings.voxel_m)
                twin = next((o.id for o in others if self._one_or_two.same(mine, o)), None)
                if twin is None:
                    break
                keep, drop = min(id, twin), max(id, twin)
                self._tracks[keep].absorb(self._tracks[drop])
                self._drop(drop, keep)
                del candidates[drop]
                candidates[keep] = self._tracks[keep].candidate()
                near_by = Neighborhood(list(candidates.values()))
                merged = {old: keep if new == drop else new for old, new in merged.items()} | {drop: keep}
                touched.add(keep)
                id = keep
        return merged

    def _drop(self, id: int, heir: int | None = None) -> None:
        """Forget a track; what was known of it and others goes to its heir."""
        del self._tracks[id]
        self._shown.forget(id)
        for track in self._tracks.values():
            count = track.seen_with.pop(id, 0)
            if count and heir is not None and track.id != heir:
                track.seen_with[heir] += count
        self._one_or_two.forget(id)

    # -- what is still there ---------------------------------------------------------------------------------------

    def _look_for_gone(
        self, seen: set[int], looks: Mapping[int, Look], field: SurfaceField | None, stamp: int
    ) -> tuple[set[int], dict[int, int]]:
        """Drop the instances that are looked through, and tentative ones that the frame should have shown.

        Returns:
            The ids of these and of the instances that are no longer believed in; and of those that turned out to be
            one that left another place, the id of that one.
        """
        gone: dict[int, bool] = {}  # id -> whether its place is seen free, or nobody sees it but the one who named it
        unseen = [self._tracks[id] for id in looks if id in self._tracks and id not in seen]
        for track in unseen:
            look = looks[track.id]
            track.misses += look.visible >= 0.5 * len(look.solid)
            verdict = look.verdict
            if verdict is Presence.GONE:
                track.seen_through += 1
            elif verdict is Presence.THERE:
                track.seen_through = 0
            free = has_gone(track, look, field, self._settings)
            if free or is_doubtful(track, self._settings):
                gone[track.id] = free
            else:
                track.is_patch = is_patch(track, self._tracks.values(), self._settings)
        moved: dict[int, int] = {}
        for id in sorted(gone):
            heir = self._shown.leave(self._tracks[id], stamp, seen_free=gone[id], leaving=gone.keys())
            if heir is not None:
                moved[heir] = id
        return (gone.keys() - set(moved.values())) | {track.id for track in unseen if track.is_patch}, moved
