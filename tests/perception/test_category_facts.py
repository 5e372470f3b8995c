"""What perception knows of a name: the row of the table, with wider sizes where only the head noun is known."""

from __future__ import annotations

import math

import pytest

from situated_qa.perception.categories import DOOR, NOTHING, STRUCTURE, TOP, CategoryFacts, confusable, facts_of
from situated_qa.perception.detectors.nanodet import COCO_CATEGORIES


def test_a_half_hidden_thing_may_be_half_as_long_as_a_whole_one() -> None:
    chair = facts_of("chair")
    assert chair.length_m == (0.65, 1.3)
    assert (chair.least_length_m, chair.longest_side_m) == (0.325, 1.3)


def test_a_name_known_by_its_head_noun_has_sizes_from_half_to_one_and_a_half_times() -> None:
    facts = facts_of("bunny chair")
    assert (facts.category, facts.hides) == ("chair", NOTHING)
    assert facts.length_m == (0.5 * 0.65, 1.5 * 1.3)
    assert facts.height_m == (0.5 * 0.55, 1.5 * 1.3)


@pytest.mark.parametrize("name", ["refrigerator", "fridge", "green fridge"])
def test_a_thing_is_as_deep_under_each_of_its_names(name: str) -> None:
    assert facts_of(name).depth_m == (0.5, 0.62)


@pytest.mark.parametrize("name", ["dog bed", "hand dryer", "sink", "glockenspiel"])
def test_a_depth_is_not_taken_from_a_word_that_means_something_else(name: str) -> None:
    assert facts_of(name).depth_m == (0.0, 0.0)
    assert not facts_of(name).round


@pytest.mark.parametrize("name", ["chair", "office chairs", "Office_Chair", "bunny chair"])
def test_a_name_hides_as_much_as_its_head_noun(name: str) -> None:
    assert facts_of(name).hides == NOTHING


def test_a_dining_table_hides_what_is_behind_its_top_only() -> None:
    assert facts_of("dining table").hides == TOP


@pytest.mark.parametrize("name", ["", "glockenspiel", "wall clock holder"])
def test_nothing_is_ruled_out_where_nothing_is_known(name: str) -> None:
    facts = facts_of(name)
    assert facts == CategoryFacts()
    assert (facts.longest_side_m, facts.least_length_m) == (math.inf, 0.0)
    assert (facts.may_be_flat, facts.hides, facts.part_of_building) == (True, "all", "")


def test_parts_of_the_building_are_told_by_the_last_word() -> None:
    assert facts_of("kitchen walls").part_of_building == STRUCTURE
    assert facts_of("doorway").part_of_building == DOOR
    assert facts_of("wall clock").part_of_building == ""


def test_what_lives_moves_and_what_looks_like_it_does_not() -> None:
    assert {name for name in COCO_CATEGORIES if facts_of(name).moves} == {
        *("person", "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe"),
    }
    assert facts_of("black cat").moves and facts_of("children").moves
    assert not facts_of("stuffed dog").moves and not facts_of("picture of a cat").moves


def test_every_name_of_the_default_detector_has_a_row() -> None:
    assert [name for name in COCO_CATEGORIES if not facts_of(name).category] == []


def test_furniture_stands_on_the_floor_and_what_hangs_does_not() -> None:
    assert all(facts_of(name).stands_on_floor for name in ("sofa", "kitchen table", "wardrobe", "office chair"))
    assert not any(facts_of(name).stands_on_floor for name in ("wall cabinet", "tv", "picture", "table lamp", "sink"))


def test_rugs_and_books_lie_flat_and_pictures_hang_flat() -> None:
    assert all(facts_of(name).lies_flat for name in ("rug", "book", "magazine", "plate"))
    assert facts_of("carpet").always_flat and facts_of("mat").always_flat and not facts_of("book").always_flat
    assert facts_of("picture").may_be_flat and not facts_of("picture").lies_flat
    assert not facts_of("chair").may_be_flat


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("couch", "bed"), ("chair", "couch"), ("tv", "laptop"), ("dining table", "bench"), ("microwave", "toaster"),
        ("cup", "bottle"), ("vase", "potted plant"), ("backpack", "suitcase"), ("remote", "cell phone"),
        ("sink", "toilet"), ("sink", "bowl"), ("laptop", "keyboard"), ("teddy bear", "dog"),
        ("sofa", "couch"), ("sofa", "Sofas"), ("mug", "cup"), ("mug", "bowl"), ("chair", "armchair"),
        ("office chair", "chair"), ("coffee table", "table"), ("wooden chair", "armchair"), ("gizmo", "Gizmos"),
    ],
)  # fmt: skip
def test_names_that_one_object_may_get_are_confusable_either_way(one: str, other: str) -> None:
    assert confusable(one, other) and confusable(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cup", "book"), ("cup", "magazine"), ("chair", "tv"), ("curtain", "window"), ("plate", "dining table"),
        ("table lamp", "table"), ("gizmo", "gadget"), ("chair", "chair"), ("", "chair"), ("", ""),
        ("kitchen counter", "kitchen cabinet"), ("picture", "window"), ("person", "chair"),
    ],
)  # fmt: skip
def test_names_of_different_things_are_not_confusable(one: str, other: str) -> None:
    assert not confusable(one, other) and not confusable(other, one)
