"""Answering by rules: the form that the words of a question give, looked up without any model.

The programs are those of the query form; what differs is who fills the form in, and that the answer says so.
"""

from __future__ import annotations

from dataclasses import replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.form import Form
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.look_up import Left, NoForm, look_up
from situated_qa.reasoning.query_form.reading.question import Reading
from situated_qa.reasoning.query_form.reading.unanswerable import out_of_scope, unanswerable
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.reasoning.query_form.repair import Settled
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
                raise NoForm("not every word of the question was understood")
        asked = plain_question(normalise(context.question.question))
        why = unanswerable(asked) or out_of_scope(reading.form(), Grounds.of(context.scene))
        if why:
            raise NoForm(why)
        return Settled(reading.form(), status), []

    result = look_up(context, fill_in, _cannot_tell)
    if result.status is not AnswerStatus.ANSWERED:
        return result
    told = result.explanation if status in result.explanation else f"{result.explanation} {_sentence(status)}".strip()
    return replace(result, explanation=told, status_text=status)


def _cannot_tell(context: StrategyContext, left: Left) -> StrategyResult:
    """A `Beyond` that guesses nothing: what was looked up and is not known is said; else there is no program."""
    why = left.why
    if context.rounds == 0 or left.form is None:
        text = f"{why}: rules without a model answer what is, where, how many and of what kind the things here are"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    short = context.settings.answer_style == "short"
    explanation = f"{why if short else ''} Looked up as {left.form}.".strip()
    return StrategyResult("not known" if short else why, explanation, left.object_ids)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
