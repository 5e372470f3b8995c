"""Reads a question by the patterns: every word of it, or not at all."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.reasoning.patterns.phrases import Ends, Noun, Phrases, Place
from situated_qa.reasoning.patterns.words import (
    LONGEST_NOUN,
    MOST_WORDS,
    Names,
    lexicon,
    place_words,
    singular_noun,
    words_of,
)
from situated_qa.situated.language.functions import canonical

_LOOKS = ("color", "material", "shape")
_TALL = {"tall": "height", "high": "height", "wide": "width", "long": "length"}
_SIDES = {
    **{word.format(side): side for side in ("left", "right") for word in (
        "{}", "on my {}", "to my {}", "on the {}", "to the {}", "my {}", "on my {} side", "to my {} side", "{} of me")},
    "in front of me": "front", "in front": "front", "behind me": "behind", "behind": "behind",
}  # fmt: skip
_NOUNS: Mapping[str, Callable[[Noun], bool]] = {
    "known": lambda noun: noun.determiner in ("the", ""),  # in clipped speech without an article
    "some": lambda noun: noun.determiner in ("a", "any") or (noun.plural and not noun.determiner),
    "bare": lambda noun: not noun.determiner,
}
"""Slots for a noun phrase, each with what fits."""
_MANY = ("on(", "inside(", "in_room(", "reach(", "visible(", "opposite(")
"""Places that hold many things."""
_OF_ME = re.compile(r"\w+\(me\)")
_UNCLEAR = re.compile(r'(?:inside\(the\("(?:bed|couch|step|pace|minute|second)"|behind\((?:the|every)\("wall")')
"""Places that people say and mean otherwise: "how far is it in steps?"."""
_DENIALS = {"not", "no", "without", "other", "but", "except"}
"""Where one is left over, it is what was not understood."""
Found = dict[str, Any]
Piece = tuple[str, str, bool]


class UnclearError(Exception):
    """Words fit a pattern, but may mean something else."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The canonical expression of a question; or "", and the words that were not understood, in order."""

    expression: str = ""
    unread: tuple[str, ...] = ()


def read(question: str, *, things: Sequence[str] = (), rooms: Sequence[str] = ()) -> Reading:
    """Read a question; one of which any word is left over has no expression.

    Args:
        things: names of what is in the scene.
        rooms: of the scene.
    """
    words = words_of(question)
    if not words or len(words) > MOST_WORDS:
        return Reading("", words[MOST_WORDS:])
    slots = _Slots(words, _names(tuple(things), tuple(rooms)))
    for pattern, asked in _patterns():
        for found in _matches(slots, pattern, 0):
            try:
                return Reading(str(canonical(_written(asked, found))))
            except (UnclearError, ToolError):
                continue
    return Reading("", _unread(slots))


@functools.lru_cache(maxsize=8)
def _names(things: tuple[str, ...], rooms: tuple[str, ...]) -> Names:
    return Names(things, rooms)


@functools.cache
def _patterns() -> tuple[tuple[tuple[Piece, ...], str], ...]:
    """The patterns of `data/patterns.txt`, in order, each with what it asks for."""
    text = resources.files(__package__).joinpath("data/patterns.txt").read_text(encoding="utf-8")
    rows, asked = [], ""
    for line in filter(None, (line.partition("# ")[0].rstrip() for line in text.splitlines())):
        if line.startswith(" "):
            rows.append((tuple(map(_piece, line.split())), asked))
        else:
            asked = line
    return tuple(rows)


def _piece(text: str) -> Piece:
    """The name and kind of a slot, or "" and words; and whether it must be there."""
    slot = re.fullmatch(r"\{(\w+):(\w+)\}", text)
    return (slot[1], slot[2], True) if slot else ("", text.rstrip("?").replace("_", " "), not text.endswith("?"))


def _matches(slots: _Slots, pieces: tuple[Piece, ...], start: int) -> Iterator[Found]:
    """What the slots of a pattern hold where it covers the rest of the question; what is preferred comes first."""
    if not pieces:
        if start == len(slots.words):
            yield {}
        return
    (name, kind, needed), rest = pieces[0], pieces[1:]
    if name:
        for end, value in slots.slot(kind, start).items():
            for found in _matches(slots, rest, end):
                yield {name: value, **found}
        return
    for end, _ in slots.any_of(start, kind.split("|")):
        yield from _matches(slots, rest, end)
    if not needed:
        yield from _matches(slots, rest, start)


