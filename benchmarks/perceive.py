"""CPU time from masks to the scene graph, by stage, and frames per second with a detector.

    .venv/bin/python benchmarks/perceive.py HOME_OR_SEQUENCE... [--detector true-masks|nanodet] [--frames 150]

A rendered home (true masks by default) or any sequence folder (nanodet where it has no true masks). Times are CPU time
of the one thread that works, so a busy machine counts little; the volume is integrated beside it and not counted.
A short sequence is looked at again and again until there are `--frames`. Writes benchmarks/out/perceive.json.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.config import Settings  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.perception.instances import InstanceMap  # noqa: E402
from situated_qa.perception.moving import split_moving  # noqa: E402
from situated_qa.perception.observations import observe_detections  # noqa: E402
from situated_qa.perception.shown import ShownInstances  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.builder import SceneBuilder  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out"
STAGES = ("detect", "lift", "associate", "box", "relations")
BUSY = 15
"""Frames with at least so many instances in the graph and six observations count as busy."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--detector", default="", help="true-masks, where the sequence has instances, or nanodet")
    parser.add_argument("--frames", type=int, default=150)
    arguments = parser.parse_args()
    report: dict[str, Any] = {"cores": os.cpu_count(), "runs": {}}
    print("| sequence | detector | frames | instances | observations | " + " | ".join(f"{s} ms" for s in STAGES)
          + " | masks → graph ms | frames/s with detector |")  # fmt: skip
    print("|---" * (7 + len(STAGES)) + "|")
    for folder in arguments.folders:
        sequence = Sequence.open(folder) if hasattr(Sequence, "open") else Sequence(folder)
        detector = arguments.detector or ("true-masks" if sequence.has_instances else "nanodet")
        run = measure(sequence, detector, arguments.frames)
        report["runs"][f"{folder.name} {detector}"] = run
        for part in ("all", "busy"):
            if part in run:
                print(row(f"{folder.name} ({part})", detector, run[part]))
    OUT.mkdir(exist_ok=True)
    (OUT / "perceive.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(sequence: Sequence, name: str, limit: int) -> dict[str, Any]:
    """Medians over all frames, and over the busy ones."""
    settings = Settings(detector=DetectorSettings(name=name, threads=1))
    detector = make_detector(settings.detector, categories=sequence.categories)
    volume = MappingPipeline(settings, detector)  # integrates only: its field is what perception samples
    boxes = BoxClock()
    instances, builder = InstanceMap(settings.instances), SceneBuilder(settings.relations)
    rows: list[dict[str, float]] = []
    for number, index in enumerate(indices(len(sequence), limit)):
        frame = sequence.frame(index)
        volume.integrate(frame)
        clock = [time.thread_time()]
        detections = detector.detect(frame)
        clock.append(time.thread_time())
        observations, _ = split_moving(observe_detections(frame, detections, settings.observations, Counter()))
        clock.append(time.thread_time())
        boxes.seconds = 0.0
        changes = instances.update(observations, number, frame, volume.field)
        clock.append(time.thread_time())
        builder.update(instances.instances, changes.changed, changes.removed, number)
        clock.append(time.thread_time())
        detect, lift, update, relations = np.diff(clock).tolist()
        rows.append({
            "detect": detect, "lift": lift, "associate": update - boxes.seconds, "box": boxes.seconds,
            "relations": relations, "observations": len(observations), "instances": len(instances.instances),
        })  # fmt: skip
    boxes.restore()
    busy = [row for row in rows if row["instances"] >= BUSY and row["observations"] >= 6]
    return {"all": figures(rows)} | ({"busy": figures(busy)} if len(busy) >= 10 else {})


def indices(length: int, limit: int) -> list[int]:
    """Frames spread over a sequence, or a short one again and again."""
    if length < limit // 4:
        return [i % length for i in range(limit)]
    return np.unique(np.linspace(0, length - 1, min(limit, length)).round().astype(int)).tolist()


class BoxClock:
    """Times the fitting of boxes inside `InstanceMap.update`."""

    def __init__(self) -> None:
        self.seconds, self._plain = 0.0, ShownInstances._view
        plain, clock = self._plain, self

        def timed(self: ShownInstances, *arguments: Any, **named: Any) -> Any:
            start = time.thread_time()
            try:
                return plain(self, *arguments, **named)
            finally:
                clock.seconds += time.thread_time() - start

        ShownInstances._view = timed  # type: ignore[method-assign]

    def restore(self) -> None:
        ShownInstances._view = self._plain  # type: ignore[method-assign]


def figures(rows: list[dict[str, float]]) -> dict[str, float]:
    """Medians; times in ms."""
    result: dict[str, float] = {"frames": len(rows)}
    for key in ("instances", "observations"):
        result[key] = statistics.median(row[key] for row in rows)
    for stage in STAGES:
        result[f"{stage}_ms"] = round(statistics.median(row[stage] for row in rows) * 1e3, 1)
    graph = [sum(row[stage] for stage in STAGES[1:]) for row in rows]
    result["masks_to_graph_ms"] = round(statistics.median(graph) * 1e3, 1)
    whole = [g + row["detect"] for g, row in zip(graph, rows, strict=True)]
    result["frames_per_s_with_detector"] = round(1.0 / statistics.median(whole), 1)
    return result


def row(name: str, detector: str, f: dict[str, float]) -> str:
    times = " | ".join(str(f[f"{stage}_ms"]) for stage in STAGES)
    return (
        f"| {name} | {detector} | {f['frames']} | {f['instances']:.0f} | {f['observations']:.0f} | {times} "
        f"| {f['masks_to_graph_ms']} | {f['frames_per_s_with_detector']} |"
    )


if __name__ == "__main__":
    sys.exit(main())
