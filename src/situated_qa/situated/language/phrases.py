"""The small words of answers: plurals, articles, lists, numbers."""

from __future__ import annotations

from collections.abc import Sequence

from situated_qa.situated.language.values import Number, Room, Things, View

MOST = {
    "large": "largest", "big": "biggest", "tall": "tallest", "long": "longest", "wide": "widest", "high": "highest",
}  # fmt: skip
LEAST = {
    "large": "smallest", "big": "smallest", "tall": "shortest", "long": "shortest", "wide": "narrowest",
    "high": "lowest",
}  # fmt: skip
"""The superlatives of `vocabulary.Superlative`."""
BESIDE = {"on": "on", "inside": "in", "near": "near", "above": "above", "below": "under"}
"""`vocabulary.Beside` before "it"."""
NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""Counts in words, from 0 on."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""Places in a row, from 1 on."""
_ALWAYS_PLURAL = frozenset({"clothes", "scissors", "stairs", "glasses", "headphones", "shoes", "blinds", "pants"})


def in_words(number: int) -> str:
    """A count as people write it: "no", "two", "13"."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """A place in a row: "second", "middle", "last", "11th"."""
    if number in (0, -1):
        return "middle" if number == 0 else "last"
    if number < 0:
        return f"{ordinal(-number)} to last"
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def plural(noun: str) -> str:
    """The plural of a noun phrase, by the usual endings; "something to sit on" becomes "things to sit on"."""
    if noun.startswith("something "):
        return f"things{noun.removeprefix('something')}"
    if " or " in noun:
        return " or ".join(plural(part) for part in noun.split(" or "))
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") and not noun.endswith("ss") else f"{noun}es"
    if noun.endswith("shelf"):
        return f"{noun[:-1]}ves"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def _one(noun: str) -> str:
    """A noun after "the" and "one": "something to sit on" becomes "thing to sit on"."""
    return f"thing {noun.removeprefix('something ')}" if noun.startswith("something ") else noun


def article(noun: str) -> str:
    """The noun with "a" or "an", "some" before a noun that is always plural."""
    if noun.rpartition(" ")[2] in _ALWAYS_PLURAL:
        return f"some {noun}"
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def listed(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else "".join(words)


def amount(number: int, noun: str) -> str:
    """ "two chairs", "one chair", "no chair"; "one thing to sit on"."""
    return f"{in_words(number)} {_one(noun) if number in (0, 1) else plural(noun)}"


def counted(*counts: Number) -> str:
    """Several counts in one sentence: "there are two cups on the table and one bowl"."""
    told = [" ".join(filter(None, (amount(round(count.value), count.of), count.where))) for count in counts]
    return f"there {'is' if round(counts[0].value) in (0, 1) else 'are'} {' and '.join(told)}"


def none_of(noun: str) -> str:
    """ "no chair"; of no kind in particular "nothing", "nothing to sit on", "nothing red"."""
    if noun.startswith("something "):
        return f"nothing{noun.removeprefix('something')}"
    looks, _, kind = noun.rpartition(" ")
    return f"nothing {looks}".rstrip() if kind == "thing" else f"no {noun}"


def the(things: Things) -> str:
    """Things as a sentence refers to them: "the chair on your left", "the two chairs", "the things on the table"."""
    one = things.definite or len(things.ids) == 1
    noun = _one(things.noun) if one else plural(things.noun)
    return " ".join(word for word in ("the", noun, things.where) if word)


def who(item: Things | View | Room) -> str:
    """A thing, somebody or a room, as a sentence refers to it."""
    if isinstance(item, Things):
        return the(item)
    return item.words if isinstance(item, View) else f"the {item.name}"


def direction_words(hour: int) -> str:
    """A clock direction in words: 12 is "in front of you", 8 is "to your left and behind you"."""
    side = "" if hour in (12, 6) else "to your right" if hour < 6 else "to your left"
    depth = "in front of you" if hour in (10, 11, 12, 1, 2) else "behind you" if hour in (4, 5, 6, 7, 8) else ""
    if hour in (11, 1, 5, 7):  # within 45° of straight ahead or behind: that word first
        return f"{depth} and {side}"
    return " and ".join(word for word in (side, depth) if word)


def at_hour(hour: int) -> str:
    """A clock direction in words and as an hour: "to your left (9 o'clock)"."""
    return f"{direction_words(hour)} ({hour} o'clock)"


def duration(seconds: float) -> str:
    """A duration as people say it, in a unit of which there are at least two: "73 seconds", "12 minutes", "40 days"."""
    for unit, length_s in (("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2 * length_s:
            return f"{seconds / length_s:.0f} {unit}s"
    return f"{seconds:.0f} {'second' if round(seconds) == 1 else 'seconds'}"


def capitalized(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
