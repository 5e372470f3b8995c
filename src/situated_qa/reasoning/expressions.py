"""Answering by an expression of the question language: it is evaluated, and its values are put into words."""

from __future__ import annotations

from situated_qa.errors import ToolError
from situated_qa.reasoning.answers import Absence, AnswerStatus
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.language import words
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.phrases import at_hour, capitalized, listed
from situated_qa.situated.language.said import said
from situated_qa.situated.language.values import Choice, Names, Number, Reason, Things, Truth, Unknown, Value
from situated_qa.situated.language.words import evidence
from situated_qa.situated.scene import SituatedScene

_LISTED = 12  # kinds of things that an explanation names


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
    values = tuple(map(_or_why_not, result.values))
    brief = context.settings.answer_style == "short"

    def sentence(value: Value) -> str:
        return placed(context.scene, value, words.sentence(value, graph))

    say = (lambda value: words.short(value, graph)) if brief else sentence
    answer = " ".join([*map(say, values), *([] if brief else doubtful(result))])
    ids = tuple(dict.fromkeys(i for value in values for i in evidence(value)))
    told = " ".join(map(sentence, values)) if brief else ""
    understood = f"Understood as: {said(result.expression)}."
    notes = [note for note in result.notes if brief or f"{capitalized(note)}." not in answer]
    noted = f"Note: {'; '.join(notes).rstrip('.')}." if notes else ""
    more = " ".join(filter(None, (beside(context.scene, value) for value in values)))
    explanation = " ".join(filter(None, (told, more, understood, noted, f"Looked up as {result.expression}.")))
    status = AnswerStatus.NOT_KNOWN if all(not known(value) for value in values) else AnswerStatus.ANSWERED
    reasons = [value.text for value in values if isinstance(value, Unknown)]
    return StrategyResult(
        answer,
        explanation,
        ids,
        status=status,
        status_text=reasons[0] if status is AnswerStatus.NOT_KNOWN else "",
        absence=absence_of(values),
    )


def _or_why_not(value: Value) -> Value:
    """A value; of things of which there are none, why."""
    return value.missing if isinstance(value, Things) and value.missing is not None and not value.ids else value


def placed(scene: SituatedScene, value: Value, told: str) -> str:
    """A sentence about one thing that was not asked where it is, with its place: "It is a lamp, on your left, …"."""
    if isinstance(value, Choice) and len(value.ids) == 1 and not value.said:
        return f"{told.rstrip('.')}; it is {place_of(scene, value.ids[0])}."
    if not isinstance(value, Truth | Names | Things) or not value.ids:
        return told
    if isinstance(value, Names) and scene.graph.by_id[value.ids[0]].category not in value.names:
        return told  # names of rooms
    because = "" if isinstance(value, Names) else value.because
    if isinstance(value, Truth) and not value.holds and not because.startswith("the "):
        return told  # it says what is not there, not how something is
    if len(value.ids) == 1:
        return f"{told.rstrip('.')}{'; it is' if because else ','} {place_of(scene, value.ids[0])}."
    if isinstance(value, Truth) and not value.because:
        return f"{told.rstrip('.')}; the nearest is {place_of(scene, value.ids[0])}."
    return told


def doubtful(result: Result) -> list[str]:
    """What the answer must say beside its values: a detail that was left out, and that several things may be meant,
    where the answer is about one of them and another has another answer."""
    about = {i for value in result.values if not isinstance(value, Names) for i in evidence(value)[:1]}
    told = (taken.text for taken in result.taken if taken.id in about and taken.text in result.notes)
    return [f"{capitalized(text)}." for text in dict.fromkeys([*result.told, *told])]


def beside(scene: SituatedScene, value: Value) -> str:
    """What else is worth knowing: the other things that fit, or the kinds of things that there are instead."""
    if isinstance(value, Unknown) and value.short.endswith(" here"):
        names = scene.categories
        return f"I know of: {', '.join(names[:_LISTED])}{' ...' if len(names) > _LISTED else ''}."
    if isinstance(value, Names) and value.others and value.where:
        kinds = dict.fromkeys(scene.graph.by_id[i].category for i in value.others if i not in value.ids)
        names = [kind for kind in kinds if kind not in value.names][:_LISTED]
        return f"Also {value.where}: {listed(names)}." if names else ""
    return ""


def place_of(scene: SituatedScene, id: int) -> str:
    """Where an object is for the asker: "on your left (9 o'clock), 2.3 m away"."""
    node = scene.graph.by_id[id]
    away = f"{at_hour(scene.viewpoint.hour(node.box.center))}, {scene.agent_distances[id]:.1f} m away"
    here = scene.room_at(scene.viewpoint.position)
    return f"in the {node.room}, {away}" if node.room and here and node.room != here else away


def known(value: Value) -> bool:
    """Whether a value answers: "there is none" does, "I have not looked there" does not."""
    return not isinstance(value, Unknown) or value.reason in (Reason.NOT_THERE, Reason.NO_WAY)


def absence_of(values: tuple[Value, ...]) -> Absence:
    """What is known about the first thing that was not found."""
    found = (Absence.__members__.get(value.reason.name) for value in values if isinstance(value, Unknown))
    absence = next((absence for absence in found if absence is not None), Absence.NONE)
    return Absence.NOT_THERE if absence is Absence.NONE and any(map(_is_nothing, values)) else absence


def _is_nothing(value: Value) -> bool:
    """Whether a value says that there is none: what is not known is an `Unknown` instead."""
    if isinstance(value, Number):
        return not value.unit and value.value == 0 and not value.ids
    return isinstance(value, Truth) and not value.holds and not value.ids
