"""One suite for both transform buffers: tf2's, where it can be imported, and our own."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from geometry_msgs.msg import TransformStamped
from tf2_msgs.msg import TFMessage

from situated_qa.errors import TransformError
from situated_qa.geometry import Transform
from situated_qa.geometry.transforms import interpolate
from situated_qa.ros import qos
from situated_qa.ros.convert import transform_to_msg
from situated_qa.ros.tf import OwnTransformBuffer, Tf2TransformBuffer, TransformListener, make_transform_source
from situated_qa.ros.tf_buffer import TransformNotYetError

S = 1_000_000_000  # ns


@pytest.fixture(params=["own", "tf2"])
def kind(request):
    if request.param == "tf2":
        pytest.importorskip("tf2_ros", reason="tf2_ros is not installed (it is not on PyPI)")
    return request.param


@pytest.fixture
def warnings_seen():
    return []


class SteadyTime:
    """A clock that a test sets."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def steady():
    return SteadyTime()


@pytest.fixture
def buffer(kind, warnings_seen, steady):
    kinds = {"own": OwnTransformBuffer, "tf2": Tf2TransformBuffer}
    return kinds[kind](cache_s=10.0, warn=warnings_seen.append, now=steady)


def moved(x: float, yaw_rad: float = 0.0) -> Transform:
    return Transform.from_yaw(yaw_rad, np.array([x, 0.0, 0.0]))


def edge(parent, child, stamp, T):
    return transform_to_msg(T, parent, child, stamp)


@pytest.fixture
def chain(buffer):
    """map → odom (still) → base (x from 0 at 1 s to 4 at 3 s, turning by 90°) → camera (still, 1 m up)."""
    buffer.insert(edge("map", "odom", 0, moved(10.0)), static=True)
    buffer.insert(edge("base", "camera", 0, Transform(np.eye(3), np.array([0.0, 0.0, 1.0]))), static=True)
    buffer.insert(edge("odom", "base", 1 * S, moved(0.0, 0.0)))
    buffer.insert(edge("odom", "base", 3 * S, moved(4.0, np.pi / 2)))
    return buffer


