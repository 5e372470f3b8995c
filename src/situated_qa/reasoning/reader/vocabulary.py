"""The texts that an expression for a question may hold: its own words, in the singular, spelled right or in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from situated_qa.reasoning.query_form.reading.room_words import KINDS
from situated_qa.reasoning.query_form.reading.words import word_tables
from situated_qa.reasoning.reader.foreign_nouns import english_words, guess_language
from situated_qa.situated.categories import known_names, singular
from situated_qa.situated.matcher import names_a_thing

_LONGEST_NOUN = 4  # words
_SHORTEST_MENDED = 4  # letters of a word that may be misspelled
_WORD = re.compile(r"[^\W_]+(?:[-'.&/\N{RIGHT SINGLE QUOTATION MARK}][^\W_]+)*")
_TABLES = ("color", "shape", "material", "size")
_ANY = "thing"
_IMPLIED = ("door", "stairs")
"""Things that a question may be about without a word for them: "how do I get out?"."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The texts for one question.

    Attributes:
        words: of the question, in order and lower case.
        nouns: names of things; one of the scene or an implied one is no word of the question.
        texts: colors, states and other words that are no run of `words`.
        rooms: names of rooms.
        language: of the question, ISO 639-1.
    """

    words: tuple[str, ...]
    nouns: tuple[str, ...]
    texts: tuple[str, ...]
    rooms: tuple[str, ...]
    language: str = "en"

    def holds(self, text: str) -> bool:
        """Whether the question says a text: every word of it, as it is, in the singular, mended or translated."""
        text = " ".join(words_of(text))
        if text == _ANY or text in self.texts:
            return True
        said = {form for word in self.words for form in (word, singular(word))}
        said |= {part for name in self.texts for part in name.split()}
        return all(word in said or word in _SMALL or _resembles(word, said) for word in text.split())

    def touches(self, text: str) -> bool:
        """Whether the question says one of a text's words that mean something."""
        words = [word for word in words_of(text) if word not in _SMALL and len(word) > 2]
        return not words or any(self.holds(word) for word in words)

    @property
    def uses(self) -> tuple[str, ...]:
        """Words of what a thing is used for: "something to sit on" for "where can I sit?"."""
        found = [word for word in self.words if word.isalpha()]
        bases = [base for word in found if word.endswith("ing") for base in (word[:-3], f"{word[:-3]}e")]
        return tuple(dict.fromkeys([*found, *bases, *_SMALL]))


_SMALL = frozenset(("of", "a", "the", "with", "and", "to", "in", "on", "for", "into", "from", "at"))
_STEM = 5
"""Letters from which two words are forms of one: "symmetry" and "symmetrical"."""
_NO_EDGES = frozenset((
    "a", "an", "the", "of", "in", "on", "at", "by", "to", "from", "for", "with", "and", "or", "is", "are", "am",
    "was", "be", "do", "does", "can", "could", "i", "me", "my", "you", "your", "it", "its", "this", "that", "these",
    "those", "there", "here", "what", "which", "who", "whose", "where", "when", "how", "many", "much", "any", "some",
    "if", "would", "near", "between", "under", "behind", "above", "below", "beside", "than", "not", "no", "so",
    "please",
))  # fmt: skip
"""Words that no name of a thing begins or ends with."""
_INSIDE = frozenset(("of", "with", "for", "and", "to", "in"))
"""Those of them that may stand inside: "chest of drawers", "something to sit on"."""


