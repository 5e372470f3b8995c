"""Which graph is asked, and what is said about its age."""

from __future__ import annotations

import pytest

from situated_qa.ros.graph_keeper import GraphKeeper, ahead_s, graph_age_s, staleness
from situated_qa.scene.graph import SceneGraph

S = 1_000_000_000  # ns


def test_no_graph_before_the_first_mapped_frame():
    keeper = GraphKeeper()
    assert keeper.graph is None and not keeper.mapper_is_empty
    assert not keeper.take(SceneGraph(version=0, stamp=5 * S, map_id="a"))
    assert not keeper.take(SceneGraph(version=1, stamp=0, map_id="a"))
    assert keeper.graph is None and keeper.mapper_is_empty
    first = SceneGraph(version=1, stamp=5 * S, map_id="a")
    assert keeper.take(first) and keeper.graph is first and not keeper.mapper_is_empty


def test_the_last_good_graph_stays_until_the_restarted_mapper_has_mapped_a_frame():
    keeper = GraphKeeper()
    old = SceneGraph(version=42, stamp=90 * S, map_id="a")
    keeper.take(old)
    for empty in (SceneGraph(version=0, map_id="b"), SceneGraph(version=2, map_id="b"), SceneGraph()):
        assert not keeper.take(empty)
        assert keeper.graph is old and keeper.mapper_is_empty
    new = SceneGraph(version=1, stamp=100 * S, map_id="b")
    assert keeper.take(new) and keeper.graph is new and not keeper.mapper_is_empty


def test_a_graph_from_a_scene_file_has_no_stamp_and_is_good():
    keeper = GraphKeeper()
    assert keeper.take(SceneGraph(version=1))
    assert graph_age_s(keeper.graph, now=5 * S) == -1.0


@pytest.mark.parametrize(
    ("now", "stopped_s", "age_s"), [(100 * S, 0.0, 10.0), (80 * S, 0.0, 0.0), (100 * S, 7.5, 17.5), (None, 3.0, -1.0)]
)
def test_a_graph_that_is_a_moment_ahead_is_new(now, stopped_s, age_s):
    assert graph_age_s(SceneGraph(version=1, stamp=90 * S), now, stopped_s) == age_s


@pytest.mark.parametrize(
    ("age_s", "mappers", "empty", "text"),
    [
        (10.0, 1, False, ""),
        (-1.0, 1, False, ""),
        (73.2, 1, False, "the map was last updated 73 seconds ago"),
        (73.2, 0, False, "the map was last updated 73 seconds ago; no mapper is publishing"),
        (-1.0, 0, False, "no mapper is publishing"),
        (3.0, 1, True, "the mapper was restarted and has mapped nothing yet, so this is the map from before"),
    ],
)
def test_what_is_said_about_an_old_graph(age_s, mappers, empty, text):
    assert staleness(age_s, old_after_s=10.0, mappers=mappers, mapper_is_empty=empty) == text


def test_the_age_of_a_graph_is_not_known_after_the_clock_jumped_back():
    graph = SceneGraph(version=1, stamp=500 * S)
    assert (graph_age_s(graph, now=5 * S), ahead_s(graph, now=5 * S)) == (-1.0, 495.0)
    assert (ahead_s(graph, now=490 * S), ahead_s(graph, now=600 * S), ahead_s(graph, now=None)) == (0.0, 0.0, 0.0)
    told = staleness(-1.0, old_after_s=10.0, mappers=1, mapper_is_empty=False, ahead_s=495.0)
    assert told.startswith("how old the map is cannot be told: it is stamped 8 minutes after this node's time")
