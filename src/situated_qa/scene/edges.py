"""Which relations the graph stores: SynergAI's vertical and proximity groups, between neighbors only.

"far" and "higher than" hold between almost any two objects of a home, so they are not stored.
The tools work those out when asked. Source: SynergAI 2024, Table A.1 and its verification by common sense.
"""

from __future__ import annotations

from situated_qa.perception.categories import facts_of
from situated_qa.scene import relations
from situated_qa.scene.graph import ObjectNode, Relation
from situated_qa.scene.relation_table import CONTACT, FIXED, RELATION_TYPES, holds, names_of
from situated_qa.scene.relations import RelationSettings
from situated_qa.scene.structure import is_structural

MAX_VERTICAL_GAP_M = 2.0
"""Above and below are stored up to this gap: the picture above the sofa, not the roof above the cellar."""

_FIXED = names_of(FIXED)
_JOINED = {row.edge for row in RELATION_TYPES if row.group in (CONTACT, FIXED)} - {"above", "below", "support"}
_BESIDE = ("besides", "next to", "near")  # the closest word first; the wider ones are implied by it


def how_fixed(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, distance_m: float | None = None
) -> str | None:
    """ "hanging on", "mounted on" or "affixed on"; None where the target is not fixed to the reference.

    One of the three: what people say of such a thing (a TV is mounted, a picture hangs), else what its depth suggests.
    """
    holding = [name for name in _FIXED if holds(name, target, reference, settings, distance_m=distance_m)]
    if not holding:
        return None
    return facts_of(target.category).fixed or holding[0]


def pair_edges(
    a: ObjectNode, b: ObjectNode, settings: RelationSettings, *, a_rests: bool, b_rests: bool, distance_m: float
) -> list[Relation]:
    """The relations that are stored between two objects, in both directions.

    Args:
        a_rests, b_rests: whether the object is on anything at all; what stands does not hang.
        distance_m: between their surfaces.
    """
    edges = _directed(a, b, settings, a_rests, distance_m) + _directed(b, a, settings, b_rests, distance_m)
    if is_structural(a.category) or is_structural(b.category):
        return edges
    joined = {edge.predicate for edge in edges} & _JOINED
    if not joined:
        edges += _beside(a, b, settings, distance_m)
        if edges and not any(edge.predicate == "above" for edge in edges):
            edges += _higher(a, b, settings) + _higher(b, a, settings)
    return edges


def _directed(
    target: ObjectNode, reference: ObjectNode, settings: RelationSettings, rests: bool, distance_m: float
) -> list[Relation]:
    """What the target is to the reference in the vertical group, with the converse."""

    def both(predicate: str, converse: str) -> list[Relation]:
        return [Relation(target.id, predicate, reference.id), Relation(reference.id, converse, target.id)]

    if relations.on(target, reference, settings):
        return both("on", "support")
    if is_structural(target.category):
        return []
    if relations.inside(target, reference, settings) and not is_structural(reference.category):
        return [Relation(target.id, "inside", reference.id)]
    if relations.embed(target, reference, settings):
        return [Relation(target.id, "embed", reference.id)]
    fixed = None if rests else how_fixed(target, reference, settings, distance_m)
    if fixed is not None:
        return [Relation(target.id, fixed, reference.id)]
    if is_structural(reference.category) or target.box.bottom - reference.box.top > MAX_VERTICAL_GAP_M:
        return []
    return both("above", "below") if relations.above(target, reference, settings) else []


def _beside(a: ObjectNode, b: ObjectNode, settings: RelationSettings, distance_m: float) -> list[Relation]:
    """The closest word that holds of besides, next to and near, both ways."""
    if distance_m >= max(settings.near_m, settings.next_to_m):
        return []
    for name in _BESIDE:
        if holds(name, a, b, settings, distance_m=distance_m):
            return [Relation(a.id, name, b.id), Relation(b.id, name, a.id)]
    return []


def _higher(target: ObjectNode, reference: ObjectNode, settings: RelationSettings) -> list[Relation]:
    if not relations.higher_than(target, reference, settings):
        return []
    return [Relation(target.id, "higher than", reference.id), Relation(reference.id, "lower than", target.id)]
