"""What is asked of each thing, rows on furniture, what is opposite, and sight where no walls are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hand_drawn_home import home_graph
from hand_made_room import situated, thing

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.said import said
from situated_qa.situated.language.values import Reason, Things, Unknown
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def answer(text: str, scene: SituatedScene) -> str:
    return short(evaluate(text, scene).values[0], scene.graph)


def told(text: str, scene: SituatedScene) -> str:
    return sentence(evaluate(text, scene).values[0], scene.graph)


def at(heading_rad: float, *things, rooms=(), position=(0.0, 0.0, 0.0)) -> SituatedScene:
    linked = link_objects(list(things))
    return SituatedScene(
        SceneGraph(linked.objects, linked.relations, tuple(rooms)), Viewpoint(np.array(position), heading_rad)
    )


# --- of each ---------------------------------------------------------------------------------------------------------


def test_it_means_each_thing_inside_and_what_was_said_before_outside():
    before = (Things((1,), "table", definite=True),)
    scene = situated()
    (value,) = evaluate('count(every("thing", such(holds(it, on(the("table")))), near(it)))', scene,
                        said_before=before).values  # fmt: skip
    assert short(value, scene.graph) == "2"  # the cup and the book, which are near the table that was spoken of


def test_things_of_one_kind_are_told_apart_by_where_they_are():
    assert told('each(every("chair"), measure(it, "height"))', situated()) == (
        "Chair to your right (3 o'clock), 1.8 m away: 0.9 m; chair to your right (3 o'clock), 3.6 m away: 1.2 m."
    )


def test_what_is_noted_of_one_of_several_is_not_told():
    result = evaluate('each(every("table"), count(every("thing", left(it))))', situated())
    assert result.notes == ()


def test_outside_of_each_there_is_no_room():
    (value,) = evaluate('measure(there, "area")', situated()).values
    assert isinstance(value, Unknown) and value.reason is Reason.NOT_UNDERSTOOD


def test_a_thing_of_which_it_is_not_known_is_neither_in_nor_out():
    scene = situated()
    assert answer('count(every("sofa", such(looks(it, "state", "clean"))))', scene) == "not known"
    assert answer('count(every("sofa", no(such(looks(it, "state", "clean")))))', scene) == "not known"
    assert told('exists(every("sofa", such(looks(it, "state", "clean"))))', scene) == (
        "I cannot tell of one sofa whether the state of it is clean."
    )


def test_what_is_asked_of_each_is_said_in_english():
    assert said('each(rooms(), count(every("chair", in_room(there))))') == (
        "how many chairs are in that room, for each of the rooms"
    )
    assert said('the("shelf", such(count(every("book", on(it))) == 3))') == (
        "the shelf for which the number of books on it is equal to 3"
    )


# --- opposite --------------------------------------------------------------------------------------------------------

HALL = RoomNode("hall", Box(np.array([3.0, 0.0, 1.25]), np.array([6.0, 4.0, 2.5])))  # x 0 … 6, y -2 … 2


def hall(*more, heading_rad: float = 0.0) -> SituatedScene:
    """A sofa at one end that looks along x, a table before it, a tv at the other end, a shelf at the side."""
    return at(
        heading_rad,
        thing(0, "sofa", 0.5, 0, 0, 1.0, 2.0, 0.8, front=(1.0, 0.0), room="hall"),
        thing(1, "table", 2.0, 0, 0, 0.6, 1.0, 0.5, room="hall"),
        thing(2, "tv", 5.9, 0.5, 0.8, 0.1, 1.2, 0.7, room="hall"),
        thing(3, "shelf", 3.0, 1.9, 0, 1.0, 0.3, 1.8, room="hall"),
        *more,
        rooms=(HALL,),
        position=(4.0, 0.0, 0.0),
    )


@pytest.mark.parametrize("heading_rad", [0.0, math.pi, 1.0])
def test_opposite_is_across_the_room_that_a_thing_faces_wherever_the_asker_looks(heading_rad):
    scene = hall(heading_rad=heading_rad)
    assert answer('name(every("thing", opposite(the("sofa"))))', scene) == "tv"
    assert answer('holds(the("table"), opposite(the("sofa")))', scene) == "no"
    assert answer('name(every("thing", opposite(the("tv"))))', scene) == "sofa"  # no front: away from its wall
    assert answer('name(every("thing", opposite(the("shelf"))))', scene) == "nothing"


def test_what_is_turned_back_is_opposite_however_near():
    chair = thing(4, "chair", 2.0, 0.8, 0, 0.5, 0.5, 0.9, front=(-1.0, 0.0), room="hall")
    assert answer('name(every("thing", opposite(the("sofa"))))', hall(chair)) == "chair and tv"
    away = replace(chair, front=(1.0, 0.0))
    assert answer('name(every("thing", opposite(the("sofa"))))', hall(away)) == "tv"


def test_what_is_opposite_the_asker_turns_with_the_asker():
    assert answer('name(every("thing", opposite(me)))', hall()) == "tv"  # 1.9 m ahead, the wall 2 m
    assert answer('name(every("thing", opposite(me)))', hall(heading_rad=math.pi)) == "sofa"  # not the table, 2 of 4 m


def test_of_a_thing_without_a_front_in_the_middle_nothing_is_said_to_be_opposite():
    assert told('name(every("thing", opposite(the("table"))))', hall()) == (
        "I do not know which way the table faces, and so not what is opposite."
    )


# --- rows ------------------------------------------------------------------------------------------------------------


def books(heading_rad: float, front=(-1.0, 0.0)) -> SituatedScene:
    """Books in a bookcase that faces -x, at y = -0.4, 0 and 0.4: who faces it has +y on the left."""
    colors = ("red", "green", "blue")
    row = (thing(n, "book", 2.0, 0.4 * (n - 2), 1.0, 0.2, 0.05, 0.3, color=colors[n - 1]) for n in (1, 2, 3))
    return at(heading_rad, thing(0, "bookcase", 2.0, 0, 0, 0.4, 1.4, 2.0, front=front), *row)


@pytest.mark.parametrize("heading_rad", [0.0, math.pi, math.pi / 2])
def test_a_row_in_a_bookcase_is_counted_as_who_faces_it_sees_it(heading_rad):
    scene = books(heading_rad)
    assert answer('color(the("book", leftmost(me)))', scene) == "blue"
    assert answer('color(the("book", on(the("bookcase")), nth(2, leftmost(me))))', scene) == "green"
    assert answer('color(the("book", rightmost(me)))', scene) == "red"


def test_a_note_says_so_to_who_looks_elsewhere():
    note = "counted as somebody who faces the bookcase sees it"
    assert evaluate('color(the("book", leftmost(me)))', books(math.pi)).notes == (note,)
    assert evaluate('color(the("book", leftmost(me)))', books(0.0)).notes == ()


def test_a_row_on_what_has_no_known_front_is_the_askers():
    assert answer('color(the("book", leftmost(me)))', books(0.0, front=None)) == "blue"
    assert answer('color(the("book", leftmost(me)))', books(math.pi, front=None)) == "red"


# --- sight without walls ---------------------------------------------------------------------------------------------


def home(*, plan: bool) -> SituatedScene:
    """In the kitchen, looking at the bedroom's bed through what is a wall."""
    return SituatedScene(home_graph(plan=plan), Viewpoint(np.array([1.5, 2.5, 0.0]), 0.0))


