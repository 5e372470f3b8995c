"""Answers questions as turns of a session: replies to talk, and stores what the next turn may need."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.conversation.references import elliptic, in_full, leaves_out, refers, without_lead
from situated_qa.reasoning.conversation.replies import first_reply, not_understood
from situated_qa.reasoning.conversation.sessions import Sessions, Turn
from situated_qa.reasoning.conversation.speech import opened
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.phrases import plural
from situated_qa.situated.language.values import Things

_WHY = re.compile(
    r"^(?:and |but |so )?(?:why(?: is (?:that|it)| so| not)?|how (?:do|did|can) you (?:know|tell)(?: that)?"
    r"|explain(?: that| it| why)?)\W*$"
)
_SHOW = re.compile(
    r"^(?:and |so |please |can you |could you )*(?:show|point)(?: at| to)?(?: me)?(?: it| them| that| those)?"
    r"(?: to me)?(?: again)?(?: please)?\W*$"
)
_LEANS = re.compile(
    r"(?:and|or|but|then|also|what about|how about|same|und|oder|aber|y|o|pero|et|ou|mais)\b|[\u90a3\u8fd8]"
)
_WORDED = (AnswerStatus.ANSWERED, AnswerStatus.GUESSED, AnswerStatus.NOT_KNOWN)

Answerer = Callable[[StrategyContext], StrategyResult]


class Reader(Enum):
    """Who reads a question."""

    PATTERNS = "patterns"  # "it" is read, and every other word must be
    EXPRESSION = "expression"  # it is an expression, which says "it" itself
    MODEL = "model"  # it is told what pronouns stand for, and the question before


@dataclass(frozen=True, slots=True)
class Said:
    """What was answered, and what a session keeps of it."""

    result: StrategyResult
    turn: Turn | None = None
    reading: str = ""  # an expression, where it is a question back that may be confirmed


def answer_in_session(context: StrategyContext, sessions: Sessions, answer: Answerer, reader: Reader) -> StrategyResult:
    """Answer a question, and keep what the next question of its session may speak of.

    Args:
        answer: answers one question about the place.

    Raises:
        as `answer`; nothing is kept then.
    """
    said = said_in_session(context, sessions.turns(context.question.session), answer, reader)
    if said.turn is not None:
        sessions.add(context.question.session, said.turn)
    return said.result


def said_in_session(context: StrategyContext, turns: Sequence[Turn], answer: Answerer, reader: Reader) -> Said:
    """The same, and nothing is kept.

    Args:
        turns: of the session before, the latest first.
    """
    asked = context.question
    context.said_before = said_before(turns, context.scene.graph)
    try:
        reply = None if reader is Reader.EXPRESSION else reply_in_session(context, turns)
        if reply is not None:
            return Said(reply)
        if reader is Reader.MODEL and turns:
            context.question = replace(asked, question=_for_a_model(context.question.question, turns, context))
        elif reader is Reader.PATTERNS and not (turns and elliptic(opened(context.question.question))):
            context.question = replace(asked, question=without_lead(context.question.question))
        result = answer(context)
    finally:
        context.question = asked
    answered = context.result is not None or (reader is Reader.MODEL and context.rounds > 0)
    return Said(result, turn_of(context, result) if answered and result.status in _WORDED else None)


def reply_in_session(
    context: StrategyContext, turns: Sequence[Turn], *, by_model: bool = False
) -> StrategyResult | None:
    """The reply where nothing has to be read: talk, "why?", "show me", an "it" of another map; None for a question.

    The context's question loses a greeting before it, and gets the noun that it leaves to the question before.

    Args:
        by_model: the trained model reads the question, and its guards find an "it" that nothing explains.
    """
    graph, last = context.scene.graph, turns[0] if turns else None
    text = opened(context.question.question)
    if _WHY.match(text) or _SHOW.match(text):
        if last is None and context.question.session:
            return not_understood("Nothing was answered before in this session.")
        if last is not None and _SHOW.match(text):
            return _shown(last, graph)
        if last is not None:
            return StrategyResult(last.explanation, object_ids=_still_there(last, graph), status_text="told again")
    about = turns[0].about if turns else None
    if about is not None:
        full = in_full(context.question.question, plural(about.noun), several=len(about.ids) > 1)
        context.question = replace(context.question, question=full)
    of_the_last = _refers(context, turns)
    lost = lost_with_the_map(turns, graph) if of_the_last else None
    return lost or first_reply(context, explained=of_the_last or by_model, by_model=by_model)


def lost_with_the_map(turns: Sequence[Turn], graph: SceneGraph) -> StrategyResult | None:
    """The reply where what "it" means is in a map that was made before this one; None where it is in this one."""
    spoken_of = _spoken_of(turns)
    return _in_another_map(spoken_of) if spoken_of is not None and spoken_of.map_id != graph.map_id else None


def leans_on_the_last(text: str, turns: Sequence[Turn], context: StrategyContext) -> bool:
    """Whether a question leaves out or calls "it" what the questions before it were about."""
    said = opened(text)
    return bool(turns) and (_refers(context, turns, text) or elliptic(said) or leaves_out(said) or goes_on(text))


def goes_on(text: str) -> bool:
    """Whether a question begins with a word that joins it to the one before: "and", "und", "y", "et"."""
    return _LEANS.match(opened(text)) is not None


def _spoken_of(turns: Sequence[Turn]) -> Turn | None:
    """The latest turn that was about things."""
    return next((turn for turn in turns if turn.about is not None), None)


def _refers(context: StrategyContext, turns: Sequence[Turn], text: str = "") -> bool:
    """Whether a pronoun of the question means what an answer before was about."""
    said, last = opened(text or context.question.question), _spoken_of(turns)
    if last is None or last.about is None:
        return False
    pointed = context.scene.marked is not None and re.search(r"\b(?:this|that)\b", said) is not None
    return not pointed and refers(said, context.scene.categories, last.about.noun)


def _for_a_model(text: str, turns: Sequence[Turn], context: StrategyContext) -> str:
    """The question, with what a pronoun in it means, and with the question before where it leaves something out."""
    said, last, told = opened(text), _spoken_of(turns), []
    if last is not None and last.about is not None and _refers(context, turns, text):
        ids = f"{'id' if len(last.about.ids) == 1 else 'ids'} {', '.join(map(str, last.about.ids))}"
        told.append(f"The answer before was about: {last.about.noun} ({ids}).")
    if elliptic(said) or leaves_out(said):
        told.append(f'The question before was: "{turns[0].question}"')
    return f"{text} ({' '.join(told)})" if told else text


def said_before(turns: Sequence[Turn], graph: SceneGraph) -> tuple[Things, ...]:
    """What "it" and "them" may mean, the latest first: ids of another map mean nothing in this one."""
    return tuple(turn.about for turn in turns if turn.about is not None and turn.map_id == graph.map_id)


def turn_of(context: StrategyContext, result: StrategyResult) -> Turn:
    """What a session keeps of a question that was just answered."""
    graph = context.scene.graph
    ids = context.object_ids if result.object_ids is None else result.object_ids
    subjects = context.result.subjects if context.result is not None else (Things(ids, "thing"),) if ids else ()
    about = next((things for things in reversed(subjects) if things is not None), None)
    if about is not None and about.ids:
        kinds = {graph.by_id[i].category for i in about.ids}
        about = replace(about, noun=kinds.pop() if len(kinds) == 1 else "thing", where="")
    told = result.explanation or result.answer
    return Turn(context.question.question, about, context.program, told, ids, graph.map_id)


def _still_there(turn: Turn, graph: SceneGraph) -> tuple[int, ...]:
    return tuple(i for i in turn.object_ids if i in graph.by_id) if turn.map_id == graph.map_id else ()


def _shown(turn: Turn, graph: SceneGraph) -> StrategyResult:
    """The evidence of the last answer again, for visualization."""
    if turn.map_id != graph.map_id and turn.object_ids:
        return _in_another_map(turn)
    ids = _still_there(turn, graph)
    if not ids:
        return StrategyResult("The last answer rests on no object of the map.", object_ids=(),
                              status=AnswerStatus.NOT_KNOWN, status_text="there is no evidence to show")  # fmt: skip
    named = ", ".join(f"{graph.by_id[i].category} {i}" for i in ids)
    return StrategyResult(f"The last answer rests on: {named}.", object_ids=ids, status_text="shown again")


def _in_another_map(turn: Turn) -> StrategyResult:
    noun = turn.about.noun if turn.about is not None else "thing"
    text = f"The map was made anew since we spoke of the {noun}. Please name it again."
    return StrategyResult(text, object_ids=(), status=AnswerStatus.NOT_KNOWN, status_text="not known: another map")
