"""The ask node: the latest scene graph and pose in; `/ask` and `/run_program` out.

Every request freezes the graph and the viewpoint first and then runs in a thread of its own, so a slow model blocks
neither other questions, nor programs, nor the arrival of a newer graph. `slots` says how many work at a time.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from geometry_msgs.msg import PointStamped
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Int32MultiArray
from visualization_msgs.msg import MarkerArray

from situated_qa.config import ASK_SETTINGS, Settings
from situated_qa.describing.settings import make_seeing_model
from situated_qa.errors import SandboxBusy, SandboxUnavailable, SituatedQAError, TransformError
from situated_qa.llm.spec import make_model
from situated_qa.msg import SceneGraph as SceneGraphMsg
from situated_qa.pipeline import AskingPipeline
from situated_qa.reasoning.answers import MIN_TIME_LIMIT_S, Answer, AnswerStatus, Question, time_limit_problem
from situated_qa.ros import convert, qos, responses
from situated_qa.ros.callbacks import guarded
from situated_qa.ros.graph_keeper import GraphKeeper, ahead_s, graph_age_s, staleness
from situated_qa.ros.latched import LatchedSubscription
from situated_qa.ros.markers import answer_markers, mark_markers
from situated_qa.ros.parameters import declare_groups, declare_settings, refuse_unknown_parameters
from situated_qa.ros.run import run_node
from situated_qa.ros.slots import Busy, Slots, SlottedModel, Turn
from situated_qa.ros.texts import log_text, short_name
from situated_qa.ros.tf import DEFAULT_CACHE_S, TransformListener
from situated_qa.ros.viewpoints import BadPose, PoseUnavailable, TimedViewpoint, Viewpoints, ViewpointSettings
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.picking import PICK_REACH_M, object_at
from situated_qa.settings import setting
from situated_qa.srv import Ask, RunProgram

_MOST_WAITING = 200  # requests of one service
_THREADS = 512  # one for each request that works or waits, and enough to tell the others BUSY and to take graphs


@dataclass(frozen=True)
class AskNodeSettings(ViewpointSettings):
    """Frames and limits of the ask node."""

    transform_buffer_s: float = setting(DEFAULT_CACHE_S, "how long transforms are kept, s", minimum=1.0, maximum=3600.0)
    graph_old_after_s: float = setting(
        10.0, "answers from a map that was not updated for longer say so, s", minimum=0.0, maximum=1e9
    )
    max_concurrent_asks: int = setting(
        4, "questions that use the language model at a time; one more is told BUSY", minimum=1, maximum=64
    )
    max_computing_asks: int = setting(
        4, "questions that compute at a time, the model's time not counted; others wait", minimum=1, maximum=64
    )
    max_concurrent_programs: int = setting(2, "programs of /run_program at a time; others wait", minimum=1, maximum=64)
    max_wait_s: float = setting(
        60.0, "how long a request waits for its turn; then it is told BUSY, s", minimum=0.0, maximum=600.0
    )


class AskNode(Node):
    """Serves `AskingPipeline.ask`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("ask", **kwargs)
        s = self._settings = declare_settings(self, AskNodeSettings)
        settings = Settings(**declare_groups(self, ASK_SETTINGS))
        refuse_unknown_parameters(self)
        self._questions = Slots("questions", s.max_computing_asks, waiting=_MOST_WAITING)
        self._programs = Slots("programs", s.max_concurrent_programs, waiting=_MOST_WAITING)
        models = Slots("questions that need the language model", s.max_concurrent_asks)
        self._model = SlottedModel(make_model(settings.llm.spec, settings.llm), models)
        seeing = make_seeing_model(settings.describer)
        looks = Slots("questions that look at pictures", s.max_concurrent_asks)
        self._seeing = SlottedModel(seeing, looks) if seeing is not None else None
        self._pipeline = AskingPipeline(settings, self._model, self._seeing)
        self._graphs = GraphKeeper()
        self._marked: tuple[str, int | None] = ("", None)  # map id, and id of the object clicked last
        self._tf_listener = TransformListener(self, s.transform_buffer_s)
        self._tf, self._clock_watch = self._tf_listener.source, self._tf_listener.clock
        self._viewpoints = Viewpoints(s, self._tf, lambda: self.get_clock().now().nanoseconds, self._clock_watch)

        graph_group, services = MutuallyExclusiveCallbackGroup(), ReentrantCallbackGroup()
        self._graph_topic = self.resolve_topic_name("scene_graph")
        self._graph_subscription = LatchedSubscription(
            self, SceneGraphMsg, "scene_graph", guarded(self, self._take_graph), group=graph_group
        )
        self.create_subscription(
            PointStamped, "/clicked_point", guarded(self, self._take_click), qos.COMMANDS, callback_group=graph_group
        )
        self._marker_publisher = self.create_publisher(MarkerArray, "answer_markers", qos.MARKERS)
        self._asked_publisher = self.create_publisher(Int32MultiArray, "asked_about", qos.COMMANDS)
        for kind, name, serve in ((Ask, "ask", self._ask), (RunProgram, "run_program", self._run_program)):
            self.create_service(kind, name, serve, qos_profile=qos.REQUESTS, callback_group=services)
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def _warm_up(self) -> None:
        start = time.monotonic()
        try:
            self._pipeline.warm_up()
        except SituatedQAError as error:
            # Said now, and again in the status of every question: the node still serves programs.
            self.get_logger().error(log_text(f"language model not available: {error}"))
            return
        name, seconds = self._pipeline.model_name, time.monotonic() - start
        self.get_logger().info(log_text(f"language model {name} is ready after {seconds:.1f} s"))

    # ── messages in ──────────────────────────────────────────────────────────────────────────────────────────────

    def _take_graph(self, message: SceneGraphMsg) -> None:
        try:
            graph = convert.graph_from_msg(message)
        except SituatedQAError as error:
            self.get_logger().error(log_text(f"scene graph refused, the last good one stays: {error}"))
            return
        before = self._graphs.graph
        if not self._graphs.take(graph):
            if before is not None:
                self.get_logger().warning(
                    "the mapper has mapped nothing yet; the map from before stays", throttle_duration_sec=10.0
                )
        elif before is not None and before.map_id != graph.map_id:
            self.get_logger().info("the mapper was restarted; its new map replaces the one from before")

    def _take_click(self, message: PointStamped) -> None:
        """What RViz's Publish Point was clicked on is the marked object from now on; a click on nothing ends that."""
        log, frame, graph = self.get_logger(), message.header.frame_id, self._graphs.graph
        point = np.array([message.point.x, message.point.y, message.point.z])
        if graph is None or not np.isfinite(point).all():
            log.warning(f"click at {point} ignored: {self._no_graph() if graph is None else 'it is not finite'}")
            return
        try:
            T_map_click, _ = self._tf.latest(self._settings.map_frame, frame)
        except TransformError as error:
            log.warning(log_text(f"click in frame {short_name(frame)} ignored: {error}"))
            return
        point_map = T_map_click.apply(point)
        node = object_at(graph, point_map)
        marked = None if node is None else node.id
        self._marked = (graph.map_id, marked)
        what = f"nothing within {PICK_REACH_M:g} m" if node is None else f"{node.category} {node.id}"
        log.info(f"marked: {what} at {np.round(point_map, 2).tolist()}")
        self._marker_publisher.publish(mark_markers(graph, marked))

    # ── services ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask(self, request: Ask.Request, response: Ask.Response) -> Ask.Response:
        start = time.monotonic()
        try:
            answer = self._answer(request, start)
            responses.fill_ask(response, answer)
        except Exception as error:  # the one place where an ask's unforeseen error is handled: it becomes a status
            self.get_logger().error(log_text(f"ask failed: {type(error).__name__}: {error}"))
            answer = Answer(AnswerStatus.FAILED, f"{type(error).__name__}: {error}")
            response = responses.fill_ask(Ask.Response(), answer)
        response.total_seconds = seconds = time.monotonic() - start
        outcome = repr(response.answer[:80]) if answer.has_answer else response.status_text[:200]
        question = request.question[:80]
        self.get_logger().info(log_text(f"{answer.status.name} in {seconds:.2f} s: {question!r} -> {outcome}"))
        return response

    def _answer(self, request: Ask.Request, start: float) -> Answer:
        question = Question(
            request.question,
            request.situation,
            request.strategy,
            int(request.max_rounds),
            request.time_limit_s,
            request.session,
        )
        problem = question.problem()
        if problem:
            return Answer(AnswerStatus.BAD_REQUEST, problem)
        graph, marked = self._graph_and_mark()
        if graph is None:
            return Answer(AnswerStatus.NO_GRAPH, self._no_graph())
        wait_s = min(self._settings.max_wait_s, question.time_limit_s or self._settings.max_wait_s)
        try:
            seen = self._seen(request)
            with self._questions.turn(wait_s) as turn, self._model.question(turn), self._looking(turn):
                if question.time_limit_s:  # it is for the whole answer
                    left_s = question.time_limit_s - (time.monotonic() - start)
                    question = dataclasses.replace(question, time_limit_s=max(MIN_TIME_LIMIT_S, left_s))
                answer = self._pipeline.ask(
                    question,
                    graph,
                    seen.viewpoint,
                    viewpoint_age_s=seen.age_s,
                    graph_age_s=self._graph_age(graph)[0],
                    marked=marked,
                    move_to_situation=True,
                )
        except BadPose as error:
            return Answer(AnswerStatus.BAD_REQUEST, str(error))
        except PoseUnavailable as error:
            return Answer(AnswerStatus.POSE_UNAVAILABLE, str(error))
        except Busy as error:
            return Answer(AnswerStatus.BUSY, str(error))
        age_s, note = self._graph_age(graph)
        if answer.has_answer:
            markers = [*answer_markers(answer, graph).markers, *mark_markers(graph, marked).markers]
            self._marker_publisher.publish(MarkerArray(markers=markers))
        if answer.object_ids:
            self._asked_publisher.publish(Int32MultiArray(data=list(answer.object_ids)))
        return responses.with_note(dataclasses.replace(answer, graph_age_s=age_s), note)

    def _looking(self, turn: Turn) -> AbstractContextManager[None]:
        return nullcontext() if self._seeing is None else self._seeing.question(turn)

    def _run_program(self, request: RunProgram.Request, response: RunProgram.Response) -> RunProgram.Response:
        response.graph_age_s = -1.0  # until a graph is asked
        try:
            self._run(request, response)
        except BadPose as error:
            response.status, response.status_text = response.BAD_REQUEST, str(error)
        except PoseUnavailable as error:
            response.status, response.status_text = response.POSE_UNAVAILABLE, str(error)
        except (Busy, SandboxBusy) as error:
            response.status, response.status_text = response.BUSY, str(error)
        except SandboxUnavailable as error:
            response.status, response.status_text = response.SANDBOX_UNAVAILABLE, str(error)
        except Exception as error:  # the one place where an unforeseen error is handled: it becomes a status
            self.get_logger().error(log_text(f"run_program failed: {type(error).__name__}: {error}"))
            response = RunProgram.Response(status=response.FAILED, graph_age_s=-1.0)
            response.status_text = f"{type(error).__name__}: {error}"
        return responses.finished_run(response)

    def _run(self, request: RunProgram.Request, response: RunProgram.Response) -> None:
        problem = "" if request.program.strip() else "program is empty; it must be Python text"
        problem = problem or time_limit_problem(request.time_limit_s)
        if problem:
            response.status, response.status_text = response.BAD_REQUEST, problem
            return
        graph, marked = self._graph_and_mark()
        if graph is None:
            response.status, response.status_text = response.NO_GRAPH, self._no_graph()
            return
        seen = self._seen(request)
        response.viewpoint_used = convert.viewpoint_to_msg(seen.viewpoint)
        with self._programs.turn(self._settings.max_wait_s):
            result = self._pipeline.run_program(
                request.program,
                graph,
                seen.viewpoint,
                graph_age_s=self._graph_age(graph)[0],
                time_limit_s=request.time_limit_s or None,
                marked=marked,
            )
        responses.fill_run(response, result)
        response.graph_version = graph.version
        response.graph_age_s, note = self._graph_age(graph)
        response.status_text = responses.joined(response.status_text, note)

    def _seen(self, request: Ask.Request | RunProgram.Request) -> TimedViewpoint:
        return self._viewpoints.given(request.viewpoint) if request.use_viewpoint else self._viewpoints.live()

    # ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────

    def _graph_and_mark(self) -> tuple[SceneGraph | None, int | None]:
        """The graph to ask, and the object in it that was clicked last; ids mean nothing in another map."""
        graph, (map_id, marked) = self._graphs.graph, self._marked
        return graph, marked if graph is not None and graph.map_id == map_id else None

    def _graph_age(self, graph: SceneGraph) -> tuple[float, str]:
        """The graph's age, s, and what the asker must know about it and about the clock, in words."""
        clock, now, stopped_s, paused = self._clock_watch, self.get_clock().now().nanoseconds, 0.0, ""
        if clock is not None:
            stopped_s, paused = clock.still_s if clock.dead() else 0.0, clock.paused()
        known = now if clock is None or clock.has_arrived else None
        age_s = graph_age_s(graph, known, stopped_s)
        note = staleness(
            age_s,
            ahead_s=ahead_s(graph, known),
            old_after_s=self._settings.graph_old_after_s,
            mappers=self.count_publishers(self._graph_topic),
            mapper_is_empty=self._graphs.mapper_is_empty,
        )
        return age_s, responses.joined(note, paused)

    def _no_graph(self) -> str:
        text = f"no scene graph of a mapped frame has arrived yet on {self._graph_topic}"
        if self._graphs.mapper_is_empty:
            return f"{text}; the mapper is running, but has mapped nothing: does it get frames and transforms?"
        if not self.count_publishers(self._graph_topic):
            return f"{text}, and it has no publisher: is the mapper running, in this ROS domain?"
        return f"{text}; a mapper is there: does it get frames and transforms?"

    def destroy_node(self) -> None:
        """End the waits, free the model, then the node."""
        self._questions.close()
        self._programs.close()
        self._tf_listener.close()
        self._pipeline.close()
        super().destroy_node()


def main(args: list[str] | None = None) -> int:
    """Run the ask node until it is told to stop; the exit code is 0 unless it failed."""
    return run_node(AskNode, args, executor=lambda: MultiThreadedExecutor(num_threads=_THREADS))


if __name__ == "__main__":
    raise SystemExit(main())
