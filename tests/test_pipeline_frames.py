"""Integrating and perceiving: what a frame does to map and graph, one after the other and beside one another."""

from __future__ import annotations

import dataclasses
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
import box_room  # noqa: E402 - found through the line above
from situated_qa.config import Settings  # noqa: E402
from situated_qa.errors import DetectorError, MappingError  # noqa: E402
from situated_qa.geometry import Frame, Transform  # noqa: E402
from situated_qa.llm.settings import LLMSettings  # noqa: E402
from situated_qa.mapping.tsdf import MappingSettings  # noqa: E402
from situated_qa.perception import observations  # noqa: E402
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402
from situated_qa.pipeline import AskingPipeline, MappingPipeline  # noqa: E402
from situated_qa.pipelines import mapping  # noqa: E402
from situated_qa.reasoning.answers import Question  # noqa: E402
from situated_qa.scene.rooms import RoomSettings  # noqa: E402
from situated_qa.situated.viewpoint import Viewpoint  # noqa: E402

pytest.importorskip("warp")

LIMIT_S = 60.0


class Blind:
    """Sees nothing."""

    name = "blind"
    capabilities = Capabilities()

    def detect(self, frame: Frame) -> list[Detection]:
        return []


class Slow(Blind):
    """Says when it looks, and does not come back before it is told to."""

    def __init__(self) -> None:
        self.looking, self.go_on = threading.Event(), threading.Event()

    def detect(self, frame: Frame) -> list[Detection]:
        self.looking.set()
        assert self.go_on.wait(LIMIT_S)
        return []


def pipeline(detector: object = None) -> MappingPipeline:
    settings = Settings(
        mapping=MappingSettings(device="cpu", voxel_size_m=0.04), detector=DetectorSettings(name="true-masks")
    )
    detector = detector or make_detector(settings.detector, categories=box_room.CATEGORIES)
    return MappingPipeline(settings, detector)  # type: ignore[arg-type]


def test_the_graph_has_version_0_until_a_frame_is_integrated_and_at_least_1_from_then_on() -> None:
    mapper = pipeline(Blind())
    mapper.find_rooms()
    assert (mapper.graph.version, mapper.graph.stamp) == (0, 0)
    mapper.integrate(box_room.frame(0))
    assert (mapper.graph.version, mapper.graph.stamp, mapper.graph.objects) == (1, 10_000_000_000, ())
    mapper.perceive(box_room.frame(0))
    mapper.integrate(box_room.frame(1))
    assert (mapper.graph.version, mapper.graph.stamp) == (1, 10_100_000_000)


def test_the_graph_names_the_run_that_made_it() -> None:
    runs = [pipeline(Blind()), pipeline(Blind())]
    for mapper in runs:
        mapper.integrate(box_room.frame(0))
    ids = [mapper.graph.map_id for mapper in runs]
    assert ids[0] != ids[1]
    assert all(len(bytes.fromhex(map_id)) == 16 for map_id in ids)


def test_frames_are_integrated_while_the_detector_looks() -> None:
    detector = Slow()
    mapper = pipeline(detector)
    mapper.integrate(box_room.frame(0))
    perceiving = threading.Thread(target=mapper.perceive, args=(box_room.frame(0),), daemon=True)
    perceiving.start()
    assert detector.looking.wait(LIMIT_S)
    for index in range(1, 12):  # rooms are found with the tenth
        mapper.integrate(box_room.frame(index))
    assert (mapper.counts["frames"], mapper.counts["perceived"]) == (12, 0)
    detector.go_on.set()
    perceiving.join(LIMIT_S)
    # What the detector saw in the first frame must not turn the graph's time back.
    assert (mapper.counts["perceived"], mapper.graph.stamp) == (1, box_room.frame(11).stamp)


def test_frames_are_integrated_while_the_mesh_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mapper, map_lock = pipeline(Blind()), threading.Lock()
    mapper.integrate(box_room.frame(0))
    made, extract_mesh = [], mapping.extract_mesh

    def integrate() -> None:  # as the mapper's thread does
        with map_lock:
            mapper.integrate(box_room.frame(1))

    def extract(voxels: object) -> object:
        before = extract_mesh(voxels)  # type: ignore[arg-type]
        integrating = threading.Thread(target=integrate, daemon=True)
        integrating.start()
        integrating.join(10.0)
        assert not integrating.is_alive()
        made.append((len(before.vertices), len(extract_mesh(voxels).vertices)))  # type: ignore[arg-type]
        return before

    monkeypatch.setattr(mapping, "extract_mesh", extract)
    mapper.save(tmp_path, map_lock)
    assert mapper.counts["frames"] == 2
    assert made[0][0] == made[0][1], "the frame that came meanwhile is not in the copy"


