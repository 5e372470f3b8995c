"""Situations in words, in a room whose answers fit in the head: see hand_made_room.py. The asker is at the origin."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_drawn_home import BEDROOM_DOOR, KITCHEN_DOOR, home_graph
from hand_made_room import room_graph, thing

from situated_qa.errors import SituationError
from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door, FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.described_viewpoint import Described, describe_viewpoint, ground
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_language import parsed
from situated_qa.situated.viewpoint import Viewpoint, as_faced


def located(scene: SituatedScene, words: str) -> Described:
    """Where a situation, or the reading of one, puts somebody."""
    return ground(scene, parsed(words)) if "(" in words else describe_viewpoint(scene, words)


def scene(graph: SceneGraph | None = None, heading_rad: float = 0.0) -> SituatedScene:
    return SituatedScene(graph or room_graph(), Viewpoint(np.zeros(3), heading_rad))


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
        ('on("sofa"), turned("around")', (0.0, 3.0), 90.0),
        ('has("sofa", "back"), facing("table")', (0.0, 2.0), -33.7),  # atan2(-2, 3)
        ('on("sofa"), facing()', (0.0, 3.0), -90.0),
        ('facing("table with a cup")', (0.0, 0.0), 0.0),
        ('on("sofa")', (0.0, 3.0), -90.0),
        ('has("sofa", "back"), facing()', (0.0, 2.0), -90.0),
        ('before("sofa"), facing("sofa"), has("sofa", "beside")', (0.0, 2.0), 90.0),
    ],
)
def test_the_viewpoint_is_where_the_words_put_it(text: str, position: tuple, heading_deg: float) -> None:
    described = located(scene(), text)
    assert described.viewpoint.position[:2] == pytest.approx(position, abs=0.05)
    turned = (described.viewpoint.heading_rad - math.radians(heading_deg) + math.pi) % (2 * math.pi) - math.pi
    assert abs(turned) < math.radians(8.0), math.degrees(described.viewpoint.heading_rad)


def test_sides_tell_two_chairs_apart() -> None:
    """Facing the bed (-4, 0) from chair 5 (0, -2) or chair 6 (0, -4), the sofa is on the right of both and the table
    behind both; chair 6 is on the left of who sits on chair 5, and nobody's else."""
    with pytest.raises(SituationError, match="more than one chair"):
        describe_viewpoint(scene(), "I am sitting on a chair, facing the bed.")
    described = located(scene(), 'on("chair"), facing("bed"), has("chair", "left")')
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
        ('before("sofa"), facing("sofa"), has("chair", "beside")', "no place that fits"),
        ("blah blah blah", "did not understand"),
        ("I am up at the top, facing the table", "did not understand 'up at the top'"),
        ("I have just come into the bathroom.", "no room 'bathroom'"),
        ('on("sofa in the bedroom")', "I know no 'sofa' in the bedroom"),
    ],
)
def test_what_cannot_be_grounded_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SituationError, match=reason):
        located(scene(), text)


def test_what_was_not_needed_and_not_understood_is_reported() -> None:
    described = describe_viewpoint(scene(), "I am sitting on the sofa, all ears")
    assert described.unread == ("all ears",)


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

    from_elsewhere = located(scene(graph), 'doorway("kitchen", "main room")').viewpoint  # no room of this map
    assert from_elsewhere.position[:2] == pytest.approx([2.6, 1.0])
    with pytest.raises(SituationError, match="I know no room 'attic'"):
        located(scene(graph), 'doorway("attic", "hall")')

    for words in ('has("front door", "back")', 'doorway("hallway", "kitchen")'):
        outside = Door(("", "hall"), np.array([0.0, 1.0]), 0.9)
        home = dataclasses.replace(plan, doors=(*plan.doors, outside) if "front" in words else plan.doors)
        inside = located(scene(dataclasses.replace(graph, floor_plan=home)), words).viewpoint
        assert inside.position[:2] == pytest.approx([0.6 if "front" in words else 1.4, 1.0])  # 0.6 m into the hall


