from __future__ import annotations

import numpy as np
import pytest
from hand_made_room import ids, room_graph, room_tools, situated, thing

from situated_qa.errors import SceneError, ToolError
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import TOOL_NAMES, SceneObject, Tools
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
    assert (viewer.frame_used, facing.frame_used, own.frame_used) == ("viewer", "facing", "object")
    own.relate(own.scene(), one(own, 7), "left")  # the bed's front is not known
    assert own.frame_used == "viewer"


def test_touched_is_what_was_looked_at(tools):
    everything = tools.scene()
    assert tools.last == frozenset()
    chairs = tools.filter(everything, "chair")
    assert tools.last == {5, 6}
    tools.relate_agent(chairs, "closest")
    assert tools.last == {5}


def test_between_and_points(tools):
    sofa, chair = one(tools, 0), one(tools, 6)
    assert ids(tools.relate_between(tools.scene(), sofa, chair)) == [5]
    assert tools.mid_point(sofa, chair) == (0.0, -0.5, 0.5)
    assert tools.closest_to(tools.scene(), tools.mid_point(sofa, chair)).id == 5
    assert tools.distance(sofa) == tools.distance(sofa, "me") == sofa.distance == 2.5  # 1 m deep, its center 3 m ahead
    assert tools.distance(sofa, "me", how="center") == pytest.approx(np.hypot(3, 0.4), abs=0.01)
    assert tools.distance((0, 0, 0), (3, 4, 0)) == 5.0


def test_find_related(tools):
    assert [o.id for o in tools.find_related("something to sit on")] == [5, 0, 6, 7]
    assert [o.category for o in tools.find_related("where could I sleep?")][0] == "bed"
    assert tools.find_related("something to wash my hands") == []


def test_attributes_of_this_scene_are_legal_ones(tools):
    assert tools.attribute_names == ("material", "state")
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
        (lambda t, s: t.filter(s, "chiar"), 'filter\\(object_set, category\\): no "chiar" here; did you mean "chair"'),
        (lambda t, s: t.filter(s, ["table", "soffa"]), 'did you mean "sofa"\\? categories: bed, book, chair'),
        (lambda t, s: t.answer(" "), "answer\\(text\\): text must say what was found"),
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
    assert tools.filter(set(), "chair") == set()
    assert tools.notes == ["no chair here; the scene is empty"]


def test_an_absent_category_gives_an_empty_set_and_a_note(tools):
    assert tools.filter(tools.scene(), "elephant") == set()
    assert tools.notes[0].startswith("no elephant here; there are: bed, book, chair, cup")


def test_of_a_list_with_an_absent_word_the_others_are_found(tools):
    assert ids(tools.filter(tools.scene(), ["elephant", "sofa", "chair"])) == [0, 5, 6]
    assert len(tools.notes) == 1 and tools.notes[0].startswith("no elephant here; there are: ")


def test_an_object_tells_its_color_distance_and_clock():
    """Looking along x, chair 5 at (0, -2) is on the right, its surface 1.75 m away; looking along y, behind."""
    along_x, along_y = (one(room_tools(heading), 5) for heading in (0.0, np.pi / 2))
    assert (along_x.distance, along_x.clock, along_x.color) == (1.75, 3, "not known")
    assert (along_y.distance, along_y.clock) == (1.75, 6)
    assert repr(along_x) == "<chair 5, 1.8 m, 3 o'clock>"
    cup = one(room_tools(), 2)
    assert (cup.color, repr(cup)) == ("red", "<cup 2, red, 2.8 m, 12 o'clock>")


def test_the_first_answer_of_a_program_counts(tools):
    tools.answer("two")
    tools.answer("three")
    assert tools.answered == "two"


def test_viewpoint_in_another_frame_is_refused():
    with pytest.raises(SceneError, match="'odom'"):
        SituatedScene(room_graph(), Viewpoint(np.zeros(3), 0.0, 0, "odom"))
    with pytest.raises(SceneError, match="reference frame"):
        situated(reference_frame="mine")


