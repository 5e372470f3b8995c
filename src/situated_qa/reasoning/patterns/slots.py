"""What the slots of a pattern may hold besides phrases: lists, options, sides, units, rooms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from situated_qa.reasoning.patterns import clauses, doors
from situated_qa.reasoning.patterns.nouns import Noun, Place
from situated_qa.reasoning.patterns.phrases import Ends, Phrases, remembered
from situated_qa.reasoning.patterns.words import HOURS, lexicon, place_words

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
_LONGER = {
    "taller": ("height", ">"), "higher": ("height", ">"), "wider": ("width", ">"), "longer": ("length", ">"),
    "narrower": ("width", "<"), "lower": ("height", "<"), "shorter": ("height", "<"),
}  # fmt: skip
_WORDS: Mapping[str, Mapping[str, Any]] = {
    "longer": _LONGER,
    "more": {"more": ">", "farther": ">", "farther away": ">", "less": "<", "closer": "<"},
    "unit": UNITS,
    "grade": GRADES,
    "tall": {"tall": "height", "high": "height", "wide": "width", "long": "length"},
    "height": {name: name for name in ("height", "width", "length", "volume")},
    "look": {form: name for name in _LOOKS for form in (name, f"{name}s")},
    "kind": {name: name for name in (*_LOOKS, "size")},
    "extreme": {"largest": "largest", "biggest": "largest", "smallest": "smallest"},
    "hand": {f"{side}{more}": side for side in ("left", "right") for more in ("", " side", " hand", " hand side")},
}
"""Slots for one of a few phrases, each with what it means."""
_NOUNS: Mapping[str, Callable[[Noun], bool]] = {
    # things that are meant: any noun but with "all" and "any"; but "where is something to sit on?"
    "the": lambda noun: noun.determiner not in ("any", "all") or noun.kind.startswith("something "),
    "known": lambda noun: noun.determiner in ("the", ""),  # in clipped speech without an article
    "ordered": lambda noun: noun.determiner == "the" and bool(noun.order) and not noun.plural,
    "some": lambda noun: noun.determiner in ("a", "any") or (noun.plural and not noun.determiner),
    "a": lambda noun: noun.determiner in ("a", "any"),
    "anything": lambda noun: (noun.kind, noun.determiner) == ("thing", "any") and bool(noun.places or noun.attributes),
    "bare": lambda noun: not noun.determiner,
    "plural": lambda noun: noun.plural and not noun.determiner,
    "all": lambda noun: noun.determiner in ("all", "the", ""),
}
"""Slots for a noun phrase, each with what fits."""
_PRONOUN_TOO = ("the", "known")
_PRONOUNS = {"it": "it", **dict.fromkeys(("them", "they", "all of them", "both of them"), "them")}
_WHOLE_HOME = ("this home", "the home", "the house", "this house", "this apartment", "this flat", "the flat")


class Slots(Phrases):
    """The phrases of one question, and what else a pattern has a slot for."""

    def slot(self, kind: str, start: int) -> Ends[Any]:
        """What a slot of a kind holds that begins at a position."""
        if kind in _WORDS:
            return {end: _WORDS[kind][said] for end, said in self.any_of(start, _WORDS[kind])}
        if kind not in _NOUNS:
            return getattr(self, kind)(start)
        nouns = {end: noun for end, noun in self.noun(start).items() if _NOUNS[kind](noun)}
        return self.it(start) | nouns if kind in _PRONOUN_TOO else nouns

    def it(self, start: int) -> Ends[Noun]:
        """What the last answer was about."""
        words = ((end, _PRONOUNS[said]) for end, said in self.any_of(start, _PRONOUNS))
        return {end: Noun(word, word == "them", "it") for end, word in words}

    def room_name(self, start: int) -> Ends[str]:
        """A room by its name."""
        return {end: name for end, name in self.room(start).items() if name}

    def named_room(self, start: int) -> Ends[str]:
        """A room by its name or by its door, as an expression."""
        named = {end: f'room("{name}")' for end, name in self.room_name(start).items()}
        return doors.room_beyond(self, start) | named

    def any_room(self, start: int) -> Ends[str]:
        """As `named_room`, or the asker's."""
        known = {end: f'room("{name}")' if name else "here()" for end, name in self.room(start).items()}
        return doors.room_beyond(self, start) | known

    def room_text(self, start: int) -> Ends[str]:
        """A room's name as a text, or the asker's room, or a room by its door."""
        known = {end: f'"{name}"' if name else "here()" for end, name in self.room(start).items()}
        return doors.room_beyond(self, start) | known

    def in_place(self, start: int) -> Ends[Place]:
        """A room that has something in it."""
        ends = {end: Place(f"in_room({room})") for end, room in doors.room_beyond(self, start).items()}
        ends |= {end: Place("", room=name) if name else Place("in_room(here())")
                 for end, name in self.room(start).items()}  # fmt: skip
        return ends | {end: Place("") for end, _ in self.any_of(start, _WHOLE_HOME)}

    def door(self, start: int) -> Ends[Noun]:
        """One door, or "it"."""
        it = {end: noun for end, noun in self.it(start).items() if not noun.plural}
        return it | doors.door(self, start)

    def owner(self, start: int) -> Ends[str]:
        """A room's name as a text: "the bathroom's", whose door is meant."""
        return doors.owner(self, start)

    def length(self, start: int) -> Ends[tuple[str, str]]:
        """A number and the sign of its unit: "60 cm", "two meters", "2m"."""
        ends: Ends[tuple[str, str]] = {}
        for count in (2, 1):
            said = re.fullmatch(r"(\d+(?:\.\d+)?|[a-z]+) ?([a-z]+)", " ".join(self.words[start : start + count]))
            number = str(HOURS.get(said[1], said[1])) if said else ""
            if said and said[2] in UNITS and number[:1].isdigit():
                ends[start + count] = (number, UNITS[said[2]])
        return ends

    def each(self, start: int) -> Ends[str]:
        """Things, or rooms, that are gone through one by one."""
        ends: Ends[str] = {}
        for after, _ in self.any_of(start, ("each", "every", "each of the", "every single")):
            ends |= {end: noun.every for end, noun in self.noun(after).items() if not noun.determiner}
            ends |= {end: "rooms()" for end, _ in self.any_of(after, ("room", "rooms"))}
        return ends

    def each_room(self, start: int) -> Ends[str]:
        """Each room."""
        return {end: of for end, of in self.each(start).items() if of == "rooms()"}

    def each_has(self, start: int) -> Ends[tuple[str, Place]]:
        """Each room, which has something in it; or each thing, which has it on it or in it."""
        own = {True: Place("in_room(there)"), False: Place("any_of(on(it), inside(it))")}
        return {end: (of, own[of == "rooms()"]) for end, of in self.each(start).items()}

    def at_each(self, start: int) -> Ends[tuple[str, Place]]:
        """At each of several things, or in each room: what is gone through, and the place."""
        ends = {end: ("rooms()", Place("in_room(there)")) for end, _ in self.any_of(start, ("per room",))}
        for function, phrases in place_words()["of_a_thing"].items():
            for after, _ in self.any_of(start, phrases):
                for end, of in self.each(after).items():
                    rooms = of == "rooms()"
                    if not rooms or function == "inside":
                        ends[end] = (of, Place("in_room(there)" if rooms else f"{function}(it)"))
        return ends

    def has(self, start: int) -> Ends[tuple[Place]]:
        """What something has, as a place."""
        return {end: (place,) for end, place in clauses.had(self, start).items()}

    def is_not(self, start: int) -> Ends[tuple[Place]]:
        """What something is not, as a place."""
        return {end: (place,) for end, place in clauses.denied(self, start).items()}

    def used(self, start: int) -> Ends[Noun]:
        """What is used for something."""
        return {end: Noun(kind, True) for end, kind in clauses.use(self, start)}

    def activity(self, start: int) -> Ends[Noun]:
        """What somebody wants to do, as what serves it: "sit down", "wash my hands"."""
        return {end: Noun(kind, True) for end, kind in clauses.activity(self, start)}

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

    @remembered
    def either(self, start: int) -> Ends[list[Noun]]:
        """Two or more things to choose from."""
        return self._listed(start, ("or", ", or"))

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

    def ones(self, start: int) -> Ends[tuple[str, list[str]]]:
        """Two things of a kind told by how they look: "the red one or the blue one"."""
        ends: Ends[tuple[str, list[str]]] = {}
        for (name, value), middle in self._one(start):
            for after, _ in self.any_of(middle, ("or", ", or")):
                for (other, text), end in self._one(after):
                    if other == name:
                        ends.setdefault(end, (name, [value, text]))
        return ends

    def _one(self, start: int) -> Iterator[tuple[tuple[str, str], int]]:
        for after, _ in self.any_of(start, ("the",)):
            for end, look in self.value(after).items():
                yield look, next((last for last, _ in self.any_of(end, ("one", "ones"))), end)

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
