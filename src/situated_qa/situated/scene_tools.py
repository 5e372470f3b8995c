"""The tools that find, relate and measure objects; programs call them, the functions of the question language use them.

Sources: LLM-TPC 2024, supplement Fig. S4; SynergAI 2024 (find_related, mid_point, closest_to); Space3D-Bench 2024
(distance).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.distances import asker_distances, surface_distance
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS, canonical_relation
from situated_qa.situated import attributes
from situated_qa.situated.affordances import related_categories
from situated_qa.situated.categories import match_category
from situated_qa.situated.looker import look_for
from situated_qa.situated.matcher import all_steps, names_a_thing
from situated_qa.situated.objects import (
    AgentRelation,
    Attribute,
    Objects,
    Place,
    Relation,
    SceneObject,
    Span,
    one_of,
    shown,
    texts_of,
    tool,
)
from situated_qa.situated.path_tools import PathTools
from situated_qa.situated.viewpoint import Viewpoint

SPANS = ("surface", "center", "walk")
"""How a distance is measured."""


class SceneTools(PathTools):
    """The tools over one frozen scene and viewpoint; see `ToolBase` for what it remembers."""

    @tool
    def scene(self) -> set[SceneObject]:
        """All objects in the scene.

        Returns: a set of objects; each has .id, .category, .xyz (center in the map, m) and .room.
        Example: len(scene())
        """
        return set(self._objects.values())

    @tool
    def filter(self, object_set: Objects, category: str | list[str]) -> set[SceneObject]:
        """Keep the objects of one category or of a list of them; synonyms are understood.

        object_set: objects to choose from. category: a noun, e.g. "table".
        Returns: a set of objects, empty if none of that category is in object_set; where the scene has nothing of the
        kind, a note tells what there is. Only a word that looks misspelt is an error.
        Example: filter(scene(), "table")
        """
        objects = self._set(object_set)
        wanted: set[str] = set()
        for word in texts_of(category, "category", '"chair"'):
            match = match_category(word, self.situated_scene.categories, all_steps(), names_a_thing)
            wanted.update(match.categories)
            self._note(match)
        return self._result(item.id for item in objects if item.category in wanted)

    @tool
    def relate(self, object_set: Objects, reference_object: Objects, relation: Relation) -> set[SceneObject]:
        """Those of object_set in a relation to an object, or to any of a set.

        object_set: objects to choose from. reference_object: an object, or a set of objects to unite the results for.
        relation: "on", "in", "above", "below", "closest", "farthest", "within reach", "near", "left", "right", "front",
        "back", "front left" …, "support". Left, right, front and back are as seen from where I stand.
        Returns: a set of objects.
        Example: relate(scene(), table, "on")
        """
        nodes = self._nodes(object_set)
        references = self._references(reference_object)
        name = canonical_relation(relation, RELATIONS)
        candidates = self._furnishings(nodes, name)
        found: set[int] = set()
        for reference in references:
            self._record_frame(reference, name)
            found |= self.situated_scene.related(candidates, reference, name)
        return self._result(found)

    @tool
    def relate_agent(self, object_set: Objects, relation: AgentRelation) -> set[SceneObject]:
        """Those of object_set in a relation to me.

        object_set: objects to choose from. relation: "left", "right", "front", "back", "front left" …, "3 o'clock" …,
        "closest", "farthest", "within reach", "near", "above", "below".
        Returns: a set of objects, one for "closest" and "farthest".
        Example: relate_agent(tables, "left")
        """
        nodes = self._nodes(object_set)
        name = canonical_relation(relation, AGENT_RELATIONS)
        self._record_frame(None, name)
        return self._result(self.situated_scene.related_to_agent(self._furnishings(nodes, name), name))

    @tool
    def query_relation(
        self,
        object: Objects,
        reference_object: Objects,
        candidate_relations: list[Relation] | None = None,
    ) -> list[str]:
        """Which relations hold between two objects, as seen from where I stand.

        object, reference_object: one object each. candidate_relations: relations to test; left, right, front and back
        if not given.
        Returns: a list of those that hold, maybe empty.
        Example: query_relation(chair, table, ["left", "right"]) gives ["left"]
        """
        node = self._node(object, "object")
        return self._held(node, candidate_relations, self._node(reference_object, "reference_object"))

    @tool
    def query_relation_agent(
        self, object: Objects, candidate_relations: list[AgentRelation] | None = None
    ) -> list[str]:
        """Which relations hold between an object and me.

        object: one object. candidate_relations: relations to test; left, right, front and back if not given.
        "o'clock" among them gives the direction on a clock face, 12 straight ahead.
        Returns: a list of those that hold, maybe empty.
        Example: query_relation_agent(table) gives ["left", "back"]
        """
        return self._held(self._node(object, "object"), candidate_relations, None)

    def _held(self, node: ObjectNode, words: Any, reference: ObjectNode | None) -> list[str]:
        """The relations to an object, or (None) to the asker, that hold, as they were spelled.

        "o'clock" becomes the hour that the object is at.
        """
        scene = self.situated_scene
        held: list[str] = []
        for word, name in self._candidates(words, reference):
            rivals = [node]
            if name in ("closest", "farthest"):
                rivals = self._furnishings(list(scene.graph.objects), name)
            if name == "o'clock":
                origin = scene.viewpoint
                if reference is not None:
                    origin = Viewpoint(reference.box.center, scene.heading_at(reference)[0])
                held.append(f"{origin.hour(node.box.center)} o'clock")
            elif reference is not None:
                held += [word] if node.id in scene.related(rivals, reference, name) else []
            elif node.id in scene.related_to_agent(rivals, name, scene.settings.sector_query_fraction):
                held.append(word)
        return held

    @tool
    def relate_between(self, object_set: Objects, reference_a: Objects, reference_b: Objects) -> set[SceneObject]:
        """Those of object_set that stand between two objects.

        object_set: objects to choose from. reference_a, reference_b: one object each.
        Returns: a set of objects.
        Example: relate_between(scene(), bed, door)
        """
        nodes = self._furnishings(self._nodes(object_set), "between")
        ends = self._node(reference_a, "reference_a"), self._node(reference_b, "reference_b")
        return self._result(self.situated_scene.between(nodes, *ends))

    @tool
    def find_related(self, text: str) -> list[SceneObject]:
        """Objects by what they are for, best first.

        text: a use, e.g. "something to sit on", or a kind of thing.
        Returns: a list of objects, best first, nearest to me first among equals; empty if nothing here serves.
        Example: find_related("something to sit on")
        """
        if not isinstance(text, str) or not text.strip():
            raise ToolError(f'text must say what the thing is for, e.g. "something to sit on", got {shown(text)}')
        ranked = _related(text, tuple(self.situated_scene.categories))
        rank = {category: k for k, categories in enumerate(ranked) for category in categories}
        found = [item for item in self._objects.values() if item.category in rank]
        found.sort(key=lambda item: (rank[item.category], self.situated_scene.agent_distances[item.id], item.id))
        self._result(item.id for item in found)
        return found

    @tool
    def query_attribute(
        self, object: Objects, attribute_type: Attribute, candidate_attribute_values: list[str] | None = None
    ) -> Any:
        """Look up one attribute of an object, if need be the best of some values.

        object: one object. attribute_type: "lwh" ([length, width, height], m), "distance" (from me to its surface, m),
        "color", "shape", "material", "size", "height" (m), "volume" (m³).
        candidate_attribute_values: values to choose from.
        Returns: numbers, a number or a text; a text that starts with "not known" if it was not observed.
        Example: query_attribute(chair, "color", ["brown", "black"]) gives "brown"
        """
        self.seen_when = ""
        node = self._node(object, "object")
        legal = dict.fromkeys([*attributes.MEASURED, *attributes.OBSERVED, *attributes.PLAIN, *self.attribute_names])
        word = attribute_type.lower().strip() if isinstance(attribute_type, str) else attribute_type
        name = one_of(attributes.SPELLINGS.get(word, attribute_type), "attribute_type", list(legal))
        given = candidate_attribute_values
        candidates = None if given is None else texts_of(given, "candidate_attribute_values", '["red", "blue"]')
        if name in attributes.MEASURED:
            away_m = self.situated_scene.agent_distances[node.id] if name == "distance" else 0.0
            return attributes.measured(node, name, away_m)
        if name in attributes.PLAIN:
            item = self._objects[node.id]
            return {"position": list(item.xyz), "room": item.room}.get(name, item.category)
        if name == "size":
            peers = [n for n in self.situated_scene.graph.objects if n.category == node.category and n.id != node.id]
            return attributes.size(node, peers, candidates)
        value = attributes.recorded(node, name, candidates)
        if name == "color":
            value = attributes.color(node, candidates) if candidates else attributes.basic_color(node)
        value = self._or_look(value, node, name, candidates)
        if name == "shape" and candidates and value.startswith(attributes.NOT_KNOWN):
            guess = attributes.shape_by_box(node, candidates)
            if not guess.startswith(attributes.NOT_KNOWN):
                self._add_note(f"from its box: {node.category} {node.id} is {guess}, its shape was not observed")
                return guess
        return value

    @tool
    def query_state(self, object: Objects, candidate_states: list[str]) -> str:
        """Which of several states an object is in.

        object: one object. candidate_states: the states to choose from.
        Returns: one of them; a text that starts with "not known" if it was not observed.
        Example: query_state(door, ["open", "closed"]) gives "open"
        """
        node = self._node(object, "object")
        candidates = texts_of(candidate_states, "candidate_states", '["open", "closed"]')
        return self._or_look(attributes.recorded_state(node, candidates), node, "state", candidates)

    def _or_look(self, answer: str, node: ObjectNode, attribute: str, candidates: list[str] | None) -> str:
        """The recorded answer; where nothing is recorded, what a look at a picture tells."""
        self.seen_when = ""
        if not answer.startswith(attributes.NOT_KNOWN):
            return answer
        told = look_for(self.situated_scene.looker, node, attribute, candidates)
        return answer if told is None else self._tell(told)

    @tool
    def distance(self, a: Place, b: Place = "me", how: Span = "surface") -> float:
        """Gap between surfaces, m; how: "surface", "center" or "walk".

        a, b: an object, a room's name, a point (x, y, z) in m, or "me"; b is "me" if not given. A room is measured
        from its center. how: between surfaces, between centers, or the shortest way to walk.
        Returns: m.
        Example: distance(bed, door) gives 2.4
        """
        span = one_of(how, "how", SPANS)
        if span == "walk":
            return self.path_distance(a, b)
        ends = self._point(a, "a"), self._point(b, "b")
        nodes = [self._node(end, "") for end in (a, b) if self._is_thing(end)]
        if span == "center" or not nodes:
            return round(float(np.linalg.norm(ends[0] - ends[1])), 2)
        if len(nodes) == 2:
            return round(surface_distance(*nodes), 2)
        other, point = (b, ends[1]) if self._is_thing(a) else (a, ends[0])
        half_height = self.situated_scene.settings.asker_half_height_m if self._is_me(other) else 0.0
        return round(float(asker_distances(point, nodes, half_height)[0]), 2)

    @tool
    def mid_point(self, a: Place, b: Place) -> tuple[float, float, float]:
        """The point halfway between two things.

        a, b: an object, a room's name, a point (x, y, z) in m, or "me".
        Returns: (x, y, z) in the map, m.
        Example: mid_point(sofa, tv)
        """
        x, y, z = (round(float(v), 3) for v in (self._point(a, "a") + self._point(b, "b")) / 2)
        return (x, y, z)

    @tool
    def closest_to(self, object_set: Objects, point: Place) -> SceneObject:
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


@lru_cache(maxsize=128)
def _related(text: str, categories: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group) for group in related_categories(text, categories))
