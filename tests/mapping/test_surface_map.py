"""The incremental surface: what updates say adds up to what the volume holds."""

from __future__ import annotations

import numpy as np
import pytest
from analytic_views import CAMERA, DEVICE, flat, frame, in_order, look_at, plane_depth, sphere_depth, sphere_views

from situated_qa.mapping.surface import SurfaceMap, SurfaceSettings, extract_points
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume

pytest.importorskip("warp", reason="the map needs warp-lang")


def moving_ball() -> list:
    """A wall with a ball in front that jumps aside: surface comes, changes and goes."""
    frames = []
    for k in range(24):
        pose = look_at((0.3 * np.sin(k), -1.5, 1.0), (0.0, 0.0, 1.0))
        wall = plane_depth(CAMERA, pose, np.array([0.0, 1.0, 0.0]), 0.8)
        ball = sphere_depth(CAMERA, pose, np.array([0.4 if k < 6 else -0.4, 0.0, 1.0]), 0.25)
        frames.append(frame(np.fmin(wall, ball), pose, color=(10 * k, 100, 0)))
    return frames


def test_incremental_surface_is_the_surface_from_scratch():
    volume = TSDFVolume(MappingSettings(device=DEVICE, max_weight=4, clear_every=2, initial_blocks=64))
    surface = SurfaceMap(SurfaceSettings(min_weight=2))
    told: dict[tuple[int, int, int], tuple[np.ndarray, np.ndarray]] = {}
    emptied = 0
    for view in moving_ball():
        volume.integrate(view)
        update = surface.update(volume)
        told.update({key: (points, colors) for key, points, colors in update.blocks()})
        for key in map(tuple, update.emptied.tolist()):
            del told[key]  # a KeyError here: it was never told of
            emptied += 1
    assert emptied > 0, "the ball left blocks behind"
    _, _, points, colors = extract_points(volume, volume.changed_since(0), 2)
    whole = in_order(np.hstack([points, colors]))
    assert len(whole) > 1000
    assert np.array_equal(in_order(np.hstack([surface.points(), surface.colors()])), whole)
    assert np.array_equal(in_order(np.concatenate([np.hstack(pc) for pc in told.values()])), whole)


def test_crossings_at_block_borders_are_found_once():
    # 0.79 m lies between voxel 39 (last of block 4) and voxel 40 (first of block 5).
    volume = TSDFVolume(MappingSettings(device=DEVICE))
    volume.integrate(frame(flat(0.79)))
    slots, counts, points, _ = extract_points(volume, volume.changed_since(0), 1)
    assert points[:, 2] == pytest.approx(0.79, abs=1e-3)
    assert set(volume.block_coords(slots[counts > 0])[:, 2].tolist()) == {4}
    columns = np.rint(points[:, :2] / 0.02).astype(int)
    assert len(np.unique(columns, axis=0)) == len(columns)
    x, y = columns.T
    assert len(columns) == (np.ptp(x) + 1) * (np.ptp(y) + 1), "no column of the wall is missing, at no border"


def test_an_update_without_news_is_empty():
    volume, surface = TSDFVolume(MappingSettings(device=DEVICE)), SurfaceMap()
    empty = surface.update(volume)
    assert (len(empty.keys), len(empty.points), len(empty.emptied)) == (0, 0, 0)
    for view in sphere_views(np.array([0.0, 0.0, 1.0]), 0.3)[:4]:
        volume.integrate(view)
    first = surface.update(volume)
    assert len(first.points) == len(surface.points()) > 0 and first.index == 4
    again = surface.update(volume)
    assert (len(again.keys), len(again.points), len(again.emptied)) == (0, 0, 0)
    assert again.offsets.tolist() == [0]
    assert len(surface.points()) == len(first.points)


def test_min_weight_hides_what_was_seen_once():
    volume = TSDFVolume(MappingSettings(device=DEVICE))
    once, twice = SurfaceMap(SurfaceSettings(min_weight=1)), SurfaceMap(SurfaceSettings(min_weight=2))
    volume.integrate(frame(flat(1.0)))
    assert len(once.update(volume).points) > 0 and len(twice.update(volume).points) == 0
    volume.integrate(frame(flat(1.0)))
    assert len(twice.update(volume).points) == len(once.update(volume).points) > 0


def test_types_are_as_published():
    volume, surface = TSDFVolume(MappingSettings(device=DEVICE)), SurfaceMap(SurfaceSettings(min_weight=1))
    volume.integrate(frame(flat(1.0)))
    update = surface.update(volume)
    assert (update.points.dtype, update.colors.dtype, update.keys.dtype) == (np.float32, np.uint8, np.int32)
    assert update.offsets[-1] == len(update.points) == len(update.colors)
    block = 8 * 0.02
    for key, points, _ in update.blocks():
        low = np.array(key) * block
        assert ((points > low - 1e-5) & (points < low + block + 1e-5)).all()
