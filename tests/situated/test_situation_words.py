"""What the patterns read of a situation in words: its clauses, and those of a reading that mean the same."""

from __future__ import annotations

import math

import pytest

from situated_qa.situated.situation_clauses import At, Entered, Facing, Has
from situated_qa.situated.situation_language import parsed
from situated_qa.situated.situation_words import read_situation


@pytest.mark.parametrize(
    ("text", "clauses", "unread"),
    [
        ("I am sitting on the couch facing the tv, with a lamp on my left",
         (At("on", "couch"), Facing("tv"), Has("lamp", "left")), ()),
        ("I'm standing next to the plant and looking at it.", (At("at", "plant"), Facing("plant")), ()),
        ("Standing in front of the desk with my back to it", (At("front of", "desk"), Has("desk", "back")), ()),
        ("The door is behind me and a bed is in my 3 o'clock", (Has("door", "back"), Has("bed", "3 o'clock")), ()),
        ("Standing between the desk and the bed, facing the door",
         (At("between", "desk", other="bed"), Facing("door")), ()),
        ("I have just come into the kitchen through the door from the hall, looking straight ahead.",
         (Entered("kitchen", origin="hall"), Facing("")), ()),
        ("on my right is a table; behind me is the window", (Has("table", "right"), Has("window", "back")), ()),
        ("Sitting on the sofa with my back to the wall", (At("on", "sofa"), Has("wall", "back")), ()),
        ("I stand next to the washing machine", (At("at", "washing machine"),), ()),
        ("Sitting at the table", (At("at", "table", seated=True),), ()),
        ("I have just walked into the hall from the kitchen", (Entered("hall", origin="kitchen"),), ()),
        ("Sat on the sofa, watching telly.", (At("on", "sofa"), Facing("telly")), ()),
        ("Standing at the end of the bed", (At("at", "bed", part="end"),), ()),
        ("I stand in front of the couch with it right behind me", (At("front of", "couch"), Has("couch", "back")), ()),
        ("At the stove, trash can on my left", (At("at", "stove"), Has("trash can", "left")), ()),
        ("I look away from the desk", (), ("look away from the desk",)),
        ("Facing away from the desk and looking ahead, with it behind me",
         (Facing("desk", away=True), Facing(""), Has("desk", "back")), ()),
        ("I stopped whistling", (), ("stopped whistling",)),
        ("I stand at the foot of the bed", (At("at", "bed", part="foot"),), ()),
        ("Sitting on the left side of the couch", (At("on", "couch", part="left"),), ()),
        ("I am at the end of the couch next to the lamp", (At("at", "couch", part="end", by="lamp"),), ()),
        ("Standing in the corner of the room next to the fridge", (At("corner", "room", by="fridge"),), ()),
        ("I am upstairs, all ears", (), ("upstairs", "all ears")),
    ],
)  # fmt: skip
def test_clauses_are_read(text: str, clauses: tuple, unread: tuple) -> None:
    said = read_situation(text)
    assert (said.clauses, said.unread) == (clauses, unread)


@pytest.mark.parametrize(
    ("text", "angle_deg"),
    [
        ("I sat on the bed and have turned around", 180.0),
        ("I am at the sink and turned to the left", 90.0),
        ("Standing at the sink. Turn right", -90.0),
        ("I am facing the sink", 0.0),
    ],
)
def test_a_turn_is_kept_for_the_end(text: str, angle_deg: float) -> None:
    said = read_situation(text)
    assert math.degrees(said.turned_rad) == pytest.approx(angle_deg)
    assert not said.unread


def test_hostile_situations_are_read_in_little_time() -> None:
    """The patterns are linear up to a cap on a clause's length: counted in steps of a fixed input, not in seconds."""
    for text in ("standing " * 222, "are " * 500, "the table on my left " * 95, "a and " * 330, "x" * 2000):
        read_situation(text[:2000])


def test_who_looks_into_the_room_looks_ahead() -> None:
    assert parsed('on("sofa"), facing("room")').clauses == (At("on", "sofa"), Facing(""))
    assert parsed('doorway("room")').clauses == (Entered(""),)


def test_who_stands_at_a_window_and_faces_the_glass_faces_the_window() -> None:
    for thing_faced in ("glass", "out", "outside"):
        assert parsed(f'at("window"), facing("{thing_faced}")').clauses == (At("at", "window"), Facing("window"))
    assert parsed('at("desk"), facing("glass")').clauses == (At("at", "desk"), Facing("glass"))
