"""Transforms between frames at a stamp: one interface over tf2_ros, where it is installed, and our own buffer.

    source = make_transform_source(node)
    T_map_camera = source.lookup("map", "camera_color_optical_frame", stamp)

A lookup interpolates and never extrapolates. `lookup` with a timeout blocks its thread, so call it from a thread that
does not deliver /tf: `TransformListener` delivers it in one of its own.
"""

from __future__ import annotations

import abc
import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from geometry_msgs.msg import TransformStamped

from situated_qa.errors import TransformError
from situated_qa.geometry import Transform
from situated_qa.ros.convert import transform_from_msg, transform_to_msg
from situated_qa.ros.stamps import stamp_from_msg
from situated_qa.ros.tf_buffer import OwnTransformStore, Pose, TransformNotYetError, seconds

if TYPE_CHECKING:
    from rclpy.callback_groups import CallbackGroup
    from rclpy.node import Node

DEFAULT_CACHE_S = 10.0
_JUMP_BACK_NS = (
    1_000_000_000  # older than the newest by more than this is a clock that was set back, not a late message
)


class TransformSource(abc.ABC):
    """Transforms by frame names and stamp. Thread-safe.

    Args:
        warn: called with a sentence when history is thrown away.
    """

    def __init__(self, warn: Callable[[str], Any] = lambda text: None) -> None:
        self._warn = warn
        self._arrived = threading.Condition(threading.RLock())
        self._parents: dict[str, str] = {}
        self._newest: dict[str, int] = {}  # ns, by child frame; moving edges only

    # ── in ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def insert(self, msg: TransformStamped, *, static: bool = False) -> None:
        """Take one transform message.

        A stamp more than 1 s older than the newest of the same edge means that time jumped back: everything that moves
        is forgotten first, with a warning.

        Raises:
            TransformError: a frame name is empty, the pose is not finite, its quaternion is zero, or the edge would
                close a loop.
        """
        parent, child = msg.header.frame_id.lstrip("/"), msg.child_frame_id.lstrip("/")
        if not parent or not child:
            raise TransformError(f"transform {parent!r} → {child!r}: both frames need a name")
        pose = _checked_pose(msg)
        stamp = stamp_from_msg(msg.header.stamp)
        with self._arrived:
            self._refuse_loop(parent, child)
            if static:
                self._newest.pop(child, None)
            else:
                self._forget_on_jump_back(parent, child, stamp)
                self._newest[child] = max(stamp, self._newest.get(child, 0))
            if self._parents.get(child, parent) != parent:
                self._warn(
                    f"tf: frame {child} moved from parent {self._parents[child]} to {parent}; its history is dropped"
                )
            self._parents[child] = parent
            self._store(parent, child, stamp, pose, static)
            self._arrived.notify_all()

    def _refuse_loop(self, parent: str, child: str) -> None:
        chain = self._ancestors(parent)
        if child in chain:
            loop = " → ".join([*reversed(chain[: chain.index(child) + 1]), child])
            raise TransformError(f"transform {parent} → {child} would close the loop {loop}")

    def _forget_on_jump_back(self, parent: str, child: str, stamp: int) -> None:
        newest = self._newest.get(child, stamp)
        if newest - stamp > _JUMP_BACK_NS:
            self._warn(
                f"tf: time jumped back from {seconds(newest)} to {seconds(stamp)} ({parent} → {child}); "
                "all moving transforms are forgotten"
            )
            for moving in self._newest:
                self._parents.pop(moving, None)
            self._newest.clear()
            self._clear_moving()

    # ── out ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def lookup(self, target: str, source: str, stamp: int, timeout_s: float = 0.0) -> Transform:
        """`T_target_source` at `stamp`, interpolated.

        Args:
            target, source: frame names.
            stamp: ns.
            timeout_s: how long to wait for it, blocking this thread.

        Raises:
            TransformNotYetError: it is not there yet (unknown or unconnected frame, or `stamp` beyond the newest).
            TransformError: `stamp` lies before the oldest that is kept. Both name the frames and the times.
        """
        target, source = target.lstrip("/"), source.lstrip("/")
        deadline = time.monotonic() + timeout_s
        with self._arrived:
            while True:
                try:
                    self._require_connected(target, source)
                    return Transform.identity() if target == source else self._lookup(target, source, stamp)
                except TransformNotYetError:
                    remaining_s = deadline - time.monotonic()
                    if remaining_s <= 0.0:
                        raise
                    self._arrived.wait(remaining_s)

    def latest(self, target: str, source: str) -> tuple[Transform, int]:
        """The newest `T_target_source` there is, and its stamp, ns: 0 where every edge on the way is static.

        Raises:
            TransformNotYetError: a frame is unknown or the two are not connected.
        """
        target, source = target.lstrip("/"), source.lstrip("/")
        with self._arrived:
            self._require_connected(target, source)
            if target == source:
                return Transform.identity(), 0
            return self._latest(target, source)

    def frames(self) -> list[str]:
        """Every frame there is, sorted."""
        with self._arrived:
            return sorted(set(self._parents) | set(self._parents.values()))

    def _require_connected(self, target: str, source: str) -> None:
        known = self.frames()
        for frame in (target, source):
            if frame not in known and target != source:
                raise TransformNotYetError(
                    f"no transform {target} ← {source}: frame {frame!r} is unknown; known: {', '.join(known) or 'none'}"
                )
        roots = [self._ancestors(frame)[-1] for frame in (target, source)]
        if roots[0] != roots[1]:
            raise TransformNotYetError(
                f"no transform {target} ← {source}: they are not connected; {target} hangs below {roots[0]}, "
                f"{source} below {roots[1]}"
            )

    def _ancestors(self, frame: str) -> list[str]:
        chain = [frame]
        while chain[-1] in self._parents:
            chain.append(self._parents[chain[-1]])
        return chain

    # ── what an implementation does; frames are known and connected, and the lock is held ────────────────────────

    @abc.abstractmethod
    def _store(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None: ...

    @abc.abstractmethod
    def _lookup(self, target: str, source: str, stamp: int) -> Transform: ...

    @abc.abstractmethod
    def _latest(self, target: str, source: str) -> tuple[Transform, int]: ...

    @abc.abstractmethod
    def _clear_moving(self) -> None: ...


class OwnTransformBuffer(TransformSource):
    """Our own buffer; see `tf_buffer`."""

    def __init__(self, cache_s: float = DEFAULT_CACHE_S, warn: Callable[[str], Any] = lambda text: None) -> None:
        super().__init__(warn)
        self._edges = OwnTransformStore(cache_s)

    def _store(self, parent: str, child: str, stamp: int, pose: Pose, static: bool) -> None:
        self._edges.insert(parent, child, stamp, pose, static)

    def _lookup(self, target: str, source: str, stamp: int) -> Transform:
        return self._edges.lookup(target, source, stamp)

    def _latest(self, target: str, source: str) -> tuple[Transform, int]:
        stamp = self._edges.latest_stamp(target, source)
        return self._edges.lookup(target, source, stamp), stamp

    def _clear_moving(self) -> None:
        self._edges.clear_moving()


class Tf2TransformBuffer(TransformSource):
    """tf2's buffer, for a ROS install that has it.

    Raises:
        ImportError: there is no tf2_ros.
    """

    def __init__(self, cache_s: float = DEFAULT_CACHE_S, warn: Callable[[str], Any] = lambda text: None) -> None:
        import tf2_ros
        from rclpy.duration import Duration
        from rclpy.time import Time

        super().__init__(warn)
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

    def _clear_moving(self) -> None:
        self._buffer.clear()  # keeps the static transforms


class TransformListener:
    """A buffer that is fed by a node and a thread of its own.

    A busy node's executor falls behind with /tf, and a pose that has arrived but was not looked at counts as old.
    """

    def __init__(self, node: Node, cache_s: float = DEFAULT_CACHE_S) -> None:
        """
        Args:
            node: whose context, namespace and logger are used; it needs no executor for this.
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
    node: Node, cache_s: float = DEFAULT_CACHE_S, callback_group: CallbackGroup | None = None, prefer: str = "auto"
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
    source: TransformSource
    try:
        source = (
            OwnTransformBuffer(cache_s, logger.warning)
            if prefer == "own"
            else Tf2TransformBuffer(cache_s, logger.warning)
        )
    except ImportError as error:
        if prefer == "tf2":
            raise TransformError(f"tf2_ros cannot be imported: {error}") from error
        source = OwnTransformBuffer(cache_s, logger.warning)

    def take(msg: TFMessage, static: bool) -> None:
        for transform in msg.transforms:
            try:
                source.insert(transform, static=static)
            except TransformError as error:
                logger.error(f"tf message refused: {error}", throttle_duration_sec=2.0)

    for topic, profile, static in (("/tf", qos.TF, False), ("/tf_static", qos.TF_STATIC, True)):
        node.create_subscription(
            TFMessage, topic, lambda msg, static=static: take(msg, static), profile, callback_group=callback_group
        )
    return source


def _checked_pose(msg: TransformStamped) -> Pose:
    """The message's pose with a unit quaternion. Plain floats: a robot sends hundreds of these a second."""
    q, t = msg.transform.rotation, msg.transform.translation
    norm = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
    if not (math.isfinite(norm) and math.isfinite(t.x + t.y + t.z)) or norm < 1e-9:
        raise TransformError(
            f"transform {msg.header.frame_id!r} → {msg.child_frame_id!r} must be finite, with a quaternion that is not "
            f"zero, got {[q.x, q.y, q.z, q.w]} and {[t.x, t.y, t.z]}"
        )
    return (q.x / norm, q.y / norm, q.z / norm, q.w / norm), (t.x, t.y, t.z)
