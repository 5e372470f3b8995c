from __future__ import annotations

import numpy as np
from rooms_for_perception import frame_of, room_depth, solid

from situated_qa.perception.detector import Detection
from situated_qa.perception.observations import observe_detections
from situated_qa.perception.splitting import cuts_between


def chairs(count: int, step_m: float) -> np.ndarray:
    """Chairs 0.45 m wide side by side along y."""
    return np.vstack([solid((1.0, i * step_m, 0.0), (1.5, i * step_m + 0.45, 0.9), 0.05) for i in range(count)])


def test_four_chairs_with_gaps_are_cut_in_the_gaps():
    points = chairs(4, 0.65)
    cuts = cuts_between(points, "chair")
    assert cuts is not None
    assert np.allclose(np.abs(cuts.along), [0.0, 1.0])
    parts = cuts.part_of(points)
    assert np.bincount(parts).tolist() == [len(points) // 4] * 4


def test_one_chair_is_not_cut():
    legs = np.vstack([solid((x, y, 0.0), (x + 0.04, y + 0.04, 0.45), 0.02) for x in (0, 0.4) for y in (0, 0.4)])
    assert cuts_between(legs, "chair") is None, "the gap between its legs is none between chairs"


def test_a_long_couch_is_one_thing():
    assert cuts_between(solid((0.0, 0.0, 0.0), (3.4, 0.9, 0.8), 0.05), "couch") is None


def test_what_is_too_long_but_has_no_gap_is_not_cut():
    assert cuts_between(solid((0.0, 0.0, 0.0), (0.5, 2.0, 0.9), 0.05), "chair") is None, "it may be a couch"


def test_names_of_unknown_size_are_never_cut():
    assert cuts_between(chairs(4, 0.65), "thingamajig") is None


def test_a_mask_over_two_chairs_becomes_two_observations():
    depth = room_depth()
    mask = np.zeros(depth.shape, bool)
    # At 2 m a pixel is 2 cm: two fronts of 0.46 m with 0.24 m between them.
    for columns in (slice(50, 73), slice(85, 108)):
        depth[55:85, columns] = 2.0
        mask[55:85, columns] = True
    box = np.array([50.0, 55.0, 108.0, 85.0])
    found = observe_detections(frame_of(depth), [Detection("chair", 0.9, box, mask)])
    assert [one.category for one in found] == ["chair", "chair"]
    middles = sorted(float(np.mean(one.points_map[:, 1])) for one in found)
    assert np.allclose(middles, [-0.33, 0.37], atol=0.03)
    assert sum(int(one.mask.sum()) for one in found if one.mask is not None) == int(mask.sum())
    assert [one.n_pixels for one in found] == [30 * 23, 30 * 23]


def test_background_far_behind_a_thing_is_no_second_one():
    depth = room_depth()
    mask = np.zeros(depth.shape, bool)
    depth[55:85, 60:83] = 2.0
    depth[40:55, 60:75] = 3.5  # a piece of something behind it, 1.5 m farther
    mask[55:85, 60:83] = mask[40:55, 60:75] = True
    box = np.array([60.0, 40.0, 83.0, 85.0])
    (one,) = observe_detections(frame_of(depth), [Detection("chair", 0.9, box, mask)])
    assert one.n_pixels == 30 * 23
    assert np.ptp(one.points_map[:, 0]) < 0.1
