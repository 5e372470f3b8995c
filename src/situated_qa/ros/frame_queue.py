"""A queue between two threads that never makes the one that puts wait: when it is full, the oldest item goes."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FrameQueue(Generic[Item]):
    """Bounded, first in first out; with a capacity of 1 it holds the newest item alone. Thread-safe."""

    def __init__(self, capacity: int) -> None:
        self._items: deque[Item] = deque()
        self._capacity = capacity
        self._changed = threading.Condition()
        self._closed = False

    def put(self, item: Item) -> Item | None:
        """Add an item; the one that had to go for it, or None."""
        with self._changed:
            gone = self._items.popleft() if len(self._items) >= self._capacity else None
            self._items.append(item)
            self._changed.notify()
            return gone

    def take(self) -> Item | None:
        """The oldest item, waiting for one; None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._closed)
            return None if self._closed else self._items.popleft()

    def close(self) -> None:
        """Let `take` return; what is still queued is given up."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        return len(self._items)
