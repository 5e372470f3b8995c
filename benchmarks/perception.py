"""What perception finds in three real rooms, beside what a person sees in the same frames, and what it costs.

Prints tables and writes benchmarks/out/perception.json and overlays (masks and labels) to benchmarks/out/perception/.
Times are CPU time of the one thread that works, median over frames, so a busy machine does not count.
Run it with: .venv/bin/python benchmarks/perception.py
A found object is right if a person sees one of its category, or of a name that fits as well, within 0.8 m of its
middle (seen from above), each seen object counted once. Objects without a name are neither right nor wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.geometry import Frame  # noqa: E402
from situated_qa.perception.categories import OBJECT  # noqa: E402
from situated_qa.perception.detector import Detector, DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.perception.instances import Instance, InstanceMap  # noqa: E402
from situated_qa.perception.naming.namer import MODES, NamerSettings  # noqa: E402
from situated_qa.perception.observations import Observation, ObservationSettings, observe_detections  # noqa: E402
from situated_qa.perception.proposals import ProposalSettings  # noqa: E402
from situated_qa.perception.unnamed import UnnamedThings  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

DATA = ROOT / ".." / "shared" / "data"
OUT = ROOT / "benchmarks" / "out"
SAME_PLACE_M = 0.8


@dataclass(frozen=True)
class Seen:
    """One object that a person sees in the frames."""

    category: str
    where: str
    xy: tuple[float, float] | None  # its middle in the map, m, from the depth under it; None where there is no depth
    fits: tuple[str, ...] = ()  # other names that a person would let pass


SEEN = {
    "office5": (
        Seen("couch", "brown, in the middle", (-0.4, -0.1)),
        Seen("couch", "along the right wall, near the printer", (-2.5, 0.4)),
        Seen("couch", "along the right wall, at the border of frame 3", None),
        Seen("chair", "green, on castors, left border", (1.1, -1.7)),
        Seen("chair", "grey, at the table, front left", (-0.5, -2.3)),
        Seen("chair", "grey, at the table, front right", (-1.3, -2.2)),
        Seen("chair", "grey, at the table's left end, near", (-0.0, -2.9)),
        Seen("chair", "grey, at the table's left end, far", (-0.1, -4.0)),
        Seen("chair", "grey, behind the table, left", (-0.7, -4.3)),
        Seen("chair", "grey, behind the table, right", (-1.5, -4.3)),
        Seen("chair", "grey, at the table's right end, near", (-1.9, -2.6)),
        Seen("chair", "grey, at the table's right end, far", None),
        Seen("chair", "grey, alone beside the plant", (0.5, -5.0)),
        Seen("dining table", "white, with the chairs around it", (-1.1, -3.2)),
        Seen("potted plant", "tree in the far left corner", (1.0, -4.6)),
        Seen("whiteboard", "on the right wall", (-2.9, -3.0)),
        Seen("shelf", "small, wooden, at the right wall", (-2.4, -1.4), ("bookcase", "cabinet")),
        Seen("printer", "on a small table at the right wall", (-2.4, -0.8)),
        Seen("table", "small, under the printer", (-2.5, -0.9), ("coffee table", "side table", "nightstand")),
        Seen("table", "small, light, right of the couch", (-1.2, 0.3), ("coffee table", "side table", "bench")),
        Seen("cushion", "striped, on that table", (-1.2, 0.1), ("pillow",)),
        Seen("coffee table", "glass, in front", (-0.3, 0.8), ("table", "dining table")),
        Seen("lamp", "on the cabinet in the far right corner", (-2.8, -5.1), ("desk lamp",)),
        Seen("cabinet", "in the far right corner, under the lamp", (-2.7, -4.3), ("nightstand", "dresser")),
        Seen("curtain", "blind before the window behind the table", (-0.8, -5.1), ("window", "blind")),
    ),
    "dining5": (
        Seen("dining table", "wooden, six chairs around it", (-1.8, -0.2)),
        Seen("chair", "left side of the table, far", (-2.0, -1.2)),
        Seen("chair", "left side of the table, middle", (-1.6, -0.9)),
        Seen("chair", "left side of the table, near", (-1.0, -0.4)),
        Seen("chair", "at the far end of the table", (-3.7, -1.5)),
        Seen("chair", "right side of the table, far", (-3.2, -0.2)),
        Seen("chair", "right side of the table, near", (-2.7, 0.2)),
        Seen("chair", "wing chair, cream", (-4.0, -2.6)),
        Seen("chair", "folding chair behind the wing chair", (-5.2, -3.4)),
        Seen("couch", "pink, under the window", (-6.0, -2.2)),
        Seen("curtain", "purple, before the window", (-6.0, -1.2)),
        Seen("cabinet", "dark, with glass doors, behind the table", (-4.4, 0.2), ("bookcase", "wardrobe", "dresser")),
        Seen("dresser", "light, at the far wall", (-5.7, -5.3), ("chest", "cabinet")),
        Seen("cabinet", "dark, with a tea set on it, at the left wall", (-2.1, -2.5), ("dresser", "sideboard")),
        Seen("floor lamp", "beside the curtain", (-8.0, -2.8), ("lamp",)),
        Seen("picture", "at the far wall, left", (-6.0, -5.7)),
        Seen("picture", "at the far wall, right", (-7.7, -5.7)),
        Seen("door", "white, in the far wall", (-8.3, -5.1)),
        Seen("table", "small, black, before the wing chair", (-4.2, -2.3), ("coffee table",)),
    ),
    "livingroom211": (
        Seen("chair", "white, with steel arms", (-1.7, 0.5), ("armchair",)),
        Seen("curtain", "white, beside the glass door", (-1.8, -0.3)),
        Seen("door", "sliding, of glass", (-1.9, -0.9), ("window",)),
        Seen("tv", "on the wall", (-1.7, 1.6)),
        Seen("tv stand", "dark, under the tv", (-1.5, 1.2), ("cabinet", "dresser", "sideboard", "chest")),
        Seen("vase", "white, on that", (-1.4, 1.7)),
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--input-size", type=int, default=DetectorSettings().input_size, help="px, the network's input")
    parser.add_argument("--repeats", type=int, default=5, help="how often each frame is timed")
    parser.add_argument("--no-proposals", action="store_true", help="the detector alone")
    parser.add_argument("--namer", choices=MODES, default="auto", help="when proposals are named")
    arguments = parser.parse_args()
    detector = make_detector(DetectorSettings(input_size=arguments.input_size, threads=1))
    figures: dict[str, float] = {}
    rooms: dict[str, object] = {}
    for name, seen in SEEN.items():
        if not (DATA / name).is_dir():
            print(f"{name}: not here, left out", file=sys.stderr)
            continue
        measured, room = run_room(
            name, seen, detector, arguments.repeats, proposals=not arguments.no_proposals, namer=arguments.namer
        )
        figures.update({f"{name}_{key}": value for key, value in measured.items()})
        rooms[name] = room
    print("| figure | value |\n|---|---|")
    for key, value in figures.items():
        print(f"| {key} | {value} |")
    OUT.mkdir(exist_ok=True)
    document = {
        "figures": figures,
        "rooms": rooms,
        "conditions": {"input_size": arguments.input_size, "threads": 1, "cores": os.cpu_count()},
    }
    (OUT / "perception.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def run_room(
    name: str,
    seen: tuple[Seen, ...],
    detector: Detector,
    repeats: int,
    *,
    proposals: bool = True,
    namer: str = "auto",
) -> tuple[dict[str, float], dict[str, object]]:
    """Run the frames, of a longer folder every tenth, `repeats` times and look at the last run's objects."""
    sequence = Sequence.open(DATA / name)
    frames = [sequence.frame(k) for k in range(0, len(sequence), 10 if len(sequence) > 50 else 1)]
    seconds: dict[str, list[float]] = {"detect": [], "observe": [], "propose": [], "associate": []}
    detector.detect(frames[0])
    for repeat in range(repeats):
        instances, rejected = InstanceMap(), Counter[str]()
        unnamed = UnnamedThings(ProposalSettings(enabled=proposals), NamerSettings(mode=namer), detector)
        for index, frame in enumerate(frames):
            times = [time.process_time()]
            detections = detector.detect(frame)
            times.append(time.process_time())
            observations = observe_detections(frame, detections, ObservationSettings(), rejected)
            times.append(time.process_time())
            believed = instances.instances.values()
            observations = unnamed.observe(frame, observations, believed, ObservationSettings(), rejected)
            times.append(time.process_time())
            instances.update(observations, frame.stamp, frame)
            times.append(time.process_time())
            for stage, took in zip(seconds, np.diff(times).tolist(), strict=True):
                seconds[stage].append(took)
            if repeat == repeats - 1:
                draw(frame, observations, OUT / "perception" / f"{name}_{index}.png")
    all_found = list(instances.instances.values())
    found = [instance for instance in all_found if instance.category != OBJECT]
    pairs = match_by_place(seen, found)
    print_room(name, seen, found, pairs)
    print(f"\ndetections not used: {dict(rejected) or 'none'}; seen once and not believed yet: {instances.tentative}\n")
    figures: dict[str, float] = {
        f"{stage}_cpu_ms": round(statistics.median(t) * 1e3, 1) for stage, t in seconds.items()
    }
    figures |= {"seen": len(seen), "found": len(found), "right": len(pairs), "wrong": len(found) - len(pairs)}
    figures["unnamed"] = len(all_found) - len(found)
    return figures, {"seen": [vars(s) for s in seen], "found": [as_plain(i, pairs) for i in found]}


