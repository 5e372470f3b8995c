"""What RViz is told to draw."""

from __future__ import annotations

import numpy as np
from visualization_msgs.msg import Marker, MarkerArray

from situated_qa.geometry import Box
from situated_qa.reasoning.answers import Answer, AnswerStatus
from situated_qa.ros.markers import MarkerPublisherState, answer_markers, scene_markers
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.situated.viewpoint import Viewpoint


def thing(number: int, category: str, x: float, rgb=None) -> ObjectNode:
    center = np.array([x, 0.0, 0.5])
    return ObjectNode(number, category, Box(center, np.array([0.4, 0.2, 1.0]), np.pi / 2), center, rgb=rgb)


TABLE, CHAIR, CUP = thing(1, "table", 0.0, (255, 0, 51)), thing(3, "chair", 2.0), thing(7, "cup", 4.0)
GRAPH = SceneGraph((TABLE, CHAIR), (Relation(3, "near", 1), Relation(1, "near", 3)), frame="world", stamp=5)


def by_key(message: MarkerArray) -> dict:
    keys = [(marker.ns, marker.id) for marker in message.markers]
    assert len(keys) == len(set(keys)), "a marker is known by (namespace, id)"
    return dict(zip(keys, message.markers, strict=True))


def xyz(points) -> np.ndarray:
    return np.array([(p.x, p.y, p.z) for p in points])


def test_every_object_has_a_box_and_a_label():
    markers = by_key(scene_markers(GRAPH))
    assert set(markers) == {("boxes", 1), ("boxes", 3), ("labels", 1), ("labels", 3), ("relations/near", 0)}
    box, label = markers["boxes", 1], markers["labels", 1]
    assert (box.type, label.type) == (Marker.LINE_LIST, Marker.TEXT_VIEW_FACING)
    assert {(m.header.frame_id, m.header.stamp.nanosec, m.action) for m in markers.values()} == {
        ("world", 5, Marker.ADD)
    }
    corners = xyz(box.points)
    assert len(corners) == 24, "12 edges"
    np.testing.assert_allclose(corners.min(axis=0), [-0.1, -0.2, 0.0], atol=1e-12)  # turned by 90°
    np.testing.assert_allclose(corners.max(axis=0), [0.1, 0.2, 1.0], atol=1e-12)
    lengths = np.linalg.norm(corners[0::2] - corners[1::2], axis=1)
    np.testing.assert_allclose(sorted(lengths), [0.2] * 4 + [0.4] * 4 + [1.0] * 4)
    assert (label.text, label.pose.position.z > 1.0) == ("table 1", True)
    assert (box.color.r, box.color.g, round(box.color.b, 6), box.color.a) == (1.0, 0.0, 0.2, 1.0)


def test_relations_are_lines_between_centres():
    line = by_key(scene_markers(GRAPH))["relations/near", 0]
    np.testing.assert_allclose(xyz(line.points), [[2, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [2, 0, 0.5]])
    assert line.color.a > 0


def test_rooms_are_named_on_their_floor_and_doors_show_whether_they_are_open():
    rooms = (RoomNode("kitchen", Box(np.array([1.0, 2.0, 1.5]), np.array([3.0, 4.0, 2.0]))),)
    doors = (Door(("kitchen", ""), np.array([2.5, 2.0]), 0.9), Door(("kitchen", ""), np.array([1.0, 0.0]), 0.8, False))
    plan = FloorPlan(1.0, np.zeros(2), np.ones((1, 1), bool), np.zeros((1, 1), np.int16), ("kitchen",), doors)
    markers = by_key(scene_markers(SceneGraph(rooms=rooms, floor_plan=plan)))
    assert set(markers) == {("rooms", 0), ("doors", 0), ("doors", 1)}
    name, opened, closed = markers["rooms", 0], markers["doors", 0], markers["doors", 1]
    assert (name.type, name.text) == (Marker.TEXT_VIEW_FACING, "kitchen")
    np.testing.assert_allclose(xyz([name.pose.position, opened.pose.position]), [[1, 2, 0.5], [2.5, 2.0, 0.5]])
    assert (opened.scale.x, closed.scale.x) == (0.9, 0.8)
    assert opened.color.g > opened.color.r and closed.color.r > closed.color.g


def test_what_vanished_is_deleted_once_and_what_stays_keeps_its_id():
    state = MarkerPublisherState()
    state.scene_markers(GRAPH)
    second = by_key(state.scene_markers(SceneGraph((CHAIR, CUP), frame="world")))
    deleted = {key for key, marker in second.items() if marker.action == Marker.DELETE}
    assert deleted == {("boxes", 1), ("labels", 1), ("relations/near", 0)}
    assert {key for key in second if key not in deleted} == {("boxes", 3), ("labels", 3), ("boxes", 7), ("labels", 7)}
    third = state.scene_markers(SceneGraph((CHAIR, CUP), frame="world"))
    assert all(marker.action == Marker.ADD for marker in third.markers)


def test_answer_shows_its_evidence_its_pose_and_its_text():
    view = Viewpoint(np.array([1.0, 2.0, 0.0]), np.pi / 2)
    answer = Answer(AnswerStatus.ANSWERED, answer="The chair. " * 12, object_ids=(3, 99), viewpoint=view)
    message = answer_markers(answer, GRAPH)
    assert message.markers[0].action == Marker.DELETEALL, "the answer before it goes first"
    markers = by_key(message)
    assert {key for key in markers if key[0]} == {("evidence", 3), ("pose", 0), ("answer", 0)}
    evidence, arrow, text = markers["evidence", 3], markers["pose", 0], markers["answer", 0]
    assert evidence.type == Marker.CUBE and 0 < evidence.color.a < 1
    np.testing.assert_allclose([evidence.scale.x, evidence.scale.y, evidence.scale.z], [0.42, 0.22, 1.02])
    assert arrow.type == Marker.ARROW
    np.testing.assert_allclose([arrow.pose.orientation.z, arrow.pose.orientation.w], [np.sqrt(0.5)] * 2)
    assert (text.pose.position.x, text.pose.position.y) == (1.0, 2.0)
    assert max(len(line) for line in text.text.splitlines()) <= 60


def test_answer_without_a_pose_shows_its_evidence_alone():
    message = answer_markers(Answer(AnswerStatus.ANSWERED, answer="red", object_ids=(1,)), GRAPH)
    assert [marker.ns for marker in message.markers] == ["", "evidence"]
