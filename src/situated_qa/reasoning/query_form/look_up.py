"""From a settled form to a result: the form's expression is evaluated, and its value put into words.

Both ways of settling a form, with a model (`strategy`) and without (`rules`), look it up here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from situated_qa.errors import ToolError
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.expressions import in_words, place_of
from situated_qa.reasoning.query_form.expressions import NotSayable, expression_of
from situated_qa.reasoning.query_form.form import Form, Not, Noun, Place
from situated_qa.reasoning.query_form.grounds import OTHER, REFERENT, Grounds, absent_nouns
from situated_qa.reasoning.query_form.reading.frame import TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.limits import too_long
from situated_qa.reasoning.query_form.reading.question import Reading, read_question
from situated_qa.reasoning.query_form.reading.room_reading import NEEDS_FLOOR, RoomQuestion, read_room_question
from situated_qa.reasoning.query_form.reading.unanswerable import no_thing, out_of_scope, unanswerable
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.reasoning.query_form.repair import Settled
from situated_qa.reasoning.query_form.room_expressions import room_expression_of
from situated_qa.reasoning.query_form.time_questions import time_expression
from situated_qa.reasoning.query_form.understood import Doubt, doubt_of_form, doubt_of_room_question
from situated_qa.reasoning.query_form.units import take_unit
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.structure import STRUCTURAL
from situated_qa.situated.absence import Absence, finding_of_room
from situated_qa.situated.language.values import Choice, Names, Number, Reason, Things, Truth, Unknown, Value

FillIn = Callable[[StrategyContext, Reading, list[str]], tuple[Settled, list[Form]]]
"""Settles a form, or raises `NoForm`; the second value are other readings, to be tried if the first does not run."""


class NoForm(Exception):
    """No form says what the question asks; the text is why."""

    def __init__(self, why: str, status: AnswerStatus = AnswerStatus.NOT_KNOWN) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True, slots=True)
class Left:
    """What the look-up leaves unanswered, and why."""

    why: str
    form: Form | None = None  # None where no form says the question, or none that runs: a free program might
    object_ids: tuple[int, ...] = ()  # what it is about, where that much was found
    answer: str = ""  # what the asker is told; "" means: that it cannot be looked up, and why
    status: AnswerStatus = AnswerStatus.NOT_KNOWN


Beyond = Callable[[StrategyContext, Left], StrategyResult]
"""Answers what cannot be looked up."""


def unanswered(context: StrategyContext, left: Left) -> StrategyResult:
    """A `Beyond` that guesses nothing: it says what is not known, or not understood, and why."""
    if left.status is AnswerStatus.NO_USABLE_PROGRAM:
        return StrategyResult("", status=left.status, status_text=left.why)
    short = context.settings.answer_style == "short"
    told = left.answer or f"I cannot look that up: {left.why.rstrip('.')}."
    looked_up = f"Looked up as {left.form}." if left.form is not None and context.rounds else ""
    explanation = " ".join(filter(None, (told if short else "", looked_up)))
    known = left.status is not AnswerStatus.NOT_KNOWN
    text = f"{'not understood' if known else 'not known'}: {left.why.rstrip('.')}"
    answer = "not known" if short and not known else told
    return StrategyResult(answer, explanation, left.object_ids, status=left.status, status_text=text)


def look_up(context: StrategyContext, fill_in: FillIn, beyond: Beyond) -> StrategyResult:
    """Answer one question by its form; lengths are told in the unit that it asks for.

    Raises:
        ModelError: from `fill_in` and `beyond`.
    """
    asked = context.question
    plain, unit = take_unit(asked.question)
    if unit is None:
        return _look_up(context, fill_in, beyond)
    context.question = replace(asked, question=plain)
    result = _look_up(context, fill_in, beyond)
    told = unit.told(result.answer)
    if result.status not in (AnswerStatus.ANSWERED, AnswerStatus.GUESSED) or told != result.answer:
        return replace(result, answer=told)
    why = f"the answer is not a length that could be told in {unit.sign}"
    text = f"I did not understand what I should tell in {unit.sign}. I can tell distances and sizes in it."
    return unanswered(context, Left(why, answer=text, status=AnswerStatus.NOT_UNDERSTOOD))


def _look_up(context: StrategyContext, fill_in: FillIn, beyond: Beyond) -> StrategyResult:
    """Answer one question by its form.

    Questions about rooms and walking have readings of their own; the words decide those, and `fill_in` is not called.

    Raises:
        ModelError: from `fill_in` and `beyond`.
    """
    question = context.question.question
    if too_long(question):
        told = f"Your question is too long for me: {too_long(question)}. Please ask it in fewer words."
        return beyond(context, Left(too_long(question), answer=told, status=AnswerStatus.NOT_UNDERSTOOD))
    categories = list(context.scene.categories)
    grounds = Grounds.of(context.scene)
    if context.referent is not None:
        categories, grounds = [*categories, REFERENT, OTHER], replace(grounds, referent=context.referent)
    if isinstance(context.given, RoomQuestion):
        return _about_rooms(context, context.given, grounds)
    if isinstance(context.given, Form):
        by = "the part that the question leaves out was taken from the question before"
        return _of_forms(context, [context.given], grounds, "", by, beyond)
    of_time = time_expression(question, grounds, categories)
    if of_time:
        return in_words(context, context.evaluate(of_time))
    about_rooms = read_room_question(normalise(question), grounds, categories)
    if about_rooms is not None and (grounds.floor_plan or about_rooms.ask not in NEEDS_FLOOR):
        doubt = doubt_of_room_question(question, about_rooms, grounds, categories)
        return _in_doubt(context, doubt) or _guessed(_about_rooms(context, about_rooms, grounds), doubt)
    categories += [room for room in grounds.rooms if room not in categories]
    reading = read_question(question, categories)
    why = unanswerable(plain_question(normalise(question))) or out_of_scope(reading.form(), grounds)
    if why:
        return beyond(context, Left(why))
    try:
        settled, tried = fill_in(context, reading, categories)
    except NoForm as error:
        return beyond(context, Left(str(error), status=error.status))
    if settled.form.ask == "common_sense":
        told = "I cannot tell: my map knows places, sizes and looks of things, and nothing that answers this."
        return beyond(context, Left("there was nothing to look up", settled.form, answer=told))
    by_words_alone = settled.form == reading.form()
    if says_nothing(settled.form, reading.text) or (reading.says_nothing and by_words_alone):
        return beyond(context, _names_nothing(settled.form))
    doubt = doubt_of_form(question, reading, settled, grounds, categories)
    back = _in_doubt(context, doubt)
    if back is not None:
        return back
    tried = [settled.form, *(form for form in tried if form != settled.form)]
    tried = [_spelled(form, grounds) for form in tried[: max(1, min(2, context.settings.max_rounds))]]
    return _guessed(_of_forms(context, tried, grounds, reading.text, settled.decided_by, beyond), doubt)


def _of_forms(
    context: StrategyContext, tried: list[Form], grounds: Grounds, text: str, by: str, beyond: Beyond
) -> StrategyResult:
    """The answer of the first form that can be looked up.

    Args:
        text: the question, normalized; "" where its words alone do not tell what is asked.
        by: who decided the form, in words.
    """
    why = ""
    for form in tried:
        missing = next((name for name in absent_nouns(form.nouns(), grounds) if name in STRUCTURAL), "")
        if missing:  # there are walls; they are only no objects of this map
            return beyond(context, Left(no_thing(missing), form))
        try:
            only_here = grounds.only_here(text, form)
            answer = look_up_form(context, form, grounds, only_here=only_here, by=by, beyond=beyond)
        except (NotSayable, ToolError) as error:
            why = str(error)
            continue
        context.read_as = form
        return answer
    return beyond(context, Left(f"the question cannot be looked up: {why}", status=AnswerStatus.NO_USABLE_PROGRAM))


def look_up_form(
    context: StrategyContext,
    form: Form,
    grounds: Grounds | None = None,
    *,
    only_here: bool,
    by: str,
    beyond: Beyond = unanswered,
) -> StrategyResult:
    """The answer that a form's expression gives, with the words that the question names for it.

    Args:
        grounds: of the question; None means the scene's own.
        only_here: the question is about the asker's room alone.
        by: who decided on the form, for the explanation.

    Raises:
        NotSayable, ToolError: no expression says the form, or it cannot be evaluated.
    """
    result = context.evaluate(expression_of(form, grounds or Grounds.of(context.scene), only_here=only_here))
    value = result.values[0]
    if isinstance(value, Unknown) and value.reason is Reason.NOT_OBSERVED:
        return beyond(context, Left(value.text, form, value.ids, answer=value.text))
    value = _named(context, value, form)
    answer = in_words(context, replace(result, values=(value,)))
    text, explanation = answer.answer, answer.explanation
    if form.options == TRUE_FALSE and isinstance(value, Truth):
        text = re.sub(r"^(?:Yes|No|yes|no)", _TRUE_FALSE[text[:1].isupper()][value.holds], text)
    frame = "viewer" if has_direction(form) else ""
    explanation = f"{explanation[:-1]}; {by}."
    return replace(answer, answer=text, explanation=explanation, reference_frame=frame)


_TRUE_FALSE = (("false", "true"), ("False", "True"))


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


def _names_nothing(form: Form) -> Left:
    told = "I did not understand what I should look up. Ask me what is where, how many there are or how far they are."
    why = "the question names nothing that could be looked up"
    return Left(why, form, answer=told, status=AnswerStatus.NOT_UNDERSTOOD)


def _in_doubt(context: StrategyContext, doubt: Doubt) -> StrategyResult | None:
    """The question back, where a reading is doubtful and must not be guessed to be right."""
    if not doubt or context.settings.allow_guesses:
        return None
    return unanswered(context, Left(doubt.why, answer=doubt.answer, status=AnswerStatus.NOT_UNDERSTOOD))


def _guessed(result: StrategyResult, doubt: Doubt) -> StrategyResult:
    """The answer to a doubtful reading: a guess, and said to be one."""
    if not doubt or result.status is not AnswerStatus.ANSWERED:
        return result
    told = f"{result.explanation} The reading of the question is a guess: {doubt.why}.".strip()
    text = f"a guess at what was asked: {doubt.why}"
    return replace(result, explanation=told, status=AnswerStatus.GUESSED, status_text=text)


def says_nothing(form: Form, text: str) -> bool:
    """Whether a form asks "what is it?" of anything anywhere: every object would be as good an answer.

    Args:
        form: as it was read.
        text: the question, normalized.
    """
    if form.ask != "name" or form.noun != Noun("any"):
        return False
    return not re.search(r"\b(?:see|around|here|there|things?|objects?|items?)\b", text)


def _about_rooms(context: StrategyContext, asked: RoomQuestion, grounds: Grounds) -> StrategyResult:
    """Answer a question about rooms or walking: the words decide, no model is asked."""
    if asked.missing and asked.ask not in ("exists", "is current"):
        return _no_such_room(context, asked)
    context.read_as = asked
    try:
        result = context.evaluate(room_expression_of(asked, grounds))
    except (NotSayable, ToolError) as error:
        text = f"the question about rooms cannot be looked up: {error}"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    already_there = (
        asked.ask == "walk" and asked.room == grounds.here and not (asked.room2 or asked.noun or asked.noun2)
    )
    if asked.room and already_there:
        result = replace(result, values=(Choice("here", (), f"the {asked.room}", "where you are"),))
    answer = in_words(context, result)
    return replace(answer, explanation=f"{answer.explanation[:-1]}; the question's words decided.")


def _no_such_room(context: StrategyContext, asked: RoomQuestion) -> StrategyResult:
    """The answer about a room that the map does not have."""
    found = finding_of_room(context.scene, asked.missing)
    told = f"I know of no {asked.missing} here."
    if found.absence is Absence.NOT_THERE:
        short = context.settings.answer_style == "short"
        return StrategyResult(f"no {asked.missing} here" if short else told, absence=found.absence)
    left = Left(found.reason, answer=f"I cannot tell. {found.reason}")
    return replace(unanswered(context, left), absence=found.absence)


def _spelled(form: Form, grounds: Grounds) -> Form:
    """The form with its misspelt nouns put right, as far as the scene's names tell; light and dark are of the color."""
    if form.ask == "state" and form.attribute == "brightness" and len(form.options) == 2:
        form = replace(form, ask="color", attribute="")
    for name in absent_nouns(form.nouns(), grounds):
        right = grounds.misspelt(name)
        form = _renamed(form, name, right) if right else form
    return form


def _renamed(form: Form, old: str, new: str) -> Form:
    def noun(item: Noun) -> Noun:
        where = tuple(Place(c.rel, noun(c.of)) if isinstance(c, Place) and c.of is not None else c for c in item.where)
        return Noun(new if item.target == old else item.target, where)

    return replace(form, noun=noun(form.noun), other=noun(form.other) if form.other else None)


def has_direction(form: Form) -> bool:
    """Whether the answer rests on somebody's left, right, front or back."""
    words = ("left", "right", "front", "back", "o'clock")
    stated = [item for noun in form.nouns() for item in noun.where]
    conditions = [item.condition if isinstance(item, Not) else item for item in stated]
    return form.ask in ("direction", "path") or any(
        word in item.rel for item in conditions if isinstance(item, Place) for word in words
    )
