"""Views: where somebody is and looks. The asker's own is the name `me`."""

from __future__ import annotations

import math

import numpy as np

from situated_qa.errors import SituationError, ToolError
from situated_qa.situated.described_viewpoint import describe_viewpoint, place_at
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import Room, Things, View
from situated_qa.situated.viewpoint import Viewpoint

_TURNS = {"left": math.pi / 2, "right": -math.pi / 2, "around": math.pi}


class Views(LanguageBase):
    """Functions that make views."""

    def at(self, place: Things | View, facing: Things | None = None, away: Things | None = None) -> View:
        """At a thing, facing another; without one, sitting on it and looking where it faces.

        Example: side(the("chair"), at(the("tv"), facing=the("bed")))
        """
        if isinstance(place, View):
            position, words, ids = place.viewpoint.position, place.words, place.ids
            heading = place.viewpoint.heading_rad
        else:
            node = self._node(self._present(place))
            position = np.array([*node.box.center[:2], self._scene.viewpoint.position[2]])
            words, ids = f"somebody at the {place.noun}", (node.id,)
            if facing is None and away is None and node.front is None:
                raise ToolError(f"at: which way the {place.noun} faces is not known; say facing=…")
            heading = 0.0 if node.front is None else math.atan2(node.front[1], node.front[0])
        target = facing if facing is not None else away
        if target is not None:
            other = self._node(self._present(target))
            if other.id in ids:
                raise ToolError(f"at: the {target.noun} cannot be faced from itself")
            offset = other.box.center[:2] - position[:2]
            heading = math.atan2(offset[1], offset[0]) + (math.pi if facing is None else 0.0)
            words += f", {'facing' if facing is not None else 'facing away from'} the {target.noun}"
            ids = (*ids, other.id)
        return View(self._viewpoint(position, heading), words, ids)

    def before(self, thing: Things) -> View:
        """Standing in front of a thing, facing it.

        Example: the("window", right(before(the("desk"))))
        """
        node = self._node(self._present(thing))
        front = node.front
        if front is None:
            offset = self._scene.viewpoint.position[:2] - node.box.center[:2]
            front = tuple(offset / max(float(np.linalg.norm(offset)), 1e-6))
            self._note(f"which way the {thing.noun} faces is not known; its side towards you was taken")
        place = place_at(node, np.array(front))
        position = np.array([*place, self._scene.viewpoint.position[2]])
        heading = math.atan2(-front[1], -front[0])
        return View(self._viewpoint(position, heading), f"somebody facing the front of the {thing.noun}", (node.id,))

    def turned(self, view: View, way: str | int) -> View:
        """After a turn: "left", "right", "around", or degrees to the left.

        Example: name(the("thing", front(turned(me, "around"))))
        """
        if isinstance(way, str) and way not in _TURNS:
            raise ToolError(f"turned: the turn must be {', '.join(_TURNS)} or degrees, got {way!r}")
        angle = _TURNS[way] if isinstance(way, str) else math.radians(way)
        how = f"to the {way}" if way in ("left", "right") else str(way)
        viewpoint = view.viewpoint.turned(angle)
        return View(viewpoint, f"{view.words} after turning {how}", view.ids)

    def middle(self, room: Room | str, facing: Things | None = None) -> View:
        """In the middle of a room, facing a thing.

        Example: side(the("door"), middle("kitchen", facing=the("sink")))
        """
        name = self._room_named(room)
        center = self._tools._room_center(name, "room")
        position = np.array([*center[:2], self._scene.viewpoint.position[2]])
        here = View(
            self._viewpoint(position, self._scene.viewpoint.heading_rad), f"somebody in the middle of the {name}"
        )
        return self.at(here, facing=facing) if facing is not None else here

    def entering(self, room: Room | str, origin: Room | str = "") -> View:
        """Just inside a room's doorway, looking in.

        Example: name(the("thing", left(entering("kitchen"))))
        """
        text = f"I have just come into the {self._room_named(room).lower()}"
        if origin:
            text += f" through the door from the {self._room_named(origin).lower()}"
        return self.situation(text)

    def situation(self, text: str) -> View:
        """Where a sentence says that somebody is.

        Example: the("lamp", left(situation("I am sitting on the couch, facing the tv")))
        """
        try:
            found = describe_viewpoint(self._scene, text)
        except SituationError as error:
            raise ToolError(str(error)) from error
        return View(found.viewpoint, "the place that the situation describes", found.object_ids)

    def _viewpoint(self, position: np.ndarray, heading_rad: float) -> Viewpoint:
        seen = self._scene.viewpoint
        return Viewpoint(position, (heading_rad + math.pi) % (2 * math.pi) - math.pi, seen.stamp, seen.frame)

    def _present(self, things: Things) -> Things:
        if not things.ids:
            raise ToolError(f"the viewpoint needs the {things.noun}: {things.missing.text if things.missing else ''}")
        return things
