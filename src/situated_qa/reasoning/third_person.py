"""What is asked as somebody else sees it, said as if that one asked: "A guy stands at the sink, what is on his left?".

People are not in the map: a person who is told to be somewhere is a viewpoint.
"""

from __future__ import annotations

import re

from situated_qa.knowledge.categories import category_like
from situated_qa.situated.language.phrases import capitalized
from situated_qa.situated.matcher import names_a_person

_ROW = category_like("person")
_KIN = "friend|wife|husband|mother|father|mom|mum|dad|brother|sister|son|daughter|guest|visitor|roommate|flatmate"
_NAMES = (*_ROW[0].aliases, *_ROW[0].also_for) if _ROW else ()
_NOUN = "|".join(sorted({"person", *_NAMES}, reverse=True))
_MOST = 600  # characters: what the patterns cost grows with the square of a text's length
_PERSON = (
    rf"(?:(?:someone|somebody|anyone|anybody)(?: else)?|(?:an?|some|another|one|my|our|the|this|that) "
    rf"(?:(?:[a-z]+ )?(?:{_NOUN}|{_KIN})|(?P<who>[a-z]+)))"
)
_ADVERBS = r"(?:(?:just|now|currently|comfortably|still|quietly|right) )*"
_RESTING = r"(?:[a-z]{2,}ing|seated|perched|bent|stretched)"
_BEING = rf"(?:{_RESTING}|sat|stood|in|on|at|by|next to|beside|inside|before|behind)"
_DOING = (
    r"(?:stand|sit|lie|lay|look|face|lean|kneel|rest|wait|work|wash|cook|watch|enter|come|walk|step|relax|turn|go)"
)
_LEAD = (
    r"(?P<lead>(?:(?:now|so|ok|okay|and|then|say|imagine|imagining|suppose|supposing|picture|assume|let us say"
    r"|let's say|that|if|when|while|as|for|to|once)[ ,]+)*)(?:there is |there's )?"
)
_STARTS = re.compile(
    rf"(?:^|(?<=[.!;] )){_LEAD}{_PERSON}(?: who| that|,)?"
    rf"(?:(?: is|'s| are| was| were) {_ADVERBS}(?P<being>{_BEING})| {_ADVERBS}(?P<rests>{_RESTING})"
    rf"|(?: has)? {_ADVERBS}(?P<doing>{_DOING})(?:s|es|d|ped|ed)?)"
    r"\b(?=.*[,.;:?!-].*\w)",
    re.IGNORECASE | re.DOTALL,
)
"""Somebody who is told to be somewhere, before more is said."""
_ENDS = re.compile(
    rf"(?P<asked>.+\b(?:of|to|from|behind|beside|near|by|before|opposite|above|facing)) {_PERSON}"
    r"(?: who| that)?(?: is| are|'s)? (?P<told>[a-z]{2,}ing .+?|(?:seated|sat|stood) .+?)[?.!]*$",
    re.IGNORECASE,
)
_HAS = re.compile(
    rf"(?P<asked>.+?\b(?:does|do|would|will|can|could|should)) {_PERSON}(?: who is| that is)? "
    r"(?P<told>[a-z]{2,}ing .*?\b(?:the|an?|my) .+?) (?P<more>(?:have|see|find|face|turn|go|reach|walk|look)\b.*)",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"(?P<asked>.+?) (?:for|to) {_PERSON}(?: who is| that is|,)? "
    r"(?P<told>[a-z]{2,}ing .*?\b(?:the|an?|my) .+?|seated .+?)(?P<more>, .+?)?[?.!]*$",
    re.IGNORECASE,
)
_THERE_IS = re.compile(
    rf"\bthere(?: is|'s) (?P<person>{_PERSON})(?= (?:on|in|at|by|next to|beside|before) )", re.IGNORECASE
)
_HIS = re.compile(r"\b(?:he|she|his|her|him|they|their|them)\b", re.IGNORECASE)
_AFTER = (
    r"(?:of|to|from|behind|beside|near|by|before|opposite|above|below|under|around|facing|at|with|for|towards?|next to)"
)
_AS_ASKER = tuple(
    (re.compile(said, re.IGNORECASE), meant)
    for said, meant in (
        (r" who is(?= [a-z]+ing\b)", ","),
        (r"\b(?:his or her|his/her|her or his)\b", "my"), (r"\b(?:he or she|she or he)\b", "I"),
        (rf"\b(?:the|that|this) (?:{_NOUN}|{_KIN})'s\b", "my"),
        (rf"\b({_AFTER}) (?:the|that|this) (?:{_NOUN})\b", r"\1 me"),
        (rf"\b({_AFTER}|in) her\b(?=[^a-z]*$| (?:is|are|and|or|in|on|at|that|when|if)\b|[?.,;])", r"\1 me"),
        (rf"\b({_AFTER}) (?:him|them)\b", r"\1 me"), (r"\b(?:his|her|their)\b", "my"),
        (r"\b(?:him|her)self\b", "myself"),
        (r"\b(?:is|are) (?:he|she|they)\b", "am I"),
        (r"\b(?:he|she) is\b|\bthey are\b|\b(?:he|she|they)'(?:s|re)\b", "I am"),
        (r"\b(?:does|do) (?:he|she|they)\b", "do I"), (r"\b(?:has|have) (?:he|she|they)\b", "have I"),
        (r"\b(?:he|she|they) has\b", "I have"), (r"\b(?:he|she) ([a-z]{3,}[a-rt-z])s\b", r"I \1"),
        (r"\b(?:he|she)\b", "I"),
        (r"\b(and|then|who|,) (look|face|stand|sit|lean|turn|lie|work|cook|open|see|read)s\b", r"\1 \2"),
        (r"\b(and|then|,) watches\b", r"\1 watch"), (r"\b(and|then) is(?= [a-z]+ing\b)", r"\1 am"),
        (r"\bthey(?= (?:see|have|look|face|turn|go|walk|want|need|reach|sit|stand|get|would|can|will|must|should)\b)",
         "I"),
        (r"\b(can|must|will|should|would|could) they\b", r"\1 I"),
    )
)  # fmt: skip


