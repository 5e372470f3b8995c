"""The phrases of a language, by what they say, and the words of a question as the tables spell them.

`data/LANGUAGE.json` maps a name ("count", "where", "near", "closest", …) to phrases. In a phrase `a|b` are
alternatives, `a_b` is an alternative of two words and `a?` may be left out; `$name` stands for each phrase of that
name, from which others are composed. The phrases of "" say nothing. "contractions" are written out ("im" is "in dem").
Chinese phrases are read character by character, with alternatives between spaces.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from situated_qa.reasoning.reader.foreign_nouns import KINDS, Entry, entries, folded, meanings, other_words, spellings
from situated_qa.reasoning.reader.vocabulary import edits

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meant:
    """What a word of a language means.

    Attributes:
        kind: of `foreign_nouns.KINDS`.
        rank: 0 where it is the usual word for that, 1 where it is another, 2 where that has no entry of its own.
    """

    words: Words
    kind: str
    english: str
    plural: bool
    rank: int


_SHORTEST_MENDED = 5  # letters


@functools.cache
def phrases(language: str) -> Mapping[Words, tuple[str, ...]]:
    """The names of each phrase, by its words."""
    found: dict[Words, set[str]] = {}
    for name, rows in _table(language).items():
        for words in itertools.chain.from_iterable(_spelled(row, language) for row in rows if name[:1] != "$"):
            found.setdefault(words, set()).add(name)
    return {words: tuple(sorted(names)) for words, names in found.items()}


@functools.cache
def longest(language: str) -> int:
    """Of the phrases, words."""
    return max(map(len, phrases(language)))


@functools.cache
def things(language: str) -> Mapping[str, tuple[Meant, ...]]:
    """Words for things, rooms and looks by their first word, the longest first, of equals what they mean first."""
    found: dict[str, set[Meant]] = {}
    own = {(kind, english): _own(row, kind, language) for kind in KINDS for english, row in entries(kind).items()}
    plurals = {spelling for row in entries().values() for spelling in _plural(row.forms.get(language, ()), language)}
    for spelling, meant in meanings(language).items():
        words = _opened(tuple(spelling) if language == "zh" else tuple(spelling.split()), language)
        if words:
            for kind, english in meant:
                rank = 0 if spelling in own.get((kind, english), ()) else 1 if (kind, english) in own else 2
                found.setdefault(words[0], set()).add(Meant(words, kind, english, spelling in plurals, rank))
    return {word: tuple(sorted(rows, key=_order)) for word, rows in found.items()}


def _order(row: Meant) -> tuple[int, int, str]:
    return -len(row.words), row.rank, row.english


def words_of(question: str, language: str) -> Words:
    """A question's words as the tables spell them; a wrong letter of a long word is mended, contractions are opened."""
    if language == "zh":
        return tuple(re.findall(r"[^\W_]", question))
    words = re.findall(r"[a-z0-9]+", folded(question))
    return _opened(tuple(_mended(word, language) for word in words), language)


def _mended(word: str, language: str) -> str:
    known = _known(language)
    if len(word) < _SHORTEST_MENDED or word in known:
        return word
    near = {other for other in known if abs(len(other) - len(word)) <= 1 and other[0] == word[0]}
    near = {other for other in near if len(other) >= _SHORTEST_MENDED - 1 and edits(word, other) <= 1}
    alike = len({meanings(language).get(other) for other in near}) == 1
    return min(near, key=lambda other: (len(other), other)) if alike else word


@functools.cache
def _known(language: str) -> frozenset[str]:
    words = {word for row in phrases(language) for word in row} | other_words(language)
    return frozenset(words | {word for spelling in meanings(language) for word in spelling.split()})


@functools.cache
def _table(language: str) -> Mapping[str, Any]:
    text = resources.files(__package__).joinpath(f"data/{language}.json").read_text(encoding="utf-8")
    return {name: rows for name, rows in json.loads(text).items() if name != "contractions"}


@functools.cache
def _contractions(language: str) -> Mapping[str, Words]:
    text = resources.files(__package__).joinpath(f"data/{language}.json").read_text(encoding="utf-8")
    return {word: tuple(long.split()) for word, long in json.loads(text).get("contractions", {}).items()}


def _opened(words: Words, language: str) -> Words:
    return tuple(itertools.chain.from_iterable(_contractions(language).get(word, (word,)) for word in words))


def _spelled(phrase: str, language: str) -> Iterator[Words]:
    """Every way of saying and writing a phrase."""
    for said in _composed(phrase, language):
        if language == "zh":
            yield tuple(said.replace(" ", ""))
        else:
            for spelling in spellings(said):
                yield _opened(tuple(spelling.split()), language)


def _composed(phrase: str, language: str) -> Iterator[str]:
    options = []
    for piece in phrase.split():
        said: set[str] = {""} if piece.endswith("?") else set()
        for option in piece.rstrip("?").split("|"):
            rows = _table(language)[option] if option[0] == "$" else ()
            said |= {each for row in rows for each in _composed(row, language)} or {option.replace("_", " ")}
        options.append(said)
    for chosen in itertools.product(*options):
        if any(chosen):
            yield " ".join(filter(None, chosen))


def _own(row: Entry, kind: str, language: str) -> set[str]:
    """The spellings of an entry's own forms."""
    forms = [form.lstrip("*") for form in row.forms.get(language, ())[1 if kind in ("nouns", "rooms") else 0 :]]
    return set(forms) if language == "zh" else set().union(*map(spellings, forms))


def _plural(forms: Words, language: str) -> set[str]:
    """The spellings of an entry's plural, where it differs from the singular."""
    if language == "zh" or len(forms) < 3:
        return set()
    plural, one = forms[2].lstrip("*"), forms[1].lstrip("*")
    dative = {f"{plural}n"} if language == "de" and not plural.endswith(("n", "s")) else set()
    return set().union(*map(spellings, {plural, *dative})) - spellings(one) if plural != one else set()
