"""Which part of the place was observed, on grids drawn by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from situated_qa.errors import SceneError
from situated_qa.mapping.occupancy import LAYERS
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.observed import FREE, NEVER_SEEN, SOLID, ObservedArea, Vocabulary, observed_area, same_area

ALL_AROUND = [(-math.pi, math.pi)]


def square_room(*, unseen_above_y: float = 10.0) -> ObservedArea:
    """4 m × 4 m around the origin in cells of 0.25 m, walls at the border; what lies above a y was never seen."""
    cells = np.full((16, 16), FREE)
    cells[[0, -1], :] = cells[:, [0, -1]] = SOLID
    centers_y = -2.0 + (np.arange(16) + 0.5) * 0.25
    cells[centers_y > unseen_above_y] = NEVER_SEEN
    return ObservedArea(0.25, np.array([-2.0, -2.0]), cells)


def test_looks_that_end_at_walls_were_observed() -> None:
    assert square_room().share_seen_around(np.zeros(3), ALL_AROUND, 6.0) == 1.0


def test_half_of_the_looks_go_into_a_half_that_was_never_seen() -> None:
    share = square_room(unseen_above_y=0.0).share_seen_around(np.array([0.0, -0.05]), ALL_AROUND, 6.0)
    assert share == pytest.approx(0.5, abs=0.1)
    left, right = (0.3, math.pi - 0.3), (-math.pi + 0.3, -0.3)
    assert square_room(unseen_above_y=0.0).share_seen_around(np.array([0.0, -0.05]), [left], 6.0) == 0.0
    assert square_room(unseen_above_y=0.0).share_seen_around(np.array([0.0, -0.05]), [right], 6.0) == 1.0


def test_a_short_look_does_not_need_what_lies_farther() -> None:
    area = square_room(unseen_above_y=1.0)
    assert area.share_seen_around(np.zeros(2), [(1.4, 1.7)], 0.9) == 1.0
    assert area.share_seen_around(np.zeros(2), [(1.4, 1.7)], 1.9) == 0.0


def test_a_narrow_shadow_is_looked_past() -> None:
    cells = np.full((16, 16), FREE)
    cells[10, :] = NEVER_SEEN  # 0.25 m deep
    area = ObservedArea(0.25, np.array([-2.0, -2.0]), cells)
    assert area.share_seen_around(np.zeros(2), [(1.5, 1.6)], 1.9) == 1.0


def test_outside_the_grid_nothing_was_seen() -> None:
    assert square_room().at(np.array([[-2.1, 0.0], [0.0, 2.1], [1.0, 1.0]])).tolist() == [NEVER_SEEN, NEVER_SEEN, FREE]


def test_share_of_a_room_counts_its_floor() -> None:
    index = np.full((16, 16), -1)
    index[4:12, 4:12] = 0  # y from -1 m to 1 m
    plan = FloorPlan(0.25, np.array([-2.0, -2.0]), index >= 0, index, ("kitchen",))
    assert square_room(unseen_above_y=0.5).share_seen_of_room(plan, "kitchen") == 0.75
    assert square_room().share_seen_of_room(plan, "bathroom") == 0.0


def test_the_area_is_derived_from_evidence() -> None:
    evidence = np.zeros((LAYERS, 6, 6), np.int8)
    evidence[0, 2:6, 2:6] = 20  # floor
    evidence[1:, 2:6, 2:4] = -20
    evidence[1:, 4:6, 4:6] = 20  # a wall
    evidence[1:3, 2:4, 4:6] = 20  # a low table: free at body height
    area = observed_area(evidence, np.array([1.0, 2.0]), 0.05)
    assert area is not None and area.cell_m == 0.1
    assert area.origin.tolist() == pytest.approx([1.1, 2.1])
    assert area.cells.tolist() == [[FREE, FREE], [FREE, SOLID]]
    assert observed_area(np.zeros((LAYERS, 6, 6), np.int8), np.zeros(2), 0.05) is None


def test_it_comes_back_from_plain_data() -> None:
    area, vocabulary = square_room(unseen_above_y=0.0), Vocabulary("nanodet", ("chair", "tv"))
    assert same_area(ObservedArea.from_dict(area.to_dict()), area)
    assert Vocabulary.from_dict(vocabulary.to_dict()) == vocabulary
    assert not same_area(area, square_room()) and not same_area(area, None) and same_area(None, None)


@pytest.mark.parametrize(
    ("change", "culprit"),
    [({"rows": ["0x3", "3x3"]}, "observed.rows"), ({"cell_m": 0}, "cell_m"), ({"origin": [0]}, "observed.origin")],
)
def test_wrong_data_is_named(change: dict, culprit: str) -> None:
    with pytest.raises(SceneError, match=culprit):
        ObservedArea.from_dict({**square_room().to_dict(), **change})
