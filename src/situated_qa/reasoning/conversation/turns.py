"""Answers questions as turns of a session: resolves pronouns and omissions, and stores what the next turn may need.

Two questions in one text are two turns; the second may speak of the first one's answer without a session, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.conversation.ellipsis import asks_of_it, completed, elliptic, without_lead
from situated_qa.reasoning.conversation.language import is_english
from situated_qa.reasoning.conversation.pronouns import with_referent
from situated_qa.reasoning.conversation.sessions import Sessions, Turn
from situated_qa.reasoning.conversation.speech import Speech, opened, speech_of
from situated_qa.reasoning.query_form.form import Form
from situated_qa.reasoning.query_form.grounds import OTHER, REFERENT, Grounds, Referent
from situated_qa.reasoning.query_form.reading.question import first_question
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion
from situated_qa.reasoning.query_form.understood import doubt_of_part
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.values import Things

_MOST_QUESTIONS = 4  # in one text
_NUMBERING = re.compile(r"^(?:(?:two things|first|second|also|and while you are at it)\b[:,] *)+", re.IGNORECASE)
_WHY = re.compile(
    r"^(?:and |but |so )?(?:why(?: is (?:that|it)| so| not)?|how (?:do|did|can) you (?:know|tell)(?: that)?"
    r"|explain(?: that| it| why)?)\W*$"
)
_SHOW = re.compile(
    r"^(?:and |so |please |can you |could you )*(?:show|point)(?: at| to)?(?: me)?(?: it| them| that| those)?"
    r"(?: to me)?(?: again)?(?: please)?\W*$"
)
_LEANS = re.compile(
    r"(?:and|or|but|then|also|so|what about|how about|same|und|oder|aber|y|o|pero|et|ou|mais)\b|[\u90a3\u8fd8]"
)
_OWNED = re.compile(rf"the [a-z]+ of the {REFERENT}")  # "its color" is a whole question
_WORDED = (AnswerStatus.ANSWERED, AnswerStatus.GUESSED, AnswerStatus.NOT_KNOWN)

Answerer = Callable[[StrategyContext], StrategyResult]


class Reader(Enum):
    """Who reads a question."""

    RULES = "rules"  # pronouns become nouns, elliptic questions become whole
    EXPRESSION = "expression"  # it is an expression, which says "it" itself
    MODEL = "model"  # it is told what pronouns stand for, and the question before


def answer_in_session(context: StrategyContext, sessions: Sessions, answer: Answerer, reader: Reader) -> StrategyResult:
    """Answer each question of a text, and keep what the next question of its session may speak of.

    Args:
        answer: answers one whole question.

    Raises:
        as `answer`; nothing is kept then.
    """
    said = said_in_session(context, sessions.turns(context.question.session), answer, reader)
    for turn in said.turns:
        sessions.add(context.question.session, turn)
    return said.result


@dataclass(frozen=True, slots=True)
class Said:
    """What was answered to a text of one or several questions, and what a session keeps of it."""

    result: StrategyResult
    turns: tuple[Turn, ...]
    results: tuple[StrategyResult, ...] = ()  # of each question


def said_in_session(context: StrategyContext, turns: Sequence[Turn], answer: Answerer, reader: Reader) -> Said:
    """The same, and nothing is kept.

    Args:
        turns: of the session before, the latest first.
    """
    asked = context.question
    results: list[StrategyResult] = []
    programs: list[str] = []
    new: list[Turn] = []
    try:
        for text in questions_in(asked.question) if reader is Reader.RULES else [asked.question]:
            context.question = replace(asked, question=text)
            before = (*reversed(new), *turns)
            context.given = context.read_as = context.result = context.referent = None
            context.said_before, context.program = said_before(before), ""
            result = answer(context) if reader is Reader.EXPRESSION else _answer_turn(context, before, answer, reader)
            results.append(result if context.referent is None else _in_words_of_the_asker(result))
            programs += [context.program] if context.program else []
            answered = context.result is not None or (reader is Reader.MODEL and context.rounds > 0)
            if answered and result.status in _WORDED:
                context.question = replace(asked, question=text)
                new.append(turn_of(context, results[-1]))
    finally:
        context.question = asked
    context.program = programs[0] if len(programs) == 1 else ", ".join(programs)
    return Said(results[0] if len(results) == 1 else _together(results), tuple(new), tuple(results))


def questions_in(text: str) -> list[str]:
    """The questions of a text, in order: "Where is the lamp, and what color is it?" holds two."""
    found: list[str] = []
    while text.strip() and len(found) < _MOST_QUESTIONS:
        first, text = first_question(text)
        found.append(_NUMBERING.sub("", first))
    return found or [text]


def _answer_turn(context: StrategyContext, turns: Sequence[Turn], answer: Answerer, reader: Reader) -> StrategyResult:
    graph, last = context.scene.graph, turns[0] if turns else None
    text = opened(context.question.question)
    if last is None:
        if context.question.session and (_WHY.match(text) or _SHOW.match(text)):
            return _not_understood("Nothing was answered before in this session.")
        return answer(context)
    if _WHY.match(text):
        return StrategyResult(last.explanation, object_ids=_still_there(last, graph), status_text="told again")
    if _SHOW.match(text):
        return _shown(last, graph)
    pointed = context.scene.marked is not None and re.search(r"\b(?:this|that)\b", text) is not None
    categories = list(context.scene.categories)
    noun = last.about.noun if last.about is not None else ""
    said = text if last.about is None or pointed else with_referent(text, categories, noun)
    refers = said != text
    if reader is Reader.MODEL:
        if refers and last.map_id != graph.map_id:
            return _in_another_map(last)
        context.question = replace(context.question, question=_for_a_model(said, last))
        return answer(context)
    if last.about is not None or last.said_before:
        context.referent = _referent(last.about or last.said_before[0], context)
    grounds = replace(Grounds.of(context.scene), referent=context.referent)
    known = [*categories, *grounds.rooms, *((REFERENT, OTHER) if context.referent else ())]
    foreign = not is_english(context.question.question, known)
    whole = foreign or _OWNED.match(without_lead(said)) is not None or speech_of(text) is Speech.COMMAND
    part = None if whole else elliptic(said)
    if part is not None and last.asked is not None:
        before = last.asked

        def read(named: str) -> Form | RoomQuestion | None:
            return completed(replace(part, named=named.strip()), before, grounds, known)

        context.given = read(part.named)
        doubt = doubt_of_part(part.named, read, context.given, grounds) if context.given is not None else None
        if doubt and not context.settings.allow_guesses:
            return _not_understood(doubt.answer)
        if context.given is not None and not refers and _speaks_of_it(last.asked):
            context.said_before, refers = last.said_before, True  # "how many of them are red?", "black ones?"
            context.referent = _referent(last.said_before[0], context)
    if context.given is None and context.referent is not None and not refers:
        context.given = asks_of_it(without_lead(said), known)
        refers = context.given is not None
    if refers and last.map_id != graph.map_id:
        return _in_another_map(last)
    if refers or context.given is not None:
        context.question = replace(context.question, question=without_lead(said))
    else:
        context.question = replace(context.question, question=without_lead(context.question.question))
    if context.given is None and not refers:
        context.referent = None
    return answer(context)


def _for_a_model(said: str, last: Turn) -> str:
    """The question with ids in the place of pronouns, and with the question before where it leaves something out."""
    if last.about is not None:
        ids = f"{last.about.noun} ({'id' if len(last.about.ids) == 1 else 'ids'} {', '.join(map(str, last.about.ids))})"
        said = (
            said.replace(f"{REFERENT}s", ids)
            .replace(REFERENT, ids)
            .replace(OTHER, f"{last.about.noun} other than {ids}")
        )
    return f'{said} (The question before was: "{last.question}")' if elliptic(said) is not None else said


def asks_again(text: str) -> bool:
    """Whether a text only asks why, or to be shown the last answer again."""
    said = opened(text)
    return _WHY.match(said) is not None or _SHOW.match(said) is not None


def leans_on_the_last(text: str, last: Turn, categories: Sequence[str]) -> bool:
    """Whether a question leaves out or calls "it" what the question before it was about."""
    said = opened(text)
    noun = last.about.noun if last.about is not None else "thing"
    pronoun = with_referent(said, list(categories), noun) != said
    return pronoun or elliptic(said) is not None or goes_on(text)


def goes_on(text: str) -> bool:
    """Whether a question begins with a word that joins it to the one before: "and", "und", "y", "et"."""
    return _LEANS.match(opened(text)) is not None


def said_before(turns: Sequence[Turn]) -> tuple[Things, ...]:
    """What "it" and "them" may mean, the latest first."""
    return tuple(turn.about for turn in turns if turn.about is not None)


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
    asked = context.question.question
    return Turn(asked, about, context.read_as, context.program, told, ids, graph.map_id, context.said_before)


def _speaks_of_it(asked: Form | RoomQuestion) -> bool:
    nouns = (asked.noun, asked.other) if isinstance(asked, Form) else (asked.noun, asked.noun2)
    inner = (named for noun in nouns if noun is not None for named in Form("name", noun).nouns())
    return any(named.target in (REFERENT, OTHER) for named in inner)


def _referent(about: Things, context: StrategyContext) -> Referent:
    """What the last things are called, and the room in which there are others of their kind."""
    by_id = context.scene.graph.by_id
    rooms = {by_id[i].room for i in about.ids if i in by_id}
    room = rooms.pop() if len(rooms) == 1 else ""
    others = (node for node in by_id.values() if node.category == about.noun and node.id not in about.ids)
    return Referent(about.noun, room if room and any(node.room == room for node in others) else "")


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


def _not_understood(text: str) -> StrategyResult:
    return StrategyResult(
        text, object_ids=(), status=AnswerStatus.NOT_UNDERSTOOD, status_text="not understood: nothing was looked up"
    )


def _in_words_of_the_asker(result: StrategyResult) -> StrategyResult:
    """The result with the pronouns in the place of the nouns that stood for them."""

    def told(text: str) -> str:
        for noun, pronoun in (
            (f"the {REFERENT}s", "them"),
            (f"the {REFERENT}", "it"),
            (f"the {OTHER}", "the other one"),
            (REFERENT, "thing"),
        ):
            text = text.replace(noun, pronoun)
        return text

    return replace(
        result, answer=told(result.answer), explanation=told(result.explanation), status_text=told(result.status_text)
    )


def _together(results: Sequence[StrategyResult]) -> StrategyResult:
    """Several answers as one; its status is the best of theirs."""
    answered = [result for result in results if result.status is not AnswerStatus.REPLIED] or list(results)
    best = min(answered, key=lambda result: _BEST.index(result.status) if result.status in _BEST else len(_BEST))
    ids = tuple(dict.fromkeys(i for result in answered for i in result.object_ids or ()))
    return replace(
        best,
        answer=" ".join(result.answer for result in answered if result.answer),
        explanation=" ".join(result.explanation for result in answered if result.explanation),
        object_ids=ids,
        reference_frame=next((result.reference_frame for result in answered if result.reference_frame), ""),
        status_text="; ".join(dict.fromkeys(result.status_text for result in answered if result.status_text)),
    )


_BEST = (AnswerStatus.ANSWERED, AnswerStatus.GUESSED, AnswerStatus.NOT_KNOWN, AnswerStatus.NOT_UNDERSTOOD)
