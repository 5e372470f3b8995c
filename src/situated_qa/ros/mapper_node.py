"""The mapper node: synchronized images and TF in; map, scene graph, markers and cloud out.

    executor             _take: messages ─ Synchronizer ─► queue (30 frames)
    integrate            queue ─ FrameReader ─ MappingPipeline.integrate: every frame ─► the newest alone
    perceive             the newest ─ MappingPipeline.perceive: as many as the detector gets to
    executor, apart      ~/save

With the detector `topic` another node looks at the images: `TopicDetector` takes the place of "the newest alone", and
gives out the frames that detections came for.

So the detector never holds the map up, and the last frame before a camera stops is always looked at. A frame that
cannot be mapped is dropped, counted and named in /diagnostics; its pose is never guessed.
"""

from __future__ import annotations

import dataclasses
import json
import re
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Int32MultiArray

from situated_qa.config import MAPPER_SETTINGS, Settings
from situated_qa.errors import DetectorError, FrameError, GeometryError, SettingsError, TransformError
from situated_qa.perception.detectors.factory import make_detector
from situated_qa.pipeline import Integrated, MappingPipeline
from situated_qa.ros import qos
from situated_qa.ros.callbacks import guarded
from situated_qa.ros.detector_parameters import declare_detector_parameters
from situated_qa.ros.faults import Faults, Level
from situated_qa.ros.frame_queue import FrameQueue
from situated_qa.ros.frame_reader import CameraFrame, FrameMessages, FrameReader, checked_stamp
from situated_qa.ros.looks import Look
from situated_qa.ros.mapper_outputs import MapperOutputs
from situated_qa.ros.mapper_settings import MapperNodeSettings
from situated_qa.ros.parameters import declare_groups, declare_settings, refuse_unknown_parameters
from situated_qa.ros.run import run_node
from situated_qa.ros.save_folder import save_folder
from situated_qa.ros.synchronizer import Synchronizer
from situated_qa.ros.tf import TransformListener
from situated_qa.ros.topic_detector import TopicDetector
from situated_qa.ros.topic_settings import TOPIC, TopicDetectorSettings
from situated_qa.srv import SaveScene

_EXECUTOR_THREADS = 2  # one for ~/save
_PICTURES = "pictures"  # folder of the key frames in the output folder
_LEVEL_M = 0.05  # a floor that is farther off makes boxes wrong, and floor of furniture
_NUMBER = re.compile(r"\d[\d.]*")
_LONGEST_TEXT = 500  # characters; names in messages may be of any length


