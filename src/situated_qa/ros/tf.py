"""Transforms between frames at a stamp: one interface over tf2_ros, where it is installed, and our own buffer.

    source = make_transform_source(node)
    T_map_camera = source.lookup("map", "camera_color_optical_frame", stamp)

A lookup interpolates and never extrapolates. `lookup` with a timeout blocks its thread, so call it from a thread that
does not deliver /tf: `TransformListener` delivers it in one of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from situated_qa.errors import TransformError
from situated_qa.geometry import Transform
from situated_qa.ros.clock_watch import ClockWatch
from situated_qa.ros.convert import transform_from_msg, transform_to_msg
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.ros.texts import log_text
from situated_qa.ros.tf_buffer import OwnTransformStore, Pose, TransformNotYetError, seconds
from situated_qa.ros.tf_source import TransformSource

if TYPE_CHECKING:
    from rclpy.callback_groups import CallbackGroup
    from rclpy.node import Node

DEFAULT_CACHE_S = 60.0
"""How long transforms are kept, s. A frame must find its transform for as long as it may wait to be mapped."""


class OwnTransformBuffer(TransformSource):
    """Our own buffer; see `tf_buffer`."""

    def __init__(
        self,
        cache_s: float = DEFAULT_CACHE_S,
        warn: Callable[[str], Any] = lambda text: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(warn, now)
        self._edges = OwnTransformStore(cache_s)

    def _store(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None:
        self._edges.insert(parent, child, stamp, pose, static)

    def _lookup(self, target: str, source: str, stamp: int) -> Transform:
        return self._edges.lookup(target, source, stamp)

    def _latest(self, target: str, source: str) -> tuple[Transform, int]:
        stamp = self._edges.latest_stamp(target, source)
        return self._edges.lookup(target, source, stamp), stamp

    def _forget(self, child: str) -> None:
        self._edges.forget(child)

    def _clear_moving(self) -> None:
        self._edges.clear_moving()


class Tf2TransformBuffer(TransformSource):
    """tf2's buffer, for a ROS install that has it.

    Raises:
        ImportError: there is no tf2_ros.
    """

    def __init__(
        self,
        cache_s: float = DEFAULT_CACHE_S,
        warn: Callable[[str], Any] = lambda text: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        import tf2_ros
        from rclpy.duration import Duration
        from rclpy.time import Time

        super().__init__(warn, now)
        self._tf2, self._time = tf2_ros, Time
        self._buffer = tf2_ros.Buffer(cache_time=Duration(nanoseconds=round(cache_s * 1e9)))

    def _store(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None:
        msg = transform_to_msg(Transform.from_quaternion(np.array(pose[0]), np.array(pose[1])), parent, child, stamp)
        (self._buffer.set_transform_static if static else self._buffer.set_transform)(msg, "situated_qa")

    def _lookup(self, target: str, source: str, stamp: int) -> Transform:
        if stamp == 0:  # to tf2, 0 means "the latest", and so would be a silent extrapolation
            latest, newest = self._latest(target, source)
            if newest == 0:
                return latest
            raise TransformError(
                f"transform {target} ← {source} at 0 s: the stamp is not set; newest is {seconds(newest)}"
            )
        try:
            msg = self._buffer.lookup_transform_core(target, source, self._time(nanoseconds=stamp))
        except self._tf2.ExtrapolationException as error:
            newest = self._latest(target, source)[1]
            raise (TransformNotYetError if stamp > newest else TransformError)(
                f"transform {target} ← {source} at {seconds(stamp)}: newest is {seconds(newest)}: {error}"
            ) from error
        except self._tf2.TransformException as error:
            raise TransformNotYetError(f"no transform {target} ← {source} at {seconds(stamp)}: {error}") from error
        return transform_from_msg(msg)

    def _latest(self, target: str, source: str) -> tuple[Transform, int]:
        try:
            msg = self._buffer.lookup_transform_core(target, source, self._time())
        except self._tf2.TransformException as error:
            raise TransformNotYetError(f"no transform {target} ← {source}: {error}") from error
        return transform_from_msg(msg), stamp_from_msg(msg.header.stamp)

    def _forget(self, child: str) -> None:
        self._buffer.clear()  # tf2 cannot forget one edge; the others come again with their next messages

    def _clear_moving(self) -> None:
        self._buffer.clear()  # keeps the static transforms


class TransformListener:
    """A buffer that is fed by a node and a thread of its own, and cleared when /clock jumps back.

    A busy node's executor falls behind with /tf, and a pose that has arrived but was not looked at counts as old.
    """

    def __init__(self, node: Node, cache_s: float = DEFAULT_CACHE_S) -> None:
        """
        Args:
            node: whose context, namespace and use_sim_time are used; it needs no executor for this.
            cache_s: how long transforms are kept, s.
        """
        from rclpy.executors import SingleThreadedExecutor
        from rclpy.node import Node as RosNode

        self._node = RosNode(
            f"{node.get_name()}_tf",
            context=node.context,
            namespace=node.get_namespace(),
            use_global_arguments=False,
            start_parameter_services=False,
        )
        self.source = make_transform_source(self._node, cache_s)
        sim_time = bool(node.get_parameter("use_sim_time").value)
        self.clock = ClockWatch(self._node, self.source.clear_moving) if sim_time else None
        """What /clock does; None where the node does not follow it."""
        self._executor = SingleThreadedExecutor(context=node.context)
        self._executor.add_node(self._node)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, name="tf", daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        while not self._stop.is_set() and self._node.context.ok():
            self._executor.spin_once(timeout_sec=0.1)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=5.0)
        self._executor.remove_node(self._node)
        self._node.destroy_node()


def make_transform_source(
    node: Node,
    cache_s: float = DEFAULT_CACHE_S,
    callback_group: CallbackGroup | None = None,
    prefer: str = "auto",
) -> TransformSource:
    """A buffer that listens to /tf and /tf_static through `node`.

    Args:
        prefer: "tf2", "own", or "auto": tf2_ros where it can be imported.

    Raises:
        TransformError: "tf2" is asked for and tf2_ros cannot be imported.
    """
    from tf2_msgs.msg import TFMessage

    from situated_qa.ros import qos

    logger = node.get_logger()

    def warn(text: str) -> None:
        logger.warning(log_text(text))

    source: TransformSource
    try:
        source = OwnTransformBuffer(cache_s, warn) if prefer == "own" else Tf2TransformBuffer(cache_s, warn)
    except ImportError as error:
        if prefer == "tf2":
            raise TransformError(f"tf2_ros cannot be imported: {error}") from error
        source = OwnTransformBuffer(cache_s, warn)

    def take(msg: TFMessage, static: bool) -> None:
        for transform in msg.transforms:
            try:
                source.insert(transform, static=static)
            except TransformError as error:
                logger.error(log_text(f"tf message refused: {error}"), throttle_duration_sec=2.0)

    for topic, profile, static in (("/tf", qos.TF, False), ("/tf_static", qos.TF_STATIC, True)):
        node.create_subscription(
            TFMessage, topic, lambda msg, static=static: take(msg, static), profile, callback_group=callback_group
        )
    return source
