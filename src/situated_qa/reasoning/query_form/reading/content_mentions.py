"""Questions about what is in which room, in any wording: rooms with something, without it, with most, for a deed."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.deeds import base_verb
from situated_qa.reasoning.query_form.reading.walk_mentions import MOVING, Found

_THE = r"(?:the|my|this|that|a|an)"
_A_THING = r"(?:a|an|any|some|its own|no) (?P<thing>.+?)"
_ONE_ROOM = r"(?:every|each|all)(?: single| one| of)?(?: of)?(?: the)? rooms?"
_HOME = r"(?: (?:in|of) (?:this|the|my) (?:house|home|apartment|flat|place))?"
_EVERY_ROOM = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:is|are|can i count on|would) .*?\b{_A_THING} (?:found )?in {_ONE_ROOM}{_HOME}",
        rf"(?:is|are) there (?P<thing>[a-z ]+?) in {_ONE_ROOM}{_HOME}",
        rf"(?:does|do|has|have) {_ONE_ROOM}{_HOME} (?:have|contain|hold|include|got)? ?{_A_THING}",
        rf"(?:does|do) {_ONE_ROOM}{_HOME} come with {_A_THING}",
    )
)
_WITHOUT = re.compile(
    r"(?:(?:in|of) )?(?:what|which)(?: of)?(?: the| these)? rooms?" + _HOME +
    r" (?:(?:is|are|do|does|has|have|there|it|lacks?|miss(?:es|ing)?|lacking|not|contain|find|i|we|got) )*?"
    r"(?:without|no|not(?: have| contain| find)?|lacks?|lacking|miss(?:es|ing)?)(?: (?:a|an"
    r"|any))? (?P<thing>.+?)(?: in (?:it|them))?"
)  # fmt: skip
_WITH = re.compile(
    r"(?:in |of )?(?:what|which)(?: of)?(?: the| these)? rooms?" + _HOME +
    r" (?:is there|are there|is|are|have|has|contains?|holds?|do i have|there is|there are)(?: (?:a|an|any"
    r"|some))? (?P<thing>.+?)(?: in(?: it| them)?)?"
    r"|where(?: in this \w+| in the \w+)? (?:is there|are there|do i find|can i find|would i find) (?:a|an|any"
    r"|some) (?P<thing2>.+?),?"
    r" ,?(?:give me|name|list|tell me|in|which|what)?(?: all| what| which)?(?: of)?(?: the)? rooms?"
)  # fmt: skip
_HOW_MANY = re.compile(
    r"how many(?: of the)? rooms" + _HOME + r" (?:have|has|contain|are there with|do i have with|there are with"
    r"|with|are)? ?"
    r"(?P<no>a|an|any|some|at least one|no|without(?: a| an)?) (?P<thing>.+)"
)
_MOST = (
    re.compile(r"(?:in |of )?(?:what|which)(?: of)?(?: the)? rooms?" + _HOME +
        r" .*?\b(?:the )?(?P<word>most|fewest)(?: of)?(?: the)? (?P<thing>[a-z ]+?)"
               r"(?: in(?: it)?| there)?"),
    re.compile(r"(?:in |of )?(?:what|which)(?: of)?(?: the)? rooms?" + _HOME +
        r" .*?\bthe (?P<word>largest|highest|greatest|biggest|smallest|lowest)"
               r" (?:number|count|amount) of (?P<thing>[a-z ]+?)"),
    re.compile(r"(?:in |of )?(?:what|which)(?: of)?(?: the)? rooms?" + _HOME +
        r" .*?\b(?P<word>more|fewer) (?P<thing>[a-z ]+?) than (?:in )?(?:any|all)(?: of)?(?: the)?"
               r" other(?:s| rooms?)?"),
    re.compile(r"(?:the )?(?P<word>most) of the (?P<thing>[a-z ]+?) (?:, )?(?:in )?(?:what|which) room .*"),
    re.compile(r"where (?:is|are) (?:the )?(?P<word>most|fewest) (?P<thing>[a-z ]+?),? (?:, )?(?:in )?(?:what"
               r"|which) room"),
)  # fmt: skip


def read_with_things(text: str, names_rooms: bool) -> Found | None:
    """Which rooms have something, have none of it, or most of it; whether all of them do."""
    for pattern in _EVERY_ROOM:
        if found := pattern.fullmatch(text):
            return "every room", {"thing": found["thing"]}
    if re.fullmatch(
        rf"is there (?:a|any|no) rooms?{_HOME} (?:without|that has no|with no) (?:a |an |any )?(?P<thing>.+)", text
    ):
        return None
    for pattern in _MOST:
        if (found := pattern.fullmatch(text)) and not names_rooms:
            word = "fewest" if found["word"] in ("fewest", "fewer", "smallest", "lowest") else "most"
            return "room with most", {"word": word, "thing": found["thing"]}
    if names_rooms:
        return None
    if found := _HOW_MANY.fullmatch(text):
        without = found["no"] in ("no", "without")
        return "rooms without" if without else "rooms with", {"word": "count", "thing": found["thing"]}
    if found := _WITHOUT.fullmatch(text):
        return "rooms without", {"thing": found["thing"]}
    if found := _WITH.fullmatch(text):
        return "rooms with", {"thing": found["thing"] or found["thing2"]}
    return None


_DEEDS = tuple(
    re.compile(pattern)
    for pattern in (
        r"i (?:would like|want|need|have|wish|love) to (?P<use>.+?),? (?:, )?(?:in |so )?(?:what"
        r"|which)(?: of the)? rooms? .*",
        r"where(?:"
        + _HOME[3:-2]
        + r")? ?(?:can|could|should|do|would|may) (?:i|we|you|one|somebody) (?:go to )?(?P<use>.+?)"
        + _HOME
        + r",? (?:, )?(?:in |give me |name |list )?(?:what|which|the|all|all the) rooms?",
        r"where is (?:the|a) (?:right|best|proper|good) (?:room|place) (?:to|for) (?P<use>.+)",
        r"(?:in )?(?:what|which)(?: of the)? rooms?"
        + _HOME
        + r" (?:is|are|would be|should i (?:go|use)|do i (?:go|need)|can i use|serves?|will do|would do)"
        r"(?: it)?(?: to| in)?(?: good| best| right| suitable| suited| made| meant| there| possible| intended"
        r"| the right one| the place)?"
        r"(?: if i (?:want|need|would like))? (?:to|for) (?P<use>.+)",
        r"if (?:i|we|somebody|someone|one) (?:wants?|needs?|would like|has|have) to (?P<use>.+?) (?:, )?(?:to "
        r"|in )?(?:what|which)(?: of the)? rooms? .*",
    )
)


def read_for_deeds(text: str, names_rooms: bool) -> Found | None:
    """Which rooms serve a deed."""
    if names_rooms:
        return None
    for pattern in _DEEDS:
        found = pattern.fullmatch(text)
        if found and not re.match(rf"(?:{MOVING}|find|see|look for|search)\b(?! to\b)", found["use"]):
            use = re.sub(r"^([a-z]+ing)\b", lambda match: base_verb(match[1]), found["use"])
            return "rooms for", {"use": use.strip(" ,")}
    return None


_SAME_ROOM = re.compile(
    r"(?:is|are|do|does|can i find|would i find|will i find|do i find|could i find)(?: (?:standing|both))? "
    r"(?P<a>.+?) (?:is )?(?P<in>(?:both )?(?:in|share|stand in|standing in)? ?(?:the same|one|a same|a single"
    r"|a) room (?:and|with|as|like|where|in which)|and|with)"
    r" (?P<b>(?:the|my|a|that) .+?)(?P<tail> (?:is|stands|are)|(?: both)?(?: stand| standing| be"
    r"| located)? (?:in|share) (?:the same|one|a same|a single|a) room)?"
)


def read_same_room(text: str) -> Found | None:
    """Whether two things are in one room."""
    found = _SAME_ROOM.fullmatch(text)
    if found is None or not ("room" in found["in"] or "room" in (found["tail"] or "")):
        return None
    return "same room", {"thing": found["a"], "thing2": found["b"]}


_ROOM_OF = re.compile(
    rf"where (?:is|are|would i find|can i find|do i find|will i find) (?P<a>{_THE} .+?) (?:, )?(?:in )?(?:what"
    rf"|which) room"
    rf"|what is the name of the room (?:where|in which|that) (?P<b>{_THE} .+?) (?:is|are|stands?|can be found)(?: .*)?"
    rf"|what is the room of (?P<c>{_THE} .+)"
    rf"|(?:to |in |into )?(?:what|which) room (?:do i (?:have to |need to )?go to|do i go to|must i go to"
    rf"|should i (?:go to|enter)|do i need)(?: for| to (?:get|find|see))"
    rf" (?P<d>{_THE} .+)"
)


def read_room_of(text: str) -> Found | None:
    """Which room a thing is in."""
    found = _ROOM_OF.fullmatch(text)
    return ("room of", {"thing": next(filter(None, found.groups()))}) if found else None
