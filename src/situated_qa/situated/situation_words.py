"""Reads plain situations without a model: "I am sitting on the couch, facing the tv, with a lamp on my left".

These are the wordings that need no model. What a pattern does not read is kept as unread, in the asker's words. A new
wording is a sample to train the reader with (`situation_language`), and no pattern.
"""

from __future__ import annotations

import math
import re

from situated_qa.situated.situation_clauses import (
    BESIDE,
    At,
    Clause,
    Entered,
    Facing,
    Has,
    Situation,
    come_through,
    plain,
    spot_of,
)

_THING = r"(?P<thing>[a-z][a-z' -]{0,60}?)"
_STANDING = (
    r"(?:(?:am|be|standing|sitting|seated|stand|sit|sat|stood|lying|lie|kneeling|leaning|just|now|here|right|directly"
    r"|straight|close) )*"
)
_LOOKS = r"(?:facing|face|looking (?:straight )?(?:at|out of|towards?|into)|look (?:at|towards?)|watching)"
_SIDE = (
    r"(?:(?:right |directly )?(?:(?:on|to|at|in) my (?P<side>(?:front |back )?(?:left|right))(?: side| hand)?"
    r"|(?P<behind>behind me|at my back|against my back)|(?P<ahead>in front of me|ahead of me|across from me|ahead)"
    r"|(?P<beside>next to me|beside me)|(?:at|in|on|to) my (?P<hour>\d{1,2}) ?o'clock(?: direction)?))"
)
_ROOM = r"the (?P<room>[a-z ]{2,40}?)"
_PATTERNS = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("away", rf"{_STANDING}(?:facing|looking|turned) away from {_THING}"),
        ("back to", rf"{_STANDING}(?:my )?back (?:is )?(?:to|against|towards?) {_THING}"),
        ("ahead", r"(?:facing|looking|look) (?:straight )?(?:ahead|into the room)"),
        ("between", rf"{_STANDING}(?:in )?between {_THING} and (?P<other>[a-z' -]{{2,60}}?)"),
        ("facing", rf"{_STANDING}{_LOOKS} {_THING}"),
        ("entered", r"(?:(?:have|has|just) )*(?:come|came|coming|walked|stepped|entered|entering)(?: in)?(?: into)?"
                    rf" {_ROOM}(?: (?:through the door )?from the (?P<origin>[a-z ]{{2,40}}?))?"),
        ("entered", rf"{_STANDING}in the door(?:way)? (?:of|to) {_ROOM}"),
        ("has", rf"(?:there (?:is|are) |having |have )?{_THING}(?: is| are| hangs| stands)? {_SIDE}"),
        ("has", rf"{_SIDE}(?: there)?(?: is| are)? {_THING}"),
        *((f"at {relation}", rf"{_STANDING}{words} {_THING}") for relation, words in (
            ("front of", "(?:in front of|before)"), ("behind", "behind"), ("middle of", r"in the (?:middle|center) of"),
            ("on", r"(?:on top of|on|in|inside)"), ("at", r"(?:next to|beside|near|close to|by|at)"))),
        ("posture", r"(?:(?:standing|sitting|seated|lying|here|am|stand|sit) ?)+"),
    )
)  # fmt: skip
_SPLIT = re.compile(r"\s*(?:[,.;!]|\b(?:while|with|and|but|when)\b(?! my back)|\bwith (?=my back))\s*")
_BETWEEN = re.compile(r"(between [a-z' -]{2,60}?) and ")
_SUBJECT = re.compile(r"^(?:i am|i'm|im|i have|i've|i was|i)\b\s*")
_TURN = re.compile(r"(?:have |just |now |then )*turn(?:ed)?(?: to)?(?: the| my)? (?P<way>around|round|left|right)")
_TURNS = {"around": math.pi, "round": math.pi, "left": math.pi / 2, "right": -math.pi / 2}
_IT = re.compile(r"(?:it|them)")
_SITS = re.compile(r"\b(?:sit|sat|sitting|seated)\b")
_LONGEST_CLAUSE = 160  # characters: what the patterns cost grows with the square of a clause's length
_ASKING = re.compile(
    r"[,;]\s+(?:then |so )?(?=(?:what|where|which|how|who|is|are|do|does|can|could|would|(?:in|on) (?:what|which))\b)",
    re.IGNORECASE,
)


