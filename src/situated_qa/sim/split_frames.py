"""A split's homes with frames: each home is a sequence folder whose scene.json holds its questions."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

from situated_qa.errors import SequenceError
from situated_qa.scene.files import scene_to_dict
from situated_qa.sequences import Sequence
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.homes import Home
from situated_qa.sim.noise import DepthNoiseSettings
from situated_qa.sim.questions.splits import SPLITS, write_split
from situated_qa.sim.record import RENDER_VERSION, render_sequence
from situated_qa.sim.renderer import RendererSettings
from situated_qa.sim.trajectories import TourSettings, plan_tour

KEY_FILE = "frames.key"
"""Says what the frames in a home's folder show; frames of anything else are rendered anew."""


def render_split(
    name: str,
    folder: str | Path,
    *,
    homes: int | None = None,
    tour_settings: TourSettings | None = None,
    workers: int = 2,
    progress: bool = True,
) -> list[Path]:
    """Write a split as `write_split` does, and render a tour through each of its homes into the same folders.

    Frames that are there already are kept where they show the same home and tour, so an interrupted call goes on where
    it stopped.

    Args:
        name: a name of `SPLITS`.
        homes: fewer or more than the split's own number.
        tour_settings: None means the usual tour.
        workers: threads that render at the same time.
        progress: show a bar on stderr.

    Returns:
        The homes' folders, in order.

    Raises:
        SceneError: the split is unknown, or `homes` is out of bounds.
        AssetError: the catalog or Open3D is missing.
        SequenceError: a folder cannot be written.
    """
    folder, tour_settings = Path(folder), tour_settings or TourSettings()
    catalog = Catalog.open()
    write_split(name, folder, homes=homes, catalog=catalog)  # first, so that wrong arguments fail at once
    split = SPLITS[name]
    folders = []
    for seed in range(split.first_seed, split.first_seed + (split.homes if homes is None else homes)):
        home = split.home(seed, catalog)
        here = folder / f"home-{seed}"
        questions = (here / "scene.json").read_bytes()
        if progress:
            print(f"{here}: {len(home.rooms)} rooms, {len(home.objects)} objects", file=sys.stderr)
        _render(home, here, tour_settings, workers, progress)
        (here / "scene.json").write_bytes(questions)  # rendering wrote the scene alone
        folders.append(here)
    return folders


def _render(home: Home, folder: Path, settings: TourSettings, workers: int, progress: bool) -> Sequence:
    key = _key(home, settings)
    key_file = folder / KEY_FILE
    if not key_file.is_file() or key_file.read_text(encoding="utf-8") != key:
        for leftover in ("color", "depth", "instances"):
            shutil.rmtree(folder / leftover, ignore_errors=True)
        for leftover in ("camera.json", "poses.txt", "stamps.txt", "instances.json"):
            (folder / leftover).unlink(missing_ok=True)
        key_file.write_text(key, encoding="utf-8")
    sequence = render_sequence(home, plan_tour(home, settings), folder, workers=workers, progress=progress)
    if dict(sequence.categories) != home.categories():
        raise SequenceError(f"{folder}: instances.json names other objects than the home has; remove the folder")
    return sequence


def _key(home: Home, settings: TourSettings) -> str:
    """Changes with whatever changes the pixels, the poses or the ids of the frames."""
    objects = [(item.model_id, item.color) for item in home.objects]
    how = [asdict(settings), asdict(DepthNoiseSettings()), asdict(RendererSettings())]
    text = json.dumps([RENDER_VERSION, how, objects, scene_to_dict(home.graph())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
