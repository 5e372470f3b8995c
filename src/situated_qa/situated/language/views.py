"""Views: where somebody is and looks. The asker's own is the name `me`."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from situated_qa.errors import SituationError
from situated_qa.situated.described_viewpoint import describe_viewpoint, ground
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import the, who
from situated_qa.situated.language.values import Reason, Room, RoomName, Things, Turn, View, Words
from situated_qa.situated.situation_clauses import Entered, Situation
from situated_qa.situated.viewpoint import Viewpoint, as_faced, place_at

_TURNS = {"left": math.pi / 2, "right": -math.pi / 2, "around": math.pi}


class Views(LanguageBase):
    """Functions that make views."""

    def at(
        self, place: Things | View, *, facing: Things | View | None = None, away: Things | View | None = None
    ) -> View:
        """At a thing, facing something or somebody, or turned away; without either, as people are there.

        Who is at a stove looks at it, who is at a chair looks where it faces.

        Said: [somebody at {place}|you][, facing {facing}][, facing away from {away}]
        Example: side(the("chair"), at(the("tv"), facing=the("bed")))
        """
        if isinstance(place, Things) and isinstance(away, Things) and facing is None and place.ids[:1] == away.ids[:1]:
            return self.turned(self.before(place), "around")  # "at the fridge, with my back to it"
        if isinstance(place, Things):  # who is at a stove looks at it
            itself = isinstance(facing, Things) and place.ids[:1] == facing.ids[:1]
            if itself or (facing is None and away is None and as_faced(self._node(place))):
                return replace(self.before(place), words=f"somebody at {the(place)}")
        if isinstance(place, View):
            position, words, ids = place.viewpoint.position, place.words, place.ids
            heading = place.viewpoint.heading_rad
        else:
            node = self._node(place)
            position = np.array([*node.box.center[:2], self._scene.viewpoint.position[2]])
            words, ids = f"somebody at {the(place)}", (node.id,)
            if facing is None and away is None and node.front is None:
                text = f"I do not know which way {the(place)} faces: say what somebody there looks at."
                raise NotKnown(Reason.NOT_OBSERVED, text, ids)
            heading = 0.0 if node.front is None else math.atan2(node.front[1], node.front[0])
        target = facing if facing is not None else away
        if target is not None:
            offset = self._center(target)[:2] - position[:2]
            if np.hypot(*offset) < 1e-6:
                text = "Somebody cannot look towards the place where they are."
                raise NotKnown(Reason.NOT_UNDERSTOOD, text, ids)
            heading = math.atan2(offset[1], offset[0]) + (math.pi if facing is None else 0.0)
            words += f", facing {'' if facing is not None else 'away from '}{who(target)}"
            ids = (*ids, *target.ids[:1])
        return View(self._viewpoint(position, heading), words, ids)

    def before(self, thing: Things) -> View:
        """Standing in front of a thing, facing it.

        Said: somebody facing the front of {thing}
        Example: color(the("window", right(before(the("desk")))))
        """
        node = self._node(thing)
        front = node.front
        if front is None:
            offset = self._scene.viewpoint.position[:2] - node.box.center[:2]
            away = float(np.hypot(*offset))
            if away < 1e-6:
                text = f"I do not know which way {the(thing)} faces, and you are in the middle of it."
                raise NotKnown(Reason.NOT_OBSERVED, text, (node.id,))
            front = tuple(offset / away)
            self._note(f"which way {the(thing)} faces is not known; its side towards you was taken")
        place = place_at(node, np.array(front))
        position = np.array([*place, self._scene.viewpoint.position[2]])
        heading = math.atan2(-front[1], -front[0])
        return View(self._viewpoint(position, heading), f"somebody facing the front of {the(thing)}", (node.id,))

    def turned(self, view: View, way: Turn | int) -> View:
        """After a turn: "left", "right", "around", or degrees to the left.

        Said: {view} after turning {way}
        Example: name(the("thing", front(turned(me, "around"))))
        """
        angle = _TURNS[way] if isinstance(way, str) else math.radians(way)
        how = f"{abs(way)}° to the {'left' if way >= 0 else 'right'}" if isinstance(way, int) else way
        how = how if way == "around" or isinstance(way, int) else f"to the {way}"
        return View(view.viewpoint.turned(angle), f"{view.words} after turning {how}", view.ids)

    def middle(self, room: Room | RoomName, *, facing: Things | None = None) -> View:
        """In the middle of a room, facing a thing.

        Said: somebody in the middle of {room}[, facing {facing}]
        Example: side(the("door"), middle("kitchen", facing=the("sink")))
        """
        name = self._room_named(room)
        position = np.array([*self._center(Room(name))[:2], self._scene.viewpoint.position[2]])
        viewpoint = self._viewpoint(position, self._scene.viewpoint.heading_rad)
        here = View(viewpoint, f"somebody in the middle of the {name}")
        return self.at(here, facing=facing)

    def entering(self, room: Room | RoomName, origin: Room | RoomName = "") -> View:
        """Just inside a room's doorway, looking in; of several doorways the nearest to walk to.

        Said: somebody entering {room}[ from {origin}]
        Example: name(the("thing", left(entering("kitchen"))))
        """
        name = self._room_named(room)
        before = self._room_named(origin) if origin else self._room_before(name)
        try:
            found = ground(self._scene, Situation((Entered(name, before),), ()))
        except SituationError as error:
            raise NotKnown(Reason.NOT_UNDERSTOOD, str(error)) from error
        return View(found.viewpoint, f"somebody entering the {name}", found.object_ids)

    def situation(self, text: Words) -> View:
        """Where a sentence says that somebody is.

        Said: somebody who says "{text}"
        Example: color(the("lamp", left(situation("I am sitting on the couch, facing the tv"))))
        """
        try:
            found = describe_viewpoint(self._scene, text)
        except SituationError as error:
            raise NotKnown(Reason.NOT_UNDERSTOOD, str(error)) from error
        return View(found.viewpoint, "somebody there", found.object_ids)

    def _room_before(self, name: str) -> str:
        """The room from which one enters another, the nearest to walk to; "" where no open door leads in."""
        with self._as_tools_know():
            away = {room: self._tools.path_distance("me", room) for room in self._tools.accessible_rooms(name)}
        return min((room for room in away if math.isfinite(away[room])), key=lambda room: away[room], default="")

    def _viewpoint(self, position: np.ndarray, heading_rad: float) -> Viewpoint:
        seen = self._scene.viewpoint
        return Viewpoint(position, heading_rad, seen.stamp, seen.frame)
