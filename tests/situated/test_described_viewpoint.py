"""Situations in words, in a room whose answers fit in the head: see hand_made_room.py. The asker is at the origin."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_made_room import room_graph, thing

from situated_qa.errors import SituationError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.described_viewpoint import describe_viewpoint
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Doing, Entered, Facing, Has
from situated_qa.situated.situation_words import read_situation
from situated_qa.situated.viewpoint import Viewpoint, as_faced


def scene(graph: SceneGraph | None = None, heading_rad: float = 0.0) -> SituatedScene:
    return SituatedScene(graph or room_graph(), Viewpoint(np.zeros(3), heading_rad))


@pytest.mark.parametrize(
    ("text", "clauses", "unread"),
    [
        (
            "I am sitting on the couch facing the tv, with a lamp on my left",
            (At("on", "couch"), Facing("tv"), Has("lamp", "left")),
            (),
        ),
        ("I'm standing next to the plant and looking at it.", (At("at", "plant"), Facing("plant")), ()),
        ("Standing in front of the desk with my back to it", (At("front of", "desk"), Has("desk", "back")), ()),
        ("The door is behind me and a bed is in my 3 o'clock", (Has("door", "back"), Has("bed", "3 o'clock")), ()),
        ("Standing between the desk and the bed, facing the door", (At("between", "desk", "bed"), Facing("door")), ()),
        (
            "I have just come into the kitchen through the door from the hall, looking straight ahead.",
            (Entered("kitchen", "hall"), Facing("")),
            (),
        ),
        ("on my right is a table; behind me is the window", (Has("table", "right"), Has("window", "back")), ()),
        ("I am facing the sink while humming a tune", (Facing("sink"), Doing("tune")), ()),
        ("I am cooking at the stove, facing it", (At("at", "stove"), Facing("stove")), ()),
        ("Lying on my back in bed, head at the headboard", (At("on", "bed"),), ()),
        ("Sitting on the sofa with my back to the wall", (At("on", "sofa"), Has("wall", "back")), ()),
        ("Sitting up in bed against the headboard", (At("on", "bed"),), ()),
        ("Standing at the sink washing dishes", (At("at", "kitchen sink"),), ()),
        ("I stand next to the washing machine", (At("at", "washing machine"),), ()),
        ("I'm on the couch reading a book", (At("on", "couch"),), ()),
        ("Sitting at the table", (At("at", "table", seated=True),), ()),
        ("I am cooking, facing the stove", (At("at", "stove"), Facing("stove")), ()),
        ("I'm watching the tv from the couch", (At("on", "couch"), Facing("tv")), ()),
        ("With my back against the wall on the bench", (At("on", "bench"), Has("wall", "back")), ()),
        ("I'm having dinner at the table", (At("at", "table", seated=True),), ()),
        ("I just came in the front door", (Entered(""),), ()),
        ("I stand at the hall window, looking out", (At("at", "hall window"), Facing("hall window")), ()),
        ("I sit on the sofa looking outside", (At("on", "sofa"), Facing("window")), ()),
        ("I am in the hall, cooking, the stove in front of me",
         (At("at", "stove"), At("on", "hall"), Has("stove", "front")), ()),
        ("I am brushing my teeth", (At("at", "bathroom sink"),), ()),
        ("I look at the picture in front of me", (Facing("picture", ahead=True),), ()),
        ("I stand just inside the hall, the door to the kitchen behind me", (Entered("hall", "kitchen"),), ()),
        ("With the front door behind you", (Entered(""),), ()),
        ("I came in by the front door and look straight down the hall", (Entered(""), Facing("", along="hall")), ()),
        ("I have just walked into the hall from the kitchen", (Entered("hall", "kitchen"),), ()),
        ("I step out of the kitchen into the hall", (Entered("hall", "kitchen"),), ()),
        ("I came in through the front door", (Entered(""),), ()),
        ("I am standing in the kitchen doorway", (Entered("kitchen"),), ()),
        ("Doing my homework on the bed", (At("on", "bed"),), ()),
        ("I flopped down in the red armchair, window behind my back", (At("on", "red armchair"), Has("window", "back")),
         ()),
        ("Sat on the sofa, watching telly.", (At("on", "sofa"), Facing("telly")), ()),
        ("I have taken place in the chair, looking across at the bed", (At("on", "chair"), Facing("bed")), ()),
        ("You are lying face up in bed with your legs crossed, the tv opposite you",
         (At("on", "bed"), Has("tv", "front")), ()),
        ("My back is turned to the tv and I look into the room", (Has("tv", "back"), Facing("")), ()),
        ("Put your back on the door", (Has("door", "back"),), ()),
        ("I just opened the fridge and stand before it",
         (At("at", "fridge"), Facing("fridge"), At("front of", "fridge")), ()),
        ("I check my hair in the mirror of the hall",
         (At("at", "mirror of the hall"), Facing("mirror of the hall")), ()),
        ("I wash my hands in the bathroom", (At("at", "sink"), At("on", "bathroom")), ()),
        ("I am on the stool, lacing up my boots", (At("on", "stool"), Doing("boots")), ()),
        ("I am putting my cup on the table", (At("at", "table"), Facing("table")), ()),
        ("Picking a novel from the bookcase", (At("at", "bookcase"), Facing("bookcase")), ()),
        ("I am using the toilet", (At("on", "toilet"),), ()),
        ("I am stirring a pot on the stove and looking out of the window", (At("on", "stove"), Facing("window")), ()),
        ("I just entered the apartment through the red door", (Entered(""),), ()),
        ("we two sit on grey sofa and look to the tv", (At("on", "grey sofa"), Facing("tv")), ()),
        ("In front of the desk, a heap of clothes on my left", (At("front of", "desk"), Has("clothes", "left")), ()),
        ("There is a toilet brush behind me on my left", (Has("toilet brush", "back left"),), ()),
        ("I lay in bed, looking at my feet", (At("on", "bed"),), ()),
        ("Sitting at the end of the bed", (At("on", "bed"),), ()),
        ("Standing at the end of the bed", (At("at", "bed", part="end"),), ()),
        ("The open door is by my right shoulder", (Has("open door", "right"),), ()),
        ("I put my cup on the table", (Doing("table"),), ()),
        ("I grab some books from the shelf", (Doing("shelf"), Doing("books from the shelf")), ()),
        ("I want to open the window by the bed to let some air in", (Doing("window by the bed"),), ()),
        ("I am trying to open the curtain in front of me but it is too high",
         (Doing("curtain"), Has("curtain", "front")), ("it is too high",)),
        ("I sat at the desk and to my right was a mini fridge",
         (At("at", "desk", seated=True), Has("mini fridge", "right")), ()),
        ("I stand in front of the couch with it right behind me", (At("front of", "couch"), Has("couch", "back")), ()),
        ("At the stove, trash can on my left", (At("at", "stove"), Has("trash can", "left")), ()),
        ("At the stove, somebody could sit on my left", (At("at", "stove"),), ("somebody could sit on my left",)),
        ("I was reading in the armchair and just stood up from it", (Has("armchair", "back"),), ()),
        ("I took a book off the armchair and sat down there", (At("on", "armchair"),), ()),
        ("I am watering the plant that stands on the floor and look at its leaves",
         (Doing("plant"), Facing("plant")), ()),
        ("Standing on the doormat with my hand on the front door", (At("on", "doormat"), Facing("front door")), ()),
        ("I got up off of the bed, the desk in front of me", (Has("bed", "back"), Has("desk", "front")), ()),
        ("I am about to leave the room through the red door", (Doing("red door"),), ()),
        ("I want to sit on the sofa by the window", (Doing("sofa by the window"),), ()),
        ("I am reading in bed, the lamp on my left is still warm", (At("on", "bed"), Has("lamp", "left")), ()),
        ("I walked over to the shelf to pick a book", (Doing("shelf"),), ()),
        ("I washed my hair, my students are laughing", (), ("my students are laughing",)),
        ("I just put my cup on the table", (At("at", "table"), Facing("table")), ()),
        ("I am looking for a shirt in the wardrobe", (At("at", "wardrobe"), Facing("wardrobe")), ()),
        ("I open the wardrobe", (At("at", "wardrobe"), Facing("wardrobe")), ()),
        ("Throwing paper in the bin, still facing it", (At("at", "trash can"), *[Facing("trash can")] * 2), ()),
        ("Looking at myself in the bathroom mirror", (Facing("bathroom mirror"),), ()),
        ("On the mat, ready to step into the tub", (At("on", "mat"), Facing("tub")), ()),
        ("In the armchair with the tv next to me on the left", (At("on", "armchair"), Has("tv", "left")), ()),
        ("A picture is on the wall to my left", (Has("picture", "left"),), ()),
        ("Doing the dishes, the window in front of me", (At("at", "kitchen sink"), Has("window", "front")), ()),
        ("I am wiping the window", (Doing("window"),), ()),
        ("I am cleaning the mini fridge very carefully", (Doing("mini fridge"),), ()),
        ("I washed my hands in the sink", (At("on", "sink"),), ()),  # which is grounded as at it
        ("I took a seat at the table", (At("at", "table", seated=True),), ()),
        ("I relaxed in bed, the dresser in front of me", (At("on", "bed"), Has("dresser", "front")), ()),
        ("I stopped whistling", (), ("stopped whistling",)),
        ("Walking towards the window", (Facing("window"),), ()),
        ("I am leaving the room", (Facing("door"),), ()),
        ("Standing between two round tables", (At("between", "round tables", "round tables"),), ()),
        ("Standing by and facing the desk with a chair under it", (Facing("desk"),), ()),
        ("Facing a door, there is a rope to my left on the ground", (Facing("door"), Has("rope", "left")), ()),
        ("On the bed with a bag by my left foot", (At("on", "bed"), Has("bag", "left")), ()),
        ("In bed, there is a desk and a bin behind me", (At("on", "bed"), Has("desk", "back"), Has("bin", "back")), ()),
        ("On a chair, there is a table with some chairs behind me", (At("on", "chair"), Has("table", "back")), ()),
        ("My back is leaning on the shelf", (Has("shelf", "back"),), ()),
        ("Washing my face at the sink", (At("at", "bathroom sink"), Facing("sink")), ()),
        ("I stand at the foot of the bed", (At("at", "bed", part="foot"),), ()),
        ("Sitting on the left side of the couch", (At("on", "couch", part="left"),), ()),
        ("I am at the end of the couch next to the lamp", (At("at", "couch", part="end", by="lamp"),), ()),
        ("Standing in the corner of the room next to the fridge", (At("corner", "room", by="fridge"),), ()),
        ("I am facing the wall with the picture", (Facing("picture", wall="same"),), ()),
        ("I am looking at the wall opposite the door", (Facing("door", wall="opposite"),), ()),
        ("I stand with my back to the wall with the tv", (Has("tv", "back"),), ()),
    ],
)  # fmt: skip
def test_clauses_are_read(text: str, clauses: tuple, unread: tuple) -> None:
    said = read_situation(text)
    assert (said.clauses, said.unread) == (clauses, unread)


@pytest.mark.parametrize(
    ("text", "angle_deg"),
    [
        ("I sat on the bed and have turned around", 180.0),
        ("I was at the sink and have now turned a full 180 degrees", 180.0),
        ("Standing at the sink I made a half turn", 180.0),
        ("I am at the sink and turned to the left", 90.0),
        ("Standing at the sink. Turn right by 90 degrees", -90.0),
        ("I sit at the desk and spin round so that the bed is in front of me", 0.0),  # told as it is after the turn
        ("I am facing the sink", 0.0),
    ],
)
def test_a_turn_is_kept_for_the_end(text: str, angle_deg: float) -> None:
    said = read_situation(text)
    assert math.degrees(said.turned_rad) == pytest.approx(angle_deg)
    assert not said.unread


@pytest.mark.parametrize(
    ("text", "position", "heading_deg"),
    [
        ("I am sitting on the sofa.", (0.0, 3.0), -90.0),  # where its front looks
        ("I am sitting on the sofa, facing the bed.", (0.0, 3.0), -143.1),  # atan2(-3, -4)
        ("I am facing the table.", (0.0, 0.0), 0.0),
        ("I am facing away from the table.", (0.0, 0.0), 180.0),
        ("I am standing in front of the sofa, facing it.", (0.0, 2.0), 90.0),  # 0.5 m before its surface at y = 2.5
        ("I am standing with my back to the sofa.", (0.0, 2.0), -90.0),
        ("I am standing in front of the sofa with my back to it.", (0.0, 2.0), -90.0),
        ("I am standing between the table and the bed, facing the sofa", (-0.5, 0.0), 80.5),  # atan2(3, 0.5)
        ("I am lying on the bed with the sofa on my left", (-4.0, 0.0), -53.1),  # the sofa is at 36.9°, less 90°
        ("I was sitting on the sofa and have turned around", (0.0, 3.0), 90.0),
        ("My back is turned to the sofa and I look at the table", (0.0, 2.0), -33.7),  # atan2(-2, 3)
        ("Curled up on the sofa to read, facing into the room", (0.0, 3.0), -90.0),
        ("I am facing a table with a cup on it", (0.0, 0.0), 0.0),
        ("I'm sitting on the sofa in the usual way", (0.0, 3.0), -90.0),
        ("I am on the sofa lacing up my boots", (0.0, 3.0), -90.0),
        ("I lie on the sofa on the back, my head is at the wall with the picture", (0.0, 3.0), -90.0),
        ("I've just woken up on the sofa, all cosy", (0.0, 3.0), -90.0),
        ("I am standing in front of the sofa and look on it", (0.0, 2.0), 90.0),
        ("My back's to the sofa and I am looking across the room", (0.0, 2.0), -90.0),
        ("I am standing in front of the sofa, facing it, and there is a sofa next to me", (0.0, 2.0), 90.0),
    ],
)
def test_the_viewpoint_is_where_the_words_put_it(text: str, position: tuple, heading_deg: float) -> None:
    described = describe_viewpoint(scene(), text)
    assert described.viewpoint.position[:2] == pytest.approx(position, abs=0.05)
    turned = (described.viewpoint.heading_rad - math.radians(heading_deg) + math.pi) % (2 * math.pi) - math.pi
    assert abs(turned) < math.radians(8.0), math.degrees(described.viewpoint.heading_rad)


def test_sides_tell_two_chairs_apart() -> None:
    """Facing the bed (-4, 0) from chair 5 (0, -2) or chair 6 (0, -4), the sofa is on the right of both and the table
    behind both; chair 6 is on the left of who sits on chair 5, and nobody's else."""
    with pytest.raises(SituationError, match="more than one chair"):
        describe_viewpoint(scene(), "I am sitting on a chair, facing the bed.")
    described = describe_viewpoint(scene(), "I am sitting on a chair, facing the bed, and a chair is on my left.")
    assert described.viewpoint.position[:2].tolist() == [0.0, -2.0]
    assert set(described.object_ids) == {5, 6, 7}


