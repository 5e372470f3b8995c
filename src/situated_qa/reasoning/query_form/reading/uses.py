"""Things that are asked for by what they do: "what keeps the room warm?", "which object is used for cutting paper?"."""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.reading.deeds import base_verb, known_by_use
from situated_qa.reasoning.query_form.reading.frame import Frame
from situated_qa.reasoning.query_form.reading.words import is_thing, singular
from situated_qa.situated.affordances import is_known_use

_ANY = (
    r"(?:object|thing|item|appliance|machine|device|equipment|tool|furniture|piece of furniture|kind of furniture"
    r"|type of furniture|item of furniture|piece of equipment|kind of object|type of object)s?"
)
_MINE = (
    r"(?:(?:directly |slightly |just )?(?:(?:to|on|at|in|from) (?:(?:my|the) )?(?:(?:far |immediate |direct )?"
    r"(?:left|right|front|back)(?: hand)?(?: side)?(?: of me)?|\d+ o'clock(?: direction)?)|behind me|in front of me"
    r"|ahead of me|above me|near me|next to me))"
)
_PLACE = rf"(?:{_MINE}(?:,? (?:and )?{_MINE})*)"
MY_PLACE = _PLACE
"""A pattern for places of the asker's: "on my left", "behind me to the right"."""
_I = r"(?:i|you|we|one|people|somebody|someone|they)"
_CAN = r"(?:can|could|would|should|might|may|will|must)"

# what a thing that "Xs" does with a place or a part, not what it is for
_NOT_USES = (
    "is|has|was|does|contains|holds|carries|supports|looks|matches|faces|goes|stands|sits|hangs|lies|leads|belongs"
    "|resembles|shares|seems|runs|starts|comes|points|reaches|appears|rests|leans|fits|covers|surrounds"
    "|consists|happens|remains|stays|needs|types|kinds|sides|colors|objects|things|items|s|us|this"
)
_NOT_DEEDS = (
    r"(?:hanging|sitting|standing|lying|laying|leaning|resting|covering|surrounding|facing|holding|going|being"
    r"|running|placed|mounted|located|missing|wearing|nothing|something|anything|everything|decorating|blocking"
    r"|touching|pointing|opposing|containing|matching|existing|lining)"
)
_NO_VERBS = ("left", "right", "the", "that", "this", "these", "those", "it", "they", "a", "an", "be", "there", "not")
_ENABLES = rf"(?:allow|let|help|enable|permit|assist)(?:s|ed)? (?:{_I}|me|us) (?:to )?(?:with )?"

