"""Which thing a definite noun means, what is said about it, and why a value is not known."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hand_drawn_home import home_graph
from hand_made_room import room_graph, situated, thing

from situated_qa.geometry import Box
from situated_qa.scene.floor_plan import Door
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.scene.observed import FREE, NEVER_SEEN, SOLID, ObservedArea, Vocabulary
from situated_qa.situated.language.evaluate import Result, evaluate
from situated_qa.situated.language.values import Number, Reason, Things, Truth, Unknown
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def scene_of(*objects, heading_rad: float = 0.0, **more) -> SituatedScene:
    return SituatedScene(SceneGraph(objects, **more), Viewpoint(np.zeros(3), heading_rad))


def result(text: str, scene: SituatedScene | None = None, **more) -> Result:
    return evaluate(text, scene or situated(), **more)


def shown(text: str, scene: SituatedScene | None = None) -> str:
    scene = scene or situated()
    return short(evaluate(text, scene).values[0], scene.graph)


# --- the one that is meant -------------------------------------------------------------------------------------------


def test_a_definite_noun_with_rivals_takes_the_nearest_and_tells_the_others():
    found = result('distance(the("chair"), me)')
    (taken,) = found.taken
    assert (taken.id, taken.rivals) == (5, (6,))
    assert found.notes == ("there are two chairs; the nearest was taken",)


def test_rivals_that_would_give_the_same_answer_are_not_mentioned():
    found = result('side(the("chair"), me, ["left", "right"])')  # both are on the right
    assert found.taken[0].rivals == (6,)
    assert found.notes == ()


def test_a_superlative_leaves_no_rivals():
    found = result('distance(the("chair", closest(me)), me)')
    assert (found.taken, found.notes) == ((), ())


def test_rivals_inside_a_condition_matter_when_the_answer_changes():
    found = result('count(every("thing", near(the("chair"))))')  # 1.4 m between the chairs: nothing near either
    assert found.notes == ()
    scene = scene_of(
        thing(0, "chair", 2, 0, 0, 0.5, 0.5, 0.9), thing(1, "chair", -3, 0, 0, 0.5, 0.5, 0.9),
        thing(2, "box", -3, 0.6, 0, 0.4, 0.4, 0.4),
    )  # fmt: skip
    assert result('count(every("box", near(the("chair"))))', scene).notes == (
        "there are two chairs; the one with which the question makes sense was taken",
    )
    asked = result('exists(every("box", near(the("chair"))))', scene)  # presumes no box
    assert short(asked.values[0], scene.graph) == "no"
    assert asked.notes == ("there are two chairs; the nearest was taken",)


def test_next_to_a_cup_is_what_stands_beside_it_and_not_the_table_under_it():
    scene = scene_of(
        thing(0, "table", 3, 0, 0, 1.0, 1.0, 0.7), thing(1, "cup", 3, 0, 0.7, 0.1, 0.1, 0.1),
        thing(2, "teapot", 3, 0.4, 0.7, 0.2, 0.2, 0.2), thing(3, "stove", 3, 1.2, 0, 0.6, 0.6, 0.9),
    )  # fmt: skip
    assert shown('name(the("thing", near(the("cup"))))', scene) == "teapot"
    assert shown('name(every("thing", near(the("cup"))))', scene).count("table") == 1
    assert shown('name(the("thing", near(the("stove"))))', scene) == "table"


def test_on_my_left_means_this_side_of_the_wall_where_something_is_there():
    rooms = (
        RoomNode("study", Box(np.array([0.0, 0.0, 1.3]), np.array([4.0, 4.0, 2.6]))),
        RoomNode("hall", Box(np.array([0.0, 4.0, 1.3]), np.array([4.0, 4.0, 2.6]))),
    )
    bench = thing(0, "bench", 0, 2.4, 0, 1.0, 0.4, 0.5, room="hall")  # straight to the left, behind the wall
    chair = thing(1, "chair", 1.0, 1.5, 0, 0.5, 0.5, 0.9, room="study")
    scene = scene_of(bench, chair, rooms=rooms)
    assert shown('name(the("thing", left(me)))', scene) == "chair"
    assert shown('count(every("thing", left(me)))', scene) == "1"
    assert shown('name(the("thing", left(me)))', scene_of(bench, rooms=rooms)) == "bench"
    assert shown('count(every("thing", left(me)))', scene_of(bench, rooms=rooms)) == "1"


def test_the_tv_is_that_of_the_room_though_another_is_nearer():
    """The hall's tv hangs behind the wall, 2.05 m away; the study's stands in a corner, 2.6 m away."""
    rooms = (
        RoomNode("study", Box(np.array([0.0, 0.0, 1.3]), np.array([4.0, 4.0, 2.6]))),
        RoomNode("hall", Box(np.array([0.0, 4.0, 1.3]), np.array([4.0, 4.0, 2.6]))),
    )
    own = thing(0, "tv", 1.9, -1.8, 1.0, 0.1, 0.3, 0.6, room="study", color="grey")
    other = thing(1, "tv", 0, 2.1, 1.0, 1.0, 0.1, 0.6, room="hall", color="black")
    scene = scene_of(own, other, rooms=rooms)
    found = result('color(the("tv"))', scene)
    assert short(found.values[0], scene.graph) == "grey"
    assert "there are two tvs; the one in this room was taken" in found.notes


def test_a_row_of_cabinets_is_one_counter():
    """Two cabinets stand on the left, side by side; the cup is on the second, which is farther off the left."""
    near, far = (thing(n, "kitchen cabinet", x, 1.5, 0, 0.6, 0.6, 0.9) for n, x in ((0, 0.0), (1, 0.6)))
    scene = scene_of(near, far, thing(2, "cup", 0.6, 1.5, 0.9, 0.1, 0.1, 0.1))
    assert shown('count(every("cup", on(the("counter", left(me)))))', scene) == "1"
    assert shown('exists(every("cup", on(the("kitchen cabinet", left(me)))))', scene) == "no"
    # how many presumes that there are some: the cabinet with the cup is meant
    assert shown('count(every("cup", on(the("kitchen cabinet", left(me)))))', scene) == "1"


def test_states_and_rooms_have_several_names():
    rooms = (RoomNode("living room", Box(np.array([0.0, 0.0, 1.3]), np.array([9.0, 9.0, 2.6]))),)
    door = thing(0, "door", 2, 0, 0, 0.1, 0.9, 2.0, room="living room", attributes={"state": "closed"})
    scene = scene_of(door, rooms=rooms)
    assert shown('count(every("door", state="shut"))', scene) == "1"
    assert shown('looks(the("door"), "state", "ajar")', scene) == "no"
    assert shown('count(every("door", in_room("lounge")))', scene) == "1"
    assert shown('count(every("living room door"))', scene) == "1"
    assert shown('has_room("nursery")', scene) == "no"


def test_a_room_before_a_noun_is_where_it_is_by_any_name_of_that_room():
    rooms = (
        RoomNode("corridor", Box(np.array([3.0, 0.0, 1.3]), np.array([2.0, 9.0, 2.6]))),
        RoomNode("kitchen", Box(np.array([0.0, 0.0, 1.3]), np.array([4.0, 9.0, 2.6]))),
    )
    scene = scene_of(
        thing(0, "picture", 1, 0, 1, 0.1, 0.4, 0.4, room="kitchen"),
        thing(1, "picture", 3, 0, 1, 0.1, 0.5, 0.5, room="corridor"),
        thing(2, "kitchen clock", 3, 2, 1, 0.1, 0.3, 0.3, room="corridor"), rooms=rooms,
    )  # fmt: skip
    assert result('the("hallway painting")', scene).values[0].ids == (1,)
    assert result('the("kitchen pic")', scene).values[0].ids == (0,)
    assert result('every("kitchen clocks")', scene).values[0].ids == (2,)  # a name as it is says more than a room
    assert shown('count(every("bathroom picture"))', scene) == "2"  # no such room: pictures


def test_a_word_of_size_that_nothing_is_by_itself_chooses_among_those_that_are_meant():
    scene = scene_of(
        thing(0, "table", 2, 0, 0, 1.0, 1.0, 0.8), thing(1, "table", -2, 0, 0, 1.0, 1.0, 0.75),
        thing(2, "picture", 2, 2, 1, 0.1, 0.9, 0.6),
    )  # fmt: skip
    found = result('the("table", size="low")', scene)
    assert (found.values[0].ids, found.notes) == ((1,), ("no table is clearly low; the lowest was taken",))
    assert result('the("picture", left(me), size="wide")', scene).values[0].ids == (2,)
    assert shown('count(every("table", size="low"))', scene) == "0"  # none is, beside its like
    assert result('the("picture", right(me), size="wide")', scene).values[0].ids == ()


def test_a_noun_of_which_none_is_meant_by_its_own_name_means_a_kind_of_it():
    scene = scene_of(
        thing(0, "chair", -3, 0, 0, 0.5, 0.5, 0.9), thing(1, "armchair", 2, 0, 0, 0.8, 0.8, 0.9),
        thing(2, "desk", 3, 2, 0, 1.0, 0.6, 0.8),
    )  # fmt: skip
    assert result('the("chair")', scene).values[0].ids == (0,)
    assert result('the("chair", front(me))', scene).values[0].ids == (1,)
    assert shown('exists(every("chair", front(me)))', scene) == "no"
    assert result('the("table", front(me))', scene).values[0].ids == (2,)  # loosely


def test_the_closest_and_the_farthest_are_in_the_room_of_what_they_are_measured_from():
    rooms = (
        RoomNode("study", Box(np.array([0.0, 0.0, 1.3]), np.array([8.0, 4.0, 2.6]))),
        RoomNode("hall", Box(np.array([0.0, 4.0, 1.3]), np.array([8.0, 4.0, 2.6]))),
    )
    bench = thing(0, "bench", 0, 1.6, 0, 1.0, 0.4, 0.5, room="study")
    near, far = (thing(i, "box", x, -1, 0, 0.4, 0.4, 0.4, room="study") for i, x in ((1, 1.0), (2, 3.0)))
    beyond = thing(3, "box", 0, 2.4, 0, 0.4, 0.4, 0.4, room="hall")  # behind the wall that the bench stands at
    beside = thing(4, "box", -3.8, 5.5, 0, 0.4, 0.4, 0.4, room="hall")
    scene = scene_of(bench, near, far, beyond, beside, rooms=rooms)
    assert result('the("box", closest(the("bench")))', scene).values[0].ids == (1,)
    assert result('the("box", farthest(the("bench")))', scene).values[0].ids == (2,)
    assert result('the("box", nth(2, closest(the("bench"))))', scene).values[0].ids == (2,)
    assert result('the("box", farthest(me))', scene).values[0].ids == (2,)
    assert result('the("box", farthest(the("bench")), room="hall")', scene).values[0].ids == (4,)
    scene = scene_of(bench, near, beyond, beside, rooms=rooms)  # one in the room is no choice
    assert result('the("box", farthest(the("bench")))', scene).values[0].ids == (4,)


def test_the_front_door_is_the_one_at_the_doorway_that_leads_outside():
    """The drawn home has no such doorway; with one, the nearest door leaf within 0.8 m is meant."""
    graph = home_graph()
    x, y = graph.floor_plan.doors[0].center
    inner, outer = (thing(i, "door", x + dx, y, 0, 0.1, 0.9, 2.0) for i, dx in ((90, 0.4), (91, -3.0)))
    scene = SituatedScene(
        dataclasses.replace(graph, objects=(*graph.objects, inner, outer)), Viewpoint(np.array([x, y, 0.0]), 0.0)
    )
    (unknown,) = result('where(the("front door"))', scene).values
    assert unknown.text == "I do not know which door leads outside."
    outside = Door((graph.floor_plan.doors[0].rooms[0], ""), np.array([x - 3.0, y]), 0.9)
    plan = dataclasses.replace(graph.floor_plan, doors=(*graph.floor_plan.doors, outside))
    scene = dataclasses.replace(scene, graph=dataclasses.replace(scene.graph, floor_plan=plan))
    (found,) = result('the("front door")', scene).values
    assert found.ids == (91,)


def test_the_thing_ahead_is_the_table_and_not_the_rug_under_it_or_the_cup_on_it():
    table = thing(0, "table", 3, 0, 0, 1.0, 1.0, 0.7)
    rug, cup = thing(1, "rug", 2.5, 0, 0, 3.0, 2.0, 0.01), thing(2, "cup", 2.6, 0, 0.7, 0.1, 0.1, 0.1)
    scene = scene_of(table, rug, cup)
    assert result('name(the("thing", front(me)))', scene).values[0].ids[0] == 0
    assert shown('name(every("thing", front(me)))', scene) == "rug, table and cup"
    assert shown('name(the("thing", on(the("table"))))', scene) == "cup"
    assert shown('name(the("thing", front(me)))', scene_of(rug)) == "rug"


def test_on_the_wall_is_what_people_fix_to_walls_where_no_wall_is_stored():
    """The picture and the clock hang left and right of the asker; a television stands on a cabinet, another hangs."""
    scene = scene_of(
        thing(0, "picture", 0, 3, 1.5, 0.5, 0.03, 0.5), thing(1, "clock", 0, -3, 1.8, 0.3, 0.05, 0.3),
        thing(2, "cabinet", 3, 0, 0, 0.5, 1.5, 0.6), thing(3, "tv", 3, 0, 0.6, 0.1, 1.0, 0.6),
        thing(4, "tv", -3, 0, 1.2, 0.1, 1.0, 0.6), thing(5, "ceiling lamp", 0, 0, 2.2, 0.3, 0.3, 0.3),
        thing(6, "chair", 1, 1, 0, 0.5, 0.5, 0.9),
    )  # fmt: skip
    found = result('count(every("thing", on(the("wall"))))', scene)
    assert (shown('count(every("thing", on(the("wall"))))', scene), set(found.values[0].ids)) == ("3", {0, 1, 4})
    assert found.notes[0].startswith("walls are not stored as objects")
    assert shown('name(the("thing", on(the("wall", left(me)))))', scene) == "picture"
    assert shown('exists(every("clock", on(the("wall", left(me)))))', scene) == "no"
    assert shown('exists(every("mirror", on(the("wall"))))', scene) == "no"
    stored = scene_of(thing(0, "picture", 0, 3, 1.5, 0.5, 0.03, 0.5), thing(1, "wall", 0, 9, 0, 9.0, 0.1, 2.5))
    assert shown('exists(every("picture", on(the("wall"))))', stored) == "no"  # it hangs 6 m from the only wall


def test_on_the_floor_is_what_reaches_down_to_it_where_no_floor_is_stored():
    """A rug lies on the floor and a box on the rug; the cup stands on the box, the lamp hangs."""
    scene = scene_of(
        thing(0, "rug", 2, 0, 0, 2.0, 2.0, 0.02), thing(1, "box", 2, 0, 0.02, 0.5, 0.5, 0.4),
        thing(2, "cup", 2, 0, 0.42, 0.1, 0.1, 0.1), thing(3, "ceiling lamp", 0, 0, 2.2, 0.3, 0.3, 0.3),
        thing(4, "door", -3, 0, 0, 0.1, 0.9, 2.0), thing(5, "shoe", 0, 2, 0, 0.3, 0.1, 0.1),
    )  # fmt: skip
    assert set(result('count(every("thing", on(the("floor"))))', scene).values[0].ids) == {0, 1, 5}
    assert shown('name(every("thing", on(the("floor", left(me)))))', scene) == "shoe"
    assert shown('exists(every("cup", on(the("floor"))))', scene) == "no"
    assert result('where(the("floor"))', scene).values[0].text == "Floors are not stored as objects."


class TestTheNounThatMakesSenseOfAnother:
    """A table 2 m away, bare; one 5 m away that carries a cup."""

    scene = scene_of(
        thing(0, "table", 2, 0, 0, 0.6, 0.6, 0.7), thing(1, "table", 0, 5, 0, 0.6, 0.6, 0.7),
        thing(2, "cup", 0, 5, 0.7, 0.1, 0.1, 0.1),
    )  # fmt: skip

    def test_the_cup_on_the_table_is_on_the_table_that_has_one(self):
        found = result('position(the("cup", on(the("table"))))', self.scene)
        assert found.values[0].ids == (2,)
        assert found.notes == ("there are two tables; the one with which the question makes sense was taken",)

    def test_a_question_that_presumes_nothing_is_about_the_nearest(self):
        assert shown('exists(every("cup", on(the("table"))))', self.scene) == "no"
        assert result('exists(every("cup", on(the("table"))))', self.scene).notes == (
            "there are two tables; the nearest was taken",
        )

    def test_where_no_table_helps_the_nearest_is_told_of(self):
        found = result('position(the("plate", on(the("table"))))', self.scene)
        assert isinstance(found.values[0], Unknown) or not found.values[0].ids
        assert found.taken[0].id == 0


def test_the_straighter_of_two_is_meant_even_if_it_is_farther():
    """Left is +y: one lamp is straight to the left at 3 m, one at 2 m hardly to the left."""
    lamps = (thing(0, "lamp", 0.2, 3, 0, 0.3, 0.3, 1.5), thing(1, "lamp", 1.7, 0.9, 0, 0.3, 0.3, 1.5))
    assert result('position(the("lamp", left(me)))', scene_of(*lamps)).values[0].ids == (0,)
    assert result('position(the("lamp", right(me)))', scene_of(*lamps, heading_rad=math.pi)).values[0].ids == (0,)


def test_a_definite_noun_may_satisfy_its_condition_loosely_a_plural_may_not():
    box = thing(0, "box", 1.0, 0.0, 0, 0.4, 0.4, 0.4)
    lamp = thing(1, "lamp", 2.5, 0.0, 0, 0.4, 0.4, 1.0)  # 1.1 m from the box: not near by 0.1 m
    found = result('position(the("lamp", near(the("box"))))', scene_of(box, lamp))
    assert found.values[0].ids == (1,)
    assert found.notes == ("no lamp is clearly near the box; the best was taken",)
    assert shown('count(every("lamp", near(the("box"))))', scene_of(box, lamp)) == "0"


def test_what_nearly_satisfies_a_condition_does_not_satisfy_its_opposite_loosely():
    box = thing(0, "box", 1.0, 0.0, 0, 0.4, 0.4, 0.4)
    lamp = thing(1, "lamp", 2.1, 0.0, 0, 0.4, 0.4, 1.0)  # 0.7 m from the box: near
    assert shown('position(the("lamp", no(near(the("box")))))', scene_of(box, lamp)) == "none"


def test_one_condition_that_holds_does_not_excuse_another_that_does_not():
    box = thing(0, "box", 1.0, 0.0, 0, 0.4, 0.4, 0.4, room="hall")
    lamp = thing(1, "lamp", 3.3, 0.0, 0, 0.4, 0.4, 1.0, room="hall")  # 1.9 m away: grade e^-1.9 = 0.15
    assert shown('position(the("lamp", in_room("hall"), near(the("box"))))', scene_of(box, lamp)) == "none"


def test_small_things_are_compared_by_their_exact_volumes():
    """0.3 liters and 0.2 liters: both round to 0.000 cubic meters."""
    ball, die = thing(0, "ball", 2, 0, 0, 0.1, 0.1, 0.03), thing(1, "die", 3, 0, 0, 0.1, 0.1, 0.02)
    assert shown('name(the("thing", least("large")))', scene_of(ball, die)) == "die"
    assert shown('which(most("big"), the("die"), the("ball"))', scene_of(ball, die)) == "ball"


def test_the_chair_near_the_chair_is_another_one():
    assert result('position(the("chair", closest(the("chair", closest(me)))))').values[0].ids == (6,)
    chairs = (thing(0, "chair", 1, 0, 0, 0.4, 0.4, 0.9), thing(1, "chair", 1.8, 0, 0, 0.4, 0.4, 0.9))
    assert result('position(the("chair", near(the("chair", closest(me)))))', scene_of(*chairs)).values[0].ids == (1,)


def test_what_stands_between_is_taken_before_what_stands_at_an_end():
    ends = (thing(0, "bed", 0, -2, 0, 1, 1, 0.5), thing(1, "desk", 0, 2, 0, 1, 1, 0.8))
    shoes = (thing(2, "shoe", 0.1, 1.2, 0, 0.3, 0.2, 0.2), thing(3, "shoe", 0.0, -0.1, 0, 0.3, 0.2, 0.2))
    found = result('position(the("shoe", between(the("bed"), the("desk"))))', scene_of(*ends, *shoes))
    assert found.values[0].ids == (3,)


# --- looks -----------------------------------------------------------------------------------------------------------


def test_a_color_in_the_name_of_a_category_is_not_an_observed_color():
    board = thing(0, "blackboard", 2, 0, 1, 0.1, 2, 1)
    (value,) = result('exists(every("blackboard", color="black"))', scene_of(board)).values
    assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED


def test_things_whose_look_was_not_observed_may_satisfy_it():
    red = thing(0, "chair", 2, 0, 0, 0.5, 0.5, 0.9, color="red")
    plain = thing(1, "chair", 3, 0, 0, 0.5, 0.5, 0.9)
    blue = thing(2, "chair", 4, 0, 0, 0.5, 0.5, 0.9, color="blue")
    assert shown('count(every("chair", color="red"))', scene_of(red, blue)) == "1"
    assert shown('exists(every("chair", color="red"))', scene_of(blue)) == "no"
    assert shown('exists(every("chair", color="red"))', scene_of(blue, plain)) == "not known"
    (found,) = result('count(every("chair", color="red"))', scene_of(red, plain)).values
    assert isinstance(found, Number) and found.more is not None
    assert found.more.text == (
        "I have not observed the color of one chair, so there may be a red chair that I do not know of."
    )


def test_a_look_that_was_not_observed_elsewhere_leaves_the_answer_certain():
    """The chair of unknown color stands on the right, so it is no red chair on the left."""
    blue = thing(0, "chair", 2, 2, 0, 0.5, 0.5, 0.9, color="blue")
    plain = thing(1, "chair", 2, -2, 0, 0.5, 0.5, 0.9)
    assert shown('exists(every("chair", left(me), color="red"))', scene_of(blue, plain)) == "no"
    assert shown('exists(every("chair", right(me), color="red"))', scene_of(blue, plain)) == "not known"


def test_two_names_of_one_color_are_the_same_color():
    bed = thing(0, "bed", 2, 0, 0, 0.5, 0.5, 0.9, color="gray")
    sofa = thing(1, "sofa", -2, 0, 0, 0.5, 0.5, 0.9, color="dark grey")
    lamp = thing(2, "lamp", 0, 2, 0, 0.5, 0.5, 0.9, color="tan")
    assert shown('same("color", the("bed"), the("sofa"))', scene_of(bed, sofa)) == "yes"
    assert shown('same("color", the("bed"), the("lamp"))', scene_of(bed, lamp)) == "no"


def test_what_is_not_there_is_named_with_its_look():
    (value,) = result(
        'color(the("chair", left(me), color="red"))', scene_of(thing(0, "chair", 2, 2, 0, 0.5, 0.5, 0.9, color="blue"))
    ).values
    assert isinstance(value, Unknown) and value.text == "I know of no red chair on your left."


def test_what_lies_on_a_table_is_not_even_loosely_below_it():
    table = thing(0, "table", 2, 0, 0, 1.0, 1.0, 0.8)
    cup = thing(1, "cup", 2, 0, 0.8, 0.1, 0.1, 0.1)
    assert shown('name(the("thing", below(the("table"))))', scene_of(table, cup)) == "nothing"
    assert shown('name(the("thing", on(the("table"))))', scene_of(table, cup)) == "cup"


def test_between_takes_somebody_as_an_end():
    table = thing(0, "table", 2, 0, 0, 1.0, 1.0, 0.8)
    tv = thing(1, "tv", 5, 0, 0.5, 0.2, 1.2, 0.7)
    aside = thing(2, "chair", 2, -2, 0, 0.5, 0.5, 0.9)
    scene = scene_of(table, tv, aside)
    assert shown('name(every("thing", between(me, the("tv"))))', scene) == "table"
    assert shown('name(every("thing", between(the("tv"), me)))', scene) == "table"


# --- unknown ---------------------------------------------------------------------------------------------------------


def half_seen(heading_rad: float = 0.0, *, y_m: float = -0.1) -> SituatedScene:
    """A place of 8 m × 8 m of which y ≥ 0 was never observed; one chair is at (1, -1)."""
    cells = np.full((16, 16), FREE)
    cells[[0, -1], :] = cells[:, [0, -1]] = SOLID
    cells[8:] = NEVER_SEEN
    graph = SceneGraph(
        (thing(0, "chair", 1, -1, 0, 0.5, 0.5, 0.9),), version=1,
        observed=ObservedArea(0.5, np.array([-4.0, -4.0]), cells),
        vocabulary=Vocabulary("nanodet", ("chair", "couch", "bed")),
    )  # fmt: skip
    return SituatedScene(graph, Viewpoint(np.array([0.0, y_m, 0.0]), heading_rad))


UNKNOWN = [
    (Reason.NOT_THERE, 'color(the("desk"))', situated, "I know of no desk."),
    (Reason.NOT_SEEN, 'exists(every("couch", left(me)))', half_seen,
     "I know of no couch on your left. I have observed nothing on your left so far."),
    (Reason.CANNOT_NAME, 'exists(every("whiteboard", right(me)))', half_seen,
     "I know of no whiteboard on your right. My detector (nanodet) knows 3 kinds of things, and a whiteboard is not "
     "one of them."),
    (Reason.NOT_OBSERVED, 'color(the("bed"))', situated, "I have not observed the color of the bed."),
    (Reason.AMBIGUOUS, 'color(the("chair", nth(0, leftmost(me))))', situated,
     "There are two chairs, so none is the middle one."),
    (Reason.NOT_IN_MAP, 'not_in_map("what the couch weighs")', situated,
     "I cannot tell: the map holds where things are, what they are called and how they look, but not what the couch "
     "weighs."),
    (Reason.NOT_UNDERSTOOD, "color(it)", situated, "I do not know what 'it' is: nothing was asked before."),
    (Reason.NOT_UNDERSTOOD, "color(marked())", situated,
     "Nothing is marked: click the thing in RViz (Publish Point) and ask again."),
    (Reason.NOT_UNDERSTOOD, 'distance(the("bed"), me) > measure(the("bed"), "area")', situated,
     "A length and an area cannot be compared."),
    (Reason.NOT_UNDERSTOOD, 'side(the("bed"), at(me, facing=me))', situated,
     "Somebody cannot look towards the place where they are."),
    (Reason.NOT_OBSERVED, 'side(the("bed"), at(the("table")))', situated,
     "I do not know which way the table faces: say what somebody there looks at."),
    (Reason.NOT_OBSERVED, 'way(the("bed"), the("sofa"))', situated,
     "Where one can walk is not known here: this scene has no floor plan."),
    (Reason.NOT_THERE, 'count(every("chair", in_room("garage")))', situated,
     "I know of no garage. The rooms that I know: living room, bedroom."),
    (Reason.NOT_THERE, 'color(the("chair", nth(3, leftmost(me))))', situated,
     "There are two chairs, so there is no third one."),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "text", "scene", "told"), UNKNOWN, ids=lambda item: str(item)[:60])
def test_an_unknown_value_tells_the_reason(reason, text, scene, told):
    (value,) = evaluate(text, scene()).values
    assert isinstance(value, Unknown)
    assert (value.reason, value.text) == (reason, told)


def test_no_way_is_reported_with_the_closed_door():
    from hand_drawn_home import home_graph

    scene = SituatedScene(home_graph(bedroom_open=False), Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0))
    (value,) = evaluate('way(the("bed"))', scene).values
    assert value.reason is Reason.NO_WAY and "the door between the hall and the bedroom is closed" in value.text


def test_every_reason_is_tried():
    assert {reason for reason, *_ in UNKNOWN} | {Reason.NO_WAY} == set(Reason)


@pytest.mark.parametrize(
    "text",
    [
        'count(every("cup", on(the("desk"))))', 'exists(every("cup", no(on(the("desk")))))',
        'count(every("chair", any_of(left(me), near(the("desk")))))', 'holds(the("chair"), near(the("desk")))',
        'count(every("cup", on(the("desk")))) > 0', 'both(exists(every("bed")), exists(every("cup", on(the("desk")))))',
        'where(the("lamp", closest(the("desk"))))', 'count(every("chair", left(at(the("desk"), facing=the("bed")))))',
        'distance(the("bed"), the("desk"))', 'same("color", the("bed"), the("desk"))',
        'which(closest(the("bed")), the("sofa"), the("desk"))', 'parity(count(every("cup", on(the("desk")))))',
    ],
)  # fmt: skip
def test_what_rests_on_a_thing_that_is_not_there_is_not_known(text):
    (value,) = result(text).values
    assert value == Unknown(Reason.NOT_THERE, "I know of no desk.")


def test_an_unseen_side_turns_with_the_asker():
    assert shown('exists(every("couch", left(me)))', half_seen()) == "not known"
    assert shown('exists(every("couch", right(me)))', half_seen()) == "no"
    assert shown('exists(every("couch", left(me)))', half_seen(math.pi)) == "no"
    assert shown('exists(every("couch", right(me)))', half_seen(math.pi)) == "not known"


def test_not_there_is_not_concluded_from_half_of_an_either_or():
    """Seen: the right. "Left or right of me" asks for the left, too."""
    assert shown('exists(every("couch", any_of(left(me), right(me))))', half_seen()) == "not known"
    assert shown('exists(every("couch", no(right(me))))', half_seen()) == "not known"
    assert shown('exists(every("couch", any_of(on(the("chair")), near(the("chair")))))', half_seen()) == "no"
    assert shown('exists(every("couch", any_of(on(the("chair")), left(me))))', half_seen()) == "not known"
    assert shown('exists(every("couch", left(turned(me, "around"))))', half_seen()) == "not known"


def test_a_count_of_a_part_is_a_lower_bound():
    found = result('count(every("chair"))', half_seen())
    assert short(found.values[0], half_seen().graph) == "1"
    (count,) = found.values
    assert isinstance(count, Number) and count.more is not None
    assert count.more.text.startswith("I have observed only ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{0} > 0", "yes"), ("{0} >= 1", "yes"), ("{0} < 1", "no"), ("{0} == 0", "no"), ("{0} != 0", "yes"),
        ("{0} <= 0", "no"), ("{0} - 1 == 0", "not known"), ("{0} - 1 >= 0", "not known"), ("{0} + 1 > 1", "yes"),
        ("{0} > 1", "not known"), ("{0} == 1", "not known"), ("{0} < 2", "not known"), ("{0} <= 1", "not known"),
        ("{0} != 2", "not known"), ("parity({0})", "not known"),
    ],
)  # fmt: skip
def test_a_lower_bound_decides_what_stays_true_when_it_grows(text, expected):
    """One chair is known, half of the place was not observed."""
    assert shown(text.format('count(every("chair"))'), half_seen()) == expected


# --- earlier answers -------------------------------------------------------------------------------------------------


def test_it_is_what_the_last_answer_was_about():
    before = [Things((6,), "chair", True), Things((7,), "bed", True)]
    assert result("position(it)", said_before=before).values[0].ids == (6,)
    assert result('position(the("chair", but(it)))', said_before=before).values[0].ids == (5,)
    assert result('count(every("chair", near(them)))', said_before=before).values[0].value == 0


def test_it_is_not_known_when_the_thing_left_the_map():
    (value,) = result("color(it)", said_before=[Things((99,), "chair", True)]).values
    assert value == Unknown(Reason.NOT_THERE, "The chair that we spoke of is no longer in the map.")


def test_two_questions_have_two_values():
    found = result('count(every("chair")), color(the("desk"))')
    assert [type(value).__name__ for value in found.values] == ["Number", "Unknown"]


def test_several_things_satisfy_a_condition_only_if_all_do():
    (value,) = result('holds(every("chair"), right(me))').values
    assert (value.holds, value.because) == (True, "the chairs are on your right")
    (value,) = result('holds(either(the("chair"), the("sofa")), right(me))').values
    assert isinstance(value, Truth) and not value.holds
    assert sentence(value, room_graph()) == "No, one of the chairs or sofas is on your right."
    (value,) = result('holds(every("chair"), left(me))').values
    assert value.because == "the chairs are not on your left"


def test_no_object_means_no_answer_and_no_error():
    empty = SituatedScene(dataclasses.replace(room_graph(), objects=(), relations=()), Viewpoint(np.zeros(3), 0.0))
    assert shown('count(every("thing"))', empty) == "0"
    assert shown('name(the("thing", behind(me)))', empty) == "nothing"


@pytest.mark.parametrize(
    ("expression", "ids", "definite"),
    [
        ('color(the("sofa"))', (0,), True),
        ('side(the("lamp"), the("bed"), ["left", "right"], me)', (4,), True),
        ('distance(the("cup"), the("bed"))', (2,), True),
        ('holds(the("cup"), on(the("table")))', (2,), True),
        ('count(every("chair"))', (5, 6), False),
        ('count(every("chair")) > 1', (5, 6), False),
        ('name(every("thing", on(the("table"))))', (2, 3), False),
        ('which(closest(me), the("bed"), the("cup"))', (2,), True),
        ('side(the("lamp"), at(the("bed"), facing=the("sofa")), ["left", "right"])', (4,), True),
        ('exists(every("dog"))', (), False),
    ],
)
def test_a_question_is_about_what_something_is_said_of(expression, ids, definite):
    (about,) = result(expression).subjects
    assert (about.ids, about.definite) == (ids, definite)


def test_a_question_about_a_room_is_about_no_thing():
    assert result("here()").subjects == (None,)


def test_among_limits_a_noun_to_those_things():
    before = [Things((5, 7), "thing")]
    assert result('count(every("chair", among(it)))', said_before=before).values[0].value == 1


def test_things_that_left_the_map_since_the_last_answer_are_reported():
    found = result("count(it)", said_before=[Things((5, 6, 98, 99), "chair")])
    assert found.values[0].value == 2
    assert found.notes == ("two chairs that we spoke of are no longer in the map",)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('count(every("chair", having("color", "red")))', None),  # neither chair has a color
        ('count(every("chair", no(having("color", "red"))))', None),
        ('count(every("chair", any_of(having("color", "red"), right(me))))', 2),
        ('count(every("chair", any_of(having("color", "red"), left(me))))', None),
        ('count(every("sofa", having("color", "red")))', 0),
        ('count(every("sofa", no(having("color", "red"))))', 1),
    ],
)
def test_a_look_that_was_not_observed_is_neither_had_nor_lacked(text, known):
    (value,) = evaluate(text, situated()).values
    if known is None:
        assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED
        assert value.text.startswith("I have not observed the color of two chairs, so there may be a chair that ")
    else:
        assert value.value == known


class TestAHouseOfTwoRooms:
    """The hall is the half x < 3 of the floor, the kitchen the other; the wall between them is at x = 3."""

    rooms = (
        RoomNode("hall", Box(np.array([0.0, 0.0, 1.3]), np.array([6.0, 6.0, 2.6]))),
        RoomNode("kitchen", Box(np.array([6.0, 0.0, 1.3]), np.array([6.0, 6.0, 2.6]))),
    )
    couch = dataclasses.replace(thing(0, "couch", 2.4, 0, 0, 0.9, 1.8, 0.8, room="hall"), front=(-1.0, 0.0))
    scene = scene_of(
        couch,
        thing(1, "oven", 3.4, 0, 0, 0.6, 0.6, 0.8, room="kitchen"),
        thing(2, "lamp", 2.4, 1.4, 0, 0.3, 0.3, 1.5, room="hall"),
        thing(3, "pillow", 2.4, -0.3, 0.8, 0.4, 0.4, 0.2, room="hall"),
        rooms=rooms,
    )

    def test_beside_a_thing_is_in_its_room(self):
        """The oven is 0.25 m behind the couch, on the other side of the wall."""
        assert shown('name(every("thing", behind(the("couch"))))', self.scene) == "nothing"
        assert shown('name(every("thing", near(the("couch"))))', self.scene) == "pillow and lamp"

    def test_what_lies_on_a_thing_is_on_none_of_its_sides(self):
        """The couch looks along -x: its left is -y, where the pillow lies, its right +y."""
        assert shown('exists(every("pillow", left(the("couch"))))', self.scene) == "no"
        assert shown('exists(every("lamp", right(the("couch"))))', self.scene) == "yes"

    def test_a_noun_that_names_a_room_is_that_room_where_one_may_be_meant(self):
        (kitchen,) = result('where(the("kitchen"))', self.scene).values
        assert kitchen.name == "in front of you (12 o'clock), 6.0 m away to its middle"
        assert shown('where(room("hall"))', self.scene) == "around you"
        assert shown('distance(the("kitchen"), me)', self.scene) == shown('distance(room("kitchen"), me)', self.scene)
        assert isinstance(result('color(the("kitchen"))', self.scene).values[0], Unknown)
        assert isinstance(result('where(the("cellar"))', self.scene).values[0], Unknown)

    def test_walls_are_not_said_to_be_missing(self):
        (walls,) = result('count(every("wall"))', self.scene).values
        assert (walls.reason, walls.text) == (Reason.CANNOT_NAME, "Walls are not stored as objects.")


def test_who_is_at_a_stove_looks_at_it_and_who_is_at_a_chair_where_it_faces():
    """The stove at (0, 3) opens to -y: who is at it looks along +y and has the box at (1, 3) on the right."""
    stove = thing(0, "stove", 0, 3, 0, 0.6, 0.6, 0.9, front=(0.0, -1.0))
    chair = thing(1, "chair", 0, -3, 0, 0.5, 0.5, 0.9, front=(0.0, -1.0))
    scene = scene_of(stove, chair, thing(2, "box", 1, 3, 0, 0.3, 0.3, 0.3), thing(3, "bin", 1, -3, 0, 0.3, 0.3, 0.3))
    assert shown('side(the("box"), at(the("stove")), ["left", "right"])', scene) == "right"
    assert shown('side(the("bin"), at(the("chair")), ["left", "right"])', scene) == "left"
