"""Answering by rules: the form that the words of a question give, looked up without any model.

The programs are those of the query form; what differs is who fills the form in, and that the answer says so. Where
words stay unread it asks back.
"""

from __future__ import annotations

from dataclasses import replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.form import Form
from situated_qa.reasoning.query_form.look_up import NoForm, look_up, unanswered
from situated_qa.reasoning.query_form.reading.question import Reading
from situated_qa.reasoning.query_form.repair import Settled
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult

WITHOUT_MODEL = "answered by rules, without a model"
UNSURE = f"{WITHOUT_MODEL}, and unsure: not every word of the question was understood"


def rules(context: StrategyContext) -> StrategyResult:
    """Answer one question by what its words say; a `Strategy` that never asks the model.

    Where a word stays unread it asks back; only where guesses are allowed it answers all the same, as a guess.
    """
    return _by_rules(context, only_if_sure=False)


def rules_where_sure(context: StrategyContext) -> StrategyResult:
    """The same, but NOT_UNDERSTOOD at once where the words leave doubt: stands in for a model that is missing."""
    return _by_rules(context, only_if_sure=True)


def _by_rules(context: StrategyContext, *, only_if_sure: bool) -> StrategyResult:
    status = WITHOUT_MODEL

    def fill_in(_: StrategyContext, reading: Reading, __: list[str]) -> tuple[Settled, list[Form]]:
        nonlocal status
        if not (reading.sure_of_ask and reading.sure_of_nouns):
            status = UNSURE
            if only_if_sure:
                raise NoForm("not every word of the question was understood", AnswerStatus.NOT_UNDERSTOOD)
        return Settled(reading.form(), status), []

    result = look_up(context, fill_in, unanswered)
    if result.status not in (AnswerStatus.ANSWERED, AnswerStatus.GUESSED):
        return result
    told = result.explanation if status in result.explanation else f"{result.explanation} {_sentence(status)}".strip()
    guessed = result.status is AnswerStatus.GUESSED
    return replace(result, explanation=told, status_text=f"{status}; {result.status_text}" if guessed else status)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
