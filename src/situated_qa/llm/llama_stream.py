"""One reply of llama.cpp as it arrives, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from situated_qa.errors import ModelError
from situated_qa.llm.deadline import Deadline

Take = Callable[[Mapping[str, Any]], None]
"""Hears each choice of each piece."""


class Stream:
    """What has arrived of one reply."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.parts: list[str] = []
        self.end: str | None = None  # why it ended
        self.thought = False
        self.error = ""
        self.usage: Mapping[str, Any] = {}
        self.trouble: list[Exception] = []  # of whoever listens

    def receive(self, chunk: Any, take: Take) -> bool:
        """Take a piece of the reply; True stops the run."""
        if isinstance(chunk, Mapping):
            if "error" in chunk:
                self.error = chunk["error"].get("message", str(chunk["error"]))
            self.usage = chunk.get("usage") or self.usage
            for choice in chunk.get("choices") or ():
                try:
                    take(choice)
                except Exception as error:  # must not unwind through the runtime
                    self.trouble.append(error)
                self.end = self.end or choice.get("finish_reason")
        return self.deadline.passed() or bool(self.trouble)

    def check(self, name: str) -> None:
        """Pass, if the whole reply arrived.

        Args:
            name: of the model, for the error.

        Raises:
            ModelError: it broke off, or its time passed.
            Exception: whatever its listener raised.
        """
        if self.trouble:
            raise self.trouble[0]
        if self.error:
            raise ModelError(f"{name}: {self.error}")
        if self.end is None:
            if self.deadline.passed():
                raise self.deadline.error()
            raise ModelError(f"{name}: the reply broke off after {len(''.join(self.parts))} characters")
