"""What a definite noun means that nothing satisfies as a whole, or of which a detail was not observed."""

from __future__ import annotations

import numpy as np
from hand_made_room import thing

from situated_qa.geometry import Box
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.language.evaluate import Result, evaluate
from situated_qa.situated.language.values import Reason, Things, Unknown
from situated_qa.situated.language.words import sentence, short
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint


def scene_of(*objects, **more) -> SituatedScene:
    return SituatedScene(SceneGraph(objects, **more), Viewpoint(np.zeros(3), 0.0))


def result(text: str, scene: SituatedScene, **more) -> Result:
    return evaluate(text, scene, **more)


def shown(text: str, scene: SituatedScene) -> str:
    return short(evaluate(text, scene).values[0], scene.graph)


class TestAlmostFitting:
    """Two boxes and two lamps in a row along +x: what nothing fits as a whole, one thing may fit but for a detail."""

    box = thing(0, "box", 1.0, 0.0, 0, 0.4, 0.4, 0.4)
    far_box = thing(1, "box", 6.0, 0.0, 0, 0.4, 0.4, 0.4, color="red", rgb=(200, 20, 20))
    lamp = thing(2, "lamp", 1.7, 0.0, 0, 0.2, 0.2, 1.0, color="white", rgb=(250, 250, 250))
    far_lamp = thing(3, "lamp", 9.0, 3.0, 0, 0.2, 0.2, 1.0, color="green", rgb=(20, 180, 20))
    scene = scene_of(box, far_box, lamp, far_lamp)

    def test_all_but_one_detail_fits_one_thing_and_which_one_is_told(self):
        found = result('position(the("lamp", near(the("box")), above(the("box"))))', self.scene)
        assert found.values[0].ids == (2,)
        assert found.told == ("I know of no lamp near the box above the box; one near the box was taken",)
        assert sentence(found.values[0], self.scene.graph).startswith("The middle of the lamp near the box is")

    def test_how_it_looks_is_a_detail_that_is_never_left_out(self):
        found = result('position(the("lamp", above(the("box")), color="white"))', self.scene)
        assert found.values[0].ids == (2,)
        assert found.told == ("I know of no white lamp above the box; one was taken",)
        assert shown('position(the("lamp", near(the("box", closest(me))), color="blue"))', self.scene) == "none"

    def test_one_thing_fits_this_and_another_one_that(self):
        """One lamp is near the box, the other one on the left: neither fits more than the other."""
        text = 'position(the("lamp", near(the("box", closest(me))), left(me)))'
        assert shown(text, self.scene) == "none"

    def test_who_asks_whether_there_is_one_presumes_nothing(self):
        assert shown('exists(the("lamp", near(the("box")), above(the("box"))))', self.scene) == "no"
        assert shown('count(the("lamp", near(the("box")), above(the("box"))))', self.scene) == "0"

    def test_another_one_and_not_that_one_are_never_left_out(self):
        before = (Things((2,), "lamp", definite=True),)
        for condition in ("but(it)", 'no(near(the("box", closest(me))))'):
            text = f'position(the("lamp", {condition}, color="white"))'
            assert short(result(text, self.scene, said_before=before).values[0], self.scene.graph) == "none"

    def test_a_superlative_chooses_among_those_that_fit_all_but_one_detail(self):
        near = thing(4, "lamp", 1.0, 0.6, 0, 0.2, 0.2, 1.0)
        scene = scene_of(self.box, self.lamp, near)  # the lamps are 1.7 m and 1.2 m away
        text = 'position(the("lamp", near(the("box")), inside(the("box")), {order}(me)))'
        assert result(text.format(order="farthest"), scene).values[0].ids == (2,)
        assert result(text.format(order="closest"), scene).values[0].ids == (4,)

    def test_every_kind_of_answer_tells_what_was_left_out(self):
        lenient = 'the("lamp", near(the("box", closest(me))), left(me))'
        scene = scene_of(self.box, self.lamp, thing(5, "plant", 2.2, 0.0, 0, 0.2, 0.2, 0.5))
        for text in (
            'holds(the("plant"), near(X))',
            'exists(every("plant", near(X)))',
            'count(every("plant", near(X)))',
            'name(every("thing", near(X)))',
            'distance(the("plant"), X)',
        ):
            assert len(result(text.replace("X", lenient), scene).told) == 1

    def test_a_plural_and_a_single_detail_stay_strict(self):
        assert shown('count(every("lamp", near(the("box")), above(the("box"))))', self.scene) == "0"
        assert shown('position(the("lamp", above(the("box"))))', self.scene) == "none"


