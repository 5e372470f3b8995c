"""Each format of exported networks, against boxes worked out by hand. The frame is 160 × 120 px, the inputs 64 × 64."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest
from rooms_for_perception import frame_of

pytest.importorskip("onnx", reason="tiny networks are made with onnx")
pytest.importorskip("onnxruntime", reason="they run in onnxruntime")

from tiny_onnx import floats, write_network  # noqa: E402 - needs onnx

from situated_qa.errors import DetectorError, SettingsError  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.perception.detectors.onnx_formats import find_format  # noqa: E402
from situated_qa.perception.detectors.onnx_session import Tensor  # noqa: E402
from situated_qa.perception.detectors.yolo import yolox_cells  # noqa: E402

FRAME = frame_of(np.full((120, 160), 2.0))
BOWL, CHAIR, COUCH = 45, 56, 57  # indices among COCO's 80
CHAIR_ID = 62  # COCO's own


def logit(share: float) -> float:
    return float(np.log(share / (1.0 - share)))


def detect(path, frame=FRAME, **parameters):
    return make_detector(DetectorSettings(name="onnx", model_path=str(path), parameters=parameters)).detect(frame)


def told(detections) -> list[tuple[str, float, list[float]]]:
    return [(d.category, round(d.score, 3), np.round(d.box_xyxy, 3).tolist()) for d in detections]


def queries(*scores: tuple[int, int, float], classes: int = 91, count: int = 3) -> np.ndarray:
    """(1, count, classes) logits: -20 but for (query, class, score)."""
    logits = np.full((1, count, classes), -20.0, np.float32)
    for query, number, score in scores:
        logits[0, query, number] = logit(score)
    return logits


BOXES = floats([0.5, 0.5, 0.5, 0.5], [0.25, 0.25, 0.1, 0.2], [0.9, 0.9, 0.4, 0.4])  # center and size, shares
IN_FRAME = [[40.0, 30.0, 120.0, 90.0], [32.0, 18.0, 48.0, 42.0], [112.0, 84.0, 160.0, 120.0]]  # the last one is cut


# ── networks that give a set of queries ──────────────────────────────────────────────────────────────────────────────


def test_rf_detr_has_the_class_at_the_id_of_coco(tmp_path):
    outputs = {"dets": BOXES, "labels": queries((0, CHAIR_ID, 0.9), (1, 1, 0.6), (2, CHAIR_ID, 0.3))}
    path = write_network(tmp_path / "rf.onnx", outputs)
    detector = make_detector(DetectorSettings(name="onnx", model_path=str(path)))
    assert told(detector.detect(FRAME)) == [("chair", 0.9, IN_FRAME[0]), ("person", 0.6, IN_FRAME[1])]
    assert (detector.name, detector.format, detector.capabilities.masks) == ("onnx rf", "rf-detr", False)
    assert len(detector.capabilities.vocabulary) == 80 and not detector.capabilities.open_vocabulary


def test_a_lower_threshold_gives_more_and_excluded_categories_are_left_to_the_next_best(tmp_path):
    outputs = {"dets": BOXES, "labels": queries((0, CHAIR_ID, 0.9), (0, 63, 0.5), (2, CHAIR_ID, 0.3))}
    path = write_network(tmp_path / "rf.onnx", outputs)
    settings = DetectorSettings("onnx", model_path=str(path), score_threshold=0.25, excluded_categories=("person",))
    assert told(make_detector(settings).detect(FRAME)) == [("chair", 0.9, IN_FRAME[0]), ("chair", 0.3, IN_FRAME[2])]
    settings = DetectorSettings("onnx", model_path=str(path), excluded_categories=("chair",))
    detector = make_detector(settings)
    assert told(detector.detect(FRAME)) == [("couch", 0.5, IN_FRAME[0])]
    assert "chair" not in detector.capabilities.vocabulary


def test_rf_detr_with_three_classes_is_read_by_name_not_by_shape(tmp_path):
    """Boxes and logits both have four columns then, and the last class means nothing."""
    labels = tmp_path / "labels.txt"
    labels.write_text("mug\nlamp\nrug\n", encoding="utf-8")
    outputs = {"labels": queries((0, 1, 0.8), (1, 3, 0.9), classes=4), "dets": BOXES}
    path = write_network(tmp_path / "rf.onnx", outputs)
    assert told(detect(path, labels=str(labels))) == [("lamp", 0.8, IN_FRAME[0])]


def test_rf_detr_seg_masks_cover_the_image(tmp_path):
    """The right half of the mask's 16 × 16 px is object: px 80 … 159 of the image. Early exports name no output."""
    masks = np.full((1, 3, 16, 16), -5.0, np.float32)
    masks[0, 0, :, 8:] = 5.0
    outputs = {"dets": BOXES, "labels": queries((0, CHAIR_ID, 0.9)), "4245": masks}
    path = write_network(tmp_path / "seg.onnx", outputs)
    detector = make_detector(DetectorSettings(name="onnx", model_path=str(path)))
    (chair,) = detector.detect(FRAME)
    assert detector.capabilities.masks
    assert chair.mask.shape == (120, 160) and chair.mask.dtype == bool
    assert chair.mask[:, 80:].all() and not chair.mask[:, :80].any()


