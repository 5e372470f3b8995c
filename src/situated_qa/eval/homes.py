"""Rendered homes: a sequence folder each, with the true scene and its questions beside the frames.

Mapping runs in a process of its own, so that its memory is measured alone and a crash costs one home.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.errors import MappingError, SceneError
from situated_qa.eval.journal import write_json
from situated_qa.eval.provenance import PACKAGE
from situated_qa.eval.settings import DETECTORS, RunSettings
from situated_qa.scene.files import read_scene
from situated_qa.scene.graph import SceneGraph


@dataclass(frozen=True, slots=True, eq=False)
class MappedHome:
    """What the pipeline made of a home's frames."""

    graph: SceneGraph
    measured: Mapping[str, Any]  # frames, seconds per stage, peak_memory_mb, seen (true id → largest mask, px), counts


def home_folders(sources: Sequence[Path], *, frames: bool) -> list[Path]:
    """The homes among some folders: sequence folders, or folders of them, in a fixed order.

    Args:
        frames: whether frames are needed, or the true scene is enough.

    Raises:
        SceneError: a folder holds no home; says what is missing.
    """
    from situated_qa.eval.questions import natural_order

    needed = ("scene.json", "camera.json") if frames else ("scene.json",)
    found = []
    for source in sources:
        if not source.is_dir():
            raise SceneError(f"{source}: no such folder; a home is a sequence folder with scene.json")
        own = (source / "scene.json").is_file()
        inside = [source] if own else [path.parent for path in source.glob("*/scene.json")]
        if not inside:
            raise SceneError(f"{source} holds no homes: neither scene.json nor */scene.json")
        for folder in sorted(inside, key=natural_order):
            missing = [name for name in needed if not (folder / name).is_file()]
            if missing:
                raise SceneError(f"{folder} lacks {', '.join(missing)}; render its frames first")
            found.append(folder)
    return found


def mapped(folder: Path, settings: RunSettings, kept: Path) -> MappedHome:
    """Map a home, or take what an earlier, interrupted run has made of it.

    Args:
        kept: folder for the map, of this run alone.

    Raises:
        MappingError: the mapping failed; its own words are in the text.
    """
    report = kept / "mapping.json"
    if not report.is_file():
        shutil.rmtree(kept, ignore_errors=True)
        command = [
            *(sys.executable, "-m", "situated_qa.eval.homes", str(folder), str(kept)),
            *(DETECTORS[settings.source], str(settings.frames)),
        ]
        path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH", ""))))
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            words = done.stderr[-1000:].strip()
            raise MappingError(f"mapping {folder} failed with exit code {done.returncode}: {words}")
    return MappedHome(read_scene(kept / "scene.json").graph, json.loads(report.read_text(encoding="utf-8")))


def _map(folder: Path, out: Path, detector: str, limit: int) -> None:
    """The other process: all frames through `MappingPipeline.observe`; scene.json, then mapping.json."""
    import resource
    import time
    from collections import Counter

    import numpy as np

    from situated_qa.config import Settings
    from situated_qa.perception.detector import DetectorSettings
    from situated_qa.perception.detectors.factory import make_detector
    from situated_qa.pipeline import MappingPipeline
    from situated_qa.scene.files import write_scene
    from situated_qa.sequences import Sequence as FrameSequence

    sequence = FrameSequence.open(folder)
    settings = Settings(detector=DetectorSettings(name=detector))
    pipeline = MappingPipeline(settings, make_detector(settings.detector, categories=sequence.categories))
    pipeline.warm_up()
    count = min(limit, len(sequence)) if limit else len(sequence)
    seconds: dict[str, float] = {"total": 0.0}
    largest: Counter[int] = Counter()
    for index in np.unique(np.linspace(0, len(sequence) - 1, count).round().astype(int)):
        frame = sequence.frame(int(index))
        if frame.instances is not None:
            ids, pixels = np.unique(frame.instances[frame.instances >= 0], return_counts=True)
            for true_id, size in zip(ids.tolist(), pixels.tolist(), strict=True):
                largest[true_id] = max(largest[true_id], size)
        start = time.perf_counter()
        observed = pipeline.observe(frame)
        seconds["total"] += time.perf_counter() - start
        for stage, value in observed.seconds.items():
            seconds[stage] = seconds.get(stage, 0.0) + value
    out.mkdir(parents=True, exist_ok=True)
    write_scene(pipeline.find_rooms(), out / "scene.json")
    measured = {
        "detector": detector,
        "device": pipeline.device,
        "frames": count,
        "seconds": {name: round(value, 3) for name, value in seconds.items()},
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "seen": {str(true_id): size for true_id, size in sorted(largest.items())} if sequence.has_instances else None,
        "counts": dict(pipeline.counts),
    }
    write_json(out / "mapping.json", measured)


if __name__ == "__main__":
    _map(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
