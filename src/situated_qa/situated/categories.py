"""From the word a person uses to the categories a scene has: "couch" is its sofa, "cabinet" covers its file cabinet."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from situated_qa.errors import ToolError
from situated_qa.knowledge import categories as known_categories
from situated_qa.knowledge import normalise, singular
from situated_qa.scene.graph import plain_name

ANYTHING = frozenset({"any", "anything", "object", "thing", "something", "item", "everything", "all"})
"""Words that name no category and mean them all."""

_LONGEST_NAME = 6  # words
_NAMED_INSTEAD = 16  # categories that are named where one is absent


@dataclass(frozen=True, slots=True)
class CategoryMatch:
    """What a word matched.

    `how` is "exact", "plural", "alias", "kind", "head noun", "loosely", or of the steps in `matcher.py` "is a" or
    "similar"; the first two need not be told to anyone. It is "absent" where the scene has nothing of the kind.
    """

    asked: str
    categories: tuple[str, ...]  # as the scene spells them, sorted; none where absent
    how: str
    others: tuple[str, ...] = ()  # where absent, what there is instead, sorted

    @property
    def exact(self) -> bool:
        return self.how in ("exact", "plural")

    def note(self) -> str:
        """For the observation: "couch → sofa"; of what is absent, "no clock here; there are: bed, sofa"."""
        if self.categories:
            return f"{self.asked} → {', '.join(self.categories)}"
        more = f" and {len(self.others) - _NAMED_INSTEAD} more" if len(self.others) > _NAMED_INSTEAD else ""
        there = f"there are: {', '.join(self.others[:_NAMED_INSTEAD])}{more}" if self.others else "the scene is empty"
        return f"no {plain_name(self.asked)} here; {there}"


@dataclass(frozen=True, slots=True)
class _Tables:
    """What the rows of the knowledge table say about words, by normalised word."""

    synonyms: Mapping[str, frozenset[str]]
    kinds: Mapping[str, frozenset[str]]  # wider word → what it covers
    loosely: Mapping[str, frozenset[str]]  # word → what people also call by it
    rows: Mapping[str, frozenset[str]]  # narrower word or other spelling → the names of its rows


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    same: dict[str, frozenset[str]] = {}
    kinds: dict[str, frozenset[str]] = {}
    loosely: dict[str, frozenset[str]] = {}
    rows: dict[str, frozenset[str]] = {}
    for row in known_categories():
        own = frozenset({normalise(row.name)})
        if row.aliases:
            names = own | {normalise(alias) for alias in row.aliases}
            same |= {name: same.get(name, frozenset()) | names for name in names}
        for table, words in ((kinds, row.kinds), (loosely, row.loosely), (rows, row.also_for)):
            for word in map(normalise, words):
                table[word] = table.get(word, frozenset()) | own
    return _Tables(same, kinds, loosely, rows)


def synonyms(name: str) -> frozenset[str]:
    """A normalised name and all that the table has for the same thing."""
    return _tables().synonyms.get(name, frozenset()) | {name}


@lru_cache(maxsize=1)
def known_names() -> frozenset[str]:
    """Every normalised name that the table relates to others: what it means is for the table to tell."""
    tables = _tables()
    wider = {
        name for table in (tables.kinds, tables.loosely) for word, group in table.items() for name in (word, *group)
    }
    return frozenset({*tables.synonyms, *wider}) | others()


@lru_cache(maxsize=1)
def others() -> frozenset[str]:
    """Things that are not meant by a wider word's category, whatever their name or a dictionary says."""
    return frozenset(normalise(row.name) for row in known_categories() if row.apart)


@lru_cache(maxsize=1024)
def kinds_of(name: str) -> frozenset[str]:
    """Everything that is a kind of `name`, down all levels, with synonyms."""
    found: set[str] = set()
    waiting = list(synonyms(name))
    while waiting:
        for kind in _tables().kinds.get(waiting.pop(), frozenset()):
            fresh = synonyms(kind) - found
            found |= fresh
            waiting.extend(fresh)
    return frozenset(found)


def _exact(asked: str, categories: Sequence[str]) -> set[str]:
    return {category for category in categories if category == asked}


def _plural(asked: str, categories: Sequence[str]) -> set[str]:
    key = normalise(asked)
    return {category for category in categories if normalise(category) == key}


def _alias(asked: str, categories: Sequence[str]) -> set[str]:
    """Categories that the table has for the same thing, and those that end in the word: a "bath mat" is a "mat"."""
    key = normalise(asked)
    names = synonyms(key)
    found = {category for category in categories if normalise(category) in names}
    return found and found | {category for category in categories if _ends_in(category, key)}


def _ends_in(category: str, word: str) -> bool:
    """Whether a name is one of the word with more said of it: no paper towel is a towel."""
    return (own := normalise(category)).endswith(f" {word}") and own not in others()


def _kind(asked: str, categories: Sequence[str]) -> set[str]:
    """Categories that are a kind of what was asked: "cabinet" covers "file cabinet", "seat" covers "sofa"."""
    key = normalise(asked)
    names, kinds = synonyms(key), kinds_of(key)

    def covered(category: str) -> bool:
        return normalise(category) in kinds or any(_ends_in(category, name) for name in names)

    return {category for category in categories if key and covered(category)}


