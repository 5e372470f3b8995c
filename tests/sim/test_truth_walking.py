"""The truth's own ways on foot, over hand-drawn maps: `.` is floor, `#` is not; a cell is 0.1 m."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.sim.questions.walking import Walking, length_m


def drawn(*rows: str) -> Walking:
    free = np.array([[letter == "." for letter in row] for row in rows[::-1]])
    return Walking(free, np.zeros(2), 0.1)


def walked(walking: Walking, start: tuple[float, float], goal: tuple[float, float]) -> float | None:
    """m between the cells at two map points, along the way that was pulled straight."""
    way = walking.way(walking.near(np.array(start))[0], walking.near(np.array(goal))[0])
    return None if way is None else length_m(way)


def test_a_straight_way_over_free_floor_is_as_long_as_the_ruler_says() -> None:
    walking = drawn(*["." * 41] * 31)
    assert walked(walking, (0.05, 0.05), (4.05, 3.05)) == pytest.approx(5.0)  # 3-4-5
    assert walked(walking, (0.05, 0.05), (4.05, 0.05)) == pytest.approx(4.0)


def test_the_grid_alone_is_at_most_three_percent_too_long() -> None:
    walking = drawn(*["." * 41] * 41)
    start = walking.near(np.array([0.05, 0.05]))[0]
    exact = np.linalg.norm(walking.centers - walking.centers[start], axis=1)
    too_long = walking.lengths(start) - exact
    assert too_long.min() > -1e-9
    assert (too_long <= 0.03 * exact + 1e-9).all()


def test_the_way_goes_around_the_end_of_a_wall() -> None:
    walking = drawn(
        ".........",
        ".........",
        "....#....",
        "....#....",
        "....#....",
    )
    # Over the cell above the wall, 4 to the side and 3 up, and down again: 3-4-5 twice. The line clears the corner.
    assert walked(walking, (0.05, 0.05), (0.85, 0.05)) == pytest.approx(1.0)


def test_corners_are_not_cut() -> None:
    walking = drawn(
        "#.",
        ".#",
    )
    assert walked(walking, (0.05, 0.05), (0.15, 0.15)) is None
    around = drawn(
        "...",
        "##.",
        "...",
    )
    # Right of the wall: two cells across, two up, two back.
    assert walked(around, (0.05, 0.05), (0.05, 0.25)) == pytest.approx(0.6)


def test_no_way_leads_through_a_wall() -> None:
    walking = drawn("..#..", "..#..")
    assert walked(walking, (0.05, 0.05), (0.45, 0.05)) is None
    start = walking.near(np.array([0.05, 0.05]))[0]
    lengths = walking.lengths(start)
    assert np.isinf(lengths[walking.centers[:, 0] > 0.3]).all()
    assert lengths[start] == 0.0


def test_the_nearest_free_cell_and_how_far_it_is() -> None:
    cell, away = drawn("#..").near(np.array([0.05, 0.05]))
    assert cell == 0 and away == pytest.approx(0.1)


def test_ways_that_are_asked_again_are_the_same() -> None:
    walking = drawn(*["." * 30] * 5)  # more goals than are kept
    first = [walking.way(0, goal) for goal in range(100)]
    for goal, way in enumerate(first):
        again = walking.way(0, goal)
        assert way is not None and again is not None
        np.testing.assert_array_equal(way, again)
