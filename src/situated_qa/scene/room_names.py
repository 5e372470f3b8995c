"""Names of rooms from their contents: each category votes for kinds of rooms, as the knowledge table says.

The rules of naming are in `data/room_kinds.json`.
A room keeps its name until another kind has clearly more votes, so that names hold while the map grows. Several rooms
of one kind are "bedroom", "bedroom 2", …; a room of which nothing tells is "room 1", "room 2", ….
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from situated_qa.knowledge import category_named, normalise

_CLEARLY = 1.0  # votes by which another kind must lead before a room is renamed
_LONG = 2.3  # a passage this many times longer than wide is a corridor, not a hall
_PASSAGE_WIDTH_M = 2.4
_PASSAGE_M2 = 12.0
_DOORS_OF_A_PASSAGE = 3  # a small room with so many, and little in it, leads to the others
UNKNOWN = "room"


@dataclass(frozen=True, slots=True)
class RoomContents:
    """What a room is named by."""

    size_m: tuple[float, float]  # longer side, shorter side of its box
    doors: int
    categories: Sequence[tuple[str, float]]  # of the objects in it, with their confidences 0 … 1
    name: str = ""  # what it has been called so far


@dataclass(frozen=True, slots=True)
class _Kinds:
    further: float
    least: float
    several: Mapping[str, Mapping[str, float]]
    only_beside: Mapping[str, str]
    passage: Mapping[str, str]
    narrow: Mapping[str, Mapping[str, Any]]
    order: tuple[str, ...]


@cache
def _kinds() -> _Kinds:
    text = resources.files("situated_qa.scene").joinpath("data/room_kinds.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return _Kinds(
        data["further_of_a_category"], data["least"], data["several_in_one"], data["only_beside"], data["passage"],
        data["narrow"], tuple(data["kinds"]),
    )  # fmt: skip


def voting_name(category: str, short_side_m: float) -> str:
    """The name under which an object votes; a narrow bed has votes of its own."""
    rule = _kinds().narrow.get(_row_name(category))
    return str(rule["as"]) if rule is not None and short_side_m < rule["below_m"] else category


@lru_cache(maxsize=4096)
def _row_name(category: str) -> str:
    """The table's name of a category, so that "sofa" and "couch" are one; of one that it lacks, the plain spelling."""
    row = category_named(category)
    return row.name if row is not None else normalise(category)


@cache
def _votes(name: str) -> Mapping[str, float]:
    """What one category votes for; nothing where the table does not say."""
    narrow = next((rule["votes"] for rule in _kinds().narrow.values() if rule["as"] == name), None)
    row = category_named(name)
    return narrow or (row.rooms if row is not None else {})


def room_votes(categories: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Votes by kind of room. The surest object of a category votes in full, each further one a quarter of that.

    Args:
        categories: name and confidence 0 … 1 of each object.
    """
    kinds = _kinds()
    by_category: dict[str, list[float]] = {}
    for name, confidence in categories:
        by_category.setdefault(_row_name(name), []).append(confidence)
    votes = dict.fromkeys(kinds.order, 0.0)
    for name, confidences in by_category.items():
        weight = max(confidences) + kinds.further * (sum(confidences) - max(confidences))
        for kind, value in _votes(name).items():
            votes[kind] += value * weight
    return votes


def name_rooms(rooms: Sequence[RoomContents]) -> list[str]:
    """Names, all different, in the order of the rooms. Earlier names are kept where the contents allow it."""
    kinds = _kinds()
    votes = [room_votes(room.categories) for room in rooms]
    found = [_kind(room, mine) for room, mine in zip(rooms, votes, strict=True)]
    for kind, beside in kinds.only_beside.items():
        # Such a kind is told from its neighbor only where both are there: one of several bedrooms may be for guests.
        alike = [k for k in range(len(rooms)) if found[k] == beside]
        leads = {k: votes[k][kind] - votes[k][beside] for k in alike}
        if len(alike) > 1:
            likely = max(alike, key=lambda k: leads[k])
            if leads[likely] > 0.0 or kind_of(rooms[likely].name) == kind and leads[likely] > -_CLEARLY:
                found[likely] = kind
    return _numbered(found, [room.name for room in rooms])


def kind_of(name: str) -> str:
    """A name without its number: "bedroom 2" is a bedroom."""
    return re.sub(r" \d+$", "", name)


def _kind(room: RoomContents, votes: Mapping[str, float]) -> str:
    """The kind of one room; those that are told only beside another are left to `name_rooms`."""
    kinds = _kinds()
    for kind, parts in kinds.several.items():
        if all(votes[part] >= least for part, least in parts.items()):
            return kind
    open_to = {kind: value for kind, value in votes.items() if kind not in kinds.only_beside}
    best = max(open_to, key=lambda kind: open_to[kind])
    before = kind_of(room.name)
    if before in open_to and open_to[before] >= kinds.least and open_to[best] - open_to[before] < _CLEARLY:
        best = before
    longer, shorter = room.size_m
    if best in kinds.passage.values() or open_to[best] < kinds.least:
        long = longer >= _LONG * shorter
        small = shorter <= _PASSAGE_WIDTH_M and longer * shorter <= _PASSAGE_M2 or long and shorter <= _PASSAGE_WIDTH_M
        if small and (open_to[best] >= kinds.least or long or room.doors >= _DOORS_OF_A_PASSAGE):
            return kinds.passage["long" if long else "compact"]
        return UNKNOWN if open_to[best] < kinds.least else best
    return best


def _numbered(kinds: Sequence[str], before: Sequence[str]) -> list[str]:
    """One name each: the one it had, where its kind is the same, else the first that is free."""
    taken: set[str] = set()
    names = [""] * len(kinds)
    for k, kind in enumerate(kinds):
        if before[k] and kind_of(before[k]) == kind and before[k] not in taken:
            names[k] = before[k]
            taken.add(before[k])
    for k, kind in enumerate(kinds):
        number = 1
        while not names[k]:
            name = kind if number == 1 and kind != UNKNOWN else f"{kind} {number}"
            if name not in taken:
                names[k] = name
                taken.add(name)
            number += 1
    return names
