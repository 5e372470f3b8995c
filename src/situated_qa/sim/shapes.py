"""Plain meshes for what no catalog holds: walls, floors, doors, windows; and painting a model in one color."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from situated_qa.sim.catalog import Model

_BOX_FACES = np.array(
    [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4]]
    + [[1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7]]
)


def box(low: Sequence[float], high: Sequence[float], rgb: tuple[int, int, int]) -> Model:
    """A box between two corners, m, in one color."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    vertices = np.array([[x, y, z] for z in (z0, z1) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], np.float32)
    corners = vertices[_BOX_FACES]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    n = len(_BOX_FACES)
    return Model(
        vertices=vertices,
        faces=_BOX_FACES.astype(np.uint32),
        normals=np.repeat(normals[:, None], 3, axis=1).astype(np.float32),
        colors=np.tile(np.array(rgb, np.uint8), (n, 1)),
        texture=np.full(n, -1, np.int32),
        uv=np.zeros((n, 3, 2), np.float32),
    )


def floor(low: Sequence[float], high: Sequence[float], texture: np.ndarray, tile_m: float) -> Model:
    """A textured floor at z = 0 between two (2,) corners, m; the texture repeats every `tile_m`."""
    (x0, y0), (x1, y1) = low, high
    vertices = np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]], np.float32)
    faces = np.array([[0, 1, 2], [0, 2, 3]], np.uint32)
    normals = np.zeros((2, 3, 3), np.float32)
    normals[..., 2] = 1.0
    return Model(
        vertices=vertices,
        faces=faces,
        normals=normals,
        colors=np.full((2, 3), 128, np.uint8),
        texture=np.zeros(2, np.int32),
        uv=vertices[faces][..., :2] / tile_m,
        textures=(texture,),
    )


def planks(rng: np.random.Generator, rgb: tuple[int, int, int], size: int = 512, rows: int = 8) -> np.ndarray:
    """(size, size, 3) uint8 wooden planks that tile: each its own shade, with grain and dark joints."""
    image = np.empty((size, size, 3))
    height = size // rows
    for row in range(rows):
        shade = rng.uniform(0.88, 1.06)
        grain = np.cumsum(rng.normal(0, 1, height))
        grain = (grain - grain.mean()) / max(float(np.abs(grain).max()), 1.0) * 0.05
        image[row * height : (row + 1) * height] = np.array(rgb) * (shade + grain)[:, None, None]
        image[row * height : row * height + 2] *= 0.72
        joint = int(rng.integers(0, size - 2))
        image[row * height : (row + 1) * height, joint : joint + 2] *= 0.72
    return np.clip(image, 0, 255).astype(np.uint8)


def mean_color(model: Model) -> np.ndarray:
    """(3,) area-weighted mean of the surface's own color, 0 … 255."""
    return np.average(_face_colors(model), axis=0, weights=model.areas() + 1e-12)


def painted(model: Model, rgb: tuple[int, int, int], share: float = 0.15) -> Model:
    """The model with its main materials in one color; texture and shading stay, as brightness.

    Args:
        rgb: 0 … 255.
        share: a material is main when it covers at least this share of the surface; feet and handles keep theirs.
    """
    areas = model.areas()
    base = _face_colors(model)
    material = np.unique(np.column_stack([model.texture, model.colors]), axis=0, return_inverse=True)[1].ravel()
    covered = np.bincount(material, weights=areas) / max(float(areas.sum()), 1e-12)
    main = covered >= min(share, covered.max())
    brightness = base.mean(axis=1)
    colors, target, textures = model.colors.copy(), np.array(rgb, float), list(model.textures)
    for index in np.flatnonzero(main):
        faces = material == index
        texture = int(model.texture[faces][0])
        if texture < 0:
            colors[faces] = rgb
            continue
        mean = max(float(np.average(brightness[faces], weights=areas[faces] + 1e-12)), 1.0)
        relative = np.clip(model.textures[texture].astype(float).mean(axis=2, keepdims=True) / mean, 0.4, 1.6)
        textures[texture] = np.clip(target * (0.5 + 0.5 * relative), 0, 255).astype(np.uint8)
    return replace(model, colors=colors, textures=tuple(textures))


def _face_colors(model: Model) -> np.ndarray:
    """(F, 3) each face's color: its material's, or its texture's mean over a few points of the face."""
    colors = model.colors.astype(float)
    spots = np.array([[1, 1, 1], [4, 1, 1], [1, 4, 1], [1, 1, 4]], float)
    spots /= spots.sum(axis=1, keepdims=True)
    for index, image in enumerate(model.textures):
        faces = model.texture == index
        height, width = image.shape[:2]
        uv = np.einsum("sk,nkc->nsc", spots, model.uv[faces]) % 1.0
        x = np.minimum((uv[..., 0] * width).astype(int), width - 1)
        y = np.minimum(((1 - uv[..., 1]) * height).astype(int), height - 1)
        colors[faces] = image[y, x].mean(axis=1)
    return colors
