"""What is known of categories before anything is seen: one row per category, and which names get mixed up.

Perception looks a detector's name up as it is. The scene graph takes names from anywhere, so it looks up the head noun:
an "office chair" hides as little as a "chair" does. Words for categories, uses and typical materials are language, not
geometry; they stand in `situated/data/`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ALL, TOP, NOTHING = "all", "top", "nothing"
STRUCTURE, DOOR = "structure", "door"


@dataclass(frozen=True, slots=True)
class CategoryFacts:
    """What is known of the objects of one category."""

    longest_side_m: float = math.inf  # no such object is longer, m
    least_length_m: float = 0.0  # the longest side of one is at least so long, m: half hidden, but no toy
    may_be_flat: bool = True  # can lie in the plane of a wall, as pictures, screens and built-in ovens do
    hides: str = ALL  # which part of its box hides what is behind: ALL, TOP (a table top) or NOTHING (mostly air)
    fixed: str = ""  # how people say it is fixed to a wall or ceiling: "hanging on", "mounted on" or "affixed on"
    moves: bool = False  # a person or an animal: shown live, never kept in the map
    stands_on_floor: bool = False  # furniture whose box reaches down to the floor, seen or not
    part_of_building: str = ""  # STRUCTURE, DOOR, or "" for furniture and smaller things


_NOTHING_KNOWN = CategoryFacts()

CATEGORIES: dict[str, CategoryFacts] = {
    "apple": CategoryFacts(longest_side_m=0.2),
    "armchair": CategoryFacts(hides=NOTHING, stands_on_floor=True),
    "backpack": CategoryFacts(longest_side_m=0.9, may_be_flat=False),
    "banana": CategoryFacts(longest_side_m=0.35),
    "bed": CategoryFacts(longest_side_m=2.6, least_length_m=0.8, may_be_flat=False, stands_on_floor=True),
    "bench": CategoryFacts(longest_side_m=2.5, least_length_m=0.5, may_be_flat=False, hides=TOP, stands_on_floor=True),
    "bicycle": CategoryFacts(longest_side_m=2.2, least_length_m=0.6, stands_on_floor=True),
    "blackboard": CategoryFacts(fixed="affixed on"),
    "book": CategoryFacts(longest_side_m=0.6),
    "bottle": CategoryFacts(longest_side_m=0.5, may_be_flat=False),
    "bowl": CategoryFacts(longest_side_m=0.6, may_be_flat=False),
    "cabinet": CategoryFacts(fixed="mounted on"),
    "calendar": CategoryFacts(fixed="affixed on"),
    "carpet": CategoryFacts(hides=NOTHING),
    "cat": CategoryFacts(longest_side_m=0.8, may_be_flat=False, moves=True),
    "cell phone": CategoryFacts(longest_side_m=0.3),
    "chair": CategoryFacts(
        longest_side_m=1.3, least_length_m=0.3, may_be_flat=False, hides=NOTHING, stands_on_floor=True
    ),
    "chandelier": CategoryFacts(hides=NOTHING, fixed="hanging on"),
    "clock": CategoryFacts(longest_side_m=1.0, fixed="hanging on"),
    "clothes": CategoryFacts(fixed="hanging on"),
    "coat": CategoryFacts(fixed="hanging on"),
    "conditioner": CategoryFacts(fixed="mounted on"),
    "console": CategoryFacts(hides=TOP),
    "couch": CategoryFacts(longest_side_m=3.5, least_length_m=0.7, may_be_flat=False, stands_on_floor=True),
    "counter": CategoryFacts(hides=TOP),
    "cup": CategoryFacts(longest_side_m=0.22, may_be_flat=False),
    "curtain": CategoryFacts(fixed="hanging on"),
    "desk": CategoryFacts(hides=TOP, stands_on_floor=True),
    "dining table": CategoryFacts(longest_side_m=4.0, least_length_m=0.35, may_be_flat=False, stands_on_floor=True),
    "dog": CategoryFacts(longest_side_m=1.4, may_be_flat=False, moves=True),
    "easel": CategoryFacts(hides=NOTHING),
    "fan": CategoryFacts(hides=NOTHING),
    "fork": CategoryFacts(longest_side_m=0.4),
    "glass": CategoryFacts(hides=NOTHING),
    "hair drier": CategoryFacts(longest_side_m=0.5),
    "handbag": CategoryFacts(longest_side_m=0.8, may_be_flat=False),
    "island": CategoryFacts(hides=TOP),
    "keyboard": CategoryFacts(longest_side_m=0.7),
    "knife": CategoryFacts(longest_side_m=0.5),
    "ladder": CategoryFacts(hides=NOTHING),
    "lamp": CategoryFacts(hides=NOTHING, fixed="hanging on"),
    "laptop": CategoryFacts(longest_side_m=0.6),
    "light": CategoryFacts(hides=NOTHING),
    "mat": CategoryFacts(hides=NOTHING),
    "microwave": CategoryFacts(longest_side_m=0.9),
    "mirror": CategoryFacts(hides=NOTHING, fixed="hanging on"),
    "monitor": CategoryFacts(fixed="mounted on"),
    "mouse": CategoryFacts(longest_side_m=0.2),
    "orange": CategoryFacts(longest_side_m=0.2),
    "outlet": CategoryFacts(fixed="affixed on"),
    "oven": CategoryFacts(longest_side_m=1.3, least_length_m=0.3, stands_on_floor=True),
    "painting": CategoryFacts(hides=NOTHING, fixed="hanging on"),
    "person": CategoryFacts(longest_side_m=2.2, may_be_flat=False, hides=NOTHING, moves=True),
    "picture": CategoryFacts(hides=NOTHING, fixed="hanging on"),
    "plant": CategoryFacts(hides=NOTHING),
    "poster": CategoryFacts(hides=NOTHING, fixed="affixed on"),
    "potted plant": CategoryFacts(longest_side_m=2.6, may_be_flat=False),
    "projector": CategoryFacts(fixed="mounted on"),
    "rack": CategoryFacts(hides=NOTHING),
    "radiator": CategoryFacts(fixed="mounted on"),
    "railing": CategoryFacts(hides=NOTHING),
    "refrigerator": CategoryFacts(longest_side_m=2.3, least_length_m=0.4, stands_on_floor=True),
    "remote": CategoryFacts(longest_side_m=0.35),
    "rug": CategoryFacts(hides=NOTHING),
    "scissors": CategoryFacts(longest_side_m=0.4),
    "shelf": CategoryFacts(fixed="mounted on"),
    "sign": CategoryFacts(fixed="affixed on"),
    "sink": CategoryFacts(longest_side_m=1.5, fixed="mounted on"),
    "spoon": CategoryFacts(longest_side_m=0.5),
    "sports ball": CategoryFacts(longest_side_m=0.5),
    "stand": CategoryFacts(hides=NOTHING),
    "sticker": CategoryFacts(fixed="affixed on"),
    "stool": CategoryFacts(hides=NOTHING, stands_on_floor=True),
    "suitcase": CategoryFacts(longest_side_m=1.1, may_be_flat=False),
    "switch": CategoryFacts(fixed="affixed on"),
    "table": CategoryFacts(hides=TOP, stands_on_floor=True),
    "teddy bear": CategoryFacts(longest_side_m=1.2, may_be_flat=False),
    "television": CategoryFacts(fixed="mounted on"),
    "toaster": CategoryFacts(longest_side_m=0.6),
    "toilet": CategoryFacts(longest_side_m=1.1, least_length_m=0.3, may_be_flat=False, stands_on_floor=True),
    "toothbrush": CategoryFacts(longest_side_m=0.35),
    "towel": CategoryFacts(fixed="hanging on"),
    "tv": CategoryFacts(longest_side_m=2.2, fixed="mounted on"),
    "umbrella": CategoryFacts(longest_side_m=1.3),
    "vase": CategoryFacts(longest_side_m=0.7, may_be_flat=False),
    "whiteboard": CategoryFacts(fixed="affixed on"),
    "window": CategoryFacts(hides=NOTHING),
    "wine glass": CategoryFacts(longest_side_m=0.4, may_be_flat=False),
    "door": CategoryFacts(part_of_building=DOOR),
    "doorframe": CategoryFacts(part_of_building=DOOR),
    "doorway": CategoryFacts(part_of_building=DOOR),
    "beam": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "ceiling": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "floor": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "ground": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "roof": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "room": CategoryFacts(hides=NOTHING, part_of_building=STRUCTURE),
    "wall": CategoryFacts(part_of_building=STRUCTURE),
}


def facts_of(category: str) -> CategoryFacts:
    """The facts of a category under exactly this name; where nothing is known, those that rule nothing out."""
    return CATEGORIES.get(category, _NOTHING_KNOWN)


def facts_of_head_noun(category: str) -> CategoryFacts:
    """The facts of a name's last word, in the singular or plural: of "office chairs" those of "chair"."""
    words = category.lower().replace("_", " ").split()
    last = words[-1] if words else ""
    return CATEGORIES.get(last) or facts_of(last.rstrip("s"))


_CONFUSABLE_GROUPS = (
    ("couch", "chair", "bed", "bench"),
    ("tv", "laptop", "monitor"),
    ("dining table", "desk", "table", "bench"),
    ("microwave", "oven", "toaster"),
    ("cup", "bowl", "vase", "wine glass", "bottle"),
    ("vase", "potted plant"),
    ("backpack", "handbag", "suitcase"),
    ("keyboard", "remote", "cell phone"),
    ("sink", "toilet", "bathtub"),
    ("sink", "bowl"),
    ("laptop", "keyboard"),
    ("teddy bear", "dog", "cat"),
)
_PAIRS = frozenset((a, b) for group in _CONFUSABLE_GROUPS for a in group for b in group if a != b)


def confusable(a: str, b: str) -> bool:
    """Whether two different names are often given to the same object, from one view to the next."""
    return (a, b) in _PAIRS
