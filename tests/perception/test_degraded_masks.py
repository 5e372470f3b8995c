"""The simulated detector that errs: as often as its file says, the same way each time, and never without ids."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame, Intrinsics, Transform
from situated_qa.perception.detector import DetectorSettings
from situated_qa.perception.detectors.degraded_masks import DegradedMasks, ragged_mask, split_mask
from situated_qa.perception.detectors.factory import make_detector
from situated_qa.perception.detectors.mask_errors import MaskErrors, published_errors, size_of

ALL_RIGHT = MaskErrors(
    found={"small": 1.0, "medium": 1.0, "large": 1.0},
    mean_iou={"small": 0.999, "medium": 0.999, "large": 0.999},
    iou_concentration=1000.0,
    wrong_name=0.0,
    same_wrong_name=1.0,
    invented_per_object=0.0,
    doubled=0.0,
    split=0.0,
    merged=0.0,
    same_object=0.5,
)
NAMES = {0: "chair", 1: "couch", 2: "lamp"}


def frame_with(instances: np.ndarray, stamp: int = 0) -> Frame:
    height, width = instances.shape
    camera = Intrinsics(width=width, height=height, fx=200.0, fy=200.0, cx=width / 2, cy=height / 2)
    color, depth = np.full((height, width, 3), 128, np.uint8), np.full((height, width), 2.0, np.float32)
    return Frame(stamp, color, depth, camera, Transform.identity(), instances.astype(np.int32))


def two_things() -> np.ndarray:
    instances = np.full((120, 160), -1)
    instances[20:80, 10:60] = 0
    instances[20:80, 61:110] = 1
    return instances


def degraded(**changes: object) -> DegradedMasks:
    errors = dataclasses.replace(ALL_RIGHT, **changes)  # type: ignore[arg-type]
    return DegradedMasks(DetectorSettings(), categories=NAMES, errors=errors)


def iou(a: np.ndarray, b: np.ndarray) -> float:
    return np.count_nonzero(a & b) / np.count_nonzero(a | b)


def test_without_errors_it_gives_the_true_masks_and_names() -> None:
    instances = two_things()
    found = degraded().detect(frame_with(instances))
    assert sorted(d.category for d in found) == ["chair", "couch"]
    for detection in found:
        true = instances == {"chair": 0, "couch": 1}[detection.category]
        assert iou(detection.mask, true) > 0.97


def test_the_same_frame_gives_the_same_detections() -> None:
    detector = DegradedMasks(DetectorSettings(), categories=NAMES)
    first, second = (detector.detect(frame_with(two_things(), stamp=5)) for _ in range(2))
    assert [d.category for d in first] == [d.category for d in second]
    assert all((a.mask == b.mask).all() for a, b in zip(first, second, strict=True))


def test_wrong_names_come_from_those_that_are_mixed_up() -> None:
    found = degraded(wrong_name=1.0).detect(frame_with(two_things()))
    # of couch, chair and lamp, only chair and couch are mixed up
    assert sorted(d.category for d in found) == ["chair", "couch"]
    left = min(found, key=lambda d: d.box_xyxy[0])
    assert left.category == "couch"  # where the chair is


def test_a_merged_mask_takes_in_the_touching_neighbor_of_its_name_only() -> None:
    instances = two_things()
    apart = degraded(merged=1.0).detect(frame_with(instances))
    assert max(int(d.mask.sum()) for d in apart) < 3200
    both_chairs = DegradedMasks(
        DetectorSettings(), categories={0: "chair", 1: "chair"}, errors=dataclasses.replace(ALL_RIGHT, merged=1.0)
    )
    merged = both_chairs.detect(frame_with(instances))
    assert all(iou(d.mask, instances >= 0) > 0.97 for d in merged)


def test_a_split_mask_gives_two_halves() -> None:
    mask = np.zeros((60, 100), bool)
    mask[20:40, 10:90] = True
    left, right = sorted(split_mask(mask), key=lambda part: np.nonzero(part)[1].mean())
    assert not (left & right).any() and ((left | right) == mask).all()
    assert int(left.sum()) == int(right.sum()) == 800
    assert np.nonzero(left)[1].max() < np.nonzero(right)[1].min()


@pytest.mark.parametrize("wanted", [0.5, 0.7, 0.9])
def test_a_ragged_mask_has_the_wanted_overlap(wanted: float) -> None:
    mask = np.zeros((200, 200), bool)
    mask[60:140, 50:150] = True
    for seed in range(5):
        assert iou(ragged_mask(mask, wanted, np.random.default_rng(seed)), mask) == pytest.approx(wanted, abs=0.06)


def test_recall_is_the_one_that_was_published() -> None:
    """Mask R-CNN R-50-FPN: AR 26, 50 and 62 % for small, medium and large objects, over IoU 0.50 to 0.95."""
    sides = {"small": 24, "medium": 60, "large": 130}
    errors = dataclasses.replace(published_errors(), split=0.0, merged=0.0, doubled=0.0, invented_per_object=0.0)
    thresholds = np.arange(0.5, 0.96, 0.05)
    for size, published in (("small", 0.265), ("medium", 0.50), ("large", 0.623)):
        side = sides[size]
        recalls = []
        for id in range(300):
            instances = np.full((220, 220), -1)
            instances[45 : 45 + side, 45 : 45 + side] = id
            settings = DetectorSettings(score_threshold=0.0)
            detector = DegradedMasks(settings, categories={id: "chair"}, errors=errors)
            best = [iou(d.mask, instances == id) for d in detector.detect(frame_with(instances, stamp=id))]
            recalls.append(np.mean(max(best, default=0.0) >= thresholds))
        assert size_of(side * side) == size
        assert np.mean(recalls) == pytest.approx(published, abs=0.08)  # two standard errors of 300 draws and of cutting


def test_misses_of_one_object_come_together() -> None:
    """With half of the variance the object's own, some objects are nearly always seen and some nearly never."""
    found = {"small": 0.5, "medium": 0.5, "large": 0.5}
    instances = np.full((120, 160), -1)
    instances[20:80, 10:60] = 0
    shares = []
    for seed in range(60):
        errors = dataclasses.replace(ALL_RIGHT, found=found)
        detector = DegradedMasks(DetectorSettings(), categories=NAMES, errors=errors, seed=seed)
        shares.append(np.mean([len(detector.detect(frame_with(instances, stamp=s))) for s in range(20)]))
    assert 0.35 < np.mean(shares) < 0.65
    assert np.std(shares) > 0.2  # 0.11 if frames were independent


def test_invented_detections_are_counted_by_the_visible_objects() -> None:
    detector = degraded(invented_per_object=1.0)
    counts = [len(detector.detect(frame_with(two_things(), stamp=s))) - 2 for s in range(60)]
    assert np.mean(counts) == pytest.approx(2.0, abs=0.6)


def test_a_frame_without_ids_is_refused() -> None:
    detector = make_detector(DetectorSettings(name="degraded-masks"), categories=NAMES)
    with pytest.raises(DetectorError, match="degraded-masks: this frame has no instance ids"):
        detector.detect(dataclasses.replace(frame_with(two_things()), instances=None))


def test_without_a_table_of_ids_the_text_says_what_is_missing() -> None:
    with pytest.raises(DetectorError, match="degraded-masks needs the table of true ids"):
        make_detector(DetectorSettings(name="degraded-masks"))


def test_a_rate_out_of_range_is_named() -> None:
    with pytest.raises(DetectorError, match="wrong_name must lie in 0 … 1, got 2"):
        dataclasses.replace(ALL_RIGHT, wrong_name=2.0)
