"""An ask node as a process, with a scripted model and a client that plays mapper, TF and /clock."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.srv import RunProgram

from situated_qa.ros import convert, qos
from situated_qa.ros.bringup import Bringup, BringupArguments, describe, first_death, running
from situated_qa.ros.client import Client
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.viewpoint import Viewpoint

LIMIT_S = 100.0
VIEWPOINT = {"use_viewpoint": True, "viewpoint": convert.viewpoint_to_msg(Viewpoint(np.zeros(3), 0.0))}


class AskSystem:
    """The running node, and a client of it."""

    def __init__(self, client: Client, nodes: Any, log: io.StringIO) -> None:
        self.client, self.nodes, self.log = client, nodes, log
        self.graphs = client.node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)

    def wait(self, met: Callable[[], Any]) -> Any:
        """What `met` returned when it was true; it is polled, because much of the state sends no event."""
        for _ in range(round(LIMIT_S / 0.1)):
            dead = first_death(self.nodes)
            assert dead is None, f"the node died:\n{self.log.getvalue()[-3000:]}"
            value = met()
            if value:
                return value
            self.client.wait_until(lambda: False, 0.1)
        pytest.fail(f"not within {LIMIT_S:g} s:\n{self.log.getvalue()[-3000:]}")

    def run(self, program: str = "print(1)", **fields: Any) -> RunProgram.Response:
        return self.client.run_program(program, timeout_s=LIMIT_S, **(fields or VIEWPOINT))

    def publish(self, graph: SceneGraph) -> None:
        """Publish a graph and wait until it is the one that is asked."""
        self.graphs.publish(convert.graph_to_msg(graph))
        self.wait(lambda: self.run().graph_version == graph.version)

    def logged(self, text: str) -> None:
        """Wait until the node has logged this."""
        self.wait(lambda: text in self.log.getvalue())


@contextmanager
def ask_system(folder: Path, script: list[dict[str, Any]], **parameters: Any) -> Iterator[AskSystem]:
    """An ask node in the domain of the environment.

    Args:
        script: lines of the scripted model.
        parameters: of the node, over its defaults.
    """
    path = folder / "script.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in script))
    sim_time = bool(parameters.pop("use_sim_time", False))
    bringup = describe(BringupArguments(llm=f"scripted:{path}", use_sim_time=sim_time))
    node = next(node for node in bringup.nodes if node.name == "ask")
    node = dataclasses.replace(node, parameters={**node.parameters, **parameters})
    log = io.StringIO()
    only_ask = Bringup((node,), "", bringup.params_file, bringup.environment)
    with running(only_ask, log=log) as nodes, Client() as client:
        yield AskSystem(client, nodes, log)
