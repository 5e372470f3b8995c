"""What looks may get to, against looks followed sample by sample: nothing that one gets to may be left out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from situated_qa.scene.portals import Regions


def rooms_in_a_row() -> np.ndarray:
    """Three rooms of 8 x 8 cells with walls of 2 between them, and doorways of 2 at the same height."""
    numbers = np.zeros((10, 30), dtype=int)
    for room in range(3):
        numbers[1:9, 1 + 10 * room : 9 + 10 * room] = room + 1
    numbers[4:6, 9:11], numbers[4:6, 19:21] = 4, 5
    return np.pad(numbers, 1)


def test_through_an_open_door_one_sees_some_directions_of_the_next_room() -> None:
    regions = Regions(rooms_in_a_row())
    prospect = regions.prospect(np.array([6.0, 6.0]))  # in the middle of the first room, level with the doors
    assert prospect is not None
    assert set(range(1, 6)) == set(prospect.regions.tolist())
    assert prospect.holds(np.array([1, 2, 2, 3, 3]), np.array([3.0, 0.0, 1.0, 0.0, 0.2])).tolist() == [
        *(True, True, False, True, False),
    ]


def test_from_beside_the_door_the_room_behind_is_out_of_view() -> None:
    prospect = Regions(rooms_in_a_row()).prospect(np.array([9.5, 2.5]))
    assert prospect is not None
    assert 3 not in prospect.regions  # the look into the second room goes steeply up
    assert 2 in prospect.regions


def test_an_eye_in_a_wall_or_outside_is_not_told_anything() -> None:
    regions = Regions(rooms_in_a_row())
    for eye in ((10.5, 3.5), (0.5, 0.5), (-3.0, 5.0), (40.0, 5.0)):
        assert regions.prospect(np.array(eye)) is None


@pytest.mark.parametrize("seed", range(8))
def test_no_cell_that_a_look_gets_to_is_left_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    numbers = np.arange(1, 21).reshape(4, 5).repeat(9, axis=0).repeat(9, axis=1)
    numbers[np.isin(numbers, rng.integers(1, 21, 5))] = 3  # one of several parts
    for _ in range(14):
        y, x = rng.integers(0, numbers.shape)
        numbers[y : y + rng.integers(1, 9), x : x + rng.integers(1, 9)] = 0
    regions = Regions(numbers)
    told = 0
    for eye in rng.uniform([1, 1], np.array(numbers.shape)[::-1] - 1, (25, 2)):
        prospect = regions.prospect(eye)
        if prospect is None:
            continue
        told += 1
        for bearing in rng.uniform(-math.pi, math.pi, 60):
            for away in np.arange(0.0, 60.0, 0.2):
                x, y = eye + away * np.array([math.cos(bearing), math.sin(bearing)])
                number = int(regions.numbers[int(y), int(x)])
                if number in (0, regions.outside):
                    break
                assert prospect.holds(np.array([number]), np.array([bearing])).all(), (eye, bearing, away)
    assert told >= 5
