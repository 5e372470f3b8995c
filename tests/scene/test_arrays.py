"""Asking all objects at once says the same as asking one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.arrays import SceneArrays
from situated_qa.scene.distances import asker_distances, surface_distances
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.sectors import sector_fractions


def cloud(seed: int, count: int = 60) -> list[ObjectNode]:
    """Boxes of all sizes and turns; half of them were seen as points, some of which stick out of their boxes."""
    rng = np.random.default_rng(seed)
    nodes = []
    for id in range(count):
        box = Box(rng.uniform(-4, 4, 3) * [1, 1, 0.3], rng.uniform(0.05, 2, 3), float(rng.uniform(-3, 3)))
        points = np.zeros((0, 3), np.float32)
        if id % 2:
            points = (rng.uniform(-0.7, 0.7, (int(rng.integers(1, 30)), 3)) * box.extents + box.center).astype(
                np.float32
            )
        nodes.append(ObjectNode(id * 3, "thing", box, box.center, surface_points=points))
    return nodes


@pytest.mark.parametrize("seed", range(4))
def test_nearest_and_farthest_are_those_of_all_surface_distances(seed):
    nodes = cloud(seed)
    arrays = SceneArrays(nodes)
    for row, node in enumerate(nodes):
        others = [other for other in nodes if other is not node]
        distances = np.round(surface_distances(node, others), 9)
        rows = arrays.rows(others)
        assert arrays.extreme(rows, row, farthest=False) == others[int(distances.argmin())].id
        assert arrays.extreme(rows, row, farthest=True) == others[int(distances.argmax())].id


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limit_m", [0.0, 1.0, 3.0])
def test_surface_distances_decide_a_limit_as_all_of_them_would(seed, limit_m):
    nodes = cloud(seed)
    arrays = SceneArrays(nodes)
    rows = np.arange(len(nodes))
    for row, node in enumerate(nodes):
        exact = surface_distances(node, nodes)
        found = arrays.surface_distances(rows, row, limit_m=limit_m)
        np.testing.assert_array_equal(found <= limit_m, exact <= limit_m)
        np.testing.assert_allclose(found[exact <= limit_m], exact[exact <= limit_m], atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("direction", ["left", "right", "front", "back"])
def test_shares_in_a_sector_are_those_of_the_points(seed, direction):
    nodes = cloud(seed)
    arrays = SceneArrays(nodes)
    for origin, heading_rad, edge_rad in ((np.zeros(3), 0.3, 0.09), (nodes[7].box.center, -2.0, 0.0)):
        at = {"origin": origin, "heading_rad": heading_rad, "edge_rad": edge_rad}
        np.testing.assert_allclose(
            arrays.in_sector(np.arange(len(nodes)), direction, **at), sector_fractions(nodes, direction, **at)
        )


def test_some_of_the_objects_are_asked_by_their_rows():
    nodes = cloud(9)
    rows = SceneArrays(nodes).rows([nodes[5], nodes[2]])
    assert rows.tolist() == [5, 2]
    assert SceneArrays(nodes).ids[rows].tolist() == [15, 6]


def test_the_bounds_are_those_of_the_boxes():
    nodes = cloud(1)
    arrays = SceneArrays(nodes)
    for row, node in enumerate(nodes):
        low, high = node.box.axis_aligned()
        np.testing.assert_allclose([arrays.low[row], arrays.high[row]], [low, high])


def test_no_objects():
    arrays = SceneArrays([])
    assert arrays.rows([]).shape == (0,) and arrays.low.shape == (0, 3)
    assert arrays.in_sector(arrays.rows([]), "left", origin=np.zeros(3), heading_rad=0.0, edge_rad=0.1).shape == (0,)


def test_asker_distances_of_many_are_those_of_each():
    nodes = cloud(3)
    position = np.array([0.5, -0.2, 0.1])
    each = [asker_distances(position, [node], 1.2)[0] for node in nodes]
    np.testing.assert_allclose(asker_distances(position, nodes, 1.2), each)
