"""A look at a thing with the probabilities of all names: those that count at once, and those that may come to count."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from situated_qa.perception.categories import OBJECT, is_kind_of
from situated_qa.perception.naming.judging import TRUST
from situated_qa.perception.naming.namer import NOTHING
from situated_qa.perception.observations import Observation

_LIKELY, _SHARED = 0.5, 0.3  # a look goes by its name from here on; by the detector's, where the namer grants it this
_LISTED = 0.02  # names that are less probable are not passed on


def with_chances(item: Observation, chances: Mapping[str, float]) -> Observation:
    """The observation by its most probable name, by the detector's where that is probable enough, or by none."""
    best = max((name for name in chances if name != NOTHING), key=lambda name: chances[name])
    of_detector = sum(chance for name, chance in chances.items() if name != NOTHING and is_kind_of(name, item.category))
    category = OBJECT
    if chances[best] >= _LIKELY:
        category = best
    elif item.category != OBJECT and of_detector >= _SHARED:
        category = item.category
    return dataclasses.replace(item, category=category, score=TRUST * chances[best], chances=_listed(chances))


def doubted(item: Observation, chances: Mapping[str, float]) -> Observation:
    """The observation as it is, with probabilities that may come to count."""
    return dataclasses.replace(item, chances=_listed(chances), doubted=True) if chances else item


def _listed(chances: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple((name, chance) for name, chance in chances.items() if chance >= _LISTED)
