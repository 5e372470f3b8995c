"""Where programs run: an interpreter in a worker process of its own, without files, network, clock of ours or ROS.

A program sees plain data and the tools of one frozen scene. Time, memory, tool calls and output are limited; a program
that goes past a limit ends with a text for the model and the next program runs. Without pydantic-monty nothing runs.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from typing import Any

from situated_qa.errors import ProgramError, SandboxBusy, SandboxUnavailable
from situated_qa.reasoning.tool_host import declarations
from situated_qa.reasoning.worker import (
    MAX_OBSERVATION_CHARACTERS,
    SILENT_PROGRAM,
    Patience,
    RunResult,
    SandboxSettings,
    WorkerLost,
    Workers,
)
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import TOOL_NAMES, Tools, type_stubs

__all__ = ["MAX_OBSERVATION_CHARACTERS", "SILENT_PROGRAM", "RunResult", "Sandbox", "SandboxSettings"]

MAX_PROGRAM_CHARACTERS = 20_000


class Sandbox:
    """Runs programs; safe to use from several threads."""

    def __init__(self, settings: SandboxSettings | None = None) -> None:
        """
        Raises:
            SandboxUnavailable: pydantic-monty is missing or its worker does not start.
        """
        self.settings = settings or SandboxSettings()
        try:
            import pydantic_monty
        except ImportError as error:
            raise SandboxUnavailable(f"pydantic-monty cannot be imported, so no program is run: {error}") from error
        _remember_what_is_missing("opentelemetry")
        self._workers = Workers(pydantic_monty, self.settings)

    def close(self) -> None:
        """Stop the workers; a second call does nothing."""
        self._workers.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(
        self,
        program: str,
        stubs: str,
        tool_names: tuple[str, ...] = (),
        *,
        deadline: float = float("inf"),
        guest: bool = False,
    ) -> ProgramError | None:
        """Type-check a program without running it.

        Args:
            program: Python over the tools.
            stubs: declarations of the tools and of `SceneObject`.
            tool_names: tools, whose arguments are left to the run: their own errors say more.
            deadline: time.monotonic() seconds until which to wait for a worker.
            guest: see `run`.

        Returns:
            What is certainly wrong, or None. What may turn out right, or cannot be checked, is left to the run.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: the worker does not start.
        """
        if len(program) > MAX_PROGRAM_CHARACTERS:
            return ProgramError(f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}")
        if self._workers.closed:
            raise SandboxUnavailable("the sandbox is closed")
        text = self._workers.check(program, stubs, frozenset(tool_names), deadline=deadline, guest=guest)
        return ProgramError(text) if text else None

    def warm_up(self) -> None:
        """Have a worker check something: the first check takes longer than those that follow."""
        self.check("None", type_stubs())

    def run(self, program: str, tools: Any, *, time_limit_s: float | None = None, guest: bool = False) -> RunResult:
        """Run a program against `situated.tools.Tools` or a `SituatedScene`, without a check.

        A program that fails raises no exception: the result's `error` is the text for the model that has to mend it.

        Args:
            time_limit_s: wall clock, s, with the wait for a worker unless `guest`; None means five times the setting's
                computing time, without the wait. Computing time is limited by the setting in any case.
            guest: a caller's program, which leaves questions one worker where there are several.

        Raises:
            SandboxBusy: no worker was free in time, or two were lost by no fault of the program's.
            SandboxUnavailable: no worker can be had.
            Exception: whatever a tool raised that is no `ToolError`, so a fault of ours.
        """
        return self._run(program, _tools_of(tools), Patience.of(time_limit_s, guest, self.settings.time_limit_s))

    def check_and_run(
        self, program: str, tools: Any, *, time_limit_s: float | None = None, guest: bool = False
    ) -> RunResult:
        """Check, and run if the check finds nothing; arguments and errors as `run`."""
        patience = Patience.of(time_limit_s, guest, self.settings.time_limit_s)
        tools = _tools_of(tools)
        if self.settings.type_check:
            stubs = declarations(tools)
            problem = self.check(program, stubs, TOOL_NAMES, deadline=patience.wait_until, guest=guest)
            if problem is not None:
                seconds = time.monotonic() - patience.start
                return RunResult("", str(problem), seconds=seconds, checked_only=True)
        return self._run(program, tools, patience)

    def _run(self, program: str, tools: Any, patience: Patience) -> RunResult:
        if len(program) > MAX_PROGRAM_CHARACTERS:
            text = f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}"
            return RunResult("", text, seconds=time.monotonic() - patience.start, checked_only=True)
        try:
            return self._workers.run(program, tools, patience)
        except WorkerLost:
            pass  # of the program, or of what befell the machine: the second time tells
        try:
            return self._workers.run(program, tools, patience)
        except WorkerLost as loss:
            if not loss.by_the_program:
                raise SandboxBusy(f"the sandbox lost two workers, by no fault of the program's: {loss}") from loss
            text = f"the program broke the interpreter and was stopped ({self._workers.limits_text()})"
            return RunResult("", text, seconds=time.monotonic() - patience.start)


def _remember_what_is_missing(module: str) -> None:
    """Let later imports of a module that is not installed fail at once.

    pydantic-monty tries to import it at every call of a tool, which searches the whole path: half of a program's time.
    """
    if module not in sys.modules and importlib.util.find_spec(module) is None:
        sys.modules[module] = None  # type: ignore[assignment]


def _tools_of(tools: Any) -> Any:
    return Tools(tools) if isinstance(tools, SituatedScene) else tools
