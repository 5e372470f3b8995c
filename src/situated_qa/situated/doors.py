"""Which doors lead into a room, or out of the home: "the bathroom door", "the front door"."""

from __future__ import annotations

import numpy as np

from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, SceneGraph

OUTSIDE = ""
"""The room outside, as the floor plan calls it."""
OUTDOORS = frozenset(("outside", "outdoors"))
"""What people call it."""
ENTRANCES = frozenset(
    f"{word} door" for word in ("front", "entrance", "entry", "main", "house", "apartment", "exit", "outside")
)
"""Names of the door that leads outside."""
DOORWAYS = frozenset(("doorway", "doorways", "doorframe", "door frame"))
"""Names of openings that need no leaf."""
_AT_DOORWAY_M = 0.8  # from the middle of an opening to the middle of its leaf, which may stand open
_BESIDE_M = 1.0  # floor that lies so near to an opening tells on which side of it a room is


def doors_of(graph: SceneGraph, room: str) -> set[int]:
    """Ids of the doors at the doorways of a room; empty where no floor plan tells.

    Args:
        room: as the floor plan spells it, or `OUTSIDE`.
    """
    return {leaf for door, leaf in _leaves(graph) if room in door.rooms}


def doorway_of(graph: SceneGraph, leaf: ObjectNode) -> Door | None:
    """The doorway that a door belongs to, with the two rooms that it joins; None where no floor plan tells.

    That of which the door is the nearest leaf; else, of a second leaf, the nearest doorway.
    """
    plan = graph.floor_plan
    if plan is None:
        return None
    own = [door for door, nearest in _leaves(graph) if nearest == leaf.id]
    away = {id(door): _away_m(leaf, door) for door in plan.doors}
    near = [door for door in own or plan.doors if away[id(door)] <= _AT_DOORWAY_M]
    return min(near, key=lambda door: away[id(door)], default=None)


def without_leaf(graph: SceneGraph) -> str:
    """A sentence about the doorways of the floor plan that have no leaf among the objects; "" where all have one."""
    every = len(graph.floor_plan.doors) if graph.floor_plan is not None else 0
    bare = every - len(_leaves(graph))
    verbs = ("has", "is") if bare == 1 else ("have", "are")
    told = f"Of the {every} doorways in my floor plan, {bare} {verbs[0]} no door and {verbs[1]} not stored as a thing."
    return told if bare else ""


def way_through(plan: FloorPlan, door: Door) -> np.ndarray:
    """(2,) unit vector, map frame, through a doorway: from the first of its rooms to the second; 0 where none is near.

    The floor beside the opening tells it; where one room has none there, as outside, that of the other.
    """
    cells = np.argwhere(plan.room_index >= 0)
    offsets = plan.centers_of(cells) - door.center
    near = np.linalg.norm(offsets, axis=1) <= _BESIDE_M
    rooms = plan.room_index[tuple(cells.T)]
    across = np.zeros(2)
    for room, sign in zip(door.rooms, (-1.0, 1.0), strict=True):
        beside = near & (rooms == plan.room_names.index(room)) if room else np.zeros(len(near), dtype=bool)
        across += sign * offsets[beside].mean(axis=0) if beside.any() else 0.0
    length = float(np.linalg.norm(across))
    return across / length if length > 0 else across


def _leaves(graph: SceneGraph) -> list[tuple[Door, int]]:
    """The doorways that have a leaf, each with the id of the nearest."""
    plan = graph.floor_plan
    leaves = [node for node in graph.objects if node.category.split()[-1] == "door"]
    found = []
    for door in plan.doors if plan is not None and leaves else ():
        nearest = min(leaves, key=lambda node: (_away_m(node, door), node.id))
        found += [(door, nearest.id)] if _away_m(nearest, door) <= _AT_DOORWAY_M else []
    return found


def _away_m(leaf: ObjectNode, door: Door) -> float:
    return float(np.linalg.norm(leaf.box.center[:2] - door.center))
