"""What perception and the scene graph know of a category: its sizes, how it stands, what it hides.

The figures are rows of `knowledge/data/categories.json`. A name that has no row of its own is known by its head noun.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from situated_qa.knowledge import Category, category_like, normalise

ALL, TOP, NOTHING = "all", "top", "nothing"
STRUCTURE, DOOR = "structure", "door"

OBJECT = "object"
"""The category of what stands there and nobody can name."""

_HALF_HIDDEN = 0.5  # share of a thing's least length that must have been seen
_HEAD_NOUN_SLACK = (0.5, 1.5)  # "bunk chair" may be smaller and larger than any chair


@dataclass(frozen=True, slots=True)
class CategoryFacts:
    """What is known of the objects of one category. The defaults, of an unknown category, rule nothing out."""

    category: str = ""  # the table's name of it; "" where nothing is known
    group: str = ""  # "furniture", "appliance", …
    length_m: tuple[float, float] = (0.0, math.inf)  # least and greatest of the longest side, m
    height_m: tuple[float, float] = (0.0, math.inf)  # least and greatest vertical extent, m
    depth_m: tuple[float, float] = (0.0, 0.0)  # least and usual of the smaller horizontal side, m; 0 where not known
    round: bool = False  # as deep as it is wide
    in_a_wall: bool = False  # set into a wall and flush with it
    may_be_flat: bool = True  # can lie in the plane of a wall, as pictures, screens and built-in ovens do
    lies_flat: bool = False  # lies with its least side upward: a rug, a book, a plate
    always_flat: bool = False  # lies in the plane of the floor, whatever stands on it: a rug
    has_boards: bool = False  # what stands in it stands on one of its boards: a bookcase
    hides: str = ALL  # which part of its box hides what is behind: ALL, TOP (a table top) or NOTHING (mostly air)
    fixed: str = ""  # how people say it is fixed to a wall or ceiling: "hanging on", "mounted on" or "affixed on"
    moves: bool = False  # a person or an animal: shown live, never kept in the map
    stands_on_floor: bool = False  # furniture whose box reaches down to the floor, seen or not
    part_of_building: str = ""  # STRUCTURE, DOOR, or "" for furniture and smaller things

    @property
    def longest_side_m(self) -> float:
        """No such object is longer, m."""
        return self.length_m[1]

    @property
    def least_height_m(self) -> float:
        """What is seen of one is at least so high, m: half hidden."""
        return _HALF_HIDDEN * self.height_m[0]

    @property
    def least_length_m(self) -> float:
        """The longest side of what is seen of one is at least so long, m: half hidden, but no toy."""
        return _HALF_HIDDEN * self.length_m[0]


_NOTHING_KNOWN = CategoryFacts()


@lru_cache(maxsize=4096)
def facts_of(category: str) -> CategoryFacts:
    """The facts of a category under any of its names, in any spelling, singular or plural.

    Of a name that the table does not hold, those of its head noun, with sizes from half to one and a half times: an
    unheard-of "bunny chair" hides as little as a chair does. Where nothing is known, those that rule nothing out.
    """
    found = category_like(category)
    if found is None:
        return _NOTHING_KNOWN
    row, exactly = found
    smaller, larger = (1.0, 1.0) if exactly else _HEAD_NOUN_SLACK
    return CategoryFacts(
        category=row.name,
        group=row.group,
        length_m=(smaller * row.length_m[0], larger * row.length_m[1]),
        height_m=(smaller * row.height_m[0], larger * row.height_m[1]),
        depth_m=row.depth_m,
        round=row.round,
        in_a_wall=row.in_a_wall,
        may_be_flat=row.may_be_flat,
        lies_flat=row.lies_flat,
        always_flat=row.always_flat,
        has_boards=row.has_boards,
        hides=row.hides,
        fixed=row.fixed,
        moves=row.moves,
        stands_on_floor=row.stands_on_floor,
        part_of_building=row.part_of_building,
    )


@lru_cache(maxsize=16384)
def confusable(a: str, b: str) -> bool:
    """Whether two different names are often given to the same object, from one view to the next.

    So are two names of one category ("sofa" and "couch"), a name and a wider one ("armchair" and "chair"), and names
    that detectors mix up ("cup" and "bowl").
    """
    if a == b:
        return False
    one, other = category_like(a), category_like(b)
    if one is None or other is None:
        return normalise(a) == normalise(b) != ""
    mine, theirs = one[0], other[0]
    return mine == theirs or _wider(mine, theirs) or _wider(theirs, mine) or _mixed_up(mine, theirs)


@lru_cache(maxsize=16384)
def is_kind_of(name: str, category: str) -> bool:
    """Whether a name means a category or a kind of it: an armchair is a chair."""
    one, other = category_like(name), category_like(category)
    if one is None or other is None:
        return normalise(name) == normalise(category) != ""
    return one[0] == other[0] or _wider(other[0], one[0])


def _wider(row: Category, other: Category) -> bool:
    """Whether a row's name is a wider word for the other: "chair" for the armchair, "table" for the coffee table."""
    return row.name in other.kinds or other.name.endswith(" " + row.name)


def _mixed_up(row: Category, other: Category) -> bool:
    return not set(row.mixed_up).isdisjoint(other.mixed_up)
