"""Reading a form from a question's words by rule.

The words decide much without any model: "how many" asks for a count, "on my left" is one condition, and a place
phrase belongs to the noun it follows. What is read here limits the model's schema, mends its reply, and says how sure
the words are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form.form import Form, Has, Most, Not, Noun, Place
from situated_qa.reasoning.query_form.reading.asides import take_asides
from situated_qa.reasoning.query_form.reading.attaching import attach
from situated_qa.reasoning.query_form.reading.frame import TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.frames import Frame, ask_frame
from situated_qa.reasoning.query_form.reading.limits import too_long
from situated_qa.reasoning.query_form.reading.rewrites import as_question, plain
from situated_qa.reasoning.query_form.reading.word_order import plain_question
from situated_qa.reasoning.query_form.reading.words import Token, is_thing, normalise, tokens
from situated_qa.situated.categories import find_categories


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words of a question say.

    `sure_of_ask`: a phrase such as "how many" was found. `sure_of_nouns`: every content word was understood, so the
    nouns and their conditions can be trusted over a model's.
    """

    text: str  # normalized
    frame: Frame
    noun: Noun
    other: Noun | None
    sure_of_ask: bool
    sure_of_nouns: bool
    found: tuple[Token, ...]
    turn: str = ""  # see `Form.turn`
    says_nothing: bool = False  # no thing was understood that could be looked up, by these words alone

    def form(self) -> Form:
        """The reading as a form."""
        return Form(self.frame.ask, self.noun, self.frame.options, self.frame.attribute, self.other, self.turn)


def read_question(question: str, categories: Sequence[str] = ()) -> Reading:
    """Read a question by rule.

    Args:
        question: as it was asked.
        categories: names that are nouns as they stand, usually those of the scene.

    Returns:
        The reading; of a question that is `too_long` one that says nothing.
    """
    if too_long(question):
        return Reading("", Frame("name", ""), Noun("any"), None, False, False, (), says_nothing=True)
    question, _ = first_question(question)
    text, true_or_false = as_question(plain_question(normalise(question)))
    text = plain(text)
    asides = take_asides(text)
    frame = ask_frame(asides.text)
    if true_or_false:
        frame = replace(frame, options=TRUE_FALSE, sure=frame.sure and frame.options == YES_NO)
    found = tokens(frame.rest, categories)
    nouns, loose = attach(found, frame)
    noun = nouns[0].freeze() if nouns else Noun(frame.target or "any")
    pair = frame.ask in ("which", "same") or (frame.ask == "direction" and bool(frame.options))
    pair = pair or (frame.ask == "distance" and frame.attribute != "within reach")  # reach is of one thing
    other = nouns[1].freeze() if len(nouns) > 1 and pair else None
    if frame.second:
        second = tokens(frame.second, categories)
        others, loose_too = attach(second, frame)
        found, loose, nouns = [*found, *second], loose or loose_too or len(others) > 1, nouns[:1]
        other = others[0].freeze() if others else Noun(frame.target or "any")
    joined = {token.kind for token in found} & {"and", "or"}
    if frame.ask == "exists" and len(nouns) == 2 and joined == {"and"}:  # "a bed and a desk": both of them
        other = nouns[1].freeze()
        noun = noun if noun.where or len(other.where) == 0 else Noun(noun.target, other.where)
    elif frame.ask in ("count", "list", "exists") and len(nouns) > 1 and joined:
        kinds = dict.fromkeys(node.target for node in nouns)  # "how many chairs and stools": one count of all
        noun = Noun(" and ".join(kinds), tuple(dict.fromkeys(item for node in nouns for item in node.freeze().where)))
        nouns = nouns[:1]
    if frame.options == ("A", "B"):  # "the bed or the desk": the options are the two nouns
        alike = other is not None and noun.target == other.target  # "the one on my left or the one behind me"
        said = _either_one(normalise(question)) if alike else None
        names = said.groups() if said else (noun.target, other.target) if other else ()
        frame = replace(frame, options=tuple(names))
    if frame.kind:
        noun = Noun("room", (Has("type", frame.kind), Most("closest")))
    if asides.at:
        eye = _only_noun(asides.at, categories)
        seen = Place("visible", eye, _only_noun(asides.facing, categories) if asides.facing else None)
        noun = Noun(noun.target, (*noun.where, seen))
    elif frame.visible and Place("visible") not in noun.where:
        noun = Noun(noun.target, (*noun.where, Place("visible")))
    if noun.target == "any" and asides.left_out:
        noun = Noun("any", (*(Not(Has("category", name)) for name in asides.left_out), *noun.where))
    if frame.ask == "count":
        noun = Noun(noun.target, tuple(item for item in noun.where if item not in _OF_ONE))
    named = noun.target != "any" or bool(frame.target)
    sure = not loose and named and not frame.described and (len(nouns) == 1 or (len(nouns) == 2 and other is not None))
    # "what is the weather like" looks like "what is it": only a condition makes it one about objects
    known = frame.sure and not (frame.ask == "name" and noun == Noun("any"))
    # "is the sofa behind me?": no fixed phrase, but nothing besides the thing and its place either
    known = known or (frame.ask == "exists" and sure and bool(noun.where))
    nothing = bool(frame.kind) or _says_nothing(asides.text, frame, noun, categories)
    return Reading(asides.text, frame, noun, other, known, sure, tuple(found), asides.turn, nothing)


