"""Poses, cameras, viewpoints, graphs and clouds as messages and back."""

from __future__ import annotations

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Pose, PoseStamped, TransformStamped
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import CameraInfo
from situated_qa.msg import ObservedArea as ObservedAreaMsg
from situated_qa.msg import SceneGraph as SceneGraphMsg

from situated_qa.errors import FrameError, SceneError
from situated_qa.geometry import Box, Intrinsics, Transform
from situated_qa.perception.key_views import KeyView
from situated_qa.ros import convert
from situated_qa.ros.scene_msgs import floor_plan_to_grid
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph
from situated_qa.scene.observed import ObservedArea, Vocabulary, same_area
from situated_qa.situated.viewpoint import Viewpoint

NAN = float("nan")
BIG = "x" * 1_000_000
CAMERA = Intrinsics(640, 480, 600.0, 610.0, 319.5, 239.5)


def test_stamps_keep_every_nanosecond():
    stamp = 1_700_000_000_123_456_789
    assert convert.stamp_from_msg(convert.stamp_to_msg(stamp)) == stamp
    for wrong in (-1, 2**31 * 1_000_000_000):
        with pytest.raises(FrameError, match="a stamp must be between 0"):
            convert.stamp_to_msg(wrong)
    latest = 2**31 * 1_000_000_000 - 1
    assert convert.stamp_from_msg(convert.stamp_to_msg(latest)) == latest


@pytest.mark.parametrize(("sec", "nanosec"), [(-1, 0), (-(2**31), 5), (7, 1_000_000_000), (7, 2**32 - 1)])
def test_a_stamp_that_could_not_be_sent_again_is_refused(sec, nanosec):
    with pytest.raises(FrameError, match=f"got sec {sec} and nanosec {nanosec}"):
        convert.stamp_from_msg(Time(sec=sec, nanosec=nanosec))


def test_transform_comes_back_as_it_went():
    T = Transform.from_quaternion(np.array([0.1, -0.2, 0.3, 0.9]), np.array([1.0, -2.0, 3.0]))
    msg = convert.transform_to_msg(T, "map", "odom", 5)
    assert (msg.header.frame_id, msg.child_frame_id, convert.stamp_from_msg(msg.header.stamp)) == ("map", "odom", 5)
    np.testing.assert_allclose(convert.transform_from_msg(msg).as_matrix(), T.as_matrix(), atol=1e-12)
    np.testing.assert_allclose(
        convert.transform_from_pose(convert.transform_to_pose(T)).as_matrix(), T.as_matrix(), atol=1e-12
    )


def test_quarter_turn_as_a_message():
    msg = convert.transform_to_msg(Transform.from_yaw(np.pi / 2, np.zeros(3)), "a", "b", 0)
    q = msg.transform.rotation
    np.testing.assert_allclose([q.x, q.y, q.z, q.w], [0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_broken_poses_are_named():
    msg = TransformStamped(child_frame_id="odom")
    msg.header.frame_id = "map"
    msg.transform.translation.y = NAN
    with pytest.raises(FrameError, match="transform 'map' → 'odom': .*NaN"):
        convert.transform_from_msg(msg)
    msg.transform.rotation.w = 0.0
    with pytest.raises(FrameError, match="quaternion x y z w that is finite and not zero"):
        convert.transform_from_msg(msg)
    pose = Pose()
    pose.orientation.x = float("inf")
    with pytest.raises(FrameError, match="seat: .*finite"):
        convert.transform_from_pose(pose, "seat")


def test_camera_comes_back_as_it_went():
    msg = convert.camera_to_msg(CAMERA, 7, "camera")
    assert convert.camera_from_msg(msg) == CAMERA
    assert convert.camera_from_msg(msg, rectified=True) == CAMERA


def test_binning_and_region_of_interest_are_applied():
    msg = convert.camera_to_msg(CAMERA, 0, "camera")
    msg.binning_x = msg.binning_y = 2
    assert convert.camera_from_msg(msg) == Intrinsics(320, 240, 300.0, 305.0, 159.75, 119.75)
    msg.roi.x_offset, msg.roi.y_offset, msg.roi.width, msg.roi.height = 100, 40, 200, 100
    assert convert.camera_from_msg(msg) == Intrinsics(100, 50, 300.0, 305.0, 109.75, 99.75)


def test_distortion_is_measured_in_pixels():
    msg = convert.camera_to_msg(Intrinsics(201, 101, 100.0, 100.0, 100.0, 50.0), 0, "camera")
    msg.d = [0.01, 0.0, 0.0, 0.0, 0.0]
    # Corner: x = -1, y = -0.5, r² = 1.25, so the point moves by 0.0125 · |(1, 0.5)| · 100 px.
    assert convert.distortion_px(msg) == pytest.approx(1.25 * np.sqrt(1.25))
    assert convert.camera_from_msg(msg).fx == 100.0
    msg.d = [0.1, 0.0, 0.0, 0.0, 0.0]
    with pytest.raises(FrameError, match=r"/info: the lens distortion .* up to 14\.0 px.*image_proc"):
        convert.camera_from_msg(msg, "/info")
    assert convert.camera_from_msg(msg, rectified=True).fx == 100.0
    msg.distortion_model = "equidistant"
    with pytest.raises(FrameError, match="equidistant"):
        convert.camera_from_msg(msg)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"k": [0.0] * 9}, "K or the size is not calibrated"),
        ({"k": [NAN] * 9}, "not calibrated"),
        ({"width": 0}, "not calibrated"),
        ({"d": [NAN] * 5}, "D must be finite"),
        ({"d": [0.1] * 3}, "plumb_bob has .* got 3"),
    ],
)
def test_camera_that_cannot_be_right_is_refused(change, text):
    msg = convert.camera_to_msg(CAMERA, 0, "camera")
    for name, value in change.items():
        setattr(msg, name, value)
    with pytest.raises(FrameError, match=f"/info: .*{text}"):
        convert.camera_from_msg(msg, "/info")
    with pytest.raises(FrameError):
        convert.camera_from_msg(CameraInfo(), rectified=True)


