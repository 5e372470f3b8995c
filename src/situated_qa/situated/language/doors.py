"""Doors and ways: which room is behind a door, which door leads to a room, whether it is open; how to walk there."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import numpy as np

from situated_qa.perception.categories import facts_of
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.situated.doors import OUTDOORS, OUTSIDE, doors_of, doorway_of, way_through
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import at_hour, capitalized, in_words, listed, the
from situated_qa.situated.language.rooms import Rooms
from situated_qa.situated.language.values import (
    Choice,
    Condition,
    Names,
    Reason,
    Room,
    RoomName,
    Things,
    Truth,
    View,
    Way,
)

_ELSEWHERE = 0.5  # grade of a room's door that does not lead there from the asker's room
_OUTSIDE = "outside"


class Doors(Rooms):
    """Functions about doors and what is behind them."""

    def beyond(self, door: Things, view: View | None = None) -> Room:
        """The room on the other side of a door: the one of its two that the asker is not in, else that farther off.

        Said: the room behind {door}[ for {view}|]
        Example: name(every("thing", in_room(beyond(the("door", left(me))))))
        """
        node, eye = self._node(door), (view or self.me).viewpoint
        door = replace(door, definite=True)
        if facts_of(node.category).part_of_building != "door" and node.category.split()[-1] != "door":
            raise NotKnown(Reason.NOT_UNDERSTOOD, f"{capitalized(the(door))} is no door.", (node.id,))
        plan = self._plan(f"where {the(door)} leads")
        opening = doorway_of(self._scene.graph, node)
        if opening is None:
            text = f"I know of no doorway at {the(door)}, and so not where it leads."
            raise NotKnown(Reason.NOT_OBSERVED, text, (node.id,))
        around = self._scene.room_at(eye.position)
        if around in opening.rooms and around:
            other = opening.rooms[1 - opening.rooms.index(around)]
        else:  # as one comes from where the asker is
            ahead = float(np.dot(opening.center - eye.position[:2], way_through(plan, opening)))
            other = opening.rooms[1 if ahead >= 0 else 0]
        name = _OUTSIDE if other == OUTSIDE else other
        return Room(name, (node.id,), told=f"{capitalized(the(door))} leads {_into(name)}.")

    def leading_to(self, room: Room | RoomName) -> Condition:
        """Of doors: those of a room; where one of them is in the asker's room, that one first. "outside" is a room.

        Said: leading to {room}
        Example: color(the("door", leading_to("kitchen")))
        """
        name = self._goal(room)
        self._plan(f"which door leads {_into(name)}")
        graph = self._scene.graph
        doors = doors_of(graph, _in_plan(name))
        here = self._scene.room_at(self.me.viewpoint.position)
        near = doors & doors_of(graph, here) if here and here != name else doors
        return Condition(
            f"leading {_into(name)}",
            lambda ids: {i: (1.0 if i in near else _ELSEWHERE) if i in doors else 0.0 for i in ids},
            lambda ids: doors & set(ids),
        )

    def door_towards(self, room: Room) -> Things:
        """The door that one takes to a room: between here and there, else the first on the way.

        Said: the door on the way to {room}
        Example: where(door_towards(room("bathroom")))
        """
        goal, here = self._goal(room), self.here().name
        self._plan(f"which door leads {_into(goal)}")
        graph = self._scene.graph
        of_goal = doors_of(graph, _in_plan(goal))
        of_here = doors_of(graph, here)
        found, beyond = (of_goal & of_here if goal != here else of_goal), goal
        if not found and goal != here:
            beyond = self._first_on_the_way(here, goal)
            found = of_here & doors_of(graph, _in_plan(beyond))
        if not found:
            way = f"From the {here} one comes {_into(beyond)}" if goal != here else f"You are in the {goal}"
            raise NotKnown(Reason.NOT_OBSERVED, f"{way}, and I know of no door there.")
        nearest = sorted(found, key=lambda i: (self._scene.agent_distances[i], i))
        return Things(tuple(nearest), "door", len(nearest) == 1, where=f"leading {_into(beyond)}")

    def door_state(self, room: Room, other: Room | None = None) -> Choice:
        """Whether the door of a room, or between two, is open or closed.

        Of several, the one to the room that the asker is in; else, where they differ, the nearest.

        Said: whether the door of {room}[ to {other}] is open or closed
        Example: door_state(room("kitchen"), room("hall"))
        """
        name, further = self._room_named(room), self._room_named(other) if other is not None else ""
        plan = self._plan(f"whether the door of the {name} is open")
        doors = [door for door in plan.doors if name in door.rooms and (other is None or further in door.rooms)]
        eye = self.me.viewpoint
        here = self._scene.room_at(eye.position)
        doors = [door for door in doors if here and here != name and here in door.rooms] or doors
        if not doors:
            between = f"between the {name} and the {further}" if further else f"of the {name}"
            raise NotKnown(Reason.NOT_OBSERVED, f"I know of no door {between}.")
        nearest = min(doors, key=lambda door: float(np.linalg.norm(door.center - eye.position[:2])))
        told = f"the door between the {name} and the {further}" if further else f"the door of the {name}"
        if len({door.open for door in doors}) > 1:
            self._note(f"the {name} has {in_words(len(doors))} doors; the nearest was taken")
        elif not further and here in nearest.rooms and here not in ("", name):
            told = f"the door between the {here} and the {name}"
        return Choice("open" if nearest.open else "closed", (), told)

    def rooms_off(
        self, room: Room | RoomName, side: Literal["left", "right", "front", "behind"] | None = None
    ) -> Names:
        """The rooms that open off a room, their doors open or closed; of one side, as the asker faces.

        Said: which rooms open off {room}[ to the {side}]
        Example: rooms_off(here(), "right")
        """
        name = self._room_named(room)
        plan = self._plan(f"which rooms open off the {name}")
        doors = [door for door in plan.doors if name in door.rooms]
        if side is None:
            found = {*self._beyond(name), *(other for door in doors for other in door.rooms)}
        else:
            found = {other for door in doors if self._side_of(plan, door, name) == side for other in door.rooms}
        names = sorted(found - {name, OUTSIDE})
        told = f"{capitalized(listed([f'the {other}' for other in names]))}." if names else "No room that I know of."
        return Names(tuple(names), told=told)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _plan(self, what: str) -> FloorPlan:
        """The floor plan.

        Raises:
            NotKnown: there is none.
        """
        plan = self._scene.graph.floor_plan
        if plan is None:
            raise NotKnown(Reason.NOT_OBSERVED, f"I do not know {what}: there is no floor plan.")
        return plan

    def _goal(self, room: Room | str) -> str:
        """A room's name as the scene spells it; "outside" is one."""
        name = room.name if isinstance(room, Room) else room
        outside = name in OUTDOORS and name not in self._tools._rooms()
        if outside and not doors_of(self._scene.graph, OUTSIDE):
            raise NotKnown(Reason.NOT_OBSERVED, "I do not know which door leads outside.")
        return _OUTSIDE if outside else self._room_named(room)

    def _first_on_the_way(self, start: str, goal: str) -> str:
        """The room that one enters first on the way to another; where no open doors lead there, through closed ones.

        Raises:
            NotKnown: no doors lead there.
        """
        if goal != _OUTSIDE:
            try:
                return self.next_room(Room(goal)).name
            except NotKnown as error:
                if error.unknown.reason is not Reason.NO_WAY:
                    raise
        reached, edge = {_in_plan(goal)}, {_in_plan(goal)}
        while edge:
            edge = {other for name in edge for other in self._joined(name)} - reached
            reached |= edge
            first = sorted(other for other in self._joined(start) if other in reached)
            if first:
                self._note(f"a door on the way {_into(goal)} may be closed")
                return first[0]
        raise NotKnown(Reason.NO_WAY, f"No doors that I know of lead {_into(goal)}.")

    def _joined(self, name: str) -> set[str]:
        """The rooms that doors, open or closed, or open borders join with a room, or with what is outside."""
        plan = self._plan("the way")
        doors = {other for door in plan.doors if name in door.rooms for other in door.rooms}
        return (doors | set(self._beyond(name) if name else ())) - {name}

    def _side_of(self, plan: FloorPlan, door: Door, room: str) -> str:
        """To which side of the asker one walks who leaves a room through one of its doors."""
        across = way_through(plan, door) * (1.0 if door.rooms[0] == room else -1.0)
        eye = self.me.viewpoint
        ahead, left, _ = eye.to_viewer(eye.position + np.array([*across, 0.0]))
        if abs(left) > abs(ahead):
            return "left" if left > 0 else "right"
        return "front" if ahead > 0 else "behind"