def test_on_the_wall_with_a_thing_is_on_the_wall_that_it_is_on():
    """A room of 4 m by 4 m around the asker: a door and a picture in its west wall, another picture in the east."""
    scene = scene_of(
        thing(0, "door", -1.95, 1.0, 0, 0.1, 0.9, 2.0, room="hall"),
        thing(1, "picture", -1.97, -1.0, 1.4, 0.05, 0.6, 0.4, room="hall"),
        thing(2, "picture", 1.97, -1.0, 1.4, 0.05, 0.6, 0.4, room="hall"),
        rooms=(RoomNode("hall", Box(np.array([0.0, 0.0, 1.25]), np.array([4.0, 4.0, 2.5]))),),
    )
    assert result('position(the("picture", on(the("wall", carrying(the("door"))))))', scene).values[0].ids == (1,)
    assert result('position(the("picture", on(the("wall", near(the("door"))))))', scene).values[0].ids == (1,)
    assert shown('count(every("picture", on(the("wall"))))', scene) == "2"


def test_of_a_thing_whose_front_is_not_known_it_is_not_known_whether_it_faces_another():
    chair, desk = thing(0, "chair", 1.0, 0.0, 0, 0.4, 0.4, 0.9), thing(1, "desk", 2.5, 0.0, 0, 1.0, 0.6, 0.7)
    value = result('holds(the("chair"), facing(the("desk")))', scene_of(chair, desk)).values[0]
    assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED
    turned = thing(0, "chair", 1.0, 0.0, 0, 0.4, 0.4, 0.9, front=(1.0, 0.0))
    assert shown('holds(the("chair"), facing(the("desk")))', scene_of(turned, desk)) == "yes"


class TestUnobservedDetails:
    """Two chairs, one of them at a door, of which no color and no front was observed."""

    scene = scene_of(
        thing(0, "chair", 1, 1, 0, 0.5, 0.5, 0.9),
        thing(1, "chair", 3, 1, 0, 0.5, 0.5, 0.9),
        thing(2, "door", 3.5, 1.4, 0, 0.1, 0.9, 2.0),
    )

    def test_what_was_observed_tells_which_one_is_meant(self):
        found = result('position(the("chair", near(the("door")), color="red"))', self.scene)
        assert (found.values[0].ids, found.notes) == ((1,), ("the color was not observed",))
        found = result('position(the("chair", closest(the("door")), color="red"))', self.scene)
        assert (found.values[0].ids, found.notes) == ((1,), ("the color was not observed",))
        found = result('position(the("chair", near(the("door")), facing(me)))', self.scene)
        assert (found.values[0].ids, found.notes) == ((1,), ("I cannot tell which way it faces",))

    def test_where_no_room_is_known_a_room_does_not_hide_the_only_thing(self):
        found = result('position(the("door", room="bathroom"))', self.scene)
        told = "I know of no rooms here, and so not whether the door is in the bathroom"
        assert (found.values[0].ids, found.told) == ((2,), (told,))
        for text in ('position(the("chair", room="bathroom"))', 'position(the("door", room="outside"))'):
            assert isinstance(result(text, self.scene).values[0], Unknown)
        assert isinstance(result('count(every("door", room="bathroom"))', self.scene).values[0], Unknown)

    def test_nothing_else_told_is_not_enough(self):
        for text in ('position(the("chair", color="red"))', 'position(the("chair", facing(me)))'):
            value = result(text, self.scene).values[0]
            assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED

    def test_what_was_observed_to_be_otherwise_is_not_meant(self):
        turned = thing(4, "chair", 2.6, 1, 0, 0.5, 0.5, 0.9, front=(1.0, 0.0))  # faces away from the asker
        scene = scene_of(turned, *self.scene.graph.objects[1:])
        found = result('position(the("chair", near(the("door")), facing(me), closest(me)))', scene)
        assert found.values[0].ids == (1,)
        metal = thing(1, "chair", 3, 1, 0, 0.5, 0.5, 0.9, attributes={"material": "metal"})
        scene = scene_of(metal, self.scene.graph.objects[2])
        text = 'position(the("chair", near(the("door")), color="red", material="wood"))'
        assert shown(text, scene) == "none"
        assert result(text, self.scene).told == ("the color and the material were not observed",)

    def test_the_color_itself_stays_unknown(self):
        value = result('color(the("chair", near(the("door")), color="red"))', self.scene).values[0]
        assert isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED


