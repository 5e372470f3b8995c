"""Live and given viewpoints: which pose is too old, and how that is said."""

from __future__ import annotations

import numpy as np
import pytest
from geometry_msgs.msg import PoseStamped

from situated_qa.geometry import Transform
from situated_qa.ros.convert import transform_to_msg
from situated_qa.ros.tf import OwnTransformBuffer
from situated_qa.ros.viewpoints import BadPose, PoseUnavailable, Viewpoints, ViewpointSettings

S = 1_000_000_000  # ns


class FakeClock:
    """What a `ClockWatch` tells."""

    def __init__(self, dead: str = "") -> None:
        self._dead = dead

    def dead(self) -> str:
        return self._dead


def viewpoints(now: int, clock=None) -> Viewpoints:
    """The robot is at x = 1 m at 100 s; the dock stands still at x = 5 m."""
    transforms = OwnTransformBuffer()
    at = [Transform.from_yaw(0.0, np.array([x, 0.0, 0.0])) for x in (1.0, 5.0)]
    transforms.insert(transform_to_msg(at[0], "map", "base_link", 100 * S))
    transforms.insert(transform_to_msg(at[1], "map", "dock", 0), static=True)
    return Viewpoints(ViewpointSettings(pose_timeout_s=0.0), transforms, lambda: now, clock)


def pose(frame: str, x: float = 0.0) -> PoseStamped:
    msg = PoseStamped()
    msg.header.frame_id, msg.pose.orientation.w, msg.pose.position.x = frame, 1.0, x
    return msg


@pytest.mark.parametrize(("now", "age_s"), [(100 * S, 0.0), (100 * S + S // 2, 0.5), (101 * S, 1.0), (98 * S, 0.0)])
def test_a_pose_within_its_age_is_taken_and_no_age_is_negative(now, age_s):
    seen = viewpoints(now).live()
    assert (seen.age_s, seen.viewpoint.position[0], seen.viewpoint.stamp) == (age_s, 1.0, 100 * S)


@pytest.mark.parametrize(
    ("late_ns", "text"),
    [
        (2 * S, "2.0 s old; pose_max_age_s allows 1.0 s"),
        (S + 40_000_000, "1.04 s old; pose_max_age_s allows 1.00 s"),
        (S + 1_000_000, "1.001 s old; pose_max_age_s allows 1.000 s"),
    ],
)
def test_a_pose_that_is_too_old_is_refused_in_numbers_that_differ(late_ns, text):
    with pytest.raises(PoseUnavailable, match=text):
        viewpoints(100 * S + late_ns).live()


def test_a_pose_from_another_clock_is_refused():
    with pytest.raises(PoseUnavailable, match=r"stamped 20 s after this node's time; all nodes must use one clock"):
        viewpoints(80 * S).live()


def test_no_pose_is_fresh_by_a_dead_clock():
    clock = FakeClock("use_sim_time is on, but /clock stopped 9 s ago and has no publisher left")
    seen = viewpoints(100 * S, clock)
    with pytest.raises(PoseUnavailable, match="age of the pose of base_link in map is not known: .*/clock stopped 9 s"):
        seen.live()
    with pytest.raises(PoseUnavailable, match="/clock stopped 9 s"):
        seen.given(pose("base_link"))
    assert seen.given(pose("map", 2.0)).viewpoint.position[0] == 2.0
    assert seen.given(pose("dock", 2.0)).viewpoint.position[0] == 7.0


def test_a_given_pose_in_a_moving_frame_is_as_old_as_that_frame():
    assert viewpoints(100 * S + S // 4).given(pose("base_link", 2.0)).age_s == 0.25
    with pytest.raises(PoseUnavailable, match="60.0 s old"):
        viewpoints(160 * S).given(pose("base_link"))


def test_a_pose_that_cannot_be_right_is_the_request_s_fault():
    for wrong in (pose(""), pose("map", 1e300), pose("map", float("nan"))):
        with pytest.raises(BadPose, match="viewpoint"):
            viewpoints(100 * S).given(wrong)
    upright = pose("map")
    upright.pose.orientation.y = 1.0  # 90° about y: x points down
    with pytest.raises(BadPose, match="vertical"):
        viewpoints(100 * S).given(upright)
    with pytest.raises(PoseUnavailable, match="moon"):
        viewpoints(100 * S).given(pose("moon"))
