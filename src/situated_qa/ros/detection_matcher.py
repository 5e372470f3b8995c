"""Brings the detections of another process together with the frames that they were made of, by stamp. ROS-free."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

_EARLY_KEPT = 30  # messages whose frames are not in the map yet


@dataclass(frozen=True, slots=True)
class Match:
    """A frame and the message about it."""

    stamp: int  # of the frame, ns
    frame: Any
    message: Any


@dataclass(frozen=True, slots=True)
class Miss:
    """A message that no frame is there for."""

    reason: str  # "late", "out_of_order", "no_frame", "too_early"
    text: str  # with what would be right


class DetectionMatcher:
    """Frames come in the order of their stamps; messages may come before their frames or after, or never. Thread-safe.

    Frames are perceived in the order of their stamps, so a match ends the wait of all frames before it, and a message
    about one of those is out of order.

    Args:
        tolerance_ns: largest difference of the two stamps.
        frames_kept: frames that may wait for their messages; then the oldest goes.
    """

    def __init__(self, *, tolerance_ns: int, frames_kept: int) -> None:
        self._tolerance_ns, self._frames_kept = tolerance_ns, frames_kept
        self._frames: dict[int, Any] = {}
        self._early: dict[int, Any] = {}
        self._newest_frame = self._last_match = -1
        self._lock = threading.Lock()
        self.undetected = 0
        """Frames that were given up without a message: the detector left them out, or was too late."""

    def add_frame(self, stamp: int, frame: Any) -> list[Match | Miss]:
        """Take a frame; what comes of the messages that waited for it or for frames before it."""
        with self._lock:
            if stamp <= self._newest_frame:  # the clock jumped back: a recording begins again
                self._give_up(list(self._frames))
                self._early.clear()
                self._last_match = -1
            self._newest_frame = stamp
            nearest = self._nearest(self._early, stamp)
            passed = [early for early in self._early if early < stamp - self._tolerance_ns]
            outcomes: list[Match | Miss] = [self._no_frame(early, self._early.pop(early)) for early in sorted(passed)]
            if nearest is not None:
                self._last_match = stamp
                self._give_up(list(self._frames))
                outcomes.append(Match(stamp, frame, self._early.pop(nearest)))
                return outcomes
            self._frames[stamp] = frame
            self._give_up(list(self._frames)[: -self._frames_kept])
            return outcomes

    def add_message(self, stamp: int, message: Any) -> Match | Miss | None:
        """Take a message; None: it waits for its frame."""
        with self._lock:
            nearest = self._nearest(self._frames, stamp)
            if nearest is not None:
                frame = self._frames.pop(nearest)
                self._give_up([other for other in self._frames if other < nearest])
                self._last_match = nearest
                return Match(nearest, frame, message)
            if stamp > self._newest_frame + self._tolerance_ns:
                self._early[stamp] = message
                if len(self._early) <= _EARLY_KEPT:
                    return None
                oldest = min(self._early)
                del self._early[oldest]
                return self._too_early(oldest)
            if stamp <= self._last_match + self._tolerance_ns:
                behind = _seconds(max(0, self._last_match - stamp))
                return Miss("out_of_order", f"its image is {behind} older than that of the detections used last")
            if not self._frames or stamp < min(self._frames):
                behind = _seconds(self._newest_frame - stamp)
                return Miss(
                    "late",
                    f"it came {behind} after its image was taken, and that is no longer kept "
                    f"(topic_detector.frames_kept: {self._frames_kept})",
                )
            return self._no_frame(stamp, message)

    def __len__(self) -> int:
        """Frames that wait."""
        return len(self._frames)

    @property
    def early(self) -> int:
        """Messages that wait."""
        return len(self._early)

    def _nearest(self, waiting: dict[int, Any], stamp: int) -> int | None:
        nearest = min(waiting, key=lambda other: abs(other - stamp), default=None)
        return nearest if nearest is not None and abs(nearest - stamp) <= self._tolerance_ns else None

    def _give_up(self, stamps: list[int]) -> None:
        for stamp in stamps:
            del self._frames[stamp]
        self.undetected += len(stamps)

    def _no_frame(self, stamp: int, message: Any) -> Miss:
        others = [*self._frames, self._newest_frame]
        nearest = min(others, key=lambda other: abs(other - stamp))
        return Miss(
            "no_frame",
            f"its stamp is {_seconds(abs(nearest - stamp))} away from that of the nearest image in the map; "
            f"header.stamp must be that of the image (topic_detector.tolerance_s: {self._tolerance_ns / 1e9:g})",
        )

    def _too_early(self, stamp: int) -> Miss:
        if self._newest_frame < 0:
            return Miss("too_early", "no image is in the map yet")
        ahead = _seconds(stamp - self._newest_frame)
        return Miss(
            "too_early",
            f"its stamp is {ahead} ahead of the newest image in the map; header.stamp must be that of the image",
        )


def _seconds(duration_ns: int) -> str:
    return f"{duration_ns / 1e9:.3g} s"
