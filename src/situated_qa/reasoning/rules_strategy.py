"""Answering by rules: the form that the words of a question give, looked up without any model.

The programs are those of the query form; what differs is who fills the form in, and that the answer says so.
"""

from __future__ import annotations

from dataclasses import replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form import Form
from situated_qa.reasoning.query_form_look_up import look_up
from situated_qa.reasoning.query_form_reading import Reading
from situated_qa.reasoning.query_form_repair import Settled
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult

WITHOUT_MODEL = "answered by rules, without a model"
UNSURE = f"{WITHOUT_MODEL}, and unsure: not every word of the question was understood"


def rules(context: StrategyContext) -> StrategyResult:
    """Answer one question by what its words say; a `Strategy` that never asks the model.

    Where not every word was understood it answers all the same, and status and explanation say that it is unsure.
    """
    return _by_rules(context, only_if_sure=False)


def rules_where_sure(context: StrategyContext) -> StrategyResult:
    """The same, but NO_USABLE_PROGRAM where the words leave doubt: stands in for a model that is missing."""
    return _by_rules(context, only_if_sure=True)


def _by_rules(context: StrategyContext, *, only_if_sure: bool) -> StrategyResult:
    status = WITHOUT_MODEL

    def fill_in(_: StrategyContext, reading: Reading, __: list[str]) -> tuple[Settled, list[Form]]:
        nonlocal status
        if not (reading.sure_of_ask and reading.sure_of_nouns):
            status = UNSURE
            if only_if_sure:
                raise _Unsure
        return Settled(reading.form(), status), []

    try:
        result = look_up(context, fill_in, _cannot_tell)
    except _Unsure:
        text = "not every word of the question was understood, and rules without a model are not sure of it"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    if result.status is not AnswerStatus.ANSWERED:
        return result
    told = result.explanation if status in result.explanation else f"{result.explanation} {_sentence(status)}".strip()
    return replace(result, explanation=told, status_text=status)


def _cannot_tell(context: StrategyContext, form: Form, why: str, object_ids: tuple[int, ...]) -> StrategyResult:
    """A `Beyond` that guesses nothing: what was looked up and is not known is said; else there is no program."""
    if context.rounds == 0:
        text = f"{why}: rules without a model answer what is, where, how many and of what kind the things here are"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    short = context.settings.answer_style == "short"
    return StrategyResult(
        "not known" if short else why, f"{why if short else ''} Looked up as {form}.".strip(), object_ids
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


class _Unsure(Exception):
    """The words leave doubt, and doubt is not wanted."""
