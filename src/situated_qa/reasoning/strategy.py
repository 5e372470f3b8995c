"""What a way of answering is: a function from a `StrategyContext` to a `StrategyResult`.

`reasoning.ask` picks one by name and turns its result, or the error it raised, into an `Answer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from situated_qa.errors import ModelCancelled, ModelTimeout, ToolError
from situated_qa.llm.client import Completion, LanguageModel, Message
from situated_qa.llm.text_model import Continuation, TextModel
from situated_qa.reasoning.answers import AnswerStatus, Question
from situated_qa.situated.absence import Absence
from situated_qa.situated.language.check import check
from situated_qa.situated.language.evaluate import Result, evaluate
from situated_qa.situated.language.values import Things
from situated_qa.situated.language.words import short

if TYPE_CHECKING:
    from situated_qa.reasoning.conversation.sessions import Sessions
    from situated_qa.reasoning.sandbox import Sandbox


@dataclass(slots=True)
class StrategyContext:
    """All that a strategy may use for one question, and the clocks and records it keeps on the way.

    A strategy asks the model through `complete` and runs programs through `run`, so that time spent, programs tried
    and what they printed are on record even when it is cut short.
    """

    model: LanguageModel
    sandbox: Sandbox
    tools: Any  # situated.tools.Tools over `scene`
    scene: Any  # situated.SituatedScene: frozen graph and viewpoint
    question: Question
    deadline: float  # time.monotonic() seconds
    settings: Any  # reasoning.ask.ReasoningSettings; `max_rounds`, `time_limit_s` are already the question's own
    on_text: Callable[[str], None] | None = None  # hears the model's replies as they are written
    cancelled: Callable[[], bool] | None = None  # true once the asker has gone
    model_seconds: float = 0.0
    model_notes: list[str] = field(default_factory=list)  # what a person should know of the model's replies
    otherwise: StrategyResult | None = None  # the reply to what asks nothing, unless the trained reader is sure it does
    commanded: bool = False  # by its words, the question asks for a deed
    prompt_tokens: int = 0  # over all replies, cached ones included
    completion_tokens: int = 0
    cached_tokens: int = 0  # of the prompts, not evaluated again; 0 where the runtime does not tell
    sandbox_seconds: float = 0.0
    rounds: int = 0
    program: str = ""
    observations: list[str] = field(default_factory=list)
    object_ids: tuple[int, ...] = ()
    reference_frame: str = ""  # whose left and right the last program used; "" if none
    said_before: tuple[Things, ...] = ()  # what the answers before in this session were about, the latest first
    result: Result | None = None  # of the last expression
    reader: TextModel | None = None  # the trained reader; None where there is none
    sessions: Sessions | None = None  # for a strategy that keeps its own turns

    def remaining_s(self) -> float:
        """Seconds left for the whole answer; zero or less when it has passed."""
        return self.deadline - time.monotonic()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        grammar: str | None = None,
        stop: Sequence[str] = (),
    ) -> Completion:
        """Ask the model, with what is left of the time and no more.

        Raises:
            DeadlinePassed: the time limit passed, before or while the model wrote.
            QuestionWithdrawn: the asker has gone.
            ModelError: as `LanguageModel.complete`.
        """
        timeout_s = min(self._time_left_s(), self.settings.model_timeout_s)
        with self._model_time():
            completion = self.model.complete(
                messages,
                max_tokens=max_tokens,
                timeout_s=timeout_s,
                grammar=grammar,
                stop=stop,
                on_text=self.on_text,
                cancelled=self.cancelled,
            )
        self.prompt_tokens += completion.prompt_tokens
        self.completion_tokens += completion.completion_tokens
        self.cached_tokens += completion.cached_tokens
        if completion.note and completion.note not in self.model_notes:
            self.model_notes.append(completion.note)
        return completion

    def continue_text(
        self,
        model: TextModel,
        prompt: str,
        *,
        max_tokens: int = 160,
        grammar: str | None = None,
        stop: Sequence[str] = (),
    ) -> Continuation:
        """Have a model continue a text, with what is left of the time and no more.

        Raises:
            as `complete`.
        """
        timeout_s = min(self._time_left_s(), self.settings.model_timeout_s)
        with self._model_time():
            reply = model.continue_text(
                prompt, max_tokens=max_tokens, grammar=grammar, stop=stop, timeout_s=timeout_s, cancelled=self.cancelled
            )
        self.prompt_tokens += reply.prompt_tokens
        self.completion_tokens += reply.tokens
        return reply

    @contextmanager
    def _model_time(self) -> Iterator[None]:
        """Count the time of the block as the model's, and tell the end of the question's time from the model's."""
        start = time.monotonic()
        try:
            yield
        except ModelTimeout as error:
            if self.remaining_s() <= 0.0:
                raise DeadlinePassed from error
            raise
        except ModelCancelled as error:
            raise QuestionWithdrawn from error
        finally:
            self.model_seconds += time.monotonic() - start

    def run(self, program: str) -> Any:
        """Check and run one program; counts a round and records the program, its observation and its evidence.

        Returns:
            A `sandbox.RunResult`; a program that fails its check or its run comes back with `error` set.

        Raises:
            DeadlinePassed: no time was left.
            QuestionWithdrawn: the asker has gone.
            SandboxBusy: no worker was free in time, or two were lost; this does not count as a round,
                and the program may be right.
            SandboxUnavailable: there is nothing to run programs in.
        """
        remaining_s = self._time_left_s()
        result = self.sandbox.check_and_run(program, self.tools, time_limit_s=remaining_s)
        self.rounds += 1
        self.program = program
        self.sandbox_seconds += result.seconds
        self.observations.append(result.observation)
        self.object_ids = result.object_ids
        self.reference_frame = result.reference_frame
        return result

    def evaluate(self, expression: str, *, known_names: bool = False) -> Result:
        """Evaluate an expression; counts a round and records it, its value and its evidence.

        Args:
            known_names: it is refused where it names a room that the scene has not, or misspells one of its things.

        Raises:
            ToolError: it is not an expression, a function was called wrongly, or it is refused.
            DeadlinePassed, QuestionWithdrawn: as `run`.
        """
        self._time_left_s()
        self.rounds += 1
        self.program = expression
        start = time.monotonic()
        try:
            problems = check(expression, self.scene) if known_names else []
            if problems:
                raise ToolError("; ".join(problems[:3]))
            result = evaluate(expression, self.scene, said_before=self.said_before, deadline=self.deadline)
        except ToolError as error:
            self.observations.append(str(error))
            raise
        finally:
            self.sandbox_seconds += time.monotonic() - start
        self.program, self.result = result.expression, result
        self.observations.append("; ".join(short(value, self.scene.graph) for value in result.values))
        return result

    def _time_left_s(self) -> float:
        """Seconds left; above zero, and somebody waits for the answer."""
        if self.cancelled is not None and self.cancelled():
            raise QuestionWithdrawn
        remaining_s = self.remaining_s()
        if remaining_s <= 0.0:
            raise DeadlinePassed
        return remaining_s


class DeadlinePassed(Exception):
    """The time limit of the question passed; `reasoning.ask` turns it into the status TIME_LIMIT."""


class QuestionWithdrawn(Exception):
    """The question was withdrawn; `reasoning.ask` turns it into the status FAILED, and says so."""


@dataclass(frozen=True, slots=True)
class StrategyResult:
    """What a strategy found. Programs, observations and seconds are read from the context."""

    answer: str  # in words; "" unless the status is one of `answers.WORDED`
    explanation: str = ""  # how it came about, for a person
    object_ids: tuple[int, ...] | None = None  # the evidence; None means: what the last program touched
    reference_frame: str = ""  # "viewer", "facing", "object"; "" means: what the last program used
    status: AnswerStatus = AnswerStatus.ANSWERED
    status_text: str = ""
    absence: Absence = Absence.NONE
    confidence: float = -1.0  # in the reading of the question, 0 … 1; -1 where not known


Strategy = Callable[[StrategyContext], StrategyResult]
