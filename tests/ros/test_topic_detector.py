"""The mapper with the detector `topic`: another node's detections, over DDS, early, late, missing and wrong ones."""

from __future__ import annotations

import math
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from rclpy.event_handler import PublisherEventCallbacks
from sensor_msgs.msg import Image
from std_msgs.msg import Header
from vision_msgs.msg import Detection2D, Detection2DArray, Detection3DArray, LabelInfo, VisionClass

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from test_detection_msgs import box  # noqa: E402
from test_mapper_node import OPTICAL, Mapper, S  # noqa: E402

import box_room  # noqa: E402 - found through the line above
from situated_qa.errors import SettingsError  # noqa: E402
from situated_qa.geometry import Box  # noqa: E402
from situated_qa.ros import images, qos  # noqa: E402
from situated_qa.ros.stamps import stamp_to_msg  # noqa: E402
from situated_qa.scene.graph import ObjectNode, SceneGraph  # noqa: E402

SIZE = (box_room.CAMERA.width, box_room.CAMERA.height)
_, _, IDS = box_room.cast(box_room.camera_pose(0.0))
LABELS = ((1, "wall"), (2, "chair"), (3, "dining_table"))
CHAIR, TABLE = "2", "3"


def table_box(class_id: str = TABLE, score: float = 0.9) -> Detection2D:
    """The table of the room, 1.9 … 2.5 m ahead, 1 m wide and 0.7 m high, seen from a height of 1 m with f = 100 px.

    Its front spans 79.5 ± 100 · 0.5 / 1.9 px; its far edge is at 59.5 + 100 · 0.3 / 2.5 px, its foot at 59.5 + 100 /
    1.9 px.
    """
    left, right, top, bottom = 53.2, 105.8, 71.5, 112.1
    return box((class_id, score), x=(left + right) / 2, y=(top + bottom) / 2, width=right - left, height=bottom - top)


class Robot(Mapper):
    """A mapper that hears a detector, and the topics of that detector."""

    def __init__(self, ros, *, kind: str = "boxes", labels=LABELS, **parameters) -> None:
        given = {"detector.name": "topic", "topic_detector.kind": kind, "graph_period_s": 0.0, **parameters}
        super().__init__(ros, **given)
        self.objects: list[Detection3DArray] = []
        self.tester.create_subscription(Detection3DArray, "objects", self.objects.append, qos.LATCHED)
        kinds = Detection2DArray if kind == "boxes" else Image
        self.detections = self.tester.create_publisher(kinds, "/detections", qos.IMAGES_OUT)
        self.infos = self.tester.create_publisher(LabelInfo, "/label_info", qos.LATCHED)
        self.wait(lambda: self.detections.get_subscription_count() == 1)
        if labels is not None:
            self.name_classes(*labels)
            self.wait(lambda: self.node._topic_detector._table is not None)

    def name_classes(self, *labels: tuple[int, str]) -> None:
        classes = [VisionClass(class_id=number, class_name=name) for number, name in labels]
        self.infos.publish(LabelInfo(class_map=classes))

    def count(self, name: str) -> int:
        return self.node._topic_detector.counts[name]

    def see(self, second: float, *items: Detection2D, frame_id: str = OPTICAL) -> None:
        """Send what the detector saw in the image of that stamp, and wait until it has arrived."""
        header = Header(stamp=stamp_to_msg(round(second * S)), frame_id=frame_id)
        self.send(Detection2DArray(header=header, detections=list(items)))

    def send(self, message) -> None:
        before = self.count("detections_received")
        self.detections.publish(message)
        self.wait(lambda: self.count("detections_received") == before + 1, "the message arrives")

    def map(self, second: int) -> None:
        before = self.node.counts["mapped"]
        self.feed(second)
        self.wait(lambda: self.node.counts["mapped"] == before + 1)

    def wait_perceived(self, *seconds: int) -> None:
        self.wait(lambda: self.done["perceived"] == [second * S for second in seconds], f"perceived: {seconds}")

    def wait_for_words(self, *words: str) -> None:
        def said() -> bool:
            return self.status is not None and all(word in self.status.message for word in words)

        self.wait(said, f"{words} in /diagnostics, which says {self.status and self.status.message}")

    def names(self) -> list[str]:
        return sorted(node.category for node in self.node._pipeline.graph.objects)


# ── whenever detections come ─────────────────────────────────────────────────────────────────────────────────────────


