"""What the detector did not name: proposals of a frame, named where the namer is certain, else kept as "object".

Where the place looks as in the namer's training, the namer weighs all names of all that is seen, what the detector
named included, and the map takes the mean over the looks. Elsewhere what the default detector did name may be judged by
the namer, and of its detections below the threshold those are taken in whose names the namer shares."""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.categories import OBJECT, facts_of
from situated_qa.perception.detector import Detector, DetectorSettings
from situated_qa.perception.frame_surfaces import FrameSurfaces, surfaces_of
from situated_qa.perception.instances import Instance
from situated_qa.perception.naming.coarse import STORAGE, CoarseNames
from situated_qa.perception.naming.familiarity import Familiarity
from situated_qa.perception.naming.features import features_of
from situated_qa.perception.naming.judging import TRUST, Judge
from situated_qa.perception.naming.looks import doubted, with_chances
from situated_qa.perception.naming.namer import NOTHING, Name, Namer, NamerSettings
from situated_qa.perception.naming.pyramid import Pyramid
from situated_qa.perception.observations import Observation, ObservationSettings, observe_detections
from situated_qa.perception.proposals import ProposalSettings, propose

_log = logging.getLogger(__name__)

_EXPLAINED = 0.6  # a proposal with this share of its points in the box of a named object is a part of it
_PART = 0.3  # of a box's volume; what is larger is a look at the object itself, which may have another name
_BESIDE_M = 0.05
_NO_OBJECT = 0.75  # a look that is so sure that it shows no object is dropped
_STEP_M, _TURN_RAD, _A_WHILE_NS = 0.04, 0.07, 1_000_000_000  # a camera that moved less shows nothing new


