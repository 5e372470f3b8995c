"""What is known of categories before anything is seen: which names get mixed up, and how large things are."""

from __future__ import annotations

import math

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


_LONGEST_SIDES_M = {
    "person": 2.2, "bench": 2.5, "chair": 1.3, "couch": 3.5, "bed": 2.6, "dining table": 4.0, "potted plant": 2.6,
    "toilet": 1.1, "tv": 2.2, "laptop": 0.6, "mouse": 0.2, "remote": 0.35, "keyboard": 0.7, "cell phone": 0.3,
    "microwave": 0.9, "oven": 1.3, "toaster": 0.6, "sink": 1.5, "refrigerator": 2.3, "book": 0.6, "clock": 1.0,
    "vase": 0.7, "scissors": 0.4, "teddy bear": 1.2, "hair drier": 0.5, "toothbrush": 0.35, "backpack": 0.9,
    "umbrella": 1.3, "handbag": 0.8, "suitcase": 1.1, "bottle": 0.5, "wine glass": 0.4, "cup": 0.22, "bowl": 0.6,
    "fork": 0.4, "knife": 0.5, "spoon": 0.5, "banana": 0.35, "apple": 0.2, "orange": 0.2, "sports ball": 0.5, 
    "cat": 0.8,
    "dog": 1.4, "bicycle": 2.2,
}  # fmt: skip


def longest_side_m(category: str) -> float:
    """The longest side that a thing of this name reasonably has, m; infinite where nothing is known."""
    return _LONGEST_SIDES_M.get(category, math.inf)


_LEAST_LENGTHS_M = {
    "chair": 0.3, "couch": 0.7, "bed": 0.8, "bench": 0.5, "dining table": 0.35, "toilet": 0.3, "refrigerator": 0.4,
    "oven": 0.3, "bicycle": 0.6,
}  # fmt: skip


def least_length_m(category: str) -> float:
    """The length that the longest side of a thing of this name has at least, m: half hidden, but no toy."""
    return _LEAST_LENGTHS_M.get(category, 0.0)


_NEVER_FLAT = frozenset(
    (
        "potted plant", "vase", "chair", "couch", "bed", "bench", "dining table", "toilet", "bottle", "cup",
        "wine glass", "bowl", "teddy bear", "backpack", "suitcase", "handbag", "person", "cat", "dog",
    )
)  # fmt: skip


def may_be_flat(category: str) -> bool:
    """Whether a thing of this name can lie in the plane of a wall, as pictures, screens and built-in ovens do."""
    return category not in _NEVER_FLAT
