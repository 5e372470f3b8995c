"""A room whose answers fit in the head. The asker stands at the origin, looking along x.

                  y
      sofa (0, 3)       lamp over the table (3, 0, 2)
                  |
bed (-4, 0)     asker → x      table (3, 0) with a cup and a book on it
                  |
            chair 5 (0, -2)  chair 6 (0, -4)
"""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


def thing(id, category, x, y, bottom, length, width, height, **more):
    box = Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height]))
    return ObjectNode(id, category, box, box.center, **more)


def room_graph() -> SceneGraph:
    linked = link_objects(
        [
            thing(0, "sofa", 0, 3, 0, 2.0, 1.0, 0.8, color="grey", rgb=(120, 120, 120), front=(0.0, -1.0)),
            thing(1, "table", 3, 0, 0, 1.0, 1.0, 0.8, attributes={"material": "wooden", "state": "cluttered"}),
            thing(2, "cup", 2.8, 0, 0.8, 0.1, 0.1, 0.1, rgb=(200, 20, 20)),
            thing(3, "book", 3.2, 0.2, 0.8, 0.2, 0.3, 0.05),
            thing(4, "lamp", 3, 0, 2.0, 0.4, 0.4, 0.2),
            thing(5, "chair", 0, -2, 0, 0.5, 0.5, 0.9),
            thing(6, "chair", 0, -4, 0, 0.7, 0.7, 1.2),
            thing(7, "bed", -4, 0, 0, 2.0, 1.4, 0.5, room="bedroom"),
            thing(8, "floor", 0, 0, -0.1, 12, 12, 0.1),
            thing(9, "wall", 5, 0, 0, 0.1, 12, 2.6),
            thing(10, "picture", 4.93, 0, 1.4, 0.02, 0.8, 0.6),
        ]
    )
    rooms = (
        RoomNode("living room", Box(np.array([1.5, 0, 1.3]), np.array([7.0, 12.0, 2.6]))),
        RoomNode("bedroom", Box(np.array([-4.0, 0, 1.3]), np.array([4.0, 12.0, 2.6]))),
    )
    return SceneGraph(linked.objects, linked.relations, rooms)


def situated(heading_rad=0.0, position=(0.0, 0.0, 0.0), **more) -> SituatedScene:
    return SituatedScene(room_graph(), Viewpoint(np.array(position), heading_rad), **more)


def room_tools(heading_rad=0.0, **more) -> Tools:
    return Tools(situated(heading_rad, **more))


def ids(objects) -> list[int]:
    return sorted(item.id for item in objects)
