"""Perceived graphs against true ones, made by hand."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from situated_qa.eval.perception_metrics import (
    PerceptionCounts,
    box_iou,
    compare_graphs,
    covers_category,
    extents_error,
    match_boxes,
    same_category,
)
from situated_qa.geometry import Box
from situated_qa.scene.graph import ObjectNode, Relation, SceneGraph


def box(x: float, size: tuple[float, float, float] = (1.0, 1.0, 1.0), yaw: float = 0.0, z: float = 0.5) -> Box:
    return Box(np.array([x, 0.0, z]), np.array(size), yaw)


def node(id: int, category: str, where: Box, **fields: object) -> ObjectNode:
    return ObjectNode(id=id, category=category, box=where, centroid=where.center, **fields)  # type: ignore[arg-type]


def test_iou_of_shifted_turned_and_thin_boxes() -> None:
    assert box_iou(box(0.0), box(0.0)) == pytest.approx(1.0)
    assert box_iou(box(0.0), box(0.5)) == pytest.approx(0.5 / 1.5)
    assert box_iou(box(0.0), box(2.0)) == 0.0
    assert box_iou(box(0.0), box(0.0, z=2.0)) == 0.0
    assert box_iou(box(0.0, (2.0, 1.0, 1.0)), box(0.0, (1.0, 2.0, 1.0), np.pi / 2)) == pytest.approx(1.0)
    assert box_iou(box(0.0), box(0.0, yaw=np.pi / 4)) == pytest.approx(0.7071, abs=1e-3)  # octagon 0.828 of 1.172
    flat = box(0.0, (1.0, 1.0, 0.0))
    assert box_iou(flat, flat) == pytest.approx(1.0)


def test_each_object_is_matched_once_and_the_sum_is_best() -> None:
    truth = [node(0, "a", box(0.0)), node(1, "b", box(0.4))]
    found = [node(7, "a", box(0.2)), node(8, "b", box(-0.2))]
    # greedy would give 7 to either; only 0-8 and 1-7 serve both
    assert match_boxes(truth, found, 0.25) == {0: 8, 1: 7}
    assert match_boxes(truth, found, 0.9) == {}
    assert match_boxes(truth, [], 0.25) == {}


def test_a_pair_below_the_threshold_never_pushes_out_one_above_it() -> None:
    truth = [node(0, "a", box(0.0)), node(1, "b", box(0.9))]
    found = [node(7, "a", box(0.1)), node(8, "b", box(-0.55))]
    assert match_boxes(truth, found, 0.5) == {0: 7}


def test_categories_agree_by_alias_but_not_by_kind() -> None:
    assert same_category("couch", "sofa")
    assert same_category("Chairs", "chair")
    assert not same_category("chair", "table")
    assert not same_category("chair", "office chair")
    assert covers_category("chair", "office chair")
    assert not covers_category("office chair", "chair")


def test_extents_are_compared_along_the_true_boxs_axes() -> None:
    truth = box(0.0, (2.0, 1.0, 1.0))
    assert extents_error(truth, box(0.0, (2.3, 1.0, 1.0))) == pytest.approx(0.1)
    assert extents_error(truth, box(0.0, (1.0, 2.0, 1.0), np.pi / 2)) == pytest.approx(0.0)
    assert extents_error(truth, box(0.0, (1.0, 2.0, 1.0), -np.pi / 2)) == pytest.approx(0.0)
    assert extents_error(truth, box(0.0, (1.0, 2.0, 1.0))) == pytest.approx(2 / 3)


@pytest.fixture
def truth() -> SceneGraph:
    return SceneGraph(
        objects=(
            node(0, "table", box(0.0, (1.0, 1.0, 0.8), z=0.4), color="brown"),
            node(1, "cup", box(0.0, (0.2, 0.2, 0.2), z=0.9), color="blue", supporter=0),
            node(2, "sofa", box(4.0, (1.0, 2.0, 0.8), z=0.4), color="grey"),
            node(3, "lamp", box(8.0, (0.3, 0.3, 1.5), z=0.75)),
            node(4, "wall", box(9.0, (0.1, 5.0, 2.5), z=1.25)),
        ),
        relations=(
            Relation(1, "on", 0),
            Relation(0, "support", 1),
            Relation(2, "next to", 3),
            Relation(3, "next to", 4),  # a wall: not counted
        ),
    )


def test_the_true_graph_itself_is_perfect(truth: SceneGraph) -> None:
    figures = compare_graphs(truth, truth).figures()
    perfect = {name: value for name, value in figures.items() if value not in (0.0, 1.0)}
    assert perfect == {}
    assert figures["objects_found_0.5"] == 1.0
    assert figures["objects_invented_0.25"] == 0.0
    assert figures["relation_precision"] == figures["relation_recall"] == 1.0
    assert figures["center_error_median_m"] == 0.0


def test_what_is_missed_invented_doubled_and_wrong_is_counted(truth: SceneGraph) -> None:
    found = SceneGraph(
        objects=(
            node(10, "dining table", box(0.1, (1.0, 1.0, 0.8), z=0.4), color="brown"),  # IoU 0.9 / 1.1
            node(11, "cup", box(0.0, (0.2, 0.2, 0.2), z=0.9), color="red", supporter=10),
            node(12, "couch", box(4.3, (1.0, 2.0, 0.8), z=0.4), color="gray", supporter=11),  # IoU 0.7 / 1.3
            node(13, "couch", box(3.6, (0.5, 1.0, 0.8), z=0.4)),  # doubles the sofa: 0.35 of 0.5 m lie in it
            node(14, "dog", box(20.0)),  # invented
        ),
        relations=(Relation(11, "on", 10), Relation(12, "next to", 13), Relation(11, "next to", 10)),
    )
    result = compare_graphs(truth, found, seen={0, 1, 2})
    c = result.counts
    assert (c["true"], c["seen"], c["found"]) == (4, 3, 5)
    assert (c["hit_0.25"], c["hit_0.5"]) == (3, 3)
    assert (c["duplicates"], c["category_right"], c["color_right"], c["colored"]) == (1, 2, 2, 3)
    assert (c["support_right"], c["carried"], c["carried_support_right"]) == (2, 1, 1)
    figures = result.figures()
    assert figures["objects_found_0.25"] == 0.75
    assert figures["seen_objects_found_0.25"] == 1.0
    assert figures["objects_invented_0.25"] == 0.4
    assert figures["center_error_median_m"] == 0.1
    assert (figures["relation_precision"], figures["relation_recall"]) == (0.3333, 0.3333)
    assert figures["relation_recall_of_found"] == 0.5
    by_name = result.predicate_figures()
    assert by_name["on"] == {"precision": 1.0, "recall": 1.0, "recall_of_found": 1.0, "true": 1, "found": 1}
    assert by_name["support"] == {"precision": None, "recall": 0.0, "recall_of_found": 0.0, "true": 1, "found": 0}
    assert by_name["next to"] == {"precision": 0.0, "recall": 0.0, "recall_of_found": None, "true": 1, "found": 2}


def test_an_empty_map_has_no_rates_to_divide_by(truth: SceneGraph) -> None:
    figures = compare_graphs(truth, SceneGraph()).figures()
    assert figures["objects_found_0.25"] == 0.0
    assert figures["objects_invented_0.25"] is None
    assert figures["color_right"] is None
    assert figures["center_error_median_m"] is None


def test_counts_of_homes_add_up_and_survive_json(truth: SceneGraph) -> None:
    moved = dataclasses.replace(truth.objects[0], box=box(0.2, (1.0, 1.0, 0.8), z=0.4))
    other = dataclasses.replace(truth, objects=(moved, *truth.objects[1:]))
    total = PerceptionCounts.from_dict(json.loads(json.dumps(compare_graphs(truth, truth).to_dict())))
    total.add(compare_graphs(truth, other))
    assert total.counts["true"] == 8
    assert total.predicate_figures()["on"]["true"] == 2
    assert sorted(total.center_errors_m) == pytest.approx([0.0] * 7 + [0.2])