class _Slots(Phrases):
    """The phrases of one question, by the names of the slots that hold them."""

    def slot(self, kind: str, start: int) -> Ends[Any]:
        """What a slot of a kind holds that begins at a position."""
        if kind not in _NOUNS:
            return getattr(self, kind)(start)
        nouns = {end: noun for end, noun in self.noun(start).items() if _NOUNS[kind](noun)}
        words = {"it": "it", "they": "them", "them": "them"} if kind == "known" else {}
        pronouns = {end: Noun(words[word], word != "it", "it") for end, word in self.any_of(start, words)}
        return pronouns | nouns

    def rooms(self, start: int) -> Ends[str]:
        """A kind of rooms in the plural, in the singular: "meeting rooms"."""
        names = {end: singular_noun(" ".join(self.words[start:end])) for end in range(start + 1, start + LONGEST_NOUN)}
        return {end: name for end, (name, several) in names.items() if several and self.names.room(name)}

    def look(self, start: int) -> Ends[str]:
        """A way to look, by its name."""
        return {end: word.rstrip("s") for name in _LOOKS for end, word in self.any_of(start, (name, f"{name}s"))}

    def tall(self, start: int) -> Ends[str]:
        """A measure, by its name."""
        return {end: _TALL[word] for end, word in self.any_of(start, _TALL)}

    def side(self, start: int) -> Ends[str]:
        """A side of the asker."""
        return {end: _SIDES[phrase] for end, phrase in self.any_of(start, _SIDES)}

    def value(self, start: int) -> Ends[tuple[str, str]]:
        """What something may look like: an attribute, or a state."""
        states = {end: ("state", word) for end, word in self.any_of(start, lexicon()["state"])}
        return states | self.attribute(start)

    def away(self, start: int) -> Ends[str]:
        """What something is away from, or nothing: "away from the door"."""
        after = next((end for end, _ in self.any_of(start, ("away",))), start)
        ends = {end: of for begin, _ in self.any_of(after, ("from",)) for end, of in self.reference(begin).items()}
        return {**ends, **{end: "me" for end, _ in self.any_of(after, ("from here",))}, after: "me"}


def _written(asked: str, found: Found) -> str:
    """The expression for what the slots of a pattern hold.

    Raises:
        UnclearError: the words may mean something else.
    """
    noun, place = found.get("x"), found.get("p")
    conditions = [*(noun.places if noun is not None else ()), *([place] if place is not None else ())]
    if any(_UNCLEAR.search(place.condition) for place in conditions):
        raise UnclearError
    if asked in _WRITERS:
        return _WRITERS[asked](found)
    return asked.format(**{**found, "x": noun.at(place) if noun is not None and place is not None else noun})


def _name(found: Found) -> str:
    """What is at a place; what is on or in something is many things, else the one that fits best."""
    noun: Noun = found.get("x", Noun("thing")).at(found["p"])
    many = noun.plural or noun.attributes or any(p.room or p.condition.startswith(_MANY) for p in noun.places)
    return f"name({noun.every if many else noun})"


def _shown(found: Found) -> str:
    """A thing that is named without a question; all of several."""
    noun: Noun = found["x"]
    named = f"name({noun.every})" if noun.plural and noun.kind == "thing" else noun.plain
    return str(replace(noun, plural=False)) if noun.order else named


def _holds(found: Found) -> str:
    """Whether a thing is at a place. Which of several places are the thing's own, the words do not tell."""
    noun, place = found["x"], found["p"]
    of_rooms = all(own.room or own.condition == "in_room(here())" for own in noun.places)
    if noun.places and not (of_rooms and _OF_ME.fullmatch(place.condition)):
        raise UnclearError
    if noun.kind == "thing" or place == Place(""):
        raise UnclearError
    return f"holds({noun.plain}, {place.written})"


def _looks(found: Found) -> str:
    noun, (name, value) = found["x"], found["v"]
    if noun.kind.endswith("door") and any(place.room for place in noun.places):
        raise UnclearError  # that which leads into it, or a cabinet's
    return f'looks({noun.plain}, "{name}", "{value}")'


def _options(found: Found) -> str:
    noun, (name, value), (other, last) = found["x"], found["v"], found["w"]
    if name != other or name == "size":
        raise UnclearError
    return f'{name}({noun.plain}, ["{value}", "{last}"])'


def _side(found: Found) -> str:
    if "(me)" in str(found["x"]):
        raise UnclearError  # "is the bed on my left on my right or behind me?"
    return f'side({found["x"]}, me, ["{found["s"]}", "{found["t"]}"])'


_WRITERS = {
    "@name": _name, "@shown": _shown, "@holds": _holds, "@looks": _looks, "@options": _options, "@side": _side,
}  # fmt: skip


def _unread(slots: _Slots) -> tuple[str, ...]:
    """The words that no pattern, no place and no name has; where all are known, the whole question."""
    named: set[int] = set()
    for start in range(len(slots.words)):
        for ends in (slots.noun(start), slots.value(start), slots.room(start)):
            named.update(place for end in ends for place in range(start, end))
    known = _known_words()
    unknown = tuple(word for place, word in enumerate(slots.words) if place not in named and word not in known)
    return unknown or slots.words


@functools.cache
def _known_words() -> frozenset[str]:
    said = [word for pattern, _ in _patterns() for _, words, _ in pattern for word in re.split(r"[| ]", words)]
    tables = place_words()
    phrases = [phrase for table in tables.values() for phrase in table]
    phrases += [phrase for name in ("of_a_thing", "of_me") for table in tables[name].values() for phrase in table]
    known = {*said, *" ".join(phrases).split(), ",", ":", "the", "a", "an", "any", "all", "me", "and", *_LOOKS, *_TALL}
    return frozenset(known - _DENIALS)
