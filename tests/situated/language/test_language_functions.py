"""Every function, by values worked out by hand in the hand-made room, seen from two headings.

At heading 0 the table is ahead, the sofa left, the chairs right and the bed behind; at heading π all of it is turned
around. What does not depend on the heading has one value.
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_drawn_home import home_graph
from hand_made_room import room_graph, situated, thing

from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.words import evidence, sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

AHEAD_IS_THE_TABLE = [
    ('count(every("chair", left(me)))', "0", "2"),
    ('count(every("chair", right(me)))', "2", "0"),
    ('exists(every("chair", left(me)))', "no", "yes"),
    ('name(the("thing", front(me)))', "table", "bed"),
    ('name(the("thing", behind(me)))', "bed", "table"),
    ('name(every("thing", left(me)))', "sofa", "chair"),
    ('count(every("thing", clock(9, me)))', "1", "2"),
    ('count(every("thing", clock(3, me)))', "2", "1"),
    ('count(every("chair", any_of(left(me), front(me))))', "0", "2"),
    ('count(every("chair", no(left(me))))', "2", "0"),
    ('holds(the("sofa"), left(me))', "yes", "no"),
    ('side(the("sofa"), me)', "left", "right"),
    ('side(the("bed"), me, ["left", "right"])', "neither", "neither"),
    ('name(the("thing", between(me, the("table"))))', "nothing", "nothing"),
    ('way(the("sofa"))', "left (9 o'clock), 2.5 m away", "right (3 o'clock), 2.5 m away"),
    ('side(the("bed"), me, ["ahead", "behind"])', "behind", "ahead"),
    ('side(the("bed"), me, ["in front of", "behind"])', "behind", "in front of"),
    ('side(the("table"), me, ["front-left", "back-right"])', "front-left", "back-right"),
    ('where(the("sofa"))', "to your left (9 o'clock), 2.5 m away", "to your right (3 o'clock), 2.5 m away"),
    ('where(the("bed"))', "in the bedroom, behind you (6 o'clock), 3.0 m away",
     "in the bedroom, in front of you (12 o'clock), 3.0 m away"),
    ('name(the("thing", leftmost(me)))', "sofa", "chair"),
    ('name(the("thing", rightmost(me)))', "chair", "sofa"),
    ('name(the("thing", nth(-1, leftmost(me))))', "chair", "sofa"),
    ('name(the("thing", front(turned(me, "around"))))', "bed", "table"),
    ('name(the("thing", front(turned(me, "left"))))', "sofa", "chair"),
    ('name(the("thing", front(turned(me, "right"))))', "chair", "sofa"),
    ('name(the("thing", front(turned(me, 90))))', "sofa", "chair"),
    ('name(the("thing", front(turned(me, -90))))', "chair", "sofa"),
    ('exists(every("bed", visible(me)))', "no", "yes"),
    ('exists(every("table", visible(me)))', "yes", "no"),
    # The table has no known front: left and right of it are as the asker sees them.
    ('side(the("sofa"), the("table"), ["left", "right"])', "left", "right"),
    ('side(the("sofa"), the("table"), ["left", "right"], turned(me, "around"))', "right", "left"),
    ('exists(every("bed", clock(6, the("table"))))', "yes", "no"),
    # The picture is the last thing ahead; behind, the room ends after 2 m, and the bed is in another one.
    ('name(every("thing", opposite(me)))', "picture", "nothing"),
    ('each(either(the("table"), the("sofa")), side(it, me))', "table: front; sofa: left", "table: back; sofa: right"),
    ('name(every("thing", such(distance(it, me) < 3), no(such(holds(it, left(me))))))',
     "chair, table, cup and lamp", "sofa, table, cup and lamp"),  # the bed is 3.0 m away
]  # fmt: skip

WHATEVER_THE_HEADING = [
    # The front of a table is towards the asker, wherever they look; the picture hangs beyond it.
    ('name(every("picture", behind(the("table"))))', "picture"),
    ('name(every("picture", front(the("table"))))', "none"),
    # The sofa looks 9 m along the room: chair 6 is the last thing there, 1.4 m behind chair 5.
    ('measure(every("chair", opposite(the("sofa"))), "height")', "1.2 m"),
    ('exists(every("table", opposite(the("sofa"))))', "no"),  # it stands beside
    ('name(every("thing", opposite(the("picture"))))', "nothing"),  # the table is 1.9 m away, the room 7 m long
    ('count(every("table", such(count(every("thing", on(it))) == 2)))', "1"),
    ('count(every("table", such(count(every("thing", on(it))) > 2)))', "0"),
    ('measure(the("chair", such(measure(it, "height") > 1)), "height")', "1.2 m"),
    ('each(rooms(), count(every("chair", in_room(there))))', "living room: 2; bedroom: 0"),
    ('each(rooms_with(every("bed")), measure(there, "area"))', "bedroom: 48.0 m²"),
    ('each(every("table"), name(every("thing", on(it))))', "table: cup and book"),
    ('count(every("chair"))', "2"),
    ('count(every("thing"))', "9"),  # 11 objects without floor and wall
    ('count(either(every("chair"), every("sofa"), every("bed")))', "4"),
    ('count(every("something to sit on"))', "3"),
    ('name(every("thing", on(the("table"))))', "cup and book"),
    ('name(every("thing", on(every("thing", below(the("lamp"))))))', "cup and book"),
    ('count(every("thing", on(the("wall"))))', "1"),
    ('name(the("thing", carrying(the("cup"))))', "table"),
    ('name(every("thing", above(the("table"))))', "lamp"),
    ('exists(every("table", below(the("lamp"))))', "yes"),
    ('exists(every("table", above(the("lamp"))))', "no"),
    ('exists(every("picture", higher(the("table"))))', "yes"),
    ('exists(every("picture", lower(the("table"))))', "no"),
    ('exists(every("bed", lower(the("lamp"))))', "yes"),
    ('exists(every("cup", inside(the("table"))))', "no"),
    ('name(every("thing", near(the("cup"))))', "table and book"),  # the lamp hangs 1.1 m above it
    ('exists(every("book", reach(the("cup"))))', "yes"),
    ('exists(every("thing", reach(me)))', "no"),
    ('exists(every("chair", near(me)))', "no"),  # 1.75 m away
    # The sofa faces -y: in front of it are the chairs, its own left is +x.
    ('count(every("chair", front(the("sofa"))))', "2"),
    ('exists(every("table", left(the("sofa"))))', "yes"),
    ('exists(every("bed", left(the("sofa"))))', "no"),
    ('exists(every("bed", right(the("sofa"))))', "yes"),
    ('side(the("table"), the("sofa"), ["left", "right"])', "left"),
    ('name(every("sofa", facing(me)))', "sofa"),
    ('exists(every("sofa", facing(the("chair"))))', "yes"),
    ('exists(every("sofa", facing(the("bed"))))', "no"),  # 53° off
    ('name(every("thing", in_room("bedroom")))', "bed"),
    ('name(every("thing", room="bedroom"))', "bed"),
    ('count(every("chair", but(the("chair", closest(me)))))', "1"),
    ('count(every("chair", among(every("chair", closest(me)))))', "2"),
    ('distance(the("chair", but(the("chair", closest(me)))), me)', "3.6 m"),
    ('name(the("thing", between(the("sofa"), the("chair", farthest(me)))))', "chair"),
    ('count(every("thing", between(every("chair"))))', "0"),
    ('distance(the("chair", between(me, the("chair", farthest(me)))), me)', "1.8 m"),  # at (0, -2) before (0, -4)
    ('count(every("thing", between(the("bed"), me)))', "0"),
    ('color(the("sofa", between(me, the("desk"))))', "no desk here"),
    ('color(the("sofa", between(me)))', "not known"),
    ('name(the("thing", closest(the("cup"))))', "table"),
    ('name(the("thing", farthest(the("bed"))))', "picture"),
    ('distance(the("chair", closest(the("sofa"))), me)', "1.8 m"),  # 2 - 0.25
    ('distance(the("chair", farthest(the("sofa"))), me)', "3.6 m"),  # 4 - 0.35
    ('distance(the("chair", nth(2, closest(me))), me)', "3.6 m"),
    ('name(the("thing", most("high")))', "lamp"),
    ('name(the("thing", most("large")))', "sofa"),  # 2 × 1 × 0.8 m; the bed has 1.4 m³
    ('name(the("thing", most("long")))', "sofa"),  # as long as the bed, and nearer
    ('name(the("thing", most("wide")))', "bed"),
    ('measure(the("chair", most("tall")), "height")', "1.2 m"),
    ('measure(the("chair", least("tall")), "height")', "0.9 m"),
    ('measure(the("bed"), "longest", "cm")', "200 cm"),
    ('measure(the("bed"), "shortest", "cm")', "50 cm"),
    ('measure(the("bed"), "width")', "1.4 m"),
    ('measure(the("bed"), "area")', "2.8 m²"),
    ('measure(the("bed"), "volume")', "1.4 m³"),
    ('measure(the("bed"), "area", "ft")', "30.1 ft²"),  # 2.8 / 0.0929
    ('measure(room("bedroom"), "area")', "48.0 m²"),
    ('measure(room("bedroom"), "longest")', "12.0 m"),
    ('measure(here(), "height")', "2.6 m"),
    ('distance(the("bed"), the("table"))', "5.5 m"),  # from x -3 to x 2.5
    ('distance(the("bed"), the("table"), "cm")', "550 cm"),
    ('distance(the("bed"), the("table"), how="center")', "7.0 m"),
    ('distance(the("bed"), the("table"), "yd", "center")', "7.7 yd"),
    ('distance(the("bed"), me)', "3.0 m"),
    ('distance(me, the("bed"), "ft")', "9.8 ft"),
    ('distance(room("bedroom"), me, "m", "center")', "4.2 m"),  # (-4, 0, 1.3)
    ('distance(the("sofa"), at(the("table"), facing=the("sofa")))', "3.2 m"),  # (3, 0) to (1, 2.5)
    ('position(the("bed"))', "-4.00, 0.00, 0.25"),
    ('color(the("sofa"))', "grey"),
    ('color(the("sofa"), ["blue", "gray"])', "gray"),
    ('color(the("cup"))', "red"),
    ('color(the("cup"), ["light", "dark"])', "red"),
    ('looks(the("cup"), "color", "red")', "yes"),
    ('looks(the("cup"), "color", "blue")', "no"),
    ('dimensions(the("sofa"))', "2.0 x 1.0 x 0.8 m"),
    ('material(the("table"))', "wooden"),
    ('material(the("table"), ["glass", "wood"])', "wood"),
    ('state(the("table"), ["tidy", "cluttered"])', "cluttered"),
    ('shape(the("sofa"), ["square", "rectangular"])', "rectangular"),
    ('looks(the("sofa"), "color", "grey")', "yes"),
    ('looks(the("sofa"), "color", "red")', "no"),
    ('looks(the("bed"), "color", "red")', "not known"),
    ('looks(the("table"), "material", "wood")', "yes"),
    ('looks(the("sofa"), "kind", "couch")', "yes"),
    ('dimensions(the("bed"))', "2.0 x 1.4 x 0.5 m"),
    ('dimensions(the("bed"), "cm")', "200 x 140 x 50 cm"),
    ('count(every("sofa", color="gray"))', "1"),
    ('count(every("table", material="wood"))', "1"),
    ('exists(every("cup", color="blue"))', "no"),
    ('same("color", the("sofa"), the("cup"))', "no"),
    ('same("kind", the("chair"), the("chair", farthest(me)))', "yes"),
    ('alike("size", every("chair"))', "no"),
    ('alike("kind", every("thing", on(the("table"))))', "no"),
    ('which(closest(the("table")), the("bed"), the("sofa"), the("lamp"))', "lamp"),
    ('which(most("tall"), the("sofa"), the("bed"))', "sofa"),
    ('which(with_most(every("thing")), the("table"), the("bed"))', "table"),  # the cup and the book
    ('which(with_fewest(every("thing")), the("table"), the("bed"))', "bed"),
    ('name(the("thing", with_most(every("lamp"), "above")))', "table"),  # above cup and book, too, which are farther
    ('ranked(closest(me), every("bed"), every("chair"), the("lamp"))', "chair, lamp and bed"),  # 1.8, 2.8 and 3.0 m
    ('ranked(most("tall"), the("bed"), the("table"), the("sofa"))', "table, sofa and bed"),
    ('count(every("sofa", having("color", "grey")))', "1"),
    ('exists(every("thing", having("kind", "couch"), color="grey"))', "yes"),
    ('name(every("thing", any_of(having("color", "red"), having("material", "wood"))))', "table and cup"),
    ('count(every("thing", no(having("kind", "chair"))))', "7"),
    ('ago(the("cup"))', "not known"),  # nothing in this room has stamps
    ('which(seen("first"), the("cup"), the("bed"))', "not known"),
    ('same("appearance", the("sofa"), the("cup"))', "no"),
    ('same("appearance", the("chair"), the("chair", farthest(me)))', "no"),  # 0.5 and 0.7 m wide
    ('first(which(closest(me), the("bed"), the("chair")), the("bed"))', "no"),
    ('first(which(closest(me), the("bed"), the("chair")), the("chair"))', "yes"),
    ('both(exists(every("bed")), exists(every("sofa")))', "yes"),
    ('both(exists(every("bed")), exists(every("desk")))', "no"),
    ('which_more("more", every("chair"), every("bed"))', "chair"),
    ('which_more("fewer", every("chair"), every("bed"))', "bed"),
    ('which_more("more", every("sofa"), every("bed"))', "the same number"),
    ('parity(count(every("chair")))', "even"),
    ('multiple(count(every("thing")), 3)', "yes"),
    ('common(every("thing", in_room("bedroom")), every("bed"))', "bed"),
    ('commonest(every("thing"))', "chair"),
    ('count(every("chair")) > count(every("bed"))', "yes"),
    ('count(every("chair")) - count(every("bed"))', "1"),
    ('difference(count(every("bed")), count(every("chair")))', "1"),
    ('difference(count(every("chair")), count(every("bed")))', "1"),
    ('count(every("bed")) - count(every("chair"))', "1 fewer"),
    ('is_it(parity(count(every("chair"))), "even")', "yes"),
    ('is_it(color(the("cup")), "blue")', "no"),
    ('exists(every("chair", visible(the("sofa"))))', "yes"),
    ('exists(every("sofa", visible(the("sofa"))))', "no"),  # nothing is seen from inside itself
    ('exists(every("bed", visible(room("bedroom"))))', "yes"),
    ('in_every_room(every("bed"))', "no"),
    ('in_every_room(either(every("bed"), every("sofa")))', "yes"),
    ('count(every("chair")) + 3 == 5', "yes"),
    ('count(every("thing")) - (count(every("chair")) - 1) == 8', "yes"),
    ('distance(the("bed"), me, "cm") > 2.5', "yes"),  # a plain number takes the unit of the other side
    ('distance(the("bed"), me, "ft") < measure(the("bed"), "length")', "no"),  # 3.0 m and 2.0 m
    ('distance(the("bed"), me, "cm") == distance(the("bed"), me)', "yes"),
    ("rooms()", "living room and bedroom"),
    ("count_rooms()", "2"),
    ('count_rooms("bedroom")', "1"),
    ('count_rooms("garage")', "0"),
    ("here()", "living room"),
    ('here(at(the("bed"), facing=the("sofa")))', "bedroom"),
    ('room_of(the("bed"))', "bedroom"),
    ('has_room("bedroom")', "yes"),
    ('has_room("garage")', "no"),
    ('in_same_room(the("bed"), the("bed"))', "yes"),
    ('rooms_with(every("bed"))', "bedroom"),
    ('rooms_without(every("bed"))', "living room"),
    ('room_with("most", every("bed"))', "bedroom"),
    ('pick_room("largest")', "living room"),
    ('pick_room("smallest", room("living room"), room("bedroom"))', "bedroom"),
    ('is_room(here(), room("living room"))', "yes"),
    ('name(marked())', "cup"),
    ('not_in_map("what time it is")', "not known"),
    # Views. At the table facing the sofa the bed is to the left, sitting on the sofa the table is.
    ('side(the("bed"), at(the("table"), facing=the("sofa")), ["left", "right"])', "left"),
    ('side(the("bed"), at(the("table"), away=the("sofa")), ["left", "right"])', "right"),
    ('side(the("table"), at(the("sofa")), ["left", "right"])', "left"),
    ('side(the("table"), before(the("sofa")), ["left", "right"])', "right"),
    ('side(the("table"), at(the("sofa"), facing=the("sofa")), ["left", "right"])', "right"),  # who is at it looks at it
    ('distance(before(the("sofa")), the("sofa"))', "0.5 m"),
    # with the back to the sofa, before it, the table is on the other side
    ('side(the("table"), at(the("sofa"), away=the("sofa")), ["left", "right"])', "left"),
    ('side(the("sofa"), middle("bedroom", facing=the("table")), ["left", "right"])', "left"),
    ('side(the("bed"), at(turned(me, "around"), facing=the("bed")))', "front"),
    ('side(the("table"), situation("I am sitting on the sofa"), ["left", "right"])', "left"),
    ('exists(every("sofa", visible(at(the("sofa")))))', "no"),  # somebody on the sofa does not see it
    ('exists(every("chair", visible(at(the("sofa")))))', "yes"),
    ('exists(every("table", visible(at(the("bed"), facing=the("table")))))', "yes"),  # the bed does not hide it
]  # fmt: skip


def answer(text: str, scene: SituatedScene) -> str:
    (value,) = evaluate(text, scene).values
    return short(value, scene.graph)


@pytest.mark.parametrize(("text", "ahead", "turned"), AHEAD_IS_THE_TABLE, ids=lambda item: str(item)[:80])
def test_what_depends_on_the_heading(text, ahead, turned):
    assert answer(text, situated(0.0)) == ahead
    assert answer(text, situated(math.pi)) == turned


@pytest.mark.parametrize(("text", "expected"), WHATEVER_THE_HEADING, ids=lambda item: str(item)[:80])
def test_what_does_not_depend_on_the_heading(text, expected):
    assert answer(text, situated(0.0, marked=2)) == expected
    assert answer(text, situated(math.pi, marked=2)) == expected


def at_home(heading_rad: float = 0.0, **more) -> SituatedScene:
    """The asker stands in the kitchen at (1.5, 2.625); the fridge is at (0.625, 1.75), the door to the hall below."""
    return SituatedScene(home_graph(**more), Viewpoint(np.array([1.5, 2.625, 0.0]), heading_rad))


HOME = [
    ('next_to_room("hall")', "bedroom and kitchen", "kitchen"),
    ('leads(room("hall"), room("bedroom"))', "yes", "no"),
    ('door_state(room("bedroom"))', "open", "closed"),
    ('door_state(room("kitchen"), room("hall"))', "open", "open"),
    ('doors_to(room("bedroom"))', "2", "no way"),
    ('next_room(room("bedroom"))', "hall", "no way"),
    ('reachable(the("bed"))', "yes", "no"),
    ('reachable(room("hall"))', "yes", "yes"),
    ('shorter_walk(every("fridge"), every("bed"))', "fridge", "fridge"),
    ('distance(room("hall"), me, how="walk") < distance(the("bed"), me, how="walk")', "yes", "no way"),
    ('side(the("fridge"), entering("kitchen"), ["left", "right"])', "left", "left"),
    ('side(the("bed"), entering("bedroom", "hall"), ["left", "right"])', "right", "right"),
    # The hall has two doors: one comes from the kitchen, where one is, and looks along -y; the bed lies along +x.
    ('side(the("bed"), entering("hall"), ["left", "right"])', "left", "left"),
]


@pytest.mark.parametrize(("text", "opened", "closed"), HOME, ids=lambda item: str(item)[:80])
def test_rooms_and_walks_depend_on_the_doors_and_not_on_the_heading(text, opened, closed):
    for heading_rad in (0.0, math.pi / 2):
        assert answer(text, at_home(heading_rad)) == opened
        assert answer(text, at_home(heading_rad, bedroom_open=False)) == closed


def test_a_way_starts_with_a_turn_from_the_heading():
    (south,) = evaluate('way(room("hall"))', at_home(-math.pi / 2)).values
    (north,) = evaluate('way(room("hall"))', at_home(math.pi / 2)).values
    assert south.text.startswith("go straight") and north.text.startswith("turn around")
    assert south.length_m == north.length_m == pytest.approx(1.25, abs=0.3)  # from y 2.625 to the doorway at 1.375


def test_between_two_of_one_noun_takes_what_stands_in_the_middle():
    row = [thing(k, kind, 2, y, 0, 0.4, 0.4, 0.8) for k, (kind, y) in enumerate(
        [("chair", -1.5), ("box", -0.7), ("basket", 0.0), ("chair", 1.5), ("bin", 3.0)])]  # fmt: skip
    linked = link_objects(row)
    scene = SituatedScene(SceneGraph(linked.objects, linked.relations), Viewpoint(np.zeros(3), 0.0))
    assert answer('name(every("thing", between(every("chair"))))', scene) == "basket and box"
    assert answer('name(the("thing", between(every("chair"))))', scene) == "basket"
    assert answer('name(the("thing", nth(0, leftmost(me))))', scene) == "basket"
    assert answer('name(the("thing", nth(2, leftmost(me))))', scene) == "chair"
    assert answer('name(the("thing", nth(2, rightmost(me))))', scene) == "box"


def test_looks_of_several_things_are_told_of_each():
    doors = [thing(k, "door", 2, k, 0, 0.1, 0.8, 2.0, attributes={"state": "closed" if k == 2 else "open"},
                   rgb=(250, 250, 250)) for k in range(3)]  # fmt: skip
    scene = SituatedScene(SceneGraph(doors), Viewpoint(np.zeros(3), 0.0))
    assert told('looks(every("door"), "state", "open")', scene) == "No, one of the doors is not open."
    assert told('looks(every("door"), "color", "white")', scene) == "Yes, all of the doors are white."
    assert told('state(every("door"))', scene) == "Of the doors, two are open and one is closed."
    assert told('color(every("door"))', scene) == "The doors are white."
    assert answer('state(every("door"))', scene) == "open and closed"
    unseen = SituatedScene(SceneGraph([*doors[:2], thing(3, "door", 2, 3, 0, 0.1, 0.8, 2.0)]), scene.viewpoint)
    assert told('state(every("door"))', unseen) == "The doors are open."
    assert evaluate('state(every("door"))', unseen).notes == ("the state of one more was not observed",)
    assert answer('looks(every("door"), "state", "open")', unseen) == "not known"
    assert answer('looks(every("door"), "state", "closed")', unseen) == "no"


def test_what_stands_on_an_inner_board_is_on_the_shelf_and_not_on_the_cabinet():
    for kind, on in (("bookcase", "yes"), ("shelf", "yes"), ("cabinet", "no")):
        linked = link_objects([thing(0, kind, 2, 0, 0, 0.4, 1.0, 2.0), thing(1, "cup", 2, 0, 0.9, 0.1, 0.1, 0.1)])
        scene = SituatedScene(SceneGraph(linked.objects, linked.relations), Viewpoint(np.zeros(3), 0.0))
        assert answer(f'exists(every("cup", on(the("{kind}"))))', scene) == on
        assert answer(f'exists(every("{kind}", carrying(the("cup"))))', scene) == on


def test_the_winner_among_several_of_a_kind_is_one_of_them():
    boxes = [thing(k, "box", 2, k, 0, 0.1 * (k + 1), 0.1, 0.2) for k in range(2)]
    scene = SituatedScene(SceneGraph(boxes), Viewpoint(np.zeros(3), 0.0))
    assert told('which(most("large"), every("box"))', scene) == "One box is the largest: 0.004 m³; one box: 0.002 m³."


def told(text: str, scene: SituatedScene) -> str:
    return sentence(evaluate(text, scene).values[0], scene.graph)


def test_every_function_is_tried_by_hand():
    written = " ".join(row[0] for row in (*AHEAD_IS_THE_TABLE, *WHATEVER_THE_HEADING, *HOME)) + "way( nth("
    written += "look("  # at pictures: tests/test_pipeline_looking.py
    written += "in_corner( along_wall( opposite_wall( at_part("  # tests/situated/test_corners.py
    written += "beyond( leading_to( door_towards( rooms_off("  # test_language_doors.py
    assert [name for name in functions() if f"{name}(" not in written] == []


def test_evidence_is_what_the_answer_rests_on():
    (value,) = evaluate('side(the("bed"), at(the("table"), facing=the("sofa")))', situated()).values
    assert evidence(value) == (7, 1, 0)
    (value,) = evaluate('count(every("thing", on(the("table"))))', situated()).values
    assert evidence(value) == (2, 3)


def test_names_come_nearest_first_or_in_the_order_of_a_superlative():
    scene = SituatedScene(room_graph(), Viewpoint(np.zeros(3), 0.0))
    assert answer('name(every("thing", front(me)))', scene).startswith("table")
    assert answer('name(every("thing", any_of(left(me), behind(me)), leftmost(me)))', scene) == "sofa and bed"
    assert answer('name(every("thing", any_of(left(me), behind(me)), rightmost(me)))', scene) == "bed and sofa"


def test_the_sides_of_a_thing_are_reported_with_whose_they_are():
    (own,) = evaluate('exists(every("table", left(the("sofa"))))', situated()).notes
    (mine,) = evaluate('exists(every("bed", behind(the("table"))))', situated()).notes
    assert own == "the sides of the sofa are meant as it faces itself"
    assert mine == "the sides of the table are meant as you see it, because I do not know which way it faces"


def test_left_of_a_stove_is_left_for_somebody_who_faces_it():
    """The stove looks along +x: who faces it looks along -x and has +y on the right. The couch's sides are its own."""
    boxes = (thing(1, "bin", 0, 1.0, 0, 0.3, 0.3, 0.3), thing(2, "pot", 0, -1.0, 0, 0.3, 0.3, 0.3))
    for kind, right_of_it in (("stove", 1), ("couch", 2)):
        reference = dataclasses.replace(thing(0, kind, 0, 0, 0, 0.6, 0.6, 0.9), front=(1.0, 0.0))
        for heading in (0.0, math.pi / 2):
            scene = SituatedScene(SceneGraph((reference, *boxes)), Viewpoint(np.array([-3.0, 0.5, 0.0]), heading))
            found = evaluate(f'position(the("thing", right(the("{kind}"))))', scene)
            assert found.values[0].ids == (right_of_it,)
            sides = evaluate(f'side(the("bin"), the("{kind}")), side(the("pot"), the("{kind}"))', scene)
            assert [value.name for value in sides.values] == (
                ["right", "left"] if kind == "stove" else ["left", "right"]
            )
    assert "the sides of the couch are meant as it faces itself" in found.notes


