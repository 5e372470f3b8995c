"""What is known of categories before anything is seen: the rows of `data/categories.json`, one row per category.

Detectors, the map, the tools and the question language take from here what they need: `perception/categories.py` the
sizes and how a thing stands, `situated/categories.py` the words, `scene/room_names.py` the votes for rooms,
`situated/affordances.py` the uses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any

from situated_qa.knowledge.names import normalise

_AFTER_THE_HEAD = frozenset({"of", "with", "for", "on", "in", "from", "full"})
_SMALL_COPIES = frozenset({"toy", "model", "miniature", "mini", "stuffed", "plush", "lego", "doll", "dolls"})
_TOY = "toy"


@dataclass(frozen=True, slots=True)
class Category:
    """One row of the table. What a row leaves out has the default.

    Sizes are least and greatest plausible values of whole, ordinary things, m. They are estimates, not measurements.
    """

    name: str
    group: str  # "furniture", "appliance", …: what a person would sort it under
    length_m: tuple[float, float]  # the longest of the three sides
    height_m: tuple[float, float]  # from its lowest to its highest point, as it usually stands, lies or hangs
    depth_m: tuple[float, float] = (0.0, 0.0)  # least and usual of the smaller horizontal side, of which often only the
    # front is seen; 0 where it is not known
    round: bool = False  # as deep as it is wide
    in_a_wall: bool = False  # set into a wall and flush with it
    aliases: tuple[str, ...] = ()  # other names with the same meaning, for questions too
    also_for: tuple[str, ...] = ()  # narrower names and spellings that the row's figures hold for
    whole_name_only: tuple[str, ...] = ()  # of all names: those that mean something else at the end of a longer name
    household: bool = False  # one of the things that most homes have
    kinds: tuple[str, ...] = ()  # wider words that cover it in a question: an ottoman is a "seat"
    loosely: tuple[str, ...] = ()  # words that people use for it where there is nothing better: a desk is a "table"
    apart: bool = False  # no question about a wider word means it: a traffic light is no lamp
    stands_on_floor: bool = False  # furniture whose box reaches down to the floor, seen or not
    may_be_flat: bool = False  # can lie in the plane of a wall, as pictures, screens and built-in ovens do
    lies_flat: bool = False  # lies on what carries it, with its least side upward, as rugs, books and plates do
    always_flat: bool = False  # lies in the plane of the floor, whatever stands on it: a rug
    has_boards: bool = False  # what stands in it stands on one of its boards: a bookcase
    front: str = ""  # what it faces away from: its back rest ("seat"), a wall ("wall"; thin: "face"), its head ("end")
    hides: str = "all"  # which part of its box hides what is behind: "all", "top" (a table top), "nothing" (mostly air)
    fixed: str = ""  # how people say it is fixed to a wall or ceiling: "hanging on", "mounted on" or "affixed on"
    moves: bool = False  # a person or an animal
    part_of_building: str = ""  # "structure", "door", or "" for furniture and smaller things
    mixed_up: tuple[str, ...] = ()  # sets of things that detectors take for one another: "seat", "screen", …
    uses: Mapping[str, int] = field(default_factory=dict)  # use → 1 where it is made for it, 2 and 3 where it will do
    rooms: Mapping[str, float] = field(default_factory=dict)  # kind of room → votes for it

    def names(self) -> tuple[str, ...]:
        """All names that the row's figures hold for, its own first."""
        return (self.name, *self.aliases, *self.also_for)


@cache
def categories() -> tuple[Category, ...]:
    """All rows, in the order of the file."""
    text = resources.files("situated_qa.knowledge").joinpath("data/categories.json").read_text(encoding="utf-8")
    return tuple(_row(values) for values in json.loads(text))


def household() -> tuple[Category, ...]:
    """The things that most homes have: about 125 rows, each with its `group`."""
    return tuple(row for row in categories() if row.household)


def category_named(name: str) -> Category | None:
    """The row of exactly this name, None where the table has none. Spelling, plural and spaces make no difference."""
    return _index()[0].get(_key(normalise(name)))


def category_like(name: str) -> tuple[Category, bool] | None:
    """The row of a name, or else of its head noun: "black leather sofa" is a couch, "vase of roses" a vase.

    Returns:
        The row, and whether the table knows the whole name; None where it knows neither. A toy or model of something
        ("toy truck", "stuffed dog") is a toy.
    """
    whole, heads = _index()
    normal = normalise(name)
    if (row := whole.get(_key(normal))) is not None:
        return row, True
    words = normal.split()
    end = next((k for k, word in enumerate(words) if k and word in _AFTER_THE_HEAD), len(words))
    if end < len(words):
        words = normalise(" ".join(words[:end])).split()
    if len(words) > 1 and words[0] in _SMALL_COPIES:
        return whole[_key(_TOY)], False
    for start in range(len(words)):
        if (row := heads.get(_key(" ".join(words[start:])))) is not None:
            return row, False
    return None


def _key(normal: str) -> str:
    """What a normalised name is looked up by: an "arm chair" is an "armchair", a "coffeetable" a "coffee table"."""
    return normal.replace(" ", "")


@cache
def _index() -> tuple[dict[str, Category], dict[str, Category]]:
    """The rows by each of their names, and by those that may end a longer name. A row's own name goes first."""
    whole: dict[str, Category] = {}
    for names in ("name", "aliases", "also_for"):
        for row in categories():
            value = getattr(row, names)
            for name in (value,) if isinstance(value, str) else value:
                whole.setdefault(_key(normalise(name)), row)
    alone = {_key(normalise(name)) for row in categories() for name in row.whole_name_only}
    return whole, {name: row for name, row in whole.items() if name not in alone}


_TUPLES = frozenset(field.name for field in fields(Category) if str(field.type).startswith("tuple"))


def _row(values: dict[str, Any]) -> Category:
    return Category(**dict(_frozen(values)))


def _frozen(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        yield key, tuple(value) if key in _TUPLES else value
