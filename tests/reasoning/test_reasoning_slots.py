"""Places for programs: so many at a time, in order, questions first, until a deadline."""

from __future__ import annotations

import threading
import time

import pytest

from situated_qa.errors import SandboxBusy
from situated_qa.reasoning.processes import Slots

LONG_S = 60.0  # a limit that only a fault reaches


def soon() -> float:
    return time.monotonic() + LONG_S


def queued(slots: Slots, count: int) -> None:
    """Wait until so many threads are in the queues."""
    with slots._changed:
        waiting = slots._changed.wait_for(lambda: len(slots._questions) + len(slots._guests) == count, LONG_S)
    assert waiting


class Holder:
    """A thread that takes a place, writes its name down and holds the place until told."""

    def __init__(self, slots: Slots, name: str, took: list[str], *, guest: bool) -> None:
        self._slots, self._name, self._took, self._guest = slots, name, took, guest
        self.has, self.release = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold, daemon=True)
        self._thread.start()

    def _hold(self) -> None:
        with self._slots.place(soon(), guest=self._guest):
            self._took.append(self._name)
            self.has.set()
            assert self.release.wait(LONG_S)

    def end(self) -> None:
        self.release.set()
        self._thread.join(LONG_S)
        assert not self._thread.is_alive()


def test_waiting_for_a_full_pool_ends_at_the_deadline() -> None:
    slots = Slots(1)
    full = pytest.raises(SandboxBusy, match="all 1 workers of the sandbox were busy")
    with slots.place(soon()), full, slots.place(time.monotonic()):
        pass
    with slots.place(time.monotonic()):  # and whoever gave up left nothing behind
        pass


def test_guests_leave_one_place_to_questions() -> None:
    slots, took = Slots(2), []  # type: tuple[Slots, list[str]]
    first = Holder(slots, "guest", took, guest=True)
    assert first.has.wait(LONG_S)
    with pytest.raises(SandboxBusy), slots.place(time.monotonic(), guest=True):
        pass
    with slots.place(time.monotonic()):
        took.append("question")
    first.end()
    assert took == ["guest", "question"]


def test_a_question_goes_before_guests_that_came_earlier() -> None:
    slots, took = Slots(1), []  # type: tuple[Slots, list[str]]
    holder = Holder(slots, "holder", took, guest=False)
    assert holder.has.wait(LONG_S)
    guest = Holder(slots, "guest", took, guest=True)
    queued(slots, 1)
    question = Holder(slots, "question", took, guest=False)
    queued(slots, 2)
    holder.end()
    assert question.has.wait(LONG_S) and not guest.has.is_set()
    question.end()
    guest.end()
    assert took == ["holder", "question", "guest"]


def test_a_place_is_given_back_after_an_error() -> None:
    slots = Slots(1)
    with pytest.raises(ZeroDivisionError), slots.place(soon()):
        raise ZeroDivisionError
    with slots.place(time.monotonic()):
        pass
