"""Which modules of situated_qa a question passes on its way from the /ask callback to the filled-in response.

The node's own callback is called in this process, with patterns and no model, on a room of three things.
Counted are modules of which a function runs for the second, warm question: what only runs at start-up, or is kept
from a question before, is no part of the way.

    python benchmarks/modules.py
    python benchmarks/modules.py "Where is the lamp?"

Needs rclpy. Prints the modules in the order in which they are entered, with the number of calls, and writes
benchmarks/out/modules.json. A stay is an uninterrupted run of one module's functions: a module that calls another and
goes on when that returns has two. The spine is the modules on the call stack where the expression is evaluated: whoever
reads the code from the request to the answer follows these, and each of them calls the others for one purpose.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from situated_qa.eval.journal import write_json
from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import ObjectNode, SceneGraph

OUT = Path(__file__).resolve().parent / "out" / "modules.json"
EVALUATOR = "situated_qa.situated.language.evaluate"
QUESTIONS = (
    "How many chairs are on my left?",
    "What color is the lamp next to the sofa?",
    "Is the sofa closer to me than the lamp?",
    "Where is the lamp?",
)


@dataclass(slots=True)
class Trace:
    """A profiler (`sys.setprofile`) that follows one thread through the modules of situated_qa."""

    calls: Counter[str] = field(default_factory=Counter)  # by module, in the order in which they are entered
    stays: int = 0
    spine: tuple[str, ...] = ()  # the modules on the call stack where the expression is evaluated
    _stack: list[str] = field(default_factory=list)
    _here: str = ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event not in ("call", "return") or not name.startswith("situated_qa."):
            return
        if event == "call":
            self.calls[name] += 1
            self._stack.append(name)
            if not self.spine and frame.f_code.co_name == "evaluate" and name == EVALUATOR:
                self.spine = tuple(dict.fromkeys(self._stack))
        elif self._stack:
            self._stack.pop()
        if self._stack and self._stack[-1] != self._here:
            self._here = self._stack[-1]
            self.stays += 1


def main() -> int:
    """Trace the questions, print the table, write the file."""
    import rclpy
    from geometry_msgs.msg import Pose
    from rclpy.parameter import Parameter
    from situated_qa.srv import Ask

    from situated_qa.ros.ask_node import AskNode

    rclpy.init()
    settings = {"llm.spec": "none", "reasoning.strategy": "rules"}
    node = AskNode(parameter_overrides=[Parameter(name, value=value) for name, value in settings.items()])
    node._graphs.take(room())
    figures: dict[str, Any] = {}
    pose = Pose()
    pose.orientation.w = 1.0
    for question in sys.argv[1:] or QUESTIONS:
        request = Ask.Request(question=question, use_viewpoint=True)
        request.viewpoint.header.frame_id = "map"
        request.viewpoint.pose = pose
        node._ask(request, Ask.Response())  # fills what is kept from question to question
        trace = Trace()
        sys.setprofile(trace)
        try:
            response = node._ask(request, Ask.Response())
        finally:
            sys.setprofile(None)
        folders = len({name.rpartition(".")[0] for name in trace.calls})
        figures[question] = {
            "modules": len(trace.calls), "folders": folders, "stays": trace.stays, "spine": trace.spine,
            "calls": dict(trace.calls),
        }  # fmt: skip
        print(f"{question} -> {response.answer}")
        print(f"  {len(trace.calls)} modules in {folders} folders, {trace.stays} stays")
        print(f"  spine, {len(trace.spine)}: {' > '.join(name.removeprefix('situated_qa.') for name in trace.spine)}")
        for name, number in trace.calls.items():
            print(f"    {name.removeprefix('situated_qa.'):55} {number:6}")
    write_json(OUT, figures)
    node.destroy_node()
    rclpy.shutdown()
    return 0


def room() -> SceneGraph:
    """A sofa ahead with a lamp beside it, and a chair on the left."""
    things = (
        ("sofa", (3.0, 0.0, 0.4), (1.0, 2.0, 0.8), "brown"),
        ("lamp", (3.0, 1.4, 0.8), (0.4, 0.4, 1.6), "white"),
        ("chair", (0.0, 2.0, 0.45), (0.5, 0.5, 0.9), "red"),
    )
    nodes = [
        ObjectNode(number, kind, Box(np.array(at), np.array(size)), np.array(at), color=color)
        for number, (kind, at, size, color) in enumerate(things, 1)
    ]
    linked = link_objects(nodes)
    return SceneGraph(linked.objects, linked.relations, version=1)


if __name__ == "__main__":
    sys.exit(main())
