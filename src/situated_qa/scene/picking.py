"""Which object a point in the map means: what a person clicked on."""

from __future__ import annotations

import numpy as np

from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.structure import is_structural

PICK_REACH_M = 0.5
"""How far beside an object's box a click may land and still mean it: observed surfaces are not exact."""
_ON_IT_M = 0.1


def object_at(graph: SceneGraph, point_map: np.ndarray, reach_m: float = PICK_REACH_M) -> ObjectNode | None:
    """The object that a point lies in or nearest to.

    A point in several boxes means the smallest of them: the cup on the table rather than the table. Floors, walls and
    ceilings are meant only where the point lies on them and nothing else is within reach.

    Args:
        point_map: (3,) map frame, m.
        reach_m: from the point to the box.
    """
    best: tuple[bool, float, float, int] | None = None
    for node in graph.objects:
        c, s = np.cos(node.box.yaw), np.sin(node.box.yaw)
        x, y, z = np.asarray(point_map, dtype=np.float64) - node.box.center
        beyond = np.abs([c * x + s * y, c * y - s * x, z]) - node.box.extents / 2
        away_m = float(np.linalg.norm(np.maximum(beyond, 0.0)))
        building = is_structural(node.category)
        if away_m <= (min(reach_m, _ON_IT_M) if building else reach_m):
            rank = (building, round(away_m, 6), node.box.volume(), node.id)
            best = rank if best is None else min(best, rank)
    return None if best is None else graph.by_id[best[3]]
