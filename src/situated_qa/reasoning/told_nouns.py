"""Puts the thing of a situation for the pronoun of a question: "I am facing the fireplace. What is above it?"."""

from __future__ import annotations

import math
import re

from situated_qa.errors import SituationError
from situated_qa.scene.graph import ObjectNode
from situated_qa.situated.matcher import names_a_thing
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.situation_clauses import At, Facing, Has
from situated_qa.situated.situation_words import read_situation
from situated_qa.situated.told_things import things_named

_PRONOUN = re.compile(r"\b(?P<word>it|its|it's|them|their)\b(?! seems| looks like)", re.IGNORECASE)
_EMPTY = re.compile(
    r"\b(?:(?:what|which) (?:time|day|hour|month|year) is it|how far is it(?: from .+)?(?: over| across| back| down)?"
    r" to|how long does it take"
    r"|is it (?:true|correct|right that|so that|(?:far|a long way|quicker|faster|easier|better|possible|safe) to|night"
    r"|day|raining|sunny|late|early|(?:dark|light|warm|cold|hot) (?:in|here|out))\b|what is it (?:like|that)"
    r"|does it take|it takes|^it(?:'s| is) (?:the|an?))\b",
    re.IGNORECASE,
)
"""Means nothing there: "how far is it to the kitchen"."""
_AFTER_PREPOSITION = re.compile(
    r"(?:above|below|under|underneath|over|on|in|inside|at|to|of|from|by|near|behind|beside|with|for|against|around"
    r"|between|than|beneath|into|onto|towards?|off|opposite|next to|close to|left|right) (?:top of |front of )?$",
    re.IGNORECASE,
)
_SOMETHING = re.compile(r"\b(?:the|a|an|my) [a-z]")
_THERE_IS = re.compile(r"\bthere(?: is|'s) (?:a|an|one|some) [^.;!]*[.;!]?\s*$", re.IGNORECASE)
"""A last clause that brings in what is asked about: "... There is a dish on my right. What color is it?"."""
_NAMED_BEFORE = re.compile(
    r"^(?!(?:on|in|at|to|from|if|when|now|so|and|then|ok|okay|well|what|which|how|is|are|does|do|can)\b)[a-z' ]{3,30},"
    r"|\b(?:the|a|an|my|any|some|every|each|this|that|these|those|other) [a-z]",
    re.IGNORECASE,
)
_PLACES = re.compile(
    r"\b(?:on|to|at|in|from) (?:my|the) (?:left|right|back|front|side|very)\b|\bthe (?:left|right|way|direction|color"
    r"|colour|size|shape|other side)\b|\bmy (?:left|right|back|side)\b",
    re.IGNORECASE,
)


def with_nouns(scene: SituatedScene, asked: str, told: str, object_ids: tuple[int, ...]) -> str | None:
    """A question with what its pronouns mean where they speak of a situation that was told.

    The thing that the asker looks at is meant, else the only thing that the asker is at. A pronoun that has a noun of
    the question before it, or means nothing of its own, as in "what time is it", is left as it is.

    Args:
        scene: seen from the situation's viewpoint.
        object_ids: the things that the situation was found by.

    Returns:
        The question; None where it is not clear which thing of the situation is meant.
    """
    asked = _in_full(asked, told)
    pronouns = [match for match in _PRONOUN.finditer(asked) if _speaks_of_situation(asked, match)]
    if not pronouns:
        return asked
    thing = _phrase(scene, told, object_ids)
    if not thing:
        return None
    for match in reversed(pronouns):
        noun = f"the {thing}" + {"its": "'s", "their": "'s", "it's": " is"}.get(match["word"].lower(), "")
        asked = f"{asked[: match.start()]}{noun}{asked[match.end() :]}"
    return asked[:1].upper() + asked[1:]


def _in_full(asked: str, told: str) -> str:
    """A question with "the table" said as the situation says it: "the dining table"."""
    named = [clause.thing for clause in read_situation(told).clauses if isinstance(clause, At | Facing | Has)]
    for thing in named:
        words = thing.split()
        if not 2 <= len(words) <= 3 or any(other != thing and other.split()[-1:] == words[-1:] for other in named):
            continue
        last = re.compile(rf"\b(?P<the>[Tt]he|[Tt]his"
                          rf"|[Tt]hat) (?P<noun>{re.escape(words[-1])})\b(?: (?P<next>[a-z]+))?")
        for match in reversed([*last.finditer(asked)]):
            if not (match["next"] and names_a_thing(f"{words[-1]} {match['next']}")):  # "the table lamp"
                asked = f"{asked[: match.start()]}the {thing}{asked[match.end('noun') :]}"
    return asked


def _phrase(scene: SituatedScene, told: str, object_ids: tuple[int, ...]) -> str:
    """Words that mean the situation's thing, and nothing else, as seen from its viewpoint; "" where none do."""
    if any(isinstance(clause, Facing) and clause.wall for clause in read_situation(told).clauses):
        return "wall in front of me"  # "it" is the wall, not what hangs there
    thing, faced = _thing_of(told)
    try:
        alike = things_named(scene.graph, thing) if thing else []
    except SituationError:
        return ""
    meant = [node for node in alike if node.id in object_ids]
    if len(meant) != 1:
        return ""
    if len(alike) == 1:
        return thing
    rivals = [node for node in alike if not faced or _in_front(scene, node)]
    if min(rivals, key=lambda node: _distance(scene, node), default=None) is not meant[0]:
        return ""
    return f"{thing} in front of me" if faced else thing


def _in_front(scene: SituatedScene, node: ObjectNode) -> bool:
    return abs(scene.viewpoint.bearing_rad(node.box.center)) <= math.pi / 3


def _distance(scene: SituatedScene, node: ObjectNode) -> float:
    return math.dist(scene.viewpoint.position[:2], node.box.center[:2])


def _speaks_of_situation(asked: str, pronoun: re.Match[str]) -> bool:
    before = asked[: pronoun.start()]
    if any(empty.start() <= pronoun.start() < empty.end() for empty in _EMPTY.finditer(asked)):
        return False
    clause = re.split(r"[,;:]|\b(?:and|or|but)\b", before)[-1]
    if _AFTER_PREPOSITION.search(before):
        # "Is the lamp on the table and what is under it?" speaks of the question's own noun.
        earlier = before[: len(before) - len(clause)]
        return not _NAMED_BEFORE.search(_PLACES.sub("", earlier))
    return not _NAMED_BEFORE.search(_PLACES.sub("", before))


def _thing_of(told: str) -> tuple[str, bool]:
    """The one thing that a situation says is looked at, and True; else the one thing that somebody is at.

    "" where several are named.
    """
    said = read_situation(told)
    clauses = said.clauses
    if any(_SOMETHING.search(clause) for clause in said.unread):  # it may be what was not understood
        return "", False
    if clauses and isinstance(clauses[-1], Has) and _THERE_IS.search(told):
        return clauses[-1].thing, False
    faced = {clause.thing for clause in clauses if isinstance(clause, Facing) and clause.thing and not clause.away}
    at = {clause.thing for clause in clauses if isinstance(clause, At)} | {
        clause.other for clause in clauses if isinstance(clause, At) and clause.other
    }
    sides = {clause.thing for clause in clauses if isinstance(clause, Has) and clause.thing not in ("wall", "walls")}
    if faced:
        return faced.pop() if len(faced) == 1 else "", True
    only = at | sides
    return only.pop() if len(only) == 1 else "", False
