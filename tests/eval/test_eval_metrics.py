"""What counts as right, by hand."""

from __future__ import annotations

import pytest

from situated_qa.eval.metrics import answer_kind, exact_match, judge
from situated_qa.eval.numbers import Quantity, in_words, numbers, quantities, with_digits, with_words
from situated_qa.eval.soft_match import clean_answer, soft_match, strict_match


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("two chairs", "2 chairs"),
        ("Twenty-one", "21"),
        ("twenty one chairs", "21 chairs"),
        ("two, three", "2, 3"),
        ("three four", "3 4"),
        ("one hundred and five", "105"),
        ("two point five m", "2.5 m"),
        ("two and a half meters", "2.5 meters"),
        ("2 hundred", "200"),
        ("a dozen eggs", "12 eggs"),
        ("someone often tends a stone", "someone often tends a stone"),
    ],
)
def test_words_become_digits(text: str, digits: str) -> None:
    assert with_digits(text) == digits


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "zero"), (13, "thirteen"), (40, "forty"), (99, "ninety nine"), (101, "one hundred one"), (-3, "minus three"),
     (2048, "two thousand forty eight")],
)  # fmt: skip
def test_numbers_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


def test_digits_become_words() -> None:
    assert with_words("2 chairs, 2.5m") == "two chairs, two point five m"
    assert numbers("between -3 and four") == [-3.0, 4.0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.5 m", [Quantity(2.5, "length")]),
        ("about 250 cm away", [Quantity(2.5, "length", 0.01)]),
        ("12 square meters", [Quantity(12.0, "area")]),
        ("12 m²", [Quantity(12.0, "area")]),
        ("3 meters cubed", [Quantity(3.0, "volume")]),
        ("90°", [Quantity(90.0, "angle")]),
        ("3 chairs", [Quantity(3.0)]),
        ("3 more", [Quantity(3.0)]),
        ("(1, -2.5)", [Quantity(1.0), Quantity(-2.5)]),
        ("1.2x0.5 m", [Quantity(1.2), Quantity(0.5, "length")]),
        ("no idea", []),
    ],
)
def test_quantities_with_units(text: str, expected: list[Quantity]) -> None:
    found = quantities(text)
    assert [(q.dimension, q.factor) for q in found] == [(q.dimension, q.factor) for q in expected]
    assert [q.value for q in found] == pytest.approx([q.value for q in expected])


# ── soft and strict match: LLM-TPC's Fig. S1, Table S1 and the examples of Table S2 ──────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "truth"),
    [
        ("rectangular", "rectangle"),  # a synonym
        ("front", "forward"),
        ("covered up", "up"),  # one in the other
        ("picture, TV", "TV"),
        ("sink, toilet", "toilet"),
        ("black, red", "red"),
        ("in front of me", "front"),
        ("2", "two"),  # numbers in words
        ("two chairs", "2"),
        ("9 o'clock", "left"),
        ("yes", "true"),
        ("large", "big"),
        ("trashcan", "trash bins"),
        ("whiteboard", "white board"),  # spaces do not count
        ("The White Board!", "whiteboard"),
        ("a red book", "blue book"),  # a word in common is enough: that is what makes it soft
    ],
)
def test_soft_match_holds(answer: str, truth: str) -> None:
    assert soft_match(answer, [truth])


@pytest.mark.parametrize(
    ("answer", "truth"),
    [("", "chair"), ("?!", "chair"), ("left", "right"), ("3 o'clock", "left"), ("yes", "no"), ("three", "2"),
     ("lamp", "table"), ("oval", "rectangle")],
)  # fmt: skip
def test_soft_match_does_not_hold(answer: str, truth: str) -> None:
    assert not soft_match(answer, [truth])


def test_strict_match_is_equality_after_cleaning() -> None:
    assert strict_match("Two chairs.", ["2 CHAIRS"])
    assert strict_match("b", ["a", "b"])
    assert not strict_match("rectangular", ["rectangle"])
    assert not strict_match("", [""])
    assert clean_answer("It's  12 o'clock (2.5 m)!") == "its twelve oclock two point five m"


# ── exact match by kind ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("truths", "tolerance", "kind"),
    [
        (["yes"], None, "yes-no"),
        (["two"], None, "count"),
        (["3", "three"], None, "count"),
        (["2.4"], 0.2, "measure"),
        (["3"], 0.5, "measure"),
        (["2.4 m"], None, "measure"),
        (["12 square meters"], None, "measure"),
        (["1.0, 2.0, 0.5"], None, "vector"),
        (["left"], None, "direction"),
        (["front left"], None, "direction"),
        (["3 o'clock"], None, "direction"),
        (["turn left, then go straight"], None, "sequence"),
        (["grey"], None, "color"),
        (["sofa", "couch"], None, "name"),
        (["the red chair"], None, "name"),
        (["a cup and a book"], None, "set"),
        (["left", "the sofa"], None, "name"),
    ],
)
def test_the_kind_follows_from_the_truth(truths: list[str], tolerance: float | None, kind: str) -> None:
    assert answer_kind(truths, tolerance) == kind


