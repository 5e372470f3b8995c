"""Values in words: the short form for tables, the sentence for people."""

from __future__ import annotations

import numpy as np
import pytest
from hand_drawn_home import home_graph
from hand_made_room import situated

from situated_qa.situated.language import phrases
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.phrases import amount, article, listed, ordinal, plural
from situated_qa.situated.language.values import Condition, Number, View
from situated_qa.situated.language.words import evidence, sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

SAID = [
    ('count(every("chair", right(me)))', "2", "There are two chairs on your right."),
    ('count(every("sofa", left(me)))', "1", "There is one sofa on your left."),
    ('count(every("chair", left(me)))', "0", "I know of no chair on your left."),
    ('exists(every("sofa", left(me)))', "yes", "Yes, there is a sofa."),
    ('exists(every("desk"))', "no", "No. I know of no desk."),
    ('name(the("thing", behind(me)))', "bed", "It is a bed."),
    ('name(every("thing", on(the("table"))))', "cup and book", "There are a cup and a book."),
    ('name(every("thing", right(me)))', "chair", "There are two chairs."),
    ('color(the("sofa"))', "grey", "The sofa is grey."),
    ('color(the("sofa"), ["Gray", "blue"])', "Gray", "Gray: the sofa is Gray."),
    ('color(the("bed"))', "not known", "I have not observed the color of the bed."),
    ('where(the("sofa"))', "to your left (9 o'clock), 2.5 m away",
     "The sofa is to your left (9 o'clock), 2.5 m away."),
    ('where(the("bed"))', "in the bedroom, behind you (6 o'clock), 3.0 m away",
     "The bed is in the bedroom, behind you (6 o'clock), 3.0 m away."),
    ('where(the("bed"), at(the("sofa")))', "in the bedroom, in front on the right (2 o'clock), 3.8 m away",
     "The bed is in the bedroom, in front on the right (2 o'clock), 3.8 m away."),
    ('side(the("sofa"), me, ["left", "right"])', "left",
     "Left: the sofa is to your left (9 o'clock), 2.5 m away."),
    ('side(the("bed"), me, ["in front", "behind"])', "behind",
     "Behind: the bed is in the bedroom, behind you (6 o'clock), 3.0 m away."),
    ('side(the("table"), the("sofa"), ["left", "right"])', "left", "Left: the table is left of the sofa."),
    ('side(the("bed"), at(the("table"), facing=the("sofa")), ["left", "right"])', "left",
     "Left: the bed is on the left, seen by somebody at the table, facing the sofa."),
    ('holds(the("sofa"), left(me))', "yes", "Yes, the sofa is on your left."),
    ('holds(the("sofa"), right(me))', "no", "No, the sofa is not on your right."),
    ('holds(the("cup"), on(the("table")))', "yes", "Yes, the cup is on the table."),
    ('measure(the("bed"), "longest", "cm")', "200 cm", "The longest side of the bed is 200 cm."),
    ('distance(the("bed"), me)', "3.0 m",
     "The distance from the bed to you is 3.0 m; it is behind you (6 o'clock)."),
    ('distance(the("cup"), the("table"))', "0.0 m", "The distance from the cup to the table is 0.0 m."),
    ('count(every("chair")) > count(every("bed"))', "yes", "Yes, there are two chairs and one bed."),
    ('count(every("chair")) - count(every("bed"))', "1", "There are two chairs and one bed: one more."),
    ('which(closest(the("table")), the("bed"), the("sofa"))', "sofa",
     "The sofa is the closest to the table: 2.5 m; the bed: 5.5 m."),
    ('same("color", the("sofa"), the("cup"))', "no", "No, one is gray and one is red."),
    ('same("kind", the("chair"), the("chair", farthest(me)))', "yes",
     "Yes, the chair and the chair (the farthest from you) are chairs."),
    ("here()", "living room", "You are in the living room."),
    ('room_of(the("bed"))', "bedroom", "The bed is in the bedroom."),
    ("rooms()", "living room and bedroom", "The living room and the bedroom."),
    ("count_rooms()", "2", "There are two rooms: living room and bedroom."),
    ('count_rooms("bedroom")', "1", "There is one bedroom."),
    ('count_rooms("garage")', "0", "There is no garage."),
    ('position(the("bed"))', "-4.00, 0.00, 0.25",
     "The middle of the bed is at -4.00, 0.00, 0.25 in the map, in meters."),
    ('parity(count(every("chair")))', "even", "Even: there are two chairs."),
    ('which_more("more", every("chair"), every("bed"))', "chair", "Chair: there are two chairs and one bed."),
    ('every("chair")', "chair", "There are two chairs."),
    ('the("desk")', "nothing", "I know of no desk."),
    ('where(the("chair", nth(2, closest(me))))', "to your right (3 o'clock), 3.6 m away",
     "The chair (the second closest to you) is to your right (3 o'clock), 3.6 m away."),
    ('where(the("chair", nth(2, leftmost(me))))', "to your right (3 o'clock), 3.6 m away",
     "The chair (the second from the left) is to your right (3 o'clock), 3.6 m away."),
    ('where(the("thing", most("high")))', "in front of you (12 o'clock), 2.9 m away",
     "The lamp (the highest) is in front of you (12 o'clock), 2.9 m away."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "brief", "said"), SAID, ids=lambda item: str(item)[:60])
