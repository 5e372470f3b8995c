"""START HERE: frames in, answers out.

    color, depth, camera, T_map_camera
          │
          ▼  MappingPipeline.integrate(frame): every frame
    volume.integrate → surface.update → occupancy.integrate → now and then rooms.update ─────────┐
          │                                                                                      ▼
          ▼  MappingPipeline.perceive(frame): as many frames as the detector gets to       SceneGraph
    detector.detect → observe_detections → instances.update → builder.update ────────────────────┘
                             └► moving (people, animals): never in the map, shown live
                                                                                                 │
                                                      AskingPipeline.ask(question, graph, viewpoint)
                                                     freeze (graph, viewpoint) → reasoner.answer → Answer

`MappingPipeline.observe(frame)` integrates and perceives one frame after the other: for sequences that can wait. A
camera does not wait, so the mapper node calls the two from two threads.

The two pipelines meet in one immutable value, the scene graph. They run in two processes on a robot, where the graph
travels as a message, and may run in one:

    mapping, asking = MappingPipeline(settings, detector), AskingPipeline(settings)
    for frame in frames:
        mapping.observe(frame)
    answer = asking.ask(Question("What is behind me?"), mapping.graph, viewpoint)
"""

from __future__ import annotations

import dataclasses
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.config import Settings
from situated_qa.errors import DetectorError
from situated_qa.geometry import Frame
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.spec import make_model, make_reader
from situated_qa.mapping.field import LockedField
from situated_qa.mapping.mesh import extract_mesh, write_ply
from situated_qa.mapping.occupancy import OccupancyGrid
from situated_qa.mapping.surface import SurfaceMap, SurfaceUpdate
from situated_qa.mapping.tsdf import TSDFVolume
from situated_qa.perception.detector import Detection, Detector
from situated_qa.perception.history import Change
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.moving import MovingThing, MovingThings, split_moving
from situated_qa.perception.observations import Observation, observe_detections
from situated_qa.reasoning.answers import Answer, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.described_situation import answer_from_situation
from situated_qa.reasoning.sandbox import RunResult, Sandbox
from situated_qa.scene.builder import SceneBuilder
from situated_qa.scene.files import write_scene
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.looked_area import LookedArea
from situated_qa.scene.observed import Vocabulary, observed_area
from situated_qa.scene.rooms import RoomFinder
from situated_qa.situated.attribute_factory import make_attribute_models
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
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
    observations: tuple[Observation, ...]  # the detections that could be placed, people and animals included
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