@pytest.mark.parametrize("rooms", [True, False])
def test_a_camera_far_from_the_origin_is_refused_before_anything_is_mapped(rooms: bool) -> None:
    settings = Settings(mapping=MappingSettings(device="cpu", voxel_size_m=0.04), rooms=RoomSettings(enabled=rooms))
    mapper = MappingPipeline(settings, Blind())
    near = box_room.frame(0)
    T = near.T_map_camera
    far = dataclasses.replace(near, T_map_camera=Transform(T.R, T.t + np.array([500_000.0, 0.0, 0.0])))  # as UTM has it
    for take in (mapper.integrate, mapper.perceive, mapper.observe):
        with pytest.raises(MappingError, match=r"500000\.0.* farther than 10000 m from the map's origin"):
            take(far)
    assert (mapper.graph.version, mapper.counts["frames"], mapper.counts["perceived"]) == (0, 0, 0)
    mapper.integrate(near)
    assert mapper.graph.version == 1


class Unsteady(Blind):
    """Gives a good detection and the bad ones that it is told, or raises."""

    name = "unsteady"

    def __init__(self, capabilities: Capabilities = Capabilities()) -> None:  # noqa: B008
        self.capabilities = capabilities  # type: ignore[misc]
        self.bad: list[object] = []
        self.error: Exception | None = None

    def detect(self, frame: Frame) -> list[Detection]:
        if self.error is not None:
            raise self.error
        instances = frame.instances
        assert instances is not None
        mask = instances == max(range(instances.max() + 1), key=lambda k: np.count_nonzero(instances == k))
        rows, columns = np.nonzero(mask)
        box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
        return [Detection("thing", 0.9, box, mask), *self.bad]  # type: ignore[list-item]


def test_wrong_detections_and_exceptions_stop_neither_the_map_nor_later_looks() -> None:
    detector = Unsteady()
    mapper = pipeline(detector)
    mapper.observe(box_room.frame(0))
    detector.bad = [None, Detection("thing", 2.0, np.zeros(4)), Detection("thing", 0.9, np.full(4, np.nan))]
    observed = mapper.observe(box_room.frame(1))
    assert (len(observed.perceived.detections), len(observed.perceived.refused)) == (1, 3)
    assert all(text.startswith("detector unsteady: detection ") for text in observed.perceived.refused)
    detector.error = ZeroDivisionError("one over nought")
    mapper.integrate(box_room.frame(2))
    with pytest.raises(DetectorError, match="detector unsteady failed .*ZeroDivisionError: one over nought"):
        mapper.perceive(box_room.frame(2))
    detector.error, detector.bad = None, []
    mapper.observe(box_room.frame(3))
    counts = mapper.counts
    assert (counts["frames"], counts["perceived"], counts["detector_failures"]) == (4, 3, 1)
    assert counts["refused_detections"] == 3


@pytest.mark.parametrize(
    ("capabilities", "names", "unlimited"),
    [
        (Capabilities(vocabulary=("cup",)), ("cup",), False),
        (Capabilities(vocabulary=("cup",), open_vocabulary=True), ("cup",), False),  # told to look for cups
        (Capabilities(open_vocabulary=True), (), True),
        (Capabilities(), (), False),
    ],
)
def test_the_graph_says_what_its_detector_can_name(
    capabilities: Capabilities, names: tuple[str, ...], unlimited: bool
) -> None:
    mapper = pipeline(Unsteady(capabilities))
    mapper.integrate(box_room.frame(0))
    vocabulary = mapper.graph.vocabulary
    assert vocabulary is not None
    assert (vocabulary.detector, vocabulary.names, vocabulary.open) == ("unsteady", names, unlimited)


def test_masks_of_a_detector_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a mask was cut from the depth image")

    monkeypatch.setattr(observations, "box_mask", never)
    mapper = pipeline(Unsteady(Capabilities(masks=True)))
    assert len(mapper.observe(box_room.frame(0)).perceived.detections) == 1


