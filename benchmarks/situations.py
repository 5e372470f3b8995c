"""How well a situation in words is found in the map: pose against the pose that the sentence was made for.

    python benchmarks/situations.py                  split dev (its wordings are not trained with)
    python benchmarks/situations.py --llm none       the patterns alone
    python benchmarks/situations.py --scenes FOLDER  another folder of scene files, e.g. of split test
    python benchmarks/situations.py --show           lists what was refused, by reason: not for split test

Right: within 1 m and 30°. The reader never sees the pose. Writes benchmarks/out/situations.json.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from _eval_runs import dev_homes

from situated_qa.errors import SituationError
from situated_qa.eval.journal import write_json
from situated_qa.eval.provenance import machine, revision
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.reader.situations import with_readers
from situated_qa.scene.files import read_scene
from situated_qa.situated.described_viewpoint import describe_viewpoint
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

OUT = Path(__file__).resolve().parent / "out"
_ELSEWHERE = Viewpoint(np.array([1000.0, 1000.0, 0.0]), 0.0)  # a sentence without a place cannot be right by luck


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=Path, help="folder of home-*/scene.json")
    parser.add_argument("--show", action="store_true", help="list the reasons of refusals")
    parser.add_argument("--llm", default="default", help="the trained reader; none: the patterns alone")
    parser.add_argument("--limit", type=int, default=0, help="situations, at most")
    parsed = parser.parse_args()
    model: Any = None if parsed.llm == "none" else make_model(parsed.llm, LLMSettings(n_threads=1))
    counts, reasons = Counter[str](), Counter[str]()
    distances, turns, seconds = [], [], []
    for path in sorted((parsed.scenes or dev_homes()).glob("*/scene.json")):
        file = read_scene(path)
        scene = with_readers(SituatedScene(file.graph, _ELSEWHERE), model, 3600.0)
        asked = {item["situation"]: item["viewpoint"] for item in file.questions if item.get("situation")}
        for text, truth in asked.items():
            if 0 < parsed.limit <= sum(counts.values()):
                break
            start = time.perf_counter()
            try:
                found = describe_viewpoint(scene, text).viewpoint
            except SituationError as error:
                counts["refused"] += 1
                reasons[str(error)] += 1
                continue
            finally:
                seconds.append(time.perf_counter() - start)
            distance = float(np.linalg.norm(found.position[:2] - np.array(truth["position"])[:2]))
            turn = abs((found.heading_rad - truth["heading_rad"] + math.pi) % (2 * math.pi) - math.pi)
            counts["right" if distance <= 1.0 and turn <= math.radians(30.0) else "wrong"] += 1
            distances.append(distance)
            turns.append(math.degrees(turn))
    total = sum(counts.values())
    table = {
        "situations": total,
        **{name: counts[name] for name in ("right", "wrong", "refused")},
        "distance_median_m": round(float(np.median(distances)), 3),
        "turn_median_deg": round(float(np.median(turns)), 1),
        "median_ms": round(1e3 * float(np.median(seconds)), 2),
    }
    for name, value in table.items():
        print(f"{name:20} {value}")
    if parsed.show:
        for reason, count in reasons.most_common():
            print(f"{count:4} {reason}")
    write_json(OUT / "situations.json", {"table": table, "machine": machine(), "revision": revision()})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