def test_the_same_words_do_not_depend_on_where_the_robot_looks() -> None:
    text = "I am sitting on the sofa, facing the bed."
    a, b = (describe_viewpoint(scene(heading_rad=h), text).viewpoint for h in (0.0, 2.0))
    assert a.heading_rad == b.heading_rad


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I am sitting on the fridge.", "I know no 'fridge'"),
        ("I am sitting on the red sofa.", "no sofa here is known to be red"),
        ("I am standing next to the sofa.", "does not say which way you look"),
        ("I am sitting on the sofa with the bed on my left.", "no place that fits"),  # the bed is on its right
        ("I am standing in front of the sofa, facing it, and there is a chair next to me", "no place that fits"),
        ("blah blah blah", "did not understand"),
        ("I am upstairs, facing the table", "did not understand 'upstairs'"),
        ("I have just come into the bathroom.", "no room 'bathroom'"),
        ("I am sitting on the sofa in the bedroom", "I know no 'sofa' in the bedroom"),
    ],
)
def test_what_cannot_be_grounded_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SituationError, match=reason):
        describe_viewpoint(scene(), text)


def test_what_was_not_needed_and_not_understood_is_reported() -> None:
    described = describe_viewpoint(scene(), "I am sitting on the sofa, all ears, humming a tune")
    assert described.unread == ("all ears", "humming a tune")


