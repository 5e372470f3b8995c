"""What of the tracks is shown as instances, where they were before, and what came, went and moved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from situated_qa.geometry import Box, Frame
from situated_qa.perception.categories import OBJECT
from situated_qa.perception.evidence import classify
from situated_qa.perception.history import Change, ChangeHistory, ChangeKind
from situated_qa.perception.instance_settings import InstanceSettings
from situated_qa.perception.moves import DepartedThings, heir_of, is_elsewhere
from situated_qa.perception.object_boxes import BoxFitter, can_be
from situated_qa.perception.object_colors import ObjectColors
from situated_qa.perception.surface_field import SurfaceField
from situated_qa.perception.tracks import Track

_IMPLAUSIBLE = 0.5  # what is left of the confidence in a name that does not fit the size of its box
_WORTH_A_NAME = 0.1  # share of the votes from which another name takes the place of one that does not fit the box
_FIT_EVERY = 4  # observations of a thing whose bounds stay as they are
_HELD_M = 0.01  # a side that moves by less is held, and by a tenth of its length at most
_VIEWS_TO_SETTLE = 5  # a box that changes within its first views gets better, and has not moved


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
    shape: str = ""  # by its outline: "round", "rectangular"; "" where that does not tell


class ShownInstances:
    """The instances believed in.

    Args:
        tracks: all tracks by id, shared with the map of instances; a thing that turned up again gets its track back.
        forget: drops a track; what was known of it and others goes to a second one, if any.
    """

    def __init__(
        self, settings: InstanceSettings, tracks: dict[int, Track], forget: Callable[[int, int | None], None]
    ) -> None:
        self._settings, self._tracks, self._forget = settings, tracks, forget
        self._views: dict[int, Instance] = {}
        self._anchors: dict[int, tuple[Box, np.ndarray]] = {}  # where each was when it was last said to have moved
        self._boxes = BoxFitter(settings.voxel_m, settings.axis_aligned_gain, settings.floor_snap_m)
        self.colors = ObjectColors()
        self.field: SurfaceField | None = None  # the map's surface, as of the frame that is taken in
        self._departed = DepartedThings()
        self._history = ChangeHistory(settings.history_length)

    @property
    def views(self) -> Mapping[int, Instance]:
        """By id."""
        return self._views

    @property
    def changes(self) -> tuple[Change, ...]:
        """What came, went and moved, oldest first; of any thread."""
        return self._history.changes

    def hide(self, ids: set[int]) -> None:
        """Show these no longer."""
        for id in ids:
            del self._views[id]

    def forget(self, id: int) -> None:
        """The track is gone; its view stays until it is hidden."""
        self._anchors.pop(id, None)
        self._boxes.forget(id)
        self.colors.forget(id)

    def show(self, track: Track, stamp: int, frame: Frame | None) -> Track:
        """Show a track as an instance, and note if it came or moved; the track that it is from now on."""
        now = self._renewed(track)
        anchor = self._anchors.get(track.id)
        if anchor is None:
            gone = self._departed.take(now, track)
            if gone is not None:
                before, home = gone
                self._tracks[home.id] = home
                self._inherit(home, track, before.box, stamp)
                return home
            if track.arrived:
                self._history.add(Change(ChangeKind.CAME, track.id, track.category, None, now.box, stamp))
        elif is_elsewhere(anchor[0], now.box) and frame is not None and _left(anchor[1], track, frame):
            self._history.add(Change(ChangeKind.MOVED, track.id, track.category, anchor[0], now.box, stamp))
            anchor = None
        if anchor is None or track.observation_count <= _VIEWS_TO_SETTLE:
            self._anchors[track.id] = (now.box, track.look_samples())
        self._views[track.id] = now
        return track

    def _renewed(self, track: Track) -> Instance:
        """The instance as it is now. Its box is fitted anew where the points call for it, and held where it differs
        by less than anybody would notice: relations are worked out only for boxes that changed."""
        held = self._views.get(track.id)
        settled = track.observation_count > _VIEWS_TO_SETTLE and track.observation_count % _FIT_EVERY
        known = held is not None and held.category == track.category
        if held is not None and known and settled and self._boxes.holds(track):
            return replace(
                held,
                alternatives=track.alternatives(),
                confidence=track.confidence(),
                first_seen=track.first_seen,
                last_seen=track.last_seen,
                observation_count=track.observation_count,
            )
        return self._view(track, held)

    def leave(self, track: Track, stamp: int, *, seen_free: bool, leaving: Collection[int] = ()) -> int | None:
        """Drop a track; where its place is seen free, the thing went or is another instance by now: the id of that.

        Args:
            leaving: ids of all tracks that leave with this frame: no thing has become one of these.
        """
        view = self._views.get(track.id)
        if view is None or not seen_free:
            self._forget(track.id, None)
            return None
        # A view outlives its track until the update ends: what was merged away, or left before in this frame.
        staying = [v for v in self._views.values() if v.id in self._tracks and v.id not in leaving]
        others = [(v, self._tracks[v.id]) for v in staying if v.id != track.id]
        heir = heir_of(view, track.last_seen, others)
        if heir is None:
            self._history.add(Change(ChangeKind.WENT, track.id, view.category, view.box, None, stamp))
            self._departed.add(view, track)
            self._forget(track.id, None)
            return None
        self._inherit(track, self._tracks[heir], view.box, stamp)
        return heir

    def _inherit(self, track: Track, heir: Track, before: Box, stamp: int) -> None:
        """A track goes on in the place of another one, which it is."""
        track.move_to(heir)
        self._forget(heir.id, track.id)
        self._history.withdraw(heir.id, ChangeKind.CAME)
        self._views[track.id] = now = self._view(track)
        self._anchors[track.id] = (now.box, track.look_samples())
        self._history.add(Change(ChangeKind.MOVED, track.id, track.category, before, now.box, stamp))

    def _fits(self, track: Track, category: str) -> bool:
        """Whether a track has the size of things of a category, and as much room before the wall as they take."""
        box = self._boxes.box(track, category, self.field)
        return can_be(category, box) and self._boxes.has_room(track, category, self.field)

    def _view(self, track: Track, held: Instance | None = None) -> Instance:
        """The instance as it is now, in the place of the `held` one where its box is alike."""
        category, confidence = track.category, track.confidence()
        box = self._boxes.box(track, category, self.field)
        if not self._fits(track, category):
            # The name with most votes among those of things that large, or the same name, less sure of it.
            names = (name for name, share in track.alternatives() if share >= _WORTH_A_NAME)
            others = [name for name in names if self._fits(track, name)]
            if not others and not self._boxes.has_room(track, category, self.field):
                others = [OBJECT]
            category = others[0] if others else category
            confidence = track.confidence(category) if others else _IMPLAUSIBLE * confidence
            box = self._boxes.box(track, category, self.field)
        if held is not None and held.category == category and _alike(held.box, box):
            box, centroid, sample = held.box, held.centroid, held.surface_points
        else:
            centroid, sample = self._boxes.surface(track, self.field)
        points = track.kept()[1]
        rgb, color = self.colors.of(track.id, track.observation_count, points, track.rgb(), self.field)
        return Instance(
            id=track.id,
            category=category,
            alternatives=track.alternatives(category),
            box=box,
            centroid=centroid,
            rgb=rgb,
            color=color,
            confidence=confidence,
            first_seen=track.first_seen,
            last_seen=track.last_seen,
            observation_count=track.observation_count,
            surface_points=sample,
            shape=self._boxes.shape(track, self.field),
        )


def _left(points: np.ndarray, track: Track, frame: Frame) -> bool:
    """Whether a track is no longer at the points where it was, and the frame shows that."""
    solid, free, *_ = classify(points, frame, track.slack_m)
    return float(free.mean()) >= 0.3 and not track.still_has(points)


def _alike(a: Box, b: Box) -> bool:
    """Whether nobody would notice that one box took the place of the other."""
    tolerance = np.minimum(_HELD_M, 0.1 * a.extents)
    turned = abs((a.yaw - b.yaw + np.pi / 4) % (np.pi / 2) - np.pi / 4) * float(a.extents[:2].max()) / 2
    low_a, high_a, low_b, high_b = *a.axis_aligned(), *b.axis_aligned()
    moved = np.maximum(np.abs(low_a - low_b), np.abs(high_a - high_b))
    return bool((np.abs(a.extents - b.extents) <= tolerance).all() and (moved <= _HELD_M).all() and turned <= _HELD_M)