_OF_ONE = (Most("closest"), Most("farthest"))  # "how many chairs are on my far left" is not about one of them
_EITHER_ONE = re.compile(r"(?:,|er) ?((?:the )?[^,]+?) ,? ?or ((?:the )?one .+)$")
_BETWEEN_ONES = re.compile(r"\bbetween ((?:the )?[^,]+?) and ((?:the )?[^,]+?)(?: ,|$)")


def _either_one(text: str) -> re.Match[str] | None:
    """Two things of one name, as the question tells them apart."""
    return _EITHER_ONE.search(text) or _BETWEEN_ONES.search(text)


_SAME_AGAIN = re.compile(
    r"\?\s+(?:what|which|which (?:one|rooms?)|what rooms?|where|yes or no"
    r"|(?:please )?(?:give me|name|list) [a-z ]{1,40}"
    r"|(?:please )?(?:leave out|ignore|exclude|do not count|skip) [a-z, ]+)\W*$",
    re.IGNORECASE,
)
_AND_THEN = re.compile(
    r"(?<=\?)\s+(?=\w)|,?\s+and\s+(?=how many\b|(?:what|where|which|who|how (?:big|far|tall|high|wide|long|large))"
    r"\s+(?:is|are|does|do|can|colou?r)\b)",
    re.IGNORECASE,
)


def first_question(text: str) -> tuple[str, str]:
    """The first of two questions that were asked at once, and the rest: each has an answer of its own."""
    if _SAME_AGAIN.search(text):
        return text, ""
    parts = _AND_THEN.split(text, maxsplit=1)
    asked = len(parts) > 1 and re.search(
        r"\b(?:what|where|which|who|how|is|are|do|does|can)\b", parts[0], re.IGNORECASE
    )
    return (parts[0], parts[1].strip()) if asked else (text, "")


_COMMANDS = re.compile(
    r"(?:please )?(?:turn|switch|go|come|open|close|bring|give|pick|put|stop|drive|follow|clean|move|get|fetch|take)\b"
)
_BEYOND = re.compile(r"\b(?:fits?|weighs?|heav(?:y|ier)|costs?|smells?|tastes?|comfortable|dangerous|expensive)\b")
_GENERIC = re.compile(
    r"\b(?:things?|objects?|items?|anything|something|everything|stuff|furniture|see|here|there|around)\b"
)


def _says_nothing(text: str, frame: Frame, noun: Noun, categories: Sequence[str]) -> bool:
    """Whether a question names nothing to look up: another language, a command, a noun left out.

    An answer to it would be one to a question that nobody asked.
    """
    if noun == Noun("any"):
        return frame.ask not in ("name", "list", "common", "commonest") and not _GENERIC.search(text)
    if frame.ask == "exists" and (_BEYOND.search(text) or noun.target.startswith("enough ")):
        return True
    if frame.sure or frame.ask != "name":
        return False
    if _COMMANDS.match(text):
        return True
    return not noun.where and not (is_thing(noun.target) or find_categories(noun.target, categories))


def _only_noun(words: str, categories: Sequence[str]) -> Noun:
    """The noun that a phrase such as "the red chair at the window" names."""
    nouns, _ = attach(tokens(words, categories), Frame("exists", words))
    return nouns[0].freeze() if nouns else Noun(words)
