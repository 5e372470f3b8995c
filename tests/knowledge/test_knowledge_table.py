"""The table of categories: its rows hold together, and names of all kinds find the right row."""

from __future__ import annotations

import pytest

from situated_qa.knowledge import Category, categories, category_like, category_named, household, normalise, singular

NAMES_OF_RELATIONS = {"", "hanging on", "mounted on", "affixed on"}


def row(name: str) -> Category:
    found = category_named(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("mug", "cup"),
        ("Sofa", "couch"),
        ("dining_table", "dining table"),
        ("the dining tables", "dining table"),
        ("flat screen tv", "tv"),
        ("flat-screen TV", "tv"),
        ("television", "tv"),
        ("fridge", "refrigerator"),
        ("kitchen cabinet", "kitchen cabinet"),
        ("office chairs", "office chair"),
        ("bookcase", "bookshelf"),
        ("bookshelves", "bookshelf"),
        ("wastebasket", "trash can"),
        ("shelves", "shelf"),
        ("glasses", "glass"),
        ("people", "person"),
        ("arm-chair", "armchair"),
        ("coffeetable", "coffee table"),
        ("WashingMachine", "washing machine"),
    ],
)
def test_a_name_in_any_spelling_finds_its_row(name: str, meant: str) -> None:
    assert row(name).name == meant
    assert category_like(name) == (row(meant), True)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("black leather sofa", "couch"),
        ("vase of roses", "vase"),
        ("picture of a dog", "picture"),
        ("a bowl with fruit", "bowl"),
        ("bunny chairs", "chair"),
        ("toy excavator", "toy"),
        ("stuffed rabbit", "toy"),
        ("old man", "person"),
    ],
)
def test_a_name_without_a_row_is_known_by_its_head_noun(name: str, meant: str) -> None:
    assert category_named(name) is None
    assert category_like(name) == (row(meant), False)


@pytest.mark.parametrize("name", ["", "glockenspiel", "wall clock holder", "pillow cover", "satellite dish"])
def test_a_name_that_the_table_cannot_tell_is_unknown(name: str) -> None:
    """A pillow cover is no blanket, though "cover" alone means one; a satellite dish is no bowl."""
    assert category_like(name) is None


def test_things_that_only_sound_like_others_have_rows_of_their_own() -> None:
    assert not row("hot dog").moves
    assert not row("teddy bear").moves
    assert row("exit sign").part_of_building == ""
    assert row("toilet paper").length_m[1] < row("toilet").length_m[0]
    assert row("doll house").length_m[1] < 2.0


def test_every_name_belongs_to_one_row() -> None:
    seen: dict[str, str] = {}
    for item in categories():
        names = [normalise(name) for name in item.names()]
        assert len(set(names)) == len(names), item.name
        for name in names:
            assert name, item.name
            assert name not in seen, f"{name}: {item.name} and {seen[name]}"
            seen[name] = item.name


def test_every_row_is_possible() -> None:
    assert len(categories()) >= 250
    for item in categories():
        assert item.name == normalise(item.name) or singular(item.name) != item.name, item.name
        assert item.group, item.name
        for least, greatest in (item.length_m, item.height_m):
            assert 0.0 <= least < greatest, item.name
        # No side is longer than the longest one.
        assert item.height_m[0] <= item.length_m[0] and item.height_m[1] <= item.length_m[1], item.name
        least, usual = item.depth_m
        assert 0.0 <= least <= usual < item.length_m[1], item.name
        assert not (item.round and usual), f"{item.name}: what is round is as deep as it is wide"
        assert usual or not item.in_a_wall, item.name
        assert item.hides in ("all", "top", "nothing"), item.name
        assert item.fixed in NAMES_OF_RELATIONS, item.name
        assert item.part_of_building in ("", "structure", "door"), item.name
        assert not (item.moves and item.stands_on_floor), item.name
        assert not item.lies_flat or item.may_be_flat, item.name
        assert not item.always_flat or item.lies_flat, item.name
        assert set(item.whole_name_only) <= set(item.names()), item.name
        assert item.name not in item.kinds and item.name not in item.loosely, item.name
        assert set(item.uses.values()) <= {1, 2, 3}, item.name
        assert all(votes > 0 for votes in item.rooms.values()), item.name


def test_no_mixed_up_set_has_a_single_row() -> None:
    sets = [name for item in categories() for name in item.mixed_up]
    assert [name for name in set(sets) if sets.count(name) == 1] == []


def test_wider_words_do_not_go_in_a_circle() -> None:
    """Two names may cover one another (a telephone and a cell phone), but no chain of three comes back."""
    wider = {item.name: {found.name for word in item.kinds if (found := category_named(word))} for item in categories()}
    for name, first in wider.items():
        for second in first:
            assert name not in {third for middle in wider[second] - {name} for third in wider[middle]}, name


def test_household_things_are_about_a_hundred_of_all_groups() -> None:
    rows = household()
    assert 100 <= len(rows) <= 150
    assert {"chair", "couch", "bed", "refrigerator", "toilet", "lamp", "curtain", "book"} <= {r.name for r in rows}
    assert len({r.group for r in rows}) >= 10
