"""Questions about rooms and ways in any wording: what is asked is told by a few key words, of what by the rooms named.

`room_reading` reads the usual phrases word by word; what none of them fits is read here. A reader here looks for the
key words of its kind ("how many doors" and a word of passing) and for the rooms or things that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.content_mentions import (
    read_for_deeds,
    read_room_of,
    read_same_room,
    read_with_things,
)
from situated_qa.reasoning.query_form.reading.room_words import KINDS, RoomQuestion, resolved, room_named
from situated_qa.reasoning.query_form.reading.walk_mentions import MOVING, Found, read_walk
from situated_qa.reasoning.query_form.reading.words import singular

_HERE = (
    r"here|(?:this|the current|my current|my own) room|the room (?:that |where )?i am(?: in)?|where i am"
    r"|(?<=between )me|(?<=from )me"
)
_YES_NO = re.compile(r"(?:is|are|am|do|does|did|can|could|would|will|may|might|has|have)\b")
_WH = re.compile(r"(?:(?:in|on|at|to|of|from|through|into|on the way to .+? ,?) )?(?:what|which|where|who|how)\b")
_THE = r"(?:the|my|this|that|a|an)"

_Rooms = list[tuple[str, str]]  # as said, and as the scene calls it; "" for one that it does not have


def read_by_mentions(text: str, grounds: Grounds, categories: list[str]) -> RoomQuestion | None:
    """A question about rooms or walking, by its key words; None for any other.

    Args:
        text: normalized, without openings.
        categories: the scene's.
    """
    rooms = _rooms(text, grounds)
    for reader in _READERS:
        found = reader(text, rooms, categories)
        if found is not None:
            ask, groups = found
            asked = resolved(ask, groups, grounds, categories)
            if asked is not None:
                return asked
    return None


def _rooms(text: str, grounds: Grounds) -> _Rooms:
    """The rooms that a text names, in order, each once."""
    names = {*(room.lower() for room in grounds.rooms), *KINDS}
    names |= {re.sub(r" \d+$", "", name) for name in names}
    named = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found: _Rooms = []
    for match in re.finditer(
        rf"(?<![a-z])(?:the |my |our )?(?:{named})(?![a-z])(?! (?:door|cabinet|sink|table|window|chair)s?\b)"
        rf"|\b(?:{_HERE})\b",
        text,
    ):
        name, missing = room_named("here" if match[0] == "me" or re.fullmatch(_HERE, match[0]) else match[0], grounds)
        if (name or missing) and (match[0], name) not in found:
            found.append((match[0], name))
    return found


def _others(rooms: _Rooms) -> list[str]:
    return [said for said, _ in rooms if said != "me" and not re.fullmatch(_HERE, said)]


def _names_things(text: str, categories: Sequence[str], but: Sequence[str] = ("door",)) -> bool:
    """Whether a text names things that are there, besides doors."""
    words = text.split()
    phrases = [" ".join(words[k : k + size]) for size in (1, 2) for k in range(len(words) - size + 1)]
    plain = {singular(phrase) for phrase in phrases if phrase not in ("bath", "shower")}
    return any(name in plain for name in categories if name not in but and name not in KINDS)


def _doors(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """How many doors there are on the way to a room."""
    others = _others(rooms)
    passing = rf"\b(?:{MOVING}|through|away|between|doors to|on (?:my|the) way|way|path|route|cross|until|far)\b"
    if not re.search(r"\bhow many doors\b", text) or re.search(r"\bdoors (?:lead|go|open)\b", text):
        return None
    return ("doors", {"room": others[-1]}) if others and re.search(passing, text) else None


def _next_room(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Which room comes first on the way to another."""
    others = _others(rooms)
    wanted = re.search(
        r"\b(?:what|which) (?:is the )?(?:(?:first|next|other) )?room\b|\bwhere do i\b|\bwhat is the (?:first"
        r"|next) room\b"
        r"|\b(?:next|first) room\b",
        text,
    )
    order = re.search(r"\b(?:first|next|at first|right after|straight after|before (?:that|i))\b", text)
    moving = re.search(rf"\b(?:{MOVING}|way|route|path|into|through|going|walking|heading|after this)\b", text)
    if not (others and wanted and order and moving):
        return None
    goal = re.search(
        r"\b(?:to|for|towards?|reach|into) (?=(?:the |my )?(" + "|".join(map(re.escape, others)) + r")\b)", text
    )
    return "next room", {"room": goal.group(1) if goal else others[-1]}