def test_detections_that_come_after_their_frame_become_objects(ros):
    robot = Robot(ros)
    robot.map(1)
    robot.see(1, table_box())
    robot.wait_perceived(1)
    (table,) = robot.node._pipeline.graph.objects
    assert table.category == "dining table"
    np.testing.assert_allclose(table.box.center[1:], [0.0, 0.35], atol=0.15)
    assert table.box.center[0] - table.box.extents[0] / 2 == pytest.approx(1.9, abs=0.1)  # its front
    robot.wait(lambda: robot.value("detections_used") == "1" and robot.value("perceived") == "1")
    assert robot.status.level == b"\x00", robot.status.message


def test_detections_that_come_before_their_frame_wait_for_it(ros):
    robot = Robot(ros)
    robot.see(1, table_box())
    assert robot.node._topic_detector.report()["detections_early"] == 1
    robot.map(1)
    robot.wait_perceived(1)
    assert robot.names() == ["dining table"]


def test_late_detections_are_placed_by_the_pose_and_depth_of_their_own_frame(ros):
    robot = Robot(ros)
    for second in range(1, 9):
        robot.map(second)
    robot.see(1, table_box())  # 7 s late
    robot.wait_perceived(1)
    (table,) = robot.node._pipeline.graph.objects
    assert table.last_seen == 1 * S
    robot.see(8, table_box())
    robot.wait_perceived(1, 8)
    (table,) = robot.node._pipeline.graph.objects
    assert (table.first_seen, table.last_seen, table.observation_count) == (1 * S, 8 * S, 2)
    assert robot.node._topic_detector.report()["frames_undetected"] == 6


def test_detections_of_a_frame_that_is_no_longer_kept_are_counted_and_named(ros):
    robot = Robot(ros, **{"topic_detector.frames_kept": 2})
    for second in range(1, 5):
        robot.map(second)
    robot.see(1, table_box())
    robot.wait_for_words("/detections", "3 s after its image was taken", "topic_detector.frames_kept: 2")
    assert robot.count("detections_late") == 1 and robot.names() == []
    robot.see(3, table_box())
    robot.wait_perceived(3)
    robot.see(2, table_box())
    robot.wait_for_words("1 s older", "in the order of their images")
    assert robot.count("detections_out_of_order") == 1


def test_a_detector_that_says_nothing_is_named_and_players_need_not_wait_for_it(ros):
    robot = Robot(ros, **{"topic_detector.patience_s": 0.1})
    second = 0
    while robot.status is None or "no detections for" not in robot.status.message:
        second += 1
        assert second < 1000
        robot.map(second)
        robot.ros.executor.spin_once(timeout_sec=0.05)
    assert robot.status.level == b"\x01" and "publishers on it: 1" in robot.status.message
    robot.wait(lambda: robot.done["perceived"][-1:] == [second * S])
    assert robot.node.counts["perceived"] == 0
    robot.see(second, table_box())  # and yet it is used
    robot.wait(lambda: robot.node.counts["perceived"] == 1)
    assert robot.names() == ["dining table"]


# ── label images ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_objects_of_an_instance_image_reach_a_subscriber_of_detections_3d(ros):
    labels = [(number, name) for number, name in box_room.CATEGORIES.items()]
    robot = Robot(ros, kind="instances", labels=labels)
    robot.send(images.labels_to_msg(IDS, 1 * S, OPTICAL))  # before its frame
    robot.map(1)
    robot.map(2)
    robot.send(images.labels_to_msg(IDS, 2 * S, OPTICAL))  # and after it
    robot.wait_perceived(1, 2)
    robot.wait(lambda: robot.objects and robot.objects[-1].header.stamp.sec == 2 and robot.objects[-1].detections)
    message = robot.objects[-1]
    assert message.header.frame_id == "map"
    (table,) = message.detections  # all that can be seen along x
    assert table.results[0].hypothesis.class_id == "table" and 0.0 < table.results[0].hypothesis.score <= 1.0
    assert (table.id, table.header.frame_id, table.header.stamp.sec) == ("0", "map", 2)
    center, size, turn = table.bbox.center.position, table.bbox.size, table.bbox.center.orientation
    # One view alone shows little of its top: its depth is left open.
    np.testing.assert_allclose([center.x - size.x / 2, center.y, center.z], [1.9, 0.0, 0.35], atol=0.06)
    np.testing.assert_allclose([size.y, size.z], [1.0, 0.7], atol=0.12)
    np.testing.assert_allclose([turn.x, turn.y, turn.z, turn.w], [0.0, 0.0, 0.0, 1.0], atol=0.05)


