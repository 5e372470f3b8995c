"""The corners of rooms as places."""

from __future__ import annotations

from functools import lru_cache

from situated_qa.situated.corners import away_from_corner_m, corners_of
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import Condition

_IN_CORNER_M = 0.5  # between a thing and the corner that it stands in
_NEAR_CORNER_M = 2.0  # no grade is left beyond this


class Corners(LanguageBase):
    """Functions over the corners of rooms."""

    def in_corner(self) -> Condition:
        """In a corner of its room.

        Said: in a corner
        Example: name(every("thing", in_corner()))
        """
        graph = self._scene.graph
        corners = lru_cache(maxsize=None)(lambda room: corners_of(graph, room))

        def away_m(i: int) -> float:
            node = graph.by_id[i]
            of_room = corners(self._room_around(node))
            return away_from_corner_m(of_room, node.box) if len(of_room) else float("inf")

        return Condition(
            "in a corner",
            lambda ids: {i: max(0.0, 1.0 - away_m(i) / _NEAR_CORNER_M) for i in ids},
            lambda ids: {i for i in ids if away_m(i) <= _IN_CORNER_M},
        )
