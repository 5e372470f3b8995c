"""Conditions on a noun: relations to somebody or to things, what can be seen, exclusion, and superlatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.situated import attributes
from situated_qa.situated.language import grades
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import Condition, Order, Room, Things, View

_TO_ME = {
    "left": "on your left", "right": "on your right", "front": "in front of you", "back": "behind you",
    "near": "near you", "within reach": "within your reach", "above": "above you", "below": "below you",
}  # fmt: skip
_TO_THING = {
    "left": "left of", "right": "right of", "front": "in front of", "back": "behind", "near": "near",
    "within reach": "within reach of", "above": "above", "below": "below", "on": "on", "in": "in",
    "support": "carrying", "hanging on": "hanging on", "higher than": "higher than", "lower than": "lower than",
}  # fmt: skip


class Conditions(LanguageBase):
    """Functions that make conditions and superlatives."""

    def left(self, of: View | Things, seen_by: View | None = None) -> Condition:
        """On the left of somebody or something.

        Example: the("lamp", left(me))
        """
        return self._relation("left", of, seen_by)

    def right(self, of: View | Things, seen_by: View | None = None) -> Condition:
        """On the right.

        Example: every("chair", right(the("desk")))
        """
        return self._relation("right", of, seen_by)

    def front(self, of: View | Things, seen_by: View | None = None) -> Condition:
        """In front of.

        Example: the("table", front(me))
        """
        return self._relation("front", of, seen_by)

    def behind(self, of: View | Things, seen_by: View | None = None) -> Condition:
        """Behind.

        Example: name(the("thing", behind(me)))
        """
        return self._relation("back", of, seen_by)

    def clock(self, hour: int, of: View) -> Condition:
        """At an hour of somebody's clock face; 12 is straight ahead.

        Example: the("door", clock(3, me))
        """
        if not 1 <= hour <= 12:
            raise ToolError(f"clock: the hour must be 1 … 12, got {hour}")
        return self._relation(f"{hour} o'clock", of)

    def near(self, of: View | Things) -> Condition:
        """Near, next to, by, close to.

        Example: the("lamp", near(the("bed")))
        """
        return self._relation("near", of)

    def reach(self, of: View | Things) -> Condition:
        """Within an arm's reach.

        Example: exists(every("cup", reach(me)))
        """
        return self._relation("within reach", of)

    def on(self, of: Things) -> Condition:
        """On top of a thing; hanging on a wall.

        Example: every("thing", on(the("table")))
        """
        return self._relation("on", of)

    def inside(self, of: Things) -> Condition:
        """Inside a thing.

        Example: every("thing", inside(the("box")))
        """
        return self._relation("in", of)

    def above(self, of: View | Things) -> Condition:
        """Above.

        Example: the("picture", above(the("couch")))
        """
        return self._relation("above", of)

    def below(self, of: View | Things) -> Condition:
        """Below, under.

        Example: the("box", below(the("desk")))
        """
        return self._relation("below", of)

    def carrying(self, of: Things) -> Condition:
        """Supporting a thing: with it on top.

        Example: the("table", carrying(the("vase")))
        """
        return self._relation("support", of)

    def higher(self, of: Things) -> Condition:
        """Higher up than a thing.

        Example: every("picture", higher(the("lamp")))
        """
        return self._relation("higher than", of)

    def between(self, a: Things, b: Things) -> Condition:
        """Between two things.

        Example: the("lamp", between(the("bed"), the("door")))
        """
        lacking = next((item.missing for item in (a, b) if not item.ids), None)
        words = f"between the {a.noun} and the {b.noun}"
        if lacking is not None:
            return _empty(words, lacking)
        first, second = self._node(a), self._node(b)
        return Condition(
            words,
            lambda ids: grades.between(self._scene, first, second, ids)[0],
            lambda ids: grades.between(self._scene, first, second, ids)[1],
            (first.id, second.id),
            beside_object=True,
        )

    def in_room(self, room: Room | str) -> Condition:
        """In a room.

        Example: every("chair", in_room("kitchen"))
        """
        name = self._room_named(room)
        by_id = self._scene.graph.by_id
        return Condition(
            f"in the {name}",
            lambda ids: {i: float(by_id[i].room == name) for i in ids},
            lambda ids: {i for i in ids if by_id[i].room == name},
            room=name,
        )

    def visible(self, view: View) -> Condition:
        """In somebody's sight.

        Example: every("thing", visible(me))
        """
        seen = self._in_sight(view)
        return Condition(
            "in sight", lambda ids: {i: float(i in seen) for i in ids}, lambda ids: set(ids) & seen, relation_to_me=""
        )

    def but(self, things: Things) -> Condition:
        """Other than these things.

        Example: the("chair", but(it))
        """
        left_out = set(things.ids)
        return Condition(
            f"other than the {things.noun}",
            lambda ids: {i: float(i not in left_out) for i in ids},
            lambda ids: set(ids) - left_out,
        )

    def no(self, condition: Condition) -> Condition:
        """Not so.

        Example: every("cup", no(on(the("table"))))
        """
        return Condition(
            f"not {condition.words}",
            lambda ids: {i: 1.0 - g for i, g in _all_of(condition.grade(ids), ids).items()},
            lambda ids: set(ids) - condition.holds(ids),
            missing=condition.missing,
        )

    def any_of(self, *conditions: Condition) -> Condition:
        """At least one of several conditions.

        Example: every("chair", any_of(left(me), behind(me)))
        """
        return Condition(
            " or ".join(item.words for item in conditions),
            lambda ids: {i: max(_all_of(c.grade(ids), ids)[i] for c in conditions) for i in ids},
            lambda ids: set().union(*(c.holds(ids) for c in conditions)),
            tuple(i for c in conditions for i in c.ids),
            next((c.missing for c in conditions if c.missing is not None), None),
        )

    # --- superlatives ------------------------------------------------------------------------------------------------

    def closest(self, to: View | Things) -> Order:
        """The closest to somebody or something.

        Example: the("desk", closest(the("door")))
        """
        return self._by_distance(to, "closest to", 1.0)

    def farthest(self, to: View | Things) -> Order:
        """The farthest from somebody or something.

        Example: the("desk", farthest(the("couch")))
        """
        return self._by_distance(to, "farthest from", -1.0)

    def most(self, measure: str) -> Order:
        """The largest, tallest, longest, widest, highest.

        Example: the("thing", most("tall"), on(the("shelf")))
        """
        return Order(f"the most {measure}", self._measures(measure, -1.0))

    def least(self, measure: str) -> Order:
        """The smallest, lowest, shortest, narrowest.

        Example: the("box", least("large"))
        """
        return Order(f"the least {measure}", self._measures(measure, 1.0))

    def leftmost(self, view: View) -> Order:
        """From the left, as somebody sees it; `nth` counts from there.

        Example: the("chair", nth(2, leftmost(me)))
        """
        return Order("leftmost", lambda ids: {i: -self._aside(i, view) for i in ids})

    def rightmost(self, view: View) -> Order:
        """From the right, as somebody sees it.

        Example: the("chair", rightmost(me))
        """
        return Order("rightmost", lambda ids: {i: self._aside(i, view) for i in ids})

    def nth(self, number: int, order: Order) -> Order:
        """The second, third …; -1 is the last, 0 the middle one.

        Example: the("picture", nth(3, leftmost(me)))
        """
        return Order(f"number {number}, {order.words}", order.key, order.ids, order.missing, number)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _relation(self, relation: str, of: View | Things, seen_by: View | None = None) -> Condition:
        if isinstance(of, View):
            words = _TO_ME.get(relation, f"at {relation}") if of.is_me else f"{relation} of {of.words}"
            return Condition(
                words,
                lambda ids: grades.to_view(self._scene, of.viewpoint, ids, relation)[0],
                lambda ids: grades.to_view(self._scene, of.viewpoint, ids, relation)[1],
                relation_to_me=relation if of.is_me else "",
                beside_object=not of.is_me,
            )
        words = f"{_TO_THING[relation]} the {of.noun}"
        if not of.ids:
            return _empty(words, of.missing)
        nodes = self._nodes(of.ids)

        def grade(ids: tuple[int, ...]) -> dict[int, float]:
            found: dict[int, float] = {}
            for node in nodes:
                for i, g in grades.to_object(self._scene, node, ids, relation, seen_by and seen_by.viewpoint)[
                    0
                ].items():
                    found[i] = max(g, found.get(i, 0.0))
            return found

        def holds(ids: tuple[int, ...]) -> set[int]:
            return set().union(
                *(
                    grades.to_object(self._scene, node, ids, relation, seen_by and seen_by.viewpoint)[1]
                    for node in nodes
                )
            )

        return Condition(words, grade, holds, of.ids, beside_object=True)

    def _by_distance(self, to: View | Things, words: str, sign: float) -> Order:
        if isinstance(to, View):
            return Order(f"{words} {to.words}", lambda ids: {i: sign * d for i, d in self._from_view(to, ids).items()})
        if not to.ids:
            return Order(f"{words} the {to.noun}", lambda ids: {}, missing=to.missing)
        from situated_qa.scene.distances import surface_distances

        reference = self._node(to)

        def key(ids: tuple[int, ...]) -> dict[int, float]:
            nodes = [node for node in self._nodes(ids) if node.id != reference.id]
            return dict(zip((n.id for n in nodes), (sign * surface_distances(reference, nodes)).tolist(), strict=True))

        return Order(f"{words} the {to.noun}", key, (reference.id,))

    def _from_view(self, view: View, ids: Sequence[int]) -> dict[int, float]:
        from situated_qa.scene.distances import asker_distances

        away = asker_distances(view.viewpoint.position, self._nodes(ids), self._scene.settings.asker_half_height_m)
        return dict(zip(ids, away.tolist(), strict=True))

    def _measures(self, measure: str, sign: float) -> Callable[[tuple[int, ...]], dict[int, float]]:
        known = {"large": "volume", "big": "volume", "tall": "height", "long": "length", "wide": "width"}
        if measure not in (*known, "high"):
            raise ToolError(f"a superlative measures {', '.join((*known, 'high'))}; got {measure!r}")

        def key(ids: tuple[int, ...]) -> dict[int, float]:
            if measure == "high":
                return {node.id: sign * node.box.center[2] for node in self._nodes(ids)}
            return {n.id: sign * float(attributes.measured(n, known[measure], 0.0)) for n in self._nodes(ids)}  # type: ignore[arg-type]

        return key

    def _aside(self, id: int, view: View) -> float:
        """How far to the left of somebody's line of sight a thing lies, m."""
        return float(view.viewpoint.to_viewer(self._scene.graph.by_id[id].box.center)[1])

    def _in_sight(self, view: View) -> set[int]:
        position = view.viewpoint.position
        eye, own = self._tools._eye("me" if view.is_me else tuple(float(v) for v in position))
        shares = self._scene.views.shares(np.array(eye), heading_rad=view.viewpoint.heading_rad, not_in_the_way=own)
        return {i for i, share in shares.items() if share > 0 and share >= self._scene.sight.seen_share}


def _empty(words: str, missing: object) -> Condition:
    return Condition(words, lambda ids: dict.fromkeys(ids, 0.0), lambda ids: set(), missing=missing)  # type: ignore[arg-type]


def _all_of(found: dict[int, float], ids: Sequence[int]) -> dict[int, float]:
    return {i: found.get(i, 0.0) for i in ids}
