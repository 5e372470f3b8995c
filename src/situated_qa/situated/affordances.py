"""What things are for: "something to sit on" is a chair, or failing that an ottoman."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class _Use:
    """A use: how people say it, and the names of what serves it, in groups, best first."""

    phrases: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=1)
def _uses() -> list[_Use]:
    text = resources.files("situated_qa.situated").joinpath("data/uses.json").read_text(encoding="utf-8")
    return [
        _Use(tuple(phrases), tuple(_serving(use, rank) for rank in _RANKS)) for use, phrases in json.loads(text).items()
    ]


def _serving(use: str, rank: int) -> tuple[str, ...]:
    return tuple(row.name for row in known_categories() if row.uses.get(use) == rank)


def _stem(word: str) -> str:
    """washing and washed are wash, sitting is sit."""
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
    return word


def _words(text: str) -> list[str]:
    return [_stem(word) for word in re.findall(r"[a-z]+", text.lower()) if word not in _FILLER]


def is_known_use(text: str) -> bool:
    """Whether a text speaks of a use that is listed here: "something to sleep on" does, "something to hum" does not."""
    asked = set(_words(text))
    return any(words and words <= asked for use in _uses() for words in (set(_words(p)) for p in use.phrases))


def _meant(name: str, categories: Sequence[str]) -> Sequence[str]:
    """The categories that are called so or by a synonym, else those that are a kind of it."""
    same = synonyms(normalise(name))
    called = [category for category in categories if normalise(category) in same]
    match = None if called else find_categories(name, categories, STEPS[:4])
    return match.categories if match is not None else called


def related_categories(text: str, categories: Sequence[str]) -> list[list[str]]:
    """The scene's categories that serve a use, in groups, best first.

    The use whose phrase shares most words with the text decides, all of its words being there; what the text mentions
    by name comes after it.

    Args:
        text: "something to sit on", "where could I wash my hands?", "seat".
        categories: those of the scene.
    """
    asked = _words(text)
    best: list[tuple[int, tuple[tuple[str, ...], ...]]] = []
    for use in _uses():
        lengths = [
            len(_words(phrase)) for phrase in use.phrases if set(_words(phrase)) <= set(asked) and _words(phrase)
        ]
        if lengths:
            best.append((max(lengths), use.groups))
    longest = max((length for length, _ in best), default=0)
    groups: list[list[str]] = []
    for _, ranked in (found for found in best if found[0] == longest):
        for k, names in enumerate(ranked):
            while len(groups) <= k:
                groups.append([])
            for name in names:
                groups[k].extend(_meant(name, categories))
    groups.append(mentioned_categories(text, categories))
    seen: set[str] = set()
    ordered = []
    for group in groups:
        fresh = sorted({category for category in group if category not in seen})
        seen.update(fresh)
        if fresh:
            ordered.append(fresh)
    return ordered
