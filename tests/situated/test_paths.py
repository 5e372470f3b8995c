"""Ways through the hand-drawn home. The asker stands 1.25 m straight above the middle of the kitchen door."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hand_drawn_home import home_graph, home_tools, one, thing

from situated_qa.errors import ToolError
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

DOOR_EDGES = 1.0, 2.0, 4.5, 5.5  # x of both doorways' sides
WALL = 1.25, 1.5  # y of the wall between the hall and the other rooms


def test_through_the_door_straight_ahead():
    tools = home_tools()
    assert tools.path_distance("me", (1.5, 0.5)) == pytest.approx(2.125, abs=0.01)
    assert tools.path_distance((1.5, 0.5), "me") == pytest.approx(2.125, abs=0.01)


def test_round_two_door_posts():
    """From the kitchen into the bedroom: down to the kitchen door's right post, along the wall, up at the left post."""
    tools = home_tools()
    to_post = math.hypot(2.0 - 1.5, 2.625 - 1.25)  # the way bends at the post's lower corner (2, 1.25)
    along = 4.5 - 2.0
    up = math.hypot(0.5, 1.25)
    assert tools.path_distance("me", (5.0, 2.5)) == pytest.approx(to_post + along + up, rel=0.01)


def test_an_object_is_walked_to_until_one_stands_beside_it():
    tools = home_tools()
    fridge = one(tools, 0)  # its footprint reaches up to y = 1.975 and x = 0.975
    # the nearest free cells are those above it, in the row of y = 2.125, and beside it, in the column of x = 1.125
    assert 0.3 < tools.path_distance("me", fridge) < 0.6
    assert tools.path_distance("me", fridge) < tools.distance("me", fridge)


def test_what_stands_on_furniture_is_walked_to_as_far_as_one_can():
    tools = home_tools()
    bed, lamp = one(tools, 1), one(tools, 2)
    assert tools.path_distance("me", bed) < tools.path_distance("me", lamp) < tools.path_distance("me", bed) + 2.0


def test_a_room_is_walked_to_until_one_stands_in_it():
    tools = home_tools()
    assert tools.path_distance("me", "kitchen") == pytest.approx(0.0, abs=0.2)
    # into the hall: to the middle of its uppermost row of cells, y = 1.125
    assert tools.path_distance("me", "hall") == pytest.approx(2.625 - 1.125, abs=0.02)


def test_directions_turn_from_my_heading():
    ahead = home_tools(heading_rad=-np.pi / 2)  # facing the door
    assert ahead.directions("me", (1.5, 0.5)) == (
        "go straight 2.1 m through the door into the hall: you are at (1.5, 0.5), 2.1 m in all"
    )
    right = home_tools(heading_rad=0.0)  # the door is on the right
    assert right.directions("me", (1.5, 0.5)).startswith("turn right, go straight 2.1 m through the door into the hall")
    left = home_tools(heading_rad=np.pi)
    assert left.directions("me", "hall").startswith(
        "turn left, go straight 1.5 m through the door into the hall: you are in"
    )
    away = home_tools(heading_rad=np.pi / 2)
    assert away.directions("me", "hall").startswith("turn around, go straight 1.5 m")


def test_directions_around_two_corners():
    text = home_tools(heading_rad=-np.pi / 2).directions("me", (5.0, 3.0))
    assert text == (
        "go straight 1.5 m through the door into the hall, turn left, go straight 2.5 m, turn left, go straight 1.8 m "
        "through the door into the bedroom: you are at (5.0, 3.0), 5.8 m in all"
    )


def test_directions_end_with_where_the_object_is():
    text = home_tools(heading_rad=-np.pi / 2).directions("me", one(home_tools(), 1))
    assert text.endswith("the bed is in front of you, 5.5 m in all")
    near = home_tools(1.2, 2.2, heading_rad=0.0)
    assert near.directions("me", one(near, 0)) == "you are there: the fridge is behind you"


def test_directions_from_elsewhere_begin_as_the_way_goes():
    text = home_tools().directions("kitchen", "bedroom")
    assert text.startswith("from the kitchen go straight")
    assert text.endswith("through the door into the bedroom: you are in the bedroom, 3.3 m in all")


def test_a_closed_door_is_not_a_way_and_is_named():
    tools = home_tools(bedroom_open=False)
    bed = one(tools, 1)
    assert tools.path_distance("me", bed) == math.inf
    assert tools.directions("me", bed) == (
        "there is no way to walk from my place to the bed: the door between the hall and the bedroom is closed"
    )
    assert tools.path_distance("me", "hall") < 2.0


def test_an_asker_on_furniture_first_steps_onto_the_floor():
    tools = home_tools(6.625, 2.5)  # on the bed
    assert 2.0 < tools.path_distance("me", "hall") < 3.0
    far = home_tools(20.0, 2.5)
    with pytest.raises(ToolError, match="I stand more than 1.5 m from any floor"):
        far.path_distance("me", "hall")


def test_what_no_free_floor_is_near_cannot_be_walked_to():
    tools = home_tools(more=(thing(9, "chimney", 20, 20, 0, 1, 1, 1),))
    chimney = one(tools, 9)
    assert tools.path_distance("me", chimney) == tools.path_distance(chimney, "me") == math.inf
    assert tools.directions("me", chimney) == (
        "there is no way to walk from my place to the chimney: no free floor is within reach of the chimney"
    )


def test_without_a_floor_plan_ways_are_not_known():
    tools = home_tools(plan=False)
    for call in (tools.path_distance, tools.directions):
        with pytest.raises(ToolError, match="this scene has no floor plan"):
            call("me", one(tools, 1))


def test_wrong_places_are_named():
    with pytest.raises(ToolError, match="attic"):
        home_tools().path_distance("me", "attic")
    with pytest.raises(ToolError, match=r"b must be an object, a room's name, a point"):
        home_tools().path_distance("me", 7)


def test_asking_changes_nothing():
    graph = home_graph()
    tools = Tools(SituatedScene(graph, Viewpoint(np.array([1.5, 2.625, 0.0]), 0.0)))
    bed = one(tools, 1)
    assert tools.path_distance("me", bed) == tools.path_distance("me", bed)
    assert isinstance(graph, SceneGraph) and graph.floor_plan is not None
    assert (graph.floor_plan.walkable == home_graph().floor_plan.walkable).all()
