"""Sizes, directions and distances of things."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from situated_qa.geometry.transforms import wrap_angle
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.situated import attributes
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import at_hour, capitalized, in_words, the, who
from situated_qa.situated.language.quantities import PER_METER, unit_of
from situated_qa.situated.language.values import Choice, Measure, Number, Reason, Room, Side, Span, Things, Unit, View
from situated_qa.situated.viewpoint import SIDE_WORDS, SIDES, Viewpoint, as_faced, bearing_of, reach_m

_MOST_OFF_RAD = math.radians(85.0)  # a side that is farther off than this is none of the options
_LARGEST_UNDECIDED_RAD = math.radians(1.0)  # closer to the border between two options than this is on both sides
_MOST_PLACES = 6  # told where each of several things is
_BOARD_M = 0.25  # greatest thickness of what stands like a board


class Measures(LanguageBase):
    """Functions that measure."""

    def measure(self, thing: Things | Room, what: Measure, unit: Unit = "m") -> Number:
        """Its length, width, height, longest or shortest side, area or volume.

        Said: the {what} of {thing}[ in {unit}]
        Example: measure(the("couch"), "longest", "cm")
        """
        power = {"area": 2, "volume": 3}.get(what, 1)
        named = {"longest": "longest side", "shortest": "shortest side"}.get(what, what)
        if isinstance(thing, Room):
            with self._as_tools_know():
                value = self._room_size(self._room_named(thing), what)
            ids: tuple[int, ...] = ()
            whose = f"the {thing.name}"
        else:
            node = self._node(thing)
            ids, whose = (node.id,), the(thing)
            if what == "width" and _is_board(node):
                what, whose = "length", f"{whose}, from side to side"
            if what in ("longest", "shortest"):
                value = float((max if what == "longest" else min)(node.box.extents))
            else:
                value = attributes.measured(node, what, 0.0)  # type: ignore[assignment]  # no list but of "lwh"
        return Number(value * PER_METER[unit] ** power, unit_of(unit, power), ids, f"{named} of {whose}")

    def dimensions(self, thing: Things, unit: Unit = "m") -> Choice:
        """Its length, width and height.

        Said: the length, width and height of {thing}[ in {unit}]
        Example: dimensions(the("couch"))
        """
        node = self._node(thing)
        lengths = [value * PER_METER[unit] for value in attributes.lwh(node)]
        digits = 0 if PER_METER[unit] >= 100 else 1
        told = [f"{value:.{digits}f}" for value in lengths]
        said = f"{told[0]} {unit} long, {told[1]} {unit} wide and {told[2]} {unit} high"
        return Choice(f"{' x '.join(told)} {unit}", (node.id,), the(thing), said)

    def distance(
        self, a: Things | View | Room, b: Things | View | Room, unit: Unit = "m", how: Span = "surface"
    ) -> Number:
        """How far two things are apart: between their surfaces unless `how` says center to center, or to walk.

        Said: the {how} from {a} to {b}[ in {unit}]
        Example: distance(the("bed"), me, "ft")
        """
        ends = [item.ids[:1] if isinstance(item, Things) else () for item in (a, b)]
        ids = (*ends[0], *ends[1])
        if ends[0] and ends[0] == ends[1]:  # two nouns that mean one thing ask for two things
            text = f"Both ends mean the same thing, {who(a)}: say which two things you mean."
            raise NotKnown(Reason.AMBIGUOUS, text, ends[0])
        if how == "walk":
            with self._as_tools_know():
                value = self._tools.path_distance(self._place(a), self._place(b))
        elif how == "center" or isinstance(a, Room) or isinstance(b, Room):
            value = float(np.linalg.norm(self._center(a) - self._center(b)))
        else:
            value = self._apart_m(a, b)
        if not math.isfinite(value):
            why = self._tools.directions(self._place(a), self._place(b))
            raise NotKnown(Reason.NO_WAY, f"{capitalized(why)}.", ids)
        measured = f"{'walk' if how == 'walk' else 'distance'} from {who(a)} to {who(b)}"
        if how == "center":
            measured = f"distance between the centers of {who(a)} and {who(b)}"
        thing = next((item for item in (a, b) if isinstance(item, Things)), None)
        mine = thing is not None and any(isinstance(item, View) and item.is_me for item in (a, b))
        told = thing is not None and mine and how == "surface"
        hour = self.me.viewpoint.hour(self._node(thing).box.center) if thing is not None and told else 0
        return Number(value * PER_METER[unit], unit, ids, measured, at_hour(hour) if hour else "")

    def side(
        self, thing: Things | Room, view: View | Things, options: Sequence[Side] = (), seen_by: View | None = None
    ) -> Choice:
        """On which side of somebody or something it is; of the options, the best.

        Example: side(the("chair"), at(the("tv"), facing=the("bed")), ["left", "right", "back"])
        """
        of_thing = () if isinstance(thing, Room) else (self._node(thing).id,)
        center, named, mirrored, as_seen = self._center(thing), who(thing), False, False
        if isinstance(view, Things):
            reference = self._node(view)
            mirrored = seen_by is None and as_faced(reference)
            as_seen = seen_by is not None or reference.front is None
            heading = replace(self._scene, reference_frame="object").heading_at(reference)[0]
            if seen_by is not None:
                heading = seen_by.viewpoint.heading_rad
            else:
                self._note_whose(view, reference)
            viewpoint = Viewpoint(reference.box.center, heading)
            ids: tuple[int, ...] = (reference.id,)
        else:
            viewpoint, ids = view.viewpoint, view.ids
        if isinstance(thing, Room) and self._scene.room_at(viewpoint.position) == thing.name:
            raise NotKnown(Reason.AMBIGUOUS, f"The {thing.name} is all around {who(view)}.")
        bearing = viewpoint.bearing_rad(center) * (-1.0 if mirrored else 1.0)
        if as_seen:  # the front of a table is the side towards who looks at it
            bearing = math.copysign(math.pi - abs(bearing), bearing)
        names: list[str] = [*options] or [*SIDES]
        off = {name: abs(wrap_angle(bearing - _bearing_of(name))) for name in names}
        best, *others = sorted(names, key=lambda name: round(off[name], 9))
        second = next((name for name in others if _bearing_of(name) != _bearing_of(best)), None)
        if second is not None and off[best] <= _MOST_OFF_RAD and off[second] - off[best] < _LARGEST_UNDECIDED_RAD:
            self._note(f"{named} is as much to the {best} as to the {second}")
        told = self.where(thing).name if isinstance(view, View) and view.is_me else _side_words(best, view)
        if not options:
            told = self.where(thing, view).name if isinstance(view, View) else told
            return Choice(best, (*of_thing, *ids), named, told)
        if off[best] > _MOST_OFF_RAD:  # what is straight ahead is neither on the left nor on the right
            best = "neither"
            told = told if isinstance(view, View) and view.is_me else f"neither {' nor '.join(names)}"
        return Choice(best, (*of_thing, *ids), named, told, f"{named} is {told}")

    def where(self, thing: Things | Room, view: View | None = None) -> Choice:
        """Where it is: its direction and distance.

        Said: where {thing} {be thing}[ for {view}|]
        Example: where(the("door"))
        """
        eye = view or self.me
        if isinstance(thing, Room):
            return self._told_room(thing, eye)
        ids = self._some(thing).ids[: 1 if thing.definite else None]
        nodes = self._nodes(ids[:_MOST_PLACES])  # the nearest first
        places = [self._told_place(node, eye) for node in nodes]
        alike = len({node.category for node in nodes}) == 1
        told = places if alike else [f"the {node.category} {place}" for node, place in zip(nodes, places, strict=True)]
        if len(ids) > len(nodes):
            told.append(f"and {in_words(len(ids) - len(nodes))} more")
        evidence = (*ids[: len(nodes)], *eye.ids)
        return Choice(places[0], evidence, the(thing), "; ".join(told), several=len(ids) > 1)

    def _told_room(self, room: Room, eye: View) -> Choice:
        place = f"around {eye.words}"
        if self._scene.room_at(eye.viewpoint.position) != room.name:
            center = self._center(room)
            away = float(np.linalg.norm((center - eye.viewpoint.position)[:2]))
            place = f"{_towards(center, eye)}, {away:.1f} m away to its middle"
        return Choice(place, eye.ids, f"the {room.name}", place)

    def _told_place(self, node: ObjectNode, eye: View) -> str:
        around = self._room_around(node)
        elsewhere = around and around != self._scene.room_at(eye.viewpoint.position)
        (away,) = self._away_m([node], eye)
        return f"{f'in the {around}, ' if elsewhere else ''}{_towards(node.box.center, eye)}, {away:.1f} m away"

    def position(self, thing: Things) -> Choice:
        """Where its middle is in the map: x, y, z, m.

        Said: the position of {thing} in the map
        Example: position(the("bed"))
        """
        node = self._node(thing)
        x, y, z = (float(v) + 0.0 for v in np.round(node.box.center, 2))
        told = f"{x:.2f}, {y:.2f}, {z:.2f}"
        return Choice(told, (node.id,), f"the middle of {the(thing)}", f"at {told} in the map, in meters")

    # --- inside ------------------------------------------------------------------------------------------------------

    def _room_size(self, room: str, what: str) -> float:
        """m, m² or m³."""
        if what not in ("longest", "shortest"):
            return float(self._tools.query_room(room, what))
        return float((max if what == "longest" else min)(self._tools.query_room(room, "lwh")))

    def _apart_m(self, a: Things | View, b: Things | View) -> float:
        """Between surfaces, m; of somebody who is imagined, the body is a vertical line."""
        if isinstance(a, View) and isinstance(b, View):
            return float(np.linalg.norm(self._center(a) - self._center(b)))
        thing, end = (b, a) if isinstance(b, Things) else (a, b)
        assert isinstance(thing, Things)
        return self._away_m([self._node(thing)], self._node(end) if isinstance(end, Things) else end)[0]


def _towards(point: np.ndarray, eye: View) -> str:
    """The direction of a (3,) map point as somebody sees it: "to your left (9 o'clock)"."""
    hour = eye.viewpoint.hour(point)
    return at_hour(hour) if eye.is_me else f"{_direction(eye.viewpoint.direction(point))} ({hour} o'clock)"


def _direction(direction: str) -> str:
    """ "front left" as a person says it of somebody else: "in front on the left"."""
    side = next((f"on the {word}" for word in ("left", "right") if word in direction), "")
    depth = "in front" if "front" in direction else "behind" if "back" in direction else ""
    return f"{depth} {side}".strip()


def width_m(node: ObjectNode) -> float:
    """By what people call one of several wider, m: a wardrobe by its doors, a picture by its longer side.

    Others, such as tables and beds, by the shorter side, which is also what `measure` tells of all but boards.
    """
    if as_faced(node) and node.front is not None:
        return 2.0 * reach_m(node, np.array([-node.front[1], node.front[0]]))
    return float((max if _is_board(node) else min)(node.box.extents[:2]))


def _is_board(node: ObjectNode) -> bool:
    """Whether a thing stands or hangs like a board: people call the longer side of a door or picture its width."""
    length, thickness = sorted((float(v) for v in node.box.extents[:2]), reverse=True)
    return thickness < min(_BOARD_M, length / 2, float(node.box.extents[2]) / 2)


def _side_words(option: str, view: View | Things) -> str:
    """ "on your left", "behind the desk", "in front on the left, seen by somebody at the tv"."""
    direction = _plain_side(option)
    if isinstance(view, View):
        return told_to_asker(direction) if view.is_me else f"{_direction(direction)}, seen by {view.words}"
    return f"{' and '.join(map(told_to_object, direction.split()))} {the(view)}"


def _plain_side(option: str) -> str:
    """A side as a question names it, in the words of relations: "front left" for "front-left"."""
    return SIDE_WORDS.get(option, option).replace("-", " ")


def _bearing_of(option: str) -> float:
    """The bearing of a side as a question names it, rad, counter-clockwise from ahead."""
    bearing = bearing_of(_plain_side(option))
    assert bearing is not None  # the options are a closed list
    return bearing
