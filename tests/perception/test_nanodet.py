from __future__ import annotations

import hashlib

import numpy as np
import pytest
from rooms_for_perception import SHARED_DATA

from situated_qa import assets
from situated_qa.errors import AssetError, DetectorError
from situated_qa.perception.colors import canonical_color
from situated_qa.perception.detector import DetectorSettings
from situated_qa.perception.detectors.factory import make_detector
from situated_qa.perception.detectors.nanodet import (
    COCO_CATEGORIES,
    MOST_WEAK,
    WEAK_IOU,
    WEAK_SCORE,
    decode,
    model_directory,
    suppress,
)
from situated_qa.perception.detectors.nanodet_conversion import convert, main, read_graph_model
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.observations import observe_detections

GRAPH, WEIGHTS = model_directory() / "nanodet.json", model_directory() / "nanodet.bin"
needs_weights = pytest.mark.skipif(
    not (GRAPH.is_file() and WEIGHTS.is_file()), reason=f"no NanoDet weights in {model_directory()}: run make setup"
)
needs_office = pytest.mark.skipif(
    not (SHARED_DATA / "office5").is_dir(), reason=f"no sequence office5 in {SHARED_DATA}"
)


@pytest.fixture(scope="module")
def model_path(tmp_path_factory):
    pytest.importorskip("onnx")
    path = tmp_path_factory.mktemp("nanodet") / "nanodet.onnx"
    convert(GRAPH, WEIGHTS, path)
    return path


@needs_weights
def test_conversion_is_deterministic_and_free_of_inner_transposes(model_path, tmp_path):
    import onnx

    again = tmp_path / "again.onnx"
    assert main(["--json", str(GRAPH), "--bin", str(WEIGHTS), "--out", str(again)]) == 0
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(model_path.read_bytes()).digest()
    operations = [node.op_type for node in onnx.load(again).graph.node]
    assert operations.count("Conv") == 34 and "Pad" not in operations
    assert operations.count("Transpose") == 6  # of the six heads


@needs_weights
def test_network_takes_any_multiple_of_32(model_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(str(model_path), providers=["CPUExecutionProvider"])
    for height, width in ((416, 416), (320, 416), (64, 96)):
        scores, distances = session.run(None, {"image": np.zeros((1, 3, height, width), np.float32)})
        cells = sum((height // stride) * (width // stride) for stride in (8, 16, 32))
        assert scores.shape == (1, cells, 80) and distances.shape == (1, cells, 44)
        assert scores.min() >= 0.0 and scores.max() <= 1.0


def test_its_weights_are_looked_for_where_they_are_fetched_to(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SITUATED_QA_CACHE", "~/models of the robot")  # as a service file has it: no shell expands it
    assert model_directory() == assets.cache_folder() / "models" == tmp_path / "models of the robot" / "models"


def test_conversion_of_missing_or_foreign_files_says_so(tmp_path, capsys):
    assert main(["--json", str(tmp_path / "no.json"), "--bin", str(tmp_path / "no.bin"), "--out", "x"]) == 1
    assert "no.json" in capsys.readouterr().err
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "other.bin").write_bytes(b"")
    with pytest.raises(AssetError, match="no tfjs graph model"):
        read_graph_model(tmp_path / "other.json", tmp_path / "other.bin")


@needs_weights
def test_weights_cut_short_are_refused(tmp_path):
    (tmp_path / "short.bin").write_bytes(WEIGHTS.read_bytes()[:-10])
    with pytest.raises(AssetError, match="ends before the weights"):
        read_graph_model(GRAPH, tmp_path / "short.bin")


def test_decode_puts_a_box_around_the_cell():
    """One cell of stride 32 says chair; its distances are 1, 2, 3 and 4 strides for certain."""
    scores = np.zeros((64 + 16 + 4, 80), np.float32)  # an input of 64 × 64
    distances = np.zeros((84, 44), np.float32)
    cell = 80 + 3  # row 1, column 1: its center is (48, 48)
    scores[cell, COCO_CATEGORIES.index("chair")] = 0.9
    for side, strides in enumerate((1, 2, 3, 4)):
        distances[cell, side * 11 + strides] = 100.0
    boxes, best, categories = decode(scores, distances, (64, 64), 0.35)
    assert np.allclose(boxes, [[48 - 32, 48 - 64, 48 + 96, 48 + 128]])
    assert best.tolist() == pytest.approx([0.9]) and COCO_CATEGORIES[categories[0]] == "chair"


def test_decode_leaves_excluded_categories_to_the_next_best():
    scores = np.zeros((84, 80), np.float32)
    scores[0, 0], scores[0, 56] = 0.9, 0.5
    excluded = np.arange(80) == 0
    _, best, categories = decode(scores, np.zeros((84, 44), np.float32), (64, 64), 0.35, excluded)
    assert best.tolist() == [0.5] and categories.tolist() == [56]


def test_suppression_keeps_the_best_of_a_kind_and_different_kinds():
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 8], [0, 0, 10, 7], [20, 0, 30, 10], [0, 0, 10, 9.5]], float)
    scores, kinds = np.array([0.5, 0.9, 0.6, 0.4, 0.3]), np.array([1, 1, 2, 1, 2])
    # 1 beats 0 (IoU 0.8), and 2 (other kind, IoU 0.875) and 4 (other kind, IoU 0.84) as nearly equal.
    assert suppress(boxes, scores, kinds) == [1, 3]
    # A kind of its own stays where the boxes differ: IoU of the first two is 0.5.
    assert suppress(np.array([[0, 0, 10, 10], [0, 0, 10, 5]], float), np.array([0.5, 0.4]), np.array([1, 2])) == [0, 1]


