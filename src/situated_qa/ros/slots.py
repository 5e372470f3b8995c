"""Limits how many requests compute, and how many use the language model, at a time.

A question computes in one of a few slots, for which it waits its turn. While it uses the model it gives that slot back,
so questions that patterns answer go on however long others wait for a model. The model has slots of its own; they are
taken at a question's first use of it and kept until its end, so a question is told BUSY at its start or not at all.

    slots = Slots("questions", 8, waiting=200)
    models = Slots("questions that need the language model", 4)
    model = SlottedModel(model, models)
    with slots.turn(timeout_s=30.0) as turn, model.question(turn):
        ...  # may call model.complete
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from situated_qa.llm.client import Completion, LanguageModel, Message
from situated_qa.llm.text_model import Continuation


class Busy(Exception):
    """No slot is free, or none became free in time; the text says so to the asker."""


class Slots:
    """A number of slots, and a bounded number of callers that wait for one. Thread-safe."""

    def __init__(self, what: str, limit: int, *, waiting: int = 0) -> None:
        """
        Args:
            what: what takes the slots, in the plural, for the text of `Busy`.
            limit: slots.
            waiting: callers that may wait for a slot; one more is told at once that all are taken.
        """
        self._what, self._limit, self._most_waiting = what, limit, waiting
        self._free, self._waiting, self._closed = limit, 0, False
        self._changed = threading.Condition()

    def take(self, timeout_s: float = 0.0) -> None:
        """Take a slot, waiting up to `timeout_s` for one; give it back with `give`.

        Raises:
            Busy: there is none, too many wait already, or none became free in time.
        """
        with self._changed:
            if self._free <= 0 and self._waiting >= self._most_waiting:
                queue = f", and {self._waiting} wait" if self._waiting else ""
                raise Busy(f"no slot is free: {self._taken()} {self._what} are being handled{queue}; ask again later")
            self._wait(timeout_s)

    def take_back(self) -> None:
        """Take a slot for a caller that had one and gave it away for a while: it waits as long as it takes."""
        with self._changed:
            self._wait(None)

    def give(self) -> None:
        """Give a slot back."""
        with self._changed:
            self._free += 1
            self._changed.notify()

    def close(self) -> None:
        """End every wait: the node is ending."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @contextmanager
    def turn(self, timeout_s: float = 0.0) -> Iterator[Turn]:
        """A slot for the length of a block.

        Raises:
            Busy: as `take`.
        """
        self.take(timeout_s)
        try:
            yield Turn(self)
        finally:
            self.give()

    def _taken(self) -> str:
        return f"{self._limit} of {self._limit}"

    def _wait(self, timeout_s: float | None) -> None:
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        self._waiting += 1
        try:
            while self._free <= 0:
                if self._closed:
                    if timeout_s is None:
                        break
                    raise Busy("the node is shutting down")
                remaining_s = None if deadline is None else deadline - time.monotonic()
                if remaining_s is not None and remaining_s <= 0.0:
                    raise Busy(
                        f"no slot became free in {timeout_s:g} s: {self._taken()} {self._what} are being handled"
                    )
                self._changed.wait(remaining_s)
            self._free -= 1
        finally:
            self._waiting -= 1


class Turn:
    """A slot that somebody holds."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let others have the slot for the length of a block."""
        self._slots.give()
        try:
            yield
        finally:
            self._slots.take_back()


class SlottedModel:
    """A `LanguageModel` that a limited number of questions may use at a time.

    Outside `question` (at the warm-up) it is used without a slot.
    """

    def __init__(self, model: LanguageModel, slots: Slots) -> None:
        self._model, self._slots = model, slots
        self._own = threading.local()  # a question runs in one thread: its turn, and whether it has a model slot

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def prefers_forms(self) -> bool:
        return self._model.prefers_forms

    @property
    def reads(self) -> bool:
        return bool(getattr(self._model, "reads", False))

    @contextmanager
    def question(self, turn: Turn) -> Iterator[None]:
        """The block in which this thread works on one question."""
        self._own.turn, self._own.has_slot = turn, False
        try:
            yield
        finally:
            if self._own.has_slot:
                self._slots.give()
            self._own.turn, self._own.has_slot = None, False

    def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """See `LanguageModel.complete`.

        Raises:
            Busy: this is the question's first use of the model, and every slot is taken. It is no `ModelError`, so
                that no strategy takes it for a missing model.
        """
        turn: Turn | None = getattr(self._own, "turn", None)
        if turn is None:
            return self._model.complete(messages, **options)
        if not self._own.has_slot:
            self._slots.take()
            self._own.has_slot = True
        with turn.away():
            return self._model.complete(messages, **options)

    def continue_text(self, prompt: str, **options: Any) -> Continuation:
        """See `TextModel.continue_text`; only where the model is one.

        It takes no slot of the model: a second's work waits its turn in the model, within its own time.
        """
        model: Any = self._model
        turn: Turn | None = getattr(self._own, "turn", None)
        with turn.away() if turn is not None else nullcontext():
            continuation: Continuation = model.continue_text(prompt, **options)
        return continuation

    def warm_up(self, messages: Sequence[Message]) -> None:
        """See `LanguageModel.warm_up`."""
        self._model.warm_up(messages)

    def close(self) -> None:
        """See `LanguageModel.close`."""
        self._model.close()
