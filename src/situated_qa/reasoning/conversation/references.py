"""What a question leaves to those before it: "what is on its right?", "and on my right?", "where is Tom?".

In a session a pronoun stands for what the last answer was about. Such questions, and elliptic ones, are only recognized
here; who reads them is told what the answer before was about, and the question before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from situated_qa.knowledge import singular
from situated_qa.reasoning.conversation.speech import opened
from situated_qa.reasoning.lexicon import attribute_of, patterns_in, word_tables
from situated_qa.situated.categories import find_categories
from situated_qa.situated.matcher import names_a_thing

_PRONOUN = re.compile(r"\b(it|its|they|them|their|he|she|him|his|her|that one|this one|the other one|those ones)\b")
_PATTERNS = patterns_in(Path(__file__).parent / "data" / "references.txt")
_POINTED = _PATTERNS["pointed"]
_DUMMY = _PATTERNS["dummy"]
_ANY_OF = _PATTERNS["any of"]
_PREPOSITION = re.compile(r"\b(?:on|in|under|behind|near|above|beside|at|to|of|around|inside|below) $")


_THE_OTHER = r"\b(?:the|that) (?:other|second) (?:one|{noun})\b(?: of (?:the two|them)\b)?"
_BARE = (
    r"(?:\b(?:that|this|those|these)(?: ones?)?\b(?=\W*$|,| (?:is|are|from|in|made)\b)"
    r"|(?<=\bis )that\b(?= (?:on|to|at|behind|near|next|within|above|below|under)\b))"
)
_ANY_PRONOUN = re.compile(
    rf"\b(?:its|their)(?= [a-z])|\b(?:it|they|them|(?:that|this) one|(?:those|these) ones)\b|{_BARE}"
)
_FROM_ME = re.compile(r"\b(?:from|to) (?:me|here)\b")


def refers(text: str, categories: Sequence[str], noun: str) -> bool:
    """Whether a text speaks of what the last answer was about: "what is behind it?", "its color", "the other chair".

    A pronoun that a noun before it explains does not, nor the "it" of "how far is it to the door".

    Args:
        text: as it was asked.
        categories: the scene's.
        noun: what the last answer was about: "the other chair" is the other one where that was a chair.
    """
    text = opened(text)
    if re.search(_THE_OTHER.format(noun=re.escape(noun)), text):
        return True
    shown = _DUMMY.sub(_blank, _FROM_ME.sub(_blank, text))
    return any(not _names_something(text[: match.start()], categories) for match in _ANY_PRONOUN.finditer(shown))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def dangling(text: str, categories: Sequence[str]) -> str:
    """The first pronoun of a text that no thing before it explains; "" where there is none.

    Args:
        text: as it was asked.
        categories: the scene's.
    """
    text = opened(text)
    pointed = _POINTED.match(text)
    if pointed:
        return pointed.group(1)
    shown = _DUMMY.sub(_blank, text)
    for match in _PRONOUN.finditer(shown):
        before = text[: match.start()]
        whole_set = match.group(1) in ("it", "them") and _ANY_OF.search(before) and _PREPOSITION.search(before)
        if not whole_set and not _names_something(before, categories):
            return match.group(1)
    return ""


_NAME = re.compile(
    r"(?<=[a-z,] )(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bmy )(?<!\bany )(?<!\bsome )[A-Z][a-z]+\b(?! [A-Z])"
)


def proper_name(text: str, names: Sequence[str]) -> str:
    """The first word of a text that is written as a person's name; "" where there is none.

    Args:
        text: as it was asked; in a text that is capitalized throughout no word is taken for a name.
        names: what the scene's things and rooms are called.
    """
    known = {part for name in names for part in name.lower().split()}
    found = _NAME.findall(text)
    if len(found) != 1 or {found[0].lower(), singular(found[0].lower())} & known or attribute_of(found[0].lower()):
        return ""
    return "" if found[0].lower() in word_tables()["stop"] else found[0]


def _names_something(text: str, categories: Sequence[str]) -> bool:
    words = re.findall(r"[a-z]+", text)
    pairs = [*words, *(f"{a} {b}" for a, b in zip(words, words[1:], strict=False))]
    return any(len(word) > 1 and word not in _NO_THINGS and _thing(word, categories) for word in pairs)


_NO_THINGS = frozenset(
    (
        "is", "can", "will", "does", "do", "in", "on", "at", "a", "i", "what", "who", "how", "left", "right", "side",
        "he", "back", "front", "room", "rooms", "height", "width", "length", "size", "distance", "shape", "material",
        "direction", "meters", "centimeters", "feet", "inches", "kind", "number", "tell", "say", "show",
        "many", "thing", "things", "object",
        "color", "us", "may", "way", "are", "be", "was",
    )
)  # fmt: skip
"""Words that dictionaries know as names, too."""


def _thing(word: str, categories: Sequence[str]) -> bool:
    return find_categories(singular(word), categories) is not None or (len(word) > 2 and names_a_thing(singular(word)))


_LEAD = _PATTERNS["lead"]
_TRAIL = re.compile(r"(?:[ ,]*\b(?:please|then|too|as well|instead|left or right|how many))+$|[\s?.!,]+$")
_HOW_MANY = re.compile(r"^how many (?:(?:are|is)(?: there)? )?(?=\w)")
_VERB = _PATTERNS["verb"]
_PLACE = _PATTERNS["place"]


_LONGEST_OMISSION = 5  # words


def elliptic(text: str) -> bool:
    """Whether a question leaves out what it asks: it names a place, a thing or a quality, and has no verb.

    Args:
        text: in lower case.
    """
    named = text.strip()
    for _ in range(3):
        named = _TRAIL.sub("", named)
    named = _LEAD.sub("", named, count=1)
    if named == text.strip() and named.startswith("the ") and len(named.split()) > _LONGEST_OMISSION:
        return False  # a whole description of a thing: "the lamp that is closest to the door"
    counted = _HOW_MANY.match(named)
    rest = named[counted.end() :] if counted else named
    if counted and not (_PLACE.match(rest) or attribute_of(rest.split(" ")[0])):
        return False
    return bool(rest) and not _VERB.search(rest)


_OTHERS = re.compile(r"\bthe (?:others|other ones)\b(?! of)")
_ONE = re.compile(r"\bthe (\w+) one\b(?! of)")
_WHICH_OF_THEM = re.compile(
    r"^which(?: one)?(?: is)? (?:the )?(\w+(?:er|est)\b(?: away)?(?: (?:to|from) .+)?)(?: one)?$"
)
_COUNTED_ONES = re.compile(
    r"^how many(?= (?:(?:are|is) (?:there )?)?(?:in|on|under|inside|behind|near|above|below|at|to)\b)"
)
_ASKED_OF_IT = re.compile(
    r"^(?:where|how (?:far(?: away)?|tall|wide|big|long|high|large)|(?:what|which) (?:color|colour|shape|material|room)"
    r"|in (?:what|which) room)$"
)


def in_full(text: str, plural: str, *, several: bool) -> str:
    """A question with the noun that it leaves to the question before it; unchanged where it leaves out none.

    "And where are the others?" is asked of "the other chairs", "which is closest?" of "them", "where?" of "it".

    Args:
        plural: of the noun that the last answer was about.
        several: it was about several things.
    """
    asked = re.sub(r"[?!. ]+$", "", without_lead(opened(text)))
    full = _OTHERS.sub(f"the other {plural}", asked)
    if not elliptic(opened(text)):  # "and the other one?" asks again what was asked before
        full = _ONE.sub(lambda said: f"the {said[1]} {singular(plural)}" if _tells(said[1]) else said[0], full)
    full = _COUNTED_ONES.sub(f"how many {plural}", full)
    full = _WHICH_OF_THEM.sub(r"which of them is the \1", full) if several else full
    if _ASKED_OF_IT.match(full):
        full = f"{full} {'are they' if several else 'is it'}"
    if full == "how many":
        full = f"how many {plural} are there"
    return f"{full}?" if full != asked else text


def _tells(word: str) -> bool:
    """Whether "the … one" is another of what was spoken of, or one that looks so."""
    return word == "other" or bool(attribute_of(word))


_LEAVES_OUT = _PATTERNS["leaves out"]


def leaves_out(text: str) -> bool:
    """Whether a question has a verb, but not what it is about: "how many are there?", "which is taller?".

    Args:
        text: in lower case.
    """
    return _LEAVES_OUT.search(text.strip()) is not None


def without_lead(text: str) -> str:
    """A question without the "and" before it."""
    return re.sub(r"^(?:(?:and|but|so|then|now|ok|okay|also)\b[ ,]*)+(?=\w)", "", text.strip(), flags=re.IGNORECASE)
