"""Answering by what a pattern reads, else by what the trained model does, as far as that was right when measured."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from functools import partial

from situated_qa.errors import ModelError, ModelUnavailable, ToolError
from situated_qa.llm.client import LanguageModel
from situated_qa.llm.no_model import NO_MODEL
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.attachment import evaluate_attached
from situated_qa.reasoning.by_patterns import ByPattern, answer_of, read_by_pattern
from situated_qa.reasoning.conversation.replies import NO_DEEDS
from situated_qa.reasoning.conversation.sessions import Proposal, Sessions, Turn, confirmed
from situated_qa.reasoning.conversation.turns import (
    Reader,
    Said,
    goes_on,
    leans_on_the_last,
    lost_with_the_map,
    reply_in_session,
    said_before,
    said_in_session,
    turn_of,
)
from situated_qa.reasoning.patterns.spelling import as_named
from situated_qa.reasoning.reader.calibration import measured
from situated_qa.reasoning.reader.foreign_nouns import english_nouns, guess_language
from situated_qa.reasoning.reader.guards import doubt
from situated_qa.reasoning.reader.writing import Written, write
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import plain_name
from situated_qa.situated.language.evaluate import Result
from situated_qa.situated.language.expression import Call, Literal, parse_expression, pronouns
from situated_qa.situated.language.said import asked_back
from situated_qa.situated.language.values import Reason, Unknown
from situated_qa.situated.language.words import evidence

_NOT_MEASURED = -1.0
"""The confidence where none was measured."""
_AGAINST_THE_WORDS = 0.9
"""The least confidence in a reading of what by its words is no question, or asks what no map tells."""


@dataclass(frozen=True, slots=True, eq=False)
class ByModel:
    """What the trained model makes of a question."""

    context: StrategyContext
    written: Written
    problem: str  # why its expression is not to be trusted; "" where nothing speaks against it
    result: Result | None  # its value
    doubted: bool = False  # a guard alone speaks against it

    @property
    def usable(self) -> bool:
        """Whether it may be answered, if somebody is sure of it."""
        return self.result is not None and (self.doubted or not self.problem)

    @property
    def missing(self) -> bool:
        """Whether something that it names is not in the scene."""
        values = () if self.result is None else self.result.values
        return any(isinstance(value, Unknown) and value.reason is Reason.NOT_THERE for value in values)

    def confidence(self) -> float:
        """How often such readings were right, 0 … 1; -1 where that was not measured."""
        table = measured() if self.usable else None
        if table is None:
            return _NOT_MEASURED
        found = table.of_model(self.written.logprob, doubted=self.doubted, missing=self.missing)
        return _NOT_MEASURED if found is None else found


def reader(context: StrategyContext) -> StrategyResult:
    """Answer by a pattern, or by the model's reading if it is sure, or ask back; a `Strategy` that keeps its session.

    Raises:
        ModelUnavailable: there is no trained reader.
        ModelError: as `StrategyContext.continue_text`.
    """
    if context.reader is None:
        raise ModelUnavailable("no trained reader is set up: the package ships none, or llm.reader is none")
    sessions = context.sessions or Sessions()
    asked, turns = context.question, sessions.turns(context.question.session)
    context.said_before = said_before(turns, context.scene.graph)
    proposal = sessions.take_proposal(asked.session)
    try:
        if proposal is not None:
            reply = _reply_to(proposal, context, sessions)
            if reply is not None:
                return reply
        if guess_language(asked.question) == "en":
            reply = reply_in_session(context, turns, by_model=True)
            if reply is not None:
                return reply
        said = _read(context, turns)
    finally:
        context.question = asked
    if said.turn is not None:
        sessions.add(asked.session, replace(said.turn, question=asked.question))
    if said.reading:
        sessions.propose(asked.session, Proposal(asked.question, said.reading))
    return said.result


def _reply_to(proposal: Proposal, context: StrategyContext, sessions: Sessions) -> StrategyResult | None:
    """The answer to a question that was asked back and is now confirmed; None where the text is another question."""
    yes = confirmed(context.question.question)
    if yes is None:
        return None
    if not yes:
        return _replied("Then please ask it in other words.")
    try:
        found = context.evaluate(proposal.expression)
    except ToolError as error:
        return _replied(f"I cannot answer that: {error}")
    told = f"Confirmed: {proposal.expression}"
    result = _with_confidence(answer_of(context, found), told, 1.0, "answered as confirmed")
    sessions.add(context.question.session, replace(turn_of(context, result), question=proposal.question))
    return result


def _replied(text: str) -> StrategyResult:
    told = "a reply to the question back; nothing was looked up"
    return StrategyResult(text, object_ids=(), status=AnswerStatus.REPLIED, status_text=told)


def _read(context: StrategyContext, turns: tuple[Turn, ...]) -> Said:
    """The answer to a question about the place."""
    by_pattern = read_by_pattern(_copied(context))
    if by_pattern.result is not None and (context.otherwise is None or _rests_on_things(by_pattern.result)):
        return _by_pattern(context, by_pattern)
    try:
        by_model = read_by_model(context, turns)
    except ModelError:
        if context.otherwise is None:
            raise
        return Said(context.otherwise)
    says_it = by_model.written.expression and any(pronouns(parse_expression(by_model.written.expression)))
    lost = lost_with_the_map(turns, context.scene.graph) if says_it else None
    if lost is not None:
        return Said(lost)
    confidence = by_model.confidence()
    sure = by_model.usable and confidence >= context.settings.least_confidence
    if context.otherwise is not None and not (
        sure and confidence >= _AGAINST_THE_WORDS and _rests_on_things(by_model.result)
    ):
        return Said(context.otherwise)
    if not sure:
        answer = _by_capable_model(context, turns)
        if answer is not None:
            return answer
        if not context.settings.allow_guesses or not by_model.usable:
            return _kept(context, by_model.context if by_model.usable else context, _asked_back(by_model, confidence))
    assert by_model.result is not None
    result = answer_of(by_model.context, by_model.result)
    result = _with_confidence(result, _how(by_model), confidence, "answered by reader")
    if context.commanded and not _tells_what_is_asked(by_model, context.question.question):
        result = replace(result, answer=f"{NO_DEEDS} {result.answer}")
    if not sure and result.status is AnswerStatus.ANSWERED:
        text = f"a guess at what was asked: {by_model.problem or 'the reader is not sure'}"
        result = replace(result, status=AnswerStatus.GUESSED, status_text=text)
    return _kept(context, by_model.context, Said(result, turn_of(by_model.context, result)))


def _rests_on_things(result: Result | None) -> bool:
    """Whether a value rests on things of the scene."""
    return result is not None and any(evidence(value) for value in result.values)


_TOLD_NOT_DONE = ("ranked", "side", "way", "position")
"""What "put them in order", "turn left or right for it" and "walk me there" ask to be told."""
_OBJECT = re.compile(r" (?:me|us|the|a|an|it|them|my|this|that|these|those)\b")


def _tells_what_is_asked(by_model: ByModel, text: str) -> bool:
    """Whether what looks like a command is none: "hand truck by the door" begins with its noun, and orders nothing."""
    tree = parse_expression(by_model.written.expression)
    if isinstance(tree, Call) and tree.name in _TOLD_NOT_DONE:
        return True
    noun = tree.args[0] if isinstance(tree, Call) and tree.name in ("the", "every") and tree.args else None
    said, named = text.lower().lstrip(), str(noun.value) if isinstance(noun, Literal) else ""
    return bool(named) and said.startswith(named) and not _OBJECT.match(said[len(named) :])


def _by_pattern(context: StrategyContext, found: ByPattern) -> Said:
    assert found.result is not None
    table = measured()
    confidence = _NOT_MEASURED if table is None else table.patterns[1]
    result = answer_of(found.context, found.result)
    result = _with_confidence(result, "Read by a pattern", confidence, "answered by reader, as a pattern reads it")
    return _kept(context, found.context, Said(result, turn_of(found.context, result)))


def read_by_model(context: StrategyContext, turns: tuple[Turn, ...]) -> ByModel:
    """The trained model's reading, checked and looked up."""
    assert context.reader is not None
    own = _copied(context)
    text, taken = as_named(context.question.question, context.scene.categories)
    previous = turns[0].expression if turns and _leans(context, turns) else ""
    written = write(
        partial(context.continue_text, context.reader),
        text,
        previous,
        things=(plain_name(name) for name in context.scene.categories),
        rooms=(plain_name(room) for room in context.tools.rooms()),
    )
    if not written.expression:
        return ByModel(own, written, written.problem, None)
    try:
        result = evaluate_attached(own, written.expression)
    except ToolError as error:
        return ByModel(own, written, str(error), None)
    unknown = (value for value in result.values if isinstance(value, Unknown))
    wrong = next((value.text for value in unknown if value.reason is Reason.NOT_UNDERSTOOD), "")
    if wrong:
        return ByModel(own, written, wrong, result)
    with_situation = context.question.situation == context.question.question
    doubts = taken or doubt(
        text, written.expression, written.vocabulary, previous=previous, in_session=bool(turns),
        with_situation=with_situation,
    )  # fmt: skip
    return ByModel(own, written, doubts, result, doubted=bool(doubts))