def in_first_person(text: str) -> str:
    """A text about somebody who is told to be somewhere, as that one says it; any other text as it is.

    "A guy stands at the sink, what is on his left?" is "I stand at the sink, what is on my left?", and "the picture on
    the right of somebody sitting on the couch" is "I am sitting on the couch. The picture on the right of me".
    """
    if len(text) > _MOST:
        return text
    text = _THERE_IS.sub(lambda match: match[0] if match["who"] else f"{match['person']} is", text)
    starts = _STARTS.search(text)
    who = starts["who"] if starts is not None else None
    if starts is not None and (who is None or (names_a_person(who) and _HIS.search(text, starts.end()))):
        being = starts["being"] or starts["rests"]
        told = f"I am {being}" if being else f"I {starts['doing']}"
        supposed = "if " if starts["lead"] and not re.search(r"[.!;] ", text[starts.end() :]) else ""
        return f"{text[: starts.start()]}{supposed}{told}{_as_asker(text[starts.end() :])}"
    ends = _ENDS.fullmatch(text)
    if ends is not None and ends["who"] is None:
        mark = "?" if text.rstrip().endswith("?") else ""
        return f"I am {ends['told']}. {capitalized(_as_asker(ends['asked']))} me{mark}"
    seen = _FOR.fullmatch(text)
    if seen is not None and seen["who"] is None and not seen["asked"].endswith((" left", " right")):
        return f"I am {seen['told']}. {capitalized(_as_asker(seen['asked'] + (seen['more'] or '')))}?"
    has = _HAS.fullmatch(text)
    if has is not None and has["who"] is None:
        asked = re.sub(r"\bdoes$", "do", has["asked"])
        return f"I am {has['told']}. {capitalized(asked)} I {_as_asker(has['more'])}"
    return text


def _as_asker(text: str) -> str:
    for said, meant in _AS_ASKER:
        text = said.sub(meant, text)
    return text
