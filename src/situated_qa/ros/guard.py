"""Ends the nodes of a bring-up, also when the bring-up was killed and cannot do it itself.

A bring-up starts this file as a process of its own, with the standard library alone, and holds the other end of its
standard input. That ends with the bring-up, however the bring-up ends. The nodes and all that they start are known by
a mark in their environment: they need not do anything for it, and no process id can be mistaken for a recycled one.

    python guard.py MARK GRACE_S [SCRATCH_FOLDER]
"""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK_NAME = "SITUATED_QA_BRINGUP"
"""The environment variable that marks the processes of one bring-up."""

_DONE = b"done"
_PERIOD_S = 0.1
_KILL_LIMIT_S = 10.0  # a process that SIGKILL has not ended by then hangs in the kernel
_EMPTY_LOOKS = 3  # a node may be between fork and exec when its bring-up is killed: look again


@contextlib.contextmanager
def guarded(grace_s: float, scratch: Path | None = None) -> Iterator[dict[str, str]]:
    """Run a guard beside the block; when the block is left, nothing with its mark runs any more.

    Args:
        grace_s: time between SIGINT and SIGKILL if this process is killed, s.
        scratch: folder that the guard removes if this process is killed.

    Yields:
        The mark: what to add to the environment of all that is to end.
    """
    mark = f"{os.getpid()}-{secrets.token_hex(8)}"
    guard = subprocess.Popen(
        [sys.executable, "-I", __file__, mark, str(grace_s), *([str(scratch)] if scratch else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # what is sent to our process group must not end it
    )
    assert guard.stdin is not None
    try:
        yield {MARK_NAME: mark}
    finally:
        with contextlib.suppress(OSError):  # somebody killed the guard
            guard.stdin.write(_DONE)
            guard.stdin.close()
        guard.wait()


def guard_this_process(grace_s: float) -> dict[str, str]:
    """`guarded` until this process ends: for a launcher that starts and stops the nodes by itself; gives the mark."""
    stack = contextlib.ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(guarded(grace_s))


def marked(mark: str) -> list[int]:
    """Process ids of all running processes with a mark that this user may look at."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and _is_marked(int(name), mark)]


def _is_marked(pid: int, mark: str) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()  # empty for one that has ended
    except OSError:
        return False
    return f"{MARK_NAME}={mark}".encode() in environment.split(b"\0")


def _send(pid: int, mark: str, number: signal.Signals) -> None:
    """Signal a process, if it still is the one with the mark."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if _is_marked(pid, mark):
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(handle, number)
    finally:
        os.close(handle)


def end_all(mark: str, grace_s: float) -> None:
    """Ask all processes with a mark to stop (SIGINT), insist after `grace_s` (SIGKILL), return when all have ended."""
    deadline = time.monotonic() + grace_s
    asked: set[int] = set()
    empty = 0
    while empty < _EMPTY_LOOKS and time.monotonic() < deadline + _KILL_LIMIT_S:
        found = marked(mark)
        for pid in found:
            if time.monotonic() >= deadline:
                _send(pid, mark, signal.SIGKILL)
            elif pid not in asked:
                _send(pid, mark, signal.SIGINT)
                asked.add(pid)
        empty = 0 if found else empty + 1
        time.sleep(_PERIOD_S)


def main() -> None:
    """Wait until the bring-up has ended, then see to it that nothing of it is left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    mark, grace_s, *scratch = sys.argv[1:]
    if sys.stdin.buffer.read() == _DONE:
        if marked(mark):  # its nodes have ended; what a killed node had started may not have
            end_all(mark, 0.0)
        return
    with contextlib.suppress(OSError):  # the terminal may have gone, too
        print("situated-qa: the bring-up was killed; stopping its nodes", file=sys.stderr, flush=True)
    end_all(mark, float(grace_s))
    for folder in scratch:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
