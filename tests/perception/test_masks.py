from __future__ import annotations

import numpy as np
from rooms_for_perception import frame_of, room_depth

from situated_qa.perception.masks import MaskSettings, box_mask


def put(depth: np.ndarray, rows: slice, columns: slice, metres: float) -> np.ndarray:
    """Put a plate facing the camera into the room; its pixels."""
    depth[rows, columns] = metres
    pixels = np.zeros(depth.shape, bool)
    pixels[rows, columns] = True
    return pixels


def test_object_before_a_wall_loses_wall_and_floor():
    depth = room_depth()
    # At 2 m the floor begins in row 110; the plate stands on it.
    plate = put(depth, slice(50, 110), slice(60, 100), 2.0)
    mask = box_mask(frame_of(depth), np.array([55.0, 45.0, 105.0, 113.0]))
    assert (mask & ~plate).sum() == 0
    assert (mask & plate).sum() >= 0.95 * plate.sum()


def test_thin_legs_stay_with_the_seat_and_the_wall_between_them_goes():
    depth = room_depth()
    pixels = put(depth, slice(60, 80), slice(60, 100), 2.0)
    pixels |= put(depth, slice(80, 105), slice(60, 61), 2.0)
    pixels |= put(depth, slice(80, 105), slice(99, 100), 2.0)
    mask = box_mask(frame_of(depth), np.array([58.0, 58.0, 102.0, 107.0]))
    assert (mask & ~pixels).sum() == 0
    assert mask[90, 60] and mask[90, 99] and not mask[90, 80]


def test_bench_is_its_seat_and_legs_not_the_wall_under_it():
    depth = room_depth()
    bench = put(depth, slice(60, 66), slice(40, 120), 2.0)
    bench |= put(depth, slice(66, 105), slice(40, 43), 2.0)
    bench |= put(depth, slice(66, 105), slice(117, 120), 2.0)
    mask = box_mask(frame_of(depth), np.array([39.0, 59.0, 121.0, 106.0]))
    assert (mask & bench).sum() >= 0.95 * bench.sum()
    assert (mask & ~bench).sum() <= 0.05 * bench.sum()


def test_object_in_front_of_another_is_cut_at_the_jump():
    depth = room_depth()
    put(depth, slice(40, 100), slice(20, 140), 3.0)  # a cupboard that runs on outside of the box
    near = put(depth, slice(50, 100), slice(60, 90), 2.0)
    mask = box_mask(frame_of(depth), np.array([57.0, 47.0, 93.0, 103.0]))
    assert (mask & ~near).sum() == 0 and (mask & near).sum() >= 0.95 * near.sum()


def test_picture_flat_on_the_wall_is_the_box():
    depth = room_depth()
    mask = box_mask(frame_of(depth), np.array([60.0, 10.0, 90.0, 40.0]))
    inside = np.zeros_like(mask)
    inside[10:40, 60:90] = True
    assert np.array_equal(mask, inside)


def test_cup_on_a_table_leaves_the_table_top():
    """Table top at z = 0.5 m from 1.2 m to 2 m ahead, seen from 1 m; a cup on it at 1.5 m."""
    depth = room_depth()
    rows = np.arange(120)
    with np.errstate(divide="ignore"):
        top = 0.5 * 100.0 / np.maximum(rows - 60, 1e-9)
    on_table = (top >= 1.2) & (top <= 2.0)
    depth[on_table, 20:140] = top[on_table, None]
    cup = put(depth, slice(80, 93), slice(76, 84), 1.5)  # stands on row 60 + 50/1.5 = 93.3
    mask = box_mask(frame_of(depth), np.array([74.0, 78.0, 86.0, 95.0]))
    assert (mask & cup).sum() >= 0.85 * cup.sum()
    assert (mask & ~cup).sum() <= 0.1 * cup.sum()


def test_box_over_several_depths_stays_within_the_size_that_the_object_can_have():
    depth = room_depth()
    front = put(depth, slice(50, 80), slice(60, 80), 2.0)
    put(depth, slice(50, 80), slice(80, 90), 3.2)  # also inside of the box, but 1.2 m behind
    mask = box_mask(frame_of(depth), np.array([58.0, 48.0, 92.0, 82.0]), longest_side_m=0.5)
    assert (mask & front).sum() >= 0.95 * front.sum()
    assert not mask[:, 82:88].any()


def test_box_without_depth_gives_an_empty_mask():
    depth = np.full((120, 160), np.nan)
    assert not box_mask(frame_of(depth), np.array([10.0, 10.0, 50.0, 50.0])).any()


def test_box_outside_the_image_or_without_area_gives_an_empty_mask():
    frame = frame_of(room_depth())
    for box in ([200.0, 10.0, 260.0, 50.0], [10.0, 10.0, 10.0, 50.0], [-50.0, 0.0, -5.0, 20.0]):
        assert not box_mask(frame, np.array(box)).any()


def test_floor_alone_is_the_box_itself():
    frame = frame_of(room_depth())
    mask = box_mask(frame, np.array([60.0, 100.0, 90.0, 115.0]), MaskSettings(depth_to_width=10.0))
    assert mask[100:115, 60:90].mean() > 0.9 and mask.sum() <= 15 * 30
