"""What the slots of a pattern hold that are rooms, doors and the sides of a passage."""

from __future__ import annotations

from situated_qa.reasoning.patterns import doors
from situated_qa.reasoning.patterns.nouns import Noun, Place
from situated_qa.reasoning.patterns.phrases import Ends, Phrases

_PRONOUNS = {"it": "it", **dict.fromkeys(("them", "they", "all of them", "both of them"), "them")}
_WHOLE_HOME = ("this home", "the home", "the house", "this house", "this apartment", "this flat", "the flat")


class RoomSlots(Phrases):
    """The phrases of one question, and the slots for rooms."""

    def it(self, start: int) -> Ends[Noun]:
        """What the last answer was about."""
        words = ((end, _PRONOUNS[said]) for end, said in self.any_of(start, _PRONOUNS))
        return {end: Noun(word, word == "them", "it") for end, word in words}

    def room_name(self, start: int) -> Ends[str]:
        """A room by its name."""
        return {end: name for end, name in self.room(start).items() if name}

    def named_room(self, start: int) -> Ends[str]:
        """A room by its name or by its door, as an expression."""
        named = {end: f'room("{name}")' for end, name in self.room_name(start).items()}
        return doors.room_beyond(self, start) | named

    def any_room(self, start: int) -> Ends[str]:
        """As `named_room`, or the asker's."""
        known = {end: f'room("{name}")' if name else "here()" for end, name in self.room(start).items()}
        return doors.room_beyond(self, start) | known

    def room_text(self, start: int) -> Ends[str]:
        """A room's name as a text, or the asker's room, or a room by its door."""
        known = {end: f'"{name}"' if name else "here()" for end, name in self.room(start).items()}
        return doors.room_beyond(self, start) | known

    def in_place(self, start: int) -> Ends[Place]:
        """A room that has something in it."""
        ends = {end: Place(f"in_room({room})") for end, room in doors.room_beyond(self, start).items()}
        ends |= {end: Place("", room=name) if name else Place("in_room(here())")
                 for end, name in self.room(start).items()}  # fmt: skip
        return ends | {end: Place("") for end, _ in self.any_of(start, _WHOLE_HOME)}

    def door(self, start: int) -> Ends[Noun]:
        """One door, or "it"."""
        it = {end: noun for end, noun in self.it(start).items() if not noun.plural}
        return it | doors.door(self, start)

    def owner(self, start: int) -> Ends[str]:
        """A room's name as a text: "the bathroom's", whose door is meant."""
        return doors.owner(self, start)
