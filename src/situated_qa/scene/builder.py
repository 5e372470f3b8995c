"""From perceived instances to the scene graph, updated where something changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.perception.key_views import KeyView
from situated_qa.perception.outlines import OUTLINE
from situated_qa.scene.fronts import front_of
from situated_qa.scene.graph import MAX_SURFACE_POINTS, ObjectNode, SceneGraph
from situated_qa.scene.linker import Linker
from situated_qa.scene.observed import ObservedArea, Vocabulary, same_area
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.rooms import FoundRooms, room_of, same_rooms


class InstanceView(Protocol):
    """What the builder reads of a perceived instance; map frame, meters, nanoseconds."""

    @property
    def id(self) -> int: ...
    @property
    def category(self) -> str: ...
    @property
    def alternatives(self) -> Sequence[tuple[str, float]]: ...
    @property
    def box(self) -> Box: ...
    @property
    def centroid(self) -> np.ndarray: ...
    @property
    def rgb(self) -> tuple[int, int, int] | None: ...
    @property
    def color(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def first_seen(self) -> int: ...
    @property
    def last_seen(self) -> int: ...
    @property
    def observation_count(self) -> int: ...
    @property
    def surface_points(self) -> np.ndarray: ...
    @property
    def shape(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ObjectNotes:
    """What is known of an object beside what perception measured."""

    views: tuple[KeyView, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    category: str = ""  # in the place of perception's; "" leaves that
    alternatives: tuple[tuple[str, float], ...] = ()  # likewise, with `category` or without
    renamed: bool = False  # `category` and `alternatives` count


class SceneBuilder:
    """Holds the newest graph and makes the next one. Relations are recomputed only around what changed."""

    def __init__(
        self,
        settings: RelationSettings | None = None,
        *,
        frame: str = "map",
        vocabulary: Vocabulary | None = None,
    ) -> None:
        self._linker = Linker(settings or RelationSettings())
        self._nodes: dict[int, ObjectNode] = {}
        self._graph = SceneGraph(frame=frame, vocabulary=vocabulary)

    @property
    def graph(self) -> SceneGraph:
        return self._graph

    def update(
        self,
        instances: Mapping[int, InstanceView] | Iterable[InstanceView],
        changed: Iterable[int],
        removed: Iterable[int],
        stamp: int,
        notes: Mapping[int, ObjectNotes] | None = None,
    ) -> SceneGraph:
        """Take over what perception changed.

        Args:
            instances: all present instances (`InstanceView`), by id or in any order.
            changed: ids that are new or differ since the last update.
            removed: ids that are gone.
            stamp: ns, of the frame that brought this about.
            notes: by id, of those that changed; without one an object has no notes.

        Returns:
            The graph as it is now. Its version grows only if an object or relation differs; its stamp always follows.

        Raises:
            SceneError: a changed id is not among the instances.
        """
        listed: Iterable[Any] = instances.values() if isinstance(instances, Mapping) else instances
        present: dict[int, InstanceView] = {instance.id: instance for instance in listed}
        gone = {i for i in removed if i in self._nodes}
        fresh: dict[int, ObjectNode] = {}
        for i in sorted(set(changed) - set(removed)):
            if i not in present:
                raise SceneError(f"instance {i} is said to have changed, but is not among the {len(present)} instances")
            known = self._nodes.get(i)
            supporter = known.supporter if known is not None else None
            node = self._placed(_noted(node_from_instance(present[i], supporter), (notes or {}).get(i)))
            if known is None or not same_node(node, known):
                fresh[i] = node
        if not fresh and not gone:
            if stamp != self._graph.stamp:
                self._graph = dataclasses.replace(self._graph, stamp=stamp)
            return self._graph

        moved = [node for i, node in fresh.items() if i not in self._nodes or not same_place(node, self._nodes[i])]
        for i in gone:
            del self._nodes[i]
        self._nodes.update(fresh)
        for i in self._linker.update(moved, gone) if moved or gone else ():
            supporter = self._linker.supporter(i)
            if supporter != self._nodes[i].supporter:
                self._nodes[i] = dataclasses.replace(self._nodes[i], supporter=supporter)
        self._graph = dataclasses.replace(
            self._graph,
            objects=tuple(self._nodes.values()),
            relations=self._linker.relations(),
            stamp=stamp,
            version=self._graph.version + 1,
        )
        return self._graph

    def declare(self, vocabulary: Vocabulary) -> SceneGraph:
        """Take over what the detector can name; the graph's version grows if that differs."""
        if vocabulary != self._graph.vocabulary:
            self._graph = dataclasses.replace(self._graph, vocabulary=vocabulary, version=self._graph.version + 1)
        return self._graph

    def update_place(self, found: FoundRooms, observed: ObservedArea | None, stamp: int) -> SceneGraph:
        """Take over rooms, doors, walkable floor and the observed area, and tell each object its room and front.

        Returns:
            The graph as it is now. Its version grows only if something differs.
        """
        known = FoundRooms(self._graph.rooms, self._graph.floor_plan)
        if same_rooms(found, known) and same_area(observed, self._graph.observed):
            return self._graph
        self._graph = dataclasses.replace(
            self._graph, rooms=found.rooms, floor_plan=found.floor_plan, observed=observed
        )
        self._nodes = {i: self._placed(node) for i, node in self._nodes.items()}
        self._graph = dataclasses.replace(
            self._graph,
            objects=tuple(self._nodes.values()),
            stamp=max(stamp, self._graph.stamp),
            version=self._graph.version + 1,
        )
        return self._graph

    def _placed(self, node: ObjectNode) -> ObjectNode:
        """The object with its room and its front by the floor plan."""
        plan = self._graph.floor_plan
        room, front = room_of(plan, node) if plan is not None else "", front_of(node, plan)
        return node if (node.room, node.front) == (room, front) else dataclasses.replace(node, room=room, front=front)


