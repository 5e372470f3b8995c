"""From a question's letters to the tokens that the form is read from.

A question is brought to one spelling (`normalise`), phrases such as "on my left-hand side" become one token each, and
what is left are noun phrases, the stop words between them, and the words for superlatives and attributes.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from situated_qa.situated.categories import find_categories

TokenKind = Literal["noun", "me", "rel", "most", "nth", "has", "is", "or", "and", "stop"]


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a question; `value` is the noun, the relation, the superlative, or `attribute=value`."""

    kind: TokenKind
    value: str = ""


@functools.cache
def word_tables() -> dict[str, Any]:
    """The word lists of `data/words.json`: attribute words, stop words, what things are used for."""
    return json.loads((Path(__file__).parent / "data" / "words.json").read_text(encoding="utf-8"))


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_HOUR = r"(?:1[0-2]|[1-9]) o'clock"
_SIDE = r"(?:[ -]?hand)?(?: ?side)?(?: direction)?"
_TO = r"(?:(?:on|to|at|in|from|by|towards?|over) )"
_LR = r"(left|right)"
_FB = r"(front|back|rear)"
_NO_OBJECT = (
    r"(?! of (?!me\b))"  # "to the left of the sofa" needs a noun; "to the left" and "left of me" mean the asker
)

# Order matters: the first pattern that fits takes the words. {0}, {1} are the groups.
_PHRASES: tuple[tuple[str, TokenKind, str], ...] = (
    (r"\b(?:in|inside|within|around|of) (?:the|this|my|our) (?:room|house|apartment|home|place|scene|flat|area)\b",
     "stop", ""),
    (r"\b(?:turn|switch)(?:ed|ing)? (?:on|off)\b|\bat all\b", "stop", "?"),
    (r"\bin here\b", "stop", ""),
    # two words for one corner
    (rf"\b(?:{_TO})?(?:my|the)? ?{_FB}[ -]{_LR}{_SIDE}(?: of me)?{_NO_OBJECT}\b", "me", "{0} {1}"),
    (rf"\b(?:{_TO})?(?:my|the)? ?{_LR}[ -]{_FB}{_SIDE}(?: of me)?{_NO_OBJECT}\b", "me", "{1} {0}"),
    # the clock
    (rf"\b(?:{_TO})?(?:my |the )?({_HOUR})(?: direction| position)?{_NO_OBJECT}(?: of me)?", "me", "{0}"),
    (rf"\b(?:{_TO})?(?:the )?({_HOUR})(?: direction| position)? of\b", "rel", "{0}"),
    # left and right
    (rf"\b(?:{_TO})?my (?:immediate|direct) {_LR}{_SIDE}\b", "me", "{0}!"),
    (rf"\b(?:directly|immediately|right) {_TO}my {_LR}{_SIDE}\b", "me", "{0}!"),
    (rf"\b(?:{_TO})?my (?:far )?{_LR}{_SIDE}\b", "me", "{0}"),
    (rf"\b(?:{_TO}(?:the )?)?{_LR}{_SIDE} of me\b", "me", "{0}"),
    (rf"\b{_TO}(?:the )?(?:immediate )?{_LR}{_SIDE} of\b", "rel", "{0}"),
    (rf"\b{_LR}{_SIDE} of\b", "rel", "{0}"),
    (rf"\b{_TO}(?:the )?(?:far )?{_LR}{_SIDE}(?! (?:one|or))\b", "me", "{0}"),
    # front and back
    (r"\b(?:directly|immediately|straight|right) (?:in front of me|ahead(?: of me)?|in my front)\b", "me", "front!"),
    (r"\b(?:directly|immediately|straight|right) behind(?: me)?(?! (?:the|a|an|my|me|that|this)\b)", "me", "back!"),
    (r"\b(?:in front of|across from|opposite|before) me\b", "me", "front"),
    (r"\b(?:ahead of me|ahead|in my front|to my front|on my front|in my (?:line of sight|direction))\b", "me", "front"),
    (r"\bin front\b(?! of)", "me", "front"),
    (r"\b(?:that |which )?(?:i am|am i) (?:currently |directly )?(?:facing|looking at|staring at)\b", "me", "front"),
    (r"\b(?:behind me|in back of me|(?:at|to|on|in|behind) my (?:back|behind|rear)|to the back of me)\b", "me", "back"),
    (r"\b(?:if|when) i (?:turn|look)(?:ed)? (?:my head )?(?:around|back(?:wards?)?|behind)\b"
     r"|\bturn(?:ed|ing)? around\b", "me", "back"),
    (r"\b(?:if|when) i (?:turn|look)(?:ed)? (?:my head )?(?:to )?(?:the |my )?(left|right)\b", "me", "{0}"),
    (r"\b(?:walk|move|step|go|back|went)(?:ed|ped|d)? (?:straight )?backwards?\b", "me", "back"),
    (r"\b(?:walk|move|step|go|went)(?:ed|ped|d)? (?:straight )?forwards?\b", "me", "front"),
    (r"\bbehind\b(?= *(?:$|,|and|or|on|to|is|are|that|which))", "me", "back"),
    (r"\b(?:directly |right )?in (?:front|back) of\b", "rel", "front"),
    (r"\b(?:directly |right )?behind\b", "rel", "back"),
    # the thing the asker is on, in or at
    (r"\b(?:that |which |where )?i am (?:currently )?(?:sitting|standing|lying|laying|seated|working|leaning)?"
     r" ?(?:on|in|at|against)\b(?= *(?:$|,|or|is|are|the q))", "most", "closest"),
    (r"\bwhere i am (?:sitting|lying|laying|seated)\b", "most", "closest"),
    (r"\bam i (?:currently )?(?:sitting|standing|lying|laying|seated|leaning) (?:on|in|at|against)\b",
     "most", "closest"),
    # near
    (r"\bwithin (?:my |arm's |arms |easy )?reach(?: of me)?\b", "me", "within reach"),
    (r"\b(?:closest|nearest) to me\b|\bclosest to my (?:position|location)\b", "most", "closest"),
    (r"\b(?:closest to|nearest(?: to)?) (?=the\b|my\b|a\b)", "rel", "near!"),
    (r"\b(?:farthest|furthest)(?: away)? from me\b", "most", "farthest"),
    (r"\b(?:right |directly )?(?:next to|near to|near|beside|besides|close to|by|surrounding|alongside) me\b",
     "me", "near"),
    (r"\b(?:all )?around me\b", "stop", ""),  # everywhere
    (r"\bat my feet\b", "me", "near"),
    (r"\b(?:above|over) (?:me|my head)\b", "me", "above"),
    (r"\b(?:below|under|beneath|underneath) me\b", "me", "below"),
    (r"\b(?:right |directly )?(?:next to|near to|near|nearby|beside|besides|close to|adjacent to|surrounding|alongside"
     r"|in the vicinity of|against|along|around|by the side of)\b(?= [a-z])", "rel", "near"),
    (r"\b(?:on (?:either|both|each|all|any) sides? of|(?:at|by|along) the (?:foot|sides?|head|edge|end|base) of)\b",
     "rel", "near"),
    (r"\bby\b(?= (?:the|a|my|that|this)\b)|\bat\b(?= (?:the|a|that|this|my)\b)", "rel", "near"),
    # over and under
    (r"\b(?:on top of|on the top of|atop|on top|hanging on|hanging from|mounted on|resting on|lying on|placed on|onto"
     r"|sitting on|standing on|hung on|attached to|upon|on)\b(?= [a-z])", "rel", "on"),
    (r"\b(?:right |directly )?(?:above|over)\b", "rel", "above"),
    (r"\b(?:right |directly )?(?:below|underneath|under|beneath)\b", "rel", "below"),
    (r"\bbetween me and\b|\b(?:on the|in the) way (?:from me )?to\b(?= the)", "rel", "between me"),
    (r"\bbetween\b|\bin the middle of\b", "rel", "between"),
    (r"\b(?:inside of|inside|within|in)\b(?= (?:the|a|an|my|this|that|it)\b)", "rel", "in"),
    # "the closed door": a state before its noun
    (r"(?:^|(?<=the )|(?<=an )|(?<=any ))(open|closed|shut|empty|full|messy|dirty|clean)\b(?= the q\d)",
     "has", "state={0}"),
    # ordinals
    (r"\bnth(\d) (left|right|closest|farthest|largest|smallest|highest|lowest)\b", "nth", "{0} {1}"),
    # superlatives
    (r"\b(?:closest|nearest|first)\b", "most", "closest"),
    (r"\bfar (?:away )?(?=behind|in front|to the|to my|on the|on my|the q\d+q)", "most", "farthest"),
    (r"\b(?:that|which|who) (?:has|have|holds?|carr(?:y|ies)|supports?)\b(?= )|\bholding\b|\bwith\b(?= (?:a|an|the) )",
     "rel", "supporting"),
    (r"\b(?:that|which) (?:is|are) facing\b|\bfacing\b(?= the)", "rel", "facing"),
    (r"\b(?:farthest|furthest|most distant)\b", "most", "farthest"),
    (r"\b(?:largest|biggest|longest|widest)\b", "most", "largest"),
    (r"\b(?:smallest|shortest|tiniest)\b", "most", "smallest"),
    (r"\b(?:highest|tallest|uppermost)\b", "most", "highest"),
    (r"\blowest\b", "most", "lowest"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), kind, value) for pattern, kind, value in _PHRASES)


