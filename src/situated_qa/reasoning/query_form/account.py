"""Finds the words of a question that its reading did not use.

Rules that rewrite a question and pick phrases from it pass words over; one of those may have been the one that
mattered ("wobbly", "not", "yesterday"). A word is accounted for where it asks for nothing by itself, where the form
says it, or where the question without it reads otherwise. All other words are unread.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.reasoning.query_form.form import Condition, Form, Has, Most, Not, Noun, Nth, Place
from situated_qa.reasoning.query_form.reading.frame import TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion
from situated_qa.reasoning.query_form.reading.words import singular, word_tables
from situated_qa.situated.categories import synonyms
from situated_qa.situated.matcher import names_a_thing

MAX_CHARACTERS = 300
"""Of longer questions no word is tried, for reading takes long: a word must be known to ask nothing, or be said."""
_MAX_TRIED = 16
_WORD = re.compile(r"[^\W_]+(?:['\N{RIGHT SINGLE QUOTATION MARK}][^\W_]+)?")
_PRONOUNS = frozenset(("it", "its", "they", "them", "their"))
_NEGATIONS = frozenset(("not", "no", "never", "without", "neither", "nor", "none", "except", "besides"))
"""Only a form that says a negation reads them: that a question without the word reads otherwise proves nothing."""
_PLACED = re.compile(r"\b(?:on|in|inside|under|behind|near|above|below|beside|around)\s+$", re.IGNORECASE)
_NEVER_PASSED_OVER = frozenset(
    (
        "not", "no", "never", "without", "only", "other", "another", "else", "except", "besides", "usually", "always",
        "often", "yesterday", "tomorrow", "ago", "before", "later", "least", "both", "every", "each", "who", "why",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Table:
    """The words of `data/accounted.json`."""

    function: frozenset[str]  # ask for nothing by themselves
    phrases: re.Pattern[str]  # the same, of several words
    asides: re.Pattern[str]  # phrases that a question may be without
    asks: dict[str, frozenset[str]]  # say what is asked
    relations: dict[str, frozenset[str]]  # say a place, a superlative or a turn
    room_asks: dict[str, frozenset[str]]  # say what is asked about rooms and ways


@functools.cache
def _table() -> _Table:
    path = Path(__file__).parent / "reading" / "data" / "accounted.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    asks, relations, room_asks = (
        {name: frozenset(words) for name, words in data[key].items()} for key in ("asks", "relations", "room asks")
    )
    function = frozenset(word for words in data["function words"].values() for word in words)
    phrases, asides = (
        re.compile("|".join(texts), re.IGNORECASE) for texts in (data["phrases"] + data["asides"], data["asides"])
    )
    return _Table(function, phrases, asides, asks, relations, room_asks)


def unread_words(question: str, read: Callable[[str], Hashable], form: Form | RoomQuestion) -> tuple[str, ...]:
    """The words of a question that its reading did not use, in order, each once, in lower case.

    Args:
        question: as it was asked.
        read: reads a text as `question` was read; what it returns is compared.
        form: what the question was read as.
    """
    said = _said(form)
    shown = _table().phrases.sub(lambda match: " " * len(match.group()), question)
    doubtful = [match for match in _WORD.finditer(shown) if not _accounted(match.group(), said)]
    doubtful = [
        match for match in doubtful if not (_refers(match, shown, said, form) or _of_a_deed(match, shown, form))
    ]
    if len(question) > MAX_CHARACTERS or len(doubtful) > _MAX_TRIED:
        unread = doubtful
    else:
        as_asked = read(question) if doubtful else None
        unread = [
            m
            for m in doubtful
            if _lower(m.group()) in _NEGATIONS or read(f"{question[: m.start()]} {question[m.end() :]}") == as_asked
        ]
    return tuple(dict.fromkeys(match.group().lower() for match in unread))


def without_phrases(question: str) -> str:
    """The question without the phrases that it may be without."""
    return re.sub(r"\s+", " ", _table().asides.sub(" ", question)).strip()


def changed_words(question: str, plain: str) -> tuple[str, ...]:
    """The content words of a question that its rewording leaves out, and those that the rewording adds.

    Another name for the same thing does not count as a change.
    """
    asked, reworded = (_content(text) for text in (question, plain))
    return tuple(
        word
        for these, those in ((asked, reworded), (reworded, asked))
        for word in these
        if not any(word == other or word in synonyms(other) for other in those)
    )


def _content(text: str) -> list[str]:
    shown = _table().phrases.sub(" ", text)
    words = (_lower(match.group()) for match in _WORD.finditer(shown))
    return list(dict.fromkeys(singular(word) for word in words if word not in _table().function))


def _lower(word: str) -> str:
    """A word in lower case and, where it is a known misspelling, spelled right."""
    word = word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return str(word_tables()["misspelt"].get(word, word))


def _accounted(word: str, said: frozenset[str]) -> bool:
    word = _lower(word).removesuffix("'s")
    return word in _table().function or word in said or singular(word) in said


def _refers(match: re.Match[str], text: str, said: frozenset[str], form: Form | RoomQuestion) -> bool:
    """Whether a word is a pronoun behind a thing that the form names; "on it" wants a place that the form says."""
    if _PLACED.search(text[: match.start()]) and isinstance(form, Form):
        places = (item for noun in form.nouns() for item in _conditions(noun) if isinstance(item, Place))
        if not any(item.of is not None for item in places) and form.ask not in ("path", "distance", "same"):
            return False
    before = (_lower(word.group()) for word in _WORD.finditer(text, 0, match.start()))
    return _lower(match.group()) in _PRONOUNS and any(
        singular(word) in said and names_a_thing(singular(word)) for word in before
    )


def _of_a_deed(match: re.Match[str], text: str, form: Form | RoomQuestion) -> bool:
    """Whether a word only says what somebody wants to do at the goal of a way, or with what is in reach."""
    if not isinstance(form, Form):
        return False
    word = _lower(match.group())
    goal = form.ask == "path" or form.attribute == "within reach" or form.noun.target.startswith("something to ")
    a_verb = re.search(r"\b(?:to|i|can|could|and)\s+$", text[: match.start()], re.IGNORECASE)
    return goal and word not in _NEVER_PASSED_OVER and (a_verb is not None or not names_a_thing(singular(word)))


def _said(form: Form | RoomQuestion) -> frozenset[str]:
    """The words that a form says: its names and values, and the words for its ask, places and superlatives."""
    if isinstance(form, RoomQuestion):
        nouns = [inner for noun in (form.noun, form.noun2) if noun is not None for inner in Form("name", noun).nouns()]
        texts = [form.room, form.room2, form.missing, form.word]
        words = set(_table().room_asks.get(form.ask, ()))
    else:
        nouns = list(form.nouns())
        texts = [*(set(form.options) - {*YES_NO, *TRUE_FALSE}), form.attribute, form.turn]
        words = set(_table().asks.get(form.ask, ()))
        if form.attribute == "= 0":
            words |= _table().relations["not"]
        if form.turn:
            words |= _table().relations["turn"]
    for noun in nouns:
        texts.append(noun.target)
        for item in _conditions(noun):
            if isinstance(item, Has):
                texts.append(item.value)
            for name in _names(item):
                words |= _table().relations.get(name, frozenset())
    return frozenset(words.union(word for text in texts for word in re.findall(r"[^\W_]+", text.lower())))


def _conditions(noun: Noun) -> Iterator[Condition]:
    for item in noun.where:
        yield item
        if isinstance(item, Not):
            yield item.condition


def _names(item: Condition) -> tuple[str, ...]:
    """What a condition is called in the table."""
    if isinstance(item, Place):
        return (item.rel, *item.rel.rstrip("!").split(" "))
    if isinstance(item, Most):
        return (item.which,)
    if isinstance(item, Nth):
        return (item.order,)
    return ("not",) if isinstance(item, Not) else ()