def match_by_place(seen: tuple[Seen, ...], found: Iterable[Instance]) -> dict[int, int]:
    """Instance id → number of the seen object, closest pairs of one category first."""
    pairs = []
    for number, thing in enumerate(seen):
        for instance in found:
            if thing.xy is not None and instance.category in (thing.category, *thing.fits):
                distance = float(np.linalg.norm(instance.box.center[:2] - thing.xy))
                if distance <= SAME_PLACE_M:
                    pairs.append((distance, instance.id, number))
    matched: dict[int, int] = {}
    for _, id, number in sorted(pairs):
        if id not in matched and number not in matched.values():
            matched[id] = number
    return matched


def print_room(name: str, seen: tuple[Seen, ...], found: list[Instance], pairs: dict[int, int]) -> None:
    by_seen = {number: id for id, number in pairs.items()}
    by_id = {instance.id: instance for instance in found}
    print(f"## {name}\n\n| a person sees | where | found as | conf. | views | color | center, m | extents, m |")
    print("|---|---|---|---|---|---|---|---|")
    for number, thing in enumerate(seen):
        instance = by_id.get(by_seen.get(number, -1))
        print(f"| {thing.category} | {thing.where} | {row(instance) if instance else '– | | | | |'} |")
    for instance in found:
        if instance.id not in pairs:
            print(f"| nothing of that kind | | {row(instance)} |")


