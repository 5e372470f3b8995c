"""Markers of the people and animals that are seen now: no part of the scene graph, and gone soon after they are."""

from __future__ import annotations

from collections.abc import Sequence

from geometry_msgs.msg import Point
from rclpy.duration import Duration
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from situated_qa.geometry import Transform
from situated_qa.perception.moving import MovingThing
from situated_qa.ros.convert import transform_to_pose
from situated_qa.ros.stamps import stamp_to_msg
from situated_qa.ros.texts import clean_text

_COLOR = ColorRGBA(r=1.0, g=0.55, b=0.0, a=0.35)
_TEXT_COLOR = ColorRGBA(r=1.0, g=0.55, b=0.0, a=1.0)
_LABEL_HEIGHT_M = 0.15
_LABEL_GAP_M = 0.12


def live_markers(live: Sequence[MovingThing], now: int, map_frame: str, lifetime_s: float) -> MarkerArray:
    """A translucent box and a label with the age for each thing; they replace what was shown before.

    Args:
        now: sensor time that the ages are told for, ns.
        lifetime_s: RViz forgets them after so long without a new message, s.
    """
    markers = [Marker(action=Marker.DELETEALL)]
    markers[0].header.frame_id = map_frame
    for number, thing in enumerate(live):
        box, label = Marker(ns="live", type=Marker.CUBE), Marker(ns="live labels", type=Marker.TEXT_VIEW_FACING)
        for marker in (box, label):
            marker.id = number
            marker.header.frame_id, marker.header.stamp = map_frame, stamp_to_msg(thing.stamp)
            marker.lifetime = Duration(seconds=lifetime_s).to_msg()
        box.color, box.pose = _COLOR, transform_to_pose(Transform.from_yaw(thing.box.yaw, thing.box.center))
        box.scale.x, box.scale.y, box.scale.z = (max(length, 0.01) for length in thing.box.extents.tolist())
        x, y, _ = thing.box.center.tolist()
        label.color, label.scale.z = _TEXT_COLOR, _LABEL_HEIGHT_M
        label.pose.position = Point(x=x, y=y, z=thing.box.top + _LABEL_GAP_M)
        label.text = clean_text(f"{thing.category}, {max(0.0, thing.age_s(now)):.1f} s ago")
        markers += [box, label]
    return MarkerArray(markers=markers)
