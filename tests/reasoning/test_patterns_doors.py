"""Questions about doors, the rooms behind them and rooms as a whole, with expressions written by hand."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.patterns import read, words
from situated_qa.situated.language.check import check

THINGS = ("door", "bed", "lamp", "sink", "window", "couch", "chair", "table")
ROOMS = ("kitchen", "bathroom", "living room", "bedroom", "hall")


@pytest.fixture(autouse=True)
def no_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_names_a_thing", lambda noun: False)


READ: dict[str, str] = {
    # where a door leads
    "Where does that green door lead?": 'beyond(the("door", color="green"))',
    "Where does the door on my left go to?": 'beyond(the("door", left(me)))',
    "That green door, where does it go to?": 'beyond(the("door", color="green"))',
    "Where does it lead?": "beyond(it)",
    "Which room is behind the first door on my left?": 'beyond(the("door", left(me), closest(me)))',
    "What room is through the second door on the right?": 'beyond(the("door", right(me), nth(2, closest(me))))',
    "Which room is on the other side of the door behind me?": 'beyond(the("door", behind(me)))',
    "What's on the other side of this door?": 'beyond(the("door"))',
    "The door on my right: which room is behind it?": 'beyond(the("door", right(me)))',
    "What room do I get into if I go through the door on my right?": 'beyond(the("door", right(me)))',
    "If I go through the first doorway on my right, which room am I in?":
        'beyond(the("doorway", right(me), closest(me)))',
    "Where would I end up if I walked through the closed door?": 'beyond(the("door", state="closed"))',
    "Which room can I get to through the door in front of me?": 'beyond(the("door", front(me)))',
    # what is behind a door, of which no room is said, is a thing
    "What is behind the door?": 'name(the("thing", behind(the("door"))))',
    # whether it leads there
    "Does the door on my left lead to the kitchen?": 'is_room(beyond(the("door", left(me))), room("kitchen"))',
    "Is the kitchen behind the door on my left?": 'is_room(beyond(the("door", left(me))), room("kitchen"))',
    "The door behind me, does it go to the hall?": 'is_room(beyond(the("door", behind(me))), room("hall"))',
    "Do I get to the bathroom through the white door?":
        'is_room(beyond(the("door", color="white")), room("bathroom"))',
    "Does the white door lead outside?": 'is_room(beyond(the("door", color="white")), room("outside"))',
    # which door leads there
    "Which door leads to the bathroom?": 'where(door_towards(room("bathroom")))',
    "which door do I take to the kitchen?": 'where(door_towards(room("kitchen")))',
    "Which of these doors goes to the hall?": 'where(door_towards(room("hall")))',
    "Through which door do I get into the bedroom?": 'where(door_towards(room("bedroom")))',
    "Behind which door is the kitchen?": 'where(door_towards(room("kitchen")))',
    "Which door leads outside?": 'where(the("front door"))',
    "Which doors lead to the hall?": 'where(every("door", leading_to("hall")))',
    # doors by where they lead
    "What color is the door that leads to the kitchen?": 'color(the("door", leading_to("kitchen")))',
    "How far is the door to the kitchen?": 'distance(the("door", leading_to("kitchen")), me)',
    "Where is the door between the kitchen and the hall?":
        'where(the("door", leading_to("kitchen"), leading_to("hall")))',
    "Is there a door from the kitchen to the bedroom?":
        'exists(every("door", leading_to("kitchen"), leading_to("bedroom")))',
    "How tall is the door leading outside?": 'measure(the("door", leading_to("outside")), "height")',
    "Is the door to the kitchen open?": 'is_it(door_state(room("kitchen")), "open")',
    "Is the door that leads to the kitchen open or closed?": 'door_state(room("kitchen"))',
    # rooms by their doors
    "What is in the room behind the door on my left?":
        'name(every("thing", in_room(beyond(the("door", left(me))))))',
    "How big is the room that the white door leads to?": 'measure(beyond(the("door", color="white")), "area")',
    "Is there a bed in the room on the other side of the door behind me?":
        'exists(every("bed", in_room(beyond(the("door", behind(me))))))',
    # off a hallway
    "Which rooms open off this hallway?": "rooms_off(here())",
    "Which rooms open off the right-hand side of this hallway?": 'rooms_off(here(), "right")',
    "What rooms are on the left side of the hall?": 'rooms_off("hall", "left")',
    "How many chairs are in this kitchen?": 'count(every("chair", in_room(here())))',
    # the nearest door
    "Which room's doorway am I nearest to?": 'beyond(the("door", closest(me)))',
    "whose door is closer, the bathroom's or the kitchen's?":
        'beyond(which(closest(me), the("door", leading_to("bathroom")), the("door", leading_to("kitchen"))))',
    "Which door is farther away: that of the hall or that of the bedroom?":
        'beyond(which(farthest(me), the("door", leading_to("hall")), the("door", leading_to("bedroom"))))',
    # rooms as a whole
    "Does every single room have a window, or is there one without?": 'in_every_room(every("window"))',
    "Do all the rooms have a lamp?": 'in_every_room(every("lamp"))',
    "Which room has no window?": 'rooms_without(every("window"))',
    "How many sinks are there in total and in which rooms?": 'count(every("sink")), rooms_with(them)',
    "How many lamps are there, and which rooms are they in?": 'count(every("lamp")), rooms_with(them)',
    # "in this flat" limits nothing
    "is there any room without a window in this flat?": 'rooms_without(every("window"))',
    "How many rooms are there in the apartment?": "count_rooms()",
    "Which room in this house is the largest?": 'pick_room("largest")',
    "In our home, which room is the smallest?": 'pick_room("smallest")',
    "How many lamps are there in this flat, and which one is the tallest?":
        'count(every("lamp")), the("thing", among(them), most("tall"))',
}  # fmt: skip


@pytest.mark.parametrize("question", READ)
def test_a_question_about_doors_and_rooms_is_read(question: str) -> None:
    reading = read(question, things=THINGS, rooms=ROOMS)
    assert reading.expression == READ[question]
    assert reading.unread == ()
    assert not check(reading.expression)


@pytest.mark.parametrize(
    "question",
    [
        "How far is it from the door to the kitchen?",  # "it" is nothing, and "to the kitchen" is no door
        "Which room is behind the couch?",
        "Where does the lamp lead?",
        "Which room is behind the doors?",
        "What color is the first chair on my left?",  # nearest, or from the left?
        "Which rooms are on my left?",  # behind which walls?
        "What is in this flat?",
        "What color is the door of this flat?",
        "Where does the door to the zorp lead?",
    ],
)
def test_what_means_something_else_is_not_read(question: str) -> None:
    assert read(question, things=THINGS, rooms=ROOMS).expression == ""