def test_who_is_at_a_thing_that_people_face_stands_before_it() -> None:
    """The sink at (0, 4) faces the asker, 0.6 m deep: one stands at y = 4 - 0.3 - 0.5 and looks at it."""
    sink = thing(0, "sink", 0, 4, 0.6, 0.6, 0.6, 0.3, front=(0.0, -1.0))
    mirror = thing(1, "mirror", 0, 4.4, 1.2, 0.6, 0.02, 0.8)
    bed = thing(2, "bed", -4, 3.2, 0, 2.0, 1.4, 0.5)
    graph = SceneGraph((sink, mirror, bed))
    for words in ('at("sink")', 'uses("sink")', 'uses("sink"), facing("mirror")'):
        seen = located(scene(graph), words).viewpoint
        assert seen.position[:2] == pytest.approx([0.0, 3.2])
        assert seen.heading_rad == pytest.approx(math.pi / 2)
    away = located(scene(graph), 'at("sink"), away("mirror")').viewpoint
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
    for words, x in (('"picture", "back"', 1.0), ('"window", "left"', -1.0), ('"window", "right"', 1.0)):
        described = located(here, f'seat("table"), has({words})').viewpoint
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
    words = 'on("bed")'
    assert located(asked_at(2.0), words).object_ids == (1,)
    assert located(asked_at(7.0), words).object_ids == (2,)
    with pytest.raises(SituationError, match="more than one bed"):
        located(asked_at(4.5), words)  # between the rooms


def test_who_faces_what_is_in_another_room_does_not_stand_here() -> None:
    for words in ('uses("stove")', 'facing("stove")'):
        seen = located(asked_at(2.0), words).viewpoint
        assert seen.position[:2] == pytest.approx([7.0, 2.2])  # 3 - 0.3 - 0.5
        assert math.degrees(seen.heading_rad) == pytest.approx(90.0)


@pytest.mark.parametrize(
    ("text", "x", "door"),
    [
        ("I am standing in the middle of the hall, facing the kitchen", 3.75, KITCHEN_DOOR),
        ("I am standing in the middle of the hall, facing the bedroom", 3.75, BEDROOM_DOOR),
        ("I am standing in the middle of the hall, facing the door of the bedroom", 3.75, BEDROOM_DOOR),
        ("I am standing in the middle of the bedroom, facing the door", 5.375, BEDROOM_DOOR),
    ],
)
def test_who_faces_a_room_from_the_next_faces_its_door(text: str, x: float, door: np.ndarray) -> None:
    leaves = (thing(8, "door", *KITCHEN_DOOR, 0, 1.0, 0.04, 2.0), thing(9, "door", *BEDROOM_DOOR, 0, 1.0, 0.04, 2.0))
    home = SituatedScene(home_graph(more=leaves), Viewpoint(np.array([1.5, 2.6, 0.0]), 0.0))
    seen = describe_viewpoint(home, text).viewpoint
    towards = door - seen.position[:2]
    assert seen.position[0] == pytest.approx(x)
    assert seen.heading_rad == pytest.approx(math.atan2(towards[1], towards[0]))


def test_what_is_at_a_side_is_in_the_room_of_the_asker() -> None:
    """Who sits on the bed of the bedroom looks along y: the stove of the guest room is on the right, behind a wall."""
    assert describe_viewpoint(asked_at(2.0), "I sit on the bed with a lamp in front of me").object_ids == (1, 4)
    with pytest.raises(SituationError, match="no place that fits"):
        located(asked_at(2.0), 'on("bed in the bedroom"), has("stove", "right")')


def test_a_noun_phrase_of_more_words_is_what_the_reader_of_the_scene_says() -> None:
    at = dataclasses.replace(asked_at(2.0), read_things=lambda words: {"lamp by the bed": (4,)}.get(words, ()))
    assert located(at, 'between("lamp by the bed", "stove"), facing("stove")').object_ids[0] == 4
    assert located(at, 'at("stove next to the fridge"), facing("lamp by the bed")').object_ids == (3, 4)  # the only one
    with pytest.raises(SituationError, match="I know no 'lamp by the fridge'"):
        located(at, 'at("lamp by the fridge"), facing("stove")')


