"""Clear German, Spanish, French and Chinese questions of the commonest kinds, read by tables without a model.

Every word of a question is read, or it is not read at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from situated_qa.errors import ToolError
from situated_qa.reasoning.foreign.chinese import ChineseChunks
from situated_qa.reasoning.foreign.chunks import Chunks
from situated_qa.reasoning.foreign.questions import expression_of
from situated_qa.reasoning.foreign.said import Said
from situated_qa.reasoning.foreign.tables import words_of
from situated_qa.reasoning.patterns.nouns import UnclearError
from situated_qa.reasoning.patterns.words import MOST_WORDS
from situated_qa.situated.language.check import check
from situated_qa.situated.language.functions import canonical

_MOST_READINGS = 400


def read_foreign(question: str, language: str, things: Iterable[str] = ()) -> str:
    """The canonical expression of a question in German, Spanish, French or Chinese; "" where it is not clear.

    Args:
        language: ISO 639-1.
        things: names of what is in the scene.
    """
    words = words_of(question, language)
    if not words or len(words) > MOST_WORDS:
        return ""
    chunks = (ChineseChunks if language == "zh" else Chunks)(words, language, frozenset(things))
    for reading in itertools.islice(chunks.readings(), _MOST_READINGS):
        try:
            text = expression_of(Said(reading, language))
            expression = str(canonical(text))
        except (UnclearError, ToolError):
            continue
        if not check(expression):
            return expression
    return ""
