"""Parts of the furniture: no model that counts belongs to two of them, and the older splits take all models."""

from __future__ import annotations

from situated_qa.sim import home_furniture as kinds
from situated_qa.sim.furniture_parts import PARTS, WHITEBOARD, is_held_out, models_of


def test_models_of_the_parts_are_disjoint_where_a_kind_has_several():
    for kind in (kinds.COUCH, kinds.CHAIR, kinds.BED, kinds.LAMP, kinds.PICTURE, WHITEBOARD):
        chosen = [set(models_of(kind, part)) for part in PARTS]
        assert not chosen[0] & chosen[1]
        assert not chosen[0] & chosen[2]
        assert not chosen[1] & chosen[2]


def test_without_a_part_a_kind_has_all_its_models():
    assert models_of(kinds.COUCH, "") == kinds.COUCH.models


def test_training_has_models_that_no_other_home_uses():
    assert set(models_of(kinds.CHAIR, "train")) - set(kinds.CHAIR.models)
    assert set(models_of(kinds.CHAIR, "test")) <= set(kinds.CHAIR.models)


def test_the_only_model_of_a_category_counts_in_no_test():
    (only,) = kinds.GUITAR.models

    assert models_of(kinds.GUITAR, "test") == models_of(kinds.GUITAR, "train") == (only,)
    assert not is_held_out(only, "test")
    assert is_held_out(models_of(kinds.COUCH, "test")[0], "test")