def test_viewpoint_comes_back_as_it_went():
    msg = convert.viewpoint_to_msg(Viewpoint(np.array([1.0, 2.0, 0.5]), -2.5, 9, "odom"))
    back = convert.viewpoint_from_msg(msg)
    np.testing.assert_allclose(back.position, [1.0, 2.0, 0.5])
    assert (back.heading_rad, back.stamp, back.frame) == (pytest.approx(-2.5), 9, "odom")


def test_viewpoint_without_frame_or_heading_is_refused():
    msg = PoseStamped()
    with pytest.raises(FrameError, match="frame_id is empty"):
        convert.viewpoint_from_msg(msg)
    msg.header.frame_id = "map"
    msg.pose.orientation.y = msg.pose.orientation.w = np.sqrt(0.5)  # 90° about y: x points down
    with pytest.raises(FrameError, match="vertical"):
        convert.viewpoint_from_msg(msg)
    msg.pose.position.x = NAN
    with pytest.raises(FrameError, match="NaN"):
        convert.viewpoint_from_msg(msg)


def floor_plan() -> FloorPlan:
    """Two rooms of one row of three cells each, a wall between them, an open and a closed door."""
    return FloorPlan(
        cell_m=0.5,
        origin=np.array([-1.0, 2.0]),
        walkable=np.array([[1, 1, 0], [0, 0, 0], [0, 1, 1]], dtype=bool),
        room_index=np.array([[0, 0, 0], [-1, -1, -1], [1, 1, 1]], dtype=np.int16),
        room_names=("living room", "kitchen"),
        doors=(
            Door(("living room", "kitchen"), np.array([0.25, 2.75]), 0.8),
            Door(("kitchen", ""), np.array([0.5, 3.5]), 0.9, open=False),
        ),
    )


def graph() -> SceneGraph:
    table = ObjectNode(
        id=3,
        category="coffee table",
        box=Box(np.array([1.0, 2.0, 0.25]), np.array([1.2, 0.6, 0.5]), 0.3),
        centroid=np.array([1.1, 2.1, 0.3]),
        alternatives=(("desk", 0.25), ("bench", 0.125)),
        rgb=(200, 17, 255),
        color="brown",
        front=(0.6, -0.8),
        attributes={"material": "wood", "shape": "rectangular – löng"},
        confidence=0.75,
        first_seen=1_000_000_001,
        last_seen=2_999_999_999,
        observation_count=12,
        room="living room",
        surface_points=np.arange(192, dtype=np.float32).reshape(64, 3) / 7,
    )
    cup = ObjectNode(
        id=0,
        category="cup",
        box=Box(np.array([1.0, 2.0, 0.6]), np.array([0.1, 0.1, 0.2])),
        centroid=np.zeros(3),
        supporter=3,
    )
    rooms = (RoomNode("living room", Box(np.array([0.0, 0.0, 1.0]), np.array([5.0, 4.0, 2.0]), -0.1)),)
    return SceneGraph(
        (table, cup), (Relation(0, "on", 3, 0.5),), rooms, "map", 3_000_000_000, 42, floor_plan=floor_plan(),
        vocabulary=Vocabulary("nanodet", ("chair", "tv")),
        observed=ObservedArea(0.5, np.array([-1.0, 2.0]), np.array([[0, 1, 2], [1, 1, 0]])),
    )  # fmt: skip


