"""The corner, the end of a thing, the wall that a clause of a situation names."""

from __future__ import annotations

import re

from situated_qa.situated.situation_clauses import At, Facing
from situated_qa.situated.situation_spelling import plain

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
_WALL_OF = re.compile(
    r"wall (?:(?P<same>of|behind|over|above|beside|next to)|opposite(?: of| to| from)?|across from)"
    r" (?P<thing>(?:the|my|a) .+)"
)


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