def test_a_result_is_placed_by_the_pose_of_the_frame_it_was_seen_in() -> None:
    """The camera turned away meanwhile; the table stays ahead, in x = 1.9 … 2.5, where the last frame saw it."""
    mapper = pipeline()
    seen = box_room.frame(23)  # looks along x
    mapper.integrate(seen)
    mapper.integrate(box_room.frame(11))  # looks along -x
    mapper.perceive(seen)
    tables = [node for node in mapper.graph.objects if node.category == "table"]
    assert len(tables) == 1
    assert 1.8 < tables[0].box.center[0] < 2.5
    assert abs(tables[0].box.center[1]) < 0.1


def test_detections_that_are_given_are_used_and_the_detector_is_not_asked() -> None:
    class Elsewhere(Blind):
        capabilities = Capabilities(vocabulary=("table",))

        def detect(self, frame: Frame) -> list[Detection]:
            raise AssertionError("the detector looked")

    detector = Elsewhere()
    mapper = pipeline(detector)
    frame = box_room.frame(23)  # looks along x, at the table
    mapper.integrate(frame)
    given = make_detector(DetectorSettings(name="true-masks"), categories=box_room.CATEGORIES).detect(frame)
    assert [item.category for item in mapper.perceive(frame, given).detections] == ["table"]
    (table,) = mapper.graph.objects
    assert table.category == "table" and mapper.graph.vocabulary is not None
    assert mapper.graph.vocabulary.names == ("table",)


def test_what_was_mapped_while_another_process_detected_nothing_does_not_count_as_observed() -> None:
    frames = [box_room.frame(23), box_room.frame(11)]  # along x, and the other way
    places = np.array([[1.2, 0.0], [-1.2, 0.0]])

    def observed(given: list[Detection] | None) -> list[bool]:
        mapper = pipeline(Blind())
        for frame in frames:
            mapper.integrate(frame)
        mapper.perceive(frames[0], given)
        area = mapper.find_rooms().observed
        assert area is not None
        return [bool(value) for value in area.at(places)]

    assert observed(given=None) == [True, True]  # the pipeline's own detector looks at the newest frame, always
    assert observed(given=[]) == [True, False]


def test_a_detector_that_comes_to_know_other_names_declares_them_with_its_next_frame() -> None:
    detector = Blind()
    mapper = pipeline(detector)
    first, second = box_room.frame(0), box_room.frame(1)
    mapper.observe(first)
    assert mapper.graph.vocabulary is not None and mapper.graph.vocabulary.names == ()
    version = mapper.graph.version
    detector.capabilities = Capabilities(vocabulary=("chair", "lamp"))
    mapper.observe(second)
    assert mapper.graph.vocabulary.names == ("chair", "lamp") and mapper.graph.version == version + 1


def test_observing_is_integrating_and_then_perceiving() -> None:
    both, one_by_one = pipeline(), pipeline()
    for index in range(4):
        observed = both.observe(box_room.frame(index))
        one_by_one.integrate(box_room.frame(index))
        one_by_one.perceive(box_room.frame(index))
    a, b = both.graph, one_by_one.graph
    assert observed.graph is a
    assert (a.version, a.stamp) == (b.version, b.stamp)
    assert [(n.id, n.category, n.box.center.tolist()) for n in a.objects] == [
        (n.id, n.category, n.box.center.tolist()) for n in b.objects
    ]
    assert {"integrate", "surface", "rooms", "detect", "understand"} <= set(observed.seconds)


def test_both_pipelines_in_one_process_answer_from_the_graph_of_the_frames() -> None:
    """The turn on the spot sees the two chairs of the box room, both on the left of a viewer who looks along x."""
    mapping, asking = pipeline(), AskingPipeline(Settings(llm=LLMSettings(spec="none")))
    try:
        for index in range(24):
            mapping.observe(box_room.frame(index))
        viewpoint = Viewpoint(np.zeros(3), 0.0)
        answer = asking.ask(Question("How many chairs are on my left?"), mapping.graph, viewpoint)
    finally:
        asking.close()
    assert answer.answer == "There are two chairs on your left."
    assert answer.graph_version == mapping.graph.version
