"""vision_msgs and label images to detections, and the graph to vision_msgs: values worked out by hand."""

from __future__ import annotations

import json
import math
from collections import Counter

import numpy as np
import pytest
from vision_msgs.msg import Detection2D, Detection2DArray, LabelInfo, ObjectHypothesisWithPose, VisionClass

from situated_qa.errors import FrameError, SettingsError
from situated_qa.geometry import Box
from situated_qa.ros.detection_msgs import detections_from_labels, detections_from_msg, graph_to_detections
from situated_qa.ros.images import color_to_msg, labels_from_msg, labels_to_msg
from situated_qa.ros.label_tables import LabelTable, table_from_msg, table_from_settings
from situated_qa.scene.graph import ObjectNode, SceneGraph

SIZE = (640, 480)
TABLE = LabelTable({0: "background", 56: "chair", 60: "dining table"})
NAN = float("nan")


def box(*results, x=100.0, y=80.0, width=40.0, height=20.0, theta=0.0) -> Detection2D:
    """A detection with hypotheses (class_id, score)."""
    item = Detection2D()
    for class_id, score in results:
        result = ObjectHypothesisWithPose()
        result.hypothesis.class_id, result.hypothesis.score = class_id, score
        item.results.append(result)
    item.bbox.center.position.x, item.bbox.center.position.y, item.bbox.center.theta = x, y, theta
    item.bbox.size_x, item.bbox.size_y = width, height
    return item


def read(*items, table=TABLE, **options):
    return detections_from_msg(Detection2DArray(detections=list(items)), SIZE, table, **options)


# ── boxes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_box_is_its_center_give_or_take_half_its_size():
    (found,) = read(box(("56", 0.75))).detections
    assert found.category == "chair" and found.score == 0.75 and found.mask is None
    np.testing.assert_array_equal(found.box_xyxy, [80, 70, 120, 90])


def test_a_box_turned_by_a_quarter_swaps_its_sides():
    (found,) = read(box(("56", 0.75), theta=math.pi / 2)).detections
    np.testing.assert_allclose(found.box_xyxy, [90, 60, 110, 100])


def test_a_box_turned_by_45_degrees_becomes_the_upright_one_around_it():
    (found,) = read(box(("56", 0.75), width=30.0, height=10.0, theta=math.pi / 4)).detections
    half = 20 / math.sqrt(2)  # (30 + 10) / 2 · cos 45°
    np.testing.assert_allclose(found.box_xyxy, [100 - half, 80 - half, 100 + half, 80 + half])


def test_a_box_is_cut_at_the_border_of_the_image():
    (found,) = read(box(("56", 0.75), x=0.0, y=475.0)).detections
    np.testing.assert_array_equal(found.box_xyxy, [0, 465, 20, 480])


def test_the_best_hypothesis_counts_and_the_best_detection_comes_first():
    found = read(box(("56", 0.4), ("60", 0.5)), box(("56", 0.9))).detections
    assert [(item.category, item.score) for item in found] == [("chair", 0.9), ("dining table", 0.5)]


def test_names_are_taken_as_the_map_writes_them_with_a_table_or_without():
    for table in (TABLE, None):
        found = read(box(("Potted_Plant", 0.9)), box(("coffee  machine\n", 0.8)), table=table).detections
        assert [item.category for item in found] == ["potted plant", "coffee machine"]


def test_low_scores_background_and_excluded_names_are_left_out_without_a_word():
    found = read(
        box(("56", 0.34)), box(("0", 0.9)), box(("Wall", 0.9)), box(("60", 0.35)), least_score=0.35, excluded=("wall",)
    )
    assert [item.category for item in found.detections] == ["dining table"] and not found.rejected


@pytest.mark.parametrize(
    ("item", "what", "words"),
    [
        (box(), "results", "class_id and score"),
        (box(("56", NAN)), "score", "0 … 1"),
        (box(("56", 87.0)), "score", "got 87"),
        (box(("7", 0.9)), "class", "'7' is not in the table of labels: LabelInfo"),
        (box(("9" * 5000, 0.9)), "class", "not in the table"),
        (box(("", 0.9)), "class", "name or number"),
        (box(("x" * 101, 0.9)), "class", "1 to 100 characters"),
        (box(("56", 0.9), x=NAN), "box", "finite"),
        (box(("56", 0.9), width=math.inf), "box", "finite"),
        (box(("56", 0.9), height=-3.0), "box", "> 0 px"),
        (box(("56", 0.9), x=1900.0), "box", "640×480"),
    ],
)
def test_a_wrong_detection_is_named_and_costs_only_itself(item, what, words):
    result = read(item, box(("60", 0.9)))
    assert [found.category for found in result.detections] == ["dining table"]
    assert result.rejected == Counter({what: 1}) and words in result.reasons[what]


