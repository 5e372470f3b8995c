"""What a question says beside its main clause: a turn the asker makes first, somebody else's view, what to leave out.

"If I turned right, would the lamp be in front of me?"           turn "right", "would the lamp be in front of me"
"If I sat on the sofa and faced the TV, would I see the lamp?"   at "the sofa", facing "the tv", "can i see the lamp"
"Besides chairs, what is in the kitchen?"                        leave out "chair", "what is in the kitchen"
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from situated_qa.reasoning.query_form.reading.words import singular

_IF = r"(?:(?:if|when|once|after|suppose|supposing|assuming|say|imagine|while|by)(?: that)? )"
_I = r"(?:i(?: am| was| were| have| had)?(?: to)? )"
_TURN = r"(?:turn(?:ed|ing|s)?|rotat(?:e|ed|ing)|spin|spun|spinning|swivel(?:led|ling|ed)?)"
_FACE = r"(?:look(?:ed|ing)?|fac(?:e|ed|ing))"
_MAKE = r"(?:make|made|making|do|did|doing|take|took|taking)"
_BODY = r"(?: (?:myself|my head|my body))?"
_QUARTER = r"(?: (?:by )?(?:a quarter(?: turn)?|(?:by )?(?:90|ninety)(?: degrees?)?))?"
_HALF = (
    r"(?:all the way |completely |fully |right )?"
    r"(?:around|round|back(?:wards?)?|behind|(?:by )?(?:180|a half turn)(?: degrees?)?)"
)
_PLACE = r"(?: (?:on the spot|in place|from here|where i (?:am|stand)|at my place))*"
_TURNS = (
    (re.compile(rf"{_IF}{_I}?{_TURN}{_BODY}{_QUARTER} (?:to |towards? )?(?:the |my )?(?P<side>left|right)"
                rf"(?:[ -]hand side| side)?{_QUARTER}{_PLACE}"), ""),
    (re.compile(rf"{_IF}{_I}?{_FACE}{_BODY}{_QUARTER} (?:to )?(?:the |my )?(?P<side>left|right)"
                rf"(?:[ -]hand side| side)?{_PLACE}"), ""),
    (re.compile(rf"^{_TURN}{_BODY}{_QUARTER} (?:to )?(?:the |my )?(?P<side>left|right){_PLACE}(?= ,)"), ""),
    (re.compile(rf"{_IF}(?:{_I}?{_MAKE} )?(?:a |one )?(?:(?:quarter|90(?: |-)degrees?|single) )?turn"
                rf" (?:to )?(?:the |my )?(?P<side>left|right){_PLACE}"), ""),
    (re.compile(rf"{_IF}(?:{_I}?{_MAKE} )?(?:a |one )?(?P<side>left|right)(?:-| )turn{_PLACE}"), ""),
    (re.compile(rf"{_IF}{_I}?(?:{_TURN}|{_FACE}){_BODY} {_HALF}{_PLACE}"), "around"),
    (re.compile(rf"{_IF}(?:{_I}?{_MAKE} )?(?:a |one )?(?:half|180(?: |-)degrees?|u)(?: |-)turn{_PLACE}"), "around"),
    (re.compile(rf"(?:{_IF}{_I}?|^)(?:{_TURN}|{_FACE}) (?:the other|the opposite) (?:way|direction)"), "around"),
    (re.compile(rf"^{_TURN}{_BODY} {_HALF}{_PLACE}(?= ,)"), "around"),
)  # fmt: skip
_A_SIDE = re.compile(r"\b(?:left|right|front|behind|back|ahead|o'clock|opposite)\b|\bwhich (?:side|way|direction)\b")
_SOMEBODY = r"(?:someone|somebody|a person|anyone|anybody|one|a visitor|a guest|people|you|we|i)"
_POSTURE = (
    r"(?:am |are |is |was |were |be )?(?:to )?(?:sit|sat|sitting|sits|seated|stand|stood|standing|stands|lie|lay"
    r"|laid|lying|lies|am|are|is|was|were)(?: down)?"
)
_LOOK = r"(?:look(?:s|ed|ing)? (?:at|to|towards?)|fac(?:e|es|ed|ing)(?: towards?)?|watch(?:es|ed|ing)?)"
_ON = r"(?:on|in|at|by|near|next to|from|inside)"
_IMAGINED = re.compile(
    rf"^(?:if|when|suppose|imagine) {_SOMEBODY} {_POSTURE} {_ON} (?P<at>.+?)"
    rf"(?:(?: and| ,|,)* (?:i |and |they )*{_LOOK} (?P<facing>.+?))?,? ?,? "
    r"(?P<rest>(?:(?:would|could|can|do|does|will|is|are) (?:i|they|he|she|you|we|the|a|an|my|there)\b|what\b|which\b"
    r"|how many\b).+)$"
)
_THERE = re.compile(
    rf"^(?:while |when )?(?:(?:sitting|seated|standing|lying)(?: down)? {_ON}|from)"
    r" (?P<at>(?:the|a|this|that) (?!left|right|front|back).+?)"
    rf"(?:(?: and| ,|,)* (?:while )?{_LOOK} (?P<facing>.+?))? ,"
    r" (?P<rest>(?:(?:would|could|can|do|will) i (?:be able to )?see\b|is .+ (?:visible|in (?:my )?(?:view|sight))$"
    r"|what (?:can|could|do|would) i see\b).*)$"
)
_SITTER = re.compile(
    rf"^(?:would|could|can|does|will) {_SOMEBODY} (?:who |that )?{_POSTURE} {_ON} (?P<at>.+?)"
    rf"(?: (?:and |while |, )*{_LOOK} (?P<facing>.+?))? (?:be able to )?(?P<rest>(?:see|spot|have .+ in view).*)$"
)
_FROM_THERE = re.compile(
    rf"^(?P<rest>(?:(?:can|could|would|do|does) {_SOMEBODY}|(?:what|which .+|how many .+) (?:can|could|would|do)"
    rf" {_SOMEBODY}) (?:be able to )?see\b.*?|is .+ visible|what (?:can|could) be seen) from"
    r" (?P<at>(?:the|a|this|that) (?!left|right|front|back).+)$"
)
_SAT_THERE = re.compile(
    rf"^(?P<rest>(?:what|which|how many|can|could|would|do) .+?) (?:if|when|while) {_SOMEBODY} {_POSTURE} {_ON}"
    rf" (?P<at>.+?)(?:(?: and| ,|,)* (?:i |and |they )*{_LOOK} (?P<facing>.+?))?$"
)
_IN_VIEW = r"(?:in (?:my|their|his|her|the|your) (?:field of )?(?:view|sight)|in (?:view|sight)|visible|seen)"
_SEEN = re.compile(rf"^(?:would|will|could|can|is|are) (?P<thing>.+?) (?:be )?{_IN_VIEW}(?: to me| then)?$")
_NAME = r"(?:the |a |an |any )?[a-z]+(?: [a-z]+)?"
_NAMES = rf"(?P<names>{_NAME}(?:(?: ,)?(?: and| or|(?<= ,)) {_NAME})*)"
_BUT = (
    r"(?:besides|apart from|aside from|except(?:ing)?(?: for)?|other than|not counting|excluding|leaving out|ignoring)"
)
_LEFT_OUT = (
    re.compile(rf"^{_BUT} {_NAMES} , "),
    re.compile(rf" ,? ?{_BUT} {_NAMES}$"),
)


@dataclass(frozen=True, slots=True)
class Asides:
    """The main clause of a question, and what was said beside it."""

    text: str
    turn: str = ""  # one of `query_form.TURNS`
    at: str = ""  # where somebody is imagined to be, and
    facing: str = ""  # what to look at
    left_out: tuple[str, ...] = ()  # names of things, singular


def take_asides(text: str) -> Asides:
    """The main clause of a normalised question and its asides; the question itself where it has none."""
    text = re.sub(rf"({_TURN}{_BODY}{_QUARTER}) (?:clockwise)\b", r"\1 right", text)
    text = re.sub(rf"({_TURN}{_BODY}{_QUARTER}) (?:counter-?|anti-?)(?: )?clockwise\b", r"\1 left", text)
    left_out: tuple[str, ...] = ()
    for pattern in _LEFT_OUT:
        match = pattern.search(text)
        if match:
            words = re.split(r" (?:,|and|or) ", f" {match['names']} ".replace(" , and ", " and "))
            named = (re.sub(r"^ *(?:the|a|an|any) ", "", word).strip() for word in words)
            left_out = tuple(singular(word) for word in named if word)
            text = (text[: match.start()] + " " + text[match.end() :]).strip()
            break
    for pattern in (_IMAGINED, _THERE, _SITTER, _SAT_THERE, _FROM_THERE):
        match = pattern.match(text)
        if match:
            at, facing = (_noun(match.groupdict().get(name) or "") for name in ("at", "facing"))
            return Asides(_seeing(match["rest"]), "", at, facing, left_out)
    for pattern, turn in _TURNS:
        match = pattern.search(text)
        if match:
            rest = _without(text, match, "")
            turn = turn or match["side"]
            if _A_SIDE.search(rest):
                return Asides(rest, turn, left_out=left_out)
            # "what do I see if I turn left": what is on the left now
            plain = "if i turn around" if turn == "around" else f"if i turn {turn}"
            return Asides(_without(text, match, plain), left_out=left_out)
    return Asides(text, left_out=left_out)


def _without(text: str, match: re.Match[str], put: str) -> str:
    rest = f"{text[: match.start()]} {put} {text[match.end() :]}"
    rest = re.sub(r"\bthen\b", " ", rest) if not put else rest
    return re.sub(r"\s+", " ", rest).strip(" ,")


def _noun(words: str) -> str:
    return words.strip(" ,")


def _seeing(text: str) -> str:
    """ "would the lamp be in my view" is "can i see the lamp"."""
    text = re.sub(r"^(?:see|spot)\b", "can i see", text)
    text = re.sub(r"^have (.+) in view$", r"can i see \1", text)
    text = re.sub(rf"\b(can|could|would|do|does|will) {_SOMEBODY} (?:be able to )?see\b", "can i see", text)
    text = re.sub(r"\b(?:can|could|would|do|will) (?:they|he|she) (?:be able to )?see\b", "can i see", text)
    text = re.sub(r"^what (?:can|could) be seen", "what can i see", text)
    seen = _SEEN.match(text)
    return f"can i see {seen['thing']}" if seen else text
