"""Tools about places: which rooms there are, what is in them, how large they are, and what is in view from where.

Source: Space3D-Bench 2024.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.situated.looker import look_at
from situated_qa.situated.objects import Objects, Place, RoomMeasure, SceneObject, one_of, shown, tool
from situated_qa.situated.toolbase import ToolBase
from situated_qa.situated.viewpoint import SIDE_WORDS, SIDES

ROOM_MEASURES = ("lwh", "length", "width", "height", "area", "volume")
ROOM_SPELLINGS = {"size": "lwh", "dimensions": "lwh", "floor area": "area", "tall": "height"}
_FILLS_ITS_BOX = 0.9  # a floor that covers less of its room's box is not a rectangle: its area is counted from cells
_ON_THE_FLOOR_M = 0.5  # how high a body's own frame may lie


class PlaceTools(ToolBase):
    """Tools that know which room is where, and look."""

    @tool
    def rooms(self) -> list[str]:
        """The names of all rooms.

        Returns: a list of names, empty where rooms are not known.
        Example: rooms() gives ["hall", "kitchen"]
        """
        return self._rooms()

    @tool
    def room_of(self, object: Objects) -> str:
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
    def query_room(self, room: str, attribute_type: RoomMeasure) -> Any:
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

    @tool
    def visible_from(self, place: Place, facing: Place | None = None) -> list[SceneObject]:
        """Objects in view from a place, nearest first; facing may be "front", "left" ….

        place: "me", an object, a room's name or a point (x, y, z) in m. facing: where the look goes: "front", "left",
        "right" or "back" of me, an object, a room's name or a point; all around if not given.
        Returns: a list of objects, nearest first, without the one at the place itself. Walls, closed doors and large
        things hide what is behind them.
        Example: visible_from("me", "front")
        """
        eye, own = self._eye(place)
        heading = None if facing is None else self._heading(facing, eye)
        scene = self.situated_scene
        seen = scene.in_view(eye, heading, own)
        centers = np.array([scene.graph.by_id[id].box.center for id in seen]).reshape(-1, 3)
        away = dict(zip(seen, np.linalg.norm(centers - eye, axis=1).tolist(), strict=True))
        found = sorted(seen, key=lambda id: (round(away[id], 9), id))
        self._result(found)
        return [self._objects[id] for id in found]

    @tool
    def look(self, object: Objects, question: str) -> str:
        """Answer to a question about an object's looks, by a picture of it.

        object: one object. question: what to look for, in words.
        Returns: a few words, as a model that sees the picture said them; a text that starts with "not known" if the
        picture does not show it, there is none, or no such model is set up.
        Example: look(tv, "Is it on?")
        """
        node = self._node(object, "object")
        if not isinstance(question, str) or not question.strip():
            raise ToolError(f'question must be a text such as "Is it on?", got {shown(question)}')
        return self._tell(look_at(self.situated_scene.looker, node, question.strip()))

    def _eye(self, place: Any) -> tuple[np.ndarray, list[int]]:
        """(3,) where the eye is, and the ids of what it stands or sits on."""
        point = self._point(place, "place")
        own = [self._one(place, "place").id] if self._is_thing(place) else []
        floor = self._floor_height(point)
        height = floor + self.situated_scene.sight.eye_height_m
        # A place at a height of its own, such as a camera's, is the eye; one on the floor has eyes above it.
        if (self._is_point(place) or self._is_me(place)) and point[2] > floor + _ON_THE_FLOOR_M:
            height = float(point[2])
        return np.array([point[0], point[1], height]), own

    def _floor_height(self, point: np.ndarray) -> float:
        """z of the floor: the lowest bottom of a room's box around the point, else of all objects that stand on it."""
        graph = self.situated_scene.graph
        for room in graph.rooms:
            low, high = room.box.axis_aligned()
            if (point[:2] >= low[:2]).all() and (point[:2] <= high[:2]).all():
                return room.box.bottom
        standing = [node.box.bottom for node in graph.objects if node.id not in self.situated_scene.structural]
        return min(standing, default=0.0)

    def _heading(self, facing: Any, eye: np.ndarray) -> float:
        side = facing.lower().strip() if isinstance(facing, str) else ""
        side = SIDE_WORDS.get(side, side)
        if side in SIDES:
            return self.situated_scene.viewpoint.heading_rad + SIDES[side]
        x, y = (self._point(facing, "facing") - eye)[:2]
        if np.hypot(x, y) < 1e-6:
            raise ToolError(f"facing={shown(facing)} is the place itself, which gives no direction")
        return float(np.arctan2(y, x))


def _open_borders(plan: FloorPlan) -> set[frozenset[str]]:
    """Pairs of rooms whose walkable floors touch: there is an opening without a door."""
    walked = np.where(plan.walkable, plan.room_index, -1)
    pairs = set()
    for one, two in ((walked[:-1], walked[1:]), (walked[:, :-1], walked[:, 1:])):
        for a, b in np.unique(np.stack([one, two], axis=-1)[(one >= 0) & (two >= 0) & (one != two)], axis=0):
            pairs.add(frozenset((plan.room_names[a], plan.room_names[b])))
    return pairs
