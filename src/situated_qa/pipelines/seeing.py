"""From a frame to what is seen in it: detections, placed in the map as observations."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from situated_qa.config import Settings
from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Detection, Detector
from situated_qa.perception.detectors.checks import check_given, look
from situated_qa.perception.instances import Instance
from situated_qa.perception.moving import MovingThing, MovingThings, split_moving
from situated_qa.perception.observations import Observation, observe_detections
from situated_qa.perception.registration import Registration, RegistrationCheck
from situated_qa.perception.unnamed import UnnamedThings
from situated_qa.pipelines.stages import lap
from situated_qa.scene.observed import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Perceived:
    """What the detector saw in one frame."""

    detections: tuple[Detection, ...]
    observations: tuple[Observation, ...]  # the detections that could be placed, people and animals included
    seconds: dict[str, float]  # per stage
    refused: tuple[str, ...] = ()  # what is wrong with the detections that cannot be used

    @property
    def staying(self) -> list[Observation]:
        """The observations without people and animals."""
        return split_moving(self.observations)[0]

    @property
    def moving_masks(self) -> list[np.ndarray]:
        """(H, W) bool pixels of each person and animal."""
        return [o.mask for o in split_moving(self.observations)[1] if o.mask is not None]


class FramePerception:
    """Looks at single frames; remembers only what moves, and what concerns the camera and the detector.

    One thread calls `see`, others may read.

    Args:
        counts: where failures of the detector, and detections by the reason why they cannot be used, are counted.

    Raises:
        DetectorError: the namer is to be used and something that it needs is missing.
    """

    def __init__(self, settings: Settings, detector: Detector, counts: Counter[str]) -> None:
        self._settings, self._detector, self._counts = settings, detector, counts
        self._registration = RegistrationCheck(settings.registration)
        self._moving = MovingThings(settings.moving)
        self._unnamed = UnnamedThings(settings.proposals, settings.namer, detector)

    def see(
        self, frame: Frame, believed: Iterable[Instance], detections: Sequence[Detection] | None = None
    ) -> Perceived:
        """What is seen in a frame; people and animals are known from here on.

        Args:
            believed: the objects of the map: a piece of one is no new thing.
            detections: what another process saw in this frame; None: the detector looks at it now.

        Raises:
            DetectorError: the detector failed on this frame.
        """
        seconds: dict[str, float] = {}

        self._registration.update(frame)
        clock = time.perf_counter()
        try:
            if detections is None:
                seen = look(self._detector, frame, self._settings.detector)
            else:
                seen = check_given(detections, self._detector, frame, self._settings.detector)
        except DetectorError:
            self._counts["detector_failures"] += 1
            raise
        seconds["detect"], clock = lap(clock)
        self._counts["refused_detections"] += len(seen.refused)
        rejected: Counter[str] = Counter()
        observations = observe_detections(frame, seen.detections, self._settings.observations, rejected)
        observations = self._unnamed.observe(frame, observations, believed, self._settings.observations, rejected)
        self._counts.update({f"rejected_{reason}": count for reason, count in rejected.items()})
        self._moving.update(split_moving(observations)[1], frame.stamp)
        seconds["lift"], clock = lap(clock)
        return Perceived(seen.detections, tuple(observations), seconds, seen.refused)

    def without_moving(self, frame: Frame, masks: Sequence[np.ndarray] = ()) -> Frame:
        """The frame without the depth of people and animals.

        Args:
            masks: (H, W) bool, their pixels in this very frame, where it was looked at already.
        """
        return self._moving.without_them(frame, masks)

    def places_of_moving(self, stamp: int, since: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """As `MovingThings.places`."""
        return self._moving.places(stamp, since)

    def live(self, now: int) -> tuple[MovingThing, ...]:
        """The people and animals that were seen shortly before sensor time `now`, ns."""
        return self._moving.live(now)

    @property
    def registration(self) -> Registration:
        """Whether color fits depth, as far as the frames tell."""
        return self._registration.result

    @property
    def vocabulary(self) -> Vocabulary:
        """What can be named, as detector and namer say now."""
        can = self._detector.capabilities
        # A detector that does not declare its names may give any; the namer's would make the list look complete.
        more = self._unnamed.vocabulary if can.vocabulary else ()
        names = tuple(dict.fromkeys((*can.vocabulary, *more)))
        # A detector that is told what to look for sees nothing else: what it was told is what it can name.
        return Vocabulary(self._detector.name, names, can.open_vocabulary and not can.vocabulary)
