from __future__ import annotations

import sys

import numpy as np
import pytest
from rooms_for_perception import frame_of

from situated_qa.errors import DetectorError
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.perception.detectors.factory import make_detector

FLAT = np.full((120, 160), 2.0)


class EchoDetector:
    name = "echo"
    capabilities = Capabilities(open_vocabulary=True)

    def __init__(self, settings, **context):
        self.context = context

    def detect(self, frame):
        return [Detection("echo", 1.0, np.array([0.0, 0.0, 10.0, 10.0]))]


class IncapableDetector:
    name, capabilities = "incapable", None

    def __init__(self, settings):
        pass

    def detect(self, frame):
        return []


class NoDetector:
    def __init__(self, settings):
        pass


def test_unknown_detector_names_the_known_ones():
    with pytest.raises(DetectorError, match="'yolo'.*nanodet, onnx, .*true-masks"):
        make_detector(DetectorSettings(name="yolo"))


def test_detections_by_topic_are_refused_where_no_topics_are_heard():
    with pytest.raises(DetectorError, match="mapper node"):
        make_detector(DetectorSettings(name="topic"))


def test_missing_weights_name_the_file_and_the_command(tmp_path):
    with pytest.raises(DetectorError, match="none.onnx.*make setup.*nanodet_conversion"):
        make_detector(DetectorSettings(model_path=str(tmp_path / "none.onnx")))


def test_missing_onnxruntime_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(DetectorError, match="needs onnxruntime: pip install"):
        make_detector(DetectorSettings())


def test_file_that_is_no_network_is_refused(tmp_path):
    pytest.importorskip("onnxruntime")
    path = tmp_path / "broken.onnx"
    path.write_bytes(b"no network")
    with pytest.raises(DetectorError, match="cannot load"):
        make_detector(DetectorSettings(model_path=str(path)))


def test_plug_in_is_made_with_settings_and_context():
    detector = make_detector(DetectorSettings(name="test_detector:EchoDetector"), prompts=["lamp"])
    assert detector.context == {"prompts": ["lamp"]}
    assert detector.detect(frame_of(FLAT))[0].category == "echo"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("no_such_module_x:Thing", "cannot import"),
        ("test_detector:Nobody", "has no 'Nobody'"),
        ("test_detector:IncapableDetector", "capabilities must be a .*Capabilities, got NoneType"),
        ("test_detector:NoDetector", "lacks name, capabilities, detect"),
    ],
)
def test_bad_plug_in_says_what_is_wrong(name, text):
    with pytest.raises(DetectorError, match=text):
        make_detector(DetectorSettings(name=name))


def test_true_masks_without_a_table_is_refused():
    with pytest.raises(DetectorError, match="categories="):
        make_detector(DetectorSettings(name="true-masks"))


def test_true_masks_reads_ids_and_drops_structure_and_specks():
    instances = np.full((120, 160), -1, np.int32)
    instances[:20] = 0
    instances[50:60, 40:60] = 3
    instances[100:102, 100:102] = 4
    detector = make_detector(DetectorSettings(name="true-masks"), categories={0: "wall", 3: "cup", 4: "spoon"})
    (cup,) = detector.detect(frame_of(FLAT, instances=instances))
    assert (cup.category, cup.score) == ("cup", 1.0)
    assert cup.box_xyxy.tolist() == [40, 50, 60, 60]
    assert cup.mask.sum() == 200 and cup.mask[50, 40] and not cup.mask[60, 60]


def test_true_masks_on_a_real_frame_is_an_error_not_an_empty_list():
    detector = make_detector(DetectorSettings(name="true-masks"), categories={1: "cup"})
    with pytest.raises(DetectorError, match="no instance ids"):
        detector.detect(frame_of(FLAT))


def test_true_masks_with_an_id_missing_from_the_table_names_it():
    detector = make_detector(DetectorSettings(name="true-masks"), categories={1: "cup"})
    with pytest.raises(DetectorError, match="id 2 .*\\[1\\]"):
        detector.detect(frame_of(FLAT, instances=np.full((120, 160), 2, np.int32)))
