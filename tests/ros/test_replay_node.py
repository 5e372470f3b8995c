"""Replay over DDS: what arrives is what the files hold, bit for bit, at the poses that the files say."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import String, UInt32

from situated_qa.errors import FrameError, SequenceError, SettingsError
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.ros import qos
from situated_qa.ros.convert import camera_from_msg, stamp_from_msg
from situated_qa.ros.images import color_from_msg, depth_from_msg, instances_from_msg
from situated_qa.ros.replay_node import ReplayNode, split_pose
from situated_qa.ros.tf import make_transform_source
from situated_qa.sequences import Sequence, SequenceWriter

CAMERA = Intrinsics(64, 48, 50.0, 51.0, 31.5, 23.5)
COLOR = "/camera/camera/color/image_raw"
DEPTH = "/camera/camera/aligned_depth_to_color/image_raw"
LOOKING_DOWN_15 = np.array(
    [[0.0, -np.sin(np.pi / 12), np.cos(np.pi / 12)], [-1.0, 0.0, 0.0], [0.0, -np.cos(np.pi / 12), -np.sin(np.pi / 12)]]
)


def pose(index: int) -> Transform:
    """1.2 m high, moving along x, turning by 0.3 rad a frame, looking 15° down."""
    return Transform.from_yaw(0.3 * index, np.array([0.1 * index, 1.0, 1.2])) @ Transform(LOOKING_DOWN_15, np.zeros(3))


@pytest.fixture
def sequence(tmp_path):
    generator = np.random.default_rng(7)
    folder = tmp_path / "sequence"
    with SequenceWriter(folder, CAMERA, categories={0: "chair"}) as writer:
        for index in range(6):
            depth = (generator.integers(0, 8000, (48, 64)) * np.float32(0.001)).astype(np.float32)
            color = generator.integers(0, 256, (48, 64, 3), dtype=np.uint8)
            instances = generator.integers(-1, 5, (48, 64), dtype=np.int32)
            writer.add(Frame(index * 50_000_000, color, depth, CAMERA, pose(index), instances))
    return folder


def replay(ros, folder, **parameters):
    values = {"sequence": str(folder), "settle_s": 0.5, **parameters}
    overrides = [Parameter(name, value=value) for name, value in values.items()]
    return ros.add(ReplayNode(context=ros.context, parameter_overrides=overrides))


class Listener:
    """Collects everything that replay sends."""

    def __init__(self, ros):
        self.node = ros.node("listener")
        self.messages = {name: [] for name in ("color", "depth", "info", "instances", "clock", "state")}
        for name, kind, topic, profile in (
            ("color", Image, COLOR, qos.IMAGES_IN),
            ("depth", Image, DEPTH, qos.IMAGES_IN),
            ("info", CameraInfo, "/camera/camera/color/camera_info", qos.IMAGES_IN),
            ("instances", Image, "/camera/camera/instances/image_raw", qos.IMAGES_IN),
            ("clock", Clock, "/clock", qos.CLOCK),
            ("state", String, "/replay/state", qos.LATCHED),
        ):
            self.node.create_subscription(kind, topic, self.messages[name].append, profile)
        self.tf = make_transform_source(self.node, prefer="own")

    def __getitem__(self, name):
        return self.messages[name]

    def state(self):
        return self["state"][-1].data if self["state"] else ""

    def complete(self, count):
        return all(len(self[name]) >= count for name in ("color", "depth", "info", "instances"))


@pytest.mark.parametrize(("depth_encoding", "color_encoding"), [("16UC1", "rgb8"), ("32FC1", "bgra8")])
def test_frames_arrive_bit_for_bit_and_at_their_poses(ros, sequence, depth_encoding, color_encoding):
    listener = Listener(ros)
    replay(ros, sequence, depth_encoding=depth_encoding, color_encoding=color_encoding, publish_clock=True)
    ros.spin_until(lambda: listener.complete(6) and listener.state() == "holding")
    ros.spin_until(lambda: listener.tf.latest("map", "base_link")[1] >= 1_250_000_000, what="TF of the last frame")
    frames = list(Sequence.open(sequence))
    assert [len(listener[name]) for name in ("color", "depth", "info", "instances")] == [6, 6, 6, 6]
    for frame, color, depth, info, instances in zip(
        frames, listener["color"], listener["depth"], listener["info"], listener["instances"], strict=True
    ):
        stamp = stamp_from_msg(color.header.stamp)
        assert stamp == frame.stamp + 1_000_000_000  # the recording begins at 0, which ROS takes for "unset"
        assert stamp == stamp_from_msg(depth.header.stamp) == stamp_from_msg(info.header.stamp)
        assert (color.encoding, depth.encoding) == (color_encoding, depth_encoding)
        np.testing.assert_array_equal(color_from_msg(color), frame.color)
        np.testing.assert_array_equal(depth_from_msg(depth), frame.depth)
        np.testing.assert_array_equal(instances_from_msg(instances), frame.instances)
        assert camera_from_msg(info) == CAMERA
        T_map_camera = listener.tf.lookup("map", color.header.frame_id, stamp)
        np.testing.assert_allclose(T_map_camera.as_matrix(), frame.T_map_camera.as_matrix(), atol=1e-6)
    clocks = [stamp_from_msg(msg.clock) for msg in listener["clock"]]
    assert clocks == sorted(set(clocks)), "time must grow"
    assert clocks[0] >= 1_000_000_000


def test_held_pose_stays_live_and_goes_where_it_is_sent(ros, sequence):
    listener = Listener(ros)
    commands = listener.node.create_publisher(UInt32, "/replay/go_to_frame", qos.COMMANDS)
    replay(ros, sequence, rate=2.0)
    ros.spin_until(lambda: listener.state() == "holding")
    last_stamp = stamp_from_msg(listener["color"][-1].header.stamp)
    ros.spin_until(lambda: listener.tf.latest("map", "base_link")[1] > last_stamp)
    np.testing.assert_allclose(listener.tf.latest("map", "base_link")[0].t, split_pose(pose(5))[0].t, atol=1e-6)

    ros.spin_until(lambda: commands.get_subscription_count() == 1)
    commands.publish(UInt32(data=99))  # refused, loudly
    commands.publish(UInt32(data=2))
    expected = split_pose(pose(2))[0]
    ros.spin_until(lambda: np.allclose(listener.tf.latest("map", "base_link")[0].t, expected.t, atol=1e-6))
    np.testing.assert_allclose(listener.tf.latest("map", "base_link")[0].R, expected.R, atol=1e-6)


def test_stamps_go_on_growing_when_it_loops(ros, sequence):
    listener = Listener(ros)
    replay(ros, sequence, loop=True, rate=5.0)
    ros.spin_until(lambda: len(listener["color"]) >= 13)
    stamps = [stamp_from_msg(msg.header.stamp) for msg in listener["color"][:13]]
    assert stamps[0] == 1_000_000_000
    assert stamps[6] == 1_000_000_000 + 5 * 50_000_000 + round(1e9 / 30)  # one frame period after the last
    assert all(b > a for a, b in zip(stamps, stamps[1:], strict=False))


def test_stamps_can_be_the_time_of_sending(ros, sequence):
    listener = Listener(ros)
    before = listener.node.get_clock().now().nanoseconds
    replay(ros, sequence, stamps="now", rate=5.0)
    ros.spin_until(lambda: listener.complete(6))
    after = listener.node.get_clock().now().nanoseconds
    for msg in listener["color"]:
        assert before < stamp_from_msg(msg.header.stamp) < after


def test_ends_with_exit_code_0_after_the_last_frame(ros, sequence):
    listener = Listener(ros)
    replay(ros, sequence, after_end="exit", rate=5.0)
    with pytest.raises(SystemExit) as stop:
        ros.spin_until(lambda: False)
    assert stop.value.code == 0
    ros.spin_until(lambda: listener.complete(6))


def test_gives_up_without_subscribers(ros, sequence):
    replay(ros, sequence, subscriber_timeout_s=0.2)
    with pytest.raises(FrameError, match=r"fewer than 1 subscriber.*/camera/camera/color/image_raw"):
        ros.spin_until(lambda: False)


def test_folder_that_is_not_there_is_named(ros, tmp_path):
    with pytest.raises(SequenceError, match="nowhere: no such folder"):
        replay(ros, tmp_path / "nowhere")


def test_image_that_cannot_be_read_ends_the_replay(ros, sequence):
    (sequence / "depth" / "000003.png").write_bytes(b"not a png")
    listener = Listener(ros)
    replay(ros, sequence, rate=5.0)
    with pytest.raises(SequenceError, match=r"000003\.png"):
        ros.spin_until(lambda: False)
    assert listener["color"], "the frames before it were played"


def test_clock_with_the_time_of_sending_is_refused(ros, sequence):
    with pytest.raises(SettingsError, match="publish_clock"):
        replay(ros, sequence, stamps="now", publish_clock=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_process_stops_cleanly_on_a_signal(ros, sequence, number):
    listener = Listener(ros)
    with _process(f"sequence:={sequence}", "loop:=true") as process:
        ros.spin_until(lambda: listener.complete(2))
        process.send_signal(number)
        output, _ = process.communicate(timeout=100)
    assert process.returncode == 0, output
    assert "Traceback" not in output


def test_process_of_a_bad_folder_fails_with_one_clear_line(ros_domain, tmp_path):
    with _process(f"sequence:={tmp_path}/nowhere") as process:
        output, _ = process.communicate(timeout=100)
    assert process.returncode == 1
    assert "SequenceError" in output and "nowhere: no such folder" in output and "Traceback" not in output


def test_base_is_on_the_floor_below_the_camera_and_looks_where_it_looks():
    T_map_base, T_base_link = split_pose(pose(2))
    np.testing.assert_allclose(T_map_base.t, [0.2, 1.0, 0.0], atol=1e-12)
    assert T_map_base.yaw_rad() == pytest.approx(0.6)
    np.testing.assert_allclose(T_base_link.t, [0.0, 0.0, 1.2], atol=1e-12)


def test_camera_that_looks_straight_down_takes_its_heading_from_the_image_top():
    # Optical z (forward) is down; optical y (image down) is -y in the map, so the image's top points along +y.
    straight_down = Transform(
        np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]), np.array([0.0, 0.0, 2.0])
    )
    assert split_pose(straight_down)[0].yaw_rad() == pytest.approx(np.pi / 2)


def _process(*parameters: str) -> subprocess.Popen[str]:
    arguments = [word for parameter in parameters for word in ("-p", parameter)]
    return subprocess.Popen(
        [sys.executable, "-m", "situated_qa.ros.replay_node", "--ros-args", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
