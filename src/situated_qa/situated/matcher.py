"""Matches words to the categories of a scene by WordNet.

The tables of `categories.py` come first and are enough for most words. What they do not know is looked up in WordNet
("davenport" is a kind of sofa). That is an asset that may be missing: then its step finds nothing, and a warning says
once how to fetch it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.knowledge import normalise
from situated_qa.situated.categories import STEPS, Step, head_noun, kinds_of, known_names
from situated_qa.situated.wordnet import ARTIFACT, HELD_BY_ROOMS, LOCATION, NATURE, PERSON, PHENOMENON, WordNet

_log = logging.getLogger(__name__)

_VAST = ("celestial body", "geological formation", "body of water", "atmosphere", "universe")
_SENSES = 4  # the commonest senses of a word that are considered
_RARE_SENSES = 9  # where a wider word only has to be confirmed: a dinner plate is a plate in that word's eighth sense
_UP, _DOWN = 3, 5  # steps in WordNet: a davenport is a convertible is a sofa; furniture covers a settee
_LONGEST_NAME = 60  # characters; longer texts name no thing
_LEAST_DEPTH = 7  # wider senses, such as "artifact" and "device", cover nearly everything


@lru_cache(maxsize=1)
def all_steps() -> tuple[tuple[str, Step], ...]:
    """The steps that `find_categories` and `match_category` shall try, in order: those of the tables, and WordNet's."""
    words, tables = _wordnet(), dict(STEPS)
    if words is None:
        return tuple(STEPS)
    return (
        *((how, tables[how]) for how in ("exact", "plural", "alias")),
        ("kind", _remembered(lambda asked, categories: _kind(asked, categories, words))),
        ("is a", _remembered(lambda asked, categories: _is_a(asked, categories, words))),
        ("head noun", _remembered(lambda asked, categories: _head_noun(asked, categories, words))),
        ("loosely", tables["loosely"]),
    )


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


def is_a_word(word: str) -> bool:
    """Whether the dictionary has a noun, of a thing or not; without a dictionary, any may be one."""
    words = _wordnet()
    return words is None or bool(words.senses(word))


def knows_words() -> bool:
    """Whether there is a dictionary, so that a word it does not hold is none."""
    return _wordnet() is not None


@lru_cache(maxsize=1)
def _wordnet() -> WordNet | None:
    """The dictionary; None where its asset is missing, which is said once."""
    try:
        return WordNet(asset_path("wordnet"))
    except AssetError as error:
        _log.warning("words that the knowledge table does not know are not looked up in WordNet: %s", error)
        return None


def _remembered(step: Step) -> Step:
    """The same step; what it found for a word among the same categories is not worked out twice."""
    cached = lru_cache(maxsize=1024)(step)

    def remembering(asked: str, categories: Sequence[str]) -> set[str]:
        key = normalise(asked)
        return set(cached(key, tuple(categories))) if len(key) <= _LONGEST_NAME else set()

    return remembering


def _kind(asked: str, categories: Sequence[str], words: WordNet) -> set[str]:
    """As the tables have it; of names that only end in the word, those that are such a thing: a hot dog is no dog."""
    key, found = normalise(asked), dict(STEPS)["kind"](asked, categories)
    ends = _things(key, words, _RARE_SENSES)
    other = {c for c in found if (whole := _whole(c, words)) and whole.keys().isdisjoint(ends)}
    return {c for c in found if c not in other or normalise(c) in kinds_of(key)}


def _whole(name: str, words: WordNet) -> dict[int, int]:
    """What the dictionary has a whole name for as a kind of."""
    key = normalise(name)
    return words.wider(_things(key, words) or words.physical_senses(key, _SENSES), _DOWN)


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
    whole = _whole(key, words)
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
