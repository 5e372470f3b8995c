"""Where programs run: an interpreter in a worker process of its own, without files, network, clock of ours or ROS.

A program sees plain data and the tools of one frozen scene. Time, memory, tool calls and output are limited; a program
that goes past a limit ends with a text for the model and the next program runs. Without pydantic-monty nothing runs.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from typing import Any

from situated_qa.errors import ProgramError, SandboxBusy, SandboxUnavailable
from situated_qa.reasoning import statistics_module
from situated_qa.reasoning.diagnostics import check_text, run_text
from situated_qa.reasoning.prelude import LOOSE_STUBS, prelude
from situated_qa.reasoning.processes import Slots, Watchdog, keep_handles
from situated_qa.reasoning.rewriting import private_name, rewrite
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.reasoning.worker import (
    MAX_OBSERVATION_CHARACTERS,
    SILENT_PROGRAM,
    WAIT_S,
    Checkout,
    Output,
    Patience,
    RunResult,
    SandboxSettings,
    WorkerLost,
    remember_what_is_missing,
    watched,
)
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import TOOL_NAMES, Tools, type_stubs

__all__ = ["MAX_OBSERVATION_CHARACTERS", "SILENT_PROGRAM", "RunResult", "Sandbox", "SandboxSettings"]

MAX_PROGRAM_CHARACTERS = 20_000

_GRACE_S = 0.5  # so long the interpreter has to notice its limit by itself, which makes for a better text
_SHORTEST_FEED_S = 0.1  # the prelude has to load within the interpreter's limit, on a busy machine too
_KILLED = "SIGKILL"  # in the text of a worker's death: what nothing inside it does
# The interpreter runs what it has checked: this first line, which fails, and nothing of the program.
_FAILS = "[][0]\n"
_PLACE = re.compile(r"^([^:\n]+):(\d+):", re.MULTILINE)
_CHECK_LIMITS = {
    "max_feed_duration_secs": 0.1, "max_memory": 64 << 20, "max_recursion_depth": 50, "max_suspensions": 1_000,
}  # fmt: skip
_LONGEST_CHECK_S = 2.0  # of one check: 20 ms, and 60 when the worker is new


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
        remember_what_is_missing("opentelemetry")
        self._monty = pydantic_monty
        self._closed = threading.Event()
        self._slots = Slots(self.settings.workers)
        self._pool = pydantic_monty.Monty(
            min_processes=1,
            max_processes=self.settings.workers,
            checkout_timeout=WAIT_S,
            request_timeout=self.settings.time_limit_s + 10.0,  # behind the interpreter's own limit and the watchdog
        )
        keep_handles()
        try:
            self._pool.__enter__()
        except (pydantic_monty.MontyError, OSError, RuntimeError) as error:
            raise SandboxUnavailable(f"the sandbox's worker does not start: {error}") from error

    def close(self) -> None:
        """Stop the workers; a second call does nothing."""
        if not self._closed.is_set():
            self._closed.set()
            self._pool.__exit__(None, None, None)

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
        # Programs are not run where they are checked, so the functions of the module need no values.
        statistics = self._monty.ExternalModule(
            dict.fromkeys(statistics_module.NAMES, 0), stubs=statistics_module.STUBS
        )
        with self._slots.place(deadline, guest=guest), self._checkout(
            limits=_CHECK_LIMITS,
            type_check=True,
            type_check_stubs=stubs + LOOSE_STUBS,
            type_check_format="concise",
            external_modules={"statistics": lambda: statistics},
        ) as session:  # fmt: skip
            end = time.monotonic() + _LONGEST_CHECK_S
            try:
                with watched(session.worker_pid, lambda: end - time.monotonic()):
                    session.feed_run(_FAILS + program, print_callback=lambda stream, text: None)
            except self._monty.MontyTypingError as error:
                found = _PLACE.sub(lambda place: f"{place[1]}:{int(place[2]) - 1}:", str(error))
                text = check_text(found, program, frozenset(tool_names))
                return ProgramError(text) if text else None
            except (self._monty.MontyError, WorkerLost):
                pass  # it got as far as running, cannot be parsed, or broke the check: the run says more
        return None

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
            stubs = type_stubs(tools.attribute_names)
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
            return self._run_once(program, tools, patience)
        except WorkerLost:
            pass  # of the program, or of what befell the machine: the second time tells
        try:
            return self._run_once(program, tools, patience)
        except WorkerLost as loss:
            if not loss.by_the_program:
                raise SandboxBusy(f"the sandbox lost two workers, by no fault of the program's: {loss}") from loss
            text = f"the program broke the interpreter and was stopped ({self._limits_text()})"
            return RunResult("", text, seconds=time.monotonic() - patience.start)

    def _checkout(self, **options: Any) -> Checkout:
        if self._closed.is_set():
            raise SandboxUnavailable("the sandbox is closed")
        return Checkout(self._pool.checkout(**options))

    def _run_once(self, program: str, tools: Any, patience: Patience) -> RunResult:
        """Run a program in a worker.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: no worker can be had.
            WorkerLost: the worker died, and not of the program's limits.
        """
        with self._slots.place(patience.wait_until, guest=patience.guest):
            host, output, private = ToolHost(tools), Output(), private_name(program)
            noted = len(tools.notes)  # the tools serve all programs of a question
            computing_s = max(1e-3, min(self.settings.time_limit_s, patience.left_s()))
            modules: dict[str, Any] = {}
            with self._checkout(
                limits=self._limits(max(_SHORTEST_FEED_S, computing_s)),
                os_policy={"sleep": "zero", "random_start": {"seed": 0}},  # a program replays the same
                external_modules=modules,
            ) as session:
                self._load_prelude(session, host, modules, private, with_statistics="statistics" in program)
                start = time.monotonic()
                host.deadline = start + patience.left_s()

                def remaining_s() -> float:
                    own_end = start + computing_s + host.seconds()  # what tools take is not the program's time
                    return min(own_end, host.deadline) + _GRACE_S - time.monotonic()

                with watched(session.worker_pid, remaining_s) as watchdog:
                    # Without None the value of a last expression would be converted for the host, which may not end.
                    source = f"{rewrite(program, private)}\n{private}_report()\nNone"
                    error = self._feed(session, source, program, output, watchdog, tools)
        if host.failure is not None:
            raise host.failure
        return RunResult(
            printed=output.text(),
            error=None if error is None else error[:MAX_OBSERVATION_CHARACTERS],
            object_ids=host.evidence(),
            notes=tuple(tools.notes[noted:]),
            reference_frame=tools.frame_used,
            seconds=time.monotonic() - patience.start,
            tool_calls=host.calls,
            tool_seconds=host.seconds(),
            answer=tools.answered,
        )

    def _load_prelude(
        self, session: Any, host: ToolHost, modules: dict[str, Any], private: str, *, with_statistics: bool
    ) -> None:
        channel = f"host_{secrets.token_hex(16)}"
        modules[channel] = lambda: self._monty.ExternalModule({"call": host.call})
        source = prelude(host.names, channel=channel, private=private)
        if with_statistics:  # in the same feed: errors are placed by the number of the program's
            source += statistics_module.SOURCE + statistics_module.CALL
        try:
            stand_ins = session.feed_run(source, inputs={"_table": host.table()})
            if with_statistics:
                attributes = statistics_module.module_attributes(stand_ins)
                modules["statistics"] = lambda: self._monty.ExternalModule(attributes)
        except self._monty.MontyCrashedError as trouble:
            raise WorkerLost(str(trouble), by_the_program=False) from trouble
        except self._monty.MontyError as trouble:
            if "time limit exceeded" in str(trouble):
                raise WorkerLost("the machine is too busy to load the prelude", by_the_program=False) from trouble
            raise SandboxUnavailable(f"the sandbox cannot load its own prelude: {trouble}") from trouble

    def _feed(
        self, session: Any, source: str, program: str, output: Output, watchdog: Watchdog, tools: Any
    ) -> str | None:
        """What went wrong when the program ran; None if nothing did."""
        try:
            session.feed_run(source, print_callback=output)
        except self._monty.MontyCrashedError as trouble:
            if not (watchdog.fired or trouble.timed_out):
                raise WorkerLost(str(trouble), by_the_program=_KILLED not in str(trouble)) from trouble
            return f"the program took too long and was stopped ({self._limits_text()})"
        except self._monty.MontyError as trouble:
            return None if tools.answered else run_text(trouble, program, self._limits_text())  # `answer` ends it
        return None

    def _limits(self, computing_s: float) -> dict[str, Any]:
        return {
            "max_feed_duration_secs": computing_s,
            "max_memory": self.settings.memory_limit_mb << 20,
            "max_recursion_depth": self.settings.max_recursion,
            "max_suspensions": self.settings.max_tool_calls,
        }

    def _limits_text(self) -> str:
        """The limits of every program, in words."""
        s = self.settings
        return f"limits: {s.time_limit_s:g} s, {s.memory_limit_mb} MB, {s.max_tool_calls} tool calls"


def _tools_of(tools: Any) -> Any:
    return Tools(tools) if isinstance(tools, SituatedScene) else tools
