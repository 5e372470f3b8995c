"""Questions that people asked, labeled with query forms, and what a labeled form answers in a scene.

Labels: `shared/data/query_forms/forms.jsonl` beside the repository. Of the questions that a form can say the last 150
of a shuffle with a fixed seed are held out, for figures to report and for nothing else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.expressions import in_words, place_of
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.language.values import Choice, Names, Number, Reason, Things, Truth, Unknown, Value
from situated_qa.situated.scene import SituatedScene
from situated_qa.training.query_forms import samples
from situated_qa.training.query_forms.expressions import TRUE_FALSE, YES_NO, expression_of
from situated_qa.training.query_forms.form import Form, Noun
from situated_qa.training.query_forms.grounds import Grounds

LABELS = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "query_forms" / "forms.jsonl"
SEED = samples.SEED
_TRUE_FALSE = (("false", "true"), ("False", "True"))


def labelled(*, held_out: bool) -> list[dict[str, Any]]:
    """The labelled questions that a form can say, in a fixed shuffled order: those held out, or the others."""
    return samples.labeled(LABELS, held_out=held_out)


def labeled_expression(form: Form, question: str, scene: SituatedScene) -> str:
    """The expression of a labeled form in a scene.

    Raises:
        NotSayable: the language does not say it.
    """
    grounds = Grounds.of(scene)
    text = re.sub(r"\byour\b", "my", question.lower())  # a robot that is asked about "your left" is asked about mine
    return expression_of(form, grounds, only_here=grounds.only_here(text, form))


def look_up_form(context: StrategyContext, form: Form) -> StrategyResult:
    """The answer that a form's expression gives, with the words that the question names for it.

    Raises:
        NotSayable, ToolError: no expression says the form, or it cannot be evaluated.
    """
    result = context.evaluate(labeled_expression(form, context.question.question, context.scene))
    value = result.values[0]
    if isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED:
        short = context.settings.answer_style == "short"
        return StrategyResult("not known" if short else value.text, "", value.ids, status=AnswerStatus.NOT_KNOWN)
    value = _named(context, value, form)
    answer = in_words(context, replace(result, values=(value,)))
    if form.options == TRUE_FALSE and isinstance(value, Truth):
        words = _TRUE_FALSE[answer.answer[:1].isupper()]
        return replace(answer, answer=re.sub(r"^(?:Yes|No|yes|no)", words[value.holds], answer.answer))
    return answer


def _named(context: StrategyContext, value: Value, form: Form) -> Value:
    """The value in the words of the question: of two options that are meant, the one that was named."""
    if isinstance(value, Unknown) and value.reason is Reason.NOT_THERE:
        return _nothing(value, form)
    if isinstance(value, Names) and len(value.ids) == 1 and form.ask == "name" and _names_a_kind(form.noun):
        told = f"the {value.names[0]} {place_of(context.scene, value.ids[0])}"  # the name is known, the place is asked
        return Choice(told, value.ids, "it", told)
    if isinstance(value, Things | Choice) and form.ask == "which" and len(form.options) == 2 and form.other is not None:
        first = value.noun == form.noun.target if isinstance(value, Things) else value.name == form.noun.target
        second = value.noun == form.other.target if isinstance(value, Things) else value.name == form.other.target
        if first != second and set(form.options) != {"yes", "no"}:
            option, others = form.options[0 if first else 1], value.others if isinstance(value, Things) else ()
            return Choice(option, (*value.ids, *others), because=value.because)
    return value


def _names_a_kind(noun: Noun) -> bool:
    return noun.target not in ("any", "furniture", "appliance", "object") and not noun.target.startswith("some")


def _nothing(value: Unknown, form: Form) -> Value:
    """What is not there, as an answer: to yes or no it is no, unless it is the question's own subject."""
    if form.ask == "count" and not form.options:  # no cup is on a table that is not there
        return Number(0.0, of=form.noun.target, because=value.text)
    if set(form.options) in (set(YES_NO), set(TRUE_FALSE)):
        there = value.short.startswith("no ") and form.ask not in ("exists", "count", "distance")
        if form.ask != "which" and not there:
            return Truth(False, value.ids, value.text)
    if form.ask in ("name", "list", "commonest") and value.short == "none":
        return replace(value, short="nothing")
    return value
