"""Tools for looking: what is in view from a place, and at a picture of an object."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.situated.arguments import shown, tool
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.toolbase import ToolBase

_TURNED = {
    "front": 0.0, "ahead": 0.0, "forward": 0.0, "straight ahead": 0.0, "left": np.pi / 2, "right": -np.pi / 2,
    "back": np.pi, "behind": np.pi, "backward": np.pi,
}  # fmt: skip
_ON_THE_FLOOR_M = 0.5  # how high a body's own frame may lie


class SightTools(ToolBase):
    """Tools that look."""

    @tool
    def visible_from(self, place: Any, facing: Any = None) -> list[SceneObject]:
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
        shares = scene.views.shares(eye, heading_rad=heading, not_in_the_way=own)
        seen = [id for id, share in shares.items() if share > 0 and share >= scene.sight.seen_share and id not in own]
        centers = np.array([scene.graph.by_id[id].box.center for id in seen]).reshape(-1, 3)
        away = dict(zip(seen, np.linalg.norm(centers - eye, axis=1).tolist(), strict=True))
        found = sorted(seen, key=lambda id: (round(away[id], 9), id))
        self._result(found)
        return [self._objects[id] for id in found]

    @tool
    def look(self, object: SceneObject, question: str) -> str:
        """Answer to a question about an object's looks, by a picture of it.

        object: one object. question: what to look for, in words.
        Returns: a few words, as a model that sees the picture said them; a text that starts with "not known" if the
        picture does not show it, there is none, or no such model is set up.
        Example: look(tv, "Is it on?")
        """
        node = self.situated_scene.node(self._one(object, "object"))
        if not isinstance(question, str) or not question.strip():
            raise ToolError(f'question must be a text such as "Is it on?", got {shown(question)}')
        told = self.situated_scene.attribute_models.look(node, question.strip())
        if told.remark:
            self._add_note(told.remark)
        self.seen_when = told.when
        return told.answer

    def _eye(self, place: Any) -> tuple[np.ndarray, list[int]]:
        """(3,) where the eye is, and the ids of what it stands or sits on."""
        point = self._point(place, "place")
        at_object = not self._is_me(place) and not isinstance(place, str) and not _is_point(place)
        own = [self._one(place, "place").id] if at_object else []
        floor = self._floor_height(point)
        height = floor + self.situated_scene.sight.eye_height_m
        # A place at a height of its own, such as a camera's, is the eye; one on the floor has eyes above it.
        if (_is_point(place) or self._is_me(place)) and point[2] > floor + _ON_THE_FLOOR_M:
            height = float(point[2])
        return np.array([point[0], point[1], height]), own

    def _floor_height(self, point: np.ndarray) -> float:
        """z of the floor: the lowest bottom of a room's box around the point, else of all objects that stand on it."""
        graph = self.situated_scene.graph
        for room in graph.rooms:
            beside = math.dist(room.box.center[:2], point[:2]) > math.hypot(*room.box.extents[:2]) / 2 + 1e-6
            if not beside and _over(room.box.axis_aligned(), point):
                return room.box.bottom
        standing = [node.box.bottom for node in graph.objects if node.id not in self.situated_scene.structural]
        return min(standing, default=0.0)

    def _heading(self, facing: Any, eye: np.ndarray) -> float:
        if isinstance(facing, str) and facing.lower().strip() in _TURNED:
            return self.situated_scene.viewpoint.heading_rad + _TURNED[facing.lower().strip()]
        x, y = (self._point(facing, "facing") - eye)[:2]
        if np.hypot(x, y) < 1e-6:
            raise ToolError(f"facing={shown(facing)} is the place itself, which gives no direction")
        return float(np.arctan2(y, x))


def _is_point(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and not any(isinstance(v, SceneObject) for v in value)


def _over(bounds: tuple[np.ndarray, np.ndarray], point: np.ndarray) -> bool:
    low, high = bounds
    return bool((point[:2] >= low[:2]).all() and (point[:2] <= high[:2]).all())
