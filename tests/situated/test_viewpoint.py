from __future__ import annotations

import numpy as np
import pytest

from situated_qa.errors import GeometryError
from situated_qa.geometry import Transform
from situated_qa.geometry.transforms import T_LINK_OPTICAL
from situated_qa.situated.viewpoint import Viewpoint

EAST = Viewpoint(np.array([1.0, 2.0, 0.0]), 0.0)


def test_viewer_axes_are_x_forward_y_left():
    north = EAST.turned(np.pi / 2)
    assert np.allclose(north.to_viewer(np.array([1.0, 5.0, 0.5])), [3.0, 0.0, 0.5])
    assert np.allclose(north.to_viewer(np.array([[0.0, 2.0, 0.0], [2.0, 2.0, 0.0]])), [[0, 1, 0], [0, -1, 0]])


@pytest.mark.parametrize(
    ("offset", "bearing_deg", "hour", "word"),
    [
        ((1, 0), 0, 12, "front"),
        ((1, 1), 45, 10, "front left"),  # 10:30; the even hour of the two
        ((0, 1), 90, 9, "left"),
        ((-1, 0), 180, 6, "back"),
        ((0, -1), -90, 3, "right"),
        ((-1, -1), -135, 4, "back right"),  # 4:30
    ],
)
def test_bearing_hour_and_word(offset, bearing_deg, hour, word):
    point = EAST.position + [*offset, 0.7]
    assert np.rad2deg(EAST.bearing_rad(point)) == pytest.approx(bearing_deg)
    assert EAST.hour(point) == hour
    assert EAST.direction(point) == word


def test_heading_of_a_pose_is_the_yaw_of_its_x_axis():
    viewpoint = Viewpoint.from_transform(Transform.from_yaw(2.0, np.array([1.0, 2.0, 3.0])), stamp=5)
    assert viewpoint.heading_rad == pytest.approx(2.0)
    assert (viewpoint.stamp, viewpoint.frame) == (5, "map")


def test_tilted_camera_link_still_has_a_heading():
    tilt = np.deg2rad(60)
    down = Transform(
        np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]]), np.zeros(3)
    )
    turned = Transform.from_yaw(1.0, np.zeros(3)) @ down
    assert Viewpoint.from_transform(turned).heading_rad == pytest.approx(1.0)


def test_vertical_x_axis_is_refused():
    up = Transform(np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]]), np.zeros(3))
    with pytest.raises(GeometryError, match="nearly vertical"):
        Viewpoint.from_transform(up)
    # An optical frame's x axis points right: legal to compute, a quarter turn off.
    assert Viewpoint.from_transform(T_LINK_OPTICAL).heading_rad == pytest.approx(-np.pi / 2)


@pytest.mark.parametrize(("position", "heading"), [([0, 0], 0.0), ([0, 0, np.nan], 0.0), ([0, 0, 0], np.inf)])
def test_nonsense_is_refused(position, heading):
    with pytest.raises(GeometryError):
        Viewpoint(np.array(position, dtype=float), heading)


def test_the_hours_of_many_points_are_those_of_each():
    """Looking along x from (1, 0): ahead, left, right, behind, and 30° to the right."""
    viewpoint = Viewpoint(np.array([1.0, 0.0, 0.0]), 0.0)
    points = np.array([[2, 0, 0], [1, 3, 0], [1, -3, 2], [-4, 0, 0], [1 + np.sqrt(3), -1, 0]])
    assert viewpoint.hours(points).tolist() == [12, 9, 3, 6, 1]
    assert [viewpoint.hour(point) for point in points] == [12, 9, 3, 6, 1]
    assert viewpoint.hours(np.zeros((0, 3))).tolist() == []
