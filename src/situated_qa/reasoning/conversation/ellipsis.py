"""Elliptic questions: "and on my right?", "what about the kitchen?", "black ones?".

Who reads them is told the question before; here they are only recognized.
"""

from __future__ import annotations

import re

from situated_qa.reasoning.lexicon import attribute_of

_LEAD = re.compile(
    r"^(?:(?:and|but|so|then|now|ok|okay|well|also|from there)\b[ ,]*)*"
    r"(?:(?:(?:and )?(?:what|how) (?:about|of)|(?:and )?the same for)\b[ ,]*)?"
)
_TRAIL = re.compile(r"(?:[ ,]*\b(?:please|then|too|as well|instead|left or right|how many))+$|[\s?.!,]+$")
_HOW_MANY = re.compile(r"^how many (?:(?:are|is)(?: there)? )?(?=\w)")
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|can|could|would|will|has|have|what|which|where|who|whose|how|why|when|count"
    r"|tell|list|name|show|find|give|say)\b"
)
_PLACE = re.compile(
    r"^(?:(?:to|on|at|from|in|inside|under|underneath|behind|near|above|below|beside|next to|between|over|within"
    r"|left of|right of|left|right|ahead|in front)\b)"
)


def elliptic(text: str) -> bool:
    """Whether a question leaves out what it asks: it names a place, a thing or a quality, and has no verb.

    Args:
        text: in lower case.
    """
    named = text.strip()
    for _ in range(3):
        named = _TRAIL.sub("", named)
    named = _LEAD.sub("", named, count=1)
    counted = _HOW_MANY.match(named)
    rest = named[counted.end() :] if counted else named
    if counted and not (_PLACE.match(rest) or attribute_of(rest.split(" ")[0])):
        return False
    return bool(rest) and not _VERB.search(rest)


_LEAVES_OUT = re.compile(
    r"^(?:left|right|behind|(?:on|to) my (?:left|right)|in front)(?: of me)?,? or \b"
    r"|\b(?:which|what)(?: one| of \w+)? is (?:the )?(?:\w+er|\w+est)(?: away)?(?: one)?[?.! ]*$"
    r"|\bthe other (?:one|\w+)[?.! ]*$|\bis it the \w+ one\b|\b(?:of|among) (?:them|those|these)\b"
    r"|\b(?:get|go|walk|come|take|lead|bring|guide)(?: me| us)? there\b"
    r"|\bhow many (?:is|are) (?:there|that|those)[?.! ]*$|^is (?:any|some)thing \w+ (?:it|them)\b"
    r"|^which way (?:do|should|can|must) i (?:go|walk|turn|head)[?.! ]*$"
)


def leaves_out(text: str) -> bool:
    """Whether a question has a verb, but not what it is about: "how many are there?", "which is taller?".

    Args:
        text: in lower case.
    """
    return _LEAVES_OUT.search(text.strip()) is not None


def without_lead(text: str) -> str:
    """A question without the "and" before it."""
    return re.sub(r"^(?:(?:and|but|so|then|now|ok|okay|also)\b[ ,]*)+(?=\w)", "", text.strip(), flags=re.IGNORECASE)
