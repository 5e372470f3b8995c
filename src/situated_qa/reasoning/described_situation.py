"""Answers a question from the viewpoint that its situation in words describes."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from situated_qa.errors import SituationError
from situated_qa.reasoning.answers import Answer, AnswerStatus, Question
from situated_qa.reasoning.ask import Reasoner
from situated_qa.reasoning.patterns import read
from situated_qa.reasoning.reader.foreign_nouns import guess_language
from situated_qa.scene.graph import plain_name
from situated_qa.situated.described_viewpoint import HELP, Described, describe_viewpoint, ground
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import Situation
from situated_qa.situated.situation_words import split_situation

_MAY_TELL = re.compile(
    r"[.,;:!?]\s+\S|\b(?:i|i'?m|i've|you|you're|we|he|she|they|some(?:one|body)|my|if|when|while|once|after|with|from"
    r"|stand\w*|sit\w*|sat|seated|lying|fac(?:e|ing)|look\w*|watch\w*|turn\w*|enter\w*|com(?:e|ing)|using)\b",
    re.IGNORECASE,
)
"""Without these a text tells no situation; whether one that has them does, the trained reader decides."""
_TURNS = re.compile(
    r"\b(?:left|right|front(?! door)|ahead|behind|back(?! door)"
    r"|backwards?|forwards?|face|facing|opposite|turn|side|o'?clock|direction|way"
    r"|see|visible|beside me|where)\b",
    re.IGNORECASE,
)
"""Words of a question whose answer turns with the asker."""
_ME = re.compile(r"\b(?:me|it|them)\b|\b(?:where|way|here|reachable|shorter_walk|door_towards|next_room|doors_to)\(")
"""What an expression says of the asker, by name or by a function that starts from there."""
_OTHER_VIEW = re.compile(r"\b(?:at|before|entering|middle|situation)\(")


def answer_from_situation(
    reasoner: Reasoner, scene: SituatedScene, question: Question, *, moves: bool, **listening: Any
) -> Answer:
    """The answer as seen from the viewpoint that the situation of a question describes; the scene's where it has none.

    The situation is the question's own, or what the asker tells with the question: "I am sitting on the couch,
    facing the tv. What is on my left?". One that cannot be found in the map is answered with NOT_UNDERSTOOD and the
    reason. Clauses of it that were not understood are listed in the explanation.

    Args:
        moves: the question's own situation moves the viewpoint; else it describes the viewpoint that is given.
        listening: `on_text` and `cancelled` of `Reasoner.answer`.
    """
    own = question.situation.strip()
    if question.problem() or (own and not moves):
        return reasoner.answer(scene, question, **listening)
    try:
        if own:
            asked, told = question, own
            described = describe_viewpoint(scene, own, heading_needed=_TURNS.search(question.question) is not None)
        elif scene.read_situation is not None:
            asked, told, said = question, question.question, _told(scene, question.question)
            if said is None:
                raise SituationError(f"I am not sure where you say that you are. {HELP}")
            if not said.tells:
                return reasoner.answer(scene, question, **listening)
            described = ground(scene, said, heading_needed=_TURNS.search(told) is not None)
        else:
            told, rest = split_situation(question.question)
            if not told:
                return reasoner.answer(scene, question, **listening)
            asked = dataclasses.replace(question, question=rest)
            described = describe_viewpoint(scene, told, heading_needed=_TURNS.search(rest) is not None)
    except SituationError as error:
        return _not_found(reasoner, scene, question, error, **listening)
    moved = dataclasses.replace(scene, viewpoint=described.viewpoint)
    answer = reasoner.answer(moved, dataclasses.replace(asked, situation=told), **listening)
    return dataclasses.replace(answer, explanation=f"{answer.explanation} {_seen_from(scene, described)}".strip())


def _told(scene: SituatedScene, text: str) -> Situation | None:
    """What a text tells of where somebody is; nothing where a pattern reads it all, None where the reader is unsure."""
    if scene.read_situation is None or not _MAY_TELL.search(text) or guess_language(text) != "en":
        return Situation(())  # it was trained with situations in English
    rooms = [plain_name(room.name) for room in scene.graph.rooms]
    if read(text, things=[plain_name(name) for name in scene.categories], rooms=rooms).expression:
        return Situation(())
    return scene.read_situation(text)


def _not_found(
    reasoner: Reasoner, scene: SituatedScene, question: Question, error: SituationError, **listening: Any
) -> Answer:
    """That the situation is not found; the answer where the question has a view of its own, or depends on none."""
    if not question.situation.strip():
        told = question.question if scene.read_situation is not None else ""
        answer = reasoner.answer(scene, dataclasses.replace(question, situation=told), **listening)
        missing = answer.status is AnswerStatus.MODEL_UNAVAILABLE
        if missing or (answer.program and (_OTHER_VIEW.search(answer.program) or not _ME.search(answer.program))):
            return answer
    return Answer(
        AnswerStatus.NOT_UNDERSTOOD,
        f"the situation cannot be found in the map: {error}",
        str(error),
        viewpoint=scene.viewpoint,
        graph_version=scene.graph.version,
    )


def _seen_from(scene: SituatedScene, described: Described) -> str:
    by = ", ".join(f"{scene.graph.by_id[i].category} {i}" for i in described.object_ids)
    told = f"Seen from where the situation puts you{f' (by {by})' if by else ''}."
    if described.unread:
        told += f" Not understood in it: {'; '.join(repr(clause) for clause in described.unread)}."
    return told
