"""Questions that the patterns read, with expressions written by hand, and questions that they must not read."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.patterns import read, spelling, words
from situated_qa.reasoning.patterns.words import words_of
from situated_qa.situated.language.check import check

THINGS = (
    "chair", "office chair", "table", "coffee table", "bed", "lamp", "door", "window", "cup", "pillow", "couch", "sink",
    "picture", "wall", "box", "plant", "wardrobe", "mirror", "towel rack", "monitor", "backpack", "shelf", "tv", "rug",
)  # fmt: skip
ROOMS = ("kitchen", "bathroom", "living room", "bedroom", "hall")


@pytest.fixture(autouse=True)
def no_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of the scene and of the knowledge table alone, whether WordNet is there or not."""
    monkeypatch.setattr(words, "_names_a_thing", lambda noun: False)


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("The window with a radiater under it", 'the("window", such(exists(every("radiator", below(it)))))'),
        ("the windw accross from the couch", 'the("window", opposite(the("couch")))'),
        ("How many chiars are in the kichen?", 'count(every("chair", room="kitchen"))'),
        ("what is on the tabel", 'name(every("thing", on(the("table"))))'),
        ("what is on the bable", ""),  # table, and cable, do not begin so
        ("where is the coach", ""),  # the dictionary knows it
        ("where is the cip", ""),  # too short
        ("where is the cuphoard", 'where(the("cupboard"))'),
    ],
)
def test_a_misspelled_word_is_the_one_that_it_can_be(question, expression, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "is_a_word", lambda word: word == "coach")
    spelling._mended.cache_clear()
    assert read(question, things=THINGS, rooms=ROOMS).expression == expression
    spelling._mended.cache_clear()


@pytest.mark.parametrize(
    ("question", "named", "doubt"),
    [
        ("What is on the coach?", "What is on the couch?", '"coach" may mean the couch'),
        ("How many of these coaches are red?", "How many of these couches are red?", '"coaches" may mean the couch'),
        ("Is there a coach?", "Is there a coach?", ""),  # one may ask for it
        ("Where is the cart?", "Where is the cart?", ""),  # a common thing, and not there
        ("Where is the light?", "Where is the light?", ""),
        ("Where is the bad?", "Where is the bad?", ""),  # too short
        ("What is under the bids?", "What is under the bids?", ""),
    ],
)
def test_a_rare_word_may_be_a_slip_for_what_is_there(
    question: str, named: str, doubt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spelling, "is_a_word", lambda word: True)
    assert spelling.as_named(question, ("couch", "card", "bed", "lamp")) == (named, doubt)


