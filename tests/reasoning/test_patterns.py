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
    "How many chairs are there?": 'count(every("chair"))',
    "how many office chairs are in the kitchen": 'count(every("office chair", room="kitchen"))',
    "How many red pillows are on the couch on my left?":
        'count(every("pillow", on(the("couch", left(me))), color="red"))',
    "Is there a lamp?": 'exists(every("lamp"))',
    "Are there any cups on the table?": 'exists(every("cup", on(the("table"))))',
    "Do you see a plant near the window?": 'exists(every("plant", near(the("window"))))',
    "Is there anything under the bed?": 'exists(every("thing", below(the("bed"))))',
    "Can I see the door from here?": 'exists(every("door", visible(me)))',
    "Are there chairs behind me?": 'exists(every("chair", behind(me)))',
    "What is on my left?": 'name(the("thing", left(me)))',
    "What's on the coffee table?": 'name(every("thing", on(the("coffee table"))))',
    "what is between the bed and the door": 'name(the("thing", between(the("bed"), the("door"))))',
    "What is in the kitchen?": 'name(every("thing", room="kitchen"))',
    "Which things are behind the couch?": 'name(every("thing", behind(the("couch"))))',
    "The lamps on the table": 'every("lamp", on(the("table")))',
    "Things on the table?": 'name(every("thing", on(the("table"))))',
    "Where is the black lamp?": 'where(the("lamp", color="black"))',
    "Where's the cup on the table near the window?": 'where(the("cup", on(the("table", near(the("window"))))))',
    "Which direction is the door from me?": 'where(the("door"))',
    "Where are the pillows?": 'where(every("pillow"))',
    "Is the lamp in the living room behind me?": 'holds(the("lamp", room="living room"), behind(me))',
    "where is it": 'where(it)',
    "Where is the kitchen?": 'where(room("kitchen"))',
    "the lamp on the table to the left of the bed": 'the("lamp", on(the("table", left(the("bed")))))',
    "Is the cup on the table?": 'holds(the("cup"), on(the("table")))',
    "Is the lamp behind me?": 'holds(the("lamp"), behind(me))',
    "Are the pillows on the bed?": 'holds(every("pillow"), on(the("bed")))',
    "Is the couch in the living room?": 'holds(the("couch"), in_room("living room"))',
    "Can I reach the cup from here?": 'holds(the("cup"), reach(me))',
    "Is it near the door?": 'holds(it, near(the("door")))',
    "How tall is the wardrobe?": 'measure(the("wardrobe"), "height")',
    "What is the couch made of?": 'material(the("couch"))',
    "How far is the bed?": 'distance(the("bed"), me)',
    "What color is the lamp closest to the door?": 'color(the("lamp", closest(the("door"))))',
    "What shape is the table in front of me?": 'shape(the("table", front(me)))',
    "Is the window open?": 'looks(the("window"), "state", "open")',
    "What color is it?": 'color(it)',
    "How do I get to the kitchen?": 'way(room("kitchen"))',
    "Which way to the door?": 'way(the("door"))',
    "How can I get to the bed from here?": 'way(the("bed"))',
    "Which room is the bed in?": 'room_of(the("bed"))',
    "Is the table to my right or left?": 'side(the("table"), me, ["right", "left"])',
    "Is the sink in front of me or behind me?": 'side(the("sink"), me, ["front", "behind"])',
    "Is the box on the shelf on my left or my right?": 'side(the("box", on(the("shelf"))), me, ["left", "right"])',
    "Is the door to my left open or closed?": 'state(the("door", left(me)), ["open", "closed"])',
    "What is written on the box?": 'look(the("box"), "text")',
    "How many bedrooms are there?": 'count_rooms("bedroom")',
    "How many living rooms do we have?": 'count_rooms("living room")',
    "What rooms are there?": 'rooms()',
    "Could you tell me, what color is the large round table on my right side, please?":
        'color(the("table", right(me), shape="round", size="large"))',
    "what color is chair": 'color(the("chair"))',
    "What color is the lamp that is between me and the door?": 'color(the("lamp", between(me, the("door"))))',
    "What color is the cup on the box on the table in front of the couch in the kitchen?":
        'color(the("cup", on(the("box", on(the("table", front(the("couch", room="kitchen"))))))))',
    "What is here?": 'name(every("thing", in_room(here())))',
    "What is across from the couch?": 'name(every("thing", opposite(the("couch"))))',
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
        ("what is besides the bed", ("besides",)),
        ("how many inches", ("inches",)),
        ("is there a bigger lamp", ("bigger",)),  # than which?
        ("what is on the table and how tall is it", ("it",)),
        ("what is directly behind me", ("directly",)),
        ("how far is the bed in steps", None),
        ("which is taller, the bed or the lamp", ("taller",)),
        ("what is the distance from the bed to the nearest window", ("distance",)),
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