def test_the_box_that_a_subscriber_hears_is_that_of_the_graph(ros):
    robot = Robot(ros)
    couch = Box(np.array([1.0, -2.0, 0.5]), np.array([1.8, 0.9, 1.0]), math.pi / 2)  # faces along y
    node = ObjectNode(4, "couch", couch, couch.center, confidence=0.75, last_seen=3 * S)
    robot.node._pipeline._graphs.graph = SceneGraph((node,), stamp=5 * S, version=1)
    robot.wait(lambda: robot.objects)
    (item,) = robot.objects[0].detections
    (result,) = item.results
    assert (robot.objects[0].header.stamp.sec, item.header.stamp.sec, item.header.frame_id) == (5, 3, "map")
    assert (item.id, result.hypothesis.class_id, result.hypothesis.score) == ("4", "couch", 0.75)
    center, size, turn = item.bbox.center.position, item.bbox.size, item.bbox.center.orientation
    assert (center.x, center.y, center.z, size.x, size.y, size.z) == (1.0, -2.0, 0.5, 1.8, 0.9, 1.0)
    assert (turn.x, turn.y, turn.z, turn.w) == (0.0, 0.0, pytest.approx(0.5**0.5), pytest.approx(0.5**0.5))
    late = robot.ros.node("late")
    heard: list[Detection3DArray] = []
    late.create_subscription(Detection3DArray, "objects", heard.append, qos.LATCHED)
    robot.wait(lambda: heard, "the latched message, by a subscriber that came later")
    assert heard[0] == robot.objects[0]


def test_a_class_image_with_labels_from_a_parameter_needs_no_label_info(ros):
    given = {"topic_detector.labels": ["background", "3: Table"]}
    robot = Robot(ros, kind="classes", labels=None, **given)
    assert robot.infos.get_subscription_count() == 0
    classes = np.where(IDS == 2, 3, 0).astype(np.uint8)
    for second in (1, 2):
        robot.map(second)
        robot.send(images.labels_to_msg(classes, second * S, OPTICAL))
    robot.wait_perceived(1, 2)
    assert robot.names() == ["table"]
    assert robot.node._pipeline.graph.vocabulary.names == ("table",)


# ── the node of the documentation ────────────────────────────────────────────────────────────────────────────────────


class SeesATable:
    """Stands in for the model of docs/detector_node.py: it sees the room's table wherever it looks."""

    names = ["person", "wall", "chair", "dining_table"]

    def __call__(self, rgb: np.ndarray) -> list[tuple[int, float, np.ndarray]]:
        assert rgb.shape == (120, 160, 3)
        return [(3, 0.9, np.array([53.2, 71.5, 105.8, 112.1]))]


def test_the_detector_node_of_the_documentation_fills_the_map(ros):
    path = Path(__file__).resolve().parents[2] / "docs" / "detector_node.py"
    node = runpy.run_path(str(path))["DetectorNode"](SeesATable(), context=ros.context)
    ros.add(node)
    robot = Robot(ros, labels=None)
    robot.wait(lambda: robot.node._topic_detector._table is not None, "LabelInfo")
    color = robot.tester.create_publisher(Image, "/camera/camera/color/image_raw", qos.IMAGES_OUT)
    robot.wait(lambda: color.get_subscription_count() == 2, "mapper and detector hear the camera")
    messages = robot.messages(1)
    for stream in ("depth", "camera_info"):
        robot.take(stream, messages[stream])
    color.publish(messages["color"])
    robot.wait_perceived(1)
    assert robot.names() == ["dining table"]
    assert robot.node._pipeline.graph.vocabulary.names == ("person", "chair", "dining table")


# ── what can be said to be absent ────────────────────────────────────────────────────────────────────────────────────


def test_the_vocabulary_is_that_of_every_label_info_and_declared_with_the_first_look(ros):
    robot = Robot(ros)

    def vocabulary() -> tuple[str, ...]:
        return robot.node._pipeline.graph.vocabulary.names

    robot.map(1)
    assert vocabulary() == ()  # nobody looked yet
    robot.see(1)
    robot.wait_perceived(1)
    assert vocabulary() == ("chair", "dining table")  # no wall: it never becomes an object
    robot.wait(lambda: robot.graphs and robot.graphs[-1].vocabulary)
    assert robot.graphs[-1].detector == "topic /detections"
    robot.name_classes((2, "chair"), (9, "lamp"))
    robot.wait(lambda: 9 in robot.node._topic_detector._table.names)
    robot.map(2)
    robot.see(2)
    robot.wait_perceived(1, 2)
    assert vocabulary() == ("chair",)  # in the first frame nobody looked for lamps, in the second for no tables


def test_names_without_a_label_info_are_used_and_nothing_is_declared_absent(ros):
    robot = Robot(ros, labels=None)
    robot.map(1)
    robot.see(1, table_box("Dining_Table"))
    robot.wait_perceived(1)
    assert robot.names() == ["dining table"]
    assert robot.node._pipeline.graph.vocabulary.names == () and not robot.node._pipeline.graph.vocabulary.open
    robot.wait_for_words("/label_info: no vision_msgs/LabelInfo")
    assert robot.status.level == b"\x01"