def vocabulary(
    question: str, previous: str = "", *, things: Iterable[str] = (), rooms: Iterable[str] = ()
) -> Vocabulary:
    """The vocabulary of a question.

    Args:
        previous: the expression of the question before, whose texts may come again.
        things: names of what is in the scene; a misspelled word may be one of them.
        rooms: of the scene.
    """
    words, language = words_of(question), language_of(question)
    rooms = [" ".join(words_of(room)) for room in rooms]
    before = re.findall(r'"([^"\\]*)"', previous)
    known = [" ".join(words_of(thing)) for thing in things]
    if language == "en":
        mended = _mended(words, {*known, *rooms})
        more = [name for line in ([words, *mended] if mended else [words]) for name in _phrases(line)]
        texts = [name for line in mended for name in _phrases(line)]
    else:
        texts = sorted(english_words(question, language))
        more = texts
    nouns = dict.fromkeys([*more, *before, *known, *_IMPLIED])
    named = [room for room in (*rooms, *KINDS) if language != "en" or _mentions(words, room) or room in texts]
    return Vocabulary(
        tuple(words),
        tuple(name for name in nouns if name),
        tuple(dict.fromkeys([*texts, *before])),
        tuple(dict.fromkeys([*named, *before])),
        language,
    )


def language_of(text: str) -> str:
    """The language of a text, ISO 639-1; "en" for any that the reader was not trained in."""
    return guess_language(text)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without the "'s" of an owner."""
    found = _WORD.findall(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return [re.sub(r"(?<=[^\W_])'s?$", "", word) for word in found]


def _phrases(words: Sequence[str]) -> Iterator[str]:
    """Runs of words that may name a thing, in the singular; those that begin or end with a small word do not."""
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


def _mended(words: Sequence[str], names: set[str]) -> list[list[str]]:
    """The question with its misspelled words put right, one line for each way; none where none is misspelled."""
    known = _lexicon() | names | {part for name in names for part in name.split()}
    lines: list[list[str]] = []
    for place, word in enumerate(words):
        if len(word) < _SHORTEST_MENDED or not word.isalpha() or not word.isascii():
            continue
        if {word, singular(word)} & known or word in _stops() or names_a_thing(word):
            continue
        for right in _near(word, known):
            lines.append([*words[:place], right, *words[place + 1 :]])
    joined = [
        [*words[:i], words[i] + words[i + 1], *words[i + 2 :]]
        for i in range(len(words) - 1)
        if words[i] + words[i + 1] in known or singular(words[i] + words[i + 1]) in known
    ]
    if len(lines) > 1:  # all at once, too: "blak chiars"
        first: dict[int, str] = {}
        for line in lines:
            for place, word in enumerate(line):
                if word != words[place]:
                    first.setdefault(place, word)
        lines.append([first.get(place, word) for place, word in enumerate(words)])
    return lines + joined


def _resembles(word: str, said: set[str]) -> bool:
    """Whether a word is another form of one that was said, or a slip of the finger away from one."""
    if singular(word) in said:
        return True
    stem = word[:_STEM] if len(word) >= _STEM else word
    slips = 2 if len(word) > 6 else 1 if len(word) > 3 else 0
    return any(
        (len(stem) == _STEM and other.startswith(stem))
        or (slips and abs(len(other) - len(word)) <= slips and edits(word, other) <= slips)
        for other in said
    )


def _near(word: str, known: Iterable[str]) -> list[str]:
    """Known words at the smallest distance in spelling; a plural stays one."""
    most = 1 if len(word) <= 5 else 2
    distances: dict[str, int] = {}
    for name in known:
        for form in {name, name.replace(" ", "")}:
            if abs(len(form) - len(word)) <= most + 1:
                distance = min(edits(word, form), edits(singular(word), form))
                if distance <= most and (form[:1] == word[:1] or distance == 1):
                    distances[name] = min(distance, distances.get(name, distance))
    best = min(distances.values(), default=0)
    return sorted(name for name, distance in distances.items() if distance == best)[:4]


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


def _mentions(words: Sequence[str], room: str) -> bool:
    return set(room.split()) <= {form for word in words for form in (word, singular(word))}


@cache
def _lexicon() -> frozenset[str]:
    tables = word_tables()
    values = {value for name in _TABLES for value in tables[name]}
    states = {value for words in tables["state"].values() for value in words}
    return frozenset(known_names() | values | states | set(KINDS) | set(tables["generic"]))


@cache
def _stops() -> frozenset[str]:
    return frozenset(word_tables()["stop"]) - {"thing", "room"}
