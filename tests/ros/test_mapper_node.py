"""The mapper node, fed by hand and over DDS: which frames are mapped, what is published, and what cannot end it."""

from __future__ import annotations

import dataclasses
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.executors import MultiThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import Image
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.srv import SaveScene
from std_msgs.msg import Header

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import box_room  # noqa: E402 - found through the line above
from situated_qa.errors import SettingsError  # noqa: E402
from situated_qa.geometry import Frame  # noqa: E402
from situated_qa.perception.detector import Capabilities, Detection  # noqa: E402
from situated_qa.perception.registration import Registration  # noqa: E402
from situated_qa.ros import images, qos  # noqa: E402
from situated_qa.ros.convert import camera_to_msg, transform_to_msg  # noqa: E402
from situated_qa.ros.mapper_node import MapperNode  # noqa: E402
from situated_qa.ros.replay_node import ReplayNode  # noqa: E402
from situated_qa.ros.stamps import stamp_from_msg  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402
from situated_qa.settings import check_settings, setting  # noqa: E402

LIMIT_S = 60.0
OPTICAL = "left_eye"  # no camera driver's usual name
S = 1_000_000_000


@dataclass(frozen=True)
class DetectorParameters:
    """What can be set of `Watched`."""

    least_px: int = setting(5, "smaller things are not told, px", minimum=1)
    words: tuple = setting(("cup",), "what they are called")

    def __post_init__(self):
        check_settings(self)


class Watched:
    """A detector that notes what it looks at, and waits where it is told to."""

    name = "watched"
    capabilities = Capabilities(open_vocabulary=True)
    parameters_class = DetectorParameters
    seen: list[int] = []
    looking, go_on = threading.Event(), threading.Event()
    error: Exception | None = None
    found: object = []
    made: dict[str, object] = {}

    def __init__(self, settings, **context) -> None:
        Watched.made = context

    def detect(self, frame: Frame) -> list[Detection]:
        self.seen.append(frame.stamp)
        self.looking.set()
        assert self.go_on.wait(LIMIT_S)
        if self.error is not None:
            raise self.error
        return self.found


