"""Renders a tour through a room into a sequence folder, with true instances and the true scene beside it."""

from __future__ import annotations

import hashlib
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from situated_qa.geometry import Frame, Intrinsics
from situated_qa.progress import Counted
from situated_qa.scene.files import write_scene
from situated_qa.sequences import Sequence, SequenceWriter, write_images
from situated_qa.sim.apartments import GENERATOR_VERSION, FurnishedRoom, furnish
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.interiors import Interior
from situated_qa.sim.noise import DepthNoiseSettings, noisy_depth
from situated_qa.sim.renderer import Renderer, RendererSettings
from situated_qa.sim.trajectories import Tour, TourSettings, plan_tour

CAMERA = Intrinsics(640, 480, 430.0, 430.0, 319.5, 239.5)
"""73° wide, about what a RealSense D455 gives at 640 × 480: furniture two metres away fits into the picture."""

DEMO_SEED = 6
"""Of the first eight rooms that in which the default detector names most: 18 of 19 objects on every fifth frame."""

RENDER_VERSION = 1
"""Grows whenever the same room and tour give other pixels: part of the cache key."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A rendered tour and the truth behind it."""

    room: FurnishedRoom
    tour: Tour
    sequence: Sequence


def render_sequence(
    room: Interior,
    tour: Tour,
    folder: str | Path,
    *,
    camera: Intrinsics = CAMERA,
    noise: DepthNoiseSettings | None = None,
    exact_depth: bool = False,
    renderer_settings: RendererSettings | None = None,
    workers: int = 2,
    progress: bool = True,
) -> Sequence:
    """Render every frame of a tour; frames that are already there are kept, a complete folder is only opened.

    Args:
        folder: made where it is missing; an interrupted run goes on where it stopped.
        noise: of the depth camera; None means a D435.
        exact_depth: True leaves the depth as it is.
        workers: threads that render at the same time.
        progress: show a bar on stderr.

    Raises:
        AssetError: Open3D is missing.
        SequenceError: the folder cannot be written.
    """
    folder = Path(folder)
    if (folder / "camera.json").is_file():
        return Sequence.open(folder)
    writer = SequenceWriter(folder, camera, frame_rate_hz=tour.frame_rate_hz, categories=room.categories())
    renderer: Renderer | None = None
    missing = [number for number in range(len(tour)) if not writer.has(number, instances=True)]
    if missing:
        renderer = Renderer(room.things(), camera, room.lamp, renderer_settings)

    def render(number: int) -> None:
        assert renderer is not None
        view = renderer.render(tour.T_map_camera[number])
        depth = view.depth
        if not exact_depth:
            depth = noisy_depth(depth, view.incidence, camera, seed=room.seed * 100_003 + number, settings=noise)
        frame = Frame(tour.stamp(number), view.color, depth, camera, tour.T_map_camera[number], view.instances)
        write_images(folder, number, frame)

    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        for _ in Counted(pool.map(render, missing), len(missing), "rendering", "frames", show=progress):
            pass
    for number in range(len(tour)):
        writer.keep(number, tour.T_map_camera[number], tour.stamp(number))
    write_scene(room.graph(), folder / "scene.json")
    writer.close()
    return Sequence.open(folder)


def record(
    seed: int,
    catalog: Catalog,
    cache_folder: str | Path,
    *,
    tour_settings: TourSettings | None = None,
    workers: int = 2,
    progress: bool = True,
) -> Recording:
    """The room of a seed, its tour and its rendered sequence, which is kept in `cache_folder` for the next time.

    Raises:
        AssetError: the catalog or Open3D is missing.
    """
    tour_settings = tour_settings if tour_settings is not None else TourSettings()
    room = furnish(seed, catalog)
    tour = plan_tour(room, tour_settings)
    folder = Path(cache_folder) / f"room-{seed}-{_key(room, tour_settings)}"
    if (folder / "camera.json").is_file() and len(Sequence.open(folder)) != len(tour):
        shutil.rmtree(folder)  # another version's leftovers under the same key: never mix them with this truth
    return Recording(room, tour, render_sequence(room, tour, folder, workers=workers, progress=progress))


def _key(room: FurnishedRoom, tour_settings: TourSettings) -> str:
    objects = [(item.category, item.model_id, item.color, item.box.center.round(4).tolist()) for item in room.objects]
    settings = [asdict(tour_settings), asdict(DepthNoiseSettings()), asdict(RendererSettings())]
    text = json.dumps([GENERATOR_VERSION, RENDER_VERSION, settings, room.size, objects])
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def truth_points(room: Interior, id: int, count: int = 500) -> np.ndarray:
    """(count, 3) points spread evenly over an object's true surface, map frame, m."""
    mesh = room.objects[id].mesh
    areas = mesh.areas() + 1e-12
    rng = np.random.default_rng((room.seed, id, count))
    corners = mesh.vertices[mesh.faces[rng.choice(len(areas), count, p=areas / areas.sum())]]
    a, b = rng.random((2, count, 1))
    fold = a + b > 1.0
    a, b = np.where(fold, 1 - a, a), np.where(fold, 1 - b, b)
    return corners[:, 0] + a * (corners[:, 1] - corners[:, 0]) + b * (corners[:, 2] - corners[:, 0])
