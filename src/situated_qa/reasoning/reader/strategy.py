"""Answering by two readings of a question: the trained model's and the rules'; `deciding` tells which counts."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from functools import partial

from situated_qa.errors import ModelCancelled, ModelError, ModelUnavailable, ToolError
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.conversation.replies import first_reply
from situated_qa.reasoning.conversation.sessions import Sessions, Turn
from situated_qa.reasoning.conversation.turns import (
    Reader,
    Said,
    asks_again,
    goes_on,
    leans_on_the_last,
    said_before,
    said_in_session,
    turn_of,
)
from situated_qa.reasoning.expressions import in_words
from situated_qa.reasoning.query_form.rules import rules
from situated_qa.reasoning.reader.calibration import State, measured
from situated_qa.reasoning.reader.deciding import Choice, Decision, decide, same_answer, same_meaning
from situated_qa.reasoning.reader.foreign_nouns import english_nouns
from situated_qa.reasoning.reader.guards import doubt
from situated_qa.reasoning.reader.vocabulary import language_of
from situated_qa.reasoning.reader.writing import Written, write
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.evaluate import Result, evaluate
from situated_qa.situated.language.said import asked_back
from situated_qa.situated.language.values import Reason, Unknown

_SURE = (AnswerStatus.ANSWERED, AnswerStatus.NOT_KNOWN)
_NOT_IN_MAP = 'not_in_map("it")'
_DIRECTIONS = ("left(", "right(", "front(", "behind(", "clock(", "side(", "where(", "way(", "leftmost(", "rightmost(")


@dataclass(frozen=True, slots=True, eq=False)
class ByRules:
    """What rules make of a question."""

    context: StrategyContext
    said: Said
    sure: bool
    expression: str  # "" where they read none
    replied: bool = False  # without looking anything up: talk, what no map tells, an "it" without a referent


@dataclass(frozen=True, slots=True, eq=False)
class ByModel:
    """What the trained model makes of it."""

    context: StrategyContext
    written: Written
    problem: str  # why its expression is not to be trusted; "" where nothing speaks against it
    result: Result | None  # its value


def reader(context: StrategyContext) -> StrategyResult:
    """Answer by the reading that is right more often, or ask back; a `Strategy` that keeps its own session.

    Raises:
        ModelUnavailable: there is no trained reader.
        ModelError: as `StrategyContext.continue_text`.
    """
    if context.reader is None:
        raise ModelUnavailable("no trained reader is set up: the package ships none, or llm.reader is none")
    sessions = context.sessions or Sessions()
    turns = sessions.turns(context.question.session)
    by_rules = read_by_rules(context, turns) if language_of(context.question.question) == "en" else None
    if by_rules is not None and settles(by_rules, turns):
        return _answered(context, sessions, by_rules.context, by_rules.said)
    try:
        by_model = read_by_model(context, turns)
    except (ModelUnavailable, ModelCancelled):
        raise
    except ModelError as error:  # a reply that is late or breaks off: what rules are sure of is answered without it
        if by_rules is None or not by_rules.sure:
            raise
        context.model_notes.append(f"the trained reader gave no reading: {error}")
        return _answered(context, sessions, by_rules.context, by_rules.said)
    state = state_of(by_rules, by_model)
    decision = decide(state, by_model.written.logprob, measured(), context.settings.least_confidence)
    choice = decision.choice
    if choice is Choice.ASK:
        answer = _by_capable_model(context, turns)
        if answer is not None:
            return _answered(context, sessions, *answer)
        if not context.settings.allow_guesses or decision.best is Choice.ASK:
            result = _asked_back(by_rules, by_model, decision)
            proposed = by_model.context if decision.best is not Choice.ASK else _copied(context)
            return _answered(context, sessions, proposed, Said(result, ()))
        choice = decision.best
    if choice is Choice.RULES and by_rules is not None:
        told = _told(by_rules.said.result, decision, by_model)
        return _answered(context, sessions, by_rules.context, replace(by_rules.said, result=told))
    assert by_model.result is not None
    result = in_words(by_model.context, by_model.result)
    frame = "viewer" if any(name in by_model.written.expression for name in _DIRECTIONS) else ""
    result = _told(replace(result, reference_frame=frame), decision, by_model)
    turn = turn_of(by_model.context, result)
    return _answered(context, sessions, by_model.context, Said(result, (turn,)))


def read_by_rules(context: StrategyContext, turns: tuple[Turn, ...]) -> ByRules:
    """The rules' reading; where they are unsure, with the expression that they would guess."""
    replies: list[StrategyResult] = []

    def rules_or_reply(asked: StrategyContext) -> StrategyResult:
        reply = None if asked.given is not None else first_reply(asked)
        if reply is None:
            return rules(asked)
        replies.append(reply)
        return reply

    own = _copied(context)
    found = said_in_session(own, turns, rules_or_reply, Reader.RULES)
    replied = all(any(result is reply for reply in replies) for result in found.results)
    if all(result.status in _SURE for result in found.results):
        return ByRules(own, found, True, own.program or _NOT_IN_MAP, replied)
    guess = _copied(context)
    guess.settings = replace(guess.settings, allow_guesses=True)
    guessed = said_in_session(guess, turns, rules_or_reply, Reader.RULES)
    if context.settings.allow_guesses:
        return ByRules(guess, guessed, False, guess.program)
    return ByRules(own, found, False, guess.program, replied)