def test_who_has_just_come_in_looks_into_the_room() -> None:
    index = np.full((8, 16), -1)
    index[:, :7], index[:, 9:] = 0, 1  # hall and kitchen with a wall of 0.5 m between them at x = 2
    plan = FloorPlan(
        0.25, np.zeros(2), index >= 0, index, ("hall", "kitchen"),
        (Door(("hall", "kitchen"), np.array([2.0, 1.0]), 0.9),),
    )  # fmt: skip
    rooms = tuple(
        RoomNode(name, thing(0, name, x, 1, 0, 1.75, 2, 2.5).box) for name, x in (("hall", 0.9), ("kitchen", 3.1))
    )
    graph = SceneGraph((thing(1, "stove", 3.5, 1.0, 0, 0.6, 0.6, 0.9),), (), rooms, floor_plan=plan)
    into = describe_viewpoint(scene(graph), "I have just come into the kitchen through the door from the hall")
    assert into.viewpoint.position[:2] == pytest.approx([2.6, 1.0])
    assert into.viewpoint.heading_rad == pytest.approx(0.0)
    back = describe_viewpoint(scene(graph), "I have just walked into the hall")
    assert back.viewpoint.position[:2] == pytest.approx([1.4, 1.0])
    assert abs(back.viewpoint.heading_rad) == pytest.approx(math.pi)


    for words in ("I have just come in through the front door", "I walk out of the kitchen into the hallway"):
        outside = Door(("", "hall"), np.array([0.0, 1.0]), 0.9)
        home = dataclasses.replace(plan, doors=(*plan.doors, outside) if "front" in words else plan.doors)
        inside = describe_viewpoint(scene(dataclasses.replace(graph, floor_plan=home)), words).viewpoint
        assert inside.position[:2] == pytest.approx([0.6 if "front" in words else 1.4, 1.0])  # 0.6 m into the hall


