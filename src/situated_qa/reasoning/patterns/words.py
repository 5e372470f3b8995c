"""The words of a question, and the word lists of the patterns: attributes, rooms, what opens and ends a question."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from importlib import resources
from string import ascii_lowercase
from typing import Any

from situated_qa.knowledge import normalise, singular
from situated_qa.reasoning.lexicon import LOOKS, word_tables
from situated_qa.situated.categories import known_names
from situated_qa.situated.doors import ENTRANCES
from situated_qa.situated.matcher import names_a_thing

MOST_WORDS = 60
"""Longer questions are not read."""
LONGEST_NOUN = 4  # words

_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*|\S")
_REMEMBERED = 10_000  # nouns
_LETTERS = re.compile(r"[a-z][a-z-]+")
_LONGEST_OPENING = 5  # words
_OPENED = {
    "what's": "what is", "where's": "where is", "there's": "there is", "that's": "that is", "it's": "it is",
    "i'm": "i am", "colour": "color", "colours": "colors",
}  # fmt: skip
_IRREGULAR = {"vanities": "vanity", "cacti": "cactus", "children": "child", "people": "person"}
_NO_PLURAL = frozenset((
    "scissors", "pants", "blinds", "clothes", "stairs", "series", "bus", "gas", "headphones", "sunglasses",
    "chopsticks", "shoes", "trousers", "jeans", "shorts", "binoculars", "pliers", "tweezers", "goggles", "dishes",
))  # fmt: skip
"""Names of one thing that end like a plural."""


@functools.cache
def lexicon() -> dict[str, frozenset[str]]:
    """The word lists of `data/lexicon.json`, and words for looks; each by its name."""
    text = resources.files(__package__).joinpath("data/lexicon.json").read_text(encoding="utf-8")
    own = {name: frozenset(words) for name, words in json.loads(text).items()}
    looks = {name: frozenset(word_tables()[name]) - own["shade"] for name in LOOKS}
    return own | looks


@functools.cache
def place_words() -> dict[str, Any]:
    """The word lists of `data/places.json`; phrases of several words by the list that they are in."""
    return json.loads(resources.files(__package__).joinpath("data/places.json").read_text(encoding="utf-8"))


def words_of(question: str) -> tuple[str, ...]:
    """A question's words in lower case, contractions opened; a comma or colon is a word, other marks at its end none.

    Anything else that is not a word ("&", an emoji) stays, and so is never read.
    """
    text = question.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = re.sub(r"[?!.;\s]+$", "", text)
    words = [part for word in _WORD.findall(text) for part in _OPENED.get(word, word).split()]
    while (shorter := _without(words, at_end=False)) != words or (shorter := _without(words, at_end=True)) != words:
        words = shorter
    return tuple(words)


def _without(words: list[str], *, at_end: bool) -> list[str]:
    """The words without one phrase that opens or closes a question."""
    phrases = lexicon()["closings" if at_end else "openings"]
    for length in range(min(_LONGEST_OPENING, len(words)), 0, -1):
        phrase, rest = (words[-length:], words[:-length]) if at_end else (words[:length], words[length:])
        if " ".join(phrase) in phrases or phrase in ([","], [":"]):
            return rest
    return words


def singular_noun(noun: str) -> tuple[str, bool]:
    """A noun with its last word in the singular, and whether that word was a plural: ("office chair", True)."""
    head, _, last = noun.rpartition(" ")
    if last in _NO_PLURAL and noun != "window blinds":
        return noun, False
    one = _IRREGULAR.get(last) or singular(last)
    if one == last and last in ("tvs", "pcs"):
        one = last[:-1]
    first, of, rest = noun.partition(" of ")
    if of:  # "pieces of paper"
        one_first, many = singular_noun(first)
        return (f"{one_first} of {rest}", True) if many else (noun, False)
    return f"{head} {one}".strip(), one != last


class Names:
    """What a scene and the dictionaries know as names of things and rooms.

    Args:
        things: names of what is in the scene.
        rooms: of the scene.

    Attributes:
        words: of all names and lists.
    """

    def __init__(self, things: Iterable[str] = (), rooms: Iterable[str] = ()) -> None:
        self._things = frozenset(normalise(thing) for thing in things)
        self._rooms = {" ".join(room.lower().split()): room for room in rooms}
        self._common = {name for name in (*self._things, *known_names()) if " " not in name}
        self._known: dict[str, bool] = {}
        lists = (*self._things, *self._rooms, *known_names(), *(word for words in lexicon().values() for word in words))
        self.words = frozenset(" ".join(lists).split())

    def room(self, name: str) -> str:
        """The room that a name means, as the question says it; "" for none."""
        return name if name in self._rooms or name in lexicon()["rooms"] else ""

    def spelled(self, noun: str) -> str:
        """A noun as a name is spelled: "arm chair" is "armchair"; of "piece of furniture" the last word."""
        joined = noun.replace(" ", "")
        if joined != noun and joined in self._common and noun not in self._things and noun not in known_names():
            return joined
        return noun.removeprefix("piece of ")

    def is_stored(self, noun: str) -> bool:
        """Whether something in the scene is called just so."""
        return noun in self._things

    def is_thing(self, noun: str) -> bool:
        """Whether a noun in the singular names a thing, as a whole or word by word ("projector screen")."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        if noun not in self._known:
            self._known[noun] = self._is_thing(noun)
        return self._known[noun]

    def _is_thing(self, noun: str) -> bool:
        words, tables = noun.split(), lexicon()
        name = normalise(noun)
        if len(name.split()) != len(words):
            return False  # a mark or an article in it
        if name in self._things or len(words) > 1 and (noun in known_names() or noun in ENTRANCES):
            return True
        if not words or self.room(noun) or not {words[0], words[-1]}.isdisjoint(tables["no_noun"]):
            return False
        if any(words[0] in tables[name] for name in ("color", "shape", "size", "before_nouns")):
            return False
        if noun in known_names():
            return True
        if all(map(_LETTERS.fullmatch, words)) and _names_a_thing(noun):
            return len(words) > 1 or not self._is_misspelt(noun)
        return any(self._makes_a_noun(words[:cut], words[cut:]) for cut in range(1, len(words)))

    def _makes_a_noun(self, first: list[str], rest: list[str]) -> bool:
        """Whether two names are one: "projector screen", "bathroom vanity"."""
        name = " ".join(first)
        if first == rest or first == [*lexicon()["material"].intersection(first)] or singular_noun(name)[1]:
            return False
        return bool(self.is_thing(name) or self.room(name)) and self.is_thing(" ".join(rest))

    def _is_misspelt(self, word: str) -> bool:
        """Whether a rare word is one letter off a common name: "coach", "deck"."""
        ends = [(word[:cut], word[cut:]) for cut in range(1, len(word) + 1)]
        edits = {a + b[1:] for a, b in ends} | {a + b[1] + b[0] + b[2:] for a, b in ends if len(b) > 1}
        edits |= {a + letter + b[skip:] for a, b in ends for letter in ascii_lowercase for skip in (0, 1)}
        return not edits.isdisjoint(self._common)


@functools.lru_cache(maxsize=8192)
def _names_a_thing(noun: str) -> bool:
    return names_a_thing(noun)
