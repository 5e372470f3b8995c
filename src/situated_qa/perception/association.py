"""Which observation belongs to which instance: by shared voxels, then by what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from situated_qa.perception.categories import confusable, facts_of
from situated_qa.perception.voxels import near

_IN_THE_BOX = 0.85  # share of a part's box that lies in the box of the whole
_IN_THE_OTHER = 0.7  # share of a's voxels in or next to b's
_SMALL_M = 0.7  # things that are seen whole from either side


class OverlapSettings(Protocol):
    """The part of the instance settings that decides here."""

    @property
    def same_overlap(self) -> float: ...
    @property
    def confusable_overlap(self) -> float: ...
    @property
    def other_overlap(self) -> float: ...
    @property
    def box_overlap(self) -> float: ...
    @property
    def voxel_m(self) -> float: ...


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """An observation or an instance, as far as association cares."""

    id: int
    category: str
    true_id: int | None  # simulation only; decides alone where both have one
    keys: np.ndarray  # (N,) sorted voxel keys
    low: np.ndarray  # (3,) lowest corner of the axis-aligned box, m
    high: np.ndarray  # (3,) highest


def box_of(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest corner of the axis-aligned box that holds all but the outermost 2 % of (N, 3) points."""
    low, high = np.percentile(points, [2.0, 98.0], axis=0)
    return low, high


def match(
    queries: Sequence[Candidate], candidates: Sequence[Candidate], settings: OverlapSettings
) -> dict[int, int | None]:
    """Give each query to at most one candidate, best pairs first, and each candidate at most one query.

    Returns:
        Query id → candidate id, or None where none fits; in the order of decision, matched ones first.
    """
    pairs = []
    for query in queries:
        for candidate in close_to(query, candidates, settings.voxel_m):
            quality = similarity(query, candidate, settings)
            if quality is not None:
                pairs.append((-quality, query.id, candidate.id))
    result: dict[int, int | None] = {}
    taken: set[int] = set()
    for _, query_id, candidate_id in sorted(pairs):
        if query_id not in result and candidate_id not in taken:
            result[query_id] = candidate_id
            taken.add(candidate_id)
    return result | {query.id: None for query in queries if query.id not in result}


def close_to(one: Candidate, others: Sequence[Candidate], voxel_m: float) -> list[Candidate]:
    """Those of the others whose boxes touch, give or take two voxels, or that have a true id as the one has."""
    if not others:
        return []
    low, high = np.array([other.low for other in others]), np.array([other.high for other in others])
    touching = np.all((low <= one.high + 2 * voxel_m) & (high >= one.low - 2 * voxel_m), axis=1)
    return [
        other
        for other, touches in zip(others, touching, strict=True)
        if touches or (one.true_id is not None and one.true_id == other.true_id)
    ]


def same_object(a: Candidate, b: Candidate, settings: OverlapSettings, *, overlap: float) -> bool:
    """Whether two instances are one object, so that one of them has to go: two things cannot be in one place.

    A part that was called something else ("vase" for the pot of a potted plant) lies in the whole, or in its box
    where only its other side was seen; of names that no detector mixes up, the two must also be of like size, or cups
    would vanish into tables.

    Args:
        overlap: how much of the smaller has to be shared where the categories are equal.
    """
    if a.true_id is not None and b.true_id is not None:
        return a.true_id == b.true_id
    if _too_long_together(a, b):
        return False
    voxel = settings.voxel_m
    of_a, of_b = _shared(a, b, voxel)
    if a.category == b.category:
        return max(of_a, of_b) >= overlap or _box_overlap(a, b) >= max(overlap, 0.5)
    larger, smaller = max(of_a, of_b), min(of_a, of_b)
    if confusable(a.category, b.category):
        if larger >= 0.8 or (larger >= max(overlap, 0.6) and smaller >= 0.3):
            return True
        return _contained(a, b, voxel) >= _IN_THE_BOX
    return larger >= max(overlap, 0.7) and smaller >= 0.35


