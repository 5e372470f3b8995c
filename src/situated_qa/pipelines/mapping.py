"""The mapping half: frames in, a map and a scene graph out."""

from __future__ import annotations

import dataclasses
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.config import Settings
from situated_qa.describing.describer import Describer
from situated_qa.errors import DetectorError, MappingError
from situated_qa.geometry import Frame
from situated_qa.mapping.field import LockedField
from situated_qa.mapping.mesh import copy_voxels, extract_mesh, write_ply
from situated_qa.mapping.occupancy import OccupancyGrid
from situated_qa.mapping.surface import SurfaceMap, SurfaceUpdate
from situated_qa.mapping.tsdf import TSDFVolume
from situated_qa.perception.detector import Detection, Detector
from situated_qa.perception.history import Change
from situated_qa.perception.instances import InstanceMap
from situated_qa.perception.moving import MovingThing
from situated_qa.perception.registration import Registration
from situated_qa.pipelines.graph import GraphMaker
from situated_qa.pipelines.seeing import FramePerception, Perceived
from situated_qa.pipelines.stages import lap
from situated_qa.scene.files import KEY_FRAMES, copy_views, write_scene
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.looked_area import LookedArea
from situated_qa.scene.observed import observed_area
from situated_qa.scene.rooms import RoomFinder

_FARTHEST_M = 1e4  # from the map's origin: the volume's float32 and the objects' voxels are exact enough up to there
_SAVE_WAIT_S = 5.0  # for pictures that are being written, when the map is saved