# call: what it gives looking along x, and looking along y; what depends on no heading is the same twice
TWO_HEADINGS = {
    "scene": (lambda t: ids(t.scene()), list(range(11)), list(range(11))),
    "filter": (lambda t: ids(t.filter(t.scene(), "chairs")), [5, 6], [5, 6]),
    "relate left": (lambda t: ids(t.relate(t.scene(), one(t, 1), "left")), [0, 3], [0, 2, 5, 6, 7]),
    "relate right of a set": (
        lambda t: ids(t.relate(t.scene(), {one(t, 0), one(t, 5)}, "right")), [1, 2, 3, 4, 5, 6, 7, 10], [1, 2, 3, 4, 10]
    ),
    "relate 12 o'clock": (lambda t: ids(t.relate(t.scene(), one(t, 5), "12 o'clock")), [1, 2, 3, 4, 10], [0]),
    "relate on": (lambda t: ids(t.relate(t.scene(), one(t, 1), "on top of")), [2, 3], [2, 3]),
    "relate_agent left": (lambda t: ids(t.relate_agent(t.scene(), "left")), [0], [7]),
    "relate_agent right": (lambda t: ids(t.relate_agent(t.scene(), "right")), [5, 6], [1, 2, 3, 4, 10]),
    "relate_agent front": (lambda t: ids(t.relate_agent(t.scene(), "ahead")), [1, 2, 3, 4, 10], [0]),
    "relate_agent back": (lambda t: ids(t.relate_agent(t.scene(), "behind me")), [7], [5, 6]),
    "relate_agent nine": (lambda t: ids(t.relate_agent(t.scene(), "nine")), [0], [7]),
    "relate_agent 9": (lambda t: ids(t.relate_agent(t.scene(), "9")), [0], [7]),
    "relate_agent closest": (lambda t: ids(t.relate_agent(t.scene(), "nearest")), [5], [5]),
    "relate_between": (lambda t: ids(t.relate_between(t.scene(), one(t, 0), one(t, 6))), [5], [5]),
    "query_relation": (lambda t: t.query_relation(one(t, 5), one(t, 1)), ["right", "back"], ["left", "back"]),
    "query_relation o'clock": (
        lambda t: t.query_relation(one(t, 5), one(t, 1), ["o'clock"]), ["5 o'clock"], ["8 o'clock"]
    ),
    "query_relation candidates": (
        lambda t: t.query_relation(one(t, 2), one(t, 1), ["above", "on", "closest", "to the left of"]),
        ["on", "closest"], ["on", "closest", "to the left of"],
    ),
    "query_relation_agent": (lambda t: t.query_relation_agent(one(t, 7)), ["back"], ["left"]),
    "query_relation_agent candidates": (
        lambda t: t.query_relation_agent(one(t, 7), ["9 o'clock", "o'clock", "far", "left"]),
        ["6 o'clock"], ["9 o'clock", "9 o'clock", "left"],
    ),
    "query_attribute": (lambda t: t.query_attribute(one(t, 0), "lwh"), [2.0, 1.0, 0.8], [2.0, 1.0, 0.8]),
    "query_attribute distance": (lambda t: t.query_attribute(one(t, 5), "distance"), 1.75, 1.75),
    "query_state": (lambda t: t.query_state(one(t, 1), ["empty", "cluttered"]), "cluttered", "cluttered"),
    "find_related": (lambda t: t.find_related("something to sit on")[0].id, 5, 5),
    "mid_point": (lambda t: t.mid_point(one(t, 5), one(t, 6)), (0.0, -3.0, 0.525), (0.0, -3.0, 0.525)),
    "closest_to": (lambda t: t.closest_to(t.scene(), (-3, 1, 0)).id, 7, 7),
    "distance": (lambda t: t.distance(one(t, 1), (0, 4, 0.4)), 4.3, 4.3),
    "distance of centers": (lambda t: t.distance(one(t, 1), (0, 4, 0.4), "center"), 5.0, 5.0),
    "rooms": (lambda t: t.rooms(), ["living room", "bedroom"], ["living room", "bedroom"]),
    "room_of": (lambda t: t.room_of(one(t, 7)), "bedroom", "bedroom"),
    "current_room": (lambda t: t.current_room(), "living room", "living room"),
    "objects_in": (lambda t: ids(t.objects_in("the bedroom")), [7], [7]),
    "query_room": (lambda t: t.query_room("bedroom", "lwh"), [12.0, 4.0, 2.6], [12.0, 4.0, 2.6]),
    "visible_from": (lambda t: [o.id for o in t.visible_from("me", "front")], [2, 4, 1, 3, 10], [0]),
    "visible_from left": (lambda t: [o.id for o in t.visible_from("me", "left")], [0], [7]),
    "marked_object": (lambda t: t.marked_object().id, 7, 7),
    "object_of": (lambda t: t.object_of(3).id, 3, 3),
    "graph nodes": (lambda t: t.graph().nodes, list(range(11)), list(range(11))),
    "graph neighbors": (lambda t: t.graph().neighbors(one(t, 1), "support"), [2, 3], [2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("name", TWO_HEADINGS)
def test_every_tool_from_two_headings(name):
    call, along_x, along_y = TWO_HEADINGS[name]
    assert call(room_tools(0.0, marked=7)) == along_x
    assert call(room_tools(np.pi / 2, marked=7)) == along_y


def test_no_tool_is_forgotten():
    """Those that need a floor plan are asked in test_rooms.py and test_paths.py; `ask` in test_ask_tool.py; `look` in
    tests/test_pipeline_looking.py."""
    assert {name.split()[0] for name in TWO_HEADINGS} == set(TOOL_NAMES) - {
        "accessible_rooms",
        "path_distance",
        "directions",
        "answer",
        "ask",
        "look",
    }


@pytest.mark.parametrize(
    ("frame", "left_of_the_sofa"),
    # The sofa at y = 3 faces -y. Looking along x the viewer's left is +y, where nothing is; its own left is +x.
    [("viewer", []), ("facing", [1, 2, 3, 4, 10]), ("object", [1, 2, 3, 4, 10])],
)
def test_a_set_of_references_is_united_in_each_frame_and_the_frame_is_reported(frame, left_of_the_sofa):
    tools = room_tools(reference_frame=frame)
    found = ids(tools.relate(tools.scene(), tools.filter(tools.scene(), "sofa"), "left"))
    assert found == left_of_the_sofa
    assert tools.frame_used == frame


def test_the_marked_object_is_the_one_pointed_at_or_an_error_that_reports_it():
    tools = room_tools(marked=2)
    assert tools.marked_object() == one(tools, 2)
    assert tools.last == {2}
    with pytest.raises(ToolError, match=r"^marked_object\(\): nothing is marked: the user has not pointed at"):
        room_tools().marked_object()
    with pytest.raises(ToolError, match="was marked, 99, is no longer in the scene"):
        room_tools(marked=99).marked_object()


class TestGraph:
    """The cup 2 and the book 3 lie on the table 1; the lamp 4 is over them, the picture 10 hangs on the wall 9."""

    def test_attributes(self, tools):
        known = tools.graph().attrs(one(tools, 1))
        assert known == tools.graph().attrs(1)
        assert known == {
            "id": 1, "category": "table", "room": "", "xyz": [3.0, 0.0, 0.4], "lwh": [1.0, 1.0, 0.8],
            "material": "wooden", "state": "cluttered",
        }  # fmt: skip
        assert tools.graph().attrs(2)["supporter"] == 1
        assert tools.graph().attrs(0)["color"] == "grey"
        assert tools.last == {0}

    def test_neighbors_by_relation_and_by_any(self, tools):
        graph = tools.graph()
        assert graph.neighbors(2, "on") == [1]
        assert graph.neighbors(1, "on") == [8]
        assert graph.neighbors(10, "hanging on") == [9]
        assert graph.neighbors(9, "hanging on") == []
        assert 10 in graph.neighbors(9), "linked, whichever of the two the edge begins at"
        assert graph.neighbors(4, "above") == [1, 2, 3]
        assert graph.neighbors(2, "near") == graph.neighbors(2, "next to") == [3], "besides is the closest word"

    def test_edges(self, tools):
        graph = tools.graph()
        assert graph.edges("support")[:2] == [(1, "support", 2), (1, "support", 3)]
        assert set(graph.edges("in")) == set()
        stored = {(e.subject, e.predicate, e.object) for e in tools.situated_scene.graph.relations}
        assert set(graph.edges()) == stored

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (
                lambda g: g.attrs(77),
                r"^graph\(\)\.attrs\(id\): there is no object with id 77; ids are graph\(\)\.nodes",
            ),
            (lambda g: g.attrs("cup"), "id must be a number of graph"),
            (lambda g: g.attrs(True), "id must be a number of graph"),
            (lambda g: g.attrs(set()), "id must be one object, got an empty set"),
            (lambda g: g.neighbors(1, "left"), "relation='left' is not stored.*use relate"),
            (lambda g: g.neighbors(1, "suport"), 'did you mean "support"'),
            (lambda g: g.edges(3), "relation=3 is not stored"),
        ],
    )
    def test_a_wrong_call_is_one_helpful_error(self, tools, call, message):
        with pytest.raises(ToolError, match=message):
            call(tools.graph())
