"""The mapper node: synchronised images and TF in; map, scene graph, markers and cloud out.

Two threads: the executor's takes messages and answers services, the worker's turns them into frames and calls
`Pipeline.observe`. A frame without a transform is dropped, counted and reported; it is never placed by guess.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from nav_msgs.msg import OccupancyGrid
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from visualization_msgs.msg import MarkerArray

from situated_qa.config import MAPPER_SETTINGS, Settings
from situated_qa.errors import (
    DetectorError,
    FrameError,
    GeometryError,
    MappingError,
    SettingsError,
    TransformError,
)
from situated_qa.geometry import Frame
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.perception.detector import Detection, make_detector
from situated_qa.perception.observations import Observation
from situated_qa.pipeline import Observed, Pipeline
from situated_qa.ros import convert, images, qos
from situated_qa.ros.markers import MarkerPublisherState
from situated_qa.ros.parameters import declare_groups, declare_settings, refuse_unknown_parameters
from situated_qa.ros.run import run_node
from situated_qa.ros.scene_msgs import floor_plan_to_grid
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.ros.synchronizer import Synchronizer
from situated_qa.ros.tf import TransformListener
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.settings import check_settings, setting
from situated_qa.srv import SaveScene

_WARN_PERIOD_S = 2.0


@dataclass(frozen=True)
class MapperNodeSettings:
    """Topics, frames and rates of the mapper node."""

    color_topic: str = setting("/camera/camera/color/image_raw", "colour image (rgb8, bgr8, rgba8, bgra8)")
    depth_topic: str = setting(
        "/camera/camera/aligned_depth_to_color/image_raw", "depth registered to colour (16UC1 mm or 32FC1 m)"
    )
    camera_info_topic: str = setting("/camera/camera/color/camera_info", "camera info of the colour image")
    instances_topic: str = setting("/camera/camera/instances/image_raw", "true instance ids (32SC1), simulation only")
    instance_table: str = setting("", "JSON file, instance id -> category, for the detector true-masks")
    map_frame: str = setting("map", "frame the map is built in")
    sync_tolerance_s: float = setting(0.02, "largest stamp difference of colour and depth, s", minimum=0.0, maximum=1.0)
    transform_timeout_s: float = setting(0.5, "how long a frame waits for its transform, s", minimum=0.0, maximum=30.0)
    queue_size: int = setting(
        30,
        "frames that may wait for the worker (1.5 MB each at 640×480); then the oldest goes",
        minimum=1,
        maximum=1000,
    )
    graph_period_s: float = setting(0.5, "least time between two scene graphs, s", minimum=0.0, maximum=60.0)
    cloud_period_s: float = setting(2.0, "least time between two whole clouds, s", minimum=0.1, maximum=600.0)
    cloud_max_points: int = setting(
        200_000, "points of the whole cloud, thinned evenly", minimum=1000, maximum=10_000_000
    )
    chunk_points: int = setting(20_000, "points in one message of changed surface", minimum=100, maximum=1_000_000)
    output_folder: str = setting("situated_qa_out", "where ~/save writes when the request names no folder")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(slots=True)
class _PendingFrame:
    messages: dict[str, Any]  # by stream
    arrived: float  # monotonic, s


class MapperNode(Node):
    """Feeds `Pipeline.observe` and publishes what it makes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("mapper", **kwargs)
        self._settings = declare_settings(self, MapperNodeSettings)
        settings = Settings(**declare_groups(self, MAPPER_SETTINGS))
        refuse_unknown_parameters(self)
        # Everything that can be wrong with the set-up is found here, before the first frame.
        detector = make_detector(settings.detector, categories=_read_instance_table(self._settings.instance_table))
        self._pipeline = Pipeline.for_mapping(settings, detector)
        self._uses_instances = detector.name == "true-masks"
        self._pipeline.warm_up()
        self.get_logger().info(f"detector {detector.name}, mapping on {self._pipeline.device}")

        self.counts: Counter[str] = Counter()
        streams = ["color", "depth", "camera_info", *(["instances"] if self._uses_instances else [])]
        self._synchronizer = Synchronizer(streams, tolerance_ns=round(self._settings.sync_tolerance_s * 1e9))
        self._pending: deque[_PendingFrame] = deque()
        self._arrived = threading.Condition()
        self._stopping = False
        self._publish_lock = threading.Lock()  # the worker publishes graphs, and so does the diagnostics timer
        self._map_lock = threading.Lock()  # the worker writes the map, ~/save reads it
        self._last_published = {"graph": 0.0, "cloud": 0.0}
        self._published_version = -1
        self._published_plan: FloorPlan | None = None
        self._cloud_stamp = self._published_cloud_stamp = 0  # of the latest frame mapped, and of the last whole cloud
        self._failure = ""  # the latest processing error, for diagnostics

        self._tf_listener = TransformListener(self)
        self._tf = self._tf_listener.source
        self._create_interfaces()
        self._worker = threading.Thread(target=self._work, name="mapper", daemon=True)
        self._worker.start()

    def _create_interfaces(self) -> None:
        s = self._settings
        self.create_subscription(Image, s.color_topic, lambda m: self._take("color", m), qos.IMAGES_IN)
        self.create_subscription(Image, s.depth_topic, lambda m: self._take("depth", m), qos.IMAGES_IN)
        if self._uses_instances:
            self.create_subscription(Image, s.instances_topic, lambda m: self._take("instances", m), qos.IMAGES_IN)
        self.create_subscription(CameraInfo, s.camera_info_topic, lambda m: self._take("camera_info", m), qos.IMAGES_IN)
        self._graph_publisher = self.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        self._marker_publisher = self.create_publisher(MarkerArray, "scene_markers", qos.MARKERS)
        self._plan_publisher = self.create_publisher(OccupancyGrid, "floor_plan", qos.LATCHED)
        self._cloud_publisher = self.create_publisher(PointCloud2, "surface", qos.LATCHED)
        self._chunk_publisher = self.create_publisher(PointCloud2, "surface_changes", qos.CLOUD)
        self._picture_publisher = self.create_publisher(Image, "~/detections", qos.IMAGES_OUT)
        self._diagnostics_publisher = self.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._markers = MarkerPublisherState()
        self.create_service(SaveScene, "~/save", self._save)
        # Steady time: when a bag ends /clock stands still, and what was held back must still go out.
        self.create_timer(1.0, self._publish_diagnostics, clock=Clock(clock_type=ClockType.STEADY_TIME))

    # ── messages in (executor's thread) ──────────────────────────────────────────────────────────────────────────

    def _take(self, stream: str, message: Image | CameraInfo) -> None:
        self.counts[f"{stream}_received"] += 1
        group = self._synchronizer.add(stream, stamp_from_msg(message.header.stamp), message)
        if group is None:
            return
        self.counts["synchronized"] += 1
        with self._arrived:
            if len(self._pending) >= self._settings.queue_size:
                self._drop("busy", f"mapping is slower than the camera; {len(self._pending)} frames waited")
                self._pending.popleft()
            self._pending.append(_PendingFrame(group, time.monotonic()))
            self._arrived.notify()

    def _drop(self, reason: str, why: str) -> None:
        self.counts[f"dropped_{reason}"] += 1
        count = self.counts[f"dropped_{reason}"]
        self.get_logger().warning(f"frame dropped ({count} so far): {why}", throttle_duration_sec=_WARN_PERIOD_S)

    # ── frames through the pipeline (worker's thread) ────────────────────────────────────────────────────────────

    def _work(self) -> None:
        while True:
            with self._arrived:
                self._arrived.wait_for(lambda: self._pending or self._stopping)
                if self._stopping:
                    return
                pending = self._pending.popleft()
            try:
                self._process(pending)
            except Exception as error:  # the worker must outlive any one frame; the error is reported, twice
                self._failure = f"{type(error).__name__}: {error}"
                self.counts["failed"] += 1
                self.get_logger().error(f"frame failed: {self._failure}", throttle_duration_sec=_WARN_PERIOD_S)

    def _process(self, pending: _PendingFrame) -> None:
        try:
            frame = self._frame(pending)
        except (FrameError, GeometryError) as error:
            self._drop("malformed", str(error))
            return
        if frame is None:
            return
        try:
            with self._map_lock:
                observed = self._pipeline.observe(frame)
        except (DetectorError, MappingError) as error:
            self._failure = str(error)
            self.counts["failed"] += 1
            self.get_logger().error(str(error), throttle_duration_sec=_WARN_PERIOD_S)
            return
        self.counts["mapped"] += 1
        self._publish(frame, observed)

    def _frame(self, pending: _PendingFrame) -> Frame | None:
        color = pending.messages["color"]
        stamp = stamp_from_msg(color.header.stamp)
        camera = convert.camera_from_msg(pending.messages["camera_info"], self._settings.camera_info_topic)
        pixels = images.color_from_msg(color, self._settings.color_topic)
        depth = images.depth_from_msg(pending.messages["depth"], self._settings.depth_topic)
        instances = None
        if self._uses_instances:
            instances = images.instances_from_msg(pending.messages["instances"], self._settings.instances_topic)
        T_map_camera = self._wait_for_transform(color.header.frame_id, stamp, pending.arrived)
        if T_map_camera is None:
            return None
        return Frame(stamp, pixels, depth, camera, T_map_camera, instances)

    def _wait_for_transform(self, camera_frame: str, stamp: int, arrived: float) -> Any:
        remaining_s = max(0.0, arrived + self._settings.transform_timeout_s - time.monotonic())
        try:
            return self._tf.lookup(self._settings.map_frame, camera_frame, stamp, timeout_s=remaining_s)
        except TransformError as error:
            self._drop("no_transform", str(error))
            return None

    # ── results out (worker's thread) ────────────────────────────────────────────────────────────────────────────

    def _publish(self, frame: Frame, observed: Observed) -> None:
        now = time.monotonic()
        for chunk in convert.cloud_to_msgs(
            observed.surface.points,
            observed.surface.colors,
            frame.stamp,
            self._settings.map_frame,
            max_points=self._settings.chunk_points,
        ):
            self._chunk_publisher.publish(chunk)
        if observed.graph.version != self._published_version and self._due("graph", now, self._settings.graph_period_s):
            self._publish_graph()
        self._cloud_stamp = frame.stamp
        if self._due("cloud", now, self._settings.cloud_period_s):
            self._publish_cloud()
        if observed.detected and self._picture_publisher.get_subscription_count():
            from situated_qa.pictures import draw_detections

            picture = draw_detections(frame, [_as_detection(item) for item in observed.observations])
            self._picture_publisher.publish(images.color_to_msg(picture, frame.stamp, "camera_color_optical_frame"))

    def _due(self, what: str, now: float, period_s: float) -> bool:
        if now - self._last_published[what] < period_s:
            return False
        self._last_published[what] = now
        return True

    def _publish_graph(self) -> None:
        with self._publish_lock:
            graph = self._pipeline.graph
            self._published_version = graph.version
            self._graph_publisher.publish(convert.graph_to_msg(graph))
            self._marker_publisher.publish(self._markers.scene_markers(graph))
            if graph.floor_plan is not None and graph.floor_plan is not self._published_plan:
                self._published_plan = graph.floor_plan
                self._plan_publisher.publish(floor_plan_to_grid(graph))

    def _publish_cloud(self) -> None:
        stamp = self._published_cloud_stamp = self._cloud_stamp
        with self._map_lock:  # two threads publish, and reading the surface also tidies it up
            surface = self._pipeline.surface()
            points, colors = surface.points(), surface.colors()
        step = -(-len(points) // self._settings.cloud_max_points) or 1
        for message in convert.cloud_to_msgs(
            points[::step], colors[::step], stamp, self._settings.map_frame, max_points=self._settings.cloud_max_points
        ):
            self._cloud_publisher.publish(message)

    def _publish_diagnostics(self) -> None:
        # Frames come in bursts: what was held back by the graph's and the cloud's periods goes out here.
        if self._pipeline.graph.version != self._published_version and not self._pending:
            self._publish_graph()
        if self._cloud_stamp != self._published_cloud_stamp and not self._pending:
            self._publish_cloud()
        counts = {**self.counts, **{f"unmatched_{k}": v for k, v in self._synchronizer.unmatched.items()}}
        counts |= {f"pipeline_{k}": v for k, v in self._pipeline.counts.items()}
        dropped = sum(value for name, value in self.counts.items() if name.startswith("dropped"))
        level, text = DiagnosticStatus.OK, "mapping"
        if self.counts["failed"]:
            level, text = DiagnosticStatus.ERROR, self._failure
        elif self._pipeline.counts["refused_blocks"]:
            blocks = self._pipeline.counts["refused_blocks"]
            level, text = DiagnosticStatus.WARN, f"the map is full (mapping.max_memory_mb): {blocks} blocks refused"
        elif dropped:
            level, text = DiagnosticStatus.WARN, f"{dropped} frames dropped"
        elif not self.counts["synchronized"]:
            received = ", ".join(f"{name} {self.counts[f'{name}_received']}" for name in self._synchronizer.streams)
            level, text = DiagnosticStatus.WARN, f"nothing synchronized yet; received: {received}"
        status = DiagnosticStatus(level=level, name=self.get_fully_qualified_name(), message=text, hardware_id="")
        counts |= {"pending": len(self._pending), "graph_version": self._pipeline.graph.version}
        counts["detection_viewers"] = self._picture_publisher.get_subscription_count()
        status.values = [KeyValue(key=key, value=str(value)) for key, value in sorted(counts.items())]
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics_publisher.publish(message)

    # ── services (executor's thread) ─────────────────────────────────────────────────────────────────────────────

    def _save(self, request: SaveScene.Request, response: SaveScene.Response) -> SaveScene.Response:
        folder = Path(request.folder or self._settings.output_folder).expanduser().resolve()
        try:
            with self._map_lock:
                files = self._pipeline.save(folder)
        except Exception as error:  # handled here, once: whatever it is becomes the response, and the node maps on
            self.get_logger().error(f"save failed: {type(error).__name__}: {error}")
            response.success, response.message = False, f"nothing or not all was written to {folder}: {error}"
            return response
        response.success, response.message = True, f"{len(files)} files in {folder}"
        response.files = [str(file) for file in files]
        return response

    def destroy_node(self) -> None:
        """Stop the worker, then the node."""
        with self._arrived:
            self._stopping = True
            self._arrived.notify_all()
        self._worker.join(timeout=10.0)
        self._tf_listener.close()
        super().destroy_node()


def _as_detection(observation: Observation) -> Detection:
    """What was placed in the map, with the mask it was placed by."""
    assert observation.mask is not None
    rows, columns = np.nonzero(observation.mask)
    box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], dtype=np.float64)
    return Detection(observation.category, observation.score, box, observation.mask, observation.instance_id)


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
        raise SettingsError(f"instance_table {path} is no JSON table of id to category: {error}") from error


def main(args: list[str] | None = None) -> int:
    """Run the mapper node until it is told to stop; the exit code is 0 unless it failed."""
    return run_node(MapperNode, args)


if __name__ == "__main__":
    raise SystemExit(main())
