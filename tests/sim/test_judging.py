"""What counts as right, line by line."""

from __future__ import annotations

import pytest

from situated_qa.sim.judging import Truth, is_correct

FOUR = Truth("count", "4", low=4, high=4)
NONE = Truth("count", "0", low=0, high=0)
YES, NO = Truth("yes-no", "yes", ("yes",)), Truth("yes-no", "no", ("no",))
FAR = Truth("distance", "2.0 to 2.4 m", low=1.7, high=2.7)
COUCH = Truth("names", "couch", ("couch",), ("tv", "bed"))
LEFT = Truth("names", "left", ("left",), ("right",))
EITHER = Truth("names", "laptop or vase", ("laptop", "vase"), ("tv", "couch"))
ON_TABLE = Truth("set", "laptop and vase", ("laptop", "vase"), ("tv", "couch"))
BLUE = Truth("names", "blue", ("blue",), ("red", "grey"))


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("4", FOUR, True),
        ("There are four chairs on your left (ids 3, 5, 6, 9).", FOUR, True),
        ("Three.", FOUR, False),
        ("several", FOUR, False),
        ("", FOUR, False),
        ("There are no chairs.", NONE, True),
        ("none", NONE, True),
        ("0", NONE, True),
        ("one", NONE, False),
        ("Yes, there is.", YES, True),
        ("No.", YES, False),
        ("No, I see no toilet.", NO, True),
        ("There isn't one.", NO, True),
        ("There is a laptop on the table.", YES, True),
        ("maybe", YES, False),
        ("", NO, False),
        ("2.1 m", FAR, True),
        ("about 2.1 metres away", FAR, True),
        ("210 cm", FAR, True),
        ("7 feet", FAR, True),
        ("two meters", FAR, True),
        ("2.1", FAR, True),
        ("3.2 m", FAR, False),
        ("2 km", FAR, False),
        ("far", FAR, False),
        ("the sofa", COUCH, True),
        ("Couch 3", COUCH, True),
        ("television", COUCH, False),
        ("the couch or the tv", COUCH, False),
        ("nothing", COUCH, False),
        ("It is not the couch", COUCH, False),
        ("On your left.", LEFT, True),
        ("left_side", LEFT, True),
        ("right", LEFT, False),
        ("left and right", LEFT, False),
        ("a laptop and a bowl", EITHER, True),
        ("a Vase", EITHER, True),
        ("a television", EITHER, False),
        ("A notebook computer and two vases are on it.", ON_TABLE, True),
        ("a Vase", ON_TABLE, False),
        ("a laptop and a bowl", ON_TABLE, False),
        ("a laptop, a vase and a television", ON_TABLE, False),
        ("Nothing is on it.", ON_TABLE, False),
        ("blue", BLUE, True),
        ("It is BLUE.", BLUE, True),
        ("bluebell", BLUE, False),
        ("gray", BLUE, False),
    ],
)
def test_answers(answer: str, truth: Truth, expected: bool) -> None:
    assert is_correct(answer, truth) is expected


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("The dining table is the closest to you: 0.5 m; the bed: 2.2 m.", True),
        ("The dining table.", True),
        ("The bed is the closest to you: 2.2 m; the dining table: 0.5 m.", False),
        ("The bed.", False),
        ("Neither is not known.", False),
        ("The couch.", False),
    ],
)
def test_a_choice_is_the_one_that_is_named_first(answer: str, right: bool) -> None:
    assert is_correct(answer, Truth("choice", "dining table", ("dining table",), ("bed",))) is right
