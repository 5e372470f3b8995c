"""Wordings with places for words: "Wie viele {x.pl} gibt es {p}?"."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Protocol

from situated_qa.errors import TrainingError
from situated_qa.reasoning.reader.foreign_nouns import Entry, entries
from situated_qa.training.languages.things import Place, Thing

ARTICLE = "\u2060"
"""Stands before an article that may contract with the preposition before it; not in the finished sentence."""

_PLACE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")

Slot = Thing | Place | str


class Tongue(Protocol):
    """The grammar of one language."""

    def thing(self, thing: Thing, form: str, rng: random.Random) -> str: ...

    def place(self, place: Place, rng: random.Random) -> str: ...

    def word(self, word: str, form: str, about: Thing | None) -> str: ...

    def tidy(self, text: str) -> str: ...


def filled(wording: str, slots: Mapping[str, Slot], tongue: Tongue, rng: random.Random) -> str:
    """The sentence of a wording.

    Raises:
        TrainingError: the wording names a slot that its kind of question does not have.
    """
    about = slots.get("x")

    def words(match: re.Match[str]) -> str:
        slot, form = slots.get(match[1]), match[2] or ""
        if slot is None:
            raise TrainingError(f"{wording!r} has a place for {match[1]!r}; its question has {', '.join(slots)}")
        if isinstance(slot, Thing):
            return tongue.thing(slot, form, rng)
        if isinstance(slot, Place):
            return tongue.place(slot, rng)
        return tongue.word(slot, form, about if isinstance(about, Thing) else None) if slot else ""

    text = tongue.tidy(_PLACE.sub(words, wording)).replace(ARTICLE, "")
    text = re.sub(r"\s+", " ", text).strip()
    closing = r" ([,.])" if " ?" in wording else r" ([,.?])"  # French has a space before a question mark
    text = re.sub(closing, r"\1", text)
    return text[0].upper() + text[1:] if text[0] != "¿" else "¿" + text[1].upper() + text[2:]


def entry_of(thing: Thing) -> Entry:
    """The dictionary entry of a thing or room."""
    return entries(thing.kind)[thing.english]


def word_forms(word: str, language: str) -> tuple[str, ...]:
    """The forms of a color, material or state."""
    for kind in ("colors", "materials", "states"):
        if word in entries(kind):
            return entries(kind)[word].forms[language]
    raise TrainingError(f"no color, material or state {word!r}")


def chosen(variants: tuple[str, ...], rng: random.Random, fill: Callable[[str], str] = str) -> str:
    """One of several ways to say the same, the first most often."""
    return fill(variants[0] if rng.random() < 0.5 else rng.choice(variants))


def agreeing(forms: tuple[str, ...], gender: str, plural: bool = False) -> str:
    """The form of a Spanish or French adjective."""
    return forms[(gender == "f") + 2 * plural] if len(forms) == 4 else forms[0]
