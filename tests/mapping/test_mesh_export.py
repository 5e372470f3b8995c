"""The mesh: closed where it should be, right side out, readable by others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from analytic_views import DEVICE, flat, frame, sphere_views

from situated_qa.errors import MappingError
from situated_qa.mapping.mesh import Mesh, extract_mesh, write_ply
from situated_qa.mapping.tsdf import MappingSettings, TSDFVolume

pytest.importorskip("warp", reason="the map needs warp-lang")
pytest.importorskip("skimage", reason="meshes need scikit-image")

CENTER, RADIUS = np.array([0.05, 0.07, 0.03]), 0.3  # across eight chunks


@pytest.fixture(scope="module")
def ball() -> Mesh:
    volume = TSDFVolume(MappingSettings(device=DEVICE))
    for view in sphere_views(CENTER, RADIUS):
        volume.integrate(view)
    return extract_mesh(volume)


def test_mesh_of_a_ball_is_closed_and_of_its_size(ball: Mesh):
    trimesh = pytest.importorskip("trimesh")
    radii = np.linalg.norm(ball.vertices - CENTER, axis=1)
    assert np.median(radii) == pytest.approx(RADIUS, abs=0.005)
    assert np.percentile(np.abs(radii - RADIUS), 99) < 0.01
    # Silhouettes leave shreds behind the surface; the ball itself is the largest piece and must be welded shut.
    solid = trimesh.Trimesh(ball.vertices, ball.triangles, process=False)
    body = max(solid.split(only_watertight=False), key=lambda piece: len(piece.faces))
    assert len(body.faces) > 0.95 * len(ball.triangles)
    assert body.is_watertight and body.is_winding_consistent
    assert body.volume == pytest.approx(4 / 3 * np.pi * RADIUS**3, rel=0.05), "positive: wound to face free space"


def test_vertices_are_shared_and_coloured(ball: Mesh):
    assert len(np.unique(ball.vertices, axis=0)) == len(ball.vertices)
    assert (ball.vertices.dtype, ball.triangles.dtype, ball.colors.dtype) == (np.float32, np.int32, np.uint8)
    assert np.unique(ball.triangles).tolist() == list(range(len(ball.vertices))), "no vertex without a triangle"
    assert np.unique(ball.colors, axis=0).tolist() == [[100, 150, 200]]


def test_wall_mesh_lies_on_the_wall():
    volume = TSDFVolume(MappingSettings(device=DEVICE))
    for _ in range(2):
        volume.integrate(frame(flat(1.0)))
    mesh = extract_mesh(volume)
    assert mesh.vertices[:, 2] == pytest.approx(1.0, abs=1e-3)
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] < 0).all(), "faces the camera, which looks along +z"


def test_ply_is_read_back_by_others(ball: Mesh, tmp_path: Path):
    trimesh = pytest.importorskip("trimesh")
    write_ply(ball, tmp_path / "ball.ply")
    read = trimesh.load(tmp_path / "ball.ply", process=False)
    assert np.array_equal(read.vertices.astype(np.float32), ball.vertices)
    assert np.array_equal(read.faces, ball.triangles)
    assert np.array_equal(read.visual.vertex_colors[:, :3], ball.colors)
    assert [path.name for path in tmp_path.iterdir()] == ["ball.ply"]


def test_empty_volume_gives_an_empty_mesh(tmp_path: Path):
    mesh = extract_mesh(TSDFVolume(MappingSettings(device=DEVICE)))
    assert (mesh.vertices.shape, mesh.triangles.shape, mesh.colors.shape) == ((0, 3), (0, 3), (0, 3))
    write_ply(mesh, tmp_path / "empty.ply")
    assert b"element vertex 0" in (tmp_path / "empty.ply").read_bytes()


def test_unwritable_path_is_a_clear_error(ball: Mesh, tmp_path: Path):
    with pytest.raises(MappingError, match="nowhere"):
        write_ply(ball, tmp_path / "nowhere" / "ball.ply")


def test_a_surface_in_the_last_layer_of_a_chunk_is_meshed():
    from situated_qa.mapping.mesh import _march

    value = np.full((33, 33, 33), -32767.0, np.float32)
    value[32] = 0.5  # the crossing rounds to x = 32.0 in float32, which is no cube's lower corner
    vertices, faces = _march(value, np.ones(value.shape, bool))
    assert vertices[:, 0].min() > 31.99
    assert len(faces) == 2 * 32 * 32
