"""A hand-made room: the asker at the origin looks along +x, so +y is left."""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def thing(id_, category, center, extents, **more) -> ObjectNode:
    return ObjectNode(id_, category, Box(np.array(center), np.array(extents)), np.array(center), **more)


ROOM = (
    thing(1, "sofa", (-2, 0, 0.4), (0.9, 2.0, 0.8), color="brown"),  # behind
    thing(2, "table", (2, 0, 0.4), (1.0, 1.0, 0.8), color="white"),  # in front
    thing(3, "chair", (2, 2.2, 0.45), (0.5, 0.5, 0.9), color="black"),  # front left
    thing(4, "chair", (0.3, 2, 0.45), (0.5, 0.5, 0.9), color="red"),  # left
    thing(5, "chair", (2.0, -0.95, 0.45), (0.5, 0.5, 0.9), color="black"),  # at the table, front and a little right
    thing(6, "cup", (2, 0.1, 0.85), (0.1, 0.1, 0.1), color="blue"),  # on the table
    thing(7, "bookcase", (0, -3, 1.0), (1.2, 0.4, 2.0), color="brown"),  # right
    thing(8, "plant", (0.2, -1.55, 0.4), (0.3, 0.3, 0.8), color="green"),  # right
    thing(9, "tv", (5, 0, 1.0), (0.2, 1.2, 0.7), color="black"),  # far in front, table between
    thing(10, "lamp", (-2, 1.6, 0.8), (0.4, 0.4, 1.6), color="yellow"),  # behind, left
    thing(11, "door", (-0.2, 4, 1.0), (0.9, 0.1, 2.0), color="white", attributes={"state": "closed"}),  # left
    thing(12, "floor", (0, 0, -0.05), (12, 12, 0.1)),
    thing(13, "picture", (-2.9, 0.2, 1.6), (0.05, 0.6, 0.5)),  # behind, above the sofa's back
)


def room(heading_rad: float = 0.0) -> SituatedScene:
    return SituatedScene(SceneGraph(ROOM), Viewpoint(np.zeros(3), heading_rad))