def test_graph_comes_back_as_it_went():
    sent, msg = graph(), convert.graph_to_msg(graph())
    back = convert.graph_from_msg(deserialize_message(serialize_message(msg), SceneGraphMsg))
    assert (back.frame, back.stamp, back.version, back.relations) == ("map", 3_000_000_000, 42, sent.relations)
    assert [node.id for node in back.objects] == [0, 3]
    for a, b in zip(sent.objects, back.objects, strict=True):
        for name in (
            *("category", "alternatives", "rgb", "color", "front", "confidence", "first_seen", "last_seen"),
            *("observation_count", "room", "supporter"),
        ):
            assert getattr(a, name) == getattr(b, name), name
        assert dict(a.attributes) == dict(b.attributes)
        assert a.box.yaw == b.box.yaw
        for x, y in (
            (a.box.center, b.box.center),
            (a.box.extents, b.box.extents),
            (a.centroid, b.centroid),
            (a.surface_points, b.surface_points),
        ):
            np.testing.assert_array_equal(x, y)
        assert b.surface_points.dtype == np.float32
    assert back.rooms[0].name == "living room"
    np.testing.assert_array_equal(back.rooms[0].box.extents, [5.0, 4.0, 2.0])
    assert back.floor_plan is not None and sent.floor_plan is not None
    assert back.floor_plan.to_dict() == sent.floor_plan.to_dict()
    assert back.vocabulary == Vocabulary("nanodet", ("chair", "tv"))
    assert same_area(back.observed, sent.observed)
    assert convert.graph_to_msg(back) == msg


def test_names_in_a_graph_are_made_plain():
    msg = convert.graph_to_msg(graph())
    msg.relations[0].predicate = "o\x1b[31mn"
    msg.objects[1].alternatives[0].category = "de\u202esk"
    back = convert.graph_from_msg(msg)
    assert back.relations[0].predicate == "o [31mn"
    assert back.by_id[3].alternatives[0][0] == "de sk"


def test_the_map_s_id_travels_with_the_graph():
    sent = SceneGraph(version=1, map_id="run 7")
    assert convert.graph_from_msg(convert.graph_to_msg(sent)).map_id == "run 7"


def test_empty_graph_comes_back_empty():
    back = convert.graph_from_msg(convert.graph_to_msg(SceneGraph()))
    assert (back.objects, back.relations, back.rooms, back.version) == ((), (), (), 0)
    assert (back.floor_plan, back.vocabulary, back.observed) == (None, None, None)


def test_an_observed_area_of_the_wrong_size_is_refused():
    msg = convert.graph_to_msg(graph())
    msg.observed.width = 4
    with pytest.raises(SceneError, match="observed is 4 x 2 cells, but cells has 6"):
        convert.graph_from_msg(msg)


def test_the_floor_plan_is_a_grid_for_rviz():
    grid = floor_plan_to_grid(graph())
    assert (grid.header.frame_id, grid.info.width, grid.info.height, grid.info.resolution) == ("map", 3, 3, 0.5)
    assert (grid.info.origin.position.x, grid.info.origin.position.y) == (-1.0, 2.0)
    assert grid.info.origin.position.z == 0.0  # the room's box goes from 0 to 2 m
    assert list(grid.data) == [0, 0, 100, -1, -1, -1, 100, 0, 0]
    assert len(floor_plan_to_grid(SceneGraph()).data) == 0


