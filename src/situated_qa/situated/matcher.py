"""Matches words to the categories of a scene by WordNet and by similarity of meaning.

The tables of `categories.py` come first and are enough for most words. What they do not know is looked up in WordNet
("davenport" is a kind of sofa) and, failing that, compared with a sentence model. Both are assets that may be missing:
then their step finds nothing, and a warning says once how to fetch them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.knowledge import normalise
from situated_qa.settings import check_settings, setting
from situated_qa.situated.categories import STEPS, Step, head_noun, known_names, synonyms
from situated_qa.situated.sentences import SentenceModel
from situated_qa.situated.wordnet import ARTIFACT, HELD_BY_ROOMS, LOCATION, NATURE, PERSON, PHENOMENON, WordNet

_log = logging.getLogger(__name__)

_VAST = ("celestial body", "geological formation", "body of water", "atmosphere", "universe")
_SENSES = 4  # the commonest senses of a word that are considered
_RARE_SENSES = 9  # where a wider word only has to be confirmed: a dinner plate is a plate in that word's eighth sense
_UP, _DOWN = 3, 5  # steps in WordNet: a davenport is a convertible is a sofa; furniture covers a settee
_LONGEST_NAME = 60  # characters; longer texts name no thing
_LEAST_DEPTH = 7  # wider senses, such as "artifact" and "device", cover nearly everything


@dataclass(frozen=True, slots=True)
class MatcherSettings:
    """How far a word may be from a category's name.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    wordnet: bool = setting(True, "words the knowledge table does not know are looked up in WordNet (asset wordnet)")
    sentence_model: bool = setting(
        True, "words WordNet does not know either are compared by meaning (asset sentence-model)"
    )
    least_similarity: float = setting(
        0.75, "how near in meaning a word must be to a category, cosine", minimum=0.0, maximum=1.0
    )

    def __post_init__(self) -> None:
        check_settings(self)


@lru_cache(maxsize=16)
def steps_for(settings: MatcherSettings) -> tuple[tuple[str, Step], ...]:
    """The steps that `find_categories` and `match_category` shall try, in order.

    A step whose asset is missing is left out, with one warning a process that names the command which fetches it.
    """
    steps = list(STEPS)
    words = _wordnet() if settings.wordnet else None
    if words is not None:
        tables = dict(STEPS)
        steps = [
            *((how, tables[how]) for how in ("exact", "plural", "alias", "kind")),
            ("is a", _remembered(lambda asked, categories: _is_a(asked, categories, words))),
            ("head noun", _remembered(lambda asked, categories: _head_noun(asked, categories, words))),
            ("loosely", tables["loosely"]),
        ]
    folder = _found("sentence-model", "compared by meaning") if settings.sentence_model else None
    if folder is not None:
        near = _Nearness(folder, settings.least_similarity, words)
        steps.append(("similar", _remembered(near.nearest)))
    return tuple(steps)


def names_a_thing(word: str) -> bool:
    """Whether a word is known as the name of some thing, here or not, so that it is not a misspelling of another."""
    words = _wordnet()
    return normalise(word) in known_names() or (words is not None and bool(words.physical_senses(word, _SENSES)))


_PROPER = frozenset((LOCATION, PERSON))
"""Fields of words that are names besides: a "wobbly" was a member of a union, and Nice is a city."""


@lru_cache(maxsize=1024)
def quality_in(name: str) -> str:
    """The word before a noun that is no noun itself, so that it tells how a thing is: "wobbly" of "wobbly chair".

    "" for a name that is known as a whole, and for nouns before a noun: an "office chair" is a kind of chair.
    """
    words = _wordnet()
    if words is None or names_a_thing(name):
        return ""
    before = normalise(name).split()[:-1]
    fields = {word: {words.synset(sense).field for sense in words.senses(word)} for word in before}
    return next((word for word, found in fields.items() if found <= _PROPER and word not in known_names()), "")


@lru_cache(maxsize=1024)
def beyond_a_place(word: str) -> bool:
    """Whether a word only names what no room or building holds: "moon", "sky", "river", "wind".

    Of a noun with several common senses all must be such: a "light" is a lamp, too.
    """
    words = _wordnet()
    if words is None or normalise(word) in known_names():
        return False
    senses = words.senses(normalise(word))[:_SENSES]
    fields = [words.synset(offset).field for offset in senses]
    if not senses or not HELD_BY_ROOMS.isdisjoint(fields):
        return False
    first = words.synset(senses[0])
    if first.field == PHENOMENON:
        return True
    vast = {offset for name in _VAST for offset in words.senses(name) if words.synset(offset).field != ARTIFACT}
    # The moon and the sun are single individuals of nature: WordNet gives them no kind.
    return first.field == NATURE and (not first.wider or not vast.isdisjoint(words.wider([first.offset], _DOWN)))


def knows_words() -> bool:
    """Whether there is a dictionary, so that a word it does not hold is none."""
    return _wordnet() is not None


@lru_cache
def _found(asset: str, purpose: str) -> Path | None:
    """Where an asset lies; None where it is missing, which is said once."""
    try:
        return asset_path(asset)
    except AssetError as error:
        _log.warning("words that the knowledge table does not know are not %s: %s", purpose, error)
        return None


@lru_cache(maxsize=1)
def _wordnet() -> WordNet | None:
    folder = _found("wordnet", "looked up in WordNet")
    return WordNet(folder) if folder is not None else None


def _remembered(step: Step) -> Step:
    """The same step; what it found for a word among the same categories is not worked out twice."""
    cached = lru_cache(maxsize=1024)(step)

    def remembering(asked: str, categories: Sequence[str]) -> set[str]:
        key = normalise(asked)
        return set(cached(key, tuple(categories))) if len(key) <= _LONGEST_NAME else set()

    return remembering