READ: dict[str, str] = {
    # what people ask who stand in a room
    "How many boxes are to my left, behind me?": 'count(every("box", left(me), behind(me)))',
    "What is behind me and slightly to the right?": 'name(the("thing", behind(me), right(me)))',
    "What is to my right on the table?": 'name(every("thing", right(me), on(the("table"))))',
    "How many lamps are in front of me by the window?": 'count(every("lamp", front(me), near(the("window"))))',
    "What is directly behind me on the table?": 'name(the("thing", behind(me), on(the("table")), closest(me)))',
    "How many chairs are on either side of the table on my right?":
        'count(every("chair", near(the("table", right(me)))))',
    "Is there a lamp on both sides of the bed?": 'exists(every("lamp", near(the("bed"))))',
    "How many windows are on either side of me?": 'count(every("window", any_of(left(me), right(me))))',
    "Is there a lamp on each side of me?": 'exists(every("lamp", any_of(left(me), right(me))))',
    "Which side is the bed behind me, left or right?": 'side(the("bed", behind(me)), me, ["left", "right"])',
    "On which side is the door, right or left?": 'side(the("door"), me, ["right", "left"])',
    "What is the first object to my direct right?": 'name(the("thing", right(me), closest(me)))',
    "What is the first red thing I would run into on my left?":
        'name(the("thing", left(me), closest(me), color="red"))',
    "What is the last object to my immediate left?": 'name(the("thing", left(me), farthest(me)))',
    "What is the last thing behind me?": 'name(the("thing", behind(me), farthest(me)))',
    "What color is the chair to my immediate left?": 'color(the("chair", left(me), closest(me)))',
    "Is the window to my right covered by a curtain?": 'exists(every("curtain", on(the("window", right(me)))))',
    "Are the beds covered with pillows?": 'exists(every("pillow", on(every("bed"))))',
    "Is there a rug covering the table?": 'exists(every("rug", on(the("table"))))',
    "Can I still walk forward?": 'distance(the("thing", front(me), closest(me)), me) > 1.0',
    "Could I move any further back?": 'distance(the("thing", behind(me), closest(me)), me) > 1.0',
    "Would I need to move to pick up the backpack?": 'holds(the("backpack"), no(reach(me)))',
    "Do I have to stand up to touch the lamp?": 'holds(the("lamp"), no(reach(me)))',
    "What am I standing on?": 'name(the("thing", below(me)))',
    "What am I sitting at?": 'name(the("thing", closest(me)))',
    "Is the backpack near the bed or the door?": 'which(closest(the("backpack")), the("bed"), the("door"))',
    "Is the lamp next to the couch or next to the sink?": 'which(closest(the("lamp")), the("couch"), the("sink"))',
    # how many
    "How many chairs are there?": 'count(every("chair"))',
    "how many office chairs are in the kitchen": 'count(every("office chair", room="kitchen"))',
    "How many red pillows are on the couch on my left?":
        'count(every("pillow", on(the("couch", left(me))), color="red"))',
    "What is the number of windows in this room?": 'count(every("window", in_room(here())))',
    "In the living room, how many lamps are there?": 'count(every("lamp", room="living room"))',
    "How many cups can I see from here?": 'count(every("cup", visible(me)))',
    "Count all the wooden shelves.": 'count(every("shelf", material="wooden"))',
    "How many boxes are there behind me to my right?": 'count(every("box", behind(me), right(me)))',
    # is there
    "Is there a lamp?": 'exists(every("lamp"))',
    "Are there any cups on the table?": 'exists(every("cup", on(the("table"))))',
    "Do you see a plant near the window?": 'exists(every("plant", near(the("window"))))',
    "Does the bathroom have a mirror?": 'exists(every("mirror", room="bathroom"))',
    "Is there anything under the bed?": 'exists(every("thing", below(the("bed"))))',
    "Can I see the door from here?": 'exists(every("door", visible(me)))',
    "Are there chairs behind me?": 'exists(every("chair", behind(me)))',
    # what is there
    "What is on my left?": 'name(the("thing", left(me)))',
    "What's on the coffee table?": 'name(every("thing", on(the("coffee table"))))',
    "what is between the bed and the door": 'name(the("thing", between(the("bed"), the("door"))))',
    "What is at my 3 o'clock?": 'name(the("thing", clock(3, me)))',
    "What is in the kitchen?": 'name(every("thing", room="kitchen"))',
    "Which things are behind the couch?": 'name(every("thing", behind(the("couch"))))',
    "What is directly behind me?": 'name(the("thing", behind(me), closest(me)))',
    "What's the tallest thing on the shelf?": 'name(the("thing", on(the("shelf")), most("tall")))',
    "What stuff is on the desk?": 'name(every("thing", on(the("desk"))))',
    "What is just behind me?": 'name(the("thing", behind(me), closest(me)))',
    "What is right next to me on my left?": 'name(the("thing", left(me), closest(me)))',
    "What's on the wall with the window?": 'name(every("thing", on(the("wall", along_wall(the("window"))))))',
    "What is in the middle of this room?": 'name(the("thing", in_room(here()), closest(middle(here()))))',
    # a thing, and what is asked of it
    "The lamp on the desk: is it on?": 'looks(the("lamp", on(the("desk"))), "state", "on")',
    "Couch next to the door, what's it made of?": 'material(the("couch", near(the("door"))))',
    "The door by the bed. Open or closed?": 'state(the("door", near(the("bed"))), ["open", "closed"])',
    "Bowl on the table - which color?": 'color(the("bowl", on(the("table"))))',
    "The shelf: how many books are on it?": 'count(every("book", on(the("shelf"))))',
    "How far is it to the lamp and in which direction do I have to go?": 'distance(the("lamp"), me), where(it)',
    # one of two that are named
    "What is standing at my left side?": 'name(the("thing", left(me)))',
    "Do I pass the backpack on my left or on my right?": 'side(the("backpack"), me, ["left", "right"])',
    "On which side do I find the lamp?": 'where(the("lamp"))',
    "The lamps on the table": 'every("lamp", on(the("table")))',
    "What is the biggest thing in here and where is it?":
        'name(the("thing", in_room(here()), most("large"))), where(it)',
    "What is on my left and how far away is it?": 'name(the("thing", left(me))), distance(it, me)',
    "Things on the table?": 'name(every("thing", on(the("table"))))',
    "Is the lamp on the table, yes/no?": 'holds(the("lamp"), on(the("table")))',
    "Room directly behind me?": 'beyond(the("door", behind(me), closest(me)))',
    "Which room is on my left?": 'rooms_off(here(), "left")',
    "Of what color is the lamp, please?": 'color(the("lamp"))',
    "Which of the two lamps is on the desk?": 'name(the("lamp", on(the("desk"))))',
    "Which lamp is closer to the door, the big one or the small one?":
        'which(closest(the("door")), the("lamp", size="big"), the("lamp", size="small"))',
    "Is the couch closer to the red chair or to the blue one?":
        'which(closest(the("couch")), the("chair", color="red"), the("chair", color="blue"))',
    "Which of the two lamps is taller, the left one or the right one?":
        'which(most("tall"), the("lamp", leftmost(me)), the("lamp", rightmost(me)))',
    # two questions
    "Which way do I turn to face the tv, and how far is it?": 'where(the("tv")), distance(it, me)',
    "Which direction should I go for the kitchen and how far is it?":
        'where(room("kitchen")), distance(room("kitchen"), me)',
    # where
    "Where is the black lamp?": 'where(the("lamp", color="black"))',
    "Where's the cup on the table near the window?": 'where(the("cup", on(the("table", near(the("window"))))))',
    "Which direction is the door from me?": 'where(the("door"))',
    "At what o'clock is the tv?": 'where(the("tv"))',
    "Where are the pillows?": 'where(every("pillow"))',
    "Is the lamp in the living room behind me?": 'holds(the("lamp", room="living room"), behind(me))',
    "Which direction is the tv: forwards, left or right?": 'side(the("tv"), me, ["front", "left", "right"])',
    "To get to the sink, should I go forwards or backwards?": 'side(the("sink"), me, ["front", "behind"])',
    "Do I turn left or right to reach the couch?": 'side(the("couch"), me, ["left", "right"])',
    "Which way do I turn for the door?": 'where(the("door"))',
    "What is the tall piece of furniture next to me?": 'name(the("furniture", near(me), size="tall"))',
    "Where did my backpack go?": 'where(the("backpack"))',
    "Where has the lamp gone?": 'where(the("lamp"))',
    "Any idea where the backpack is?": 'where(the("backpack"))',
    "Where can I sit around here?": 'where(the("something to sit"))',
    "What can I sit on?": 'name(every("something to sit on"))',
    "Directions to the kitchen, please": 'way(room("kitchen"))',
    "Can you tell me what color the couch is?": 'color(the("couch"))',
    "Tell me how far away the door is": 'distance(the("door"), me)',
    "Do you know how many chairs there are in the kitchen?": 'count(every("chair", room="kitchen"))',
    "What object is directly to the right of the door?":
        'name(the("thing", right(the("door")), closest(the("door"))))',
    "Can I see lamp at where I am standing?": 'exists(every("lamp", visible(me)))',
    "What is the object on my left?": 'name(the("thing", left(me)))',
    "What is the red thing on the table?": 'name(the("thing", on(the("table")), color="red"))',
    "Is anything on the table?": 'exists(every("thing", on(the("table"))))',
    "What's the size of the bed?": 'dimensions(the("bed"))',
    "where is it": "where(it)",
    "Where is the kitchen?": 'where(room("kitchen"))',
    "Which direction is the living room from here?": 'where(room("living room"))',
    "How far is the kitchen?": 'distance(room("kitchen"), me)',
    # a noun alone
    "the bigger plant": 'the("plant", most("large"))',
    "the lamp on the table to the left of the bed": 'the("lamp", on(the("table", left(the("bed")))))',
    # which side
    "Is the table to my right or left?": 'side(the("table"), me, ["right", "left"])',
    "Is the sink in front of me or behind me?": 'side(the("sink"), me, ["front", "behind"])',
    "Is the box on the shelf on my left or my right?": 'side(the("box", on(the("shelf"))), me, ["left", "right"])',
    "The lamp: front, left, right or behind me?": 'side(the("lamp"), me, ["front", "left", "right", "behind"])',
    "is the cup left or right of the plant": 'side(the("cup"), the("plant"), ["left", "right"])',
    # whether it is there
    "Is the cup on the table?": 'holds(the("cup"), on(the("table")))',
    "Is the lamp behind me?": 'holds(the("lamp"), behind(me))',
    "Are the pillows on the bed?": 'holds(every("pillow"), on(the("bed")))',
    "Is the couch in the living room?": 'holds(the("couch"), in_room("living room"))',
    "Can I reach the cup from here?": 'holds(the("cup"), reach(me))',
    "Is it near the door?": 'holds(it, near(the("door")))',
    # distances
    "How far is the bed?": 'distance(the("bed"), me)',
    "How far is the bed from the door in feet?": 'distance(the("bed"), the("door"), "ft")',
    "How far apart are the table and the couch?": 'distance(the("table"), the("couch"))',
    "What is the distance between the sink and the mirror in cm?": 'distance(the("sink"), the("mirror"), "cm")',
    "How many meters is the window from me?": 'distance(the("window"), me)',
    "In yards, how far away is the tv?": 'distance(the("tv"), me, "yd")',
    # sizes
    "How tall is the wardrobe?": 'measure(the("wardrobe"), "height")',
    "How wide is the door in inches?": 'measure(the("door"), "width", "in")',
    "What is the length of the couch behind me?": 'measure(the("couch", behind(me)), "length")',
    "How large is the kitchen?": 'measure(room("kitchen"), "area")',
    "What are the dimensions of the bed?": 'dimensions(the("bed"))',
    # looks
    "What color is the lamp closest to the door?": 'color(the("lamp", closest(the("door"))))',
    "What is the couch made of?": 'material(the("couch"))',
    "What shape is the table in front of me?": 'shape(the("table", front(me)))',
    "Is the door to my left open or closed?": 'state(the("door", left(me)), ["open", "closed"])',
    "Is the rug red, light blue or green?": 'color(the("rug"), ["red", "light blue", "green"])',
    "Is the window open?": 'looks(the("window"), "state", "open")',
    "Is the tv on or off?": 'state(the("tv"), ["on", "off"])',
    "What color is it?": "color(it)",
    # ways
    "How do I get to the kitchen?": 'way(room("kitchen"))',
    "Which way to the door?": 'way(the("door"))',
    "Hey robot, please take me to the nearest chair": 'way(the("chair", closest(me)))',
    "How can I get to the bed from here?": 'way(the("bed"))',
    "How do I get from the bed to the sink?": 'way(the("sink"), the("bed"))',
    "Can I walk to the bathroom?": 'reachable(room("bathroom"))',
    # rooms
    "Which room is the bed in?": 'room_of(the("bed"))',
    "Which rooms have a window?": 'rooms_with(every("window"))',
    "What rooms are there?": "rooms()",
    "How many rooms are there?": "count_rooms()",
    "Am I in the kitchen?": 'is_room(here(), room("kitchen"))',
    "Is there a bathroom?": 'has_room("bathroom")',
    "Which room is the largest?": 'pick_room("largest")',
    "Which rooms can I walk into from the hall?": 'next_to_room("hall")',
    # comparisons
    "Which is closer to me, the bed or the table?": 'which(closest(me), the("bed"), the("table"))',
    "Which is farthest from the door: the bed, the lamp or the tv?":
        'which(farthest(the("door")), the("bed"), the("lamp"), the("tv"))',
    "What is taller, the wardrobe or the shelf?": 'which(most("tall"), the("wardrobe"), the("shelf"))',
    "Is the bed longer than the couch?": 'first(which(most("long"), the("bed"), the("couch")), the("bed"))',
    "Are there more chairs than tables?": 'count(every("chair")) > count(every("table"))',
    "Are there more cups or plants?": 'which_more("more", every("cup"), every("plant"))',
    "Are the bed and the couch the same color?": 'same("color", the("bed"), the("couch"))',
    "Are all the chairs the same size?": 'alike("size", every("chair"))',
    "Are the bed and the wardrobe in the same room?": 'in_same_room(the("bed"), the("wardrobe"))',
    # noun phrases
    "Could you tell me, what color is the large round table on my right side, please?":
        'color(the("table", right(me), shape="round", size="large"))',
    "what color is chair": 'color(the("chair"))',
    "Where is the second chair from the left?": 'where(the("chair", nth(2, leftmost(me))))',
    "What color is the lamp that is between me and the door?": 'color(the("lamp", between(me, the("door"))))',
    "What color is the cup on the box on the table in front of the couch in the kitchen?":
        'color(the("cup", on(the("box", on(the("table", front(the("couch", room="kitchen"))))))))',
    "Where is the closest chair to the tv?": 'where(the("chair", closest(the("tv"))))',
    "What color is the picture on the wall I am facing?": 'color(the("picture", on(the("wall", front(me)))))',
    # a superlative after the noun, with and without "the"
    "Which plant is biggest?": 'the("plant", most("large"))',
    "which lamp is furthest away": 'the("lamp", farthest(me))',
    "Which of the pictures hangs the highest?": 'the("picture", most("high"))',
    "which of them is closest to the door": 'the("thing", among(them), closest(the("door")))',
    "is the armchair the closest seat to me": 'first(the("seat", closest(me)), the("armchair"))',
    # all, both, none, not
    "Are both lamps black?": 'looks(every("lamp"), "color", "black")',
    "is every picture in the kitchen": 'holds(every("picture"), in_room("kitchen"))',
    "Is none of the doors open?": 'count(every("door", state="open")) == 0',
    "how many chairs are not red": 'count(every("chair", no(having("color", "red"))))',
    "There's no mirror in the bathroom, right?": 'count(every("mirror", room="bathroom")) == 0',
    "Isn't there a lamp in the kitchen?": 'exists(every("lamp", room="kitchen"))',
    # a relative clause that ends with its preposition; what is left to the question before
    "What color is the table that the lamp stands on?": 'color(the("table", carrying(the("lamp"))))',
    "where is the couch the picture hangs above": 'where(the("couch", below(the("picture"))))',
    "Where are the other chairs?": 'where(every("chair", but(it)))',
    # two questions, both read in full
    "Where is the lamp, and what color is it?": 'where(the("lamp")), color(it)',
    "How many rugs are there, and which one is the largest?":
        'count(every("rug")), the("thing", among(them), most("large"))',
    "How tall is the lamp? And what color is the sofa?": 'measure(the("lamp"), "height"), color(the("sofa"))',
    # a length and a number with its unit; a state of several, of a door
    "is the coffee table wider than 60 cm": 'measure(the("coffee table"), "width", "cm") > 60',
    "is the couch more than two meters away": 'distance(the("couch"), me) > 2',
    "which doors are closed": 'where(every("door", state="closed"))',
    "Which lamp is on my left, the red one or the blue one?": 'color(the("lamp", left(me)), ["red", "blue"])',
    "Grey chair or red chair, which of them is on the left?":
        'which(leftmost(me), the("chair", color="grey"), the("chair", color="red"))',
    "Loo, left side or right side?": 'side(the("loo"), me, ["left", "right"])',
    "nightstand wich side please": 'where(the("nightstand"))',
    "Which thing on the desk is closer to me, the lamp or the cup?":
        'which(closest(me), the("lamp", on(the("desk"))), the("cup", on(the("desk"))))',
    "There are two blue things on my left, what are they?": 'name(every("thing", left(me), color="blue"))',
    "What is the lamp just next to me on the left made of?": 'material(the("lamp", near(me), left(me)))',
    "What color is the picture on the opposite wall?": 'color(the("picture", on(the("wall", front(me)))))',
    "is the bedroom door open": 'is_it(door_state(room("bedroom")), "open")',
    "do any of the rooms have no window": 'rooms_without(every("window"))',
    "are they all on": 'looks(them, "state", "on")',
    "which books are not on the shelf": 'where(every("book", no(on(the("shelf")))))',
    "So the bathroom doesn't have a window?": 'count(every("window", room="bathroom")) == 0',
    "how wide is the gap between the couch and the table": 'distance(the("couch"), the("table"))',
    "in which room is the bigger suitcase": 'room_of(the("suitcase", most("large")))',
    "anything blue on the table?": 'exists(every("thing", on(the("table")), color="blue"))',
    # around the asker
    "What is here?": 'name(every("thing", in_room(here())))',
    "what's around me": 'name(every("thing", near(me)))',
    # across the room, in the same room
    "What is across from the couch?": 'name(every("thing", opposite(the("couch"))))',
    "Is the mirror directly opposite the bed?": 'holds(the("mirror"), opposite(the("bed")))',
    "What color is the chair on the other side of the room?": 'color(the("chair", opposite(me)))',
    "How many chairs are in the same room as the bed?": 'count(every("chair", in_room(room_of(the("bed")))))',
    "Is the sink in the same room as me?": 'holds(the("sink"), in_room(here()))',
    "What else is in the room with the sink?":
        'name(every("thing", in_room(room_of(the("sink"))), but(the("sink"))))',
    "Is there a lamp in the room where the tv is?": 'exists(every("lamp", in_room(room_of(the("tv")))))',
    # of each
    "How many chairs are in each room?": 'each(rooms(), count(every("chair", in_room(there))))',
    "how many cups are on each table": 'each(every("table"), count(every("cup", on(it))))',
    "How many cups does every table have?": 'each(every("table"), count(every("cup", any_of(on(it), inside(it)))))',
    "What is on each shelf in the kitchen?": 'each(every("shelf", room="kitchen"), name(every("thing", on(it))))',
    "What color is each of the pillows?": 'each(every("pillow"), color(it))',
    "How tall is each lamp in cm?": 'each(every("lamp"), measure(it, "height", "cm"))',
    "How far is each door from the bed?": 'each(every("door"), distance(it, the("bed")))',
    "Which room is each bed in?": 'each(every("bed"), room_of(it))',
    "How big is each room?": 'each(rooms(), measure(there, "area"))',
    "Is there a lamp in every room?": 'in_every_room(every("lamp"))',
    # what things are for
    "What is the thing used for cooking?": 'name(the("something for cooking"))',
    "What is used for sleeping?": 'name(every("something for sleeping"))',
    "Is there anything used to sit on in the kitchen?": 'exists(every("something to sit on", room="kitchen"))',
    "Where is something for washing dishes?": 'where(the("something for washing dishes"))',
    "How many things to sit on are behind me?": 'count(every("something to sit on", behind(me)))',
    # what things have: small things on them or in them, furniture at them
    "Where is the table whose lamp is green?":
        'where(the("table", such(exists(every("lamp", any_of(on(it), inside(it)), color="green")))))',
    "What color is the table with the chair?": 'color(the("table", such(exists(every("chair", near(it))))))',
    "what color is the shelf with the plant on it": 'color(the("shelf", carrying(the("plant"))))',
    "where is the shelf that has three boxes":
        'where(the("shelf", such(count(every("box", any_of(on(it), inside(it)))) == 3)))',
    "Which table has more than two cups on it?": 'where(every("table", such(count(every("cup", on(it))) > 2)))',
    "How many tables have a plant on them?": 'count(every("table", carrying(the("plant"))))',
    # not, but, the rest
    "Which chair isn't black?": 'where(every("chair", no(having("color", "black"))))',
    "Where is the lamp that is not white or green?":
        'where(the("lamp", no(any_of(having("color", "white"), having("color", "green")))))',
    "How many cups are not on a table?": 'count(every("cup", no(on(every("table")))))',
    "Which things on my left are not red?": 'name(every("thing", left(me), no(having("color", "red"))))',
    "what is on the table except the cup": 'name(every("thing", on(the("table")), but(the("cup"))))',
    "Where are all the chairs but the one near the bed?": 'where(every("chair", but(the("chair", near(the("bed"))))))',
    "what color are all the pillows except the red one": 'color(every("pillow", no(having("color", "red"))))',
    "Where are the rest of the chairs?": 'where(every("chair", but(it)))',
    # ends of a row; sight
    "What color is the box on the far left of the shelf?": 'color(the("box", on(the("shelf")), leftmost(me)))',
    "What color is the last box on the right on the shelf?": 'color(the("box", on(the("shelf")), rightmost(me)))',
    "Is the tv visible from the kitchen?": 'holds(the("tv"), visible(room("kitchen")))',
    "What can I see from here?": 'name(every("thing", visible(me)))',
}  # fmt: skip


