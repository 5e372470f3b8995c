"""The whole node graph as processes over DDS: frames in, answers from `/ask`, and what goes wrong on the way."""

from __future__ import annotations

import dataclasses
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from situated_qa.srv import Ask, RunProgram

import box_room
from situated_qa.geometry import Transform
from situated_qa.geometry.transforms import split_pose
from situated_qa.ros.bringup import Bringup, BringupArguments, describe, first_death, running
from situated_qa.ros.client import Client
from situated_qa.ros.domain import free_domain

COUNT_CHAIRS = 'chairs = relate_agent(object_set=filter(object_set=scene(), category="chair"), relation="{side}")\n'
SCRIPT = [
    {"match": "Observation: ", "reply": "Thought: I know.\nAction: Final Answer\nAction Input: as observed"},
    {
        "match": "chairs on my left",
        "reply": "Thought: count them.\nAction: Program\nAction Input:\n```Python\n"
        + COUNT_CHAIRS.format(side="left")
        + "print(len(chairs), sorted(c.id for c in chairs))\n```",
    },
    {
        "match": "Which chair is the slow one?",
        "reply": "Thought: slow.\nAction: Final Answer\nAction Input: late",
        "delay_s": 30.0,
    },
    {"match": "is the model there", "error": "unavailable"},
    {
        "match": "Query: all chairs",
        "reply": "```python\nprint({c: graph().attrs(c)['category'] for c in graph().nodes})\n```",
    },
    {"match": "held by the graph", "reply": "Thought: ask.\nAction: Query\nAction Input: all chairs"},
    {"match": "nonsense", "reply": "I would rather talk about the weather."},
]


def start_all(folder: Path, **changes) -> Bringup:
    script = folder / "script.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in SCRIPT))
    sequence = box_room.write_sequence(folder / "sequence")
    arguments = {"llm": f"scripted:{script}", "detector": "true-masks", "sequence": str(sequence), **changes}
    bringup = describe(BringupArguments(**arguments))
    changes = {  # the tests' folders lie elsewhere; a busy machine is slow, and no frame may be lost for that
        "mapper": {"save_anywhere": True, "transform_timeout_s": 30.0},
        "replay": {"settle_s": 2.0},
    }
    nodes = [dataclasses.replace(n, parameters={**n.parameters, **changes.get(n.name, {})}) for n in bringup.nodes]
    return dataclasses.replace(bringup, nodes=tuple(nodes))


class System:
    """A running bring-up and a client of it."""

    def __init__(self, client: Client, nodes, log: io.StringIO, sequence: Path) -> None:
        self.client, self.nodes, self.log, self.sequence = client, nodes, log, sequence

    def mapper(self, name: str) -> int:
        return int(self.client.diagnostics.get("/mapper", {}).get(name, 0))

    def wait(self, condition, timeout_s: float = 200.0) -> None:
        def met() -> bool:
            dead = first_death(self.nodes)
            assert dead is None, f"{dead.spec.name} died:\n{self.log.getvalue()[-3000:]}"
            return condition()

        assert self.client.wait_until(met, timeout_s), self.log.getvalue()[-3000:]

    def look_along(self, heading_rad: float) -> dict:
        """Request fields of an asker at the origin."""
        from situated_qa.ros.convert import viewpoint_to_msg
        from situated_qa.situated.viewpoint import Viewpoint

        return {"use_viewpoint": True, "viewpoint": viewpoint_to_msg(Viewpoint(np.zeros(3), heading_rad))}


@pytest.fixture(scope="module")
def system(tmp_path_factory) -> Iterator[System]:
    """Mapper, ask and replay on a full turn in the box room; mapping is done."""
    patch = pytest.MonkeyPatch()
    patch.setenv("ROS_DOMAIN_ID", str(free_domain()))
    folder = tmp_path_factory.mktemp("system")
    log = io.StringIO()
    bringup = start_all(folder)
    try:
        with running(bringup, log=log) as nodes, Client(use_sim_time=True) as client:
            running_system = System(client, nodes, log, folder / "sequence")
            running_system.wait(lambda: running_system.mapper("mapped") == 24)
            version = running_system.mapper("graph_version")
            running_system.wait(lambda: client.graph is not None and client.graph.version >= version)
            yield running_system
    finally:
        patch.undo()


