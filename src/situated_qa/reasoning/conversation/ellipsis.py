"""Elliptic questions: "and on my right?", "what about the kitchen?", "black ones?".

What such a question names replaces the part of its kind in the question before: a place, a room, a thing, a quality
or a superlative. All else stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form.form import MOSTS, Condition, Form, Has, Most, Noun, Nth, Place
from situated_qa.reasoning.query_form.grounds import REFERENT, Grounds
from situated_qa.reasoning.query_form.reading.question import read_question
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion
from situated_qa.reasoning.query_form.reading.words import attribute_of
from situated_qa.reasoning.query_form.units import take_unit

_LEAD = re.compile(
    r"^(?:(?:and|but|so|then|now|ok|okay|well|also|from there)\b[ ,]*)*"
    r"(?:(?:(?:and )?(?:what|how) (?:about|of)|(?:and )?the same for)\b[ ,]*)?"
)
_TRAIL = re.compile(r"(?:[ ,]*\b(?:please|then|too|as well|instead|left or right|how many))+$|[\s?.!,]+$")
_HOW_MANY = re.compile(r"^how many (?:(?:are|is)(?: there)? )?(?=\w)")
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|can|could|would|will|has|have|what|which|where|who|whose|how|why|when|count"
    r"|tell|list|name|show|find|give|say)\b"
)
_PLACE = re.compile(
    r"^(?:(?:to|on|at|from|in|inside|under|underneath|behind|near|above|below|beside|next to|between|over|within"
    r"|left of|right of|left|right|ahead|in front)\b)"
)
_MOSTS = {"nearest": "closest", "furthest": "farthest", "biggest": "largest"}
_MOST = re.compile(rf"^(?:the )?({'|'.join((*MOSTS, *_MOSTS))})(?: ones?)?$")
_DEFINITE = re.compile(r"^(?:the|my|that|this|those|these)\b")
_OF_SEVERAL = ("count", "exists", "name", "list", "commonest")
_OF_ONE = ("color", "material", "shape", "size", "state", "distance", "direction")


@dataclass(frozen=True, slots=True)
class Elliptic:
    """A question in parts: what it asks for ("count", or "" for the ask of the question before), and what it names."""

    ask: str
    named: str
    from_there: bool = False  # it is asked from the viewpoint that the question before imagined


def elliptic(text: str) -> Elliptic | None:
    """What an elliptic question names; None for a question that is whole.

    Args:
        text: in lower case.
    """
    named = text.strip()
    for _ in range(3):
        named = _TRAIL.sub("", named)
    named = _LEAD.sub("", named, count=1)
    counted = _HOW_MANY.match(named)
    rest = named[counted.end() :] if counted else named
    if counted and not (_PLACE.match(rest) or attribute_of(rest.split(" ")[0])):
        return None
    if not rest or _VERB.search(rest):
        return None
    return Elliptic("count" if counted else "", rest, re.search(r"\bfrom there\b", text) is not None)


def without_lead(text: str) -> str:
    """A question without the "and" before it."""
    return re.sub(r"^(?:(?:and|but|so|then|now|ok|okay|also)\b[ ,]*)+(?=\w)", "", text.strip(), flags=re.IGNORECASE)


def completed(
    part: Elliptic, before: Form | RoomQuestion, grounds: Grounds, categories: Sequence[str]
) -> Form | RoomQuestion | None:
    """The question before with the part replaced that an elliptic question names; None where none is of its kind.

    Args:
        categories: names that are nouns as they stand; those of rooms, too.
    """
    if isinstance(before, RoomQuestion):
        return _in_room_question(part.named, before, grounds, categories)
    form = before
    if part.from_there and not (form.turn or any(map(_is_viewpoint, form.noun.where))):
        return None
    if part.ask and form.ask != part.ask:
        form = Form(part.ask, Noun(REFERENT) if grounds.referent else form.noun)
    most = _MOST.match(part.named)
    if most:
        kept = tuple(item for item in form.noun.where if not isinstance(item, Most | Nth))
        return replace(form, noun=Noun(form.noun.target, (*kept, Most(_MOSTS.get(most[1], most[1])))))
    if _PLACE.match(part.named):
        return _at_place(read_question(f"is there anything {part.named}", categories).noun, form)
    words = part.named.split(" ")
    if words[-1] in ("ones", "one") or attribute_of(words[-1]):
        plain = re.sub(r" ones?$", "", _DEFINITE.sub("", part.named)).strip()
        return _of_quality(read_question(f"how many {plain} things are there", categories).noun, form)
    noun = read_question(f"where is {part.named}", categories).noun
    if noun.target == "any":
        return None
    if grounds.room(noun):
        return _at_place(Noun("any", (Place("in", noun),)), form)
    return _of_thing(noun, bool(_DEFINITE.match(part.named)), form)


def asks_of_it(text: str, categories: Sequence[str]) -> Form | None:
    """The form of a question that asks something and names nothing ("how far, in meters?"): it is asked of "it"."""
    plain, _ = take_unit(text)
    reading = read_question(re.sub(r"\b(?:from|to) (?:me|here)\b", "", plain), categories)
    form = reading.form()
    if not reading.sure_of_ask or form.ask not in _OF_ONE or form.noun != Noun("any") or form.other is not None:
        return None
    return replace(form, noun=Noun(REFERENT))


def _in_room_question(
    named: str, before: RoomQuestion, grounds: Grounds, categories: Sequence[str]
) -> RoomQuestion | None:
    bare = re.sub(r"^(?:in|to|into|of|from) ", "", named)
    noun = read_question(f"where is {bare}", categories).noun
    room = grounds.room(noun)
    if room and (before.room or before.missing):
        return replace(before, room=room, missing="")
    if not room and before.noun is not None and noun.target != "any":
        return replace(before, noun=noun)
    return None


def _at_place(read: Noun, form: Form) -> Form | None:
    places = tuple(item for item in read.where if isinstance(item, Place))
    if not places or read.target != "any":
        return None
    has_place = any(isinstance(item, Place) for item in form.noun.where)
    of_itself = form.noun.target == REFERENT and any(item.of == Noun(REFERENT) for item in places)
    if of_itself or (not has_place and form.ask not in _OF_SEVERAL):
        return Form("name", Noun("any", places))
    kept = tuple(item for item in form.noun.where if not isinstance(item, Place))
    return replace(form, noun=Noun(form.noun.target, (*kept, *places)))


def _of_quality(read: Noun, form: Form) -> Form | None:
    wanted = tuple(item for item in read.where if isinstance(item, Has))
    if not wanted:
        return None
    looks = {item.attribute for item in wanted}
    kept = tuple(item for item in form.noun.where if not (isinstance(item, Has) and item.attribute in looks))
    return replace(form, noun=Noun(form.noun.target, (*kept, *wanted)))


def _of_thing(noun: Noun, definite: bool, form: Form) -> Form | None:
    if form.ask in ("which", "same", "difference", "common"):
        return None  # of two things: which of them is replaced?
    referred = [item for item in form.noun.where if isinstance(item, Place) and item.of is not None]
    if form.noun.target == "any" and referred:
        where: list[Condition] = [replace(item, of=noun) if item is referred[-1] else item for item in form.noun.where]
        return replace(form, noun=Noun("any", tuple(where)))
    kept = [item for item in form.noun.where if isinstance(item, Place) and (_is_viewpoint(item) or not definite)]
    kept = [item for item in kept if _is_viewpoint(item) or not noun.where]
    return replace(form, noun=Noun(noun.target, (*noun.where, *kept)))


def _is_viewpoint(item: Condition) -> bool:
    """Whether a condition says from where somebody looks: "from the sofa"."""
    return isinstance(item, Place) and item.rel == "visible" and item.of is not None