@pytest.fixture
def detector(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the default output folder is in the working directory
    Watched.seen, Watched.error, Watched.found = [], None, []
    Watched.looking.clear()
    Watched.go_on.set()
    yield Watched
    Watched.go_on.set()


class Mapper:
    """A mapper node, messages for it, and what it publishes."""

    def __init__(self, ros, **parameters) -> None:
        values = {"detector.name": f"{__name__}:Watched", "map_frame": "map", "mapping.device": "cpu", **parameters}
        overrides = [Parameter(name, value=value) for name, value in values.items()]
        self.ros = ros
        self.node: MapperNode = ros.add(MapperNode(context=ros.context, parameter_overrides=overrides))
        self.tester = ros.node("tester")
        self.graphs: list[SceneGraphMsg] = []
        self.pictures: list[Image] = []
        self.done: dict[str, list[int]] = {"mapped": [], "perceived": [], "dropped": []}
        self.status = None
        self.tester.create_subscription(SceneGraphMsg, "scene_graph", self.graphs.append, qos.LATCHED)
        self.tester.create_subscription(Image, "mapper/detections", self.pictures.append, qos.IMAGES_OUT)
        self.tester.create_subscription(DiagnosticArray, "/diagnostics", self._take_status, 10)
        for step, stamps in self.done.items():
            self.tester.create_subscription(
                Header, f"mapper/{step}", lambda m, s=stamps: s.append(stamp_from_msg(m.stamp)), qos.PROGRESS
            )
        pose = transform_to_msg(box_room.camera_pose(0.0), "map", OPTICAL, 0)
        self.node._tf_listener.source.insert(pose, static=True)

    def _take_status(self, message: DiagnosticArray) -> None:
        self.status = message.status[0]

    @staticmethod
    def messages(second: int):
        pixels, metres, _ = box_room.cast(box_room.camera_pose(0.0))
        return {
            "color": images.color_to_msg(pixels, second * S, OPTICAL),
            "depth": images.depth_to_msg(metres, second * S, OPTICAL),
            "camera_info": camera_to_msg(box_room.CAMERA, second * S, OPTICAL),
        }

    def feed(self, second: int, change=lambda messages: None) -> None:
        """Hand the node the messages of one frame, as its subscriptions would."""
        messages = self.messages(second)
        change(messages)
        for stream, message in messages.items():
            self.take(stream, message)

    def take(self, stream: str, message) -> None:
        (subscription,) = [s for s in self.node.subscriptions if s.topic_name == self.node._topic(stream)]
        subscription.callback(message)

    def wait(self, condition, what: str = "") -> None:
        self.ros.spin_until(condition, LIMIT_S, what)

    def value(self, key: str) -> str:
        return {} if self.status is None else {item.key: item.value for item in self.status.values}.get(key, "")

    def save(self, folder: str) -> SaveScene.Response:
        return self.node._save(SaveScene.Request(folder=folder), SaveScene.Response())


@pytest.fixture
def mapper(ros, detector, tmp_path) -> Mapper:
    return Mapper(ros, output_folder=str(tmp_path / "out"), fault_recovery_s=1.0, graph_period_s=0.0)


# ── every frame is mapped, and the detector looks at what it gets to ─────────────────────────────────────────────────


def test_frames_are_mapped_while_the_detector_looks_and_the_last_one_is_perceived(mapper, detector):
    detector.go_on.clear()
    mapper.feed(1)
    assert detector.looking.wait(LIMIT_S)
    for second in range(2, 41):  # more than the queue of frames could hold
        mapper.feed(second)
        mapper.wait(lambda: mapper.node.counts["mapped"] == second)  # noqa: B023 - read at once
    assert detector.seen == [1 * S]
    detector.go_on.set()
    mapper.wait(lambda: mapper.done["perceived"][-1:] == [40 * S])
    assert detector.seen == [1 * S, 40 * S]
    mapper.wait(lambda: mapper.done["mapped"][-1:] == [40 * S])
    mapper.wait(lambda: mapper.value("unperceived") == "0" and mapper.value("perceived") == "2")
    assert mapper.done["dropped"] == []


def test_a_localizer_that_stopped_is_one_fault_and_not_one_for_each_frame(ros, detector):
    mapper = Mapper(ros, fault_recovery_s=600.0, transform_timeout_s=0.0)
    pose = transform_to_msg(box_room.camera_pose(0.0), "map", OPTICAL, 5 * S)
    mapper.node._tf_listener.source.insert(pose)  # it moves, and its last pose is of 5 s
    for second in range(6, 12):
        mapper.feed(second)
    mapper.wait(lambda: mapper.value("dropped_no_transform") == "6")
    assert mapper.status.message.count("lies in the future of map") == 1
    assert "frame dropped (6 so far)" in mapper.status.message and "11.000000000 s" in mapper.status.message


def test_a_failing_detector_stops_neither_the_map_nor_later_looks(mapper, detector):
    detector.error = RuntimeError("out of film")
    mapper.feed(1)
    mapper.wait(lambda: mapper.done["perceived"] == [1 * S])
    mapper.wait(lambda: mapper.status is not None and "out of film" in mapper.status.message)
    assert mapper.status.level == b"\x02"
    detector.error = None
    mapper.feed(2)
    mapper.wait(lambda: mapper.value("perceived") == "1" and mapper.value("mapped") == "2")
    mapper.wait(lambda: mapper.status.level == b"\x00", "the fault is over")


def test_a_detector_that_is_slow_is_named_while_it_looks_and_skips_frames(ros, detector):
    """As one that takes 2 s a frame: here it takes until it is told to go on."""
    mapper = Mapper(ros, detector_slow_s=0.05, fault_recovery_s=1.0)
    detector.go_on.clear()
    mapper.feed(1)
    assert detector.looking.wait(LIMIT_S)
    mapper.wait(lambda: mapper.status is not None and "detector watched has been at one frame" in mapper.status.message)
    assert (mapper.status.level, mapper.value("detector")) == (b"\x01", "watched")
    for second in (2, 3, 4):
        mapper.feed(second)
        mapper.wait(lambda: mapper.node.counts["mapped"] == second)  # noqa: B023 - read at once
    detector.go_on.set()
    mapper.wait(lambda: mapper.done["perceived"][-1:] == [4 * S])
    assert (detector.seen, mapper.node.counts["skipped_by_detector"]) == ([1 * S, 4 * S], 2)
    mapper.node._settings = replace(mapper.node._settings, detector_slow_s=3600.0)
    mapper.wait(lambda: mapper.status.level == b"\x00", "the fault is over")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([Detection("cup", 0.9, np.array([1.0, 2.0, np.nan, 4.0]))], ("detector watched: detection 0 of 1", "finite")),
        (
            [Detection("cup", 0.9, np.array([1, 2, 9, 9]), np.zeros((3, 3)))],
            ("bool array (120, 160)", "float64 (3, 3)"),
        ),
        (["cup"], ("must be a", "got str")),
    ],
)
def test_wrong_detections_are_named_counted_and_forgotten(mapper, detector, found, words):
    detector.found = found
    mapper.feed(1)
    mapper.wait(lambda: mapper.status is not None and all(word in mapper.status.message for word in words))
    assert mapper.status.level == b"\x01"
    assert (mapper.value("pipeline_refused_detections"), mapper.value("perceived")) == ("1", "1")
    detector.found = []
    mapper.feed(2)
    mapper.wait(lambda: mapper.value("perceived") == "2" and mapper.status.level == b"\x00", "the fault is over")


