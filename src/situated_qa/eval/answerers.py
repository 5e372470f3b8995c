"""Who answers a benchmark's questions: a model through the reasoning loop, or each question's own program."""

from __future__ import annotations

from typing import Protocol

from situated_qa.errors import ModelTimeout, ModelUnavailable
from situated_qa.eval.expression_answerer import ExpressionAnswerer
from situated_qa.eval.outcomes import Outcome, situated
from situated_qa.eval.questions import BenchmarkQuestion, asked
from situated_qa.eval.recording import RecordingModel, RecordingSandbox
from situated_qa.eval.settings import EXPRESSION, ORACLE, PROGRAM, RunSettings
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.spec import make_model
from situated_qa.reasoning.answers import Answer, AnswerStatus
from situated_qa.reasoning.ask import Reasoner, ReasoningSettings, strategy_that_suits
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.strategy import Strategy
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.tools import Tools

_TIMEOUTS_IN_A_ROW = 3
"""After so many questions without a reply the model is taken to be gone."""


class Answerer(Protocol):
    """Answers questions about a graph."""

    name: str  # of the model
    strategy: str

    def warm_up(self) -> None:
        """Load what it needs.

        Raises:
            ModelError: the model is not available.
        """
        ...

    def answer(self, graph: SceneGraph, question: BenchmarkQuestion) -> Outcome:
        """Answer one question.

        Raises:
            ModelUnavailable: there is no model any more, so that asking on makes no sense.
            SandboxUnavailable: there is nothing to run programs in.
        """
        ...

    def close(self) -> None:
        """Free what it holds."""
        ...


def make_answerer(settings: RunSettings) -> Answerer:
    """The answerer that a run's settings name.

    Raises:
        SettingsError: the model's specification is wrong.
        ModelUnavailable: its client library is not installed.
        SandboxUnavailable: there is no sandbox.
    """
    if settings.oracle_strategy == EXPRESSION:
        return ExpressionAnswerer(settings)
    if settings.oracle_strategy == PROGRAM:
        return OracleAnswerer(settings, RecordingSandbox())
    return ModelAnswerer(settings, make_model(settings.llm, settings.llm_settings()), RecordingSandbox())


def describe(settings: RunSettings) -> tuple[str, str]:
    """The names of the model and of the strategy that a run's settings lead to; nothing is loaded."""
    if settings.oracle_strategy:
        return settings.llm, settings.oracle_strategy
    model = make_model(settings.llm, settings.llm_settings())
    try:
        return model.name, _strategy(settings, model)
    finally:
        model.close()


def _strategy(settings: RunSettings, model: LanguageModel) -> str:
    return strategy_that_suits(model) if settings.strategy == "auto" else settings.strategy


class ModelAnswerer:
    """A model through the reasoning loop."""

    def __init__(
        self,
        settings: RunSettings,
        model: LanguageModel,
        sandbox: RecordingSandbox,
        *,
        registry: dict[str, Strategy] | None = None,
    ) -> None:
        """
        Args:
            registry: the strategies by name; None means the package's own.
        """
        self._settings, self._sandbox = settings, sandbox
        self._model = RecordingModel(model)
        self.strategy = _strategy(settings, model)
        self._reasoner = Reasoner(
            self._model,
            sandbox,
            ReasoningSettings(
                strategy=self.strategy,  # named, so that patterns never stand in for a model that goes away
                max_rounds=settings.rounds,
                time_limit_s=settings.time_limit_s,
                model_timeout_s=max(settings.time_limit_s, ReasoningSettings().model_timeout_s),
                allow_guesses=settings.guesses,
                answer_style=settings.answer_style,
            ),
            registry=registry,
        )
        self._timeouts = 0
        self.name = model.name

    def warm_up(self) -> None:
        """See `Answerer.warm_up`."""
        self._reasoner.warm_up()

    def answer(self, graph: SceneGraph, question: BenchmarkQuestion) -> Outcome:
        """See `Answerer.answer`."""
        settings = self._settings
        self._sandbox.results = []
        self._model.start()
        request = asked(question, strategy="", rounds=settings.rounds, time_limit_s=settings.time_limit_s)
        scene = situated(graph, question, settings)
        answer = self._reasoner.answer(scene, request)
        self._check_model(answer)
        results = tuple(self._sandbox.results)
        return Outcome(
            answer=answer.answer,
            status=int(answer.status),
            status_text=answer.status_text,
            program=answer.program,
            observations=answer.observations,
            passed=tuple(result.error is None for result in results),
            checked_only=tuple(result.checked_only for result in results),
            object_ids=answer.object_ids,
            model_seconds=answer.model_seconds,
            sandbox_seconds=answer.sandbox_seconds,
            total_seconds=answer.total_seconds,
            prompt_tokens=self._model.prompt_tokens,
            completion_tokens=self._model.completion_tokens,
            cached_tokens=self._model.cached_tokens,
            oracle_answer=self._oracle_answer(scene, question),
        )

    def _oracle_answer(self, scene: SituatedScene, question: BenchmarkQuestion) -> str | None:
        """What the right program prints here, or its error: tells what the tools lose from what the model does."""
        if not question.oracle_program.strip():
            return None
        return Sandbox.check_and_run(self._sandbox, question.oracle_program, Tools(scene)).observation

    def _check_model(self, answer: Answer) -> None:
        """One late reply is a wrong answer; a model that is not there ends the run."""
        if answer.status is not AnswerStatus.MODEL_UNAVAILABLE:
            if isinstance(self._model.error, ModelUnavailable):  # patterns stood in: that would be another run
                raise ModelUnavailable(str(self._model.error))
            self._timeouts = 0
            return
        self._timeouts += 1
        late = isinstance(self._model.error, ModelTimeout)
        if not late:
            raise ModelUnavailable(answer.status_text)
        if self._timeouts >= _TIMEOUTS_IN_A_ROW:
            raise ModelUnavailable(f"{self._timeouts} questions in a row got no reply; {answer.status_text}")

    def close(self) -> None:
        """See `Answerer.close`."""
        self._reasoner.close()


class OracleAnswerer:
    """Runs each question's own program and takes what it printed for the answer: the ceiling of the tools."""

    name = ORACLE
    strategy = PROGRAM

    def __init__(self, settings: RunSettings, sandbox: RecordingSandbox) -> None:
        self._settings, self._sandbox = settings, sandbox

    def warm_up(self) -> None:
        """See `Answerer.warm_up`."""
        self._sandbox.warm_up()

    def answer(self, graph: SceneGraph, question: BenchmarkQuestion) -> Outcome:
        """See `Answerer.answer`."""
        if not question.oracle_program.strip():
            text = "this question has no oracle_program"
            return Outcome("", int(AnswerStatus.NO_USABLE_PROGRAM), text)
        self._sandbox.results = []
        tools = Tools(situated(graph, question, self._settings))
        result = self._sandbox.check_and_run(question.oracle_program, tools, time_limit_s=self._settings.time_limit_s)
        fine = result.error is None and bool(result.printed.strip())
        status = AnswerStatus.ANSWERED if fine else AnswerStatus.NO_USABLE_PROGRAM
        return Outcome(
            answer=result.printed.strip() if fine else "",
            status=int(status),
            status_text="" if fine else result.observation,
            program=question.oracle_program,
            observations=(result.observation,),
            passed=(result.error is None,),
            checked_only=(result.checked_only,),
            object_ids=result.object_ids,
            sandbox_seconds=result.seconds,
            total_seconds=result.seconds,
            oracle_answer=result.observation,
        )

    def close(self) -> None:
        """See `Answerer.close`."""
        self._sandbox.close()