def test_no_frame_is_lost_and_the_graph_is_the_room(system):
    assert system.mapper("synchronized") == 24
    graph = system.client.graph
    assert sorted(node.category for node in graph.objects) == ["chair", "chair", "plant", "table"]
    for thing in box_room.THINGS:
        center = (np.array(thing.low) + np.array(thing.high)) / 2
        nearest = min(graph.objects, key=lambda node: np.linalg.norm(node.box.center - center))
        assert nearest.category == thing.category
        assert np.linalg.norm(nearest.box.center[:2] - center[:2]) < 0.25  # hidden backs pull the center forward


def test_left_changes_with_the_robot_s_live_pose(system):
    chairs = [node.id for node in system.client.graph.objects if node.category == "chair"]
    poses = [box_room.camera_pose(2 * np.pi * (i + 1) / 24) for i in range(24)]
    found = {}
    for name, frame in (("along x", 23), ("against x", 11)):
        system.client.go_to_frame(frame, split_pose(poses[frame])[0])
        response = system.client.ask("How many chairs on my left?", strategy="think-program-rectify", timeout_s=200)
        assert response.status == Ask.Response.ANSWERED, response.status_text
        assert response.viewpoint_age_s < 1.0
        found[name] = response.observations[-1].strip()
        if name == "along x":
            assert sorted(response.object_ids) == chairs
            assert abs(2 * np.arctan2(response.viewpoint_used.pose.orientation.z, 1.0)) < 1e-3
    assert found == {"along x": f"2 {chairs}", "against x": "0 []"}


def test_reasoner_and_retriever_answer_over_the_service(system):
    fields = {"strategy": "reason-while-retrieve", "timeout_s": 200, **system.look_along(0.0)}
    response = system.client.ask("Which chairs are held by the graph?", **fields)
    assert response.status == Ask.Response.ANSWERED, response.status_text
    known = {node.id: node.category for node in system.client.graph.objects}
    assert list(response.observations) == [str(dict(sorted(known.items())))] and response.rounds == 1
    assert "Asked of the graph: all chairs." in response.explanation


def test_a_given_viewpoint_counts_instead_of_the_live_pose(system):
    sides = {}
    for heading in (0.0, np.pi):
        response = system.client.run_program(
            COUNT_CHAIRS.format(side="left") + "print(len(chairs))", **system.look_along(heading)
        )
        assert response.status == RunProgram.Response.RAN, response.observation
        sides[heading] = response.observation.strip()
    assert sides == {0.0: "2", np.pi: "0"}


def test_a_wrong_program_comes_back_with_what_a_model_would_be_told(system):
    response = system.client.run_program(
        'print(filter(object_set=scene(), category="chiar"))', **system.look_along(0.0)
    )
    assert response.status == RunProgram.Response.PROGRAM_ERROR
    for word in ("chiar", "chair", "plant", "table"):
        assert word in response.observation


def test_an_endless_program_is_stopped_and_the_node_lives(system):
    response = system.client.run_program("while True:\n    pass", time_limit_s=1.0, **system.look_along(0.0))
    assert response.status == RunProgram.Response.PROGRAM_ERROR
    assert system.client.run_program("print(len(scene()))", **system.look_along(0.0)).observation.strip() == "4"


def test_a_slow_model_blocks_neither_programs_nor_other_questions(system):
    client = system.client
    slow = client.start_ask("Which chair is the slow one?", strategy="think", **system.look_along(0.0))
    fast = client.ask("How many chairs on my left?", strategy="think-program", timeout_s=100, **system.look_along(0.0))
    program = client.run_program("print(1)", timeout_s=100, **system.look_along(0.0))
    assert not slow.done()
    assert fast.status == Ask.Response.ANSWERED and program.observation.strip() == "1"
    assert client.wait_for(slow, 200.0).answer == "late"


