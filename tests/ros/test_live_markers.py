"""People and animals in RViz."""

from __future__ import annotations

import numpy as np
from visualization_msgs.msg import Marker

from situated_qa.geometry import Box
from situated_qa.perception.moving import MovingThing
from situated_qa.ros.live_markers import live_markers


def test_each_live_thing_has_a_box_and_its_age_and_vanishes_by_itself():
    person = MovingThing("person", 0.8, Box(np.array([1.0, 2.0, 0.9]), np.array([0.4, 0.5, 1.8])), 3_000_000_000)
    clear, box, label = live_markers([person], 3_400_000_000, "map", 2.0).markers
    assert clear.action == Marker.DELETEALL
    assert (box.type, box.header.frame_id, box.header.stamp.sec) == (Marker.CUBE, "map", 3)
    assert (box.pose.position.x, box.pose.position.y, box.scale.z) == (1.0, 2.0, 1.8)
    assert label.text == "person, 0.4 s ago"
    assert abs(label.pose.position.z - 1.92) < 1e-9  # 0.12 m above 1.8 m
    assert box.lifetime.sec == 2 == label.lifetime.sec


def test_nobody_leaves_nothing():
    (only,) = live_markers([], 0, "map", 2.0).markers
    assert only.action == Marker.DELETEALL