def test_numbers_without_a_table_refuse_the_message():
    with pytest.raises(FrameError, match="/yolo: classes are numbers, and nothing names them yet: LabelInfo"):
        read(box(("chair", 0.9)), box(("56", 0.9)), table=None, name="/yolo")


def test_too_many_detections_refuse_the_message():
    with pytest.raises(FrameError, match="1001 detections"):
        read(*[box(("56", 0.9))] * 1001)


# ── label images ─────────────────────────────────────────────────────────────────────────────────────────────────────


def image(dtype, fill: int) -> np.ndarray:
    """8×6 pixels: two pieces of class 56, 2×3 and 2×2 pixels large, and one of class 60, 1×4."""
    labels = np.full((6, 8), fill, dtype)
    labels[0:3, 0:2] = 56
    labels[4:6, 6:8] = 56
    labels[0, 4:8] = 60
    return labels


def from_image(labels: np.ndarray, table=TABLE, **options):
    numbers, unlabeled = labels_from_msg(labels_to_msg(labels, 1, "eye"))
    return detections_from_labels(numbers, unlabeled, (8, 6), table, **{"instances": False, "score": 0.5, **options})


@pytest.mark.parametrize(
    ("dtype", "nothing"), [(np.uint8, 0), (np.uint8, 255), (np.uint16, 0), (np.uint16, 65535), (np.int32, -1)]
)
def test_every_connected_piece_of_a_class_is_an_object(dtype, nothing):
    result = from_image(image(dtype, nothing))
    assert not result.rejected
    found = [(item.category, item.score, item.box_xyxy.tolist(), int(item.mask.sum())) for item in result.detections]
    assert found[0] == ("chair", 0.5, [0, 0, 2, 3], 6)
    assert sorted(found[1:]) == [("chair", 0.5, [6, 4, 8, 6], 4), ("dining table", 0.5, [4, 0, 8, 1], 4)]


def test_every_number_of_an_instance_image_is_one_object():
    result = from_image(image(np.int32, -1), instances=True)
    found = [(item.category, item.box_xyxy.tolist(), int(item.mask.sum())) for item in result.detections]
    assert found == [("chair", [0, 0, 8, 6], 10), ("dining table", [4, 0, 8, 1], 4)]


def test_panoptic_numbers_are_divided():
    labels = np.zeros((6, 8), np.int32)
    labels[:, :3], labels[:, 5:] = 56001, 56002
    result = from_image(labels, instances=True, divisor=1000)
    assert [(item.category, item.box_xyxy.tolist()) for item in result.detections] == [
        ("chair", [0, 0, 3, 6]),
        ("chair", [5, 0, 8, 6]),
    ]


def test_small_pieces_and_excluded_classes_are_left_out():
    assert len(from_image(image(np.uint8, 0), min_pixels=5).detections) == 1
    assert {item.category for item in from_image(image(np.uint8, 0), excluded=("Chair",)).detections} == {
        "dining table"
    }


def test_a_number_that_no_label_names_is_told():
    labels = image(np.uint8, 0)
    labels[5, 0] = 7
    result = from_image(labels)
    assert result.rejected == Counter({"class": 1}) and "number 7" in result.reasons["class"]
    assert len(result.detections) == 3


def test_a_label_image_of_another_size_or_without_a_table_is_refused():
    with pytest.raises(FrameError, match="size of the color image, 640×480, got 8×6"):
        detections_from_labels(np.zeros((6, 8), np.int32), 255, SIZE, TABLE, instances=True)
    with pytest.raises(FrameError, match="nothing names the numbers"):
        from_image(image(np.uint8, 0), table=None)


def test_a_depth_image_in_place_of_labels_is_refused():
    depth = np.arange(48 * 64, dtype=np.uint16).reshape(48, 64)
    with pytest.raises(FrameError, match="3072 different numbers"):
        detections_from_labels(depth.astype(np.int32), 65535, (64, 48), TABLE, instances=True)