def settles(by_rules: ByRules, turns: tuple[Turn, ...]) -> bool:
    """Whether no model needs to be asked: talk, the asker's own place, why and where the last answer was."""
    text, results = by_rules.context.question.question, by_rules.said.results
    if by_rules.replied and all(result.status is AnswerStatus.NOT_UNDERSTOOD for result in results):
        return True
    if all(result.status is AnswerStatus.REPLIED for result in results) or asks_again(text):
        return True
    if all(result.status is AnswerStatus.ANSWERED for result in results) and not by_rules.context.program:
        return True
    scene = by_rules.context.scene
    moved = bool(turns) and turns[0].map_id != scene.graph.map_id
    return moved and leans_on_the_last(text, turns[0], list(scene.categories))


def read_by_model(context: StrategyContext, turns: tuple[Turn, ...]) -> ByModel:
    """The trained model's reading, checked and looked up."""
    assert context.reader is not None
    own, text = _copied(context), context.question.question
    previous = turns[0].expression if turns and _leans(context, turns[0]) else ""
    written = write(
        partial(context.continue_text, context.reader),
        text,
        previous,
        things=(plain_name(name) for name in context.scene.categories),
        rooms=(plain_name(room) for room in context.tools.rooms()),
    )
    own.said_before = said_before(turns)
    if not written.expression:
        return ByModel(own, written, written.problem, None)
    try:
        result = own.evaluate(written.expression)
    except ToolError as error:
        return ByModel(own, written, str(error), None)
    unknown = (value for value in result.values if isinstance(value, Unknown))
    wrong = next((value.text for value in unknown if value.reason is Reason.NOT_UNDERSTOOD), "")
    problem = wrong or doubt(text, written.expression, written.vocabulary, previous=previous, in_session=bool(turns))
    return ByModel(own, written, problem, result)


def _leans(context: StrategyContext, last: Turn) -> bool:
    """Whether a question needs the one before it: words of other languages are known to the lexicon of nouns alone."""
    text = context.question.question
    language = language_of(text)
    if language != "en" and english_nouns(text, language):
        return goes_on(text)
    return leans_on_the_last(text, last, list(context.scene.categories))


def state_of(by_rules: ByRules | None, by_model: ByModel) -> State:
    """How the two readings stand to each other.

    Args:
        by_rules: None for a language that rules do not read.
    """
    sure = by_rules is not None and by_rules.sure
    if by_model.problem or by_model.result is None:
        return State.RULES_ALONE if sure else State.NEITHER
    if by_rules is None or not by_rules.expression:
        return State.MODEL_ALONE
    alike = same_meaning(by_rules.expression, by_model.written.expression) or _same_in_scene(by_rules, by_model)
    if sure:
        return State.SAME if alike else State.DIFFER
    return State.SAME_UNSURE if alike else State.MODEL_ALONE


def _same_in_scene(by_rules: ByRules, by_model: ByModel) -> bool:
    scene, result = by_model.context.scene, by_model.result
    if result is None or by_rules.expression == _NOT_IN_MAP:
        return False
    before = by_rules.context.said_before if len(by_rules.said.results) == 1 else by_model.context.said_before
    try:
        other = evaluate(by_rules.expression, scene, said_before=before, deadline=by_model.context.deadline)
    except ToolError:
        return False
    return same_answer(other, result, scene.graph)


