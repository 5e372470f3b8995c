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
from typing import Any

from situated_qa.reasoning.query_form.reading.patterns import PATTERNS, TokenKind
from situated_qa.situated.categories import find_categories


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


def normalise(question: str) -> str:
    """Lower case, one kind of apostrophe, hours as "3 o'clock", contractions opened, commas kept as words."""
    text = question.strip().lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("`", "'")
    misspelt = word_tables()["misspelt"]
    text = re.sub(r"[a-z]+", lambda match: misspelt.get(match.group(), match.group()), text)
    text = re.sub(r"\b(what|where|who|which|how|there|it)'s\b|\b(what|where|who)s\b", r"\1\2 is", text)
    text = re.sub(r"\bi'd ", "i would ", text)
    text = re.sub(r"\bi a (?=(?:sitting|standing|lying|laying|seated|facing)\b)", "i am ", text)
    text = re.sub(r"\bin[ -]front (?=me\b)|\bin-front of\b", "in front of ", text)
    text = re.sub(r"\boff or even\b", "odd or even", text)
    text = text.replace("i'm", "i am").replace("can't", "can not").replace("isn't", "is not")
    text = re.sub(r"\bo/clock\b", "o'clock", text)
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
    """The tokens of a normalized question, in order.

    Args:
        categories: names that are nouns as they stand ("washing machine"), singular or plural; the longest wins.
    """
    marked = text
    found: list[Token] = []

    def mark(token: Token) -> str:
        found.append(token)
        return f" \x00{len(found) - 1}\x00 "

    names = sorted(
        {name.lower() for name in (*categories, *_WITH_STOP_WORDS) if " " in name or len(name) > 2},
        key=len,
        reverse=True,
    )
    for name in names:
        if name not in word_tables()["structure"] and name.split(" ")[0] not in ("left", "right", "front", "back"):
            spelled = _PLURAL_Y.sub(r"(?:y|ies)", re.escape(name))
            spelled = spelled.replace(r"\ of\ ", r"(?:s|es)?\ of\ ")  # "pieces of paper"
            noun = rf"(?<![\w\x00'])(?:{spelled})(?:s|es)?(?![\w\x00'])"
            marked = re.sub(noun, mark(Token("noun", name)), marked)
    marked = re.sub(r"\s+", " ", marked).strip()
    for pattern, kind, value in PATTERNS:

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
            of_noun = len(run) > 1 or bool(result and result[-1].kind == "noun")
            if run and of_noun and token.kind in ("rel", "me") and _PARTICIPLE.fullmatch(run[-1]):
                run.pop()  # "the chairs stacked on my left": how a thing is where it is
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


_PLURAL_Y = re.compile(r"(?<=[^aeiou])y$")  # "vanities"
_THINGS = ("object", "thing", "item")
_ADVERB = re.compile(r"(?!family|assembly|supply|belly|jelly|lily|dolly|trolley|ally|bully|holly|potbelly)[a-z]{2,}ly")
_WITH_STOP_WORDS = ("trash can", "garbage can", "end table", "side table", "night stand", "wide screen", "top shelf",
                    "hand towel", "hand dryer", "face towel", "walking stick", "spot light")  # fmt: skip
_PARTICIPLE = re.compile(
    r"(?!bed|red|shed|ceiling|building|painting|string|thing|ring|wing|railing|seed)[a-z]{2,}(?:ed|ing)"
)
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
