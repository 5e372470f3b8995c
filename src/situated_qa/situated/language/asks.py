"""What can be asked of things: number, existence, names, looks, sizes, directions, distances, comparisons, ways."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.scene.distances import surface_distance
from situated_qa.situated import attributes
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import (
    Choice,
    Condition,
    Names,
    Number,
    Order,
    Reason,
    Room,
    Things,
    Truth,
    Unknown,
    View,
    Way,
)

_PER_METER = {"m": 1.0, "cm": 100.0, "mm": 1000.0, "ft": 1 / 0.3048, "in": 1 / 0.0254, "yd": 1 / 0.9144}
_SIDES = {"front": 0.0, "left": math.pi / 2, "back": math.pi, "right": -math.pi / 2}
_OPTION_WORDS = {
    "behind": "back", "ahead": "front", "in front": "front", "front-left": "front left", "front-right": "front right",
    "back-left": "back left", "back-right": "back right",
}  # fmt: skip
_NOT_IN_MAP = "the map holds where things are, what they are called and how they look, but not {}"


class Asks(LanguageBase):
    """Functions that answer."""

    def count(self, things: Things | Names) -> Number | Unknown:
        """How many there are.

        Example: count(every("chair", left(me)))
        """
        if isinstance(things, Names):
            return Number(float(len(things.names)), "", things.ids)
        if not things.ids and things.missing is not None and things.missing.reason is not Reason.NOT_THERE:
            return things.missing
        return Number(float(len(things.ids)), "", things.ids, things.noun)

    def exists(self, things: Things) -> Truth | Unknown:
        """Whether there is one.

        Example: exists(every("cup", on(the("table"))))
        """
        if not things.ids and things.missing is not None and things.missing.reason is not Reason.NOT_THERE:
            return things.missing
        return Truth(bool(things.ids), things.ids, things.missing.text if things.missing else "")

    def name(self, things: Things) -> Names | Unknown:
        """What it is, or what they are: kinds of things, nearest first.

        Example: name(the("thing", behind(me)))
        """
        if not things.ids:
            return self._missing(things)
        by_id = self._scene.graph.by_id
        return Names(tuple(dict.fromkeys(by_id[i].category for i in things.ids)), things.ids)

    def holds(self, thing: Things, condition: Condition) -> Truth | Unknown:
        """Whether a thing satisfies a condition.

        Example: holds(the("chair"), left(me))
        """
        if not thing.ids:
            return self._missing(thing)
        if condition.missing is not None:
            return condition.missing
        held = condition.holds(thing.ids)
        ids = (*thing.ids, *condition.ids)
        return Truth(held >= set(thing.ids), ids, f"the {thing.noun} is {'' if held else 'not '}{condition.words}")

    def color(self, thing: Things, options: list = []) -> Choice | Unknown:  # noqa: B006 - read only
        """Its color.

        Example: color(the("lamp", left(me)))
        """
        return self._attribute(thing, "color", options)

    def material(self, thing: Things, options: list = []) -> Choice | Unknown:  # noqa: B006 - read only
        """What it is made of.

        Example: material(the("table"), ["wood", "glass"])
        """
        return self._attribute(thing, "material", options)

    def shape(self, thing: Things, options: list = []) -> Choice | Unknown:  # noqa: B006 - read only
        """Its shape.

        Example: shape(the("table"), ["round", "square"])
        """
        return self._attribute(thing, "shape", options)

    def state(self, thing: Things, options: list = []) -> Choice | Unknown:  # noqa: B006 - read only
        """Its state: open, on, full …

        Example: state(the("door", behind(me)), ["open", "closed"])
        """
        return self._attribute(thing, "state", options)

    def measure(self, thing: Things | Room, what: str, unit: str = "m") -> Number | Unknown:
        """Its length, width, height, longest side, area or volume.

        Example: measure(the("couch"), "longest", "cm")
        """
        if unit not in _PER_METER:
            raise ToolError(f"measure: the unit must be one of {', '.join(_PER_METER)}, got {unit!r}")
        power = {"area": 2, "volume": 3}.get(what, 1)
        if isinstance(thing, Room):
            value = self._tools.query_room(thing.name, "length" if what == "longest" else what)
            ids, noun = (), thing.name
        else:
            if not thing.ids:
                return self._missing(thing)
            node, ids, noun = self._node(thing), thing.ids, thing.noun
            value = float(max(node.box.extents)) if what == "longest" else attributes.measured(node, what, 0.0)
        if isinstance(value, list):
            raise ToolError("measure: what must be length, width, height, longest, area or volume")
        symbol = unit + {1: "", 2: "²", 3: "³"}[power]
        return Number(float(value) * _PER_METER[unit] ** power, symbol, ids, f"{what} of the {noun}")

    def side(
        self, thing: Things, view: View | Things, options: list = [], seen_by: View | None = None
    ) -> Choice | Unknown:  # noqa: B006
        """On which side of somebody or something it is; of the options, the best.

        Example: side(the("chair"), at(the("tv"), facing=the("bed")), ["left", "right", "back"])
        """
        if not thing.ids:
            return self._missing(thing)
        if isinstance(view, Things):
            if not view.ids:
                return self._missing(view)
            seen = self._scene
            from dataclasses import replace

            from situated_qa.situated.viewpoint import Viewpoint

            reference = self._node(view)
            heading, whose = replace(seen, reference_frame="object").heading_at(reference)
            if seen_by is not None:
                heading, whose = seen_by.viewpoint.heading_rad, "viewer"
            self._note(f"left and right of the {view.noun} are meant as the {whose} sees them")
            viewpoint, ids = Viewpoint(reference.box.center, heading), (reference.id,)
        else:
            viewpoint, ids = view.viewpoint, view.ids
        bearing = viewpoint.bearing_rad(self._node(thing).box.center)
        names = [str(option) for option in options] or list(_SIDES)
        best = min(names, key=lambda name: abs(_wrapped(bearing - _angle(name))))
        return Choice(best, (*thing.ids, *ids), f"the {thing.noun}")

    def where(self, thing: Things, view: View | None = None) -> Choice | Unknown:
        """Where it is: its direction and distance.

        Example: where(the("door"))
        """
        if not thing.ids:
            return self._missing(thing)
        eye = view or self.me
        hour = eye.viewpoint.hour(self._node(thing).box.center)
        words = eye.viewpoint.direction(self._node(thing).box.center)
        away = self._surface_m(thing, eye)
        room = self._node(thing).room
        elsewhere = f", in the {room}" if room and room != self._scene.room_at(eye.viewpoint.position) else ""
        return Choice(f"{words} ({hour} o'clock), {away:.1f} m away{elsewhere}", thing.ids, f"the {thing.noun}")

    def distance(
        self, a: Things | View | Room, b: Things | View | Room, unit: str = "m", how: str = "surface"
    ) -> Number | Unknown:
        """How far two things are from each other: "surface", "center" or "walk".

        Example: distance(the("bed"), me, "ft")
        """
        if unit not in _PER_METER:
            raise ToolError(f"distance: the unit must be one of {', '.join(_PER_METER)}, got {unit!r}")
        for item in (a, b):
            if isinstance(item, Things) and not item.ids:
                return self._missing(item)
        if how == "walk":
            value = self._tools.path_distance(self._place(a), self._place(b))
        elif how == "center" or isinstance(a, Room) or isinstance(b, Room):
            value = float(np.linalg.norm(self._center(a) - self._center(b)))
        elif how == "surface":
            value = self._apart(a, b)
        else:
            raise ToolError(f'distance: how must be "surface", "center" or "walk", got {how!r}')
        ids = tuple(i for item in (a, b) if isinstance(item, Things) for i in item.ids[:1])
        if not math.isfinite(value):
            return Unknown(Reason.NO_WAY, "No way leads there.", ids)
        return Number(value * _PER_METER[unit], unit, ids, "distance")

    def which(self, order: Order, *things: Things) -> Things | Unknown:
        """Which of several things comes first by a superlative.

        Example: which(closest(the("door")), the("bed"), the("desk"), the("lamp"))
        """
        if order.missing is not None:
            return order.missing
        lacking = next((item for item in things if not item.ids), None)
        if lacking is not None:
            return self._missing(lacking)
        best: dict[int, Things] = {}
        for item in things:
            for i in item.ids:
                best.setdefault(i, item)
        keys = order.key(tuple(best))
        winner = min(keys, key=lambda i: (round(keys[i], 6), i), default=None)
        if winner is None:
            raise ToolError("which: name at least one thing besides the reference")
        return Things((winner,), best[winner].noun, True)

    def same(self, attribute: str, a: Things, b: Things) -> Truth | Unknown:
        """Whether two things are alike in color, material, shape, state or kind.

        Example: same("color", the("bed"), the("desk"))
        """
        values = []
        for item in (a, b):
            value = self.name(item) if attribute == "kind" else self._attribute(item, attribute, [])
            if isinstance(value, Unknown):
                return value
            values.append(value.names[0] if isinstance(value, Names) else value.name)
        return Truth(values[0] == values[1], (*a.ids, *b.ids), f"one is {values[0]}, the other {values[1]}")

    def room_of(self, thing: Things) -> Room | Unknown:
        """The room that a thing is in.

        Example: room_of(the("bed"))
        """
        if not thing.ids:
            return self._missing(thing)
        room = self._node(thing).room
        unknown = Unknown(Reason.NOT_OBSERVED, f"I do not know which room the {thing.noun} is in.", thing.ids)
        return Room(room) if room else unknown

    def here(self, view: View | None = None) -> Room | Unknown:
        """The room that somebody is in.

        Example: measure(here(), "area")
        """
        room = self._scene.room_at((view or self.me).viewpoint.position)
        return Room(room) if room else Unknown(Reason.NOT_OBSERVED, "I do not know which room this is.")

    def way(self, to: Things | Room, start: Things | Room | View | None = None) -> Way | Unknown:
        """How to walk to a thing or a room.

        Example: way(the("door"))
        """
        for item in (to, start):
            if isinstance(item, Things) and not item.ids:
                return self._missing(item)
        origin = self._place(start or self.me)
        text = self._tools.directions(origin, self._place(to))
        ids = to.ids[:1] if isinstance(to, Things) else ()
        if text.startswith("there is no way"):
            return Unknown(Reason.NO_WAY, f"{text[:1].upper()}{text[1:]}.", ids)
        return Way(text, self._tools.path_distance(origin, self._place(to)), ids)

    def reachable(self, to: Things | Room, start: Things | Room | View | None = None) -> Truth | Unknown:
        """Whether one can walk there.

        Example: reachable(room("bathroom"))
        """
        found = self.way(to, start)
        if isinstance(found, Unknown):
            return Truth(False, found.ids, found.text) if found.reason is Reason.NO_WAY else found
        return Truth(True, found.ids, f"it is {found.length_m:.1f} m to walk")

    def shorter_walk(self, *things: Things) -> Things | Unknown:
        """Which of several is the shortest walk from here.

        Example: shorter_walk(every("chair"), every("bed"))
        """
        lengths: dict[int, float] = {}
        noun_of: dict[int, str] = {}
        for item in things:
            if not item.ids:
                return self._missing(item)
            for i in item.ids:
                lengths[i] = self._tools.path_distance("me", self._scene.objects[i])
                noun_of.setdefault(i, item.noun)
        best = min(lengths, key=lambda i: (lengths[i], i))
        if not math.isfinite(lengths[best]):
            return Unknown(Reason.NO_WAY, "No way leads to any of them.", tuple(lengths))
        return Things((best,), noun_of[best], True)

    def not_in_map(self, topic: str) -> Unknown:
        """What no map can tell: the time, the weather, what something weighs.

        Example: not_in_map("what time it is")
        """
        return Unknown(Reason.NOT_IN_MAP, f"I cannot tell: {_NOT_IN_MAP.format(topic)}.")

    # --- inside ------------------------------------------------------------------------------------------------------

    def _missing(self, things: Things) -> Unknown:
        return things.missing or Unknown(Reason.NOT_THERE, f"I know of no {things.noun}.")

    def _attribute(self, thing: Things, name: str, options: Sequence[object]) -> Choice | Unknown:
        if not thing.ids:
            return self._missing(thing)
        candidates = [str(option) for option in options] or None
        value = str(self._tools.query_attribute(self._scene.objects[thing.ids[0]], name, candidates))
        if value.startswith(attributes.NOT_KNOWN):
            text = f"I have not observed the {name} of the {thing.noun}."
            return Unknown(Reason.NOT_OBSERVED, text, thing.ids[:1])
        return Choice(value, thing.ids[:1], f"the {thing.noun}")

    def _apart(self, a: Things | View | Room, b: Things | View | Room) -> float:
        if isinstance(a, Things) and isinstance(b, Things):
            return surface_distance(self._node(a), self._node(b))
        if isinstance(a, Things) and isinstance(b, View):
            return self._surface_m(a, b)
        if isinstance(b, Things) and isinstance(a, View):
            return self._surface_m(b, a)
        return float(np.linalg.norm(self._center(a) - self._center(b)))

    def _place(self, value: Things | View | Room) -> object:
        """As the tools of ways take it."""
        if isinstance(value, Room):
            return value.name
        if isinstance(value, View):
            return "me" if value.is_me else tuple(float(v) for v in value.viewpoint.position)
        return self._scene.objects[value.ids[0]]


def _angle(option: str) -> float:
    words = _OPTION_WORDS.get(option.lower(), option.lower()).replace("-", " ").split()
    known = [_SIDES[_OPTION_WORDS.get(word, word)] for word in words if _OPTION_WORDS.get(word, word) in _SIDES]
    if not known:
        raise ToolError(f'a side is "left", "right", "front", "back" or two of them, got {option!r}')
    return math.atan2(sum(math.sin(a) for a in known), sum(math.cos(a) for a in known))


def _wrapped(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi
