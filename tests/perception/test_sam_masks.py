"""Masks for boxes, by an encoder and a decoder that are drawn here: object is what is brighter in red than its box's
left edge in px of the encoder's image, which tells whether boxes and images arrive as they should."""

from __future__ import annotations

import numpy as np
import pytest
from rooms_for_perception import frame_of

onnx = pytest.importorskip("onnx", reason="tiny networks are made with onnx")
pytest.importorskip("onnxruntime", reason="they run in onnxruntime")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402 - needs onnx

from situated_qa.errors import DetectorError  # noqa: E402
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.checks import look  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402

FLAT = np.full((120, 160), 2.0)
F = TensorProto.FLOAT


class TwoBoxes:
    name = "two boxes"
    capabilities = Capabilities(vocabulary=("cup", "bowl"))

    def __init__(self, settings): ...

    def detect(self, frame):
        return [
            Detection("cup", 0.9, np.array([10.0, 20.0, 50.0, 60.0])),
            Detection("bowl", 0.8, np.array([80.0, 20.0, 120.0, 60.0])),
        ]


class NoBoxes(TwoBoxes):
    def detect(self, frame):
        return []


class OneBadBox(TwoBoxes):
    def detect(self, frame):
        unlikely = Detection("cup", 0.1, np.array([1.0, 2.0, 9.0, 9.0]))
        return [Detection("cup", 0.9, np.full(4, np.nan)), unlikely, super().detect(frame)[1]]


class Masked(TwoBoxes):
    capabilities = Capabilities(masks=True)


