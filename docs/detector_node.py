"""A detector in a node of its own: docs/ros_detections.md explains it line by line. Replace `Detector` by your own.

    python docs/detector_node.py --ros-args -p use_sim_time:=true

in:  /camera/camera/color/image_raw   sensor_msgs/Image
out: /detections                      vision_msgs/Detection2DArray, with the header of the image
     /label_info                      vision_msgs/LabelInfo, latched
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import Image
from vision_msgs.msg import Detection2D, Detection2DArray, LabelInfo, ObjectHypothesisWithPose, VisionClass


class Detector:
    """Your model. Here: the NanoDet of this package, so that the example runs as it is."""

    def __init__(self) -> None:
        from situated_qa.perception.detector import DetectorSettings
        from situated_qa.perception.detectors.nanodet import COCO_CATEGORIES, NanoDet

        self._model = NanoDet(DetectorSettings())
        self.names = list(COCO_CATEGORIES)

    def __call__(self, rgb: np.ndarray) -> list[tuple[int, float, np.ndarray]]:
        """(class number, score, (left, top, right, bottom) in px) of every object in an (H, W, 3) image."""
        from situated_qa.geometry import Frame, Intrinsics, Transform

        height, width = rgb.shape[:2]
        camera = Intrinsics(width=width, height=height, fx=width, fy=width, cx=width / 2, cy=height / 2)
        frame = Frame(0, rgb, np.full((height, width), np.nan, np.float32), camera, Transform.identity())
        return [(self.names.index(d.category), d.score, d.box_xyxy) for d in self._model.detect(frame)]


class DetectorNode(Node):
    """Publishes what the detector sees in every image that it gets to."""

    def __init__(self, detector: Detector, **kwargs: Any) -> None:
        super().__init__("detector", **kwargs)
        self._detector = detector
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._labels = self.create_publisher(LabelInfo, "/label_info", latched)
        classes = [VisionClass(class_id=number, class_name=name) for number, name in enumerate(self._detector.names)]
        self._labels.publish(LabelInfo(class_map=classes, threshold=0.35))
        self._detections = self.create_publisher(Detection2DArray, "/detections", 10)
        # Depth 1: a detector that is slower than the camera looks at the newest image. Best effort: hears every driver.
        newest = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
        self.create_subscription(Image, "/camera/camera/color/image_raw", self._look, newest)

    def _look(self, image: Image) -> None:
        rgb = np.frombuffer(image.data, np.uint8).reshape(image.height, image.width, 3)  # encoding rgb8
        message = Detection2DArray(header=image.header)  # stamp and frame of the image: the mapper goes by them
        for number, score, (left, top, right, bottom) in self._detector(rgb):
            result = ObjectHypothesisWithPose()
            result.hypothesis.class_id, result.hypothesis.score = str(number), float(score)
            detection = Detection2D(header=image.header, results=[result])
            detection.bbox.center.position.x, detection.bbox.size_x = float(left + right) / 2, float(right - left)
            detection.bbox.center.position.y, detection.bbox.size_y = float(top + bottom) / 2, float(bottom - top)
            message.detections.append(detection)
        self._detections.publish(message)


def main() -> None:
    """Run until told to stop."""
    rclpy.init()
    with contextlib.suppress(KeyboardInterrupt, ExternalShutdownException):
        rclpy.spin(DetectorNode(Detector()))


if __name__ == "__main__":
    main()