@needs_weights
@needs_office
def test_office_has_chairs_and_couches_where_they_stand(model_path):
    pytest.importorskip("onnxruntime")
    from situated_qa.sequences import Sequence

    detector = make_detector(DetectorSettings(model_path=str(model_path)))
    instances = InstanceMap()
    for frame in Sequence.open(SHARED_DATA / "office5"):
        instances.update(observe_detections(frame, detector.detect(frame)), frame.stamp, frame)
    found = list(instances.instances.values())
    assert sum(instance.category == "chair" for instance in found) >= 2
    couches = [instance for instance in found if instance.category == "couch"]
    assert couches
    # The couch in the middle of the first frames: it stands on the floor, seats two, and is brown.
    couch = max(couches, key=lambda instance: instance.observation_count)
    assert couch.box.bottom < 0.1 and 0.6 < couch.box.top < 1.1
    assert 1.3 < max(couch.box.extents[:2]) < 2.2
    assert canonical_color(couch.color) in ("brown", "black")


@needs_weights
@needs_office
def test_weak_boxes_are_kept_apart_from_the_detections(model_path):
    pytest.importorskip("onnxruntime")
    from situated_qa.sequences import Sequence

    frame = Sequence.open(SHARED_DATA / "office5").frame(0)
    plain, watched = (make_detector(DetectorSettings(model_path=str(model_path))) for _ in range(2))
    watched.watch_features()
    expected, found = plain.detect(frame), watched.detect(frame)

    assert [(d.category, round(d.score, 4)) for d in found] == [(d.category, round(d.score, 4)) for d in expected]
    assert plain.weak == ()
    assert 0 < len(watched.weak) <= MOST_WEAK
    assert all(WEAK_SCORE <= d.score < DetectorSettings().score_threshold for d in watched.weak)
    boxes = np.array([d.box_xyxy for d in (*found, *watched.weak)])
    for weak in boxes[len(found) :]:
        others = boxes[(boxes != weak).any(axis=1)]
        shared = np.minimum(others[:, 2:], weak[2:]) - np.maximum(others[:, :2], weak[:2])
        shared = np.prod(np.clip(shared, 0.0, None), axis=1)
        areas = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(weak[2:] - weak[:2])
        better = np.array([d.score for d in (*found, *watched.weak)])[(boxes != weak).any(axis=1)]
        score = next(d.score for d in watched.weak if (d.box_xyxy == weak).all())
        assert (shared / (areas - shared))[better > score].max(initial=0.0) <= WEAK_IOU


@needs_weights
def test_failing_inference_is_an_error_not_an_empty_list(model_path):
    pytest.importorskip("onnxruntime")
    from rooms_for_perception import frame_of

    detector = make_detector(DetectorSettings(model_path=str(model_path)))

    class BrokenSession:
        def run(self, *_):
            raise RuntimeError("out of memory")

    detector._session = BrokenSession()
    with pytest.raises(DetectorError, match="failed on the frame at 0 ns: out of memory"):
        detector.detect(frame_of(np.full((120, 160), 1.0)))
