"""Answering by an expression of the question language: it is evaluated, and its values are put into words."""

from __future__ import annotations

from situated_qa.errors import ToolError
from situated_qa.reasoning.answers import Absence, AnswerStatus
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.values import Reason, Unknown, Value
from situated_qa.situated.language.words import evidence, sentence, short

_ABSENCES = {
    Reason.NOT_THERE: Absence.NOT_THERE,
    Reason.NOT_SEEN: Absence.NOT_SEEN,
    Reason.CANNOT_NAME: Absence.CANNOT_NAME,
}


def expression(context: StrategyContext) -> StrategyResult:
    """The question itself is an expression; a `Strategy` that asks no model."""
    try:
        result = context.evaluate(context.question.question)
    except ToolError as error:
        return StrategyResult(str(error), status=AnswerStatus.NOT_UNDERSTOOD, status_text=f"no expression: {error}")
    return in_words(context, result)


def in_words(context: StrategyContext, result: Result) -> StrategyResult:
    """The answer that the values of an expression give."""
    graph = context.scene.graph
    brief = context.settings.answer_style == "short"
    say = short if brief else sentence
    answer = " ".join(say(value, graph) for value in result.values)
    ids = tuple(dict.fromkeys(i for value in result.values for i in evidence(value)))
    told = "" if not brief else " ".join(sentence(value, graph) for value in result.values)
    noted = f"Understood: {'; '.join(result.notes)}." if result.notes else ""
    explanation = " ".join(filter(None, (told, noted, f"Looked up as {result.expression}.")))
    status = AnswerStatus.NOT_KNOWN if all(not known(value) for value in result.values) else AnswerStatus.ANSWERED
    reasons = [value.text for value in result.values if isinstance(value, Unknown)]
    return StrategyResult(
        answer,
        explanation,
        ids,
        status=status,
        status_text=reasons[0] if status is AnswerStatus.NOT_KNOWN else "",
        absence=absence_of(result.values),
    )


def known(value: Value) -> bool:
    """Whether a value answers: "there is none" does, "I have not looked there" does not."""
    return not isinstance(value, Unknown) or value.reason in (Reason.NOT_THERE, Reason.NO_WAY)


def absence_of(values: tuple[Value, ...]) -> Absence:
    """What is known about the first thing that was not found."""
    found = (_ABSENCES.get(value.reason) for value in values if isinstance(value, Unknown))
    return next((absence for absence in found if absence is not None), Absence.NONE)