def test_a_detector_that_gives_no_list_is_named_as_failing(mapper, detector):
    detector.found = None
    mapper.feed(1)
    mapper.wait(lambda: mapper.status is not None and "detect must return a list" in mapper.status.message)
    assert (mapper.status.level, mapper.value("perception_failed"), mapper.value("mapped")) == (b"\x02", "1", "1")
    detector.found = []
    mapper.feed(2)
    mapper.wait(lambda: mapper.value("perceived") == "1" and mapper.status.level == b"\x00", "the fault is over")


# ── parameters of a detector ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "given",
    [
        {"detector.parameters.least_px": 12, "detector.parameters.words": ["mug"]},
        {"detector.parameters": "{least_px: 12, words: [mug]}"},
    ],
)
def test_a_detector_gets_its_parameters_and_prompts(ros, detector, given):
    mapper = Mapper(ros, **given, **{"detector.prompts": ["mug", "lamp"]})
    assert detector.made["parameters"].least_px == 12 and detector.made["parameters"].words == ("mug",)
    assert detector.made["prompts"] == ("mug", "lamp")
    if "detector.parameters" not in given:
        assert mapper.node.get_parameter("detector.parameters.least_px").value == 12
        descriptor = mapper.node.describe_parameter("detector.parameters.least_px")
        assert (descriptor.description, descriptor.integer_range[0].from_value) == (
            "smaller things are not told, px",
            1,
        )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"detector.parameters.leastpx": 12}, "no parameter detector.parameters.leastpx; did you mean .*least_px"),
        ({"detector.parameters.least_px": 0}, r"parameter detector.parameters.least_px must lie in \[1, None\], got 0"),
        ({"detector.parameters": "{least_px: x}"}, "DetectorParameters.least_px must be int, got 'x'"),
        (
            {"detector.parameters": "{least_px: 1}", "detector.parameters.least_px": 1},
            "give either the text .*not both",
        ),
        (
            {"detector.name": "nanodet", "detector.parameters.device": "cuda"},
            "nanodet takes no parameters, got det.*device",
        ),
    ],
)
def test_wrong_parameters_of_a_detector_are_named(ros, detector, given, text):
    with pytest.raises(SettingsError, match=text):
        Mapper(ros, **given)


# ── frames ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_full_queue_drops_the_oldest_frame_and_names_it(ros, detector):
    mapper = Mapper(ros, queue_size=2)
    with mapper.node._map_lock:  # the map is in use: the first frame waits for it
        mapper.feed(1)
        mapper.wait(lambda: len(mapper.node._arrived) == 0)
        for second in (2, 3, 4):
            mapper.feed(second)
    mapper.wait(lambda: mapper.done["mapped"][-1:] == [4 * S] and mapper.done["dropped"] == [2 * S])
    assert (mapper.node.counts["mapped"], mapper.node.counts["dropped_busy"]) == (3, 1)


