"""What the clauses of a situation in words say: where somebody is, what they look at, what lies beside them."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from situated_qa.knowledge.rooms import rooms_like

SIDES = ("front", "left", "back", "right")
BESIDE = "beside"
"""Of what lies next to the asker, on whatever side."""
_DOOR_BEHIND = re.compile(
    r"(?:(?!front|entrance|entry|main|kitchen|bath|bed)[a-z]+ )?(?:(?P<front>(?:front|entrance|entry|main) )?door"
    r"|door(?:way)? (?:to|from|into|of) (?:the )?(?P<to>[a-z ]{2,40}))"
)
_OUT = ("out", "outside", "outdoors", "glass", "pane", "view", "window glass", "window pane")
"""What who stands at a window looks at."""
_NEXT_TO = r"(?:next to|by|near|beside|close to|closest to|nearest to|nearest|with|at|where)"
_CORNER = re.compile(
    r"(?:(?:far |near )?corner)(?: (?:of|in) the (?P<room>[a-z ]{2,30}?))?"
    rf"(?: {_NEXT_TO} (?P<by>(?:the|my|a) .+?)(?: is| stands)?)?"
)
_AT_END = re.compile(
    r"(?P<part>(?:[a-z-]+ )?(?:head|foot|end|footboard|headboard|side|arm|armrest|edge|corner)(?: end)?) of "
    rf"(?:the |my |a )(?P<thing>.+?)(?: {_NEXT_TO} (?P<by>(?:the|my|a) .+))?"
)
_PARTS = {
    "head": r"head(?:board)?(?: end)?",
    "foot": r"foot(?:board)?(?: end)?",
    "end": r"(?:(?:far|other|one|short) )?end",
    "left": r"left(?:[- ]hand)? (?:side|end|arm|edge)",
    "right": r"right(?:[- ]hand)? (?:side|end|arm|edge)",
}


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
    front: bool = False  # by the front door into this room


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody handles: they stand at it and look at it, where the map has it and nothing else says where."""

    thing: str
    at_it: bool = True  # they do it now; else they did it, or are about to


Clause = At | Facing | Has | Entered | Doing


@dataclass(frozen=True, slots=True)
class Situation:
    """What a situation says."""

    clauses: tuple[Clause, ...]
    unread: tuple[str, ...] = ()  # the clauses that no pattern read
    turned_rad: float = 0.0  # how far the asker has turned since, counterclockwise

    @property
    def tells(self) -> bool:
        """Whether it says anything of where somebody is or looks."""
        return bool(self.clauses) or self.turned_rad != 0.0


def plain(words: str) -> str:
    """A noun phrase without its article."""
    return re.sub(r"^(?:the|a|an|my|some|this|that|these|those|its)\s+", "", words.strip())


def come_through(clauses: list[Clause]) -> list[Clause]:
    """The clauses with the door at the back of who has come in told by the room behind it."""
    clauses = [Entered("") if isinstance(c, At) and _is_inside_front_door(c) else c for c in clauses]
    if any(isinstance(c, At) and "window" in c.thing for c in clauses):  # "at the window, looking outside"
        clauses = [Facing("window") if isinstance(c, Facing) and c.thing in _OUT else c for c in clauses]
    entered = next((clause for clause in clauses if isinstance(clause, Entered)), None)
    if entered is not None:  # who comes in looks in: "inside the front door, looking into the hall"
        into = entered.room
        clauses = [c for c in clauses if not (isinstance(c, Facing) and not c.away and _is_room(c.thing, into))]
    door = next(
        (c for c in clauses if isinstance(c, Has) and c.side == "back" and _DOOR_BEHIND.fullmatch(c.thing)), None
    )
    behind = _DOOR_BEHIND.fullmatch(door.thing) if door is not None else None
    places = [clause for clause in clauses if isinstance(clause, At)]
    if behind is not None and entered is None and len(places) == 1 and _is_in_room(places[0]):
        entered, places = Entered(places[0].thing), []  # "in the hall, the door to the kitchen at my back"
        clauses = [entered if isinstance(clause, At) else clause for clause in clauses]
    if behind is None or places:
        return clauses
    if entered is None:
        through = Entered("") if behind["front"] else None
    elif behind["front"]:
        through = dataclasses.replace(entered, front=bool(entered.room))
    else:
        origin = (behind["to"] or "").strip()
        through = dataclasses.replace(entered, origin=entered.origin or ("" if origin == entered.room else origin))
    others = [clause for clause in clauses if clause not in (entered, door)]
    return clauses if through is None else [through, *others]


def _is_inside_front_door(place: At) -> bool:
    behind = _DOOR_BEHIND.fullmatch(place.thing) if place.relation == "on" else None
    return behind is not None and bool(behind["front"])


def _is_in_room(place: At) -> bool:
    return place.relation == "on" and not place.part and _is_room(place.thing)


def _is_room(name: str, like: str = "") -> bool:
    """Whether a name is that of a room, and of this room or one of its kind where that is told."""
    return bool(rooms_like(name, [name])) and (like in ("", name) or bool(rooms_like(name, [like])))


def spot_of(relation: str, thing: str) -> At | None:
    """Where in a room, or at which end of a thing, somebody is; None where nothing of the kind is said.

    Args:
        relation: to the thing, as `At` has it.
        thing: in the asker's words: "corner next to the fridge", "foot of the bed".
    """
    corner = _CORNER.fullmatch(thing)
    if corner is not None:
        return At("corner", corner["room"] or "room", by=plain(corner["by"] or ""))
    end = _AT_END.fullmatch(thing) if relation in ("at", "on", "front of") else None
    if end is None:
        return None
    part = next((part for part, words in _PARTS.items() if re.fullmatch(words, end["part"])), "")
    return At(relation, plain(end["thing"]), part=part or ("end" if end["by"] else ""), by=plain(end["by"] or ""))
