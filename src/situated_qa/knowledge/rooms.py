"""Names of kinds of rooms: a lounge is a living room."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources


@cache
def _groups() -> tuple[frozenset[str], ...]:
    text = resources.files("situated_qa.knowledge").joinpath("data/rooms.json").read_text(encoding="utf-8")
    return tuple(frozenset(names) for names in json.loads(text))


def room_names() -> frozenset[str]:
    """All names of kinds of rooms."""
    return frozenset().union(*_groups())


def rooms_like(name: str, rooms: Iterable[str]) -> list[str]:
    """Those of the rooms that another name of their kind may mean.

    Args:
        name: in lower case, such as "lounge".
        rooms: lower case; a number after a name tells several of a kind apart ("bedroom 2").
    """
    kinds = [group for group in _groups() if name in group]
    return [room for room in rooms if any(room.rstrip(" 0123456789") in group for group in kinds)]
