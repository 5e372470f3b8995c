"""Keep a request within its time, and end it at once when nobody waits for it any more."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from situated_qa.errors import ModelCancelled, ModelError, ModelTimeout, ModelUnavailable

T = TypeVar("T")

POLL_S = 0.05
"""Between two looks at whether the asker has gone."""


class Deadline:
    """One request's end: its time, or sooner, when it is given up.

    The thread that works on the request asks `passed` between pieces of the reply; one that is blocked in a socket is
    woken by what `on_give_up` was told to do.
    """

    def __init__(self, timeout_s: float, what: str = "the model") -> None:
        self._what, self._timeout_s = what, timeout_s
        self._end = time.monotonic() + timeout_s
        self._lock = threading.Lock()
        self._error: ModelError | None = None
        self._cuts: list[Callable[[], None]] = []

    def remaining_s(self) -> float:
        """Seconds left; never below a millisecond, so that it can serve as a socket's timeout."""
        return max(1e-3, self._end - time.monotonic())

    def passed(self) -> bool:
        """Whether the request should stop."""
        return self._error is not None or time.monotonic() >= self._end

    def given_up(self) -> bool:
        """Whether `give_up` was called."""
        return self._error is not None

    def error(self) -> ModelError:
        """Why the request stopped."""
        return self._error or ModelTimeout(f"{self._what} gave no reply within {self._timeout_s:.1f} s")

    def give_up(self, error: ModelError | None = None) -> None:
        """Make `passed` true from now on and cut what blocks; the first reason stays.

        Args:
            error: why; None means that the time has passed.
        """
        with self._lock:
            self._error = self._error or error or self.error()
            cuts, self._cuts = self._cuts, []
        for cut in cuts:
            cut()

    def on_give_up(self, cut: Callable[[], None]) -> None:
        """Call `cut` when the request is given up; at once if it has been."""
        with self._lock:
            if self._error is None:
                self._cuts.append(cut)
                return
        cut()


class OpenRequests:
    """The requests of one client that are under way, so that closing the client ends them."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._open: set[Deadline] = set()
        self._closed = False

    @contextmanager
    def open(self, timeout_s: float) -> Iterator[Deadline]:
        """A deadline for one request, for as long as somebody waits for it.

        Raises:
            ModelUnavailable: the client is closed.
        """
        deadline = Deadline(timeout_s, self._what)
        with self._lock:
            if self._closed:
                raise self._closed_error()
            self._open.add(deadline)
        try:
            yield deadline
        finally:
            with self._lock:
                self._open.discard(deadline)

    def close(self) -> None:
        """Give up every request; no new one can be opened."""
        with self._lock:
            self._closed = True
            deadlines = list(self._open)
        for deadline in deadlines:
            deadline.give_up(self._closed_error())

    def _closed_error(self) -> ModelUnavailable:
        return ModelUnavailable(f"{self._what} is closed")


def wait_for(done: Callable[[float], Any], deadline: Deadline, cancelled: Callable[[], bool] | None) -> None:
    """Wait until `done(seconds)` is true. The request is given up when its time passes, when `cancelled()` turns true,
    and when this thread is interrupted.

    Raises:
        ModelTimeout, ModelCancelled: it was given up.
    """
    try:
        while not done(min(POLL_S, deadline.remaining_s())):
            if cancelled is not None and cancelled():
                deadline.give_up(ModelCancelled("nobody waits for the reply any more"))
            if deadline.passed():
                deadline.give_up()
                raise deadline.error()
    except BaseException:
        deadline.give_up(ModelCancelled("the wait for the reply was interrupted"))
        raise


def within(deadline: Deadline, request: Callable[[], T], cancelled: Callable[[], bool] | None = None) -> T:
    """Run `request` in a thread of its own and wait for it no longer than its deadline.

    A socket's timeout starts anew with every piece of a reply, so it cannot bound the whole.

    Raises:
        ModelTimeout, ModelCancelled: it was given up.
        Exception: whatever `request` raises.
    """
    outcome: list[T] = []
    trouble: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            outcome.append(request())
        except BaseException as error:
            trouble.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name="language-model-request", daemon=True).start()
    wait_for(done.wait, deadline, cancelled)
    if outcome:
        return outcome[0]
    if deadline.given_up():  # what broke then is only what cutting the line does
        raise deadline.error() from trouble[0]
    raise trouble[0]


def cutting_hooks(deadline: Deadline) -> dict[str, list[Callable[..., Any]]]:
    """`event_hooks` for an httpx client that shut its sockets when the request is given up, so that the server notices
    and stops generating, and a read that waits for the next piece returns.
    """

    def trace(event: str, info: dict[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            line = info["return_value"].get_extra_info("socket")
            deadline.on_give_up(lambda: _shut(line))

    def before(request: Any) -> None:
        request.extensions = {**request.extensions, "trace": trace}

    return {"request": [before]}


def _shut(line: socket.socket) -> None:
    with suppress(OSError):  # closed already
        socket.socket.shutdown(line, socket.SHUT_RDWR)
