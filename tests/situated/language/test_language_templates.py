"""What people ask and today's reader gets wrong, and VSI-Bench's templates, each written by hand as an expression."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hand_made_room import thing

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.words import short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def living_room(heading_rad: float = 0.0) -> SituatedScene:
    """A room of 10 m × 8 m; the asker stands at its middle.

          y
    bed (0, 3)            tv (4, 3)
    shoes (1.5, 2.9)      door (4.9, 0)
    chair 4 (3, 1)        desk 6 (3, -3), facing -x
    couch (-4, 0), facing x, with two pillows
    desk 7 (-3, -3)       window (3, -4) in the wall, toilet paper (-2.6, -3)
    """
    linked = link_objects(
        [
            thing(0, "couch", -4, 0, 0, 1.0, 2.0, 0.8, front=(1.0, 0.0)),
            thing(1, "pillow", -4, 0.6, 0.8, 0.4, 0.4, 0.2),
            thing(2, "pillow", -4, -0.6, 0.8, 0.4, 0.4, 0.2),
            thing(3, "bed", 0, 3, 0, 1.4, 1.6, 0.5),
            thing(4, "chair", 3, 1, 0, 0.5, 0.5, 0.9),
            thing(5, "tv", 4, 3, 0, 0.2, 1.0, 1.2),
            thing(6, "desk", 3, -3, 0, 0.8, 1.6, 0.7, front=(-1.0, 0.0), color="white"),
            thing(7, "desk", -3, -3, 0, 1.6, 0.8, 0.7, color="brown"),
            thing(8, "window", 3, -3.95, 1.0, 1.0, 0.1, 1.0),
            thing(9, "window", 3, 3.95, 1.0, 1.0, 0.1, 1.0),
            thing(10, "shoes", 1.5, 2.2, 0, 0.3, 0.3, 0.15),
            thing(11, "shoes", -2, 3, 0, 0.3, 0.3, 0.15),
            thing(12, "door", 4.95, 0, 0, 0.1, 0.9, 2.0, attributes={"state": "open"}),
            thing(13, "computer tower", 3, -2.4, 0, 0.2, 0.3, 0.4),
            thing(14, "monitor", 3, -2.4, 0.9, 0.2, 0.4, 0.4, color="black"),
            thing(15, "monitor", -3, -3, 0.7, 0.2, 0.4, 0.4, color="white"),
            thing(16, "lamp", -4, 2.0, 0, 0.4, 0.4, 1.5, color="red"),
            thing(17, "lamp", 4.5, 0.9, 0, 0.4, 0.4, 1.5, color="blue"),
        ]
    )  # fmt: skip
    room = RoomNode("living room", Box(np.array([0.0, 0.0, 1.3]), np.array([10.0, 8.0, 2.6])))
    return SituatedScene(SceneGraph(linked.objects, linked.relations, (room,)), Viewpoint(np.zeros(3), heading_rad))


ISSUE = [
    # "the monitor that is above the computer tower", "the table that supports the ..."
    ('color(the("monitor", above(the("computer tower"))))', "black"),
    ('color(the("desk", carrying(the("monitor", color="white"))))', "brown"),
    # "the shoes between / in the center of the bed and the chair"
    ('distance(the("shoes", between(the("bed"), the("chair"))), the("bed"), how="center")', "1.7 m"),
    # "the desk that is farthest from the couch", "the desk close to the toilet paper"
    ('color(the("desk", farthest(the("couch"))))', "white"),
    ('color(the("desk", closest(the("couch"))))', "brown"),
    ('color(the("monitor", near(the("desk", color="brown"))))', "white"),
    # "facing the front of the desk, the window on its right": in front of it one looks along +x, right is -y
    ('position(the("window", right(before(the("desk", color="white")))))', "3.00, -3.95, 1.50"),
    ('position(the("window", left(before(the("desk", color="white")))))', "3.00, 3.95, 1.50"),
    # free references: nested, with looks
    ('color(the("lamp", closest(the("door", state="open"))))', "blue"),
    ('count(every("pillow", on(the("couch"))))', "2"),
    # "If I am standing by the tv and facing the bed, is the chair to my left, right or back?" Looking along -x at
    # (4, 3), the chair at (3, 1) is 1 m ahead and 2 m to the left.
    ('side(the("chair"), at(the("tv"), facing=the("bed")), ["left", "right", "back"])', "left"),
    # "If I walk to the couch and turn around, what is in front of me?" From the middle of the room one walks along -x;
    # after turning around one looks along +x at the door, as if facing the place where one stood.
    ('side(the("door"), turned(at(the("couch"), away=me), "around"))', "front"),
    ('side(the("door"), at(the("couch"), facing=me))', "front"),
    ('side(the("door"), at(the("couch"), away=me))', "back"),
    ('exists(every("bed", front(turned(at(the("couch"), away=me), "around"))))', "yes"),
    # "What do I see to my left, sitting on the couch?"
    ('name(every("lamp", left(at(the("couch")))))', "lamp"),
    # "Which of these is the closest to the lamp: the bed, the tv or the couch?"
    ('which(closest(the("lamp", color="red")), the("bed"), the("tv"), the("couch"))', "couch"),
    # sets and exclusions: "all but", "the other one", "both", "the row of"
    ('count(every("thing", but(every("window")), on(the("couch"))))', "2"),
    ('color(the("desk", but(the("desk", farthest(the("couch"))))))', "brown"),
    ('color(the("lamp", nth(2, closest(the("couch")))))', "blue"),
]  # fmt: skip

VSI_BENCH = [
    # "How many pillows are in this room?"
    ('count(every("pillow", in_room(here())))', "2"),
    # "Measuring from the closest point of each object, what is the distance between the couch and the tv (in meters)?"
    # From (-3.5, 1) to (3.9, 2.5).
    ('distance(the("couch"), the("tv"))', "7.6 m"),
    # "What is the length of the longest dimension of the couch, measured in centimeters?"
    ('measure(the("couch"), "longest", "cm")', "200 cm"),
    # "What is the size of this room (in square meters)?"
    ('measure(here(), "area")', "80.0 m²"),
    # "Measuring from the closest point of each object, which of these objects (...) is the closest to the tv?"
    ('which(closest(the("tv")), the("couch"), the("bed"), the("chair"), the("door"))', "chair"),
    # "If I am standing by the couch and facing the tv, is the bed to the left or the right of the tv?"
    # From (-4, 0) to (4, 3) is 20.6° left of +x; the bed at (0, 3) is 36.9° left.
    ('side(the("bed"), at(the("couch"), facing=the("tv")), ["left", "right"])', "left"),
    # "... is the chair to my left, right, or back? An object is to my back if I would have to turn at least 135°."
    ('side(the("chair"), at(the("bed"), facing=the("couch")), ["left", "right", "back"])', "left"),  # 109.4° left
    ('side(the("tv"), at(the("bed"), facing=the("couch")), ["left", "right", "back"])', "back"),  # 143.1°
    ('side(the("tv"), at(the("bed"), facing=the("chair")), ["left", "right", "back"])', "left"),  # 33.7° left
    ('side(the("tv"), at(the("chair"), facing=the("bed")), ["left", "right", "back"])', "right"),  # 82.9° right
    # "... to my front-left, front-right, back-left, or back-right?"
    ('side(the("tv"), at(the("bed"), facing=the("chair")), ["front-left", "front-right", "back-left", "back-right"])',
     "front-left"),
    ('side(the("couch"), at(the("bed"), facing=the("chair")), ["front-left", "back-left", "back-right"])',
     "back-right"),  # 109.4° right
    # "You are a robot beginning at the couch and facing the bed. You want to navigate to the chair. 1. Go forward until
    # the bed 2. [turn back | turn left | turn right] 3. Go forward until the chair."
    ('side(the("chair"), at(the("bed"), away=the("couch")), ["back", "left", "right"])', "right"),
    ('side(the("couch"), at(the("bed"), away=the("couch")), ["back", "left", "right"])', "back"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ISSUE + VSI_BENCH, ids=lambda item: str(item)[:80])
def test_the_answer_is_right_whichever_way_the_asker_looks(text, expected):
    """None of these depends on the asker's heading."""
    assert check(text) == []
    for heading_rad in (0.0, math.pi / 2, math.pi):
        scene = living_room(heading_rad)
        (value,) = evaluate(text, scene).values
        assert short(value, scene.graph) == expected, heading_rad


def test_a_walk_and_a_turn_move_the_viewpoint():
    """ "If I turn left, what is on my right?" is what is ahead now."""
    scene = living_room(0.0)
    ahead = evaluate('name(the("thing", front(me)))', scene).values[0]
    after = evaluate('name(the("thing", right(turned(me, "left"))))', scene).values[0]
    assert ahead.ids == after.ids
