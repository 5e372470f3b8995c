"""From a settled form to a result: the form's program is run, its output rendered, and what is not there is said.

Both ways of settling a form, with a model (`strategy`) and without (`rules`), look it up here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form.answer import Rendered, has_direction, render_answer
from situated_qa.reasoning.query_form.form import Form, Noun, Place
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.not_found import (
    finding_of_form,
    finding_of_noun,
    finding_of_rooms,
    maybe_more,
)
from situated_qa.reasoning.query_form.nouns import absent_nouns
from situated_qa.reasoning.query_form.observation import read_observation
from situated_qa.reasoning.query_form.program import looked_up, render_program
from situated_qa.reasoning.query_form.reading.frame import TRUE_FALSE
from situated_qa.reasoning.query_form.reading.limits import too_long
from situated_qa.reasoning.query_form.reading.question import Reading, read_question
from situated_qa.reasoning.query_form.reading.room_reading import NEEDS_FLOOR, RoomQuestion, read_room_question
from situated_qa.reasoning.query_form.reading.unanswerable import no_thing, out_of_scope, unanswerable
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import normalise
from situated_qa.reasoning.query_form.repair import Settled
from situated_qa.reasoning.query_form.rooms import (
    OF_ABSENT,
    render_room_answer,
    render_room_program,
    things_and_lacking,
)
from situated_qa.reasoning.query_form.understood import Doubt, doubt_of_form, doubt_of_room_question
from situated_qa.reasoning.query_form.units import take_unit
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.structure import STRUCTURAL
from situated_qa.situated.absence import Absence, Finding

_LISTED_CATEGORIES = 12

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
    why = f"the answer is no length that could be told in {unit.sign}"
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
    absent = {form: absent_nouns(looked_up(form, grounds), grounds) for form in tried}
    here = [form for form in tried if not absent[form]]
    for form in here or tried[:1]:
        only_here = grounds.only_here(reading.text, form)
        result = context.run(render_program(form, question=question, grounds=grounds, only_here=only_here))
        if result.error is not None:
            continue
        if not here:
            missing = absent[form][0]
            if missing in STRUCTURAL:  # there are walls; they are only no objects of this map
                return beyond(context, Left(no_thing(missing), form))
            return _guessed(_absent(context, form, settled.decided_by, missing, grounds), doubt)
        seen = read_observation(result.printed, grounds.here)
        rendered = render_answer(form, seen, here=grounds.here)
        found = finding_of_form(context.scene, form, seen, grounds, only_here=only_here)
        if found is not None and found.absence is not Absence.NOT_THERE:
            return _not_known(context, form, rendered, found)
        if not rendered.known:
            return beyond(context, Left(rendered.sentence, form, rendered.object_ids, answer=rendered.sentence))
        if reading.unread:
            more = f'I answered the first question only, not "{reading.unread}"; please ask one at a time.'
            rendered = replace(rendered, sentence=f"{rendered.sentence} {more}")
        if found is None and form.ask == "count":
            more = maybe_more(context.scene, form, grounds, only_here=only_here)
            rendered = replace(rendered, sentence=f"{rendered.sentence} {more}".strip())
        answer = _result(context, form, rendered, settled.decided_by)
        return _guessed(answer if found is None else _no_because(answer, found), doubt)
    why = f"the form {settled.form} gave no program that runs: {context.observations[-1][:300]}"
    return beyond(context, Left(why, status=AnswerStatus.NO_USABLE_PROGRAM))


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
        text: the question, normalised.
    """
    if form.ask != "name" or form.noun != Noun("any"):
        return False
    return not re.search(r"\b(?:see|around|here|there|things?|objects?|items?)\b", text)


def _about_rooms(context: StrategyContext, asked: RoomQuestion, grounds: Grounds) -> StrategyResult:
    """Answer a question about rooms or walking: the words decide, no model is asked."""
    rendered: Rendered | None = None
    found = finding_of_rooms(context.scene, asked, 0, [])
    if asked.missing and asked.ask not in ("exists", "is current"):
        rendered = render_room_answer(asked, "")
    else:
        result = context.run(render_room_program(asked, question=context.question.question, grounds=grounds))
        absent = absent_nouns([noun for noun in (asked.noun, asked.noun2) if noun is not None], grounds)
        if absent and asked.ask not in OF_ABSENT:
            return _absent(context, Form("exists", Noun(absent[0])), "the words decided", absent[0], grounds)
        if result.error is None:
            rendered = render_room_answer(asked, result.printed)
            found = finding_of_rooms(context.scene, asked, *things_and_lacking(asked, result.printed))
    if rendered is None:
        text = f"the program about {asked} did not run: {context.observations[-1][:300]}"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    if found is not None and found.absence is not Absence.NOT_THERE:
        return _not_known(context, asked, rendered, found)
    if not rendered.known:
        return unanswered(context, Left(rendered.sentence, None, rendered.object_ids, answer=rendered.sentence))
    short = getattr(context.settings, "answer_style", "sentence") == "short"
    told = [rendered.sentence if short else "", rendered.more, f"Looked up as {asked}; the question's words decided."]
    answer = rendered.short if short else rendered.sentence
    result = StrategyResult(answer, " ".join(filter(None, told)), rendered.object_ids or None)
    return result if found is None else _no_because(result, found)


