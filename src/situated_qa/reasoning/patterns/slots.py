"""What the slots of a pattern may hold besides phrases: lists, options, sides, units, rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from situated_qa.reasoning.patterns.nouns import Noun
from situated_qa.reasoning.patterns.phrases import Ends, Phrases, remembered
from situated_qa.reasoning.patterns.words import lexicon

UNITS = {
    "m": "m", "meter": "m", "meters": "m", "cm": "cm", "centimeter": "cm", "centimeters": "cm", "mm": "mm",
    "millimeters": "mm", "ft": "ft", "feet": "ft", "foot": "ft", "inches": "in", "inch": "in", "yards": "yd",
    "yard": "yd", "yd": "yd",
}  # fmt: skip
GRADES = {
    "closer": "closest", "nearer": "closest", "closest": "closest", "nearest": "closest", "farther": "farthest",
    "farthest": "farthest", "larger": 'most("large")', "bigger": 'most("large")', "largest": 'most("large")',
    "biggest": 'most("large")', "smaller": 'least("large")', "smallest": 'least("large")', "taller": 'most("tall")',
    "tallest": 'most("tall")', "shorter": 'least("tall")', "longer": 'most("long")', "longest": 'most("long")',
    "wider": 'most("wide")', "widest": 'most("wide")', "narrowest": 'least("wide")',
    "highest": 'most("high")', "lowest": 'least("high")',
}  # fmt: skip
_SIDES = {
    "in front": "front", "front": "front", "ahead": "front", "straight ahead": "front", "forward": "front",
    "forwards": "front", "behind": "behind", "back": "back", "backward": "behind", "backwards": "behind",
    **{phrase.format(side): side for side in ("left", "right") for phrase in (
        "{}", "{} side", "on my {}", "to my {}", "to the {}", "on the {}", "on my {} side", "to my {} side", "my {}")},
}  # fmt: skip
_LOOKS = ("color", "material", "shape")
WORDS: Mapping[str, Mapping[str, Any]] = {
    "unit": UNITS,
    "grade": GRADES,
    "tall": {"tall": "height", "high": "height", "wide": "width", "long": "length"},
    "look": {form: name for name in _LOOKS for form in (name, f"{name}s")},
}
"""Slots for one of a few phrases, each with what it means."""
_NOUNS: Mapping[str, Callable[[Noun], bool]] = {
    "the": lambda noun: noun.determiner not in ("any", "all"),  # things that are meant
    "known": lambda noun: noun.determiner in ("the", ""),  # in clipped speech without an article
    "some": lambda noun: noun.determiner in ("a", "any") or (noun.plural and not noun.determiner),
    "bare": lambda noun: not noun.determiner,
    "all": lambda noun: noun.determiner in ("all", "the", ""),
}
"""Slots for a noun phrase, each with what fits."""
_PRONOUN_TOO = ("the", "known")
_PRONOUNS = {"it": "it", **dict.fromkeys(("them", "they", "all of them", "both of them"), "them")}


class Slots(Phrases):
    """The phrases of one question, and what else a pattern has a slot for."""

    def slot(self, kind: str, start: int) -> Ends[Any]:
        """What a slot of a kind holds that begins at a position."""
        if kind in WORDS:
            return {end: WORDS[kind][said] for end, said in self.any_of(start, WORDS[kind])}
        if kind not in _NOUNS:
            return getattr(self, kind)(start)
        nouns = {end: noun for end, noun in self.noun(start).items() if _NOUNS[kind](noun)}
        return self.it(start) | nouns if kind in _PRONOUN_TOO else nouns

    def it(self, start: int) -> Ends[Noun]:
        """What the last answer was about."""
        words = ((end, _PRONOUNS[said]) for end, said in self.any_of(start, _PRONOUNS))
        return {end: Noun(word, word == "them", "it") for end, word in words}

    def named_room(self, start: int) -> Ends[str]:
        """A room by its name, as an expression."""
        return {end: f'room("{name}")' for end, name in self.room(start).items() if name}

    def any_room(self, start: int) -> Ends[str]:
        """As `named_room`, or the asker's."""
        return {end: f'room("{name}")' if name else "here()" for end, name in self.room(start).items()}

    def in_unit(self, start: int) -> Ends[str]:
        """A unit with "in", or nothing."""
        begins = (after for after, _ in self.any_of(start, (", in", "in")))
        ends = {end: sign for after in begins for end, sign in self.slot("unit", after).items()}
        return {**{end + 1: sign for end, sign in ends.items() if self.after(end, ",") > 0}, **ends, start: "m"}

    def away(self, start: int) -> Ends[str]:
        """What something is away from, or nothing: "away from the door"."""
        after = next((end for end, _ in self.any_of(start, ("away", "off"))), start)
        ends = {end: of for begin, _ in self.any_of(after, ("from",)) for end, of in self.reference(begin).items()}
        return {**ends, **{end: "me" for end, _ in self.any_of(after, ("from here",))}, after: "me"}

    def to(self, start: int) -> Ends[str]:
        """What something is closer to, or nothing."""
        ends = {end: of for after, _ in self.any_of(start, ("to", "from")) for end, of in self.reference(after).items()}
        return {**ends, start: ""}

    @remembered
    def things(self, start: int) -> Ends[list[Noun]]:
        """Two or more things: "the bed, the desk or the lamp"."""
        return self._listed(start, ("or", "and", ", or", ", and"))

    def pair(self, start: int) -> Ends[list[Noun]]:
        """Two things."""
        return {end: nouns for end, nouns in self.things(start).items() if len(nouns) == 2}

    def _listed(self, start: int, joints: Iterable[str]) -> Ends[list[Noun]]:
        ends: Ends[list[Noun]] = {}
        for end, noun in self.slot("known", start).items():
            for after, joint in self.any_of(end, (*joints, ",")):
                more: Ends[list[Noun]] = (
                    self._listed(after, joints)
                    if joint == ","
                    else {last: [other] for last, other in self.slot("known", after).items()}
                )
                for last, rest in more.items():
                    ends.setdefault(last, [noun, *rest])
        return ends

    @remembered
    def value(self, start: int) -> Ends[tuple[str, str]]:
        """What something may look like: an attribute, or a state."""
        ends = dict(self.attribute(start))
        word = " ".join(self.words[start : start + 1])
        if word in lexicon()["state"]:
            ends.setdefault(start + 1, ("state", word))
        return ends

    @remembered
    def options(self, start: int) -> Ends[tuple[str, list[str]]]:
        """Two or more values of one attribute: "red, blue or green"."""
        ends: Ends[tuple[str, list[str]]] = {}
        begin = next((end for end, _ in self.any_of(start, ("turned", "switched"))), start)
        for end, (name, value) in self.value(begin).items():
            for after, joint in self.any_of(end, ("or", ", or", ",", "or is it")):
                more = {last: (other, [text]) for last, (other, text) in self.value(after).items()}
                for last, (other, texts) in (self.options(after) if joint == "," else more).items():
                    if other == name:
                        ends.setdefault(last, (name, [value, *texts]))
        return ends

    @remembered
    def sides(self, start: int) -> Ends[tuple[list[str], str]]:
        """Two or more sides, and whose: "on my left or on my right", "in front of or behind the bed"."""
        ends: Ends[tuple[list[str], str]] = {}
        for end, (first, of) in self._side(start).items():
            for after, joint in self.any_of(end, ("or", ", or", ",")):
                more = {last: ([side], view) for last, (side, view) in self._side(after).items()}
                for last, (others, view) in (self.sides(after) if joint == "," else more).items():
                    if first not in others and of in ("", view or "me"):
                        ends.setdefault(last, ([first, *others], view or of))
        return ends

    def _side(self, start: int) -> Ends[tuple[str, str]]:
        ends: Ends[tuple[str, str]] = {}
        for end, phrase in self.any_of(start, _SIDES):
            side = _SIDES[phrase]
            ends[end] = (side, "me" if "my " in phrase else "")
            after = end if side == "behind" else self.after(end, "of")
            if after > 0 and "my " not in phrase:
                ends.setdefault(after, (side, ""))  # "in front of or behind me"
                ends |= {last: (side, of) for last, of in self.reference(after).items()}
        return ends
