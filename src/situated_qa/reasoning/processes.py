"""Care for the worker processes: who may use one now, what they inherit, and their end at the program's deadline."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from situated_qa.errors import SandboxBusy


def keep_handles() -> None:
    """Let no process started from now on inherit a file descriptor above standard error.

    Python's own descriptors are not inherited anyway; those of libraries are. A worker started by a ROS 2 node would
    hold the sockets of its DDS participant, and the locks by which DDS tells that the participant is alive.
    """
    try:
        numbers = [int(name) for name in os.listdir("/proc/self/fd")]
    except OSError:  # no /proc: not Linux
        return
    for number in numbers:
        if number > 2:
            with contextlib.suppress(OSError):  # closed meanwhile
                os.set_inheritable(number, False)


class Slots:
    """Places that are taken and given back, in the order of asking; safe to use from several threads.

    A guest, so a program that a caller sent, waits while any question does, and leaves one place free for questions
    where there is more than one.
    """

    def __init__(self, places: int) -> None:
        self._places = places
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
                text = f"all {self._places} workers of the sandbox were busy for {waited_s:.1f} s; ask again later"
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


class Watchdog:
    """Kills a process when its time has passed; a context manager around what the process is asked to do."""

    def __init__(self, pid: int, remaining_s: Callable[[], float]) -> None:
        """
        Args:
            pid: the process.
            remaining_s: seconds that are left; asked again when they have passed, as they may have become more.
        """
        self._process = os.pidfd_open(pid)  # unlike the number, never that of a process that came later
        self._remaining_s = remaining_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="sandbox watchdog", daemon=True)
        self.fired = False

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        os.close(self._process)

    def _watch(self) -> None:
        while not self._over.wait(max(0.0, self._remaining_s())):
            if self._remaining_s() <= 0.0:
                self.fired = True
                with contextlib.suppress(ProcessLookupError):  # it ended by itself
                    signal.pidfd_send_signal(self._process, signal.SIGKILL)
                return
