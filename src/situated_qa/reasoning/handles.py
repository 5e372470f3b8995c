"""Keeps this process's files and sockets from the workers that run programs."""

from __future__ import annotations

import contextlib
import os


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
