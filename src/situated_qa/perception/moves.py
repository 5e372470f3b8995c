"""Which thing that left one place is the one that came to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

import numpy as np

from situated_qa.geometry import Box
from situated_qa.perception.colors import alike
from situated_qa.perception.tracks import Track

_MOVED_M = 0.15  # what moves less may be a box that got better
_OTHER_SIZE = 0.4  # sizes of one thing in two views differ by less than this share
_SIZE_SLACK_M = 0.1
_REMEMBERED = 50


class Shown(Protocol):
    """What is compared of an instance."""

    @property
    def id(self) -> int: ...
    @property
    def category(self) -> str: ...
    @property
    def box(self) -> Box: ...
    @property
    def rgb(self) -> tuple[int, int, int]: ...
    @property
    def first_seen(self) -> int: ...


def is_elsewhere(before: Box, now: Box) -> bool:
    """Whether a box's middle is so far from where it was that its thing may have moved."""
    return float(np.linalg.norm(now.center - before.center)) >= _MOVED_M


def resemble(a: Shown, b: Shown) -> bool:
    """Whether two instances can be one thing in two places: of one name, like size and like color."""
    if a.category != b.category or not alike(a.rgb, b.rgb):
        return False
    one, other = np.sort(a.box.extents), np.sort(b.box.extents)
    return bool((np.abs(one - other) <= np.maximum(_OTHER_SIZE * np.maximum(one, other), _SIZE_SLACK_M)).all())


def heir_of(gone: Shown, last_seen: int, others: Iterable[tuple[Shown, Track]]) -> int | None:
    """Which of the instances a thing has become that is no longer in its place; None where none or several can be.

    Only what came after the thing was last seen (ns), to a place that had been seen empty.
    """
    able = [v.id for v, track in others if track.arrived and v.first_seen > last_seen and resemble(gone, v)]
    return able[0] if len(able) == 1 else None


class DepartedThings:
    """The things that went last, in case they turn up again."""

    def __init__(self) -> None:
        self._gone: deque[tuple[Shown, Track]] = deque(maxlen=_REMEMBERED)

    def add(self, view: Shown, track: Track) -> None:
        """Remember what went."""
        self._gone.append((view, track))

    def take(self, arrived: Shown, track: Track) -> tuple[Shown, Track] | None:
        """The thing that an arrived one is, no longer remembered as gone; None where none or several can be."""
        if not track.arrived:
            return None
        able = [(v, t) for v, t in self._gone if t.last_seen < arrived.first_seen and resemble(v, arrived)]
        if len(able) != 1:
            return None
        self._gone = deque((pair for pair in self._gone if pair[0] is not able[0][0]), _REMEMBERED)
        return able[0]
