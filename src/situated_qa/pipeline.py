"""START HERE: frames in, answers out.

    color, depth, camera, T_map_camera
          │
          ▼  MappingPipeline.integrate(frame): every frame
    volume.integrate → surface.update → occupancy.integrate → now and then rooms.update ─────────┐
          │                                                                                      ▼
          ▼  MappingPipeline.perceive(frame): as many frames as the detector gets to       SceneGraph
    detector.detect → observe_detections → instances.update → key_frames.update → builder.update ─┘
                             │                                  │ pictures on disk
                             │                                  ▼
                             │         DescribingWorker: names, attributes → builder.update, whenever they come
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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.config import Settings
from situated_qa.describing.describer import Describer, ModelDescriber
from situated_qa.describing.looking import Looking
from situated_qa.describing.notes import Descriptions
from situated_qa.describing.settings import make_seeing_model
from situated_qa.describing.worker import Described, DescribingWorker
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
from situated_qa.perception.detectors.checks import check_given, look
from situated_qa.perception.history import Change
from situated_qa.perception.instances import Instance, InstanceMap
from situated_qa.perception.key_frames import NO_FOLDER, KeyFrames
from situated_qa.perception.key_views import KeyView
from situated_qa.perception.moving import MovingThing, MovingThings, split_moving
from situated_qa.perception.observations import Observation, observe_detections
from situated_qa.perception.registration import Registration, RegistrationCheck
from situated_qa.perception.unnamed import UnnamedThings
from situated_qa.reasoning.answers import Answer, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.described_situation import answer_from_situation
from situated_qa.reasoning.sandbox import RunResult, Sandbox
from situated_qa.scene.builder import ObjectNotes, SceneBuilder
from situated_qa.scene.files import KEY_FRAMES, copy_views, write_scene
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.looked_area import LookedArea
from situated_qa.scene.observed import Vocabulary, observed_area
from situated_qa.scene.rooms import RoomFinder
from situated_qa.situated.attribute_factory import make_attribute_models
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools
from situated_qa.situated.viewpoint import Viewpoint

_SAVE_WAIT_S = 5.0  # for pictures that are being written, when the map is saved


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
    refused: tuple[str, ...] = ()  # what is wrong with the detections that cannot be used


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

    Args:
        describer: names and describes objects; None makes the one that `settings.describer` names, or none.

    Raises:
        MappingError: the volume's device is not there.
        SettingsError, ModelUnavailable: the describer's model cannot be made.
    """

    def __init__(self, settings: Settings, detector: Detector, describer: Describer | None = None) -> None:
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
        self._registration = RegistrationCheck(settings.registration)
        self._moving = MovingThings(settings.moving)
        self._unnamed = UnnamedThings(settings.proposals, settings.namer, detector)
        self._builder = SceneBuilder(settings.relations, vocabulary=self._vocabulary())
        self._looked: LookedArea | None = None  # with detections of another process, which may stop for a while
        self._making_graph = threading.Lock()
        self._key_frames = _key_frames(settings, self.map_id)
        self._descriptions = Descriptions(settings.describer.least_confidence)
        self._describing = self._make_describing(describer)
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
            DetectorError: the detector failed on this frame. A detection that cannot be used is no failure: it is left
                out, counted (`refused_detections`) and named in the result.
        """
        return self._understand(frame, self._see(frame, detections))

    def _see(self, frame: Frame, detections: Sequence[Detection] | None = None) -> Perceived:
        """What the detector finds in a frame, placed; people and animals are known from here on."""
        seconds: dict[str, float] = {}

        self._registration.update(frame)
        clock = time.perf_counter()
        try:
            if detections is None:
                seen = look(self._detector, frame, self.settings.detector)
            else:
                seen = check_given(detections, self._detector, frame, self.settings.detector)
                self._looked = self._looked or LookedArea(self.settings.observations.max_depth_m)
                self._looked.add(frame)
        except DetectorError:
            self.counts["detector_failures"] += 1
            raise
        seconds["detect"], clock = _lap(clock)
        self.counts["refused_detections"] += len(seen.refused)
        rejected: Counter[str] = Counter()
        observations = observe_detections(frame, seen.detections, self.settings.observations, rejected)
        believed = self._instances.instances.values()
        observations += self._unnamed.observe(frame, observations, believed, self.settings.observations, rejected)
        self.counts.update({f"rejected_{reason}": count for reason, count in rejected.items()})
        self._moving.update(split_moving(observations)[1], frame.stamp)
        seconds["lift"], clock = _lap(clock)
        return Perceived(seen.detections, tuple(observations), seconds, seen.refused)

    def _understand(self, frame: Frame, seen: Perceived) -> Perceived:
        """Take what was seen into the instances and the graph."""
        seconds = dict(seen.seconds)
        clock = time.perf_counter()
        staying, _ = split_moving(seen.observations)
        changes = self._instances.update(staying, frame.stamp, frame, self._field)
        instances, changed = self._instances.instances, set(changes.changed)
        if self._key_frames is not None:
            seconds["understand"], clock = _lap(clock)
            changed |= self._key_frames.update(
                frame,
                staying,
                changes.observed,
                believed=instances,
                removed=changes.removed,
                merged=changes.merged,
            )
            seconds["key_frames"], clock = _lap(clock)
        with self._making_graph:
            self._builder.declare(self._vocabulary())  # it may come to know more names, or fewer
            self._descriptions.follow(changes.merged, changes.removed)
            notes = {id: self._notes(instances[id]) for id in changed}
            self._builder.update(instances, changed, changes.removed, frame.stamp, notes)
        self.counts["perceived"] += 1
        self._renew_graph()
        rest, _ = _lap(clock)
        seconds["understand"] = seconds.get("understand", 0.0) + rest
        return dataclasses.replace(seen, seconds=seconds)

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
        """Write the mesh (`mesh.ply`), the graph (`scene.json`) and its pictures (`key_frames/`) into a folder.

        The folder is made if it is missing.

        Args:
            map_lock: held while the map is used, but not while files are written.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.take_pictures(wait_s=_SAVE_WAIT_S)
        with map_lock or nullcontext():
            graph, mesh = self.find_rooms(), extract_mesh(self._volume)
        mesh_path, scene_path = folder / "mesh.ply", folder / "scene.json"
        write_ply(mesh, mesh_path)
        if not graph.key_frames:
            write_scene(graph, scene_path)
            return [mesh_path, scene_path]
        views = copy_views(graph, folder / KEY_FRAMES)
        objects = tuple(dataclasses.replace(node, views=views.get(node.id, ())) for node in graph.objects)
        write_scene(dataclasses.replace(graph, objects=objects, key_frames=KEY_FRAMES), scene_path)
        return [mesh_path, scene_path, folder / KEY_FRAMES]

    def take_pictures(self, *, wait_s: float = 0.0) -> None:
        """Take the pictures that were written since the last perceived frame into the graph.

        Args:
            wait_s: how long to wait for those that are being written.
        """
        if self._key_frames is None:
            return
        instances = self._instances.instances
        changed = self._key_frames.collect(wait_s=wait_s) & set(instances)
        if changed:
            self._note_again(instances, changed)

    def asked_about(self, ids: Iterable[int]) -> None:
        """Somebody asked about these objects: they are described before others."""
        if self._describing is not None:
            self._describing.asked_about(ids)

    @property
    def problems(self) -> dict[str, str]:
        """What goes wrong beside mapping, by the part: key frames that cannot be written, a describer that fails."""
        told = {
            "key frames": "" if self._key_frames is None else self._key_frames.problem,
            "describer": "" if self._describing is None else self._describing.problem,
        }
        return {part: text for part, text in told.items() if text}

    def close(self) -> None:
        """End the threads that write pictures and describe them."""
        if self._describing is not None:
            self._describing.close()
        if self._key_frames is not None:
            self._key_frames.close()

    def warm_up(self) -> None:
        """Compile the kernels now, so that the first frame does not wait for them."""
        self._volume.warm_up()
        if self._occupancy is not None:
            self._occupancy.warm_up()

    @property
    def registration(self) -> Registration:
        """Whether color fits depth, as far as the frames that were perceived tell."""
        return self._registration.result

    @property
    def device(self) -> str:
        """Where the volume's kernels run: cpu or cuda:N."""
        return str(self._volume.device)

    def _make_describing(self, describer: Describer | None) -> DescribingWorker | None:
        settings = self.settings.describer
        if describer is None:
            model = make_seeing_model(settings)
            describer = ModelDescriber(model, settings) if model is not None else None
        if describer is None or self._key_frames is None:
            return None
        return DescribingWorker(describer, self._take_description, retry_s=settings.retry_s)

    def _take_description(self, id: int, described: Described) -> None:
        """Called by the worker, in its thread."""
        instances = self._instances.instances
        if id not in instances:  # it went meanwhile
            return
        self._descriptions.take(id, described)
        self._note_again(instances, {id})

    def _note_again(self, instances: Mapping[int, Instance], changed: Collection[int]) -> None:
        """Bring the graph up to date with what is known beside what perception measures."""
        with self._making_graph:
            there = {id for id in changed if id in self._builder.graph.by_id}
            notes = {id: self._notes(instances[id]) for id in there}
            self._builder.update(instances, there, (), self._builder.graph.stamp, notes)
        self._renew_graph()

    def _notes(self, instance: Instance) -> ObjectNotes:
        views: tuple[KeyView, ...] = () if self._key_frames is None else self._key_frames.views(instance.id)
        return self._descriptions.notes(instance, views)

    def _vocabulary(self) -> Vocabulary:
        """What can be named, as detector and namer say now."""
        can = self._detector.capabilities
        # A detector that does not declare its names may give any; the namer's would make the list look complete.
        more = self._unnamed.vocabulary if can.vocabulary else ()
        names = tuple(dict.fromkeys((*can.vocabulary, *more)))
        # A detector that is told what to look for sees nothing else: what it was told is what it can name.
        return Vocabulary(self._detector.name, names, can.open_vocabulary and not can.vocabulary)

    def _renew_graph(self) -> None:
        """Show the builder's graph as this map's, with the stamp of the last frame that was integrated."""
        if not self.counts["frames"]:
            return  # nothing was seen yet, and a graph would say that there is nothing
        with self._making_graph:
            built = self._builder.graph
            # One more than the builder's: a place that a frame showed to be empty is known, too.
            folder = "" if self._key_frames is None else str(self._key_frames.folder)
            self.graph = dataclasses.replace(
                built, stamp=self._stamp, version=built.version + 1, map_id=self.map_id, key_frames=folder
            )
        if self._describing is not None:
            self._describing.show(self.graph)


