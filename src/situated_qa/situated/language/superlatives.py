"""Superlatives and ordinals: what comes first, second or in the middle; time, as far as the map knows it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.doors import DOORWAYS
from situated_qa.situated.language import grades
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.measures import width_m
from situated_qa.situated.language.phrases import BESIDE, LEAST, MOST, duration, plural, the, who
from situated_qa.situated.language.quantities import SECONDS
from situated_qa.situated.language.values import (
    Beside,
    Moment,
    Number,
    Order,
    Reason,
    Superlative,
    Things,
    TimeUnit,
    View,
)
from situated_qa.situated.viewpoint import Viewpoint

_ASKEW_RAD = math.radians(45.0)
_UNITS = {"large": "m³", "big": "m³", "high": ""}  # how high a thing is in the map depends on the map's origin

_SIZES: dict[Superlative, str] = {
    "large": "large big huge small little tiny", "tall": "tall short", "long": "long wide", "wide": "narrow",
    "high": "high low",
}  # fmt: skip
_LITTLE = ("small", "little", "tiny", "short", "narrow", "low")


class Superlatives(LanguageBase):
    """Functions that make superlatives."""

    def closest(self, to: View | Things) -> Order:
        """The closest to somebody or something.

        Example: color(the("desk", closest(the("door"))))
        """
        return self._by_distance(to, "closest to", 1.0)

    def farthest(self, to: View | Things) -> Order:
        """The farthest from somebody or something.

        Example: color(the("desk", farthest(the("couch"))))
        """
        return self._by_distance(to, "farthest from", -1.0)

    def most(self, measure: Superlative) -> Order:
        """The largest, tallest, longest, widest, highest.

        Example: name(the("thing", most("tall"), on(the("shelf"))))
        """
        return Order(MOST[measure], self._measures(measure, -1.0), unit=_UNITS.get(measure, "m"))

    def least(self, measure: Superlative) -> Order:
        """The smallest, shortest, narrowest, lowest.

        Example: where(the("box", least("large")))
        """
        return Order(LEAST[measure], self._measures(measure, 1.0), unit=_UNITS.get(measure, "m"))

    def with_most(self, things: Things, where: Beside = "on") -> Order:
        """The one with the most of these things on it, in it, near it.

        Example: which(with_most(every("pillow")), the("bed"), the("couch"))
        """
        return self._by_number(things, where, "most", -1.0)

    def with_fewest(self, things: Things, where: Beside = "on") -> Order:
        """The one with the fewest of these things.

        Example: color(the("table", with_fewest(every("chair"), "near")))
        """
        return self._by_number(things, where, "fewest", 1.0)

    def leftmost(self, view: View) -> Order:
        """From the left, as somebody sees it; `nth` counts from there.

        Example: color(the("chair", nth(2, leftmost(me))))
        """
        return Order("from the left", lambda ids: self._along(ids, view, -1.0), room=self._room_of_asker(view))

    def rightmost(self, view: View) -> Order:
        """From the right, as somebody sees it.

        Example: color(the("chair", rightmost(me)))
        """
        return Order("from the right", lambda ids: self._along(ids, view, 1.0), room=self._room_of_asker(view))

    def nth(self, number: int, order: Order) -> Order:
        """The second, third …; -1 is the last, 0 the middle one.

        Example: color(the("picture", nth(3, leftmost(me))))
        """
        return replace(order, number=number)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _by_distance(self, to: View | Things, words: str, sign: float) -> Order:
        end = self._node(to) if isinstance(to, Things) else to

        def key(ids: tuple[int, ...]) -> dict[int, float]:
            rooms = {node.room for node in self._nodes(ids)}
            other = self._one_in(to, rooms) if isinstance(to, Things) and len(rooms) == 1 else end
            nodes = [node for node in self._nodes(ids) if node is not other]
            return {node.id: sign * d for node, d in zip(nodes, self._away_m(nodes, other), strict=True)}

        if isinstance(end, View):
            room = self._scene.room_at(end.viewpoint.position) if sign < 0 else ""
            return Order(f"{words} {who(to)}", key, (), "m", room=room)
        room = "" if end.category in DOORWAYS else self._room_around(end)
        return Order(f"{words} {who(to)}", key, (end.id,), "m", room=room)

    def _by_size(self, word: str) -> Order | None:
        """The superlative that a word of size chooses by where nothing is of that size by itself."""
        measure = next((measure for measure, words in _SIZES.items() if word in words.split()), None)
        if measure is None:
            return None
        return self.least(measure) if word in _LITTLE else self.most(measure)

    def _by_number(self, things: Things, where: str, most: str, sign: float) -> Order:
        counted = self._some(things).ids
        relation, words = {"inside": "in"}.get(where, where), BESIDE[where]

        def key(ids: tuple[int, ...]) -> dict[int, float]:
            found = {node.id: grades.to_object(self._scene, node, counted, relation)[1] for node in self._nodes(ids)}
            return {i: sign * len(those) for i, those in found.items()}

        what = " ".join(filter(None, (plural(things.noun), things.where)))
        tie = f"have the same number of {what} {words} them"
        return Order(f"one with the {most} {what} {words} it", key, counted, counted=things.noun, tie=tie)

    def _measures(self, measure: str, sign: float) -> Callable[[tuple[int, ...]], dict[int, float]]:
        return lambda ids: {node.id: sign * _size(node, measure) for node in self._nodes(ids)}

    def _along(self, ids: tuple[int, ...], view: View, sign: float) -> dict[int, float]:
        """How far to the left of somebody's line of sight things lie, m.

        A row on a thing that one faces, a bookcase, is counted as one who faces it sees it.
        """
        eye, nodes = view.viewpoint, self._nodes(ids)
        carrier = self._carrier(nodes) if view.is_me and len(nodes) > 1 else None
        if carrier is not None and carrier.front is not None:
            facing = math.atan2(-carrier.front[1], -carrier.front[0])
            if abs(wrap_angle(facing - eye.heading_rad)) > _ASKEW_RAD:
                self._note(f"counted as somebody who faces the {carrier.category} sees it")
            eye = Viewpoint(eye.position, facing)
        return {node.id: sign * float(eye.to_viewer(node.box.center)[1]) for node in nodes}

    def _room_of_asker(self, view: View) -> str:
        return self._scene.room_at(view.viewpoint.position) if view.is_me else ""

    def _carrier(self, nodes: Sequence[ObjectNode]) -> ObjectNode | None:
        """What people face that carries, or holds, all of these."""
        return next((node for node in self._scene.graph.objects if grades.as_faced(node)
                     and len(self._scene.related(nodes, node, "on") | self._scene.related(nodes, node, "in"))
                     == len(nodes)), None)  # fmt: skip


def _size(node: ObjectNode, measure: str) -> float:
    """What a superlative compares, m or m³; not rounded, because small things differ by less than a liter."""
    long = max(node.box.extents[:2])
    sizes = {"large": node.box.volume(), "big": node.box.volume(), "tall": node.box.extents[2], "long": long,
             "wide": width_m(node), "high": node.box.center[2]}  # fmt: skip
    return float(sizes[measure])


_NS_PER_S = 1e9
_MANY = 120.0  # from this many seconds on, a duration is told in minutes, and so on


class Times(LanguageBase):
    """Functions about when things were seen."""

    def seen(self, moment: Moment) -> Order:
        """The first to come into view, or the most recently seen; `nth` counts on from there.

        Example: which(seen("first"), the("bed"), the("desk"))
        """
        if moment == "first":
            words, tie = "to come into view", "came into view in the same image"
        else:
            words, tie = "most recently seen", "were last seen in the same image"

        def key(ids: tuple[int, ...]) -> dict[int, float]:
            return {i: first if moment == "first" else -last for i, (first, last) in self._stamps_s(ids).items()}

        return Order(words, key, tie=tie)

    def ago(self, thing: Things, moment: Moment = "last", unit: TimeUnit | None = None) -> Number:
        """How long ago it was last seen, or first seen.

        Said: how long ago you {moment} saw {thing}[ in {unit}]
        Example: ago(the("cup"), "last", "min")
        """
        node = self._node(thing)
        now_s = max(self._scene.graph.stamp, self._scene.viewpoint.stamp) / _NS_PER_S
        first_s, last_s = self._stamps_s((node.id,))[node.id]
        passed_s = max(0.0, now_s - (first_s if moment == "first" else last_s))
        if self._scene.viewpoint.stamp <= 0:
            self._note("the time is counted back from the last image in the map")
        unit = unit or _unit_of(passed_s)
        told = f"I {moment} saw {the(thing)} {duration(passed_s)} ago."
        of = f"time since {the(thing)} was {moment} seen"
        return Number(passed_s / SECONDS[unit], unit, (node.id,), of, told=told)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _stamps_s(self, ids: tuple[int, ...]) -> dict[int, tuple[float, float]]:
        """When each thing was first and last observed, s.

        Raises:
            NotKnown: the map does not hold that of one of them.
        """
        nodes = self._nodes(ids)
        unknown = [node for node in nodes if node.first_seen <= 0 or node.last_seen <= 0]
        if unknown:
            text = f"The map does not hold when the {unknown[0].category} was seen."
            raise NotKnown(Reason.NOT_OBSERVED, text, tuple(node.id for node in unknown))
        return {node.id: (node.first_seen / _NS_PER_S, node.last_seen / _NS_PER_S) for node in nodes}


def _unit_of(seconds: float) -> TimeUnit:
    """The unit in which people say a duration: seconds below two minutes, minutes below two hours, hours."""
    return "s" if seconds < _MANY else "min" if seconds < _MANY * SECONDS["min"] else "h"