@dataclass(frozen=True, slots=True, eq=False)
class Integrated:
    """What one frame did to the map."""

    surface: SurfaceUpdate  # the surface points of the blocks that changed
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
    may call `perceive`: they meet where perception samples the volume and where the graph is made, under locks. Any
    thread may read `graph`.

    Args:
        describer: names and describes objects; None makes the one that `settings.describer` names, or none.

    Raises:
        MappingError: the volume's device is not there.
        DetectorError: the namer is to be used and something that it needs is missing.
        SettingsError, ModelUnavailable: the describer's model cannot be made.
    """

    def __init__(self, settings: Settings, detector: Detector, describer: Describer | None = None) -> None:
        # Integration and perception use it from two threads, and two first imports of it at once fail.
        import scipy.ndimage  # type: ignore[import-untyped] # noqa: F401
        import skimage.measure
        import skimage.morphology
        import skimage.segmentation  # noqa: F401

        self.settings = settings
        self.counts: Counter[str] = Counter()
        """Frames integrated and perceived, detector failures, and detections rejected by reason."""
        self.map_id = uuid.uuid4().hex
        """Names this map: no other run has it, so a reader that keeps a graph notices that the mapper restarted."""
        self.surface = SurfaceMap(settings.surface)
        """The colored surface points of the whole map."""
        self._volume = TSDFVolume(settings.mapping)
        self._using_volume = threading.Lock()
        self.field = LockedField(self._volume, self._using_volume)
        """The map's surface, as perception and others may sample it from any thread."""
        self._occupancy = OccupancyGrid(settings.occupancy, settings.mapping.device) if settings.rooms.enabled else None
        self._rooms = RoomFinder(settings.rooms)
        self._looked: LookedArea | None = None  # with detections of another process, which may stop for a while
        self._looked_last: tuple[int, int] | None = None  # stamp of the last look, ns, and frames integrated before it
        self._seeing = FramePerception(settings, detector, self.counts)
        self._instances = instances = InstanceMap(settings.instances)
        self._graphs = GraphMaker(
            settings, self.map_id, lambda: self._seeing.vocabulary, lambda: instances.instances, describer
        )

    # ── frames in ────────────────────────────────────────────────────────────────────────────────────────────────

    def observe(self, frame: Frame) -> Observed:
        """Integrate a frame and perceive what is in it: the same frames always give the same graph.

        The detector looks first, so that the very pixels of people and animals stay out of the map.

        Raises:
            DetectorError, MappingError: as `perceive` and `integrate`.
        """
        _check_place(frame)
        try:
            seen = self._see(frame)
        except DetectorError:
            self.integrate(frame)
            raise
        integrated = self._integrate(frame, seen.moving_masks)
        return Observed(integrated, self._understand(frame, seen), self.graph)

    def integrate(self, frame: Frame) -> Integrated:
        """Fuse a frame into the map, and now and then find the rooms anew.

        Depth where people and animals were seen a moment ago stays out. `perceive` works beside this and comes late;
        what frames put into the map before it knew, it takes out again.

        Raises:
            MappingError: the camera stands outside of what the map can hold; the map stays as it was. A full volume
                raises no exception: the map goes on with the blocks it has, and `counts["refused_blocks"]` says how
                much surface was refused.
        """
        _check_place(frame)
        return self._integrate(frame, ())

    def perceive(self, frame: Frame, detections: Sequence[Detection] | None = None) -> Perceived:
        """Take what is seen in a frame into the scene graph. Frames are to come in the order of their stamps.

        Args:
            detections: what another process saw in this frame; None: the detector looks at it now. Where detections are
                given, only what lies in frames with detections counts as observed.

        Raises:
            DetectorError: the detector failed on this frame. A detection that cannot be used is no failure: it is left
                out, counted (`refused_detections`) and named in the result.
            MappingError: as `integrate`.
        """
        _check_place(frame)
        before = self._looked_last
        seen = self._see(frame, detections)
        self._forget_moving(frame.stamp, before)
        return self._understand(frame, seen)

    def _forget_moving(self, stamp: int, before: tuple[int, int] | None) -> None:
        """Take people and animals out of the map that were integrated before the detector saw them.

        Args:
            before: stamp of the look before, ns, and the frames that had been integrated then; None: there was none.
        """
        since, frames = before or (stamp, 0)
        with self._using_volume:
            for low, high in self._seeing.places_of_moving(stamp, since):
                # What more frames have shown than came since that look was there before.
                count = self._volume.forget(low, high, self.counts["frames"] - frames)
                self.counts["forgotten_voxels"] += count

    def _integrate(self, frame: Frame, moving_masks: Sequence[np.ndarray]) -> Integrated:
        seconds: dict[str, float] = {}

        clock = time.perf_counter()
        frame = self._seeing.without_moving(frame, moving_masks)
        with self._using_volume:
            self.counts["refused_blocks"] += self._volume.integrate(frame).refused_blocks
            seconds["integrate"], clock = lap(clock)
            surface = self.surface.update(self._volume)
        seconds["surface"], clock = lap(clock)

        self.counts["frames"] += 1
        self._graphs.integrated(frame.stamp)
        if self._occupancy is not None:
            self._occupancy.integrate(frame)
            if self.counts["frames"] % self.settings.rooms.every_n_frames == 0:
                self.find_rooms()
            seconds["rooms"], clock = lap(clock)
        return Integrated(surface, seconds)

    def _see(self, frame: Frame, detections: Sequence[Detection] | None = None) -> Perceived:
        integrated = self.counts["frames"]
        seen = self._seeing.see(frame, self._instances.instances.values(), detections)
        self._looked_last = frame.stamp, integrated
        if detections is not None:
            self._looked = self._looked or LookedArea(self.settings.observations.max_depth_m)
            self._looked.add(frame)
        return seen

    def _understand(self, frame: Frame, seen: Perceived) -> Perceived:
        """Take what was seen into the instances and the graph."""
        clock = time.perf_counter()
        staying = seen.staying
        changes = self._instances.update(staying, frame.stamp, frame, self.field)
        associated, _ = lap(clock)
        seconds = seen.seconds | self._graphs.perceived(frame, staying, changes)
        seconds["understand"] += associated
        self.counts["perceived"] += 1
        return dataclasses.replace(seen, seconds=seconds)

    def find_rooms(self) -> SceneGraph:
        """Bring rooms, doors and walkable floor up to date now, instead of with one of the next frames."""
        grid = self._occupancy
        if grid is not None:
            evidence, origin, cell_m = grid.evidence, grid.origin, grid.settings.cell_m
            found = self._rooms.update(evidence, origin, cell_m, self.graph.objects, floor_m=grid.settings.floor_m)
            observed = observed_area(evidence, origin, cell_m)
            if observed is not None and self._looked is not None:
                observed = self._looked.limit(observed)
            self._graphs.found_rooms(found, observed)
        return self.graph

    # ── what came of them ────────────────────────────────────────────────────────────────────────────────────────

    @property
    def graph(self) -> SceneGraph:
        """The newest graph. Of version 0 until the first frame is integrated, and then never again."""
        return self._graphs.graph

    @property
    def history(self) -> tuple[Change, ...]:
        """What came, went and moved, oldest first; of any thread."""
        return self._instances.history

    @property
    def live(self) -> tuple[MovingThing, ...]:
        """The people and animals seen a moment ago, with the stamps of their frames; of any thread."""
        return self._seeing.live(self.graph.stamp)

    @property
    def registration(self) -> Registration:
        """Whether color fits depth, as far as the frames that were perceived tell."""
        return self._seeing.registration

    @property
    def problems(self) -> dict[str, str]:
        """What goes wrong beside mapping, by the part: key frames that cannot be written, a describer that fails."""
        return self._graphs.problems

    @property
    def device(self) -> str:
        """Where the volume's kernels run: cpu or cuda:N."""
        return str(self._volume.device)

    def save(self, folder: Path, map_lock: AbstractContextManager[object] | None = None) -> list[Path]:
        """Write the mesh (`mesh.ply`), the graph (`scene.json`) and its pictures (`key_frames/`) into a folder.

        The folder is made if it is missing.

        Args:
            map_lock: held while the map is used, but not while the mesh is made of a copy and files are written.

        Raises:
            OSError: the folder cannot be written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._graphs.take_pictures(wait_s=_SAVE_WAIT_S)
        with map_lock or nullcontext():
            graph = self.find_rooms()
            with self._using_volume:
                voxels = copy_voxels(self._volume)
        mesh_path, scene_path = folder / "mesh.ply", folder / "scene.json"
        write_ply(extract_mesh(voxels), mesh_path)
        if not graph.key_frames:
            write_scene(graph, scene_path)
            return [mesh_path, scene_path]
        views = copy_views(graph, folder / KEY_FRAMES)
        objects = tuple(dataclasses.replace(node, views=views.get(node.id, ())) for node in graph.objects)
        write_scene(dataclasses.replace(graph, objects=objects, key_frames=KEY_FRAMES), scene_path)
        return [mesh_path, scene_path, folder / KEY_FRAMES]

    # ── beside the frames ────────────────────────────────────────────────────────────────────────────────────────

    def take_pictures(self, *, wait_s: float = 0.0) -> None:
        """Take the pictures that were written since the last perceived frame into the graph.

        Args:
            wait_s: how long to wait for those that are being written.
        """
        self._graphs.take_pictures(wait_s=wait_s)

    def asked_about(self, ids: Iterable[int]) -> None:
        """Somebody asked about these objects: they are described before others."""
        self._graphs.asked_about(ids)

    def wait_until_described(self, timeout_s: float) -> bool:
        """Whether everything in the graph is described within a time; at once where nothing describes."""
        return self._graphs.wait_until_described(timeout_s)

    def warm_up(self) -> None:
        """Compile the kernels now, so that the first frame does not wait for them."""
        self._volume.warm_up()
        if self._occupancy is not None:
            self._occupancy.warm_up()

    def close(self) -> None:
        """End the threads that write pictures and describe them."""
        self._graphs.close()


def _check_place(frame: Frame) -> None:
    """
    Raises:
        MappingError: the camera is farther from the map's origin than anything can be mapped.
    """
    at = frame.T_map_camera.t
    if not np.abs(at).max() <= _FARTHEST_M:
        raise MappingError(
            f"the camera at {at.round(1).tolist()} m is farther than {_FARTHEST_M:g} m from the map's origin: check "
            "the pose, or use a map frame whose origin is near"
        )