def test_midway_is_interpolated(chain):
    T_map_camera = chain.lookup("map", "camera", 2 * S)
    np.testing.assert_allclose(T_map_camera.t, [12.0, 0.0, 1.0], atol=1e-9)
    assert T_map_camera.yaw_rad() == pytest.approx(np.pi / 4)
    np.testing.assert_allclose(chain.lookup("map", "camera", 1 * S + S // 2).t, [11.0, 0.0, 1.0], atol=1e-9)


def test_recorded_stamps_give_the_recorded_poses(chain):
    np.testing.assert_allclose(chain.lookup("odom", "base", 1 * S).t, [0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(chain.lookup("odom", "base", 3 * S).t, [4, 0, 0], atol=1e-12)


def test_the_other_way_is_the_inverse(chain):
    there, back = chain.lookup("map", "camera", 2 * S), chain.lookup("camera", "map", 2 * S)
    np.testing.assert_allclose((there @ back).as_matrix(), np.eye(4), atol=1e-9)


def test_siblings_meet_at_their_common_parent(chain):
    chain.insert(edge("odom", "beacon", 0, moved(1.0)), static=True)
    np.testing.assert_allclose(chain.lookup("beacon", "camera", 2 * S).t, [1.0, 0.0, 1.0], atol=1e-9)


def test_edges_above_the_common_parent_do_not_matter(buffer):
    buffer.insert(edge("map", "odom", 100 * S, moved(1.0)))  # known at 100 s alone
    buffer.insert(edge("odom", "base", 1 * S, moved(0.0)))
    buffer.insert(edge("odom", "base", 3 * S, moved(2.0)))
    np.testing.assert_allclose(buffer.lookup("odom", "base", 2 * S).t, [1, 0, 0], atol=1e-9)


def test_interpolation_is_that_of_the_geometry_module(buffer):
    generator = np.random.default_rng(3)
    first, second = (Transform.from_quaternion(generator.normal(size=4), generator.normal(size=3)) for _ in range(2))
    buffer.insert(edge("a", "b", 1 * S, first))
    buffer.insert(edge("a", "b", 2 * S, second))
    for tenth in range(11):
        expected = interpolate(first, second, tenth / 10).as_matrix()
        np.testing.assert_allclose(buffer.lookup("a", "b", S + tenth * S // 10).as_matrix(), expected, atol=1e-6)


def test_nearly_equal_rotations_interpolate_smoothly(buffer):
    buffer.insert(edge("a", "b", 1 * S, moved(0.0, 0.0)))
    buffer.insert(edge("a", "b", 2 * S, moved(0.0, 1e-5)))
    assert buffer.lookup("a", "b", S + S // 2).yaw_rad() == pytest.approx(5e-6, rel=1e-6)


def test_future_is_refused_and_may_be_tried_again(chain):
    with pytest.raises(TransformNotYetError, match="map ← camera") as error:
        chain.lookup("map", "camera", 3 * S + 1)
    assert "3.000000001 s" in str(error.value) and "3.000000000 s" in str(error.value)


def test_the_past_is_refused(chain):
    with pytest.raises(TransformError, match="map ← camera") as error:
        chain.lookup("map", "camera", 1 * S - 1)
    assert not isinstance(error.value, TransformNotYetError)
    assert "0.999999999 s" in str(error.value)


def test_only_the_last_ten_seconds_are_kept(buffer):
    for second in range(1, 21):
        buffer.insert(edge("a", "b", second * S, moved(float(second))))
    np.testing.assert_allclose(buffer.lookup("a", "b", 10 * S).t, [10, 0, 0])
    with pytest.raises(TransformError):
        buffer.lookup("a", "b", 9 * S)


def test_late_messages_find_their_place(buffer):
    buffer.insert(edge("a", "b", 2 * S, moved(2.0)))
    buffer.insert(edge("a", "b", 1 * S, moved(1.0)))  # 1 s late: not a jump
    buffer.insert(edge("a", "b", 1 * S + S // 2, moved(7.0)))
    np.testing.assert_allclose(buffer.lookup("a", "b", 1 * S + S // 4).t, [4, 0, 0])


@pytest.mark.parametrize("stamp", [0, 1 * S, -5 * S, 2**31 * S])
def test_a_wrong_stamp_costs_that_message_alone(chain, warnings_seen, stamp):
    chain.insert(edge("camera", "hand", 3 * S, moved(0.5)))
    wrong = edge("camera", "hand", 0, moved(9.0))
    wrong.header.stamp.sec = stamp // S if stamp < 2**31 * S else -(2**31)
    with pytest.raises(TransformError, match="camera.*hand"):
        chain.insert(wrong)
    np.testing.assert_allclose(chain.lookup("map", "camera", 3 * S).t, [14, 0, 1], atol=1e-9)
    T_camera_hand, newest = chain.latest("camera", "hand")
    assert (T_camera_hand.t[0], newest) == (0.5, 3 * S)
    assert warnings_seen == []


def test_an_edge_follows_older_stamps_once_nothing_newer_came_for_5_s(chain, warnings_seen, steady):
    chain.insert(edge("map", "odom2", 3 * S, moved(1.0)))
    chain.insert(edge("odom", "base", 100 * S, moved(9.0)))  # a stamp from the future
    steady.seconds += 4.9
    with pytest.raises(TransformError, match="96.0 s older than the newest at 100.000000000 s"):
        chain.insert(edge("odom", "base", 4 * S, moved(1.0)))
    steady.seconds += 0.2
    chain.insert(edge("odom", "base", 5 * S, moved(2.0)))
    assert chain.latest("odom", "base")[1] == 5 * S
    assert len(warnings_seen) == 1 and "none newer came for 5.1 s; this edge starts anew" in warnings_seen[0]
    if isinstance(chain, OwnTransformBuffer):  # tf2 cannot forget one edge alone
        assert chain.latest("map", "odom2")[1] == 3 * S


def test_a_clock_that_jumps_back_clears_what_moves_and_reports_it(chain, warnings_seen):
    chain.insert(edge("odom", "base", 100 * S, moved(9.0)))
    chain.clear_moving("the clock jumped back by 50.0 s")
    assert warnings_seen == ["tf: the clock jumped back by 50.0 s; all moving transforms are forgotten"]
    with pytest.raises(TransformNotYetError):
        chain.latest("map", "base")
    chain.insert(edge("odom", "base", 100 * S, moved(9.0)))  # was still on its way
    chain.insert(edge("odom", "base", 50 * S, moved(1.0)))
    np.testing.assert_allclose(chain.latest("map", "base")[0].t, [11, 0, 0])  # the static map → odom is still there
    with pytest.raises(TransformError):
        chain.lookup("map", "base", 100 * S)


def test_static_transforms_need_no_stamp(chain):
    wrong = edge("camera", "lens", 0, moved(1.0))
    wrong.header.stamp.sec = -1
    chain.insert(wrong, static=True)
    np.testing.assert_allclose(chain.lookup("camera", "lens", 2 * S).t, [1, 0, 0])


def test_unknown_frames_are_named_with_those_there_are(chain):
    with pytest.raises(TransformNotYetError, match="frame 'hand' is unknown; known: base, camera, map, odom"):
        chain.lookup("map", "hand", 2 * S)
    with pytest.raises(TransformNotYetError, match="frame 'earth' is unknown"):
        chain.latest("earth", "base")


def test_trees_that_do_not_touch_are_named(chain):
    chain.insert(edge("other_map", "other_base", 0, moved(0.0)), static=True)
    with pytest.raises(TransformNotYetError, match="camera hangs below map, other_base below other_map"):
        chain.lookup("camera", "other_base", 2 * S)


def test_latest_is_what_every_edge_has_reached(chain):
    chain.insert(edge("camera", "hand", 2 * S, moved(0.0)))
    T, stamp = chain.latest("map", "hand")
    assert stamp == 2 * S
    np.testing.assert_allclose(T.t, [12, 0, 1], atol=1e-9)


def test_latest_of_static_transforms_has_stamp_0(chain):
    T, stamp = chain.latest("base", "camera")
    assert stamp == 0
    np.testing.assert_allclose(T.t, [0, 0, 1])
    np.testing.assert_allclose(chain.lookup("base", "camera", 12345 * S).t, [0, 0, 1])


def test_a_frame_is_at_itself(chain):
    np.testing.assert_array_equal(chain.lookup("base", "base", 99 * S).as_matrix(), np.eye(4))


def test_leading_slashes_are_ignored(chain):
    chain.insert(edge("/camera", "/lens", 0, moved(1.0)), static=True)
    np.testing.assert_allclose(chain.lookup("/camera", "lens", 2 * S).t, [1, 0, 0])


def test_loops_are_refused(chain):
    with pytest.raises(TransformError, match="camera → map would close the loop map → odom → base → camera → map"):
        chain.insert(edge("camera", "map", 2 * S, moved(0.0)))
    with pytest.raises(TransformError, match="loop"):
        chain.insert(edge("base", "base", 2 * S, moved(0.0)))
    np.testing.assert_allclose(chain.lookup("map", "camera", 2 * S).t, [12, 0, 1], atol=1e-9)


def test_broken_messages_are_refused_and_leave_no_trace(chain):
    broken = TransformStamped(child_frame_id="ghost")
    broken.header.frame_id = "map"
    broken.transform.translation.x = float("nan")
    with pytest.raises(TransformError, match="'map' → 'ghost'"):
        chain.insert(broken)
    broken.transform.translation.x, broken.transform.rotation.w = 0.0, 0.0
    with pytest.raises(TransformError, match="zero"):
        chain.insert(broken)
    with pytest.raises(TransformError, match="need a name"):
        chain.insert(edge("", "base", S, moved(0.0)))
    broken.transform.rotation.w, broken.transform.translation.y = 1.0, 1e300
    with pytest.raises(TransformError, match="no longer than 1e\\+09 m"):
        chain.insert(broken)
    with pytest.raises(TransformError, match="1000000 characters; the most is 255"):
        chain.insert(edge("map", "x" * 1_000_000, S, moved(0.0)))
    assert "ghost" not in chain.frames()


def test_new_parent_starts_a_new_history(chain, warnings_seen):
    chain.insert(edge("map", "base", 3 * S, moved(5.0)))
    assert "base moved from parent odom to map" in warnings_seen[0]
    np.testing.assert_allclose(chain.latest("map", "base")[0].t, [5, 0, 0])


def test_lookup_waits_for_what_another_thread_brings(chain):
    results = []
    waiting = threading.Thread(target=lambda: results.append(chain.lookup("map", "base", 4 * S, timeout_s=10.0)))
    waiting.start()
    chain.insert(edge("odom", "base", 5 * S, moved(6.0)))
    waiting.join(10.0)
    np.testing.assert_allclose(results[0].t, [15.0, 0, 0], atol=1e-9)


def test_lookup_gives_up_after_its_timeout(chain):
    with pytest.raises(TransformNotYetError):
        chain.lookup("map", "base", 4 * S, timeout_s=0.02)


def test_a_listener_works_without_spinning_its_node(ros):
    node = ros.node()
    listener = TransformListener(node)
    try:
        moving = node.create_publisher(TFMessage, "/tf", qos.TF)
        ros.spin_until(lambda: moving.get_subscription_count() == 1)
        moving.publish(TFMessage(transforms=[edge("map", "base", 3 * S, moved(1.0))]))
        T_map_base = listener.source.lookup("map", "base", 3 * S, timeout_s=10.0)  # this thread only waits
        np.testing.assert_allclose(T_map_base.t, [1.0, 0, 0], atol=1e-9)
    finally:
        listener.close()


def test_listens_to_tf_and_static_tf_and_survives_broken_messages(ros, kind):
    node = ros.node()
    static = node.create_publisher(TFMessage, "/tf_static", qos.TF_STATIC)
    static.publish(TFMessage(transforms=[edge("map", "odom", 0, moved(10.0))]))  # before anybody listens
    transforms = make_transform_source(node, prefer=kind)
    moving = node.create_publisher(TFMessage, "/tf", qos.TF)
    ros.spin_until(lambda: moving.get_subscription_count() == 1 and "map" in transforms.frames())
    broken = edge("odom", "ghost", S, moved(0.0))
    broken.transform.rotation.w = float("nan")
    moving.publish(TFMessage(transforms=[broken, edge("odom", "base", S, moved(1.0))]))
    ros.spin_until(lambda: "base" in transforms.frames())
    np.testing.assert_allclose(transforms.lookup("map", "base", S).t, [11, 0, 0])
    assert "ghost" not in transforms.frames()


def test_asking_for_tf2_where_it_is_not_is_an_error(ros):
    try:
        import tf2_ros  # noqa: F401
    except ImportError:
        with pytest.raises(TransformError, match="tf2_ros cannot be imported"):
            make_transform_source(ros.node(), prefer="tf2")
        assert isinstance(make_transform_source(ros.node("other")), OwnTransformBuffer)
    else:
        assert isinstance(make_transform_source(ros.node()), Tf2TransformBuffer)
