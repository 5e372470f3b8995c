"""Ends a worker process at its program's deadline, whatever the process or the border to it is busy with."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable


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
