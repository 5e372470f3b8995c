"""Superlatives and ordinals of a noun: before it ("the second closest chair") and behind it ("that is the tallest")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from situated_qa.reasoning.patterns.nouns import Noun, Phrases, Place
from situated_qa.reasoning.patterns.words import place_words

_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
_ENDS = {"first": ("from the left", "from the right"), "last": ("on the left", "on the right")}
_FAR_ENDS = tuple(
    f"{at} the {end}" for at in ("on", "at") for end in ("far left", "far right", "left end", "right end")
)

_WHERE_BEFORE = {
    "middle": "nth(0, leftmost(me))", "left": "leftmost(me)", "right": "rightmost(me)", "left-hand": "leftmost(me)",
    "right-hand": "rightmost(me)", "top": 'most("high")', "bottom": 'least("high")',
}  # fmt: skip


def ordered(phrases: Phrases, start: int) -> Iterator[tuple[int, Noun]]:
    """A noun with its attributes, and with a superlative or an ordinal before it."""
    word = phrases.words[start] if start < len(phrases.words) else ""
    order = place_words()["superlatives"].get(word) or place_words()["comparatives"].get(word)
    if order:
        yield from ((end, replace(noun, order=order)) for end, noun in phrases.described(start + 1))
    elif word in _WHERE_BEFORE:
        begin = phrases.after(start + 1, "hand") if word in ("left", "right") else -1
        found = phrases.described(begin if begin > 0 else start + 1)
        yield from ((end, replace(noun, order=_WHERE_BEFORE[word])) for end, noun in found)
    elif word == "corner":
        corner = Place("in_corner()")
        yield from ((end, noun.at(corner)) for end, noun in phrases.described(start + 1))
        yield from phrases.described(start)
    elif word in _ORDINALS:
        number = _ORDINALS[word]
        for after, name in phrases.any_of(start + 1, ("closest", "nearest", "farthest")):
            order = f"nth({number}, {place_words()['superlatives'][name]}(me))"
            yield from ((end, replace(noun, order=order)) for end, noun in phrases.described(after))
        for end, noun in phrases.described(start + 1):
            for last, side in phrases.any_of(end, ("from the left", "from the right")):
                yield last, replace(noun, order=f"nth({number}, {side.split()[-1]}most(me))")
    elif word in ("first", "last"):  # "the first book from the left", "the last one on the right"
        for end, noun in phrases.described(start + 1):
            for last, side in phrases.any_of(end, _ENDS[word]):
                yield last, replace(noun, order=f"{side.split()[-1]}most(me)")
    else:
        yield from phrases.described(start)


def behind(phrases: Phrases, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
    """A noun with what comes behind it: "in the middle", "that is the tallest", "to the left of the others"."""
    if not noun.order:
        said = _order_after(phrases, start, noun.kind)
        yield from ((end, replace(noun, order=order, outer_order=True)) for end, order in said)
    if noun.order in ("closest", "farthest"):  # "the closest chair to the door"
        word = "to" if noun.order == "closest" else "from"
        for end, of in phrases.reference(start + 1).items() if phrases.after(start, word) > 0 else ():
            yield end, replace(noun, order=f"{noun.order}({of})")


def in_row(phrases: Phrases, start: int, noun: Noun) -> Iterator[tuple[int, Noun]]:
    """A noun with the end of the row that it stands in: "on the far left of the table"."""
    for after, side in phrases.any_of(start, _FAR_ENDS if not noun.order else ()):
        row = replace(noun, order=f"{side.split()[3 if 'far' in side else 2]}most(me)")
        yield after, row
        for end, of in phrases.reference(after + 1).items() if phrases.after(after, "of") > 0 else ():
            yield end, row.at(Place(f"on({of})"))


def _order_after(phrases: Phrases, start: int, kind: str) -> Iterator[tuple[int, str]]:
    """A superlative behind a noun: "that is the tallest", "in the middle", "to the left of the others"."""
    tables = place_words()
    for begin in (start, *(end for end, _ in phrases.any_of(start, tables["relative"]))):
        first = next((end for end, _ in phrases.any_of(begin, tables["standing"])), begin)
        first = next((end for end, _ in phrases.any_of(first, ("the",))), first)
        if first > start:
            graded = tables["superlatives"] | tables["comparatives"]
            yield from ((end, graded[word]) for end, word in phrases.any_of(first, graded) if "(" in graded[word])
        rows = phrases.any_of(first, tables["orders"])
        yield from ((end, tables["orders"][phrase]) for end, phrase in rows if phrases.after(end, "of") < 0)
        for after, phrase in phrases.any_of(first, tables["than_others"]):
            yield from ((end, tables["than_others"][phrase]) for end in _others(phrases, after, kind))
    for begin, amount in phrases.any_of(start, ("with the most", "with the fewest", "that has the most")):
        yield from ((end, f"with_{amount.split()[-1]}({part.every})") for end, part in phrases.described(begin))


def _others(phrases: Phrases, start: int, kind: str) -> Iterator[int]:
    """Where words end that mean the others of a kind: "the other one", "the others", "the other window"."""
    for end, phrase in phrases.any_of(start, ("the other one", "the other ones", "the others", "the other")):
        yield end
        if phrase == "the other":
            yield from (last for last, other in phrases.described(end) if other.kind == kind)