def save(path, nodes, inputs, outputs, constants=()):
    def values(table):
        return [helper.make_tensor_value_info(name, F, shape) for name, shape in table.items()]

    graph = helper.make_graph(
        nodes, "sam", values(inputs), values(outputs), [numpy_helper.from_array(v, n) for n, v in constants]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return str(path)


def encoder(path, shape):
    """The embedding is the mean of the image."""
    node = helper.make_node("ReduceMean", ["image"], ["mean"], keepdims=0)
    shaped = helper.make_node("Reshape", ["mean", "shape"], ["image_embeddings"])
    constants = [("shape", np.array([1, 1, 1, 1], np.int64))]
    return save(path, [node, shaped], {"image": shape}, {"image_embeddings": [1, 1, 1, 1]}, constants)


def decoder(path, drop=""):
    """Two masks of the image's size: all `left - embedding` and all `right - 1000`; the first is the better one."""
    inputs = {
        "image_embeddings": [1, 1, 1, 1],
        "point_coords": [1, "points", 2],
        "point_labels": [1, "points"],
        "mask_input": [1, 1, 256, 256],
        "has_mask_input": [1],
        "orig_im_size": [2],
    }
    inputs.pop(drop, None)
    nodes = [
        helper.make_node("Gather", ["point_coords", "zero"], ["corner"], axis=1),  # (1, 2) left, top
        helper.make_node("Gather", ["corner", "zero"], ["left"], axis=1),  # (1,)
        helper.make_node("Sub", ["left", "image_embeddings"], ["value"]),  # (1, 1, 1, 1)
        helper.make_node("Cast", ["orig_im_size"], ["size"], to=TensorProto.INT64),
        helper.make_node("Concat", ["one_one", "size"], ["shape"], axis=0),
        helper.make_node("Expand", ["value", "shape"], ["first"]),
        helper.make_node("Sub", ["first", "thousands"], ["second"]),
        helper.make_node("Concat", ["second", "first"], ["masks"], axis=1),
        helper.make_node("Identity", ["quality"], ["iou_predictions"]),
    ]
    constants = [
        ("zero", np.array(0, np.int64)),
        ("one_one", np.array([1, 1], np.int64)),
        ("thousands", np.array(9000.0, np.float32)),
        ("quality", np.array([[0.2, 0.9]], np.float32)),
    ]
    return save(path, nodes, inputs, {"masks": [1, 2, "h", "w"], "iou_predictions": [1, 2]}, constants)


def make(boxes="TwoBoxes", **parameters):
    given = {"boxes_from": f"{__name__}:{boxes}", **parameters}
    return make_detector(DetectorSettings(name="sam", parameters=given))


@pytest.fixture
def pair(tmp_path):
    return {
        "encoder": encoder(tmp_path / "encoder.onnx", ["h", "w", 3]),
        "decoder": decoder(tmp_path / "decoder.onnx"),
    }


def test_boxes_get_the_better_mask_in_the_frame_of_the_encoder(pair):
    """160 px become 1024: a factor of 6.4. The cup's left edge is at 64, the bowl's at 512; the image is all 100."""
    detector = make(**pair)
    cup, bowl = detector.detect(frame_of(FLAT, color=(100, 100, 100)))
    assert (cup.category, cup.score, cup.box_xyxy.tolist()) == ("cup", 0.9, [10, 20, 50, 60])
    assert cup.mask.shape == (120, 160) and cup.mask.dtype == bool
    assert not cup.mask.any() and bowl.mask.all()  # 64 - 100 < 0 < 512 - 100
    cup, bowl = detector.detect(frame_of(FLAT, color=(60, 60, 60)))
    assert cup.mask.all()  # 64 - 60
    assert (detector.name, detector.capabilities) == (
        "two boxes with masks",
        Capabilities(masks=True, vocabulary=("cup", "bowl")),
    )


def test_an_encoder_of_fixed_size_gets_a_normalized_and_padded_image(tmp_path):
    """(255 - 116) / 57 is about 2.4 in each channel on 3/4 of the square, 0 below: a mean below 2 px of the left edge,
    which is at 4 and 32 px of 64."""
    pair = {
        "encoder": encoder(tmp_path / "e.onnx", [1, 3, 64, 64]),
        "decoder": decoder(tmp_path / "d.onnx"),
    }
    white = (np.array([255, 255, 255]) - [123.675, 116.28, 103.53]) / [58.395, 57.12, 57.375]
    detector = make(**pair)
    image, scale = detector._image(frame_of(FLAT, color=(255, 255, 255)).color)
    assert (image.shape, scale) == ((1, 3, 64, 64), 0.4)
    assert np.allclose(image[0, :, :48].mean(axis=(1, 2)), white, atol=1e-5) and not image[0, :, 48:].any()
    cup, bowl = detector.detect(frame_of(FLAT, color=(255, 255, 255)))
    assert cup.mask.all() and bowl.mask.all()


def test_a_wrong_box_is_refused_as_what_it_is_and_costs_no_other(pair):
    settings = DetectorSettings(name="sam")
    seen = look(make("OneBadBox", **pair), frame_of(FLAT, color=(100, 100, 100)), settings)
    assert [detection.category for detection in seen.detections] == ["bowl"] and seen.detections[0].mask.all()
    assert len(seen.refused) == 1
    assert "two boxes with masks: detection 0 of 2 refused: cup: box_xyxy must be four finite" in seen.refused[0]


def test_without_boxes_the_encoder_is_not_run(pair):
    detector = make("NoBoxes", **pair)
    detector._encoder = None
    assert detector.detect(frame_of(FLAT)) == []


def test_a_detector_with_masks_and_a_chain_are_refused(pair):
    with pytest.raises(DetectorError, match="two boxes gives masks itself; set detector.name: "):
        make("Masked", **pair)
    with pytest.raises(DetectorError, match="boxes_from must name another detector"):
        make_detector(DetectorSettings(name="sam", parameters={"boxes_from": "sam"}))


def test_other_networks_are_refused_with_what_they_take(tmp_path, pair):
    with pytest.raises(DetectorError, match="takes has_mask_input, .*; it must be a decoder as segment-anything"):
        make(encoder=pair["encoder"], decoder=decoder(tmp_path / "other.onnx", drop="point_labels"))
    with pytest.raises(DetectorError, match=r"must take one image.*but takes image \[4\]"):
        make(encoder=encoder(tmp_path / "flat.onnx", [4]), decoder=pair["decoder"])


def test_missing_weights_name_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    with pytest.raises(DetectorError, match="situated-qa fetch mobile-sam.*or name the files"):
        make()
