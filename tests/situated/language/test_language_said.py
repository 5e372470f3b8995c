"""An expression in English."""

from __future__ import annotations

import random

import pytest
from random_expressions import Writer

from situated_qa.errors import ToolError
from situated_qa.situated.language.check import check
from situated_qa.situated.language.conditions import RELATION_OF
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.said import _PHRASES, asked_back, said
from situated_qa.situated.language.values import Order

SAID = [
    ('count(every("chair", left(me)))', "how many chairs are on your left"),
    ('count(every("chair"))', "how many chairs there are"),
    ('count(every("chair", left(me), no(near(the("door"))), color="red"))',
     "how many red chairs are on your left and not near the door"),
    ('count(either(every("chair"), every("stool")))', "the number of chairs or stools"),
    ('color(the("chair", nth(2, leftmost(me))))', "what color the second chair from the left is"),
    ('color(the("desk", closest(the("door")), size="small"))', "what color the closest small desk to the door is"),
    ('name(the("thing", most("tall"), on(the("shelf"))))', "what the tallest thing on the shelf is"),
    ('name(every("thing", on(the("table"))))', "which things are on the table"),
    ('name(every("thing", nth(2, closest(me))))', "what the second closest thing to you is"),
    ('exists(every("cup", visible(me)))', "whether there are cups in your sight"),
    ('state(the("door", behind(me)), ["open", "closed"])', "whether the door behind you is open or closed"),
    ('material(the("table"))', "what the table is made of"),
    ('side(the("chair"), at(the("tv"), facing=the("bed")), ["left", "right", "back"])',
     "whether the chair is on the left or on the right or behind for somebody at the tv, facing the bed"),
    ('side(the("lamp"), me)', "on which side of you the lamp is"),
    ('where(the("bed"), turned(me, -90))', "where the bed is for you after turning 90° to the right"),
    ('holds(every("chair"), left(the("desk"), me))',
     "whether all chairs are left of the desk, as you see it"),
    ('measure(the("bed"), "longest", "cm")', "the longest side of the bed in centimeters"),
    ('distance(the("bed"), me, "ft", "walk")', "the walking distance from the bed to you in feet"),
    ('which(closest(me), the("bed"), the("desk"))', "which is the closest to you: the bed or the desk"),
    ('count(every("chair", in_room("hall"))) > count(every("bed")) + 2',
     "whether the number of chairs in the hall is more than the number of beds plus 2"),
    ('parity(count(every("chair")))', "whether the number of chairs is odd or even"),
    ('count(things=every("chair")) > 2', "whether the number of chairs is more than 2"),
    ('color(the("chair", rightmost(at(the("tv")))))', "what color the rightmost chair for somebody at the tv is"),
    ('where(the("desk")), color(it)', "where the desk is and what color it is"),
    ('measure(here(), "area")', "the area of the room that you are in"),
    ('way(room("kitchen"), the("bed"))', "the way to the kitchen from the bed"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "words"), SAID)
def test_an_expression_is_said_as_a_question(expression: str, words: str) -> None:
    assert check(expression) == []
    assert said(expression) == words


def test_each_function_has_one_phrase() -> None:
    worded = {name for name, function in functions().items() if function.said}
    by_code = {*_PHRASES, *RELATION_OF, "clock", *(n for n, f in functions().items() if f.returns == (Order,))}
    assert worded | by_code == set(functions()) and not worded & by_code


@pytest.mark.parametrize("name", functions())
def test_the_example_of_each_function_is_said_with_its_nouns(name: str) -> None:
    example = functions()[name].example
    words = said(example)
    nouns = [part for part in ("lamp", "chair", "table", "bed", "door", "kitchen", "couch") if f'"{part}"' in example]
    assert all(noun in words for noun in nouns), words
    assert not set('()=_[]"') & set(words.replace('"I am sitting on the couch, facing the tv"', "")), words
    assert "  " not in words


@pytest.mark.parametrize("seed", range(40))
def test_any_expression_can_be_said(seed: int) -> None:
    writer = Writer(random.Random(seed), ["chair", "lamp"], ["red"], ["kitchen"])
    expression = writer.question()
    if not check(expression):
        assert said(expression)


def test_what_is_not_an_expression_is_refused() -> None:
    with pytest.raises(ToolError, match="not an expression"):
        said("how many chairs?")


def test_nobody_is_asked_whether_they_want_to_know_what_no_map_tells():
    assert asked_back('not_in_map("mood")') == "I took it for a question about mood, which no map can tell."
    assert asked_back('count(every("bed"))').startswith("Do you want to know how many beds")
