"""Every row of LLM-TPC's Tables S1 and S2, and the rules of its Fig. S1 one by one."""

from __future__ import annotations

import itertools

import pytest

from situated_qa.eval.soft_match import clean_answer, is_synonym, soft_match, strict_match

TABLE_S1: dict[str, tuple[str, ...]] = {
    "left": ("left", "7 o'clock", "8 o'clock", "9 o'clock", "10 o'clock", "11 o'clock"),
    "right": ("right", "1 o'clock", "2 o'clock", "3 o'clock", "4 o'clock", "5 o'clock"),
    "front": (
        "front", "forward", "forwards", "in front", "infront",
        "10 o'clock", "11 o'clock", "12 o'clock", "1 o'clock", "2 o'clock",
    ),
    "behind": (
        "behind", "back", "backward", "backwards",
        "4 o'clock", "5 o'clock", "6 o'clock", "7 o'clock", "8 o'clock",
    ),
    "true": ("true", "yes"),
    "false": ("false", "no"),
    "big": ("big", "large"),
    "circle": ("circle", "circular", "oval", "round"),
    "rectangle": ("rectangle", "rectangular"),
    "box": ("box", "boxes"),
    "cabinet": ("cabinet", "cabinets"),
    "chair": ("chair", "chairs"),
    "clothes dryer": ("clothes dryer", "clothes dryers"),
    "clothing": ("clothing", "clothes"),
    "cube": ("cube", "cubes"),
    "curtain": ("curtain", "curtains"),
    "divider": ("divider", "dividers"),
    "dryer": ("dryer", "dryers"),
    "kitchen cabinet": ("kitchen cabinet", "kitchen cabinets"),
    "mail box": ("mail box", "mail boxes"),
    "mini fridge": ("minifridge", "mini fridge"),
    "monitor": ("monitor", "monitors"),
    "picture": ("picture", "pictures"),
    "pillow": ("pillow", "pillows"),
    "pipe": ("pipe", "pipes"),
    "plant": ("plant", "plants"),
    "rack": ("rack", "rack stand"),
    "towel": ("towel", "towels"),
    "trash bin": ("trash bin", "trash bins", "trash can", "trashcan"),
    "washing machine": ("washing machine", "washing machines"),
    "whiteboard": ("whiteboard", "white board"),
    "window": ("window", "windows"),
}  # fmt: skip
PAIRS = [(answer, expression) for answer, row in TABLE_S1.items() for expression in row]
HOURS = {f"{hour} o'clock" for hour in range(1, 13)}


def test_the_table_has_all_of_its_rows() -> None:
    assert len(TABLE_S1) == 32
    assert len(PAIRS) == 91


@pytest.mark.parametrize(("answer", "expression"), PAIRS)
def test_every_expression_of_table_s1_is_a_synonym_of_its_answer(answer: str, expression: str) -> None:
    assert is_synonym(clean_answer(expression), clean_answer(answer))
    assert is_synonym(clean_answer(answer), clean_answer(expression))
    assert soft_match(expression, [answer])
    assert soft_match(answer, [expression])


def test_no_two_rows_of_table_s1_mean_the_same() -> None:
    for one, other in itertools.combinations(TABLE_S1, 2):
        shared = set(TABLE_S1[one]) & set(TABLE_S1[other])
        assert shared <= HOURS  # 10 o'clock is to the left and in front, but left is not in front
        assert not is_synonym(clean_answer(one), clean_answer(other)), (one, other)


@pytest.mark.parametrize("hour", range(1, 13))
def test_each_hour_means_the_directions_that_table_s1_gives_it(hour: int) -> None:
    text = f"{hour} o'clock"
    said = {word for word in ("left", "right", "front", "behind") if soft_match(text, [word])}
    assert said == {word for word in ("left", "right", "front", "behind") if text in TABLE_S1[word]}
    by_hand = {12: {"front"}, 3: {"right"}, 6: {"behind"}, 9: {"left"}, 1: {"front", "right"}, 7: {"behind", "left"}}
    assert said == by_hand.get(hour, said)


TABLE_S2 = [
    ("What shape is the table behind me?", "rectangle", "rectangular"),
    ("What direction should I walk if I wanted to head towards the door to exit the room?", "forward", "front"),
    ("Is the toilet seat covered up or down to my left?", "up", "covered up"),
    ("If I turn my head, what could I see above the bed behind me?", "TV", "picture, TV"),
    ("What would make a splashing sound I pressed on a handle to my right?", "toilet", "sink, toilet"),
    ("What color is the bag to my right?", "red", "black, red"),
]


@pytest.mark.parametrize(("question", "truth", "prediction"), TABLE_S2)
def test_every_row_of_table_s2_is_right_softly_and_wrong_strictly(question: str, truth: str, prediction: str) -> None:
    assert soft_match(prediction, [truth])
    assert not strict_match(prediction, [truth])
    assert strict_match(truth, [truth])


@pytest.mark.parametrize(
    ("rule", "answer", "truth", "soft", "strict"),
    [
        ("equal after cleaning", "Two, chairs!", "2 chairs", True, True),
        ("the answer lies in the truth", "pillow", "a pillowcase", True, False),
        ("the truth lies in the answer", "a pillowcase", "pillow", True, False),
        ("the answer lies in the truth without spaces", "book case", "large bookcases", True, False),
        ("the truth lies in the answer without spaces", "large bookcases", "book case", True, False),
        ("a word in common", "red sofa", "blue sofa", True, False),
        ("synonyms", "oval", "round", True, False),
        ("none of these", "lamp", "table", False, False),
        ("an empty answer lies in every truth, and is wrong all the same", "", "table", False, False),
    ],
)
def test_each_rule_of_the_published_match(rule: str, answer: str, truth: str, soft: bool, strict: bool) -> None:
    assert (soft_match(answer, [truth]), strict_match(answer, [truth])) == (soft, strict), rule