def row(instance: Instance) -> str:
    center, extents = (" ".join(f"{v:.2f}" for v in vector) for vector in (instance.box.center, instance.box.extents))
    views = instance.observation_count
    label = f"{instance.category} {instance.id}"
    return f"{label} | {instance.confidence:.2f} | {views} | {instance.color} | {center} | {extents}"


def as_plain(instance: Instance, pairs: dict[int, int]) -> dict[str, object]:
    return {
        "id": instance.id,
        "category": instance.category,
        "right": instance.id in pairs,
        "confidence": round(instance.confidence, 3),
        "views": instance.observation_count,
        "center_m": instance.box.center.round(3).tolist(),
        "extents_m": instance.box.extents.round(3).tolist(),
        "yaw_rad": round(instance.box.yaw, 3),
        "color": instance.color,
    }


def draw(frame: Frame, observations: list[Observation], path: Path) -> None:
    """The frame with the observed masks, tinted, and their labels."""
    import cv2

    image = frame.color[:, :, ::-1].copy()
    tints = np.random.default_rng(0).integers(60, 256, (64, 3))
    for tint, observation in zip(np.resize(tints, (len(observations), 3)), observations, strict=True):
        if observation.mask is None:
            continue
        image[observation.mask] = (0.45 * image[observation.mask] + 0.55 * tint).astype(np.uint8)
        rows, columns = np.nonzero(observation.mask)
        place = (int(columns.min()), int(rows.min()) + 14)
        cv2.putText(
            image,
            f"{observation.category} {observation.score:.2f}",
            place,
            cv2.FONT_HERSHEY_SIMPLEX,
            0.5,
            (255, 0, 255),
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), image)


if __name__ == "__main__":
    sys.exit(main())
