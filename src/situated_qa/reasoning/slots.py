"""Who may use the sandbox's workers now: a bounded number at a time, questions before programs of callers."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from situated_qa.errors import SandboxBusy


class Slots:
    """Places that are taken and given back, in the order of asking; safe to use from several threads.

    A guest, so a program that a caller sent, waits while any question does, and leaves one place free for questions
    where there is more than one.
    """

    def __init__(self, places: int, of: str = "workers of the sandbox") -> None:
        """
        Args:
            of: what the places are, in words, for the error.
        """
        self._places, self._of = places, of
        self._for_guests = max(1, places - 1)
        self._taken = 0
        self._taken_by_guests = 0
        self._questions: deque[object] = deque()
        self._guests: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def place(self, deadline: float, *, guest: bool = False) -> Iterator[None]:
        """Wait for a place and hold it.

        Args:
            deadline: time.monotonic() seconds until which to wait; infinity for as long as it takes.

        Raises:
            SandboxBusy: none came free in time.
        """
        start = time.monotonic()
        wait_s = min(max(0.0, deadline - start), threading.TIMEOUT_MAX)
        me, queue = object(), self._guests if guest else self._questions
        with self._changed:
            queue.append(me)
            try:
                free = self._changed.wait_for(lambda: self._may_go(me, guest), wait_s)
            finally:
                queue.remove(me)
                self._changed.notify_all()
            if not free:
                waited_s = time.monotonic() - start
                text = f"all {self._places} {self._of} were busy for {waited_s:.1f} s; ask again later"
                raise SandboxBusy(text)
            self._taken += 1
            self._taken_by_guests += guest
        try:
            yield
        finally:
            with self._changed:
                self._taken -= 1
                self._taken_by_guests -= guest
                self._changed.notify_all()

    def _may_go(self, me: object, guest: bool) -> bool:
        if self._taken >= self._places:
            return False
        if not guest:
            return self._questions[0] is me
        return not self._questions and self._guests[0] is me and self._taken_by_guests < self._for_guests
