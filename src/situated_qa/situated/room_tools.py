"""Tools about rooms: which there are, what is in them, how large they are, and which doors join them."""

from __future__ import annotations

from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.situated.arguments import one_of, tool
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.toolbase import ToolBase

ROOM_MEASURES = ("lwh", "length", "width", "height", "area", "volume")
ROOM_SPELLINGS = {"size": "lwh", "dimensions": "lwh", "floor area": "area", "tall": "height"}
_FILLS_ITS_BOX = 0.9  # a floor that covers less of its room's box is not a rectangle: its area is counted from cells


class RoomTools(ToolBase):
    """Tools that know which room is where."""

    @tool
    def rooms(self) -> list[str]:
        """The names of all rooms.

        Returns: a list of names, empty where rooms are not known.
        Example: rooms() gives ["hall", "kitchen"]
        """
        return self._rooms()

    @tool
    def room_of(self, object: SceneObject) -> str:
        """The room an object is in.

        object: one object.
        Returns: the room's name, or "not known".
        Example: room_of(bed) gives "bedroom"
        """
        return self._one(object, "object").room or "not known"

    @tool
    def current_room(self) -> str:
        """The room I am in.

        Returns: the room's name, or "not known".
        Example: current_room() gives "hall"
        """
        return self.situated_scene.room_at(self.situated_scene.viewpoint.position) or "not known"

    @tool
    def objects_in(self, room: str) -> set[SceneObject]:
        """All objects in a room.

        room: a room's name.
        Returns: a set of objects.
        Example: objects_in("kitchen")
        """
        name = self._room(room, "room")
        return self._result(item.id for item in self._objects.values() if item.room == name)

    @tool
    def accessible_rooms(self, room: str) -> list[str]:
        """The rooms one can walk into directly from a room, not through closed doors.

        room: a room's name.
        Returns: a list of names, sorted; without the rooms behind closed doors.
        Example: accessible_rooms("hall") gives ["kitchen"]
        """
        name = self._room(room, "room")
        plan = self.situated_scene.graph.floor_plan
        if plan is None:
            raise ToolError(f"which rooms can be walked into from the {name} is not known: there is no floor plan")
        joined = {frozenset(door.rooms) for door in plan.doors if door.open} | _open_borders(plan)
        return sorted(other for pair in joined if name in pair for other in pair - {name, ""})

    @tool
    def query_room(self, room: str, attribute_type: str) -> Any:
        """Measure a room: lwh, length, width, height, area or volume.

        room: a room's name. attribute_type: "lwh" ([length, width, height], m), "length", "width", "height" (m),
        "area" (of the floor, m²) or "volume" (m³).
        Returns: a list of numbers or a number.
        Example: query_room("kitchen", "area") gives 12.5
        """
        name = self._room(room, "room")
        kind = one_of(
            ROOM_SPELLINGS.get(str(attribute_type).lower().strip(), attribute_type), "attribute_type", ROOM_MEASURES
        )
        graph = self.situated_scene.graph
        floor_m2 = graph.floor_plan.area_m2(name) if graph.floor_plan is not None else 0.0
        box = next((node.box for node in graph.rooms if node.name == name), None)
        if box is None:
            if kind == "area" and floor_m2:
                return round(floor_m2, 2)
            raise ToolError(f"how large the {name} is is not known, only what is in it")
        x, y, height = (float(v) for v in box.extents)
        sides = [round(max(x, y), 2), round(min(x, y), 2), round(height, 2)]
        if kind == "lwh":
            return sides
        if kind in ("length", "width", "height"):
            return sides[("length", "width", "height").index(kind)]
        area = floor_m2 if 0.0 < floor_m2 < _FILLS_ITS_BOX * x * y else x * y
        return round(area * (height if kind == "volume" else 1.0), 2)


def _open_borders(plan: FloorPlan) -> set[frozenset[str]]:
    """Pairs of rooms whose walkable floors touch: there is an opening without a door."""
    walked = np.where(plan.walkable, plan.room_index, -1)
    pairs = set()
    for one, two in ((walked[:-1], walked[1:]), (walked[:, :-1], walked[:, 1:])):
        for a, b in np.unique(np.stack([one, two], axis=-1)[(one >= 0) & (two >= 0) & (one != two)], axis=0):
            pairs.add(frozenset((plan.room_names[a], plan.room_names[b])))
    return pairs