@pytest.mark.parametrize("question", READ)
def test_a_clear_question_is_read(question: str) -> None:
    reading = read(question, things=THINGS, rooms=ROOMS)
    assert reading.expression == READ[question]
    assert reading.unread == ()
    assert not check(reading.expression)


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("where is the zorp", ("zorp",)),
        ("is the lamp not on the table", ("not",)),
        ("how many other chairs are there", ("other",)),
        ("where is the lamp and what color is its shade", ("its",)),
        ("what color is the broken chair", ("broken",)),
        ("wie viele stühle gibt es", ("wie", "viele", "stühle", "gibt", "es")),
        ("where is the lamp 😀", ("😀",)),
        ("is the chair on the table on my left on my right or behind me", None),
        ("what is besides the bed", None),  # beside it?
        ("how many inches", ("inches",)),
        ("is there a bigger lamp", None),  # than which?
        ("what is on the table and how tall is it", words_of("what is on the table and how tall is it")),
        ("what is the distance from the bed to the nearest window", None),  # nearest to the bed, or to me?
        ("where is the lamp & the bed", ("&",)),
    ],
)
def test_a_question_with_a_word_left_over_is_not_read(question: str, unread: tuple[str, ...] | None) -> None:
    reading = read(question, things=THINGS, rooms=ROOMS)
    assert reading.expression == ""
    assert reading.unread == (words_of(question) if unread is None else unread)