def test_who_is_at_a_thing_that_people_face_stands_before_it() -> None:
    """The sink at (0, 4) faces the asker, 0.6 m deep: one stands at y = 4 - 0.3 - 0.5 and looks at it."""
    sink = thing(0, "sink", 0, 4, 0.6, 0.6, 0.6, 0.3, front=(0.0, -1.0))
    mirror = thing(1, "mirror", 0, 4.4, 1.2, 0.6, 0.02, 0.8)
    bed = thing(2, "bed", -4, 3.2, 0, 2.0, 1.4, 0.5)
    graph = SceneGraph((sink, mirror, bed))
    for words in ("I am washing my hands at the sink", "I am at the sink looking into the mirror"):
        seen = describe_viewpoint(scene(graph), words).viewpoint
        assert seen.position[:2] == pytest.approx([0.0, 3.2])
        assert seen.heading_rad == pytest.approx(math.pi / 2)
    away = describe_viewpoint(scene(graph), "I am at the sink facing away from the mirror").viewpoint
    assert math.sin(away.heading_rad) < 0.0


def walled_room(*things: ObjectNode) -> SceneGraph:
    """A room of 6 m by 4 m, x 0 … 6, y 0 … 4, with walls around it."""
    index = np.full((24, 32), -1)  # cells of 0.25 m, from (-1, -1)
    index[4:20, 4:28] = 0
    plan = FloorPlan(0.25, np.array([-1.0, -1.0]), index >= 0, index, ("hall",))
    rooms = (RoomNode("hall", Box(np.array([3.0, 2.0, 1.25]), np.array([6.0, 4.0, 2.5]))),)
    return SceneGraph(things, (), rooms, floor_plan=plan)


