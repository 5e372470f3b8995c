"""A clock that jumps back, stands still, never comes, or says what cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock

from situated_qa.geometry import Transform
from situated_qa.ros import qos
from situated_qa.ros.clock_watch import ClockWatch, guard_clock
from situated_qa.ros.convert import transform_to_msg
from situated_qa.ros.stamps import stamp_to_msg
from situated_qa.ros.tf import TransformListener
from situated_qa.ros.tf_buffer import TransformNotYetError

S = 1_000_000_000  # ns


class Clocks:
    """A publisher of /clock."""

    def __init__(self, ros, listeners: int):
        self._ros = ros
        self.node = ros.node("clocks")
        self._publisher = self.node.create_publisher(Clock, "/clock", qos.CLOCK)
        ros.spin_until(lambda: self._publisher.get_subscription_count() == listeners)

    def say(self, time: int | Time, until) -> None:
        """Publish until it has the effect: /clock is best effort."""

        def arrived():
            self._publisher.publish(Clock(clock=stamp_to_msg(time) if isinstance(time, int) else time))
            return until()

        self._ros.spin_until(arrived)

    def stop(self):
        self.node.destroy_publisher(self._publisher)


@pytest.fixture
def steady():
    seconds = [100.0]
    return seconds


def test_steady_time_tells_how_long_the_clock_stands(ros, steady):
    watch = ClockWatch(ros.node(), now=lambda: steady[0])
    steady[0] = 107.0
    assert (watch.has_arrived, watch.still_s, watch.has_publisher) == (False, 7.0, False)
    clocks = Clocks(ros, 1)
    clocks.say(5 * S, lambda: watch.has_arrived)
    assert (watch.still_s, watch.has_publisher) == (0.0, True)
    steady[0] = 110.0
    clocks.say(5 * S, lambda: True)
    clocks.say(6 * S, lambda: watch.still_s == 0.0)
    steady[0] = 112.5
    assert watch.still_s == 2.5
    clocks.stop()
    ros.spin_until(lambda: not watch.has_publisher)


def test_a_jump_back_is_reported_and_an_overtaken_message_is_none(ros):
    jumps: list[str] = []
    watch = ClockWatch(ros.node(), jumps.append)
    clocks = Clocks(ros, 1)
    for time, latest in ((100 * S, 100 * S), (99 * S + S // 2, 99 * S + S // 2)):
        clocks.say(time, lambda latest=latest: watch._latest == latest)
    assert jumps == []
    clocks.say(5 * S, lambda: jumps)
    assert jumps == ["the clock jumped back by 94.5 s"]


def test_transforms_are_forgotten_when_the_clock_jumps_back(ros):
    listener = TransformListener(ros.node(parameter_overrides=[Parameter("use_sim_time", value=True)]))
    try:
        clocks = Clocks(ros, 2)  # the node's own clock listens as well
        clocks.say(100 * S, lambda: listener.clock.has_arrived)
        listener.source.insert(transform_to_msg(Transform.from_yaw(0.0, np.zeros(3)), "map", "base", 100 * S))
        clocks.say(5 * S, lambda: "base" not in listener.source.frames())
        with pytest.raises(TransformNotYetError):
            listener.source.latest("map", "base")
        listener.source.insert(transform_to_msg(Transform.from_yaw(0.0, np.zeros(3)), "map", "base", 5 * S))
        assert listener.source.latest("map", "base")[1] == 5 * S
    finally:
        listener.close()


def test_a_negative_clock_does_not_end_a_node(ros):
    node = ros.node(parameter_overrides=[Parameter("use_sim_time", value=True)])
    guard_clock(node)
    watch = ClockWatch(node)
    clocks = Clocks(ros, 2)
    clocks.say(3 * S, lambda: watch.has_arrived and node.get_clock().now().nanoseconds == 3 * S)
    for wrong in (Time(sec=-1), Time(sec=-(2**31)), Time(sec=1, nanosec=4_000_000_000)):
        node._time_source._clock_sub.callback(Clock(clock=wrong))  # as the executor calls it
        watch._take(Clock(clock=wrong))
    clocks.say(4 * S, lambda: node.get_clock().now().nanoseconds == 4 * S)
