"""Whether a text is English: other languages, and letters at random, are not guessed at."""

from __future__ import annotations

import re
from collections.abc import Iterable

from situated_qa.knowledge import singular
from situated_qa.reasoning.conversation.speech import opened, speech_words
from situated_qa.reasoning.lexicon import attribute_of, word_tables
from situated_qa.situated.categories import known_names
from situated_qa.situated.matcher import names_a_thing

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SHORTEST_NOUN = 4  # dictionaries hold abbreviations of three letters that are words of other languages
_ONLY_ENGLISH = frozenset(
    ("what", "where", "which", "who", "whose", "how", "when", "why", "does", "could", "would", "should", "there", "the")
)
"""Begin no question of another usual language."""


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case and with contractions opened."""
    return _WORD.findall(opened(text))


def is_english(text: str, names: Iterable[str]) -> bool:
    """Whether at least half of a text's words are known; true for a text without words.

    Args:
        names: what the scene's things and rooms are called.
    """
    words = words_of(text)
    if words and words[0] in _ONLY_ENGLISH:
        return True
    known = {part for name in names for part in name.lower().split()}
    return 2 * sum(_known(word, known) for word in words) >= len(words)


def _known(word: str, names: set[str]) -> bool:
    single = singular(word)
    if word in word_tables()["stop"] or word in speech_words() or attribute_of(word):
        return True
    if {word, single} & names or single in known_names():
        return True
    return len(word) >= _SHORTEST_NOUN and word.isascii() and names_a_thing(single)
