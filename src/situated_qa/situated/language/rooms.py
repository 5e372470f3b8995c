"""What is asked of rooms: which have something, how large they are, which doors join them, how far apart they are."""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import (
    Choice,
    Names,
    Number,
    Reason,
    Room,
    Things,
    Truth,
    Unknown,
)

_NO_WAY_M = math.inf


class Rooms(LanguageBase):
    """Functions over rooms."""

    def room(self, name: str) -> Room:
        """A room by its name.

        Example: measure(room("kitchen"), "area")
        """
        return Room(self._room_named(name))

    def rooms(self) -> Names:
        """All rooms.

        Example: rooms()
        """
        return Names(tuple(self._tools._rooms()))

    def count_rooms(self) -> Number:
        """How many rooms there are.

        Example: count_rooms()
        """
        return Number(float(len(self._tools._rooms())), "", (), "rooms")

    def has_room(self, name: str) -> Truth | Unknown:
        """Whether there is a room of this name.

        Example: has_room("bathroom")
        """
        known = self._tools._rooms()
        graph = self._scene.graph
        if name in known or (graph.vocabulary is None and graph.observed is None):
            return Truth(name in known, (), f"the rooms are {', '.join(known)}")
        return Unknown(Reason.NOT_SEEN, f"I have not seen a {name} so far. The rooms that I know: {', '.join(known)}.")

    def in_same_room(self, a: Things, b: Things) -> Truth | Unknown:
        """Whether two things are in one room.

        Example: in_same_room(the("bed"), the("desk"))
        """
        for item in (a, b):
            if not item.ids:
                return self._why_missing(item)
        rooms = [self._node(item).room for item in (a, b)]
        if not all(rooms):
            return Unknown(Reason.NOT_OBSERVED, "I do not know which rooms they are in.", (a.ids[0], b.ids[0]))
        told = f"the {a.noun} is in the {rooms[0]}, the {b.noun} in the {rooms[1]}"
        return Truth(rooms[0] == rooms[1], (a.ids[0], b.ids[0]), told)

    def rooms_with(self, things: Things) -> Names | Unknown:
        """The rooms that have one of these things.

        Example: rooms_with(every("lamp"))
        """
        if not things.ids:
            return self._why_missing(things)
        having = sorted({node.room for node in self._nodes(things.ids) if node.room})
        return Names(tuple(having), things.ids)

    def rooms_without(self, things: Things) -> Names | Unknown:
        """The rooms that have none of these things.

        Example: rooms_without(every("lamp"))
        """
        if not things.ids and things.missing is not None and things.missing.reason is not Reason.NOT_THERE:
            return things.missing
        having = {node.room for node in self._nodes(things.ids)}
        return Names(tuple(room for room in self._tools._rooms() if room not in having))

    def room_with(self, amount: Literal["most", "fewest"], things: Things) -> Names | Unknown:
        """The room with most or fewest of these things.

        Example: room_with("most", every("chair"))
        """
        if not things.ids:
            return self._why_missing(things)
        counts = Counter(node.room for node in self._nodes(things.ids) if node.room)
        if amount == "fewest":
            counts.update(dict.fromkeys(self._tools._rooms(), 0))
        wanted = (max if amount == "most" else min)(counts.values())
        return Names(tuple(room for room, number in counts.items() if number == wanted), things.ids)

    def pick_room(self, amount: Literal["largest", "smallest"], *rooms: Room) -> Room:
        """The largest or smallest room, of all or of those named.

        Example: pick_room("largest")
        """
        names = [room.name for room in rooms] or self._tools._rooms()
        pick = max if amount == "largest" else min
        return Room(pick(names, key=lambda name: self._tools.query_room(name, "area")))

    def is_room(self, room: Room, other: Room) -> Truth:
        """Whether two rooms are the same one.

        Example: is_room(here(), room("kitchen"))
        """
        return Truth(room.name == other.name, (), f"it is the {room.name}")

    def next_to_room(self, room: Room | str) -> Names:
        """The rooms that one can walk into from a room.

        Example: next_to_room("hall")
        """
        return Names(tuple(self._tools.accessible_rooms(self._room_named(room))))

    def leads(self, origin: Room, goal: Room) -> Truth:
        """Whether an open door leads from one room into another.

        Example: leads(room("hall"), room("kitchen"))
        """
        holds = goal.name in self._tools.accessible_rooms(origin.name)
        verb = "leads" if holds else "does not lead"
        return Truth(holds, (), f"an open door {verb} from the {origin.name} into the {goal.name}")

    def door_state(self, room: Room, other: Room | None = None) -> Choice:
        """Whether the door of a room, or between two, is open or closed.

        Example: door_state(room("kitchen"), room("hall"))
        """
        beyond = self._tools.accessible_rooms(room.name)
        is_open = other.name in beyond if other is not None else bool(beyond)
        between = f"the door between the {room.name} and the {other.name}" if other else f"the door of the {room.name}"
        return Choice("open" if is_open else "closed", (), between)

    def doors_to(self, room: Room) -> Number | Unknown:
        """How many doors one passes on the way to a room.

        Example: doors_to(room("bathroom"))
        """
        start = self._scene.room_at(self._scene.viewpoint.position)
        count = self._doors(start, room.name)
        if count is None:
            return Unknown(Reason.NO_WAY, f"No way through open doors leads to the {room.name}.")
        return Number(float(count), "", (), "doors")

    def next_room(self, room: Room) -> Room | Unknown:
        """The room that one enters first on the way to a room.

        Example: next_room(room("bathroom"))
        """
        start = self._scene.room_at(self._scene.viewpoint.position)
        if start == room.name:
            return room
        away = {name: self._doors(name, room.name) for name in self._tools.accessible_rooms(start)} if start else {}
        reached = {name: count for name, count in away.items() if count is not None}
        if not reached:
            return Unknown(Reason.NO_WAY, f"No way through open doors leads to the {room.name}.")
        return Room(min(reached, key=lambda name: reached[name]))

    def _doors(self, start: str, goal: str) -> int | None:
        """Open doors between two rooms, at least; None where none lead there."""
        seen, edge, count = {start}, {start}, 0
        while edge and goal not in edge:
            edge = {beyond for name in edge for beyond in self._tools.accessible_rooms(name)} - seen
            seen |= edge
            count += 1
        return count if edge else None

    def _why_missing(self, things: Things) -> Unknown:
        return things.missing or Unknown(Reason.NOT_THERE, f"I know of no {things.noun}.")