def test_every_byte_of_a_color_survives():
    for value in range(256):
        node = ObjectNode(0, "x", Box(np.zeros(3), np.ones(3)), np.zeros(3), rgb=(value, 255 - value, 7))
        assert convert.graph_from_msg(convert.graph_to_msg(SceneGraph((node,)))).objects[0].rgb == node.rgb


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda m: setattr(m.objects[1].box_center, "x", NAN), r"object 3 \(coffee table\): a box needs finite"),
        (lambda m: setattr(m.objects[1].box_extents, "y", -1.0), r"object 3 \(coffee table\): .*extents"),
        (lambda m: setattr(m.objects[1].centroid, "z", NAN), r"object 3 .*not finite"),
        (lambda m: setattr(m.objects[1].surface_points[5], "z", NAN), r"object 3 .*not finite"),
        (lambda m: setattr(m.objects[1].color, "r", NAN), r"object 3 .*not finite"),
        (lambda m: setattr(m.rooms[0], "box_yaw", NAN), r"room 'living room'"),
        (lambda m: setattr(m.floor_plan, "height", 4), "floor_plan is 3 x 4 cells, but walkable has 9 values"),
        (lambda m: setattr(m.floor_plan, "cell_size", 0.0), "cell_m must be > 0"),
        (lambda m: setattr(m.floor_plan, "room_names", ["hall"]), "room_index must lie in"),
        (lambda m: setattr(m.floor_plan.doors[1], "x", NAN), r"floor_plan.doors\[1\] needs a finite place"),
        (lambda m: setattr(m.objects[1], "id", 0), "appear twice"),
        (lambda m: setattr(m.relations[0], "object", 99), "names object 99"),
        (lambda m: setattr(m.header, "frame_id", ""), "frame_id is empty"),
        (lambda m: setattr(m.header, "frame_id", BIG), "header.frame_id has 1000000 characters"),
        (lambda m: setattr(m.header.stamp, "sec", -1), "header.stamp must have seconds >= 0"),
        (lambda m: setattr(m.objects[1].first_seen, "sec", -(2**31)), r"objects\[1\].first_seen must have"),
        (lambda m: setattr(m.objects[0].last_seen, "nanosec", 10**9), r"objects\[0\].last_seen must have"),
        (lambda m: setattr(m.objects[1], "category", BIG), r"objects\[1\].category has 1000000 characters"),
        (lambda m: setattr(m.objects[1].attributes[0], "value", BIG), r"objects\[1\].attributes has 1000000"),
        (lambda m: setattr(m.objects[1].alternatives[0], "category", BIG), r"objects\[1\].alternatives has"),
        (lambda m: setattr(m.relations[0], "predicate", BIG), r"relations\[0\].predicate has 1000000"),
        (lambda m: setattr(m.relations[0], "score", NAN), r"relations\[0\].score must be finite"),
        (lambda m: setattr(m, "map_id", BIG), "map_id has 1000000"),
        (lambda m: setattr(m, "vocabulary", ["chair", BIG]), "vocabulary has 1000000"),
        (lambda m: setattr(m.rooms[0], "name", BIG), r"rooms\[0\].name has 1000000"),
        (lambda m: setattr(m.objects[1].box_center, "x", 1e300), r"objects\[1\], id 3, box_center must lie within"),
        (lambda m: setattr(m.objects[1].centroid, "y", -1e9), "centroid must lie within"),
        (lambda m: setattr(m.objects[1].surface_points[0], "y", 1e30), "surface_points must lie within"),
        (lambda m: setattr(m.floor_plan, "origin_x", -1e200), r"floor_plan.origin must lie .* got -1e\+200, 2"),
        (lambda m: setattr(m.floor_plan.doors[0], "width", 1e9), r"floor_plan.doors\[0\] must lie within"),
        (lambda m: setattr(m.floor_plan, "cell_size", 1e6), "floor_plan.cell_size must be at most 100 m"),
        (lambda m: setattr(m.objects[1].color, "r", 1e38), "color must lie in 0 ... 1"),
        (lambda m: setattr(m.objects[1], "front_x", 0.0), "front_x, front_y must be a unit vector"),
        (lambda m: setattr(m.objects[1], "id", -5), "must have an id >= 0"),
        (lambda m: setattr(m, "observed", ObservedAreaMsg(width=3, height=2)), "3 x 2 cells, but cells has 0 values"),
    ],
)
def test_graph_that_cannot_be_right_is_refused(spoil, text):
    msg = convert.graph_to_msg(graph())
    spoil(msg)
    with pytest.raises(SceneError, match=text):
        convert.graph_from_msg(msg)


