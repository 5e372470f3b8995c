"""Nouns: the things that a phrase names. "The chair" is one thing, the best; "chairs" are all that satisfy it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from situated_qa.errors import ToolError
from situated_qa.situated import attributes
from situated_qa.situated.affordances import is_known_use, related_categories
from situated_qa.situated.categories import ANYTHING, find_categories
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import Condition, Order, Room, Things, Unknown
from situated_qa.situated.matcher import steps_for

_NEARLY = 0.8  # a rival whose grade is this much of the best one's may be meant as well
_LOOKS = ("color", "material", "shape", "state", "size")


class Nouns(LanguageBase):
    """Functions that find things."""

    def the(
        self,
        kind: str,
        *conditions: Condition | Order,
        color: str = "",
        material: str = "",
        shape: str = "",
        state: str = "",
        size: str = "",
        room: str | Room = "",
    ) -> Things:
        """The one thing that is meant: the best that satisfies the conditions.

        Example: the("lamp", left(me), color="black")
        """
        looks = dict(zip(_LOOKS, (color, material, shape, state, size), strict=True))
        return self._find(kind, conditions, looks, room, definite=True)

    def every(
        self,
        kind: str,
        *conditions: Condition | Order,
        color: str = "",
        material: str = "",
        shape: str = "",
        state: str = "",
        size: str = "",
        room: str | Room = "",
    ) -> Things:
        """All things that satisfy the conditions; "thing" is any kind.

        Example: every("cup", on(the("table")))
        """
        looks = dict(zip(_LOOKS, (color, material, shape, state, size), strict=True))
        return self._find(kind, conditions, looks, room, definite=False)

    def either(self, *things: Things) -> Things:
        """The things of several nouns together.

        Example: count(either(every("chair"), every("stool")))
        """
        ids = tuple(dict.fromkeys(i for item in things for i in item.ids))
        return Things(ids, " or ".join(item.noun for item in things), missing=things[0].missing if not ids else None)

    def marked(self) -> Things:
        """The thing that the asker pointed at.

        Example: color(marked())
        """
        if self._scene.marked is None:
            raise ToolError("nothing is marked: click the thing in RViz (Publish Point) and ask again")
        return Things((self._scene.marked,), self._scene.graph.by_id[self._scene.marked].category, definite=True)

    def _find(
        self,
        kind: str,
        filters: Sequence[Condition | Order],
        looks: dict[str, str],
        room: str | Room,
        *,
        definite: bool,
    ) -> Things:
        conditions = [item for item in filters if isinstance(item, Condition)]
        orders = [item for item in filters if isinstance(item, Order)]
        rooms = [self._room_named(room)] if room else []
        ids = [i for i in self._of_kind(kind) if not rooms or self._scene.graph.by_id[i].room in rooms]
        ids = [i for i in ids if all(self._looks(i, name, value) for name, value in looks.items() if value)]
        noun = " ".join([*(value for value in looks.values() if value), "thing" if kind in ANYTHING else kind])
        lacking = next((item.missing for item in filters if item.missing is not None), None)
        if lacking is not None:
            return Things((), noun, definite, missing=lacking)
        named = set(ids) - {i for item in conditions for i in item.ids}  # "the chair near the chair" is another one
        ids = [i for i in ids if i in named] or ids
        holding = self._holding(tuple(ids), conditions)
        grades = self._grades(tuple(ids), conditions)
        if definite and not holding and conditions and not orders:
            holding = self._loosely(ids, grades, noun, conditions)
        if not holding:
            return Things((), noun, definite, missing=self._absent(kind if kind not in ANYTHING else "thing",
                                                                   conditions, rooms))  # fmt: skip
        for order in orders:
            holding = _ordered(holding, order, one=definite or order.number != 1)
        if not orders:
            here = self._scene.agent_distances
            holding.sort(key=lambda i: (-round(grades[i], 6), here[i], i))
        if not definite:
            return Things(tuple(holding), noun)
        rivals = [] if orders else [i for i in holding[1:] if grades[i] >= _NEARLY * grades[holding[0]]]
        return Things((holding[0],), noun, True, tuple(rivals))

    def _of_kind(self, kind: str) -> list[int]:
        """Ids of the objects that a noun names by kind or by use."""
        scene = self._scene
        if kind in ANYTHING:
            return list(self._ordinary())
        if kind.startswith("something ") and is_known_use(kind):
            groups = related_categories(kind, scene.categories)
            names = set(groups[0]) if groups else set()
        else:
            match = find_categories(kind, scene.categories, steps_for(scene.matching))
            if match is None:
                return []
            if not match.exact:
                self._note(match.note())
            names = set(match.categories)
        return [node.id for node in scene.graph.objects if node.category in names]

    def _looks(self, id: int, name: str, value: str) -> bool:
        node = self._scene.graph.by_id[id]
        if name == "color":
            known = attributes.color(node, None)
            return (
                attributes.best_candidate(known, [value]) is not None
                or attributes.color(node, [value]) == value
                and (known.split()[-1] == value.split()[-1])
            )
        if name == "size":
            peers = [n for n in self._scene.graph.objects if n.category == node.category and n.id != id]
            return attributes.size(node, peers, None) == value
        recorded = node.attributes.get(name, "")
        return bool(recorded) and attributes.best_candidate(recorded, [value]) is not None

    def _holding(self, ids: tuple[int, ...], conditions: Sequence[Condition]) -> list[int]:
        found = set(ids)
        for item in conditions:
            found &= item.holds(tuple(sorted(found)))
        return [i for i in ids if i in found]

    def _grades(self, ids: tuple[int, ...], conditions: Sequence[Condition]) -> dict[int, float]:
        grades = dict.fromkeys(ids, 1.0)
        for item in conditions:
            of_item = item.grade(ids)
            grades = {i: grade * of_item.get(i, 0.0) for i, grade in grades.items()}
        return grades

    def _loosely(
        self, ids: Sequence[int], grades: dict[int, float], noun: str, conditions: Sequence[Condition]
    ) -> list[int]:
        """The best candidate where none satisfies the conditions strictly, if it comes near to it; told in a note."""
        best = max(ids, key=lambda i: (grades[i], -i), default=None)
        if best is None or grades[best] < 0.3 ** len(conditions):
            return []
        self._note(f"no {noun} is clearly {' and '.join(item.words for item in conditions)}; the best was taken")
        return [best]


def _ordered(ids: list[int], order: Order, *, one: bool) -> list[int]:
    """The ids from the first by an order; where one is meant, only that one, if there are as many."""
    keys = order.key(tuple(ids))
    ranked = sorted((i for i in ids if math.isfinite(keys.get(i, math.inf))), key=lambda i: (round(keys[i], 6), i))
    if not one:
        return ranked
    place = {0: (len(ranked) - 1) // 2, -1: len(ranked) - 1}.get(order.number, order.number - 1)
    if order.number == 0 and len(ranked) % 2 == 0:
        return []
    return [ranked[place]] if 0 <= place < len(ranked) else []


def unknown_of(things: Things) -> Unknown:
    """Why there is no such thing."""
    assert things.missing is not None
    return things.missing
