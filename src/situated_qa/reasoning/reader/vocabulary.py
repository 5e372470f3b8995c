"""The texts that an expression for a question may hold: its own words, in the singular, spelled right or in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from situated_qa.knowledge import singular
from situated_qa.reasoning.lexicon import LOOKS, word_tables
from situated_qa.reasoning.reader.foreign_nouns import (
    english_words,
    guess_language,
    knows_all_words,
    says_use,
    things_meant,
)
from situated_qa.situated.categories import known_names, synonyms
from situated_qa.situated.matcher import knows_words, names_a_thing

_LONGEST_NOUN = 4  # words
_STEM = 4
"""Letters from which two words are forms of one: "symmetry" and "symmetrical", "cacti" and "cactus"."""
_WORD = re.compile(r"[^\W_]+(?:[-'.&/\N{RIGHT SINGLE QUOTATION MARK}][^\W_]+)*")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')  # of an expression
_ANY = "thing"
_IMPLIED = ("door", "stairs")
"""Things that a question may be about without a word for them: "how do I get out?"."""
_SMALL = frozenset(("of", "a", "the", "with", "and", "to", "in", "on", "for", "into", "from", "at"))
_NO_EDGES = frozenset((
    "a", "an", "the", "of", "in", "on", "at", "by", "to", "from", "for", "with", "and", "or", "is", "are", "am", "was",
    "be", "do", "does", "can", "could", "i", "me", "my", "you", "your", "it", "its", "this", "that", "these", "those",
    "there", "here", "what", "which", "who", "whose", "where", "when", "how", "many", "much", "any", "some", "if",
    "would", "near", "between", "under", "behind", "above", "below", "beside", "than", "not", "no", "so", "please",
))  # fmt: skip
"""Words that no name of a thing begins or ends with."""
_INSIDE = frozenset(("of", "with", "for", "and", "to", "in"))
"""Those of them that may stand inside: "chest of drawers", "something to sit on"."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The texts for one question.

    Attributes:
        words: of the question, in order and lower case.
        nouns: names of things; one of the scene or an implied one is no word of the question.
        texts: other texts that the question says, but not by its own words.
        rooms: names of rooms.
        language: of the question, ISO 639-1.
        open: a word of the question is misspelled, or a foreign one that is in no table, so that what it means is no
            text of these.
        looks: colors, materials, states and so on of a foreign question whose words are all in the tables; None for
            any other question, where each text may stand anywhere.
        meant: for each word of such a question that names a thing, the nouns that it can mean.
        by_use: the question may speak of a thing by what it is used for.
    """

    words: tuple[str, ...]
    nouns: tuple[str, ...]
    texts: tuple[str, ...]
    rooms: tuple[str, ...]
    language: str = "en"
    open: bool = False
    looks: tuple[str, ...] | None = None
    meant: tuple[frozenset[str], ...] = ()
    by_use: bool = True

    def holds(self, text: str) -> bool:
        """Whether the question says a text: as it is, in another form, misspelled or translated, or by a synonym."""
        text = " ".join(words_of(text))
        if text == _ANY or text in self.texts or not synonyms(text).isdisjoint(_phrases(self.words)):
            return True
        said = {form for word in self.words for form in (word, singular(word), word.replace("-", ""))}
        said |= {part for word in self.words for part in word.split("-")}
        said |= {part for name in self.texts for part in name.split()}
        said |= {one + other for one, other in zip(self.words, self.words[1:], strict=False)}
        return all(word in said or word in _SMALL or _resembles(word, said) for word in text.split())

    def touches(self, text: str) -> bool:
        """Whether the question says one of a text's words that mean something."""
        words = [word for word in words_of(text) if word not in _SMALL and len(word) > 2]
        if self.language != "en":
            return True  # what a thing is used for is in no table
        return not words or any(self.holds(word) for word in words)

    @property
    def uses(self) -> tuple[str, ...]:
        """Words of what a thing is used for: "something to sit on" for "where can I sit?"."""
        if self.looks is not None and not self.by_use:
            return ()
        found = [word for word in self.words if word.isalpha()]
        bases = [base for word in found if word.endswith("ing") for base in (word[:-3], f"{word[:-3]}e")]
        return tuple(dict.fromkeys([*found, *bases, *sorted(_SMALL)]))


