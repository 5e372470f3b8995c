"""What came, went and moved, and when: the last changes of the map, for a change log."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from situated_qa.geometry import Box


class ChangeKind(StrEnum):
    """What happened to a thing."""

    CAME = "came"  # where it is now was seen empty before; what was merely found is no change
    WENT = "went"  # where it was is seen empty
    MOVED = "moved"  # it left one place, and one of its kind, size and color is at another


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that came, went or moved."""

    kind: ChangeKind
    id: int  # of the instance; a thing that moved keeps its id
    category: str
    before: Box | None  # where it was; None where it came
    after: Box | None  # where it is; None where it went
    stamp: int  # ns, of the frame that showed it


class ChangeHistory:
    """The newest changes, oldest first.

    Args:
        limit: older ones are forgotten.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._changes: tuple[Change, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """A snapshot; of any thread."""
        return self._changes

    def add(self, change: Change) -> None:
        """Note a change. What moved is no longer said to have gone."""
        if change.kind is ChangeKind.MOVED:
            self.withdraw(change.id, ChangeKind.WENT)
        if self._limit:
            self._changes = (*self._changes, change)[-self._limit :]

    def withdraw(self, id: int, kind: ChangeKind) -> None:
        """Take back what was noted of a thing."""
        self._changes = tuple(change for change in self._changes if change.id != id or change.kind is not kind)
