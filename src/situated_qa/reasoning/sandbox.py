"""Where programs run: an interpreter in a worker process of its own, without files, network, clock of ours or ROS.

A program sees plain data and the tools of one frozen scene. Time, memory, tool calls and output are limited; a program
that goes past a limit ends with a text for the model and the worker serves on. Without pydantic-monty nothing runs.
"""

from __future__ import annotations

import importlib.util
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ProgramError, SandboxUnavailable
from situated_qa.reasoning.checker import Checker
from situated_qa.reasoning.diagnostics import run_text
from situated_qa.reasoning.prelude import prelude, rewrite
from situated_qa.reasoning.statistics_module import STUBS, statistics_functions
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.settings import check_settings, setting
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools, type_stubs

MAX_OBSERVATION_CHARACTERS = 2_000
MAX_PROGRAM_CHARACTERS = 20_000
SILENT_PROGRAM = (
    "The program ran but printed nothing. Print what you want to know, "
    "for example print([x.category for x in objects])."
)

_NO_VALUE = "\nNone"  # else the value of a last expression would be converted for the host, which may fail


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
    touched: tuple[int, ...] = ()  # every object that tools returned or were asked about, in order
    seconds: float = 0.0
    tool_calls: int = 0
    checked_only: bool = False  # the check failed, so nothing ran
    answer: str = ""  # what the program ended with by `answer`, which is printed, too; "" if it did not

    @property
    def observation(self) -> str:
        """What the model is told: the error where there is one, what was printed, or that nothing was."""
        if self.error is not None:
            return self.error[:MAX_OBSERVATION_CHARACTERS]
        remarks = f"\n({'; '.join(self.notes)[:300]})" if self.notes else ""
        return (self.printed or SILENT_PROGRAM)[: MAX_OBSERVATION_CHARACTERS - len(remarks)] + remarks


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
        self._monty = pydantic_monty
        self._closed = threading.Event()
        self._checker = Checker(pydantic_monty, self._modules())
        self._pool = pydantic_monty.Monty(
            min_processes=1,
            max_processes=self.settings.workers,
            checkout_timeout=30.0,
            request_timeout=self.settings.time_limit_s + 10.0,  # behind the interpreter's own limit
        )
        try:
            self._pool.__enter__()
        except (pydantic_monty.MontyError, OSError, RuntimeError) as error:
            raise SandboxUnavailable(f"the sandbox's worker does not start: {error}") from error

    def close(self) -> None:
        """Stop the workers; a second call does nothing."""
        if not self._closed.is_set():
            self._closed.set()
            self._checker.close()
            self._pool.__exit__(None, None, None)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self, program: str, stubs: str, tool_names: tuple[str, ...] = ()) -> ProgramError | None:
        """Type-check a program without running it.

        Args:
            program: Python over the tools.
            stubs: declarations of the tools and of `SceneObject`.
            tool_names: tools, whose arguments are left to the run: their own errors say more.

        Returns:
            What is certainly wrong, or None. What may turn out right is left to the run.
        """
        if len(program) > MAX_PROGRAM_CHARACTERS:
            return ProgramError(f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}")
        if self._closed.is_set():
            raise SandboxUnavailable("the sandbox is closed")
        text = self._checker.check(program, stubs, frozenset(tool_names))
        return ProgramError(text) if text else None

    def warm_up(self) -> None:
        """Start the worker that checks programs and load the tools' declarations into it."""
        self.check("None", type_stubs())

    def run(self, program: str, tools: Any, *, time_limit_s: float | None = None) -> RunResult:
        """Run a program against `situated.tools.Tools` or a `SituatedScene`, without a check.

        A program that fails is no exception: the result's `error` is the text for the model that has to mend it.

        Args:
            time_limit_s: wall clock, s; the setting's computing time holds as well.

        Raises:
            SandboxUnavailable: no worker can be had.
            Exception: whatever a tool raised that is no `ToolError`, so a fault of ours.
        """
        start = time.monotonic()
        wall_s = self.settings.time_limit_s * 5 if time_limit_s is None else time_limit_s
        return self._run(program, ToolHost(_tools_of(tools), deadline=start + wall_s), start, wall_s)

    def check_and_run(self, program: str, tools: Any, *, time_limit_s: float | None = None) -> RunResult:
        """Check, and run if the check finds nothing; arguments and errors as `run`."""
        start = time.monotonic()
        wall_s = self.settings.time_limit_s * 5 if time_limit_s is None else time_limit_s
        host = ToolHost(_tools_of(tools), deadline=start + wall_s)
        if self.settings.type_check:
            problem = self.check(program, host.stubs(), host.names)
            if problem is not None:
                return RunResult("", str(problem), seconds=time.monotonic() - start, checked_only=True)
        return self._run(program, host, start, wall_s)

    def _run(self, program: str, host: ToolHost, start: float, wall_s: float) -> RunResult:
        if len(program) > MAX_PROGRAM_CHARACTERS:
            text = f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}"
            return RunResult("", text, seconds=time.monotonic() - start, checked_only=True)
        output = _Output()
        error: str | None = None
        printed_ids: list[Any] = []
        computing_s = max(1e-3, min(self.settings.time_limit_s, start + wall_s - time.monotonic()))
        with self._checkout(self._limits(computing_s), start + wall_s) as session:
            outside = {"_host": host.call}
            try:
                session.feed_run(prelude(host.names), inputs={"_table": host.table()}, external_lookup=outside)
            except self._monty.MontyError as trouble:
                raise SandboxUnavailable(f"the sandbox cannot load its own prelude: {trouble}") from trouble
            try:
                session.feed_run(rewrite(program) + _NO_VALUE, external_lookup=outside, print_callback=output)
            except self._monty.MontyCrashedError as trouble:
                reason = "took too long" if trouble.timed_out else "broke the interpreter"
                error = f"the program {reason} and was stopped ({self._limits_text()})"
            except self._monty.MontyError as trouble:
                error = None if host.answer else run_text(trouble, program, self._limits_text())
            if error is None:
                with suppress(self._monty.MontyError):  # the program may have taken the name for itself
                    printed_ids = session.feed_run("[] + _printed")
        if host.failure is not None:
            raise host.failure
        ids = printed_ids if isinstance(printed_ids, list) else []
        return RunResult(
            printed=output.text(),
            error=None if error is None else error[:MAX_OBSERVATION_CHARACTERS],
            object_ids=host.evidence(ids),
            notes=tuple(host.notes()),
            reference_frame=host.reference_frame,
            touched=host.touched,
            seconds=time.monotonic() - start,
            tool_calls=host.calls,
            answer=host.answer,
        )

    def _checkout(self, limits: dict[str, Any], deadline: float) -> Any:
        if self._closed.is_set():
            raise SandboxUnavailable("the sandbox is closed")
        session = self._pool.checkout(
            limits=limits,  # type: ignore[arg-type]
            os_policy={"sleep": "zero", "random_start": {"seed": 0}},  # a program replays the same
            external_modules=self._modules(deadline),
        )
        return _Session(session)

    def _modules(self, deadline: float = float("inf")) -> dict[str, Callable[[], Any]]:
        return {"statistics": lambda: self._monty.ExternalModule(statistics_functions(deadline), stubs=STUBS)}

    def _limits(self, computing_s: float) -> dict[str, Any]:
        return {
            "max_feed_duration_secs": computing_s,
            "max_memory": self.settings.memory_limit_mb << 20,
            "max_recursion_depth": self.settings.max_recursion,
            "max_suspensions": self.settings.max_tool_calls,
        }

    def _limits_text(self) -> str:
        s = self.settings
        return f"limits: {s.time_limit_s:g} s, {s.memory_limit_mb} MB, {s.max_tool_calls} tool calls"


def _remember_what_is_missing(module: str) -> None:
    """Let later imports of a module that is not installed fail at once.

    pydantic-monty tries to import it at every call of a tool, which searches the whole path: half of a program's time.
    """
    if module not in sys.modules and importlib.util.find_spec(module) is None:
        sys.modules[module] = None  # type: ignore[assignment]


def _tools_of(tools: Any) -> Any:
    return Tools(tools) if isinstance(tools, SituatedScene) else tools


class _Session:
    """A checkout whose failures to start read as `SandboxUnavailable`."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __enter__(self) -> Any:
        try:
            return self._session.__enter__()
        except TimeoutError as error:
            raise SandboxUnavailable("every worker of the sandbox is busy") from error
        except Exception as error:
            raise SandboxUnavailable(f"the sandbox has no worker: {error}") from error

    def __exit__(self, *details: Any) -> None:
        self._session.__exit__(*details)


class _Output:
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
