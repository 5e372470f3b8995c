from __future__ import annotations

import numpy as np
import pytest

from situated_qa.scene.footprints import clip, convex_hull, overlap_area, polygon_area, rectangle_gaps

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def test_areas():
    assert polygon_area(SQUARE) == 1.0
    assert polygon_area(SQUARE[:2]) == 0.0


def test_overlap_of_shifted_squares():
    assert overlap_area(SQUARE, SQUARE + [0.5, 0.25]) == pytest.approx(0.375)
    assert overlap_area(SQUARE, SQUARE + [2.0, 0.0]) == 0.0
    assert overlap_area(SQUARE, SQUARE + [1.0, 0.0]) == pytest.approx(0.0)


def test_diamond_in_a_square():
    diamond = np.array([[0.5, -0.5], [1.5, 0.5], [0.5, 1.5], [-0.5, 0.5]])
    assert overlap_area(diamond, SQUARE) == pytest.approx(1.0)  # the unit square lies wholly in it
    assert polygon_area(clip(SQUARE, diamond * 0.5 + 0.25)) == pytest.approx(0.5)


def test_hull_drops_inner_and_collinear_points():
    hull = convex_hull(np.vstack([SQUARE, [[0.5, 0.5], [0.5, 0.0]]]))
    assert sorted(map(tuple, hull)) == sorted(map(tuple, SQUARE))
    assert polygon_area(hull) == pytest.approx(1.0)


def test_gaps():
    others = np.stack([SQUARE + [3.0, 0.0], SQUARE + [4.0, 5.0], SQUARE * 0.1 + 0.4, SQUARE + [0.5, 0.5]])
    assert rectangle_gaps(SQUARE, others) == pytest.approx([2.0, 5.0, 0.0, 0.0])


def test_gap_of_crossed_bars_is_zero_though_no_corner_lies_in_the_other():
    horizontal = np.array([[-2.0, -0.1], [2.0, -0.1], [2.0, 0.1], [-2.0, 0.1]])
    assert rectangle_gaps(horizontal, horizontal[None][:, :, ::-1][:, ::-1]) == pytest.approx([0.0])
