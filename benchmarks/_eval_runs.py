"""What benchmarks over the questions of simulated homes share: the scene files, and runs that are not done twice."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

from situated_qa.assets import cache_folder
from situated_qa.eval.answerers import make_answerer
from situated_qa.eval.journal import read_run
from situated_qa.eval.provenance import revision
from situated_qa.eval.questions import fingerprint, read_scenes, scene_paths
from situated_qa.eval.runner import Make, run_scenes
from situated_qa.eval.settings import RunSettings
from situated_qa.sim.questions.splits import SPLITS, write_split


def dev_homes() -> Path:
    """The folder of the split dev: the one in the cache, written there first if it is not (scene files, no frames)."""
    folder = cache_folder() / "homes" / "dev"
    if len(list(folder.glob("home-*/scene.json"))) < SPLITS["dev"].homes:
        write_split("dev", folder)
    return folder


def run_or_reuse(
    source: Path,
    settings: RunSettings,
    out: Path,
    *,
    fresh: bool = False,
    make: Make = make_answerer,
    arrangement: str = "",
) -> dict[str, Any]:
    """A run's result: as it lies in `out` where the same commit asked the same questions in the same way, else anew."""
    if out.exists() and not fresh and "+" not in revision():  # what differs from a commit may differ again
        run = read_run(out)
        asked = fingerprint(read_scenes(scene_paths(source)))
        same = run["settings"] == dataclasses.asdict(settings) and run.get("benchmark") == asked
        if same and run["revision"] == revision() and arrangement in ("", run["strategy"]):
            print(f"{out} is of this code and these questions: not run again (--fresh would)", file=sys.stderr)
            return run
    return run_scenes(source, settings, out, fresh=fresh, make=make, arrangement=arrangement, spread=True)


def model_key(name: str) -> str:
    """A model's name as part of a figure's key: "llama-cpp:x-1.5b.gguf" is "x-1.5b"."""
    return name.rpartition(":")[2].rpartition("/")[2].removesuffix(".gguf")
