"""Where programs run: an interpreter in a worker process of its own, without files, network, clock of ours or ROS.

A program sees plain data and the tools of one frozen scene. Time, memory, tool calls and output are limited; a program
that goes past a limit ends with a text for the model and the next program runs. The interpreter's clock stands still
while it waits for this process, so a `Watchdog` here holds the limit, too. Without pydantic-monty nothing runs.
"""

from __future__ import annotations

import importlib.util
import secrets
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import ProgramError, SandboxBusy, SandboxUnavailable
from situated_qa.reasoning import statistics_module
from situated_qa.reasoning.checker import Checker
from situated_qa.reasoning.diagnostics import run_text
from situated_qa.reasoning.prelude import prelude
from situated_qa.reasoning.rewriting import private_name, rewrite
from situated_qa.reasoning.slots import Slots
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.reasoning.watchdog import Watchdog
from situated_qa.settings import check_settings, setting
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools, type_stubs

MAX_OBSERVATION_CHARACTERS = 2_000
MAX_PROGRAM_CHARACTERS = 20_000
SILENT_PROGRAM = (
    "The program ran but printed nothing. Print what you want to know, "
    "for example print([x.category for x in objects])."
)

_GRACE_S = 0.5  # so long the interpreter has to notice its limit by itself, which makes for a better text
_WAIT_S = 30.0  # for a worker, where nobody says how long
_SHORTEST_FEED_S = 0.1  # the prelude has to load within the interpreter's limit, on a busy machine too
_KILLED = "SIGKILL"  # in the text of a worker's death: what nothing inside it does


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
    tool_seconds: float = 0.0  # of `seconds`, spent in tools, so not the program's
    checked_only: bool = False  # the check failed, so nothing ran

    @property
    def observation(self) -> str:
        """What the model is told: the error where there is one, what was printed, or that nothing was."""
        if self.error is not None:
            return self.error[:MAX_OBSERVATION_CHARACTERS]
        if not self.printed:
            return SILENT_PROGRAM
        remarks = f"\n({'; '.join(self.notes)[:300]})" if self.notes else ""
        return self.printed[: MAX_OBSERVATION_CHARACTERS - len(remarks)] + remarks


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
        self._slots = Slots(self.settings.workers)
        stub_only = pydantic_monty.ExternalModule(
            dict.fromkeys(statistics_module.NAMES, 0), stubs=statistics_module.STUBS
        )
        self._checker = Checker(pydantic_monty, {"statistics": lambda: stub_only})
        self._pool = pydantic_monty.Monty(
            min_processes=1,
            max_processes=self.settings.workers,
            checkout_timeout=_WAIT_S,
            request_timeout=self.settings.time_limit_s + 10.0,  # behind the interpreter's own limit and the watchdog
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

    def check(
        self, program: str, stubs: str, tool_names: tuple[str, ...] = (), *, deadline: float = float("inf")
    ) -> ProgramError | None:
        """Type-check a program without running it.

        Args:
            program: Python over the tools.
            stubs: declarations of the tools and of `SceneObject`.
            tool_names: tools, whose arguments are left to the run: their own errors say more.
            deadline: time.monotonic() seconds until which to wait for the checker.

        Returns:
            What is certainly wrong, or None. What may turn out right, or cannot be checked, is left to the run.

        Raises:
            SandboxBusy: other checks took all the time.
            SandboxUnavailable: the worker does not start.
        """
        if len(program) > MAX_PROGRAM_CHARACTERS:
            return ProgramError(f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}")
        self._refuse_if_closed()
        text = self._checker.check(program, stubs, frozenset(tool_names), deadline)
        return ProgramError(text) if text else None

    def warm_up(self) -> None:
        """Start the worker that checks programs and load the tools' declarations into it."""
        self.check("None", type_stubs())

    def run(self, program: str, tools: Any, *, time_limit_s: float | None = None, guest: bool = False) -> RunResult:
        """Run a program against `situated.tools.Tools` or a `SituatedScene`, without a check.

        A program that fails is no exception: the result's `error` is the text for the model that has to mend it.

        Args:
            time_limit_s: wall clock, s, with the wait for a worker unless `guest`; None means five times the setting's
                computing time, without the wait. Computing time is limited by the setting in any case.
            guest: a caller's program, which leaves questions one worker where there are several.

        Raises:
            SandboxBusy: no worker was free in time, or two were lost by no fault of the program's.
            SandboxUnavailable: no worker can be had.
            Exception: whatever a tool raised that is no `ToolError`, so a fault of ours.
        """
        return self._run(program, _tools_of(tools), _Patience.of(time_limit_s, guest, self.settings.time_limit_s))

    def check_and_run(
        self, program: str, tools: Any, *, time_limit_s: float | None = None, guest: bool = False
    ) -> RunResult:
        """Check, and run if the check finds nothing; arguments and errors as `run`."""
        patience = _Patience.of(time_limit_s, guest, self.settings.time_limit_s)
        tools = _tools_of(tools)
        if self.settings.type_check:
            host = ToolHost(tools)
            problem = self.check(program, host.stubs(), host.names, deadline=patience.wait_until)
            if problem is not None:
                seconds = time.monotonic() - patience.start
                return RunResult("", str(problem), seconds=seconds, checked_only=True)
        return self._run(program, tools, patience)

    def _run(self, program: str, tools: Any, patience: _Patience) -> RunResult:
        if len(program) > MAX_PROGRAM_CHARACTERS:
            text = f"the program has {len(program)} characters; the most is {MAX_PROGRAM_CHARACTERS}"
            return RunResult("", text, seconds=time.monotonic() - patience.start, checked_only=True)
        try:
            return self._attempt(program, tools, patience)
        except _WorkerLost:
            pass  # of the program, or of what befell the machine: the second time tells
        try:
            return self._attempt(program, tools, patience)
        except _WorkerLost as loss:
            if not loss.by_the_program:
                raise SandboxBusy(f"the sandbox lost two workers, by no fault of the program's: {loss}") from loss
            text = f"the program broke the interpreter and was stopped ({self._limits_text()})"
            return RunResult("", text, seconds=time.monotonic() - patience.start)

    def _attempt(self, program: str, tools: Any, patience: _Patience) -> RunResult:
        """Run a program in a worker.

        Raises:
            _WorkerLost: the worker died, and not of the program's limits.
        """
        with self._slots.place(patience.wait_until, guest=patience.guest):
            self._refuse_if_closed()
            host, output, private = ToolHost(tools), _Output(), private_name(program)
            computing_s = max(1e-3, min(self.settings.time_limit_s, patience.left_s()))
            modules: dict[str, Any] = {}
            with _Session(self._pool.checkout(
                limits=self._limits(max(_SHORTEST_FEED_S, computing_s)),  # type: ignore[arg-type]
                os_policy={"sleep": "zero", "random_start": {"seed": 0}},  # a program replays the same
                external_modules=modules,
            )) as session:  # fmt: skip
                self._load_prelude(session, host, modules, private, with_statistics="statistics" in program)
                start = time.monotonic()
                host.deadline = start + patience.left_s()

                def remaining_s() -> float:
                    own_end = start + computing_s + host.seconds()  # what tools take is not the program's time
                    return min(own_end, host.deadline) + _GRACE_S - time.monotonic()

                with Watchdog(session.worker_pid, remaining_s) as watchdog:
                    # Without None the value of a last expression would be converted for the host, which may not end.
                    source = f"{rewrite(program, private)}\n{private}_report()\nNone"
                    error = self._feed(session, source, program, output, watchdog)
        if host.failure is not None:
            raise host.failure
        return RunResult(
            printed=output.text(),
            error=None if error is None else error[:MAX_OBSERVATION_CHARACTERS],
            object_ids=host.evidence(),
            notes=tuple(host.notes()),
            reference_frame=host.reference_frame,
            touched=host.touched,
            seconds=time.monotonic() - patience.start,
            tool_calls=host.calls,
            tool_seconds=host.seconds(),
        )

    def _load_prelude(
        self, session: Any, host: ToolHost, modules: dict[str, Any], private: str, *, with_statistics: bool
    ) -> None:
        channel = f"host_{secrets.token_hex(16)}"
        modules[channel] = lambda: self._monty.ExternalModule({"call": host.call})
        source = prelude(host.names, channel=channel, private=private)
        try:
            session.feed_run(source, inputs={"_table": host.table()})
            if with_statistics:
                stand_ins = session.feed_run(statistics_module.SOURCE + statistics_module.CALL)
                attributes = statistics_module.module_attributes(stand_ins)
                modules["statistics"] = lambda: self._monty.ExternalModule(attributes)
        except self._monty.MontyCrashedError as trouble:
            raise _WorkerLost(str(trouble), by_the_program=False) from trouble
        except self._monty.MontyError as trouble:
            if "time limit exceeded" in str(trouble):
                raise _WorkerLost("the machine is too busy to load the prelude", by_the_program=False) from trouble
            raise SandboxUnavailable(f"the sandbox cannot load its own prelude: {trouble}") from trouble

    def _feed(self, session: Any, source: str, program: str, output: _Output, watchdog: Watchdog) -> str | None:
        """What went wrong when the program ran; None if nothing did."""
        try:
            session.feed_run(source, print_callback=output)
        except self._monty.MontyCrashedError as trouble:
            if not (watchdog.fired or trouble.timed_out):
                raise _WorkerLost(str(trouble), by_the_program=_KILLED not in str(trouble)) from trouble
            return f"the program took too long and was stopped ({self._limits_text()})"
        except self._monty.MontyError as trouble:
            return run_text(trouble, program, self._limits_text())
        return None

    def _refuse_if_closed(self) -> None:
        if self._closed.is_set():
            raise SandboxUnavailable("the sandbox is closed")

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


class _WorkerLost(Exception):
    """A worker died while it had a program."""

    def __init__(self, text: str, *, by_the_program: bool) -> None:
        super().__init__(text)
        self.by_the_program = by_the_program  # that may be; certain only when it happens again


@dataclass(frozen=True, slots=True)
class _Patience:
    """How long one program may wait and run."""

    start: float  # time.monotonic() seconds
    wait_until: float
    wall_s: float  # of the run alone
    end: float  # of waiting and running together
    guest: bool

    @classmethod
    def of(cls, time_limit_s: float | None, guest: bool, computing_s: float) -> _Patience:
        """From the arguments of `Sandbox.run`, and the computing time that the settings allow."""
        start = time.monotonic()
        if time_limit_s is None or guest:
            wall_s = computing_s * 5 if time_limit_s is None else time_limit_s
            return cls(start, start + _WAIT_S, wall_s, float("inf"), guest)
        return cls(start, start + time_limit_s, time_limit_s, start + time_limit_s, guest)

    def left_s(self) -> float:
        """Wall clock that a run which begins now may take, s."""
        return min(self.wall_s, self.end - time.monotonic())


class _Session:
    """A checkout whose failures to start read as `SandboxUnavailable`."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __enter__(self) -> Any:
        try:
            return self._session.__enter__()
        except TimeoutError as error:
            raise SandboxBusy("every worker of the sandbox is busy") from error
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
