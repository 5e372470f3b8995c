"""A coarse name where the fine one is unsure: what is some kind of storage, whichever, is a cabinet.

Where a place does not look as in training, the namer tells dressers from wardrobes and TV stands badly, and all of them
from other things well. In six rendered homes and rooms taken for unlike its training, the coarse name was given to 7
more things, all of which are furniture to store things in (`benchmarks/perception.py` has the real rooms).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from situated_qa.perception.categories import confusable
from situated_qa.perception.naming.geometry import NAMES
from situated_qa.perception.naming.namer import NOTHING
from situated_qa.perception.naming.pyramid import POOLED

STORAGE = "cabinet"
"""The name; `knowledge` says which other names are mixed up with it: dresser, wardrobe, bookcase, TV stand, …"""
_LEAST_DEPTH_M = 0.15  # of what is seen: a sheet of wall or glass is none
_DEPTH = POOLED + NAMES.index("depth")


class CoarseNames:
    """Sums the probabilities of names that mean nearly the same.

    Args:
        names: those that the namer gives probabilities of, in their order.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._storage = np.array([n != NOTHING and (n == STORAGE or confusable(n, STORAGE)) for n in names], bool)

    def storage(self, values: np.ndarray, row: np.ndarray) -> float:
        """How probable it is that a look shows storage furniture; 0 where what is seen has no depth.

        Args:
            values: (names,) the namer's probabilities.
            row: (FEATURES,) features of the look.
        """
        return float(values[self._storage].sum()) if float(row[_DEPTH]) >= _LEAST_DEPTH_M else 0.0
