from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import CAMERA, T_MAP_CAMERA, frame_of, room_depth

from situated_qa.perception.backgrounds import room_walls, support, upright_planes, wall_pixels
from situated_qa.perception.box_window import BoxWindow
from situated_qa.perception.detector import Detection
from situated_qa.perception.masks import MaskSettings, box_mask
from situated_qa.perception.observations import observe_detections

SETTINGS = MaskSettings()
BOX = np.array([60.0, 20.0, 100.0, 60.0])


def window_of(depth: np.ndarray, box: np.ndarray = BOX) -> BoxWindow:
    window = BoxWindow.around(frame_of(depth), box, context_ratio=0.25, overhang_ratio=0.1)
    assert window is not None
    return window


def plant_at_the_wall() -> tuple[np.ndarray, np.ndarray]:
    """A room with a wall 4 m ahead and a plate of 40 × 40 px that stands out of it by 0.4 m, without any depth jump.

    On each side eight columns lead from the wall to the plate, 5 cm a column: 1.25 % of the depth, no edge.
    """
    depth = room_depth()
    depth[20:60, 60:100] = 3.6
    for step in range(8):
        depth[20:60, 60 + step] = depth[20:60, 99 - step] = 4.0 - 0.05 * (step + 1)
    plate = np.zeros(depth.shape, bool)
    plate[20:60, 67:93] = True
    return depth, plate


def test_upright_planes_of_a_corner():
    """Two walls, x = 3 and y = 2, one with twice the points of the other; and some points in no plane."""
    a, b = np.linspace(0, 2, 100), np.linspace(0, 3, 50)
    loose = np.random.default_rng(0).uniform((0, -3), (2, 0), (20, 2))
    xy = np.vstack([np.stack([np.full(100, 3.0), a], 1), np.stack([b, np.full(50, 2.0)], 1), loose])
    found = upright_planes(xy, np.full(len(xy), 0.02), min_share=0.2)
    assert len(found) == 2
    for (normal, offset), (expected, distance) in zip(found, [((1, 0), 3.0), ((0, 1), 2.0)], strict=True):
        sign = np.sign(normal @ expected)
        assert np.allclose(sign * normal, expected, atol=0.02) and sign * offset == pytest.approx(distance, abs=0.05)
    assert upright_planes(loose, np.full(20, 0.02), min_share=0.6) == []


def test_room_wall_faces_the_camera_and_a_cupboard_before_it_is_none():
    (wall,) = room_walls(frame_of(room_depth()), SETTINGS)
    assert np.allclose(wall.normal, [-1.0, 0.0], atol=0.01) and wall.offset == pytest.approx(-4.0, abs=0.01)
    depth = room_depth()
    depth[10:90, 20:90] = 2.5
    (wall,) = room_walls(frame_of(depth), SETTINGS)
    assert wall.offset == pytest.approx(-4.0, abs=0.01)


def test_nothing_in_sight_has_no_walls():
    assert room_walls(frame_of(np.full((120, 160), np.nan)), SETTINGS) == []


def test_wall_behind_is_taken_out_though_no_jump_cuts_it_off():
    depth, plate = plant_at_the_wall()
    mask = box_mask(frame_of(depth), np.array([55.0, 15.0, 105.0, 62.0]), may_be_flat=False)
    assert (mask & plate).sum() >= 0.95 * plate.sum()
    far = depth > 3.9
    assert (mask & far).sum() == 0
    with_wall = box_mask(frame_of(depth), np.array([55.0, 15.0, 105.0, 62.0]), MaskSettings(wall_share=1.0))
    assert (with_wall & far).sum() > 100  # what the planes are for


def test_wall_at_the_border_of_the_image_is_known_from_elsewhere():
    """A box that fills the image's right side leaves no surroundings there; the frame's walls say what it is."""
    frame = frame_of(room_depth())
    window = window_of(room_depth(), np.array([110.0, 2.0, 160.0, 58.0]))
    solid = window.measured.copy()
    wall = wall_pixels(window, solid, SETTINGS, room_walls(frame, SETTINGS))
    assert wall is not None and wall[window.inside].mean() > 0.95


def test_plane_that_ends_with_the_box_is_the_object():
    """A cupboard's front, 2.5 m ahead: the box holds all of it, so it is no background."""
    depth = room_depth()
    depth[20:60, 60:100] = 2.5
    window = window_of(depth)
    wall = wall_pixels(window, window.measured.copy(), SETTINGS, room_walls(frame_of(depth), SETTINGS))
    front = depth[window.rows, window.columns] == 2.5
    assert wall is not None and not (wall & front).any()


def test_picture_on_the_wall_is_kept_and_a_plant_in_the_wall_is_none():
    frame, box = frame_of(room_depth()), np.array([60.0, 10.0, 90.0, 40.0])
    walls = room_walls(frame, SETTINGS)
    assert box_mask(frame, box, walls=walls).sum() == 900
    assert not box_mask(frame, box, walls=walls, may_be_flat=False).any()
    assert [seen.category for seen in observe_detections(frame, [Detection("tv", 0.9, box)])] == ["tv"]
    assert observe_detections(frame, [Detection("potted plant", 0.9, box)]) == []


def test_top_of_a_bed_is_no_support_because_it_ends_with_the_box():
    """A level 0.5 m high that fills the box, with a rim of it outside: the bed itself. All around: a table top."""
    rows = np.arange(120)[:, None] + np.zeros(160)
    with np.errstate(divide="ignore"):
        level = np.where(rows > 60, 0.5 * 100.0 / np.maximum(rows - 60, 1e-9), np.inf)
    on_top = (rows > 85) & (rows < 115)
    bed, table = room_depth(), room_depth()
    columns = np.arange(160) + np.zeros((120, 1))
    bed[on_top & (columns > 36) & (columns < 126)] = level[on_top & (columns > 36) & (columns < 126)]
    table[rows > 75] = level[rows > 75]
    box = np.array([40.0, 86.0, 120.0, 114.0])
    for depth, expected in ((bed, 0.0), (table, 1.0)):
        window = window_of(depth, box)
        assert support(window, SETTINGS)[window.inside].mean() == pytest.approx(expected, abs=0.1)


def test_coordinate_along_a_direction_is_that_of_the_points():
    from situated_qa.geometry import back_project

    depth = room_depth()
    window = window_of(depth)
    points = T_MAP_CAMERA.apply(back_project(depth.astype(np.float32), CAMERA, np.ones_like(depth, bool)))
    y = points[:, 1].reshape(depth.shape)[window.rows, window.columns]
    assert np.allclose(window.along(np.array([0.0, 1.0, 0.0])), y, atol=1e-4)
