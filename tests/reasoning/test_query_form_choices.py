"""Choices the question names, things in two places, mirrors and exits, and what the asker stands at.

The forms are written out by hand after docs/query_form.md.
"""

import pytest
from form_checks import me, reads_as

from situated_qa.reasoning.query_form.reading.question import read_question

THINGS = ["bed", "chair", "couch", "curtain", "desk", "door", "lamp", "mirror", "picture", "shelf", "table", "tv",
          "wardrobe", "window"]  # fmt: skip
YES_NO = ["yes", "no"]


def thing(target, *where):
    return {"target": target, "where": list(where)}


def check(question, wanted):
    reads_as(question, wanted, THINGS, any_attribute=True)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Is the window behind me open or close?", thing("window", me("back")) | {"options": ["open", "close"]}),
        ("Is the lamp on my left matte or glossy?", thing("lamp", me("left")) | {"options": ["matte", "glossy"]}),
        ("Is the desk neat or a mess?", thing("desk") | {"options": ["neat", "mess"]}),
        ("Is the bed a bunk bed or loft bed on my right?",
         thing("bed", me("right")) | {"options": ["bunk bed", "loft bed"]}),
        ("Is the tv on behind me or off?", thing("tv", me("back")) | {"options": ["on", "off"]}),
        ("Is the room dark or bright?", thing("room") | {"options": ["dark", "bright"], "attribute": "brightness"}),
        ("Can the table on my left be folded up?",
         thing("table", me("left")) | {"options": YES_NO, "attribute": "can be folded up"}),
        ("Is anything written on the picture in front of me?",
         thing("picture", me("front")) | {"options": YES_NO, "attribute": "written on"}),
        ("What pattern does the curtain behind me have?", thing("curtain", me("back")) | {"attribute": "pattern"}),
    ],
)  # fmt: skip
def test_a_state_is_asked_by_the_words_it_may_have(question, wanted):
    check(question, wanted | {"ask": "state"})


def test_sizes_of_beds_are_sizes():
    check("Is the bed single or double?", {"ask": "size", "target": "bed", "options": ["single", "double"]})


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Is there an odd number of lamps behind me?", {"target": "lamp", "where": [me("back")], "attribute": "odd"}),
        ("Is the number of chairs even?", {"target": "chair", "attribute": "even"}),
        ("Is the number of chairs a multiple of four?", {"target": "chair", "attribute": "divisible by 4"}),
    ],
)
def test_parity_is_a_count(question, wanted):
    check(question, wanted | {"ask": "count", "options": YES_NO})


def test_parity_with_two_articles():
    check("Are the lamps on my left an odd or an even number?",
          {"ask": "count", "target": "lamp", "where": [me("left")], "options": ["odd", "even"]})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "first", "second", "options", "attribute"),
    [
        ("Are there more lamps on my left or on my right?", "left", "right", ["left", "right"], "more"),
        ("Are there fewer chairs in front of or behind me?", "front", "back", ["in front of", "behind me"], "fewer"),
        ("Which shelf is taller, to my left or to my right?", "left", "right", ["left", "right"], "taller"),
        ("Which one is wider, the desk to my right or left?", "right", "left", ["right", "left"], "wider"),
    ],
)
def test_things_of_one_name_in_two_places_are_compared(question, first, second, options, attribute):
    form = read_question(question, THINGS).form()
    name = form.noun.target
    check(question, {"ask": "which", "target": name, "where": [me(first)], "other": thing(name, me(second)),
                     "options": options, "attribute": attribute})  # fmt: skip
    assert name in ("lamp", "chair", "shelf", "desk")


