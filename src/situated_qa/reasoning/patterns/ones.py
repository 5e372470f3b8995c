"""What "one" stands for: "which speaker is closer, the big one or the small one?" names a speaker twice."""

from __future__ import annotations

from situated_qa.reasoning.patterns.nouns import Phrases
from situated_qa.reasoning.patterns.words import place_words

Words = tuple[str, ...]
_ASKED_OF = (
    "which", "what", "which of the", "which of the two", "of the", "of the two", "out of the two", "there are two",
    "there are", "the two", "two", "which one of the", "which of these", "which of those", "which of my",
)  # fmt: skip
_SIDES = (
    "left", "right", "left hand", "right hand", "front", "back", "other", "first", "second", "top", "bottom", "middle",
)  # fmt: skip
_LONGEST = 3  # words between "the" and "one"
_OR = ("or", "and", "than", ",")


def named(phrases: Phrases) -> Words:
    """The words with the noun that "one" stands for in its place; a sentence that only says of what there are two
    is left out then."""
    words = list(phrases.words)
    ones = [(at, start) for at, word in enumerate(words) if word == "one" and (start := _begins(phrases, at)) >= 0]
    kinds = {at: kind for at, start in ones if (kind := _alike(phrases, start) or _asked_of(phrases))}
    if not kinds:
        return phrases.words
    said = [part for at, word in enumerate(words) for part in (kinds[at].split() if at in kinds else [word])]
    for end, _ in phrases.any_of(0, ("there are two", "there are", "we have two")):
        for last, noun in phrases.described(end):
            if noun.plural and words[last : last + 1] == ["."]:
                return tuple(said[last + 1 :])
    return tuple(said)


def _begins(phrases: Phrases, at: int) -> int:
    """Where "the big one" begins that ends with the "one" at a position; -1 where it is no such phrase."""
    graded = place_words()["comparatives"].keys() | place_words()["superlatives"].keys() | set(_SIDES)
    for start in range(at - 2, max(at - 2 - _LONGEST, -1), -1):
        said = " ".join(phrases.words[start + 1 : at])
        if phrases.words[start] == "the" and (said in graded or at in phrases.attribute(start + 1)):
            return start
    return -1


def _alike(phrases: Phrases, start: int) -> str:
    """The kind of the noun right before, in "the big speaker or to the small one"."""
    words = phrases.words
    joint = next((at for at in (start - 1, start - 2) if at > 0 and words[at] in _OR), -1)
    found = [noun.kind for begin in range(max(0, joint - 3), joint) for end, noun in phrases.described(begin)
             if end == joint and not noun.plural and words[begin - 1] != "to"]  # fmt: skip
    return found[0] if found and joint > 0 and words[joint] != "," else ""


def _asked_of(phrases: Phrases) -> str:
    """The kind of the noun that is asked about: "which of the two speakers"."""
    for start in range(len(phrases.words)):
        for after, _ in phrases.any_of(start, _ASKED_OF):
            for _, noun in phrases.described(after):
                return noun.kind
    return ""