def test_a_value_is_said_as_a_person_would_say_it(text, brief, said):
    scene = situated()
    (value,) = evaluate(text, scene).values
    assert short(value, scene.graph) == brief
    assert sentence(value, scene.graph) == said


def test_a_way_is_reported_with_its_turns():
    scene = SituatedScene(home_graph(), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))
    (value,) = evaluate('way(room("hall"))', scene).values
    assert short(value, scene.graph).startswith("turn right, go straight")
    assert sentence(value, scene.graph).startswith("Turn right, go straight")
    assert evidence(value) == ()


@pytest.mark.parametrize(
    ("number", "brief"),
    [
        (Number(2.0), "2"), (Number(1.25, "m"), "1.2 m"), (Number(0.04, "m"), "0.04 m"), (Number(0.0, "m"), "0.0 m"),
        (Number(9.6, "cm"), "9.6 cm"), (Number(183.2, "cm"), "183 cm"), (Number(20.25, "m²"), "20.2 m²"),
        (Number(-1.0), "-1"),
    ],
)  # fmt: skip
def test_numbers_have_the_digits_that_a_box_can_tell(number, brief):
    assert short(number, situated().graph) == brief


def test_what_answers_no_question_has_no_words():
    scene = situated()
    for value in (View(scene.viewpoint, "you"), Condition("near it", dict, set)):
        with pytest.raises(TypeError, match="is no answer"):
            short(value, scene.graph)


def test_small_words():
    assert [plural(noun) for noun in ("chair", "box", "bookshelf", "baby", "toy", "something to eat", "glass")] == [
        "chairs", "boxes", "bookshelves", "babies", "toys", "things to eat", "glasses",
    ]  # fmt: skip
    assert [ordinal(n) for n in (1, 2, 0, -1, -2, 11, 21, 22, 23)] == [
        "first", "second", "middle", "last", "second to last", "11th", "21st", "22nd", "23rd",
    ]  # fmt: skip
    assert (amount(0, "cup"), amount(1, "cup"), amount(13, "cup")) == ("no cup", "one cup", "13 cups")
    assert (article("oven"), article("bed"), article("stairs")) == ("an oven", "a bed", "some stairs")
    assert (listed([]), listed(["a"]), listed(["a", "b", "c"])) == ("", "a", "a, b and c")


def test_several_things_are_told_each_the_nearest_first():
    scene = situated()
    chairs = evaluate('where(every("chair"))', scene).values[0]
    told = sentence(chairs, scene.graph)
    assert told == (
        "The chairs are to your right (3 o'clock), 1.8 m away; to your right (3 o'clock), 3.6 m away."
    )  # their near edges are at y -1.75 and -3.65
    assert evidence(chairs) == (5, 6)
    things = sentence(evaluate('where(every("thing", on(the("table"))))', scene).values[0], scene.graph)
    assert things.startswith("The things on the table are the cup in front of you (12 o'clock), ")
    assert "; the book in front of you (12 o'clock), " in things


def test_a_thing_has_no_distance_to_itself():
    scene = situated()
    value = evaluate('distance(the("chair", closest(me)), the("chair", closest(me)))', scene).values[0]
    told = sentence(value, scene.graph)
    assert told.startswith("Both ends mean the same thing, the chair"), told


def test_a_use_is_counted_as_a_thing() -> None:
    assert [phrases.amount(number, "something to sit on") for number in (0, 1, 2)] == [
        "no thing to sit on", "one thing to sit on", "two things to sit on",
    ]  # fmt: skip
