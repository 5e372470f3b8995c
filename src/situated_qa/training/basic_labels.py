"""The expression of each question of the basic set, from the question's own slots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.sim.oracle.expressions import the
from situated_qa.sim.oracle.phrases import Slots, quoted
from situated_qa.sim.questions.question import HomeQuestion

Label = Callable[[Slots], str]

_HERE = "in_room(here())"
_SEATS = ("office chair", "armchair", "stool", "chair")


def _every(s: Slots, *conditions: str, category: str = "category", room: str = "") -> str:
    parts = [quoted(s[category]), *conditions]
    parts += [f"color={quoted(s['color'])}"] if "color" in s else []
    parts += [f"room={quoted(s[room])}"] if room else []
    return f"every({', '.join(parts)})"


def _side(view: str, options: str) -> Label:
    listed = quoted(options.split())
    return lambda s: f"side({the(s['x'])}, {view.format(**s)}, {listed})"


def _turned(s: Slots) -> str:
    return f'side({the(s["x"])}, turned(me, {quoted(s["turn"])}), ["front", "behind"])'


def _which(order: str, *letters: str) -> Label:
    return lambda s: (
        f"which({order.format(c=the(s['c']) if 'c' in s else '')}, {', '.join(the(s[k]) for k in letters)})"
    )


def _common(s: Slots) -> str:
    but = 'but(either(every("door"), every("window")))'
    return f'common(every("thing", {but}, room={quoted(s["a"])}), every("thing", {but}, room={quoted(s["b"])}))'


def _seats(s: Slots) -> str:
    """The seats in the order in which the question names them."""
    text = s["question"].lower()
    found = []
    for name in _SEATS:
        place = re.search(rf"\b{name}", text)
        if place:
            found.append((place.start(), name))
            text = text[: place.start()] + "·" * len(name) + text[place.end() :]
    room = f"room={quoted(s['room'])}"
    return f"count(either({', '.join(f'every({quoted(name)}, {room})' for _, name in sorted(found))}))"


def _one_door(s: Slots) -> str:
    room = f"room({quoted(s['room'])})"
    counted = re.search(r"only one|just one|a single", s["question"])
    return f"doors_to({room}) == 1" if counted else f"leads(here(), {room})"


def _room(key: str) -> Label:
    return lambda s: f"room({quoted(s[key])})"


LABELS: dict[str, Label] = {
    "side count": lambda s: f"count({_every(s, s['side'] + '(me)', _HERE)})",
    "side exists": lambda s: f"exists({_every(s, s['side'] + '(me)', _HERE)})",
    "left or right": _side("me", "left right"),
    "front or behind": _side("me", "front behind"),
    "direction": _side("me", "front left right behind"),
    "clock": lambda s: f"where({the(s['x'])})",
    "closer to me": _which("closest(me)", "a", "b"),
    "color of the nearest": lambda s: f"color(the({quoted(s['category'])}, closest(me)))",
    "color on a side": lambda s: f"color(the({quoted(s['category'])}, {s['side']}(me), {_HERE}))",
    "nearest on a side": lambda s: f'name(the("thing", closest(me), {s["side"]}(me), {_HERE}))',
    "within reach": lambda s: f"holds({the(s['x'])}, reach(me))",
    "turn to face": _side("me", "left right back"),
    "after turning around": _side('turned(me, "around")', "left right"),
    "after a quarter turn": _turned,
    "left or right of": lambda s: f'side({the(s["a"])}, {the(s["b"])}, ["left", "right"], me)',
    "distance from me": lambda s: f"distance({the(s['x'])}, me)",
    "room of": lambda s: f"room_of({the(s['x'])})",
    "rooms with": lambda s: f"rooms_with({_every(s)})",
    "rooms without": lambda s: f"rooms_without({_every(s)})",
    "exists in room": lambda s: f"exists({_every(s, room='room')})",
    "exists": lambda s: f"exists({_every(s)})",
    "position": lambda s: f"position({the(s['x'])})",
    "on top": lambda s: f'name(every("thing", on({the(s["x"])})))',
    "standing on": lambda s: f'name(the("thing", carrying({the(s["x"])})))',
    "closer to a thing": _which("closest({c})", "a", "b"),
    "color of the closest to": lambda s: f"color(the({quoted(s['category'])}, closest({the(s['x'])})))",
    "between": lambda s: f'name(the("thing", between({the(s["a"])}, {the(s["b"])})))',
    "same room": lambda s: f"in_same_room({the(s['a'])}, {the(s['b'])})",
    "accessible rooms": lambda s: f"next_to_room({quoted(s['room'])})",
    "room for": lambda s: f"rooms_with(every({quoted('something to ' + s['deed'])}))",
    "thing for": lambda s: f"name(the({quoted('something to ' + s['deed'])}, {_HERE}))",
    "nearest seat": lambda s: f'name(the("something to sit on", closest(me), {_HERE}))',
    "seats for guests": _seats,
    "can I see": lambda s: f"holds({the(s['x'])}, visible(me))",
    "seen from a seat": lambda s: f"holds({the(s['x'])}, visible(at({the(s['seat'])}, facing={the(s['target'])})))",
    "color": lambda s: f"color({the(s['x'])})",
    "material": lambda s: f"material({the(s['x'])})",
    "shape": lambda s: f'shape({the(s["x"])}, ["round", "rectangular"])',
    "door state": lambda s: f"door_state({_room('a')(s)}, {_room('b')(s)})",
    "same color": lambda s: f'same("color", {the(s["a"])}, {the(s["b"])})',
    "all of one color": lambda s: f'alike("color", {_every(s)})',
    "as many": lambda s: f"count({_every(s, room='a')}) == count({_every(s, room='b')})",
    "both rooms have": lambda s: f"both(exists({_every(s, room='a')}), exists({_every(s, room='b')}))",
    "every room has": lambda s: f"in_every_room({_every(s)})",
    "in common": _common,
    "things of a color": lambda s: f'name(every("thing", color={quoted(s["color"])}, room={quoted(s["room"])}))',
    "count in room": lambda s: f"count({_every(s, room='room')})",
    "count": lambda s: f"count({_every(s)})",
    "count of a color": lambda s: f"count({_every(s)})",
    "difference": lambda s: (
        f"count({_every(s, category='a', room='room')}) - count({_every(s, category='b', room='room')})"
    ),
    "sum": lambda s: f"count(either({_every(s, category='a', room='room')}, {_every(s, category='b', room='room')}))",
    "largest room": lambda s: f"pick_room({quoted(s['word'])})",
    "larger room": lambda s: f'pick_room("largest", {_room("a")(s)}, {_room("b")(s)})',
    "room with most": lambda s: f'room_with("most", {_every(s)})',
    "dimension": lambda s: f"measure({the(s['x'])}, {quoted(s['attribute'])})",
    "room area": lambda s: f'measure({_room("room")(s)}, "area")',
    "largest thing": lambda s: f'name(the("thing", most("large"), room={quoted(s["room"])}))',
    "taller": _which('most("tall")', "a", "b"),
    "straight distance": lambda s: f'distance({the(s["a"])}, {the(s["b"])}, how="center")',
    "walk to": lambda s: f'distance(me, {the(s["x"])}, how="walk")',
    "walk between": lambda s: f'distance({the(s["a"])}, {the(s["b"])}, how="walk")',
    "shorter walk": lambda s: f"shorter_walk({the(s['a'])}, {the(s['b'])})",
    "doors on the way": lambda s: f"doors_to({_room('room')(s)})",
    "next room": lambda s: f"next_room({_room('room')(s)})",
    "one door away": _one_door,
}
"""By kind of question."""


def label_of(question: HomeQuestion, text: str = "") -> str:
    """The expression that answers a question of the basic set.

    Args:
        question: with its slots.
        text: how it is worded; the question's own text where empty.

    Raises:
        TrainingError: there is none for its kind.
    """
    if question.kind not in LABELS:
        raise TrainingError(f"no label for questions of the kind {question.kind!r}")
    slots: dict[str, Any] = {**question.slots, "question": text or question.question}
    return LABELS[question.kind](slots)
