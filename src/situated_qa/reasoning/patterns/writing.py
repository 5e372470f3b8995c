"""The patterns with the expressions that they ask for; functions for those that a text does not say."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from typing import Any

from situated_qa.reasoning.patterns.nouns import Noun, UnclearError
from situated_qa.reasoning.patterns.words import lexicon

Found = dict[str, Any]
_NO_UNITS = tuple(f'inside(the("{name}"' for name in ("step", "pace", "mile", "minute", "second", "hour"))
_MANY = ("on", "inside", "in_room", "reach", "visible", "opposite")
_SIDES = frozenset(("left", "right", "front", "behind"))


@functools.cache
def patterns() -> tuple[tuple[str, str], ...]:
    """The patterns of `data/patterns.txt`, in order, each with what it asks for."""
    text = resources.files(__package__).joinpath("data/patterns.txt").read_text(encoding="utf-8")
    lists: dict[str, str] = {}
    rows, asked = [], ""
    for line in filter(None, (line.partition("# ")[0].rstrip() for line in text.splitlines())):
        if line.startswith("$"):
            name, _, words = line.partition(" = ")
            lists[name] = words
        elif line.startswith(" "):
            rows.append((re.sub(r"\$[A-Z_]+", lambda match: lists[match.group()], line.strip()), asked))
        else:
            asked = line
    return tuple(rows)


def write(asked: str, found: Found) -> str:
    """The expression for what the slots of a pattern hold.

    Raises:
        UnclearError: the words may mean something else.
    """
    slots = dict(found)
    if "x" in slots or "p" in slots:
        slots["x"] = slots.get("x", Noun("thing")).at(*slots.get("p", ()))
    if "xs" in slots:
        slots |= {"a": slots["xs"][0], "b": slots["xs"][1]}
    slots["unit"] = f', "{slots["u"]}"' if slots.get("u", "m") != "m" else ""
    slots.setdefault("y", "me")
    if any(isinstance(slot, Noun) and _is_unclear(slot) for slot in slots.values()):
        raise UnclearError
    return _WRITERS[asked](slots) if asked in _WRITERS else asked.format(**slots)


def _is_unclear(noun: Noun) -> bool:
    """Whether a noun is of a kind of whose places people say other things than they mean: "how far is it in steps?"."""
    unclear = ('inside(the("bed"', 'inside(the("couch"', 'behind(the("wall"', 'behind(every("wall"', *_NO_UNITS)
    return any(place.condition.startswith(unclear) for place in noun.places)


def _name(s: Found) -> str:
    """What is at a place; what is on or in something is many things, else the one that fits best."""
    noun: Noun = s["x"]
    places = [place for place in noun.places if place.condition or place.room]
    many = any(place.room or place.function in _MANY for place in places)
    every = noun.plural or (noun.attributes or many) and not any(place.order or place.close for place in places)
    return f"name({noun.every if every else noun})"


def _name_best(s: Found) -> str:
    """What the closest thing is: of things of any kind alone, as who names a kind asks for more than its name."""
    noun: Noun = s["x"]
    of_any_kind = noun.kind == "thing" or noun.kind in lexicon()["furniture_words"]
    if not of_any_kind or noun.plural or "most(me)" in noun.order or "said" not in s:
        raise UnclearError
    if not noun.order and (noun.determiner != "the" or not noun.places):  # "the object on my left" tells which
        raise UnclearError
    return f"name({noun})"


def _shown(s: Found) -> str:
    """A thing that is named without a question; all of several."""
    noun: Noun = s["x"]
    several = noun.plural and not noun.order and not any(place.order for place in noun.places)
    if several and noun.kind == "thing":
        return f"name({noun.every})"
    return noun.every if several else str(noun)


def _side(s: Found) -> str:
    options, of = s["s"]
    if any(place.of_me and place.function in _SIDES for place in s["x"].places) and len(options) > 2:
        raise UnclearError  # "is the bed on my left on my right or behind me?"
    if of not in ("", "me") and not _SIDES.issuperset(options):
        raise UnclearError
    if len(options) == 2 and not {"left", "right"} <= set(options) and not {"left", "right"}.isdisjoint(options):
        raise UnclearError  # of "left or behind" a word is missing
    return f"side({s['x']}, {of or 'me'}, {json.dumps(options)})"


def _holds(s: Found) -> str:
    """Whether a thing is at a place. Which of several places are the thing's own, the words do not tell."""
    noun: Noun = s["x"]
    own = noun.places[: len(noun.places) - len(s["p"])]
    place = s["p"][0]
    of_rooms = all(other.room or other.condition == "in_room(here())" for other in own)
    if own and not (of_rooms and place.of_me):  # "of the kitchen" is the noun's own
        raise UnclearError
    if len(s["p"]) > 1 or place.close or noun.kind == "thing" or not (place.condition or place.room):
        raise UnclearError
    alone = replace(noun, places=own)
    return f"holds({alone.every if noun.plural else alone}, {place.written})"


def _looks(s: Found) -> str:
    name, value = s["v"]
    _no_door_of_a_room(s["x"])
    return f'looks({s["x"].plain}, "{name}", "{value}")'


def _options(s: Found) -> str:
    name, values = s["o"]
    _no_door_of_a_room(s["x"])
    if name == "size":
        raise UnclearError
    return f"{name}({s['x'].plain}, {json.dumps(values)})"


def _no_door_of_a_room(noun: Noun) -> None:
    if noun.kind.endswith("room door") or (noun.kind == "door" and any(place.room for place in noun.places)):
        raise UnclearError  # that which leads into it, or a cabinet's


def _which(s: Found) -> str:
    return f"which({_order(s)}, {', '.join(map(str, s['xs']))})"


def _order(s: Found) -> str:
    if s["g"] in ("closest", "farthest"):
        return f"{s['g']}({s.get('z') or 'me'})"
    if s.get("z"):
        raise UnclearError
    return str(s["g"])


_WRITERS: dict[str, Callable[[Found], str]] = {
    "@name": _name, "@name_best": _name_best, "@shown": _shown, "@side": _side, "@holds": _holds, "@looks": _looks,
    "@options": _options, "@which": _which,
}  # fmt: skip