def _is_a(asked: str, categories: Sequence[str], words: WordNet) -> set[str]:
    """For a word that only WordNet knows: what it covers, else the narrowest categories that it is a kind of.

    What the tables know is left to them: a desk is a table, but a question about a desk does not mean the dining table.
    """
    noun = normalise(asked)
    if noun in known_names():
        return set()
    return _covered(noun, categories, words) or _covering(noun, categories, words)


def _covered(noun: str, categories: Sequence[str], words: WordNet) -> set[str]:
    """Categories that are a kind of what was asked: a "timepiece" is the scene's clock."""
    meant = {offset for offset in _things(noun, words) if words.depth(offset) >= _LEAST_DEPTH}
    if not meant:
        return set()
    return {c for c in categories if meant.intersection(words.wider(_category_things(c, words), _DOWN))}


def _covering(noun: str, categories: Sequence[str], words: WordNet) -> set[str]:
    """The narrowest categories that what was asked is a kind of: an "urn" is the scene's vase."""
    wider = words.wider(_things(noun, words), _UP)
    steps = {
        category: min((wider[offset] for offset in _things(normalise(category), words) if offset in wider), default=99)
        for category in categories
    }
    least = min(steps.values(), default=99)
    return {category for category, step in steps.items() if step == least < 99}


def _head_noun(asked: str, categories: Sequence[str], words: WordNet) -> set[str]:
    """What the last words mean, unless WordNet knows the whole as something else: a traffic light is not a lamp."""
    key = normalise(asked)
    found = head_noun(asked, categories)
    if key in known_names():
        return found
    whole = words.wider(_things(key, words) or words.physical_senses(key, _SENSES), _DOWN)
    if whole:
        return {c for c in found if not whole.keys().isdisjoint(_category_things(c, words, _RARE_SENSES))}
    parts = key.split()
    tails = [" ".join(parts[start:]) for start in range(1, len(parts))]
    unknown = [tail for tail in tails if tail not in known_names()]
    return found or next((wider for tail in unknown if (wider := _covering(tail, categories, words))), set())


@lru_cache(maxsize=1)
def _unambiguous_words() -> dict[str, str]:
    """For words whose commonest sense is another in a dictionary than in a room: a word for the one that is meant."""
    text = resources.files("situated_qa.situated").joinpath("data/senses.json").read_text(encoding="utf-8")
    return json.loads(text)


def _things(noun: str, words: WordNet, most: int = _SENSES) -> tuple[int, ...]:
    """The senses of a noun that can stand in a room; of those, the artifacts if there are any: a mouse is a computer's.

    Rooms are left out: a toilet is also one, but a question about that room does not mean the toilet in it. So are
    persons: half of all words, "white" and "john" among them, have a sense that is one.
    """
    noun = _unambiguous_words().get(noun, noun)
    spellings = dict.fromkeys((noun, noun.replace(" ", "-"), noun.replace(" ", "")))
    senses = next((found for word in spellings if (found := words.physical_senses(word, most))), ())
    room = words.senses("room")[:1]
    fields = {
        offset: words.synset(offset).field
        for offset in senses
        if words.wider([offset], _DOWN).keys().isdisjoint(room) and words.synset(offset).field != PERSON
    }
    return tuple(offset for offset, field in fields.items() if field == ARTIFACT) or tuple(fields)


def _category_things(category: str, words: WordNet, most: int = _SENSES) -> tuple[int, ...]:
    """The senses of a category's name, or where WordNet has none, of its last words: "office chair" is a chair."""
    parts = normalise(category).split()
    ends = (" ".join(parts[start:]) for start in range(len(parts)))
    return next((senses for end in ends if (senses := _things(end, words, most))), ())


def _head_of(phrase: str) -> str:
    """What a phrase says the thing is: the "store" of "sofa store"; "" for "place to sleep", which names nothing."""
    words = phrase.split()
    return "" if {"of", "to", "for", "with"}.intersection(words) else words[-1]


class _Nearness:
    """Compares a word with the scene's categories and with everything else that the tables know.

    A word that is nearer to a thing that is not here means that thing, and so nothing here. What WordNet knows was
    decided by WordNet: a bathrobe is near to a bathtub only in the books where the two words stand.
    """

    def __init__(self, folder: Path, least: float, words: WordNet | None) -> None:
        self._folder, self._least, self._words = folder, least, words
        self._vector = lru_cache(maxsize=4096)(self._embed)

    @cached_property
    def _model(self) -> SentenceModel | None:
        try:
            return SentenceModel(self._folder)  # a second and 80 MB, for the first word that asks for it
        except AssetError as error:
            _log.warning("words that the knowledge table does not know are not compared by meaning: %s", error)
            return None

    def _embed(self, name: str) -> np.ndarray:
        assert self._model is not None
        return self._model.embed([name])[0]

    def nearest(self, asked: str, categories: Sequence[str]) -> set[str]:
        key = normalise(asked)
        if not key or not categories or key in known_names():
            return set()
        if self._words is not None and self._words.physical_senses(_head_of(key), _SENSES):
            return set()
        if self._model is None:
            return set()
        vector = self._vector(key)
        nearness = {category: float(self._vector(normalise(category)) @ vector) for category in categories}
        best = max(nearness, key=lambda category: nearness[category])
        if nearness[best] < self._least:
            return set()
        rivals = known_names() - {name for category in categories for name in synonyms(normalise(category))}
        nearer = any(float(self._vector(name) @ vector) > nearness[best] for name in sorted(rivals))
        return set() if nearer else {best}
