"""Tools for walking: how far it is and which way to go, over the scene's floor plan."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.tangent_graph import TangentGraph
from situated_qa.scene.walking import Walker, Way, cells_beside
from situated_qa.situated.objects import Place, tool
from situated_qa.situated.place_tools import PlaceTools
from situated_qa.situated.route import Route, in_words

_REACH_OF_FLOOR_M = 1.5  # from a sofa or a bed to the floor one steps on


@dataclass(frozen=True, slots=True, eq=False)
class _Stand:
    """Where a walk begins or ends: any of the cells, and the exact point where there is one."""

    cells: np.ndarray  # (N, 2) [iy, ix]; none where no free floor is within reach
    name: str  # for people: "the sofa", "the kitchen"
    center: np.ndarray  # (3,) what one stands at, map frame, m
    point: np.ndarray | None = None  # (2,) the exact place, m
    is_me: bool = False
    is_object: bool = False


class PathTools(PlaceTools):
    """Tools that walk."""

    @cached_property
    def _walkers(self) -> dict[bytes, Walker]:
        """What is known of the ways from each start so far: a program may ask for many."""
        return {}

    @tool
    def path_distance(self, a: Place, b: Place) -> float:
        """The shortest way to walk between two places, m; inf if there is none.

        a, b: an object, a room's name, a point (x, y, z) in m, or "me". The way leads around furniture and through open
        doors. An object is walked to until one stands right beside it, a room until one stands in it.
        Returns: m; inf if there is no way, because a door is closed or the floor beside it is not free.
        Example: path_distance("me", fridge) gives 7.4
        """
        way = self._way(self._stand(a, "a"), self._stand(b, "b"))
        return math.inf if way is None else round(way.length_m, 2)

    @tool
    def directions(self, a: Place, b: Place) -> str:
        """How to walk from one place to another: turns, meters, doors.

        a, b: an object, a room's name, a point (x, y, z) in m, or "me"; from "me" the first turn is from my heading.
        Returns: a text of turns, meters and doors; a text that starts with "there is no way" if none leads there.
        Example: directions("me", bed) gives "turn left, go straight 3.1 m: ..."
        """
        start, goal = self._stand(a, "a"), self._stand(b, "b")
        way = self._way(start, goal)
        if way is None:
            return f"there is no way to walk from {start.name} to {goal.name}: {self._why_not(start, goal)}"
        route = Route(
            points=way.points,
            heading_rad=self.situated_scene.viewpoint.heading_rad if start.is_me else None,
            start=start.name,
            goal=goal.name,
            target=goal.center[:2] if goal.is_object else None,
        )
        return in_words(route, self._plan())

    # --- places ------------------------------------------------------------------------------------------------------

    def _plan(self) -> FloorPlan:
        plan = self.situated_scene.graph.floor_plan
        if plan is None:
            raise ToolError("where one can walk is not known here: this scene has no floor plan")
        if not plan.walkable.any():
            raise ToolError("the floor plan of this scene has no floor to walk on")
        return plan

    def _stand(self, value: Any, name: str) -> _Stand:
        """Where to stand for an argument: beside an object, in a room, at a point."""
        plan = self._plan()
        if self._is_me(value):
            position = self.situated_scene.viewpoint.position
            return _Stand(self._floor_at(position, "I stand"), "my place", position, position[:2], is_me=True)
        if isinstance(value, str):
            room = self._room(value, name)
            index = plan.room_names.index(room) if room in plan.room_names else -2
            cells = TangentGraph.of(plan).cells(index)
            if not len(cells):
                raise ToolError(f"{name}: there is no floor to walk on in the {room}, as far as is known")
            return _Stand(cells, f"the {room}", self._room_center(room, name))
        point = self._point(value, name)
        if self._is_point(value):
            shown = f"({point[0]:.1f}, {point[1]:.1f})"
            return _Stand(self._floor_at(point, f"{shown} is"), shown, point, point[:2])
        node = self._node(value, name)
        return _Stand(self._beside(node), f"the {node.category}", node.box.center, is_object=True)

    def _floor_at(self, position: np.ndarray, who: str) -> np.ndarray:
        """(1, 2) the walkable cell nearest to a point, in the same room where there is one."""
        plan = self._plan()
        room = plan.room_at(position)
        for index in (plan.room_names.index(room) if room else -1, None):
            cells = TangentGraph.of(plan).cells(index, pockets=True)
            away = np.linalg.norm(plan.centers_of(cells) - position[:2], axis=1)
            if len(away) and away.min() <= _REACH_OF_FLOOR_M:
                return cells[[int(away.argmin())]]
        raise ToolError(f"{who} more than {_REACH_OF_FLOOR_M:g} m from any floor that one can walk on")

    def _beside(self, node: ObjectNode) -> np.ndarray:
        """(N, 2) cells right beside an object, in its own room, or where it lies out of reach, beside its supporter.

        None where no free floor is within reach.
        """
        plan = self._plan()
        room = node.room if node.room in plan.room_names else plan.room_at(node.box.center)
        cells = TangentGraph.of(plan).cells(plan.room_names.index(room) if room else None)
        carrier: ObjectNode | None = node
        seen: set[int] = set()
        while carrier is not None and carrier.id not in seen and len(cells):
            seen.add(carrier.id)
            beside, away = cells_beside(plan, carrier.box, cells)
            if away <= self.situated_scene.settings.within_reach_m:
                return beside
            carrier = self.situated_scene.graph.by_id.get(-1 if carrier.supporter is None else carrier.supporter)
        return np.zeros((0, 2), dtype=np.int64)

    # --- ways --------------------------------------------------------------------------------------------------------

    def _way(self, start: _Stand, goal: _Stand) -> Way | None:
        plan = self._plan()
        if not len(start.cells):
            return None
        key = start.cells.tobytes()
        if key not in self._walkers:
            self._walkers[key] = Walker(plan, start.cells)
        way = self._walkers[key].way_to(goal.cells)
        if way is None:
            return None
        points = way.points
        for end, at in ((start, 0), (goal, -1)):
            if end.point is None:
                continue
            if np.abs(end.point - points[at]).max() <= plan.cell_m / 2 + 1e-9:  # within the cell: the exact place
                points = np.vstack([[end.point], points[1:]] if at == 0 else [points[:-1], [end.point]])
            else:
                points = np.vstack([[end.point], points] if at == 0 else [points, [end.point]])
        return Way(points)

    def _why_not(self, start: _Stand, goal: _Stand) -> str:
        """Why no way leads from one to the other, in words."""
        for end in (start, goal):
            if not len(end.cells):
                return f"no free floor is within reach of {end.name}"
        plan = self._plan()
        closed = [door for door in plan.doors if not door.open and "" not in door.rooms]
        rooms = {plan.room_at(start.center), plan.room_at(goal.center)} - {""}
        blamed = [door for door in closed if rooms & set(door.rooms)] or closed
        between = [f"between the {door.rooms[0]} and the {door.rooms[1]}" for door in blamed]
        if not between:
            return "furniture or walls are in the way"
        if len(between) == 1:
            return f"the door {between[0]} is closed"
        return f"the doors {', '.join(between[:-1])} and {between[-1]} are closed"
