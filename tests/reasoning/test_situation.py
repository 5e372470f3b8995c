"""The situation in words: the room, what is faced, what is at the sides. Two rooms side by side, worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.reasoning.graph_schema import situation_in_words
from situated_qa.scene.graph import ObjectNode, RoomNode, SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

# The kitchen spans x 0 … 4, the bedroom x 4 … 8, both y 0 … 4. The asker of most tests stands at (2, 2).
ROOMS = (
    RoomNode("kitchen", Box(np.array([2.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
    RoomNode("bedroom", Box(np.array([6.0, 2.0, 1.25]), np.array([4.0, 4.0, 2.5]))),
)
FURNITURE = (
    ("fridge", 3.6, 2.0, "kitchen"),
    ("table", 2.0, 3.5, "kitchen"),
    ("table", 2.0, 0.3, "kitchen"),
    ("oven", 0.3, 2.0, "kitchen"),
    ("bed", 6.0, 2.0, "bedroom"),
    ("lamp", 7.5, 0.5, "bedroom"),
    ("lamp", 7.5, 3.5, "bedroom"),
    ("wall", 2.0, 2.1, "kitchen"),
)


def scene(
    x: float = 2.0, heading_rad: float = 0.0, furniture: tuple = FURNITURE, rooms: tuple = ROOMS
) -> SituatedScene:
    nodes = []
    for identity, (category, at_x, at_y, room) in enumerate(furniture):
        center = np.array([at_x, at_y, 0.5])
        box = Box(center, np.array([0.4, 0.4, 1.0]))
        nodes.append(ObjectNode(identity, category, box, center, room=room if rooms else ""))
    graph = SceneGraph(tuple(nodes), rooms=rooms)
    return SituatedScene(graph, Viewpoint(np.array([x, 2.0, 0.5]), heading_rad))


@pytest.mark.parametrize(
    ("heading_rad", "words"),
    [
        (0.0, "facing the fridge, with a table on my left, a table on my right and the oven behind me."),
        (math.pi, "facing the oven, with a table on my left, a table on my right and the fridge behind me."),
        (math.pi / 2, "facing a table, with the oven on my left, the fridge on my right and a table behind me."),
    ],
)
def test_room_what_is_faced_and_the_sides(heading_rad: float, words: str) -> None:
    assert situation_in_words(scene(heading_rad=heading_rad)) == f"I am in the kitchen, {words}"


def test_a_thing_behind_the_wall_is_not_at_my_side() -> None:
    # at x = 4.3, facing −x: the bed, 1.7 m behind, is in this room; the fridge, 0.7 m in front, is not
    assert situation_in_words(scene(4.3, math.pi)) == "I am in the bedroom, with the bed behind me."


def test_without_rooms_everything_counts() -> None:
    words = situation_in_words(scene(4.3, math.pi, rooms=()))
    assert words.startswith("I am facing the fridge, with") and "the bed behind me" in words


def test_an_empty_room_and_an_empty_scene() -> None:
    elsewhere = tuple(item for item in FURNITURE if item[3] == "bedroom")
    empty_room = scene(furniture=elsewhere)
    assert situation_in_words(empty_room) == "I am in the kitchen, and see nothing around me yet."
    assert situation_in_words(scene(furniture=(), rooms=())) == "I see nothing around me yet."


def test_nothing_in_front() -> None:
    behind = (("oven", 0.3, 2.0, "kitchen"),)
    assert situation_in_words(scene(furniture=behind)) == "I am in the kitchen, with the oven behind me."
    assert situation_in_words(scene(furniture=behind, rooms=())) == "I have the oven behind me."