def _leans(context: StrategyContext, turns: tuple[Turn, ...]) -> bool:
    """Whether a question needs the one before it: words of other languages are known to the lexicon of nouns alone."""
    text = context.question.question
    language = guess_language(text)
    if language != "en" and english_nouns(text, language):
        return goes_on(text)
    return leans_on_the_last(text, turns, context)


def is_asked_when_unsure(model: LanguageModel) -> bool:
    """Whether a model beside the trained reader answers what that one is unsure of."""
    return not (model.name == NO_MODEL or model.prefers_forms or getattr(model, "reads", False))


def _by_capable_model(context: StrategyContext, turns: tuple[Turn, ...]) -> Said | None:
    """The answer of a larger model, where one is set up and gives one."""
    model = context.model
    if not is_asked_when_unsure(model):
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
    return _kept(context, own, replace(found, result=replace(found.result, explanation=explanation.strip())))


def _asked_back(by_model: ByModel, confidence: float) -> Said:
    """The question back, with what it was read as and the answer that holds if it was meant so."""
    written = by_model.written.expression
    told = asked_back(written) if by_model.usable else "I did not understand the question."
    why = by_model.problem if written else ""
    why = why or "I am not sure that I understood every word of your question"
    sentences = [told, f"{why[:1].upper()}{why[1:].rstrip('.')}."]
    object_ids: tuple[int, ...] | None = ()
    proposes = told.startswith("Do you want")
    if proposes:
        assert by_model.result is not None
        found = answer_of(by_model.context, by_model.result)
        if found.status is AnswerStatus.ANSWERED:
            sentences.append(f"If so: {found.answer}")
            object_ids = found.object_ids
    result = StrategyResult(
        " ".join(sentences),
        object_ids=object_ids,
        status=AnswerStatus.NOT_UNDERSTOOD,
        status_text=f"not understood: {why.rstrip('.')}",
    )
    result = _with_confidence(result, _how(by_model), confidence, result.status_text)
    return Said(result, reading=written if proposes else "")