def test_a_color_image_in_place_of_labels_is_refused_with_what_would_be_right():
    with pytest.raises(FrameError, match="mono8, 8UC1, 16UC1, mono16, 32SC1, got 'rgb8'"):
        labels_from_msg(color_to_msg(np.zeros((6, 8, 3), np.uint8), 1, "eye"), "/seg")


# ── tables of labels ─────────────────────────────────────────────────────────────────────────────────────────────────


def info(*pairs) -> LabelInfo:
    return LabelInfo(class_map=[VisionClass(class_id=number, class_name=name) for number, name in pairs])


def test_a_table_names_what_can_become_an_object():
    table = table_from_msg(info((1, "Dining_Table"), (0, "unlabeled"), (2, "floor"), (5, "chair"), (6, "Chair")), "/l")
    assert table.names == {0: "unlabeled", 1: "dining table", 2: "floor", 5: "chair", 6: "chair"}
    assert table.vocabulary(("floor",)) == ("dining table", "chair")


@pytest.mark.parametrize(
    ("pairs", "words"),
    [((), "empty"), (((1, " "),), "class 1 needs a name"), (((1, "a"), (1, "b")), "two names, 'a' and 'b'")],
)
def test_a_wrong_label_info_is_refused_and_its_topic_named(pairs, words):
    with pytest.raises(FrameError, match="/labels: .*" + words):
        table_from_msg(info(*pairs), "/labels")


def test_parameters_give_names_in_order_or_with_their_numbers():
    assert table_from_settings((), "") is None
    assert table_from_settings(("person", "56: chair", "dog"), "").names == {0: "person", 56: "chair", 2: "dog"}


def test_a_file_gives_names_by_line_or_as_a_json_table(tmp_path):
    lines, table = tmp_path / "coco.names", tmp_path / "table.json"
    lines.write_text("person\nbicycle\n")
    table.write_text(json.dumps({"56": "chair"}))
    assert table_from_settings((), str(lines)).names == {0: "person", 1: "bicycle"}
    assert table_from_settings((), str(table)).names == {56: "chair"}


@pytest.mark.parametrize("content", ["", "{}", '{"a": "chair"}', '{"1": 2}', "{", "a\n\nb\n"])
def test_a_wrong_file_of_labels_is_an_error_that_names_it(tmp_path, content):
    file = tmp_path / "labels.txt"
    file.write_text(content)
    with pytest.raises(SettingsError, match="label_file .*labels.txt"):
        table_from_settings((), str(file))


def test_a_missing_file_and_two_sources_of_labels_are_errors(tmp_path):
    with pytest.raises(SettingsError, match="label_file"):
        table_from_settings((), str(tmp_path / "none"))
    with pytest.raises(SettingsError, match="not both"):
        table_from_settings(("a",), "b")


# ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_object_of_the_graph_keeps_its_id_name_score_stamp_and_turned_box():
    turned = Box(np.array([1.0, -2.0, 0.5]), np.array([1.2, 0.4, 1.0]), math.pi / 3)
    node = ObjectNode(17, "couch", turned, turned.center, confidence=0.8, first_seen=1, last_seen=3_500_000_000)
    msg = graph_to_detections(SceneGraph((node,), stamp=9_000_000_001, version=1))
    assert (msg.header.frame_id, msg.header.stamp.sec, msg.header.stamp.nanosec) == ("map", 9, 1)
    (item,) = msg.detections
    assert (item.id, item.header.frame_id, item.header.stamp.sec, item.header.stamp.nanosec) == (
        "17",
        "map",
        3,
        500_000_000,
    )
    (result,) = item.results
    assert result.hypothesis.class_id == "couch" and result.hypothesis.score == pytest.approx(0.8)
    center, size = item.bbox.center, item.bbox.size
    assert (center.position.x, center.position.y, center.position.z) == (1.0, -2.0, 0.5)
    assert (size.x, size.y, size.z) == (1.2, 0.4, 1.0)
    q = center.orientation  # half of 60°: sin 30°, cos 30°
    assert (q.x, q.y) == (0.0, 0.0)
    assert (q.z, q.w) == (pytest.approx(0.5), pytest.approx(math.sqrt(3) / 2))
    assert result.pose.pose == center
