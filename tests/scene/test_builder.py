"""The builder's incremental graph must be the one that the present objects alone would give."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from situated_qa.errors import SceneError
from situated_qa.geometry import Box
from situated_qa.perception.outlines import OUTLINE
from situated_qa.scene.builder import ObjectNotes, SceneBuilder, link_objects, node_from_instance


@dataclass
class Instance:
    id: int
    category: str
    box: Box
    alternatives: tuple = ()
    rgb: tuple[int, int, int] | None = (10, 20, 30)
    color: str = "black"
    confidence: float = 0.9
    first_seen: int = 1
    last_seen: int = 2
    observation_count: int = 3
    surface_points: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    shape: str = ""

    @property
    def centroid(self) -> np.ndarray:
        return self.box.center


def instance(id, category, x, y, bottom, length, width, height):
    return Instance(id, category, Box(np.array([x, y, bottom + height / 2]), np.array([length, width, height])))


def room():
    items = [
        instance(0, "table", 0, 0, 0, 1.0, 1.0, 0.8),
        instance(1, "cup", 0.2, 0.2, 0.8, 0.1, 0.1, 0.1),
        instance(2, "lamp", 0, 0, 1.8, 0.4, 0.4, 0.2),
        instance(3, "chair", 0.8, 0, 0, 0.4, 0.4, 0.9),
        instance(4, "bed", 6, 0, 0, 2, 2, 0.5),
        instance(5, "floor", 3, 0, -0.1, 12, 8, 0.1),
        instance(6, "wall", 0, 1.0, 0, 8, 0.1, 2.6),
        instance(7, "picture", 0, 0.94, 1.4, 0.6, 0.02, 0.4),
    ]
    return {item.id: item for item in items}


def triples(graph):
    return {(r.subject, r.predicate, r.object) for r in graph.relations}


def test_relations_of_a_furnished_room():
    items = room()
    graph = SceneBuilder().update(items, items, (), 100)
    found = triples(graph)
    assert {(1, "on", 0), (0, "support", 1), (2, "above", 0), (0, "below", 2), (7, "hanging on", 6)} <= found
    assert {(3, "besides", 0), (0, "besides", 3), (0, "on", 5), (5, "support", 4)} <= found
    assert not any({a, b} == {0, 4} for a, _, b in found), "the bed is far from the table: nothing to store"
    assert graph.by_id[1].supporter == 0
    assert graph.by_id[0].supporter is None, "the floor supports no object"
    assert (graph.version, graph.stamp) == (1, 100)


def test_version_grows_only_with_a_change():
    items, builder = room(), SceneBuilder()
    first = builder.update(items, items, (), 100)
    again = builder.update(items, items, (), 200)
    assert (again.version, again.stamp) == (first.version, 200)
    items[3] = instance(3, "chair", 4, 3, 0, 0.4, 0.4, 0.9)
    assert builder.update(items, [3], (), 300).version == first.version + 1


def test_moved_table_leaves_the_cup_without_support():
    items, builder = room(), SceneBuilder()
    builder.update(items, items, (), 1)
    items[0] = instance(0, "table", 6, 3, 0, 1.0, 1.0, 0.8)
    graph = builder.update(items, [0], (), 2)
    assert graph.by_id[1].supporter is None
    assert (1, "on", 0) not in triples(graph)


def test_removed_table_takes_its_relations_along():
    items, builder = room(), SceneBuilder()
    builder.update(items, items, (), 1)
    del items[0]
    graph = builder.update(items, (), [0], 2)
    assert graph.by_id[1].supporter is None
    assert all(0 not in (a, b) for a, _, b in triples(graph))


def test_book_on_a_shelf_at_the_wall_is_on_the_shelf_and_does_not_hang_on_the_wall():
    items = room()
    items[8] = instance(8, "book", 2, 0.9, 1.0, 0.1, 0.1, 0.3)
    builder = SceneBuilder()
    hanging = triples(builder.update(items, items, (), 1))
    assert (8, "mounted on", 6) in hanging or (8, "hanging on", 6) in hanging
    items[9] = instance(9, "shelf", 2, 0.85, 0.95, 0.8, 0.2, 0.05)
    standing = triples(builder.update(items, [9], (), 2))  # only the shelf is new, yet the book's edges change
    assert (8, "on", 9) in standing
    assert not any(a == 8 and b == 6 for a, _, b in standing)


def test_changed_id_without_an_instance_is_refused():
    with pytest.raises(SceneError, match="instance 7"):
        SceneBuilder().update({}, [7], (), 1)


def test_surface_points_are_thinned_to_what_travels():
    item = instance(0, "table", 0, 0, 0, 1, 1, 1)
    item.surface_points = np.arange(3000, dtype=np.float32).reshape(-1, 3)
    node = node_from_instance(item)
    assert node.surface_points.shape == (64, 3)
    assert np.array_equal(node.surface_points[[0, -1]], item.surface_points[[0, -1]])


@pytest.mark.parametrize("seed", range(4))
def test_incremental_equals_from_scratch(seed):
    rng = np.random.default_rng(seed)
    builder, items = SceneBuilder(), {}

    def random_instance(id):
        category = ("table", "cup", "wall", "floor", "lamp")[rng.integers(5)]
        length, width, height = rng.choice([0.1, 0.5, 1.0, 3.0], 3)
        x, y = rng.uniform(-2, 2, 2)
        return instance(id, category, x, y, rng.choice([0.0, 0.5, 1.0, 1.5]), length, width, height)

    for step in range(25):
        changed = [int(i) for i in rng.choice(30, rng.integers(1, 5), replace=False)]
        removed = [i for i in items if rng.random() < 0.1 and i not in changed]
        items.update({i: random_instance(i) for i in changed})
        for i in removed:
            del items[i]
        graph = builder.update(items, changed, removed, step)
        scratch = link_objects(node_from_instance(item) for item in items.values())
        assert graph.relations == scratch.relations
        assert {n.id: n.supporter for n in graph.objects} == {n.id: n.supporter for n in scratch.objects}


def test_the_graph_tells_the_shape_and_its_source_and_what_somebody_saw_counts_more():
    table = replace(instance(3, "table", 0, 0, 0, 1.0, 0.6, 0.7), shape="rectangular")
    (node,) = SceneBuilder().update([table], [3], (), 1).objects
    assert (node.attributes["shape"], node.sources["shape"]) == ("rectangular", OUTLINE)
    notes = ObjectNotes(attributes={"shape": "oval"}, sources={"shape": "seen by a model"})
    (node,) = SceneBuilder().update([table], [3], (), 1, {3: notes}).objects
    assert (node.attributes["shape"], node.sources["shape"]) == ("oval", "seen by a model")
