"""The whole surface as one welded, colored triangle mesh, and its PLY file: on request, not per frame."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.errors import MappingError
from situated_qa.mapping.blocks import BLOCK, VOXELS
from situated_qa.mapping.tsdf import TSDFVolume

_CHUNK = 4  # blocks along an edge that are meshed together
_NEAREST_TO_ZERO = 16  # of 32767: keeps every vertex off the voxels themselves, so that it names one edge
_ON_LATTICE = 1e-4  # voxels


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles, counter-clockwise as seen from free space."""

    vertices: np.ndarray  # (V, 3) float32, m, map frame
    triangles: np.ndarray  # (F, 3) int32
    colors: np.ndarray  # (V, 3) uint8, RGB


@dataclass(frozen=True, slots=True, eq=False)
class Voxels:
    """A copy of what a volume holds: meshing a home takes many seconds, in which frames go on coming."""

    coords: np.ndarray  # (B, 3) int32 block coordinates
    tsdf: np.ndarray  # (B, 8, 8, 8) int16, indexed z, y, x; truncated distance in 1/32767 of the truncation
    weight: np.ndarray  # (B, 8, 8, 8) uint8 observations
    rgba: np.ndarray  # (B, 8, 8, 8) uint32, R in the lowest byte
    voxel_size_m: float


def copy_voxels(volume: TSDFVolume) -> Voxels:
    """What a volume holds now; 0.2 GB for a home at 2 cm."""
    pools, n = volume.store.pools, volume.block_count
    shape = (n, BLOCK, BLOCK, BLOCK)
    tsdf, weight, rgba = (
        pool[: n * VOXELS].numpy().copy().reshape(shape) if n else np.zeros(shape, kind)
        for pool, kind in ((pools.tsdf, np.int16), (pools.weight, np.uint8), (pools.rgba, np.uint32))
    )
    return Voxels(volume.block_coords(np.arange(n)).copy(), tsdf, weight, rgba, volume.settings.voxel_size_m)


def extract_mesh(volume: TSDFVolume | Voxels, min_weight: int = 2) -> Mesh:
    """Mesh the zero level where all eight corners of a cube were observed.

    Args:
        volume: a volume that nobody else uses meanwhile, or a copy of one.
        min_weight: observations that each corner needs.

    Returns:
        The mesh; no vertices and no triangles when nothing was mapped. Triangles of neighboring chunks share vertices.

    Raises:
        MappingError: scikit-image is missing.

    Source: Lewiner et al. 2003 (marching cubes 33), as in scikit-image.
    """
    voxels = volume if isinstance(volume, Voxels) else copy_voxels(volume)
    vertices, keys, faces, colors, count = [], [], [], [], 0
    for low, value, seen, rgba in _chunks(voxels, min_weight):
        found = _march(value, seen)
        if found is None:
            continue
        local, triangles = found
        vertices.append(local + low)
        keys.append(_edge_keys(local, low))
        colors.append(_vertex_colors(local, rgba))
        faces.append(triangles + count)
        count += len(local)
    if not count:
        return Mesh(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32), np.zeros((0, 3), np.uint8))
    _, first, index = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
    return Mesh(
        vertices=(np.concatenate(vertices)[first] * voxels.voxel_size_m).astype(np.float32),
        triangles=index.reshape(-1)[np.concatenate(faces)].astype(np.int32),
        colors=np.concatenate(colors)[first],
    )