class MappingPipeline:
    """Grows a map and a scene graph from frames.

    One thread at a time may use the map (`integrate`, `find_rooms`, `save`, `surface`), and at the same time one other
    may call `perceive`: they meet where perception samples the volume and where the graph is made, under locks of this
    class. Any thread may read `graph`.

    Raises:
        MappingError: the volume's device is not there.
    """

    def __init__(self, settings: Settings, detector: Detector) -> None:
        self.settings = settings
        self.graph = SceneGraph()
        """The newest graph. Of version 0 until the first frame is integrated, and then never again."""
        self.counts: Counter[str] = Counter()
        """Frames integrated and perceived, detector failures, and detections rejected by reason."""
        self.map_id = uuid.uuid4().hex
        """Names this map: no other run has it, so a reader that keeps a graph notices that the mapper restarted."""
        self.surface = SurfaceMap(settings.surface)
        """The colored surface points of the whole map."""
        self._volume = TSDFVolume(settings.mapping)
        self._using_volume = threading.Lock()
        self._field = LockedField(self._volume, self._using_volume)
        self._occupancy = OccupancyGrid(settings.occupancy, settings.mapping.device) if settings.rooms.enabled else None
        self._rooms = RoomFinder(settings.rooms)
        self._detector = detector
        self._instances = InstanceMap(settings.instances)
        self._moving = MovingThings(settings.moving)
        self._builder = SceneBuilder(settings.relations, vocabulary=_vocabulary(detector))
        self._looked: LookedArea | None = None  # with detections of another process, which may stop for a while
        self._making_graph = threading.Lock()
        self._stamp = 0  # of the last frame that was integrated, ns

    def observe(self, frame: Frame) -> Observed:
        """Integrate a frame and perceive what is in it: the same frames always give the same graph.

        The detector looks first, so that the very pixels of people and animals stay out of the map.

        Raises:
            DetectorError, MappingError: as `perceive` and `integrate`.
        """
        try:
            seen = self._see(frame)
        except DetectorError:
            self.integrate(frame)
            raise
        integrated = self._integrate(frame, [o.mask for o in split_moving(seen.observations)[1] if o.mask is not None])
        return Observed(integrated, self._understand(frame, seen), self.graph)

    def integrate(self, frame: Frame) -> Integrated:
        """Fuse a frame into the map, and now and then find the rooms anew.

        Depth where people and animals were seen a moment ago stays out: `perceive` works beside this and comes late.

        Raises:
            MappingError: the camera stands outside of what the map can hold. A full volume raises no exception: the map
                goes on with the blocks it has, and `counts["refused_blocks"]` says how much surface was refused.
        """
        return self._integrate(frame, ())

    def _integrate(self, frame: Frame, moving_masks: Sequence[np.ndarray]) -> Integrated:
        seconds: dict[str, float] = {}

        clock = time.perf_counter()
        frame = self._moving.without_them(frame, moving_masks)
        with self._using_volume:
            self.counts["refused_blocks"] += self._volume.integrate(frame).refused_blocks
        seconds["integrate"], clock = _lap(clock)
        surface = self.surface.update(self._volume)
        seconds["surface"], clock = _lap(clock)

        self.counts["frames"] += 1
        self._stamp = frame.stamp
        self._renew_graph()
        if self._occupancy is not None:
            self._occupancy.integrate(frame)
            if self.counts["frames"] % self.settings.rooms.every_n_frames == 0:
                self.find_rooms()
            seconds["rooms"], clock = _lap(clock)
        return Integrated(surface, seconds)

    def perceive(self, frame: Frame, detections: Sequence[Detection] | None = None) -> Perceived:
        """Take what is seen in a frame into the scene graph. Frames are to come in the order of their stamps.

        Args:
            detections: what another process saw in this frame; None: the detector looks at it now. Where detections are
                given, only what lies in frames with detections counts as observed.

        Raises:
            DetectorError: the detector failed on this frame, or a detection is malformed.
        """
        return self._understand(frame, self._see(frame, detections))

    def _see(self, frame: Frame, detections: Sequence[Detection] | None = None) -> Perceived:
        """What the detector finds in a frame, placed; people and animals are known from here on."""
        seconds: dict[str, float] = {}

        clock = time.perf_counter()
        try:
            if detections is None:
                detections = self._detector.detect(frame)
            else:
                self._looked = self._looked or LookedArea(self.settings.observations.max_depth_m)
                self._looked.add(frame)
        except DetectorError:
            self.counts["detector_failures"] += 1
            raise
        seconds["detect"], clock = _lap(clock)
        rejected: Counter[str] = Counter()
        observations = observe_detections(frame, detections, self.settings.observations, rejected)
        self.counts.update({f"rejected_{reason}": count for reason, count in rejected.items()})
        self._moving.update(split_moving(observations)[1], frame.stamp)
        seconds["lift"], clock = _lap(clock)
        return Perceived(tuple(detections), tuple(observations), seconds)

    def _understand(self, frame: Frame, seen: Perceived) -> Perceived:
        """Take what was seen into the instances and the graph."""
        clock = time.perf_counter()
        staying, _ = split_moving(seen.observations)
        changes = self._instances.update(staying, frame.stamp, frame, self._field)
        with self._making_graph:
            self._builder.declare(_vocabulary(self._detector))  # it may come to know more names, or fewer
            self._builder.update(self._instances.instances, changes.changed, changes.removed, frame.stamp)
        self.counts["perceived"] += 1
        self._renew_graph()
        took, _ = _lap(clock)
        return dataclasses.replace(seen, seconds={**seen.seconds, "understand": took})

    @property
    def history(self) -> tuple[Change, ...]:
        """What came, went and moved, oldest first; of any thread."""
        return self._instances.history

    @property
    def live(self) -> tuple[MovingThing, ...]:
        """The people and animals seen a moment ago, with the stamps of their frames; of any thread."""
        return self._moving.live(self._stamp)

    def find_rooms(self) -> SceneGraph:
        """Bring rooms, doors and walkable floor up to date now, instead of with one of the next frames."""
        grid = self._occupancy
        if grid is not None:
            evidence, origin, cell_m = grid.evidence, grid.origin, grid.settings.cell_m
            found = self._rooms.update(evidence, origin, cell_m, self.graph.objects, floor_m=grid.settings.floor_m)
            observed = observed_area(evidence, origin, cell_m)
            if observed is not None and self._looked is not None:
                observed = self._looked.limit(observed)
            with self._making_graph:
                self._builder.update_place(found, observed, self._stamp)
            self._renew_graph()
        return self.graph

    def save(self, folder: Path, map_lock: AbstractContextManager[object] | None = None) -> list[Path]:
        """Write the mesh (`mesh.ply`) and the graph (`scene.json`) into a folder, made if it is missing.

        Args:
            map_lock: held while the map is used, but not while files are written.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        with map_lock or nullcontext():
            graph, mesh = self.find_rooms(), extract_mesh(self._volume)
        mesh_path, scene_path = folder / "mesh.ply", folder / "scene.json"
        write_ply(mesh, mesh_path)
        write_scene(graph, scene_path)
        return [mesh_path, scene_path]

    def warm_up(self) -> None:
        """Compile the kernels now, so that the first frame does not wait for them."""
        self._volume.warm_up()
        if self._occupancy is not None:
            self._occupancy.warm_up()

    @property
    def device(self) -> str:
        """Where the volume's kernels run: cpu or cuda:N."""
        return str(self._volume.device)

    def _renew_graph(self) -> None:
        """Show the builder's graph as this map's, with the stamp of the last frame that was integrated."""
        if not self.counts["frames"]:
            return  # nothing was seen yet, and a graph would say that there is nothing
        with self._making_graph:
            built = self._builder.graph
            # One more than the builder's: a place that a frame showed to be empty is known, too.
            self.graph = dataclasses.replace(built, stamp=self._stamp, version=built.version + 1, map_id=self.map_id)