class MapperNode(Node):
    """Feeds `MappingPipeline.integrate` and `MappingPipeline.perceive` and publishes what they make."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("mapper", **kwargs)
        s = self._settings = declare_settings(self, MapperNodeSettings)
        topic_settings = declare_settings(self, TopicDetectorSettings, "topic_detector")
        settings = _with_key_frames(Settings(**declare_groups(self, MAPPER_SETTINGS)), s.output_folder)
        settings = dataclasses.replace(settings, detector=declare_detector_parameters(self, settings.detector))
        refuse_unknown_parameters(self)
        if abs(settings.occupancy.floor_m) > _LEVEL_M:
            self.get_logger().warning(
                f"occupancy.floor_m is {settings.occupancy.floor_m:g} m, but objects take z = 0 for the floor: publish "
                "a static transform to a frame on the floor, and name that as map_frame"
            )
        self.counts: Counter[str] = Counter()
        self._faults = Faults(s.fault_recovery_s)
        # Everything that can be wrong with the set-up is found here, before the first frame.
        self._topic_detector: TopicDetector | None = None
        if settings.detector.name == TOPIC:
            self._topic_detector = TopicDetector(self, topic_settings, settings.detector, self._say_fault)
        detector = self._topic_detector or make_detector(
            settings.detector, categories=_read_instance_table(s.instance_table)
        )
        self._detector_name = detector.name
        self._looking_since: float | None = None  # monotonic s, while the detector looks at a frame
        self._pipeline = MappingPipeline(settings, detector)
        self._pipeline.warm_up()
        self.get_logger().info(f"detector {detector.name}, mapping on {self._pipeline.device}")

        self._map_lock = threading.Lock()  # one thread at a time may use the map
        self._outputs = MapperOutputs(self, s, self._pipeline, self._map_lock)
        self._arrived: FrameQueue[FrameMessages] = FrameQueue(s.queue_size)
        self._looks: FrameQueue[Look] | TopicDetector = self._topic_detector or FrameQueue(1)  # the newest alone
        self._integrated_stamp = self._perceived_stamp = -1  # of the latest frame that either thread is done with, ns
        self._tf_listener = TransformListener(self, s.transform_buffer_s)
        self._reader = FrameReader(s, self._tf_listener.source)
        self._threads = [
            threading.Thread(target=work, name=work.__name__.strip("_"), daemon=True)
            for work in (self._integrate_frames, self._perceive_frames)
        ]
        for thread in self._threads:
            thread.start()
        self._subscribe("instances" if detector.name == "true-masks" else "")
        self.create_subscription(Int32MultiArray, "asked_about", guarded(self, self._take_asked), qos.COMMANDS)
        # In a group of its own, so that messages are taken while it writes.
        self.create_service(SaveScene, "~/save", self._save, callback_group=MutuallyExclusiveCallbackGroup())
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", 10)
        # Steady time: when a bag ends /clock stands still, and what was held back must still go out.
        self.create_timer(1.0, guarded(self, self._report), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _subscribe(self, *more: str) -> None:
        streams = ["color", "depth", "camera_info", *filter(None, more)]
        self._synchronizer = Synchronizer(streams, tolerance_ns=round(self._settings.sync_tolerance_s * 1e9))
        take = guarded(self, self._take)
        for stream in streams:
            kind = CameraInfo if stream == "camera_info" else Image
            self.create_subscription(kind, self._topic(stream), lambda m, stream=stream: take(stream, m), qos.IMAGES_IN)

    def _topic(self, stream: str) -> str:
        return str(getattr(self._settings, f"{stream}_topic"))

    # ── messages in (executor's thread) ──────────────────────────────────────────────────────────────────────────

    def _take(self, stream: str, message: Image | CameraInfo) -> None:
        self.counts[f"{stream}_received"] += 1
        try:
            stamp = checked_stamp(message)
        except FrameError as error:
            self.counts["refused_messages"] += 1
            self._say_fault(f"stamp {stream}", Level.ERROR, f"{self._topic(stream)} refused: {error}")
            return
        group = self._synchronizer.add(stream, stamp, message)
        if group is None:
            return
        self.counts["synchronized"] += 1
        gone = self._arrived.put(FrameMessages(checked_stamp(group["color"]), group, time.monotonic()))
        if gone is not None:
            waited = f"mapping is slower than the camera; {self._settings.queue_size} frames waited (queue_size)"
            self._drop(gone.stamp, "busy", Level.WARN, waited)

    def _take_asked(self, message: Int32MultiArray) -> None:
        """Ids that questions were about; those of another map are of no object here, or of one that can wait."""
        self._pipeline.asked_about(message.data.tolist())

    def _drop(self, stamp: int, reason: str, level: Level, why: str) -> None:
        self.counts[f"dropped_{reason}"] += 1
        count = self.counts[f"dropped_{reason}"]
        kind = _NUMBER.sub("", why.partition(":")[0])  # a stamp in it would make a fault of its own of each frame
        self._say_fault(f"{reason} {kind}", level, f"frame dropped ({count} so far): {why}")
        self._outputs.say_progress("dropped", stamp)

    def _say_fault(self, kind: str, level: Level, text: str) -> None:
        text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:_LONGEST_TEXT])
        if not self._faults.note(kind, level, text):
            return
        if level == Level.ERROR:  # two calls: rclpy ties a severity to the line that logs
            self.get_logger().error(text)
        else:
            self.get_logger().warning(text)

    # ── every frame into the map (a thread of its own) ───────────────────────────────────────────────────────────

    def _integrate_frames(self) -> None:
        while (group := self._arrived.take()) is not None:
            try:
                self._integrate(self._reader.read(group))
            except (FrameError, GeometryError) as error:
                self._drop(group.stamp, "malformed", Level.ERROR, str(error))
            except TransformError as error:
                self._drop(group.stamp, "no_transform", Level.WARN, str(error))
            except Exception as error:  # the thread must outlive any one frame
                self._drop(group.stamp, "failed", Level.ERROR, f"{type(error).__name__}: {error}")

    def _integrate(self, seen: CameraFrame) -> None:
        frame = seen.frame
        refused = self._pipeline.counts["refused_blocks"]
        with self._map_lock:
            integrated = self._pipeline.integrate(frame)
        self._integrated_stamp = frame.stamp  # before the count, which others read
        self.counts["mapped"] += 1
        if self._looks.put(Look(seen)) is not None:
            self.counts["skipped_by_detector"] += 1  # mapped, but never looked at: a newer one came first
        guarded(self, self._tell)(seen, integrated, refused)  # what fails here must not count as a dropped frame

    def _tell(self, seen: CameraFrame, integrated: Integrated, refused: int) -> None:
        self._outputs.say_progress("mapped", seen.frame.stamp)
        if not seen.has_depth:
            self.counts["empty_depth"] += 1
            text = f"{self._topic('depth')}: no pixel has depth; is the lens covered, or everything too near?"
            self._say_fault("empty depth", Level.WARN, text)
        if self._pipeline.counts["refused_blocks"] > refused:
            total = self._pipeline.counts["refused_blocks"]
            self._say_fault("full", Level.WARN, f"the map is full (mapping.max_memory_mb): {total} blocks refused")
        self._outputs.send_changes(integrated.surface, seen.frame.stamp)
        self._outputs.send_what_is_due()

    # ── the newest frame past the detector, or what a topic says of it (a thread of its own) ─────────────────────

    def _perceive_frames(self) -> None:
        while (look := self._looks.take()) is not None:
            if not look.refused:
                self._looking_since = time.monotonic()
                self._perceive(look)
                self._name_slow_detector()
                self._looking_since = None
            self._say_perceived(look.seen.frame.stamp)

    def _perceive(self, look: Look) -> None:
        try:
            perceived = self._pipeline.perceive(look.seen.frame, look.detections)
            self.counts["perceived"] += 1
            for text in perceived.refused[:1]:  # one names the kind of error, the count tells how many
                self._say_fault("refused detections", Level.WARN, text)
            self._outputs.send_picture(look.seen, perceived.observations)
            self._outputs.send_live()
            self._outputs.send_what_is_due()
        except DetectorError as error:
            self.counts["perception_failed"] += 1
            self._say_fault("detector", Level.ERROR, f"{error}; mapping goes on")
        except Exception as error:  # the thread must outlive any one frame, and any detector
            self.counts["perception_failed"] += 1
            text = f"what detector {self._detector_name} saw was lost: {type(error).__name__}: {error}"
            self._say_fault("perception", Level.ERROR, text)

    def _say_perceived(self, stamp: int) -> None:
        self._perceived_stamp = stamp
        self._outputs.say_progress("perceived", stamp)

    def _name_slow_detector(self) -> None:
        """Tell when one frame takes the detector long, while it looks and afterwards: it may never come back."""
        since = self._looking_since
        if since is not None and (took := time.monotonic() - since) > self._settings.detector_slow_s:
            text = f"detector {self._detector_name} has been at one frame for {took:.1f} s; mapping goes on meanwhile"
            self._say_fault("slow detector", Level.WARN, text)

    # ── how it goes (executor's thread) ──────────────────────────────────────────────────────────────────────────

    def _report(self) -> None:
        self._pipeline.take_pictures()
        for part, problem in self._pipeline.problems.items():
            self._say_fault(part, Level.WARN, problem)
        self._outputs.send_what_is_due()
        self._name_slow_detector()
        counts = dict(self.counts)  # copies: other threads count on
        if self._topic_detector is not None:
            counts |= self._topic_detector.report()
            given_up = self._topic_detector.overdue()
            if given_up is not None and given_up == self._integrated_stamp != self._perceived_stamp:
                self._say_perceived(given_up)
        counts |= {f"unmatched_{stream}": count for stream, count in dict(self._synchronizer.unmatched).items()}
        counts |= {f"pipeline_{name}": count for name, count in dict(self._pipeline.counts).items()}
        counts |= {"pending": len(self._arrived), "graph_version": self._pipeline.graph.version}
        counts["unperceived"] = int(self._integrated_stamp != self._perceived_stamp)
        counts["detection_viewers"] = self._outputs.viewers
        registration = self._pipeline.registration
        if registration.verdict == "wrong":
            self._say_registration(registration.text)
        level, text = self._faults.current(otherwise="mapping")
        if level == Level.OK and not self.counts["synchronized"]:
            received = ", ".join(f"{name} {self.counts[f'{name}_received']}" for name in self._synchronizer.streams)
            level, text = Level.WARN, f"nothing synchronized yet; received: {received}"
        status = DiagnosticStatus(level=bytes([level]), name=self.get_fully_qualified_name(), message=text)
        status.values = [KeyValue(key=key, value=str(value)) for key, value in sorted(counts.items())]
        status.values.append(KeyValue(key="registration", value=registration.text))
        status.values.append(KeyValue(key="detector", value=self._detector_name))
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)

    def _say_registration(self, text: str) -> None:
        """In /diagnostics as long as it lasts; logged once, since nothing new happens."""
        if not self.counts["registration_wrong"]:
            self.get_logger().warning(text)
        self.counts["registration_wrong"] = 1
        self._faults.note("registration", Level.WARN, text)

    def _save(self, request: SaveScene.Request, response: SaveScene.Response) -> SaveScene.Response:
        s = self._settings
        try:
            folder = save_folder(request.folder, s.output_folder, anywhere=s.save_anywhere)
            files = self._pipeline.save(folder, self._map_lock)
            response.files = [str(file) for file in files]
            response.success, response.message = True, f"{len(files)} files in {folder}"
        except Exception as error:  # handled here, once: whatever it is becomes the response, and the node maps on
            self.get_logger().error(f"save failed: {type(error).__name__}: {error}")
            response.success, response.message = False, f"nothing or not all was written: {error}"
        return response

    def destroy_node(self) -> None:
        """Stop the threads, then the node."""
        self._arrived.close()
        self._looks.close()
        for thread in self._threads:
            thread.join(timeout=10.0)
        self._pipeline.close()
        self._tf_listener.close()
        super().destroy_node()


def _with_key_frames(settings: Settings, output_folder: str) -> Settings:
    """The settings with the folder of key frames, in the output folder where none is named."""
    if settings.key_frames.folder.strip():
        return settings
    folder = str(Path(output_folder) / _PICTURES)
    return dataclasses.replace(settings, key_frames=dataclasses.replace(settings.key_frames, folder=folder))


def _read_instance_table(path: str) -> dict[int, str] | None:
    """Instance id -> category from a JSON file; None where no file is named.

    Raises:
        SettingsError: the file is missing or is not such a table.
    """
    if not path:
        return None
    try:
        return {int(key): str(value) for key, value in json.loads(Path(path).read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, AttributeError) as error:
        raise SettingsError(f"instance_table {path} is not a JSON table of id to category: {error}") from error


def main(args: list[str] | None = None) -> int:
    """Run the mapper node until it is told to stop; the exit code is 0 unless it failed."""
    return run_node(MapperNode, args, executor=lambda: MultiThreadedExecutor(num_threads=_EXECUTOR_THREADS))


if __name__ == "__main__":
    raise SystemExit(main())