@pytest.mark.parametrize(("wait_for", "frames_ahead"), [("mapped", 1), ("perceived", 0)])
def test_a_replay_that_is_too_fast_waits_so_that_no_frame_is_lost(ros, detector, tmp_path, wait_for, frames_ahead):
    folder = box_room.write_sequence(tmp_path / "sequence")
    mapper = Mapper(ros, queue_size=1 + frames_ahead, transform_timeout_s=30.0)  # one frame more would be dropped
    waiting = {"wait_for": wait_for, "frames_ahead": frames_ahead, "rate": 100.0}
    values = {"sequence": str(folder), "settle_s": 1.0, **waiting}
    overrides = [Parameter(name, value=value) for name, value in values.items()]
    ros.add(ReplayNode(context=ros.context, parameter_overrides=overrides))
    stamps = [frame.stamp for frame in Sequence.open(folder)]
    stamps = [stamp + (S if stamps[0] == 0 else 0) for stamp in stamps]
    mapper.wait(lambda: mapper.node.counts["mapped"] + mapper.node.counts["dropped_busy"] == 24)
    mapper.wait(lambda: detector.seen[-1:] == stamps[-1:])
    assert mapper.node.counts["dropped_busy"] == 0
    if wait_for == "perceived":
        assert detector.seen == stamps


# ── what is published ────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_graph_is_published_before_the_first_frame_and_one_of_an_empty_room_after_it(mapper):
    mapper.wait(lambda: mapper.status is not None)  # the timer that publishes graphs has run
    mapper.node._report()
    mapper.take("color", Mapper.messages(1)["color"])  # a color image alone is no frame
    mapper.save("")  # finds rooms
    mapper.wait(lambda: mapper.tester.count_publishers("scene_graph") == 1)
    assert mapper.node._pipeline.graph.version == 0 and mapper.graphs == []
    mapper.feed(2)
    mapper.wait(lambda: mapper.graphs)
    first = mapper.graphs[0]
    assert (first.version, len(first.objects), first.header.stamp.sec) == (1, 0, 2)
    assert len(bytes.fromhex(first.map_id)) == 16


def test_an_unchanged_graph_goes_out_again_with_its_new_stamp(ros, detector):
    mapper = Mapper(ros, graph_refresh_s=0.1)
    second = 0
    while len({graph.header.stamp.sec for graph in mapper.graphs}) < 3:
        second += 1
        assert second < 99, "the graph did not go out again"
        mapper.feed(second)
        mapper.wait(lambda: mapper.done["perceived"][-1:] == [second * S])  # noqa: B023 - read at once
        mapper.node._outputs._sent["graph"] -= 0.1  # so much time goes by
        mapper.node._outputs.send_what_is_due()
        mapper.wait(lambda: [g.header.stamp.sec for g in mapper.graphs][-1:] == [second])  # noqa: B023
    assert {graph.version for graph in mapper.graphs} == {1}


def test_the_surface_is_read_under_the_lock_of_the_map(mapper, monkeypatch):
    points, held = mapper.node._pipeline.surface.points, []

    def read_points():
        held.append(mapper.node._map_lock.locked())
        return points()

    monkeypatch.setattr(mapper.node._pipeline.surface, "points", read_points)
    mapper.feed(1)
    mapper.wait(lambda: held)
    assert held == [True]
    mapper.wait(lambda: not mapper.node._map_lock.locked())


def test_the_picture_of_what_was_detected_is_in_the_frame_of_its_camera(mapper):
    mapper.wait(lambda: mapper.node._outputs.viewers == 1)
    mapper.feed(1)
    mapper.wait(lambda: mapper.pictures)
    assert (mapper.pictures[0].header.frame_id, mapper.pictures[0].header.stamp.sec) == (OPTICAL, 1)


# ── what cannot be right is dropped and named, and then forgotten ────────────────────────────────────────────────────