def test_a_turn_that_was_not_understood_is_not_left_out() -> None:
    for needed in (True, False):
        with pytest.raises(SituationError, match="did not understand 'half turned to the window'"):
            describe_viewpoint(scene(), "I am sitting on the sofa, half turned to the window", heading_needed=needed)


def test_the_sink_of_the_room_that_is_named_is_meant() -> None:
    sinks = tuple(
        thing(i, "sink", x, 3.5, 0.6, 0.6, 0.6, 0.3, front=(0.0, -1.0), room=room.name)
        for i, (x, room) in enumerate(zip((1.0, 7.0), BEDROOMS, strict=True))
    )
    here = SituatedScene(SceneGraph(sinks, (), BEDROOMS), Viewpoint(np.array([2.0, 2.0, 0.0]), 0.0))
    seen = located(here, 'on("guest room"), at("sink")').viewpoint
    assert seen.position[:2] == pytest.approx([7.0, 2.7])  # 3.5 - 0.3 - 0.5


def test_a_room_may_be_told_before_its_thing_by_any_of_its_names() -> None:
    """Mirrors on the far walls of a bathroom and of a corridor; who looks into the hallway mirror is at the latter."""
    rooms = tuple(dataclasses.replace(r, name=n) for r, n in zip(BEDROOMS, ("bathroom", "corridor"), strict=True))
    mirrors = tuple(
        thing(i, "mirror", x, 3.95, 0.6, 0.1, 1.0, 1.5, front=(0.0, -1.0), room=place.name)
        for i, (x, place) in enumerate(zip((1.0, 7.0), rooms, strict=True))
    )
    here = SituatedScene(SceneGraph(mirrors, (), rooms), Viewpoint(np.array([2.0, 2.0, 0.0]), 0.0))
    assert located(here, 'uses("hallway mirror")').object_ids == (1,)


@pytest.mark.parametrize(("name", "faced"), [("aquarium", True), ("zorb", True), ("couch", False), ("bench", False)])
def test_what_nobody_rests_on_is_seen_by_who_faces_it(name: str, faced: bool) -> None:
    assert as_faced(thing(0, name, 0.0, 0.0, 1.0, 0.4, 0.5, 0.5, front=(1.0, 0.0))) is faced
    assert not as_faced(thing(0, name, 0.0, 0.0, 1.0, 0.4, 0.5, 0.5))


def test_who_handles_a_thing_stands_at_it_where_it_is_known() -> None:
    """The sofa looks to -y: who dusts it, the lamp of the room at nothing, stands before it and looks at it."""
    dusting = located(scene(), 'uses("sofa")')
    assert dusting.object_ids[0] == 0
    with pytest.raises(SituationError, match="which way you look"):
        located(scene(), 'uses("rucksack")')
    elsewhere = located(scene(), 'on("sofa"), uses("table")')
    assert elsewhere.object_ids == (0,)


def test_a_heading_that_is_not_needed_stays() -> None:
    described = describe_viewpoint(scene(heading_rad=1.0), "I am standing next to the sofa.", heading_needed=False)
    assert described.viewpoint.heading_rad == pytest.approx(1.0)
    assert described.object_ids == (0,)


def test_a_thing_at_a_side_that_the_map_lacks_speaks_for_no_place() -> None:
    described = located(scene(), 'on("sofa"), has("aquarium", "left")')
    assert described.viewpoint.position[:2] == pytest.approx([0.0, 3.0])
    assert described.unread == ("aquarium",)
    with pytest.raises(SituationError, match="I know no 'aquarium'"):
        located(scene(), 'has("aquarium", "left")')  # which alone must tell the heading


def test_a_part_that_somebody_leans_on_is_left_out() -> None:
    """The map holds no headboard; the bed says where the asker is."""
    on_the_bed = located(scene(), 'on("bed"), facing("table")')
    leaning = located(scene(), 'at("headboard"), on("bed"), facing("table")')
    assert np.allclose(leaning.viewpoint.position, on_the_bed.viewpoint.position)
    assert leaning.viewpoint.heading_rad == pytest.approx(on_the_bed.viewpoint.heading_rad)
    assert "headboard" in leaning.unread
    with pytest.raises(SituationError, match="headboard"):
        located(scene(), 'at("headboard"), facing("table")')
