"""A form as a plain English question, so that an asker can be asked back: "how many chairs are on your left?".

The asker is "you", as in answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from situated_qa.reasoning.query_form.form import Form, Has, Most, Noun, Nth
from situated_qa.reasoning.query_form.phrases import places, plural
from situated_qa.reasoning.query_form.reading.frame import ROOM_TO_MOVE, TRUE_FALSE, YES_NO
from situated_qa.reasoning.query_form.reading.room_words import RoomQuestion
from situated_qa.situated.language.phrases import article, listed

_LIMITS = {">=": "at least", ">": "more than", "<": "fewer than", "=": "exactly"}
_PLURAL_ASKS = ("count", "list", "difference", "common", "commonest")


def spoken(form: Form) -> str:
    """The question that a form answers, without a capital and with its question mark."""
    form = replace(form, options=YES_NO) if form.options == TRUE_FALSE else form
    asked = _SPOKEN.get(form.ask, _attribute)(form)
    turned = {"": "", "around": " after you turn around"}.get(form.turn, f" after you turn {form.turn}")
    return f"{asked}{turned}?"


def _thing(noun: Noun, *, many: bool = False) -> str:
    """A noun with its qualities and without its places: "closest black chair"."""
    qualities = [item.value for item in noun.where if isinstance(item, Has)]
    orders = [item for item in noun.where if isinstance(item, Most | Nth)]
    first = [f"{item.which}" if isinstance(item, Most) else _nth(item) for item in orders]
    name = "thing" if noun.target == "any" else noun.target
    if name.startswith("something "):
        name = f"thing{name.removeprefix('something')}"
        head, _, use = name.partition(" ")
        return " ".join([*first, *qualities, f"{head}s" if many else head, use])
    return " ".join([*first, *qualities, plural(name) if many else name])


def _nth(item: Nth) -> str:
    return (
        f"number {item.number} from the {item.order}"
        if item.order in ("left", "right")
        else (f"{item.number}. {item.order}")
    )


def _where(noun: Noun) -> str:
    """The places of a noun: " on your left"."""
    return places(replace(noun, where=tuple(item for item in noun.where if not isinstance(item, Most | Nth | Has))))


def _the(noun: Noun | None) -> str:
    return f"the {_thing(noun)}{_where(noun)}" if noun is not None else "it"


def _count(form: Form) -> str:
    things, where = _thing(form.noun, many=True), _where(form.noun)
    test = re.match(r"(>=|>|<|=|divisible by) (\d+)", form.attribute)
    if test and test.group(1) == "divisible by":
        return f"is the number of {things}{where} divisible by {test.group(2)}"
    if test:
        return f"are there {_LIMITS[test.group(1)]} {test.group(2)} {things}{where}"
    if form.attribute in ("odd", "even"):
        return f"is the number of {things}{where} {form.attribute}"
    if form.options and set(form.options) != set(YES_NO):
        return f"is the number of {things}{where} {' or '.join(form.options)}"
    return f"how many {things} are{where or ' there'}"


def _exists(form: Form) -> str:
    both = f" and {article(_thing(form.other))}{_where(form.other)}" if form.other else ""
    return f"is there {article(_thing(form.noun))}{_where(form.noun)}{both}"


def _name(form: Form) -> str:
    noun = form.noun
    if form.attribute == "type":
        return f"what type of {_thing(noun)} is{_where(noun) or ' there'}"
    if noun.target == "any" and not any(isinstance(item, Has | Most | Nth) for item in noun.where):
        return f"what is{_where(noun) or ' there'}"
    if noun.target == "any" or noun.target.startswith("something "):
        return f"what is {_the(noun)}"
    return f"which {_thing(noun)} is{_where(noun) or ' there'}"


def _list(form: Form) -> str:
    return f"which {_thing(form.noun, many=True)} are{_where(form.noun) or ' there'}"


def _direction(form: Form) -> str:
    if form.other is not None:
        return f"on which side of {_the(form.other)} is {_the(form.noun)}"
    if form.options and set(form.options) != set(YES_NO):
        return f"is {_the(form.noun)} {' or '.join(form.options)}"
    return f"where is {_the(form.noun)}"


def _distance(form: Form) -> str:
    if form.attribute == "within reach":
        return f"is {_the(form.noun)} within your reach"
    if form.attribute == ROOM_TO_MOVE:
        return f"is there room for a step before {_the(form.noun)}"
    return f"how far is {_the(form.noun)}" + (f" from {_the(form.other)}" if form.other else "")


def _same(form: Form) -> str:
    what = f"of the same {form.attribute}" if form.attribute else "the same"
    return f"are {_the(form.noun)} and {_the(form.other)} {what}"


def _which(form: Form) -> str:
    if set(form.options) == set(YES_NO):
        return f"is {_the(form.noun)} {form.attribute} than {_the(form.other)}"
    return f"which is {form.attribute}, {_the(form.noun)} or {_the(form.other)}"


def _attribute(form: Form) -> str:
    """Color, shape, material, size, state."""
    if set(form.options) == set(YES_NO) and form.attribute:
        return f"is {_the(form.noun)} {form.attribute}"
    if form.options and set(form.options) != set(YES_NO):
        return f"is {_the(form.noun)} {' or '.join(form.options)}"
    if form.ask == "size":
        return f"how {form.attribute or 'big'} is {_the(form.noun)}"
    if form.ask == "material":
        return f"what is {_the(form.noun)} made of"
    return f"what {form.attribute if form.ask == 'state' and form.attribute else form.ask} is {_the(form.noun)}"


_SPOKEN: dict[str, Callable[[Form], str]] = {
    "count": _count,
    "exists": _exists,
    "name": _name,
    "list": _list,
    "direction": _direction,
    "distance": _distance,
    "same": _same,
    "which": _which,
    "path": lambda form: f"which way is it to {_the(form.noun)}",
    "difference": lambda form: (
        f"what is the difference between the numbers of {_thing(form.noun, many=True)}{_where(form.noun)}"
        + (f" and {_thing(form.other, many=True)}{_where(form.other)}" if form.other else "")
    ),
    "common": lambda form: f"what do {_the(form.noun)} and {_the(form.other)} have in common",
    "commonest": lambda form: f"which kind of {_thing(form.noun)} is the most frequent{_where(form.noun)}",
    "position": lambda form: f"where in the map is {_the(form.noun)}",
    "common_sense": lambda form: "something that is not in my map",
}


def spoken_room(asked: RoomQuestion) -> str:
    """The question about rooms or walking that a reading answers, with its question mark."""
    room, room2 = (f"the {name}" if name else "" for name in (asked.room or asked.missing, asked.room2))
    thing, thing2 = (f"{_thing(noun)}{_where(noun)}" if noun is not None else "" for noun in (asked.noun, asked.noun2))
    things = f"{_thing(asked.noun, many=True)}{_where(asked.noun)}" if asked.noun is not None else ""
    to = room or (f"the {thing}" if thing else "it")
    start = f" from {room2 or 'the ' + thing2}" if room2 or thing2 else ""
    told = {
        "current": "which room are you in",
        "is current": f"are you in {room}",
        "count": "how many rooms are there",
        "all": "which rooms are there",
        "exists": f"is there {article(room.removeprefix('the '))}" if room else "is there such a room",
        "accessible": f"which rooms can you walk into from {room}",
        "is accessible": f"does an open door lead from {room2} into {room}",
        "door": f"is the door of {room}{' and ' + room2 if room2 else ''} {asked.word}",
        "size": f"what is the {asked.word} of {room}",
        "largest": f"which room is the {asked.word or 'largest'}",
        "larger": f"which is {asked.word or 'larger'}, {room} or {room2}",
        "is larger": f"is {room} {asked.word} than {room2}",
        "doors": f"how many doors are on the way to {room}",
        "next room": f"which room comes first on the way to {room}",
        "walk": f"how far is the walk to {to}{start}",
        "way": f"which way is it to {to}{start}",
        "reach": f"is there a way to {to}{start}",
        "shorter walk": f"which is the shorter walk, to the {thing} or to the {thing2}",
        "every room": f"is there {article(thing)} in every room",
        "both rooms": f"is there {article(thing)} in both {room} and {room2}",
        "rooms without": f"which rooms have no {thing}",
        "rooms with": f"which rooms have {article(thing)}",
        "rooms for": f"in which rooms is there {article(thing)}",
        "room with most": f"which room has the {asked.word or 'most'} {things}",
        "same room": f"are the {thing} and the {thing2} in the same room",
        "room of": f"which room is the {thing} in",
    }
    known = listed([name for name in (room, room2, thing, thing2) if name])
    return told.get(asked.ask, f"a question about {known or 'rooms'}") + "?"