# ── wrong messages ───────────────────────────────────────────────────────────────────────────────────────────────────


def moved(item: Detection2D, x: float) -> Detection2D:
    item.bbox.center.position.x = x
    return item


@pytest.mark.parametrize(
    ("items", "second", "frame_id", "words"),
    [
        ([moved(table_box(), float("nan"))], 1, OPTICAL, "a box must be finite"),
        ([moved(table_box(), 1900.0)], 1, OPTICAL, "pixels of the color image, 160×120"),
        ([table_box("7")], 1, OPTICAL, "class_id '7' is not in the table of labels: vision_msgs/LabelInfo on /label"),
        ([table_box(score=55.0)], 1, OPTICAL, "score must lie in 0 … 1"),
        ([table_box()], 1, "right_eye", "header.frame_id is 'right_eye'; it must be that of the color image, 'left_"),
        ([table_box()], 0, OPTICAL, "header.stamp is 0; it must be that of the image"),
        ([table_box()], 0.5, OPTICAL, "0.5 s away"),
    ],
)
def test_wrong_detections_are_named_and_the_next_ones_used(ros, items, second, frame_id, words):
    robot = Robot(ros)
    if second == 0.5:
        robot.see(second, *items)  # no frame of that stamp will come
    robot.map(1)
    if second != 0.5:
        robot.see(second, *items, frame_id=frame_id)
    robot.wait_for_words(words)
    assert robot.names() == []
    robot.map(2)
    robot.see(2, table_box())
    robot.wait(lambda: robot.names() == ["dining table"])


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (images.labels_to_msg(IDS[::2, ::2].copy(), 1 * S, OPTICAL), "size of the color image, 160×120, got 80×60"),
        (images.color_to_msg(np.zeros((120, 160, 3), np.uint8), 1 * S, OPTICAL), "mono8, 8UC1, 16UC1, mono16, 32SC1"),
        (images.depth_to_msg(np.full((120, 160), 2.0, np.float32), 1 * S, OPTICAL), "number 2000 is not in the table"),
    ],
)
def test_wrong_label_images_are_named_and_the_next_ones_used(ros, message, words):
    robot = Robot(ros, kind="instances", labels=tuple(box_room.CATEGORIES.items()))
    robot.map(1)
    robot.send(message)
    robot.wait_for_words("/detections", words)
    for second in (2, 3):
        robot.map(second)
        robot.send(images.labels_to_msg(IDS, second * S, OPTICAL))
    robot.wait(lambda: robot.names() == ["table"])


def test_numbers_without_names_are_refused_until_a_right_label_info_comes(ros):
    robot = Robot(ros, labels=None)
    robot.map(1)
    robot.see(1, table_box())
    robot.wait_for_words("classes are numbers", "vision_msgs/LabelInfo on /label_info")
    robot.wait_perceived(1)  # done with, for players; but nobody looked
    assert robot.node.counts["perceived"] == 0
    robot.name_classes((3, ""))
    robot.wait_for_words("labels refused: /label_info: class_map: class 3 needs a name")
    robot.name_classes(*LABELS)
    robot.wait(lambda: robot.node._topic_detector._table is not None)
    robot.map(2)
    robot.see(2, table_box())
    robot.wait_perceived(1, 2)
    assert robot.names() == ["dining table"]


def test_labels_that_are_sent_now_and_then_instead_of_latched_are_heard(ros):
    robot = Robot(ros, labels=None)
    robot.tester.destroy_publisher(robot.infos)
    quiet = PublisherEventCallbacks(use_default_callbacks=False)  # of the two subscriptions one does not fit
    robot.infos = robot.tester.create_publisher(LabelInfo, "/label_info", qos.IMAGES_OUT, event_callbacks=quiet)
    robot.wait(lambda: robot.infos.get_subscription_count() >= 1)
    robot.name_classes(*LABELS)
    robot.wait(lambda: robot.node._topic_detector._table is not None)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"topic_detector.kind": "circles"}, "boxes, classes, instances"),
        ({"topic_detector.label_file": "/nowhere/coco.names"}, "/nowhere/coco.names"),
        ({"topic_detector.labels": ["a"], "topic_detector.label_file": "b"}, "not both"),
        ({"topic_detector.topik": "/x"}, "topic_detector.topic"),
    ],
)
def test_wrong_parameters_end_the_node_with_their_name(ros, parameters, words):
    with pytest.raises(SettingsError, match=words):
        Mapper(ros, **{"detector.name": "topic", **parameters})
