"""Reading the names of relations as people and programs write them."""

from __future__ import annotations

import difflib
import re

from situated_qa.errors import ToolError
from situated_qa.scene.relation_table import BY_NAME, DIRECTION, RELATION_TYPES, names_of

DIRECTIONS = names_of(DIRECTION)
HOURS = tuple(f"{hour} o'clock" for hour in range(1, 13))
RELATIONS = tuple(row.name for row in RELATION_TYPES if row.in_programs)
"""Names for two objects, as documented; the hours come on top."""
AGENT_RELATIONS = tuple(name for name in RELATIONS if BY_NAME[name].of_asker)
"""Names for an object and the asker, as documented; the hours come on top."""

_HINTS = {"close": "within reach", "together": "near", "side": "left"}  # too vague to accept, too common to guess at

_CANONICAL = {word: name for name in RELATIONS for word in (name, *BY_NAME[name].synonyms)}

_HOUR_WORDS = {
    word: hour
    for hour, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=1
    )
}
_HOUR = re.compile(r"^(?:at |in )?(?:the |my )?(\d{1,2}|[a-z]+)(?:[ -]?o[ '’]?clock(?: position| direction)?)?$")


def spellings(legal: tuple[str, ...]) -> list[str]:
    """Every accepted way to write the relations of `legal`, the hours, and "o'clock" for whichever hour it is."""
    hours = [f"{start}{end}" for end in (" o'clock", " oclock", "") for start in _hour_starts()]
    return [*legal, *HOURS, *(word for name in legal for word in BY_NAME[name].synonyms), *hours, "o'clock", "oclock"]


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
