"""Renders a few small frames of each of many homes: for names, many homes are worth more than many frames."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from situated_qa.errors import TrainingError
from situated_qa.geometry import Intrinsics
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.questions.splits import SPLITS
from situated_qa.sim.record import render_sequence
from situated_qa.sim.trajectories import Tour, plan_tour

CAMERA = Intrinsics(416, 312, 279.5, 279.5, 207.5, 155.5)
"""`sim.record.CAMERA` in the size that the default detector looks at."""


def render_homes(split: str, folder: Path, *, first: int, count: int, frames: int) -> list[Path]:
    """Render frames spread evenly over the tours of some homes of a split, into FOLDER/home-SEED.

    Frames that are there are kept.

    Raises:
        TrainingError: the split is unknown, or has not so many homes.
        AssetError: the furniture catalog or Open3D is missing.
    """
    if split not in SPLITS:
        raise TrainingError(f"the split must be one of {', '.join(SPLITS)}, got {split!r}")
    if not 0 <= first < first + count <= SPLITS[split].homes:
        raise TrainingError(f"split {split!r} has homes 0 to {SPLITS[split].homes - 1}, asked for {count} from {first}")
    catalog, folders = Catalog.open(), []
    for seed in range(SPLITS[split].first_seed + first, SPLITS[split].first_seed + first + count):
        home = SPLITS[split].home(seed, catalog)
        tour = plan_tour(home)
        chosen = np.unique(np.linspace(0, len(tour) - 1, min(frames, len(tour))).round().astype(int)).tolist()
        short = Tour(
            tuple(tour.T_map_base[k] for k in chosen), tuple(tour.T_map_camera[k] for k in chosen), tour.frame_rate_hz
        )
        folders.append(folder / f"home-{seed}")
        render_sequence(home, short, folders[-1], camera=CAMERA, workers=1, progress=False)
        print(f"{folders[-1]}: {len(chosen)} frames", file=sys.stderr, flush=True)
    return folders
