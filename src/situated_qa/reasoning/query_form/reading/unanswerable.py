"""Questions that no scene graph answers, by their words; they are refused, and no other question is answered instead.

Without a model the words alone decide. The patterns are phrases that the rules would ignore, with a wrong answer.
"""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.form import Form
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.frame import ROOM
from situated_qa.situated.language.phrases import plural

_FEEL = (
    r"(?:dark|bright|cold|warm|hot|cool|loud|noisy|quiet|safe|late|early|raining|sunny|stuffy|humid|cosy|cozy"
    r"|dusty|nice"
    r"|beautiful|ugly|comfortable|crowded|boring|modern)"
)
_WORDS = (
    (rf"\bis it (?:too |very |so |still )?{_FEEL}\b", "light, warmth, sound and the like are not in the map"),
    (r"\bhow (?:heavy|old|expensive|warm|cold|loud|soft|hard|comfortable|nice|clean|dirty|new|strong)\b",
     "the map knows places, sizes and looks of things, not that"),
    (r"\b(?:weigh|cost|smell|taste|sound|belong to|owns?|bought|live here|lives here|at home)\b",
     "the map knows places, sizes and looks of things, not that"),
    (r"^(?:where|who) (?:is|are|was) (?:everybody|everyone|anybody|somebody|nobody)\b|^who\b(?!.*\bcloser\b)",
     "people are not in the map"),
    (r"\btallest (?:thing|object|item|piece of furniture)\b", "heights are compared between two things only"),
    (r"^(?:(?:what|where|which) is )?the only [a-z ]+$", "whether there is only one is not looked up"),
    (r"\b(?:north|south|east|west)\b", "the map has no compass"),
    (r"\bsquare (?:feet|foot|yards?|inch(?:es)?)\b|\bhow many (?:feet|inches"
     r"|yards)\b", "lengths are known in meters only"),
    (r"\b(?:squeeze|fit|fits)\b|\benough (?:room|space) for (?:a|an|the"
     r"|my)\b", "what would fit where is not looked up"),
    (r"\b(?:farthest|furthest|most distant)\b.*\bfrom (?:the|my) (?!(?:place|position|spot|left|right)\b)",
     "what is farthest is looked up as seen from the asker only"),
    (r"\b(?:second|third|fourth|nth\d) (?:largest|biggest|smallest) room\b|\b(?:second|third) (?:largest"
     r"|smallest) of the rooms\b",
     "of the rooms only the largest and the smallest are looked up"),
    (r"\brooms?\b.*\b(?:neither|but (?:no|not|with|without)|and (?:no|not|without))\b|\brooms?\b.*\bnor\b",
     "rooms are looked up by one condition only"),
    (r"^(?:in )?(?:what|which) room (?:am i|is .+?|are .+?) not in$|^(?:what|which) rooms? (?:is|are) .+ not in$",
     "where something is not is not looked up"),
    (r"^(?:what|which)(?: things?| objects?)? (?:can|do|could) (?:i|you|we) not"
     r" see\b", "what is out of sight is not looked up"),
    (rf"\b(?:need|have|must|has) (?:to )?(?:go|walk|pass|come) through {ROOM}\b|\b(?:way|path) (?:go|lead|goes"
     rf"|leads) through {ROOM}\b",
     "which rooms a way leads through is not looked up"),
    (r"\b(?:something|anything|somewhere) (?!to\b|i\b|you\b|we\b|that\b|which\b|here\b|there\b|nearby\b|else\b"
     r"|on\b|in\b|at\b|near\b"
     r"|close\b|next\b|behind\b|under\b|above\b|around\b|beside\b|for\b|with\b|left\b|right\b|ahead\b|lying\b"
     r"|standing\b|used\b)"
     r"[a-z]+ (?:to|for me to) (?!(?:my|the|me)\b)[a-z]+", "whether things are like that is not in the map"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), why) for pattern, why in _WORDS)
_BUILDING = ("wall", "ceiling", "floor")
_ANYBODY = ("everything", "everybody", "everyone", "nobody", "nothing", "anybody", "somebody")


def unanswerable(text: str) -> str:
    """Why the words of a question cannot be looked up; "" where nothing speaks against it.

    Args:
        text: the question, normalized.
    """
    return next((why for pattern, why in _COMPILED if pattern.search(text)), "")


def no_thing(name: str) -> str:
    """Why a part of the building is not looked up, where the map does not hold it as an object."""
    if name == "room":
        return "the map does not divide this place into rooms"
    return f"{plural(name)} are not stored as objects"


def out_of_scope(form: Form, grounds: Grounds) -> str:
    """Why a form would be answered about something else than it asks; "" where nothing speaks against it."""
    for noun in form.nouns():
        if noun.target in _BUILDING and noun.target not in grounds.categories:
            return no_thing(noun.target)
        if noun.target in _ANYBODY:
            return f'what "{noun.target}" takes in is not looked up one by one'
    if form.ask in ("state", "color", "material", "shape", "distance") and grounds.room(form.noun):
        return f"the {form.ask} of a room is not in the map"
    return ""