def test_rf_detr_wants_rgb_normalized_by_imagenet(tmp_path):
    """Pure red is (1 - 0.485) / 0.229 = 2.2489 in the first channel: a score of 0.9046."""
    labels = queries(classes=91)
    labels[0, 0, CHAIR_ID] = 0.0
    outputs = {"dets": BOXES, "labels": labels}
    path = write_network(tmp_path / "rf.onnx", outputs, pixel=("labels", 0, 20, 20))
    red = frame_of(np.full((120, 160), 2.0), color=(255, 0, 0))
    assert told(detect(path, red)) == [("chair", 0.905, IN_FRAME[0])]
    assert told(detect(path, red, values="unit")) == [("chair", 0.731, IN_FRAME[0])]  # 1 / (1 + 1 / e)
    assert told(detect(path, red, channels="bgr")) == []  # (0 - 0.406) / 0.225 is below 0


def test_transformers_export_of_d_fine(tmp_path):
    outputs = {"logits": queries((1, CHAIR, 0.7), classes=80), "pred_boxes": BOXES}
    inputs = {"pixel_values": ("batch", 3, "height", "width")}
    path = write_network(tmp_path / "dfine.onnx", outputs, inputs=inputs)
    assert told(detect(path)) == [("chair", 0.7, IN_FRAME[1])]


def test_own_export_of_d_fine_and_rt_detr_is_told_the_size_of_the_input(tmp_path):
    """Boxes come in px of the size that it is told: 64 × 64, so that 32 px are half of the image."""
    outputs = {
        "labels": np.array([[CHAIR, BOWL, 99]], np.int64),
        "boxes": floats([0, 0, 32, 32], [16, 32, 48, 64], [0, 0, 64, 64]),
        "scores": floats(0.5, 0.8, 0.9).reshape(1, 3),
    }
    inputs = {"images": (1, 3, 64, 64), "orig_target_sizes": (1, 2)}
    path = write_network(tmp_path / "dfine.onnx", outputs, inputs=inputs)
    assert told(detect(path)) == [("bowl", 0.8, [40, 60, 120, 120]), ("chair", 0.5, [0, 0, 80, 60])]


# ── YOLO-style heads ─────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = {"names": "{0: 'mug', 1: 'lamp'}"}
# 160 × 120 on 64 × 64: a factor of 0.4 gives 64 × 48, with 8 rows of padding above and below.


def yolo_table(*rows: tuple[float, ...], count: int = 84, wide: int = 6) -> np.ndarray:
    table = np.zeros((1, wide, count), np.float32)
    for place, row in enumerate(rows):
        table[0, : len(row), place] = row
    return table