BENCH = thing(1, "bench", 5.7, 2.0, 0, 0.4, 1.2, 0.45)  # its long side is 0.1 m before the wall at x = 6
CORNER_BENCH = thing(1, "bench", 5.35, 3.7, 0, 1.2, 0.4, 0.45)  # its end is nearer to a wall than its back: 0.05, 0.1 m
STOOL = thing(1, "stool", 3.0, 0.3, 0, 0.4, 0.4, 0.45)  # 0.1 m before the wall at y = 0


@pytest.mark.parametrize(
    ("seat", "heading_deg"), [(BENCH, 180.0), (CORNER_BENCH, -90.0), (STOOL, 90.0)], ids=["wall", "end", "square"]
)
@pytest.mark.parametrize("outlines_only", [False, True])
def test_who_has_the_back_to_the_wall_looks_away_from_it(
    seat: ObjectNode, heading_deg: float, outlines_only: bool
) -> None:
    graph = walled_room(seat)
    graph = dataclasses.replace(graph, floor_plan=None) if outlines_only else graph
    seen = describe_viewpoint(scene(graph), f"I am sitting on the {seat.category} with my back to the wall").viewpoint
    assert math.degrees(seen.heading_rad) % 360 == pytest.approx(heading_deg % 360)
    assert seen.position[:2] == pytest.approx(seat.box.center[:2])


