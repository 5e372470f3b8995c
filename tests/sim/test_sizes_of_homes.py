"""The plausible sizes of the knowledge table hold for the furniture of simulated homes."""

from __future__ import annotations

import pytest

from simulated_rooms import furniture  # isort: skip
from situated_qa.perception.categories import facts_of
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.homes import generate_home

LEAST_WITHIN = 0.95
_ROUNDING_M = 0.005


@pytest.mark.skipif(furniture() is None, reason="the furniture catalogue is not there")
def test_true_objects_have_plausible_sizes() -> None:
    catalog = Catalog.open(furniture())
    objects = [item for seed in range(3000, 3008) for item in generate_home(seed, catalog).objects]
    assert len(objects) > 300
    unknown = {item.category for item in objects if not facts_of(item.category).category}
    assert unknown == set()
    implausible = [item.category for item in objects if not _plausible(item)]
    assert len(implausible) <= (1.0 - LEAST_WITHIN) * len(objects), sorted(implausible)


def _plausible(item) -> bool:
    facts = facts_of(item.category)
    sizes = ((float(item.box.extents.max()), facts.length_m), (float(item.box.extents[2]), facts.height_m))
    return all(least - _ROUNDING_M <= size <= greatest + _ROUNDING_M for size, (least, greatest) in sizes)
