"""Which of several a definite noun stands for: the one in the room of the others, the one on what somebody faces."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.language.evaluate import Result, evaluate
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.situated.walls import is_fixed_to_walls


def thing(id_: int, category: str, x: float, y: float, z: float, size: tuple, **more: object) -> ObjectNode:
    box = Box(np.array([x, y, z]), np.array(size))
    return ObjectNode(id_, category, box, box.center, **more)  # type: ignore[arg-type]


def asked(expression: str, *things: ObjectNode) -> Result:
    """The value for who stands at the origin and looks along x."""
    linked = link_objects(things)
    graph = SceneGraph(linked.objects, linked.relations)
    return evaluate(expression, SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))


KITCHEN = (
    thing(1, "fridge", 8.0, 0.0, 0.9, (0.6, 0.6, 1.8), room="kitchen"),
    thing(2, "sink", 8.0, 4.0, 0.5, (0.6, 0.6, 1.0), room="kitchen"),
    thing(3, "sink", 1.0, 0.0, 0.5, (0.6, 0.6, 1.0), room="bathroom"),  # the nearest
    thing(4, "cabinet", 8.0, 2.0, 0.4, (0.6, 0.6, 0.8), room="kitchen"),
    thing(5, "cabinet", 4.5, 0.0, 0.4, (0.6, 0.6, 0.8), room="kitchen"),  # between the fridge and the bathroom's sink
)


def test_what_a_thing_is_between_is_in_one_room() -> None:
    result = asked('the("cabinet", between(the("fridge"), the("sink")))', *KITCHEN)
    assert result.values[0].ids == (4,)
    assert [taken.text for taken in result.taken] == ["of the sinks, the one in the same room was taken"]


def test_the_closest_of_a_room_is_closest_to_what_is_there() -> None:
    """Cabinet 5 is closer to the bathroom's sink, 4 to the kitchen's."""
    assert asked('the("cabinet", closest(the("sink")), in_room("kitchen"))', *KITCHEN).values[0].ids == (4,)


BOOKS = (
    thing(1, "bookcase", 3.0, 0.0, 1.0, (0.3, 2.0, 2.0), front=(-1.0, 0.0), room="study"),
    thing(2, "book", 3.0, 0.2, 1.5, (0.1, 0.1, 0.2), room="study"),
    thing(3, "book", 3.0, -0.2, 1.1, (0.1, 0.1, 0.2), room="study"),
    thing(4, "book", 2.0, -2.5, 0.1, (0.1, 0.1, 0.2), room="study"),  # on the floor, far to the right
)


@pytest.mark.parametrize(("side", "book"), [("left", 2), ("right", 3)])
def test_who_faces_a_shelf_means_what_it_holds(side: str, book: int) -> None:
    """Before the bookcase one looks along +x, so that +y is left."""
    assert asked(f'the("book", {side}(before(the("bookcase"))))', *BOOKS).values[0].ids == (book,)


def test_a_wardrobe_is_as_wide_as_its_doors() -> None:
    """2.2 m across its front and 0.5 m deep, beside one of 0.9 m and 0.7 m."""
    wide = thing(1, "wardrobe", 3.0, 3.0, 1.0, (2.2, 0.5, 2.0), front=(0.0, -1.0))
    deep = thing(2, "wardrobe", 3.0, -3.0, 1.0, (0.7, 0.9, 2.0), front=(-1.0, 0.0))
    assert asked('the("wardrobe", most("wide"))', wide, deep).values[0].ids == (1,)
    assert asked('the("wardrobe", least("wide"))', wide, deep).values[0].ids == (2,)


@pytest.mark.parametrize(("bottom", "on_wall"), [(1.3, True), (0.0, False)])
def test_hooks_for_coats_are_on_the_wall_and_a_stand_is_not(bottom: float, on_wall: bool) -> None:
    assert is_fixed_to_walls(thing(1, "coat rack", 3.0, 0.0, bottom + 0.3, (0.2, 0.8, 0.6))) is on_wall


def test_how_a_thing_stands_is_said_by_its_place() -> None:
    """A state that nobody recorded is not known; where a place is told, too, "hanging" adds nothing to it."""
    things = (
        thing(1, "picture", 3.0, 0.0, 1.5, (0.05, 0.6, 0.4)),
        thing(2, "picture", 0.0, -3.0, 1.5, (0.6, 0.05, 0.4)),
    )
    hanging = asked('every("picture", front(me), state="hanging")', *things)
    assert hanging.values[0].ids == (1,)
    assert asked('every("picture", front(me), state="dusty")', *things).values[0].ids == ()
    assert asked('every("picture", state="hanging")', *things).values[0].ids == ()
    marked = (*things[:1], thing(3, "picture", 3.0, 1.0, 1.5, (0.05, 0.6, 0.4), attributes={"state": "hanging"}))
    assert asked('every("picture", front(me), state="hanging")', *marked).values[0].ids == (3,)


def test_here_is_the_whole_of_a_map_without_rooms() -> None:
    chairs = [thing(number, "chair", 1.0 + number, 0.0, 0.4, (0.5, 0.5, 0.8)) for number in range(3)]
    result = asked('count(every("chair", in_room(here())))', *chairs)
    assert result.values[0].value == 3
    assert "the map is not divided into rooms, so all that it holds is meant" in result.notes
    assert asked("here()", *chairs).values[0].text == "I do not know which room this is."