@pytest.mark.parametrize(
    "seat",
    [
        thing(1, "stool", 3.0, 2.0, 0, 0.4, 0.4, 0.45),  # in the middle of the room
        thing(1, "stool", 5.7, 3.7, 0, 0.4, 0.4, 0.45),  # in the corner: either wall
    ],
    ids=["middle", "corner"],
)
def test_a_wall_that_is_not_clearly_at_the_back_is_refused(seat: ObjectNode) -> None:
    with pytest.raises(SituationError, match="no wall that is clearly at your back"):
        describe_viewpoint(scene(walled_room(seat)), "I am sitting on the stool with my back to the wall")


@pytest.mark.parametrize(("x", "y", "heading_deg"), [(0.5, 2.0, 0.0), (3.0, 3.5, -90.0)])
def test_who_stands_with_the_back_to_the_wall_turns(x: float, y: float, heading_deg: float) -> None:
    here = SituatedScene(walled_room(), Viewpoint(np.array([x, y, 0.0]), 1.0))
    seen = describe_viewpoint(here, "I am standing with my back to the wall").viewpoint
    assert math.degrees(seen.heading_rad) == pytest.approx(heading_deg, abs=3.0)
    corner = SituatedScene(walled_room(), Viewpoint(np.array([0.5, 0.5, 0.0]), 1.0))
    with pytest.raises(SituationError, match="no wall"):
        describe_viewpoint(corner, "I am standing with my back to the wall")


def test_nobody_stands_in_the_next_room_behind_a_thing_at_a_wall() -> None:
    """The sofa's back at y = 0.1 is before the wall at y = 0; 0.5 m behind it lies the kitchen, below y = -0.25."""
    sofa = thing(1, "sofa", 3.0, 0.6, 0, 2.0, 1.0, 0.8, front=(0.0, 1.0), room="hall")
    room = walled_room(sofa)
    index = np.array(room.floor_plan.room_index)
    index[:3, 4:28] = 1
    plan = FloorPlan(0.25, np.array([-1.0, -1.0]), index >= 0, index, ("hall", "kitchen"))
    graph = dataclasses.replace(room, floor_plan=plan)
    with pytest.raises(SituationError, match="no place behind the sofa"):
        describe_viewpoint(scene(graph), "I am standing behind the sofa")
    before = describe_viewpoint(scene(graph), "I am standing in front of the sofa").viewpoint
    assert before.position[:2] == pytest.approx([3.0, 1.6])


