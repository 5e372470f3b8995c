"""The scene as a table, worked out by hand, and held against what the tools say of the same objects."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.scene_table import MAX_ROWS, scene_table
from situated_qa.scene.builder import link_objects
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

# The kitchen spans x 0 … 4, the bedroom x 4 … 8, both y 0 … 4. The asker stands in the kitchen at (1, 2), facing +x.
ROOMS = (
    RoomNode("kitchen", Box(np.array([2.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
    RoomNode("bedroom", Box(np.array([6.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
)


def thing(id: int, category: str, x: float, y: float, bottom: float, sides: tuple, room: str, **more) -> ObjectNode:  # type: ignore[no-untyped-def]
    box = Box(np.array([x, y, bottom + sides[2] / 2]), np.array(sides))
    return ObjectNode(id, category, box, box.center, room=room, **more)


THINGS = (
    thing(1, "table", 3.0, 2.0, 0.0, (1.0, 0.6, 0.75), "kitchen", rgb=(119, 68, 34), attributes={"material": "wood"}),
    thing(2, "cup", 3.0, 2.0, 0.75, (0.1, 0.1, 0.12), "kitchen", color="red"),
    thing(3, "door", 1.0, 0.5, 0.0, (0.8, 0.1, 2.0), "kitchen", attributes={"state": "closed"}),
    thing(4, "lamp", 6.0, 2.0, 0.0, (0.2, 0.2, 0.4), "bedroom"),
    thing(5, "lamp", 6.0, 3.0, 0.0, (0.2, 0.2, 0.4), "bedroom"),
    thing(6, "bed", 6.0, 1.0, 0.0, (2.0, 1.0, 0.5), "bedroom"),
    thing(7, "floor", 4.0, 2.0, -0.1, (8.0, 4.0, 0.1), "kitchen"),
)


def scene(things: tuple[ObjectNode, ...] = THINGS, rooms: tuple = ROOMS, **more) -> SituatedScene:  # type: ignore[no-untyped-def]
    linked = link_objects(list(things))
    graph = SceneGraph(linked.objects, linked.relations, rooms)
    return SituatedScene(graph, Viewpoint(np.array([1.0, 2.0, 0.0]), 0.0), **more)


def test_this_room_has_a_row_an_object_and_other_rooms_a_line() -> None:
    # table: its near side at x = 2.5; door: its near side at y = 0.55, on the right
    assert scene_table(scene()).splitlines() == [
        "I am in the kitchen. Around me, nearest first:",
        "3 door, 3 right, 1.45, -, 80x10x200, closed",
        "1 table, 12 front, 1.5, brown #742, 100x60x75",
        "2 cup, 12 front, 1.95, red, 10x10x12+75, on table 1",
        "in the bedroom: 2 lamp, 1 bed",
    ]


def test_the_marked_object_is_reported() -> None:
    assert "closed" in scene_table(scene())
    row = next(line for line in scene_table(scene(marked=3)).splitlines() if line.startswith("3 "))
    assert row.endswith("marked: the user points at it, closed")


def test_without_rooms_everything_has_a_row() -> None:
    bare = tuple(replace(node, room="") for node in THINGS)
    lines = scene_table(scene(bare, rooms=())).splitlines()
    assert lines[0] == "I am in a room. Around me, nearest first:"
    assert [line.split(",")[0] for line in lines[1:]] == ["3 door", "1 table", "2 cup", "6 bed", "4 lamp", "5 lamp"]


def test_where_my_room_is_not_known_rows_tell_theirs() -> None:
    lines = scene_table(scene(rooms=())).splitlines()
    assert lines[1] == "3 door, 3 right, 1.45, -, 80x10x200, in the kitchen, closed"
    assert not any(line.startswith("in the ") for line in lines)


def test_an_empty_scene_and_an_empty_room() -> None:
    assert scene_table(scene(())) == "I am in the kitchen. I see no objects yet."
    elsewhere = tuple(node for node in THINGS if node.room == "bedroom")
    assert scene_table(scene(elsewhere)) == "I am in the kitchen. I see no objects.\nin the bedroom: 2 lamp, 1 bed"


def test_a_warehouse_does_not_fill_the_prompt() -> None:
    boxes = [thing(n, "box", 2.0 + n / 1000, 2.0, 0.0, (0.2, 0.2, 0.2), "kitchen") for n in range(500)]
    kinds = [thing(500 + n, f"kind {n}", 3.9, 2.0, 0.0, (0.2, 0.2, 0.2), "kitchen") for n in range(50)]
    graph = SceneGraph((*boxes, *kinds), rooms=ROOMS)
    lines = scene_table(SituatedScene(graph, Viewpoint(np.array([1.0, 2.0, 0.0]), 0.0))).splitlines()
    assert len(lines) == 1 + MAX_ROWS + 1
    assert lines[-1].startswith("farther away: 420 box, 1 kind 0,") and lines[-1].endswith("and 11 other kinds")
    assert sum(map(len, lines)) < 80 * 60 + 1_000


@pytest.mark.parametrize("side", ["left", "right", "front", "back"])
@pytest.mark.parametrize("heading_rad", [0.0, 0.7, 2.0, -1.3, 3.1])
def test_sides_distances_and_colors_are_those_of_the_tools(side: str, heading_rad: float) -> None:
    bare = tuple(replace(node, room="") for node in THINGS)
    turned = replace(scene(bare, rooms=()), viewpoint=Viewpoint(np.array([1.0, 2.0, 0.0]), heading_rad))
    rows = [line.split(", ") for line in scene_table(turned).splitlines()[1:]]
    told = {int(row[0].split()[0]) for row in rows if side in row[1].split()}
    tools = Tools(turned)
    assert told == {item.id for item in tools.relate_agent(tools.scene(), side)}
    for row in rows:
        (item,) = (item for item in tools.scene() if item.id == int(row[0].split()[0]))
        assert (int(row[1].split()[0]), float(row[2])) == (item.clock, item.distance)
        assert row[3].split(" #")[0] == ("-" if item.color == "not known" else item.color)