@pytest.mark.parametrize(
    ("question", "fields", "status", "culprit"),
    [
        ("is the model there", {}, "MODEL_UNAVAILABLE", "unavailable"),
        ("nonsense", {"max_rounds": 2}, "NO_USABLE_PROGRAM", ""),
        ("Which chair is the slow one?", {"time_limit_s": 1.0}, "TIME_LIMIT", "1"),
        ("", {}, "BAD_REQUEST", "empty"),
        ("x" * 100_000, {}, "BAD_REQUEST", "100000"),
        ("caf\ufffd?\x07", {}, "BAD_REQUEST", "U+0007"),
        ("How many?", {"strategy": "magic"}, "BAD_REQUEST", "magic"),
        ("How many?", {"time_limit_s": float("nan")}, "BAD_REQUEST", "time_limit_s"),
    ],
)
def test_what_goes_wrong_is_a_status_that_says_what(system, question, fields, status, culprit):
    request = {"strategy": "think-program-rectify", **system.look_along(0.0), **fields}
    response = system.client.ask(question, timeout_s=200, **request)
    assert response.status == getattr(Ask.Response, status), response.status_text
    assert culprit in response.status_text
    assert response.answer == ""


@pytest.mark.parametrize(
    ("change", "status", "culprit"),
    [
        (lambda p: setattr(p.pose.position, "x", float("nan")), "BAD_REQUEST", "NaN"),
        (lambda p: setattr(p.pose.position, "x", 1e300), "BAD_REQUEST", "within 1e+08 m"),
        (lambda p: setattr(p.pose.orientation, "w", 0.0), "BAD_REQUEST", "quaternion"),
        (lambda p: setattr(p.pose.orientation, "w", 1e300), "BAD_REQUEST", "quaternion"),
        (lambda p: setattr(p.header, "frame_id", ""), "BAD_REQUEST", "frame_id is empty"),
        (
            lambda p: setattr(p.header, "frame_id", "x" * 1_000_000),
            "BAD_REQUEST",
            "1000000 characters; the most is 255",
        ),
        (lambda p: setattr(p.header.stamp, "sec", -1), "BAD_REQUEST", "viewpoint: header.stamp must have seconds >= 0"),
        (lambda p: setattr(p.header.stamp, "sec", -(2**31)), "BAD_REQUEST", "header.stamp"),  # 2038 wraps around
        (lambda p: setattr(p.header.stamp, "nanosec", 2**32 - 1), "BAD_REQUEST", "nanosec 4294967295"),
        (lambda p: setattr(p.header, "frame_id", "moon"), "POSE_UNAVAILABLE", "moon"),
    ],
)
def test_a_viewpoint_that_is_not_a_pose_is_refused(system, change, status, culprit):
    from geometry_msgs.msg import PoseStamped

    pose = PoseStamped()
    pose.header.frame_id = "map"
    pose.pose.orientation.w = 1.0
    change(pose)
    asked = system.client.ask("How many chairs on my left?", use_viewpoint=True, viewpoint=pose, timeout_s=30)
    ran = system.client.run_program("print(1)", use_viewpoint=True, viewpoint=pose, timeout_s=30)
    assert asked.status == getattr(Ask.Response, status), asked.status_text
    assert ran.status == getattr(RunProgram.Response, status), ran.status_text
    for text in (asked.status_text, ran.status_text):
        assert culprit in text and len(text) < 400


@pytest.mark.parametrize("limit_s", [1e-9, -1.0, float("nan"), float("inf")])
def test_an_impossible_time_limit_is_refused(system, limit_s):
    asked = system.client.ask("How many chairs?", time_limit_s=limit_s, timeout_s=30, **system.look_along(0.0))
    ran = system.client.run_program("print(1)", time_limit_s=limit_s, timeout_s=30, **system.look_along(0.0))
    assert (asked.status, ran.status) == (Ask.Response.BAD_REQUEST, RunProgram.Response.BAD_REQUEST)
    for text in (asked.status_text, ran.status_text):
        assert text.startswith("time_limit_s must lie in [0.01, 3600]")


def test_the_map_is_written_on_request(system, tmp_path):
    import trimesh

    from situated_qa.scene.files import read_scene

    files = {file.name: file for file in system.client.save(tmp_path / "new" / "folder")}
    assert len(read_scene(files["scene.json"]).graph.objects) == 4
    mesh = trimesh.load(files["mesh.ply"])
    assert np.abs(mesh.bounds[:, :2]).max() == pytest.approx(3.0, abs=0.1)  # the walls stand at ±3 m


