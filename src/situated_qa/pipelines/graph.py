"""The scene graph of a growing map: what perception, room finding, key frames and the describer know, in one value."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from situated_qa.config import Settings
from situated_qa.describing.describer import Describer, ModelDescriber
from situated_qa.describing.notes import Descriptions
from situated_qa.describing.settings import make_seeing_model
from situated_qa.describing.worker import Described, DescribingWorker
from situated_qa.geometry import Frame
from situated_qa.perception.instances import Instance, InstanceChanges
from situated_qa.perception.key_frames import NO_FOLDER, KeyFrames
from situated_qa.perception.key_views import KeyView
from situated_qa.perception.observations import Observation
from situated_qa.pipelines.stages import lap
from situated_qa.scene.builder import ObjectNotes, SceneBuilder
from situated_qa.scene.graph import SceneGraph
from situated_qa.scene.observed import ObservedArea, Vocabulary
from situated_qa.scene.rooms import FoundRooms


class GraphMaker:
    """Holds the newest graph. Any thread may call any method; a description comes from the describer's thread.

    Args:
        map_id: names the map in its graphs.
        vocabulary: what can be named at the time of the call.
        instances: the objects believed in at the time of the call.
        describer: names and describes objects; None makes the one that `settings.describer` names, or none.

    Raises:
        SettingsError, ModelUnavailable: the describer's model cannot be made.
    """

    def __init__(
        self,
        settings: Settings,
        map_id: str,
        vocabulary: Callable[[], Vocabulary],
        instances: Callable[[], Mapping[int, Instance]],
        describer: Describer | None = None,
    ) -> None:
        self.graph = SceneGraph()
        """The newest graph. Of version 0 until the first frame is integrated, and then never again."""
        self._map_id, self._vocabulary, self._instances = map_id, vocabulary, instances
        self._builder = SceneBuilder(settings.relations, vocabulary=vocabulary())
        self._lock = threading.Lock()
        self._stamp: int | None = None  # of the last frame that was integrated, ns
        folder = settings.key_frames.folder.strip()
        self._key_frames = KeyFrames(settings.key_frames, map_id) if folder not in ("", NO_FOLDER) else None
        self._descriptions = Descriptions(settings.describer.least_confidence)
        self._describing = self._make_describing(settings, describer)

    # ── what comes in ────────────────────────────────────────────────────────────────────────────────────────────

    def integrated(self, stamp: int) -> None:
        """A frame was integrated: the graph is of its stamp from now on, ns."""
        self._stamp = stamp
        self._renew()

    def perceived(
        self, frame: Frame, observations: Sequence[Observation], changes: InstanceChanges
    ) -> dict[str, float]:
        """Take over what a frame changed among the instances; the seconds that it took, by stage.

        Args:
            observations: those that `changes.observed` counts.
        """
        seconds: dict[str, float] = {}
        clock = time.perf_counter()
        instances, changed = self._instances(), set(changes.changed)
        if self._key_frames is not None:
            changed |= self._key_frames.update(
                frame,
                observations,
                changes.observed,
                believed=instances,
                removed=changes.removed,
                merged=changes.merged,
            )
            seconds["key_frames"], clock = lap(clock)
        with self._lock:
            self._builder.declare(self._vocabulary())  # it may come to know more names, or fewer
            self._descriptions.follow(changes.merged, changes.removed)
            notes = {id: self._notes(instances[id]) for id in changed}
            self._builder.update(instances, changed, changes.removed, frame.stamp, notes)
        self._renew()
        seconds["understand"], clock = lap(clock)
        return seconds

    def found_rooms(self, found: FoundRooms, observed: ObservedArea | None) -> None:
        """Take over rooms, doors, walkable floor and the observed area."""
        with self._lock:
            self._builder.update_place(found, observed, self._stamp or 0)
        self._renew()

    def take_pictures(self, *, wait_s: float = 0.0) -> None:
        """Take the pictures that were written since the last perceived frame into the graph.

        Args:
            wait_s: how long to wait for those that are being written.
        """
        if self._key_frames is None:
            return
        changed = self._key_frames.collect(wait_s=wait_s)
        if changed:
            self._note_again(changed)

    def asked_about(self, ids: Iterable[int]) -> None:
        """Somebody asked about these objects: they are described before others."""
        if self._describing is not None:
            self._describing.asked_about(ids)

    # ── how it goes ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def problems(self) -> dict[str, str]:
        """What goes wrong, by the part: key frames that cannot be written, a describer that fails."""
        told = {
            "key frames": "" if self._key_frames is None else self._key_frames.problem,
            "describer": "" if self._describing is None else self._describing.problem,
        }
        return {part: text for part, text in told.items() if text}

    def wait_until_described(self, timeout_s: float) -> bool:
        """Whether everything in the graph is described within a time; at once where nothing describes."""
        return self._describing is None or self._describing.wait_until_idle(timeout_s)

    def close(self) -> None:
        """End the threads that write pictures and describe them."""
        if self._describing is not None:
            self._describing.close()
        if self._key_frames is not None:
            self._key_frames.close()

    # ── the graph ────────────────────────────────────────────────────────────────────────────────────────────────

    def _make_describing(self, settings: Settings, describer: Describer | None) -> DescribingWorker | None:
        if describer is None:
            model = make_seeing_model(settings.describer)
            describer = ModelDescriber(model, settings.describer) if model is not None else None
        if describer is None or self._key_frames is None:
            return None
        return DescribingWorker(describer, self._take_description, retry_s=settings.describer.retry_s)

    def _take_description(self, id: int, described: Described) -> None:
        """Called by the worker, in its thread."""
        with self._lock:
            if id not in self._instances():  # it went meanwhile
                return
            self._descriptions.take(id, described)
        self._note_again({id})

    def _note_again(self, changed: Collection[int]) -> None:
        """Bring the graph up to date with what is known beside what perception measures."""
        with self._lock:
            # As they are now: those of a moment ago would take back what frames have shown since.
            instances = self._instances()
            there = {id for id in changed if id in instances and id in self._builder.graph.by_id}
            notes = {id: self._notes(instances[id]) for id in there}
            self._builder.update(instances, there, (), self._builder.graph.stamp, notes)
        self._renew()

    def _notes(self, instance: Instance) -> ObjectNotes:
        views: tuple[KeyView, ...] = () if self._key_frames is None else self._key_frames.views(instance.id)
        return self._descriptions.notes(instance, views)

    def _renew(self) -> None:
        """Show the builder's graph as this map's, with the stamp of the last frame that was integrated."""
        if self._stamp is None:
            return  # nothing was seen yet, and a graph would say that there is nothing
        with self._lock:
            built = self._builder.graph
            # One more than the builder's: a place that a frame showed to be empty is known, too.
            folder = "" if self._key_frames is None else str(self._key_frames.folder)
            self.graph = dataclasses.replace(
                built, stamp=self._stamp, version=built.version + 1, map_id=self._map_id, key_frames=folder
            )
        if self._describing is not None:
            self._describing.show(self.graph)