def test_too_many_surface_points_are_refused():
    node = ObjectNode(8, "x", Box(np.zeros(3), np.ones(3)), np.zeros(3), surface_points=np.zeros((65, 3), np.float32))
    with pytest.raises(SceneError, match="object 8 .* 65 surface points, at most 64"):
        convert.graph_to_msg(SceneGraph((node,)))


def test_cloud_goes_in_chunks_and_comes_back():
    points = np.arange(21, dtype=np.float32).reshape(7, 3)
    colors = np.arange(21, dtype=np.uint8).reshape(7, 3) * 12
    chunks = list(convert.cloud_to_msgs(points, colors, 5, "map", max_points=3))
    assert [chunk.width for chunk in chunks] == [3, 3, 1]
    parts = [convert.cloud_from_msg(chunk) for chunk in chunks]
    np.testing.assert_array_equal(np.vstack([part[0] for part in parts]), points)
    np.testing.assert_array_equal(np.vstack([part[1] for part in parts]), colors)
    assert list(convert.cloud_to_msgs(points[:0], colors[:0], 5, "map")) == []


def test_red_is_packed_where_rviz_expects_it():
    (msg,) = convert.cloud_to_msgs(np.zeros((1, 3), np.float32), np.array([[255, 2, 1]], np.uint8), 0, "map")
    assert bytes(msg.data)[12:16] == bytes([1, 2, 255, 0])  # little-endian 0x00RRGGBB


def test_wrong_clouds_are_refused():
    with pytest.raises(FrameError, match="a cloud needs"):
        list(convert.cloud_to_msgs(np.zeros((2, 3)), np.zeros((3, 3), np.uint8), 0, "map"))
    with pytest.raises(FrameError, match="a cloud needs"):
        list(convert.cloud_to_msgs(np.zeros((2, 3)), np.zeros((2, 3)), 0, "map"))
    (msg,) = convert.cloud_to_msgs(np.zeros((2, 3)), np.zeros((2, 3), np.uint8), 0, "map")
    msg.width = 3
    with pytest.raises(FrameError, match="3 × 1 points need 16 bytes each, got 32"):
        convert.cloud_from_msg(msg)
    msg.fields = msg.fields[:3]
    with pytest.raises(FrameError, match="expected float32 fields"):
        convert.cloud_from_msg(msg)


def pictured_graph() -> SceneGraph:
    box = Box(np.array([1.0, 2.0, 0.5]), np.ones(3))
    views = (KeyView("4-1500000000.jpg", 1_500_000_000, 0.75), KeyView("4-9000000000.jpg", 9_000_000_000, 0.5))
    seen = {"material": "metal", "color": "red"}
    source = {"material": "seen by ollama:m at 9.0 s"}
    node = ObjectNode(4, "kettle", box, box.center, attributes=seen, views=views, sources=source)
    return SceneGraph((node,), version=1, stamp=9_500_000_000, key_frames="/home/robot/pictures/abc")


def test_pictures_and_who_saw_an_attribute_travel_with_the_graph():
    graph = pictured_graph()
    sent = deserialize_message(serialize_message(convert.graph_to_msg(graph)), SceneGraphMsg)
    came = convert.graph_from_msg(sent)
    assert came.key_frames == "/home/robot/pictures/abc"
    assert came.objects[0].views == graph.objects[0].views
    assert dict(came.objects[0].sources) == dict(graph.objects[0].sources)
    assert dict(came.objects[0].attributes) == dict(graph.objects[0].attributes)


def test_broken_references_to_pictures_are_refused_by_name():
    msg = convert.graph_to_msg(pictured_graph())
    msg.objects[0].key_frames[1].file = BIG
    with pytest.raises(SceneError, match=r"objects\[0\].key_frames has 1000000 characters"):
        convert.graph_from_msg(msg)
    msg = convert.graph_to_msg(pictured_graph())
    msg.objects[0].key_frames[1].stamp.sec = -1
    with pytest.raises(SceneError, match=r"objects\[0\].key_frames\[1\].stamp"):
        convert.graph_from_msg(msg)
    msg = convert.graph_to_msg(pictured_graph())
    msg.objects[0].key_frames[0].quality = NAN
    with pytest.raises(SceneError, match="object 4"):
        convert.graph_from_msg(msg)
