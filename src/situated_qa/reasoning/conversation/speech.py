"""Classifies what a user says to the robot: greeting, thanks, command, question about the robot, about the place.

The class follows from the classes of the words (`data/speech.json`), not from whole sentences: a greeting consists of
greeting words and function words; a command begins with an action of a robot and asks nothing.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from situated_qa.knowledge import singular
from situated_qa.reasoning.lexicon import attribute_of, patterns_in, word_tables
from situated_qa.situated.categories import known_names
from situated_qa.situated.matcher import names_a_thing


class Speech(Enum):
    """What a text does."""

    NOTHING = "nothing"  # no words, or only "hm"
    GREETING = "greeting"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    PRAISE = "praise"
    INSULT = "insult"
    ACKNOWLEDGMENT = "acknowledgment"
    ABILITIES = "abilities"  # "what can you do?"
    IDENTITY = "identity"  # "who are you?"
    SELF = "self"  # anything else about the robot itself
    COMMAND = "command"
    REMARK = "remark"  # the asker tells something
    QUESTION = "question"  # about the place, as far as the words tell


_SOCIAL = (Speech.INSULT, Speech.THANKS, Speech.GOODBYE, Speech.PRAISE, Speech.GREETING, Speech.ACKNOWLEDGMENT)
_PATTERNS = patterns_in(Path(__file__).parent / "data" / "speech.txt")
_ASKS = _PATTERNS["asks"]
_TO_ROBOT = _PATTERNS["to robot"]
_ABILITIES = _PATTERNS["abilities"]
_IDENTITY = _PATTERNS["identity"]
_HOW_ARE_YOU = _PATTERNS["how are you"]
_SELF = _PATTERNS["self"]
_PERCEIVES = _PATTERNS["perceives"]
_LONGEST_SELF = 9  # words; in longer questions "you" means anybody: "a thing that you lay your head on"
_JOKE = _PATTERNS["joke"]
_TELLS = _PATTERNS["tells"]


@functools.cache
def _data() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "data" / "speech.json").read_text(encoding="utf-8"))


@functools.cache
def speech_words() -> frozenset[str]:
    """Every word of the table: none of them is of another language."""
    data = _data()
    lists = [*data["social"].values(), *(data[name] for name in data if name != "social")]
    return frozenset(word for words in lists for word in words)


def opened(text: str) -> str:
    """The text in lower case, one kind of apostrophe, without those of usual contractions."""
    text = text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = re.sub(r"\b(what|where|who|how|that|it|there|here)'s\b|\b(what|where|who|how|there)s\b", r"\1\2 is", text)
    text = re.sub(r"\byou're\b", "you are", text).replace("i'm", "i am").replace("i've", "i have")
    return re.sub(r"\bdon't\b", "do not", text).replace("can't", "can not").strip()


def speech_of(text: str) -> Speech:
    """What a text does.

    Args:
        text: as it was said.
    """
    text = opened(text)
    words = re.findall(r"[^\W\d_]+", text)
    if not words or set(words) <= set(_data()["filler"]) and not set(words) & {"ok", "well", "hey"}:
        return Speech.NOTHING
    if _HOW_ARE_YOU.search(text) and len(words) <= 6:
        return Speech.GREETING
    social = _social(words) or _social_clause(text)
    if social is not None:
        return social
    if _JOKE.search(text):
        return Speech.COMMAND
    if _ABILITIES.search(text) and not _PERCEIVES.search(text):
        return Speech.ABILITIES
    if _IDENTITY.search(text):
        return Speech.IDENTITY
    if _commands(text):
        return Speech.COMMAND
    if len(words) <= _LONGEST_SELF and _SELF.search(text) and not _PERCEIVES.search(text):
        return Speech.SELF
    if _TELLS.search(_OPENING.sub("", text)) and not _ASKS.search(text) and not _names_one(_DESCRIBED.match(text)):
        return Speech.REMARK
    return Speech.QUESTION


def _social(words: list[str]) -> Speech | None:
    """The kind of a text that is all greetings, thanks, praise and the like; None for any other."""
    data = _data()
    small = set(data["social_with"]) | set(data["opening"])
    kinds = {word: kind for kind in _SOCIAL for word in data["social"][kind.value]}
    if not all(word in kinds or word in small for word in words):
        return None
    said = {kinds[word] for word in words if word in kinds}
    if "good" in words and not said:
        said = {Speech.PRAISE}
    if re.search(r"\b(?:my|the|its|to) (?:left|right)\b", " ".join(words)):
        return None  # "and to my right?" agrees to nothing
    if words[:1] in (["is"], ["are"], ["what"], ["where"]) and "a" not in words:
        return None
    return next((kind for kind in _SOCIAL if kind in said), None)


_STATES = re.compile(r"(?:i|we|you|it|that|this|my|your)\b")
_OPENING = re.compile(r"^(?:(?:ugh|argh|phew|oh|ah|well|hm+|so|hey|ok|okay|right)\b[\s,.!-]*)+")


def _social_clause(text: str) -> Speech | None:
    """The kind of a text that asks nothing, and greets, thanks or takes leave beside what it states."""
    if _ASKS.search(text):
        return None
    clauses = [clause for clause in (part.strip() for part in re.split(r"[.!,;]+", text)) if clause]
    kinds = {clause: _social(re.findall(r"[^\W\d_]+", clause)) for clause in clauses}
    if not all(kind or _STATES.match(clause) for clause, kind in kinds.items()):
        return None
    return next((kind for kind in _SOCIAL if kind is not Speech.ACKNOWLEDGMENT and kind in kinds.values()), None)


def _commands(text: str) -> bool:
    """Whether a text asks for a deed and nothing else."""
    polite = bool(re.match(r"^(?:\W|please |robot |hey |ok )*(?:can|could|would|will) you\b", text))
    if _ASKS.search(text.rstrip(" ?") if polite else text):
        return False
    rest = text
    for _ in range(6):
        rest = rest.lstrip(" ,.!;:-")
        shorter = _TO_ROBOT.sub("", rest)
        word = re.match(r"[a-z']+", shorter)
        if word and word.group() in _data()["opening"]:
            shorter = shorter[word.end() :]
        if shorter == rest or not shorter.strip(" ,.!?"):
            break
        rest = shorter
    said = rest.lstrip(" ,.!;:-")
    word = re.match(r"[a-z']+", said)
    if word is None:
        return False
    first = word.group()
    if _STANCE.match(said) or _NO_DEED.match(said) or _names_one(_NOUN_AT.match(said)):
        return False
    if first in _data()["asking deeds"]:
        return False
    known_noun = first in word_tables()["color"] or re.match(r"(?:left|right)\b", first) is not None
    return first in _data()["deeds"] and not known_noun


_STANCE = re.compile(
    r"(?:stand|sit|lie|look|face|turn (?:to|left|right|around)|come|walk|go|step|enter)\b[^;:]*[;:]\s+"
    r"(?:it is the|you (?:want|need)|the)\b"
)
"""Tells from where a thing is meant: "stand at the sink; it is the one on the left"."""
_NO_DEED = re.compile(r"(?:do (?:you|i|we|they|all|any|both)|pick(?! up)|pick out|let (?:me|us) know)\b")
"""Opens a question with a misspelled question word, or asks, or singles out: "let me know", "pick the one by it"."""
_AT = r"(?:on|in|under|below|by|at|next|near|beside|above|over|behind|between|closest|nearest|that|which|with)\b"
_NOUN_AT = re.compile(rf"(?!switch (?:on|in)|exit |throw |vacuum )(\w+) (?:\w+ing )?{_AT}")
_DESCRIBED = re.compile(rf"(?:it|this|that) is an? (?:\w+ ){{0,3}}?(\w+) (?:(?:ly|sitt|stand|hang)ing )?{_AT}")
_LEAD_IN = re.compile(
    r"^(?:i|we|my|our|it|he|she|they|you|the|there|this|that)\b[^?]*?[,.;!]\s+"
    r"(?=(?:(?:and|so|but|well|then) )?(?:what|where|which|who|how|is|are|do|does|can|could|any)\b)"
)


def _names_one(phrase: re.Match[str] | None) -> bool:
    """Whether words are a thing with its place, "book on the shelf": such a phrase orders and remarks nothing."""
    return phrase is not None and phrase[1] in known_names()


def asked_part(text: str) -> str:
    """A text in lower case without the statement that leads to its question: "I am cold, is there a blanket?"."""
    return _LEAD_IN.sub("", text, count=1)


_OF_ASKER = (
    (re.compile(r"^(?:can|could|do|did) you (?:also |still |now |currently |happen to )*(?:see|spot|notice"
     r"|find)\b"),
     "can i see"),
    (re.compile(r"^(?:have you (?:seen|found|noticed)|where (?:did|have|had) i (?:leave|left|put|forget|place"
     r"|lose|lost)"
                r"|(?:please )?(?:find|locate|look for|search for|i am (?:looking|searching) for)(?: me)?)"
                r" (?=(?:the|my|a|an|some|our) )"), "where is "),
)  # fmt: skip


_TELLS_WHICH = re.compile(
    r"(?:please )?(?:stand|sit|look|face|find|choose|pick|select|locate|take)\b(?! (?:up|out)\b)", re.IGNORECASE
)
"""What begins a sentence that tells from where, or in steps, which thing is meant."""
_IN_STEPS = re.compile(r"\bthen (?:choose|pick|select|find|take)\b", re.IGNORECASE)


def as_question(text: str) -> str:
    """The question in a text, said of the asker: without sentences before it that greet or order, and without "you".

    "Stop! Can you see a lamp?" is "can i see a lamp?". A text that is said so already stays as it is.
    """
    parts = re.split(r"(?<=[.!])\s+", text.strip())
    while len(parts) > 1 and not _TELLS_WHICH.match(parts[0]):
        if speech_of(parts[0]) in (Speech.QUESTION, Speech.REMARK):
            break
        parts = parts[1:]
    asked = without_repair(" ".join(parts))
    if _IN_STEPS.search(asked):
        return asked
    plain = opened(asked)
    for pattern, replacement in _OF_ASKER:
        if pattern.search(plain):
            return pattern.sub(replacement, plain, count=1)
    return asked


_REPAIR = re.compile(
    r"\s*(?:,|-+|\.{2,3}|\u2026)\s*(?:(?:uh|um|er|oh|no|sorry|wait|actually|rather)\b[, ]*)*"
    r"\b(?:i mean(?:t)?(?! the one\b)|no,? wait|wait,? no|or rather|no,? sorry|sorry|no,? actually"
    r"|make that|scratch that)\b,?\s+",
    re.IGNORECASE,
)
_ASKED_ANEW = frozenset(("what", "where", "which", "how", "who", "is", "are", "does", "do", "can"))


def without_repair(text: str) -> str:
    """A text where who corrects himself says only what he means: "on my left, I mean my right" is "on my right".

    What is said anew begins where its first word stood last; a question that is asked anew stands alone. Where that
    word was not said before, the text stays as it is.
    """
    match = _REPAIR.search(text)
    if match is None:
        return text
    before, anew = text[: match.start()], text[match.end() :]
    first = anew.split(maxsplit=1)[0].lower() if anew.strip() else ""
    starts = [word.start() for word in re.finditer(r"[\w']+", before) if word.group().lower() == first]
    if starts and first not in _ASKED_ANEW:
        return without_repair(before[: starts[-1]] + anew)
    return without_repair(anew) if first in _ASKED_ANEW else text


_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SHORTEST_NOUN = 4  # dictionaries hold abbreviations of three letters that are words of other languages
_ONLY_ENGLISH = frozenset((
    "what", "where", "which", "who", "whose", "how", "when", "why", "does", "could", "would", "should", "there", "the",
    "anything", "something", "nothing", "everything", "any",
))  # fmt: skip
"""Begin no question of another usual language."""


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case and with contractions opened."""
    return _WORD.findall(opened(text))


def is_english(text: str, names: Iterable[str]) -> bool:
    """Whether at least half of a text's words are known; true for a text without words.

    Args:
        names: what the scene's things and rooms are called.
    """
    words = words_of(text)
    if words and words[0] in _ONLY_ENGLISH:
        return True
    known = {part for name in names for part in name.lower().split()}
    return 2 * sum(_known(word, known) for word in words) >= len(words)


def _known(word: str, names: set[str]) -> bool:
    single = singular(word)
    if word in word_tables()["stop"] or word in speech_words() or attribute_of(word):
        return True
    if {word, single} & names or single in known_names():
        return True
    return len(word) >= _SHORTEST_NOUN and word.isascii() and names_a_thing(single)
