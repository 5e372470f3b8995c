"""Nouns, rooms, colors, materials and states in German, Spanish, French and Chinese, and the English words for them.

The tables are in `data/nouns.jsonl` and `data/words.json`, from which training data is made, too, and in
`data/translations.tsv`, which is for reading alone. Words are found without regard to capitals and accents, so
that "Stuehle", "stühle" and "Stuhle" all mean chairs.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from situated_qa.reasoning.conversation.speech import speech_words

LANGUAGES = ("de", "es", "fr", "zh")
"""ISO 639-1 codes of the languages besides English."""

KINDS = ("nouns", "rooms", "colors", "materials", "states")
Meanings = frozenset[tuple[str, str]]
"""Kinds and English words."""

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LONGEST = 5  # words of one entry
_SHORTEST_TAIL = 5  # letters of the noun at the end of a German compound
_FUNCTION_WORDS = {
    "en": "the a an is are what where which how many of in on at my me i and or there to do does can any it color far",
    "de": "der die das den dem des ein eine einen einem einer ist sind was wo wie viele welche welcher welches ich "
    "mir mich meiner von vom zu zum zur im am auf unter neben zwischen und oder gibt es hinter vor links rechts "
    "steht liegt weit farbe hat aus raum zimmer kann komme nicht "
    "welchem welchen bin sich",
    "es": "el la los las un una unos unas es son esta estan hay que donde cual cuantos cuantas cuanto como de del al "
    "en mi y o a lado izquierda derecha detras delante encima debajo cerca entre color tiene mas estoy puedo hecho "
    "se encuentro encuentra ve ver ves desde aqui sobre estar media medio",
    "fr": "le la les un une des du de au aux est sont y a t il que qu quoi ou quel quelle quels quelles combien "
    "comment dans sur sous entre et derriere devant gauche droite pres couleur plus je moi ma mon se trouve puis "
    "vois tu on peut aller d ici",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An English word and what it is called elsewhere.

    Attributes:
        forms: by language. Of nouns and rooms in German, Spanish and French: gender, singular, plural, and in German
            the accusative and dative singular where they differ from the nominative; in Chinese: measure word, noun.
            Of colors and states in Spanish and French: masculine and feminine singular, masculine and feminine plural.
        tags: of nouns, what can be asked: L stands in a room, S has a surface, P can lie on one, O opens, W can be
            switched on, F can be filled, H hangs on a wall.
        also: other words by language, for reading only.
    """

    english: str
    forms: Mapping[str, tuple[str, ...]]
    tags: str = ""
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def words(self, language: str, kind: str = "nouns") -> tuple[str, ...]:
        """Every way of writing it in a language."""
        forms = self.forms.get(language, ())
        if kind in ("nouns", "rooms"):
            forms = forms[1:]
        return (*(form.lstrip("*") for form in forms), *self.also.get(language, ()))


@cache
def entries(kind: str = "nouns") -> Mapping[str, Entry]:
    """The entries by their English word.

    Args:
        kind: "nouns", "rooms", "colors", "materials" or "states".
    """
    folder = _folder()
    if kind == "nouns":
        lines = folder.joinpath("nouns.jsonl").read_text(encoding="utf-8").splitlines()
        rows = {row["en"]: row for row in map(json.loads, lines)}
    else:
        rows = json.loads(folder.joinpath("words.json").read_text(encoding="utf-8"))[kind]
    return {english: _entry(english, row) for english, row in rows.items()}


def _folder() -> Traversable:
    return resources.files("situated_qa.reasoning.reader").joinpath("data")


def _entry(english: str, row: Mapping[str, Any]) -> Entry:
    forms = {language: tuple(row[language]) for language in LANGUAGES if language in row}
    also = {language: tuple(words) for language, words in row.get("also", {}).items()}
    return Entry(english, forms, row.get("tags", ""), also)


