"""What no form can say, known by its words: such a question is better answered by a free program or not at all.

Asked only where the words were not all understood: what the rules read in full, they can say. How long a text the
rules read at all stands here, too.
"""

from __future__ import annotations

import re

MAX_READ_CHARACTERS = 300
"""Of a question that the rules read. The longest in the benchmarks here has 116; the patterns have several gaps each,
and take long on endless texts."""

_LIMITS = (
    (r"\b(?:in total|altogether|combined|put together|sum of)\b.*\band\b|\band\b.*\b(?:in total|altogether|combined)\b",
     "it adds up what stands in several places"),
    (r"\b(?:average|mean|median|percent|percentage|ratio|proportion|how many times)\b", "it takes arithmetic"),
    (r"\b(?:excluding|except|apart from|other than|aside from|not counting|not including|minus|subtract)\b",
     "it leaves something out"),
    (r"\bif (?:i|we|you|somebody|someone) (?:remov|add|took|take|put|brought|bring|swap|replac|double)",
     "it is about a room that has been changed"),
    (r"\bif (?:i|we|you) (?:move|moved|walk|walked|step|stepped) (?:to|over|up|next|three|two|one|a few)\b.*"
     r"\b(?:is|are|will|would|how|what|which)\b", "it is asked from another place than the asker's"),
    (r"\b(?:on|at|to) both (?:of my )?sides\b", "it asks for a kind of thing that stands in two places"),
    (r"\b(?:in|of|from) (?:my|the (?:first|second|third|fourth|last|front|back|same)) (?:row|column|line)\b",
     "it is about a row of things"),
    (r"\b(?:far|other|near|left|right) (?:end|half) of (?:the|this) room\b", "it is about a part of the room"),
)  # fmt: skip


def too_long(question: str) -> str:
    """Why a question is not read, in words; "" if it is short enough."""
    if len(question) <= MAX_READ_CHARACTERS:
        return ""
    return f"the question has {len(question)} characters; at most {MAX_READ_CHARACTERS} can be understood by its words"


def unsayable(text: str) -> str:
    """Why no form can say a question, in words; "" where nothing speaks against it.

    Args:
        text: the question, normalized.
    """
    return next((why for pattern, why in _LIMITS if re.search(pattern, text)), "")
