"""What `/ask` costs besides the model: two processes, the ask node with a scripted model and this one.

Prints a table and writes benchmarks/out/ask.json. Run it with: .venv/bin/python benchmarks/ask.py
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

OUT = Path(__file__).resolve().parent / "out" / "ask.json"
PROGRAM = 'print(len(relate_agent(object_set=filter(object_set=scene(), category="chair"), relation="left")))'
REPLIES = [
    {"match": "Observation", "reply": "Thought: done.\nAction: Final Answer\nAction Input: two"},
    {"match": "", "reply": f"Thought: count.\nAction: Program\nAction Input:\n```Python\n{PROGRAM}\n```"},
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--objects", type=int, default=60)
    arguments = parser.parse_args()

    os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    os.environ.setdefault("ROS_DOMAIN_ID", "87")
    from situated_qa.ros.bringup import Bringup, NodeSpec, running, share_folder

    with tempfile.TemporaryDirectory() as scratch:
        script = Path(scratch) / "script.jsonl"
        script.write_text("".join(json.dumps(reply) + "\n" for reply in REPLIES))
        spec = NodeSpec("ask", "ask_node", "situated_qa.ros.ask_node", {"llm.spec": f"scripted:{script}"})
        profile = {"FASTDDS_DEFAULT_PROFILES_FILE": str(share_folder() / "config" / "fastdds.xml")}
        os.environ.update(profile)
        bringup = Bringup((spec,), "", share_folder() / "config" / "situated_qa.yaml", profile)
        with open(os.devnull, "w") as log, running(bringup, log=log):
            figures = measure(arguments.repeats, arguments.objects)
    print("| figure | value |\n|---|---|")
    for name, value in figures.items():
        print(f"| {name} | {value} |")
    OUT.parent.mkdir(exist_ok=True)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, no GPU used"
    OUT.write_text(json.dumps({"machine": machine, "model": "scripted", "figures": figures}, indent=2) + "\n")
    print(f"written to {OUT}")
    return 0


def measure(repeats: int, objects: int) -> dict[str, float]:
    """Round trips of a two-step question, without the time that the model took, ms."""
    from situated_qa.msg import SceneGraph as SceneGraphMsg

    from situated_qa.geometry import Box
    from situated_qa.ros import convert, qos
    from situated_qa.ros.client import Client
    from situated_qa.scene.graph import ObjectNode, SceneGraph
    from situated_qa.situated.viewpoint import Viewpoint

    rng = np.random.default_rng(0)
    nodes = []
    for number in range(objects):
        center = rng.uniform([-4, -4, 0.5], [4, 4, 0.5])
        points = (center + rng.uniform(-0.25, 0.25, (64, 3))).astype(np.float32)
        box = Box(center, np.full(3, 0.5))
        nodes.append(ObjectNode(number, ("chair", "table", "plant")[number % 3], box, center, surface_points=points))
    with Client() as client:
        publisher = client.node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        publisher.publish(convert.graph_to_msg(SceneGraph(tuple(nodes), version=1)))
        viewpoint = convert.viewpoint_to_msg(Viewpoint(np.zeros(3), 0.0))

        def ask() -> tuple[float, float, float]:
            start = time.perf_counter()
            response = client.ask(
                "How many chairs are on my left?",
                use_viewpoint=True,
                viewpoint=viewpoint,
                strategy="think-program-rectify",
            )
            total = time.perf_counter() - start
            if response.status == response.NO_GRAPH:
                raise LookupError
            if response.status != response.ANSWERED:
                raise SystemExit(f"ask failed: {response.status_text}")
            return total, response.model_seconds, response.sandbox_seconds

        _until_graph_arrived(ask)
        for _ in range(5):
            ask()
        samples = [ask() for _ in range(repeats)]
    overhead = sorted((total - model) * 1e3 for total, model, _ in samples)
    return {
        "ask_overhead_ms": round(statistics.median(overhead), 2),
        "ask_overhead_p95_ms": round(overhead[int(0.95 * len(overhead))], 2),
        "sandbox_ms": round(statistics.median(sandbox * 1e3 for *_, sandbox in samples), 2),
        "model_ms": round(statistics.median(model * 1e3 for _, model, _ in samples), 3),
        "objects": objects,
        "repeats": repeats,
    }


def _until_graph_arrived(ask: object, limit_s: float = 30.0) -> None:
    deadline = time.monotonic() + limit_s
    while True:
        try:
            ask()  # type: ignore[operator]
            return
        except LookupError:
            if time.monotonic() > deadline:
                raise SystemExit("the ask node never got the graph") from None


if __name__ == "__main__":
    sys.exit(main())