def _with_confidence(result: StrategyResult, told: str, confidence: float, status_text: str) -> StrategyResult:
    """The answer, with how it was read and how sure that is."""
    share = f"; confidence {confidence:.2f}" if confidence >= 0.0 else ""
    explanation = f"{result.explanation} {told.rstrip('.')}{share}.".strip()
    text = status_text if result.status is AnswerStatus.ANSWERED else result.status_text
    return replace(result, explanation=explanation, confidence=confidence, status_text=text)


def _how(by_model: ByModel) -> str:
    """How the model read the question, in words."""
    name = by_model.context.reader.name if by_model.context.reader is not None else ""
    if not by_model.usable:
        return f"What {name} wrote was not used: {by_model.problem}"
    return f"Read by {name}{f', with a doubt: {by_model.problem}' if by_model.doubted else ''}"


def _copied(context: StrategyContext) -> StrategyContext:
    """A context for one way of reading; what it records is its own."""
    own = copy.copy(context)
    own.observations, own.rounds = [], 0
    return own


def _kept(context: StrategyContext, own: StrategyContext, said: Said) -> Said:
    """Keep what the chosen reading recorded."""
    for name in ("program", "observations", "rounds", "object_ids", "reference_frame", "result"):
        setattr(context, name, getattr(own, name))
    context.sandbox_seconds = own.sandbox_seconds
    return said
