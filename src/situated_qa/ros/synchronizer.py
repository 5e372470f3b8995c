"""Groups messages of several streams by stamp. ROS-free: message_filters is not in the wheels, and this is testable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any


class Synchronizer:
    """Matches one item of each stream whose stamps lie within a tolerance of the first stream's.

    Not thread-safe: call it from one callback group.
    """

    def __init__(self, streams: Sequence[str], *, tolerance_ns: int, capacity: int = 60) -> None:
        """
        Args:
            streams: names; the first one leads.
            tolerance_ns: largest difference to the leader's stamp.
            capacity: items kept per stream while their partners are awaited; what came first goes first, and is
                counted: not what has the lowest stamp, for stamps jump back where a recording begins again.
        """
        self.streams = tuple(streams)
        self._leader, self._followers = streams[0], tuple(streams[1:])
        self._tolerance_ns, self._capacity = tolerance_ns, capacity
        self._waiting: dict[str, dict[int, Any]] = {name: {} for name in streams}
        self.unmatched: Counter[str] = Counter()
        """Items given up, per stream."""

    def add(self, stream: str, stamp: int, item: Any) -> dict[str, Any] | None:
        """Take an item; the group it completes, by stream name, or None."""
        self._waiting[stream].pop(stamp, None)  # so that what comes last stands last
        self._waiting[stream][stamp] = item
        group = self._complete()
        if group is None:
            self._forget_surplus()
        return group

    def _complete(self) -> dict[str, Any] | None:
        for leader_stamp in sorted(self._waiting[self._leader]):
            stamps = {self._leader: leader_stamp}
            for name in self._followers:
                nearest = min(self._waiting[name], key=lambda stamp: abs(stamp - leader_stamp), default=None)
                if nearest is None or abs(nearest - leader_stamp) > self._tolerance_ns:
                    break
                stamps[name] = nearest
            else:
                return self._take(stamps)
        return None

    def _take(self, stamps: dict[str, int]) -> dict[str, Any]:
        group = {}
        for name, stamp in stamps.items():
            group[name] = self._waiting[name].pop(stamp)
            # Streams arrive in order: what is older than a match will not find a partner any more.
            for older in [s for s in self._waiting[name] if s < stamp]:
                del self._waiting[name][older]
                self.unmatched[name] += 1
        return group

    def _forget_surplus(self) -> None:
        for name, items in self._waiting.items():
            while len(items) > self._capacity:
                del items[next(iter(items))]
                self.unmatched[name] += 1
