"""What the clauses of a situation in words say: where somebody is, what they look at, what lies beside them."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field

from situated_qa.situated.situation_spelling import plain

SIDES = ("front", "left", "back", "right")
BESIDE = "beside"
"""Of what lies next to the asker, on whatever side."""
_SEAT_AT = re.compile(r" (?:in front of|at|by|next to|near|before) (?:the |my )(.+)")
OUTSIDE = "outside"
"""What somebody looks at who looks out, until it is known through which window."""
_DOOR_BEHIND = re.compile(
    r"(?:(?!front|entrance|entry|main|kitchen|bath|bed)[a-z]+ )?(?:(?P<front>(?:front|entrance|entry|main) )?door"
    r"|door(?:way)? (?:to|from|into|of) (?:the )?(?P<to>[a-z ]{2,40}))"
)
_NEXT_TO = r"(?:next to|by|near|beside|close to|closest to|nearest to|nearest|with|at|where)"
_CORNER = re.compile(
    r"(?:(?:far |near )?corner)(?: (?:of|in) the (?P<room>[a-z ]{2,30}?))?"
    rf"(?: {_NEXT_TO} (?P<by>(?:the|my|a) .+?)(?: is| stands)?)?"
)
_IT = re.compile(r"(?:it|them|that)(?: (?:to|for)\b.*)?$")
_ONE = re.compile(r"(?P<which>[a-z]+(?: [a-z]+)?) one(?: .*)?")
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
_WALL_OF = re.compile(
    r"wall (?:(?P<same>of|behind|over|above|beside|next to)|opposite(?: of| to| from)?|across from)"
    r" (?P<thing>(?:the|my|a|an|two|three|some) .+)"
)


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
    at_it: bool = field(default=True, compare=False)  # they do it now; else they did it, or are about to


Clause = At | Facing | Has | Entered | Doing


@dataclass(frozen=True, slots=True)
class Situation:
    """What a situation says."""

    clauses: tuple[Clause, ...]
    unread: tuple[str, ...]  # the clauses that no pattern read
    implied: bool = False  # no place was said: what the asker does tells it
    turned_rad: float = 0.0  # how far the asker has turned since, counterclockwise


def resolved(clauses: list[Clause], named_before: str = "") -> list[Clause]:
    """The clauses with "it" and "the red one" put for what was named before."""
    last, found = named_before, list[Clause]()
    for before, clause in zip([None, *clauses], clauses, strict=False):
        if isinstance(clause, Facing) and clause.thing == OUTSIDE:
            clause = Facing(last if last.endswith("window") else "window")
        named = _named(clause)
        if not isinstance(clause, Entered) and last and _IT.match(named):
            # who sits on the chair at the desk, looking at it, looks at the desk
            seat = _SEAT_AT.search(last) if isinstance(clause, Facing) else None
            clause = dataclasses.replace(clause, thing=seat[1] if seat else last)
        elif isinstance(clause, At | Facing | Has) and last and (one := _ONE.fullmatch(named)):
            last = f"{one['which']} {last.split()[-1]}"
            clause = dataclasses.replace(clause, thing=last)
        elif named and not (isinstance(clause, Doing) and isinstance(before, Doing) and before.said == clause.said):
            last = named
        found.append(clause)
    return found


def settled(clauses: list[Clause]) -> list[Clause]:
    """The clauses without those of a thing that the asker was at before getting on it, or was on before getting up.

    "I went up to the chair and sat down on it", "I was on the chair and got up from it".
    """
    kept = list(clauses)
    for last in [clause for clause in clauses if _is_on(clause) or (isinstance(clause, Has) and clause.side == "back")]:
        at = kept.index(last)
        kept = [c for c in kept[:at] if not (_is_place(c, last) and _named(c) == _named(last))] + kept[at:]
    return kept


def _is_place(clause: Clause, later: Clause) -> bool:
    return isinstance(clause, At | Facing) if _is_on(later) else _is_on(clause)


def _is_on(clause: Clause) -> bool:
    return isinstance(clause, At) and clause.relation == "on"


def _named(clause: Clause) -> str:
    return "" if isinstance(clause, Entered) else clause.thing


def come_through(clauses: list[Clause]) -> list[Clause]:
    """The clauses with the door at the back of who has come in told by the room behind it."""
    come = [clause for clause in clauses if isinstance(clause, Entered)]
    if len(come) > 1:  # "I come from the hall, I stop in the doorway of the kitchen"
        room, origin = (max(names, key=bool) for names in zip(*((c.room, c.origin) for c in come), strict=True))
        return come_through([Entered(room, origin), *(c for c in clauses if not isinstance(c, Entered))])
    entered = come[0] if come else None
    door = next(
        (c for c in clauses if isinstance(c, Has) and c.side == "back" and _DOOR_BEHIND.fullmatch(c.thing)), None
    )
    behind = _DOOR_BEHIND.fullmatch(door.thing) if door is not None else None
    if behind is None or any(isinstance(clause, At) for clause in clauses):
        return clauses
    if entered is None:
        through = Entered("") if behind["front"] else None
    else:
        origin = (behind["to"] or "").strip()
        through = dataclasses.replace(entered, origin=entered.origin or ("" if origin == entered.room else origin))
    others = [clause for clause in clauses if clause not in (entered, door)]
    return clauses if through is None else [through, *others]


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


def wall_of(thing: str, *, away: bool) -> Facing | None:
    """The wall of a thing, or the one across from it, that somebody looks at; None where no such wall is said."""
    wall = _WALL_OF.fullmatch(thing)
    if wall is None:
        return None
    return Facing(plain(wall["thing"]), away=away, wall="same" if wall["same"] else "opposite")
