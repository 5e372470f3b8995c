"""Watches /clock by a steady clock: whether it has arrived, moves, stands still, or jumped back.

Under `use_sim_time` a node's own clock stands still when /clock ends, and a pose from an hour ago looks fresh by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rosgraph_msgs.msg import Clock

from situated_qa.errors import FrameError
from situated_qa.ros import qos
from situated_qa.ros.stamps import stamp_from_msg

if TYPE_CHECKING:
    from rclpy.node import Node

CLOCK_TOPIC = "/clock"

STILL_S = 5.0
"""A clock that says nothing new for so long stands still, s of steady time."""

_JUMP_NS = 1_000_000_000  # /clock is best effort, so messages may arrive out of order: that is not a jump


class ClockWatch:
    """Listens to /clock through a node."""

    def __init__(
        self,
        node: Node,
        on_jump_back: Callable[[str], Any] = lambda text: None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Args:
            on_jump_back: called with words such as "the clock jumped back by 50.0 s".
            now: steady time, s.
        """
        self._node, self._on_jump_back, self._now = node, on_jump_back, now
        self._latest: int | None = None  # ns
        self._moved = now()  # steady time when /clock last changed, s
        node.create_subscription(Clock, CLOCK_TOPIC, self._take, qos.CLOCK)

    @property
    def has_arrived(self) -> bool:
        """Whether /clock ever said anything."""
        return self._latest is not None

    @property
    def still_s(self) -> float:
        """How long /clock has said nothing new, s of steady time; since the start where it never came."""
        return max(0.0, self._now() - self._moved)

    @property
    def has_publisher(self) -> bool:
        """Whether /clock has a publisher."""
        return self._node.count_publishers(CLOCK_TOPIC) > 0

    def dead(self) -> str:
        """Why this clock gives no time, in words: it never arrived, or it stopped; "" if it does."""
        if not self.has_arrived:
            return f"use_sim_time is on, but no {CLOCK_TOPIC} has arrived for {self.still_s:.0f} s"
        if self.still_s > STILL_S and not self.has_publisher:
            return f"use_sim_time is on, but {CLOCK_TOPIC} stopped {self.still_s:.0f} s ago and has no publisher left"
        return ""

    def paused(self) -> str:
        """That the clock stands still although somebody publishes it, in words; "" if it does not."""
        if self.has_arrived and self.still_s > STILL_S and self.has_publisher:
            return f"the simulated time has stood still for {self.still_s:.0f} s"
        return ""

    def _take(self, message: Clock) -> None:
        try:
            stamp = stamp_from_msg(message.clock, CLOCK_TOPIC)
        except FrameError as error:
            self._node.get_logger().error(str(error), throttle_duration_sec=2.0)
            return
        before, self._latest = self._latest, stamp
        if stamp == before:
            return
        self._moved = self._now()
        if before is not None and before - stamp > _JUMP_NS:
            self._on_jump_back(f"the clock jumped back by {(before - stamp) / 1e9:.1f} s")


def guard_clock(node: Node) -> None:
    """Have a node pass over /clock messages that cannot be right; rclpy's own callback raises, which ends the node."""
    source = node._time_source  # rclpy has no public way to it
    take = source.clock_callback

    def guarded(message: Clock) -> None:
        try:
            stamp_from_msg(message.clock, CLOCK_TOPIC)
        except FrameError as error:
            node.get_logger().error(f"ignored: {error}", throttle_duration_sec=2.0)
            return
        take(message)

    source.clock_callback = guarded  # for a subscription that is made when use_sim_time is set later
    if source._clock_sub is not None:
        source._clock_sub.callback = guarded
