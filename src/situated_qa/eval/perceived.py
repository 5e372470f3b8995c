"""What the pipeline makes of rendered homes: their graphs, for the questions, and how far they are from the truth."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.eval.homes import mapped
from situated_qa.eval.perception_metrics import SEEN_PIXELS, PerceptionCounts, compare_graphs
from situated_qa.eval.questions import BenchmarkScene
from situated_qa.eval.settings import RunSettings
from situated_qa.progress import Counted
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


class PerceivedHomes:
    """The maps of some homes, and how they compare with the truth."""

    def __init__(self, settings: RunSettings, folder: Path, progress: bool) -> None:
        self._settings, self._folder, self._progress = settings, folder, progress
        self._graphs: dict[str, SceneGraph] = {}
        self._measured: dict[str, Mapping[str, Any]] = {}

    def map_all(self, scenes: Sequence[BenchmarkScene]) -> None:
        """Map every home that is not mapped yet, before the model takes its memory."""
        for scene in Counted(scenes, len(scenes), "mapping", "homes", show=self._progress):
            s = self._settings
            home = mapped(scene.path.parent, s, map_folder(self._folder, s, scene.name))
            self._graphs[scene.name], self._measured[scene.name] = home.graph, home.measured

    def graph(self, scene: BenchmarkScene) -> SceneGraph:
        """What questions about a home are asked of."""
        graph = self._graphs[scene.name]
        return with_rooms_of(scene.graph, graph) if self._settings.rooms == "truth" else graph

    def report(self, scenes: Sequence[BenchmarkScene]) -> dict[str, Any]:
        """Perception over all homes, and each home's counts."""
        total = PerceptionCounts()
        homes = {}
        for scene in scenes:
            measured = self._measured[scene.name]
            seen = measured["seen"]
            ids = None if seen is None else {int(i) for i, pixels in seen.items() if pixels >= SEEN_PIXELS}
            counts = compare_graphs(_linked(scene.graph), self._graphs[scene.name], ids)
            homes[scene.name] = {"measured": dict(measured), **counts.to_dict()}
            total.add(counts)
        frames = sum(home["measured"]["frames"] for home in homes.values())
        seconds = sum(home["measured"]["seconds"]["total"] for home in homes.values())
        return {
            "figures": total.figures(),
            "predicates": total.predicate_figures(),
            "cost": {
                "homes": len(homes),
                "frames": frames,
                "seconds": round(seconds, 1),
                "seconds_per_frame": round(seconds / frames, 4),
                "peak_memory_mb": max(home["measured"]["peak_memory_mb"] for home in homes.values()),
            },
            "homes": homes,
        }


def map_folder(maps: Path, settings: RunSettings, home: str) -> Path:
    """Where a home's map lies among those of several runs."""
    return maps / f"{settings.source}-{settings.frames or 'all'}" / home


def with_rooms_of(truth: SceneGraph, graph: SceneGraph) -> SceneGraph:
    """The graph with the true scene's rooms and floor plan, its objects in the rooms that their centres lie in."""
    bare = dataclasses.replace(graph, rooms=truth.rooms, floor_plan=truth.floor_plan)
    layout = SituatedScene(bare, Viewpoint(np.zeros(3), 0.0, frame=graph.frame))
    placed = tuple(dataclasses.replace(node, room=layout.room_at(node.box.center)) for node in graph.objects)
    return dataclasses.replace(bare, objects=placed)


def _linked(graph: SceneGraph) -> SceneGraph:
    """The true objects with the relations that our own predicates see in them, not those that the file tells: what is
    measured is the loss from true boxes to perceived ones, with the same rules for both."""
    return dataclasses.replace(graph, relations=link_objects(graph.objects).relations)
