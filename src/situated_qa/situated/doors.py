"""Which doors lead into a room, or out of the home: "the bathroom door", "the front door"."""

from __future__ import annotations

import numpy as np

from situated_qa.scene.graph import SceneGraph

OUTSIDE = ""
"""The room outside, as the floor plan calls it."""
ENTRANCES = frozenset(
    f"{word} door" for word in ("front", "entrance", "entry", "main", "house", "apartment", "exit", "outside")
)
"""Names of the door that leads outside."""
_AT_DOORWAY_M = 0.8  # from the middle of an opening to the middle of its leaf, which may stand open


def doors_of(graph: SceneGraph, room: str) -> set[int]:
    """Ids of the doors at the doorways of a room; empty where no floor plan tells.

    Args:
        room: as the floor plan spells it, or `OUTSIDE`.
    """
    plan = graph.floor_plan
    leaves = [node for node in graph.objects if node.category.split()[-1] == "door"]
    found = set()
    for door in plan.doors if plan is not None else ():
        if room in door.rooms and leaves:
            away = [float(np.linalg.norm(node.box.center[:2] - door.center)) for node in leaves]
            nearest = int(np.argmin(away))
            found |= {leaves[nearest].id} if away[nearest] <= _AT_DOORWAY_M else set()
    return found
