"""How well the boxes of objects fit, from true masks on simulated homes: what is found, and why the others are lost.

Maps each home with every k-th frame and the detector `true-masks`, and compares the graph's boxes with the true ones.
Prints a table per home and in all, and each lost object with its cause; writes benchmarks/out/boxes.json.
Run it with: .venv/bin/python benchmarks/boxes.py FOLDER … [--every 2]
A folder holds the frames and the scene.json of one home (`situated-qa sim homes` makes them).
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.config import Settings  # noqa: E402
from situated_qa.eval.perception_metrics import (  # noqa: E402
    SEEN_PIXELS,
    THRESHOLDS,
    box_iou,
    extents_error,
    match_boxes,
    same_category,
)
from situated_qa.geometry import Box  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.files import read_scene  # noqa: E402
from situated_qa.scene.graph import ObjectNode, SceneGraph  # noqa: E402
from situated_qa.scene.structure import is_structural  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out"
THIN_M = 0.1
SAME_PLACE_M = 0.75
FRONT_OFF = 0.52  # length of the difference of unit vectors 30 degrees apart


@dataclass(frozen=True)
class Mapped:
    """A home as it was perceived, and as it is."""

    found: list[ObjectNode]
    true: list[ObjectNode]
    seen: set[int]  # true ids whose largest mask had enough pixels
    observed: set[int]  # true ids with any pixel
    seconds_per_frame: dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="use every k-th frame")
    arguments = parser.parse_args()
    rows, errors, causes = [], [], Counter[str]()
    for folder in arguments.folders:
        home = map_home(folder, arguments.every)
        row = figures(home)
        rows.append({"home": folder.name, **row, **{f"ms_{k}": v for k, v in home.seconds_per_frame.items()}})
        errors += errors_of(home)
        for node, cause, iou, other in lost(home):
            causes[cause] += 1
            what = f"{folder.name} {node.category} {node.id}: {cause}, IoU {iou:.2f}"
            print(f"{what}, {_words(node.box)} {_other(other)}")
    print("\n| home | objects | found 0.25 | found 0.5 | invented | CPU ms a frame |\n|---|---|---|---|---|---|")
    for row in rows:
        hits = " | ".join(f"{row[f'hit_{t}'] / row['true']:.1%}" for t in THRESHOLDS)
        print(f"| {row['home']} | {row['true']} | {hits} | {row['found'] - row['hit_0.25']} | {row['ms_perceive']} |")
    total = {key: sum(row[key] for row in rows) for key in rows[0] if key not in ("home",)}
    print(f"\nin all {total['true']} objects, {total['seen']} of them seen with {SEEN_PIXELS} px or more")
    for threshold in THRESHOLDS:
        share, of_seen = total[f"hit_{threshold}"] / total["true"], total[f"seen_hit_{threshold}"] / total["seen"]
        print(f"found at IoU {threshold}: {share:.1%}; of those seen {of_seen:.1%}")
    right, wrong = total["fronts_right"], total["fronts_wrong"]
    print(f"fronts of the found that have one: {right} right, {wrong} wrong, of {total['fronts']}")
    centers, extents = zip(*errors, strict=True)
    medians = statistics.median(centers), statistics.median(extents)
    print(f"median error of the found: center {medians[0]:.3f} m, extents {medians[1]:.3f} m")
    print(f"lost at IoU {THRESHOLDS[1]} by cause: {dict(causes.most_common())}")
    OUT.mkdir(exist_ok=True)
    document = {"homes": rows, "causes": dict(causes), "medians_m": medians, "every": arguments.every}
    (OUT / "boxes.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def map_home(folder: Path, every: int) -> Mapped:
    """Run every k-th frame of a home through the mapping pipeline."""
    sequence = Sequence.open(folder)
    settings = Settings(detector=DetectorSettings(name="true-masks"))
    pipeline = MappingPipeline(settings, make_detector(settings.detector, categories=sequence.categories))
    pipeline.warm_up()
    largest: Counter[int] = Counter()
    stages: Counter[str] = Counter()
    frames = range(0, len(sequence), every)
    for index in frames:
        frame = sequence.frame(index)
        ids, pixels = np.unique(frame.instances[frame.instances >= 0], return_counts=True)
        for id, count in zip(ids.tolist(), pixels.tolist(), strict=True):
            largest[id] = max(largest[id], count)
        clock = time.process_time()
        pipeline.integrate(frame)
        stages["integrate"] += time.process_time() - clock
        clock = time.process_time()
        pipeline.perceive(frame)
        stages["perceive"] += time.process_time() - clock
    pipeline.find_rooms()
    truth = read_scene(folder / "scene.json").graph
    seen = {id for id, count in largest.items() if count >= SEEN_PIXELS}
    milliseconds = {stage: round(1e3 * seconds / len(frames), 1) for stage, seconds in stages.items()}
    return Mapped(_things(pipeline.graph), _things(truth), seen, set(largest), milliseconds)


def _things(graph: SceneGraph) -> list[ObjectNode]:
    return [node for node in graph.objects if not is_structural(node.category)]


def figures(home: Mapped) -> dict[str, int]:
    """Counts of one home."""
    visible = {node.id for node in home.true} & home.seen
    result = {"true": len(home.true), "found": len(home.found), "seen": len(visible)}
    for threshold in THRESHOLDS:
        pairs = match_boxes(home.true, home.found, threshold)
        result[f"hit_{threshold}"] = len(pairs)
        result[f"seen_hit_{threshold}"] = len(visible & pairs.keys())
    pairs = match_boxes(home.true, home.found, THRESHOLDS[0])
    found = {node.id: node.front for node in home.found}
    fronts = [(node.front, found[pairs[node.id]]) for node in home.true if node.id in pairs and node.front is not None]
    told = [math.dist(true, front) < FRONT_OFF for true, front in fronts if front is not None]
    return result | {"fronts": len(fronts), "fronts_right": sum(told), "fronts_wrong": len(told) - sum(told)}


def errors_of(home: Mapped) -> list[tuple[float, float]]:
    """Errors of center and extents of each found object, m."""
    pairs = match_boxes(home.true, home.found, THRESHOLDS[0])
    true, found = ({node.id: node.box for node in nodes} for nodes in (home.true, home.found))
    boxes = [(true[a], found[b]) for a, b in pairs.items()]
    return [(float(np.linalg.norm(a.center - b.center)), extents_error(a, b)) for a, b in boxes]


def lost(home: Mapped) -> list[tuple[ObjectNode, str, float, ObjectNode | None]]:
    """The true objects not found at IoU 0.5: why, the IoU with what is nearest to it, and that."""
    pairs = match_boxes(home.true, home.found, THRESHOLDS[1])
    result = []
    for node in home.true:
        if node.id in pairs:
            continue
        near = [
            other
            for other in home.found
            if other.id not in pairs.values()
            and same_category(other.category, node.category)
            and np.linalg.norm(other.box.center - node.box.center) <= SAME_PLACE_M
        ]
        best = max(near, key=lambda other: box_iou(node.box, other.box), default=None)
        iou = box_iou(node.box, best.box) if best is not None else 0.0
        result.append((node, _cause(home, node, best), iou, best))
    return sorted(result, key=lambda entry: entry[1])


def _cause(home: Mapped, node: ObjectNode, found: ObjectNode | None) -> str:
    if node.id not in home.observed:
        return "never in view"
    if found is None:
        return "no box" if node.id in home.seen else "hardly seen"
    true, other = np.sort(node.box.extents), np.sort(found.box.extents)
    if true[0] <= THIN_M and other[0] > 2 * max(true[0], 0.03):
        return "thin, box too thick"
    ratio = found.box.volume() / max(node.box.volume(), 1e-6)
    if ratio > 1.5:
        return "inflated"
    if ratio < 0.67:
        return "too small: partly seen"
    return "displaced or turned"


def _words(box: Box) -> str:
    return f"{np.round(box.extents, 2).tolist()} at {np.round(box.center, 2).tolist()}"


def _other(node: ObjectNode | None) -> str:
    return "has no box" if node is None else f"has {_words(node.box)}"


if __name__ == "__main__":
    sys.exit(main())