def _result(context: StrategyContext, form: Form, rendered: Rendered, by: str) -> StrategyResult:
    frame = str(getattr(context.tools, "reference_frame", context.scene.reference_frame)) if has_direction(form) else ""
    notes = list(dict.fromkeys(str(note) for note in getattr(context.tools, "notes", ())))
    names = f"Names understood: {'; '.join(notes)}." if notes else ""
    sided = f"Left and right of an object are meant in the {frame}'s frame." if _sided_noun(form) else ""
    return _worded(context, form, rendered, by, " ".join(filter(None, (rendered.more, names, sided))), frame)


def _not_known(
    context: StrategyContext, asked: Form | RoomQuestion, rendered: Rendered, found: Finding
) -> StrategyResult:
    """The answer where nothing was found, and that is no evidence of absence."""
    short = getattr(context.settings, "answer_style", "sentence") == "short"
    told = f"I cannot tell. {found.reason}"
    explanation = f"{told if short else ''} {rendered.sentence} Looked up as {asked}.".strip()
    return StrategyResult(
        "not known" if short else told,
        explanation,
        rendered.object_ids,
        status=AnswerStatus.NOT_KNOWN,
        status_text=found.reason,
        absence=found.absence,
    )


def _no_because(result: StrategyResult, found: Finding) -> StrategyResult:
    """The same answer with the evidence for its "no"."""
    return replace(result, explanation=f"{found.reason} {result.explanation}".strip(), absence=found.absence)


def _absent(context: StrategyContext, form: Form, by: str, missing: str, grounds: Grounds) -> StrategyResult:
    """The honest answer where the scene has no object of the kind."""
    result = _not_there(context, form, by, missing)
    noun = next((noun for noun in form.nouns() if noun.target == missing), Noun(missing))
    found = finding_of_noun(context.scene, noun, grounds, turn=form.turn)
    if found.absence is Absence.NOT_THERE:
        return _no_because(result, found)
    return _not_known(context, form, Rendered("", f"I know of no {missing} here."), found)


def _not_there(context: StrategyContext, form: Form, by: str, missing: str) -> StrategyResult:
    """The answer where the place has no object of the kind."""
    categories = context.scene.categories
    known = ", ".join(categories[:_LISTED_CATEGORIES]) + (" ..." if len(categories) > _LISTED_CATEGORIES else "")
    sentence = f"I see no {missing} here."
    if form.ask == "count" and not form.options:
        rendered = Rendered("0", sentence)
    elif form.options == TRUE_FALSE and form.ask in ("exists", "count", "distance"):
        rendered = Rendered("false", f"False, I see no {missing} here.")
    elif set(form.options) == {"yes", "no"} and form.ask in ("exists", "count", "distance"):
        rendered = Rendered("no", f"No, I see no {missing} here.")
    else:
        rendered = Rendered(f"no {missing} here", sentence)
    return _worded(context, form, rendered, by, f"I know of: {known or 'nothing yet'}.", "")


def _worded(context: StrategyContext, form: Form, rendered: Rendered, by: str, more: str, frame: str) -> StrategyResult:
    short = getattr(context.settings, "answer_style", "sentence") == "short"
    told = [rendered.sentence if short else "", more, f"Looked up as {form}; {by}."]
    answer = rendered.short if short else rendered.sentence
    return StrategyResult(answer, " ".join(filter(None, told)), rendered.object_ids, frame)


def _spelled(form: Form, grounds: Grounds) -> Form:
    """The form with its misspelt nouns put right, as far as the scene's names tell; light and dark are of the color."""
    if form.ask == "state" and form.attribute == "brightness" and len(form.options) == 2:
        form = replace(form, ask="color", attribute="")
    for name in absent_nouns(looked_up(form, grounds), grounds):
        right = grounds.misspelt(name)
        form = _renamed(form, name, right) if right else form
    return form


def _renamed(form: Form, old: str, new: str) -> Form:
    def noun(item: Noun) -> Noun:
        where = tuple(Place(c.rel, noun(c.of)) if isinstance(c, Place) and c.of is not None else c for c in item.where)
        return Noun(new if item.target == old else item.target, where)

    return replace(form, noun=noun(form.noun), other=noun(form.other) if form.other else None)


def _sided_noun(form: Form) -> bool:
    sides = ("left", "right", "front", "back", "o'clock")
    return any(
        isinstance(item, Place) and item.of is not None and any(side in item.rel for side in sides)
        for noun in form.nouns()
        for item in noun.where
    )
