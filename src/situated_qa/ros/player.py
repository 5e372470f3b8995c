"""Base of the replay and the bag node: a thread that plays in time, /clock, waiting for subscribers, and the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.publisher import Publisher
from rosgraph_msgs.msg import Clock as ClockMsg
from std_msgs.msg import String

from situated_qa.errors import FrameError
from situated_qa.ros import qos
from situated_qa.ros.stamps import stamp_to_msg

_CLOCK_PERIOD_S = 0.01
_END_PERIOD_S = 0.05
_LATE_NS = 20_000_000  # more than this behind and the player's time waits for it, instead of hurrying afterwards


class PlayerNode(Node):
    """Plays in a thread of its own, so that a slow disk does not hold up the node's callbacks.

    Its latched topic `~/state` says "waiting", "playing", "holding" or "done". When `play` returns, the node ends with
    exit code 0; when it raises, the error ends the executor's spin.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self._rate = 1.0
        self._clock_publisher: Publisher | None = None
        self._state_publisher = self.create_publisher(String, "~/state", qos.LATCHED)
        self._origin: tuple[int, int] | None = None  # a stamp, ns, and the monotonic time it belongs to, ns
        self._last_clock = -1
        self._error: BaseException | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        # Steady, so that the end is noticed whatever happens to ROS time.
        self._end_timer = self.create_timer(
            _END_PERIOD_S, self._end_when_done, clock=Clock(clock_type=ClockType.STEADY_TIME)
        )

    def start(self, *, rate: float, publish_clock: bool) -> None:
        """Begin to play; the subclass calls it when its publishers are there.

        Args:
            rate: speed, times real time.
        """
        self._rate = rate
        self._clock_publisher = self.create_publisher(ClockMsg, "/clock", qos.CLOCK) if publish_clock else None
        self._thread.start()

    def play(self) -> None:
        """Everything that is played, from first to last; runs in the player's thread."""
        raise NotImplementedError

    @property
    def stopping(self) -> bool:
        """Whether the node has been told to end."""
        return self._stopping.is_set()

    def say_state(self, state: str) -> None:
        """Publish `~/state`."""
        self._state_publisher.publish(String(data=state))

    def wait_until(self, stamp: int) -> bool:
        """Wait until the player's time reaches `stamp`, ns, publishing /clock on the way; False when told to end.

        The first call sets the player's time to `stamp`.
        """
        if self._origin is None:
            self._origin = (stamp, time.monotonic_ns())
        while not self.stopping:
            remaining_ns = round((stamp - self.now()) / self._rate)
            if remaining_ns <= 0:
                if remaining_ns < -_LATE_NS:
                    self._origin = (stamp, time.monotonic_ns())
                self._publish_clock(stamp)
                return True
            self._publish_clock(min(self.now(), stamp))  # never ahead of what is still to be sent
            self._stopping.wait(min(remaining_ns / 1e9, _CLOCK_PERIOD_S))
        return False

    def change_rate(self, rate: float) -> None:
        """Go on from the player's present time at another speed, times real time."""
        if self._origin is not None:
            self._origin = (self.now(), time.monotonic_ns())
        self._rate = rate

    def restart_time(self) -> None:
        """Let the next `wait_until` set the player's time anew; /clock may jump back with it."""
        self._origin, self._last_clock = None, -1

    def now(self) -> int:
        """The player's time, ns, on the scale of the stamps that it plays."""
        assert self._origin is not None, "wait_until sets the player's time"
        stamp, since = self._origin
        return stamp + round((time.monotonic_ns() - since) * self._rate)

    def wait_for_subscribers(
        self,
        publishers: Sequence[Publisher],
        count: int,
        timeout_s: float,
        settle_s: float,
        first_stamp: int,
        *,
        any_of_them: bool = False,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> bool:
        """Wait until every publisher has `count` subscribers; False when told to end.

        Args:
            any_of_them: one publisher with `count` subscribers is enough.
            settle_s: and then this long: a publisher knows a subscriber a little earlier than the other way round, and
                what is sent meanwhile is lost.
            first_stamp: what /clock says meanwhile, ns.
            meanwhile: called again and again while it waits.

        Raises:
            FrameError: the subscribers are not there in time; names the topics.
        """
        if count == 0:
            return True
        self.say_state("waiting")
        deadline = time.monotonic() + timeout_s
        while missing := [p.topic_name for p in publishers if p.get_subscription_count() < count]:
            if any_of_them and len(missing) < len(publishers):
                break
            self.get_logger().info(
                f"waiting for {count} subscriber(s) on {', '.join(missing)}", throttle_duration_sec=5.0
            )
            self._publish_clock(first_stamp)
            meanwhile()
            if time.monotonic() > deadline:
                raise FrameError(f"fewer than {count} subscriber(s) on {', '.join(missing)} after {timeout_s:g} s")
            if self._stopping.wait(_END_PERIOD_S):
                return False
        settled = time.monotonic() + settle_s
        while (left_s := settled - time.monotonic()) > 0:
            meanwhile()
            if self._stopping.wait(min(left_s, _END_PERIOD_S)):
                return False
        return True

    def _publish_clock(self, stamp: int) -> None:
        if self._clock_publisher is not None and stamp > self._last_clock:
            self._last_clock = stamp
            self._clock_publisher.publish(ClockMsg(clock=stamp_to_msg(stamp)))

    def _run(self) -> None:
        try:
            self.play()
            if not self.stopping:
                self.say_state("done")
        except BaseException as error:  # handed to the executor's thread, which ends with it
            self._error = error

    def _end_when_done(self) -> None:
        if self._thread.ident is None or self._thread.is_alive():
            return
        self._end_timer.cancel()  # the end is said once, even to who goes on spinning
        if self._error is not None:
            raise self._error
        raise SystemExit(0)

    def destroy_node(self) -> None:
        """Stop playing, then the node."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=10.0)
        super().destroy_node()
