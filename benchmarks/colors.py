"""Whether colors and shapes of mapped objects are told as in the truth, in simulated homes with true masks.

A color is right if its basic name is the true one ("dark red" is red). A shape is right if it is the true one, round or
rectangular; what is square is rectangular. Prints the wrong ones and how many are right, and writes
benchmarks/out/colors.json.
Run it with: .venv/bin/python benchmarks/colors.py HOME_FOLDER … [--every 8] (homes: `situated-qa eval apartments`)
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.config import Settings  # noqa: E402
from situated_qa.eval.perception_metrics import match_boxes  # noqa: E402
from situated_qa.mapping.tsdf import MappingSettings  # noqa: E402
from situated_qa.perception.colors import canonical_color  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.pipeline import MappingPipeline  # noqa: E402
from situated_qa.scene.files import read_scene  # noqa: E402
from situated_qa.scene.graph import ObjectNode, SceneGraph  # noqa: E402
from situated_qa.scene.structure import is_structural  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402
from situated_qa.situated.attributes import says  # noqa: E402

OUT = ROOT / "benchmarks" / "out"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("homes", nargs="+", type=Path, help="sequence folders with true masks and scene.json")
    parser.add_argument("--every", type=int, default=8, help="take every n-th frame")
    arguments = parser.parse_args()
    colored, wrong, shapes = 0, [], Counter[str]()
    for home in arguments.homes:
        truth, found = read_scene(home / "scene.json").graph, mapped(home, arguments.every)
        for a, b in match_boxes(things(truth), things(found), 0.25).items():
            true, seen = truth.by_id[a], found.by_id[b]
            shape = true.attributes.get("shape")
            if shape:
                told = seen.attributes.get("shape", "")
                shapes["not told" if not told else "right" if says("shape", told, shape) else "wrong"] += 1
            if true.color:
                colored += 1
                if canonical_color(true.color) != canonical_color(seen.color):
                    wrong.append((home.name, true.category, true.color, seen.color, seen.rgb))
    print("| home | thing | true | found | rgb |\n|---|---|---|---|---|")
    for row in wrong:
        print(f"| {' | '.join(map(str, row))} |")
    share = 1.0 - len(wrong) / max(colored, 1)
    print(f"\nright: {share:.3f} of {colored}; shapes: {dict(shapes)}")
    OUT.mkdir(exist_ok=True)
    document = {"right": round(share, 4), "colored": colored, "wrong": wrong, "shapes": dict(shapes)}
    (OUT / "colors.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


def mapped(home: Path, every: int) -> SceneGraph:
    """What the pipeline makes of a home's frames."""
    names = {int(k): v for k, v in json.loads((home / "instances.json").read_text(encoding="utf-8")).items()}
    settings = Settings(detector=DetectorSettings(name="true-masks"), mapping=MappingSettings(device="cpu"))
    pipeline = MappingPipeline(settings, make_detector(settings.detector, categories=names))
    for number, frame in enumerate(Sequence.open(home)):
        if number % every == 0:
            pipeline.observe(frame)
    return pipeline.graph


def things(graph: SceneGraph) -> list[ObjectNode]:
    return [node for node in graph.objects if not is_structural(node.category)]


if __name__ == "__main__":
    sys.exit(main())
