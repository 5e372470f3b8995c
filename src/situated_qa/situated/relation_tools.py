"""Tools that find objects: by category, by relation, by use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from situated_qa.errors import ToolError
from situated_qa.scene.relation_names import AGENT_RELATIONS, RELATIONS, canonical_relation
from situated_qa.situated.affordances import related_categories
from situated_qa.situated.arguments import shown, texts_of, tool
from situated_qa.situated.categories import match_category
from situated_qa.situated.matcher import names_a_thing, steps_for
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.toolbase import ToolBase


class RelationTools(ToolBase):
    """Tools that return objects, or relations between them."""

    @tool
    def scene(self) -> set[SceneObject]:
        """All objects in the scene.

        Returns: a set of objects; each has .id, .category, .xyz (center in the map, m) and .room.
        Example: len(scene())
        """
        return set(self._objects.values())

    @tool
    def filter(self, object_set: Iterable[SceneObject], category: str | list[str]) -> set[SceneObject]:
        """Keep the objects of one category or of a list of them; synonyms are understood.

        object_set: objects to choose from. category: a noun, e.g. "table".
        Returns: a set of objects, empty if none of that category is in object_set; where the scene has nothing of the
        kind, a note tells what there is. Only a word that looks misspelt is an error.
        Example: filter(scene(), "table")
        """
        objects = self._set(object_set)
        wanted: set[str] = set()
        for word in texts_of(category, "category", '"chair"'):
            steps = steps_for(self.situated_scene.matching)
            match = match_category(word, self.situated_scene.categories, steps, names_a_thing)
            wanted.update(match.categories)
            self._note(match)
        return self._result(item.id for item in objects if item.category in wanted)

    @tool
    def relate(
        self, object_set: Iterable[SceneObject], reference_object: SceneObject | Iterable[SceneObject], relation: str
    ) -> set[SceneObject]:
        """Those of object_set in a relation to an object, or to any of a set.

        object_set: objects to choose from. reference_object: an object, or a set of objects to unite the results for.
        relation: "on", "in", "above", "below", "closest", "farthest", "within reach", "near", "left", "right", "front",
        "back", "front left" …, "support". Left, right, front and back are as seen from where I stand.
        Returns: a set of objects.
        Example: relate(scene(), table, "on")
        """
        nodes = self._nodes(object_set)
        references = [self.situated_scene.node(item) for item in self._references(reference_object)]
        name = canonical_relation(relation, RELATIONS)
        candidates = self._furnishings(nodes, name)
        found: set[int] = set()
        for reference in references:
            self._record_frame(reference, name)
            found |= self.situated_scene.related(candidates, reference, name)
        return self._result(found)

    @tool
    def relate_agent(self, object_set: Iterable[SceneObject], relation: str) -> set[SceneObject]:
        """Those of object_set in a relation to me.

        object_set: objects to choose from. relation: "left", "right", "front", "back", "front left" …, "3 o'clock" …,
        "closest", "farthest", "within reach", "near", "above", "below".
        Returns: a set of objects; "closest" and "farthest" give one object.
        Example: relate_agent(tables, "left")
        """
        nodes = self._nodes(object_set)
        name = canonical_relation(relation, AGENT_RELATIONS)
        return self._result(self.situated_scene.related_to_agent(self._furnishings(nodes, name), name))

    @tool
    def query_relation(
        self,
        object: SceneObject,
        reference_object: SceneObject,
        candidate_relations: list[str] | None = None,
    ) -> list[str]:
        """Which relations hold between two objects, as seen from where I stand.

        object, reference_object: one object each. candidate_relations: relations to test; left, right, front and back
        if not given.
        Returns: a list of those that hold, maybe empty.
        Example: query_relation(chair, table, ["left", "right"]) gives ["left"]
        """
        node = self.situated_scene.node(self._one(object, "object"))
        reference = self.situated_scene.node(self._one(reference_object, "reference_object"))
        held: list[str] = []
        for word, name in self._candidates(candidate_relations, RELATIONS):
            self._record_frame(reference, name)
            if name == "o'clock":
                heading, _ = self.situated_scene.heading_at(reference)
                held.append(f"{self.situated_scene.hour_at(node, reference.box.center, heading)} o'clock")
                continue
            chosen = name in ("closest", "farthest")
            rivals = self._furnishings(list(self.situated_scene.graph.objects), name) if chosen else [node]
            if node.id in self.situated_scene.related(rivals, reference, name):
                held.append(word)
        return held

    @tool
    def query_relation_agent(self, object: SceneObject, candidate_relations: list[str] | None = None) -> list[str]:
        """Which relations hold between an object and me.

        object: one object. candidate_relations: relations to test; left, right, front and back if not given.
        "o'clock" among them gives the direction on a clock face, 12 straight ahead.
        Returns: a list of those that hold, maybe empty.
        Example: query_relation_agent(table) gives ["left", "back"]
        """
        node = self.situated_scene.node(self._one(object, "object"))
        fraction = self.situated_scene.settings.sector_query_fraction
        held: list[str] = []
        for word, name in self._candidates(candidate_relations, AGENT_RELATIONS):
            if name == "o'clock":
                viewpoint = self.situated_scene.viewpoint
                held.append(f"{viewpoint.hour(node.box.center)} o'clock")
                continue
            chosen = name in ("closest", "farthest")
            rivals = self._furnishings(list(self.situated_scene.graph.objects), name) if chosen else [node]
            if node.id in self.situated_scene.related_to_agent(rivals, name, fraction):
                held.append(word)
        return held

    @tool
    def relate_between(
        self, object_set: Iterable[SceneObject], reference_a: SceneObject, reference_b: SceneObject
    ) -> set[SceneObject]:
        """Those of object_set that stand between two objects.

        object_set: objects to choose from. reference_a, reference_b: one object each.
        Returns: a set of objects.
        Example: relate_between(scene(), bed, door)
        """
        nodes = self._furnishings(self._nodes(object_set), "between")
        a = self.situated_scene.node(self._one(reference_a, "reference_a"))
        b = self.situated_scene.node(self._one(reference_b, "reference_b"))
        return self._result(self.situated_scene.between(nodes, a, b))

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


@lru_cache(maxsize=128)
def _related(text: str, categories: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group) for group in related_categories(text, categories))
