"""Tools of rooms and ways, as the prompt shows them and as programs call them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.answers import Question
from situated_qa.reasoning.first_messages import first_messages
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.think_program_rectify import static_messages
from situated_qa.scene.floor_plan import FloorPlan
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools, type_stubs
from situated_qa.situated.viewpoint import Viewpoint


def scene(*, plan: bool = True) -> SituatedScene:
    """A room of 4 m by 2 m, cut in two by a wall of cells; a sofa in the asker's half, a bed in the other."""
    walkable = np.ones((4, 8), dtype=bool)
    walkable[:, 4] = False
    boxes = [Box(np.array([x, 1.0, 0.4]), np.array([0.5, 0.5, 0.8])) for x in (1.6, 3.6)]
    graph = SceneGraph(
        objects=(
            ObjectNode(0, "sofa", boxes[0], boxes[0].center, attributes={"pattern": "striped"}, room="studio"),
            ObjectNode(1, "bed", boxes[1], boxes[1].center, room="studio"),
        ),
        rooms=(RoomNode("studio", Box(np.array([2.0, 1.0, 1.2]), np.array([4.0, 2.0, 2.4]))),) if plan else (),
        floor_plan=FloorPlan(0.5, np.zeros(2), walkable, np.zeros((4, 8)), ("studio",)) if plan else None,
    )
    return SituatedScene(graph, Viewpoint(np.array([0.25, 1.25, 0.0]), 0.0))


def prompt_of(scene: SituatedScene) -> tuple[str, str]:
    question = Question("how far is the bed?", strategy="think-program-rectify")
    first, *_, last = first_messages(scene, question)
    return first.content, last.content


def test_tools_of_rooms_and_ways_are_told_where_the_scene_has_a_floor_plan() -> None:
    system, question = prompt_of(scene())
    assert "\npath_distance(a, b) -> float: " in system and "\nobjects_in(room) -> set: " in system
    assert "\nvisible_from(place, facing=None) -> list[object]: " in system
    assert "I am in the studio." in question and "path_distance" not in question
    static = static_messages("sentence")
    assert system == static[0].content, "what every question shares must stay the same, so that it is evaluated once"


def test_without_rooms_their_tools_are_not_told_of() -> None:
    bare = scene(plan=False)
    nowhere = replace(bare.graph, objects=tuple(replace(node, room="") for node in bare.graph.objects))
    system, question = prompt_of(SituatedScene(nowhere, bare.viewpoint))
    assert not re.search(r"^(?:path_distance|rooms|objects_in)\(", system, re.MULTILINE)
    assert "I am in a room." in question
    named_only, _ = prompt_of(bare)  # rooms by name, but no floor
    assert "\nobjects_in(room)" in named_only and "\npath_distance(" not in named_only


def test_the_marked_object_is_told_of_where_something_is_marked() -> None:
    bare = scene(plan=False)
    marked = SituatedScene(bare.graph, bare.viewpoint, marked=1)
    vanished = SituatedScene(bare.graph, bare.viewpoint, marked=9)
    assert "marked_object() -> object: " in prompt_of(marked)[1]
    for other in (bare, vanished):
        assert "marked_object" not in "".join(prompt_of(other))
    assert "\ngraph(" not in "".join(prompt_of(marked)), "only retrievers are told of the graph"


def test_the_stubs_know_the_attributes_of_this_scene() -> None:
    assert '"pattern"' in type_stubs(Tools(scene()).attribute_names)


@pytest.fixture(scope="module")
def sandbox():
    pytest.importorskip("pydantic_monty", reason="programs run in pydantic-monty")
    with Sandbox() as sandbox:
        yield sandbox


def test_a_program_walks_looks_and_measures_rooms(sandbox) -> None:
    program = """
bed, sofa = filter(scene(), "bed"), filter(scene(), "sofa")
print(path_distance("me", bed), path_distance("me", sofa) < 2)
print(directions("me", bed))
print([o.category for o in visible_from("me", facing="front")])
print(query_room(current_room(), "area"), rooms(), accessible_rooms("studio"))
print(query_attribute(sofa, "pattern"))
"""
    result = sandbox.check_and_run(program, Tools(scene()), time_limit_s=20.0)
    assert result.error is None, result.observation
    lines = result.observation.splitlines()
    assert lines[0] == "inf True"
    assert lines[1].startswith("there is no way to walk from my place to the bed")
    assert lines[2:5] == ["['sofa', 'bed']", "8.0 ['studio'] []", "striped"]


def test_what_is_not_known_reaches_the_program_as_a_tool_error(sandbox) -> None:
    result = sandbox.check_and_run('print(path_distance("me", (1, 1, 0)))', Tools(scene(plan=False)), time_limit_s=20.0)
    assert result.error is not None
    assert "this scene has no floor plan" in result.observation