def refocus(messages) -> None:
    messages["camera_info"].k[0] = 1.5


def in_millimetres(messages) -> None:
    metres = images.depth_from_msg(messages["depth"])
    stamp = stamp_from_msg(messages["color"].header.stamp)
    messages["depth"] = images.depth_to_msg(metres * np.float32(1000.0), stamp, OPTICAL, "32FC1")


def other_byte_order(messages) -> None:
    messages["depth"].is_bigendian = 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (refocus, ("camera_info", "fx is 1.5 px")),
        (in_millimetres, ("aligned_depth_to_color", "millimeters", "must be in m")),
        (other_byte_order, ("aligned_depth_to_color", "is_bigendian must be 0")),
        (lambda m: setattr(m["color"], "encoding", "yuv422"), ("color/image_raw", "yuv422", "rgb8")),
    ],
)
def test_what_cannot_be_right_is_not_mapped_and_its_topic_named(mapper, change, words):
    mapper.feed(1, change)
    mapper.wait(lambda: mapper.done["dropped"] == [1 * S])
    mapper.wait(lambda: mapper.status is not None and all(word in mapper.status.message for word in words))
    assert mapper.status.level == b"\x02"
    assert (mapper.node.counts["dropped_malformed"], mapper.node.counts["mapped"]) == (1, 0)
    mapper.feed(2)
    mapper.wait(lambda: mapper.status.level == b"\x00" and mapper.value("mapped") == "1", "the fault is over")
    assert mapper.value("dropped_malformed") == "1"  # the count stays


def test_a_covered_lens_is_a_warning(mapper):
    mapper.feed(1, lambda m: m.update(depth=images.depth_to_msg(np.zeros((120, 160), np.float32), 1 * S, OPTICAL)))
    mapper.wait(lambda: mapper.status is not None and "no pixel has depth" in mapper.status.message)
    assert (mapper.status.level, mapper.value("mapped"), mapper.value("empty_depth")) == (b"\x01", "1", "1")


def test_wrong_registration_is_a_warning_that_names_what_would_be_right(mapper, monkeypatch):
    wrong = Registration("wrong", 5, 1.3, 1.9, (-6.0, -6.0), 0.9, "color is not registered to depth: by (-6, -6) px")
    monkeypatch.setattr(type(mapper.node._pipeline), "registration", wrong)
    mapper.feed(1)
    mapper.wait(lambda: mapper.status is not None and "not registered to depth" in mapper.status.message)
    assert mapper.status.level == b"\x01" and mapper.value("registration") == wrong.text
    monkeypatch.setattr(type(mapper.node._pipeline), "registration", dataclasses.replace(wrong, verdict="registered"))
    mapper.wait(lambda: mapper.status.level == b"\x00", "the fault is over")


def test_several_current_faults_are_all_named(ros, detector):
    mapper = Mapper(ros, fault_recovery_s=600.0, transform_timeout_s=0.0)
    mapper.feed(1, refocus)
    mapper.feed(2, other_byte_order)
    mapper.feed(3, lambda m: setattr(m["color"].header, "frame_id", "moon"))
    mapper.wait(lambda: len(mapper.done["dropped"]) == 3)
    wanted = ("fx is 1.5 px", "is_bigendian must be 0", "moon")
    mapper.wait(lambda: mapper.status is not None and all(word in mapper.status.message for word in wanted))


@pytest.mark.parametrize(("seconds", "nanoseconds"), [(-1, 0), (2**31 - 1, 4_000_000_000)])
def test_images_of_impossible_times_are_refused_and_named(mapper, seconds, nanoseconds):
    def out_of_range(messages) -> None:
        for message in messages.values():
            message.header.stamp.sec = seconds
            message.header.stamp.nanosec = nanoseconds

    mapper.feed(1, out_of_range)
    mapper.wait(lambda: mapper.status is not None and "/camera/camera/color/image_raw" in mapper.status.message)
    assert mapper.value("refused_messages") == "3" and mapper.value("mapped") == ""
    mapper.feed(2)
    mapper.wait(lambda: mapper.value("mapped") == "1")