def read_situation(text: str) -> Situation:
    """The clauses of a situation in words; linear in the length of the text, which is at most 2,000 characters."""
    words = re.sub(r"[^a-z0-9,.;!' -]", " ", text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    words = " ".join(_BETWEEN.sub(r"\1 & ", words).split())
    clauses, unread, turned_rad = list[Clause](), list[str](), 0.0
    for part in _SPLIT.split(words):
        clause = _SUBJECT.sub("", part.replace(" & ", " and ")).strip()
        if not clause:
            continue
        turn = _TURN.fullmatch(clause)
        if turn is not None:
            turned_rad += _TURNS[turn["way"]]
            continue
        read = _clause(clause, clauses)
        if read is None:
            unread.append(clause)
        clauses += read or []
    return Situation(tuple(come_through(clauses)), tuple(unread), turned_rad)


def split_situation(text: str) -> tuple[str, str]:
    """A plain situation that stands before a question, and the question; "" and the text where none does."""
    sentences = re.split(r"(?<=[.;!])\s+", text.strip())
    told = " ".join(sentences[:-1])
    if told and _is_plain(told):
        return told, sentences[-1]
    for cut in _ASKING.finditer(text):
        if _is_plain(text[: cut.start()]):
            return text[: cut.start()], text[cut.end() :]
    return "", text


def _is_plain(text: str) -> bool:
    said = read_situation(text)
    return said.tells and not said.unread


def _clause(text: str, before: list[Clause]) -> list[Clause] | None:
    """What one clause says; None where no pattern reads it, or it is longer than people speak.

    "sitting on the couch facing the tv" says two things.
    """
    if len(text) > _LONGEST_CLAUSE:
        return None
    both = re.match(rf"(?P<first>.+?) (?P<second>{_LOOKS} .+)", text)
    if both is not None and not both["first"].endswith(("away", "back", "am")):
        first = _clause(both["first"], before)
        second = _clause(both["second"], [*before, *(first or [])])
        return None if first is None or second is None else [*first, *second]
    for name, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _meant(name, match, before)
    return None


def _meant(name: str, match: re.Match[str], before: list[Clause]) -> list[Clause]:
    groups = match.groupdict()
    thing = plain(groups.get("thing") or "")
    if _IT.fullmatch(thing):
        named = (clause.thing for clause in reversed(before) if not isinstance(clause, Entered) and clause.thing)
        thing = next(named, thing)
    if name == "posture":
        return []
    if name == "ahead":
        return [Facing("")]
    if name in ("facing", "away"):
        return [Facing(thing, away=name == "away")]
    if name == "entered":
        return [Entered(groups["room"].strip(), (groups.get("origin") or "").strip())]
    if name == "back to":
        return [Has(thing, "back")]
    if name == "has":
        return [Has(thing, _side_of(groups))]
    if name == "between":
        return [At("between", thing, plain(groups["other"] or ""))]
    relation = name.removeprefix("at ")
    seated = relation == "at" and _SITS.search(match.string[: match.start("thing")]) is not None
    spot = spot_of(relation, thing)
    return [spot if spot is not None else At(relation, thing, seated=seated)]


def _side_of(groups: dict[str, str | None]) -> str:
    if groups.get("hour"):
        return f"{groups['hour']} o'clock"
    if groups.get("behind"):
        return "back"
    if groups.get("beside"):
        return BESIDE
    return "front" if groups.get("ahead") else str(groups["side"])
