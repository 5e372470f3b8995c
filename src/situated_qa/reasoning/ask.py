"""From a question about a frozen scene to an answer with a status: `Reasoner.answer`.

A strategy is picked by name (`REGISTRY`); `conversation/` stands in front of it, and its result, or the error that it
raised, becomes an `Answer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable, SandboxBusy
from situated_qa.llm.client import LanguageModel, Message
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.llm.text_model import TextModel, reader_in
from situated_qa.reasoning import guided_expression, reason_while_retrieve, think_program_rectify
from situated_qa.reasoning.answers import STRATEGIES, WORDED, Answer, AnswerStatus, Question
from situated_qa.reasoning.by_patterns import patterns
from situated_qa.reasoning.conversation.sessions import Sessions
from situated_qa.reasoning.conversation.turns import Reader, answer_in_session
from situated_qa.reasoning.evidence import without_evidence
from situated_qa.reasoning.expressions import expression
from situated_qa.reasoning.prompts import ANSWER_LENGTHS
from situated_qa.reasoning.reader.strategy import is_asked_when_unsure
from situated_qa.reasoning.reader.strategy import reader as trained_reader
from situated_qa.reasoning.reader.writing import warm_up as warm_up_reader
from situated_qa.reasoning.sandbox import Sandbox
from situated_qa.reasoning.strategy import DeadlinePassed, QuestionWithdrawn, Strategy, StrategyContext, StrategyResult
from situated_qa.settings import check_settings, setting
from situated_qa.situated.tools import Tools


@dataclass(frozen=True, slots=True)
class ReasoningSettings:
    """How questions are answered, where the question itself does not say."""

    strategy: str = setting(
        "auto",
        "auto: reader where there is a trained one; else guided-expression for small models, think-program-rectify for"
        " others; rules without a model",
        choices=("auto", *STRATEGIES),
    )
    max_rounds: int = setting(3, "most programs tried for one question", minimum=1, maximum=20)
    time_limit_s: float = setting(120.0, "wall clock for one answer, s", minimum=0.1, maximum=3600.0)
    model_timeout_s: float = setting(90.0, "wall clock for one reply of the model, s", minimum=0.1, maximum=3600.0)
    least_confidence: float = setting(
        0.6, "reader: what was read with less confidence is asked back", minimum=0.0, maximum=1.0
    )
    allow_guesses: bool = setting(
        False,
        "for benchmarks: guess where the scene does not tell or words stay unread, with the status GUESSED",
    )
    answer_style: str = setting(
        "sentence", "short: at most three words, for benchmarks; sentence: for people", choices=tuple(ANSWER_LENGTHS)
    )
    session_age_s: float = setting(
        600.0, "a session ends when it was not used for so long, s", minimum=1.0, maximum=86400.0
    )
    sessions: int = setting(200, "sessions kept; one more ends the one not used for longest", minimum=1, maximum=10000)

    def __post_init__(self) -> None:
        check_settings(self)


REGISTRY: dict[str, Strategy] = {
    "rules": patterns,
    "reader": trained_reader,
    "expression": expression,
    "guided-expression": guided_expression.guided_expression,
    "think": think_program_rectify.think,
    "think-program": think_program_rectify.think_program,
    "think-program-rectify": think_program_rectify.think_program_rectify,
    "reason-while-retrieve": reason_while_retrieve.reason_while_retrieve,
    "single-coder": think_program_rectify.single_coder,
}
"""Every strategy by the name that `Ask.srv` knows it by."""

_OPENINGS: dict[str, Callable[[str], list[Message]]] = {
    "guided-expression": lambda style: list(guided_expression.static_messages()),
    "think": think_program_rectify.think_messages,
    "think-program": think_program_rectify.static_messages,
    "think-program-rectify": think_program_rectify.static_messages,
    "reason-while-retrieve": reason_while_retrieve.reasoner_messages,
    "single-coder": think_program_rectify.coder_messages,
}
"""What the chat opens with, by strategy and answer style: evaluated before the first question comes."""


def strategy_that_suits(model: LanguageModel, reader: TextModel | None = None) -> str:
    """The name of the strategy that a model does best with.

    Args:
        reader: a trained reader beside the model.
    """
    if model.name == NO_MODEL:
        return "rules"
    if reader_in(model) is not None or (reader is not None and not model.prefers_forms):
        return "reader"
    return "guided-expression" if model.prefers_forms else "think-program-rectify"


class Reasoner:
    """Answers questions with one model and one sandbox; safe to use from several threads."""

    def __init__(
        self,
        model: LanguageModel,
        sandbox: Sandbox,
        settings: ReasoningSettings | None = None,
        *,
        reader: TextModel | None = None,
        registry: dict[str, Strategy] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Args:
            reader: a trained reader beside the model; closed with it. None: the model itself, if it is one.
        """
        self.model = model
        self._beside = reader
        self.reader = reader_in(model) or reader
        self.sandbox = sandbox
        self.settings = settings or ReasoningSettings()
        self._registry = REGISTRY if registry is None else registry
        self._sessions = Sessions(most=self.settings.sessions, age_s=self.settings.session_age_s, clock=clock)
        self._model_missing = ""  # why the model was not there when it was last wanted; "" if it was

    def strategy_for(self, question: Question) -> str:
        """The strategy's name: the question's, else the setting's, else what suits the model."""
        if question.strategy:
            return question.strategy
        if self.settings.strategy != "auto":
            return self.settings.strategy
        return strategy_that_suits(self.model, self.reader)

    def answer(
        self,
        scene: Any,
        question: Question,
        *,
        on_text: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answer one question.

        Args:
            scene: a `SituatedScene`: frozen graph and viewpoint.
            question: not yet checked; a wrong one is answered with BAD_REQUEST.
            on_text: hears the model's replies piece by piece, from another thread.
            cancelled: asked several times a second; once it is true, the model stops and the status is FAILED.

        Returns:
            An answer, also where the model, the programs or the question fail.

        Raises:
            SandboxUnavailable: there is nothing to run programs in.
            Exception: a fault of ours, in a tool or a strategy.
        """
        start = time.monotonic()
        problem = question.problem()
        if problem:
            version = scene.graph.version
            return Answer(AnswerStatus.BAD_REQUEST, problem, viewpoint=scene.viewpoint, graph_version=version)
        settings = replace(
            self.settings,
            max_rounds=question.max_rounds or self.settings.max_rounds,
            time_limit_s=question.time_limit_s or self.settings.time_limit_s,
        )
        context = StrategyContext(
            self.model, self.sandbox, Tools(scene), scene, question, start + settings.time_limit_s, settings,
            on_text=on_text, cancelled=cancelled, reader=self.reader, sessions=self._sessions,
        )  # fmt: skip
        name = self.strategy_for(question)
        by_itself = not question.strategy and self.settings.strategy == "auto"
        answer = self._attempt(context, self._registry[name], name, stand_in=by_itself)
        if answer.has_answer and by_itself and self._model_missing:
            answer = _without_model(answer, self._model_missing)
        return replace(
            answer,
            status_text="; ".join(text for text in (answer.status_text, *context.model_notes) if text),
            viewpoint=scene.viewpoint,
            rounds=context.rounds,
            program=context.program,
            observations=tuple(context.observations),
            model_seconds=context.model_seconds,
            prompt_tokens=context.prompt_tokens,
            completion_tokens=context.completion_tokens,
            cached_tokens=context.cached_tokens,
            sandbox_seconds=context.sandbox_seconds,
            total_seconds=time.monotonic() - start,
            graph_version=scene.graph.version,
        )

    def warm_up(self, strategy: str = "") -> None:
        """Have the model evaluate the static prompt of a strategy; "" means the one it will use by itself.

        Beside the trained reader, a model that answers what it is unsure of is warmed up, too.

        Raises:
            ModelError: the model is not available.
        """
        self.sandbox.warm_up()
        name = self.strategy_for(Question("", strategy=strategy))
        if name in ("rules", "expression"):  # which never ask the model
            return
        try:
            if name != "reader":
                self.model.warm_up(_OPENINGS[name](self.settings.answer_style))
            elif self.reader is not None:
                warm_up_reader(self.reader)
            else:
                raise ModelUnavailable("no trained reader is set up: the package ships none, or llm.reader is none")
        except ModelUnavailable as error:
            self._model_missing = str(error)
            raise
        self._model_missing = ""
        if name == "reader" and is_asked_when_unsure(self.model):  # without it, the reader still answers
            self.model.warm_up(_OPENINGS["think-program-rectify"](self.settings.answer_style))

    def close(self) -> None:
        """Free the model and stop the sandbox's workers."""
        self.model.close()
        if self._beside is not None:
            self._beside.close()
        self.sandbox.close()

    def _attempt(self, context: StrategyContext, strategy: Strategy, name: str, *, stand_in: bool) -> Answer:
        try:
            result = self._in_session(context, strategy, name)
        except DeadlinePassed:
            limit_s = round(context.settings.time_limit_s, 2)  # what is left of a request's limit has many digits
            text = f"the time limit of {limit_s:g} s passed after {context.rounds} programs"
            return Answer(AnswerStatus.TIME_LIMIT, text)
        except QuestionWithdrawn:
            return Answer(AnswerStatus.FAILED, f"the question was withdrawn after {context.rounds} programs")
        except ModelUnavailable as error:
            self._model_missing = str(error)
            if not stand_in:
                return Answer(AnswerStatus.MODEL_UNAVAILABLE, str(error))
            return self._by_patterns(context, str(error))
        except ModelTimeout as error:
            return Answer(AnswerStatus.MODEL_UNAVAILABLE, f"the model does not answer in time: {error}")
        except SandboxBusy as error:
            return Answer(AnswerStatus.BUSY, str(error))
        except ModelError as error:
            return Answer(AnswerStatus.NO_USABLE_PROGRAM, f"the model gave no usable reply: {error}")
        if name != "rules" and context.model_seconds > 0.0:
            self._model_missing = ""  # it replied
        result = without_evidence(result, context.tools.unproved)
        ids = context.object_ids if result.object_ids is None else result.object_ids
        worded = result.status in WORDED
        return Answer(
            result.status,
            status_text=result.status_text or (f"{_DONE[result.status]} by {name}" if worded else ""),
            answer=result.answer if worded else "",
            absence=result.absence,
            confidence=result.confidence if worded else -1.0,
            explanation=result.explanation,
            object_ids=tuple(ids) if worded else (),
            reference_frame=result.reference_frame or context.reference_frame,
        )

    def _in_session(self, context: StrategyContext, strategy: Strategy, name: str) -> StrategyResult:
        """A strategy's result in the question's session."""
        if name == "reader":  # which keeps its own turns
            return strategy(context)
        readers = {"rules": Reader.PATTERNS, "expression": Reader.EXPRESSION}
        return answer_in_session(context, self._sessions, strategy, readers.get(name, Reader.MODEL))

    def _by_patterns(self, context: StrategyContext, why: str) -> Answer:
        """The answer by patterns where one reads the question; else that the model is not available, and why."""
        answer = self._attempt(context, patterns, "rules", stand_in=False)
        if answer.status in (AnswerStatus.NO_USABLE_PROGRAM, AnswerStatus.NOT_UNDERSTOOD):
            text = f"{why}; and without a model: {answer.status_text}"
            return Answer(AnswerStatus.MODEL_UNAVAILABLE, status_text=text)
        return answer


_DONE = {
    AnswerStatus.ANSWERED: "answered",
    AnswerStatus.GUESSED: "guessed",
    AnswerStatus.NOT_KNOWN: "not known, as looked up",
    AnswerStatus.NOT_UNDERSTOOD: "not understood",
    AnswerStatus.REPLIED: "replied",
}
"""What a strategy did, by the status that it ended with."""


def _without_model(answer: Answer, why: str) -> Answer:
    """The same answer, with a note that the model is missing and why, so that the user need not read the log."""
    missing = f"the language model is not available: {why}"
    explanation = f"{answer.explanation} {missing[:1].upper()}{missing[1:].rstrip('.')}."
    return replace(answer, status_text=f"{answer.status_text}; {missing}", explanation=explanation.strip())