def test_between_two_of_one_name_the_options_are_distinguished():
    check("Between the lamp behind me and the one on my left, which one is taller?",
          {"ask": "which", "target": "lamp", "where": [me("back")], "other": thing("lamp", me("left")),
           "options": ["the lamp behind me", "the one on my left"], "attribute": "taller"})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Can I see my reflection in the mirror?", thing("mirror", me("front"))),
        ("Could I see myself in a mirror if I turn right?", thing("mirror", me("right"))),
        ("Can I see myself in the mirror from where I am sitting?", thing("mirror", me("front"), me("visible"))),
        ("Am I standing next to a lamp?", thing("lamp", me("near"))),
        ("Am I sitting in front of the tv?", thing("tv", me("front"))),
        ("Can I leave the room if I turn to my 4 o'clock?", thing("door", me("4 o'clock"))),
        ("Is it possible to exit the kitchen by walking to my right?", thing("door", me("right"))),
        ("Can I see the shelf if I turn my head to my 8 o'clock?", thing("shelf", me("8 o'clock"))),
        ("Is there a curtain covering the window?",
         thing("curtain", {"rel": "on", "of": thing("window")})),
    ],
)  # fmt: skip
def test_sight_and_exits_are_asked_as_what_is_there(question, wanted):
    check(question, wanted | {"ask": "exists", "options": YES_NO})


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Does the color of the couch match that of the curtain?",
         {"ask": "same", "target": "couch", "other": thing("curtain"), "attribute": "color", "options": YES_NO}),
        ("The shape of the desk is the same as that of the table; true or false?",
         {"ask": "same", "target": "desk", "other": thing("table"), "attribute": "shape",
          "options": ["true", "false"]}),
        ("Is the couch the same color as snow?",
         {"ask": "same", "target": "couch", "other": thing("snow"), "attribute": "color", "options": YES_NO}),
    ],
)  # fmt: skip
def test_looks_are_compared_in_other_words(question, wanted):
    check(question, wanted)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many chairs are at the table I am standing behind?",
         {"ask": "count", "target": "chair", "where": [{"rel": "near", "of": thing("table", me("front"))}]}),
        ("What is under the desk I am using?",
         {"ask": "name", "target": "any", "where": [{"rel": "below", "of": thing("desk", {"most": "closest"})}]}),
        ("What is wall mounted behind me?",
         {"ask": "name", "target": "any", "where": [{"rel": "on", "of": thing("wall", me("back"))}]}),
        ("How many light blue chairs are there?",
         {"ask": "count", "target": "chair", "where": [{"has": "color", "value": "light blue"}]}),
        ("What is the farthest thing directly behind me?",
         {"ask": "name", "target": "any", "where": [me("back"), {"most": "farthest"}]}),
        ("What is above the couch to my left with two handles?",
         {"ask": "name", "target": "any", "where": [
             {"rel": "above", "of": thing("couch", me("left"))}, {"has": "part", "value": "two handles"}]}),
        ("Which way should I go to take a coat out of the wardrobe?",
         {"ask": "path", "target": "coat", "where": [{"rel": "in", "of": thing("wardrobe")}]}),
        ("Which way do I go to get a book off the shelf?",
         {"ask": "path", "target": "book", "where": [{"rel": "on", "of": thing("shelf")}]}),
        ("Where should I go to find a chair to sit on?", {"ask": "path", "target": "chair"}),
        ("What direction should I face if I want to look at the window?", {"ask": "direction", "target": "window"}),
        ("From where I stand, can I move any further to the front?",
         {"ask": "distance", "target": "any", "where": [me("front"), {"most": "closest"}],
          "attribute": "room to move", "options": YES_NO}),
    ],
)  # fmt: skip
def test_other_words_for_places_and_ways(question, wanted):
    check(question, wanted)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What kind of lamp is on my left?",
         {"ask": "name", "target": "lamp", "where": [me("left")], "attribute": "type"}),
        ("What type of door is the door behind me?",
         {"ask": "name", "target": "door", "where": [me("back")], "attribute": "type"}),
        ("Is the bed in front of or behind me?", {"ask": "direction", "target": "bed",
                                                  "options": ["in front of", "behind"]}),
        ("Does the wardrobe contain a lamp?",
         {"ask": "exists", "target": "lamp", "where": [{"rel": "in", "of": thing("wardrobe")}], "options": YES_NO}),
        ("Is the lamp on my right the only lamp in the room?",
         {"ask": "count", "target": "lamp", "attribute": "= 1", "options": YES_NO}),
        ("What is on the wall above the desk?",
         {"ask": "name", "target": "any",
          "where": [{"rel": "on", "of": thing("wall")}, {"rel": "above", "of": thing("desk")}]}),
        ("How should I go to lie down on the nearest couch?",
         {"ask": "path", "target": "couch", "where": [{"most": "closest"}]}),
        ("Is there sunlight coming into the room from my left?",
         {"ask": "exists", "target": "something to let light into the room", "where": [me("left")],
          "options": YES_NO}),
        ("To wash my face, where can I go on my right side?",
         {"ask": "name", "target": "something to wash face", "where": [me("right")]}),
        ("Can I have a drink without moving?",
         {"ask": "distance", "target": "something to drink", "attribute": "within reach", "options": YES_NO}),
        ("How many pictures are on either side of the room behind me?",
         {"ask": "count", "target": "picture", "where": [me("back")]}),
    ],
)  # fmt: skip
def test_kinds_contents_walls_and_uses(question, wanted):
    check(question, wanted)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What will be in my way if I walk to the door?",
         {"ask": "name", "target": "any", "where": [{"rel": "between", "of": "me"},
                                                    {"rel": "between", "of": thing("door")}]}),
        ("What would I reach if I kept walking to my left?",
         {"ask": "name", "target": "any", "where": [me("left"), {"most": "closest"}]}),
        ("How are the chairs behind me arranged?",
         {"ask": "state", "target": "chair", "where": [me("back")], "attribute": "arrangement"}),
        ("In what position is the curtain?", {"ask": "state", "target": "curtain"}),
        ("Did I leave the door open?",
         {"ask": "state", "target": "door", "attribute": "open", "options": YES_NO}),
        ("How many windows are open?",
         {"ask": "count", "target": "window", "where": [{"has": "state", "value": "open"}]}),
        ("How desks behind me?", {"ask": "count", "target": "desk", "where": [me("back")]}),
        ("Are the lamps on my either side identical?",
         {"ask": "same", "target": "lamp", "where": [me("left")], "other": thing("lamp", me("right")),
          "options": YES_NO}),
        ("Once I step past the desk, which way should I turn to get to the lamp?", {"ask": "path", "target": "lamp"}),
        ("Is the shelf low to the floor or off the floor behind me?",
         {"ask": "state", "target": "shelf", "where": [me("back")], "attribute": "height",
          "options": ["low to the floor", "off the floor"]}),
        ("Is the number of beds odd even?", {"ask": "count", "target": "bed", "options": ["odd", "even"]}),
        ("Is the couch behind me or in front of me?",
         {"ask": "direction", "target": "couch", "options": ["behind", "in front"]}),
        ("What is at 3 o'clock the bed behind me?",
         {"ask": "name", "target": "any", "where": [{"rel": "3 o'clock", "of": thing("bed", me("back"))}]}),
        ("What color is the door of the wardrobe?",
         {"ask": "color", "target": "door", "where": [{"rel": "on", "of": thing("wardrobe")}]}),
        ("How many chairs can I see in the direction I am facing?",
         {"ask": "count", "target": "chair", "where": [me("front"), me("visible")]}),
        ("How many chairs can I see if I turn my head backwards?",
         {"ask": "count", "target": "chair", "where": [me("back")]}),
        ("Which way should I go to get a snack from the wardrobe?", {"ask": "path", "target": "wardrobe"}),
        ("Is the lamp in the bed?",
         {"ask": "exists", "target": "lamp", "where": [{"rel": "on", "of": thing("bed")}], "options": YES_NO}),
    ],
)  # fmt: skip
def test_ways_arrangements_and_words_left_out(question, wanted):
    check(question, wanted)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Is there only one lamp behind me?",
         {"ask": "count", "target": "lamp", "where": [me("back")], "attribute": "= 1", "options": YES_NO}),
        ("Can I take a book from the shelf without turning?",
         {"ask": "distance", "target": "book", "where": [{"rel": "on", "of": thing("shelf")}],
          "attribute": "within reach", "options": YES_NO}),
        ("Where can I put my coat after entering on my left?",
         {"ask": "name", "target": "something to put coat", "where": [me("left")]}),
        ("Can I continue to walk forward from where I am sitting?",
         {"ask": "distance", "target": "any", "where": [me("front"), {"most": "closest"}],
          "attribute": "room to move", "options": YES_NO}),
        ("Between the lamp to my left and the one in my 2 o'clock direction, which one is taller?",
         {"ask": "which", "target": "lamp", "where": [me("left")], "other": thing("lamp", me("2 o'clock")),
          "options": ["the lamp to my left", "the one in my 2 o'clock direction"], "attribute": "taller"}),
        ("Can I see the shelf without turning around?",
         {"ask": "exists", "target": "shelf", "where": [me("visible")], "options": YES_NO}),
        ("What has a large surface area behind me?",
         {"ask": "name", "target": "any", "where": [{"has": "surface", "value": "large"}, me("back")]}),
    ],
)  # fmt: skip
def test_reach_room_to_move_and_what_follows(question, wanted):
    check(question, wanted)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Is the chair the same color as the desk next to it?",
         {"ask": "same", "target": "chair", "other": thing("desk", {"rel": "near", "of": thing("chair")}),
          "attribute": "color", "options": YES_NO}),
        ("Do the couch and the curtain match in color?",
         {"ask": "same", "target": "couch", "other": thing("curtain"), "attribute": "color", "options": YES_NO}),
        ("How many lamps are behind me and slightly left?", {"ask": "count", "target": "lamp",
                                                              "where": [me("back left")]}),
        ("Is the lamp within my grasp?", {"ask": "distance", "target": "lamp", "attribute": "within reach",
                                          "options": YES_NO}),
        ("What is the last thing to my direct left?",
         {"ask": "name", "target": "any", "where": [me("left"), {"most": "farthest"}]}),
        ("Where is the other door?", {"ask": "direction", "target": "door", "where": [{"most": "farthest"}]}),
        ("Which way do I go to get to the other bed?", {"ask": "path", "target": "bed",
                                                        "where": [{"most": "farthest"}]}),
    ],
)  # fmt: skip
def test_the_other_the_last_and_it(question, wanted):
    check(question, wanted)


def test_a_place_out_of_doors_is_nothing_to_look_up():
    reading = read_question("Am I in a garden?", THINGS)
    assert (reading.form().ask, reading.noun.target, reading.sure_of_ask) == ("common_sense", "garden", False)


def test_what_a_known_thing_is_asks_how_it_looks_but_is_unsure():
    reading = read_question("What is the chair on my left?", THINGS)
    assert (reading.form().ask, reading.noun.target, reading.sure_of_ask) == ("color", "chair", False)


def test_names_that_end_in_y_have_their_plural():
    reading = read_question("How many bathroom vanities are there?", ["bathroom vanity"])
    assert reading.noun.target == "bathroom vanity" and reading.sure_of_nouns
