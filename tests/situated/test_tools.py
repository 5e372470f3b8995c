from __future__ import annotations

import numpy as np
import pytest
from hand_made_room import ids, room_graph, room_tools, situated, thing

from situated_qa.errors import SceneError, ToolError
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import SceneObject, Tools
from situated_qa.situated.viewpoint import Viewpoint


@pytest.fixture
def tools():
    return room_tools()


def one(tools, id) -> SceneObject:
    return next(item for item in tools.scene() if item.id == id)


def test_objects_are_equal_by_id_hashable_and_sortable(tools):
    assert tools.scene() == room_tools().scene()
    assert [item.id for item in sorted(tools.scene())] == list(range(11))
    assert one(tools, 1).xyz == (3.0, 0.0, 0.4)


def test_filter_by_category_synonym_and_list(tools):
    everything = tools.scene()
    assert ids(tools.filter(everything, "chair")) == [5, 6]
    assert ids(tools.filter(object_set=list(everything), category="couch")) == [0]
    assert tools.notes == ["couch → sofa"]
    assert ids(tools.filter(everything, ["bed", "sofa"])) == [0, 7]


def test_filter_of_a_set_without_the_category_is_empty_not_an_error(tools):
    assert tools.filter(tools.filter(tools.scene(), "chair"), "table") == set()


def test_left_of_flips_when_the_viewer_turns_around():
    ahead, around = room_tools(0.0), room_tools(np.pi)
    assert ids(ahead.relate_agent(ahead.scene(), "left")) == [0]
    assert ids(around.relate_agent(around.scene(), "left")) == [5, 6]
    assert ids(ahead.relate(ahead.scene(), one(ahead, 1), "left")) == [0, 3]
    assert 0 not in ids(around.relate(around.scene(), one(around, 1), "left"))
    assert 0 in ids(around.relate(around.scene(), one(around, 1), "right"))


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("left", [0]),
        ("on my right", [5, 6]),
        ("in front of", [1, 2, 3, 4, 10]),
        ("behind", [7]),
        ("closest", [5]),
        ("farthest", [10]),
        ("within reach", []),
        ("12 o'clock", [1, 2, 3, 4, 10]),
        ("three o'clock", [5, 6]),
        ("9 o'clock", [0]),
        ("6 oclock", [7]),
        ("front left", []),
        ("above", []),
    ],
)
def test_relate_agent(tools, relation, expected):
    assert ids(tools.relate_agent(tools.scene(), relation)) == expected


def test_floor_and_walls_answer_only_when_asked_for(tools):
    wall = tools.filter(tools.scene(), "wall")
    assert ids(tools.relate_agent(wall, "front")) == [9]
    assert ids(tools.relate(tools.scene(), one(tools, 1), "support")) == [8]
    assert 8 not in ids(tools.relate(tools.scene(), one(tools, 1), "near"))


@pytest.mark.parametrize(
    ("reference", "relation", "expected"),
    [
        (1, "on", [2, 3]),
        (1, "above", [4]),
        (4, "below", [1, 2, 3]),
        (2, "support", [1]),
        (5, "closest", [6]),
        (5, "farthest", [10]),
        (1, "near", [2, 3]),
        (1, "next to", [2, 3]),
        (9, "on", [10]),
        (9, "hanging on", [10]),
        (1, "in", []),
        (1, "behind", [7]),
        (5, "right", [6]),
        (1, "higher than", [2, 4, 10]),
    ],
)
def test_relate(tools, reference, relation, expected):
    found = ids(tools.relate(tools.scene(), one(tools, reference), relation))
    if relation == "behind":  # seen along x, all of the room behind the table is behind it
        assert set(expected) <= set(found) and 10 not in found
    else:
        assert found == expected


def test_a_set_of_references_unites(tools):
    chairs = tools.filter(tools.scene(), "chair")
    assert ids(tools.relate(tools.scene(), chairs, "right")) == [6]
    assert ids(tools.relate(chairs, chairs, "closest")) == [5, 6]
    assert tools.relate(tools.scene(), set(), "on") == set()
    assert any("empty set" in note for note in tools.notes)


