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
ORACLE_LANGUAGE = "oracle-language"
"""The model that is none: each question's own expression of the question language is evaluated."""
PROGRAM = "program"
"""The oracle's strategy."""
EXPRESSION = "expression"
"""The strategy of the oracle that evaluates expressions."""
_OF_ORACLES = {ORACLE: PROGRAM, ORACLE_LANGUAGE: EXPRESSION}
SOURCES = ("truth", "masks", "degraded", "pixels")
"""Where the objects come from: the true scene, frames with true masks, frames with masks that err as those of a named
detector do (`perception/data/mask_errors.json`), frames with the real detector."""
DETECTORS = {"masks": "true-masks", "degraded": "degraded-masks", "pixels": "nanodet"}


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Everything that decides a run's answers; written into its JSON.

    Raises:
        SettingsError: a value has the wrong type or range, or two of them contradict.
    """

    source: str = setting("truth", "where the objects come from", choices=SOURCES)
    llm: str = setting("default", "the model; oracle, oracle-language: each question's own program or expression")
    strategy: str = setting("auto", "how questions are answered", choices=("auto", *STRATEGIES, PROGRAM, EXPRESSION))
    rounds: int = setting(3, "most programs tried for one question", minimum=1, maximum=6)
    relation_frame: str = setting("viewer", "whose left and right of an object", choices=REFERENCE_FRAMES)
    rooms: str = setting(
        "own", "own: rooms and floor plan as the source has them; truth: the true ones", choices=("own", "truth")
    )
    attributes: bool = setting(True, "False takes colors and other attributes away from the objects")
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
        own = _OF_ORACLES.get(self.llm)
        if own is not None and self.strategy not in ("auto", own):
            raise SettingsError(
                f"the {self.llm} runs each question's own {own}; its strategy is {own}, not {self.strategy}"
            )
        owner = next((name for name, strategy in _OF_ORACLES.items() if strategy == self.strategy), self.llm)
        if owner != self.llm:
            raise SettingsError(f"strategy {self.strategy} is the oracle's (--llm {owner}); got the model {self.llm}")

    @property
    def oracle_strategy(self) -> str:
        """How an oracle answers; "" where a model does."""
        return _OF_ORACLES.get(self.llm, "")

    def llm_settings(self) -> LLMSettings:
        """The model's part."""
        return LLMSettings(spec=self.llm, seed=self.seed, temperature=self.temperature, n_threads=self.threads)