def _is_next_to(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Whether an open door leads from one room into another."""
    others = _others(rooms)
    near = re.search(
        r"\b(?:directly|straight|immediately|right (?:behind|next)|(?:one|a single|a|any|an open|one open"
        r"|a single open) door"
        r"|one of the(?: open)? doors"
        r"|adjacent|next door|next to|connected|adjoins?|adjoining|neighbou?r\w*|borders?|lead|leads"
        r"|without (?:passing|going|crossing))\b",
        text,
    )  # fmt: skip
    if not _YES_NO.match(text) or not near or not others or re.search(r"\b(?:open|closed|shut|see)$", text):
        return None
    if _names_things(text, categories) or re.match(r"(?:is|are) there (?:a|any) doors? in\b", text):
        return None
    return "is accessible", {"room": others[-1], "room2": others[0] if len(others) > 1 else "here"}


def _next_rooms(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Which rooms open doors lead to."""
    near = re.search(
        r"\b(?:directly|straight|immediately|adjacent|next to|next door|step|enter|reachable|accessible"
        r"|connected|connects?|adjoin\w*"
        r"|neighbou?r\w*|border\w*|beside|leads?|walk|get|go|come|move|reach)\b",
        text,
    )  # fmt: skip
    wanted = re.match(
        r"(?:(?:in|to|into|from|with) )?(?:what|which) (?:(?:other|neighbou?ring|adjacent) )?rooms?\b"
        r"|where (?:can|could|do) i (?:directly )?"
        rf"(?:{MOVING}) (?:directly|straight)\b|where do the doors\b",
        text,
    )
    if not near or not wanted or len(rooms) != 1 or _names_things(text, categories):
        return None
    if re.search(r"\b(?:first|next to enter|next room|to reach|on the way|before)\b", text):
        return None
    from_there = re.search(
        r"\b(?:from|of|out of|leaving|next to|to|with|by|beside|near|borders?|adjoins?|door)\b.*"
        + re.escape(rooms[0][0]),
        text,
    )
    return ("accessible", {"room": rooms[0][0]}) if from_there else None


def _larger(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Which of two rooms is larger."""
    more = re.search(r"\b(larger|bigger|smaller|more spacious)\b", text)
    floor = re.search(r"\b(more|greater|larger|bigger|less|smaller) (?:floor|space|area|room|square meters)", text)
    if not (more or floor) or len(rooms) != 2 or _names_things(text, categories) or re.search(r"\bthan\b", text):
        return None
    word = more.group(1) if more else "smaller" if floor and floor.group(1) == "less" else "larger"
    return "larger", {"word": word, "room": rooms[0][0], "room2": rooms[1][0]}


def _largest(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Which room is the largest or smallest."""
    most = re.search(r"\b(largest|biggest|smallest|(?:most|least) (?:floor|space|area))\b", text)
    if (
        not most
        or rooms
        or not re.search(r"\brooms?\b", text)
        or re.search(r"\b(?:things?|objects?|items?|furniture|in (?:this|the) room|number|count)\b", text)
    ):
        return None
    if _names_things(text, categories, ()) or not (_WH.match(text) or text.startswith("the ")):
        return None
    word = most.group(1).split(" ")[0]
    return "largest", {"word": {"most": "largest", "least": "smallest"}.get(word, word)}


def _apart(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """How far it is from one room to another: the walk between them."""
    others = [said for said, _ in rooms]
    if len(others) != 2 or _names_things(text, categories) or not re.search(r"\bhow far\b|\bdistance\b", text):
        return None
    return "walk", {"start": others[1], "end": others[0]}


def _size(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """How large the floor of a room is."""
    asked = re.search(
        r"\bsquare meters\b|\bfloor (?:space|area)\b|\barea of\b|\bhow (?:big|large|small|spacious)\b|\b(?:what"
        r"|which) size\b|\bsize of\b"
        r"|\bhow much (?:floor|space|room)\b",
        text,
    )
    if (
        not asked
        or len(rooms) != 1
        or _names_things(text, categories)
        or not re.search(r"\b(?:how|what|which)\b", text)
    ):
        return None
    rest = re.sub(r"\b(?:floor|space|area|size|square|meters|room)\b", " ", text.replace(rooms[0][0], " "))
    if re.search(r"\b(?:thing|object|than|or|largest|biggest|smallest)\b", rest):
        return None
    return "size", {"word": "area", "room": rooms[0][0]}


def _door(text: str, rooms: _Rooms, categories: Sequence[str]) -> Found | None:
    """Whether the door between two rooms is open."""
    states = re.findall(r"\b(open|closed|shut)\b(?! doors?\b)", text)
    if not re.search(r"\bdoor\b", text) or not states:
        return None
    joined = re.search(r"\b([a-z]+(?: room)?)[ -]+(?:and |to )?((?:[a-z]+ )?[a-z]+) door\b", text)
    both = [said for said, _ in rooms][:2]
    if len(both) < 2 and joined:
        both = [joined.group(1), joined.group(2)]
    if len(both) < 2 or _names_things(text, categories):
        return None
    return "door", {"room": both[0], "room2": both[1], "word": "open or closed" if len(states) > 1 else states[0]}


_READERS: tuple[Callable[[str, _Rooms, Sequence[str]], Found | None], ...] = (
    _doors, _next_room, _door, _is_next_to,
    lambda text, rooms, _: read_with_things(text, bool(rooms)),
    lambda text, rooms, _: read_for_deeds(text, bool(rooms)),
    _next_rooms, _larger, _largest, _size, _apart,
    lambda text, _, __: read_same_room(text) or read_room_of(text) or read_walk(text),
)  # fmt: skip