class Ways(LanguageBase):
    """Functions about walking."""

    def way(self, to: Things | Room, start: Things | Room | View | None = None) -> Way:
        """How to walk to a thing or a room.

        Said: the way to {to}[ from {start}|]
        Example: way(the("door"))
        """
        if self._scene.graph.floor_plan is None and start is None and isinstance(to, Things):
            return self._straight(to)
        return self._walk(to, start)

    def reachable(self, to: Things | Room, start: Things | Room | View | None = None) -> Truth:
        """Whether one can walk there.

        Said: whether there is a way to {to}[ from {start}|]
        Example: reachable(room("bathroom"))
        """
        try:
            found = self._walk(to, start)
        except NotKnown as error:
            if error.unknown.reason is not Reason.NO_WAY:
                raise
            return Truth(False, error.unknown.ids, error.unknown.text.rstrip("."))
        return Truth(True, found.ids, f"it is {found.length_m:.1f} m to walk")

    def shorter_walk(self, first: Things, *more: Things) -> Things:
        """Which of several is the shortest walk from here.

        Said: which is the shortest walk: to {or first}
        Example: shorter_walk(every("chair"), every("bed"))
        """
        lengths: dict[int, float] = {}
        noun_of: dict[int, str] = {}
        for item in (first, *more):
            for i in self._some(item).ids:
                with self._as_tools_know():
                    lengths[i] = self._tools.path_distance("me", self._scene.objects[i])
                noun_of.setdefault(i, item.noun)
        best = min(lengths, key=lambda i: (lengths[i], i))
        if not math.isfinite(lengths[best]):
            raise NotKnown(Reason.NO_WAY, "No way leads to any of them.", tuple(lengths))
        return Things((best,), noun_of[best], True)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _walk(self, to: Things | Room, start: Things | Room | View | None) -> Way:
        goal, origin = self._place(to), self._place(start or self.me)
        ids = to.ids[:1] if isinstance(to, Things) else ()
        with self._as_tools_know():
            text = self._tools.directions(origin, goal)
            if text.startswith("there is no way"):
                raise NotKnown(Reason.NO_WAY, f"{capitalized(text)}.", ids)
            return Way(text, self._tools.path_distance(origin, goal), ids)

    def _straight(self, to: Things) -> Way:
        """The direction to a thing, where no floor is known that one could walk on."""
        node = self._node(to)
        hour = self.me.viewpoint.hour(node.box.center)
        turn = "right" if hour < 6 else "left"
        turn = "forward" if hour in (11, 12, 1) else "backward" if hour in (5, 6, 7) else turn
        go = {"forward": "go straight ahead", "backward": "turn around"}.get(turn, f"turn {turn}")
        (away,) = self._away_m([node], self.me)
        text = f"{go}: {the(to)} is {at_hour(hour)}, {away:.1f} m away"
        return Way(text, away, (node.id,), f"{turn} ({hour} o'clock), {away:.1f} m away")


def _in_plan(name: str) -> str:
    return OUTSIDE if name == _OUTSIDE else name


def _into(name: str) -> str:
    return _OUTSIDE if name == _OUTSIDE else f"to the {name}"