def test_where_no_walls_are_known_one_cannot_tell_what_is_seen_of_other_rooms():
    text = "I cannot tell of one bed whether a wall is in the way, because the map holds none."
    assert told('exists(every("bed", visible(me)))', home(plan=False)) == text
    assert told('holds(the("bed"), visible(me))', home(plan=False)) == text.replace("one bed", "the bed")
    assert answer('holds(the("bed"), no(visible(me)))', home(plan=False)) == "not known"
    assert answer('holds(the("bed"), visible(room("kitchen")))', home(plan=False)) == "not known"
    assert answer('exists(every("bed", visible(me)))', home(plan=True)) == "no"


def test_what_no_look_meets_is_not_seen_whatever_the_walls():
    scene = SituatedScene(home_graph(plan=False), Viewpoint(np.array([1.5, 2.5, 0.0]), math.pi))
    assert answer('exists(every("bed", visible(me)))', scene) == "no"
    assert answer('exists(every("fridge", visible(me)))', scene) == "yes"


# --- walls -----------------------------------------------------------------------------------------------------------


def walls(heading_rad: float = 0.0) -> SituatedScene:
    return at(
        heading_rad,
        thing(0, "picture", 3.0, 1.0, 1.4, 0.03, 0.8, 0.6),
        thing(1, "object", 3.0, -1.0, 1.2, 0.04, 0.9, 0.5, color="orange"),  # hangs
        thing(2, "object", -2.0, 0.0, 0.0, 0.1, 0.9, 0.5),  # leans on the floor
        thing(3, "table", 1.0, 0.0, 0.0, 1.0, 1.0, 0.8),
        thing(4, "object", 1.0, 0.0, 0.8, 0.05, 0.4, 0.3),  # stands on the table
    )


