"""Publishers of the mapper node and their rates. Called from its threads; every method may be called from any."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid
from rclpy.node import Node
from sensor_msgs.msg import Image, PointCloud2
from std_msgs.msg import Header
from vision_msgs.msg import Detection3DArray
from visualization_msgs.msg import MarkerArray

from situated_qa.mapping.surface import SurfaceUpdate
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.perception.detector import Detection
from situated_qa.perception.observations import Observation
from situated_qa.pipeline import MappingPipeline
from situated_qa.ros import convert, images, qos
from situated_qa.ros.detection_msgs import graph_to_detections
from situated_qa.ros.frame_reader import CameraFrame
from situated_qa.ros.live_markers import live_markers
from situated_qa.ros.mapper_settings import MapperNodeSettings
from situated_qa.ros.markers import MarkerPublisherState
from situated_qa.ros.scene_msgs import floor_plan_to_grid
from situated_qa.ros.stamps import stamp_to_msg
from situated_qa.scene.floor_plan import FloorPlan


class MapperOutputs:
    """The mapper's publishers.

    `~/mapped`, `~/perceived` and `~/dropped` name, by stamp, the frames that are done with: players wait for them.

    Args:
        map_lock: held while the map is used; reading the surface also compacts it.
    """

    def __init__(
        self, node: Node, settings: MapperNodeSettings, pipeline: MappingPipeline, map_lock: threading.Lock
    ) -> None:
        self._settings, self._pipeline, self._map_lock = settings, pipeline, map_lock
        self._graph = node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        self._objects = node.create_publisher(Detection3DArray, "objects", qos.LATCHED)
        self._markers = node.create_publisher(MarkerArray, "scene_markers", qos.MARKERS)
        self._live = node.create_publisher(MarkerArray, "live_markers", qos.COMMANDS)
        self._shows_live = False
        self._plan = node.create_publisher(OccupancyGrid, "floor_plan", qos.LATCHED)
        self._cloud = node.create_publisher(PointCloud2, "surface", qos.LATCHED)
        self._changes = node.create_publisher(PointCloud2, "surface_changes", qos.CLOUD)
        self._pictures = node.create_publisher(Image, "~/detections", qos.IMAGES_OUT)
        self._progress = {
            step: node.create_publisher(Header, f"~/{step}", qos.PROGRESS)
            for step in ("mapped", "perceived", "dropped")
        }
        self._marker_state = MarkerPublisherState()
        self._sending = threading.Lock()  # several threads find that a graph or cloud is due
        self._sent = {"graph": -np.inf, "cloud": -np.inf}  # when, monotonic, s
        self._sent_version = self._sent_stamp = self._sent_cloud_stamp = 0
        self._sent_plan: FloorPlan | None = None

    @property
    def viewers(self) -> int:
        """How many look at the pictures of what was detected."""
        return self._pictures.get_subscription_count()

    def say_progress(self, step: str, stamp: int) -> None:
        """A frame was "mapped" or "perceived", and so were all before it that were not "dropped"."""
        self._progress[step].publish(Header(stamp=stamp_to_msg(stamp), frame_id=self._settings.map_frame))

    def send_changes(self, surface: SurfaceUpdate, stamp: int) -> None:
        """The surface points of the blocks that a frame changed."""
        s = self._settings
        for chunk in convert.cloud_to_msgs(
            surface.points, surface.colors, stamp, s.map_frame, max_points=s.chunk_points
        ):
            self._changes.publish(chunk)

    def send_picture(self, seen: CameraFrame, observations: tuple[Observation, ...]) -> None:
        """The frame with what was detected in it, if there is a subscriber."""
        if not self.viewers:
            return
        from situated_qa.pictures import draw_detections

        picture = draw_detections(seen.frame, [_as_detection(item) for item in observations])
        self._pictures.publish(images.color_to_msg(picture, seen.frame.stamp, seen.camera_frame))

    def send_live(self) -> None:
        """The people and animals seen a moment ago, and once that there is none any more."""
        live, pipeline = self._pipeline.live, self._pipeline
        if live or self._shows_live:
            show_s = pipeline.settings.moving.show_s
            self._live.publish(live_markers(live, pipeline.graph.stamp, self._settings.map_frame, show_s))
        self._shows_live = bool(live)

    def send_what_is_due(self) -> None:
        """The graph and the whole cloud, where there is a new one and the last went out long enough ago.

        The graph of version 0 is never sent: it would say that there is nothing where nothing was looked at.
        """
        with self._sending:
            now, graph, s = time.monotonic(), self._pipeline.graph, self._settings
            if graph.version == 0:
                return
            changed = graph.version != self._sent_version
            period_s = s.graph_period_s if changed else s.graph_refresh_s
            if (changed or graph.stamp != self._sent_stamp) and now - self._sent["graph"] >= period_s:
                self._sent["graph"], self._sent_version, self._sent_stamp = now, graph.version, graph.stamp
                self._send_graph(graph)
            if graph.stamp != self._sent_cloud_stamp and now - self._sent["cloud"] >= s.cloud_period_s:
                self._sent["cloud"], self._sent_cloud_stamp = now, graph.stamp
                self._send_cloud(graph.stamp)

    def _send_graph(self, graph: Any) -> None:
        message = convert.graph_to_msg(graph)
        self._graph.publish(message)
        self._objects.publish(graph_to_detections(graph))
        self._markers.publish(self._marker_state.scene_markers(graph))
        if graph.floor_plan is not None and graph.floor_plan is not self._sent_plan:
            self._sent_plan = graph.floor_plan
            self._plan.publish(floor_plan_to_grid(graph))

    def _send_cloud(self, stamp: int) -> None:
        with self._map_lock:
            surface = self._pipeline.surface
            points, colors = surface.points(), surface.colors()
        most = self._settings.cloud_max_points
        step = -(-len(points) // most) or 1
        for message in convert.cloud_to_msgs(
            points[::step], colors[::step], stamp, self._settings.map_frame, max_points=most
        ):
            self._cloud.publish(message)


def _as_detection(observation: Observation) -> Detection:
    """What was placed in the map, with the mask it was placed by."""
    assert observation.mask is not None
    rows, columns = np.nonzero(observation.mask)
    box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], dtype=np.float64)
    return Detection(observation.category, observation.score, box, observation.mask)
