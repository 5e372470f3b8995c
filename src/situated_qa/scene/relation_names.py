"""What relations are called: one canonical name each, and the words that mean it."""

from __future__ import annotations

import difflib
import re

from situated_qa.errors import ToolError

DIRECTIONS = ("left", "right", "front", "back")
DIAGONALS = ("front left", "front right", "back left", "back right")
HOURS = tuple(f"{hour} o'clock" for hour in range(1, 13))
DISTANCES = ("closest", "farthest", "within reach", "near")
VERTICAL = (
    "on",
    "in",
    "above",
    "below",
    "support",
    "embed",
    "hanging on",
    "mounted on",
    "affixed on",
    "higher than",
    "lower than",
)

RELATIONS = (*DISTANCES, *DIRECTIONS, *DIAGONALS, *VERTICAL)
"""Names for two objects, as documented; the hours come on top."""
AGENT_RELATIONS = (*DISTANCES, *DIRECTIONS, *DIAGONALS, "above", "below")
"""Names for an object and the asker, as documented; the hours come on top."""

_SYNONYMS: dict[str, tuple[str, ...]] = {
    "closest": ("nearest", "closest to", "nearest to", "most near"),
    "farthest": (
        "furthest",
        "far",
        "far away",
        "far from",
        "far away from",
        "farthest from",
        "furthest from",
        "most distant",
        "farthest away",
        "furthest away",
    ),
    "within reach": (
        "touch",
        "touching",
        "at",
        "beside",
        "besides",
        "next",
        "next to",
        "reach",
        "reachable",
        "in reach",
        "within arm's reach",
        "within reach of",
        "adjacent",
        "adjacent to",
        "by",
    ),
    "near": ("around", "nearby", "near to", "close by", "close to"),
    "on": (
        "on top",
        "on top of",
        "atop",
        "upon",
        "resting on",
        "standing on",
        "lying on",
        "sitting on",
        "supported by",
    ),
    "in": ("inside", "inside of", "within", "contained in", "into"),
    "above": ("over", "overhead"),
    "below": ("under", "underneath", "beneath", "under of", "down"),
    "left": (
        "left of",
        "to the left",
        "to the left of",
        "on the left",
        "on the left of",
        "left side",
        "left side of",
        "on my left",
        "to my left",
        "on the left side of",
        "my left",
        "leftward",
        "left-hand side",
    ),
    "right": (
        "right of",
        "to the right",
        "to the right of",
        "on the right",
        "on the right of",
        "right side",
        "right side of",
        "on my right",
        "to my right",
        "on the right side of",
        "my right",
        "rightward",
        "right-hand side",
    ),
    "front": (
        "in front",
        "in front of",
        "in the front",
        "in front of me",
        "is in front of",
        "ahead",
        "ahead of",
        "straight ahead",
        "forward",
        "facing",
        "front of",
        "before",
        "opposite",
        "in the front of",
        "directly in front",
        "directly ahead",
    ),
    "back": (
        "behind",
        "behind of",
        "in back of",
        "back of",
        "at the back",
        "backward",
        "backwards",
        "rear",
        "at the rear",
        "directly behind",
        "behind me",
        "to the back",
        "in the back",
    ),
    "front left": ("left front", "ahead left", "forward left"),
    "front right": ("right front", "ahead right", "forward right"),
    "back left": ("left back", "behind left", "left behind", "rear left"),
    "back right": ("right back", "behind right", "right behind", "rear right"),
    "support": ("supporting", "supports", "carrying", "carries", "holding", "holds"),
    "embed": ("embedded", "embedded in", "set into", "built into"),
    "hanging on": ("hang on", "hangs on", "hanging from", "hung on", "hanging"),
    "mounted on": ("mounted", "mounted to", "fixed to"),
    "affixed on": ("affixed", "affixed to", "attached to", "attached", "stuck to", "glued to"),
    "higher than": ("higher", "taller position than"),
    "lower than": ("lower",),
}

_HINTS = {"close": "within reach", "together": "near", "side": "left"}  # too vague to accept, too common to guess at

_CANONICAL = {name: name for name in RELATIONS}
for _name, _words in _SYNONYMS.items():
    _CANONICAL.update(dict.fromkeys(_words, _name))

_HOUR_WORDS = {
    word: hour
    for hour, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=1
    )
}
_HOUR = re.compile(r"^(?:at |in )?(?:the |my )?(\d{1,2}|[a-z]+)(?:[ -]?o[ '’]?clock(?: position| direction)?)?$")


def synonyms(name: str) -> tuple[str, ...]:
    """Other accepted words for a canonical relation."""
    return _SYNONYMS.get(name, ())


def spellings(legal: tuple[str, ...]) -> list[str]:
    """Every accepted way to write the relations of `legal`, the hours, and "o'clock" for whichever hour it is."""
    hours = [f"{start}{end}" for end in (" o'clock", " oclock", "") for start in _hour_starts()]
    return [*legal, *HOURS, *(word for name in legal for word in synonyms(name)), *hours, "o'clock", "oclock"]


def _hour_starts() -> list[str]:
    return [text for word, hour in _HOUR_WORDS.items() for text in (str(hour), word)]


def hour_of(name: str) -> int | None:
    """1 … 12 of "3 o'clock", "three o'clock", "3 oclock", "three" or "3"; None for anything else."""
    found = _HOUR.match(_tidy(name))
    if found is None:
        return None
    hour = int(found[1]) if found[1].isdigit() else _HOUR_WORDS.get(found[1], 0)
    return hour if 1 <= hour <= 12 else None


def _tidy(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").replace("’", "'").split()).strip(" .?!,")


def canonical_relation(name: str, legal: tuple[str, ...] = RELATIONS) -> str:
    """The canonical name of a relation.

    Args:
        name: as a program wrote it, e.g. "in front of", "nearest", "three o'clock".
        legal: the canonical names allowed here; the hours are always allowed.

    Raises:
        ToolError: not a relation; names the nearest one and all legal ones.
    """
    if not isinstance(name, str):
        raise ToolError(f"a relation is a text, got {name!r}; relations: {_listing(legal)}")
    hour = hour_of(name)
    if hour is not None:
        return f"{hour} o'clock"
    words = _tidy(name)
    canonical = _CANONICAL.get(words) or _CANONICAL.get(
        re.sub(r"^(?:is|are|the|directly) | (?:of|to|me|from)$", "", words)
    )
    if canonical in legal:
        return canonical
    known = {word: target for word, target in _CANONICAL.items() if target in legal}
    close = difflib.get_close_matches(words, known, n=1, cutoff=0.6)
    guess = _HINTS.get(words) or (known[close[0]] if close else None)
    hint = f'; did you mean "{guess}"?' if guess in legal else ";"
    raise ToolError(
        f'"{name}" is not a relation{"" if canonical is None else " here"}{hint} relations: {_listing(legal)}'
    )


def _listing(legal: tuple[str, ...]) -> str:
    return ", ".join(legal) + ", 1 o'clock … 12 o'clock"