def test_in_front_of_a_table_is_the_side_towards_the_asker():
    """The asker at (-3, 0) looks along x; the table has no front. The bin at x = -1 is
    nearer, the pot at x = 1 beyond."""
    table = thing(0, "table", 0, 0, 0, 0.8, 0.8, 0.7)
    boxes = (thing(1, "bin", -1.0, 0, 0, 0.3, 0.3, 0.3), thing(2, "pot", 1.0, 0, 0, 0.3, 0.3, 0.3))
    for y in (0.0, -1.0):  # the line of sight counts, and not where the asker's nose points
        for heading in (0.0, 0.6):
            scene = SituatedScene(SceneGraph((table, *boxes)), Viewpoint(np.array([-3.0, y, 0.0]), heading))
            for side, id in (("front", 1), ("behind", 2)):
                for seen_by in ("", ", me"):
                    found = evaluate(f'position(the("thing", {side}(the("table"){seen_by})))', scene)
                    assert found.values[0].ids == (id,)
            sides = evaluate('side(the("bin"), the("table")), side(the("pot"), the("table"))', scene)
            assert [value.name for value in sides.values] == ["front", "back"]


def test_a_room_lies_on_a_side():
    """The kitchen lies towards -x and +y of who looks along -y: behind, and to the right."""
    scene = SituatedScene(home_graph(), Viewpoint(np.array([4.0, 0.6, 0.0]), -math.pi / 2))
    kitchen = evaluate('side(the("kitchen"), me, ["left", "right"])', scene).values[0]
    assert kitchen.name == "right"
    (hall,) = evaluate('side(the("hall"), me, ["left", "right"])', scene).values
    assert hall.text == "The hall is all around you."


