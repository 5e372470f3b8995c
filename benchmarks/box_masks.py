"""How well masks made from boxes match the true masks, by kind of thing, in frames of simulated homes.

Each true mask's own box goes through `box_mask`, as a detector's box that fits tightly would; both masks are compared
where the frame has depth. `--jitter 0.05` moves each side of the boxes by up to that share of the box, as a detector
that fits less tightly would (the same moves in each run).
Prints tables and writes benchmarks/out/box_masks.json. Times are CPU time, so a busy machine does not count.
Run it with: .venv/bin/python benchmarks/box_masks.py HOME_FOLDER … (homes: `situated-qa eval apartments`)
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.geometry import Frame  # noqa: E402
from situated_qa.perception.backgrounds import room_walls  # noqa: E402
from situated_qa.perception.categories import facts_of  # noqa: E402
from situated_qa.perception.masks import MaskSettings, box_mask  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out"
LEAST_PIXELS = 400  # 20 × 20, as in eval/perception_metrics.py
FARTHEST_M = 5.0
FLAT = ("book", "rug", "bath mat", "doormat", "picture", "mirror", "television", "keyboard", "magazine", "painting")
WRONG_IOU = 0.25


@dataclass(frozen=True)
class Compared:
    """One box's mask beside the true one."""

    category: str
    iou: float
    empty: bool
    seconds: float  # CPU time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("homes", nargs="+", type=Path, help="sequence folders with true masks")
    parser.add_argument("--every", type=int, default=10, help="take every n-th frame")
    parser.add_argument("--jitter", type=float, default=0.0, help="how far each side of a box moves, in box sizes")
    parser.add_argument("--least", type=int, default=5, help="kinds with fewer masks are not listed")
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    compared, walls_ms = [], []
    for home in arguments.homes:
        names = {int(k): v for k, v in json.loads((home / "instances.json").read_text(encoding="utf-8")).items()}
        for number, frame in enumerate(Sequence.open(home)):
            if number % arguments.every == 0:
                compared += list(compare(frame, names, rng, arguments.jitter, walls_ms))
    by_kind: dict[str, list[Compared]] = defaultdict(list)
    for item in compared:
        by_kind[item.category].append(item)
        by_kind["ALL"].append(item)
        by_kind["FLAT" if item.category in FLAT else "NOT FLAT"].append(item)
    rows = {kind: figures(items) for kind, items in sorted(by_kind.items()) if len(items) >= arguments.least}
    print("| kind | masks | mean IoU | median IoU | below 0.25 | empty |\n|---|---|---|---|---|---|")
    for kind, row in rows.items():
        print(f"| {kind} | {' | '.join(str(value) for value in row.values())} |")
    box_ms = statistics.median(item.seconds for item in compared) * 1e3
    print(f"\nCPU ms, median: walls of a frame {statistics.median(walls_ms):.1f}, mask of a box {box_ms:.2f}")
    OUT.mkdir(exist_ok=True)
    document = {"rows": rows, "homes": [home.name for home in arguments.homes], "jitter": arguments.jitter}
    (OUT / "box_masks.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def compare(
    frame: Frame, names: dict[int, str], rng: np.random.Generator, jitter: float, walls_ms: list[float]
) -> Iterator[Compared]:
    """The masks of all things in a frame that are large and near enough."""
    assert frame.instances is not None
    settings = MaskSettings()
    clock = time.process_time()
    walls = room_walls(frame, settings)
    walls_ms.append((time.process_time() - clock) * 1e3)
    with np.errstate(invalid="ignore"):
        measured = (frame.depth > 0.0) & (frame.depth < np.inf)
    for id in np.unique(frame.instances):
        if int(id) not in names:
            continue
        true = frame.instances == id
        depth = frame.depth[true & measured]
        if len(depth) < LEAST_PIXELS or np.median(depth) > FARTHEST_M:
            continue
        rows, columns = np.nonzero(true)
        box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
        box += rng.uniform(-jitter, jitter, 4) * np.tile(box[2:] - box[:2], 2)
        category = names[int(id)]
        facts = facts_of(category)
        clock = time.process_time()
        mask = box_mask(
            frame,
            box,
            settings,
            longest_side_m=facts.longest_side_m,
            may_be_flat=facts.may_be_flat,
            always_flat=facts.always_flat,
            stands_on_floor=facts.stands_on_floor,
            walls=walls,
        )
        seconds = time.process_time() - clock
        mask, true = mask & measured, true & measured
        iou = np.count_nonzero(mask & true) / max(np.count_nonzero(mask | true), 1)
        yield Compared(category, float(iou), not mask.any(), seconds)


def figures(items: list[Compared]) -> dict[str, float]:
    ious = [item.iou for item in items]
    return {
        "masks": len(items),
        "mean": round(statistics.mean(ious), 3),
        "median": round(statistics.median(ious), 3),
        "wrong": round(sum(iou < WRONG_IOU for iou in ious) / len(ious), 3),
        "empty": round(sum(item.empty for item in items) / len(items), 3),
    }


if __name__ == "__main__":
    sys.exit(main())
