"""How far a long piece of work is: a bar on a terminal, a line per tenth in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Generic, TextIO, TypeVar

T = TypeVar("T")
_REDRAW_S = 0.1
_WIDTH = 30


class ProgressBar:
    """Counts up to a total. Close it, or use it as a context.

    Args:
        total: how many there are.
        what: what is being done, "rendering".
        unit: what is counted, in the plural.
        done: how many are done already, from an earlier run.
        stream: where to write; default standard error.
    """

    def __init__(self, total: int, what: str, unit: str, *, done: int = 0, stream: TextIO | None = None) -> None:
        self.total, self.what, self.unit, self.done = total, what, unit, done
        self.note = ""  # stands at the end of the line
        self._stream = stream if stream is not None else sys.stderr
        self._terminal = self._stream.isatty()
        self._first, self._start = done, time.monotonic()
        self._tenth = self._tenths()
        self._drawn_s, self._width = -_REDRAW_S, 0

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        now = time.monotonic() - self._start
        if self._terminal:
            if self.done >= self.total or now - self._drawn_s >= _REDRAW_S:
                self._drawn_s = now
                filled = min(_WIDTH, _WIDTH * self.done // max(self.total, 1))
                line = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._text(now)}"
                self._stream.write(f"\r{line:<{self._width}}")
                self._stream.flush()
                self._width = len(line)
        elif self._tenths() > self._tenth:
            self._tenth = self._tenths()
            print(self._text(now), file=self._stream, flush=True)

    def close(self) -> None:
        """Leave the bar's line."""
        if self._terminal and self._width:
            print(file=self._stream, flush=True)
            self._width = 0

    def _tenths(self) -> int:
        return 10 * self.done // max(self.total, 1)

    def _text(self, passed_s: float) -> str:
        text = f"{self.what}: {self.done} of {self.total} {self.unit}"
        made = self.done - self._first
        if made > 0 and passed_s > 0.0:
            left_s = round((self.total - self.done) * passed_s / made)
            text += f", {made / passed_s:.3g}/s, {left_s // 60}:{left_s % 60:02d} left"
        return f"{text}; {self.note}" if self.note else text


class Counted(Generic[T]):
    """Items with a bar that counts each when the next one is asked for.

    Args:
        items: what to go through.
        total, what, unit, done: as for `ProgressBar`.
        show: False counts nothing.
    """

    def __init__(self, items: Iterable[T], total: int, what: str, unit: str, *, show: bool = True, done: int = 0):
        self._items, self._show = items, show
        self._bar = ProgressBar(total, what, unit, done=done)

    def note(self, text: str) -> None:
        """What stands at the end of the line from the next count on."""
        self._bar.note = text

    def __iter__(self) -> Iterator[T]:
        if not self._show:
            yield from self._items
            return
        with self._bar:
            for item in self._items:
                yield item
                self._bar.advance()