def test_left_of_a_stove_as_the_asker_sees_it_is_the_askers():
    reference = dataclasses.replace(thing(0, "stove", 0, 0, 0, 0.6, 0.6, 0.9), front=(1.0, 0.0))
    boxes = (thing(1, "bin", 0, 1.0, 0, 0.3, 0.3, 0.3), thing(2, "pot", 0, -1.0, 0, 0.3, 0.3, 0.3))
    scene = SituatedScene(SceneGraph((reference, *boxes)), Viewpoint(np.array([-3.0, 0.0, 0.0]), 0.0))
    assert evaluate('position(the("thing", right(the("stove"), me)))', scene).values[0].ids == (2,)


@pytest.mark.parametrize(
    ("kind", "extents", "width"),
    [
        ("door", (0.09, 0.86, 2.03), 0.86),  # people measure it from side to side
        ("picture", (0.6, 0.03, 0.5), 0.6),
        ("wardrobe", (0.53, 2.17, 2.0), 0.53),
        ("book", (0.3, 0.2, 0.03), 0.2),  # it lies
        ("radiator", (0.21, 0.55, 0.64), 0.55),
    ],
)
def test_the_width_of_what_stands_like_a_board_is_its_longer_side(kind, extents, width):
    scene = SituatedScene(SceneGraph((thing(0, kind, 2, 0, 0, *extents),)), Viewpoint(np.zeros(3), 0.0))
    (value,) = evaluate(f'measure(the("{kind}"), "width")', scene).values
    assert value.value == pytest.approx(width)
