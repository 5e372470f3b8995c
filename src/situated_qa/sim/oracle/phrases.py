"""Pieces that the oracle's programs are put together from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

Slots = Mapping[str, Any]
"""What a question is about, as its maker noted it."""

Program = Callable[[Slots], str]
"""From a question's slots to the text of a program."""


def quoted(value: Any) -> str:
    """A text, number or list as it stands in a program."""
    return json.dumps(value, ensure_ascii=False)


def find_one(name: str, ref: Slots) -> str:
    """A line that finds the thing that a phrase means."""
    conditions = []
    if "room" in ref:
        conditions.append(f"room_of(o) == {quoted(ref['room'])}")
    if "color" in ref:
        conditions.append(f'query_attribute(o, "color") == {quoted(ref["color"])}')
    found = f"filter(scene(), {quoted(ref['category'])})"
    if conditions:
        found = f"[o for o in {found} if {' and '.join(conditions)}]"
    return f"{name} = list({found})[0]\n"


def here(category: str) -> str:
    return f"[o for o in objects_in(current_room()) if o.category == {quoted(category)}]"


def things_in(category: str, room: str | None = None) -> str:
    """Things of exactly a category: to ask for one that is nowhere is no mistake here."""
    place = "scene()" if room is None else f"objects_in({quoted(room)})"
    return f"[o for o in {place} if o.category == {quoted(category)}]"


def rooms_with(category: str) -> str:
    return f"{{room_of(o) for o in filter(scene(), {quoted(category)})}}"


PRINT_FOUND = "print(', '.join(sorted(found)))\n"
"""Ends a program whose answer is a set of names."""