def test_ties_go_to_the_lower_id():
    graph = SceneGraph((thing(4, "cup", 2, 0, 0, 1, 1, 1), thing(2, "cup", -2, 0, 0, 1, 1, 1)))
    tools = Tools(SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))
    assert ids(tools.relate_agent(tools.scene(), "closest")) == [2]
    assert ids(tools.relate_agent(tools.scene(), "farthest")) == [2]


def test_object_on_the_line_is_on_neither_side():
    graph = SceneGraph((thing(0, "table", 3, 0, 0, 1, 1, 1), thing(1, "lamp", 3, 0.2, 0, 1, 1, 1)))
    tools = Tools(SituatedScene(graph, Viewpoint(np.zeros(3), 0.0)))
    assert tools.relate_agent(tools.scene(), "left") == set()
    assert tools.query_relation_agent(one(tools, 0), ["left", "right", "ahead"]) == ["ahead"]


def test_query_relation_agent(tools):
    bed = one(tools, 7)
    assert tools.query_relation_agent(bed) == ["back"]
    assert tools.query_relation_agent(object=bed, candidate_relations=["front", "behind"]) == ["behind"]
    assert tools.query_relation_agent(bed, ["o'clock", "far"]) == ["6 o'clock"]
    assert tools.query_relation_agent(one(tools, 5), ["closest", "farthest", "3 o'clock"]) == ["closest", "3 o'clock"]


def test_query_asks_for_more_of_the_object_than_relate():
    # Three quarters of it left: related at 0.7, not reported at 0.8.
    graph = SceneGraph((thing(0, "rug", 0, 1.0, 0, 0.02, 4.0, 0.1), thing(1, "lamp", 5, 5, 0, 1, 1, 1)))
    points = np.array([[0, y, 0] for y in (-1, 1, 2, 3)], np.float32)
    rug = thing(0, "rug", 0, 1.0, 0, 0.02, 4.0, 0.1, surface_points=points)
    tools = Tools(SituatedScene(SceneGraph((rug, graph.objects[1])), Viewpoint(np.zeros(3), 0.0)))
    assert 0 in ids(tools.relate_agent(tools.scene(), "left"))
    assert tools.query_relation_agent(one(tools, 0)) == []


def test_query_relation(tools):
    chair, table = one(tools, 5), one(tools, 1)
    assert tools.query_relation(chair, table) == ["right", "back"]
    assert tools.query_relation(one(tools, 2), table, ["in", "on top of", "above"]) == ["on top of"]
    assert tools.query_relation(chair, {table}, ["o'clock"]) == ["5 o'clock"]  # back and to the right


def test_frames_of_left_of_an_object():
    viewer = room_tools()
    facing = room_tools(reference_frame="facing")
    own = room_tools(reference_frame="object")
    # The sofa stands on my left, at y = 3, facing me (its front is -y). The table is at x = 3.
    for tools, expected in ((viewer, ["right", "front"]), (facing, ["left", "front"]), (own, ["left", "front"])):
        assert tools.query_relation(one(tools, 1), one(tools, 0)) == expected
    assert (viewer.reference_frame, facing.reference_frame, own.reference_frame) == ("viewer", "facing", "object")
    own.relate(own.scene(), one(own, 7), "left")  # nobody knows the bed's front
    assert own.reference_frame == "viewer"


def test_touched_is_what_was_looked_at(tools):
    everything = tools.scene()
    assert tools.touched == set()
    chairs = tools.filter(everything, "chair")
    assert tools.touched == {5, 6}
    tools.relate_agent(chairs, "closest")
    assert tools.last == {5}


def test_between_and_points(tools):
    sofa, chair = one(tools, 0), one(tools, 6)
    assert ids(tools.relate_between(tools.scene(), sofa, chair)) == [5]
    assert tools.mid_point(sofa, chair) == (0.0, -0.5, 0.5)
    assert tools.closest_to(tools.scene(), tools.mid_point(sofa, chair)).id == 5
    assert tools.distance(sofa, "me") == pytest.approx(np.hypot(3, 0.4), abs=0.01)
    assert tools.distance((0, 0, 0), (3, 4, 0)) == 5.0