def normalise(question: str) -> str:
    """Lower case, one kind of apostrophe, hours as "3 o'clock", contractions opened, commas kept as words."""
    text = question.strip().lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("`", "'")
    misspelt = word_tables()["misspelt"]
    text = re.sub(r"[a-z]+", lambda match: misspelt.get(match.group(), match.group()), text)
    text = re.sub(r"\b(what|where|who|which|how|there|it)'s\b|\b(what|where|who)s\b", r"\1\2 is", text)
    text = re.sub(r"\bi'd (?=like\b|love\b)", "i would ", text)
    text = text.replace("i'm", "i am").replace("can't", "can not").replace("isn't", "is not")
    text = re.sub(r"\bo ?'? ?clock\b|\bo'clocks\b", "o'clock", text)
    text = re.sub(
        r"^(?:(?:hey|hello|hi|ok|okay|so|and|now|please|robot)\b[, ]*)*(?:(?:can|could|would|will) you (?:please )?)?"
        r"(?:please )?(?:tell me|let me know|show me|say) (?:what|where|which|how)\b",
        lambda match: match.group().split()[-1],
        text,
    )
    # a robot that is asked about "your left" is asked about the asker's
    text = re.sub(r"\b(behind|of|to|near|beside|around|above|below|by|reach|facing) you\b", r"\1 me", text)
    text = re.sub(r"\byour\b", "my", text).replace("you are", "i am").replace("are you", "am i")
    text = re.sub(r"\b(?:a (?:little )?bit|slightly|a little) (?=(?:to|on|in|behind|of)\b)", "", text)
    for number, word in reversed(list(enumerate(NUMBERS))):
        text = re.sub(rf"\b{word} (?=o'clock)", f"{number} ", text)
    text = re.sub(r"\b(\d+) ?(?:o'clock|clock)\b", r"\1 o'clock", text)
    text = re.sub(r"\bcolou?rs?\b", "color", text)
    text = re.sub(r": ", " , ", text)
    text = re.sub(r"[?!.:;\"()]+(?=\s|$)|[\"()]", " ", text)
    text = re.sub(r"[,\-–] |,", " , ", text)
    return re.sub(r"\s+", " ", text).strip()


