"""The scene graph in the library that researchers know."""

from __future__ import annotations

import networkx
import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, Relation, RoomNode, SceneGraph


def test_objects_are_nodes_and_relations_are_edges() -> None:
    table = ObjectNode(3, "table", Box(np.array([1.0, 2.0, 0.4]), np.array([1.0, 1.0, 0.8]), 0.5), np.zeros(3))
    cup = ObjectNode(7, "cup", Box(np.array([1.0, 2.0, 0.85]), np.full(3, 0.1)), np.zeros(3), color="red", supporter=3)
    relations = (Relation(7, "on", 3, 0.9), Relation(7, "near", 3), Relation(3, "support", 7))
    room = RoomNode("kitchen", Box(np.zeros(3), np.array([4.0, 4.0, 2.5])))
    graph = SceneGraph((table, cup), relations, (room,), stamp=5, version=2).to_networkx()
    assert set(graph.nodes) == {3, 7} and graph.nodes[7]["color"] == "red" and graph.nodes[3]["yaw"] == 0.5
    assert graph.nodes[3]["center"].tolist() == [1.0, 2.0, 0.4]
    assert sorted(graph.edges(keys=True)) == [(3, 7, "support"), (7, 3, "near"), (7, 3, "on")]
    assert graph.edges[7, 3, "on"]["score"] == 0.9
    assert (graph.graph["version"], list(graph.graph["rooms"])) == (2, ["kitchen"])
    assert networkx.has_path(graph, 3, 7)
