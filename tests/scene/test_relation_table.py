"""The table of relations: each fact about a relation stands in its row, and everything else is read from there."""

from __future__ import annotations

import numpy as np
import pytest

from situated_qa.geometry import Box
from situated_qa.scene.edges import pair_edges
from situated_qa.scene.graph import ObjectNode
from situated_qa.scene.relation_names import AGENT_RELATIONS, DIRECTIONS, RELATIONS
from situated_qa.scene.relation_table import (
    BY_NAME,
    CONTACT,
    FIXED,
    RELATION_TYPES,
    holds,
    names_of,
    told_to_asker,
    told_to_object,
)
from situated_qa.scene.relations import RelationSettings
from situated_qa.situated.graph_tools import EDGE_RELATIONS, EDGE_SPELLINGS

SETTINGS = RelationSettings()


def cube(id: int, category: str, x: float, z: float = 0.5) -> ObjectNode:
    center = np.array([x, 0.0, z])
    return ObjectNode(id, category, Box(center, np.ones(3)), center)


def test_names_are_unique_and_no_word_means_two_relations_of_programs() -> None:
    assert len(BY_NAME) == len(RELATION_TYPES)
    words = [word for row in RELATION_TYPES if row.in_programs for word in (row.name, *row.synonyms)]
    assert sorted(words) == sorted(set(words))


def test_lists_of_names_follow_the_rows() -> None:
    assert DIRECTIONS == ("left", "right", "front", "back")
    assert names_of(CONTACT) == ("on", "in", "above", "below", "support", "embed")
    assert names_of(FIXED) == ("hanging on", "mounted on", "affixed on")
    assert set(RELATIONS) - set(AGENT_RELATIONS) == {
        *("on", "in", "support", "embed", "hanging on", "mounted on", "affixed on", "higher than", "lower than")
    }


def test_far_is_a_matter_of_meters_between_two_objects_and_means_farthest_in_programs() -> None:
    assert "far" not in RELATIONS and "far" in BY_NAME["farthest"].synonyms
    chair, near, far = cube(1, "chair", 0.0), cube(2, "box", 3.9), cube(3, "box", 4.1)  # gaps of 2.9 and 3.1 m
    assert not holds("far", near, chair, SETTINGS)
    assert holds("far", far, chair, SETTINGS)


def test_a_known_distance_is_used_in_place_of_the_boxes() -> None:
    a, b = cube(1, "chair", 0.0), cube(2, "chair", 1.4)  # 0.4 m apart
    assert holds("near", a, b, SETTINGS)
    assert not holds("near", a, b, SETTINGS, distance_m=1.5)
    assert holds("on", cube(3, "cup", 0.0, 1.5), a, SETTINGS, distance_m=1.5)  # distance does not matter here


def test_a_relation_of_a_viewpoint_has_no_predicate() -> None:
    with pytest.raises(KeyError, match="'left' takes more than two objects"):
        holds("left", cube(1, "chair", 0.0), cube(2, "chair", 2.0), SETTINGS)


def test_stored_edges_have_the_names_that_graph_tools_know() -> None:
    pairs = [
        (cube(1, "box", 0.0, 1.5), cube(2, "box", 0.0)),  # on
        (cube(1, "box", 0.0, 2.0), cube(2, "box", 0.0)),  # above
        (cube(1, "box", 1.4), cube(2, "box", 0.0)),  # besides
        (cube(1, "box", 1.4, 0.8), cube(2, "box", 0.0)),  # next to, higher than
        (cube(1, "box", 1.9), cube(2, "box", 0.0)),  # near
    ]
    stored = set()
    for a, b in pairs:
        gap_m = max(abs(a.box.center - b.box.center)) - 1.0
        edges = pair_edges(a, b, SETTINGS, a_rests=True, b_rests=True, distance_m=gap_m)
        stored |= {edge.predicate for edge in edges}
    assert stored == {*("on", "support", "above", "below", "besides", "next to", "near", "higher than", "lower than")}
    assert stored <= set(EDGE_RELATIONS)


@pytest.mark.parametrize(
    ("word", "edge"),
    [("in", "inside"), ("under", "below"), ("supports", "support"), ("on top of", "on"), ("beside", "besides")],
)
def test_other_words_for_stored_edges(word: str, edge: str) -> None:
    assert EDGE_SPELLINGS[word] == edge


@pytest.mark.parametrize(
    ("name", "to_asker", "to_object"),
    [
        ("left", "on your left", "left of"),
        ("back", "behind you", "behind"),
        ("within reach", "within your reach", "within reach of"),
        ("front left", "ahead of you on the left", "in front and on the left of"),
        ("3 o'clock", "at your 3 o'clock", "at 3 o'clock of"),
    ],
)
def test_how_a_relation_is_reported(name: str, to_asker: str, to_object: str) -> None:
    assert (told_to_asker(name), told_to_object(name)) == (to_asker, to_object)


def test_every_relation_can_be_told_to_whom_it_applies() -> None:
    assert [row.name for row in RELATION_TYPES if not row.to_object] == []
    assert [row.name for row in RELATION_TYPES if row.of_asker != bool(row.to_asker)] == []