def test_a_folder_that_cannot_be_written_is_named(system, tmp_path):
    from situated_qa.errors import FrameError

    (tmp_path / "file").write_text("")
    with pytest.raises(FrameError, match="file"):
        system.client.save(tmp_path / "file" / "below")


def test_malformed_frames_are_dropped_counted_and_the_mapper_maps_on(system):
    """Publishes wrong images beside good ones on the camera's topics. Keep last: it adds frames to the map."""
    from rclpy.serialization import serialize_message
    from sensor_msgs.msg import CameraInfo, Image

    from situated_qa.ros import images, qos
    from situated_qa.ros.convert import camera_to_msg
    from situated_qa.ros.stamps import stamp_from_msg

    node = system.client.node
    color = node.create_publisher(Image, "/camera/camera/color/image_raw", qos.IMAGES_OUT)
    depth = node.create_publisher(Image, "/camera/camera/aligned_depth_to_color/image_raw", qos.IMAGES_OUT)
    ids = node.create_publisher(Image, "/camera/camera/instances/image_raw", qos.IMAGES_OUT)
    info = node.create_publisher(CameraInfo, "/camera/camera/color/camera_info", qos.IMAGES_OUT)
    system.wait(lambda: all(publisher.get_subscription_count() for publisher in (color, depth, ids, info)))

    def messages() -> dict[str, Image]:
        latest = system.client.pose()
        assert latest is not None
        stamp = latest[1]  # the held pose: TF knows it
        pixels, metres, truth = box_room.cast(box_room.camera_pose(0.0))
        optical = "camera_color_optical_frame"
        return {
            "color": images.color_to_msg(pixels, stamp, optical),
            "depth": images.depth_to_msg(metres, stamp, optical),
            "ids": images.instances_to_msg(truth, stamp, optical),
            "info": camera_to_msg(box_room.CAMERA, stamp, optical),
        }

    def send(change) -> None:
        good: dict = messages()
        change(good)
        for name, publisher in (("info", info), ("ids", ids), ("depth", depth), ("color", color)):
            publisher.publish(good[name])

    def expect(counter: str, change) -> None:
        before = system.mapper(counter)
        send(change)
        system.wait(lambda: system.mapper(counter) > before)

    # A publisher knows its subscriber a little earlier than the other way round, and what is sent meanwhile is lost:
    # the wrong ones count from the first good frame that arrives.
    for _ in range(10):
        mapped = system.mapper("mapped")
        send(lambda m: None)
        if system.client.wait_until(lambda before=mapped: system.mapper("mapped") > before, 5.0):
            break
    mapped = system.mapper("mapped")
    expect("dropped_malformed", lambda m: setattr(m["color"], "encoding", "yuv422"))
    expect("dropped_malformed", lambda m: setattr(m["depth"], "encoding", "mono8"))
    expect("dropped_malformed", lambda m: setattr(m["depth"], "step", 7))
    expect("dropped_malformed", lambda m: setattr(m["color"], "height", 0))
    expect("dropped_malformed", lambda m: setattr(m["info"], "k", [0.0] * 9))
    expect("dropped_malformed", lambda m: setattr(m["info"], "width", 99))
    # Not UTF-8 on the wire: rclpy refuses to make such a message, so its bytes are changed and sent as they are.
    torn = lambda m: serialize_message(m["color"]).replace(b"rgb8", b"r\xff\xfe8")  # noqa: E731
    expect("dropped_malformed", lambda m: m.update(color=torn(m)))
    expect("dropped_no_transform", lambda m: setattr(m["color"].header, "frame_id", "moon"))
    empty = np.full((120, 160), np.nan, np.float32)
    expect(
        "mapped",
        lambda m: m.update(depth=images.depth_to_msg(empty, stamp_from_msg(m["color"].header.stamp), "x", "32FC1")),
    )
    expect("mapped", lambda m: None)
    assert system.mapper("mapped") >= mapped + 2
    assert system.mapper("dropped_failed") == system.mapper("perception_failed") == 0


def test_before_the_first_graph_the_answer_reports_it(tmp_path, ros_domain):
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"reply": "unused"}) + "\n")
    bringup = describe(BringupArguments(llm=f"scripted:{script}"))
    only_ask = Bringup(bringup.nodes[1:], "", bringup.params_file, bringup.environment)
    with running(only_ask, log=io.StringIO()), Client() as client:
        response = client.ask("Where am I?", timeout_s=200)
        assert response.status == Ask.Response.NO_GRAPH
        assert "on /scene_graph, and it has no publisher: is the mapper running" in response.status_text


