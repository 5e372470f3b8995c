"""How far a walk is, and which of two is shorter, in any wording: its ends are found by "from", "to" and "or"."""

from __future__ import annotations

import re

Found = tuple[str, dict[str, str | None]]
"""What is asked, and the words for its ends (see `room_words.resolved`)."""

MOVING = r"(?:go|walk|pass|cross|get|reach|come|enter|step|move|head|leave|leaving|end up|lead|leads|run into|proceed)"
"""Verbs of going somewhere."""
_THE = r"(?:the|my|this|that)"
_WALKING = re.compile(
    r"\b(?:walk(?:s|ing|ed|able)?|on foot|by foot|foot|steps?|stroll|route|path|paths|way|travel|cover|go there"
    r"|i go|must i go"
    r"|going around|hike)\b"
)
_LENGTH = re.compile(r"\b(?:how far|how many (?:meters|steps)|how long|length|distance|meters?|far)\b")
_SHORTER = re.compile(
    r"\b(?:shorter|shortest|sooner|soonest|faster|fastest|quicker|quickest|closer|closest|nearer|nearest|first"
    r"|fewer steps"
    r"|less (?:far|distance|walking|way)|earlier)\b"
)
_HERE = re.compile(
    r"\b(?:from|starting (?:at|from)) (?:here|me|where i (?:am|stand|sit)(?: now)?|my (?:position|place|spot))\b"
)
# what may follow an end
_AFTER = (
    r"(?= ,| (?:how|what|which|if|when|on foot|by foot|in meters|walking|on (?:the|my) (?:shortest )?(?:way"
    r"|path)|along|going around|for"
    r" (?:somebody|someone|a person|me|one)|at (?:the )?least|will|would|sooner|faster|quicker|first|from)\b|$)"
)
_FROM_TO = re.compile(
    rf"\bfrom (?P<start>{_THE} .+?)(?: ,)? (?:to|until|up to|towards?|and go to|over to)(?: get to"
    rf"| reach)? (?P<end>{_THE} .+?){_AFTER}"
)
_TO_FROM = re.compile(rf"\b(?:to|reach) (?P<end>{_THE} .+?) from (?P<start>{_THE} .+?){_AFTER}")
_BETWEEN = re.compile(rf"\bbetween (?P<start>{_THE} .+?) and (?P<end>{_THE} .+?){_AFTER}")
_TO = re.compile(
    rf"\b(?:to|until|till|reach|up to|towards?|into|for|get to|arrive at|gets? me to) (?P<end>{_THE} .+?){_AFTER}"
)
_A_THING = re.compile(
    r"(?:the|my|this|that) (?!way\b|shortest\b|walk\b|path\b|route\b|distance\b|length\b|shorter\b|point\b|robot\b)"
)


def read_walk(text: str) -> Found | None:
    """How far it is to walk: ("walk", its ends), ("shorter walk", two things); None where no walk is asked about.

    Args:
        text: normalized, without openings, commas as words.
    """
    if not _WALKING.search(text):
        return None
    text = re.sub(r"\s+", " ", _HERE.sub(" ", text))
    if " or " in text and _SHORTER.search(text):
        return _shorter(text)
    if not _LENGTH.search(text) or re.search(
        r"\b(?:which|what) (?:way|direction|room)\b|\bdoors?\b.*\bhow many\b|\bhow many doors\b", text
    ):
        return None
    for pattern in (_FROM_TO, _TO_FROM, _BETWEEN, _TO):
        found = pattern.search(text)
        if found and _A_THING.match(found["end"]):
            start = found.groupdict().get("start")
            if start is None or _A_THING.match(start):
                return "walk", {"start": start, "end": found["end"]}
    return None


_PREPOSITIONS = ("in", "on", "at", "near", "of", "by", "under", "behind", "beside", "above")
_A = re.compile(rf"{''.join(rf'(?<!{word} )' for word in _PREPOSITIONS)}\b{_THE} ")
_TO_ONE = r"(?:(?:to|the (?:one|walk|way|path) to|of|for) )?"
_B = re.compile(
    rf"{_TO_ONE}(?P<b>{_THE} .+?)(?= ,| (?:sooner|faster|quicker|first|on foot|by foot|from|if|when|is|walking"
    rf"|earlier|which)\b|$)"
)
_FRAME = re.compile(
    r"\b(?:the )?(?:one with )?(?:the )?(?:shorter|shortest|quicker|quickest|nearer|closer|closest|nearest"
    r"|less far|fewer steps)"
    r"(?: (?:walk|way|path|route|walking distance|distance))?(?: away)?\b|\b(?:walking distance|to walk|on foot"
    r"|by foot|from here)\b"
)


def _shorter(text: str) -> Found | None:
    """The two things that stand around "or": the first is the last "the" phrase before it that no preposition leads."""
    left, _, right = re.sub(r"\s+", " ", _FRAME.sub(" ", text)).partition(" or ")
    starts = [match.start() for match in _A.finditer(left)]
    b = _B.match(right)
    if not starts or b is None:
        return None
    return "shorter walk", {"thing": left[starts[-1] :].strip(" ,"), "thing2": b["b"].strip(" ,")}
