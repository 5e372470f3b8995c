"""What is known of categories: exact names for a detector's output, head nouns for names from anywhere."""

from __future__ import annotations

import math

import pytest

from situated_qa.perception.categories import CATEGORIES, NOTHING, STRUCTURE, TOP, facts_of, facts_of_head_noun
from situated_qa.scene.relation_table import FIXED, names_of


def test_facts_of_an_exact_name_do_not_hold_for_other_names_with_the_same_head_noun() -> None:
    assert facts_of("chair").longest_side_m == 1.3
    assert facts_of("office chair").longest_side_m == math.inf  # may be larger; nothing is known of it


@pytest.mark.parametrize("name", ["chair", "office chairs", "Office_Chair"])
def test_a_name_hides_as_much_as_its_head_noun(name: str) -> None:
    assert facts_of_head_noun(name).hides == NOTHING


def test_a_dining_table_hides_what_is_behind_its_top_only() -> None:
    assert facts_of_head_noun("dining table").hides == TOP


@pytest.mark.parametrize("name", ["", "glockenspiel", "wall clock holder"])
def test_nothing_is_ruled_out_where_nothing_is_known(name: str) -> None:
    facts = facts_of_head_noun(name)
    assert (facts.longest_side_m, facts.may_be_flat, facts.hides, facts.part_of_building) == (math.inf, True, "all", "")


def test_parts_of_the_building_are_told_by_the_last_word() -> None:
    assert facts_of_head_noun("kitchen walls").part_of_building == STRUCTURE
    assert facts_of_head_noun("wall clock").part_of_building == ""


def test_every_row_names_relations_and_sizes_that_exist() -> None:
    for name, facts in CATEGORIES.items():
        assert facts.fixed in ("", *names_of(FIXED)), name
        assert 0.0 <= facts.least_length_m < facts.longest_side_m, name
