"""A short reply to what no strategy has to read: `first_reply`.

Talk, commands, other languages, what no scene graph tells, "where am I?", "what can you not recognize?".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from situated_qa.llm.no_model import NO_MODEL
from situated_qa.reasoning.answers import AnswerStatus
from situated_qa.reasoning.conversation.references import dangling, proper_name
from situated_qa.reasoning.conversation.speech import Speech, as_question, is_english, opened, speech_of
from situated_qa.reasoning.conversation.unknowable import part_of_a_thing, unknowable
from situated_qa.reasoning.expressions import place_of
from situated_qa.reasoning.reader.foreign_nouns import guess_language
from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.scene.graph import ObjectNode, plain_name
from situated_qa.situated.categories import mentioned_categories
from situated_qa.situated.language.phrases import amount, article
from situated_qa.situated.language.words import unnamed_told

NO_DEEDS = "I cannot move or act; I only answer questions about this place."
"""What a reply to a command says."""
_SEEN = r"(?:see|saw|seen|notice|noticed|spot|spotted|observe|observed|detect|detected|appear|appeared)"
_SIGHT = re.compile(
    rf"\b(?:when|how long ago|since|order|first|last)\b.*\b{_SEEN}\b|\b{_SEEN}\b.*\b(?:first|last|before|after)\b"
)
"""When or in which order things came into sight, which a map tells."""
_LED = re.compile(r"\b(?:take|bring|lead|guide|walk|show) (?:me|us) (?:to|into|out|the way|around|there)\b")
"""Asks for the way, which is told, though nobody is led."""
_SHORT = {
    Speech.GREETING: "Hello. Ask me something about this place.",
    Speech.THANKS: "You are welcome.",
    Speech.GOODBYE: "Goodbye.",
    Speech.PRAISE: "Thank you.",
    Speech.INSULT: "I am sorry if an answer was wrong. Please ask again in other words.",
    Speech.ACKNOWLEDGMENT: "All right. Ask me something about this place.",
}


def first_reply(context: StrategyContext, *, explained: bool = False, by_model: bool = False) -> StrategyResult | None:
    """The reply to talk, commands, other languages and what no scene graph tells; None for a question to look up.

    It stands in front of every strategy, so only what is certain by its words is replied to here. A strategy is left
    the question alone: the context's question loses a greeting before it.

    Args:
        explained: its pronouns mean what the last answer of its session was about.
        by_model: the trained model reads what may be a command, a remark, about the robot or what no map tells: "take
            the cup by the sink" may tell which thing is meant. The reply is then the context's `otherwise`.
    """
    text, scene = context.question.question, context.scene
    rooms = [plain_name(room) for room in context.tools.rooms()]
    categories = list(scene.categories)
    if guess_language(text) != "en":  # whoever reads the question says whether it understands it
        return None
    if not is_english(text, [*categories, *rooms]):
        languages = "English" if context.model.name == NO_MODEL else "English, German, Spanish, French and Chinese"
        return not_understood(f"I did not understand that; I understand {languages} questions about this place.")
    speech = speech_of(text)
    if speech is Speech.NOTHING:
        return not_understood("I did not get a question. Ask me what is where, how many there are or how far they are.")
    if speech in _SHORT:
        return _reply(_SHORT[speech])
    asked = as_question(text)
    if asked != text:
        speech = speech_of(asked)
    unnamed = unnamed_reply(context, asked)
    if unnamed is not None:
        return unnamed
    if asks_whereabouts(asked):
        return _whereabouts(context, asked, rooms)
    if speech in (Speech.ABILITIES, Speech.IDENTITY):
        who = "I am a program that answers questions about this place from a robot's map. "
        return _reply((who if speech is Speech.IDENTITY else "") + abilities(scene, rooms))
    person = proper_name(asked, [*categories, *rooms])
    if person:
        return _not_known(context, f'who or what "{person}" is: I know things by their kinds, not by names')
    context.commanded = speech is Speech.COMMAND
    context.otherwise = _not_told(context, asked, rooms) or _no_question(context, asked, speech)
    if context.otherwise is not None and not by_model:
        return context.otherwise
    pointed_at = scene.marked is not None  # "this" is what was clicked on
    explained = explained or bool(context.question.situation.strip()) or context.settings.allow_guesses or pointed_at
    pronoun = "" if explained else dangling(asked, categories)
    if pronoun:
        return not_understood(f'I don\'t know what "{pronoun}" is. Please name the thing.')
    context.question = replace(context.question, question=asked)
    return None


def _not_told(context: StrategyContext, asked: str, rooms: Sequence[str]) -> StrategyResult | None:
    """The reply to what by its words no scene graph tells; None for other questions."""
    if context.settings.allow_guesses:
        return None
    what = unknowable(asked, sees=context.scene.looker is not None)
    if what and not _SIGHT.search(opened(asked)):  # the past is not known, but when things were seen
        return _not_known(context, what)
    part = part_of_a_thing(asked, list(context.scene.categories), rooms)
    whole = f"anything about a {part}: my map holds whole things, not their parts"
    return _not_known(context, whole) if part else None


def _no_question(context: StrategyContext, asked: str, speech: Speech) -> StrategyResult | None:
    """The reply to what by its words asks nothing about the place; None for a question."""
    if speech is Speech.SELF:
        rooms = [plain_name(room) for room in context.tools.rooms()]
        return _reply(f"I only know this place, not myself. {abilities(context.scene, rooms)}")
    if speech in (Speech.COMMAND, Speech.REMARK) and not _LED.search(opened(asked)):
        said = NO_DEEDS if speech is Speech.COMMAND else "I only answer questions about this place."
        return _reply(f"{said} {_where_is_mentioned(asked, context.scene)}".strip())
    return None


def abilities(scene: Any, rooms: Sequence[str]) -> str:
    """What can be asked here, by what the graph holds."""
    count = sum(node.id not in scene.structural for node in scene.graph.objects)
    rooms = ", which room they are in and how large a room is" if rooms else ""
    ways = ", and which way and how far it is to walk" if scene.graph.floor_plan is not None else ""
    things = "1 thing" if count == 1 else f"{count} things"
    return (
        f"You can ask me what is here, where, how many, how far, how large and of which color{rooms}{ways}. "
        f"I know of {things} here. I cannot move or act."
    )


def _where_is_mentioned(text: str, scene: Any) -> str:
    """Where the first known thing is that a text names; "" where it names none."""
    mentioned = mentioned_categories(opened(text), scene.categories)
    nodes = [node for node in scene.graph.objects if node.category in mentioned[:1] and node.id not in scene.structural]
    if not nodes:
        return ""
    node = _nearest(scene, nodes)[0]
    which = "The" if len(nodes) == 1 else "The nearest"
    return f"{which} {node.category} is {place_of(scene, node.id)}."


def _nearest(scene: Any, nodes: Iterable[ObjectNode]) -> list[ObjectNode]:
    return sorted(nodes, key=lambda node: (scene.agent_distances[node.id], node.id))


def _reply(text: str) -> StrategyResult:
    told = "no question about the place: replied to, and nothing was looked up"
    return StrategyResult(text, object_ids=(), status=AnswerStatus.REPLIED, status_text=told)


def not_understood(text: str) -> StrategyResult:
    """The reply to what is no question that can be looked up."""
    told = "not understood: nothing was looked up"
    return StrategyResult(text, object_ids=(), status=AnswerStatus.NOT_UNDERSTOOD, status_text=told)


def _not_known(context: StrategyContext, what: str) -> StrategyResult:
    sentence, told = f"I cannot tell {what}.", f"not known: {what}"
    short = context.settings.answer_style == "short"
    explanation = sentence if short else ""
    answer = "not known" if short else sentence
    return StrategyResult(answer, explanation, (), status=AnswerStatus.NOT_KNOWN, status_text=told)


_NAMED = r"(?:name|identify|recogni[sz]e|classify|label)"
_UNNAMED = re.compile(
    r"\b(?:can ?not|can't|could ?n[o']t|cant|unable to|not able to|fail to|do ?n[o']t|do not) "
    rf"(?:be |you |it )?{_NAMED}d?\b"
    rf"|\b(?:is|are|was|were)(?: not|n't) {_NAMED}d\b"
    r"|\b(?:unnamed|unidentified|unrecogni[sz]ed|unclassified|unlabell?ed)\b"
    r"|\bunknown (?:things?|objects?|items?)\b|\b(?:things?|objects?|items?) without a name\b"
)


def unnamed_reply(context: StrategyContext, text: str) -> StrategyResult | None:
    """What the map holds without a name; None for a question that is not about that."""
    if not _UNNAMED.search(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")):
        return None
    scene = context.scene
    nodes = _nearest(scene, (scene.graph.by_id[id] for id in scene.unnamed))
    ids = tuple(node.id for node in nodes)
    told = "answered from the objects without a name"
    if not ids:
        return StrategyResult("Everything in my map has a name.", "", (), status_text=told)
    size = unnamed_told(nodes[0]).removesuffix(" that I cannot name")
    verb, which = ("is", "It") if len(ids) == 1 else ("are", "The nearest")
    where = place_of(scene, ids[0])
    sentence = f"There {verb} {amount(len(ids), 'thing')} that I cannot name. {which} is {size}, {where}."
    if context.settings.answer_style == "short":
        return StrategyResult(str(len(ids)), sentence, ids, status_text=told)
    return StrategyResult(sentence, "", ids, status_text=told)


_NEAREST = 3  # things that the answer to "where am I?" names
_LANDMARK_M = 0.4  # longest side of a thing that is worth naming
_PLACE = r"(?:room|place|spot|location|position|part of \w+ \w+|kind of (?:room|place)|type of (?:room|place))"
_BEING = r"(?:am i|are we|are you|i am|we are|you are|do i stand|is this|is here)"
_MORE = (
    r"(?: (?:standing|sitting|located|situated|positioned|at|in|on|now|right|exactly|currently|here|precisely|robot"
    r"|please))*"
)
_LEAD = r"(?:(?:please|robot|and|so|tell me|do you know|can you tell me|could you tell me|show me|say) )*"
_ASKED = re.compile(
    rf"{_LEAD}(?:(?:where(?: exactly)?|(?:in |at |on )?(?:what|which) {_PLACE})(?: exactly)? {_BEING}{_MORE}"
    rf"|what (?:is|are) (?:this|my|our|your|the) (?:current )?(?:room|place|position|location|pose|whereabouts"
    rf"|coordinates)"
    rf"(?: called| named| again)?{_MORE}|what is the name of this (?:room|place))"
)


def asks_whereabouts(text: str) -> bool:
    """Whether a text asks where the asker or the robot is."""
    return bool(_ASKED.fullmatch(" ".join(re.sub(r"[^\w' ]+", " ", opened(text)).split())))


def _whereabouts(context: StrategyContext, text: str, rooms: Sequence[str]) -> StrategyResult | None:
    """Where the viewpoint is, by the pose and the map; None where the question about rooms gives the short answer."""
    scene, short = context.scene, context.settings.answer_style == "short"
    room = plain_name(scene.room_at(scene.viewpoint.position))
    if short and room in rooms:
        return None
    of_robot = bool(re.search(r"\byou(?:r)?\b", opened(text))) and not re.match(
        r".*\b(?:can|do|could) you\b.*\bi\b", text
    )
    be = "I am" if of_robot else "You are"
    x, y, _ = scene.viewpoint.position
    at = f"at x {x:.1f} m, y {y:.1f} m in the map"
    nodes = [node for node in scene.graph.objects if node.id not in scene.structural]
    nodes = [node for node in nodes if max(node.box.extents) >= _LANDMARK_M] or nodes
    nodes = _nearest(scene, nodes)[:_NEAREST]
    near = "; ".join(f"{article(node.category)} {place_of(scene, node.id)}" for node in nodes)
    near = re.sub(r"\byou(r?)\b", lambda match: "my" if match[1] else "me", near) if of_robot else near
    nearest = f"Nearest: {near}." if near else "I know of nothing around here yet."
    if room:
        sentence = f"{be} in the {room}, {at}. {nearest}"
    else:
        sentence = f"I do not know which room this is. {be} {at}. {nearest}"
        room = f"near the {nodes[0].category}" if nodes else f"{x:.1f}, {y:.1f}"
    explanation, told = "Told from the pose and the map; no program was run.", "answered from the pose and the map"
    return StrategyResult(room if short else sentence, explanation, tuple(node.id for node in nodes), status_text=told)
