"""Soft and strict match: how the papers judge answers to questions about real rooms.

Source: Yuan et al. (LLM-TPC) 2024, supplement 2.1, Fig. S1 and Table S1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from situated_qa.eval.numbers import with_words

_HOURS = {hour: f"{hour} o'clock" for hour in range(1, 13)}
_SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("left", *(_HOURS[h] for h in (7, 8, 9, 10, 11))),
    ("right", *(_HOURS[h] for h in (1, 2, 3, 4, 5))),
    ("front", "forward", "forwards", "in front", "infront", *(_HOURS[h] for h in (10, 11, 12, 1, 2))),
    ("behind", "back", "backward", "backwards", *(_HOURS[h] for h in (4, 5, 6, 7, 8))),
    ("true", "yes"),
    ("false", "no"),
    ("big", "large"),
    ("circle", "circular", "oval", "round"),
    ("rectangle", "rectangular"),
    ("box", "boxes"),
    ("cabinet", "cabinets"),
    ("chair", "chairs"),
    ("clothes dryer", "clothes dryers"),
    ("clothing", "clothes"),
    ("cube", "cubes"),
    ("curtain", "curtains"),
    ("divider", "dividers"),
    ("dryer", "dryers"),
    ("kitchen cabinet", "kitchen cabinets"),
    ("mail box", "mail boxes"),
    ("minifridge", "mini fridge"),
    ("monitor", "monitors"),
    ("picture", "pictures"),
    ("pillow", "pillows"),
    ("pipe", "pipes"),
    ("plant", "plants"),
    ("rack", "rack stand"),
    ("towel", "towels"),
    ("trash bin", "trash bins", "trash can", "trashcan"),
    ("washing machine", "washing machines"),
    ("whiteboard", "white board"),
    ("window", "windows"),
)
"""Table S1: what counts as the same answer."""


def clean_answer(text: str) -> str:
    """Lower case, letters and digits only, numbers in words, single spaces."""
    text = text.lower().replace("’", "'").replace("'", "")
    text = re.sub(r"(?<!\d)\.|\.(?!\d)", " ", text)  # a decimal point stays until the number is written out
    return with_words(" ".join(re.sub(r"[^a-z0-9. ]+", " ", text).split()))


_GROUPS = tuple(frozenset(clean_answer(phrase) for phrase in group) for group in _SYNONYMS)


def is_synonym(a: str, b: str) -> bool:
    """Whether two cleaned answers stand in one row of Table S1."""
    return any(a in group and b in group for group in _GROUPS)


def _softly(answer: str, truth: str) -> bool:
    if not answer or not truth:
        return False
    if answer in truth or truth in answer:
        return True
    joined_answer, joined_truth = answer.replace(" ", ""), truth.replace(" ", "")
    if joined_answer in joined_truth or joined_truth in joined_answer:
        return True
    return bool(set(answer.split()) & set(truth.split())) or is_synonym(answer, truth)


def soft_match(answer: str, truths: Iterable[str]) -> bool:
    """Whether an answer matches one of the true ones: equal, one in the other (spaces or not), a word in common, or
    synonyms. An empty answer never matches.

    Source: LLM-TPC, Fig. S1.
    """
    cleaned = clean_answer(answer)
    return any(_softly(cleaned, clean_answer(truth)) for truth in truths)


def strict_match(answer: str, truths: Iterable[str]) -> bool:
    """Whether an answer equals one of the true ones after cleaning. An empty answer never matches."""
    cleaned = clean_answer(answer)
    return bool(cleaned) and any(cleaned == clean_answer(truth) for truth in truths)
