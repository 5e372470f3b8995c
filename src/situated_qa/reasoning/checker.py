"""Type check of programs in a separate worker that keeps the tools' declarations loaded: 2 ms instead of 30."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from situated_qa.errors import SandboxUnavailable
from situated_qa.reasoning.diagnostics import check_text
from situated_qa.reasoning.prelude import LOOSE_STUBS
from situated_qa.reasoning.processes import Slots, keep_handles

# The interpreter runs what it has checked: this first line, which fails, and nothing of the program. A snippet that ran
# to its end would be known to the next check, too.
_FAILS = "[][0]\n"
_PLACE = re.compile(r"^([^:\n]+):(\d+):", re.MULTILINE)
_LIMITS = {"max_feed_duration_secs": 0.1, "max_memory": 64 << 20, "max_recursion_depth": 50, "max_suspensions": 1_000}
_CHECKS_PER_SESSION = 200
_LONGEST_S = 2.0  # of one check: 2 ms, and 100 when the worker is new


class Checker:
    """Checks one program at a time; safe to use from several threads."""

    def __init__(self, monty: Any, modules: dict[str, Callable[[], Any]]) -> None:
        """
        Args:
            monty: the module `pydantic_monty`. The worker starts with the first check.
            modules: what a program may import on top of the interpreter's own, by name.
        """
        self._monty = monty
        self._modules = modules
        self._slots = Slots(1, "workers that check programs")
        self._pool: Any = None
        self._session: Any = None
        self._stubs = ""
        self._checks = 0

    def check(
        self, program: str, stubs: str, tool_names: frozenset[str], *, deadline: float, guest: bool = False
    ) -> str:
        """What is certainly wrong with a program, or "".

        A check that cannot be had, since the worker dies of it twice or it takes too long, finds nothing: the run will
        tell, and trouble of the checker's is none of the program's.

        Args:
            stubs: declarations of the tools; kept loaded while they stay the same.
            deadline: time.monotonic() seconds until which to wait for the checks of others.
            guest: whether the programs of questions go first.

        Raises:
            SandboxBusy: they took all the time.
            SandboxUnavailable: the worker does not start.
        """
        stubs = re.sub(r"(?m)^#.*\n", "", stubs) + LOOSE_STUBS  # a scene's categories are told in a comment
        with self._slots.place(deadline, guest=guest):
            for _ in range(2):
                try:
                    return self._check(program, stubs, tool_names)
                except self._monty.MontyCrashedError as error:
                    self._drop()  # the worker died, of this or of the program before: try a new one
                    if error.timed_out:
                        break
                except RuntimeError:
                    self._drop()
            return ""

    def close(self) -> None:
        """Stop the worker."""
        with self._slots.place(float("inf")):
            self._drop()
            if self._pool is not None:
                self._pool.__exit__(None, None, None)
                self._pool = None

    def _check(self, program: str, stubs: str, tool_names: frozenset[str]) -> str:
        try:
            self._fresh(stubs).feed_run(_FAILS + program, print_callback=_discard)
        except self._monty.MontyTypingError as error:
            found = _PLACE.sub(lambda place: f"{place[1]}:{int(place[2]) - 1}:", str(error))
            return check_text(found, program, tool_names)
        except self._monty.MontyCrashedError:
            raise
        except self._monty.MontyError:
            return ""  # it got as far as running, or cannot be parsed, of which the run says more
        self._drop()  # it ran to its end against all precautions: forget what it declared
        return ""

    def _fresh(self, stubs: str) -> Any:
        self._checks += 1
        if self._session is not None and (stubs != self._stubs or self._checks > _CHECKS_PER_SESSION):
            self._drop()
        if self._session is None:
            keep_handles()  # this may start a worker
            try:
                if self._pool is None:
                    pool = self._monty.Monty(
                        min_processes=1, max_processes=1, checkout_timeout=30.0, request_timeout=_LONGEST_S
                    )
                    pool.__enter__()
                    self._pool = pool
                session = self._pool.checkout(
                    limits=_LIMITS,
                    type_check=True,
                    type_check_stubs=stubs,
                    type_check_format="concise",
                    external_modules=self._modules,
                )
                session.__enter__()
            except (self._monty.MontyError, OSError, RuntimeError) as error:
                raise SandboxUnavailable(f"the worker that checks programs does not start: {error}") from error
            self._session, self._stubs, self._checks = session, stubs, 1
        return self._session

    def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.__exit__(None, None, None)


def _discard(stream: str, text: str) -> None:
    """The check shows no output."""
