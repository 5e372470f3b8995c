"""How far the name of a detection holds: the detector's score and the namer's view of the same pixels as a probability.

In ten frames of an office and a dining room, of the default detector's boxes scored 0.2 to 0.35 93 % of 41 are near a
thing of that name where the namer gives it 0.3 or more, and 32 % of 31 where it gives less than 0.05. A name that the
size of the thing does not fit counts a tenth.

Used where a place does not look as in the namer's training. In rendered homes, judging made more names right (75 % of
the objects found), but also more objects that are not there (43 % of all), and fewer answers right.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from situated_qa.perception.categories import confusable, facts_of, is_kind_of
from situated_qa.perception.naming.namer import NOTHING, Namer
from situated_qa.perception.observations import Observation

TRUST = 0.59
"""A name that only the namer gives scores its probability times this: one sighting by it is never enough."""
_LEAST_SHARE = 0.02  # of a name that the namer rules out
_IMPLAUSIBLE = 0.1  # what is left of a name that the size of the thing does not fit
_TALLER, _LOWER = 1.2, 0.8  # times the usual height, that things seen from one side may have
_LEAST = 0.15  # a detection is dropped below this probability …
_WEAK_LEAST = 0.65  # … and a weak one below this
_NAMED = 0.35  # a name that only the namer gives is given from this probability
_SURE, _WEAK_SURE = 0.75, 0.85  # from here one sighting may make an object
_NOT_SURE = 0.59  # the highest score of what is less probable: a single sighting makes no object


_BASE, _SCORE, _SHARE = 3.0, 1.0, 1.3
"""Log-odds that a name is right: _BASE + _SCORE · logit(score) + _SHARE · log(namer's share + _LEAST_SHARE).

Between a fit to 899 detections in 6 rendered homes (2.6, 0.65, 1.59) and one to 283 detections in two real rooms (4.2,
1.25, 1.04). The latter trusts too much: its chairs stand side by side, so that a wrong box is often near a right one.
"""


class Judge:
    """Weighs the names that a detector and the namer give to the same pixels."""

    def __init__(self, namer: Namer) -> None:
        self._namer = namer
        self._names = namer.names
        self._shared = lru_cache(maxsize=1024)(self._shared_by)

    def judged(self, item: Observation, row: np.ndarray, *, weak: bool) -> Observation | None:
        """A detector's observation with the name and score that it deserves; None where it deserves none.

        Args:
            row: (FEATURES,) features of its mask.
            weak: whether its score is below the detector's threshold.
        """
        names = self.names_of(item, self._namer.probabilities(row[None])[0])
        if names is None:
            return None if weak else item
        best, probability = names[0]
        if best != item.category:
            given = not weak and probability >= _NAMED
            return dataclasses.replace(item, category=best, score=TRUST * probability) if given else None
        if probability < (_WEAK_LEAST if weak else _LEAST):
            return None
        if probability < (_WEAK_SURE if weak else _SURE):
            probability = min(probability if weak else max(probability, item.score), _NOT_SURE)
        return dataclasses.replace(item, score=probability)

    def names_of(self, item: Observation, values: np.ndarray) -> tuple[tuple[str, float], ...] | None:
        """The names of a detection with their probabilities, best first; what is missing to 1 is no name at all.

        Of the namer's names only those are given that are mixed up with the detector's.

        Args:
            values: (names,) the namer's probabilities of the same pixels.

        Returns:
            None where the namer cannot judge: it resembles nothing that it knows, or it does not know the category.
        """
        category = item.category
        shared = self._shared(category)
        if not shared.any() or not values.any():
            return None
        share = float(values[shared].sum())
        score = min(max(item.score, 0.01), 0.99)
        odds = _BASE + _SCORE * np.log(score / (1.0 - score))
        odds += _SHARE * np.log(share + _LEAST_SHARE)
        right = float(1.0 / (1.0 + np.exp(-odds)))
        rest = (1.0 - right) / max(1.0 - share, 1e-6)
        names = {category: right}
        nameless = 0.0
        for index in np.flatnonzero(~shared & (values >= 0.01)):
            name, probability = self._names[index], rest * float(values[index])
            if name != NOTHING and confusable(name, category):
                names[name] = probability
            else:
                nameless += probability
        size = size_of(item)
        names = {name: p * plausibility(name, size) for name, p in names.items()}
        total = sum(names.values()) + nameless
        return tuple(sorted(((n, p / total) for n, p in names.items()), key=lambda pair: (-pair[1], pair[0])))

    def _shared_by(self, category: str) -> np.ndarray:
        """(names,) bool: which of the namer's names are of a category."""
        return np.array([name != NOTHING and is_kind_of(name, category) for name in self._names], bool)


@dataclass(frozen=True, slots=True)
class Size:
    """How large an observation is, without its outermost points."""

    length_m: float  # its longest side
    height_m: float
    top_m: float  # above the floor
    cut_off: bool  # by the image: what is seen is less than all of it


def size_of(item: Observation) -> Size:
    """The size of an observation."""
    ordered = np.sort(item.points_map, axis=0)  # several times as fast as np.percentile
    last = len(ordered) - 1
    low, high = ordered[round(0.02 * last)], ordered[round(0.98 * last)]
    return Size(float((high - low).max()), float(high[2] - low[2]), float(high[2]), item.touches_border)


def plausibility(name: str, size: Size) -> float:
    """1, or less for a thing that is too low, too high or too long for its name.

    What stands on the floor is judged by the height of its top, whatever hides its feet; where the image cuts it off,
    only what is too large tells.
    """
    facts = facts_of(name)
    least, most = facts.height_m
    height = size.top_m if facts.stands_on_floor else size.height_m
    too_low = facts.stands_on_floor and not size.cut_off and height < _LOWER * least
    too_large = height > _TALLER * most or size.length_m > _TALLER * facts.longest_side_m
    return _IMPLAUSIBLE if too_low or too_large else 1.0