def test_yolo_head_is_decoded_out_of_its_letterbox(tmp_path):
    """Center (32, 32) and 16 × 8 px of the input: x 24 … 40 → 60 … 100; y (28 - 8) / 0.4 = 50 … 70."""
    table = yolo_table((32, 32, 16, 8, 0.1, 0.9), (10, 20, 4, 4, 0.6, 0.0), (32.4, 32, 16, 8, 0.0, 0.8))
    path = write_network(tmp_path / "yolo.onnx", {"output0": table}, metadata=NAMES)
    assert told(detect(path)) == [("lamp", 0.9, [60, 50, 100, 70]), ("mug", 0.6, [20, 25, 30, 35])]


def test_yolo_wants_gray_above_and_below(tmp_path):
    """Row 3 of the input is padding: 114 / 255 = 0.447, whatever the image."""
    table = yolo_table((32, 32, 16, 8, 0, 0.0))
    path = write_network(tmp_path / "yolo.onnx", {"output0": table}, metadata=NAMES, pixel=("output0", 0, 3, 32))
    black = frame_of(np.full((120, 160), 2.0), color=(0, 0, 0))
    assert {round(d.score, 3) for d in detect(path, black)} == {0.447}
    assert detect(path, black, fit="stretch") == []


def test_yolo_masks_are_weighted_prototypes_inside_the_box(tmp_path):
    """The first prototype is above 0 in the upper half of the input, which is the upper half of the image."""
    prototypes = np.zeros((1, 2, 16, 16), np.float32)
    prototypes[0, 0, :8], prototypes[0, 0, 8:], prototypes[0, 1] = 4.0, -4.0, 1.0
    table = yolo_table((32, 32, 16, 16, 0, 0.9, 1.0, 0.5), (32, 32, 60, 44, 0.8, 0, -1.0, -0.5), wide=8)
    outputs = {"output0": table, "output1": prototypes}
    path = write_network(tmp_path / "seg.onnx", outputs, metadata=NAMES)
    lamp, mug = detect(path)
    assert (lamp.category, mug.category) == ("lamp", "mug")
    rows, columns = np.nonzero(lamp.mask)  # the box is x 60 … 100, y 40 … 80; 4 px of the input are 10 of the image
    assert (columns.min(), columns.max(), rows.min()) == (60, 99, 40) and abs(int(rows.max()) - 59) <= 1
    assert mug.mask[100, 80] and not mug.mask[30, 80]


def test_end_to_end_export_gives_corners_and_a_class(tmp_path):
    rows = floats([24, 28, 40, 36, 0.9, 1], [0, 8, 64, 56, 0.5, 0], [0, 8, 64, 56, 0.2, 0], [0, 8, 9, 9, 0.9, 7])
    path = write_network(tmp_path / "e2e.onnx", {"output0": rows}, metadata=NAMES)
    assert told(detect(path)) == [("lamp", 0.9, [60, 50, 100, 70]), ("mug", 0.5, [0, 0, 160, 120])]


def yolox_table(row: int, *values: float) -> np.ndarray:
    table = np.full((1, 84, 85), -9.0, np.float32)
    table[0, :, 4:] = 0.0
    table[0, row, :5], table[0, row, 5 + CHAIR] = values[:5], values[5]
    return table


def test_yolox_cells_are_row_by_row_and_stride_by_stride():
    places, strides = yolox_cells((64, 64))
    assert len(places) == 64 + 16 + 4
    assert (places[9].tolist(), strides[9], places[64 + 5].tolist(), strides[64 + 5]) == ([1, 1], 8, [1, 1], 16)


def test_yolox_is_decoded_from_its_cell(tmp_path):
    """Cell (1, 1) of stride 16, offset 0.5: center 24; the size is 16 · e^0 = 16 by 16 · e^(ln 2) = 32.

    Padding is right and below, so that 16 … 32 px by 8 … 40 are 40 … 80 px by 20 … 100 of the image.
    """
    table = yolox_table(64 + 5, 0.5, 0.5, 0.0, np.log(2.0), 0.9, 0.8)
    path = write_network(tmp_path / "yolox.onnx", {"output": table})
    assert told(detect(path)) == [("chair", 0.72, [40, 20, 80, 100])]


