"""The ask node: the latest scene graph and pose in; `/ask` and `/run_program` out.

Every question freezes the graph and the viewpoint first and then runs in a thread of its own, so a slow model blocks
neither other questions, nor programs, nor the arrival of a newer graph.
"""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from geometry_msgs.msg import PointStamped
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from visualization_msgs.msg import MarkerArray

from situated_qa.config import ASK_SETTINGS, Settings
from situated_qa.errors import (
    GeometryError,
    SandboxBusy,
    SandboxUnavailable,
    SituatedQAError,
    TransformError,
)
from situated_qa.geometry import Transform
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.pipeline import Pipeline
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.ros import convert, qos
from situated_qa.ros.markers import answer_markers, mark_markers
from situated_qa.ros.parameters import declare_groups, declare_settings, refuse_unknown_parameters
from situated_qa.ros.run import run_node
from situated_qa.ros.tf import TransformListener
from situated_qa.scene.picking import PICK_REACH_M, object_at
from situated_qa.settings import check_settings, setting
from situated_qa.situated.viewpoint import Viewpoint
from situated_qa.srv import Ask, RunProgram


@dataclass(frozen=True)
class AskNodeSettings:
    """Frames and limits of the ask node."""

    map_frame: str = setting("map", "frame of the scene graph")
    base_frame: str = setting("base_link", "the robot's frame; its x axis is the heading")
    pose_max_age_s: float = setting(1.0, "older live poses are refused, s", minimum=0.0, maximum=3600.0)
    pose_timeout_s: float = setting(
        0.5, "how long to wait for a pose that is not too old, s", minimum=0.0, maximum=60.0
    )
    max_concurrent_asks: int = setting(4, "questions at a time; one more is told BUSY", minimum=1, maximum=64)

    def __post_init__(self) -> None:
        check_settings(self)


class _PoseUnavailable(Exception):
    """No viewpoint for this request; the text says why."""


@dataclass(frozen=True, slots=True)
class _Seen:
    viewpoint: Viewpoint
    age_s: float


