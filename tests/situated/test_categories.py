from __future__ import annotations

import pytest

from situated_qa.errors import ToolError
from situated_qa.knowledge import singular
from situated_qa.situated.categories import find_categories, match_category, mentioned_categories

HOME = [
    "chair", "office chair", "sofa", "coffee table", "dining table", "trash can", "tv", "refrigerator", "nightstand",
    "potted plant", "cell phone", "kitchen cabinet", "file cabinet", "bookshelf", "curtain", "window", "floor", "wall",
    "picture", "lamp", "sink", "towel", "cup", "washing machine",
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "found", "how"),
    [
        ("chair", ["chair"], "exact"),
        ("chairs", ["chair"], "plural"),
        ("The Chairs", ["chair"], "plural"),
        ("Coffee_Table", ["coffee table"], "plural"),
        ("curtains", ["curtain"], "plural"),
        ("couch", ["sofa"], "alias"),
        ("couches", ["sofa"], "alias"),
        ("bin", ["trash can"], "alias"),
        ("garbage can", ["trash can"], "alias"),
        ("dustbins", ["trash can"], "alias"),
        ("television", ["tv"], "alias"),
        ("TV monitor", ["tv"], "alias"),
        ("fridge", ["refrigerator"], "alias"),
        ("bedside table", ["nightstand"], "alias"),
        ("plant", ["potted plant"], "alias"),
        ("houseplant", ["potted plant"], "alias"),
        ("phone", ["cell phone"], "alias"),
        ("bookcase", ["bookshelf"], "alias"),
        ("painting", ["picture"], "alias"),
        ("mug", ["cup"], "alias"),
        ("washer", ["washing machine"], "alias"),
        ("desk chair", ["office chair"], "alias"),
        ("cabinet", ["file cabinet", "kitchen cabinet"], "kind"),
        ("shelf", ["bookshelf"], "kind"),
        ("table", ["coffee table", "dining table"], "kind"),
        ("seat", ["chair", "office chair", "sofa"], "kind"),
        ("armchair", ["chair"], "head noun"),
        ("black leather chair", ["chair"], "head noun"),
        ("old couch", ["sofa"], "head noun"),
    ],
)
def test_paraphrases(asked, found, how):
    match = find_categories(asked, HOME)
    assert match is not None, asked
    assert (list(match.categories), match.how) == (found, how)
    assert match.exact == (how in ("exact", "plural"))


@pytest.mark.parametrize("absent", ["piano", "desk", "elephant", "bicycle", "car", "stool", "bed", "door", "is", "the"])
def test_what_is_not_there_is_not_matched(absent):
    assert find_categories(absent, HOME) is None


def test_words_for_anything_match_everything():
    assert find_categories("objects", ["chair", "lamp"]).categories == ("chair", "lamp")


def test_no_match_names_the_categories_there_are():
    absent = match_category("desk", ["window", "bed"])
    assert (absent.categories, absent.how, absent.exact) == ((), "absent", False)
    assert absent.note() == "no desk here; there are: bed, window"
    assert match_category("desk", []).note() == "no desk here; the scene is empty"
    many = match_category("desk", [f"thing {n:02}" for n in range(20)]).note()
    assert many.endswith("thing 14, thing 15 and 4 more")
    with pytest.raises(ToolError, match='did you mean "window"'):
        match_category("windw", ["window", "bed"])


def test_note_tells_what_was_taken_for_what():
    assert match_category("couch", HOME).note() == "couch → sofa"


@pytest.mark.parametrize(
    ("plural", "one"),
    [("shelves", "shelf"), ("boxes", "box"), ("glasses", "glass"), ("vases", "vase"), ("batteries", "battery"),
     ("knives", "knife"), ("people", "person"), ("bookshelves", "bookshelf"), ("bus", "bus"), ("glass", "glass"),
     ("shoes", "shoe"), ("houses", "house"), ("benches", "bench"), ("tv", "tv")],
)  # fmt: skip
def test_singular(plural, one):
    assert singular(plural) == one


def test_mentions_in_a_question():
    question = "How many chairs are left of the coffee table at 3 o'clock, in front of the fridge?"
    assert mentioned_categories(question, HOME) == ["chair", "coffee table", "refrigerator"]
    assert mentioned_categories("Is the couch facing the television?", HOME) == ["sofa", "tv"]
    assert mentioned_categories("What is behind me?", HOME) == []
    assert mentioned_categories("Which cabinets are closest to the trash can?", HOME) == [
        "file cabinet", "kitchen cabinet", "trash can",
    ]  # fmt: skip


def test_loose_meanings_count_only_where_there_is_nothing_better():
    assert find_categories("table", ["desk", "coffee table"]).categories == ("coffee table",)
    assert find_categories("table", ["desk", "lamp"]).how == "loosely"
    assert find_categories("desk", ["table", "lamp"]) is None
