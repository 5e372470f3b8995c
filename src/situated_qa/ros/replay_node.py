"""The replay node: a sequence folder as the messages that a camera driver and a localized robot would send.

    color, depth, camera_info (twice), true instance ids where the folder has them
    /tf_static  map → odom,  camera_link → camera_color_optical_frame
    /tf         odom → base_link (on the floor below the camera, heading where it looks),  base_link → camera_link

It waits for a mapper that falls behind (parameter `wait_for`), so that no frame is lost on a slow machine; without a
mapper it plays at its rate. After the last frame it holds the last pose (parameter `after_end`), so that questions have
a live pose; `~/go_to_frame` moves the held pose to where another frame was taken.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rclpy.publisher import Publisher
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import UInt32
from tf2_msgs.msg import TFMessage

from situated_qa.errors import SettingsError
from situated_qa.geometry import Frame, Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL, split_pose
from situated_qa.ros import images, qos
from situated_qa.ros.callbacks import guarded
from situated_qa.ros.convert import camera_to_msg, transform_to_msg
from situated_qa.ros.parameters import declare_settings, refuse_unknown_parameters
from situated_qa.ros.player import PlayerNode
from situated_qa.ros.progress import BackPressure, WaitSettings
from situated_qa.ros.run import run_node
from situated_qa.sequences import Sequence
from situated_qa.settings import check_settings, setting

_READ_AHEAD = 8  # frames
_SHIFT_FROM_ZERO_NS = 1_000_000_000
_PROGRESS_PERIOD_S = 2.0


@dataclass(frozen=True)
class ReplaySettings(WaitSettings):
    """What the replay node plays, and how."""

    sequence: str = setting("", "sequence folder to play; required")
    rate: float = setting(1.0, "speed, times real time", minimum=0.01, maximum=100.0)
    loop: bool = setting(False, "start again after the last frame; stamps go on growing")
    after_end: str = setting(
        "hold",
        "after the last frame: exit, or hold the last pose on /tf while time goes on at its real speed",
        choices=("exit", "hold"),
    )
    stamps: str = setting(
        "recorded",
        "recorded: the frames' own (1 s later where they begin at 0, unset to ROS); now: when they are sent",
        choices=("recorded", "now"),
    )
    publish_clock: bool = setting(False, "publish the recorded time on /clock, for nodes with use_sim_time")
    hold_rate_hz: float = setting(30.0, "rate of /tf while the pose is held, Hz", minimum=1.0, maximum=1000.0)
    depth_encoding: str = setting("16UC1", "16UC1: mm, 0 invalid; 32FC1: m, NaN invalid", choices=("16UC1", "32FC1"))
    color_encoding: str = setting("rgb8", "channel order", choices=("rgb8", "bgr8", "rgba8", "bgra8"))
    wait_for_subscribers: int = setting(
        1,
        "subscribers that color and depth must have before the first frame; 0: start at once",
        minimum=0,
        maximum=100,
    )
    subscriber_timeout_s: float = setting(
        120.0, "give up if they are not there by then, s", minimum=0.1, maximum=3600.0
    )
    settle_s: float = setting(
        0.5, "and wait this long more for both sides to know each other, s", minimum=0.0, maximum=60.0
    )
    color_topic: str = setting("/camera/camera/color/image_raw", "color image")
    camera_info_topic: str = setting("/camera/camera/color/camera_info", "camera info of the color image")
    depth_topic: str = setting("/camera/camera/aligned_depth_to_color/image_raw", "depth registered to color")
    depth_camera_info_topic: str = setting(
        "/camera/camera/aligned_depth_to_color/camera_info", "camera info of the depth image (the same camera)"
    )
    instances_topic: str = setting(
        "/camera/camera/instances/image_raw", "true instance ids (32SC1), where the sequence has them"
    )
    map_frame: str = setting("map", "root of the frames")
    odom_frame: str = setting("odom", "frame of the odometry; lies on map")
    base_frame: str = setting("base_link", "the robot, on the floor below the camera; x axis: where the camera looks")
    camera_frame: str = setting("camera_link", "the camera's body: x forward, y left, z up")
    optical_frame: str = setting("camera_color_optical_frame", "the camera's optical frame: x right, y down, z forward")

    def __post_init__(self) -> None:
        check_settings(self)
        if self.publish_clock and self.stamps == "now":
            raise SettingsError('publish_clock needs stamps: "recorded"; with "now" the time is the system\'s already')


class ReplayNode(PlayerNode):
    """Plays one sequence folder.

    Raises:
        SettingsError: a parameter is wrong.
        SequenceError: the folder cannot be played.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("replay", **kwargs)
        s = self._settings = declare_settings(self, ReplaySettings)
        refuse_unknown_parameters(self)
        if not s.sequence:
            raise SettingsError(
                "parameter sequence is required: a folder with color/, depth/, poses.txt and camera.json"
            )
        self._sequence = Sequence.open(s.sequence)
        first = self._sequence.stamps[0]
        self._shift = _SHIFT_FROM_ZERO_NS if s.stamps == "recorded" and first == 0 else 0
        self._held = len(self._sequence) - 1

        self._color = self.create_publisher(Image, s.color_topic, qos.IMAGES_OUT)
        self._depth = self.create_publisher(Image, s.depth_topic, qos.IMAGES_OUT)
        self._infos = [
            self.create_publisher(CameraInfo, topic, qos.IMAGES_OUT)
            for topic in (s.camera_info_topic, s.depth_camera_info_topic)
        ]
        self._instances: Publisher | None = None
        if self._sequence.has_instances:
            self._instances = self.create_publisher(Image, s.instances_topic, qos.IMAGES_OUT)
        self._tf = self.create_publisher(TFMessage, "/tf", qos.TF)
        self._tf_static = self.create_publisher(TFMessage, "/tf_static", qos.TF_STATIC)
        self._back_pressure = BackPressure(self, s, lambda: self.stopping)
        self.create_subscription(UInt32, "~/go_to_frame", guarded(self, self._go_to_frame), qos.COMMANDS)
        self.get_logger().info(f"{len(self._sequence)} frames in {self._sequence.folder}, rate {s.rate:g}")
        self.start(rate=s.rate, publish_clock=s.publish_clock)

    # ── playing (player's thread) ────────────────────────────────────────────────────────────────────────────────

    def play(self) -> None:
        """Wait for listeners, play once or in a loop, then hold the pose or return."""
        s, sequence = self._settings, self._sequence
        start = sequence.stamps[0] + self._shift
        self._send_static_transforms(start)
        awaited = [self._color, self._depth]
        if not self.wait_for_subscribers(
            awaited,
            s.wait_for_subscribers,
            s.subscriber_timeout_s,
            s.settle_s,
            start,
            # Like a robot that stands still: listeners of /tf get the pose of the first frame before the frame.
            meanwhile=lambda: self._send_pose(sequence.poses[0], self._outgoing(start)),
        ):
            return
        self.say_state("playing")
        period = sequence.stamps[-1] - sequence.stamps[0] + round(1e9 / sequence.frame_rate_hz)
        sent, shift = 0, self._shift
        while True:
            for frame in self._read_ahead():
                if not self.wait_until(frame.stamp + shift):
                    return
                self._back_pressure.wait()
                self._send(frame, frame.stamp + shift)
                sent += 1
                self.get_logger().info(
                    f"frame {(sent - 1) % len(sequence) + 1} of {len(sequence)}",
                    throttle_duration_sec=_PROGRESS_PERIOD_S,
                )
            if not s.loop:
                break
            shift += period
        self.get_logger().info(f"all {sent} frames sent")
        self._back_pressure.wait(0)  # time goes on now, and transforms are kept for some of it only
        if s.after_end == "hold":
            self._hold(sequence.stamps[-1] + shift)

    def _read_ahead(self) -> Iterator[Frame]:
        """The frames, read from disk by another thread while the ones before are sent."""
        ready: queue.Queue[Frame | Exception | None] = queue.Queue(_READ_AHEAD)
        abandoned = threading.Event()

        def offer(item: Frame | Exception | None) -> bool:
            while not (self.stopping or abandoned.is_set()):
                try:
                    ready.put(item, timeout=0.2)
                    return True
                except queue.Full:
                    continue
            return False

        def read() -> None:
            try:
                for frame in self._sequence:
                    if not offer(frame):
                        return
                offer(None)
            except Exception as error:  # raised again by the player
                offer(error)

        # The interpreter must not end while OpenCV decodes in this thread, for that aborts the process. Said outright,
        # because a thread is a daemon by default where the one that starts it is, as the player's is; and joined.
        reader = threading.Thread(target=read, name="reader", daemon=False)
        reader.start()
        try:
            while not self.stopping:
                try:
                    item = ready.get(timeout=0.2)
                except queue.Empty:
                    continue
                if item is None:
                    return
                if isinstance(item, Exception):
                    raise item
                yield item
        finally:
            abandoned.set()
            reader.join()

    def _hold(self, stamp: int) -> None:
        # All frames are sent: from now on clients ask and wait for answers, so /clock runs in real time.
        self.change_rate(1.0)
        self.say_state("holding")
        step = round(1e9 / self._settings.hold_rate_hz)
        while self.wait_until(stamp := stamp + step):
            self._send_pose(self._sequence.poses[self._held], self._outgoing(stamp))

    # ── messages out ─────────────────────────────────────────────────────────────────────────────────────────────

    def _outgoing(self, stamp: int) -> int:
        return self.get_clock().now().nanoseconds if self._settings.stamps == "now" else stamp

    def _send(self, frame: Frame, recorded: int) -> None:
        stamp, optical = self._outgoing(recorded), self._settings.optical_frame
        self._back_pressure.sent(stamp)
        # The pose first: who gets an image can look its pose up.
        self._send_pose(frame.T_map_camera, stamp)
        info = camera_to_msg(frame.camera, stamp, optical)
        for publisher in self._infos:
            publisher.publish(info)
        if self._instances is not None and frame.instances is not None:
            self._instances.publish(images.instances_to_msg(frame.instances, stamp, optical))
        self._depth.publish(images.depth_to_msg(frame.depth, stamp, optical, self._settings.depth_encoding))
        self._color.publish(images.color_to_msg(frame.color, stamp, optical, self._settings.color_encoding))

    def _send_pose(self, T_map_optical: Transform, stamp: int) -> None:
        s = self._settings
        T_odom_base, T_base_link = split_pose(T_map_optical)
        moving = [
            transform_to_msg(T_odom_base, s.odom_frame, s.base_frame, stamp),
            transform_to_msg(T_base_link, s.base_frame, s.camera_frame, stamp),
        ]
        self._tf.publish(TFMessage(transforms=moving))

    def _send_static_transforms(self, stamp: int) -> None:
        s, stamp = self._settings, self._outgoing(stamp)
        still = [
            transform_to_msg(Transform.identity(), s.map_frame, s.odom_frame, stamp),
            transform_to_msg(T_LINK_OPTICAL, s.camera_frame, s.optical_frame, stamp),
        ]
        self._tf_static.publish(TFMessage(transforms=still))

    # ── commands (executor's thread) ─────────────────────────────────────────────────────────────────────────────

    def _go_to_frame(self, msg: UInt32) -> None:
        if msg.data >= len(self._sequence):
            self.get_logger().error(f"go_to_frame: no frame {msg.data}; the sequence has 0 … {len(self._sequence) - 1}")
            return
        self._held = msg.data
        self.get_logger().info(f"the held pose is that of frame {msg.data}")


def main(args: list[str] | None = None) -> int:
    """Play a sequence until its end, or until told to stop; the exit code is 0 unless it failed."""
    return run_node(ReplayNode, args)


if __name__ == "__main__":
    raise SystemExit(main())
