"""Whether a place looks like those that the namer learned on: told by the mean of the network's features there.

Single features of real and rendered things overlap. Their means over many things do not: after some 450 samples of ten
rendered homes of the split `dev` the mean lies 0.13 … 0.19 standard deviations off that of the training, per feature;
in a rendered room with furniture of another collection 0.22, in a real room 0.27. The limit was chosen on these.
"""

from __future__ import annotations

import numpy as np

_LEAST_SAMPLES = 100
_LIMIT = 0.195  # standard deviations, on average over the features
_MARGIN = 1.25  # times the limit: so far off, more samples may still bring the mean below it
_OF_CHANCE = 1.3  # the mean of n samples lies so much / √n off by chance; those of one frame are alike


class Familiarity:
    """Gathers features of one map."""

    def __init__(self) -> None:
        self._sum: np.ndarray | None = None
        self._count = 0

    def add(self, scaled: np.ndarray) -> None:
        """Take in (N, F) network features, in standard deviations off the training's mean."""
        total = np.clip(np.nan_to_num(scaled.astype(np.float64)), -10.0, 10.0).sum(axis=0)
        self._sum = total if self._sum is None else self._sum + total
        self._count += len(scaled)

    @property
    def shift(self) -> float:
        """How far the mean lies off the training's, on average over the features; 0 where nothing was taken in."""
        return 0.0 if self._sum is None else float(np.abs(self._sum / self._count).mean())

    @property
    def is_open(self) -> bool:
        """Whether it cannot be told yet: too little was seen, or what was seen lies a little beyond the limit."""
        return self._count < _LEAST_SAMPLES or not self.is_known and self.shift <= _MARGIN * self._limit

    @property
    def is_known(self) -> bool:
        """Whether enough was seen, and it looks as in training."""
        return self._count >= _LEAST_SAMPLES and self.shift <= self._limit

    @property
    def _limit(self) -> float:
        """The greatest shift of a known place, after so many samples."""
        return float(np.hypot(_LIMIT, _OF_CHANCE / max(self._count, 1) ** 0.5))