def test_yolox_wants_bgr_bytes(tmp_path):
    """The first channel of a blue image is 255: by it the chair's score is raised from 0 to 255 · 255, which is cut."""
    table = yolox_table(64 + 5, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0)
    table[0, :, 4:] = -200.0
    path = write_network(tmp_path / "yolox.onnx", {"output": table}, pixel=("output", 0, 2, 2))
    with np.errstate(over="ignore"):
        blue = detect(path, frame_of(np.full((120, 160), 2.0), color=(10, 10, 255)))
    assert [d.score for d in blue[:1]] == [1.0]


def test_objectness_head_in_pixels(tmp_path):
    table = np.zeros((1, 252, 7), np.float32)  # three anchors at each of 84 cells
    table[0, 100] = [32, 32, 16, 8, 0.9, 0.0, 0.8]
    path = write_network(tmp_path / "v5.onnx", {"output0": table}, metadata=NAMES)
    assert told(detect(path)) == [("lamp", 0.72, [60, 50, 100, 70])]


# ── formats, names and devices that are wrong ────────────────────────────────────────────────────────────────────────


def test_an_unknown_format_lists_the_outputs_and_the_formats(tmp_path):
    path = write_network(tmp_path / "odd.onnx", {"heat": floats([1.0, 2.0]), "more": floats([1.0, 2.0])})
    text = r"heat \[1, 1, 2\] float32, more .*set detector.parameters.format to one of rf-detr, detr"
    with pytest.raises(DetectorError, match=text):
        detect(path)


@pytest.mark.parametrize(
    ("shape", "side", "found"),
    [
        ((1, 84, 8400), 640, "yolo"),
        ((1, 8400, 85), 640, "yolox"),
        ((1, 25200, 85), 640, "yolo-objectness"),
        ((1, 300, 6), 640, "yolo-end-to-end"),
        ((1, 3549, 6), 416, "yolox"),  # one class
        ((1, 84, -1), -1, ""),
        ((1, -1, 6), -1, ""),
    ],
)
def test_yolo_formats_are_told_by_shape_and_open_shapes_are_not_guessed(shape, side, found):
    image = Tensor("images", (1, 3, side, side), np.float32)
    session = SimpleNamespace(path="x.onnx", inputs=(image,), outputs=(Tensor("out", shape, np.float32),))
    if found:
        assert find_format(session) == found
    else:
        with pytest.raises(DetectorError, match="cannot tell the format.*set detector.parameters.format"):
            find_format(session)


def test_the_wrong_format_is_an_error_that_lists_the_shapes(tmp_path):
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table()}, metadata=NAMES)
    with pytest.raises(DetectorError, match=r"output0 \[1, 6, 84\] are not those of the format rf-detr"):
        detect(path, format="rf-detr")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.txt", "mug\nlamp\n"),
        ("labels.json", '["mug", "lamp"]'),
        ("config.json", '{"id2label": {"0": "mug", "1": "lamp"}}'),
        ("data.yaml", "names:\n  0: mug\n  1: lamp\n"),
    ],
)
def test_labels_from_files(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table((32, 32, 16, 8, 0, 0.9))})
    assert [d.category for d in detect(path, labels=str(tmp_path / name))] == ["lamp"]


def test_labels_that_do_not_fit_are_refused(tmp_path):
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table()})
    with pytest.raises(DetectorError, match="has 2 classes and does not name them: set detector.parameters.labels"):
        detect(path)
    (tmp_path / "three.txt").write_text("a\nb\nc\n", encoding="utf-8")
    with pytest.raises(DetectorError, match="has 2 classes, but .*three.txt names 3"):
        detect(path, labels=str(tmp_path / "three.txt"))
    with pytest.raises(DetectorError, match="none.txt cannot be read"):
        detect(path, labels=str(tmp_path / "none.txt"))
    with pytest.raises(DetectorError, match="class numbers must be"):
        (tmp_path / "huge.json").write_text('{"99999999": "a"}', encoding="utf-8")
        detect(path, labels=str(tmp_path / "huge.json"))


