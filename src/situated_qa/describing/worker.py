"""Describes the objects of a growing map, one picture after the other, in a thread of its own.

What was asked about goes first, then what was seen for the first time most recently. A picture is described once,
however often it comes; an object again when a much better picture of it is there, or it was asked about and a newer one
is.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from situated_qa.describing.describer import Describer
from situated_qa.describing.replies import Description
from situated_qa.errors import ModelCancelled, ModelError, ModelTimeout, ModelUnavailable
from situated_qa.perception.key_views import KeyView, read_view
from situated_qa.scene.graph import ObjectNode, SceneGraph

_log = logging.getLogger(__name__)
_REMEMBERED = 2_000  # pictures
_MOST_TRIES = 2  # of one picture that got no usable reply
_MUCH_BETTER = 1.5
_NEWER_NS = 30_000_000_000
_MOST_ASKED = 200  # ids


@dataclass(frozen=True, slots=True)
class Described:
    """A description, and where it is from."""

    description: Description
    model: str
    stamp: int  # ns, of the picture
    quality: float  # of the picture

    @property
    def source(self) -> str:
        """For people: "seen by ollama:qwen2.5vl:7b at 12.3 s"."""
        return f"seen by {self.model} at {self.stamp / 1e9:.1f} s"


class DescribingWorker:
    """Runs a `Describer` over the pictures of a graph.

    Args:
        described: called in the worker's thread with an object's id and its description.
        retry_s: pause after the model was not available.
    """

    def __init__(self, describer: Describer, described: Callable[[int, Described], None], *, retry_s: float) -> None:
        self._describer, self._described, self._retry_s = describer, described, retry_s
        self.counts: Counter[str] = Counter()
        """Pictures described, taken from memory, and failed by reason."""
        self.problem = ""
        """Why the latest picture was not described; "" where it was."""
        self._changed = threading.Condition()
        self._graph = SceneGraph()
        self._map_id = ""
        self._done: dict[int, Described | None] = {}  # by id; None: its picture gave nothing
        self._asked: OrderedDict[int, bool] = OrderedDict()  # ids, the latest last
        self._tries: Counter[str] = Counter()  # by picture
        self._remembered: OrderedDict[str, Description] = OrderedDict()  # by sha256 of the picture
        self._closed = threading.Event()
        self._busy = False
        self._thread: threading.Thread | None = None

    def show(self, graph: SceneGraph) -> None:
        """The map as it is now. Never waits for the model."""
        with self._changed:
            if graph is self._graph:
                return
            if graph.map_id != self._map_id:  # ids mean other things
                self._map_id = graph.map_id
                self._done.clear()
                self._asked.clear()
            self._graph = graph
            for id in [id for id in self._done if id not in graph.by_id]:
                del self._done[id]  # what was told of it went with it: if it comes back, it is told again
            self._changed.notify_all()
            if self._thread is None and not self._closed.is_set() and any(node.views for node in graph.objects):
                self._thread = threading.Thread(target=self._work, name="describer", daemon=True)
                self._thread.start()

    def asked_about(self, ids: Iterable[int]) -> None:
        """These objects go first."""
        with self._changed:
            for id in list(ids)[-_MOST_ASKED:]:
                self._asked.pop(id, None)
                self._asked[id] = True
            while len(self._asked) > _MOST_ASKED:
                self._asked.popitem(last=False)
            self._changed.notify_all()

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Whether everything shown is described within a time."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy and self._next() is None, timeout_s)

    def close(self) -> None:
        """End the request that is under way, the thread and the describer."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self._describer.close()
        if self._thread is not None:
            self._thread.join(timeout=10.0)

    def _work(self) -> None:
        while not self._closed.is_set():
            with self._changed:
                self._changed.wait_for(lambda: self._closed.is_set() or self._next() is not None)
                wanted = None if self._closed.is_set() else self._next()
                folder, self._busy = self._graph.key_frames, wanted is not None
            if wanted is None:
                return
            try:
                pause_s = self._take(folder, *wanted)
            except Exception as error:  # the thread must outlive any one picture, and any describer
                _log.exception("describing object %d failed", wanted[0].id)
                pause_s = self._failed(wanted[1], "error", error)
            with self._changed:
                self._busy = False
                self._changed.notify_all()
            if pause_s and self._closed.wait(pause_s):
                return

    def _next(self) -> tuple[ObjectNode, KeyView] | None:
        """What is described next, and by which picture; None where nothing is left to do."""
        asked = {id: k for k, id in enumerate(self._asked)}
        best: tuple[tuple[int, int, int], ObjectNode, KeyView] | None = None
        for node in self._graph.objects:
            view = self._wanted_view(node, node.id in asked)
            if view is None:
                continue
            key = (asked.get(node.id, -1), node.first_seen, -node.id)
            if best is None or key > best[0]:
                best = (key, node, view)
        return None if best is None else best[1:]

    def _wanted_view(self, node: ObjectNode, asked: bool) -> KeyView | None:
        views = [view for view in node.views if self._tries[view.file] < _MOST_TRIES]
        if not views:
            return None
        best, done = views[0], self._done.get(node.id)
        if done is None:
            return best
        if best.quality > _MUCH_BETTER * done.quality:
            return best
        newest = max(views, key=lambda view: view.stamp)
        return newest if asked and newest.stamp > done.stamp + _NEWER_NS else None

    def _take(self, folder: str, node: ObjectNode, view: KeyView) -> float:
        """Describe one picture; seconds to pause before the next."""
        picture = read_view(folder, view.file)
        if picture is None:  # it was replaced; a newer graph tells by which
            self._tries[view.file] = _MOST_TRIES
            return 0.0
        key = hashlib.sha256(picture).hexdigest()
        description = self._remembered.get(key)
        if description is None:
            try:
                description = self._describer.describe(picture, node.category, cancelled=self._closed.is_set)
            except ModelCancelled:
                return 0.0
            except ModelUnavailable as error:
                self.problem = f"objects are not described: {error}"
                self.counts["unavailable"] += 1
                return self._retry_s
            except ModelTimeout as error:
                return self._failed(view, "timeout", error)
            except ModelError as error:
                return self._failed(view, "unusable", error)
            self._remembered[key] = description
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
            self.counts["described"] += 1
        else:
            self.counts["remembered"] += 1
        self.problem = ""
        described = Described(description, self._describer.name, view.stamp, view.quality)
        with self._changed:
            if node.id in self._graph.by_id:
                self._done[node.id] = described
        self._described(node.id, described)
        return 0.0

    def _failed(self, view: KeyView, reason: str, error: Exception) -> float:
        self._tries[view.file] += 1
        self.counts[reason] += 1
        self.problem = f"an object was not described: {error}"
        return 0.0
