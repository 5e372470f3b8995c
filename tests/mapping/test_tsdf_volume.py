"""The volume: distances, colours, growth, limits, and what must be refused loudly."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from analytic_views import CAMERA, DEVICE, flat, frame, in_order, look_at, plane_depth, sphere_depth, sphere_views

from situated_qa.errors import MappingError, SettingsError
from situated_qa.geometry import Intrinsics, Transform
from situated_qa.mapping.surface import SurfaceMap, SurfaceSettings, extract_points
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume

pytest.importorskip("warp", reason="the map needs warp-lang")
VOXEL = 0.02


def volume(**settings: object) -> TSDFVolume:
    return TSDFVolume(MappingSettings(device=DEVICE, **settings))  # type: ignore[arg-type]


def surface_points(of: TSDFVolume, min_weight: int = 1) -> np.ndarray:
    return extract_points(of, of.changed_since(0), min_weight)[2]


def test_distance_to_a_wall_is_read_back():
    v = volume()
    done = v.integrate(frame(flat(1.0)))
    assert done.index == 1 and done.blocks == done.new_blocks == v.block_count > 0
    values, weights = v.tsdf_at(np.array([[0, 0, 0.97], [0, 0, 1.0], [0, 0, 1.05], [0, 0, 0.4], [0, 0, -3.0]]))
    assert values[:3] == pytest.approx([0.03, 0.0, -0.05], abs=1e-4)
    assert np.isnan(values[3:]).all()
    assert weights.tolist() == [1, 1, 1, 0, 0]
    in_front, _ = v.tsdf_at(np.array([[0, 0, 0.90]]))
    assert in_front == pytest.approx([0.08], abs=1e-4), "clipped to the truncation of four voxels"


def test_color_of_a_wall_is_read_back_and_free_space_has_none():
    v = volume()
    v.integrate(frame(flat(1.0), color=(200, 30, 90)))
    v.integrate(frame(flat(1.0), color=(100, 30, 90)))
    colors, counts = v.colors_at(np.array([[0, 0, 1.0], [0.013, 0.007, 1.03], [0, 0, 0.5], [0, 0, -3.0]]))
    assert colors[0].tolist() == [150, 30, 90] == colors[1].tolist(), "the mean of two observations"
    assert colors[2:].tolist() == [[0, 0, 0]] * 2
    assert counts.tolist() == [2, 2, 0, 0]


def test_color_between_two_halves_is_between_their_colors():
    """The voxel at x = -0.02 is black and the one at 0 has 200: three quarters of the way there are 150."""
    image = np.zeros((CAMERA.height, CAMERA.width, 3), np.uint8)
    image[:, 80:] = 200
    v = volume()
    v.integrate(frame(flat(1.0), color=image))
    colors, _ = v.colors_at(np.array([[-0.1, 0, 1.0], [0.1, 0, 1.0], [-0.005, 0, 1.0]]))
    assert colors[0].tolist() == [0, 0, 0] and colors[1].tolist() == [200, 200, 200]
    assert colors[2].tolist() == [150, 150, 150]


def test_colors_at_refuses_what_is_no_point():
    with pytest.raises(MappingError, match="colors_at needs finite points"):
        volume().colors_at(np.array([[0.0, np.nan, 0.0]]))


def test_no_points_have_no_colors():
    colors, counts = volume().colors_at(np.zeros((0, 3)))
    assert colors.shape == (0, 3) and counts.shape == (0,)


def test_what_few_frames_have_shown_in_a_box_is_forgotten_and_its_blocks_count_as_changed():
    v = volume()
    v.integrate(frame(flat(1.0)))
    low, high = np.array([-0.05, -0.05, 0.8]), np.array([0.05, 0.05, 1.2])
    places = np.array([[0.0, 0.0, 1.0], [0.04, 0.04, 1.0], [0.08, 0.0, 1.0]])  # the last one is beside the box
    assert v.forget(low, high, 0) == 0
    assert v.forget(low, high, 1) >= 25 * 5  # voxels -2 … 2 across, and a few along the ray
    assert v.tsdf_at(places)[1].tolist() == [0, 0, 1]
    assert len(v.changed_since(1)) > 0
    assert v.forget(low, high, 1) == 0, "nothing is left"
    assert len(v.changed_since(2)) == 0


def test_what_more_frames_have_shown_is_not_forgotten():
    v = volume()
    for _ in range(3):
        v.integrate(frame(flat(1.0)))
    everywhere = np.full(3, -5.0), np.full(3, 5.0)
    assert v.forget(*everywhere, 2) == 0
    assert v.forget(*everywhere, 3) > 0
    assert np.isnan(v.tsdf_at(np.array([[0.0, 0.0, 1.0]]))[0]).all()


def test_what_was_carried_away_is_cleared_everywhere_while_a_spot_is_forgotten_after_each_frame():
    v = volume(clear_every=4)
    for _ in range(3):
        v.integrate(frame(flat(1.0)))
    y, x = np.mgrid[-0.3:0.3:13j, -0.4:0.4:17j]
    wall = np.stack([x.ravel(), y.ravel(), np.full(x.size, 1.0)], axis=1)
    assert (np.abs(v.tsdf_at(wall)[0]) < 1e-3).all()
    for _ in range(80):  # 20 turns of each block
        v.integrate(frame(flat(2.0)))
        assert v.forget(np.array([-0.1, -0.1, 1.9]), np.array([0.1, 0.1, 2.1]), 1) > 0
    assert (v.tsdf_at(wall)[0] > 0.05).all()


def test_slanted_plane_is_mapped_within_half_a_voxel():
    normal, offset = np.array([1.0, 2.0, 2.0]) / 3.0, 0.5
    v = volume()
    for position in ((2.0, 1.5, 2.0), (1.5, 2.0, 1.0), (0.5, 1.0, 2.2)):
        pose = look_at(position, tuple(normal * offset))
        v.integrate(frame(plane_depth(CAMERA, pose, normal, offset), pose))
    distance = np.abs(surface_points(v) @ normal - offset)
    assert len(distance) > 1000
    assert np.percentile(distance, 99) < VOXEL / 2


def test_sphere_is_mapped_within_half_a_voxel():
    center, radius = np.array([0.1, -0.2, 0.9]), 0.3
    v = volume()
    for view in sphere_views(center, radius):
        v.integrate(view)
    error = np.abs(np.linalg.norm(surface_points(v, 2) - center, axis=1) - radius)
    assert len(error) > 1000
    assert np.median(error) < VOXEL / 4
    assert np.percentile(error, 99) < VOXEL / 2


def test_two_colours_average():
    v = volume()
    v.integrate(frame(flat(1.0), color=(100, 0, 250)))
    v.integrate(frame(flat(1.0), color=(200, 50, 251)))
    colors = extract_points(v, v.changed_since(0), 2)[3]
    assert len(colors) > 100
    assert np.unique(colors, axis=0).tolist() in ([[150, 25, 250]], [[150, 25, 251]])


def test_free_space_gives_no_colour_to_what_comes_later():
    v = volume(clear_every=1)
    v.integrate(frame(flat(1.0), color=(10, 10, 10)))
    for _ in range(3):
        v.integrate(frame(flat(1.3), color=(0, 0, 0)))
    v.integrate(frame(flat(1.18), color=(200, 200, 200)))
    slots = v.changed_since(0)
    rgba = v.store.pools.rgba.numpy().reshape(-1, 512)[slots]
    weight = v.store.pools.weight.numpy().reshape(-1, 512)[slots]
    tsdf = v.store.pools.tsdf.numpy().reshape(-1, 512)[slots]
    assert (rgba[(weight > 0) & (tsdf == 32767)] >> 24 <= 1).all(), "observed only as free: no colour was counted"


def test_a_voxel_takes_the_pixel_whose_centre_is_nearest():
    camera = Intrinsics(8, 4, 20.0, 20.0, 3.0, 2.0)
    columns = np.broadcast_to((np.arange(8) * 30)[None, :, None], (4, 8, 3)).astype(np.uint8)
    v = volume()
    v.integrate(frame(flat(0.99, camera), camera=camera, color=columns))
    _, _, points, colors = extract_points(v, v.changed_since(0), 1)
    # u = 3 + 20 x / z: x = 0.02 lands at 3.4 (pixel 3), 0.04 at 3.8 (4), 0.08 at 4.6 (5), -0.04 at 2.2 (2).
    for x, pixel in ((0.0, 3), (0.02, 3), (0.04, 4), (0.08, 5), (-0.04, 2)):
        seen = colors[np.isclose(points[:, 0], x, atol=1e-4)]
        assert len(seen) and (seen == 30 * pixel).all(), (x, pixel, np.unique(seen))


@pytest.mark.parametrize("nothing", [0.0, np.nan, -1.0, np.inf, 0.05])
def test_frame_without_any_return_changes_nothing(nothing: float):
    v = volume()
    v.integrate(frame(flat(1.0)))
    before = in_order(surface_points(v))
    done = v.integrate(frame(flat(nothing)))
    assert (done.blocks, done.new_blocks, done.cleared_blocks, done.refused_blocks) == (0, 0, 0, 0)
    assert len(v.changed_since(done.index - 1)) == 0
    assert np.array_equal(in_order(surface_points(v)), before)


def test_holes_in_the_depth_leave_holes_in_the_map():
    depth = flat(1.0)
    depth[:, :80] = np.nan
    v = volume()
    v.integrate(frame(depth))
    assert (surface_points(v)[:, 0] >= 0.0).all()
    assert v.tsdf_at(np.array([[0.2, 0, 1.0], [-0.2, 0, 1.0]]))[1].tolist() == [1, 0]


def test_readings_beyond_the_range_make_no_surface():
    v = volume(max_depth_m=2.0)
    assert v.integrate(frame(flat(2.5))).blocks == 0
    assert v.block_count == 0


def test_a_surface_seen_from_beyond_the_range_is_not_cleared():
    near = look_at((0.0, 0.0, 1.0), (0.0, 1.0, 1.0))
    far = look_at((0.0, -2.0, 1.0), (0.0, 1.0, 1.0))
    v = volume(max_depth_m=2.0, clear_every=1)
    for _ in range(2):
        v.integrate(frame(flat(1.5), near))  # a wall at y = 1.5
    before = in_order(surface_points(v))
    for _ in range(30):  # its reading from here is 3.5 m: more than the range, and no reason to think it gone
        v.integrate(frame(flat(3.5), far))
    assert len(before) > 100
    assert np.array_equal(in_order(surface_points(v)), before)


def test_what_lies_nearer_than_the_range_is_cleared_by_a_reading_beyond_it():
    near = look_at((0.0, 0.0, 1.0), (0.0, 1.0, 1.0))
    v = volume(max_depth_m=2.0, clear_every=1)
    v.integrate(frame(flat(1.0), near))
    for _ in range(30):
        v.integrate(frame(flat(3.5), near))
    left = surface_points(v)
    assert not (np.abs(left[:, [0, 2]] - [0.0, 1.0]) < 0.25).all(axis=1).any()  # at the border blocks are half unseen


def test_what_was_carried_away_disappears():
    pose = look_at((0.0, -1.5, 1.0), (0.0, 0.0, 1.0))
    wall = plane_depth(CAMERA, pose, np.array([0.0, 1.0, 0.0]), 1.0)
    ball = sphere_depth(CAMERA, pose, np.array([0.0, 0.0, 1.0]), 0.3)
    v = volume(max_weight=16)
    for _ in range(16):
        v.integrate(frame(np.fmin(wall, ball), pose))
    assert (surface_points(v)[:, 1] < 0.5).any()
    cleared = sum(v.integrate(frame(wall, pose)).cleared_blocks for _ in range(60))
    assert cleared > 0
    left = surface_points(v)
    assert (left[:, 1] > 0.9).all() and len(left) > 1000


def test_growing_pools_keep_the_map():
    views = sphere_views(np.array([0.3, 0.2, 0.8]), 0.3)
    small, large = volume(initial_blocks=16), volume(initial_blocks=4096)
    for view in views:
        a, b = small.integrate(view), large.integrate(view)
        assert (a.blocks, a.new_blocks) == (b.blocks, b.new_blocks)
    assert small.store.capacity < 4096 and small.block_count == large.block_count > 16
    assert np.array_equal(in_order(surface_points(small)), in_order(surface_points(large)))


def test_a_full_volume_refuses_new_blocks_loudly_and_keeps_the_old(caplog: pytest.LogCaptureFixture):
    v = volume(max_memory_mb=1)
    v.integrate(frame(flat(0.5)))
    before = v.block_count
    with caplog.at_level(logging.ERROR):
        done = v.integrate(frame(flat(3.5)))
    assert done.refused_blocks > 0 and v.refused_blocks == done.refused_blocks
    assert before < v.block_count == v.store.max_blocks
    assert "max_memory_mb" in caplog.text and str(done.refused_blocks) in caplog.text
    again = v.integrate(frame(flat(0.5)))
    assert again.blocks == before and again.refused_blocks == 0
    assert v.nbytes < 4_000_000


def test_changed_blocks_are_those_touched_since():
    v = volume()
    first = v.integrate(frame(flat(1.0)))
    second = v.integrate(frame(flat(3.0)))
    assert len(v.changed_since(0)) == v.block_count
    assert len(v.changed_since(first.index)) == second.blocks + second.cleared_blocks
    assert len(v.changed_since(second.index)) == 0
    coords = v.block_coords(v.changed_since(first.index))
    assert coords[:, 2].max() == 19, "3.0 m + 8 cm of truncation is voxel 154, in block 19"


def test_a_pose_beyond_the_map_is_refused():
    far = Transform(np.eye(3), np.array([1e6, 0.0, 0.0]))
    with pytest.raises(MappingError, match="1000000"):
        volume().integrate(frame(flat(1.0), far))
    with pytest.raises(MappingError, match="finite"):
        volume().tsdf_at(np.array([[np.nan, 0, 0]]))


def test_cuda_without_a_device_is_an_error():
    import warp as wp

    wp.init()
    if wp.get_cuda_device_count():
        pytest.skip("this machine has a CUDA device")
    with pytest.raises(MappingError, match="no CUDA device"):
        TSDFVolume(MappingSettings(device="cuda"))


def test_auto_says_which_device_it_took(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO):
        v = TSDFVolume(MappingSettings(device="auto"))
    assert f"TSDF device: {v.device} (auto)" in caplog.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"voxel_size_m": 0.0},
        {"device": "gpu"},
        {"max_weight": 300},
        {"min_depth_m": 5.0},
        {"max_memory_mb": 0},
        {"max_depth_m": 10.0, "voxel_size_m": 0.005},
    ],
)
def test_wrong_settings_name_themselves(wrong: dict[str, object]):
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        MappingSettings(**wrong)  # type: ignore[arg-type]


def test_weight_stops_at_its_cap():
    v = volume(max_weight=3)
    for _ in range(5):
        v.integrate(frame(flat(1.0)))
    assert v.tsdf_at(np.array([[0.0, 0.0, 1.0]]))[1].tolist() == [3]


def test_an_image_of_another_size_is_fine():
    small = Intrinsics(80, 60, 65.0, 65.0, 39.5, 29.5)
    v = volume()
    v.integrate(frame(flat(1.0)))
    v.integrate(frame(flat(1.0, small), camera=small))
    v.integrate(frame(flat(1.0)))
    assert v.tsdf_at(np.array([[0.0, 0.0, 1.0]]))[1].tolist() == [3]
    assert surface_points(v, SurfaceSettings().min_weight)[:, 2] == pytest.approx(1.0, abs=1e-3)


def test_a_surface_map_follows_one_volume():
    surface = SurfaceMap()
    surface.update(volume())
    with pytest.raises(MappingError, match="one volume"):
        surface.update(volume())
