"""One way of writing each label."""

import pytest

from situated_qa.errors import TrainingError
from situated_qa.training.labels import depth_of, normal, problem_of, tokens_of


@pytest.mark.parametrize(
    ("written", "question", "wanted"),
    [
        ('count(every("chair", in_room("kitchen")))', "", 'count(every("chair", room="kitchen"))'),
        ('count(every("chair", in_room(here())))', "", 'count(every("chair", in_room(here())))'),
        ('color(the("Red TV"))', "", 'color(the("red tv"))'),
        ('distance(the("bed"), me, "m")', "How far is the bed in meters?", 'distance(the("bed"), me)'),
        ('distance(the("bed"), me, "m", "walk")', "", 'distance(the("bed"), me, how="walk")'),
        ('distance(the("bed"), me, "ft")', "", 'distance(the("bed"), me, "ft")'),
        ('next_to_room(room("hall"))', "", 'next_to_room("hall")'),
        (
            'side(the("bed"), me, ["left", "right"])',
            "Do I have the bed on my right or on my left?",
            'side(the("bed"), me, ["right", "left"])',
        ),
        (
            'side(the("bed"), me, ["left", "right", "back"])',
            "Should I turn around, right or left?",
            'side(the("bed"), me, ["back", "right", "left"])',
        ),
        (
            'side(the("bed"), me, ["front-left", "front-right", "back-left", "back-right"])',
            "Is it back left, back right, front left or front right?",
            'side(the("bed"), me, ["back-left", "back-right", "front-left", "front-right"])',
        ),
        (
            'side(the("bed"), me, ["behind", "in front"])',
            "Is the bed in front or behind?",
            'side(the("bed"), me, ["front", "behind"])',
        ),
        ('side(the("bed"), me, ["left", "right"])', "Which side?", 'side(the("bed"), me, ["left", "right"])'),
        (
            'color(the("lamp", left(situation("I sit on the Couch"))))',
            "",
            'color(the("lamp", left(situation("I sit on the Couch"))))',
        ),
    ],
)
def test_a_label_is_written_in_one_way(written: str, question: str, wanted: str) -> None:
    assert normal(written, question) == wanted
    assert normal(wanted, question) == wanted
    assert problem_of(wanted) == ""


def test_what_does_not_pass_is_refused() -> None:
    with pytest.raises(TrainingError, match="checker"):
        normal('count(the("chair"), 3)')
    with pytest.raises(TrainingError, match="no expression"):
        normal("count(every(")
    assert problem_of('count(every("chair"))') == ""
    assert "canonical" in problem_of("count(every('chair'))")
    assert problem_of('color("red")') != ""


def test_depth_counts_references_within_references() -> None:
    assert depth_of('exists(every("cup"))') == 0
    assert depth_of('color(the("lamp", left(me)))') == 0
    assert depth_of('color(the("lamp", on(the("desk", near(the("door"))))))') == 2
    assert depth_of('both(exists(every("cup")), exists(every("cup", on(the("table")))))') == 1


def test_tokens_are_words_digits_and_marks() -> None:
    assert tokens_of('count(every("cup"))') == 6  # count ( every (" cup "))
