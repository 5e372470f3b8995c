"""Renders a scene of triangle meshes from any pose: color, exact depth and instance ids, by ray casting (Open3D)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import AssetError
from situated_qa.geometry import Intrinsics, Transform
from situated_qa.settings import check_settings, setting
from situated_qa.sim.catalog import Model

Lamp = np.ndarray | Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class RendererSettings:
    """How the light falls and how many threads may cast."""

    ambient: float = setting(0.5, "light from everywhere, as a share of full brightness", minimum=0.0, maximum=1.0)
    lamp: float = setting(0.42, "light of the ceiling lamp on a face turned to it", minimum=0.0, maximum=1.0)
    fill: float = setting(0.2, "light from the camera's direction", minimum=0.0, maximum=1.0)
    shadow: float = setting(0.85, "how much of the lamp's light a shadow takes away", minimum=0.0, maximum=1.0)
    lamp_size_m: float = setting(0.5, "side of the square lamp, m: soft edges of shadows", minimum=0.0, maximum=3.0)
    n_threads: int = setting(1, "threads of the ray caster; 0 means all", minimum=0, maximum=256)

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """One view."""

    color: np.ndarray  # (H, W, 3) uint8 RGB
    depth: np.ndarray  # (H, W) float32, m along the optical axis; NaN where no ray hits
    instances: np.ndarray  # (H, W) int32 instance id, -1 for walls, floor and nothing
    incidence: np.ndarray  # (H, W) float32 |cos| of the angle between ray and surface normal, 0 where no ray hits


class Renderer:
    """Casts one ray through the center of each pixel.

    Args:
        things: instance id (-1 for what is none: walls, floor) and mesh in the map frame, of everything there is.
        camera: pinhole intrinsics, px.
        lamp: (3,) middle of the ceiling lamp, map frame, m; or what gives (N, 3) the lamp of each of (N, 3) points.

    Raises:
        AssetError: Open3D is not installed.
    """

    def __init__(
        self,
        things: Sequence[tuple[int, Model]],
        camera: Intrinsics,
        lamp: Lamp,
        settings: RendererSettings | None = None,
    ) -> None:
        self._o3c, raycasting_scene = _open3d()
        self.camera = camera
        self.settings = settings if settings is not None else RendererSettings()
        self._lamp = lamp if callable(lamp) else np.asarray(lamp, dtype=np.float64)
        self._scene = raycasting_scene(nthreads=self.settings.n_threads)
        self._ids = np.array([id for id, _ in things] + [-1], dtype=np.int32)
        models = [model for _, model in things]
        for model in models:
            self._scene.add_triangles(self._o3c.Tensor(model.vertices), self._o3c.Tensor(model.faces))
        self._first_face = np.cumsum([0, *(len(model.faces) for model in models)])
        first_texture = np.cumsum([0, *(len(model.textures) for model in models)])
        self._textures = [texture for model in models for texture in model.textures]
        self._colors = np.vstack([model.colors for model in models]).astype(np.float32)
        self._normals = np.vstack([model.normals for model in models])
        self._uv = np.vstack([model.uv for model in models])
        self._texture = np.concatenate(
            [np.where(m.texture >= 0, m.texture + k, -1) for m, k in zip(models, first_texture, strict=False)]
        )
        v, u = np.mgrid[: camera.height, : camera.width]
        rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones_like(u, float)], axis=-1)
        self._rays_camera = rays.astype(np.float32)  # z = 1, so the distance along a ray is the depth
        # The same jitter in every view: renders are repeatable, and what noise is left is blurred below.
        self._jitter = np.random.default_rng(0).uniform(-0.5, 0.5, (camera.height, camera.width, 2)).astype(np.float32)

    def render(self, T_map_camera: Transform) -> Rendered:
        """The view from a pose (optical frame -> map)."""
        directions = self._rays_camera @ T_map_camera.R.T.astype(np.float32)
        origin = T_map_camera.t.astype(np.float32)
        rays = np.concatenate([np.broadcast_to(origin, directions.shape), directions], axis=-1)
        answer = self._scene.cast_rays(self._o3c.Tensor(rays), nthreads=self.settings.n_threads)
        depth = answer["t_hit"].numpy()
        hit = np.isfinite(depth)
        geometry = np.where(hit, answer["geometry_ids"].numpy().astype(np.int64), -1)
        face = self._first_face[geometry[hit]] + answer["primitive_ids"].numpy()[hit].astype(np.int64)
        b = answer["primitive_uvs"].numpy()[hit]
        corner_weights = np.stack([1 - b[:, 0] - b[:, 1], b[:, 0], b[:, 1]], axis=1)

        view = directions[hit] / np.linalg.norm(directions[hit], axis=1, keepdims=True)
        flat_normals = answer["primitive_normals"].numpy()[hit]
        incidence = np.zeros_like(depth)
        incidence[hit] = np.abs(np.einsum("nk,nk->n", flat_normals, view))

        points = origin + directions[hit] * depth[hit][:, None]
        normals = self._smooth_normals(face, corner_weights, flat_normals, view)
        light = self._light(hit, points, normals, view)
        color = np.zeros((*depth.shape, 3), np.uint8)
        color[hit] = np.clip(self._base_colors(face, corner_weights) * light[:, None] + 0.5, 0, 255).astype(np.uint8)
        return Rendered(color, np.where(hit, depth, np.nan).astype(np.float32), self._ids[geometry], incidence)

    def _base_colors(self, face: np.ndarray, corner_weights: np.ndarray) -> np.ndarray:
        import cv2

        colors = self._colors[face]
        which = self._texture[face]
        uv = np.einsum("nk,nkc->nc", corner_weights, self._uv[face])
        for index in np.unique(which[which >= 0]):
            image, pixels = self._textures[index], which == index
            height, width = image.shape[:2]
            x = (uv[pixels, 0] % 1.0) * width - 0.5
            y = (1.0 - uv[pixels, 1] % 1.0) * height - 0.5  # v grows upwards
            colors[pixels] = _sample(cv2, image, x.astype(np.float32), y.astype(np.float32))
        return colors

    def _smooth_normals(
        self, face: np.ndarray, corner_weights: np.ndarray, flat: np.ndarray, view: np.ndarray
    ) -> np.ndarray:
        normals = np.einsum("nk,nkc->nc", corner_weights, self._normals[face])
        length = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = np.where(length > 0.1, normals / np.maximum(length, 0.1), flat)
        return normals * -np.sign(np.einsum("nk,nk->n", normals, view))[:, None]  # both sides of a face are lit

    def _light(self, hit: np.ndarray, points: np.ndarray, normals: np.ndarray, view: np.ndarray) -> np.ndarray:
        settings = self.settings
        if callable(self._lamp):
            lamp = self._lamp(points).astype(np.float32)
        else:
            lamp = np.tile(self._lamp.astype(np.float32), (len(points), 1))
        lamp[:, :2] += self._jitter[hit] * settings.lamp_size_m
        to_lamp = lamp - points
        distance = np.linalg.norm(to_lamp, axis=1, keepdims=True)
        facing = np.clip(np.einsum("nk,nk->n", normals, to_lamp / distance), 0.0, 1.0)
        start = points + 0.01 * normals  # off the surface, or it would shade itself
        rays = np.concatenate([start, lamp - start], axis=1).astype(np.float32)
        shaded = self._scene.test_occlusions(self._o3c.Tensor(rays), tfar=0.97, nthreads=settings.n_threads).numpy()
        visible = _blur(hit, 1.0 - settings.shadow * shaded.astype(np.float32))
        ambient = settings.ambient * (0.85 + 0.15 * normals[:, 2])  # the ceiling sends more down than the floor up
        head_on = np.abs(np.einsum("nk,nk->n", normals, view))
        return ambient + settings.lamp * facing * visible + settings.fill * head_on


def _blur(hit: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Smooth the lamp's jitter over 5 × 5 pixels."""
    import cv2

    image = np.ones(hit.shape, np.float32)
    image[hit] = values
    return cv2.blur(image, (5, 5))[hit]


def _sample(cv2: Any, image: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """(N, 3) float32 bilinear samples; `remap` takes maps of at most 32,767 rows, so they go in as a block."""
    n, width = len(x), 512
    rows = -(-n // width)
    maps = np.zeros((2, rows * width), np.float32)
    maps[0, :n], maps[1, :n] = x, y
    block = cv2.remap(
        image, maps[0].reshape(rows, width), maps[1].reshape(rows, width), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    return block.reshape(-1, 3)[:n].astype(np.float32)


def _open3d() -> tuple[Any, Any]:
    try:
        import open3d
    except ImportError as error:
        raise AssetError(f"rendering needs open3d, which cannot be imported ({error}): pip install open3d") from error
    return open3d.core, open3d.t.geometry.RaycastingScene
