"""The map on a CUDA device: what the CPU makes of the same frames, so it runs only where there is such a device.

`SITUATED_QA_TEST_MAP_DEVICE=cuda pytest tests/mapping` runs the other tests of the map there, too.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from analytic_views import flat, frame, sphere_views

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import box_room  # noqa: E402 - found through the line above
from situated_qa.geometry import Transform  # noqa: E402
from situated_qa.mapping.occupancy import OccupancyGrid  # noqa: E402
from situated_qa.mapping.surface import SurfaceMap  # noqa: E402
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume  # noqa: E402

wp = pytest.importorskip("warp", reason="the map needs warp-lang")


@pytest.fixture(autouse=True)
def cuda_device():
    wp.init()
    if not wp.get_cuda_device_count():
        pytest.skip("this machine has no CUDA device")


def test_auto_takes_the_cuda_device():
    assert TSDFVolume(MappingSettings(device="auto")).device == "cuda:0"


def test_a_ball_seen_from_all_around_has_the_same_distances_and_colors_on_both_devices():
    center, radius = np.array([0.0, 0.0, 0.0]), 0.3
    volumes = [TSDFVolume(MappingSettings(device=device, clear_every=3)) for device in ("cpu", "cuda")]
    for view in sphere_views(center, radius):
        on_cpu, on_cuda = (volume.integrate(view) for volume in volumes)
        assert abs(on_cpu.blocks - on_cuda.blocks) <= 0.01 * on_cpu.blocks, "blocks at the edge may round apart"
    rng = np.random.default_rng(0)
    directions = rng.normal(size=(2000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    points = directions * rng.uniform(radius - 0.04, radius + 0.04, (2000, 1))
    (ours, weights), (theirs, others) = (volume.tsdf_at(points) for volume in volumes)
    known = np.isfinite(ours) & np.isfinite(theirs)
    assert known.sum() > 1900
    assert np.median(np.abs(ours - theirs)[known]) < 1e-5
    assert np.quantile(np.abs(ours - theirs)[known], 0.99) < 2e-3
    assert np.mean(weights == others) > 0.97
    colors = [volume.colors_at(points[known])[0].astype(int) for volume in volumes]
    assert np.quantile(np.abs(colors[0] - colors[1]), 0.99) <= 2


def test_the_surface_points_of_both_devices_lie_on_the_ball():
    radius = 0.3
    counts = []
    for device in ("cpu", "cuda"):
        volume, surface = TSDFVolume(MappingSettings(device=device)), SurfaceMap()
        for view in sphere_views(np.zeros(3), radius):
            volume.integrate(view)
            surface.update(volume)
        distances = np.linalg.norm(surface.points(), axis=1)
        assert np.median(np.abs(distances - radius)) < 0.005
        counts.append(len(distances))
    assert counts[1] == pytest.approx(counts[0], rel=0.01)


def test_what_was_carried_away_is_cleared_on_the_cuda_device():
    volume = TSDFVolume(MappingSettings(device="cuda", clear_every=1))
    volume.integrate(frame(flat(1.0)))
    near = np.array([[0.0, 0.0, 1.0]])
    assert np.isfinite(volume.tsdf_at(near)[0]).all()
    for _ in range(40):
        volume.integrate(frame(flat(2.0)))
    assert volume.tsdf_at(near)[0] > 0 or volume.tsdf_at(near)[1] == 0


def test_occupancy_of_a_room_is_the_same_on_both_devices():
    """The cameras are moved off the grid: where walls lie on edges of cells, rounding decides which cell they are in.

    There 0.8 % of the cells change on the CPU alone when depth changes by one part in ten million, and none do here.
    """
    grids = [OccupancyGrid(device=device) for device in ("cpu", "cuda")]
    for grid in grids:
        for index in range(12):
            view = box_room.frame(index)
            pose = Transform(view.T_map_camera.R, view.T_map_camera.t + np.array([0.013, 0.017, 0.021]))
            grid.integrate(replace(view, T_map_camera=pose))
    ours, theirs = (grid.evidence for grid in grids)
    assert ours.shape == theirs.shape
    assert np.mean(ours != 0) > 0.2
    assert np.mean(ours == theirs) > 0.999
