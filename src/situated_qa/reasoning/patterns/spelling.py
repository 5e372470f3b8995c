"""Misspelled words of a question, by the one word that each can only be."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from situated_qa.knowledge import singular
from situated_qa.reasoning.reader.vocabulary import edits
from situated_qa.situated.matcher import is_a_word

_SHORTEST, _LONG = 4, 8  # letters: of a word that is mended at all; of one that may have two slips
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "r", "er", "st", "est")
"""Of words whose bare form a dictionary of nouns may have."""


def mended(words: tuple[str, ...], known: frozenset[str]) -> tuple[str, ...]:
    """The words, with each that no dictionary and no table has as the one known word that is a slip away from it.

    Args:
        known: the words of names, patterns and tables.
    """
    return tuple(_mended(word, known) for word in words)


@lru_cache(maxsize=4096)
def _mended(word: str, known: frozenset[str]) -> str:
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()) or _is_spelled(word, known):
        return word
    for slips in (1, 2)[: 1 + (len(word) >= _LONG)]:
        near = {other for other in _like(word, known) if edits(word, other) == slips}
        if near:
            return near.pop() if len(near) == 1 else word
    one = _mended(word[:-1], known) if word.endswith("s") else word
    return f"{one}s" if one not in (word, word[:-1]) else word


def _is_spelled(word: str, known: frozenset[str]) -> bool:
    """Whether it is a word, or a form of one."""
    bare = {word.removesuffix(end) for end in _ENDINGS if word.endswith(end)}
    forms = {word, singular(word), *bare, *(f"{form}e" for form in bare)}
    return any(form in known or is_a_word(form) for form in forms)


def _like(word: str, known: Iterable[str]) -> list[str]:
    """Words of about its length that begin like it, as slips of the first letter are rare."""
    return [other for other in known if other[:1] == word[0] and abs(len(other) - len(word)) <= 2 and other.isalpha()]