def test_who_sits_at_a_table_sits_on_one_of_its_seats() -> None:
    """Chairs at x = -1 and 1 look at the table between them; the sofa at y = 2 is too far away to sit at it. The
    picture hangs behind the chair at x = 1, the window is on the right of who sits there, and on the left of who sits
    on the other one."""
    table = thing(0, "table", 0, 0, 0, 1.0, 1.0, 0.8)
    chairs = (thing(1, "chair", -1, 0, 0, 0.5, 0.5, 0.9), thing(2, "chair", 1, 0, 0, 0.5, 0.5, 0.9, front=(-1.0, 0.0)))
    sofa = thing(3, "sofa", 0, 2, 0, 2.0, 1.0, 0.8, front=(0.0, -1.0))
    picture = thing(4, "picture", 3, 0.2, 1.4, 0.02, 0.8, 0.6)
    window = thing(5, "window", 0.5, 4, 1.0, 1.0, 0.1, 1.0)
    here = scene(SceneGraph((table, *chairs, sofa, picture, window)))
    for words, x in (("my back to the picture", 1.0), ("the window on my left", -1.0), ("the window on my right", 1.0)):
        described = describe_viewpoint(here, f"I am sitting at the table with {words}").viewpoint
        assert described.position[:2] == pytest.approx([x, 0.0]), words
        assert math.cos(described.heading_rad) == pytest.approx(-x)
    with pytest.raises(SituationError, match="more than one chair"):
        describe_viewpoint(here, "I am sitting at the table")