def head_noun(asked: str, categories: Sequence[str]) -> set[str]:
    """Categories for the last words of what was asked: "black leather chair" is a "chair".

    Of several, those that share another word with it: a "dining room table" is the dining table, not the coffee table.
    """
    words = normalise(asked).split()
    if " ".join(words) in others():
        return set()
    for start in range(max(1, len(words) - _LONGEST_NAME), len(words)):
        rest = " ".join(words[start:])
        for step in (_plural, _alias, _kind):
            found = step(rest, categories)
            if found:
                before = set(words[:start])
                return {c for c in found if before.intersection(normalise(c).split()[:-1])} or found
    # One word can hold its own head noun: an "armchair" is a chair. Short ones would match by chance (car, scar).
    word = words[-1] if words else ""
    return {category for category in categories if len(category) > 3 and word.endswith(normalise(category))}


def _loosely(asked: str, categories: Sequence[str]) -> set[str]:
    """What people also call by this word where there is nothing better: the only "table" of a study is its desk.

    So are things that the word is a narrower name for, or the other way round: the only "jacket" is its coat.
    """
    tables, own = _tables(), synonyms(normalise(asked))
    words = {name for word in own for table in (tables.loosely, tables.rows) for name in table.get(word, frozenset())}
    meant = frozenset[str]().union(*map(synonyms, words))
    return {c for c in categories if normalise(c) in meant or own & tables.rows.get(normalise(c), frozenset())}


def near_kinds(asked: str, categories: Iterable[str]) -> set[str]:
    """Categories that a person may call by a word that is not theirs: a wider word covers both, or one means the other.

    A desk may be the "table" that is described, and a side table the "coffee table"; what only belongs to the same
    group of things, as appliances do, is not near.
    """
    tables, own = _tables(), synonyms(normalise(asked))
    names, groups = set(own), _TOO_WIDE.union(normalise(row.group) for row in known_categories())
    for table in (tables.kinds, tables.loosely):
        for wider, narrower in table.items():
            if wider not in groups and (own & narrower or wider in own):
                names |= {wider, *narrower}
    meant = frozenset[str]().union(*map(synonyms, names))
    return {category for category in categories if normalise(category) in meant}


_TOO_WIDE = frozenset(
    {"electronic device", "opening", "machine", "tableware", "dish", "fixture", "bathroom fixture", "pet", "seat"}
)
"""Words that cover things which nobody takes for one another."""

Step = Callable[[str, Sequence[str]], set[str]]

STEPS: list[tuple[str, Step]] = [
    ("exact", _exact),
    ("plural", _plural),
    ("alias", _alias),
    ("kind", _kind),
    ("head noun", head_noun),
    ("loosely", _loosely),
]
"""Tried in this order; the first that finds anything decides. A step maps (word, categories) to those meant."""


def find_categories(
    asked: str, categories: Iterable[str], steps: Sequence[tuple[str, Step]] = STEPS
) -> CategoryMatch | None:
    """The scene's categories that a word means; None if it means none of them."""
    known = sorted(set(categories))
    if normalise(asked) in ANYTHING and not _plural(asked, known):
        return CategoryMatch(asked, tuple(known), "exact")
    for how, step in steps:
        found = step(asked, known)
        if found:
            return CategoryMatch(asked, tuple(sorted(found)), how)
    return None


def match_category(
    asked: str,
    categories: Iterable[str],
    steps: Sequence[tuple[str, Step]] = STEPS,
    is_a_name: Callable[[str], bool] = lambda word: False,
) -> CategoryMatch:
    """The scene's categories that a word means, none where it means none of them.

    Args:
        is_a_name: whether a word names some thing, here or not, so that it is not a misspelling.

    Raises:
        ToolError: it names no thing and is spelt nearly like a category; says which, and all there are.
    """
    known = sorted(set(categories))
    if not isinstance(asked, str) or not normalise(asked):
        raise ToolError(f'a category is a text such as "chair", got {asked!r}; categories: {", ".join(known)}')
    match = find_categories(asked, known, steps)
    if match is not None:
        return match
    close = misspelt(asked, known)
    if close and not is_a_name(asked):
        raise ToolError(f'no "{asked}" here; did you mean "{close}"? categories: {", ".join(known)}')
    return CategoryMatch(asked, (), "absent", tuple(known))


def misspelt(asked: str, categories: Iterable[str]) -> str:
    """The category that a word may be a misspelling of; "" where none is near, or the word is a name of its own.

    A sewing machine is spelt nearly like a washing machine, but a question about one does not mean the other.
    """
    if normalise(asked) in known_names():
        return ""
    close = difflib.get_close_matches(normalise(asked), sorted(set(categories)), n=1, cutoff=0.75)
    return close[0] if close else ""


def mentioned_categories(text: str, categories: Iterable[str]) -> list[str]:
    """The scene's categories that a question's words mention, in the order of mention.

    The longest phrase wins: "coffee table" does not mention every table. Plurals, aliases and kinds count, the head
    noun of a longer phrase needs no extra rule because each phrase is tried on its own.
    """
    known = sorted(set(categories))
    words = re.findall(r"[a-z0-9]+(?:['/][a-z]+)?", text.lower().replace("’", "'"))
    steps = [(how, step) for how, step in STEPS if how not in ("head noun", "loosely")]
    longest = min(max([3, *(len(category.split()) for category in known)]), 5)
    mentioned: dict[int, tuple[str, ...]] = {}
    taken = [False] * len(words)
    for length in range(min(longest, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            if any(taken[start : start + length]):
                continue
            phrase = words[start : start + length]
            if normalise(" ".join(phrase)) != " ".join([*phrase[:-1], singular(phrase[-1])]):
                continue  # an article in front: the shorter phrase says the same
            match = find_categories(" ".join(phrase), known, steps)
            if match is not None and normalise(match.asked) not in ANYTHING:
                mentioned[start] = match.categories
                taken[start : start + length] = [True] * length
    return list(dict.fromkeys(category for start in sorted(mentioned) for category in mentioned[start]))
