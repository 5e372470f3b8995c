"""Every test of this folder talks over real DDS, in a domain of its own, on this machine alone, under a hard limit."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

rclpy = pytest.importorskip("rclpy", reason="the ROS tests need rclpy (make setup, or a sourced ROS install)")
pytest.importorskip("rclpy.executors")
pytest.importorskip("rclpy.node")
pytest.importorskip("situated_qa.msg", reason="the ROS tests need our interfaces (make setup, or colcon build)")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # rosidl's parser uses lark, which imports sre_parse
    pytest.importorskip("rosidl_generator_py", reason="the ROS tests need the message generators' runtime")

from situated_qa.ros.domain import free_domain  # noqa: E402 - once it is known that ROS is there

REPOSITORY = Path(__file__).resolve().parents[2]
SPIN_LIMIT_S = 100.0  # against hanging; a busy machine is slow

os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
os.environ.setdefault("FASTDDS_DEFAULT_PROFILES_FILE", str(REPOSITORY / "config" / "fastdds.xml"))


@pytest.fixture
def ros_domain(monkeypatch: pytest.MonkeyPatch) -> int:
    """A domain id of this test's own, also in the environment for processes it starts."""
    domain = free_domain()
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
    return domain


@pytest.fixture
def ros(ros_domain: int) -> Iterator[Ros]:
    """rclpy, initialised in this test's domain."""
    context = rclpy.Context()
    context.init(domain_id=ros_domain)
    helper = Ros(context)
    yield helper
    helper.close()


class Ros:
    """Nodes of one test in one executor, and a spin that cannot hang."""

    def __init__(self, context: rclpy.Context) -> None:
        self.context = context
        self.executor = rclpy.executors.SingleThreadedExecutor(context=context)
        self._nodes: list[rclpy.node.Node] = []

    def node(self, name: str = "tester", **kwargs) -> rclpy.node.Node:
        """A plain node, spun by `spin_until`."""
        return self.add(rclpy.node.Node(name, context=self.context, **kwargs))

    def add(self, node: rclpy.node.Node) -> rclpy.node.Node:
        """Spin this node as well, and destroy it at the end."""
        self._nodes.append(node)
        self.executor.add_node(node)
        return node

    def spin_until(self, done: Callable[[], object], limit_s: float = SPIN_LIMIT_S, what: str = "") -> None:
        """Spin until `done()` is true; fail after `limit_s`."""
        deadline = time.monotonic() + limit_s
        while not done():
            if time.monotonic() > deadline:
                pytest.fail(f"not within {limit_s:g} s: {what or done}")
            self.executor.spin_once(timeout_sec=0.05)

    def close(self) -> None:
        self.executor.shutdown(timeout_sec=5.0)
        for node in self._nodes:
            node.destroy_node()
        self.context.try_shutdown()
