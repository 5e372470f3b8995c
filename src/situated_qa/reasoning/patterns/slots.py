"""What the gaps of a pattern may hold besides phrases: lists, options, sides, units; and how a pattern is matched."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from typing import Any

from situated_qa.reasoning.patterns.phrases import Ends, Noun, Phrases, remembered
from situated_qa.reasoning.patterns.words import lexicon

UNITS = {
    "m": ("m", "meter", "meters"), "cm": ("cm", "centimeter", "centimeters"), "mm": ("mm", "millimeters"),
    "ft": ("ft", "feet", "foot"), "in": ("inches", "inch"), "yd": ("yards", "yard", "yd"),
}  # fmt: skip
_SIDES = {
    "front": ("in front", "front"), "behind": ("behind",), "back": ("back",), "ahead": ("ahead",),
    "left": ("left", "on my left", "to my left", "to the left", "on the left", "on my left side", "to my left side"),
    "right": ("right", "on my right", "to my right", "to the right", "on the right", "on my right side",
              "to my right side"),
}  # fmt: skip
_JOINTS = ("or", ", or", ",")


class Slots(Phrases):
    """The phrases of one question, and the other gaps of the patterns."""

    def the(self, start: int) -> Ends[Noun]:
        """One thing, or those that are meant together: "the chairs"."""
        return {end: noun for end, noun in self.noun(start).items() if noun.determiner not in ("any", "all")}

    def def_(self, start: int) -> Ends[Noun]:
        """A thing that is known: with "the", or in clipped speech without an article."""
        return {end: noun for end, noun in self.noun(start).items() if noun.determiner in ("the", "")}

    def some(self, start: int) -> Ends[Noun]:
        """Any thing of a kind: with "a", "any", or a plural without an article."""
        nouns = self.noun(start).items()
        return {end: n for end, n in nouns if n.determiner in ("a", "any") or (n.plural and not n.determiner)}

    def bare(self, start: int) -> Ends[Noun]:
        """A noun without an article."""
        return {end: noun for end, noun in self.noun(start).items() if not noun.determiner}

    def all(self, start: int) -> Ends[Noun]:
        """All of a kind: with "all", "the", or without an article."""
        return {end: noun for end, noun in self.noun(start).items() if noun.determiner in ("all", "the", "")}

    @remembered
    def unit(self, start: int) -> Ends[str]:
        """A unit of length; its sign."""
        return {end: sign for sign, words in UNITS.items() for end, _ in self.any_of(start, words)}

    @remembered
    def things(self, start: int) -> Ends[list[Noun]]:
        """Two or more things: "the bed, the desk or the lamp"."""
        ends: Ends[list[Noun]] = {}
        for end, noun in self.noun(start).items():
            for after, joint in self.any_of(end, ("or", "and", ", or", ", and", ",")):
                for last, rest in self.things(after).items() if joint == "," else ():
                    ends.setdefault(last, [noun, *rest])
                for last, other in self.noun(after).items() if joint != "," else ():
                    ends.setdefault(last, [noun, other])
        return ends

    @remembered
    def value(self, start: int) -> Ends[tuple[str, str]]:
        """What something may look like: an attribute, or a state."""
        ends = dict(self.attribute(start))
        for end in (start + 1,):
            word = " ".join(self.words[start:end])
            if word in lexicon()["state"] and end not in ends:
                ends[end] = ("state", word)
        return ends

    @remembered
    def options(self, start: int) -> Ends[tuple[str, list[str]]]:
        """Two or more values of one attribute: "red, blue or green"."""
        ends: Ends[tuple[str, list[str]]] = {}
        for end, (name, value) in self.value(start).items():
            for after, joint in self.any_of(end, _JOINTS):
                if joint == ",":
                    rest = self.options(after)
                else:
                    rest = {last: (other, [text]) for last, (other, text) in self.value(after).items()}
                for last, (other, texts) in rest.items():
                    if other == name:
                        ends.setdefault(last, (name, [value, *texts]))
        return ends

    @remembered
    def sides(self, start: int) -> Ends[tuple[list[str], str]]:
        """Two or more sides and whose they are: "on my left or on my right", "in front of or behind the bed"."""
        ends: Ends[tuple[list[str], str]] = {}
        for end, (first, of) in self._side(start).items():
            for after, joint in self.any_of(end, _JOINTS):
                rest = self.sides(after) if joint == "," else {}
                if joint != ",":
                    rest = {last: ([side], view) for last, (side, view) in self._side(after).items()}
                for last, (others, view) in rest.items():
                    if first not in others and of in ("", view or "me"):
                        ends.setdefault(last, ([first, *others], view or of))
        return ends

    def _side(self, start: int) -> Ends[tuple[str, str]]:
        ends = {}
        for side, phrases in _SIDES.items():
            for end, phrase in self.any_of(start, phrases):
                ends[end] = (side, "me" if " my " in f" {phrase} " else "")
                after = end if side == "behind" else self.after(end, "of")
                if after > 0:
                    ends.setdefault(after, (side, ""))  # "in front of or behind me"
                    ends |= {last: (side, of) for last, of in self.reference(after).items()}
        return ends


_SLOT = re.compile(r"\{(\w+):(\w+)\}")


@functools.cache
def _pieces(pattern: str) -> tuple[tuple[str, str, bool], ...]:
    """A pattern's pieces: the name and kind of a slot, or "" and the words that may stand there; and whether it must."""
    pieces = []
    for piece in pattern.split():
        slot = _SLOT.fullmatch(piece)
        pieces.append((slot[1], slot[2], True) if slot else ("", piece.rstrip("?").replace("_", " "), piece[-1] != "?"))
    return tuple(pieces)


def matches(slots: Slots, pattern: str) -> Iterator[dict[str, Any]]:
    """What the slots of a pattern hold where it covers the whole question, the reading that is preferred first.

    Args:
        pattern: words; `a|b` are alternatives, `a_b` is two words, `a?` may be left out, and `{x:the}` is a slot of
            this name that the method `the` of `Slots` reads.
    """
    yield from _match(slots, _pieces(pattern), 0)


def _match(slots: Slots, pieces: tuple[tuple[str, str, bool], ...], start: int) -> Iterator[dict[str, Any]]:
    if not pieces:
        if start == len(slots.words):
            yield {}
        return
    (name, kind, needed), *rest = pieces
    if name:
        for end, value in getattr(slots, kind)(start).items():
            for found in _match(slots, tuple(rest), end):
                yield {name: value, **found}
        return
    for end, _ in slots.any_of(start, kind.split("|")):
        yield from _match(slots, tuple(rest), end)
    if not needed:
        yield from _match(slots, tuple(rest), start)


def quoted(texts: list[str]) -> str:
    """Options as the language writes them."""
    return json.dumps(texts)
