from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.sim.placement import WALL_GAP_M, FloorPlan, against_wall, distance_to, overlap, walkable


def box(x: float, y: float, length: float, width: float, yaw: float = 0.0) -> Box:
    return Box(np.array([x, y, 0.5]), np.array([length, width, 1.0]), yaw)


@pytest.mark.parametrize(
    ("other", "margin_m", "expected"),
    [
        (box(1.5, 0, 2, 2), 0.0, True),
        (box(2.1, 0, 2, 2), 0.0, False),  # 0.1 m apart
        (box(2.1, 0, 2, 2), 0.2, True),
        (box(2.0, 2.0, 1.4, 1.4, np.pi / 4), 0.0, False),  # a diamond: its corner is at (1.01, 2), outside
        (box(1.8, 0.0, 1.4, 1.4, np.pi / 4), 0.0, True),  # its corner reaches to 0.81
        (box(0, 0, 0.1, 0.1), 0.0, True),  # inside
    ],
)
def test_overlap_of_footprints(other: Box, margin_m: float, expected: bool) -> None:
    square = box(0, 0, 2, 2)
    assert overlap(square, other, margin_m) is expected
    assert overlap(other, square, margin_m) is expected


def test_distance_to_a_turned_box_is_measured_to_its_edge() -> None:
    points = np.array([[3.0, 0.0], [0.0, 3.0], [0.0, 0.5], [1.0, 2.0]])
    turned = box(0, 0, 4, 2, np.pi / 2)  # 2 m along x, 4 m along y
    np.testing.assert_allclose(distance_to(turned, points), [2.0, 1.0, 0.0, 0.0], atol=1e-12)


@pytest.mark.parametrize(
    ("wall", "center", "front"),
    [(0, (2.0, 0.54), (0, 1)), (1, (5.46, 2.0), (-1, 0)), (2, (2.0, 4.46), (0, -1)), (3, (0.54, 2.0), (1, 0))],
)
def test_furniture_stands_with_its_back_to_the_wall(
    wall: int, center: tuple[float, float], front: tuple[int, int]
) -> None:
    plan = FloorPlan(6.0, 5.0)
    body, (clear,) = against_wall(plan, wall, 2.0, (1.0, 2.0, 0.8), 0.5)
    assert WALL_GAP_M == 0.04
    np.testing.assert_allclose(body.center[:2], center, atol=1e-12)
    np.testing.assert_allclose([np.cos(body.yaw), np.sin(body.yaw)], front, atol=1e-12)
    np.testing.assert_allclose(clear.center[:2], body.center[:2] + 0.75 * np.array(front), atol=1e-12)
    assert plan.fits([body], [clear])
    assert not overlap(body, clear)


def test_space_in_front_of_furniture_stays_clear() -> None:
    plan = FloorPlan(6.0, 5.0)
    plan.put([box(1, 1, 1, 1)], [box(2, 1, 1, 1)])
    assert not plan.fits([box(2, 1, 0.5, 0.5)])  # in the clear space
    assert not plan.fits([box(1, 1.5, 0.5, 0.5)])  # in the furniture
    assert not plan.fits([box(5.9, 1, 0.5, 0.5)])  # through the wall
    assert not plan.fits([box(3, 3, 0.5, 0.5)], [box(1.4, 1, 0.5, 0.5)])  # its own clear space is taken
    assert plan.fits([box(3, 3, 0.5, 0.5)], [box(2.4, 1, 0.5, 0.5)])  # clear spaces may overlap


def test_walkable_cells_keep_the_robot_off_furniture_and_walls() -> None:
    plan = FloorPlan(2.0, 1.0, [box(1.0, 0.5, 0.2, 1.0)])  # a bar across parts the room in two
    free = walkable(plan, 0.2, cell_m=0.1)
    assert free.shape == (10, 20)
    rows, columns = np.nonzero(free)
    # One half only, 0.9 m wide: cell middles from 0.2 to 0.7 m along x, from 0.2 to 0.8 m along y.
    assert (rows.min(), rows.max()) == (2, 7)
    assert (columns.min(), columns.max()) in ((2, 6), (13, 17))
    assert not walkable(plan, 0.6).any()
