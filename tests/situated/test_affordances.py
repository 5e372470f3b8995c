from __future__ import annotations

import pytest

from situated_qa.situated.affordances import related_categories

HOME = ["bed", "chair", "curtain", "fridge", "lamp", "ottoman", "sink", "sofa", "trash can", "tv", "window"]


@pytest.mark.parametrize(
    ("use", "best"),
    [
        ("something to sit on", ["chair", "sofa"]),
        ("Where could I wash my hands?", ["sink"]),
        ("something to throw garbage into", ["trash can"]),
        ("something to keep food cold", ["fridge"]),
        ("something to watch", ["tv"]),
        ("something to let light into the room", ["curtain", "window"]),
        ("something to light the room", ["lamp"]),
        ("something to put my feet up on", ["ottoman"]),
        ("sleeping", ["bed"]),
        ("the couch", ["sofa"]),
        ("what sits people", ["chair", "sofa"]),
        ("something that washes hands", ["sink"]),
        ("something to cover the windows", ["curtain"]),
        ("something to allow wind into the room", ["curtain", "window"]),
        ("somewhere to find a snack", ["fridge"]),
    ],
)
def test_best_group(use, best):
    assert related_categories(use, HOME)[0] == best


def test_second_best_comes_after_and_each_category_once():
    groups = related_categories("something to sit on, maybe the chair", HOME)
    assert groups == [["chair", "sofa"], ["bed", "ottoman"]]


def test_nothing_serves():
    assert related_categories("something to launch rockets", HOME) == []
