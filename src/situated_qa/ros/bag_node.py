"""The bag node: plays a rosbag2 (sqlite3 or mcap) by passing the stored bytes through, without deserializing them.

Like the replay it waits for a mapper that falls behind (parameter `wait_for`), so that no frame is lost on a slow
machine; without a mapper it plays at its rate.

Topics are renamed as for any node: `--ros-args -r /old/topic:=/new/topic`.
"""

from __future__ import annotations

import importlib
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile

from situated_qa.errors import SequenceError, SettingsError
from situated_qa.ros import qos
from situated_qa.ros.parameters import declare_settings, refuse_unknown_parameters
from situated_qa.ros.player import PlayerNode
from situated_qa.ros.progress import BackPressure, WaitSettings
from situated_qa.ros.run import run_node
from situated_qa.settings import check_settings, setting

if TYPE_CHECKING:
    from rosbags.interfaces import Connection
    from rosbags.rosbag2 import Reader

_PROGRESS_PERIOD_S = 2.0
_STAMPED = 12  # bytes of a serialized message up to the end of its stamp


@dataclass(frozen=True)
class BagSettings(WaitSettings):
    """What the bag node plays, and how."""

    bag: str = setting("", "rosbag2 folder, or .mcap or .db3 file, to play; required")
    rate: float = setting(1.0, "speed, times real time", minimum=0.01, maximum=100.0)
    loop: bool = setting(False, "start again after the last message; the stamps in the messages jump back then")
    start_s: float = setting(0.0, "leave out this much at the beginning, but for latched topics, s", minimum=0.0)
    topics: tuple[str, ...] = setting((), "topics to play, as they are called in the bag; empty: all")
    frames_ahead: int = setting(
        20,
        "wait_for: frames that may be on their way before the next; a frame's transform may stand behind it in the bag",
        minimum=0,
        maximum=25,
    )
    color_topic: str = setting(
        "/camera/camera/color/image_raw", "wait_for: the mapper's color image, as it is called in the bag"
    )
    publish_clock: bool = setting(False, "publish the time of recording on /clock, for nodes with use_sim_time")
    wait_for_subscribers: int = setting(
        1,
        "subscribers that any of the topics must have before the first message; 0: start at once",
        minimum=0,
        maximum=100,
    )
    subscriber_timeout_s: float = setting(
        120.0, "give up if they are not there by then, s", minimum=0.1, maximum=3600.0
    )
    settle_s: float = setting(
        0.5, "and wait this long more for both sides to know each other, s", minimum=0.0, maximum=60.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


class BagNode(PlayerNode):
    """Plays one bag.

    Raises:
        SettingsError: a parameter is wrong, or names a topic that the bag does not have.
        SequenceError: the bag cannot be read, or holds nothing that can be played here.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("bag", **kwargs)
        s = self._settings = declare_settings(self, BagSettings)
        refuse_unknown_parameters(self)
        if not s.bag:
            raise SettingsError("parameter bag is required: a rosbag2 folder, or a .mcap or .db3 file")
        self.sent: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self._publishers_by_topic: dict[str, Publisher] = {}
        self._back_pressure = BackPressure(self, s, lambda: self.stopping)
        with _opened(s.bag) as reader:
            self._latched = self._make_publishers(reader)
        if s.wait_for != "nothing" and s.color_topic not in self._publishers_by_topic:
            self.get_logger().warning(
                f"{s.color_topic} (parameter color_topic) is not played, so no mapper that falls behind is waited for; "
                f"played: {', '.join(sorted(self._publishers_by_topic))}"
            )
        self.start(rate=s.rate, publish_clock=s.publish_clock)

    def _make_publishers(self, reader: Reader) -> set[str]:
        """A publisher for each topic that is wanted and known; returns the latched ones."""
        wanted, present = set(self._settings.topics), {connection.topic for connection in reader.connections}
        if wanted - present:
            missing, there = ", ".join(sorted(wanted - present)), ", ".join(sorted(present))
            raise SettingsError(f"parameter topics: the bag has no {missing}; it has {there}")
        latched = set()
        for connection in reader.connections:
            topic = connection.topic
            if (wanted and topic not in wanted) or (topic == "/clock" and self._settings.publish_clock):
                continue
            try:
                message_type = _message_type(connection.msgtype)
            except (ImportError, AttributeError, ValueError) as error:
                self.skipped[topic] += connection.msgcount
                self.get_logger().error(
                    f"{topic} is left out, {connection.msgcount} messages: {connection.msgtype} is not installed here "
                    f"({error})"
                )
                continue
            profile = _profile(connection)
            if profile.durability == qos.LATCHED.durability:
                latched.add(topic)
            self._publishers_by_topic[topic] = self.create_publisher(message_type, topic, profile)
        if not self._publishers_by_topic:
            raise SequenceError(
                f"{self._settings.bag}: holds nothing that can be played here; it has {sorted(present)}"
            )
        return latched

    def play(self) -> None:
        """Wait for listeners, then play once or in a loop."""
        s = self._settings
        with _opened(s.bag) as reader:
            begin = reader.start_time + round(s.start_s * 1e9)
            if begin > reader.end_time:
                raise SettingsError(
                    f"parameter start_s: the bag is only {reader.duration / 1e9:.1f} s long, got {s.start_s}"
                )
            awaited = [
                p for topic, p in self._publishers_by_topic.items() if topic not in self._latched | {"/tf", "/rosout"}
            ]
            awaited = awaited or list(self._publishers_by_topic.values())
            if not self.wait_for_subscribers(
                awaited, s.wait_for_subscribers, s.subscriber_timeout_s, s.settle_s, begin, any_of_them=True
            ):
                return
            self.say_state("playing")
            while self._play_once(reader, begin) and s.loop:
                self.restart_time()
        self.get_logger().info(f"{self.sent.total()} messages sent, {self.skipped.total()} left out")

    def _play_once(self, reader: Reader, begin: int) -> bool:
        """False when told to end."""
        connections = [c for c in reader.connections if c.topic in self._publishers_by_topic]
        for connection, stamp, raw in reader.messages(connections):
            if stamp >= begin:
                if not self.wait_until(stamp):
                    return False
            elif connection.topic not in self._latched:
                continue
            if connection.topic == self._settings.color_topic and len(raw) >= _STAMPED:
                self._back_pressure.wait()
                self._back_pressure.sent(_stamp(raw))
            self._publishers_by_topic[connection.topic].publish(bytes(raw))
            self.sent[connection.topic] += 1
            self.get_logger().info(
                f"{(stamp - reader.start_time) / 1e9:.1f} of {reader.duration / 1e9:.1f} s",
                throttle_duration_sec=_PROGRESS_PERIOD_S,
            )
        self._back_pressure.wait(0)  # what is still on its way would be lost with this process
        return True


@contextmanager
def _opened(path: str) -> Iterator[Reader]:
    """The bag's reader; whatever goes wrong in it names the bag."""
    from rosbags.rosbag2 import Reader, ReaderError

    try:
        with Reader(path) as reader:
            yield reader
    except (ReaderError, OSError) as error:
        raise SequenceError(f"{path}: not a rosbag2 that can be read: {error}") from error


def _message_type(name: str) -> type:
    """The class of e.g. "sensor_msgs/msg/Image"."""
    package, kind, message = name.split("/")
    return getattr(importlib.import_module(f"{package}.{kind}"), message)


def _stamp(image: bytes | memoryview) -> int:
    """The stamp, ns, of a serialised sensor_msgs/Image: it comes first, in the byte order that the CDR names."""
    seconds, nanoseconds = struct.unpack_from("<iI" if image[1] & 1 else ">iI", image, 4)
    return int(seconds) * 1_000_000_000 + int(nanoseconds)


def _profile(connection: Connection) -> QoSProfile:
    """Reliable, and latched where the recorded publisher was."""
    from rosbags.interfaces import QosDurability

    if connection.topic == "/tf_static":
        return qos.TF_STATIC
    offered = connection.ext.offered_qos_profiles  # type: ignore[union-attr]  # rosbag2 connections have them
    if any(profile.durability == QosDurability.TRANSIENT_LOCAL for profile in offered):
        return qos.LATCHED
    return qos.TF if connection.topic == "/tf" else qos.IMAGES_OUT


def main(args: list[str] | None = None) -> int:
    """Play a bag until its end, or until told to stop; the exit code is 0 unless it failed."""
    return run_node(BagNode, args)


if __name__ == "__main__":
    raise SystemExit(main())
