"""The scene graph: objects, rooms and the relations between them, as immutable values.

The mapper makes a new graph after each change; code that holds an old one can go on reading it. ROS messages, scene
files, tools and pictures are all made from these classes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.perception.key_views import KeyView
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.observed import ObservedArea, Vocabulary

MAX_SURFACE_POINTS = 64
"""How many surface points of an object travel with the graph: enough to tell "0.7 of it is on my left" to 1 in 64."""


MAX_NAME_CHARACTERS = 120


def plain_name(text: str) -> str:
    """A name on one line and of ordinary length; what cannot be printed becomes a space.

    Names come from files, messages and models, and go into prompts and programs, where a line end would begin
    something new.
    """
    if text.isprintable() and len(text) <= MAX_NAME_CHARACTERS:
        return text
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MAX_NAME_CHARACTERS].strip()


@dataclass(frozen=True, slots=True, eq=False)
class ObjectNode:
    """One object instance in the map frame. Its names are made plain (`plain_name`)."""

    id: int  # ≥ 0, stable for the object's life
    category: str
    box: Box
    centroid: np.ndarray  # (3,) mean of the observed points, map frame, m
    alternatives: tuple[tuple[str, float], ...] = ()  # other categories with scores 0 … 1, best first
    rgb: tuple[int, int, int] | None = None  # median observed color, 0 … 255; None where never seen
    color: str = ""  # its name; "" where not known
    front: tuple[float, float] | None = None  # unit vector in the map's xy plane, where known
    attributes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # material, shape, state, …
    confidence: float = 1.0  # 0 … 1
    first_seen: int = 0  # ns
    last_seen: int = 0  # ns
    observation_count: int = 0
    room: str = ""  # "" where rooms are not known
    supporter: int | None = None  # id of the object that carries this one; None for the floor or unknown
    surface_points: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))  # (≤64, 3) map frame, m
    views: tuple[KeyView, ...] = ()  # pictures of it in the folder `SceneGraph.key_frames`, best first
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # attribute -> who saw it, when

    def __post_init__(self) -> None:
        object.__setattr__(self, "category", plain_name(self.category) or "unnamed")
        object.__setattr__(self, "room", plain_name(self.room))
        object.__setattr__(self, "color", plain_name(self.color))
        for name in ("attributes", "sources"):
            given = getattr(self, name)
            texts = (*given, *given.values())
            if not all(text.isprintable() and len(text) <= MAX_NAME_CHARACTERS for text in texts):
                plain = {plain_name(key): plain_name(value) for key, value in given.items()}
                object.__setattr__(self, name, MappingProxyType(plain))


@dataclass(frozen=True, slots=True)
class Relation:
    """`subject` stands in `predicate` to `object`, both by id: (cup, "on", table)."""

    subject: int
    predicate: str
    object: int
    score: float = 1.0  # 0 … 1


@dataclass(frozen=True, slots=True, eq=False)
class RoomNode:
    """One room, map frame. Its name is made plain (`plain_name`)."""

    name: str
    box: Box

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))


@dataclass(frozen=True, slots=True, eq=False)
class SceneGraph:
    """Everything known at one moment.

    Raises:
        SceneError: two objects share an id, or a relation names an id that is not there.
    """

    objects: tuple[ObjectNode, ...] = ()  # ordered by id
    relations: tuple[Relation, ...] = ()
    rooms: tuple[RoomNode, ...] = ()
    frame: str = "map"
    stamp: int = 0  # ns, of the last frame that went in
    version: int = 0  # grows with every change
    map_id: str = ""  # of the mapper's run; "" where no mapper made it
    floor_plan: FloorPlan | None = None  # None where there is none: paths and doors are not known then
    vocabulary: Vocabulary | None = None  # of the detector; None: objects were not detected, and none is left out
    observed: ObservedArea | None = None  # None: all of the place is taken as observed
    key_frames: str = ""  # folder of the objects' pictures, absolute; "" where none are kept
    by_id: Mapping[int, ObjectNode] = field(init=False, repr=False)
    # What others worked out from it, kept for as long as it is; several questions may fill it at once.
    derived: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        objects = tuple(sorted(self.objects, key=lambda node: node.id))
        by_id = {node.id: node for node in objects}
        if len(by_id) != len(objects):
            ids = [node.id for node in objects]
            twice = sorted({i for i in ids if ids.count(i) > 1})
            raise SceneError(f"object ids must differ, these appear twice: {twice}")
        for relation in self.relations:
            for end in (relation.subject, relation.object):
                if end not in by_id:
                    raise SceneError(f"relation {relation} names object {end}, which is not in the graph")
        object.__setattr__(self, "objects", objects)
        object.__setattr__(self, "by_id", MappingProxyType(by_id))

    def to_networkx(self) -> Any:
        """The graph as a `networkx.MultiDiGraph`.

        Nodes are the object ids, with the fields of `ObjectNode` as attributes; the box comes as `center` (3,) and
        `extents` (3,), m, and `yaw`, rad. Each relation is an edge from subject to object, keyed by its predicate,
        with its `score`. Rooms, frame, stamp and version are attributes of the graph.

        Raises:
            ImportError: networkx is not installed; it comes with scikit-image.
        """
        import networkx

        graph = networkx.MultiDiGraph(
            frame=self.frame, stamp=self.stamp, version=self.version, rooms={room.name: room.box for room in self.rooms}
        )
        for node in self.objects:
            fields = {item.name: getattr(node, item.name) for item in dataclasses.fields(node)}
            box = fields.pop("box")
            graph.add_node(fields.pop("id"), **fields, center=box.center, extents=box.extents, yaw=box.yaw)
        for relation in self.relations:
            graph.add_edge(relation.subject, relation.object, key=relation.predicate, score=relation.score)
        return graph

    def categories(self) -> list[str]:
        """The categories there are, sorted."""
        return sorted({node.category for node in self.objects})
