"""Answers a question from the viewpoint that its situation in words describes."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from situated_qa.errors import SituationError
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.patterns import read
from situated_qa.reasoning.third_person import in_first_person
from situated_qa.reasoning.told_nouns import with_nouns
from situated_qa.reasoning.told_situation import split_situation, supposed, suppositions
from situated_qa.scene.graph import plain_name
from situated_qa.situated.described_viewpoint import Described, describe_viewpoint
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import Has
from situated_qa.situated.situation_words import read_situation

_THIS_ROOM = re.compile(r"\bth(?:is|e same) room\b", re.IGNORECASE)
_TURNS = re.compile(
    r"\b(?:left|right|front(?! door)|ahead|behind|back(?! door)"
    r"|backwards?|forwards?|face|facing|opposite|turn|side|o'?clock|direction|way"
    r"|see|visible|beside me|where)\b",
    re.IGNORECASE,
)
"""Words of a question whose answer turns with the asker."""
_VIEWS = ("at(", "before(", "entering(", "middle(", "situation(")


def answer_from_situation(
    reasoner: Reasoner, scene: SituatedScene, question: Question, *, moves: bool, **listening: Any
) -> Answer:
    """The answer as seen from the viewpoint that the situation of a question describes; the scene's where it has none.

    The situation is the question's own, or what the asker tells before the question: "I am sitting on the couch,
    facing the tv. What is on my left?". One that cannot be found in the map is answered with NOT_UNDERSTOOD and the
    reason. Clauses of it that were not understood are listed in the explanation.

    Args:
        moves: the question's own situation moves the viewpoint; else it describes the viewpoint that is given.
        listening: `on_text` and `cancelled` of `Reasoner.answer`.
    """
    if question.problem() or (question.situation.strip() and not moves):
        return reasoner.answer(scene, question, **listening)
    question = dataclasses.replace(question, question=in_first_person(question.question))
    told, asked = question.situation, question.question
    if not told.strip():
        told, asked = split_situation(question.question)
        if told and _is_plain(scene, question.question):  # it tells which thing is meant, and not where somebody is
            told, asked = "", question.question
    is_supposed = not told and not _is_plain(scene, asked)
    if is_supposed:
        told, asked = supposed(asked)
    if not told:
        turned, rest = _after_turning(scene, asked) if is_supposed else (scene, asked)
        answer = reasoner.answer(turned, dataclasses.replace(question, question=rest), **listening)
        after = "" if turned is scene else "Told as you look after the turn."
        return dataclasses.replace(answer, explanation=f"{answer.explanation} {after}".strip())
    if room := scene.room_at(scene.viewpoint.position):
        told = _THIS_ROOM.sub(f"the {room}", told)
    turns = bool(question.situation.strip()) or _TURNS.search(asked) is not None
    try:
        described = describe_viewpoint(scene, told, heading_needed=turns)
    except SituationError as error:
        if is_supposed:
            return reasoner.answer(scene, question, **listening)
        said = read_situation(told)
        # The language of the reader has views at things, and none that says what lies at a side.
        sided = not said.unread and any(isinstance(clause, Has) for clause in said.clauses)
        if not question.situation.strip() and not sided:
            answer = reasoner.answer(scene, question, **listening)
            if any(view in answer.program for view in _VIEWS) or not answer.program:
                return answer  # the reader found it in the words itself
            if not turns and said.implied:
                return answer  # who cooks tonight may ask about anything
        return Answer(
            AnswerStatus.NOT_UNDERSTOOD,
            f"the situation cannot be found in the map: {error}",
            str(error),
            viewpoint=scene.viewpoint,
            graph_version=scene.graph.version,
        )
    moved = dataclasses.replace(scene, viewpoint=described.viewpoint)
    moved, asked = _after_turning(moved, asked)
    if room := moved.room_at(moved.viewpoint.position):
        asked = _THIS_ROOM.sub(f"the {room}", asked)
    if not (question.session and question.situation.strip()):  # there, "it" speaks of the answer before
        named = with_nouns(moved, asked, told, described.object_ids)
        if named is None:
            return _as_one(reasoner, scene, question, asked, **listening)
        asked = named
    answer = reasoner.answer(moved, dataclasses.replace(question, question=asked, situation=told), **listening)
    if is_supposed and answer.status is AnswerStatus.NOT_UNDERSTOOD:
        whole = reasoner.answer(scene, question, **listening)
        if whole.status is not AnswerStatus.NOT_UNDERSTOOD:
            return whole
    return dataclasses.replace(answer, explanation=f"{answer.explanation} {_seen_from(scene, described)}".strip())


def _as_one(reasoner: Reasoner, scene: SituatedScene, question: Question, asked: str, **listening: Any) -> Answer:
    """What the reader makes of a situation and a question in one, where it does not leave the situation out."""
    answer = reasoner.answer(scene, question, **listening)
    if not answer.program or not _TURNS.search(asked) or any(view in answer.program for view in _VIEWS):
        return answer
    reason = 'I am not sure what "it" is in your question. Say its name.'
    return dataclasses.replace(answer, status=AnswerStatus.NOT_UNDERSTOOD, answer=reason)


def _after_turning(scene: SituatedScene, text: str) -> tuple[SituatedScene, str]:
    """The scene as the asker sees it after the turn that a question supposes, and the rest of the question."""
    told, rest = next(suppositions(text), ("", text))
    said = read_situation(told)
    if said.clauses or said.unread or not said.turned_rad:
        return scene, text
    return dataclasses.replace(scene, viewpoint=scene.viewpoint.turned(said.turned_rad)), rest


def _is_plain(scene: SituatedScene, text: str) -> bool:
    """Whether a pattern reads every word of a question."""
    rooms = [plain_name(room.name) for room in scene.graph.rooms]
    return bool(read(text, things=[plain_name(name) for name in scene.categories], rooms=rooms).expression)


def _seen_from(scene: SituatedScene, described: Described) -> str:
    by = ", ".join(f"{scene.graph.by_id[i].category} {i}" for i in described.object_ids)
    told = f"Seen from where the situation puts you{f' (by {by})' if by else ''}."
    if described.unread:
        told += f" Not understood in it: {'; '.join(repr(clause) for clause in described.unread)}."
    return told
