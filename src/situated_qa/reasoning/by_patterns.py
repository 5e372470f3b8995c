"""Answering without a model: a few clear patterns read the question, or the words that none of them reads are told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from situated_qa.errors import ToolError
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.attachment import evaluate_attached
from situated_qa.reasoning.expressions import in_words
from situated_qa.reasoning.patterns import read
from situated_qa.reasoning.reader.foreign_nouns import guess_language
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.values import Reason, Unknown
from situated_qa.situated.language.words import short

WITHOUT_MODEL = "answered by patterns, without a model"
_TOLD = 8  # words
_DIRECTIONS = ("left(", "right(", "front(", "behind(", "clock(", "side(", "where(", "way(", "leftmost(", "rightmost(")


@dataclass(frozen=True, slots=True, eq=False)
class ByPattern:
    """What the patterns make of a question."""

    context: StrategyContext
    expression: str  # "" where none reads every word
    problem: str  # why there is no value
    result: Result | None


def patterns(context: StrategyContext) -> StrategyResult:
    """Answer one question that a pattern reads; a `Strategy` that never asks a model. It asks back otherwise."""
    found = read_by_pattern(context)
    if found.result is None:
        told = f"I did not understand the question: {found.problem}."
        return StrategyResult(told, status=AnswerStatus.NOT_UNDERSTOOD, status_text=f"not understood: {found.problem}")
    return replace(answer_of(found.context, found.result), status_text=WITHOUT_MODEL)


def read_by_pattern(context: StrategyContext) -> ByPattern:
    """The reading of the patterns, looked up."""
    if guess_language(context.question.question) != "en":
        return ByPattern(context, "", "without a language model I read English only", None)
    things = [plain_name(name) for name in context.scene.categories]
    rooms = [plain_name(room) for room in context.tools.rooms()]
    found = read(context.question.question, things=things, rooms=rooms)
    if not found.expression:
        return ByPattern(context, "", _unread(found.unread or (context.question.question,)), None)
    try:
        result = evaluate_attached(context, found.expression)
    except ToolError as error:
        return ByPattern(context, "", str(error), None)
    wrong = (value for value in result.values if isinstance(value, Unknown) and value.reason is Reason.NOT_UNDERSTOOD)
    problem = next((value.text or short(value, context.scene.graph) for value in wrong), "")
    return ByPattern(context, "" if problem else result.expression, problem, None if problem else result)


def _unread(words: tuple[str, ...]) -> str:
    if not "".join(words).strip():
        return "it has no words"
    told = " ".join(words[:_TOLD]) + (" ..." if len(words) > _TOLD else "")
    return f'without a language model I read short plain questions only, and not "{told}"'


def answer_of(context: StrategyContext, result: Result) -> StrategyResult:
    """The answer in words, with whose left and right it tells."""
    frame = "viewer" if any(name in result.expression for name in _DIRECTIONS) else ""
    return replace(in_words(context, result), reference_frame=frame)
