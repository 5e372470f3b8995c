"""What one run of a benchmark is made with."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.errors import SettingsError
from situated_qa.llm.settings import LLMSettings
from situated_qa.reasoning.answers import STRATEGIES
from situated_qa.reasoning.prompts import ANSWER_LENGTHS
from situated_qa.settings import check_settings, setting
from situated_qa.situated.scene import REFERENCE_FRAMES

ORACLE = "oracle"
"""The model that is none: each question's own program is run."""
PROGRAM = "program"
"""The oracle's strategy."""
SOURCES = ("truth", "masks", "pixels")
"""Where the objects come from: the true scene, frames with true masks, frames with the real detector."""
DETECTORS = {"masks": "true-masks", "pixels": "nanodet"}


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Everything that decides a run's answers; written into its JSON.

    Raises:
        SettingsError: a value has the wrong type or range, or two of them contradict.
    """

    source: str = setting("truth", "where the objects come from", choices=SOURCES)
    llm: str = setting("default", "the model, or oracle: each question's own program, without a model")
    strategy: str = setting("auto", "how questions are answered", choices=("auto", *STRATEGIES, PROGRAM))
    rounds: int = setting(3, "most programs tried for one question", minimum=1, maximum=6)
    relation_frame: str = setting("viewer", "whose left and right of an object", choices=REFERENCE_FRAMES)
    rooms: str = setting(
        "own", "own: rooms and floor plan as the source has them; truth: the true ones", choices=("own", "truth")
    )
    attributes: bool = setting(True, "False takes colours and other attributes away from the objects")
    answer_style: str = setting("short", "how long answers are", choices=tuple(ANSWER_LENGTHS))
    guesses: bool = setting(True, "answers that are guesses are given, and counted as such")
    time_limit_s: float = setting(120.0, "wall clock for one answer, s", minimum=0.1, maximum=3600.0)
    limit: int = setting(0, "questions asked, spread evenly over all; 0 means all of them", minimum=0)
    frames: int = setting(0, "frames of a home that are mapped, spread evenly; 0 means all of them", minimum=0)
    seed: int = setting(1, "seed of the model's sampler", minimum=0, maximum=2**31 - 1)
    temperature: float = setting(0.0, "randomness of the model; 0 repeats itself", minimum=0.0, maximum=2.0)
    threads: int = setting(0, "threads of the embedded model; 0: half of the cores", minimum=0, maximum=256)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.llm == ORACLE and self.strategy not in ("auto", PROGRAM):
            raise SettingsError(f"the oracle runs programs; its strategy is {PROGRAM}, not {self.strategy}")
        if self.llm != ORACLE and self.strategy == PROGRAM:
            raise SettingsError(f"strategy {PROGRAM} is the oracle's (--llm {ORACLE}); got the model {self.llm}")

    @property
    def oracle(self) -> bool:
        """Whether the questions' own programs answer."""
        return self.llm == ORACLE

    def llm_settings(self) -> LLMSettings:
        """The model's part."""
        return LLMSettings(spec=self.llm, seed=self.seed, temperature=self.temperature, n_threads=self.threads)