class AskingPipeline:
    """Answers questions about scene graphs. It keeps none: each question brings its own. Any number of threads may use
    it at a time.

    Args:
        model: the language model; None makes the one that `settings.llm` names.

    Raises:
        SettingsError: the model's specification is wrong, or an attribute model's.
        SandboxUnavailable: there is no sandbox, and no program runs without one.
    """

    def __init__(self, settings: Settings, model: LanguageModel | None = None) -> None:
        self.settings = settings
        if model is None:
            model = make_model(settings.llm.spec, settings.llm)
        # A model that is none needs no reader: patterns answer. A small one that is no reader is asked itself.
        beside = model.name != NO_MODEL and not model.prefers_forms
        reader = make_reader(settings.llm) if beside else None
        self._reasoner = Reasoner(model, Sandbox(settings.sandbox), settings.reasoning, reader=reader)
        self._attribute_models = make_attribute_models(settings.attributes)

    def ask(
        self,
        question: Question,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        *,
        viewpoint_age_s: float = 0.0,
        marked: int | None = None,
        move_to_situation: bool = False,
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answer from a graph, seen from `viewpoint` (map frame).

        Trouble with the model ends in the answer's status, never in an exception.

        Args:
            graph: what is asked. Draw the answer's evidence on the same graph.
            viewpoint_age_s: how old the viewpoint was when the question arrived; handed through to the answer.
            marked: id of the object that the asker pointed at last; None for none.
            move_to_situation: the question's situation moves the viewpoint, or the question is refused with the reason;
                else it only describes the viewpoint that is given.
            on_text, cancelled: see `Reasoner.answer`.
        """
        moves = move_to_situation and question.situation.strip()
        answer_from = answer_from_situation if moves else Reasoner.answer
        scene = self._freeze(graph, viewpoint, marked)
        answer = answer_from(self._reasoner, scene, question, on_text=on_text, cancelled=cancelled)
        return dataclasses.replace(answer, viewpoint_age_s=viewpoint_age_s)

    def run_program(
        self,
        program: str,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        *,
        time_limit_s: float | None = None,
        marked: int | None = None,
    ) -> RunResult:
        """Check and run a tool program against a graph, without a model.

        A wrong program raises no exception: the result's `error` is the text that a model would get.

        Args:
            time_limit_s: wall clock of the run, s, without the wait for a worker; None means the sandbox's setting.
            marked: id of the object that the asker pointed at last; None for none.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: there is no sandbox.
        """
        tools = Tools(self._freeze(graph, viewpoint, marked))
        return self._reasoner.sandbox.check_and_run(program, tools, time_limit_s=time_limit_s, guest=True)

    def warm_up(self, strategy: str = "") -> None:
        """Have the model evaluate a strategy's static prompt now; "" means the strategy it uses by itself.

        Raises:
            ModelError: the model is not available.
        """
        self._reasoner.warm_up(strategy)

    @property
    def model_name(self) -> str:
        return self._reasoner.model.name

    def close(self) -> None:
        """Free the model and the sandbox's processes."""
        self._reasoner.close()

    def _freeze(self, graph: SceneGraph, viewpoint: Viewpoint, marked: int | None) -> SituatedScene:
        return SituatedScene(
            graph,
            viewpoint,
            self.settings.relations,
            marked=marked,
            matching=self.settings.matcher,
            attribute_models=self._attribute_models,
        )


def _vocabulary(detector: Detector) -> Vocabulary:
    """What a detector can name, as it says now."""
    can = detector.capabilities
    return Vocabulary(detector.name, tuple(can.vocabulary), can.open_vocabulary)


def _lap(since: float) -> tuple[float, float]:
    """Seconds since `since`, and the time now."""
    now = time.perf_counter()
    return now - since, now
