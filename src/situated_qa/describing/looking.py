"""Looks at an object because a question asks what nothing recorded: at recent pictures, in the question's time.

`Looking` belongs to the process; `Looking.at` gives what one question may use, an `AttributeModel` that observes.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from situated_qa.describing.prompts import looking
from situated_qa.describing.replies import look_schema, read_look
from situated_qa.describing.settings import DescriberSettings
from situated_qa.errors import ModelError, ModelTimeout
from situated_qa.llm.client import LanguageModel
from situated_qa.perception.key_views import KeyView, read_view
from situated_qa.scene.graph import ObjectNode, SceneGraph
from situated_qa.situated.attributes import best_candidate
from situated_qa.situated.looker import Glimpse

_log = logging.getLogger(__name__)
_REMEMBERED = 500  # replies
_RECENT_NS = 60_000_000_000
_LEAST_TIME_S = 0.5  # below it nothing is asked
_RESERVE_S = 0.3  # of the question's time, for the answer's words
_REPLY_TOKENS = 120

Reply = tuple[str, float]


class Looking:
    """One model that sees, and what it said of each picture; any number of threads may use it.

    Args:
        model: closed with it.
    """

    def __init__(self, model: LanguageModel, settings: DescriberSettings) -> None:
        self.model, self.settings = model, settings
        self._lock = threading.Lock()
        self._remembered: OrderedDict[tuple[str, ...], Reply] = OrderedDict()

    def at(
        self,
        graph: SceneGraph,
        until: float,
        cancelled: Callable[[], bool] | None = None,
        *,
        graph_age_s: float = 0.0,
    ) -> Glance:
        """What one question may use.

        Args:
            graph: the one that is asked.
            until: `time.monotonic()` seconds at which the question's time ends.
            cancelled: true once the asker has gone.
            graph_age_s: time since the graph's stamp, s; what is not known (-1) counts as none.
        """
        return Glance(self, graph, until, cancelled, graph.stamp + round(max(0.0, graph_age_s) * 1e9))

    def close(self) -> None:
        """Free the model."""
        self.model.close()

    def reply(
        self,
        picture: bytes,
        category: str,
        question: str,
        candidates: Sequence[str] | None,
        timeout_s: float,
        cancelled: Callable[[], bool] | None,
    ) -> Reply:
        """What the model says to a question about a picture ("" for "cannot tell"), and how sure it is.

        Raises:
            ModelError: no usable reply in time.
        """
        key = (hashlib.sha256(picture).hexdigest(), category, question, *(candidates or ()))
        with self._lock:
            known = self._remembered.get(key)
        if known is not None:
            return known
        completion = self.model.complete(
            looking(picture, category, question, candidates),
            max_tokens=min(_REPLY_TOKENS, self.settings.max_tokens),
            timeout_s=timeout_s,
            json_schema=look_schema(candidates),
            cancelled=cancelled,
        )
        reply = read_look(completion.text, candidates)
        with self._lock:
            self._remembered[key] = reply
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return reply


class Glance:
    """The looks of one question: a `Looker`.

    Args:
        now: sensor time at which it is asked, ns.
    """

    def __init__(
        self, owner: Looking, graph: SceneGraph, until: float, cancelled: Callable[[], bool] | None, now: int
    ) -> None:
        self.name = owner.model.name
        self._owner, self._graph, self._until, self._cancelled, self._now = owner, graph, until, cancelled, now
        self._looked: set[str] = set()  # pictures

    def describe(self, node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> Glimpse:
        """See `Looker.describe`."""
        return self.look(node, _question(node, attribute, candidates), candidates)

    def look(self, node: ObjectNode, question: str, candidates: Sequence[str] | None = None) -> Glimpse:
        """Its answer to a question about an object, from the best recent pictures; without a value: why there is none.

        Two looks that tell different things tell nothing.

        Args:
            candidates: answers to choose from; None where any will do.
        """
        read = [(view, read_view(self._graph.key_frames, view.file)) for view in recent(node.views)]
        pictures = [(view, data) for view, data in read if data is not None]
        if not pictures:
            return _nothing("I have no picture of it")
        turned = [*reversed(candidates)] if candidates else None
        plan = [(*pictures[0], candidates)]
        if len(pictures) > 1:
            plan.append((*pictures[1], candidates))
        elif turned:
            plan.append((*pictures[0], turned))
        seen: list[Glimpse] = []
        for view, picture, choices in plan[: self._owner.settings.looks_per_answer]:
            seen.append(self._glance(node, view, picture, question, choices))
        told = [opinion for opinion in seen if opinion.value]
        if len(told) > 1 and not _agree(told[0].value, told[1].value, exactly=bool(candidates)):
            return _nothing(f"two looks at it, {told[0].when}, did not agree")
        return told[0] if told else seen[0]

    def _glance(
        self, node: ObjectNode, view: KeyView, picture: bytes, question: str, candidates: Sequence[str] | None
    ) -> Glimpse:
        """What one picture tells."""
        when = age_in_words(self._now - view.stamp)
        settings, left_s = self._owner.settings, self._until - time.monotonic() - _RESERVE_S
        if left_s < _LEAST_TIME_S:
            return _nothing("there was no time left to look")
        if view.file not in self._looked and len(self._looked) >= settings.looks_per_question:
            return _nothing(f"I looked at {len(self._looked)} other pictures for this question already")
        self._looked.add(view.file)
        try:
            answer, confidence = self._owner.reply(
                picture, node.category, question, candidates, min(settings.timeout_s, left_s), self._cancelled
            )
        except ModelTimeout:
            return _nothing("the model that looks at pictures did not answer in time")
        except ModelError as error:
            _log.warning("%s gave no answer about a picture: %s", self.name, error)
            return _nothing("the model that looks at pictures gave no usable answer")
        except Exception:  # a model that is busy, a fault of a plug-in: the question goes on without a look
            _log.exception("%s failed at a picture", self.name)
            return _nothing("the model that looks at pictures could not be asked")
        if not answer:
            return _nothing(f"a picture of it taken {when} does not show that")
        if confidence < settings.least_confidence:
            return _nothing(f"a picture of it taken {when} does not show that clearly")
        return Glimpse(answer, f"a picture taken {when}, seen by {self.name}", when)


def _agree(a: str, b: str, *, exactly: bool) -> bool:
    """Whether two answers say the same: "wood" and "wooden" do, unless they were chosen from a list."""
    return a == b or (not exactly and (best_candidate(a, [b]) or best_candidate(b, [a])) is not None)


def recent(views: Sequence[KeyView]) -> list[KeyView]:
    """The pictures that are hardly older than the newest, the best first."""
    newest = max((view.stamp for view in views), default=0)
    return sorted(
        (view for view in views if newest - view.stamp <= _RECENT_NS), key=lambda view: (-view.quality, -view.stamp)
    )


def age_in_words(age_ns: int) -> str:
    """ "just now", "12 s ago", "5 minutes ago", "3 hours ago"."""
    seconds = max(0, age_ns) / 1e9
    if seconds < 2.0:
        return "just now"
    if seconds < 120.0:
        return f"{seconds:.0f} s ago"
    return f"{seconds / 60.0:.0f} minutes ago" if seconds < 7200.0 else f"{seconds / 3600.0:.0f} hours ago"


def _nothing(why: str) -> Glimpse:
    return Glimpse("", why)


def _question(node: ObjectNode, attribute: str, candidates: Sequence[str] | None) -> str:
    if attribute == "text":
        return f"What is written on the {node.category}?"
    if candidates and len(candidates) == 2 and candidates[1] == f"not {candidates[0]}":
        return f"Is the {node.category} {candidates[0]}?"
    if attribute == "state":
        told = f" {' or '.join(candidates)}" if candidates else ""
        return f"Is the {node.category}{told}?" if told else f"What state is the {node.category} in?"
    return f"What {attribute} is the {node.category}?"