@pytest.mark.parametrize("question", ["", "  ", "?!", "please", "hello robot"])
def test_nothing_is_asked(question: str) -> None:
    assert read(question).expression == ""
    assert read(question).unread == ()


@pytest.mark.parametrize("text", ["on the left of the chair ", "a ", "x", "chair, lamp, ", "closest to "])
def test_a_question_that_is_too_long_is_not_read(text: str) -> None:
    question = "how many chairs are " + text * (2000 // len(text))
    reading = read(question, things=THINGS)
    assert reading.expression == ""
    assert reading.unread


def test_references_nest() -> None:
    reading = read("how many chairs are " + "left of the chair " * 9, things=THINGS)
    assert reading.expression.count("left(") == 9
    assert not check(reading.expression)


def test_references_that_nest_deeper_than_an_expression_may_are_not_read() -> None:
    assert read("how many chairs are " + "left of the chair " * 11, things=THINGS).expression == ""


def test_names_of_the_scene_are_things_and_rooms() -> None:
    assert read("where is the frobnicator").unread == ("frobnicator",)
    assert read("where are the frobnicators", things=["frobnicator"]).expression == 'where(every("frobnicator"))'
    assert read("how many lamps are in the ward", rooms=["ward"]).expression == 'count(every("lamp", room="ward"))'


def test_a_word_that_is_one_letter_off_a_name_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_names_a_thing", lambda noun: noun in ("xoster", "xostes"))
    monkeypatch.setattr(spelling, "is_a_word", lambda noun: True)
    assert read("where is the xoster").expression == 'where(the("xoster"))'
    assert read("where is the xostes", things=["xoster"]).unread == ("xostes",)


def test_what_stands_on_the_floor_is_placed_further():
    asked = "What stands on the floor by the window behind my back?"
    meant = 'name(every("thing", on(the("floor")), near(the("window", behind(me)))))'
    assert read(asked, things=(*THINGS, "floor"), rooms=ROOMS).expression == meant
