"""What a run prints while it trains: steps, loss, speed, and the time that is left."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import TextIO

from situated_qa.training.checkpoints import Position
from situated_qa.training.settings import TrainSettings

EVERY_S = 15.0


class Reporter:
    """Prints a line every few seconds, and one for each evaluation."""

    def __init__(
        self, settings: TrainSettings, steps: int, begun: Position, *, enabled: bool, stream: TextIO | None = None
    ) -> None:
        self._settings, self._steps, self._enabled = settings, steps, enabled
        self._stream = stream if stream is not None else sys.stderr
        self._first = (begun.elapsed_s, begun.samples, begun.step)
        self._printed_s = time.monotonic()
        self._last: tuple[Position, float] | None = None

    def step(self, position: Position, done: float) -> None:
        """A step is over; `done` is how far the run is, 0 to 1."""
        now = time.monotonic()
        self._last = (position, done)
        if self._enabled and now - self._printed_s >= EVERY_S:
            self._printed_s = now
            self._print(step_line(position, done, self._steps, self._first))

    def evaluation(self, position: Position, figures: Mapping[str, float]) -> None:
        """Dev samples were evaluated."""
        told = ", ".join(f"{name} {value:.4g}" for name, value in figures.items() if isinstance(value, float))
        self._print(f"step {position.step}: {told}")

    def close(self) -> None:
        """The last line."""
        if self._enabled and self._last is not None:
            self._print(step_line(*self._last, self._steps, self._first))

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def step_line(position: Position, done: float, steps: int, first: tuple[float, int, int]) -> str:
    """Step, loss, speed since `first` (seconds, samples, steps), and the time that is left."""
    first_s, first_samples, first_step = first
    passed_s = position.elapsed_s - first_s
    text = f"step {position.step} of {steps}, loss {position.smooth_loss:.4f}"
    if passed_s > 0.0 and position.step > first_step:
        text += f", {passed_s / (position.step - first_step):.2f} s/step"
        text += f", {60.0 * (position.samples - first_samples) / passed_s:.0f} samples/min"
        if done > 0.0:
            left_s = round(position.elapsed_s * (1.0 - done) / done)
            text += f", {left_s // 60}:{left_s % 60:02d} left"
    return text
