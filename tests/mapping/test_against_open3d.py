"""The same frames through Open3D's VoxelBlockGrid: the surfaces must agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from analytic_views import DEVICE

from situated_qa.mapping.surface import extract_points
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume
from situated_qa.sequences import Sequence

pytest.importorskip("warp", reason="the map needs warp-lang")
SEQUENCE = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "livingroom211"
VOXEL, MAX_DEPTH = 0.02, 4.0


@pytest.mark.skipif(not SEQUENCE.is_dir(), reason="the livingroom211 sequence is not beside this checkout")
def test_surface_agrees_with_open3d_on_a_real_sequence():
    o3d = pytest.importorskip("open3d", reason="the reference is Open3D")
    spatial = pytest.importorskip("scipy.spatial")
    core = o3d.core
    sequence = Sequence.open(SEQUENCE)
    volume = TSDFVolume(MappingSettings(device=DEVICE, voxel_size_m=VOXEL, max_depth_m=MAX_DEPTH, clear_every=0))
    grid = o3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight", "color"), (core.float32, core.uint16, core.uint16), (1, 1, 3), VOXEL, 8, 10_000,
        core.Device("CPU:0"),
    )  # fmt: skip
    c = sequence.camera
    K = core.Tensor(np.array([[c.fx, 0, c.cx], [0, c.fy, c.cy], [0, 0, 1.0]]))
    for number in range(0, 100, 10):
        frame = sequence.frame(number)
        volume.integrate(frame)
        depth_mm = np.nan_to_num(frame.depth * 1000.0).round().astype(np.uint16)
        depth, color = (o3d.t.geometry.Image(core.Tensor(image)) for image in (depth_mm, frame.color))
        T_camera_map = core.Tensor(frame.T_map_camera.inverse().as_matrix())
        blocks = grid.compute_unique_block_coordinates(depth, K, T_camera_map, 1000.0, MAX_DEPTH, 4.0)
        grid.integrate(blocks, depth, color, K, K, T_camera_map, 1000.0, MAX_DEPTH, 4.0)

    _, _, ours, our_colors = extract_points(volume, volume.changed_since(0), 3)
    cloud = grid.extract_point_cloud(2.5)  # Open3D wants more than this, we want at least three
    theirs, their_colors = cloud.point.positions.numpy(), cloud.point.colors.numpy() * 255.0
    assert min(len(ours), len(theirs)) > 10_000
    to_theirs, nearest = spatial.cKDTree(theirs).query(ours)
    to_ours, _ = spatial.cKDTree(ours).query(theirs)
    for distance in (to_theirs, to_ours):
        assert np.median(distance) < VOXEL / 8
        assert np.percentile(distance, 90) < VOXEL / 2
    assert np.median(np.abs(our_colors - their_colors[nearest])) < 8