def link_objects(nodes: Iterable[ObjectNode], settings: RelationSettings | None = None) -> SceneGraph:
    """A graph of these objects with their supporters and relations worked out from scratch."""
    linker = Linker(settings or RelationSettings())
    objects = list(nodes)
    linker.update(objects)
    placed = tuple(dataclasses.replace(node, supporter=linker.supporter(node.id)) for node in objects)
    return SceneGraph(objects=placed, relations=linker.relations())


def node_from_instance(instance: InstanceView, supporter: int | None = None) -> ObjectNode:
    """The graph's object for a perceived instance; at most `MAX_SURFACE_POINTS` of its points, evenly taken.

    Args:
        supporter: id of the object that carries it, as far as known.
    """
    points = np.asarray(instance.surface_points, dtype=np.float32).reshape(-1, 3)
    if len(points) > MAX_SURFACE_POINTS:
        points = points[np.linspace(0, len(points) - 1, MAX_SURFACE_POINTS).round().astype(int)]
    rgb = instance.rgb
    return ObjectNode(
        id=int(instance.id),
        category=instance.category,
        box=instance.box,
        centroid=np.asarray(instance.centroid, dtype=np.float64),
        alternatives=tuple((name, float(score)) for name, score in instance.alternatives),
        rgb=None if rgb is None else (int(rgb[0]), int(rgb[1]), int(rgb[2])),
        color=instance.color,
        confidence=float(instance.confidence),
        first_seen=int(instance.first_seen),
        last_seen=int(instance.last_seen),
        observation_count=int(instance.observation_count),
        surface_points=points,
        supporter=supporter,
        attributes=MappingProxyType({"shape": instance.shape} if instance.shape else {}),
        sources=MappingProxyType({"shape": OUTLINE} if instance.shape else {}),
    )


def _noted(node: ObjectNode, notes: ObjectNotes | None) -> ObjectNode:
    if notes is None:
        return node
    # What somebody saw counts more than what was measured.
    attributes = MappingProxyType({**node.attributes, **notes.attributes})
    sources = MappingProxyType({**node.sources, **notes.sources})
    node = dataclasses.replace(node, views=notes.views, attributes=attributes, sources=sources)
    if not notes.renamed:
        return node
    return dataclasses.replace(node, category=notes.category or node.category, alternatives=notes.alternatives)


def same_place(a: ObjectNode, b: ObjectNode) -> bool:
    """Whether two objects agree in all that relations are worked out from: name, box and surface points."""
    return (
        a.category == b.category
        and (a.box is b.box or _same_box(a.box, b.box))
        and (a.surface_points is b.surface_points or np.array_equal(a.surface_points, b.surface_points))
    )


def _same_box(a: Box, b: Box) -> bool:
    return np.array_equal(a.center, b.center) and np.array_equal(a.extents, b.extents) and a.yaw == b.yaw


def same_node(a: ObjectNode, b: ObjectNode) -> bool:
    """Whether two objects agree in every field."""
    for item in dataclasses.fields(ObjectNode):
        x, y = getattr(a, item.name), getattr(b, item.name)
        if isinstance(x, Box):
            equal = x is y or _same_box(x, y)
        elif isinstance(x, np.ndarray):
            equal = x is y or np.array_equal(x, y)
        else:
            equal = x == y
        if not equal:
            return False
    return True
