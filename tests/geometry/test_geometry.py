"""Projection, transforms and boxes, by numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.errors import FrameError, GeometryError
from situated_qa.geometry import Box, Frame, Intrinsics, Transform, back_project
from situated_qa.geometry.boxes import axis_aligned_iou
from situated_qa.geometry.transforms import T_LINK_OPTICAL, interpolate, split_pose, wrap_angle

CAMERA = Intrinsics(width=4, height=3, fx=2.0, fy=4.0, cx=1.0, cy=1.0)


def test_back_projection_by_hand():
    depth = np.zeros((3, 4), np.float32)
    depth[2, 3] = 2.0  # u=3, v=2: x=(3-1)·2/2, y=(2-1)·2/4
    depth[0, 1] = np.nan
    assert back_project(depth, CAMERA).tolist() == [[2.0, 0.5, 2.0]]


def test_projection_undoes_back_projection():
    depth = np.full((3, 4), 1.5, np.float32)
    pixels = CAMERA.project(back_project(depth, CAMERA))
    v, u = np.nonzero(np.ones((3, 4)))
    np.testing.assert_allclose(pixels, np.stack([u, v], axis=1), atol=1e-12)


def test_points_behind_the_camera_project_to_nan():
    assert np.isnan(CAMERA.project(np.array([[0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]))).all()


def test_back_projection_takes_only_masked_pixels():
    mask = np.zeros((3, 4), bool)
    mask[1, 1] = True
    assert back_project(np.ones((3, 4), np.float32), CAMERA, mask).tolist() == [[0.0, 0.0, 1.0]]


@pytest.mark.parametrize(
    ("depth", "culprit"),
    [(np.zeros((3, 4), np.uint16), "uint16"), (np.zeros((4, 3), np.float32), r"\(3, 4\)"), (np.zeros(12), r"\(12,\)")],
)
def test_back_projection_names_what_is_wrong_with_depth(depth, culprit):
    with pytest.raises(GeometryError, match=culprit):
        back_project(depth, CAMERA)


def test_transforms_chain_as_their_names_do():
    T_map_base = Transform.from_yaw(np.pi / 2, np.array([1.0, 0.0, 0.0]))
    T_base_camera = Transform(np.eye(3), np.array([2.0, 0.0, 0.5]))
    point_map = (T_map_base @ T_base_camera).apply(np.array([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(point_map, [1.0, 3.0, 0.5], atol=1e-12)  # base x points along map y
    np.testing.assert_allclose((T_map_base @ T_map_base.inverse()).as_matrix(), np.eye(4), atol=1e-12)


def test_quaternion_round_trip_on_every_branch():
    for axis in np.vstack([np.eye(3), [[1.0, 2.0, 3.0]]]):
        for angle in (0.0, 0.3, np.pi / 2, np.pi, -2.5):
            unit = axis / np.linalg.norm(axis)
            q = np.append(unit * np.sin(angle / 2), np.cos(angle / 2))
            T = Transform.from_quaternion(q, np.zeros(3))
            back = Transform.from_quaternion(T.quaternion_xyzw(), np.zeros(3))
            np.testing.assert_allclose(back.R, T.R, atol=1e-12)


def test_quarter_turn_about_z_turns_x_into_y():
    T = Transform.from_quaternion(np.array([0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]), np.zeros(3))
    np.testing.assert_allclose(T.apply(np.array([1.0, 0.0, 0.0])), [0.0, 1.0, 0.0], atol=1e-12)
    assert T.yaw_rad() == pytest.approx(np.pi / 2)


def test_optical_z_is_link_x():
    np.testing.assert_allclose(T_LINK_OPTICAL.apply(np.eye(3)), [[0, -1, 0], [0, 0, -1], [1, 0, 0]], atol=1e-12)


def test_interpolation_half_way():
    T0 = Transform.identity()
    T1 = Transform.from_yaw(np.pi / 2, np.array([2.0, 0.0, 0.0]))
    half = interpolate(T0, T1, 0.5)
    assert half.yaw_rad() == pytest.approx(np.pi / 4)
    np.testing.assert_allclose(half.t, [1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    "make",
    [
        lambda: Transform(np.eye(3), np.array([0.0, np.nan, 0.0])),
        lambda: Transform(2 * np.eye(3), np.zeros(3)),
        lambda: Transform(np.diag([1.0, 1.0, -1.0]), np.zeros(3)),
        lambda: Transform.from_quaternion(np.zeros(4), np.zeros(3)),
        lambda: Transform.from_quaternion(np.array([0.0, 0.0, np.nan, 1.0]), np.zeros(3)),
        lambda: Transform.from_matrix(np.ones((4, 4))),
        lambda: Intrinsics(640, 480, 0.0, 500.0, 320.0, 240.0),
        lambda: Intrinsics(0, 480, 500.0, 500.0, 320.0, 240.0),
        lambda: Box(np.zeros(3), np.array([1.0, -1.0, 1.0])),
        lambda: Box(np.array([0.0, np.inf, 0.0]), np.ones(3)),
    ],
)
def test_nonsense_is_refused(make):
    with pytest.raises(GeometryError):
        make()


def test_frame_of_mixed_sizes_is_refused():
    color, depth = np.zeros((3, 4, 3), np.uint8), np.zeros((3, 4), np.float32)
    Frame(0, color, depth, CAMERA, Transform.identity())
    with pytest.raises(FrameError, match="depth must be float32"):
        Frame(0, color, depth.astype(np.uint16), CAMERA, Transform.identity())
    with pytest.raises(FrameError, match="color must be uint8"):
        Frame(0, color[:2], depth, CAMERA, Transform.identity())


def test_box_turned_by_a_quarter_swaps_its_sides():
    box = Box(np.array([1.0, 2.0, 0.5]), np.array([4.0, 2.0, 1.0]), yaw=np.pi / 2)
    low, high = box.axis_aligned()
    np.testing.assert_allclose(low, [0.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(high, [2.0, 4.0, 1.0], atol=1e-12)
    assert (box.bottom, box.top, box.volume()) == (0.0, 1.0, 8.0)


def test_iou_by_hand():
    a = Box(np.zeros(3), np.full(3, 2.0))
    b = Box(np.array([1.0, 0.0, 0.0]), np.full(3, 2.0))
    assert axis_aligned_iou(a, b) == pytest.approx(4 / 12)
    assert axis_aligned_iou(a, Box(np.full(3, 9.0), np.ones(3))) == 0.0


def test_angles_wrap_into_one_turn():
    assert wrap_angle(3 * np.pi) == pytest.approx(np.pi)
    assert wrap_angle(-np.pi / 2 - 2 * np.pi) == pytest.approx(-np.pi / 2)


def test_a_pitched_camera_splits_into_a_level_base_and_the_rest():
    T_map_link = Transform.from_yaw(np.pi / 2, np.array([1.0, 2.0, 1.2])) @ Transform.from_quaternion(
        np.array([0.0, np.sin(0.15), 0.0, np.cos(0.15)]), np.zeros(3)
    )
    T_map_base, T_base_link = split_pose(T_map_link @ T_LINK_OPTICAL)
    assert T_map_base.yaw_rad() == pytest.approx(np.pi / 2)
    np.testing.assert_allclose(T_map_base.t, [1.0, 2.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(T_map_base.R[2], [0.0, 0.0, 1.0], atol=1e-12)
    np.testing.assert_allclose((T_map_base @ T_base_link).as_matrix(), T_map_link.as_matrix(), atol=1e-12)