class AskingPipeline:
    """Answers questions about scene graphs. It keeps none: each question brings its own. Any number of threads may use
    it at a time.

    Args:
        model: the language model; None makes the one that `settings.llm` names.
        seeing: the model that looks at pictures; None makes the one that `settings.describer` names, or none.

    Raises:
        SettingsError: the model's specification is wrong, or an attribute model's.
        SandboxUnavailable: there is no sandbox, and no program runs without one.
    """

    def __init__(
        self, settings: Settings, model: LanguageModel | None = None, seeing: LanguageModel | None = None
    ) -> None:
        self.settings = settings
        if model is None:
            model = make_model(settings.llm.spec, settings.llm)
        # A model that is none needs no reader: patterns answer. A small one that is no reader is asked itself.
        beside = model.name != NO_MODEL and not model.prefers_forms
        reader = make_reader(settings.llm) if beside else None
        self._reasoner = Reasoner(model, Sandbox(settings.sandbox), settings.reasoning, reader=reader)
        self._attribute_models = make_attribute_models(settings.attributes)
        seeing = seeing or make_seeing_model(settings.describer)
        self._looking = Looking(seeing, settings.describer) if seeing is not None else None

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
        limit_s = question.time_limit_s or self.settings.reasoning.time_limit_s
        scene = self._freeze(graph, viewpoint, marked, limit_s, cancelled)
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
        limit_s = time_limit_s or self.settings.sandbox.time_limit_s
        tools = Tools(self._freeze(graph, viewpoint, marked, limit_s))
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
        """Free the models and the sandbox's processes."""
        self._reasoner.close()
        if self._looking is not None:
            self._looking.close()

    def _freeze(
        self,
        graph: SceneGraph,
        viewpoint: Viewpoint,
        marked: int | None,
        limit_s: float,
        cancelled: Callable[[], bool] | None = None,
    ) -> SituatedScene:
        models = self._attribute_models
        if self._looking is not None:
            glance = self._looking.at(graph, time.monotonic() + limit_s, cancelled)
            models = dataclasses.replace(models, looker=glance)
        return SituatedScene(
            graph,
            viewpoint,
            self.settings.relations,
            marked=marked,
            matching=self.settings.matcher,
            attribute_models=models,
        )


def _key_frames(settings: Settings, map_id: str) -> KeyFrames | None:
    folder = settings.key_frames.folder.strip()
    return KeyFrames(settings.key_frames, map_id) if folder not in ("", NO_FOLDER) else None


def _lap(since: float) -> tuple[float, float]:
    """Seconds since `since`, and the time now."""
    now = time.perf_counter()
    return now - since, now