def write_ply(mesh: Mesh, path: str | Path) -> None:
    """Write a binary little-endian PLY with vertex colors; the file appears whole or not at all.

    Raises:
        MappingError: the file cannot be written.
    """
    path = Path(path)
    header = (
        "ply\nformat binary_little_endian 1.0\ncomment meters, map frame\n"
        f"element vertex {len(mesh.vertices)}\n"
        "property float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
        f"element face {len(mesh.triangles)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    vertices = np.empty(len(mesh.vertices), [("xyz", "<f4", 3), ("rgb", "u1", 3)])
    vertices["xyz"], vertices["rgb"] = mesh.vertices, mesh.colors
    faces = np.empty(len(mesh.triangles), [("n", "u1"), ("abc", "<i4", 3)])
    faces["n"], faces["abc"] = 3, mesh.triangles
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        partial.write_bytes(header.encode("ascii") + vertices.tobytes() + faces.tobytes())
        os.replace(partial, path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise MappingError(f"cannot write the mesh to {path}: {error}") from error


def _chunks(voxels: Voxels, min_weight: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Dense pieces of the map that overlap by one voxel: lowest voxel (3,); values, observed, colors by x, y, z."""
    coords, tsdf, weight, rgba = voxels.coords, voxels.tsdf, voxels.weight, voxels.rgba
    slots = {key: slot for slot, key in enumerate(map(tuple, coords.tolist()))}
    size = _CHUNK * BLOCK + 1
    for cx, cy, cz in np.unique(coords // _CHUNK, axis=0).tolist():
        value = np.full((size,) * 3, 32767.0, np.float32)
        seen = np.zeros((size,) * 3, bool)
        color = np.zeros((size,) * 3, np.uint32)
        for dx, dy, dz in np.ndindex(_CHUNK + 1, _CHUNK + 1, _CHUNK + 1):
            slot = slots.get((cx * _CHUNK + dx, cy * _CHUNK + dy, cz * _CHUNK + dz))
            if slot is None:
                continue
            # The one voxel of overlap: of the blocks beyond the chunk only the first layer.
            take = tuple(slice(0, 1 if d == _CHUNK else BLOCK) for d in (dx, dy, dz))
            put = tuple(slice(d * BLOCK, min(d * BLOCK + BLOCK, size)) for d in (dx, dy, dz))
            value[put] = tsdf[slot].T[take]
            seen[put] = weight[slot].T[take] >= min_weight
            color[put] = rgba[slot].T[take]
        value[~seen] = 32767.0
        value = np.where(value < 0, np.minimum(value, -_NEAREST_TO_ZERO), np.maximum(value, _NEAREST_TO_ZERO))
        yield np.array([cx, cy, cz]) * (_CHUNK * BLOCK), value, seen, color


def _march(value: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Vertices (V, 3) in voxels of the chunk and triangles (F, 3) in cubes whose eight corners were all seen."""
    try:
        from skimage.measure import marching_cubes
    except ImportError as error:
        raise MappingError("a mesh needs scikit-image: pip install scikit-image") from error
    if not seen.any() or value[seen].min() >= 0.0:
        return None
    vertices, faces, _, _ = marching_cubes(value, 0.0, gradient_direction="descent")
    whole = seen[:-1] & seen[1:]
    whole = whole[:, :-1] & whole[:, 1:]
    whole = whole[:, :, :-1] & whole[:, :, 1:]
    # A triangle in the chunk's last layer of voxels rounds into a cube beyond it: it belongs to the one before.
    cubes = np.minimum(np.floor(vertices[faces].mean(axis=1)).astype(np.int64), np.array(whole.shape) - 1)
    x, y, z = cubes.T
    faces = faces[whole[x, y, z]]
    if not len(faces):
        return None
    used, index = np.unique(faces, return_inverse=True)
    return vertices[used].astype(np.float64), index.reshape(-1, 3)


def _edge_keys(local: np.ndarray, low: np.ndarray) -> np.ndarray:
    """(V,) int64 that name the edge (or cube, for the rare vertex inside one) on which each vertex lies."""
    nearest = np.rint(local)
    doubled = np.where(np.abs(local - nearest) < _ON_LATTICE, 2 * nearest, 2 * np.floor(local) + 1).astype(np.int64)
    x, y, z = (doubled + 2 * low).T + (1 << 20)
    return (x << 42) | (y << 21) | z


def _vertex_colors(local: np.ndarray, rgba: np.ndarray) -> np.ndarray:
    """(V, 3) uint8: the nearer end's color, or the other's where that one never took any."""
    near = np.rint(local).astype(np.int64)
    far = np.floor(local).astype(np.int64) + np.ceil(local).astype(np.int64) - near
    first, second = rgba[tuple(near.T)], rgba[tuple(far.T)]
    chosen = np.where(first >> 24, first, second)
    return np.stack([chosen & 255, chosen >> 8 & 255, chosen >> 16 & 255], axis=1).astype(np.uint8)
