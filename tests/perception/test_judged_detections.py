"""Detector and namer together: probabilities worked out by hand, and what becomes of sure, doubtful and weak names."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from drawn_boxes import drawn
from rooms_for_perception import frame_of, seen, solid
from test_namer import two_names

from situated_qa.geometry import Frame
from situated_qa.perception.categories import is_kind_of
from situated_qa.perception.detector import Capabilities, Detection
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.naming.judging import TRUST, Judge, Size, plausibility, size_of
from situated_qa.perception.naming.namer import NOTHING, NamerSettings
from situated_qa.perception.naming.pyramid import TENSORS, Pyramid
from situated_qa.perception.observations import Observation, ObservationSettings, observe_detections
from situated_qa.perception.proposals import ProposalSettings
from situated_qa.perception.unnamed import UnnamedThings

NAMES = (NOTHING, "chair", "armchair", "shelf", "couch")
CHAIR = solid((2, -0.3, 0), (2.5, 0.3, 0.9), step=0.05)
ROW = np.zeros(1, np.float32)


class Sure:
    """A namer that gives everything the same probabilities."""

    names = NAMES

    def __init__(self, *values: float) -> None:
        self._values = np.array([values], np.float32)

    def probabilities(self, features: np.ndarray) -> np.ndarray:
        return self._values


def judged(item: Observation, *values: float, weak: bool = False) -> Observation | None:
    return Judge(Sure(*values)).judged(item, ROW, weak=weak)  # type: ignore[arg-type]


def names_of(item: Observation, *values: float) -> dict[str, float]:
    return dict(Judge(Sure(*values)).names_of(item, np.array(values)) or ())  # type: ignore[arg-type]


def test_a_name_that_both_give_is_probable():
    # logit(0.5) = 0, the namer's share is 0.3 + 0.2: 1 / (1 + exp(-(3 + 1.3 ln 0.52))) = 1 / (1 + exp(-2.150)).
    names = names_of(seen("chair", CHAIR, score=0.5), 0.0, 0.3, 0.2, 0.5, 0.0)

    assert names == {"chair": pytest.approx(0.8957, abs=1e-3)}  # a shelf is not mixed up with a chair


def test_only_names_that_are_mixed_up_with_the_detectors_are_given():
    # 3 + 1.3 ln 0.02 = -2.086: 0.1105. A couch is mixed up with a chair, a shelf is not.
    names = names_of(seen("chair", CHAIR, score=0.5), 0.0, 0.0, 0.0, 0.5, 0.5)

    assert names == {"couch": pytest.approx(0.4447, abs=1e-3), "chair": pytest.approx(0.1105, abs=1e-3)}


@pytest.mark.parametrize("values", [(0.0,) * 5, (1.0, 0.0, 0.0, 0.0, 0.0)])
def test_what_the_namer_does_not_know_stays_as_it_is_and_is_dropped_if_weak(values):
    # Nothing that it knows resembles it; it has no name for ovens.
    item = seen("chair" if not any(values) else "oven", CHAIR, score=0.4)

    assert judged(item, *values) is item
    assert judged(item, *values, weak=True) is None


def test_a_name_of_the_namer_alone_counts_less_than_a_sighting():
    named = judged(seen("chair", CHAIR, score=0.5), 0.0, 0.0, 0.0, 0.0, 1.0)

    assert named is not None and named.category == "couch"
    assert named.score == pytest.approx(TRUST * 0.8895, abs=1e-3)


def test_a_name_that_the_namer_rules_out_is_dropped_whatever_its_score():
    # At score 0.5 0.11, as above; at 0.6 logit(0.6) = 0.405: -1.68, 0.157.
    assert judged(seen("chair", CHAIR, score=0.5), 1.0, 0.0, 0.0, 0.0, 0.0) is None
    assert judged(seen("chair", CHAIR, score=0.6), 1.0, 0.0, 0.0, 0.0, 0.0) is not None


def test_a_name_that_is_not_sure_makes_no_object_alone():
    # 3 + 1.3 ln 0.32 = 1.519: 0.82; 3 + 1.3 ln 0.12 = 0.244: 0.56.
    sure = judged(seen("chair", CHAIR, score=0.5), 0.7, 0.3, 0.0, 0.0, 0.0)
    unsure = judged(seen("chair", CHAIR, score=0.5), 0.9, 0.1, 0.0, 0.0, 0.0)

    assert sure is not None and unsure is not None
    assert (sure.score, unsure.score) == (pytest.approx(0.82, abs=0.01), pytest.approx(0.56, abs=0.01))
    for item, count in ((sure, 1), (unsure, 0)):
        instances = InstanceMap()
        instances.update([item], item.stamp)
        assert len(instances.instances) == count


@pytest.mark.parametrize("share, kept", [(0.9, True), (0.3, False)])
def test_a_weak_detection_needs_the_namer(share, kept):
    # logit(0.2) = -1.386: 3 - 1.386 + 1.3 ln 0.92 = 1.505, 0.82; 3 - 1.386 + 1.3 ln 0.32 = 0.133, 0.53.
    named = judged(seen("chair", CHAIR, score=0.2), 1 - share, share, 0.0, 0.0, 0.0, weak=True)

    assert (named is not None) == kept


def test_sizes_that_no_such_thing_has_count_a_tenth():
    low, high = (seen("dining table", solid((2, 0, 0), (3, 1, top), step=0.05)) for top in (0.4, 0.75))

    assert size_of(low) == Size(pytest.approx(1.0), pytest.approx(0.4), pytest.approx(0.4), cut_off=False)
    assert plausibility("dining table", size_of(low)) == pytest.approx(0.1)  # it is 0.6 m high at least
    assert plausibility("coffee table", size_of(low)) == 1.0
    assert plausibility("dining table", size_of(replace(low, touches_border=True))) == 1.0  # this is but a part of it
    assert plausibility("dining table", size_of(high)) == 1.0
    assert plausibility("cup", size_of(low)) == pytest.approx(0.1)


def test_a_kind_is_of_its_category_and_not_the_other_way_round():
    assert is_kind_of("armchair", "chair") and is_kind_of("sofa", "couch") and is_kind_of("chair", "chair")
    assert not is_kind_of("chair", "armchair") and not is_kind_of("couch", "chair")


class Fixed:
    """A detector whose network sees gray, with given detections above and below its threshold."""

    name = "fixed"
    capabilities = Capabilities(vocabulary=("vase", "lamp", "chair"))

    def __init__(self, *weak: Detection) -> None:
        self.weak, self.pyramid = weak, None

    def watch_features(self) -> None:
        pass

    def detect(self, frame: Frame) -> list[Detection]:
        shapes = {**dict.fromkeys(range(3), 128), 3: 256, 4: 512, 5: 80, 6: 80, 7: 80}
        tensors = tuple(np.zeros((shapes[k], 12, 16), np.float32) for k in range(len(TENSORS)))
        self.pyramid = Pyramid(frame.stamp, tensors, 2.4, (288, 384))
        return []


def test_weak_detections_are_taken_in_where_the_namer_agrees(tmp_path):
    depth, shown = drawn(((2.0, 0.2, 0.0), (2.4, 0.5, 0.5)), ((2.0, -0.5, 0.0), (2.4, -0.2, 0.5)))
    frame = frame_of(depth)
    left, right = shown == 0, shown == 1
    box = np.array([20.0, 40.0, 140.0, 100.0])
    weak = (Detection("lamp", 0.3, box, left), Detection("chair", 0.3, box, right))  # this namer knows no chairs
    settings = NamerSettings(model_path=str(two_names(tmp_path, chance_of_lamp=0.9)))
    rejected = Counter[str]()

    found = {}
    for judges in (True, False):
        things = UnnamedThings(ProposalSettings(enabled=True), replace(settings, judges=judges), Fixed(*weak))
        found[judges] = things.observe(frame, [], [], ObservationSettings(), rejected)

    assert sum(item.category == "lamp" and item.score > 0.6 for item in found[True]) == 1
    assert rejected["a doubtful name"] == 1
    assert "chair" not in {item.category for item in found[True]}
    assert all(item.score <= TRUST for item in found[False])


def test_a_strong_name_that_the_namer_rules_out_is_dropped(tmp_path):
    depth, shown = drawn(((2.0, -0.2, 0.0), (2.4, 0.2, 0.5)))
    frame = frame_of(depth)
    box = np.array([60.0, 40.0, 100.0, 100.0])
    settings = NamerSettings(judges=True, model_path=str(two_names(tmp_path, chance_of_lamp=0.999)))
    named = observe_detections(frame, [Detection("vase", 0.4, box, shown == 0)])

    found = UnnamedThings(ProposalSettings(), settings, Fixed()).observe(frame, named, [], ObservationSettings())

    # 3 + ln(0.4 / 0.6) + 1.3 ln 0.021 = -2.43: 0.08.
    assert "vase" not in {item.category for item in found}