class UnnamedThings:
    """Finds in each frame what the detector did not name, and judges the names of the default detector.

    Args:
        detector: where it is the default one, its features are shared; else the namer runs that network itself.

    Raises:
        DetectorError: the namer is to be used and something that it needs is missing; says what to do.
    """

    def __init__(self, proposals: ProposalSettings, namer: NamerSettings, detector: Detector) -> None:
        self._settings = proposals
        self._wanted = proposals.enabled and not detector.capabilities.complete
        self._namer = Namer(namer) if self._wanted and namer.mode != "off" else None
        self._namer_settings = namer
        self._place = Familiarity()
        self._last: Frame | None = None  # the frame that was looked at last
        self._features: Any = None
        if self._namer is not None:
            try:
                self._features = detector if hasattr(detector, "watch_features") else _own_network()
                self._features.watch_features()
            except DetectorError as error:
                if namer.mode == "on":
                    raise
                _log.warning("the namer is off, what the detector does not name stays without a name: %s", error)
                self._namer = None
        self._shared = self._features is detector
        self._judge = Judge(self._namer) if self._namer is not None else None
        self._coarse = CoarseNames(self._namer.names) if self._namer is not None else None
        self._judges = self._judge is not None and self._shared and namer.judges
        self._detector = detector

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The names that it gives here beside the detector's; none where the place looks unlike its training."""
        return self._namer.vocabulary if self._namer is not None and self._knows_place else ()

    def _is_detected(self, category: str) -> bool:
        """Whether the detector, as it says now, gives this name."""
        can = self._detector.capabilities
        return category != OBJECT and (can.open_vocabulary or not can.vocabulary or category in can.vocabulary)

    def observe(
        self,
        frame: Frame,
        named: Sequence[Observation],
        instances: Iterable[Instance],
        settings: ObservationSettings,
        rejected: Counter[str] | None = None,
    ) -> list[Observation]:
        """All observations of a frame: the `named` ones, judged where the namer can, and what is there beside them.

        Args:
            named: the detector's observations of this frame.
            instances: what is believed in: a piece of a named object is no new one.
            rejected: counts, by reason, what was dropped.
        """
        if not self._wanted:
            return list(named)
        moved, judges = self._has_moved(frame), self._judges and not self._knows_place
        weighs = self._namer is not None and self._knows_place
        if not moved and not ((judges or weighs and self._shared) and named):
            return list(named)
        floor, ceiling = self._settings.floor_height_m, self._settings.ceiling_m
        surfaces = surfaces_of(frame, floor_height_m=floor, ceiling_m=ceiling)
        if judges:
            named = self._judged(frame, surfaces, named, rejected)
        elif weighs and self._shared:
            named = self._weighed(frame, surfaces, named, rejected)
        elif self._namer is not None and self._shared and self._place.is_open:
            named = [doubted(item, chances) for item, chances in self._chances(frame, surfaces, named)]
        if not moved:
            return list(named)
        self._last = frame
        if judges and self._pyramid(frame) is not None:
            weak = [item for item in self._features.weak if not facts_of(item.category).moves]
            found = observe_detections(frame, weak, settings)
            named = [*named, *self._judged(frame, surfaces, found, rejected, weak=True)]
        masks = [observation.mask for observation in named if observation.mask is not None]
        found = observe_detections(frame, propose(frame, masks, self._settings, surfaces), settings)
        explained = Counter[str]()
        kept = [item for item in found if not self._is_explained(item, instances, explained, parts_only=weighs)]
        if rejected is not None:
            rejected["a part of a named object"] += sum(explained.values())
        if self._namer is None:
            return [*named, *kept]
        weigh_or_name = self._weighed if weighs else self._with_names
        return [*named, *weigh_or_name(frame, surfaces, kept, rejected)]

    def _weighed(
        self, frame: Frame, surfaces: FrameSurfaces, items: Sequence[Observation], rejected: Counter[str] | None
    ) -> list[Observation]:
        """Observations with the probabilities of all names; those that are no object are left out."""
        assert self._namer is not None
        result = []
        for item, chances in self._chances(frame, surfaces, items):
            if chances.get(NOTHING, 0.0) < _NO_OBJECT:
                result.append(with_chances(item, chances) if chances else item)
            elif rejected is not None:
                rejected["no object"] += 1
        return result

    def _chances(
        self, frame: Frame, surfaces: FrameSurfaces, items: Sequence[Observation]
    ) -> list[tuple[Observation, dict[str, float]]]:
        """Observations with the probability of each name; with none what says nothing or resembles nothing known."""
        assert self._namer is not None
        rows = self._rows(frame, surfaces, items)
        known = [row for row in rows if row is not None]
        values = iter(self._namer.probabilities(np.array(known)) if known else ())
        result = []
        for item, row in zip(items, rows, strict=True):
            value = next(values) if row is not None else np.zeros(0)
            told = value.any() and not facts_of(item.category).moves
            result.append((item, dict(zip(self._namer.names, value.tolist(), strict=True)) if told else {}))
        return result

    def _judged(
        self,
        frame: Frame,
        surfaces: FrameSurfaces,
        items: Sequence[Observation],
        rejected: Counter[str] | None,
        *,
        weak: bool = False,
    ) -> list[Observation]:
        """Observations with the names that detector and namer give them together; weak ones only where that is sure."""
        assert self._judge is not None
        rows = self._rows(frame, surfaces, items)
        result = []
        for item, row in zip(items, rows, strict=True):
            judged = None
            if row is not None and not facts_of(item.category).moves:
                judged = self._judge.judged(item, row, weak=weak)
            elif not weak:
                judged = item
            if judged is not None:
                result.append(judged)
            elif rejected is not None:
                rejected["a doubtful name"] += 1
        return result

    def _rows(self, frame: Frame, surfaces: FrameSurfaces, items: Sequence[Observation]) -> list[np.ndarray | None]:
        """(FEATURES,) features of each observation; None where it has no mask, or one that says nothing."""
        pyramid = self._pyramid(frame) if items else None
        return [
            None if pyramid is None or item.mask is None else features_of(pyramid, surfaces, item.mask)
            for item in items
        ]

    @property
    def _knows_place(self) -> bool:
        """Whether names are given as in the namer's training."""
        return self._namer_settings.mode == "on" or self._place.is_known

    def _has_moved(self, frame: Frame) -> bool:
        """Whether the frame shows something from another place than the last one, or a while later.

        Sightings from one place err in the same way, and would make an object of any shadow in the depth.
        """
        last = self._last
        if last is None or abs(frame.stamp - last.stamp) >= _A_WHILE_NS:
            return True
        step = np.linalg.norm(frame.T_map_camera.t - last.T_map_camera.t)
        turn = (np.trace(frame.T_map_camera.R.T @ last.T_map_camera.R) - 1.0) / 2.0
        return bool(step >= _STEP_M or turn <= np.cos(_TURN_RAD))

    def _is_explained(
        self, item: Observation, instances: Iterable[Instance], explained: Counter[str], *, parts_only: bool
    ) -> bool:
        """Whether it lies in an object that the detector names, or is a small part of one."""
        for instance in instances:
            if not self._is_detected(instance.category):
                continue
            if parts_only and np.prod(np.ptp(item.points_map, axis=0)) >= _PART * np.prod(instance.box.extents):
                continue
            if _share_inside(item.points_map, instance) >= _EXPLAINED:
                explained[instance.category] += 1
                return True
        return False

    def _with_names(
        self, frame: Frame, surfaces: FrameSurfaces, items: list[Observation], rejected: Counter[str] | None
    ) -> list[Observation]:
        assert self._namer is not None
        rows = self._rows(frame, surfaces, items)
        known = np.array([row for row in rows if row is not None])
        if len(known):
            self._place.add(self._namer.scaled(known))
        values = iter(self._namer.probabilities(known) if len(known) else ())
        result = []
        for item, row in zip(items, rows, strict=True):
            value = next(values) if row is not None else np.zeros(0)
            name = self._allowed(self._namer.name_of(value), value, row) if row is not None else None
            if name is not None and name.name == NOTHING:
                if rejected is not None:
                    rejected["no object"] += 1
                continue
            if name is not None and name.name:
                item = dataclasses.replace(item, category=name.name, score=TRUST * name.probability)
            if self._place.is_open and value.any():
                item = doubted(item, dict(zip(self._namer.names, value.tolist(), strict=True)))
            result.append(item)
        return result

    def _allowed(self, name: Name, values: np.ndarray, row: np.ndarray) -> Name:
        """The name; where the place looks unlike the namer's training, one that the detector gives, or a coarse one.

        Args:
            values: (names,) the namer's probabilities.
            row: (FEATURES,) what they were told from.
        """
        settings = self._namer_settings
        if name.name == NOTHING or self._knows_place:
            return name
        can = self._detector.capabilities
        shared = name.name in can.vocabulary and not can.open_vocabulary
        if shared and name.probability >= settings.elsewhere_probability:
            return name
        storage = self._coarse.storage(values, row) if self._coarse is not None else 0.0
        if storage >= settings.elsewhere_probability:
            return Name(STORAGE, min(storage, 1.0))
        return dataclasses.replace(name, name="")

    def _pyramid(self, frame: Frame) -> Pyramid | None:
        if not self._shared or self._features.pyramid is None or self._features.pyramid.stamp != frame.stamp:
            self._features.detect(frame)
        pyramid: Pyramid | None = self._features.pyramid
        return pyramid


def _own_network() -> Any:
    from situated_qa.perception.detectors.nanodet import NanoDet

    try:
        return NanoDet(DetectorSettings())
    except DetectorError as error:
        raise DetectorError(f"the namer looks through the default detector's network: {error}") from error


def _share_inside(points: np.ndarray, instance: Instance) -> float:
    """The share of (N, 3) points in an object's box, made a little larger."""
    box = instance.box
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    away = points - box.center.astype(points.dtype)
    local = np.stack([c * away[:, 0] + s * away[:, 1], c * away[:, 1] - s * away[:, 0], away[:, 2]], axis=1)
    return float((np.abs(local) <= box.extents / 2 + _BESIDE_M).all(axis=1).mean())
