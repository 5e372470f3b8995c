"""Questions about rooms."""

from __future__ import annotations

from situated_qa.reasoning.foreign.said import Said
from situated_qa.reasoning.patterns.nouns import UnclearError


def which_room(s: Said) -> str:
    """The room of a thing or of the asker, or the rooms that have one."""
    if not s.nouns and ("i" in s.asks or s.me or "this" in s.asks):
        s.only("me")
        return "here()"
    s.only("nouns", "places", "of")
    noun, s.of = s.one(), []
    if noun.determiner == "a" or (noun.determiner == "" and "there" in s.asks and s.language != "zh"):
        return f"rooms_with({noun.every})"
    return f"room_of({noun.plain})"


def this_room(s: Said) -> str:
    """What room this is."""
    s.only()
    if "all" in s.asks or "there" in s.asks:
        raise UnclearError
    return "here()"


def which_rooms(s: Said) -> str:
    """The rooms, or those with a thing."""
    if not s.nouns:
        s.only()
        return "rooms()"
    s.only("nouns", "places")
    return f"rooms_with({s.one().every})"


def all_rooms(s: Said) -> str:
    """ "The rooms, which are they", "list the rooms", not so "do the rooms have windows"."""
    s.only()
    if not s.asks & {"tell", "what"}:
        raise UnclearError
    return "rooms()"


def rooms_told(s: Said) -> str:
    """ "List the rooms with a bed", where the language has no plural."""
    if not s.asks & {"tell", "what"} or s.language != "zh":
        raise UnclearError
    return which_rooms(s)


def what_room(s: Said) -> str:
    """Chinese has one word for "which room" and "which rooms"."""
    return which_rooms(s) if "there" in s.asks else which_room(s)


def count_rooms(s: Said) -> str:
    """How many rooms there are."""
    s.only()
    return "count_rooms()"
