"""A subscription to latched state that is made again where it hears nothing, although somebody publishes.

About one start in 60 of a busy machine left a subscription deaf: the publisher was matched and other subscribers heard
it, but no message came. Its cause, in rclpy or in Fast DDS, is not known. A new subscription is sent the latest state.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from rclpy.callback_groups import CallbackGroup, MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from situated_qa.ros import qos
from situated_qa.ros.callbacks import guarded

SILENT_S = 10.0
"""A publisher that has published nothing yet is silent, too; a new subscription then costs little."""


class LatchedSubscription:
    """Calls back with each message; looks now and then whether a publisher is there that was never heard."""

    def __init__(
        self,
        node: Node,
        kind: type,
        topic: str,
        callback: Callable[[Any], None],
        *,
        group: CallbackGroup | None = None,
        silent_s: float = SILENT_S,
    ) -> None:
        """
        Args:
            group: of the subscription; None: the node's own.
            silent_s: time without a message, s, since publishers came or the subscription was made.
        """
        self._node, self._kind, self._topic, self._callback = node, kind, topic, callback
        self._group, self._silent_s = group, silent_s
        self._lock = threading.Lock()
        self._publishers: frozenset[tuple[int, ...]] = frozenset()
        self._heard_s = -1.0  # time of the latest message
        self._looked_s = self._since_s = time.monotonic()
        self.renewals = 0
        self.subscription = self._subscribe()
        # Steady time: /clock may stand still. In a group of its own, as that of the subscription may be what hangs.
        self._timer = node.create_timer(
            silent_s / 4,
            guarded(node, self._look),
            callback_group=MutuallyExclusiveCallbackGroup(),
            clock=Clock(clock_type=ClockType.STEADY_TIME),
        )

    def _subscribe(self) -> Any:
        return self._node.create_subscription(
            self._kind, self._topic, self._take, qos.LATCHED, callback_group=self._group
        )

    def _take(self, message: Any) -> None:
        with self._lock:
            self._heard_s = time.monotonic()
        self._callback(message)

    def _look(self) -> None:
        now = time.monotonic()
        found = frozenset(
            tuple(info.endpoint_gid)
            for info in self._node.get_publishers_info_by_topic(self._node.resolve_topic_name(self._topic))
        )
        with self._lock:
            if found - self._publishers:  # what came since the look before may be theirs
                self._since_s = self._looked_s
            self._publishers, self._looked_s = found, now
            if not found or self._heard_s >= self._since_s or now - self._since_s < self._silent_s:
                return
            self._since_s = now
        self.renewals += 1
        self._node.get_logger().info(
            f"nothing on {self._topic} from {len(found)} publisher(s) for {self._silent_s:.0f} s; subscribing again",
            throttle_duration_sec=60.0,
        )
        old, self.subscription = self.subscription, self._subscribe()
        self._node.destroy_subscription(old)
