"""Whether a place looks like those that the namer learned on: told by the mean of the network's features there.

Single features of real and rendered things overlap. Their means over many things do not: on 12 rendered homes of the
split `eyes-test` the mean lies 0.11 … 0.19 standard deviations off that of the training, per feature; in three real
rooms 0.27 … 0.40. The limits below were chosen on these.
"""

from __future__ import annotations

import numpy as np

_LEAST_SAMPLES = 100
_LIMIT = 0.21  # standard deviations, on average over the features
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
        """Whether too little was seen to tell."""
        return self._count < _LEAST_SAMPLES

    @property
    def is_known(self) -> bool:
        """Whether enough was seen, and it looks as in training."""
        if self.is_open:
            return False
        return self.shift <= float(np.hypot(_LIMIT, _OF_CHANCE / self._count**0.5))