class AskNode(Node):
    """Serves `Pipeline.ask`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("ask", **kwargs)
        self._settings = declare_settings(self, AskNodeSettings)
        settings = Settings(**declare_groups(self, ASK_SETTINGS))
        refuse_unknown_parameters(self)
        self._pipeline = Pipeline.for_asking(settings)
        self._has_graph = False
        self._marked: int | None = None  # id of the object clicked last
        self._slots = threading.BoundedSemaphore(self._settings.max_concurrent_asks)
        self._tf_listener = TransformListener(self)
        self._tf = self._tf_listener.source

        graph_group, services = MutuallyExclusiveCallbackGroup(), ReentrantCallbackGroup()
        self.create_subscription(
            SceneGraphMsg, "scene_graph", self._take_graph, qos.LATCHED, callback_group=graph_group
        )
        self.create_subscription(
            PointStamped, "/clicked_point", self._take_click, qos.COMMANDS, callback_group=graph_group
        )
        self._marker_publisher = self.create_publisher(MarkerArray, "answer_markers", qos.MARKERS)
        self.create_service(Ask, "ask", self._ask, callback_group=services)
        self.create_service(RunProgram, "run_program", self._run_program, callback_group=services)
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def _warm_up(self) -> None:
        start = time.monotonic()
        try:
            self._pipeline.warm_up_model()
        except SituatedQAError as error:
            # Said now, and again in the status of every question: the node still serves programs.
            self.get_logger().error(f"language model not available: {error}")
            return
        name, seconds = self._pipeline.model_name, time.monotonic() - start
        self.get_logger().info(f"language model {name} is ready after {seconds:.1f} s")

    def _take_graph(self, message: SceneGraphMsg) -> None:
        try:
            graph = convert.graph_from_msg(message)
        except SituatedQAError as error:
            self.get_logger().error(f"scene graph refused, the last good one stays: {error}")
            return
        self._pipeline.graph = graph
        self._has_graph = True

    def _take_click(self, message: PointStamped) -> None:
        """What RViz's Publish Point was clicked on is the marked object from now on; a click on nothing ends that."""
        log, frame = self.get_logger(), message.header.frame_id
        point = np.array([message.point.x, message.point.y, message.point.z])
        if not self._has_graph or not np.isfinite(point).all():
            log.warning(f"click at {point} ignored: {'it is not finite' if self._has_graph else self._no_graph()}")
            return
        try:
            T_map_click, _ = self._tf.latest(self._settings.map_frame, frame)
        except TransformError as error:
            log.warning(f"click in frame {frame!r} ignored: {error}")
            return
        graph, point_map = self._pipeline.graph, T_map_click.apply(point)
        node = object_at(graph, point_map)
        self._marked = None if node is None else node.id
        what = f"nothing within {PICK_REACH_M:g} m" if node is None else f"{node.category} {node.id}"
        log.info(f"marked: {what} at {np.round(point_map, 2).tolist()}")
        self._marker_publisher.publish(mark_markers(graph, self._marked))

    # ── services ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask(self, request: Ask.Request, response: Ask.Response) -> Ask.Response:
        start = time.monotonic()
        answer = self._answer(request)
        response.status = int(answer.status)
        response.status_text, response.answer = answer.status_text, answer.answer
        response.explanation, response.object_ids = answer.explanation, list(answer.object_ids)
        if answer.viewpoint is not None:
            response.viewpoint_used = convert.viewpoint_to_msg(answer.viewpoint)
        response.viewpoint_age_s, response.reference_frame = answer.viewpoint_age_s, answer.reference_frame
        response.rounds, response.program = answer.rounds, answer.program
        response.observations, response.graph_version = list(answer.observations), answer.graph_version
        response.model_seconds, response.sandbox_seconds = answer.model_seconds, answer.sandbox_seconds
        response.total_seconds = time.monotonic() - start
        outcome = repr(answer.answer[:80]) if answer.answered else answer.status_text[:200]
        seconds = response.total_seconds
        self.get_logger().info(f"{answer.status.name} in {seconds:.2f} s: {request.question[:80]!r} -> {outcome}")
        return response

    def _answer(self, request: Ask.Request) -> Answer:
        question = Question(
            request.question, request.situation, request.strategy, int(request.max_rounds), request.time_limit_s
        )
        problem = question.problem()
        if problem:
            return Answer(AnswerStatus.BAD_REQUEST, problem)
        if not self._has_graph:
            return Answer(AnswerStatus.NO_GRAPH, self._no_graph())
        if not self._slots.acquire(blocking=False):
            limit = self._settings.max_concurrent_asks
            return Answer(AnswerStatus.BUSY, f"{limit} questions are being answered, the most at a time; ask later")
        try:
            seen = self._viewpoint(request.use_viewpoint, request.viewpoint)
            marked = self._marked
            answer = self._pipeline.ask(question, seen.viewpoint, viewpoint_age_s=seen.age_s, marked=marked)
            if answer.answered:
                graph = self._pipeline.graph
                markers = [*answer_markers(answer, graph).markers, *mark_markers(graph, marked).markers]
                self._marker_publisher.publish(MarkerArray(markers=markers))
            return answer
        except _PoseUnavailable as error:
            return Answer(AnswerStatus.POSE_UNAVAILABLE, str(error))
        except Exception as error:  # the one place where an ask's unforeseen error is handled: it becomes a status
            self.get_logger().error(f"ask failed: {type(error).__name__}: {error}")
            return Answer(AnswerStatus.FAILED, f"{type(error).__name__}: {error}")
        finally:
            self._slots.release()

    def _run_program(self, request: RunProgram.Request, response: RunProgram.Response) -> RunProgram.Response:
        if not self._has_graph:
            response.status, response.status_text = response.NO_GRAPH, self._no_graph()
            return response
        if not request.program.strip():
            response.status, response.status_text = response.BAD_REQUEST, "program is empty; it must be Python text"
            return response
        try:
            seen = self._viewpoint(request.use_viewpoint, request.viewpoint)
            response.viewpoint_used = convert.viewpoint_to_msg(seen.viewpoint)
            version = self._pipeline.graph.version
            time_limit_s = request.time_limit_s or None
            result = self._pipeline.run_program(
                request.program, seen.viewpoint, time_limit_s=time_limit_s, marked=self._marked
            )
        except _PoseUnavailable as error:
            response.status, response.status_text = response.POSE_UNAVAILABLE, str(error)
            return response
        except SandboxBusy as error:
            response.status, response.status_text = response.BUSY, str(error)
            return response
        except SandboxUnavailable as error:
            response.status, response.status_text = response.SANDBOX_UNAVAILABLE, str(error)
            return response
        except Exception as error:  # the one place where an unforeseen error is handled: it becomes a status
            self.get_logger().error(f"run_program failed: {type(error).__name__}: {error}")
            response.status, response.status_text = response.BAD_REQUEST, f"{type(error).__name__}: {error}"
            return response
        response.status, response.status_text = response.RAN, "ran"
        if result.error is not None:
            response.status, response.status_text = response.PROGRAM_ERROR, "the program failed its check or its run"
        response.observation, response.object_ids = result.observation, list(result.object_ids)
        response.sandbox_seconds, response.graph_version = result.seconds, version
        return response

    def _no_graph(self) -> str:
        topic = self.resolve_topic_name("scene_graph")
        return f"no scene graph has arrived yet on {topic}; is the mapper running and does it get frames?"

    # ── viewpoints ───────────────────────────────────────────────────────────────────────────────────────────────

    def _viewpoint(self, given: bool, pose: Any) -> _Seen:
        return self._given_viewpoint(pose) if given else self._live_viewpoint()

    def _live_viewpoint(self) -> _Seen:
        target, source = self._settings.map_frame, self._settings.base_frame
        try:
            T_map_base, stamp = self._tf.latest(target, source)
            if stamp:
                oldest = self.get_clock().now().nanoseconds - round(self._settings.pose_max_age_s * 1e9)
                T_map_base, stamp = self._fresh_pose(oldest, T_map_base, stamp)
        except TransformError as error:
            raise _PoseUnavailable(f"the robot's pose is not known: {error}") from error
        # A chain of static transforms has no stamp: it holds at every time.
        age_s = (self.get_clock().now().nanoseconds - stamp) / 1e9 if stamp else 0.0
        if age_s > self._settings.pose_max_age_s:
            raise _PoseUnavailable(
                f"the latest pose of {source} in {target} is {age_s:.1f} s old; "
                f"pose_max_age_s allows {self._settings.pose_max_age_s:.1f} s"
            )
        return _Seen(self._from_transform(T_map_base, stamp), age_s)

    def _fresh_pose(self, oldest: int, T_map_base: Transform, stamp: int) -> tuple[Transform, int]:
        """The latest pose; where that is older than `oldest`, ns, what arrives within `pose_timeout_s`."""
        target, source = self._settings.map_frame, self._settings.base_frame
        if stamp < oldest:
            with contextlib.suppress(TransformError):  # then the old one stays, and its age is refused
                self._tf.lookup(target, source, oldest, timeout_s=self._settings.pose_timeout_s)
                return self._tf.latest(target, source)
        return T_map_base, stamp

    def _given_viewpoint(self, pose: Any) -> _Seen:
        try:
            T_source_asker, source, stamp = convert.pose_from_msg(pose)
            T_map_source, _ = self._tf.latest(self._settings.map_frame, source)
        except SituatedQAError as error:
            raise _PoseUnavailable(f"the given viewpoint cannot be used: {error}") from error
        return _Seen(self._from_transform(T_map_source @ T_source_asker, stamp), 0.0)

    def _from_transform(self, T_map_asker: Transform, stamp: int) -> Viewpoint:
        try:
            return Viewpoint.from_transform(T_map_asker, stamp=stamp, frame=self._settings.map_frame)
        except GeometryError as error:
            raise _PoseUnavailable(f"the viewpoint has no heading: {error}") from error

    def destroy_node(self) -> None:
        """Free the model, then the node."""
        self._tf_listener.close()
        self._pipeline.close()
        super().destroy_node()


def main(args: list[str] | None = None) -> int:
    """Run the ask node until it is told to stop; the exit code is 0 unless it failed."""
    return run_node(AskNode, args, executor=lambda: MultiThreadedExecutor(num_threads=12))


if __name__ == "__main__":
    raise SystemExit(main())
