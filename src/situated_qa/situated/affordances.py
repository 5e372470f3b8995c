"""What things are for: "something to sit on" is a chair, or failing that an ottoman."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from situated_qa.knowledge import categories as known_categories
from situated_qa.knowledge import normalise
from situated_qa.situated.categories import STEPS, find_categories, mentioned_categories, synonyms

_FILLER = frozenset(
    ("something", "somewhere", "thing", "a", "an", "the", "to", "for", "i", "can", "could", "in", "on", "with", "at",
     "from")
)  # fmt: skip
_RANKS = (1, 2, 3)


@lru_cache(maxsize=1)
def _uses() -> dict[str, list[list[str]]]:
    """The uses that are listed, with how people say each: the stems of a phrase."""
    text = resources.files("situated_qa.situated").joinpath("data/uses.json").read_text(encoding="utf-8")
    return {use: [_words(phrase) for phrase in phrases] for use, phrases in json.loads(text).items()}


def _serving(use: str, rank: int) -> tuple[str, ...]:
    return tuple(row.name for row in known_categories() if row.uses.get(use) == rank)


def _stem(word: str) -> str:
    """washing, washed and washes are wash, sitting is sit, dries is dry."""
    word = re.sub(r"(?<=..)ies$", "y", word)
    word = re.sub(r"(?<=sh|ch|ss)es$|(?<=..[^su])s$", "", word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
    return word


def _words(text: str) -> list[str]:
    return [_stem(word) for word in re.findall(r"[a-z]+", text.lower()) if word not in _FILLER]


def _meant_uses(text: str) -> list[str]:
    """The uses that a text speaks of: those whose phrases share most words with it, all of their words being there."""
    asked = set(_words(text))
    lengths = {
        use: max((len(words) for words in phrases if set(words) <= asked), default=0)
        for use, phrases in _uses().items()
    }
    longest = max(lengths.values())
    return [use for use, length in lengths.items() if length == longest > 0]


def is_known_use(text: str) -> bool:
    """Whether a text speaks of a use that is listed here: "something to sleep on" does, "something to hum" does not."""
    return bool(_meant_uses(text))


def _meant(name: str, categories: Sequence[str]) -> Sequence[str]:
    """The categories that are called so or by a synonym, else those that are a kind of it."""
    same = synonyms(normalise(name))
    called = [category for category in categories if normalise(category) in same]
    match = None if called else find_categories(name, categories, STEPS[:4])
    return match.categories if match is not None else called


def related_categories(text: str, categories: Sequence[str]) -> list[list[str]]:
    """The scene's categories that serve a use, in groups, best first; what the text mentions by name comes last.

    Args:
        text: "something to sit on", "where could I wash my hands?", "seat".
        categories: those of the scene.
    """
    uses = _meant_uses(text)
    groups = [
        [category for use in uses for name in _serving(use, rank) for category in _meant(name, categories)]
        for rank in _RANKS
    ]
    seen: set[str] = set()
    ordered = []
    for group in (*groups, mentioned_categories(text, categories)):
        fresh = sorted(set(group) - seen)
        seen.update(fresh)
        ordered += [fresh] if fresh else []
    return ordered