def test_what_hangs_on_walls_without_a_name_is_told_by_color_and_size():
    assert told('name(every("thing", on(the("wall"))))', walls()) == (
        "There are a picture and something orange about 0.1 x 0.9 x 0.5 m that I cannot name."
    )
    assert answer('count(every("thing", on(the("wall"))))', walls()) == "2"


def test_it_is_on_the_side_where_it_hangs():
    text = 'name(every("thing", on(the("wall", {}(me)))))'
    unnamed = "There is something orange about 0.1 x 0.9 x 0.5 m that I cannot name."
    assert told(text.format("front"), walls()).startswith("There are a picture and something orange")
    assert told(text.format("behind"), walls()).startswith("I know of nothing on the wall behind you.")
    assert told(text.format("right"), walls(math.pi / 2)).startswith("There are a picture")
    assert told('name(every("thing", on(the("wall")), right(me)))', walls()) == unnamed
    assert told('name(every("thing", on(the("wall")), left(me)))', walls(math.pi)) == unnamed


def test_the_wall_on_the_left_is_on_the_left_all_along():
    """The second picture hangs on the left wall, 8 m ahead: 21° from ahead. The third faces the asker from ahead."""
    scene = at(
        0.0,
        thing(0, "picture", 0.0, 3.0, 1.4, 0.8, 0.03, 0.6),
        thing(1, "picture", 8.0, 3.0, 1.4, 0.8, 0.03, 0.6),
        thing(2, "picture", 9.0, 2.0, 1.4, 0.03, 0.8, 0.6, front=(-1.0, 0.0)),
    )
    assert answer('count(every("picture", on(the("wall", left(me)))))', scene) == "2"
    assert answer('count(every("picture", on(the("wall", front(me)))))', scene) == "1"


def test_what_stands_against_a_wall_is_told_by_the_floor_plan():
    """The kitchen lies at x 0.25 ... 3.25, y 1.5 ... 3.5: behind chair 8 are 0.25 m, around chair 9 at least 0.75 m."""
    more = (thing(8, "chair", 0.75, 2.5, 0, 0.5, 0.5, 0.9), thing(9, "chair", 2.0, 2.5, 0, 0.5, 0.5, 0.9))
    scene = SituatedScene(home_graph(more=more), Viewpoint(np.array([1.5, 2.5, 0.0]), 0.0))
    for place, expected in (("", "1"), (", behind(me)", "1"), (", front(me)", "0"), (", left(me)", "0")):
        assert answer(f'count(every("chair", near(the("wall"{place}))))', scene) == expected
    scene = SituatedScene(home_graph(more=more, plan=False), scene.viewpoint)  # by the boxes of the rooms
    assert answer('count(every("chair", near(the("wall"))))', scene) == "1"


def test_the_wall_of_a_room_is_said_with_the_rooms_name():
    scene = home(plan=True)
    assert answer('name(every("thing", on(the("hall wall"))))', scene) == "picture"
    assert answer('exists(every("picture", on(the("kitchen wall"))))', scene) == "no"
