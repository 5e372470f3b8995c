"""One program in one worker process: the prelude, the run, the deadline, and what is left of it.

The interpreter's clock stands still while it waits for this process, so a `Watchdog` here holds the limit, too.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import SandboxBusy, SandboxUnavailable
from situated_qa.reasoning import statistics_module
from situated_qa.reasoning.diagnostics import check_text, run_text
from situated_qa.reasoning.prelude import LOOSE_STUBS, prelude
from situated_qa.reasoning.processes import Slots, Watchdog, keep_handles
from situated_qa.reasoning.rewriting import private_name, rewrite
from situated_qa.reasoning.tool_host import ToolHost
from situated_qa.settings import check_settings, setting

_GRACE_S = 0.5  # so long the interpreter has to notice its limit by itself, which makes for a better text
_WAIT_S = 30.0  # for a worker, where the caller names no limit
_SHORTEST_FEED_S = 0.1  # the prelude has to load within the interpreter's limit, on a busy machine too
# The interpreter runs what it has checked: this first line, which fails, and nothing of the program.
_FAILS = "[][0]\n"
_PLACE = re.compile(r"^([^:\n]+):(\d+):", re.MULTILINE)
_CHECK_LIMITS = {
    "max_feed_duration_secs": 0.1, "max_memory": 64 << 20, "max_recursion_depth": 50, "max_suspensions": 1_000,
}  # fmt: skip
_LONGEST_CHECK_S = 2.0  # of one check: 20 ms, and 60 when the worker is new
_KILLED = "SIGKILL"  # in the text of a worker's death: what nothing inside it does


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
            return cls(start, start + _WAIT_S, wall_s, float("inf"), guest)
        return cls(start, start + time_limit_s, time_limit_s, start + time_limit_s, guest)

    def left_s(self) -> float:
        """Wall clock that a run which begins now may take, s."""
        return min(self.wall_s, self.end - time.monotonic())


class Workers:
    """The worker processes; safe to use from several threads."""

    def __init__(self, monty: Any, settings: SandboxSettings) -> None:
        """
        Args:
            monty: the module `pydantic_monty`.

        Raises:
            SandboxUnavailable: the first worker does not start.
        """
        self._monty, self._settings = monty, settings
        self._closed = threading.Event()
        self.slots = Slots(settings.workers)
        self._pool = monty.Monty(
            min_processes=1,
            max_processes=settings.workers,
            checkout_timeout=_WAIT_S,
            request_timeout=settings.time_limit_s + 10.0,  # behind the interpreter's own limit and the watchdog
        )
        keep_handles()
        try:
            self._pool.__enter__()
        except (monty.MontyError, OSError, RuntimeError) as error:
            raise SandboxUnavailable(f"the sandbox's worker does not start: {error}") from error

    def close(self) -> None:
        """Stop them; a second call does nothing."""
        if not self._closed.is_set():
            self._closed.set()
            self._pool.__exit__(None, None, None)

    @property
    def closed(self) -> bool:
        """Whether no program can be run any more."""
        return self._closed.is_set()

    def check(self, program: str, stubs: str, tool_names: frozenset[str], *, deadline: float, guest: bool) -> str:
        """What is certainly wrong with a program, by its types, or "".

        A check that cannot be had, since the worker dies of it or it takes too long, finds nothing: the run will tell.

        Args:
            stubs: declarations of the tools.
            deadline: time.monotonic() seconds until which to wait for a worker.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: no worker can be had.
        """
        # Programs are not run where they are checked, so the functions of the module need no values.
        statistics = self._monty.ExternalModule(
            dict.fromkeys(statistics_module.NAMES, 0), stubs=statistics_module.STUBS
        )
        with self.slots.place(deadline, guest=guest), _Session(self._pool.checkout(
            limits=_CHECK_LIMITS,  # type: ignore[arg-type]
            type_check=True,
            type_check_stubs=stubs + LOOSE_STUBS,
            type_check_format="concise",
            external_modules={"statistics": lambda: statistics},
        )) as session:  # fmt: skip
            end = time.monotonic() + _LONGEST_CHECK_S
            try:
                with _watched(session.worker_pid, lambda: end - time.monotonic()):
                    session.feed_run(_FAILS + program, print_callback=lambda stream, text: None)
            except self._monty.MontyTypingError as error:
                found = _PLACE.sub(lambda place: f"{place[1]}:{int(place[2]) - 1}:", str(error))
                return check_text(found, program, tool_names)
            except (self._monty.MontyError, WorkerLost):
                pass  # it got as far as running, cannot be parsed, or broke the checker: the run says more
        return ""

    def run(self, program: str, tools: Any, patience: Patience) -> RunResult:
        """Run a program in a worker.

        Raises:
            SandboxBusy: no worker was free in time.
            SandboxUnavailable: no worker can be had.
            WorkerLost: the worker died, and not of the program's limits.
        """
        with self.slots.place(patience.wait_until, guest=patience.guest):
            if self.closed:
                raise SandboxUnavailable("the sandbox is closed")
            host, output, private = ToolHost(tools), _Output(), private_name(program)
            computing_s = max(1e-3, min(self._settings.time_limit_s, patience.left_s()))
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

                with _watched(session.worker_pid, remaining_s) as watchdog:
                    # Without None the value of a last expression would be converted for the host, which may not end.
                    source = f"{rewrite(program, private)}\n{private}_report()\nNone"
                    error = self._feed(session, source, program, output, watchdog, host)
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
            answer=host.answer,
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
        self, session: Any, source: str, program: str, output: _Output, watchdog: Watchdog, host: ToolHost
    ) -> str | None:
        """What went wrong when the program ran; None if nothing did."""
        try:
            session.feed_run(source, print_callback=output)
        except self._monty.MontyCrashedError as trouble:
            if not (watchdog.fired or trouble.timed_out):
                raise WorkerLost(str(trouble), by_the_program=_KILLED not in str(trouble)) from trouble
            return f"the program took too long and was stopped ({self.limits_text()})"
        except self._monty.MontyError as trouble:
            return None if host.answer else run_text(trouble, program, self.limits_text())  # `answer` ends it
        return None

    def _limits(self, computing_s: float) -> dict[str, Any]:
        return {
            "max_feed_duration_secs": computing_s,
            "max_memory": self._settings.memory_limit_mb << 20,
            "max_recursion_depth": self._settings.max_recursion,
            "max_suspensions": self._settings.max_tool_calls,
        }

    def limits_text(self) -> str:
        """The limits of every program, in words."""
        s = self._settings
        return f"limits: {s.time_limit_s:g} s, {s.memory_limit_mb} MB, {s.max_tool_calls} tool calls"


def _watched(pid: int | None, remaining_s: Callable[[], float]) -> Watchdog:
    try:
        if pid is not None:
            return Watchdog(pid, remaining_s)
    except ProcessLookupError:
        pass
    raise WorkerLost("the worker was gone before its program came", by_the_program=False)


class _Session:
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
    touched: tuple[int, ...] = ()  # every object that tools returned or were asked about, in order
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