def sides_of_one(a: Candidate, b: Candidate, settings: OverlapSettings) -> bool:
    """Whether two instances of one small kind touch and are not too long for one: a bowl seen from either side.

    Only for instances that were never seen in one image; two bowls side by side would have been.
    """
    if a.category != b.category or facts_of(a.category).longest_side_m > _SMALL_M or _too_long_together(a, b):
        return False
    if a.true_id is not None or b.true_id is not None:
        return False
    gap = np.maximum(np.maximum(a.low, b.low) - np.minimum(a.high, b.high), 0.0)
    return bool(gap.max() <= settings.voxel_m)


def lies_in(a: Candidate, b: Candidate, settings: OverlapSettings) -> bool:
    """Whether nearly all of a is where b is."""
    return float(near(b.keys, a.keys).mean()) >= _IN_THE_OTHER


def similarity(query: Candidate, candidate: Candidate, settings: OverlapSettings) -> float | None:
    """How well an observation fits an instance, larger is better; None where it does not.

    Of one category, any real overlap will do: two views of a couch share little. Of categories that are mixed up, most
    of the smaller must be shared and a fair part of the larger; of any others, most of both, because a cup on a table
    lies in the table's voxels too, but does not fill them.
    """
    if query.true_id is not None and candidate.true_id is not None:
        return 3.0 if query.true_id == candidate.true_id else None
    if _too_long_together(query, candidate):
        return None
    of_query, of_candidate = _shared(query, candidate, settings.voxel_m)
    larger, smaller = max(of_query, of_candidate), min(of_query, of_candidate)
    if query.category == candidate.category:
        boxes = _box_overlap(query, candidate)
        if larger >= settings.same_overlap or boxes >= settings.box_overlap:
            return 1.0 + larger + 0.5 * smaller + 0.25 * boxes
        return None
    if confusable(query.category, candidate.category):
        fits = larger >= settings.confusable_overlap and smaller >= settings.confusable_overlap / 2
    else:
        fits = smaller >= settings.other_overlap
    return 0.5 * larger + smaller if fits else None


def _too_long_together(a: Candidate, b: Candidate) -> bool:
    """Whether both at once would be longer than a thing of either name is: two chairs side by side."""
    length = float((np.maximum(a.high, b.high) - np.minimum(a.low, b.low)).max())
    return length > max(facts_of(a.category).longest_side_m, facts_of(b.category).longest_side_m)


def _shared(a: Candidate, b: Candidate, voxel_m: float) -> tuple[float, float]:
    """The share of a's voxels that are in or next to b's, and of b's that are in or next to a's."""
    if (a.high + 2 * voxel_m < b.low).any() or (b.high + 2 * voxel_m < a.low).any():
        return 0.0, 0.0
    return float(near(b.keys, a.keys).mean()), float(near(a.keys, b.keys).mean())


def _box_overlap(a: Candidate, b: Candidate) -> float:
    """Shared volume of the two boxes over the smaller one's."""
    shared = float(np.prod(np.clip(np.minimum(a.high, b.high) - np.maximum(a.low, b.low), 0.0, None)))
    smaller = float(min(np.prod(a.high - a.low), np.prod(b.high - b.low)))
    return shared / smaller if smaller > 0.0 else 0.0


def _contained(a: Candidate, b: Candidate, slack_m: float) -> float:
    """The share of the smaller box, made `slack_m` thicker so that thin things have a volume, in the larger one's."""
    small, large = (a, b) if np.prod(a.high - a.low) <= np.prod(b.high - b.low) else (b, a)
    low, high = small.low - slack_m / 2, small.high + slack_m / 2
    shared = np.minimum(high, large.high + slack_m) - np.maximum(low, large.low - slack_m)
    return float(np.prod(np.clip(shared, 0.0, None)) / np.prod(high - low))
