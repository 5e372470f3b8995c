"""Bags, written here in both storage formats, played over DDS."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from geometry_msgs.msg import TransformStamped
from rclpy.parameter import Parameter
from rclpy.serialization import serialize_message
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Image
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage

from situated_qa.errors import SequenceError, SettingsError
from situated_qa.geometry import Transform
from situated_qa.ros import qos
from situated_qa.ros.bag_node import BagNode
from situated_qa.ros.convert import stamp_from_msg, transform_to_msg
from situated_qa.ros.images import color_from_msg, color_to_msg
from situated_qa.ros.stamps import stamp_to_msg

rosbag2 = pytest.importorskip("rosbags.rosbag2", reason="the bag node needs rosbags")

START = 1_700_000_000_000_000_000
STEP = 40_000_000


def image(index: int) -> np.ndarray:
    return np.random.default_rng(index).integers(0, 256, (12, 16, 3), dtype=np.uint8)


def static_tf() -> TransformStamped:
    return transform_to_msg(Transform.from_yaw(0.5, np.array([1.0, 2.0, 3.0])), "map", "odom", START)


@pytest.fixture(params=["SQLITE3", "MCAP"])
def bag(request, tmp_path):
    from rosbags.typesys import Stores, get_typestore

    path, store = tmp_path / "bag", get_typestore(Stores.ROS2_KILTED)
    with rosbag2.Writer(path, version=9, storage_plugin=rosbag2.StoragePlugin[request.param]) as writer:
        tf = writer.add_connection("/tf_static", "tf2_msgs/msg/TFMessage", typestore=store)
        color = writer.add_connection("/color", "sensor_msgs/msg/Image", typestore=store)
        strange = writer.add_connection(
            "/strange", "unheard_of_msgs/msg/Thing", msgdef="int32 x\n", rihs01="RIHS01_" + "0" * 64
        )
        writer.write(tf, START, serialize_message(TFMessage(transforms=[static_tf()])))
        for index in range(5):
            stamp = START + index * STEP
            writer.write(color, stamp, serialize_message(color_to_msg(image(index), stamp, "camera")))
            writer.write(strange, stamp, b"\x00\x01\x00\x00\x00\x00\x00\x00")
    return path


def play(ros, path, **parameters):
    overrides = [Parameter(name, value=value) for name, value in {"bag": str(path), **parameters}.items()]
    return ros.add(BagNode(context=ros.context, parameter_overrides=overrides))


def spin_to_the_end(ros):
    with pytest.raises(SystemExit) as stop:
        ros.spin_until(lambda: False)
    assert stop.value.code == 0


def listen(ros, kind, topic, profile):
    received = []
    listeners = getattr(ros, "listener", None) or ros.node("listener")
    ros.listener = listeners
    listeners.create_subscription(kind, topic, received.append, profile)
    return received


def test_messages_arrive_as_recorded_and_unknown_types_are_left_out_loudly(ros, bag, capfd):
    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    clocks = listen(ros, Clock, "/clock", qos.CLOCK)
    node = play(ros, bag, publish_clock=True)
    spin_to_the_end(ros)
    ros.spin_until(lambda: len(colors) == 5)
    for index, msg in enumerate(colors):
        assert stamp_from_msg(msg.header.stamp) == START + index * STEP
        np.testing.assert_array_equal(color_from_msg(msg), image(index))
    late = listen(ros, TFMessage, "/tf_static", qos.TF_STATIC)
    ros.spin_until(lambda: late, what="/tf_static, asked for after it was sent")
    assert late[0].transforms == [static_tf()]
    assert dict(node.sent) == {"/color": 5, "/tf_static": 1}
    assert dict(node.skipped) == {"/strange": 5}
    assert "/strange is left out, 5 messages: unheard_of_msgs/msg/Thing is not installed" in capfd.readouterr().err
    times = [stamp_from_msg(msg.clock) for msg in clocks]
    assert times == sorted(times) and times[0] >= START and times[-1] <= START + 4 * STEP


def test_start_leaves_out_what_came_before_but_not_what_is_latched(ros, bag):
    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    statics = listen(ros, TFMessage, "/tf_static", qos.TF_STATIC)
    play(ros, bag, start_s=0.1)
    spin_to_the_end(ros)
    ros.spin_until(lambda: len(colors) == 2 and statics)
    assert [stamp_from_msg(msg.header.stamp) for msg in colors] == [START + 3 * STEP, START + 4 * STEP]


def test_only_the_topics_asked_for_are_played_and_in_a_loop(ros, bag):
    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    node = play(ros, bag, topics=["/color"], loop=True, rate=5.0)
    ros.spin_until(lambda: len(colors) >= 12)
    assert set(node.sent) == {"/color"}
    assert [stamp_from_msg(msg.header.stamp) for msg in colors[5:7]] == [START, START + STEP]


def test_topics_are_renamed_like_those_of_any_node(ros, bag):
    colors = listen(ros, Image, "/elsewhere", qos.IMAGES_IN)
    parameters = [Parameter("bag", value=str(bag)), Parameter("rate", value=5.0)]
    renamed = ["--ros-args", "-r", "/color:=/elsewhere"]
    ros.add(BagNode(context=ros.context, cli_args=renamed, parameter_overrides=parameters))
    spin_to_the_end(ros)
    ros.spin_until(lambda: len(colors) == 5)


def test_rate_is_kept(ros, bag):
    sent = []  # ns, stamped by the middleware where it is sent: a listener that is slow does not change it
    ros.node("listener").create_subscription(
        Image, "/color", lambda _, info: sent.append(info["source_timestamp"]), qos.IMAGES_IN
    )
    play(ros, bag, rate=0.2, topics=["/color"])
    spin_to_the_end(ros)
    ros.spin_until(lambda: len(sent) == 5)
    # Half of the 0.8 s leaves room for a thread that starts late; without the rate it is a fifth.
    assert sent[-1] - sent[0] > 4 * STEP / 0.2 * 0.5


def test_what_is_wrong_is_named(ros, bag, tmp_path):
    with pytest.raises(SettingsError, match=r"topics: the bag has no /colour; it has /color, /strange, /tf_static"):
        play(ros, bag, topics=["/colour"])
    with pytest.raises(SequenceError, match="nowhere: not a rosbag2"):
        play(ros, tmp_path / "nowhere")
    with pytest.raises(SettingsError, match="bag is required"):
        play(ros, "")
    (tmp_path / "metadata.yaml").write_text("nonsense: [")
    with pytest.raises(SequenceError, match="not a rosbag2"):
        play(ros, tmp_path)
    with pytest.raises(SequenceError, match="holds nothing that can be played here"):
        play(ros, bag, topics=["/strange"])
    play(ros, bag, start_s=60.0, wait_for_subscribers=0)
    with pytest.raises(SettingsError, match="the bag is only 0.2 s long"):
        ros.spin_until(lambda: False)


def test_bag_process_ends_by_itself(ros, bag):
    import os
    import subprocess

    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    with subprocess.Popen(
        [sys.executable, "-m", "situated_qa.ros.bag_node", "--ros-args", "-p", f"bag:={bag}"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    ) as process:
        ros.spin_until(lambda: len(colors) == 5)
        _, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors


class SlowMapper:
    """Stands for the mapper: says that a frame is mapped when it is told to."""

    def __init__(self, ros) -> None:
        self.node = ros.node("mapper")
        self.mapped = self.node.create_publisher(Header, "mapper/mapped", qos.PROGRESS)

    def map(self, index: int) -> None:
        self.mapped.publish(Header(stamp=stamp_to_msg(START + index * STEP)))


def test_a_bag_waits_for_a_mapper_that_falls_behind_and_for_the_last_frame(ros, bag):
    mapper = SlowMapper(ros)
    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    node = play(ros, bag, topics=["/color"], color_topic="/color", frames_ahead=1, rate=100.0)
    for index in range(5):
        # one frame more than those that are mapped may be on its way: 0 and 1, then 2 once 0 is mapped, ...
        here = min(index + 2, 5)
        ros.spin_until(lambda: len(colors) == node.sent["/color"] == here, what=f"{here} frames")  # noqa: B023
        assert node._thread.is_alive()
        mapper.map(index)
    spin_to_the_end(ros)


def test_a_bag_goes_on_when_the_mapper_hangs_and_reports_it(ros, bag, capfd):
    SlowMapper(ros)
    colors = listen(ros, Image, "/color", qos.IMAGES_IN)
    play(ros, bag, topics=["/color"], color_topic="/color", frames_ahead=0, rate=100.0, mapper_timeout_s=0.2)
    spin_to_the_end(ros)
    ros.spin_until(lambda: len(colors) == 5)
    assert "mapper said of no frame that it was mapped for 0.2 s; going on" in capfd.readouterr().err
