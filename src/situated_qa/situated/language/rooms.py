"""Asks about rooms: what they contain, how large they are, which doors join them."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from situated_qa.scene.room_names import kind_of
from situated_qa.situated.doors import OUTDOORS
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import amount as amount_of
from situated_qa.situated.language.phrases import article, listed, the
from situated_qa.situated.language.values import Names, Number, Reason, Room, RoomName, Things, Truth, Unknown, View


class Rooms(LanguageBase):
    """Functions over rooms."""

    def room(self, name: RoomName) -> Room:
        """A room by its name.

        Said: the {name}
        Example: measure(room("kitchen"), "area")
        """
        known = self._tools._rooms()
        return Room("outside") if name in OUTDOORS and name not in known else Room(self._room_named(name))

    def rooms(self) -> Names:
        """All rooms.

        Said: which rooms there are
        Example: rooms()
        """
        return Names(tuple(self._all_rooms()))

    def count_rooms(self, kind: RoomName = "") -> Number:
        """How many rooms there are, or how many of a kind.

        Said: how many rooms[ called {kind}] there are
        Example: count_rooms()
        """
        names = self._all_rooms()
        if kind:
            try:
                known = kind_of(self._room_named(kind))
            except NotKnown as error:
                if error.unknown.reason is not Reason.NOT_THERE:
                    raise
                known = kind
            names = [name for name in names if kind_of(name) == known]
        told = f"There {'are' if len(names) > 1 else 'is'} {amount_of(len(names), kind or 'room')}"
        whole = f": {listed(names)}" if names and not kind else ""
        return Number(float(len(names)), "", (), kind or "room", told=f"{told}{whole}.")

    def has_room(self, name: RoomName) -> Truth | Unknown:
        """Whether there is a room of this name.

        Said: whether there is a room called {name}
        Example: has_room("bathroom")
        """
        known = f"the rooms are {listed(self._all_rooms())}"
        try:
            self._room_named(name)
        except NotKnown as error:
            missing = Truth(False, (), f"I know of no {name}; {known}")
            return missing if error.unknown.reason is Reason.NOT_THERE else error.unknown
        return Truth(True, (), known)

    def in_same_room(self, a: Things, b: Things) -> Truth:
        """Whether two things are in one room.

        Said: whether {a} and {b} are in the same room
        Example: in_same_room(the("bed"), the("desk"))
        """
        rooms = [self.room_of(item).name for item in (a, b)]
        told = f"{the(a)} is in the {rooms[0]}, {the(b)} in the {rooms[1]}"
        return Truth(rooms[0] == rooms[1], (a.ids[0], b.ids[0]), told)

    def room_of(self, thing: Things) -> Room:
        """The room that a thing is in.

        Said: the room of {thing}
        Example: room_of(the("bed"))
        """
        node = self._node(thing)
        room = self._room_around(node)
        if not room:
            raise NotKnown(Reason.NOT_OBSERVED, f"I do not know which room {the(thing)} is in.", (node.id,))
        return Room(room, (node.id,), the(thing))

    def here(self, view: View | None = None) -> Room:
        """The room that somebody is in.

        Said: the room [of {view}|that you are in]
        Example: measure(here(), "area")
        """
        eye = view or self.me
        name = self._scene.room_at(eye.viewpoint.position)
        if not name:
            raise NotKnown(Reason.NOT_OBSERVED, "I do not know which room this is.")
        return Room(name, (), eye.words)

    def rooms_with(self, things: Things) -> Names:
        """The rooms that have one of these things.

        Said: which rooms have {things}
        Example: rooms_with(every("lamp"))
        """
        having = sorted(set(self._rooms_of(self._some(things))) - {""})
        if not having:
            self._all_rooms()
        return Names(tuple(having), things.ids)

    def rooms_without(self, things: Things) -> Names | Unknown:
        """The rooms that have none of these things.

        Said: which rooms have no {things}
        Example: rooms_without(every("lamp"))
        """
        if things.unseen is not None:
            return things.unseen
        having = set(self._rooms_of(things))
        return Names(tuple(room for room in self._all_rooms() if room not in having))

    def in_every_room(self, things: Things) -> Truth | Unknown:
        """Whether every room has one of these things.

        Said: whether every room has {things}
        Example: in_every_room(every("lamp"))
        """
        lacking = self.rooms_without(things)
        if isinstance(lacking, Unknown):
            return lacking
        there = listed([f"the {name}" for name in lacking.names])
        told = f"there is no {things.noun} in {there}" if there else f"there is {article(things.noun)} in every room"
        return Truth(not there, things.ids, told)

    def room_with(self, amount: Literal["most", "fewest"], things: Things) -> Names:
        """The room with most or fewest of these things.

        Said: which room has the {amount} {things}
        Example: room_with("most", every("chair"))
        """
        counts = Counter(room for room in self._rooms_of(self._some(things)) if room)
        if amount == "fewest":
            counts.update(dict.fromkeys(self._tools._rooms(), 0))
        if not counts:
            raise NotKnown(Reason.NOT_OBSERVED, f"I do not know which rooms {the(things)} are in.", things.ids)
        wanted = (max if amount == "most" else min)(counts.values())
        return Names(tuple(room for room, number in counts.items() if number == wanted), things.ids)

    def pick_room(self, amount: Literal["largest", "smallest"], *rooms: Room) -> Room:
        """The largest or smallest room, of all or of those named.

        Example: pick_room("largest")
        """
        names = [room.name for room in rooms] or self._all_rooms()
        with self._as_tools_know():
            areas = {name: self._tools.query_room(name, "area") for name in names}
        best = (max if amount == "largest" else min)(names, key=lambda name: areas[name])
        which = f"{amount} room" if not rooms else f"{amount[:-2]}r one"
        return Room(best, told=f"The {which} is the {best}, with {areas[best]:.1f} m².")

    def is_room(self, room: Room, other: Room) -> Truth:
        """Whether two rooms are the same one.

        Said: whether {room} is {other}
        Example: is_room(here(), room("kitchen"))
        """
        return Truth(room.name == other.name, (), room.told or f"{room.of or 'it'} {_is(room.of)} the {room.name}")

    def next_to_room(self, room: Room | RoomName) -> Names:
        """The rooms that one can walk into from a room.

        Said: which rooms are next to {room}
        Example: next_to_room("hall")
        """
        return Names(tuple(self._beyond(self._room_named(room))))

    def leads(self, origin: Room, goal: Room) -> Truth:
        """Whether an open door leads from one room into another.

        Said: whether a door leads from {origin} to {goal}
        Example: leads(room("hall"), room("kitchen"))
        """
        holds = self._room_named(goal) in self._beyond(origin.name)
        verb = "leads" if holds else "does not lead"
        return Truth(holds, (), f"an open door {verb} from the {origin.name} into the {goal.name}")

    def doors_to(self, room: Room) -> Number:
        """How many doors one passes on the way to a room.

        Said: the number of doors on the way to {room}
        Example: doors_to(room("bathroom"))
        """
        count = self._doors(self.here().name, self._room_named(room))
        if count is None:
            raise NotKnown(Reason.NO_WAY, f"No way through open doors leads to the {room.name}.")
        return Number(float(count), "", (), "doors")

    def next_room(self, room: Room) -> Room:
        """The room that one enters first on the way to a room.

        Said: the next room on the way to {room}
        Example: next_room(room("bathroom"))
        """
        start = self.here().name
        if start == room.name:
            return room
        away = {name: self._doors(name, room.name) for name in self._beyond(start)}
        reached = {name: count for name, count in away.items() if count is not None}
        if not reached:
            raise NotKnown(Reason.NO_WAY, f"No way through open doors leads to the {room.name}.")
        return Room(min(reached, key=lambda name: reached[name]))

    def _doors(self, start: str, goal: str) -> int | None:
        """Open doors between two rooms, at least; None where none lead there."""
        seen, edge, count = {start}, {start}, 0
        while edge and goal not in edge:
            edge = {beyond for name in edge for beyond in self._beyond(name)} - seen
            seen |= edge
            count += 1
        return count if edge else None

    def _all_rooms(self) -> list[str]:
        """The names of all rooms, of which there is at least one.

        Raises:
            NotKnown: there is none.
        """
        names = self._tools._rooms()
        if not names:
            raise NotKnown(Reason.NOT_OBSERVED, "The map does not divide this place into rooms.")
        return names

    def _rooms_of(self, things: Things) -> list[str]:
        return [self._room_around(node) for node in self._nodes(things.ids)]

    def _beyond(self, room: str) -> list[str]:
        """The rooms behind the open doors of a room."""
        with self._as_tools_know():
            return self._tools.accessible_rooms(room)


def _is(who: str) -> str:
    return "are in" if who == "you" else "is in" if who else "is"
