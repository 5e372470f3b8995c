"""Answering by query form: the model fills in a form, rules render program and answer.

Small models fail at writing Python and do well at filling in a form. What no form can say, and what needs no looking
up, goes to a direct answer by the model, and the explanation says so.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

from situated_qa.errors import ModelError, ModelTimeout, ModelUnavailable
from situated_qa.llm.client import Message
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.query_form import Form, FormError, Noun, Place
from situated_qa.reasoning.query_form_answer import Rendered, has_direction, render_answer
from situated_qa.reasoning.query_form_grounds import Grounds
from situated_qa.reasoning.query_form_phrases import direction_words
from situated_qa.reasoning.query_form_program import render_program
from situated_qa.reasoning.query_form_reading import Reading, read_question
from situated_qa.reasoning.query_form_repair import Settled, mend, read_reply, settle
from situated_qa.reasoning.query_form_room_reading import NEEDS_FLOOR, RoomQuestion, read_room_question
from situated_qa.reasoning.query_form_rooms import render_room_answer, render_room_program
from situated_qa.reasoning.query_form_schema import MAX_FORM_TOKENS, form_messages, schema_of, static_messages
from situated_qa.reasoning.query_form_words import normalise
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult

MAX_CONTEXT_OBJECTS = 14
MAX_ANSWER_TOKENS = 32
_LISTED_CATEGORIES = 12


def query_form(context: StrategyContext) -> StrategyResult:
    """Answer one question by a query form; a `Strategy`.

    Raises:
        ModelError: the model is not there or broke down. A reply that is no form is mended by rule instead.
    """
    question = context.question.question
    categories = list(context.scene.categories)
    grounds = Grounds.of(context.scene)
    about_rooms = read_room_question(normalise(question), grounds, categories)
    if about_rooms is not None and (grounds.floor_plan or about_rooms.ask not in NEEDS_FLOOR):
        return _about_rooms(context, about_rooms, grounds, categories)
    categories += [room for room in grounds.rooms if room not in categories]
    reading = read_question(question, categories)
    settled, tried = _fill_in(context, reading, categories)
    if settled.form.ask == "common_sense":
        return _direct(context, settled.form, "there was nothing to look up")
    if _bare(settled.form) and not re.search(r"\b(?:see|around|here|there|things?|objects?|items?)\b", reading.text):
        return _direct(context, settled.form, "the question names nothing that could be looked up")
    tried = [settled.form, *(form for form in tried if form != settled.form)]
    missing = ""

    def program_of(form: Form) -> str:
        only_here = grounds.only_here(reading.text, form)
        return render_program(form, question=question, grounds=grounds, only_here=only_here)

    for form in tried[: max(1, min(2, context.settings.max_rounds))]:
        result = context.run(program_of(form))
        if result.error is not None:
            missing = missing or _missing_category(result.error)
            spelled = _did_you_mean(result.error)
            if not spelled:
                continue
            form = _renamed(form, *spelled)
            result = context.run(program_of(form))
            if result.error is not None:
                continue
        rendered = render_answer(form, result.printed, here=grounds.here)
        if not rendered.known:
            return _direct(context, form, rendered.sentence, rendered.object_ids)
        return _result(context, form, rendered, settled.decided_by)
    if missing:
        return _not_there(context, settled, missing, categories)
    text = f"the form {settled.form} gave no program that runs: {context.observations[-1][:300]}"
    return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)


def _about_rooms(
    context: StrategyContext, asked: RoomQuestion, grounds: Grounds, categories: list[str]
) -> StrategyResult:
    """Answer a question about rooms or walking: the words decide, no model is asked."""
    rendered = None
    if asked.missing and asked.ask not in ("exists", "is current"):
        rendered = render_room_answer(asked, "")
    else:
        result = context.run(render_room_program(asked, question=context.question.question, grounds=grounds))
        missing = _missing_category(result.error) if result.error is not None else ""
        if missing:
            return _not_there(context, Settled(Form("exists", Noun(missing)), "the words decided"), missing, categories)
        if result.error is None:
            rendered = render_room_answer(asked, result.printed)
    if rendered is None:
        text = f"the program about {asked} did not run: {context.observations[-1][:300]}"
        return StrategyResult("", status=AnswerStatus.NO_USABLE_PROGRAM, status_text=text)
    short = getattr(context.settings, "answer_style", "sentence") == "short"
    told = [rendered.sentence if short else "", rendered.more, f"Looked up as {asked}; the question's words decided."]
    answer = rendered.short if short else rendered.sentence
    return StrategyResult(answer, " ".join(filter(None, told)), rendered.object_ids or None)


def _fill_in(context: StrategyContext, reading: Reading, categories: list[str]) -> tuple[Settled, list[Form]]:
    """The settled form, and the other readings of the question, to be tried if it does not run."""
    question = context.question.question
    schema = schema_of(reading, categories)
    try:
        reply = context.complete(form_messages(question), max_tokens=MAX_FORM_TOKENS, json_schema=schema)
        model_form = read_reply(reply.text)
    except (ModelTimeout, ModelUnavailable):
        raise
    except ModelError as error:
        # cut short, malformed or broken off: where the words are clear they have to do, and the answer says so
        if not isinstance(error, FormError) and not (reading.sure_of_ask and reading.sure_of_nouns):
            raise
        return Settled(reading.form(), f"the words of the question alone decided, for {error}"), []
    return settle(reading, model_form), [mend(reading, model_form), reading.form()]


def _result(context: StrategyContext, form: Form, rendered: Rendered, by: str) -> StrategyResult:
    frame = str(getattr(context.tools, "reference_frame", context.scene.reference_frame)) if has_direction(form) else ""
    notes = list(dict.fromkeys(str(note) for note in getattr(context.tools, "notes", ())))
    names = f"Names understood: {'; '.join(notes)}." if notes else ""
    sided = f"Left and right of an object are meant in the {frame}'s frame." if _sided_noun(form) else ""
    return _worded(context, form, rendered, by, " ".join(filter(None, (rendered.more, names, sided))), frame)


def _not_there(context: StrategyContext, settled: Settled, missing: str, categories: list[str]) -> StrategyResult:
    """The honest answer where the scene has no object of the kind."""
    form = settled.form
    known = ", ".join(categories[:_LISTED_CATEGORIES]) + (" ..." if len(categories) > _LISTED_CATEGORIES else "")
    sentence = f"I see no {missing} here."
    if form.ask == "count" and not form.options:
        rendered = Rendered("0", sentence)
    elif set(form.options) == {"yes", "no"} and form.ask in ("exists", "count", "distance"):
        rendered = Rendered("no", f"No, I see no {missing} here.")
    else:
        rendered = Rendered(f"no {missing} here", sentence)
    return _worded(context, form, rendered, settled.decided_by, f"I know of: {known or 'nothing yet'}.", "")


def _worded(context: StrategyContext, form: Form, rendered: Rendered, by: str, more: str, frame: str) -> StrategyResult:
    short = getattr(context.settings, "answer_style", "sentence") == "short"
    told = [rendered.sentence if short else "", more, f"Looked up as {form}; {by}."]
    answer = rendered.short if short else rendered.sentence
    return StrategyResult(answer, " ".join(filter(None, told)), rendered.object_ids, frame)


def _direct(context: StrategyContext, form: Form, why: str, object_ids: tuple[int, ...] = ()) -> StrategyResult:
    """An answer by the model alone, from what stands around the asker; said to be one."""
    question = context.question.question
    options = [option for option in form.options if option]
    answer = {"enum": options} if options else {"type": "string", "maxLength": 60}
    schema = {"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": False}
    prompt = (
        f"No form this time: answer the question itself in at most five words.\nAround me: {surroundings(context)}.\n"
        f"{context.question.situation}\nQ: {question}"
    )
    # behind the same static part as every form, so that a runtime keeps its evaluated prompt
    messages = (*static_messages(), Message("user", prompt))
    reply = context.complete(messages, max_tokens=MAX_ANSWER_TOKENS, json_schema=schema)
    try:
        short = str(json.loads(reply.text)["answer"]).strip()
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ModelError(f"the model's direct answer is no JSON with an answer: {reply.text[:80]!r}") from error
    explanation = f"{why[:1].upper()}{why[1:].rstrip('.')}; this is the model's guess and was not looked up."
    plain = getattr(context.settings, "answer_style", "sentence") == "short"
    text = short if plain else f"I cannot look that up here; my guess: {short.rstrip('.')}."
    return StrategyResult(text, explanation, object_ids, status_text="a guess: not looked up")


def surroundings(context: StrategyContext) -> str:
    """The nearest objects in words: "brown sofa 1.2 m behind you, …"; at most `MAX_CONTEXT_OBJECTS`."""
    scene = context.scene
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    nodes.sort(key=lambda node: (scene.agent_distances[node.id], node.id))
    parts = [
        f"{node.color + ' ' if node.color else ''}{node.category} {scene.agent_distances[node.id]:.1f} m "
        f"{direction_words(scene.viewpoint.hour(node.box.center))}"
        for node in nodes[:MAX_CONTEXT_OBJECTS]
    ]
    return "; ".join(parts) or "nothing known"


def _bare(form: Form) -> bool:
    """ "What is it?" of anything anywhere: every object would be as good an answer."""
    return form.ask == "name" and form.noun == Noun("any")


def _missing_category(error: str) -> str:
    found = re.search(r'no "([^"]+)" here', error)
    return found.group(1) if found else ""


def _did_you_mean(error: str) -> tuple[str, str] | None:
    found = re.search(r'no "([^"]+)" here; did you mean "([^"]+)"\?', error)
    return (found.group(1), found.group(2)) if found else None


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
