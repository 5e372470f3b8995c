"""One row per relation: its name, the words that mean it, when it holds, whether the graph stores it, how it is told.

To add a relation, write its row here and, where two boxes decide it, its predicate in `relations.py`. A relation that
the graph stores is also given its place in `edges.py`, which decides which of several relations of a pair is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from situated_qa.scene import relations
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relations import RelationSettings

Predicate = Callable[..., bool]
"""`holds(target, reference, settings)`: the target stands in the relation to the reference. The predicates of groups
DISTANCE and FIXED also take `distance_m`, the distance of the two surfaces, where the caller knows it."""

DISTANCE = "distance"  # by distance, or by comparing distances
DIRECTION = "direction"  # by bearing, in the axes of the asker or of the reference
DIAGONAL = "diagonal"  # two directions at once
CONTACT = "contact"  # footprints overlap: on, in, above …
FIXED = "fixed"  # fastened to something
HEIGHT = "height"  # by height alone


@dataclass(frozen=True, slots=True)
class RelationType:
    """What is known of one relation."""

    name: str
    group: str
    synonyms: tuple[str, ...] = ()
    holds: Predicate | None = None  # None: takes more than two objects, e.g. a viewpoint or the rest of a set
    in_programs: bool = True  # programs and questions use this name; else only the graph or a check of two objects does
    of_asker: bool = False  # also holds between an object and the asker
    edge: str = ""  # the predicate of the stored edge; "" where the graph does not store it
    implied_by: tuple[str, ...] = ()  # edges that also count as this one: only the closest word is stored
    to_asker: str = ""  # "on your left"
    to_object: str = ""  # "left of", before "the table"


RELATION_TYPES = (
    RelationType(
        "closest", DISTANCE, ("nearest", "closest to", "nearest to", "most near"), of_asker=True,
        to_asker="closest to you", to_object="closest to",
    ),
    RelationType(
        "farthest", DISTANCE,
        ("furthest", "far", "far away", "far from", "far away from", "farthest from", "furthest from", "most distant",
         "farthest away", "furthest away"),
        of_asker=True, to_asker="farthest from you", to_object="farthest from",
    ),
    RelationType(
        "within reach", DISTANCE,
        ("touch", "touching", "at", "beside", "besides", "next", "next to", "reach", "reachable", "in reach",
         "within arm's reach", "within reach of", "adjacent", "adjacent to", "by"),
        relations.within_reach, of_asker=True, to_asker="within your reach", to_object="within reach of",
    ),
    RelationType(
        "near", DISTANCE, ("around", "nearby", "near to", "close by", "close to"), relations.near, of_asker=True,
        edge="near", implied_by=("next to", "besides"), to_asker="near you", to_object="near",
    ),
    RelationType(
        "next to", DISTANCE, holds=relations.next_to, in_programs=False, edge="next to", implied_by=("besides",),
        to_object="next to",
    ),
    RelationType(
        "besides", DISTANCE, ("beside",), relations.besides, in_programs=False, edge="besides", to_object="beside"
    ),
    RelationType(
        "far", DISTANCE, ("far away",), relations.far, in_programs=False, of_asker=True, to_asker="far from you",
        to_object="far from",
    ),
    RelationType(
        "left", DIRECTION,
        ("left of", "to the left", "to the left of", "on the left", "on the left of", "left side", "left side of",
         "on my left", "to my left", "on the left side of", "my left", "leftward", "left-hand side"),
        of_asker=True, to_asker="on your left", to_object="left of",
    ),
    RelationType(
        "right", DIRECTION,
        ("right of", "to the right", "to the right of", "on the right", "on the right of", "right side",
         "right side of", "on my right", "to my right", "on the right side of", "my right", "rightward",
         "right-hand side"),
        of_asker=True, to_asker="on your right", to_object="right of",
    ),
    RelationType(
        "front", DIRECTION,
        ("in front", "in front of", "in the front", "in front of me", "is in front of", "ahead", "ahead of",
         "straight ahead", "forward", "facing", "front of", "before", "opposite", "in the front of",
         "directly in front", "directly ahead"),
        of_asker=True, to_asker="in front of you", to_object="in front of",
    ),
    RelationType(
        "back", DIRECTION,
        ("behind", "behind of", "in back of", "back of", "at the back", "backward", "backwards", "rear", "at the rear",
         "directly behind", "behind me", "to the back", "in the back"),
        of_asker=True, to_asker="behind you", to_object="behind",
    ),
    RelationType(
        "opposite", DISTANCE, in_programs=False, of_asker=True, to_asker="opposite you", to_object="opposite",
    ),
    RelationType(
        "front left", DIAGONAL, ("left front", "ahead left", "forward left"), of_asker=True,
        to_asker="ahead of you on the left", to_object="in front and on the left of",
    ),
    RelationType(
        "front right", DIAGONAL, ("right front", "ahead right", "forward right"), of_asker=True,
        to_asker="ahead of you on the right", to_object="in front and on the right of",
    ),
    RelationType(
        "back left", DIAGONAL, ("left back", "behind left", "left behind", "rear left"), of_asker=True,
        to_asker="behind you on the left", to_object="behind and on the left of",
    ),
    RelationType(
        "back right", DIAGONAL, ("right back", "behind right", "right behind", "rear right"), of_asker=True,
        to_asker="behind you on the right", to_object="behind and on the right of",
    ),
    RelationType(
        "on", CONTACT,
        ("on top", "on top of", "atop", "upon", "resting on", "standing on", "lying on", "sitting on", "supported by"),
        relations.on, edge="on", to_object="on",
    ),
    RelationType(
        "in", CONTACT, ("inside", "inside of", "within", "contained in", "into"), relations.inside, edge="inside",
        to_object="in",
    ),
    RelationType(
        "above", CONTACT, ("over", "overhead"), relations.above, of_asker=True, edge="above", to_asker="above you",
        to_object="above",
    ),
    RelationType(
        "below", CONTACT, ("under", "underneath", "beneath", "under of", "down"), relations.below, of_asker=True,
        edge="below", to_asker="below you", to_object="below",
    ),
    RelationType(
        "support", CONTACT, ("supporting", "supports", "carrying", "carries", "holding", "holds"), relations.support,
        edge="support", to_object="carrying",
    ),
    RelationType(
        "embed", CONTACT, ("embedded", "embedded in", "set into", "built into"), relations.embed, edge="embed",
        to_object="set into",
    ),
    RelationType(
        "hanging on", FIXED, ("hang on", "hangs on", "hanging from", "hung on", "hanging"), relations.hanging_on,
        edge="hanging on", to_object="hanging on",
    ),
    RelationType(
        "mounted on", FIXED, ("mounted", "mounted to", "fixed to"), relations.mounted_on, edge="mounted on",
        to_object="mounted on",
    ),
    RelationType(
        "affixed on", FIXED, ("affixed", "affixed to", "attached to", "attached", "stuck to", "glued to"),
        relations.affixed_on, edge="affixed on", to_object="affixed to",
    ),
    RelationType(
        "higher than", HEIGHT, ("higher", "taller position than"), relations.higher_than, edge="higher than",
        to_object="higher than",
    ),
    RelationType(
        "lower than", HEIGHT, ("lower",), relations.lower_than, edge="lower than", to_object="lower than",
    ),
)  # fmt: skip

BY_NAME = {row.name: row for row in RELATION_TYPES}


def names_of(*groups: str) -> tuple[str, ...]:
    """Names of the relations of some groups that programs and questions use, in the table's order."""
    return tuple(row.name for row in RELATION_TYPES if row.in_programs and row.group in groups)


def holds(
    name: str,
    target: ObjectNode,
    reference: ObjectNode,
    settings: RelationSettings,
    *,
    distance_m: float | None = None,
) -> bool:
    """Whether the target stands in a relation to the reference.

    Args:
        name: of a row with a predicate.
        distance_m: between their surfaces, where the caller knows it; only relations that depend on it use it.

    Raises:
        KeyError: no row has this name and a predicate.
    """
    predicate = BY_NAME[name].holds
    if predicate is None:
        raise KeyError(f"{name!r} takes more than two objects; only a viewpoint or a set decides it")
    if distance_m is not None and BY_NAME[name].group in (DISTANCE, FIXED):
        return predicate(target, reference, settings, distance_m)
    return predicate(target, reference, settings)


def told_to_asker(name: str) -> str:
    """A relation to the asker as part of a sentence: "on your left", "at your 3 o'clock"."""
    row = BY_NAME.get(name)
    return f"at your {name}" if row is None else row.to_asker or name


def told_to_object(name: str) -> str:
    """A relation as it stands before its reference: "left of", "at 3 o'clock of"."""
    row = BY_NAME.get(name)
    return f"at {name} of" if row is None else row.to_object or name