def singular(noun: str) -> str:
    """A noun phrase with its last word in the singular: "office chairs" → "office chair"."""
    head, _, last = noun.rpartition(" ")
    if last in ("glasses", "scissors", "pants", "blinds", "clothes", "stairs", "series", "bus", "gas", "headphones"):
        return noun
    for plural, single in (
        ("cacti", "cactus"), ("shelves", "shelf"), ("knives", "knife"), ("loaves", "loaf"), ("people", "person"),
        ("children", "child"),
    ):  # fmt: skip
        if last.endswith(plural):
            return f"{head} {last[: -len(plural)]}{single}".strip()
    if re.search(r"(?:ches|shes|xes|sses|zes)$", last):
        last = last[:-2]
    elif last.endswith("ies") and len(last) > 4 and not last.endswith("ookies"):
        last = last[:-3] + "y"
    elif last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 3 or last in ("tvs", "pcs"):
        last = last[:-1]
    return f"{head} {last}".strip()


def tokens(text: str, categories: Sequence[str] = ()) -> list[Token]:
    """The tokens of a normalised question, in order.

    Args:
        categories: names that are nouns as they stand ("washing machine"), singular or plural; the longest wins.
    """
    marked = text
    found: list[Token] = []

    def mark(token: Token) -> str:
        found.append(token)
        return f" \x00{len(found) - 1}\x00 "

    names = sorted({name.lower() for name in categories if " " in name or len(name) > 2}, key=len, reverse=True)
    for name in names:
        if name not in word_tables()["structure"] and name.split(" ")[0] not in ("left", "right", "front", "back"):
            spelled = re.escape(name).replace(r"\ of\ ", r"(?:s|es)?\ of\ ")  # "pieces of paper"
            noun = rf"(?<![\w\x00])(?:{spelled})(?:s|es)?(?![\w\x00'])"
            marked = re.sub(noun, mark(Token("noun", name)), marked)
    marked = re.sub(r"\s+", " ", marked).strip()
    for pattern, kind, value in _COMPILED:

        def replace(match: re.Match[str], kind: TokenKind = kind, value: str = value) -> str:
            return mark(_token(kind, value, match))

        marked = _substitute(pattern, marked, replace)
    return _words(marked, found)