def test_the_desk_under_the_window_stands_before_its_wall():
    """The desk ends 0.5 m before the window's wall; the box is higher than the window's lower edge, the bed far off."""
    scene = scene_of(
        thing(0, "window", 1, 2.9, 1, 1.5, 0.1, 1),
        thing(1, "desk", 1, 2, 0, 1.4, 0.7, 0.7),
        thing(2, "desk", 1, -2, 0, 1.4, 0.7, 0.7),
        thing(3, "box", 1, 2.3, 0, 0.4, 0.4, 1.2),
    )
    found = result('position(the("desk", below(the("window"))))', scene)
    assert (found.values[0].ids, found.notes) == ((1,), ("no desk is clearly below the window; the best was taken",))
    assert shown('count(every("desk", below(the("window"))))', scene) == "0"
    assert shown('position(the("box", below(the("window"))))', scene) == "none"


class TestNearKinds:
    """A desk with a laptop on it beside a bare table: people call a desk a table."""

    table = thing(0, "table", 3.0, 2.0, 0, 1.0, 1.0, 0.7)
    desk = thing(1, "desk", 3.0, -2.0, 0, 1.4, 0.7, 0.7)
    laptop = thing(2, "laptop", 3.0, -2.0, 0.7, 0.3, 0.2, 0.2, supporter=1)
    bed = thing(3, "bed", -3.0, 0.0, 0, 2.0, 1.5, 0.5)
    scene = scene_of(table, desk, laptop, bed)

    def test_what_is_described_is_taken_under_its_own_name(self):
        found = result('position(the("table", carrying(the("laptop"))))', self.scene)
        assert found.values[0].ids == (1,)
        assert found.told == ("I know of no table carrying the laptop; a desk was taken",)
        told = sentence(found.values[0], self.scene.graph)
        assert told.startswith("The middle of the desk carrying the laptop is at")

    def test_who_asks_whether_there_is_one_is_not_told_of_another_kind(self):
        assert shown('exists(the("table", carrying(the("laptop"))))', self.scene) == "no"
        assert shown('exists(every("table", carrying(the("laptop"))))', self.scene) == "no"

    def test_where_one_that_is_called_so_may_fit_no_near_kind_is_taken(self):
        """The table's color was not observed; the desk is known to be red."""
        red_desk = thing(1, "desk", 3.0, -2.0, 0, 1.4, 0.7, 0.7, color="red", rgb=(200, 20, 20))
        found = result('position(the("table", color="red"))', scene_of(self.table, red_desk))
        assert isinstance(found.values[0], Unknown) and found.values[0].reason is Reason.NOT_OBSERVED
        assert (found.values[0].ids, found.told) == ((0,), ())

    def test_a_noun_alone_means_no_other_kind(self):
        assert shown('position(the("nightstand"))', self.scene) == "no nightstand here"

    def test_what_only_belongs_to_the_same_group_is_no_near_kind(self):
        assert shown('position(the("wardrobe", near(the("laptop"))))', self.scene) == "no wardrobe here"
        assert shown('position(the("sofa", near(the("laptop"))))', self.scene) == "no sofa here"


class TestNounsWithinADescription:
    """A bottle on one of two cabinets: the other one is "near the bottle" more than the one that carries it."""

    scene = scene_of(
        thing(0, "cabinet", 2.0, 0.0, 0, 0.6, 0.6, 0.9),
        thing(1, "cabinet", 2.0, 1.3, 0, 0.6, 0.6, 0.9),
        thing(2, "bottle", 2.0, 0.2, 0.9, 0.1, 0.1, 0.3, supporter=0),
        thing(3, "plate", 2.0, 1.4, 0.9, 0.2, 0.2, 0.02, supporter=1),
    )

    def test_the_best_one_is_meant_where_it_makes_sense(self):
        assert set(result('every("cabinet", near(the("bottle")))', self.scene).values[0].ids) == {0, 1}
        found = result('the("plate", on(the("cabinet", near(the("bottle")))))', self.scene)
        assert (found.values[0].ids, found.told) == ((3,), ())

    def test_one_with_which_the_description_makes_sense_is_meant_though_another_fits_better(self):
        found = result('the("bottle", on(the("cabinet", near(the("bottle")))))', self.scene)
        assert (found.values[0].ids, found.told) == ((2,), ())
