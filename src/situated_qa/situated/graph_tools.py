"""Tools beside the situated ones: the object that the user pointed at, and the scene graph itself.

Sources: SynergAI 2024 (the object the user clicked); SG-RwR 2025 (a program that retrieves from the graph).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.scene.graph import Relation
from situated_qa.scene.relation_table import RELATION_TYPES
from situated_qa.situated import attributes
from situated_qa.situated.objects import EdgeRelation, Node, SceneObject, nearest, one_object, shown, tool
from situated_qa.situated.toolbase import ToolBase

_EDGE_TYPES = tuple(row for row in RELATION_TYPES if row.edge)
EDGE_RELATIONS = tuple(row.edge for row in _EDGE_TYPES)
"""Names of the relations that a graph stores."""
EDGE_SPELLINGS = {
    word: row.edge for row in _EDGE_TYPES for word in (row.name, *row.synonyms) if word not in EDGE_RELATIONS
}
"""Other words for them."""
_COUNT_AS = {row.edge: (row.edge, *row.implied_by) for row in _EDGE_TYPES}
GRAPH_METHODS = ("attrs", "neighbors", "edges")


class GraphView:
    """What `graph()` gives: the stored graph. Ids are those of `SceneObject.id`; an object will do wherever an id will.

    Attributes:
        nodes: ids of all objects, in order.
    """

    def __init__(self, tools: GraphTools) -> None:
        self._tools = tools
        self.nodes: list[int] = sorted(tools.situated_scene.graph.by_id)

    @tool
    def attrs(self, id: Node) -> dict[str, Any]:
        """What is known of one object: id, category, room, xyz and lwh (m), color and state … where observed."""
        item = self._tools._by_id(id)
        self._tools._touch([item.id])
        node = self._tools.situated_scene.node(item)
        known: dict[str, Any] = dict(sorted(node.attributes.items()))
        if node.color or node.rgb is not None:
            known["color"] = attributes.basic_color(node)
        if node.supporter is not None:
            known["supporter"] = node.supporter
        plain = {"id": item.id, "category": item.category, "room": item.room, "xyz": list(item.xyz)}
        return {**plain, "lwh": attributes.lwh(node), **known}

    @tool
    def neighbors(self, id: Node, relation: EdgeRelation | None = None) -> list[int]:
        """Ids of the objects that this one stands in the relation to; without a relation, of all it is linked with."""
        own = self._tools._by_id(id).id
        names = _edge_names(relation)
        ends = {(e.subject, e.object) for e in self._edges_at[own] if names is None or e.predicate in names}
        self._tools._touch([own])
        return sorted({goal if start == own else start for start, goal in ends if start == own or relation is None})

    @tool
    def edges(self, relation: EdgeRelation | None = None) -> list[tuple[int, str, int]]:
        """(id, relation, id) of all stored edges, or of those of one relation."""
        names = _edge_names(relation)
        stored = self._tools.situated_scene.graph.relations
        return [(e.subject, e.predicate, e.object) for e in stored if names is None or e.predicate in names]

    @cached_property
    def _edges_at(self) -> dict[int, list[Relation]]:
        """The stored edges by either end."""
        found: dict[int, list[Relation]] = {id: [] for id in self.nodes}
        for edge in self._tools.situated_scene.graph.relations:
            found[edge.subject].append(edge)
            found[edge.object].append(edge)
        return found


class GraphTools(ToolBase):
    """Tools that need no viewpoint."""

    @tool
    def marked_object(self) -> SceneObject:
        """The object the user pointed at last: what "this" and "that one" mean.

        Returns: one object; an error if nothing was pointed at.
        Example: query_attribute(marked_object(), "color")
        """
        marked = self.situated_scene.marked
        if marked is None:
            raise ToolError("nothing is marked: the user has not pointed at any object; use filter() and relate()")
        if marked not in self._objects:
            raise ToolError(f"the object that was marked, {marked}, is no longer in the scene; use filter()")
        (item,) = self._result([marked])
        return item

    @tool
    def graph(self) -> GraphView:
        """The scene graph: .nodes (a list of ids), .attrs(id) (a dict: category, room, xyz, lwh in m, color ...),
        .neighbors(id, relation=None) (ids that it stands in that relation to), .edges(relation=None) (a list of
        (id, relation, id)); relations of objects that are close, such as "on", "inside", "above", "near", "hanging on".

        Returns: the graph. An id is an object's .id; an object will do as well.
        Example: graph().neighbors(cup, "on") gives [4]
        """
        return self._graph_view

    @tool
    def object_of(self, id: Node) -> SceneObject:
        """The object with an id, for the tools, which take objects and not ids.

        id: the number of a node of the graph.
        Returns: one object.
        Example: distance(object_of(4), object_of(9)) gives 2.1
        """
        (item,) = self._result([self._by_id(id).id])
        return item

    @cached_property
    def _graph_view(self) -> GraphView:
        return GraphView(self)

    def _by_id(self, value: Any) -> SceneObject:
        if isinstance(value, int) and not isinstance(value, bool):
            if value not in self._objects:
                raise ToolError(f"there is no object with id {value}; ids are graph().nodes, or an object's .id")
            return self._objects[value]
        if isinstance(value, (SceneObject, set, frozenset, list, tuple)):
            return one_object(value, "id", self._objects)
        raise ToolError(f"id must be a number of graph().nodes or an object, got {shown(value)}")


def _edge_names(relation: Any) -> tuple[str, ...] | None:
    """The stored names that count as a relation; None where none is asked for."""
    if relation is None:
        return None
    word = " ".join(relation.lower().replace("_", " ").split()) if isinstance(relation, str) else ""
    name = EDGE_SPELLINGS.get(word, word)
    if name not in EDGE_RELATIONS:
        raise ToolError(
            f"relation={shown(relation)} is not stored{nearest(word, EDGE_RELATIONS)} "
            f"stored: {', '.join(EDGE_RELATIONS)}; "
            "for left, right, closest and the like use relate()"
        )
    return _COUNT_AS[name]
