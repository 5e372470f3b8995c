"""Which observation belongs to which instance: by shared voxels and pixels, then by what they are called.

What a mask covers of the part of an instance that this frame shows (`Candidate.covered`) says more than the share of
all its voxels: the back of a couch is not in a picture of its front. Where there is no image, voxels decide alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

import numpy as np

from situated_qa.perception.categories import OBJECT, confusable, facts_of
from situated_qa.perception.voxels import near

_IN_THE_BOX = 0.85  # share of a part's box that lies in the box of the whole
_IN_THE_OTHER = 0.7  # share of a's voxels in or next to b's
_MUTUAL = 0.6  # things with names that nobody mixes up are one where each contains so much of the other
_SMALL_M = 0.7  # things that are seen whole from either side
_COVERED = 0.5  # a mask that covers so much of what is visible of an instance of its name shows that instance
_GLUED = 0.7  # a mask that covers so much of each of two instances shows both
_SHEET_M = 0.12  # a screen seen from the front and from behind, or placed twice by noise, is not thicker
_SHEET_LENGTH_M = 0.35  # smaller upright sheets stand side by side: books
_ON_ONE_SIDE = ("hanging on", "affixed on")  # nobody sees the back of these: two of them are on a wall's two sides


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
    keys: np.ndarray  # (N,) sorted voxel keys
    low: np.ndarray  # (3,) lowest corner of the axis-aligned box, m
    high: np.ndarray  # (3,) highest
    covered: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    """Of an observation: per candidate id, the share of its visible surface that the mask covers."""
    noise_m: float = 0.0  # standard deviation of the depth behind the points, m
    weighed: bool = False  # its looks gave all names a probability: without a name it is unsure which it has


def box_of(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest corner of the axis-aligned box that holds all but the outermost 2 % of (N, 3) points."""
    ordered = np.array(points.T, np.float64, order="C")
    ordered.sort(axis=1)  # several times as fast as np.percentile
    last = ordered.shape[1] - 1
    place = 0.02 * last
    first, share = int(place), place - int(place)
    second = min(first + 1, last)
    low = ordered[:, first] * (1.0 - share) + ordered[:, second] * share
    high = ordered[:, last - first] * (1.0 - share) + ordered[:, last - second] * share
    return low, high


def match(
    queries: Sequence[Candidate], candidates: Sequence[Candidate], settings: OverlapSettings
) -> dict[int, int | None]:
    """Give each query to at most one candidate, best pairs first, and each candidate at most one query.

    Returns:
        Query id → candidate id, or None where none fits; in the order of decision, matched ones first.
    """
    pairs = []
    near_by = Neighborhood(candidates)
    for query in queries:
        for candidate in near_by.close_to(query, settings.voxel_m):
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


class Neighborhood:
    """Candidates, to be asked many times which of them are close to another."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = list(candidates)
        self._low = np.array([c.low for c in self._candidates]).reshape(-1, 3)
        self._high = np.array([c.high for c in self._candidates]).reshape(-1, 3)

    def close_to(self, one: Candidate, voxel_m: float) -> list[Candidate]:
        """Those whose boxes touch the one's, give or take two voxels, or that it covers in the image; never itself."""
        reach = max(2 * voxel_m, _SHEET_M)
        touching = np.all((self._low <= one.high + reach) & (self._high >= one.low - reach), axis=1)
        return [self._candidates[i] for i in np.flatnonzero(touching) if self._candidates[i] is not one]