def test_without_a_live_pose_the_answer_reports_it(tmp_path, ros_domain):
    from situated_qa.msg import SceneGraph as SceneGraphMsg

    from situated_qa.ros import convert, qos
    from situated_qa.scene.graph import SceneGraph

    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"reply": "unused"}) + "\n")
    bringup = describe(BringupArguments(llm=f"scripted:{script}"))
    only_ask = Bringup(bringup.nodes[1:], "", bringup.params_file, bringup.environment)
    with running(only_ask, log=io.StringIO()), Client() as client:
        publisher = client.node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        publisher.publish(convert.graph_to_msg(SceneGraph(version=1)))
        deadline = 40
        response = client.ask("Where am I?", timeout_s=200)
        while response.status == Ask.Response.NO_GRAPH and deadline:
            deadline -= 1
            client.wait_until(lambda: False, 0.25)
            response = client.ask("Where am I?", timeout_s=200)
        assert response.status == Ask.Response.POSE_UNAVAILABLE
        assert "base_link" in response.status_text


def test_a_real_model_in_process_answers_through_the_service(tmp_path, ros_domain):
    """SmolLM2 is too small to be right: this checks the path from the service through llama.cpp."""
    from situated_qa.msg import SceneGraph as SceneGraphMsg

    from situated_qa.assets import asset_path
    from situated_qa.errors import AssetError
    from situated_qa.ros import convert, qos
    from situated_qa.ros.convert import viewpoint_to_msg
    from situated_qa.situated.viewpoint import Viewpoint

    try:
        model = asset_path("smollm2-135m")
    except AssetError as error:
        pytest.skip(f"the model is not in the cache: {error}")
    bringup = describe(BringupArguments(llm=f"llama-cpp:{model}"))
    patient = {"reasoning.model_timeout_s": 500.0, "reasoning.time_limit_s": 500.0}  # a busy machine's model is slow
    ask = dataclasses.replace(bringup.nodes[1], parameters={**bringup.nodes[1].parameters, **patient})
    only_ask = Bringup((ask,), "", bringup.params_file, bringup.environment)
    log = io.StringIO()
    with running(only_ask, log=log), Client() as client:
        publisher = client.node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        publisher.publish(convert.graph_to_msg(box_room.graph()))
        viewpoint = viewpoint_to_msg(Viewpoint(np.zeros(3), 0.0))
        question = "Add up the chairs that somebody left there, where does that lead?"
        request = {"use_viewpoint": True, "viewpoint": viewpoint}
        response = client.ask(question, timeout_s=550, **request)
        while response.status == Ask.Response.NO_GRAPH:
            client.wait_until(lambda: False, 0.25)
            response = client.ask(question, timeout_s=550, **request)
    looked_up = (Ask.Response.ANSWERED, Ask.Response.NOT_KNOWN, Ask.Response.NOT_UNDERSTOOD)
    assert response.status in looked_up, f"{response.status_text}\n{log.getvalue()[-2000:]}"
    assert response.model_seconds > 0.0
    assert response.rounds >= 1 and response.program
    assert response.graph_version == 1


def test_an_unknown_detector_ends_the_mapper_with_its_name(tmp_path, ros_domain):
    bringup = start_all(tmp_path, detector="crystal-ball")
    log = io.StringIO()
    mapper = Bringup(bringup.nodes[:1], "", bringup.params_file, bringup.environment)
    with running(mapper, log=log) as nodes:
        nodes[0].process.wait(timeout=200)
        nodes[0].reader.join(5.0)
        assert nodes[0].process.returncode == 1
    assert "crystal-ball" in log.getvalue() and "nanodet" in log.getvalue()


def test_transforms_are_those_of_the_sequence(system):
    latest = system.client.pose("camera_link", "camera_color_optical_frame")
    assert latest is not None
    np.testing.assert_allclose(latest[0].R[:, 2], [1.0, 0.0, 0.0], atol=1e-9)
    assert isinstance(latest[0], Transform)