def vocabulary(
    question: str, previous: str = "", *, things: Iterable[str] = (), rooms: Iterable[str] = ()
) -> Vocabulary:
    """The vocabulary of a question.

    Args:
        previous: the expression of the question before, whose texts may come again.
        things: names of what is in the scene.
        rooms: of the scene.
    """
    words, language = words_of(question), guess_language(question)
    before = [text for text in _TEXT.findall(previous) if text.strip() and "\\" not in text]
    known = [" ".join(words_of(thing)) for thing in things]
    if language != "en":
        return _foreign(question, words, language, before, known, [" ".join(words_of(room)) for room in rooms])
    named = [room for room in (" ".join(words_of(room)) for room in rooms) if _says(words, room)]
    nouns = [*_phrases(words), *before, *known, *_IMPLIED]
    return Vocabulary(
        tuple(words),
        tuple(dict.fromkeys(name for name in nouns if name)),
        tuple(dict.fromkeys(before)),
        tuple(dict.fromkeys([*named, *before])),
        language,
        not all(_is_known(word, known) for word in words),
    )


def _foreign(
    question: str, words: Sequence[str], language: str, before: list[str], things: list[str], rooms: list[str]
) -> Vocabulary:
    """Of a question in another language: what its words mean, and where one is in no table, what is in the scene."""
    meant = english_words(question, language)
    texts = sorted(set().union(*meant.values()))
    looks: tuple[str, ...] | None = None
    if knows_all_words(question, language):
        nouns = sorted(meant.get("nouns", ())) or list(_IMPLIED)
        rooms = sorted(meant.get("rooms", ()))
        looks = tuple(sorted(set().union(*(meant[kind] for kind in meant if kind not in ("nouns", "rooms")))))
        looks += tuple(before)
    else:
        nouns = [*_phrases(words), *texts, *things, *_IMPLIED]
    return Vocabulary(
        tuple(words),
        tuple(dict.fromkeys(name for name in [*nouns, *before] if name)),
        tuple(dict.fromkeys([*texts, *before])),
        tuple(dict.fromkeys([*rooms, *before])),
        language,
        looks is None,
        looks,
        things_meant(question, language),
        says_use(question, language) or not meant.get("nouns"),
    )


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without the "'s" of an owner."""
    found = _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return [re.sub(r"(?<=[^\W_])'s?$", "", word) for word in found]


def _phrases(words: Sequence[str]) -> Iterator[str]:
    """Runs of words that may name a thing, as they are and in the singular."""
    for start, first in enumerate(words):
        if first in _NO_EDGES:
            continue
        for length in range(1, min(_LONGEST_NOUN, len(words) - start) + 1):
            run = list(words[start : start + length])
            if run[-1] in _NO_EDGES:
                continue
            if any(word in _NO_EDGES and word not in _INSIDE for word in run):
                break
            yield " ".join([*run[:-1], singular(run[-1])])
            yield " ".join(run)
            if "of" in run[1:-1]:
                place = run.index("of") - 1
                yield " ".join([*run[:place], singular(run[place]), *run[place + 1 :]])


def _says(words: Sequence[str], room: str) -> bool:
    return set(room.split()) <= {form for word in words for form in (word, singular(word))}


def _is_known(word: str, things: Sequence[str]) -> bool:
    """Whether a word is spelled as some English word is; where no dictionary is there to ask, few are."""
    parts = word.split("-")
    if len(parts) > 1:
        return all(_is_known(part, things) for part in parts)
    if not word.isalpha() or len(word) < 3:
        return True
    forms = {word, singular(word)}
    if forms & _lexicon() or any(form in thing.split() for form in forms for thing in things):
        return True
    return knows_words() and any(map(names_a_thing, forms))


def _resembles(word: str, said: Iterable[str]) -> bool:
    """Whether a word is another form of one that was said, or a slip of the finger away from one."""
    slips = 2 if len(word) > 5 else 1 if len(word) > 2 else 0
    for other in said:
        if len(word) > _STEM and other.startswith(word[:_STEM]) and abs(len(other) - len(word)) <= _STEM:
            return True
        if len(word) >= _STEM and word in other:  # "thetable"
            return True
        if other in (f"{word}s", f"{word}es") or word in (f"{other}s", f"{other}es"):
            return True
        if slips and abs(len(other) - len(word)) <= slips and edits(word, other) <= slips:
            return True
    return False


def edits(a: str, b: str) -> int:
    """Letters to insert, drop, replace or swap with the next one to get from one word to another."""
    before, last = list[int](), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


@cache
def _lexicon() -> frozenset[str]:
    tables = word_tables()
    names = {value for name in (*LOOKS, "stop", "generic") for value in tables[name]}
    names |= {value for words in tables["state"].values() for value in words} | known_names()
    names |= set(tables["room"])
    return frozenset({part for name in names for part in name.split()} | set(_NO_EDGES))
