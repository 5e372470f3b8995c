"""A room small enough to reason about: the asker stands at the origin and looks along x."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.sandbox import Sandbox, SandboxSettings
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.categories import find_categories
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

# (id, category, center x y z, extents, color); the asker's left is +y
LAYOUT = (
    (1, "chair", (2.0, 0.0, 0.5), (0.5, 0.5, 1.0), "brown"),
    (2, "chair", (0.0, 3.0, 0.5), (0.5, 0.5, 1.0), "black"),
    (3, "coffee table", (-1.5, 0.0, 0.25), (0.8, 0.8, 0.5), "brown"),
    (4, "couch", (0.0, -2.0, 0.4), (0.9, 0.9, 0.8), "black"),
    (5, "pillow", (-3.5, 0.0, 0.2), (0.4, 0.4, 0.4), "white"),
    (6, "table", (4.0, 2.0, 0.4), (1.0, 1.0, 0.8), "white"),
    (7, "book", (4.0, 2.0, 0.85), (0.2, 0.2, 0.1), "red"),
    (8, "window", (6.0, -3.0, 1.5), (0.2, 1.0, 1.0), ""),
)


def make_graph() -> SceneGraph:
    objects = []
    for identity, category, center, extents, color in LAYOUT:
        box = Box(center=np.array(center), extents=np.array(extents))
        objects.append(ObjectNode(id=identity, category=category, box=box, centroid=np.array(center), color=color))
    return SceneGraph(objects=tuple(objects), version=7)


@pytest.fixture
def scene() -> SituatedScene:
    return SituatedScene(make_graph(), Viewpoint(np.array([0.0, 0.0, 0.5]), 0.0))


@pytest.fixture
def tools(scene: SituatedScene) -> Tools:
    return Tools(scene)


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    find_categories("frobnicator", ["chair"])  # loads what knows words, which is no time of a program
    with Sandbox(SandboxSettings(time_limit_s=3.0)) as made:  # ordinary programs end in time on a busy machine
        yield made
