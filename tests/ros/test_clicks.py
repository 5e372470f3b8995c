"""A click in RViz marks an object, and the next question or program knows which."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from geometry_msgs.msg import PointStamped
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.srv import Ask, RunProgram
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import MarkerArray

import box_room
from situated_qa.geometry import Transform
from situated_qa.ros import convert, qos
from situated_qa.ros.bringup import Bringup, BringupArguments, describe, running
from situated_qa.ros.client import Client
from situated_qa.situated.viewpoint import Viewpoint

MARKED = "print(marked_object().category)"
REPLIES = [
    {"match": "Observation: ", "reply": "Thought: seen.\nAction: Final Answer\nAction Input: the plant"},
    {"match": "what is this", "reply": f"Thought: look.\nAction: Program\nAction Input:\n```Python\n{MARKED}\n```"},
    {"match": "", "reply": "ready"},
]


def test_a_click_marks_the_nearest_object_until_the_next_click(tmp_path, ros_domain):
    script = tmp_path / "script.jsonl"
    script.write_text("".join(json.dumps(reply) + "\n" for reply in REPLIES))
    bringup = describe(BringupArguments(llm=f"scripted:{script}"))
    only_ask = Bringup(bringup.nodes[1:], "", bringup.params_file, bringup.environment)
    log = io.StringIO()
    viewpoint = {"use_viewpoint": True, "viewpoint": convert.viewpoint_to_msg(Viewpoint(np.zeros(3), 0.0))}
    with running(only_ask, log=log), Client() as client:
        node = client.node
        graphs = node.create_publisher(SceneGraphMsg, "scene_graph", qos.LATCHED)
        clicks = node.create_publisher(PointStamped, "/clicked_point", qos.COMMANDS)
        transforms = node.create_publisher(TFMessage, "/tf_static", qos.TF_STATIC)
        frames: list[tuple[int, float]] = []  # ids of the marked markers' actions, and the x of their first corner

        def take(message: MarkerArray) -> None:
            frames.extend(
                (m.action, m.points[0].x if m.points else np.nan) for m in message.markers if m.ns == "marked"
            )

        node.create_subscription(MarkerArray, "answer_markers", take, qos.MARKERS)
        graphs.publish(convert.graph_to_msg(box_room.graph()))
        # The camera stands 2 m ahead of the map's origin and looks back.
        turned = convert.transform_to_msg(Transform.from_yaw(np.pi, np.array([2.0, 0.0, 0.0])), "map", "camera_link", 0)
        transforms.publish(TFMessage(transforms=[turned]))

        def wait(met: Callable[[], bool]) -> None:
            """The client wakes up for its own topics only, so look again and again."""
            for _ in range(240):
                if client.wait_until(met, 0.25):
                    return
            pytest.fail(f"not within a minute:\n{log.getvalue()[-2000:]}")

        def program() -> RunProgram.Response:
            return client.run_program(MARKED, **viewpoint)

        wait(lambda: clicks.get_subscription_count() > 0)
        unmarked = program()
        for _ in range(240):
            if unmarked.status != RunProgram.Response.NO_GRAPH:
                break
            client.wait_until(lambda: False, 0.25)
            unmarked = program()
        assert unmarked.status == RunProgram.Response.PROGRAM_ERROR
        assert "nothing is marked" in unmarked.observation

        def click(x: float, y: float, z: float, frame: str = "map") -> None:
            message = PointStamped()
            message.header.frame_id = frame
            message.point.x, message.point.y, message.point.z = x, y, z
            before = len(frames)
            clicks.publish(message)
            wait(lambda: len(frames) > before)

        click(2.2, 0.3, 0.7)  # on the table's top
        assert program().observation == "table"
        assert frames[-1] == (0, pytest.approx(1.9)), "a frame around the table"
        click(4.1, 0.0, 0.5, "camera_link")  # at x = -2.1 in the map: the plant
        assert program().observation == "plant"
        answer = client.ask("what is this?", strategy="think-program-rectify", timeout_s=60, **viewpoint)
        assert answer.status == Ask.Response.ANSWERED, answer.status_text
        assert (answer.answer, list(answer.object_ids), answer.observations[-1]) == ("the plant", [3], "plant")
        click(0.0, -2.5, 1.0)  # nothing within half a meter
        assert "nothing is marked" in program().observation
        assert frames[-1][0] == 2, "the frame is deleted"
