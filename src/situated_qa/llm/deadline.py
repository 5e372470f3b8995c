"""Keep a request to a server within its time, however the server behaves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from situated_qa.errors import ModelTimeout

T = TypeVar("T")


class Deadline:
    """A moment after which a request is given up; the request asks `passed` between pieces of the reply."""

    def __init__(self, timeout_s: float) -> None:
        self._end = time.monotonic() + timeout_s
        self._given_up = threading.Event()

    def remaining_s(self) -> float:
        """Seconds left; never below a millisecond, so that it can serve as a socket's timeout."""
        return max(1e-3, self._end - time.monotonic())

    def passed(self) -> bool:
        """Whether the request should stop."""
        return self._given_up.is_set() or time.monotonic() >= self._end

    def give_up(self) -> None:
        """Make `passed` true from now on."""
        self._given_up.set()


def within(timeout_s: float, request: Callable[[Deadline], T], *, what: str) -> T:
    """Run `request` in a thread of its own and wait for it no longer than `timeout_s`.

    A socket's timeout starts anew with every piece of a reply, so it cannot bound the whole. The thread left behind
    ends at its next piece or at its socket's timeout, whichever is first.

    Raises:
        ModelTimeout: it took longer.
        Exception: whatever `request` raises.
    """
    deadline = Deadline(timeout_s)
    outcome: list[T] = []
    trouble: list[BaseException] = []

    def work() -> None:
        try:
            outcome.append(request(deadline))
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=work, name="language-model-request", daemon=True)
    thread.start()
    thread.join(timeout_s)
    if trouble:
        raise trouble[0]
    if not outcome:
        deadline.give_up()
        raise ModelTimeout(f"{what} gave no reply within {timeout_s:.1f} s")
    return outcome[0]
