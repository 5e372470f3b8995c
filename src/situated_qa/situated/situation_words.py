"""Reading a situation: "I am sitting on the couch facing the tv, with a lamp on my left" as clauses.

Each clause says one thing about where somebody is or looks. What no pattern reads is kept as unread, in the asker's
words: the code that grounds the clauses in a map decides whether enough was understood.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping

from situated_qa.knowledge.rooms import room_names
from situated_qa.situated.matcher import names_a_thing
from situated_qa.situated.situation_clauses import (
    OUTSIDE,
    At,
    Clause,
    Entered,
    Facing,
    Has,
    Situation,
    come_through,
    resolved,
    settled,
    spot_of,
    wall_of,
)
from situated_qa.situated.situation_doing import (
    BUSY,
    DONE_AT,
    HANDS_ON,
    POSE,
    RESTS,
    SITS,
    as_doing,
    read_loosely,
    turned,
)
from situated_qa.situated.situation_handling import is_noun_phrase, read_doing
from situated_qa.situated.situation_patterns import BETWEEN, LOOK, PATTERNS, SPLIT, side_of
from situated_qa.situated.situation_spelling import in_plain_words, plain

_SAT_ON = ("toilet", "loo", "bidet", "potty")  # by those who use it
_ON_SEAT = re.compile(r" (?:on|in) (?:the |my |a )(?P<seat>.*\b(?:chair|armchair|stool|seat|bench|couch|sofa)\b.*)")
_BACK_TO = dict(PATTERNS)["back to"]
_MEANS: Mapping[str, Callable[[str], list[Clause] | None]] = {
    "posture": lambda _: [],
    "ahead": lambda _: [Facing("")],
    "outside": lambda _: [Facing(OUTSIDE)],
    "along": lambda room: [Facing("", along=room)],
    "ahead of": lambda thing: [Facing(thing, ahead=True)],
    "towards": lambda thing: [Facing(thing)],
    "between two": lambda things: [At("between", things, things)],
    "feet to": lambda thing: [] if thing.endswith("room") else [Has(thing, "front")],
    # who comes in through a door has it at the back
    "through": lambda thing: [Has(thing, "back")] if thing.endswith("door") else None,
    "from": lambda thing: [At("on" if RESTS.search(thing) else "at", thing)],
    "use": lambda thing: [At("on", thing)] if thing in _SAT_ON else [At("at", thing), Facing(thing)],
}
"""What the patterns say whose words say nothing more of their thing."""
_BASINS = ("washbasin", "wash basin", "basin", "washbowl", "hand basin", "lavatory")
_OF_NOUNS = ("has", "towards")
"""The patterns that also fit what somebody does: "using the photocopier in front of me", "going to sit down"."""
_STATE = re.compile(r"(?:i am|i'm|im|being)\b")
_SUBJECT = re.compile(r"^(?:being|i am|i'm|im|i have|i've|i was|i were|i'd be|i|am|we are|you are|me)\b\s*")
_LONGEST_CLAUSE = 160  # characters: what the patterns cost grows with the square of a clause's length


def read_situation(text: str) -> Situation:
    """The clauses of a situation in words; linear in the length of the text, which is at most 2,000 characters."""
    words = in_plain_words(text)
    words = " ".join(POSE.sub(" ", words).split()) if RESTS.search(words) else words
    busy = HANDS_ON.search(words) is not None
    clauses: list[Clause] = []
    unread: list[str] = []
    between = BETWEEN.search(words)
    if between:
        clauses.append(At("between", plain(between["a"]), plain(between["b"])))
        words = f"{words[: between.start()]}, {words[between.end() :]}"
    turned_rad = 0.0
    for part in SPLIT.split(words):
        is_state = _STATE.match(part) is not None
        bare = _SUBJECT.sub("", part).strip()
        clause, angle = turned(bare)
        turned_rad += angle
        if clause:
            read = _clause(clause)
            doing = clause if is_state else as_doing(clause)
            if read is None and doing != clause:
                read = _clause(doing)
            if read is None:
                read = read_loosely(doing, is_state=is_state)
                read = read or read_doing(clause, finite=bare != part and not is_state) or None
            if read is None:
                unread.append(clause)
            if read and angle == 0.0 and not isinstance(read[0], At) and turned_rad:
                turned_rad = 0.0  # what is told after a turn is told as the asker looks then
                clauses = [told for told in clauses if not isinstance(told, Facing)]
            clauses += read or []
    told = settled(come_through(resolved([_on_seat(clause) for clause in clauses], _noun_in(unread))))
    done_at = [thing for doing, thing in DONE_AT if doing.search(words)]
    told = [_of_doing(clause, done_at) for clause in told]
    if busy and not any(isinstance(clause, Entered) or _at_a_thing(clause) for clause in told):
        # Who cooks stands at a stove; who irons, facing the board, stands at that.
        faced = [clause.thing for clause in told if isinstance(clause, Facing | Has) and _before(clause)]
        alone = bool(done_at) and not told
        told = [*(At("at", thing) for thing in (done_at or faced)[:1]), *told]
        return Situation(tuple(told), tuple(unread), alone, turned_rad)
    return Situation(tuple(told), tuple(unread), turned_rad=turned_rad)


def _noun_in(unread: list[str]) -> str:
    """The last thing that the first clause names which no pattern read; "" for none."""
    said = unread[0] if unread else ""
    nouns = re.findall(r"\b(?:the|my|an?|her|his|our|their) ([a-z-]+(?: [a-z-]+)??)(?= |$)", said)
    return next((noun for noun in reversed(nouns) if names_a_thing(noun)), "")


def _clause(text: str) -> list[Clause] | None:
    """What one clause says; None where no pattern reads it, or it is longer than people speak.

    "sitting on the couch facing the tv" says two things.
    """
    if len(text) > _LONGEST_CLAUSE:
        return None
    busy = BUSY.fullmatch(text)
    if busy and (read := _clause(busy["where"])):
        return read
    back = _BACK_TO.fullmatch(text)
    both = None if back else re.match(rf"(?P<first>.+?) (?P<second>{LOOK} .+|look(?:ing)? out(?:side)?$)", text)
    if both and not re.match(LOOK, text):
        first, second = _clause(both["first"]), _clause(both["second"])
        return None if first is None or second is None else first + second
    for name, pattern in PATTERNS:
        match = pattern.fullmatch(text)
        if match is None or (name == "left" and match["origin"].strip() not in room_names()):
            continue
        if name == "towards" and plain(match["thing"]) in room_names():
            return None  # who goes to a room is anywhere yet
        if (name not in _OF_NOUNS or is_noun_phrase(match["thing"])):
            return _meant(name, match)
    return None


def _meant(name: str, match: re.Match[str]) -> list[Clause] | None:
    """What a pattern's words say."""
    groups = match.groupdict()
    thing = plain(groups.get("thing") or "")
    if name in _MEANS:
        return _MEANS[name](thing)
    if name == "facing" and (seen_from := re.fullmatch(r"(.+?) from (?:the|my|a) (.+)", thing)):
        relation = "on" if RESTS.search(seen_from[2]) else "at"
        return [At(relation, plain(seen_from[2])), Facing(seen_from[1])]
    if name == "facing" and thing in ("wall", "opposite wall", "far wall"):
        return [Facing("")]
    if name in ("facing", "away"):
        return [wall_of(thing, away=name == "away") or Facing(thing, away=name == "away")]
    if name in ("entered", "left"):
        return [Entered(groups["room"].strip(), (groups.get("origin") or "").strip())]
    if name == "back to" and (at := re.fullmatch(r"(walls?) ((?:on|in|at|next to|beside|by) .+)", thing)):
        where = _clause(at[2])
        return None if where is None else [*where, Has("wall", "back")]
    if name == "walks":
        behind = [Has(plain(groups["origin"]), "back")] if groups["origin"] else []
        return [At("on", groups["room"]), Facing(thing), *behind]
    if name in ("has", "back to"):
        return [Has(thing, "back" if name == "back to" else side_of(groups))]
    relation = name.removeprefix("at ")
    seated = name == "at at" and re.search(SITS, match.string[: match.start("thing")]) is not None
    return [dataclasses.replace(spot_of(relation, thing) or At(relation, thing), seated=seated)]


def _on_seat(clause: Clause) -> Clause:
    """ "At the table on the black chair" is on that chair."""
    seat = _ON_SEAT.search(clause.thing) if isinstance(clause, At) and clause.relation == "at" else None
    return clause if seat is None else At("on", plain(seat["seat"]))


def _of_doing(clause: Clause, done_at: list[str]) -> Clause:
    """ "Washing my face at the sink" is at the sink of a bathroom."""
    if not isinstance(clause, At):
        return clause
    said = "sink" if clause.thing in _BASINS else clause.thing
    full = next((thing for thing in done_at if thing.endswith(f" {said}")), clause.thing)
    return dataclasses.replace(clause, thing=full)


def _at_a_thing(clause: Clause) -> bool:
    """Whether a clause says at what the asker is, and not only in what: a room."""
    return isinstance(clause, At) and (clause.relation != "on" or clause.thing not in room_names())


def _before(clause: Clause) -> bool:
    """Whether a clause says what is before the asker."""
    if isinstance(clause, Facing):
        return bool(clause.thing) and not clause.away
    return isinstance(clause, Has) and clause.side == "front"
