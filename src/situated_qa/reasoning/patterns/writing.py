"""The patterns with the expressions that they ask for; functions for those that a text does not say."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from typing import Any

from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.words import lexicon

Found = dict[str, Any]
_NO_UNITS = tuple(f'inside(the("{name}"' for name in ("step", "pace", "mile", "minute", "second", "hour"))
_MANY = ("on", "inside", "in_room", "reach", "visible", "opposite", "such", "at_part")
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
    if ("x" in slots or "p" in slots) and asked != "@where_not":
        room = [slots["r"]] if "r" in slots else []
        slots["x"] = slots.get("x", Noun("thing")).at(*slots.get("p", ()), *room)
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
    if noun.kind == "thing":  # of no kind in particular: what is next there, and what hangs on a wall
        noun = replace(noun, places=_next_to_me(noun.places))
        on_it = (f'on(the("wall", {place.condition}))' if "_wall(" in place.condition[:15] else place.condition
                 for place in noun.places)  # fmt: skip
        noun = replace(noun, places=tuple(map(lambda place, text: replace(place, condition=text), noun.places, on_it)))
    places = [place for place in noun.places if place.condition or place.room]
    if all(place.outer and place.function in ("but", "no") for place in places):
        raise UnclearError
    many = any(place.room or place.function in _MANY for place in places)
    every = noun.plural or (noun.attributes or many) and not any(place.order or place.close for place in places)
    with_it = [found[1] for place in places if (found := re.fullmatch(r"in_room\(room_of\((.*)\)\)", place.condition))]
    noun = noun.at(*(Place(f"but({of})") for of in with_it))  # "what is in the same room as the bed?"
    return f"name({noun.every if every else noun})"


def _next_to_me(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """ "Next to me on my left" is directly on my left."""
    sides = [place for place in places if place.of_me and place.function in _SIDES]
    near = [place for place in places if place.condition == "near(me)"]
    return (sides[0].closely,) if len(sides) == len(near) == 1 and len(places) == 2 else places


def _covered(s: Found) -> str:
    """Whether such things are on a thing: no state of the window that a curtain covers."""
    on_it = Place(f"on({s['x'].plain})")
    return f"exists({s['s'].at(on_it).every})"


def _else(s: Found) -> str:
    """What else is in the room with a thing: elsewhere, it may be else than what was spoken of."""
    if not any(place.condition.startswith("in_room(room_of(") for place in s["p"]):
        raise UnclearError
    return _name(s)


def _name_best(s: Found) -> str:
    """What the closest thing is: of things of any kind alone, as who names a kind asks for more than its name."""
    noun: Noun = s["x"]
    if noun.kind.startswith("something ") and not noun.plural:
        return f"name({noun})"
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


def _which_of(s: Found) -> str:
    """Which of several is at a place."""
    return f"name({replace(s['x'], plural=False)})"


def _by_grade(s: Found) -> str:
    """Which thing is the largest: of things of any kind its name."""
    if s["x"].order:
        raise UnclearError
    noun = replace(s["x"], order=_order(s))
    return f"name({noun})" if noun.kind == "thing" else str(noun)


def _of_them(s: Found) -> str:
    """Which of those that the last answer was about comes first."""
    return f'the("thing", among(them), {_order(s)})'


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
    if place.condition.startswith("in_room(room_of(") or place.function in ("but", "no"):
        raise UnclearError  # two things in the same room; "besides the bed"
    alone = replace(noun, places=own)
    return f"holds({alone.every if noun.plural else alone}, {place.written})"


def _looks(s: Found) -> str:
    name, value = s["v"]
    _no_door_of_a_room(s["x"], name)
    return f'looks({s["x"].plain}, "{name}", "{value}")'


def _none(s: Found) -> str:
    """Whether none of several looks so."""
    return f"count({_with_look(s['x'], s['v']).every}) == 0"


def _any(s: Found) -> str:
    """Whether one of those that the last answer was about looks so."""
    name, value = s["v"]
    return f'exists(every("thing", among(them), {name}="{value}"))'


def _where_so(s: Found) -> str:
    """Where those are that look so: of things of any kind their names."""
    return f"{'name' if s['x'].kind == 'thing' else 'where'}({_with_look(s['x'], s['v']).every})"


def _where_not(s: Found) -> str:
    """Where those are that are not at a place."""
    place = s["p"][0]
    if len(s["p"]) > 1 or place.close or not (place.condition or place.room):
        raise UnclearError
    return f"where({s['said']['x'].at(place.denied).every})"


def _which_not(s: Found) -> str:
    """Which do not look so, or are not there: of things of any kind their names."""
    noun: Noun = s["x"]
    return f"{'name' if noun.kind == 'thing' else 'where'}({noun.every})"


def _unlike(s: Found) -> str:
    """How many do not look so."""
    name, value = s["v"]
    place = Place(f'no(having("{name}", "{value}"))')
    return f"count({s['x'].at(place).many})"


def _with_look(noun: Noun, value: tuple[str, str]) -> Noun:
    if not noun.plural:
        raise UnclearError
    return noun.looking(value)


def _options(s: Found) -> str:
    name, values = s["o"]
    _no_door_of_a_room(s["x"], name)
    if name == "size":
        raise UnclearError
    return f"{name}({s['x'].plain}, {json.dumps(values)})"


def _no_door_of_a_room(noun: Noun, look: str) -> None:
    if look == "state" and any(place.condition.startswith('leading_to("') for place in noun.places):
        raise UnclearError  # the map tells whether it is open
    if noun.kind.endswith("room door") or (noun.kind == "door" and any(place.room for place in noun.places)):
        raise UnclearError  # that which leads into it, or a cabinet's


def _compared(s: Found) -> str:
    """Whether a length or a distance is more than some number."""
    number, sign = s["n"]
    unit = f', "{sign}"' if sign != "m" else ""
    what, more = s["d"] if isinstance(s.get("d"), tuple) else (s.get("d", ""), s.get("m", ""))
    value = f'measure({s["x"]}, "{what}"{unit})' if what else f"distance({s['x']}, {s['y']}{unit})"
    return f"{value} {more} {number}"


def _distance(s: Found) -> str:
    """How far two things are apart; of "the bed to the nearest window" that is meant which is nearest to the bed."""
    if "closest(me)" in s["y"] or "farthest(me)" in s["y"]:
        raise UnclearError
    return f"distance({s['x']}, {s['y']}{s['unit']})"


def _which(s: Found) -> str:
    nouns = [noun.at(*s.get("p", ())) for noun in s.get("xs") or [s["a"], s["b"]]]
    return f"which({_order(s)}, {', '.join(map(str, nouns))})"


def _first(s: Found) -> str:
    return f"first(which({_order(s)}, {s['a']}, {s['b']}), {s['a']})"


def _order(s: Found) -> str:
    if s["g"] in ("closest", "farthest"):
        return f"{s['g']}({s.get('z') or 'me'})"
    if s.get("z"):
        raise UnclearError
    return str(s["g"])


def _count_each(s: Found) -> str:
    of, place = s["e"]
    return f"each({of}, count({s['x'].at(place).every}))"


def _name_each(s: Found) -> str:
    of, place = s["e"]
    return f"each({of}, name({Noun('thing').at(place).every}))"


_WRITERS: dict[str, Callable[[Found], str]] = {
    "@name": _name, "@name_best": _name_best, "@by_grade": _by_grade, "@shown": _shown,
    "@which_of": _which_of, "@of_them": _of_them, "@none": _none,
    "@unlike": _unlike, "@any": _any, "@where_not": _where_not, "@where_so": _where_so, "@compared": _compared,
    "@distance": _distance, "@side": _side, "@holds": _holds, "@looks": _looks, "@options": _options, "@which": _which,
    "@first": _first, "@which_not": _which_not, "@covered": _covered,
    "@else": _else, "@count_each": _count_each, "@name_each": _name_each,
}  # fmt: skip
