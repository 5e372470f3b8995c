"""Superlatives and ordinals before a noun: "the tallest lamp", "the second closest chair"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from situated_qa.reasoning.patterns.nouns import Noun, Phrases
from situated_qa.reasoning.patterns.words import place_words

_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
_MIDDLE = "nth(0, leftmost(me))"


def ordered(phrases: Phrases, start: int) -> Iterator[tuple[int, Noun]]:
    """A noun with its attributes, and with a superlative or an ordinal before it."""
    word = phrases.words[start] if start < len(phrases.words) else ""
    order = _MIDDLE if word == "middle" else place_words()["superlatives"].get(word)
    if order:
        yield from ((end, replace(noun, order=order)) for end, noun in phrases.described(start + 1))
    elif word in _ORDINALS:
        number = _ORDINALS[word]
        for after, name in phrases.any_of(start + 1, ("closest", "nearest", "farthest")):
            counted = f"nth({number}, {place_words()['superlatives'][name]}(me))"
            yield from ((end, replace(noun, order=counted)) for end, noun in phrases.described(after))
        for end, noun in phrases.described(start + 1):
            for last, side in phrases.any_of(end, ("from the left", "from the right")):
                yield last, replace(noun, order=f"nth({number}, {side.split()[-1]}most(me))")
    else:
        yield from phrases.described(start)


def reference_after(phrases: Phrases, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
    """The closest or farthest noun with what it is close to: "the closest chair to the door"."""
    if noun.order in ("closest", "farthest"):
        word = "to" if noun.order == "closest" else "from"
        for end, of in phrases.reference(start + 1).items() if phrases.after(start, word) > 0 else ():
            yield end, replace(noun, order=f"{noun.order}({of})")
