"""Limits and result of one program."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.settings import check_settings, setting

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
