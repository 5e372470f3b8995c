"""A home drawn by hand: three rooms, two doors. A letter is a cell of 0.25 m; the first row has the highest y.

`#` is wall, `K` kitchen, `H` hall, `B` bedroom; small letters are the same rooms' floor under furniture, where nobody
can walk; `+` is an open doorway, `x` a closed door's. The grid's lower left corner is the map's origin.
"""

from __future__ import annotations

import numpy as np

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

CELL_M = 0.25
DRAWING = """
    ##############################
    #KKKKKKKKKKKK#BBBBBBBBBBBBBBB#
    #KKKKKKKKKKKK#BBBBBBBBBBBBBBB#
    #KKKKKKKKKKKK#BBBBBBBBBBBBBBB#
    #KKKKKKKKKKKK#BBBBBBBBBBbbbbb#
    #KKKKKKKKKKKK#BBBBBBBBBBbbbbb#
    #KKKKKKKKKKKK#BBBBBBBBBBbbbbb#
    #kkkKKKKKKKKK#BBBBBBBBBBbbbbb#
    #kkkKKKKKKKKK#BBBBBBBBBBBBBBB#
    ####++++##########++++########
    #HHHHHHHHHHHHHHHHHHHHHHHHHHHH#
    #HHHHHHHHHHHHHHHHHHHHHHHHHHHH#
    #HHHHHHHHHHHHHHHHHHHHHHHHHHHH#
    #HHHHHHHHHHHHHHHHHHHHHHHHHHHH#
    ##############################
"""
ROOMS = ("kitchen", "hall", "bedroom")
KITCHEN_DOOR, BEDROOM_DOOR = np.array([1.5, 1.375]), np.array([5.0, 1.375])


def thing(id, category, x, y, bottom, length, width, height, **more):
    box = Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height]))
    return ObjectNode(id, category, box, box.center, **more)


def floor_plan(*, bedroom_open: bool = True) -> FloorPlan:
    rows = [line.strip() for line in DRAWING.strip().splitlines()][::-1]
    letters = np.array([list(row) for row in rows])
    walkable = np.isin(letters, ["K", "H", "B", "+"])
    room_index = np.full(letters.shape, -1)
    for index, letter in enumerate("KHB"):
        room_index[np.char.upper(letters) == letter] = index
    if not bedroom_open:
        walkable[5, 18:22] = False
    doors = (
        Door(("kitchen", "hall"), KITCHEN_DOOR, 1.0),
        Door(("hall", "bedroom"), BEDROOM_DOOR, 1.0, bedroom_open),
    )
    return FloorPlan(CELL_M, np.zeros(2), walkable, room_index, ROOMS, doors)


def home_graph(*, bedroom_open: bool = True, plan: bool = True, more: tuple[ObjectNode, ...] = ()) -> SceneGraph:
    linked = link_objects(
        [
            thing(0, "fridge", 0.625, 1.75, 0, 0.7, 0.45, 1.8, room="kitchen"),
            thing(1, "bed", 6.625, 2.5, 0, 1.2, 0.9, 0.5, room="bedroom"),
            thing(2, "lamp", 6.9, 2.5, 0.5, 0.2, 0.2, 0.4, room="bedroom"),
            thing(3, "picture", 3.6, 0.27, 1.3, 0.6, 0.03, 0.5, room="hall"),
            *more,
        ]
    )
    rooms = (
        RoomNode("kitchen", Box(np.array([1.75, 2.5, 1.25]), np.array([3.0, 2.0, 2.5]))),
        RoomNode("hall", Box(np.array([3.75, 0.75, 1.25]), np.array([7.0, 1.0, 2.5]))),
        RoomNode("bedroom", Box(np.array([5.375, 2.5, 1.25]), np.array([3.75, 2.0, 2.5]))),
    )
    return SceneGraph(
        linked.objects, linked.relations, rooms, floor_plan=floor_plan(bedroom_open=bedroom_open) if plan else None
    )


def home_tools(x=1.5, y=2.625, heading_rad=0.0, **more) -> Tools:
    """The asker stands in the kitchen, over the hall door's middle, 1.25 m from the doorway's."""
    return Tools(SituatedScene(home_graph(**more), Viewpoint(np.array([x, y, 0.0]), heading_rad)))


def one(tools: Tools, id: int):
    return next(item for item in tools.scene() if item.id == id)


def names(objects) -> list[str]:
    return [item.category for item in objects]
