"""Keeps the stored relations of a changing set of objects: only what changed is compared, only with its neighbors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from operator import attrgetter

from situated_qa.scene import relations
from situated_qa.scene.distances import surface_distances
from situated_qa.scene.edges import pair_edges
from situated_qa.scene.graph import ObjectNode, Relation
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.structure import is_structural

_CELL_M = 2.0

Pair = tuple[int, int]
Footprint = tuple[float, float, float, float]  # lowest x, lowest y, highest x, highest y, m


class Linker:
    """Relations between objects, kept up to date incrementally. After any sequence of updates the relations are those
    that the present objects alone would give."""

    def __init__(self, settings: RelationSettings) -> None:
        self._settings = settings
        self._nodes: dict[int, ObjectNode] = {}
        self._bounds: dict[int, Footprint] = {}
        self._cells: dict[Pair, set[int]] = {}
        self._on: dict[int, set[int]] = {}  # what each object rests on
        self._edges: dict[Pair, list[Relation]] = {}
        self._partners: dict[int, set[int]] = {}  # who has edges with whom

    def update(self, changed: Iterable[ObjectNode], removed: Iterable[int] = ()) -> set[int]:
        """Replace or add objects, and take others away.

        Returns:
            ids, among all that remain, of those whose supporter or relations may differ now.
        """
        fresh = {node.id: node for node in changed}
        gone = set(removed) - fresh.keys()
        moving = fresh.keys() | gone
        unsettled = {n for i in moving if i in self._nodes for n in self._neighbors(i)} - moving
        before = {i: (bool(self._on[i]), self.supporter(i)) for i in unsettled}
        for i in moving:
            self._forget(i)
        for node in fresh.values():
            self._place(node)
        arrived_at = {n for i in fresh for n in self._neighbors(i)}
        for i in arrived_at - moving - unsettled:
            unsettled.add(i)
            before[i] = (bool(self._on[i]), self.supporter(i))
        for i in unsettled:
            self._on[i] -= moving
        done: set[int] = set()
        for i in fresh:
            self._settle(i, done)
            done.add(i)
        # An object that lost or gained its support may hang where it stood, so its other pairs are open again.
        restless = {i for i in unsettled if bool(self._on[i]) != before[i][0]}
        done.clear()
        for i in fresh.keys() | restless:
            self._link(i, done)
            done.add(i)
        return fresh.keys() | restless | {i for i in unsettled if self.supporter(i) != before[i][1]}

    def supporter(self, id: int) -> int | None:
        """The object that carries this one: of those it is on, the one whose top is nearest; None for the floor."""
        carriers = [i for i in self._on.get(id, ()) if i in self._nodes and not is_structural(self._nodes[i].category)]
        bottom = self._nodes[id].box.bottom
        return min(carriers, key=lambda i: (abs(self._nodes[i].box.top - bottom), i), default=None)

    def relations(self) -> tuple[Relation, ...]:
        """All of them, ordered by subject, object and name."""
        edges = itertools.chain.from_iterable(self._edges.values())
        return tuple(sorted(edges, key=attrgetter("subject", "object", "predicate")))

    def _place(self, node: ObjectNode) -> None:
        self._nodes[node.id] = node
        low, high = node.box.axis_aligned()
        self._bounds[node.id] = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        self._on[node.id] = set()
        for cell in self._covered(node.id, 0.0):
            self._cells.setdefault(cell, set()).add(node.id)

    def _forget(self, id: int) -> None:
        if id not in self._nodes:
            return
        for cell in self._covered(id, 0.0):
            self._cells[cell].discard(id)
            if not self._cells[cell]:
                del self._cells[cell]
        for partner in self._partners.pop(id, set()):
            del self._edges[min(id, partner), max(id, partner)]
            self._partners[partner].discard(id)
        del self._nodes[id], self._bounds[id], self._on[id]

    def _covered(self, id: int, margin_m: float) -> Iterator[Pair]:
        x_low, y_low, x_high, y_high = self._bounds[id]
        columns = range(math.floor((x_low - margin_m) / _CELL_M), math.floor((x_high + margin_m) / _CELL_M) + 1)
        rows = range(math.floor((y_low - margin_m) / _CELL_M), math.floor((y_high + margin_m) / _CELL_M) + 1)
        return itertools.product(columns, rows)

    def _neighbors(self, id: int) -> list[int]:
        """Ids whose axis-aligned footprints, seen from above, come within `near_m` (or `next_to_m`)."""
        margin = max(self._settings.near_m, self._settings.next_to_m)
        x_low, y_low, x_high, y_high = self._bounds[id]
        found: set[int] = set()
        for cell in self._covered(id, margin):
            found |= self._cells.get(cell, set())
        found.discard(id)
        near = []
        for i in found:
            other_x_low, other_y_low, other_x_high, other_y_high = self._bounds[i]
            if (
                other_x_low - margin <= x_high
                and other_x_high + margin >= x_low
                and other_y_low - margin <= y_high
                and other_y_high + margin >= y_low
            ):
                near.append(i)
        return near

    def _settle(self, id: int, done: set[int]) -> None:
        """What this object rests on, and what rests on it, but for those that have settled it already."""
        node = self._nodes[id]
        for i in self._neighbors(id):
            if i in done:
                continue
            other = self._nodes[i]
            for upper, lower in ((node, other), (other, node)):
                if relations.on(upper, lower, self._settings):
                    self._on[upper.id].add(lower.id)
                else:
                    self._on[upper.id].discard(lower.id)

    def _link(self, id: int, done: set[int]) -> None:
        """The stored relations to all neighbors, but for those linked already."""
        node, neighbors = self._nodes[id], [i for i in self._neighbors(id) if i not in done]
        others = [self._nodes[i] for i in neighbors]
        distances = surface_distances(node, others, limit_m=max(self._settings.near_m, self._settings.next_to_m))
        for i, other, distance in zip(neighbors, others, distances, strict=True):
            rests, other_rests = bool(self._on[id]), bool(self._on[i])
            edges = pair_edges(
                node, other, self._settings, a_rests=rests, b_rests=other_rests, distance_m=float(distance)
            )
            pair = (min(id, i), max(id, i))
            if edges:
                self._edges[pair] = edges
                self._partners.setdefault(id, set()).add(i)
                self._partners.setdefault(i, set()).add(id)
            elif pair in self._edges:
                del self._edges[pair]
                self._partners[id].discard(i)
                self._partners[i].discard(id)
