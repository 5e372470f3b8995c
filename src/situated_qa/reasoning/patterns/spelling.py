"""Misspelled words of a question, by the one word that each can only be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from situated_qa.knowledge import singular
from situated_qa.reasoning.patterns.words import lexicon
from situated_qa.reasoning.reader.vocabulary import edits
from situated_qa.situated.categories import find_categories, known_names
from situated_qa.situated.language.phrases import plural
from situated_qa.situated.matcher import is_a_word

_SHORTEST, _LONG = 4, 8  # letters: of a word that is mended at all; of one that may have two slips
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "r", "er", "st", "est")
"""Of words whose bare form a dictionary of nouns may have."""
_MEANT = re.compile(r"\b(?:the|my|our|this|these|those|both|all|of|many)(?= ([a-z]{4,})\b)", re.IGNORECASE)
"""What is taken to be there; of "a coach" one may ask whether there is one."""


def mended(words: tuple[str, ...], known: frozenset[str]) -> tuple[str, ...]:
    """The words, with each that no dictionary and no table has as the one known word that is a slip away from it.

    Args:
        known: the words of names, patterns and tables.
    """
    return tuple(_mended(word, known) for word in words)


def as_named(question: str, things: Sequence[str]) -> tuple[str, str]:
    """The question with a rare word for something that is not there as the one thing there that is a letter off.

    "The coach" is the couch where there is one and no coach. Also why, as a doubt; "" where nothing is replaced.
    """
    for said in _MEANT.finditer(question):
        word = singular(said[1].lower())
        near = {name for name in things if name[:1] == word[0] and edits(name, word) == 1}
        common = len(word) < _SHORTEST or not is_a_word(word) or word in known_names() | lexicon()["no_noun"]
        if len(near) == 1 and not common and find_categories(word, things) is None:
            name = near.pop()
            named = name if word == said[1].lower() else plural(name)
            return f"{question[: said.start(1)]}{named}{question[said.end(1) :]}", f'"{said[1]}" may mean the {name}'
    return question, ""


@lru_cache(maxsize=4096)
def _mended(word: str, known: frozenset[str]) -> str:
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()) or _is_spelled(word, known):
        return word
    for slips in (1, 2)[: 1 + (len(word) >= _LONG)]:
        near = {other for other in _like(word, known) if edits(word, other) == slips}
        near = {other for other in near if _single(other) == _single(word)} or near  # "diagonaly" is "diagonally"
        if near:
            return near.pop() if len(near) == 1 else word
    one = _mended(word[:-1], known) if word.endswith("s") else word
    return f"{one}s" if one not in (word, word[:-1]) else word


def _single(word: str) -> str:
    """A word with one letter for two that are the same, as that is the commonest slip."""
    return re.sub(r"([a-z])\1", r"\1", word)


def _is_spelled(word: str, known: frozenset[str]) -> bool:
    """Whether it is a word, or a form of one."""
    bare = {word.removesuffix(end) for end in _ENDINGS if word.endswith(end)}
    forms = {word, singular(word), *bare, *(f"{form}e" for form in bare)}
    return any(form in known or is_a_word(form) for form in forms)


def _like(word: str, known: Iterable[str]) -> list[str]:
    """Words of about its length that begin like it, as slips of the first letter are rare."""
    return [other for other in known if other[:1] == word[0] and abs(len(other) - len(word)) <= 2 and other.isalpha()]
