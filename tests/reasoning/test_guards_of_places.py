"""The guards notice a word for a place, or a second question, that an expression leaves out."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.reader.guards import doubt
from situated_qa.reasoning.reader.vocabulary import vocabulary

LEFT_OUT = [
    ("Could I roll past the chair on its left side?", 'exists(every("chair", left(the("chair"))))',
     'the question names one "chair"'),
    ("How many bedrooms are there?", "count_rooms()", "the question does not ask for all rooms"),
    ("The bathtub then is to which hand?", 'side(the("bathtub"), me, ["front", "behind"])',
     'the question does not say "front"'),
    ("Is the lamp to my left or my right?", 'side(the("lamp"), me, ["left", "back"])',
     'the question does not say "back"'),
    ("I wonder whether the cups are all on the same thing", 'alike("kind", every("cup"))', '"on" was not read'),
    ("How many cups are under the table?", 'count(every("cup"))', '"under" was not read'),
    ("What is above the sink?", 'name(the("thing"))', '"above" was not read'),
    ("What is between the bed and the door?", 'name(the("thing", near(the("bed"))))', '"between" was not read'),
    ("How many vases are on the table and what color are they?", 'count(every("vase", on(the("table"))))',
     '"what color" was not read'),
    ("Which of the chairs is the reddest?", 'the("chair", farthest(me))', '"reddest" was not read'),
    ("Which chair is it?", 'the("chair", farthest(me))', 'the question does not say "farthest"'),
    ("Is the chair mine?", 'holds(the("chair"), near(me))', 'the question does not say "near"'),
    ("Can the table carry a person?", 'holds(the("table"), reach(me))', 'the question does not say "reach"'),
    ("What is written on the box on the table?", 'look(the("box"), "text")', '"on" was not read'),
    ("How many chairs in front of me can I see?", 'count(every("chair", visible(me)))', '"front" was not read'),
    ("Where is the sofa, and which rooms have a bed?", 'where(the("sofa"))', '"which rooms" was not read'),
    ("im sitting on the chair at the table which is closer to me the plate or the cup",
     'which(closest(me), the("plate"), the("cup"))', '"im sitting" was not read'),
    ("When I walk out of the kitchen what room do I come to first?", 'next_room(room("kitchen"))',
     "the question asks for the way out"),
    ("I sit on the chair by the bed facing the tv is the lamp on my left?",
     'side(the("lamp"), at(the("chair", near(the("bed")))), ["left"])', '"facing the" was not read'),
    ("Is the lamp not far from the bed?", 'holds(the("lamp"), on(the("bed")))', '"not" was not read'),
    ("Is no lamp near the bed?", 'exists(every("lamp", near(the("bed"))))', '"no" was not read'),
    ("What is, like, left of the bed?", 'name(the("thing", right(the("bed"))))', '"left" was not read'),
    ("Where is the second lamp?", 'where(the("lamp"))', '"second" was not read'),
    ("门是红色的吗？", 'looks(the("door"), "state", "open")', 'the question does not say "open"'),
    ("What color is the table that the lamp stands on?", 'color(the("table", on(the("lamp"))))',
     '"that the lamp stands on" was not read'),
    ("What is the thing near the bed that I could sit on?", 'the("thing", near(the("bed")))', '"sit on" was not read'),
    ("What toy can I ride on my right?", 'name(the("toy", right(me)))', '"ride on" was not read'),
    ("What room is opposite the kitchen?", 'next_to_room("kitchen")', '"opposite" was not read'),
    ("How many rooms have more than one window?", 'count(rooms_with(every("window"))) > 1',
     "the question asks for more than yes or no"),
    ("Which of the doors are closed?", 'the("door", state="closed")', "the question asks for several"),
    ("Is there a bigger rug than the one here?",
     'first(which(most("large"), the("rug"), the("rug")), the("rug"))',
     "the question does not compare a thing with itself"),
    ("How far apart are the cups?", 'distance(the("cup"), me)', '"apart" was not read'),
    ("How far is the bed from the nearest window?", 'distance(the("bed"), the("window", closest(me)))',
     "the question does not say what it is the nearest to"),
    ("How high above the ground is the picture?", 'measure(the("picture"), "height")',
     '"above the ground" was not read'),
    ("What is behind me if I turn right by 90 degrees?", 'name(the("thing", behind(turned(me, 90))))',
     '"right" was not read'),
    ("If I keep walking forward, what will I reach?", 'name(the("thing", front(turned(me, "around"))))',
     "the question does not turn around"),
    ("What is on my right when I take two steps?", 'name(the("thing", right(turned(me, "around"))))',
     "the question does not turn around"),
    ("If I wanted to leave the bathroom, what direction should I go?", 'way(room("bathroom"))',
     "the question asks for the way out"),
    ("How do I get out of the kitchen?", 'way(room("kitchen"))', "the question asks for the way out"),
    ("How many pantries are there?", 'count(every("pantry"))', '"pantry" is a room, not a thing'),
    ("How many bedrooms are there?", 'count(every("bedroom"))', '"bedroom" is a room, not a thing'),
    ("What is the round object used for?", 'material(the("object", shape="round"))',
     "the question does not ask for the material"),
    ("How far is it?", "distance(it, me)", 'nothing was answered before that "it" could mean'),
    ("Where is the telephone?", 'where(the("tv"))', 'the question does not say "tv"'),
]  # fmt: skip
READ = [
    ("Is the lamp not far from the bed?", 'holds(the("lamp"), near(the("bed")))'),
    ("Which chair is left of the other chair?", 'the("chair", left(the("chair")))'),
    ("What is on the chair next to another one?", 'name(every("thing", on(the("chair", near(the("chair"))))))'),
    ("How many rooms are there?", "count_rooms()"),
    ("How do I leave the kitchen and get to the bathroom?", 'way(room("bathroom"))'),
    ("Is the bed low to the floor or off the floor?", 'state(the("bed"), ["low to the floor", "off the floor"])'),
    ("Is the lamp on the floor or above the ground?", 'state(the("lamp"), ["on the floor", "above the ground"])'),
    ("the painting above the television", 'the("painting", above(the("tv")))'),  # another word for the same
    ("Ist der Fernseher an oder aus?", 'state(the("tv"), ["on", "off"])'),
    ("门是开着还是关着？", 'state(the("door"), ["open", "closed"])'),
    ("How many cups are under the table?", 'count(every("cup", below(the("table"))))'),
    ("What is the lamp on?", 'name(the("thing", carrying(the("lamp"))))'),
    ("Where can I find something to write on?", 'where(the("something to write on"))'),
    ("What is on my left?", 'name(the("thing", left(me)))'),
    ("What is on the 3 o'clock of the bed?", 'name(the("thing", clock(3, the("bed"))))'),
    ("Is the lamp on or off?", 'state(the("lamp"), ["on", "off"])'),
    ("How many vases are on the table and what color are they?",
     'count(every("vase", on(the("table")))), color(every("vase", on(the("table"))))'),
    ("How many vases are on the table and what color are they?",
     'count(every("vase", on(the("table")))), color(them)'),
    ("Where is the tallest chest of the guest room?", 'where(the("chest", most("tall"), room="guest room"))'),
    ("The sofa chair facing away from the tv", 'the("sofa chair", no(facing(the("tv"))))'),
    ("What is on my, um, left?", 'name(the("thing", left(me)))'),
    ("Can I reach the lamp without, like, moving?", 'holds(the("lamp"), reach(me))'),
    ("I can see the bed without to turn me?", 'holds(the("bed"), visible(me))'),
    ("What is written on the box?", 'look(the("box"), "text")'),
    ("Do I see the lamp straight ahead?", 'holds(the("lamp"), visible(me))'),
    ("How many cups are directly in front of me?", 'count(every("cup", clock(12, me)))'),
    ("Nothing in the garage is bigger than what?", 'name(the("thing", most("large"), room="garage"))'),
    ("How far apart are the lamps?", 'distance(the("lamp", nth(1, leftmost(me))), the("lamp", nth(2, leftmost(me))))'),
    ("Are there lamps on both sides of the bed?",
     'both(exists(every("lamp", left(the("bed")))), exists(every("lamp", right(the("bed")))))'),
    ("Where is the nearest seat?", 'where(the("something to sit on", closest(me)))'),
    ("How do I get to the second floor?", 'way(the("something to go to the second floor"))'),
    ("Where is the sofa, and which room?", 'room_of(the("sofa"))'),
    ("Turning around on the spot, is the bed left or right?",
     'side(the("bed"), turned(me, "around"), ["left", "right"])'),
    ("What color is the table that the lamp stands on?", 'color(the("table", carrying(the("lamp"))))'),
    ("Isn't there a lamp on the table?", 'exists(every("lamp", on(the("table"))))'),
    ("How far is the bed from the nearest window?", 'distance(the("bed"), the("window", closest(the("bed"))))'),
    ("How far is the bed from the lamp nearest to me?", 'distance(the("bed"), the("lamp", closest(me)))'),
    ("What is behind me if I turn right by 90 degrees?", 'name(the("thing", behind(turned(me, -90))))'),
    ("What is the table built from?", 'material(the("table"))'),
    ("Which chairs are black?", 'every("chair", color="black")'),
    ("First: where is the bed? Second: what color is it?", 'where(the("bed")), color(it)'),
    ("Which room is the bigest?", 'pick_room("largest")'),
    ("Which is right of me, and which is left?", 'not_in_map("sides")'),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expression", "wanted"), LEFT_OUT)
def test_a_word_that_is_left_out_is_told(question: str, expression: str, wanted: str) -> None:
    assert doubt(question, expression, vocabulary(question)) == wanted


@pytest.mark.parametrize(("question", "expression"), READ)
def test_nothing_is_told_where_every_word_is_said(question: str, expression: str) -> None:
    assert doubt(question, expression, vocabulary(question)) == ""


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("Which chair can I sit on to my left?", 'the("chair", left(me))'),  # what a chair is for
        ("What is there that I could sit on?", 'name(the("something to sit on"))'),
        ("How far can I walk to the sofa?", 'distance(the("sofa"), me)'),
    ],
)
def test_a_use_that_is_said_by_the_noun_or_not_meant_is_not_missed(question: str, expression: str) -> None:
    assert "was not read" not in doubt(question, expression, vocabulary(question))
