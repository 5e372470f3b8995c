from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from rooms_for_perception import CAMERA, frame_of

from situated_qa.errors import DetectorError
from situated_qa.geometry import Intrinsics, Transform
from situated_qa.perception.detector import Detection
from situated_qa.perception.observations import ObservationSettings, observe_detections, thin
from situated_qa.perception.voxels import (
    connected,
    contains,
    group_by_voxel,
    main_pieces,
    near,
    voxel_indices,
    voxel_keys,
)

EVERYTHING = ObservationSettings(min_pixels=1, min_points=1, border_px=0)


def detection(rows: slice, columns: slice, *, category: str = "cup", with_mask: bool = True) -> Detection:
    mask = np.zeros((120, 160), bool)
    mask[rows, columns] = True
    box = np.array([columns.start, rows.start, columns.stop, rows.stop], float)
    return Detection(category, 0.7, box, mask if with_mask else None)


def test_pixel_goes_to_its_place_in_the_map():
    """Pixel (130, 80) at 2 m: 1.0 m to the right of and 0.4 m below the axis; the camera is 1 m up, looking along x."""
    depth = np.full((120, 160), np.nan)
    depth[80, 130] = 2.0
    frame = frame_of(depth, color=(10, 20, 30), stamp=5)
    (seen,) = observe_detections(frame, [detection(slice(70, 90), slice(120, 140))], EVERYTHING)
    assert np.allclose(seen.points_map, [[2.0, -1.0, 0.6]], atol=1e-6)
    assert seen.rgb == (10, 20, 30) and seen.n_pixels == 1 and seen.stamp == 5 and not seen.touches_border


def test_points_are_thinned_to_one_per_cube():
    points = np.array([[0.001, 0.0, 0.0], [0.019, 0.0, 0.0], [0.021, 0.0, 0.0]])
    assert np.allclose(thin(points, 0.02), [[0.01, 0, 0], [0.021, 0, 0]])


@pytest.mark.parametrize(
    ("metres", "rows", "settings", "reason"),
    [
        (np.nan, slice(10, 60), ObservationSettings(), "no depth"),
        (2.0, slice(10, 12), ObservationSettings(min_pixels=1000), "too small"),
        (6.0, slice(10, 60), ObservationSettings(max_depth_m=5.0), "too far"),
        (4.0, slice(10, 60), ObservationSettings(), "too large"),  # 50 px at 4 m is 2 m, no cup
    ],
)
def test_what_cannot_be_used_is_counted_with_its_reason(metres, rows, settings, reason):
    rejected: Counter[str] = Counter()
    frame = frame_of(np.full((120, 160), metres))
    assert observe_detections(frame, [detection(rows, slice(10, 60))], settings, rejected) == []
    assert rejected == {reason: 1}


def test_box_at_the_border_is_cut_off():
    frame = frame_of(np.full((120, 160), 0.5))
    settings = ObservationSettings(border_px=3, min_pixels=1)
    inner, outer = detection(slice(10, 40), slice(10, 40)), detection(slice(10, 40), slice(2, 30))
    assert [seen.touches_border for seen in observe_detections(frame, [inner, outer], settings)] == [False, True]


def test_mask_of_the_wrong_size_or_type_is_the_detectors_fault():
    frame = frame_of(np.full((120, 160), 0.5))
    box = np.array([0.0, 0.0, 10.0, 10.0])
    for mask in (np.zeros((10, 10), bool), np.zeros((120, 160), np.uint8)):
        with pytest.raises(DetectorError, match="mask"):
            observe_detections(frame, [Detection("cup", 0.5, box, mask)])
    with pytest.raises(DetectorError, match="not finite for cup"):
        observe_detections(frame, [Detection("cup", 0.5, box * np.nan)])


def test_small_box_takes_its_pixels_from_the_large_one_of_another_kind():
    depth = np.full((120, 160), 4.0)
    depth[20:100, 20:140] = 1.0
    depth[40:60, 60:80] = 0.8
    boxes = [
        detection(slice(18, 102), slice(18, 142), category="cupboard", with_mask=False),
        detection(slice(39, 61), slice(59, 81), category="clock", with_mask=False),
    ]
    cupboard, clock = observe_detections(frame_of(depth), boxes)
    assert clock.mask[50, 70] and not cupboard.mask[50, 70] and cupboard.mask[30, 30]


def test_voxel_keys_keep_order_and_unpack():
    points = np.array([[-0.05, 0.0, 0.0], [0.05, 0.0, 0.0], [0.0, -0.01, 7.0]])
    keys = voxel_keys(points, 0.04)
    assert voxel_indices(keys).tolist() == [[-2, 0, 0], [1, 0, 0], [0, -1, 175]]


def test_near_reaches_one_voxel_across_a_face():
    points = np.array([[0.01, 0.01, 0.01], [0.03, 0.01, 0.01]])
    groups = group_by_voxel(points, 0.04)
    keys = groups.keys
    assert groups.counts.tolist() == [2] and np.allclose(groups.means(points), [[0.02, 0.01, 0.01]])
    probes = voxel_keys(
        np.array([[0.01, 0.01, 0.01], [0.05, 0.01, 0.01], [0.05, 0.05, 0.01], [0.09, 0.01, 0.01]]), 0.04
    )
    assert near(keys, probes).tolist() == [True, True, False, False]
    assert contains(keys, probes).tolist() == [True, False, False, False]
    assert not near(np.zeros(0, np.int64), probes).any()


@pytest.mark.parametrize("apart", [3, 4000], ids=["close together", "far apart"])
def test_voxels_at_a_corner_are_one_piece_and_beyond_a_gap_another(apart: int) -> None:
    """Close together they are labeled on a grid, far apart by looking their neighbors up."""
    index = np.array([[0, 0, 0], [1, 1, 1], [2, 1, 1], [2 + apart, 1, 1], [2 + apart, 2, 1]])
    keys = voxel_keys((index + 0.5) * 0.04, 0.04)
    assert (np.diff(keys) > 0).all()
    assert connected(keys).tolist() == [0, 0, 0, 3, 3]


def test_main_pieces_have_a_tenth_of_the_weight_of_the_heaviest() -> None:
    """Pieces are of cells three voxels wide: index 2 and 3 touch, 2 and 9 do not."""
    keys = voxel_keys((np.array([[0, 0, 0], [3, 0, 0], [9, 0, 0], [15, 0, 0]]) + 0.5) * 0.04, 0.04)
    assert main_pieces(keys, np.array([12.0, 8.0, 2.0, 1.9])).tolist() == [0, 1, 2]


def test_intrinsics_and_pose_of_another_camera():
    """A camera looking straight down from 3 m: the middle pixel is the floor below it."""
    down = Transform(np.array([[0.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]), np.array([5.0, 6.0, 3.0]))
    depth = np.full((120, 160), np.nan)
    depth[60, 80], depth[60, 90] = 2.0, 2.0
    frame = frame_of(depth, T=down)
    assert isinstance(CAMERA, Intrinsics)
    (seen,) = observe_detections(frame, [detection(slice(50, 70), slice(70, 100))], EVERYTHING)
    # 10 px right at 2 m is 0.2 m along the camera's x, which is -y of the map.
    assert np.allclose(sorted(seen.points_map.tolist()), [[5.0, 5.8, 1.0], [5.0, 6.0, 1.0]], atol=1e-6)
