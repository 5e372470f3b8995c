"""A scene as one asker sees it at one moment: a frozen graph and a frozen viewpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.scene import relations
from situated_qa.scene.arrays import SceneArrays
from situated_qa.scene.distances import asker_distances
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.relation_names import hour_of
from situated_qa.scene.relation_table import CONTACT, FIXED, holds, names_of
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.structure import is_structural, is_unnamed
from situated_qa.scene.visibility import Sight, SightSettings
from situated_qa.situated import attributes
from situated_qa.situated.looker import Looker
from situated_qa.situated.objects import SceneObject
from situated_qa.situated.situation_clauses import Situation
from situated_qa.situated.viewpoint import Viewpoint, bearing_of

REFERENCE_FRAMES = ("viewer", "facing", "object")
"""Whose axes measure "left of the table".

viewer: the asker's own axes, moved to the table; "in front of it" is farther along the asker's heading (LLM-TPC).
facing: the table's front points at the asker and its left is its own left hand.
object: the table's own front, where it is known; where it is not, the viewer's axes.
"""

_CONTACT = names_of(CONTACT)
_FIXED = names_of(FIXED)
_DOORWAY_M = 0.5  # how far from a room's floor somebody in its doorway may stand
_OVERHEAD_M = 0.3  # how far beside the asker a lamp may hang and still be above


@dataclass(frozen=True, eq=False)
class SituatedScene:
    """A graph, a viewpoint, and how relations, sight and names are to be understood.

    All it answers is a pure function of them.

    Raises:
        SceneError: the viewpoint is in another frame than the graph, or the reference frame is unknown.
    """

    graph: SceneGraph
    viewpoint: Viewpoint
    settings: RelationSettings = field(default_factory=RelationSettings)
    reference_frame: str = "viewer"
    sight: SightSettings = field(default_factory=SightSettings)
    marked: int | None = None  # id of the object that the asker pointed at last
    looker: Looker | None = None  # looks at pictures of objects; None where no model sees
    read_things: Callable[[str], tuple[int, ...]] | None = None  # ids of what a noun phrase may mean; () where unread
    read_situation: Callable[[str], Situation | None] | None = None  # of a trained reader; None: patterns read alone

    def __post_init__(self) -> None:
        if self.reference_frame not in REFERENCE_FRAMES:
            raise SceneError(
                f"reference frame must be one of {', '.join(REFERENCE_FRAMES)}, got {self.reference_frame!r}"
            )
        if self.viewpoint.frame != self.graph.frame:
            raise SceneError(f"the viewpoint is in frame {self.viewpoint.frame!r}, the graph in {self.graph.frame!r}")

    @cached_property
    def objects(self) -> dict[int, SceneObject]:
        """Every object as programs see it, by id."""
        exact = np.array([node.box.center for node in self.graph.objects]).reshape(-1, 3)
        hours = self.viewpoint.hours(exact).tolist()
        centers = np.round(exact, 3).tolist()  # what programs print is read
        return {
            node.id: SceneObject(
                node.id,
                node.category,
                (x, y, z),
                node.room,
                attributes.color_or_unknown(node),
                round(self.agent_distances[node.id], 2),
                hour,
            )
            for node, (x, y, z), hour in zip(self.graph.objects, centers, hours, strict=True)
        }

    @cached_property
    def categories(self) -> list[str]:
        return self.graph.categories()

    @cached_property
    def structural(self) -> frozenset[int]:
        """Ids of what is never counted among the things of a place: floors, walls, ceilings, and what has no name."""
        building = {node.id for node in self.graph.objects if is_structural(node.category)}
        return frozenset(building | set(self.unnamed))

    @cached_property
    def unnamed(self) -> tuple[int, ...]:
        """Ids of the things that nobody could name, in order."""
        return tuple(node.id for node in self.graph.objects if is_unnamed(node.category))

    @cached_property
    def agent_distances(self) -> dict[int, float]:
        """m from the asker to each object's surface, by id."""
        half_height = self.settings.asker_half_height_m
        distances = asker_distances(self.viewpoint.position, self.graph.objects, half_height).tolist()
        return {node.id: distance for node, distance in zip(self.graph.objects, distances, strict=True)}

    @property
    def views(self) -> Sight:
        """What can be seen from where."""
        return Sight.of(self.graph, self.sight)

    @property
    def _arrays(self) -> SceneArrays:
        """Of the graph alone: scenes of other viewpoints and later questions over it share them."""
        return self.graph.derived.get(SceneArrays) or self.graph.derived.setdefault(
            SceneArrays, SceneArrays(self.graph.objects)
        )

    def in_view(self, eye: np.ndarray, heading_rad: float | None, own: Sequence[int] = ()) -> list[int]:
        """Ids of what is seen from a (3,) map point, all around where there is no heading.

        Args:
            own: ids of what somebody stands in or sits on, which hides nothing and is not looked at.
        """
        shares = self.views.shares(eye, heading_rad=heading_rad, not_in_the_way=own)
        least = self.sight.seen_share
        return [i for i, share in shares.items() if share > 0 and share >= least and i not in own]

    def node(self, object: SceneObject) -> ObjectNode:
        return self.graph.by_id[object.id]

    def room_at(self, position: np.ndarray) -> str:
        """The room around a (3,) map point; "" where it is not known.

        By the floor plan, else by the rooms' boxes. Who stands in a doorway is in the room whose floor is nearest.
        """
        if self.graph.floor_plan is not None and (name := self.graph.floor_plan.room_at(position)):
            return name
        for room in self.graph.rooms:
            low, high = room.box.axis_aligned()
            if (position[:2] >= low[:2]).all() and (position[:2] <= high[:2]).all() and position[2] <= high[2] + 0.5:
                return room.name
        return self.graph.floor_plan.nearest_room(position, _DOORWAY_M) if self.graph.floor_plan is not None else ""

    def heading_at(self, reference: ObjectNode) -> tuple[float, str]:
        """What "front of the reference" means: a heading in the map, rad, and the frame it was taken from."""
        if self.reference_frame == "object" and reference.front is not None:
            return float(np.arctan2(reference.front[1], reference.front[0])), "object"
        if self.reference_frame == "facing":
            x, y = (self.viewpoint.position - reference.box.center)[:2]
            if np.hypot(x, y) > 1e-6:
                return float(np.arctan2(y, x)), "facing"
        return self.viewpoint.heading_rad, "viewer"

    def related(self, nodes: Sequence[ObjectNode], reference: ObjectNode, relation: str) -> set[int]:
        """Ids of the nodes that stand in a relation, by its canonical name or "far", to a reference object."""
        others = [node for node in nodes if node.id != reference.id]
        if not others:
            return set()
        if bearing_of(relation) is not None:
            heading, _ = self.heading_at(reference)
            return self._at_side(others, relation, reference.box.center, heading, self.settings.sector_fraction)
        if relation in ("closest", "farthest"):
            rows = self._arrays.rows(others)
            return {self._arrays.extreme(rows, self._arrays.row_of[reference.id], farthest=relation == "farthest")}
        if relation in ("within reach", "near", "far"):
            rows, row = self._arrays.rows(others), self._arrays.row_of[reference.id]
            distances = self._arrays.surface_distances(rows, row, limit_m=self._limit_m(relation))
            return self._by_distance(others, distances, relation)
        return {
            node.id for node in self._candidates(others, reference, relation) if self._holds(node, reference, relation)
        }

    def related_to_agent(self, nodes: Sequence[ObjectNode], relation: str, fraction: float | None = None) -> set[int]:
        """Ids of the nodes that stand in a relation, by its canonical name or "far", to the asker.

        Args:
            fraction: how much of an object must lie in a sector; the setting `sector_fraction` where None.
        """
        if not nodes:
            return set()
        if bearing_of(relation) is not None:
            view, least = self.viewpoint, fraction or self.settings.sector_fraction
            return self._at_side(nodes, relation, view.position, view.heading_rad, least)
        if relation in ("above", "below"):
            return self._over_asker(nodes, relation)
        distances = np.array([self.agent_distances[node.id] for node in nodes])
        return self._by_distance(nodes, distances, relation)

    def between(self, nodes: Sequence[ObjectNode], a: ObjectNode, b: ObjectNode) -> set[int]:
        """Ids of the nodes between two others."""
        ends = [self._arrays.row_of[a.id], self._arrays.row_of[b.id]]
        low, high = self._arrays.low[ends].min(axis=0), self._arrays.high[ends].max(axis=0)
        return {
            node.id
            for node in self._touching(nodes, low, high)
            if node.id not in (a.id, b.id) and relations.between(node, a, b, self.settings)
        }

    def _limit_m(self, relation: str) -> float:
        settings = self.settings
        return {"within reach": settings.within_reach_m, "near": settings.near_m, "far": settings.far_m}[relation]

    def _by_distance(self, nodes: Sequence[ObjectNode], distances: np.ndarray, relation: str) -> set[int]:
        ids = self._arrays.ids[self._arrays.rows(nodes)]
        if relation in ("closest", "farthest"):
            key = distances if relation == "closest" else -distances
            return {int(ids[np.lexsort((ids, np.round(key, 9)))[0]])}  # ties by id
        limit_m = self._limit_m(relation)
        return {int(i) for i in ids[distances > limit_m if relation == "far" else distances < limit_m]}

    def _at_side(
        self, nodes: Sequence[ObjectNode], relation: str, origin: np.ndarray, heading: float, fraction: float
    ) -> set[int]:
        """Ids of those in all sectors that a relation names, or near the direction of its hour."""
        rows = self._arrays.rows(nodes)
        hour = hour_of(relation)
        if hour is None:
            edge = self.settings.sector_edge_rad
            for word in relation.split():
                share = self._arrays.in_sector(rows, word, origin=origin, heading_rad=heading, edge_rad=edge)
                rows = rows[share >= fraction - 1e-9]
            return {int(id) for id in self._arrays.ids[rows]}
        offset = self._arrays.centers[rows, :2] - origin[:2]
        bearing = np.arctan2(offset[:, 1], offset[:, 0]) - heading
        away = np.abs((bearing + hour * np.pi / 6 + np.pi) % (2 * np.pi) - np.pi)
        holds = (away <= self.settings.hour_half_width_rad + 1e-9) & (np.hypot(*offset.T) > 1e-6)
        return {int(id) for id in self._arrays.ids[rows[holds]]}

    def _candidates(self, nodes: Sequence[ObjectNode], reference: ObjectNode, relation: str) -> list[ObjectNode]:
        """Those whose axis-aligned boxes do not already rule the relation out."""
        row = self._arrays.row_of[reference.id]
        low, high = self._arrays.low[row].copy(), self._arrays.high[row].copy()
        if relation in _CONTACT and not self._wall_like(reference, relation):
            aside = self.settings.wall_gap_m if relation in ("above", "below") else 0.0
            low[:2], high[:2] = low[:2] - aside, high[:2] + aside
            low[2], high[2] = -np.inf, np.inf
        elif relation in _FIXED or self._wall_like(reference, relation):
            low, high = low - self.settings.touch_m, high + self.settings.touch_m
        else:
            return list(nodes)
        return self._touching(nodes, low, high)

    def _touching(self, nodes: Sequence[ObjectNode], low: np.ndarray, high: np.ndarray) -> list[ObjectNode]:
        touching = self._arrays.touching(self._arrays.rows(nodes), low, high)
        return [node for node, touches in zip(nodes, touching, strict=True) if touches]

    def _wall_like(self, reference: ObjectNode, relation: str) -> bool:
        return relation == "on" and reference.id in self.structural and "floor" not in reference.category

    def _holds(self, node: ObjectNode, reference: ObjectNode, relation: str) -> bool:
        if holds(relation, node, reference, self.settings):
            return True
        # A picture hangs, a shelf is mounted, people say "on the wall" of both; not of a book on the desk at the wall.
        fixed = self._wall_like(reference, relation) and any(
            holds(name, node, reference, self.settings) for name in _FIXED
        )
        return fixed and not any(
            relations.on(node, other, self.settings)
            for other in self._candidates(self.graph.objects, node, "support")
            if other.id != node.id and other.id not in self.structural
        )

    def _over_asker(self, nodes: Sequence[ObjectNode], relation: str) -> set[int]:
        rows = self._arrays.rows(nodes)
        low, high = self._arrays.low[rows], self._arrays.high[rows]
        position, gap = self.viewpoint.position, self.settings.vertical_gap_m
        holds = low[:, 2] > position[2] + gap if relation == "above" else high[:, 2] <= position[2] + gap
        holds &= ((position[:2] >= low[:, :2] - _OVERHEAD_M) & (position[:2] <= high[:, :2] + _OVERHEAD_M)).all(axis=1)
        return {int(id) for id in self._arrays.ids[rows[holds]]}
