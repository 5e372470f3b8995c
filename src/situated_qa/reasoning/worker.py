"""What surrounds one program in a worker process: its limits, its checkout, its output, and what became of it."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import SandboxBusy, SandboxUnavailable
from situated_qa.reasoning.processes import Watchdog, keep_handles
from situated_qa.settings import check_settings, setting

WAIT_S = 30.0
"""For a worker, where the caller names no limit."""


class WorkerLost(Exception):
    """A worker died while it had a program."""

    def __init__(self, text: str, *, by_the_program: bool) -> None:
        super().__init__(text)
        self.by_the_program = by_the_program  # that may be; certain only when it happens again


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one program may wait and run."""

    start: float  # time.monotonic() seconds
    wait_until: float
    wall_s: float  # of the run alone
    end: float  # of waiting and running together
    guest: bool

    @classmethod
    def of(cls, time_limit_s: float | None, guest: bool, computing_s: float) -> Patience:
        """From the arguments of `Sandbox.run`, and the computing time that the settings allow."""
        start = time.monotonic()
        if time_limit_s is None or guest:
            wall_s = computing_s * 5 if time_limit_s is None else time_limit_s
            return cls(start, start + WAIT_S, wall_s, float("inf"), guest)
        return cls(start, start + time_limit_s, time_limit_s, start + time_limit_s, guest)

    def left_s(self) -> float:
        """Wall clock that a run which begins now may take, s."""
        return min(self.wall_s, self.end - time.monotonic())


def watched(pid: int | None, remaining_s: Callable[[], float]) -> Watchdog:
    """A watchdog over a worker.

    Raises:
        WorkerLost: there is no such process.
    """
    try:
        if pid is not None:
            return Watchdog(pid, remaining_s)
    except ProcessLookupError:
        pass
    raise WorkerLost("the worker was gone before its program came", by_the_program=False)


class Checkout:
    """A checkout whose failures to start read as `SandboxUnavailable`."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __enter__(self) -> Any:
        keep_handles()  # it may start a worker
        try:
            return self._session.__enter__()
        except TimeoutError as error:
            raise SandboxBusy("every worker of the sandbox is busy") from error
        except Exception as error:
            raise SandboxUnavailable(f"the sandbox has no worker: {error}") from error

    def __exit__(self, *details: Any) -> None:
        self._session.__exit__(*details)


class Output:
    """Keeps the first characters a program prints and counts the rest."""

    def __init__(self) -> None:
        self._kept = ""
        self._count = 0

    def __call__(self, stream: str, text: str) -> None:
        self._count += len(text)
        if len(self._kept) < MAX_OBSERVATION_CHARACTERS:
            self._kept += text[: MAX_OBSERVATION_CHARACTERS - len(self._kept)]

    def text(self) -> str:
        """What was printed, at most 2,000 characters; says so if it was cut."""
        if self._count <= MAX_OBSERVATION_CHARACTERS:
            return self._kept.rstrip("\n")
        ending = f"\n[cut here: {self._count} characters were printed]"
        return self._kept[: MAX_OBSERVATION_CHARACTERS - len(ending)] + ending


MAX_OBSERVATION_CHARACTERS = 2_000
SILENT_PROGRAM = (
    "The program ran but printed nothing. Print what you want to know, "
    "for example print([x.category for x in objects])."
)


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """Limits of one program."""

    time_limit_s: float = setting(2.0, "computing time of one program, s", minimum=0.01, maximum=600.0)
    memory_limit_mb: int = setting(64, "heap of one program, MB", minimum=8, maximum=4096)
    max_tool_calls: int = setting(5000, "most calls of tools in one program", minimum=1, maximum=1_000_000)
    max_recursion: int = setting(200, "deepest nesting of function calls", minimum=10, maximum=1000)
    workers: int = setting(2, "worker processes, so programs that run at the same time", minimum=1, maximum=64)
    type_check: bool = setting(True, "type-check each program before it runs")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True)
class RunResult:
    """What became of one program."""

    printed: str  # at most 2,000 characters; says where it was cut
    error: str | None  # for the model that has to mend the program; None if it ran to its end
    object_ids: tuple[int, ...] = ()  # the evidence: objects printed, else asked about last, else found last
    reference_frame: str = ""  # whose left and right it used: "viewer", "facing" or "object"; "" if none
    notes: tuple[str, ...] = ()  # what tools remarked, such as "couch → sofa"
    seconds: float = 0.0
    tool_calls: int = 0
    tool_seconds: float = 0.0  # of `seconds`, spent in tools, so not the program's
    checked_only: bool = False  # the check failed, so nothing ran
    answer: str = ""  # what the program ended with by `answer`, which is printed, too; "" if it did not

    @property
    def observation(self) -> str:
        """What the model is told: the error where there is one, what was printed, or that nothing was."""
        if self.error is not None:
            return self.error[:MAX_OBSERVATION_CHARACTERS]
        remarks = f"\n({'; '.join(self.notes)[:300]})" if self.notes else ""
        return (self.printed or SILENT_PROGRAM)[: MAX_OBSERVATION_CHARACTERS - len(remarks)] + remarks


def remember_what_is_missing(module: str) -> None:
    """Let later imports of a module that is not installed fail at once.

    pydantic-monty tries to import it at every call of a tool, which searches the whole path: half of a program's time.
    """
    if module not in sys.modules and importlib.util.find_spec(module) is None:
        sys.modules[module] = None  # type: ignore[assignment]
