"""Rare words of a question that are a letter off the only thing here of which they can be one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from situated_qa.knowledge import singular
from situated_qa.reasoning.patterns.words import lexicon
from situated_qa.reasoning.reader.vocabulary import edits
from situated_qa.situated.categories import find_categories, known_names
from situated_qa.situated.language.phrases import plural
from situated_qa.situated.matcher import is_a_word

_SHORTEST = 4  # letters
_MEANT = re.compile(r"\b(?:the|my|our|this|these|those|both|all|of|many)(?= ([a-z]{4,})\b)", re.IGNORECASE)
"""What is taken to be there; of "a coach" one may ask whether there is one."""


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