def test_find_related(tools):
    assert [o.id for o in tools.find_related("something to sit on")] == [5, 0, 6, 7]
    assert [o.category for o in tools.find_related("where could I sleep?")][0] == "bed"
    assert tools.find_related("something to wash my hands") == []


def test_attributes_of_this_scene_are_legal_ones(tools):
    assert tools.attribute_names == ["material", "state"]
    with pytest.raises(ToolError, match="attribute_type='weight' is not known"):
        tools.query_attribute(one(tools, 1), "weight")


def test_rooms(tools):
    assert tools.rooms() == ["living room", "bedroom"]
    assert tools.current_room() == "living room"
    assert tools.room_of(one(tools, 7)) == "bedroom"
    assert tools.room_of(one(tools, 1)) == "not known"
    assert ids(tools.objects_in("Bedroom")) == [7]
    assert tools.distance("bedroom", "living room") == 5.5
    with pytest.raises(ToolError, match="legal: living room, bedroom"):
        tools.objects_in("kitchen")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t, s: t.filter(s, "desk chair sofa piano"), 'filter\\(object_set, category\\): no "desk chair'),
        (lambda t, s: t.filter(s, "elephant"), 'no "elephant" here; categories: bed, book, chair'),
        (lambda t, s: t.filter(s), "filter\\(object_set, category\\): missing a required argument: 'category'"),
        (lambda t, s: t.filter(s, 3), "category must be a list of texts"),
        (lambda t, s: t.filter("chair", "chair"), "object_set must be a set of objects, got 'chair'; get objects from"),
        (lambda t, s: t.filter([3], "chair"), "object_set must hold objects, got 3"),
        (lambda t, s: t.relate_agent(s, "close"), '"close" is not a relation; did you mean "within reach"'),
        (lambda t, s: t.relate_agent(s, "on"), '"on" is not a relation here'),
        (lambda t, s: t.relate(s, "table", "on"), 'filter\\(scene\\(\\), "table"\\)'),
        (lambda t, s: t.query_relation_agent(s), "object must be one object, got a set of 11: loop over it"),
        (lambda t, s: t.query_relation_agent(set()), "got an empty set: nothing was found"),
        (lambda t, s: t.query_attribute(min(s), "colr"), 'did you mean "color"\\? legal: lwh'),
        (lambda t, s: t.query_attribute(min(s), "color", []), "candidate_attribute_values must not be empty"),
        (lambda t, s: t.query_state(min(s), [1]), "candidate_states must be a list of texts"),
        (lambda t, s: t.relate_agent(s, relation="left", frame="me"), "unexpected keyword argument 'frame'"),
        (lambda t, s: t.relate_agent([SceneObject(99, "x", (0, 0, 0))], "left"), "no object with id 99"),
        (lambda t, s: t.distance("sofa", 3), "a='sofa' is not known"),
        (lambda t, s: t.closest_to(set(), (0, 0, 0)), "object_set is empty"),
        (lambda t, s: t.find_related(""), "text must say what the thing is for"),
    ],
)
def test_whatever_is_wrong_with_a_call_is_one_helpful_error(tools, call, message):
    with pytest.raises(ToolError, match=message):
        call(tools, tools.scene())


def test_empty_scene():
    tools = Tools(SituatedScene(SceneGraph(), Viewpoint(np.zeros(3), 0.0)))
    assert tools.scene() == set()
    assert tools.relate_agent(set(), "closest") == set()
    with pytest.raises(ToolError, match="the scene is empty"):
        tools.filter(set(), "chair")


def test_viewpoint_in_another_frame_is_refused():
    with pytest.raises(SceneError, match="'odom'"):
        SituatedScene(room_graph(), Viewpoint(np.zeros(3), 0.0, 0, "odom"))
    with pytest.raises(SceneError, match="reference frame"):
        situated(reference_frame="mine")
