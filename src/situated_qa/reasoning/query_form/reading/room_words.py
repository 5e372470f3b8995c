"""A question about rooms or walking as data, and the rooms and things that its words mean in one scene."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form.form import Noun
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.situated.categories import find_categories

KINDS = (
    "kitchen", "bathroom", "bedroom", "living room", "dining room", "study", "office", "hall", "hallway", "corridor",
    "toilet", "garage", "laundry room", "guest room", "nursery", "pantry", "balcony", "attic", "basement", "storage",
)  # fmt: skip
HERE = re.compile(r"here|(?:this|the|my|our|the current|my current) room|the room (?:that )?i am in|where i am")
MEASURES = {
    "big": "area", "large": "area", "small": "area", "spacious": "area", "size": "area", "area": "area",
    "floor area": "area", "square meters": "area", "floor space": "area", "volume": "volume", "height": "height",
    "high": "height", "tall": "height", "long": "length", "length": "length", "wide": "width", "width": "width",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RoomQuestion:
    """A question about rooms or walking, as data."""

    ask: str  # one of those in `room_reading`
    room: str = ""  # as the scene calls it; the asker's own where the question says "this room"
    room2: str = ""
    noun: Noun | None = None  # the thing asked about, or walked to
    noun2: Noun | None = None  # the other thing, or the one walked from
    word: str = ""  # "area" for "size", "open" for "door", "smallest" for "largest"
    missing: str = ""  # a room that the question names and the scene does not have

    def __str__(self) -> str:
        things = [noun.target for noun in (self.noun, self.noun2) if noun is not None]
        rooms = [room for room in (self.room, self.room2, self.missing) if room]
        told = {"ask": self.ask, "rooms": ", ".join(rooms), "things": ", ".join(things), "word": self.word}
        return "; ".join(f"{key}: {value}" for key, value in told.items() if value)


def resolved(
    ask: str, groups: Mapping[str, str | None], grounds: Grounds, categories: list[str]
) -> RoomQuestion | None:
    """The question with its words' rooms and things; None where words mean neither, so that the pattern is wrong."""
    # how far a room is means the walk; how far a thing is, the straight line
    asked = RoomQuestion("walk" if ask == "room away" else ask, word=groups.get("word") or "")
    if ask == "size":
        asked = replace(asked, word=MEASURES[asked.word])
    if ask == "is accessible" and not groups["room2"]:
        groups = {**groups, "room2": "here"}
    for name, words in groups.items():
        if name == "word" or words is None:
            continue
        if name == "use":
            use = re.sub(r"\b(?:the|my|a|an|some) ", "", words)
            asked = replace(asked, noun=Noun(f"something to {use}"))
            continue
        first = name in ("room", "thing", "end")
        room, missing = room_named(words, grounds) if name not in ("thing", "thing2") else ("", "")
        if room or missing:
            asked = replace(asked, room=room) if first else replace(asked, room2=room)
            asked = replace(asked, missing=asked.missing or missing)
            continue
        noun = thing_named(words, grounds, categories) if name not in ("room", "room2") else None
        if noun is None:
            return None
        asked = replace(asked, noun=noun) if first else replace(asked, noun2=noun)
    return asked


def room_named(words: str, grounds: Grounds) -> tuple[str, str]:
    """(the scene's room that words mean, a room they name that it does not have); two "" for no room."""
    words = words.strip()
    if HERE.fullmatch(words):
        return grounds.here, "" if grounds.here else "room around you"
    plain = re.sub(r"^(?:the|a|an|any|my|our) ", "", words)
    spelled = {room.lower(): room for room in grounds.rooms}
    if plain not in spelled and find_categories(plain, grounds.categories):
        return "", ""  # a toilet is a thing, where no room is called so
    alike = [spelled[plain]] if plain in spelled else []
    alike = alike or [room for name, room in spelled.items() if re.fullmatch(rf"{re.escape(plain)} \d+", name)]
    if len(alike) == 1:
        return alike[0], ""
    return "", plain if plain in KINDS or alike else ""


def thing_named(words: str, grounds: Grounds, categories: list[str]) -> Noun | None:
    """The noun that words mean, with its conditions; None where they name no thing."""
    words = words.strip()
    reading = read_question(f"where is {words}", [*categories, *grounds.rooms])
    if reading.noun.target == "any":
        reading = read_question(f"where is the {words}", [*categories, *grounds.rooms])
    return reading.noun if reading.noun.target != "any" else None
