"""The detector `topic`: another node looks at the images, and its detections are heard here.

    executor's thread     messages ─ stamp checked ─► DetectionMatcher
    integrating thread    frames in the map        ─► DetectionMatcher ─► queue of matches
    perceiving thread     queue ─ read as detections, with the table of labels ─► Look

A frame is perceived with the detections whose stamp it has, however late they come, as long as it is kept. What cannot
be used is counted and named in /diagnostics; mapping goes on without it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from sensor_msgs.msg import Image
from vision_msgs.msg import Detection2DArray, LabelInfo

from situated_qa.errors import DetectorError, FrameError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.ros import images, qos
from situated_qa.ros.callbacks import guarded
from situated_qa.ros.detection_matcher import DetectionMatcher, Match, Miss
from situated_qa.ros.detection_msgs import Converted, detections_from_labels, detections_from_msg
from situated_qa.ros.faults import Level
from situated_qa.ros.frame_queue import FrameQueue
from situated_qa.ros.frame_reader import CameraFrame, checked_stamp
from situated_qa.ros.label_tables import LabelTable, table_from_msg, table_from_settings
from situated_qa.ros.looks import Look
from situated_qa.ros.texts import short_name
from situated_qa.ros.topic_settings import BOXES, INSTANCES, TopicDetectorSettings

_MATCHES_WAITING = 8  # for perception; then the oldest goes
_EXPECTED = {
    "late": "raise topic_detector.frames_kept, or use a faster detector",
    "out_of_order": "detections must come in the order of their images",
}


class TopicDetector:
    """Detections from a topic, as looks for the mapper; to the pipeline, a detector that is given what it is to see.

    What is known to be absent rests on the vocabulary: it holds the names that were in every table of labels so far,
    and no name before the first detections were used.

    Args:
        say_fault: takes the kind of a fault, its level and its text.

    Raises:
        SettingsError: the labels that parameters give are wrong.
    """

    def __init__(
        self,
        node: Node,
        settings: TopicDetectorSettings,
        detector_settings: DetectorSettings,
        say_fault: Callable[[str, Level, str], None],
    ) -> None:
        self._node, self._settings, self._detector_settings = node, settings, detector_settings
        self._say_fault = say_fault
        self.name = f"topic {settings.topic}"
        self.capabilities = Capabilities(masks=settings.kind != BOXES)
        self.counts: Counter[str] = Counter()
        self._matcher = DetectionMatcher(
            tolerance_ns=round(settings.tolerance_s * 1e9), frames_kept=settings.frames_kept
        )
        self._matched: FrameQueue[Match] = FrameQueue(_MATCHES_WAITING)
        self._lock = threading.Lock()
        self._table = table_from_settings(settings.labels, settings.label_file)
        self._namable: list[str] | None = None if self._table is None else self._names(self._table)
        self._heard = time.monotonic()  # when the last message came, or the first frame without one
        self._newest: tuple[int, float] | None = None  # stamp of the newest frame, and when it came
        kind = Detection2DArray if settings.kind == BOXES else Image
        node.create_subscription(kind, settings.topic, guarded(node, self._take), qos.IMAGES_IN)
        if self._table is None:
            self._subscribe_to_labels()

    def detect(self, frame: Frame) -> list[Detection]:
        """
        Raises:
            DetectorError: always; the detections of a frame are given to `MappingPipeline.perceive`.
        """
        raise DetectorError(f"detector {self.name}: it looks at no image itself; give perceive() the detections")

    # ── messages in (executor's thread) ──────────────────────────────────────────────────────────────────────────

    def _subscribe_to_labels(self) -> None:
        # A latched publisher keeps its table for those that ask for it, another sends it now and then: hear both.
        take, topic = guarded(self._node, self._take_labels), self._settings.label_info_topic
        quiet = SubscriptionEventCallbacks(incompatible_qos=lambda event: None, use_default_callbacks=False)
        for profile in (qos.LATCHED, qos.IMAGES_IN):
            self._node.create_subscription(LabelInfo, topic, take, profile, event_callbacks=quiet)

    def _take_labels(self, message: LabelInfo) -> None:
        topic = self._settings.label_info_topic
        try:
            table = table_from_msg(message, topic)
        except FrameError as error:
            self.counts["labels_refused"] += 1
            self._say_fault("labels", Level.ERROR, f"labels refused: {error}")
            return
        with self._lock:
            if self._table is not None and table.names == self._table.names:
                return
            self._table = table
            names = self._names(table)
            # What an earlier table did not name was not looked for then.
            self._namable = names if self._namable is None else [name for name in self._namable if name in names]
        self._node.get_logger().info(f"{topic}: {len(table.names)} labels")

    def _names(self, table: LabelTable) -> list[str]:
        return list(table.vocabulary(self._detector_settings.excluded_categories))

    def _take(self, message: Detection2DArray | Image) -> None:
        topic = self._settings.topic
        self.counts["detections_received"] += 1
        self._heard = time.monotonic()
        try:
            stamp = checked_stamp(message)
            if stamp == 0:
                raise FrameError("header.stamp is 0; it must be that of the image")
        except FrameError as error:
            self._refuse("stamp", f"{topic}: {error}")
            return
        self._settle(self._matcher.add_message(stamp, message))

    # ── frames in (integrating thread) ───────────────────────────────────────────────────────────────────────────

    def put(self, look: Look) -> None:
        """A frame is in the map."""
        stamp, now = look.seen.frame.stamp, time.monotonic()
        if self._newest is None:
            self._heard = max(self._heard, now)
        self._newest = (stamp, now)
        for outcome in self._matcher.add_frame(stamp, look.seen):
            self._settle(outcome)

    def _settle(self, outcome: Match | Miss | None) -> None:
        if isinstance(outcome, Match):
            if self._matched.put(outcome) is not None:
                self.counts["detections_busy"] += 1
                waited = f"perception is slower than the detector; {_MATCHES_WAITING} detections waited"
                self._say_fault("detections busy", Level.WARN, f"{self._settings.topic}: {waited}")
        elif isinstance(outcome, Miss):
            self.counts[f"detections_{outcome.reason}"] += 1
            count = self.counts[f"detections_{outcome.reason}"]
            hint = f"; {_EXPECTED[outcome.reason]}" if outcome.reason in _EXPECTED else ""
            text = f"{self._settings.topic}: detections not used ({count} so far): {outcome.text}{hint}"
            self._say_fault(f"detections {outcome.reason}", Level.WARN, text)

    # ── looks out (perceiving thread) ────────────────────────────────────────────────────────────────────────────

    def take(self) -> Look | None:
        """The next frame with its detections, waiting for one; None once closed."""
        match = self._matched.take()
        if match is None:
            return None
        seen: CameraFrame = match.frame
        try:
            self._check_frame(match.message.header.frame_id, seen.camera_frame)
            with self._lock:
                table, namable = self._table, self._namable
            converted = self._convert(match.message, seen, table)
        except FrameError as error:
            self._refuse("message", str(error))
            return Look(seen, refused=True)
        except Exception as error:  # the thread must outlive any message
            self._refuse("message", f"{self._settings.topic}: {type(error).__name__}: {error}")
            return Look(seen, refused=True)
        self.counts["detections_used"] += 1
        for what, count in converted.rejected.items():
            self.counts[f"detections_wrong_{what}"] += count
            self._say_fault(f"wrong {what}", Level.ERROR, f"{self._settings.topic}: {converted.reasons[what]}")
        self._declare(namable)
        return Look(seen, converted.detections)

    def _check_frame(self, frame_id: str, camera_frame: str) -> None:
        given, right = frame_id.lstrip("/"), camera_frame.lstrip("/")
        if self._settings.check_frame and given and given != right:
            raise FrameError(
                f"{self._settings.topic}: header.frame_id is {short_name(given)}; it must be that of the color image, "
                f"{short_name(right)} (or set topic_detector.check_frame to false)"
            )

    def _convert(self, message: Any, seen: CameraFrame, table: LabelTable | None) -> Converted:
        s, d, camera = self._settings, self._detector_settings, seen.frame.camera
        size = (camera.width, camera.height)
        told = "topic_detector.labels" if s.labels else f"topic_detector.label_file {s.label_file}"
        by_topic = f"vision_msgs/LabelInfo on {s.label_info_topic}, or topic_detector.labels or label_file"
        where = told if s.labels or s.label_file else by_topic
        common: dict[str, Any] = {"excluded": d.excluded_categories, "name": s.topic, "where_labels_come_from": where}
        if s.kind == BOXES:
            return detections_from_msg(message, size, table, least_score=d.score_threshold, **common)
        labels, unlabeled = images.labels_from_msg(message, s.topic)
        return detections_from_labels(
            labels,
            unlabeled,
            size,
            table,
            instances=s.kind == INSTANCES,
            divisor=s.divisor,
            score=s.label_image_score,
            min_pixels=s.min_mask_pixels,
            **common,
        )

    def _declare(self, namable: list[str] | None) -> None:
        names = tuple(namable or ())
        if namable is None:
            text = (
                f"{self._settings.label_info_topic}: no vision_msgs/LabelInfo; objects get the names in "
                f"{self._settings.topic}, but of nothing can be said that it is not there"
            )
            self._say_fault("no labels", Level.WARN, text)
        if names != self.capabilities.vocabulary:
            self.capabilities = Capabilities(masks=self._settings.kind != BOXES, vocabulary=names)

    def _refuse(self, kind: str, text: str) -> None:
        self.counts["detections_refused"] += 1
        self._say_fault(f"detections {kind}", Level.ERROR, f"detections refused: {text}")

    # ── how it goes ──────────────────────────────────────────────────────────────────────────────────────────────

    def report(self) -> dict[str, int]:
        """Counts for /diagnostics; a detector that says nothing becomes a fault."""
        s, silent_s = self._settings, (self._newest[1] if self._newest else 0.0) - self._heard
        if silent_s > s.patience_s:
            publishers = self._node.count_publishers(s.topic)
            text = f"{s.topic}: no detections for {silent_s:.0f} s of images; publishers on it: {publishers}"
            self._say_fault("no detections", Level.WARN, text)
        frames = {"frames_waiting": len(self._matcher), "frames_undetected": self._matcher.undetected}
        return {**self.counts, **frames, "detections_early": self._matcher.early}

    def overdue(self) -> int | None:
        """Stamp of the newest frame, ns, if it has waited longer than `patience_s`; players need not wait for it."""
        newest = self._newest
        return newest[0] if newest and time.monotonic() - newest[1] > self._settings.patience_s else None

    def close(self) -> None:
        """Let `take` return None."""
        self._matched.close()
