"""Tools that measure: attributes and states of objects, distances and points between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated import attributes
from situated_qa.situated.arguments import one_of, texts_of, tool
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.toolbase import ToolBase


class MeasureTools(ToolBase):
    """Tools that return numbers, words and points."""

    @tool
    def query_attribute(
        self, object: SceneObject, attribute_type: str, candidate_attribute_values: list[str] | None = None
    ) -> Any:
        """Look up one attribute of an object, if need be the best of some values.

        object: one object. attribute_type: "lwh" ([length, width, height], m), "distance" (from me to its surface, m),
        "color", "shape", "material", "size", "height" (m), "volume" (m³).
        candidate_attribute_values: values to choose from.
        Returns: a list of numbers, a number or a text; a text that starts with "not known" if it was not observed, with
        "usually" if it was not but such things are alike.
        Example: query_attribute(chair, "color", ["brown", "black"]) gives "brown"
        """
        self.seen_when = ""
        item = self._one(object, "object")
        node = self.situated_scene.node(item)
        legal = list(
            dict.fromkeys([*attributes.MEASURED, *attributes.OBSERVED, *attributes.PLAIN, *self.attribute_names])
        )
        word = attribute_type.lower().strip() if isinstance(attribute_type, str) else attribute_type
        name = one_of(attributes.SPELLINGS.get(word, attribute_type), "attribute_type", legal)
        candidates = None
        if candidate_attribute_values is not None:
            candidates = texts_of(candidate_attribute_values, "candidate_attribute_values", '["red", "blue"]')
        if name in attributes.MEASURED:
            away_m = self.situated_scene.agent_distances[node.id] if name == "distance" else 0.0
            return attributes.measured(node, name, away_m)
        if name in attributes.PLAIN:
            return {"position": list(item.xyz), "room": item.room}.get(name, item.category)
        if name == "color":
            value = attributes.color(node, candidates) if candidates else attributes.basic_color(node)
            return self._or_opinion(value, node, name, candidates)
        if name == "shape":
            shape = attributes.shape(node, candidates)
            if attributes.shape_is_guessed(node, shape):
                self._add_note(f"from its box: {node.category} {node.id} is {shape}, its shape was not observed")
            return self._or_opinion(shape, node, name, candidates)
        if name == "size":
            peers = [n for n in self.situated_scene.graph.objects if n.category == node.category and n.id != node.id]
            return attributes.size(node, peers, candidates)
        return self._or_opinion(attributes.recorded(node, name, candidates), node, name, candidates)

    @tool
    def query_state(self, object: SceneObject, candidate_states: list[str]) -> str:
        """Which of several states an object is in.

        object: one object. candidate_states: the states to choose from.
        Returns: one of them; a text that starts with "not known" if it was not observed.
        Example: query_state(door, ["open", "closed"]) gives "open"
        """
        node = self.situated_scene.node(self._one(object, "object"))
        candidates = texts_of(candidate_states, "candidate_states", '["open", "closed"]')
        return self._or_opinion(attributes.recorded_state(node, candidates), node, "state", candidates)

    def _or_opinion(self, answer: str, node: ObjectNode, attribute: str, candidates: list[str] | None) -> str:
        """The recorded answer; where nothing is recorded, the opinion of an attribute model."""
        self.seen_when = ""
        if not answer.startswith(attributes.NOT_KNOWN):
            return answer
        observed_elsewhere = attribute in self.attribute_names
        opinion = self.situated_scene.attribute_models.describe(node, attribute, candidates, observed_elsewhere)
        if opinion is None:
            return answer
        if opinion.remark:
            self._add_note(opinion.remark)
        self.seen_when = opinion.when
        return opinion.answer

    @tool
    def distance(self, a: Any, b: Any = "me") -> float:
        """The straight line between two centers, m.

        a, b: an object, a room's name, a point (x, y, z) in m, or "me"; b is "me" if not given.
        Returns: m. For the distance from me to an object's surface use object.distance.
        Example: distance(bed, door) gives 3.2
        """
        return round(float(np.linalg.norm(self._point(a, "a") - self._point(b, "b"))), 2)

    @tool
    def mid_point(self, a: Any, b: Any) -> tuple[float, float, float]:
        """The point halfway between two things.

        a, b: an object, a room's name, a point (x, y, z) in m, or "me".
        Returns: (x, y, z) in the map, m.
        Example: mid_point(sofa, tv)
        """
        x, y, z = (round(float(v), 3) for v in (self._point(a, "a") + self._point(b, "b")) / 2)
        return (x, y, z)

    @tool
    def closest_to(self, object_set: Iterable[SceneObject], point: Any) -> SceneObject:
        """The one of object_set, which must not be empty, whose center is nearest.

        object_set: objects to choose from, not empty. point: (x, y, z) in m, an object, a room's name, or "me".
        Returns: one object.
        Example: closest_to(lamps, mid_point(bed, door))
        """
        nodes = self._furnishings(self._nodes(object_set), "closest")
        if isinstance(point, SceneObject):
            nodes = [node for node in nodes if node.id != point.id]
        if not nodes:
            raise ToolError("object_set is empty: nothing was found, check for that first")
        target = self._point(point, "point")
        away = np.round(np.linalg.norm(np.array([node.box.center for node in nodes]) - target, axis=1), 9)
        (item,) = self._result([nodes[int(away.argmin())].id])  # in the order of ids, so ties go to the lowest
        return item
