"""The ask node under simulated time: a clock that stops, stands still, or never comes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from ask_system import LIMIT_S, VIEWPOINT, ask_system
from rosgraph_msgs.msg import Clock
from situated_qa.srv import Ask, RunProgram
from tf2_msgs.msg import TFMessage

import box_room
from situated_qa.geometry import Transform
from situated_qa.ros import convert, qos
from situated_qa.ros.stamps import stamp_to_msg

S = 1_000_000_000  # ns
PLAIN = {"question": "How many chairs are there?", "strategy": "rules"}  # no model is asked


class Simulator:
    """Publishes /clock and /tf in a thread of its own, from 100 s on."""

    def __init__(self, node) -> None:
        self._node = node
        self._clock = node.create_publisher(Clock, "/clock", qos.CLOCK)
        self._tf = node.create_publisher(TFMessage, "/tf", qos.TF)
        self._stop, self.paused = threading.Event(), False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        now, still = 100 * S, Transform.from_yaw(0.0, np.zeros(3))
        while not self._stop.wait(0.02):
            now += 0 if self.paused else S // 50
            self._clock.publish(Clock(clock=stamp_to_msg(now)))
            self._tf.publish(TFMessage(transforms=[convert.transform_to_msg(still, "map", "base_link", now)]))

    def end(self) -> None:
        self._stop.set()
        self._thread.join(10.0)
        for publisher in (self._clock, self._tf):
            self._node.destroy_publisher(publisher)


@contextmanager
def simulated(node) -> Iterator[Simulator]:
    simulator = Simulator(node)
    try:
        yield simulator
    finally:
        simulator.end()


def test_no_pose_looks_fresh_by_a_clock_that_is_gone(tmp_path, ros_domain):
    with ask_system(tmp_path, [], use_sim_time=True) as system:
        system.publish(box_room.graph())

        def ask() -> Ask.Response:
            return system.client.ask(**PLAIN, timeout_s=LIMIT_S)

        with simulated(system.client.node) as simulator:
            system.wait(lambda: ask().status == Ask.Response.ANSWERED)
            assert "stood still" not in ask().explanation
            simulator.paused = True
            paused = system.wait(lambda: (response := ask()).explanation.count("stood still") and response)
            assert paused.status == Ask.Response.ANSWERED
            assert "he simulated time has stood still for " in paused.explanation
            simulator.paused = False
            system.wait(lambda: "stood still" not in ask().explanation)
        gone = system.wait(lambda: (response := ask()).status != Ask.Response.ANSWERED and response)
        assert gone.status == Ask.Response.POSE_UNAVAILABLE
        assert "use_sim_time is on, but /clock stopped " in gone.status_text
        ran = system.client.run_program("print(1)", timeout_s=LIMIT_S)
        assert ran.status == RunProgram.Response.POSE_UNAVAILABLE
        given = system.client.ask(**PLAIN, timeout_s=LIMIT_S, **VIEWPOINT)
        assert given.status == Ask.Response.ANSWERED, "a pose in the map needs no clock"


def test_no_pose_is_fresh_while_no_clock_has_come(tmp_path, ros_domain):
    with ask_system(tmp_path, [], use_sim_time=True) as system:
        system.publish(box_room.graph())
        moving = system.client.node.create_publisher(TFMessage, "/tf", qos.TF)
        system.wait(lambda: moving.get_subscription_count() > 1)  # the node and our own client
        pose = convert.transform_to_msg(Transform.from_yaw(0.0, np.zeros(3)), "map", "base_link", 5 * S)

        def answer() -> Ask.Response:
            moving.publish(TFMessage(transforms=[pose]))
            return system.client.ask(**PLAIN, timeout_s=LIMIT_S)

        refused = system.wait(lambda: (response := answer()).status_text.count("/clock") and response)
        assert refused.status == Ask.Response.POSE_UNAVAILABLE
        assert "use_sim_time is on, but no /clock has arrived" in refused.status_text
        assert refused.graph_age_s == pytest.approx(-1.0)
