"""The registration check on a drawn room: dark plates before a bright wall, color in place and displaced."""

from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import CAMERA, T_MAP_CAMERA

from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.perception.registration import RegistrationCheck, RegistrationSettings, _depth_edges, edge_agreement

SETTINGS = RegistrationSettings(every_n_frames=1)


def plates(seed: int, *, shift: tuple[int, int] = (0, 0), scale: float = 1.0, textured: bool = True) -> Frame:
    """Six dark plates at 1.5 m before a bright wall at 3 m; the color is displaced, the depth is not.

    Each view is from another place, as the check wants it.
    """
    rng = np.random.default_rng(seed)
    depth = np.full((120, 160), 3.0, np.float32)
    color = np.full((120, 160, 3), 210, np.uint8)
    y, x = np.mgrid[0:120, 0:160]
    # The color at a pixel is that of the place from which it was displaced.
    from_x, from_y = (x - shift[0] - 79.5) / scale + 79.5, (y - shift[1] - 59.5) / scale + 59.5
    for _ in range(6):
        left, top = rng.integers(10, 110), rng.integers(10, 80)
        width, height = rng.integers(15, 35, 2)
        depth[top : top + height, left : left + width] = 1.5
        if textured:
            dark = (from_x >= left) & (from_x < left + width) & (from_y >= top) & (from_y < top + height)
            color[dark] = rng.integers(20, 80, 3)
    pose = Transform(T_MAP_CAMERA.R, T_MAP_CAMERA.t + [float(seed), 0.0, 0.0])
    return Frame(seed, color, depth, CAMERA, pose)


def verdict_of(frames, settings: RegistrationSettings = SETTINGS):
    check = RegistrationCheck(settings)
    for frame in frames:
        check.update(frame)
    return check.result


def test_color_in_place_is_registered():
    result = verdict_of(plates(seed) for seed in range(6))
    assert (result.verdict, result.looks, result.scale) == ("registered", 6, 1.0)
    assert result.agreement == result.best > 2.0 and "color fits depth" in result.text


@pytest.mark.parametrize("shift", [(4, 0), (-4, 0), (0, 3), (-3, -3)])
def test_shifted_color_is_wrong_and_the_shift_is_told(shift):
    """4 px of 160 are 2.5 % of the width, as 16 px of 640."""
    result = verdict_of(plates(seed, shift=shift) for seed in range(6))
    assert result.verdict == "wrong" and result.scale == 1.0
    assert result.shift_px == pytest.approx(shift, abs=0.75)
    assert f"off by ({result.shift_px[0]:+.0f}, {result.shift_px[1]:+.0f}) px" in result.text
    assert "aligned_depth_to_color" in result.text and "extrinsics" in result.text


def test_color_of_another_field_of_view_is_wrong_and_the_scale_is_told():
    result = verdict_of(plates(seed, scale=0.9) for seed in range(6))
    assert result.verdict == "wrong"
    assert result.scale == pytest.approx(0.9, abs=0.025) and result.shift_px == pytest.approx((0, 0), abs=1.1)


def test_color_that_is_off_by_less_than_is_set_counts_as_registered():
    """1 px of 160 is 0.6 % of the width; 0.9 % are allowed."""
    assert verdict_of(plates(seed, shift=(1, 0)) for seed in range(6)).verdict == "registered"


def test_room_without_texture_is_undecided():
    result = verdict_of(plates(seed, textured=False) for seed in range(6))
    assert result.verdict == "undecided"


def test_room_without_edges_of_depth_is_undecided_and_says_why():
    flat = [
        Frame(seed, plates(seed).color, np.full((120, 160), 3.0, np.float32), CAMERA, plates(seed).T_map_camera)
        for seed in range(6)
    ]
    result = verdict_of(flat)
    assert (result.verdict, result.looks) == ("undecided", 0) and "0 of 4 views" in result.text


def test_one_view_seen_many_times_decides_nothing():
    result = verdict_of([plates(0, shift=(4, 0))] * 20)
    assert (result.verdict, result.looks) == ("undecided", 1)


def test_a_single_odd_view_does_not_decide():
    frames = [plates(seed, textured=False) for seed in range(5)] + [plates(9, shift=(4, 0))]
    assert verdict_of(frames).verdict == "undecided"


def test_every_n_th_frame_is_looked_at_and_0_never_looks():
    check = RegistrationCheck(RegistrationSettings(every_n_frames=3))
    looked = [check.update(plates(seed)) is not None for seed in range(7)]
    assert looked == [True, False, False, True, False, False, True]
    assert verdict_of((plates(seed) for seed in range(6)), RegistrationSettings(every_n_frames=0)).looks == 0


def test_edges_are_the_last_near_pixels_also_across_the_shadow_of_the_sensor():
    """A near plate in columns 2 to 4 of 8; to its right a column without a reading, then the wall."""
    depth = np.full((3, 8), 3.0, np.float32)
    depth[:, 2:5] = 1.0
    depth[:, 5] = np.nan
    columns = sorted({int(column) for column, _ in _depth_edges(depth)})
    assert columns == [2, 4]


def test_what_is_infinitely_far_is_no_edge():
    depth = np.full((3, 8), 3.0, np.float32)
    depth[:, 4:] = np.inf
    assert len(_depth_edges(depth)) == 0


def test_frames_of_any_size_are_measured():
    small = plates(0)
    large = Frame(
        0,
        small.color.repeat(5, axis=0).repeat(5, axis=1),
        small.depth.repeat(5, axis=0).repeat(5, axis=1),
        Intrinsics(width=800, height=600, fx=500.0, fy=500.0, cx=400.0, cy=300.0),
        small.T_map_camera,
    )
    a, b = edge_agreement(small), edge_agreement(large)
    assert a is not None and b is not None and a.shape == b.shape
