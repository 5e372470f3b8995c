from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hand_drawn_home import home_graph, home_tools, names, one, thing

from situated_qa.errors import ToolError
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint


def tools_over(graph: SceneGraph, x=1.5, y=2.5) -> Tools:
    return Tools(SituatedScene(graph, Viewpoint(np.array([x, y, 0.0]), 0.0)))


def test_rooms_and_what_is_in_them():
    tools = home_tools()
    assert tools.rooms() == ["kitchen", "hall", "bedroom"]
    assert names(sorted(tools.objects_in("bedroom"))) == ["bed", "lamp"]
    assert tools.room_of(one(tools, 3)) == "hall"


@pytest.mark.parametrize(("x", "y", "room"), [(1.5, 2.5, "kitchen"), (5.0, 0.6, "hall"), (5.0, 3.0, "bedroom")])
def test_the_current_room_is_the_one_under_the_asker(x, y, room):
    assert home_tools(x, y).current_room() == room
    assert home_tools(x, y, plan=False).current_room() == room


def test_in_a_doorway_the_current_room_is_the_one_whose_floor_is_nearest():
    assert home_tools(1.5, 1.4).current_room() == "kitchen"
    assert home_tools(1.5, 1.3).current_room() == "hall"
    assert home_tools(1.5, 1.375, plan=False).current_room() == "not known"


def test_outside_the_current_room_is_not_known():
    assert home_tools(-3.0, 0.0).current_room() == "not known"
    assert home_tools(-3.0, 0.0, plan=False).current_room() == "not known"


def test_a_room_is_understood_with_its_article_and_by_the_word_that_tells_it_apart():
    graph = home_graph()
    guests = RoomNode("guest bedroom", graph.rooms[2].box)
    tools = tools_over(dataclasses.replace(graph, rooms=(*graph.rooms[:2], guests), floor_plan=None))
    assert tools.query_room("The Kitchen", "height") == 2.5
    assert tools.query_room("guest", "length") == 3.75


def test_accessible_rooms_are_those_behind_open_doors():
    assert home_tools().accessible_rooms("hall") == ["bedroom", "kitchen"]
    assert home_tools().accessible_rooms("kitchen") == ["hall"]
    assert home_tools(bedroom_open=False).accessible_rooms("hall") == ["kitchen"]
    assert home_tools(bedroom_open=False).accessible_rooms("bedroom") == []


def test_rooms_whose_floors_touch_are_joined_without_a_door():
    plan = FloorPlan(0.5, np.zeros(2), np.array([[1, 1, 1, 0]]), np.array([[0, 0, 1, 2]]), ("kitchen", "hall", "store"))
    tools = tools_over(SceneGraph(floor_plan=plan), 0.2, 0.2)
    assert tools.rooms() == ["kitchen", "hall", "store"]
    assert tools.accessible_rooms("kitchen") == ["hall"]
    assert tools.accessible_rooms("store") == []  # nobody can walk there
    assert tools.current_room() == "kitchen"


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("lwh", [3.0, 2.0, 2.5]), ("area", 6.0), ("volume", 15.0), ("height", 2.5), ("size", [3.0, 2.0, 2.5])],
)
def test_a_room_is_measured_by_its_box(attribute, value):
    assert home_tools().query_room("kitchen", attribute) == value
    assert home_tools(plan=False).query_room("kitchen", attribute) == value


def test_the_area_of_a_room_that_is_not_a_rectangle_is_counted_on_the_floor_plan():
    corner = np.array([[0, 0], [0, -1]])  # three of four cells of 1 m²
    plan = FloorPlan(1.0, np.zeros(2), corner == 0, corner, ("hall",))
    box = home_graph().rooms[0].box
    graph = SceneGraph(
        rooms=(RoomNode("hall", dataclasses.replace(box, extents=np.array([2, 2, 3.0]))),), floor_plan=plan
    )
    assert tools_over(graph).query_room("hall", "area") == 3.0
    assert tools_over(graph).query_room("hall", "volume") == 9.0


def test_what_is_not_known_of_rooms_is_said():
    nothing = tools_over(SceneGraph(objects=(thing(0, "chair", 0, 0, 0, 1, 1, 1),)))
    assert nothing.rooms() == []
    assert nothing.current_room() == "not known"
    with pytest.raises(ToolError, match=r"^objects_in\(room\): room='kitchen': rooms are not known here$"):
        nothing.objects_in("kitchen")
    with pytest.raises(ToolError, match="rooms are not known here"):
        nothing.query_room("kitchen", "area")
    with pytest.raises(ToolError, match="there is no floor plan"):
        home_tools(plan=False).accessible_rooms("hall")
    named = tools_over(SceneGraph(objects=(thing(0, "chair", 0, 0, 0, 1, 1, 1, room="study"),)))
    with pytest.raises(ToolError, match="how large the study is is not known"):
        named.query_room("study", "area")
    with pytest.raises(ToolError, match="where the study begins and ends is not known"):
        named.distance("study")


def test_a_wrong_room_or_measure_is_mended_by_the_message():
    with pytest.raises(ToolError, match='did you mean "kitchen"'):
        home_tools().objects_in("kichen")
    with pytest.raises(ToolError, match="legal: lwh, length, width, height, area, volume"):
        home_tools().query_room("kitchen", "colour")


def test_distances_to_rooms_are_to_their_middle():
    assert home_tools().distance("kitchen", "bedroom") == pytest.approx(5.375 - 1.75, abs=0.005)