RIGHT = [
    ("Yes, a chair, on your left (9 o'clock), 2.0 m away.", "yes", "yes-no", None),
    ("True", "yes", "yes-no", None),
    ("No, I see no sofa here.", "no", "yes-no", None),
    ("there is no sofa", "no", "yes-no", None),
    ("There are two chairs.", "2", "count", None),
    ("2", "two", "count", None),
    ("none", "zero", "count", None),
    ("no sofa here", "0", "count", None),
    ("Three chairs at 9 o'clock", "3", "count", None),
    ("2.5 m", "2.4", "measure", 0.2),
    ("about two and a half meters", "2.4 m", "measure", None),
    ("240 cm", "2.4", "measure", 0.01),
    ("2.6", "2.4", "measure", None),  # 0.2 m where the question gives no tolerance
    ("the sofa (3 o'clock) is 2.5 m away", "2.4", "measure", 0.2),
    ("12.4 m2", "12 square meters", "measure", None),
    ("350 degrees", "5 degrees", "measure", None),
    ("(1.05, 2.0, 0.45)", "1, 2, 0.5", "vector", None),
    ("120 x 50 x 80 cm", "1.2 x 0.5 x 0.8 m", "vector", None),
    ("on your left", "left", "direction", None),
    ("['left']", "left", "direction", None),
    ("to your left and in front of you (10 o'clock), 2.3 m away", "left", "direction", None),
    ("turn around", "back", "direction", None),
    ("Straight ahead", "front", "direction", None),
    ("in front of you and to your left", "front left", "direction", None),
    ("3 o'clock", "3 o'clock", "direction", None),
    ("4 o'clock", "3 o'clock", "direction", 1.0),
    ("right", "3 o'clock", "direction", None),
    ("four", "3 o'clock", "direction", 1.0),
    ("12 o'clock", "1", "direction", 1.0),
    ("gray", "grey", "color", None),
    ("The sofa is dark blue.", "navy", "color", None),
    ("couch", "sofa", "name", None),
    ("The chairs", "chair", "name", None),
    ("a big office chair", "office chair", "name", None),
    ("the small dark brown chair", "chair", "name", None),
    ("It is a lamp, on your left (9 o'clock), 2.0 m away.", "lamp", "name", None),
    ("in the kitchen", "kitchen", "name", None),
    ("the gray sofa", "grey couch", "name", None),
    ("nothing", "nothing", "name", None),
    ("no lamp here", "nothing", "name", None),
    ("chest of drawers", "dresser", "name", None),
    ("['book', 'cup', 'cup']", "a cup and a book", "set", None),
    ("two cups, one book", "book, cup", "set", None),
    ("book", "book, cup", "set", 1.0),
    ("hallway, kitchen", "hallway → kitchen", "sequence", None),
    ("turn left then go forward", "left, straight", "sequence", None),
]
WRONG = [
    ("", "yes", "yes-no", None),
    ("no", "yes", "yes-no", None),
    ("maybe", "yes", "yes-no", None),
    ("right", "yes", "yes-no", None),
    ("3", "two", "count", None),
    ("many", "two", "count", None),
    ("9 o'clock", "9", "count", None),
    ("", "zero", "count", None),
    ("2.7 m", "2.4", "measure", 0.2),
    ("2.4 cm", "2.4 m", "measure", 0.2),
    ("12 m", "12 square meters", "measure", None),
    ("(1.05, 2.0)", "1, 2, 0.5", "vector", None),
    ("(1.2, 2.0, 0.5)", "1, 2, 0.5", "vector", None),
    ("right", "left", "direction", None),
    ("left and right", "left", "direction", None),
    ("neither", "left", "direction", None),
    ("12 o'clock", "left", "direction", None),
    ("4 o'clock", "3 o'clock", "direction", None),
    ("front", "front left", "direction", None),
    ("2 o'clock", "12 o'clock", "direction", 1.0),
    ("13", "1 o'clock", "direction", None),
    ("black, red", "red", "color", None),
    ("not red", "red", "color", None),
    ("not known", "red", "color", None),
    ("chair", "office chair", "name", None),
    ("table lamp", "table", "name", None),
    ("piano bench", "bench", "name", None),
    ("lamp and chair", "chair", "name", None),
    ("picture, tv", "tv", "name", None),
    ("no lamp", "lamp", "name", None),
    ("object", "lamp", "name", None),
    ("lamp", "nothing", "name", None),
    ("red sofa", "blue sofa", "name", None),
    ("book", "book, cup", "set", None),
    ("book, cup, lamp", "book, cup", "set", None),
    ("kitchen, hallway", "hallway, kitchen", "sequence", None),
]


@pytest.mark.parametrize(("answer", "truth", "kind", "tolerance"), RIGHT)
def test_exact_match_holds(answer: str, truth: str, kind: str, tolerance: float | None) -> None:
    assert exact_match(answer, [truth], kind, tolerance)


@pytest.mark.parametrize(("answer", "truth", "kind", "tolerance"), WRONG)
def test_exact_match_does_not_hold(answer: str, truth: str, kind: str, tolerance: float | None) -> None:
    assert not exact_match(answer, [truth], kind, tolerance)


def test_one_of_several_truths_is_enough() -> None:
    assert exact_match("front", ["left", "front"])
    verdict = judge("red book", ["blue book"])
    assert (verdict.exact, verdict.soft, verdict.strict) == (False, True, False)


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        ("Is there a sofa here?", "no sofa here", True),
        ("Do I have a sofa on my left?", "there is no sofa", True),
        ("Are all the sofas red?", "no sofa here", False),
        ("Are all the sofas red?", "none", False),
        ("Are all the sofas red?", "no", True),
        ("Are all the sofas red?", "No, one is blue.", True),
        ("Are all the sofas red?", "no the second is blue", True),
        ("", "no sofa here", True),
    ],
)
def test_that_there_is_none_answers_only_a_question_for_it(question: str, answer: str, right: bool) -> None:
    assert exact_match(answer, ["no"], question=question) is right