def folded(text: str) -> str:
    """Lower case without accents."""
    letters = unicodedata.normalize("NFD", text.lower().replace("ß", "ss").replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def spellings(word: str) -> set[str]:
    """How a word is written with and without umlauts and accents, folded."""
    lower = word.lower()
    expanded = lower.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return {" ".join(_tokens(form)) for form in (lower, expanded)}


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", folded(text))


@cache
def meanings(language: str) -> Mapping[str, Meanings]:
    """Kinds and English words by folded spelling, or in Chinese by the word itself."""
    index: dict[str, set[tuple[str, str]]] = {}
    function_words = set(_FUNCTION_WORDS.get(language, "").split())  # "sobre" is "on" far more often than "envelope"
    for kind, english, words in _translations(language):
        for word in words:
            for spelling in {word} if language == "zh" else _german_cases(word, language) - function_words:
                index.setdefault(spelling, set()).add((kind, english))
    return {spelling: frozenset(found) for spelling, found in index.items()}


def _translations(language: str) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Kind, English word and how a language writes it: of the entries, and of `data/translations.tsv`."""
    for kind in KINDS:
        for english, entry in entries(kind).items():
            yield kind, english, entry.words(language, kind)
    lines = _folder().joinpath("translations.tsv").read_text(encoding="utf-8").splitlines()
    column = lines[0].split("\t").index(language)
    for line in lines[1:]:
        cells = line.split("\t")
        yield cells[0], cells[1], cells[column].split("|")


def _german_cases(word: str, language: str) -> set[str]:
    found = spellings(word)
    if language == "de" and " " not in word:
        found |= {spelling + ending for spelling in spellings(word) for ending in ("s", "es", "n", "en", "er", "e")}
    return found


def guess_language(text: str) -> str:
    """The language of a text, ISO 639-1: one of `LANGUAGES`; "en" for any other, and where nothing tells."""
    if _CHINESE.search(text):
        return "zh"
    words = _tokens(text)
    scores = {
        language: float(sum(word in common.split() for word in words)) for language, common in _FUNCTION_WORDS.items()
    }
    for language in ("de", "es", "fr"):
        scores[language] += 0.9 * sum(word in meanings(language) for word in words)
        scores[language] += 0.3 * sum(word in other_words(language) for word in words)
    scores["en"] += 0.9 * sum(word in entries(kind) for word in words for kind in ("nouns", "rooms"))
    scores["en"] += 0.5 * sum(word in speech_words() for word in words)
    scores["de"] += 0.5 * len(re.findall("[äöüß]", text.lower()))
    scores["es"] += 0.5 * len(re.findall("[ñáíóú¿¡]", text.lower()))
    scores["fr"] += 0.5 * len(re.findall("[èêàùâçœ]|l'|d'|qu'", text.lower()))
    return max(scores, key=lambda language: scores[language])  # of equals the first, English


def english_nouns(text: str, language: str = "") -> set[str]:
    """The English nouns whose foreign word occurs in a text; none in an English one.

    Args:
        language: of the text, ISO 639-1; guessed where it is empty.
    """
    return {english for kind, english in _found(text, language) if kind == "nouns"}


def english_words(text: str, language: str = "") -> dict[str, set[str]]:
    """The English words whose foreign word occurs in a text, by kind: nouns, rooms, colors, materials, states, …"""
    words: dict[str, set[str]] = {}
    for kind, english in _found(text, language):
        words.setdefault(kind, set()).add(english)
    return words


def things_meant(text: str, language: str) -> tuple[frozenset[str], ...]:
    """For each word of a text that names a thing, the English nouns that it can mean."""
    spans = _split(text, language)[0]
    nouns = (frozenset(english for kind, english in span if kind == "nouns") for span in spans)
    rooms = (any(kind == "rooms" for kind, _ in span) for span in spans)
    return tuple(found for found, room in zip(nouns, rooms, strict=True) if found and not room)


def knows_all_words(text: str, language: str) -> bool:
    """Whether each word of a text in one of `LANGUAGES` is in the tables, as a thing, a look, or another common word.

    Then the English words that it can mean are those of `english_words`, and no others.
    """
    common = other_words(language)
    return all(
        word in common or word.isdigit() or len(word) == 1 and word.isascii() for word in _split(text, language)[1]
    )


@cache
def other_words(language: str) -> frozenset[str]:
    """Common words that name neither things nor looks; in Chinese, the characters of such words."""
    tables = _other_tables()
    words = " ".join((tables[language], tables["uses"][language], _FUNCTION_WORDS.get(language, "")))
    return _spelled(words, language)


@cache
def _uses(language: str) -> frozenset[str]:
    """Verbs that say what a thing is used for: "something to sit on"."""
    return _spelled(_other_tables()["uses"][language], language)


def _spelled(words: str, language: str) -> frozenset[str]:
    if language == "zh":
        return frozenset(words) - {" "}
    return frozenset(spelling for word in words.split() for spelling in spellings(word))


@cache
def _other_tables() -> Mapping[str, Any]:
    return json.loads(_folder().joinpath("other_words.json").read_text(encoding="utf-8"))


def says_use(text: str, language: str) -> bool:
    """Whether a text in one of `LANGUAGES` may speak of a thing by what it is used for."""
    return any(word in _uses(language) for word in _split(text, language)[1])


def _found(text: str, language: str) -> set[tuple[str, str]]:
    language = language or guess_language(text)
    return set().union(*_split(text, language)[0]) if language in LANGUAGES else set()


def _split(text: str, language: str) -> tuple[list[Meanings], list[str]]:
    """What each word of a text that is in the tables means, and its words, in Chinese characters, that are in none.

    The longest phrases win: "mesa de centro" is no "mesa".
    """
    index = meanings(language)
    chinese = language == "zh"
    words = re.findall(r"[^\W_]", text) if chinese else _tokens(text)
    glue, longest = ("", 8) if chinese else (" ", _LONGEST)
    found: list[Meanings] = []
    left: list[str] = []
    place = 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            hit = index.get(glue.join(words[place : place + length]))
            if hit:
                found.append(hit)
                place += length
                break
        else:
            left.append(words[place])
            if language == "de":
                found.append(_head_of_compound(words[place], index))
            place += 1
    return found, left


def _head_of_compound(word: str, index: Mapping[str, Meanings]) -> Meanings:
    """What a German compound ends with: "Holztisch" is a table."""
    for start in range(3, len(word) - _SHORTEST_TAIL + 1):
        meant = frozenset(meaning for meaning in index.get(word[start:], ()) if meaning[0] in ("nouns", "rooms"))
        if meant:
            return meant
    return frozenset()