_WHAT = rf"(?:what|which)(?: (?:other )?{_ANY})?"
_IS_PLACE = rf"(?:(?: is| are)? (?P<before>{_PLACE}),?)?"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # "which object behind me is used for cutting paper", "what item used to dry hands is on my left"
        rf"^{_WHAT}{_IS_PLACE}(?: that)?(?: is| are)? (?:commonly |usually |typically |mostly |often )?"
        rf"(?:used|meant|made|designed|intended|needed|good|suited) (?:as (?:a |an )?[a-z]+ )?"
        r"(?P<how>to|for) (?P<deed>.+)$",
        # "what gives the room light", "what is behind me that keeps food cold"
        rf"^{_WHAT}{_IS_PLACE}(?: that| which)?"
        rf"(?: (?:will|would|can|could|might) (?!be\b|i\b|you\b|we\b|one\b|people\b|my\b))"
        r"(?P<deed>(?!see\b|reach\b|find\b|have\b|fit\b)[a-z]+ .+|brighten|refill)$",
        rf"^{_WHAT}{_IS_PLACE}(?: that| which)? (?P<enables>{_ENABLES})(?P<deed>.+)$",
        rf"^{_WHAT}{_IS_PLACE}(?: that| which)? (?P<deed>(?!(?:{_NOT_USES})\b)[a-z]{{2,}}(?<!s)s\b(?: (?!or\b).+)?)$",
        # "what is letting light in", "what is behind me making me wet"
        rf"^{_WHAT}(?: is| are) (?:(?P<before>{_PLACE}),? )?(?:that (?:is|are) )?"
        rf"(?P<deed>(?!{_NOT_DEEDS}\b)[a-z]{{2,}}ing (?!(?:in|on|at|by|from|under|over|between|behind)\b).+)$",
        # "what is to my right that i use to dry myself", "what could my friends and i use for our game"
        rf"^{_WHAT}{_IS_PLACE} (?:that )?(?:{_CAN} )?(?:my [a-z]+ and )?{_I} (?:{_CAN} )?(?:also )?use"
        rf"(?: (?P<mid>{_PLACE}))?"
        r" (?P<how>to|for) (?!(?:my|the) (?:left|right|front|back)\b)(?P<deed>.+)$",
        rf"^{_WHAT}{_IS_PLACE} {_CAN} {_I} use(?: (?P<mid>{_PLACE}))? (?:that|which) (?:{_CAN} |will )?(?P<deed>.+)$",
        rf"^{_WHAT}{_IS_PLACE} that {_I} (?:{_CAN} )?(?P<deed>(?!see\b|reach\b|find\b|have\b|touch\b|am\b|are\b|is\b"
        rf"|face\b|need\b|do\b|use\b|was\b|want\b)[a-z]+ ?.*)$",
    )
)
_TRAILING = re.compile(rf"^(?P<deed>.*?)(?: (?P<place>{_PLACE}\b))(?P<after>.*)$")
_CLAUSE = re.compile(
    r" (?:that|which) (?:is|are) (?:on|in|above|below|under|near|next to|beside|behind|between|over)\b.*$"
)
_PLACED = re.compile(
    r" (?:is|are) (?:on|in|to|at|above|below|under|near|next to|beside|behind|between|over|standing|lying|located)\b.*$"
)


def used_for(text: str, yes_no: bool) -> Frame | None:
    """The frame of a question for something by what it does or is used for; None for any other.

    The noun is "something to ...", with the asker's places taken out: what keeps food cold on my left is "something to
    keep food cold" on the left.
    """
    if yes_no:
        return None
    for pattern in _PATTERNS:
        match = pattern.match(text)
        if match is None:
            continue
        groups = match.groupdict()
        deed, places = groups["deed"], [groups.get("before") or "", groups.get("mid") or ""]
        for tail in (_CLAUSE, _PLACED):
            found = tail.search(f" {deed}")
            if found:
                places.append(re.sub(r"^ (?:that|which) ", " ", found.group()))
                deed = f" {deed}"[: found.start()].strip()
        parts = _TRAILING.match(f" {deed}")
        if parts:
            places.append(f"{parts['place']}")
            deed = f"{parts['deed']} {parts['after']}"
        words = deed.split()
        if groups.get("how") == "for" and not (words and words[0].endswith("ing")):
            continue  # "used for water": no deed
        if not words or words[0] in _NO_VERBS:
            return None
        first = words[0]
        if groups.get("how") == "for" or (not groups.get("how") and first.endswith("ing")):
            first = base_verb(first)
        elif not groups.get("how") and not groups.get("enables"):
            first = _without_s(first)
        if not re.fullmatch(r"[a-z]+", first) or (first != words[0] and is_thing(singular(words[0]))):
            return None  # "what shelves …": a noun
        rest = " ".join(words[1:])
        use = f"something to {first} {rest}".strip() if rest else known_by_use(first)
        use = _tidy(use)
        place = re.sub(r"\s+", " ", " ".join(filter(None, places))).strip()
        return Frame("name", place, target=use, described=not is_known_use(use))
    return None


def _without_s(verb: str) -> str:
    """ "keeps" → "keep", "washes" → "wash", "dries" → "dry"; any other word as it is."""
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if re.search(r"(?:sh|ch|ss|x|zz)es$", verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _tidy(use: str) -> str:
    """The use without words that only say how often or for whom."""
    use = re.sub(r" on top$", " on", re.sub(r"\b(?:my|your|our) (?=[a-z])", "", use))
    return re.sub(r"\s+", " ", re.sub(r"\b(?:allow|permit) ((?:[a-z]+ )*?)(?:to )?(come|get) (in(?:to)?)\b",
                                      r"let \1\3", use)).strip()  # fmt: skip
