"""Questions about parts of things: the map holds whole things, so it cannot tell how many legs a chair has."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from situated_qa.knowledge import singular
from situated_qa.reasoning.conversation.speech import opened
from situated_qa.situated.categories import mentioned_categories

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
            held = part in categories and part not in _BUILT_IN
            if part not in parts or held or any(re.search(rf"\b{re.escape(room)}\b", whole) for room in rooms):
                continue
            if any(category != part for category in mentioned_categories(whole, categories)):
                return part
    return ""
