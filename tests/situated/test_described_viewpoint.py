"""Situations in words, in a room whose answers fit in the head: see hand_made_room.py. The asker is at the origin."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_made_room import room_graph, thing

from situated_qa.errors import SituationError
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.described_viewpoint import describe_viewpoint
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_words import At, Entered, Facing, Has, read_situation
from situated_qa.situated.viewpoint import Viewpoint


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
        ("I am facing the sink while humming a tune", (Facing("sink"),), ("humming a tune",)),
        ("I am cooking at the stove, facing it", (At("at", "stove"), Facing("stove")), ()),
        ("Lying on my back in bed, head at the headboard", (At("on", "bed"),), ()),
        ("Sitting on the sofa with my back to the wall", (At("on", "sofa"),), ()),
        ("I have just walked into the hall from the kitchen", (Entered("hall", "kitchen"),), ()),
        ("I step out of the kitchen into the hall", (Entered("hall", "kitchen"),), ()),
        ("I came in through the front door", (Entered(""),), ()),
        ("I am standing in the kitchen doorway", (Entered("kitchen"),), ()),
    ],
)  # fmt: skip
def test_clauses_are_read(text: str, clauses: tuple, unread: tuple) -> None:
    said = read_situation(text)
    assert (said.clauses, said.unread) == (clauses, unread)


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
        ("blah blah blah", "did not understand"),
        ("I am singing, facing the table", "did not understand 'singing'"),
        ("I have just come into the bathroom.", "no room 'bathroom'"),
        ("I am sitting on the sofa in the bedroom", "I know no 'sofa' in the bedroom"),
    ],
)
def test_what_cannot_be_grounded_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SituationError, match=reason):
        describe_viewpoint(scene(), text)


def test_what_was_not_needed_and_not_understood_is_reported() -> None:
    described = describe_viewpoint(scene(), "I am sitting on the sofa, humming a tune")
    assert described.unread == ("humming a tune",)


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


def test_a_heading_that_is_not_needed_stays() -> None:
    described = describe_viewpoint(scene(heading_rad=1.0), "I am standing next to the sofa.", heading_needed=False)
    assert described.viewpoint.heading_rad == pytest.approx(1.0)
    assert described.object_ids == (0,)


def test_hostile_situations_are_read_in_little_time() -> None:
    """The patterns are linear up to a cap on a clause's length: counted in steps of a fixed input, not in seconds."""
    for text in ("standing " * 222, "are " * 500, "the table on my left " * 95, "a and " * 330, "x" * 2000):
        read_situation(text[:2000])
