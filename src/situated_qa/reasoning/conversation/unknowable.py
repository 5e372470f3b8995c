"""Questions that no scene graph answers, whatever model reads them: time, weather, the past, persons, parts of things.

The graph holds what things there are now, where, how large, of which color, and what was recorded of each. Only what
is certain is named here; the rest is left to those who look up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from situated_qa.knowledge import singular
from situated_qa.reasoning.conversation.speech import asked_part, opened
from situated_qa.reasoning.lexicon import patterns_in
from situated_qa.situated.categories import mentioned_categories

_READING = "what is written or shown on things: I do not read"


_TOPICS = patterns_in(Path(__file__).parent / "data" / "unknowable.txt")
"""What speaks for a topic, by what is then told; the first that fits counts."""
_USE = re.compile(
    r" (?:that|which|what) (?:i|you|we|people|one)"
    r" (?:can |could |would |will |need to |have to )?(?:use|check|wear)\b.*| used (?:for|to) \w.*"
)
"""What a thing is used for tells which thing is meant, and is not asked."""
_LEFT_BY_ME = re.compile(r"\bdid (?:i|we) (?:leave|put|place|forget|lose|drop)\b|\bhave you (?:seen|got|any)\b")


def unknowable(text: str, *, sees: bool = False) -> str:
    """What a question asks that no scene graph tells, as it follows "I cannot tell"; "" where nothing speaks for it.

    Args:
        text: as it was asked.
        sees: a model that sees may look at pictures of things, and read what is on them.
    """
    text = re.sub(
        r"^(?:\W|please |robot |hey |tell me |do you know |can you tell me |could you tell me )+", "", opened(text)
    )
    text = _USE.sub("", asked_part(text))
    if _LEFT_BY_ME.search(text):
        return ""
    return next(
        (what for what, pattern in _TOPICS.items() if not (sees and what == _READING) and pattern.search(text)), ""
    )


_PARTS = frozenset(
    (
        "leg", "armrest", "backrest", "headrest", "footrest", "headboard", "seat", "drawer", "handle", "knob", "hinge",
        "wheel", "caster", "lid", "button", "key", "screw", "compartment", "burner", "blade", "page", "bulb", "plug",
        "socket", "stem", "leaf", "petal", "branch", "zipper", "speaker", "door", "pane", "tabletop",
    )
)  # fmt: skip
_COUNTED = frozenset(("foot", "arm", "side", "corner", "edge", "surface"))
"""Parts only where somebody asks what a thing has: "the left side of the sofa" is a place."""
_BUILT_IN = frozenset(("door", "side", "corner", "edge"))  # of a piece of furniture, even where the place has some, too
_WORDS = r"(?:\w+ ){0,2}?"
_HAVING = (
    # how many legs do the chairs have
    rf"\bhow many {_WORDS}(?P<part>\w+) (?:do|does|did|has|have) (?P<whole>.+?)(?: (?:have|got))?[?.! ]*$",
    # how many chairs have armrests, which chair has no armrests
    rf"\b(?:how many|which|what) (?P<whole>.+?) (?:have|has|had|with|without) {_WORDS}(?P<part>\w+)[?.! ]*$",
    # do the chairs have legs, has the desk got a drawer
    rf"^(?:do|does|has|have) (?P<whole>.+?) (?:have|got) {_WORDS}(?P<part>\w+)[?.! ]*$",
)
_NAMING = (
    # the legs of the chair
    rf"\b(?P<part>\w+) of (?:the|this|that|these|those|my|your|all|each|an?) (?P<whole>{_WORDS}\w+)[?.! ]*$",
    # the chair's legs, the office chair legs
    r"\b(?=(?:the|this|that|my|your|an?) (?P<whole>\w+)(?:'s|s')? (?P<part>\w+)\b)",
    r"\b(?=(?:the|this|that|my|your|an?) (?P<whole>\w+ \w+)(?:'s|s')? (?P<part>\w+)\b)",
)
_PATTERNS = tuple(
    (re.compile(pattern), parts)
    for patterns, parts in ((_HAVING, _PARTS | _COUNTED), (_NAMING, _PARTS))
    for pattern in patterns
)


_PLACED = re.compile(
    r"\b(?:at|by|near|on|next to|beside|against|over|above|below|under|in front of|behind|close to) (?:the|an?|one)"
    r"(?: [a-z]+'s)? (?:(?:left|right|far|front|back|top|bottom|upper|lower) )?$"
)
"""Before a part of a thing by which a place is told: "the lamp by the arm of the couch"."""


def part_of_a_thing(text: str, categories: Sequence[str], rooms: Collection[str]) -> str:
    """The part of a thing that a question is about, singular; "" where it is about whole things.

    Args:
        text: as it was asked.
        categories: what the graph holds; a part that is an object of it is looked up.
        rooms: names of rooms: their doors and corners are not parts of things.
    """
    text = opened(text)
    for pattern, parts in _PATTERNS:
        for match in pattern.finditer(text):
            part, whole = singular(match["part"]), match["whole"]
            if _PLACED.search(text[: match.start("part")]):
                continue
            held = part in categories and part not in _BUILT_IN
            if part not in parts or held or any(re.search(rf"\b{re.escape(room)}\b", whole) for room in rooms):
                continue
            if any(category != part for category in mentioned_categories(whole, categories)):
                return part
    return ""
