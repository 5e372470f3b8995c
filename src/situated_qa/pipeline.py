"""START HERE: frames in, answers out.

    color, depth, camera, T_map_camera
          │
          ▼  Pipeline.integrate(frame): every frame
    volume.integrate → surface.update → occupancy.integrate → now and then rooms.update ─────────┐
          │                                                                                      ▼
          ▼  Pipeline.perceive(frame): as many frames as the detector gets to              SceneGraph
    detector.detect → observe_detections → instances.update → builder.update ────────────────────┘
                                                                                                 │
                                                                    Pipeline.ask(question, viewpoint)
                                                     freeze (graph, viewpoint) → reasoner.answer → Answer

`Pipeline.observe(frame)` integrates and perceives one frame after the other: for sequences that can wait. A camera does
not wait, so the mapper node calls the two from two threads.

The two halves meet in one value, the scene graph, so they may run in two processes: the mapper builds its pipeline with
`Pipeline.for_mapping`, the ask node with `Pipeline.for_asking` and sets `graph` to whatever arrived last.
"""

from __future__ import annotations

import dataclasses
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from situated_qa.config import Settings
from situated_qa.errors import DetectorError, MappingError, SettingsError, SituationError
from situated_qa.geometry import Frame
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.observed import Vocabulary, observed_area
from situated_qa.situated.attribute_model import AttributeModels, make_attribute_models

if TYPE_CHECKING:
    from situated_qa.llm.client import LanguageModel
    from situated_qa.mapping.occupancy import OccupancyGrid
    from situated_qa.mapping.surface import SurfaceMap, SurfaceUpdate
    from situated_qa.mapping.tsdf import TSDFVolume
    from situated_qa.perception.detector import Detection, Detector
    from situated_qa.perception.instances import InstanceMap
    from situated_qa.perception.observations import Observation
    from situated_qa.reasoning.answers import Answer, Question
    from situated_qa.reasoning.ask import Reasoner
    from situated_qa.reasoning.sandbox import RunResult
    from situated_qa.scene.builder import SceneBuilder
    from situated_qa.scene.rooms import RoomFinder
    from situated_qa.situated.scene import SituatedScene
    from situated_qa.situated.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, eq=False)
class Integrated:
    """What one frame did to the map."""

    surface: SurfaceUpdate  # the surface points of the blocks that changed
    seconds: dict[str, float]  # per stage


@dataclass(frozen=True, slots=True, eq=False)
class Perceived:
    """What the detector saw in one frame."""

    detections: tuple[Detection, ...]
    observations: tuple[Observation, ...]  # the detections that could be placed in the map
    seconds: dict[str, float]  # per stage


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """What one frame did, integrated and perceived."""

    integrated: Integrated
    perceived: Perceived
    graph: SceneGraph  # the graph as it is now

    @property
    def seconds(self) -> dict[str, float]:
        """Per stage."""
        return {**self.integrated.seconds, **self.perceived.seconds}


@dataclass(slots=True)
class _MappingParts:
    volume: TSDFVolume
    surface: SurfaceMap
    detector: Detector
    instances: InstanceMap
    builder: SceneBuilder
    occupancy: OccupancyGrid | None  # None where rooms are not wanted
    rooms: RoomFinder


