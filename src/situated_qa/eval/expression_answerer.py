"""The oracle of the question language: each question's own expression is evaluated, without a model or a sandbox."""

from __future__ import annotations

import time

from situated_qa.errors import ToolError
from situated_qa.eval.outcomes import Outcome, situated
from situated_qa.eval.questions import BenchmarkQuestion
from situated_qa.eval.settings import EXPRESSION, ORACLE_LANGUAGE, RunSettings
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.evaluate import evaluate
from situated_qa.situated.language.values import Unknown
from situated_qa.situated.language.words import evidence, sentence, short


class ExpressionAnswerer:
    """Evaluates each question's own expression: the ceiling of the question language."""

    name = ORACLE_LANGUAGE
    strategy = EXPRESSION

    def __init__(self, settings: RunSettings) -> None:
        self._settings = settings

    def warm_up(self) -> None:
        """See `Answerer.warm_up`."""

    def answer(self, graph: SceneGraph, question: BenchmarkQuestion) -> Outcome:
        """See `Answerer.answer`; several values stand apart by "; "."""
        expression = question.oracle_expression
        if not expression.strip():
            text = "this question has no oracle_expression"
            return Outcome("", int(AnswerStatus.NO_USABLE_PROGRAM), text)
        start = time.perf_counter()
        scene = situated(graph, question, self._settings)
        try:
            values = evaluate(expression, scene, deadline=time.monotonic() + self._settings.time_limit_s).values
        except ToolError as error:
            return Outcome(
                "", int(AnswerStatus.NO_USABLE_PROGRAM), str(error), program=expression, observations=(str(error),),
                passed=(False,), total_seconds=time.perf_counter() - start,
            )  # fmt: skip
        shown = tuple(sentence(value, graph) for value in values)
        known = not any(isinstance(value, Unknown) for value in values)
        return Outcome(
            answer="; ".join(short(value, graph) for value in values),
            status=int(AnswerStatus.ANSWERED),
            status_text="" if known else " ".join(shown),
            program=expression,
            observations=shown,
            passed=(True,),
            object_ids=tuple(dict.fromkeys(i for value in values for i in evidence(value))),
            total_seconds=time.perf_counter() - start,
        )

    def close(self) -> None:
        """See `Answerer.close`."""
