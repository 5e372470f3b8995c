"""Where the seconds of a warm question go: patterns, the model, type check, run, the rest.

One process, no ROS (what /ask adds to this is measured by benchmarks/ask.py); a room of 60 things.

    python benchmarks/ask_stages.py                   the embedded default model, a trained reader
    python benchmarks/ask_stages.py --llm none        patterns alone
    python benchmarks/ask_stages.py --threads 2       llama.cpp is far slower on two threads than on one if others work

Prints a table, median over the questions of each group, and writes benchmarks/out/ask_stages.json. "plain" are
questions that a pattern reads, "others" those that none does. The patterns are timed again alone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.geometry import Box
from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings
from situated_qa.reasoning.patterns import read
from situated_qa.reasoning.sandbox import Sandbox, SandboxSettings
from situated_qa.scene.graph import ObjectNode, SceneGraph, plain_name
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

OUT = Path(__file__).resolve().parent / "out" / "ask_stages.json"
STAGES = ("patterns", "model", "check", "run", "rest", "total")
CATEGORIES = ("chair", "table", "plant", "lamp", "sofa", "cabinet", "cup", "book")
COLORS = ("red", "black", "white", "brown", "green")
PLAIN = (
    "How many chairs are on my left?",
    "What color is the sofa behind me?",
    "Is there a plant to my right?",
    "Where is the lamp?",
    "What is next to the closest cabinet?",
    "How far is the table?",
    "Which is closer to me, the lamp or the sofa?",
    "What is the largest thing in front of me?",
)
OTHERS = (
    "How many chairs that nobody uses are on my left?",
    "What would suit the sofa behind me?",
    "Could somebody hide behind the cabinet next to the plant?",
    "What would I trip over if I stumbled to the right?",
    "Where would you put the lamp if it were yours?",
    "Is the sofa on my left one that creaks?",
    "What do people keep on the table near the closest lamp?",
    "Might the cup on the table fall onto the book?",
)


class TimedSandbox(Sandbox):
    """A sandbox that keeps how long its checks took."""

    check_s = 0.0

    def check(self, program: str, stubs: str, tool_names: tuple[str, ...] = (), **limits: Any) -> Any:
        """As `Sandbox.check`."""
        start = time.perf_counter()
        try:
            return super().check(program, stubs, tool_names, **limits)
        finally:
            self.check_s += time.perf_counter() - start


def main() -> int:
    """Measure, print the table and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="default", help="the model: default, an asset, none, PATH.gguf, ...")
    parser.add_argument("--threads", type=int, default=0, help="of the embedded model; 0: half of the cores")
    parser.add_argument("--limit", type=int, default=8, help="questions of each group")
    arguments = parser.parse_args()
    settings = LLMSettings(n_threads=arguments.threads)
    model = make_model(arguments.llm, settings)
    scene = SituatedScene(room(60), Viewpoint(np.zeros(3), 0.0))
    figures: dict[str, float] = {}
    with TimedSandbox(SandboxSettings()) as sandbox:
        reasoner = Reasoner(model, sandbox, ReasoningSettings())
        start = time.perf_counter()
        reasoner.warm_up()
        figures["warm_up_s"] = round(time.perf_counter() - start, 2)
        reasoner.answer(scene, Question(PLAIN[0], strategy="rules"))
        print(f"{'s, median':12s}" + "".join(f"{stage:>9s}" for stage in STAGES))
        for group, questions in (("plain", PLAIN), ("others", OTHERS)):
            rows = [stages(reasoner, sandbox, scene, text) for text in questions[: arguments.limit]]
            medians = {stage: statistics.median(row[stage] for row in rows) for stage in STAGES}
            print(f"{group:12s}" + "".join(f"{medians[stage]:9.3f}" for stage in STAGES))
            figures |= {f"{group}_{stage}_s": round(value, 4) for stage, value in medians.items()}
        reasoner.close()
    OUT.parent.mkdir(exist_ok=True)
    machine = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {settings.threads()} threads for the model"
    OUT.write_text(json.dumps({"machine": machine, "model": model.name, "figures": figures}, indent=1) + "\n")
    print(f"{machine}; written to {OUT}")
    return 0


def stages(reasoner: Reasoner, sandbox: TimedSandbox, scene: SituatedScene, text: str) -> dict[str, float]:
    """Seconds of one question by stage; the patterns are timed alone, since they lie in the middle of the rest."""
    sandbox.check_s = 0.0
    start = time.perf_counter()
    answer = reasoner.answer(scene, Question(text))
    total = time.perf_counter() - start
    start = time.perf_counter()
    read(text, things=[plain_name(name) for name in scene.categories])
    seconds = {
        "patterns": time.perf_counter() - start,
        "model": answer.model_seconds,
        "check": sandbox.check_s,
        "run": max(0.0, answer.sandbox_seconds - sandbox.check_s),
    }
    return {**seconds, "rest": max(0.0, total - sum(seconds.values())), "total": total}


def room(count: int, categories: Sequence[str] = CATEGORIES) -> SceneGraph:
    """A room of so many things at random places, always the same."""
    rng = np.random.default_rng(0)
    nodes = []
    for number in range(count):
        center = rng.uniform([-4, -4, 0.5], [4, 4, 0.5])
        points = (center + rng.uniform(-0.25, 0.25, (64, 3))).astype(np.float32)
        category, color = categories[number % len(categories)], COLORS[number % len(COLORS)]
        box = Box(center, np.full(3, 0.5))
        nodes.append(ObjectNode(number, category, box, center, surface_points=points, color=color))
    return SceneGraph(tuple(nodes), version=1)


if __name__ == "__main__":
    sys.exit(main())
