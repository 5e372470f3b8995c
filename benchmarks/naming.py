"""What proposals and the embedded namer add to the default detector, on rendered homes with furniture of their own.

For each home: objects that were seen (400 px), of these found (box IoU ≥ 0.25), and found with the right or a wider
name; objects in their place (0.5 m) with the right or a wider name; all others that have a name; things left unnamed;
CPU ms a frame. Without the map's surface, so that flat things have thick boxes.
Run it with: .venv/bin/python benchmarks/naming.py HOME_FOLDER … [--every 2]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.eval.perception_metrics import SEEN_PIXELS, covers_category, match_boxes  # noqa: E402
from situated_qa.perception.categories import OBJECT  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.nanodet import NanoDet  # noqa: E402
from situated_qa.perception.instances import Instance, InstanceMap  # noqa: E402
from situated_qa.perception.naming.namer import NamerSettings  # noqa: E402
from situated_qa.perception.observations import ObservationSettings, observe_detections  # noqa: E402
from situated_qa.perception.proposals import ProposalSettings  # noqa: E402
from situated_qa.perception.unnamed import UnnamedThings  # noqa: E402
from situated_qa.scene.builder import node_from_instance  # noqa: E402
from situated_qa.scene.files import read_scene  # noqa: E402
from situated_qa.scene.graph import ObjectNode  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

IN_PLACE_M = 0.5
WAYS = {
    "detector alone": (ProposalSettings(enabled=False), NamerSettings(mode="off")),
    "with proposals": (ProposalSettings(), NamerSettings(mode="off")),
    "with names, auto": (ProposalSettings(), NamerSettings()),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("homes", type=Path, nargs="+", metavar="HOME")
    parser.add_argument("--every", type=int, default=2, help="take every Nth frame")
    arguments = parser.parse_args()
    print("| home | way | seen | found | right name | in place | wrong | unnamed | ms |")
    print("|---|---|---|---|---|---|---|---|---|")
    totals: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for home in arguments.homes:
        sequence = Sequence.open(home)
        frames = range(0, len(sequence), arguments.every)
        seen = seen_objects(sequence, frames)
        for way, (proposals, namer) in WAYS.items():
            instances, milliseconds = perceived(sequence, frames, proposals, namer)
            counts = compare(home, seen, instances)
            totals[way].update(counts)
            print(row(home.name, way, counts, f"{milliseconds:.0f}"), flush=True)
    for way, counts in totals.items():
        print(row("all", way, counts, ""))
    return 0


def row(home: str, way: str, counts: Counter[str], ms: str) -> str:
    values = [counts[key] for key in ("seen", "found", "right", "in place", "wrong", "unnamed")]
    return f"| {home} | {way} | {' | '.join(map(str, values))} | {ms} |"


def seen_objects(sequence: Sequence, frames: Iterable[int]) -> set[int]:
    largest: Counter[int] = Counter()
    for number in frames:
        image = sequence.frame(number).instances
        assert image is not None
        for id, pixels in zip(*np.unique(image[image >= 0], return_counts=True), strict=True):
            largest[int(id)] = max(largest[int(id)], int(pixels))
    return {id for id, pixels in largest.items() if pixels >= SEEN_PIXELS}


def perceived(
    sequence: Sequence, frames: Iterable[int], proposals: ProposalSettings, namer: NamerSettings
) -> tuple[list[Instance], float]:
    """The instances after all frames, and the CPU ms a frame beside the detector and its masks."""
    detector, settings = NanoDet(DetectorSettings()), ObservationSettings()
    unnamed, instances = UnnamedThings(proposals, namer, detector), InstanceMap()
    times = []
    for number in frames:
        frame = sequence.frame(number)
        observations = observe_detections(frame, detector.detect(frame), settings)
        clock = time.process_time()
        observations = unnamed.observe(frame, observations, instances.instances.values(), settings)
        times.append(time.process_time() - clock)
        instances.update(observations, frame.stamp, frame)
    return list(instances.instances.values()), 1e3 * statistics.median(times)


def compare(home: Path, seen: set[int], instances: list[Instance]) -> Counter[str]:
    truth = [node for node in read_scene(home / "scene.json").graph.objects if node.id in seen]
    found = [node_from_instance(instance) for instance in instances]
    names = {node.id: node.category for node in found}
    pairs = match_boxes(truth, found, 0.25)
    true_names = {node.id: node.category for node in truth}
    named = {id for id, name in names.items() if name != OBJECT}
    right = {f for t, f in pairs.items() if f in named and covers_category(names[f], true_names[t])}
    placed = in_place(truth, [node for node in found if node.id in named])
    return Counter(
        {
            "seen": len(truth),
            "found": len(pairs),
            "right": len(right),
            "in place": placed,
            "wrong": len(named) - placed,
            "unnamed": len(names) - len(named),
        }
    )


def in_place(truth: list[ObjectNode], named: list[ObjectNode]) -> int:
    """How many named objects lie within 0.5 m of a true one of that name or a narrower one, each counted once."""
    pairs = []
    for node in named:
        for thing in truth:
            away = float(np.linalg.norm(thing.box.center - node.box.center))
            if away <= IN_PLACE_M and covers_category(node.category, thing.category):
                pairs.append((away, node.id, thing.id))
    taken: dict[int, int] = {}
    for _, id, thing_id in sorted(pairs):
        if id not in taken and thing_id not in taken.values():
            taken[id] = thing_id
    return len(taken)


if __name__ == "__main__":
    sys.exit(main())
