"""What the clauses of a situation in words say: where somebody is, what they look at, what lies beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

SIDES = ("front", "left", "back", "right")
BESIDE = "beside"
"""Of what lies next to the asker, on whatever side."""


@dataclass(frozen=True, slots=True)
class At:
    """Where the asker is."""

    relation: str  # "on", "at", "front of", "behind", "middle of", "between", "corner"
    thing: str  # in the asker's words
    other: str = ""  # the second thing of "between"
    seated: bool = False  # sits at a thing: on one of the seats at a table
    part: str = ""  # at which end of the thing: "head", "foot", "end", "left", "right"
    by: str = ""  # what the end or the corner is next to


@dataclass(frozen=True, slots=True)
class Facing:
    """What the asker looks at, or away from; "" straight ahead: where a seat faces."""

    thing: str
    away: bool = False
    ahead: bool = False  # the thing is in front of the asker, before having turned to it
    wall: str = ""  # of its wall: "same", "opposite"; then the asker looks at that straight on
    along: str = ""  # the room that the asker looks straight down; then `thing` is ""


@dataclass(frozen=True, slots=True)
class Has:
    """What lies on a side of the asker."""

    thing: str
    side: str  # one of `SIDES`, two of them ("front left"), "N o'clock", or `BESIDE`


@dataclass(frozen=True, slots=True)
class Entered:
    """The asker has come into a room, through the door from another room; "" where that was not said."""

    room: str  # "" by the front door, whatever room that leads into
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody handles: they stand at it and look at it, where the map has it and nothing else says where."""

    thing: str
    said: str = field(default="", compare=False)  # the whole clause


Clause = At | Facing | Has | Entered | Doing


@dataclass(frozen=True, slots=True)
class Situation:
    """What a situation says."""

    clauses: tuple[Clause, ...]
    unread: tuple[str, ...]  # the clauses that no pattern read
    implied: bool = False  # no place was said: what the asker does tells it
    turned_rad: float = 0.0  # how far the asker has turned since, counterclockwise