def test_names_of_any_content_and_length_reach_diagnostics_as_plain_text(mapper):
    mapper.feed(1, lambda m: setattr(m["color"].header, "frame_id", "\x1b[31m" + "moon" * 100_000))
    mapper.wait(lambda: mapper.status is not None and "moon" in mapper.status.message)
    assert "\x1b" not in mapper.status.message and len(mapper.status.message) < 1000


# ── saving ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("folder", ["~nosuchuser/x", "x\0y", "..", "/nowhere/x", "a\udcff"])
def test_folders_that_cannot_be_or_lie_elsewhere_are_refused(mapper, folder):
    response = mapper.save(folder)
    assert not response.success and response.message and not list(response.files)


def test_saving_writes_below_the_output_folder(mapper, tmp_path):
    mapper.feed(1)
    mapper.wait(lambda: mapper.done["mapped"] == [1 * S])
    response = mapper.save("monday")
    assert response.success, response.message
    assert {Path(file) for file in response.files} == {
        tmp_path / "out" / "monday" / name for name in ("mesh.ply", "scene.json", "key_frames")
    }


def test_messages_are_taken_while_the_map_is_written(mapper, monkeypatch):
    """Spun as `main` does: by two threads."""
    writing, go_on = threading.Event(), threading.Event()

    def save(folder, map_lock):
        writing.set()
        assert go_on.wait(LIMIT_S)
        return []

    monkeypatch.setattr(mapper.node._pipeline, "save", save)
    mapper.ros.executor.remove_node(mapper.node)
    executor = MultiThreadedExecutor(num_threads=2, context=mapper.ros.context)
    executor.add_node(mapper.node)
    spinning = threading.Thread(target=executor.spin, daemon=True)
    spinning.start()
    try:
        client = mapper.tester.create_client(SaveScene, "mapper/save")
        mapper.wait(client.service_is_ready)
        saved = client.call_async(SaveScene.Request(folder="monday"))
        mapper.wait(writing.is_set)
        mapper.status = None
        mapper.wait(lambda: mapper.status is not None, "diagnostics while the map is written")
        go_on.set()
        mapper.wait(saved.done)
        assert saved.result().success
    finally:
        go_on.set()
        executor.shutdown(timeout_sec=5.0)
        spinning.join(LIMIT_S)


def a_table() -> Detection:
    """What the box room shows straight ahead."""
    mask = box_room.cast(box_room.camera_pose(0.0))[2] == 2
    rows, columns = np.nonzero(mask)
    box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
    return Detection("table", 0.9, box, mask)


def test_the_graph_refers_to_pictures_that_are_there(mapper, detector, tmp_path):
    detector.found = [a_table()]
    mapper.feed(1)
    mapper.wait(lambda: mapper.done["perceived"] == [1 * S])
    mapper.feed(2)  # the graph goes out with a frame
    mapper.wait(lambda: any(graph.objects and graph.objects[0].key_frames for graph in mapper.graphs))
    graph = next(graph for graph in mapper.graphs if graph.objects and graph.objects[0].key_frames)
    assert Path(graph.key_frames).parent == tmp_path / "out" / "pictures"
    assert (Path(graph.key_frames) / graph.objects[0].key_frames[0].file).read_bytes().startswith(b"\xff\xd8")


def test_pictures_that_cannot_be_written_are_told_and_mapping_goes_on(ros, detector, tmp_path):
    (tmp_path / "file").write_text("no folder")
    detector.found = [a_table()]
    more = {"key_frames.folder": str(tmp_path / "file"), "fault_recovery_s": 600.0}
    mapper = Mapper(ros, output_folder=str(tmp_path), graph_period_s=0.0, **more)
    for second in (1, 2):
        mapper.feed(second)
        mapper.wait(lambda: mapper.done["perceived"][-1:] == [second * S])  # noqa: B023 - read at once
    mapper.wait(lambda: mapper.status is not None and "cannot be written" in mapper.status.message)
    assert mapper.status.level == b"\x01"
    assert [node.category for node in mapper.graphs[-1].objects] == ["table"]
    assert mapper.graphs[-1].objects[0].key_frames == []