def _substitute(pattern: re.Pattern[str], text: str, replace: Any) -> str:
    # NUL-marked tokens are shown to the phrase patterns as a word "q0q", so that look-aheads for a noun see letters.
    shown = re.sub(r"\x00(\d+)\x00", r"the q\1q", text)
    return re.sub(r"\s+", " ", re.sub(r"the q(\d+)q", "\x00\\1\x00", pattern.sub(replace, shown)))


def _token(kind: TokenKind, value: str, match: re.Match[str]) -> Token:
    groups = ["back" if group == "rear" else group for group in match.groups() if group]
    value = value.format(*groups) if "{" in value else value
    if kind == "rel" and "in back of" in match.group():
        value = "back"
    return Token(kind, value)


def _words(marked: str, found: list[Token]) -> list[Token]:
    tables = word_tables()
    stop = set(tables["stop"]) | set(tables["generic"])
    result: list[Token] = []
    run: list[str] = []
    before = ""

    def flush() -> None:
        if run:
            noun = singular(" ".join(run))
            if noun in tables["generic"]:
                result.append(Token("noun", "any") if noun in _THINGS else Token("stop", noun))
                run.clear()
                return
            named = before in _BEFORE_NOUNS or noun != " ".join(run) or is_thing(noun) or before == "\x00"
            result.append(Token("noun", noun) if named else Token("stop", "?"))
            run.clear()

    for piece in marked.split():
        numbered = re.fullmatch(r"\x00(\d+)\x00", piece)
        if numbered:
            token = found[int(numbered.group(1))]
            if token.kind == "noun" and run:  # "wooden coffee table": the words before are of the same phrase
                run.clear()
            flush()
            result.append(token)
        elif piece in ("is", "are"):
            flush()
            result.append(Token("is"))
        elif piece in ("or", "and", ","):
            flush()
            result.append(Token("or" if piece == "or" else "and" if piece == "and" else "stop", piece))
        elif attribute := attribute_of(piece):
            flush()
            result.append(Token("has", f"{attribute}={piece}"))
        elif piece in stop or piece in _THINGS or not re.search(r"[a-z0-9]", piece) or _ADVERB.fullmatch(piece):
            flush()
            result.append(Token("stop", piece))
        else:
            if not run:
                before = (
                    "\x00"
                    if result and result[-1].kind in ("has", "most", "rel")
                    else result[-1].value
                    if result
                    else "a"
                )
            run.append(piece)
    flush()
    return result


_THINGS = ("object", "thing", "item")
_ADVERB = re.compile(r"(?!family|assembly|supply|belly|jelly|lily|dolly|trolley|ally|bully|holly|potbelly)[a-z]{2,}ly")
_BEFORE_NOUNS = ("the", "a", "an", "any", "some", "my", "this", "that", "these", "those", "many", "of", "two", "three",
                 "four", "five", "six", "seven", "eight", "nine", "ten", "there", "all", "both", "other", "much",
                 "number", "amount", "have", "find", "see", "get")  # fmt: skip


def is_thing(noun: str) -> bool:
    """Whether a word is a known name of a thing, as against a verb that no list holds."""
    return find_categories(noun, _known_things()) is not None


@functools.cache
def _known_things() -> tuple[str, ...]:
    data = json.loads(resources.files("situated_qa.situated").joinpath("data/aliases.json").read_text(encoding="utf-8"))
    names = {name for group in data["synonyms"] for name in group} | set(data["kinds"])
    return tuple(sorted(names.union(*data["kinds"].values())))


def attribute_of(word: str) -> str:
    """The attribute that a word is a value of: "black" → "color"; "" for any other word."""
    tables = word_tables()
    return next((name for name in ("color", "shape", "material", "size") if word in tables[name]), "")