def test_names_become_categories_and_classes_that_mean_nothing_are_never_told(tmp_path):
    metadata = {"names": "{0: 'None', 1: 'Coffee_Mug'}"}
    table = yolo_table((32, 32, 16, 8, 0.9, 0.4))
    path = write_network(tmp_path / "yolo.onnx", {"output0": table}, metadata=metadata)
    detector = make_detector(DetectorSettings(name="onnx", model_path=str(path)))
    assert detector.capabilities.vocabulary == ("coffee mug",)
    assert [(d.category, round(d.score, 3)) for d in detector.detect(FRAME)] == [("coffee mug", 0.4)]


@pytest.mark.parametrize("device", ["cuda", "tensorrt"])
def test_a_device_that_is_not_there_is_an_error(tmp_path, device):
    import onnxruntime

    if "CUDAExecutionProvider" in onnxruntime.get_available_providers():
        pytest.skip("this onnxruntime has CUDA")
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table()}, metadata=NAMES)
    with pytest.raises(DetectorError, match=f"device {device} is not there.*onnxruntime-gpu.*or set device: cpu"):
        detect(path, device=device)


def test_a_device_that_cannot_be_started_is_an_error_unless_it_was_not_asked_for(tmp_path, monkeypatch):
    """onnxruntime built for CUDA, on a machine without its libraries, logs that and takes the CPU."""
    import onnxruntime

    monkeypatch.setattr(
        onnxruntime, "get_available_providers", lambda: ["CUDAExecutionProvider", "CPUExecutionProvider"]
    )
    real = onnxruntime.InferenceSession
    monkeypatch.setattr(
        onnxruntime, "InferenceSession", lambda path, options, providers: real(path, options, ["CPUExecutionProvider"])
    )
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table((32, 32, 16, 8, 0, 0.9))}, metadata=NAMES)
    with pytest.raises(DetectorError, match="CUDAExecutionProvider could not be started.*took CPUExecutionProvider"):
        detect(path, device="cuda")
    assert len(detect(path, device="auto")) == 1


def test_outputs_that_are_not_finite_are_an_error(tmp_path):
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table((np.nan, 1, 1, 1, 1, 1))}, metadata=NAMES)
    with pytest.raises(DetectorError, match="output0 is not finite for the frame at 0 ns"):
        detect(path)


def test_a_network_with_other_inputs_is_refused(tmp_path):
    inputs = {"images": (1, 3, 64, 64), "prompt": (1, 4)}
    path = write_network(tmp_path / "odd.onnx", {"output0": yolo_table()}, inputs=inputs, metadata=NAMES)
    with pytest.raises(DetectorError, match=r"wants the input prompt \[1, 4\] float32, which is not known"):
        detect(path)


def test_without_a_file_the_asset_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    text = "situated-qa fetch rf-detr-seg-nano.*or set detector.model_path"
    with pytest.raises(DetectorError, match=text):
        make_detector(DetectorSettings(name="onnx"))


def test_parameters_are_checked(tmp_path):
    path = write_network(tmp_path / "yolo.onnx", {"output0": yolo_table()}, metadata=NAMES)
    with pytest.raises(SettingsError, match="detector onnx has no parameter 'formt'; did you mean format?"):
        detect(path, formt="yolo")
    with pytest.raises(SettingsError, match=re.escape("OnnxParameters.format must be one of , rf-detr")):
        detect(path, format="yolo9000")
    with pytest.raises(SettingsError, match="OnnxParameters.half must be bool, got 'yes'"):
        detect(path, half="yes")