class Pipeline:
    """Grows a map and a scene graph from frames, and answers questions about them.

    One thread at a time may use the map (`integrate`, `find_rooms`, `save`, `surface`), and at the same time one other
    may call `perceive`: they meet only where the graph is made, under a lock of this class. Any number of threads may
    call `ask` meanwhile: the graph is immutable and taken once per question.
    """

    def __init__(self, settings: Settings, mapping: _MappingParts | None, reasoner: Reasoner | None) -> None:
        self.settings = settings
        self.graph = SceneGraph()
        """The newest graph. Of version 0 until the first frame is integrated, and then never again."""
        self.counts: Counter[str] = Counter()
        """Frames integrated and perceived, detector failures, and detections rejected by reason."""
        self.map_id = uuid.uuid4().hex
        """Names this map: no other run has it, so who keeps a graph notices that the mapper began anew."""
        self._making_graph = threading.Lock()
        self._stamp = 0  # of the last frame that was integrated, ns
        self._mapping = mapping
        self._reasoner = reasoner
        self._attribute_models = make_attribute_models(settings.attributes) if reasoner is not None else None

    @classmethod
    def for_mapping(cls, settings: Settings, detector: Detector) -> Pipeline:
        """The half that observes.

        Raises:
            MappingError: the volume's device is not there.
        """
        from situated_qa.mapping.occupancy import OccupancyGrid
        from situated_qa.mapping.surface import SurfaceMap
        from situated_qa.mapping.tsdf import TSDFVolume
        from situated_qa.perception.instances import InstanceMap
        from situated_qa.scene.builder import SceneBuilder
        from situated_qa.scene.rooms import RoomFinder

        volume = TSDFVolume(settings.mapping)
        parts = _MappingParts(
            volume=volume,
            surface=SurfaceMap(settings.surface),
            detector=detector,
            instances=InstanceMap(settings.instances),
            builder=SceneBuilder(settings.relations, vocabulary=_vocabulary(detector)),
            occupancy=OccupancyGrid(settings.occupancy, settings.mapping.device) if settings.rooms.enabled else None,
            rooms=RoomFinder(settings.rooms),
        )
        return cls(settings, parts, None)

    @classmethod
    def for_asking(cls, settings: Settings, model: LanguageModel | None = None) -> Pipeline:
        """The half that answers.

        Args:
            model: the language model; None makes the one that `settings.llm` names.

        Raises:
            SettingsError: the model's specification is wrong, or an attribute model's.
            SandboxUnavailable: there is no sandbox, and nothing is run without one.
        """
        from situated_qa.llm.spec import make_model
        from situated_qa.reasoning.ask import Reasoner
        from situated_qa.reasoning.sandbox import Sandbox

        if model is None:
            model = make_model(settings.llm.spec, settings.llm)
        return cls(settings, None, Reasoner(model, Sandbox(settings.sandbox), settings.reasoning))

    # ── frames in ────────────────────────────────────────────────────────────────────────────────────────────────

    def observe(self, frame: Frame) -> Observed:
        """Integrate a frame and perceive what is in it, in this order: the same frames always give the same graph.

        Raises:
            DetectorError, MappingError: as `perceive` and `integrate`.
        """
        integrated = self.integrate(frame)
        perceived = self.perceive(frame)
        return Observed(integrated, perceived, self.graph)

    def integrate(self, frame: Frame) -> Integrated:
        """Fuse a frame into the map, and now and then find the rooms anew.

        Raises:
            MappingError: this pipeline has no mapping half, or the camera stands outside of what the map can hold. A
                full volume is no exception: the map goes on with the blocks it has, and `counts["refused_blocks"]`
                says how much surface was refused.
        """
        parts = self._mapping_half()
        seconds: dict[str, float] = {}

        clock = time.perf_counter()
        self.counts["refused_blocks"] += parts.volume.integrate(frame).refused_blocks
        seconds["integrate"], clock = _lap(clock)
        surface = parts.surface.update(parts.volume)
        seconds["surface"], clock = _lap(clock)

        self.counts["frames"] += 1
        self._stamp = frame.stamp
        self._renew_graph()
        if parts.occupancy is not None:
            parts.occupancy.integrate(frame)
            if self.counts["frames"] % self.settings.rooms.every_n_frames == 0:
                self.find_rooms()
            seconds["rooms"], clock = _lap(clock)
        return Integrated(surface, seconds)

    def perceive(self, frame: Frame) -> Perceived:
        """Take what the detector sees in a frame into the scene graph. Frames are to come in the order of their stamps.

        Raises:
            DetectorError: the detector failed on this frame.
            MappingError: this pipeline has no mapping half.
        """
        parts = self._mapping_half()
        seconds: dict[str, float] = {}

        clock = time.perf_counter()
        detections = self._detect(parts.detector, frame)
        seconds["detect"], clock = _lap(clock)
        observations = self._lift(frame, detections)
        changes = parts.instances.update(observations, frame.stamp, frame)
        with self._making_graph:
            parts.builder.update(parts.instances.instances, changes.changed, changes.removed, frame.stamp)
        self.counts["perceived"] += 1
        self._renew_graph()
        seconds["understand"], clock = _lap(clock)
        return Perceived(tuple(detections), tuple(observations), seconds)

    def find_rooms(self) -> SceneGraph:
        """Bring rooms, doors and walkable floor up to date now, instead of with one of the next frames.

        Raises:
            MappingError: this pipeline has no mapping half.
        """
        parts = self._mapping_half()
        if parts.occupancy is not None:
            grid = parts.occupancy
            found = parts.rooms.update(
                grid.evidence, grid.origin, grid.settings.cell_m, self.graph.objects, floor_m=grid.settings.floor_m
            )
            with self._making_graph:
                observed = observed_area(grid.evidence, grid.origin, grid.settings.cell_m)
                parts.builder.update_place(found, observed, self._stamp)
            self._renew_graph()
        return self.graph

    def _renew_graph(self) -> None:
        """Show the builder's graph as this map's, with the stamp of the last frame that was integrated."""
        if not self.counts["frames"]:
            return  # nothing was seen yet, and a graph would say that there is nothing
        with self._making_graph:
            built = self._mapping_half().builder.graph
            # One more than the builder's: a place in which a frame showed nothing is known, too.
            self.graph = dataclasses.replace(built, stamp=self._stamp, version=built.version + 1, map_id=self.map_id)

    def _detect(self, detector: Detector, frame: Frame) -> list[Detection]:
        try:
            return detector.detect(frame)
        except DetectorError:
            self.counts["detector_failures"] += 1
            raise

    def _lift(self, frame: Frame, detections: list[Detection]) -> list[Observation]:
        from situated_qa.perception.observations import observe_detections

        rejected: Counter[str] = Counter()
        observations = observe_detections(frame, detections, self.settings.observations, rejected)
        self.counts.update({f"rejected_{reason}": count for reason, count in rejected.items()})
        return observations

    def save(self, folder: Path, map_lock: AbstractContextManager[object] | None = None) -> list[Path]:
        """Write the mesh (`mesh.ply`) and the graph (`scene.json`) into a folder, made if it is missing.

        Args:
            map_lock: held while the map is used, but not while files are written.

        Raises:
            MappingError: this pipeline has no mapping half.
            OSError: the folder cannot be written.
        """
        from situated_qa.mapping.mesh import extract_mesh, write_ply
        from situated_qa.scene.files import write_scene

        parts = self._mapping_half()
        folder.mkdir(parents=True, exist_ok=True)
        with map_lock or nullcontext():
            graph, mesh = self.find_rooms(), extract_mesh(parts.volume)
        mesh_path, scene_path = folder / "mesh.ply", folder / "scene.json"
        write_ply(mesh, mesh_path)
        write_scene(graph, scene_path)
        return [mesh_path, scene_path]

    def surface(self) -> SurfaceMap:
        """The coloured surface points of the whole map.

        Raises:
            MappingError: this pipeline has no mapping half.
        """
        return self._mapping_half().surface

    def warm_up(self) -> None:
        """Compile the kernels now, so that the first frame does not wait for them."""
        parts = self._mapping_half()
        parts.volume.warm_up()
        if parts.occupancy is not None:
            parts.occupancy.warm_up()

    @property
    def device(self) -> str:
        """Where the volume's kernels run: cpu or cuda:N."""
        return str(self._mapping_half().volume.device)

    def _mapping_half(self) -> _MappingParts:
        if self._mapping is None:
            raise MappingError("a pipeline made with Pipeline.for_asking has no map; use Pipeline.for_mapping")
        return self._mapping

    # ── questions in, answers out ────────────────────────────────────────────────────────────────────────────────

    def ask(
        self,
        question: Question,
        viewpoint: Viewpoint,
        *,
        viewpoint_age_s: float = 0.0,
        marked: int | None = None,
        graph: SceneGraph | None = None,
        move_to_situation: bool = False,
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answer from a graph, seen from `viewpoint` (map frame).

        Trouble with the model ends in the answer's status, never in an exception.

        Args:
            viewpoint_age_s: how old the viewpoint was when the question arrived; handed through to the answer.
            marked: id of the object that the asker pointed at last; None for none.
            graph: what is asked; None means the graph as it is now. Who draws the evidence draws it on the same graph.
            move_to_situation: the question's situation moves the viewpoint, or the question is refused with the reason;
                else it only describes the viewpoint that is given.
            on_text, cancelled: see `Reasoner.answer`.

        Raises:
            SettingsError: this pipeline has no reasoning half.
        """
        reasoner, scene = self._reasoning_half(), self._situated(viewpoint, marked, graph)
        if move_to_situation and question.situation.strip():
            answer = _answer_from_situation(reasoner, scene, question, on_text, cancelled)
        else:
            answer = reasoner.answer(scene, question, on_text=on_text, cancelled=cancelled)
        return dataclasses.replace(answer, viewpoint_age_s=viewpoint_age_s)

    def run_program(
        self,
        program: str,
        viewpoint: Viewpoint,
        *,
        time_limit_s: float | None = None,
        marked: int | None = None,
        graph: SceneGraph | None = None,
    ) -> RunResult:
        """Check and run a tool program against a graph, without a model.

        A wrong program is no exception: the result's `error` is the text that a model would get.

        Args:
            time_limit_s: wall clock of the run, s, without the wait for a worker; None means the sandbox's setting.
            marked: id of the object that the asker pointed at last; None for none.
            graph: what it runs against; None means the graph as it is now.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: there is no sandbox.
            SettingsError: this pipeline has no reasoning half.
        """
        from situated_qa.situated.tools import Tools

        tools = Tools(self._situated(viewpoint, marked, graph))
        return self._reasoning_half().sandbox.check_and_run(program, tools, time_limit_s=time_limit_s, guest=True)

    def warm_up_model(self, strategy: str = "") -> None:
        """Have the model evaluate a strategy's static prompt now; "" means the strategy it uses by itself.

        Raises:
            ModelError: the model is not available.
        """
        self._reasoning_half().warm_up(strategy)

    @property
    def model_name(self) -> str:
        return self._reasoning_half().model.name

    def close(self) -> None:
        """Free the model and the sandbox's processes, where there are any."""
        if self._reasoner is not None:
            self._reasoner.close()

    def _situated(self, viewpoint: Viewpoint, marked: int | None, graph: SceneGraph | None) -> SituatedScene:
        from situated_qa.situated.scene import SituatedScene

        return SituatedScene(
            self.graph if graph is None else graph,
            viewpoint,
            self.settings.relations,
            marked=marked,
            matching=self.settings.matcher,
            attribute_models=self._attribute_models or AttributeModels(),
        )

    def _reasoning_half(self) -> Reasoner:
        if self._reasoner is None:
            raise SettingsError("a pipeline made with Pipeline.for_mapping has no model; use Pipeline.for_asking")
        return self._reasoner


def _answer_from_situation(
    reasoner: Reasoner,
    scene: SituatedScene,
    question: Question,
    on_text: Callable[[str], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Answer:
    """The answer as seen from where the question's situation says that the asker is."""
    from situated_qa.reasoning.answers import Answer, AnswerStatus
    from situated_qa.situated.described_viewpoint import describe_viewpoint

    problem = question.problem()
    try:
        described = None if problem else describe_viewpoint(scene, question.situation)
    except SituationError as error:
        return Answer(
            AnswerStatus.NOT_UNDERSTOOD,
            f"the situation cannot be found in the map: {error}",
            str(error),
            viewpoint=scene.viewpoint,
            graph_version=scene.graph.version,
        )
    if described is None:
        return reasoner.answer(scene, question)  # which says what is wrong with it
    moved = dataclasses.replace(scene, viewpoint=described.viewpoint)
    answer = reasoner.answer(moved, question, on_text=on_text, cancelled=cancelled)
    by = ", ".join(f"{scene.graph.by_id[i].category} {i}" for i in described.object_ids)
    told = f"Seen from where the situation puts you{f' (by {by})' if by else ''}."
    if described.unread:
        told += f" Not understood in it: {'; '.join(repr(clause) for clause in described.unread)}."
    return dataclasses.replace(answer, explanation=f"{answer.explanation} {told}".strip())


def _vocabulary(detector: Detector) -> Vocabulary:
    """What a detector declares that it can name."""
    can = detector.capabilities
    return Vocabulary(detector.name, tuple(can.vocabulary), can.open_vocabulary)


def _lap(since: float) -> tuple[float, float]:
    """Seconds since `since`, and the time now."""
    now = time.perf_counter()
    return now - since, now
