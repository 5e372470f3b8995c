"""A small client of the running system: what the command line and the demo use to ask, save and look."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future
from sensor_msgs.msg import Image, PointCloud2
from std_msgs.msg import UInt32

from situated_qa.errors import FrameError, ModelTimeout, SituatedQAError, TransformError
from situated_qa.geometry import Transform
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.ros import convert, images, qos
from situated_qa.ros.clock_watch import ClockWatch, guard_clock
from situated_qa.ros.latched import LatchedSubscription
from situated_qa.ros.texts import log_text
from situated_qa.ros.tf import make_transform_source
from situated_qa.scene.graph import SceneGraph
from situated_qa.srv import Ask, RunProgram, SaveScene

_SETTLED_NS = 300_000_000


class Client:
    """Talks to the nodes of one bring-up. Use as a context manager; spins in a thread of its own."""

    def __init__(self, namespace: str = "", *, use_sim_time: bool = False) -> None:
        self._context = rclpy.Context()
        self._context.init()
        self.node = Node(
            "situated_qa_client",
            context=self._context,
            namespace=namespace,
            parameter_overrides=[rclpy.parameter.Parameter("use_sim_time", value=use_sim_time)],
        )
        self.graph: SceneGraph | None = None
        self.diagnostics: dict[str, dict[str, str]] = {}
        """Latest diagnostic values by node name."""
        self._cloud: PointCloud2 | None = None
        self._changed = threading.Condition()
        guard_clock(self.node)
        self._tf = make_transform_source(self.node)
        self._clock_watch = ClockWatch(self.node, self._tf.clear_moving) if use_sim_time else None
        self._graph_subscription = LatchedSubscription(self.node, SceneGraphMsg, "scene_graph", self._take_graph)
        self.node.create_subscription(PointCloud2, "surface", self._take_cloud, qos.LATCHED)
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._take_diagnostics, 10)
        self._ask = self.node.create_client(Ask, "ask", qos_profile=qos.REQUESTS)
        self._run = self.node.create_client(RunProgram, "run_program", qos_profile=qos.REQUESTS)
        self._save = self.node.create_client(SaveScene, "mapper/save")
        self._go_to_frame = self.node.create_publisher(UInt32, "replay/go_to_frame", qos.COMMANDS)
        self._closing: Future = Future()
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=self._spin, name="client", daemon=True)
        self._thread.start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the graph of nodes."""
        # The context ends last: an executor that is making a wait set then raises InvalidHandle.
        self._closing.set_result(None)
        self._thread.join(timeout=5.0)
        self.node.destroy_node()
        self._context.try_shutdown()

    def _spin(self) -> None:
        try:
            self._executor.spin_until_future_complete(self._closing)
        except ExternalShutdownException:
            return

    # ── what arrives ─────────────────────────────────────────────────────────────────────────────────────────────

    def _take_graph(self, message: SceneGraphMsg) -> None:
        try:
            graph = convert.graph_from_msg(message)
        except SituatedQAError as error:
            self.node.get_logger().error(log_text(f"scene graph refused, the last good one stays: {error}"))
            return
        self._note(lambda: setattr(self, "graph", graph))

    def _take_cloud(self, message: PointCloud2) -> None:
        self._note(lambda: setattr(self, "_cloud", message))

    def _take_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            values = {item.key: item.value for item in status.values} | {"message": status.message}
            self._note(lambda name=status.name, values=values: self.diagnostics.__setitem__(name, values))

    def _note(self, store: Callable[[], None]) -> None:
        with self._changed:
            store()
            self._changed.notify_all()

    def wait_until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait until `condition` holds; it is looked at whenever something arrives. False after `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(condition, timeout_s)

    def surface(self) -> tuple[Any, Any] | None:
        """The latest whole cloud as (N, 3) float32 points, map, m, and (N, 3) uint8 colors; None before the first."""
        return None if self._cloud is None else convert.cloud_from_msg(self._cloud)

    def pose(self, target: str = "map", source: str = "base_link") -> tuple[Transform, int] | None:
        """The latest `T_target_source` and its stamp, ns; None where not known."""
        try:
            return self._tf.latest(target, source)
        except TransformError:
            return None

    def keep_detection_pictures(self, folder: Path, *, every: int = 1) -> None:
        """Write every n-th picture of what the detector saw into `folder`, as PNG, from now on."""
        import cv2

        folder.mkdir(parents=True, exist_ok=True)
        received = itertools.count()

        def take(message: Image) -> None:
            number = next(received)
            if number % every == 0:
                try:
                    rgb = images.color_from_msg(message, "mapper/detections")
                except FrameError as error:
                    self.node.get_logger().error(log_text(f"picture refused: {error}"))
                    return
                cv2.imwrite(str(folder / f"{number:04d}.png"), rgb[..., ::-1])

        self.node.create_subscription(Image, "mapper/detections", take, qos.IMAGES_OUT)

    # ── requests ─────────────────────────────────────────────────────────────────────────────────────────────────

    def is_up(self, timeout_s: float) -> bool:
        """Whether the service /ask is there, or comes within `timeout_s`."""
        return bool(self._ask.wait_for_service(timeout_sec=timeout_s))

    def ask(self, question: str, *, timeout_s: float = 300.0, **fields: Any) -> Ask.Response:
        """Call `/ask`; `fields` are further fields of the request.

        Raises:
            ModelTimeout: no service, or no response, within `timeout_s`.
        """
        return self._call(self._ask, Ask.Request(question=question, **fields), timeout_s)

    def start_ask(self, question: str, **fields: Any) -> Future:
        """Call `/ask` without waiting; `wait_for` gives the response. The service must be there already."""
        return self._ask.call_async(Ask.Request(question=question, **fields))

    def wait_for(self, future: Future, timeout_s: float) -> Any:
        """The response of a call that was started.

        Raises:
            ModelTimeout: it did not come within `timeout_s`.
        """
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        if not done.wait(timeout_s):
            raise ModelTimeout(f"no response within {timeout_s:.0f} s")
        if future.exception() is not None:
            raise SituatedQAError(f"the call failed: {future.exception()}")
        return future.result()

    def run_program(self, program: str, *, timeout_s: float = 60.0, **fields: Any) -> RunProgram.Response:
        """Call `/run_program`.

        Raises:
            ModelTimeout: as `ask`.
        """
        return self._call(self._run, RunProgram.Request(program=program, **fields), timeout_s)

    def save(self, folder: Path, *, timeout_s: float = 120.0) -> list[Path]:
        """Have the mapper write map and graph.

        Raises:
            FrameError: the mapper could not write; its message is the text.
            ModelTimeout: as `ask`.
        """
        response = self._call(self._save, SaveScene.Request(folder=str(folder)), timeout_s)
        if not response.success:
            raise FrameError(response.message)
        return [Path(file) for file in response.files]

    def go_to_frame(self, index: int, expected: Transform, *, timeout_s: float = 20.0) -> None:
        """Have the replay node hold the pose of frame `index`, and wait until TF has said so for a while.

        Each node hears TF by itself, and one may be a message behind another: so the pose has to have been the new one
        for `_SETTLED_NS` of TF's own time before the next node asked can be trusted to know it.

        Args:
            expected: `T_map_base` at that frame.

        Raises:
            TransformError: the pose did not come about in time.
        """
        deadline = time.monotonic() + timeout_s
        pause = threading.Event()
        since: int | None = None  # stamp of the first pose that was the new one, ns
        while time.monotonic() < deadline:
            self._go_to_frame.publish(UInt32(data=index))
            for _ in range(20):
                latest = self.pose()
                if latest is not None and abs(latest[0].as_matrix() - expected.as_matrix()).max() < 1e-3:
                    since = latest[1] if since is None else since
                    if latest[1] - since >= _SETTLED_NS:
                        return
                pause.wait(0.05)
        raise TransformError(f"the replayed robot did not get to frame {index} within {timeout_s:.0f} s")

    def _call(self, client: Any, request: Any, timeout_s: float) -> Any:
        deadline = time.monotonic() + timeout_s
        if not client.wait_for_service(timeout_sec=timeout_s):
            raise ModelTimeout(f"no service {client.srv_name} within {timeout_s:.0f} s; is the system up?")
        future = client.call_async(request)
        try:
            return self.wait_for(future, max(0.0, deadline - time.monotonic()))
        except ModelTimeout as error:
            client.remove_pending_request(future)
            raise ModelTimeout(f"{client.srv_name} did not respond within {timeout_s:.0f} s") from error