def _by_capable_model(context: StrategyContext, turns: tuple[Turn, ...]) -> tuple[StrategyContext, Said] | None:
    """The answer of a larger model, where one is set up and gives one."""
    model = context.model
    if model.name == NO_MODEL or model.prefers_forms or getattr(model, "reads", False):
        return None
    from situated_qa.reasoning.think_program_rectify import think_program_rectify

    own = _copied(context)
    try:
        found = said_in_session(own, turns, think_program_rectify, Reader.MODEL)
    except ModelError as error:
        context.model_notes.append(f"{model.name} was asked what the trained reader was unsure of: {error}")
        return None
    finally:
        context.model_seconds = own.model_seconds
    if found.result.status not in (AnswerStatus.ANSWERED, AnswerStatus.GUESSED):
        return None
    explanation = f"{found.result.explanation} The trained reader was unsure; {model.name} answered."
    return own, replace(found, result=replace(found.result, explanation=explanation.strip()))


def _asked_back(by_rules: ByRules | None, by_model: ByModel, decision: Decision) -> StrategyResult:
    """The question back, with what it was read as."""
    written = by_model.written.expression
    if decision.state is State.NEITHER and by_rules is not None and by_rules.said.result.answer:
        return replace(by_rules.said.result, status=AnswerStatus.NOT_UNDERSTOOD)
    readings = [written] if written else []
    if decision.state is State.DIFFER and by_rules is not None and by_rules.expression != _NOT_IN_MAP:
        readings.append(by_rules.expression)
    told = asked_back(*readings) if readings else "I did not understand the question."
    why = by_model.problem or "I am not sure that I understood every word of your question"
    sentence = f"{why[:1].upper()}{why[1:].rstrip('.')}."
    return StrategyResult(
        f"{told} {sentence}",
        _how(decision, by_model),
        (),
        status=AnswerStatus.NOT_UNDERSTOOD,
        status_text=f"not understood: {why.rstrip('.')}",
        confidence=decision.confidence,
    )


def _told(result: StrategyResult, decision: Decision, by_model: ByModel) -> StrategyResult:
    """The answer, with how it was decided on."""
    explanation = f"{result.explanation} {_how(decision, by_model)}".strip()
    result = replace(result, explanation=explanation, confidence=decision.confidence)
    if decision.choice is Choice.ASK and result.status is AnswerStatus.ANSWERED:
        text = f"a guess at what was asked: {decision.state.value}"
        return replace(result, status=AnswerStatus.GUESSED, status_text=text)
    if result.status is AnswerStatus.ANSWERED:
        return replace(result, status_text=_STATUS[decision.best])
    return result


_STATUS = {Choice.RULES: "answered by reader, as rules read it", Choice.MODEL: "answered by reader"}


def _how(decision: Decision, by_model: ByModel) -> str:
    name = by_model.context.reader.name if by_model.context.reader is not None else ""
    written, problem = by_model.written.expression, by_model.problem.rstrip(".")
    told = {
        State.SAME: f"Rules and {name} read the question alike",
        State.SAME_UNSURE: f"Read by {name}, and as rules guessed",
        State.DIFFER: f"Rules and {name} read the question differently; the latter as {written}",
        State.MODEL_ALONE: f"Read by {name}",
        State.RULES_ALONE: f"Read by rules; what {name} wrote was not used: {problem}",
        State.NEITHER: f"What {name} wrote was not used: {problem}",
    }[decision.state]
    measured_share = f"; confidence {decision.confidence:.2f}" if decision.confidence >= 0.0 else ""
    return f"{told}{measured_share}."


def _copied(context: StrategyContext) -> StrategyContext:
    """A context for one way of reading; what it records is its own."""
    own = copy.copy(context)
    own.observations, own.rounds = [], 0
    return own


def _answered(context: StrategyContext, sessions: Sessions, own: StrategyContext, found: Said) -> StrategyResult:
    """Keep what the chosen reading recorded."""
    for turn in found.turns:
        sessions.add(context.question.session, turn)
    for name in ("program", "observations", "rounds", "object_ids", "reference_frame", "result", "read_as", "referent"):
        setattr(context, name, getattr(own, name))
    context.sandbox_seconds = own.sandbox_seconds
    return found.result