BEDS = (
    thing(1, "bed", 1, 1, 0, 1.0, 2.0, 0.5, front=(0.0, 1.0), room="bedroom"),
    thing(2, "bed", 7, 1, 0, 1.0, 2.0, 0.5, front=(1.0, 0.0), room="guest room"),
    thing(3, "stove", 7, 3, 0, 0.6, 0.6, 0.9, front=(0.0, -1.0), room="guest room"),
    thing(4, "lamp", 1.2, 3, 0, 0.3, 0.3, 1.5, room="bedroom"),
    thing(5, "lamp", 3, 3, 0, 0.3, 0.3, 1.5, room="bedroom"),
)
BEDROOMS = (
    RoomNode("bedroom", Box(np.array([2.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
    RoomNode("guest room", Box(np.array([7.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
)


def asked_at(x: float) -> SituatedScene:
    return SituatedScene(SceneGraph(BEDS, (), BEDROOMS), Viewpoint(np.array([x, 2.0, 0.0]), 0.0))


def test_the_bed_is_that_of_the_room_that_the_asker_is_in() -> None:
    words = "I sit up in bed leaning on the headboard"
    assert describe_viewpoint(asked_at(2.0), words).object_ids == (1,)
    assert describe_viewpoint(asked_at(7.0), words).object_ids == (2,)
    with pytest.raises(SituationError, match="more than one bed"):
        describe_viewpoint(asked_at(4.5), words)  # between the rooms


def test_who_faces_what_is_in_another_room_does_not_stand_here() -> None:
    for words in ("I am cooking, facing the stove", "I am cooking", "I am facing the stove"):
        seen = describe_viewpoint(asked_at(2.0), words).viewpoint
        assert seen.position[:2] == pytest.approx([7.0, 2.2])  # 3 - 0.3 - 0.5
        assert math.degrees(seen.heading_rad) == pytest.approx(90.0)


def test_what_is_at_a_side_is_in_the_room_of_the_asker() -> None:
    """Who sits on the bed of the bedroom looks along y: the stove of the guest room is on the right, behind a wall."""
    assert describe_viewpoint(asked_at(2.0), "I sit on the bed with a lamp in front of me").object_ids == (1, 4)
    with pytest.raises(SituationError, match="no place that fits"):
        describe_viewpoint(asked_at(2.0), "I sit on the bed in the bedroom with the stove on my right")


def test_a_thing_beside_another_is_told_by_it() -> None:
    at = asked_at(2.0)
    lamp = describe_viewpoint(at, "I am standing between the lamp by the bed and the stove, facing the stove")
    assert lamp.object_ids[0] == 4  # 0.9 m from the bed in the bedroom; the other lamp is 2.0 m away


def test_what_is_looked_at_in_front_of_a_seat_lies_before_it() -> None:
    """The bed looks along y: the lamp at (1.2, 3) is before it, the lamp at (3, 3) is 45° to the right."""
    words = "Lying in the bed in the bedroom, I look at the {} in front of me"
    assert describe_viewpoint(asked_at(2.0), words.format("lamp by the bed")).object_ids == (1, 4)
    with pytest.raises(SituationError, match="no place that fits"):
        describe_viewpoint(asked_at(2.0), words.format("stove"))


def test_a_turn_that_was_not_understood_is_not_left_out() -> None:
    with pytest.raises(SituationError, match="did not understand 'half turned to the window'"):
        describe_viewpoint(scene(), "I am sitting on the sofa, half turned to the window")
    stays = describe_viewpoint(scene(), "I am on the sofa, half turned to the window", heading_needed=False)
    assert stays.unread == ("half turned to the window",)


def test_the_sink_of_the_room_that_is_named_is_meant() -> None:
    sinks = tuple(
        thing(i, "sink", x, 3.5, 0.6, 0.6, 0.6, 0.3, front=(0.0, -1.0), room=room.name)
        for i, (x, room) in enumerate(zip((1.0, 7.0), BEDROOMS, strict=True))
    )
    here = SituatedScene(SceneGraph(sinks, (), BEDROOMS), Viewpoint(np.array([2.0, 2.0, 0.0]), 0.0))
    seen = describe_viewpoint(here, "I am in the guest room, standing at the sink").viewpoint
    assert seen.position[:2] == pytest.approx([7.0, 2.7])  # 3.5 - 0.3 - 0.5


def test_a_room_may_be_told_before_its_thing_by_any_of_its_names() -> None:
    """Mirrors on the far walls of a bathroom and of a corridor; who looks into the hallway mirror is at the latter."""
    rooms = tuple(dataclasses.replace(r, name=n) for r, n in zip(BEDROOMS, ("bathroom", "corridor"), strict=True))
    mirrors = tuple(
        thing(i, "mirror", x, 3.95, 0.6, 0.1, 1.0, 1.5, front=(0.0, -1.0), room=place.name)
        for i, (x, place) in enumerate(zip((1.0, 7.0), rooms, strict=True))
    )
    here = SituatedScene(SceneGraph(mirrors, (), rooms), Viewpoint(np.array([2.0, 2.0, 0.0]), 0.0))
    assert describe_viewpoint(here, "I am checking my outfit in the hallway mirror").object_ids == (1,)


@pytest.mark.parametrize(("name", "faced"), [("aquarium", True), ("zorb", True), ("couch", False), ("bench", False)])
def test_what_nobody_rests_on_is_seen_by_who_faces_it(name: str, faced: bool) -> None:
    assert as_faced(thing(0, name, 0.0, 0.0, 1.0, 0.4, 0.5, 0.5, front=(1.0, 0.0))) is faced
    assert not as_faced(thing(0, name, 0.0, 0.0, 1.0, 0.4, 0.5, 0.5))


def test_who_handles_a_thing_stands_at_it_where_it_is_known() -> None:
    """The sofa looks to -y: who dusts it, the lamp of the room at nothing, stands before it and looks at it."""
    dusting = describe_viewpoint(scene(), "I am dusting the sofa.")
    assert dusting.object_ids[0] == 0
    with pytest.raises(SituationError, match="which way you look"):
        describe_viewpoint(scene(), "I am packing my rucksack.")
    elsewhere = describe_viewpoint(scene(), "I am sitting on the sofa, wiping the table.")
    assert elsewhere.object_ids == (0,)


def test_a_heading_that_is_not_needed_stays() -> None:
    described = describe_viewpoint(scene(heading_rad=1.0), "I am standing next to the sofa.", heading_needed=False)
    assert described.viewpoint.heading_rad == pytest.approx(1.0)
    assert described.object_ids == (0,)


def test_hostile_situations_are_read_in_little_time() -> None:
    """The patterns are linear up to a cap on a clause's length: counted in steps of a fixed input, not in seconds."""
    for text in ("standing " * 222, "are " * 500, "the table on my left " * 95, "a and " * 330, "x" * 2000):
        read_situation(text[:2000])