def glued(query: Candidate, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of the query's name that one mask covers, each nearly whole."""
    return [c for c in candidates if c.category == query.category and query.covered.get(c.id, 0.0) >= _GLUED]


def same_object(
    a: Candidate, b: Candidate, settings: OverlapSettings, *, overlap: float, together: bool = False
) -> bool:
    """Whether two instances are one object, so that one of them has to go: two things cannot be in one place.

    Of two names, each must contain the other. A part may have been given a name that is mixed up with the whole's
    ("vase" for the pot of a potted plant): then it lies in the whole, or in its box where only the other side was seen.

    Args:
        overlap: how much of the smaller has to be shared where the categories are equal.
        together: whether one image showed them as two.
    """
    if _too_long_together(a, b):
        return False
    voxel = settings.voxel_m
    if a.category == b.category != OBJECT:
        boxes = max(overlap, 0.5) if together else settings.box_overlap
        if _box_overlap(a, b) >= boxes or _one_sheet(a, b):
            return True
        return _share(a, b, voxel) >= overlap or _share(b, a, voxel) >= overlap
    if confusable(a.category, b.category):
        of_a, of_b = _share(a, b, voxel), _share(b, a, voxel)
        if min(of_a, of_b) >= settings.confusable_overlap:
            return True
        of_part = of_a if _volume(a) <= _volume(b) else of_b
        return _contained(a, b, voxel) >= _IN_THE_BOX and (of_part >= _IN_THE_OTHER or not together)
    return _each_holds(a, b, _MUTUAL, voxel)


def sides_of_one(a: Candidate, b: Candidate, settings: OverlapSettings) -> bool:
    """Whether two instances of one small kind touch and are not too long for one: a bowl seen from either side.

    Only for instances that were never seen in one image; two bowls side by side would have been.
    """
    if a.category != b.category or a.category == OBJECT:
        return False
    if facts_of(a.category).longest_side_m > _SMALL_M or _too_long_together(a, b):
        return False
    gap = np.maximum(np.maximum(a.low, b.low) - np.minimum(a.high, b.high), 0.0)
    return bool(gap.max() <= settings.voxel_m)


def lies_in(a: Candidate, b: Candidate, settings: OverlapSettings) -> bool:
    """Whether nearly all of a is where b is."""
    return float(near(b.keys, a.keys).mean()) >= _IN_THE_OTHER


def similarity(query: Candidate, candidate: Candidate, settings: OverlapSettings) -> float | None:
    """How well an observation fits an instance, larger is better; None where it does not.

    Of one category, any real overlap will do: two views of a couch share little. Of two, each must hold most of the
    other, because a cup on a magazine lies in the magazine's voxels too, but does not fill them. What of the instance
    lies in the observation is judged by what the frame shows of it.
    """
    if _too_long_together(query, candidate):
        return None
    if query.category != candidate.category and query.covered.get(candidate.id, 1.0) < _least_share(
        query, candidate, settings
    ):
        return None
    of_query = _share(query, candidate, settings.voxel_m)
    if query.category == candidate.category != OBJECT:  # two unnamed things side by side share a category, too
        of_candidate, boxes = _share(candidate, query, settings.voxel_m), _box_overlap(query, candidate)
        larger, smaller = max(of_query, of_candidate), min(of_query, of_candidate)
        covered = query.covered.get(candidate.id, 0.0)
        fits = larger >= settings.same_overlap or boxes >= settings.box_overlap or covered >= _COVERED
        if fits or _one_sheet(query, candidate):
            return 1.0 + larger + 0.5 * smaller + 0.25 * boxes + 0.5 * covered
        return None
    least = _least_share(query, candidate, settings)
    if of_query < least:
        return None
    of_candidate = query.covered.get(candidate.id, -1.0)
    if of_candidate < 0.0:
        of_candidate = _share(candidate, query, settings.voxel_m)
    larger, smaller = max(of_query, of_candidate), min(of_query, of_candidate)
    return 0.5 * larger + smaller if smaller >= least else None


def _least_share(a: Candidate, b: Candidate, settings: OverlapSettings) -> float:
    """How much each of two things with different names has to hold of the other."""
    return settings.confusable_overlap if confusable(a.category, b.category) else settings.other_overlap


def _too_long_together(a: Candidate, b: Candidate) -> bool:
    """Whether both at once would be longer than a thing of either name is: two chairs side by side.

    What has no name may be of any length, but not the same thing as a chair that ends far before it does; where looks
    weigh all names, the chair may be the wrong one of them.
    Noise makes things longer: a cup at 5 m is 0.4 m deep.
    """
    length = max(max(high_a, high_b) - min(low_a, low_b) for low_a, high_a, low_b, high_b in _sides(a, b))
    longest = [facts_of(one.category).longest_side_m for one in (a, b) if one.category != OBJECT or one.weighed]
    return length > max(longest, default=np.inf) + 2.0 * (a.noise_m + b.noise_m)


def _share(a: Candidate, b: Candidate, voxel_m: float) -> float:
    """The share of a's voxels that are in or next to b's."""
    reach = 2 * voxel_m
    for low_a, high_a, low_b, high_b in _sides(a, b):
        if high_a + reach < low_b or high_b + reach < low_a:
            return 0.0
    return float(near(b.keys, _some(a.keys)).mean())


def _each_holds(a: Candidate, b: Candidate, least: float, voxel_m: float) -> bool:
    """Whether each has at least a share of its voxels in or next to the other's; the larger one is asked first."""
    first, second = (a, b) if len(a.keys) >= len(b.keys) else (b, a)
    return _share(first, second, voxel_m) >= least and _share(second, first, voxel_m) >= least


def _some(keys: np.ndarray) -> np.ndarray:
    """At most 400 of the keys, evenly taken: shares need no more."""
    return keys[:: len(keys) // 400 + 1]


def _box_overlap(a: Candidate, b: Candidate) -> float:
    """Shared volume of the two boxes over the smaller one's."""
    shared = size_a = size_b = 1.0
    for low_a, high_a, low_b, high_b in _sides(a, b):
        shared *= max(min(high_a, high_b) - max(low_a, low_b), 0.0)
        size_a *= high_a - low_a
        size_b *= high_b - low_b
    smaller = min(size_a, size_b)
    return shared / smaller if smaller > 0.0 else 0.0


def _sides(a: Candidate, b: Candidate) -> Iterator[tuple[float, float, float, float]]:
    """Per axis, the lowest and highest coordinates of both, m; for so few numbers quicker than arrays."""
    return zip(a.low.tolist(), a.high.tolist(), b.low.tolist(), b.high.tolist(), strict=True)


def _one_sheet(a: Candidate, b: Candidate) -> bool:
    """Whether two upright sheets of one name cover one another and lie too close for two: a TV from both sides."""
    if facts_of(a.category).fixed in _ON_ONE_SIDE:
        return False
    for axis in (0, 1):
        across, up = 1 - axis, 2
        wide = min(a.high[across] - a.low[across], b.high[across] - b.low[across])
        if min(wide, a.high[up] - a.low[up], b.high[up] - b.low[up]) < 0.5 * _SHEET_LENGTH_M or wide < _SHEET_LENGTH_M:
            continue
        if max(a.high[axis], b.high[axis]) - min(a.low[axis], b.low[axis]) > 2 * _SHEET_M:
            continue
        if max(a.low[axis], b.low[axis]) - min(a.high[axis], b.high[axis]) > _SHEET_M:
            continue
        shared = np.minimum(a.high, b.high) - np.maximum(a.low, b.low)
        smaller = np.minimum(a.high - a.low, b.high - b.low)
        if min(shared[across] / smaller[across], shared[up] / smaller[up]) >= _IN_THE_OTHER:
            return True
    return False


def _volume(a: Candidate) -> float:
    return float(np.prod(a.high - a.low))


def _contained(a: Candidate, b: Candidate, slack_m: float) -> float:
    """The share of the smaller box, made `slack_m` thicker so that thin things have a volume, in the larger one's."""
    small, large = (a, b) if np.prod(a.high - a.low) <= np.prod(b.high - b.low) else (b, a)
    low, high = small.low - slack_m / 2, small.high + slack_m / 2
    shared = np.minimum(high, large.high + slack_m) - np.maximum(low, large.low - slack_m)
    return float(np.prod(np.clip(shared, 0.0, None)) / np.prod(high - low))
