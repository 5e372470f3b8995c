"""What a click in the map means."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.scene.picking import object_at


def thing(id, category, x, y, bottom, length, width, height, yaw=0.0):
    box = Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height]), yaw)
    return ObjectNode(id, category, box, box.center)


GRAPH = SceneGraph(
    (
        thing(0, "table", 0, 0, 0, 2, 1, 0.8),
        thing(1, "cup", 0.5, 0, 0.78, 0.1, 0.1, 0.1),  # sunk 2 cm into the table's box
        thing(2, "bench", 4, 0, 0, 2, 0.2, 0.5, np.pi / 2),
        thing(3, "floor", 0, 0, -0.1, 20, 20, 0.1),
    )
)


@pytest.mark.parametrize(
    ("point", "picked"),
    [
        ((-0.5, 0, 0.8), 0),
        ((0.5, 0, 0.79), 1),  # in both boxes: the smaller
        ((0.5, 0, 0.9), 1),
        ((-1.4, 0, 0.4), 0),  # 0.4 m beside it
        ((-1.5, 0, 0.4), 0),  # exactly 0.5 m
        ((-1.51, 0, 0.4), None),
        ((4.0, 1.0, 0.3), 2),  # the bench runs along y
        ((5.0, 0.0, 0.3), None),  # 0.9 m beside it, though it is 2 m long
        ((-1.2, 0, 0.0), 0),  # on the floor, but a table is within reach
        ((-8.0, 0, 0.0), 3),  # on the floor, and nothing else is
        ((0.0, 0, 2.0), None),
    ],
)
def test_the_smallest_or_nearest_thing_within_half_a_metre(point, picked):
    node = object_at(GRAPH, np.array(point))
    assert (None if node is None else node.id) == picked


def test_in_an_empty_map_a_click_means_nothing():
    assert object_at(SceneGraph(), np.zeros(3)) is None
