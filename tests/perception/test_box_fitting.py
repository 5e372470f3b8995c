from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import solid

from situated_qa.perception.box_fitting import fit_box, spread_points, with_bottom


def turned(points: np.ndarray, degrees: float, center) -> np.ndarray:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + center


BLOCK = solid((-1.0, -0.25, 0.0), (1.0, 0.25, 0.8), 0.05)  # 2.0 × 0.5 × 0.8 around the origin


@pytest.mark.parametrize("degrees", [-40.0, 0.0, 20.0, 44.0])
def test_box_of_a_turned_block_has_its_sides_and_yaw(degrees):
    box = fit_box(turned(BLOCK, degrees, (3.0, -2.0, 0.1)))
    assert np.rad2deg(box.yaw) == pytest.approx(degrees, abs=0.51)
    assert np.allclose(box.center, [3.0, -2.0, 0.5], atol=0.02)
    assert np.allclose(box.extents, [2.0, 0.5, 0.8], atol=0.04)


def test_yaw_beyond_45_degrees_is_the_same_box_with_sides_swapped():
    box = fit_box(turned(BLOCK, 70.0, (0.0, 0.0, 0.0)))
    assert np.rad2deg(box.yaw) == pytest.approx(-20.0, abs=0.51)
    assert np.allclose(box.extents, [0.5, 2.0, 0.8], atol=0.04)


def test_disc_keeps_the_axes_of_the_map():
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    disc = np.stack([np.cos(angle), np.sin(angle), np.zeros(400)], axis=1)
    assert fit_box(disc).yaw == 0.0


def test_one_point_has_a_box():
    box = fit_box(np.array([[1.0, 2.0, 3.0]]))
    assert np.allclose(box.center, [1, 2, 3]) and np.allclose(box.extents, 0.01)


def test_few_stray_points_do_not_stretch_the_box():
    strays = np.array([[6.0, 0.0, 0.4], [-6.0, 0.0, 0.4]])
    box = fit_box(np.vstack([BLOCK, strays]))
    assert box.extents[0] == pytest.approx(2.0, abs=0.04)


def test_with_bottom_moves_only_the_bottom():
    box = with_bottom(fit_box(BLOCK + [0, 0, 0.3]), 0.0)
    assert box.bottom == pytest.approx(0.0) and box.top == pytest.approx(1.1, abs=0.01)


def test_spread_points_are_points_of_the_object_and_reach_its_ends():
    points = spread_points(BLOCK, 16)
    assert points.shape == (16, 3)
    assert {tuple(p) for p in points.tolist()} <= {tuple(p) for p in BLOCK.tolist()}
    assert np.array_equal(points, spread_points(BLOCK, 16))
    assert points[:, 0].min() == pytest.approx(-1.0) and points[:, 0].max() == pytest.approx(1.0)


@pytest.mark.parametrize("degrees", [0.0, 25.0])
@pytest.mark.parametrize("side", [0.2, 0.5, 0.7])
def test_two_seen_faces_give_the_box_along_them_and_not_across_the_corner(side: float, degrees: float):
    front = [(x, 0.0, z) for x in np.arange(0.0, 0.91, 0.03) for z in np.arange(0.0, 1.8, 0.1)]
    flank = [(0.0, y, z) for y in np.arange(0.0, side + 0.01, 0.03) for z in np.arange(0.0, 1.8, 0.1)]
    box = fit_box(turned(np.array(front + flank), degrees, (0.0, 0.0, 0.0)))
    assert np.rad2deg(box.yaw) == pytest.approx(degrees, abs=1.1)
    assert np.allclose(box.extents[:2], [0.9, side], atol=0.06)
