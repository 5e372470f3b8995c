"""Conversations of two to four turns over a home, with the truth of each turn.

A later turn leaves out what an earlier one has said: "and the other one?", "how tall is it?", "and in the kitchen?".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from situated_qa.errors import SceneError
from situated_qa.sim.questions.around_me import side_answers
from situated_qa.sim.questions.choose import SPLIT_NAMES, HasGraph, names_held_out, views_of
from situated_qa.sim.questions.composed.choices import option_slots, some_of
from situated_qa.sim.questions.composed.places import others, side_from, there
from situated_qa.sim.questions.composed.referring import ids_in, referred
from situated_qa.sim.questions.composed.relations import all_that
from situated_qa.sim.questions.composed.superlatives import clearly_first, clearly_most, groups_in
from situated_qa.sim.questions.naming import clear_category, number_answers, plural
from situated_qa.sim.questions.poses import SEATS
from situated_qa.sim.questions.question import Skip
from situated_qa.sim.questions.turns import TURNS, Turn
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.wording import filled, pick
from situated_qa.sim.questions.world import Thing

_OPENINGS = 4  # conversations of one kind from one pose


@dataclass(frozen=True, slots=True, eq=False)
class Conversation:
    """Questions that one asker asks one after another, without moving."""

    id: str
    kind: str
    situation: str
    position: np.ndarray  # (3,) of the asker on the floor, map frame, m
    heading_rad: float
    turns: tuple[Turn, ...] = field(default=())

    def to_dict(self, expression: Callable[[Turn], str]) -> dict[str, Any]:
        """As it stands in conversations.json; `expression` gives each turn's right expression."""
        return {
            "id": self.id,
            "kind": self.kind,
            "situation": self.situation,
            "viewpoint": {"position": [float(v) for v in self.position], "heading_rad": float(self.heading_rad)},
            "turns": [
                {
                    "kind": turn.kind,
                    "form": TURNS[turn.kind][0],
                    "question": turn.question,
                    "answers": list(turn.answers),
                    "tolerance": turn.tolerance,
                    "object_ids": list(turn.ids),
                    "oracle_expression": expression(turn),
                }
                for turn in self.turns
            ],
        }


def _about_it(view: View) -> Iterator[list[Turn]]:
    for thing, slot in [*view.named, *((i.thing, i.slot) for i in referred(view) if i.depth == 1)]:
        side = view.one_of_two(thing, ("left", "right"))
        edge, middle = view.distances(thing)
        if side is None or thing.room != view.room or ids_in(slot) & view.pose.anchors:
            continue
        turns = [Turn("side", {"x": slot}, side_answers(side), (thing.id,))]
        if thing.color and "color" not in slot:
            turns.append(Turn("its color", {}, (thing.color,), (thing.id,)))
        if thing.bottom < 1.0 and middle - edge < 0.6 and edge > 0.8:
            turns.append(Turn("its distance", {}, (f"{edge:.1f} m",), (thing.id,), 0.3))
        turns.append(_its_height(thing))
        yield turns[:4]


def _its_height(thing: Thing) -> Turn:
    return Turn("its height", {}, (f"{100 * thing.extents[2]:.0f} cm",), (thing.id,), 0.05)


def _about_rooms(view: View) -> Iterator[list[Turn]]:
    for category in sorted({t.category for t in view.things}):
        rooms = [room for room in view.world.rooms if clear_category(view.world, category, room)]
        if len(rooms) < 2 or not any(view.world.of(category, room) for room in rooms):
            continue
        turns = []
        for kind, k in zip(("count in a room", "in another room", "in another room"), view.rng.permutation(len(rooms)),
                           strict=False):  # fmt: skip
            room = rooms[int(k)]
            slots = {"category": category, "plural": plural(category), "room": room}
            here = view.world.of(category, room)
            turns.append(Turn(kind, slots, number_answers(len(here)), tuple(t.id for t in here)))
        yield turns


def _about_them(view: View) -> Iterator[list[Turn]]:
    for group in groups_in(view, list(view.world.rooms)):
        if isinstance(group, Skip) or not all(t.color for t in group[2]):
            continue
        category, room, things = group
        color = things[int(view.rng.integers(len(things)))].color
        slots = {"category": category, "plural": plural(category), "room": room}
        some = tuple(t.id for t in things if t.color == color)
        yield [
            Turn("count in a room", slots, number_answers(len(things)), tuple(t.id for t in things)),
            Turn("of a color", {**slots, "color": color}, number_answers(len(some)), some),
        ]


def _about_the_other(view: View) -> Iterator[list[Turn]]:
    for item in referred(view):
        thing = item.thing
        pair = view.world.of(thing.category, thing.room)
        if item.depth > 1 or len(pair) != 2 or not clear_category(view.world, thing.category, thing.room):
            continue
        (other,) = (t for t in pair if t.id != thing.id)
        if thing.color and other.color and other.id not in ids_in(item.slot):
            slots = {"category": thing.category, "room": thing.room}
            yield [
                Turn("color of one", {"x": item.slot}, (thing.color,), (thing.id,)),
                Turn("color of the other", slots, (other.color,), (other.id,)),
                _its_height(other),
            ]


def _about_the_same_options(view: View) -> Iterator[list[Turn]]:
    for _ in range(12):
        options = some_of(view, [(t, s) for t, s in view.named if t.bottom < 1.2], 3)
        if options is None:
            return
        things = [thing for thing, _ in options]
        best = {
            "which is closest": clearly_first(view.distances, things, 0.4),
            "and farthest": clearly_first(lambda t: tuple(-v for v in view.distances(t)), things, 0.4),
            "and tallest": clearly_most("tallest", things),
        }
        turns = [
            Turn(kind, option_slots(options), (thing.category,), (thing.id,))
            for kind, thing in best.items()
            if thing is not None
        ]
        if len(turns) > 1 and turns[0].kind == "which is closest":
            yield turns


def _about_what_is_on(view: View) -> Iterator[list[Turn]]:
    for thing, slot in view.named_everywhere:
        found = all_that(view, "on", thing)
        if found and len(found) == 1 and found[0].color and view.may_ask(found[0].category):
            (top,) = found
            yield [
                Turn("what is on it", {"x": slot}, (top.category,), (top.id,)),
                Turn("its color", {}, (top.color,), (top.id,)),
                _its_height(top),
            ]


def _about_a_seat(view: View) -> Iterator[list[Turn]]:
    for seat, slot in view.named_everywhere:
        if seat.category not in SEATS or seat.front is None or seat.id in view.pose.anchors:
            continue
        place = there(view, seat.center, float(np.arctan2(seat.front[1], seat.front[0])), seat.room, seat.id)
        turns: list[Turn] = []
        for thing, name in others(view, seat.room, seat):
            side = side_from(place, thing, ("left", "right"))
            if side is not None and len(turns) < 3:
                kind = "from there, too" if turns else "from a seat"
                turns.append(Turn(kind, {"seat": slot, "x": name}, side_answers(side), (thing.id,)))
        if len(turns) > 1:
            yield turns


KINDS_OF_CONVERSATION: dict[str, Callable[[View], Iterator[list[Turn]]]] = {
    "it": _about_it,
    "what about": _about_rooms,
    "of them": _about_them,
    "the other one": _about_the_other,
    "and the farthest": _about_the_same_options,
    "what is on it": _about_what_is_on,
    "from there": _about_a_seat,
}


def conversations_for(home: HasGraph, *, seed: int, count: int, split: str = "train") -> list[Conversation]:
    """Conversations over a home, kinds in turn; fewer than `count` where the home does not give as many.

    Raises:
        SceneError: the split is unknown, or the home has no floor plan or nowhere to stand.
    """
    if split not in SPLIT_NAMES:
        raise SceneError(f"split must be one of {', '.join(SPLIT_NAMES)}, got {split!r}")
    rng = np.random.default_rng((seed, count, SPLIT_NAMES.index(split), 1))
    views = views_of(home, rng, split)
    pools = {
        kind: _of_kind(make, views, np.random.default_rng((seed, number)), split)
        for number, (kind, make) in enumerate(KINDS_OF_CONVERSATION.items())
    }
    chosen: list[Conversation] = []
    while len(chosen) < count and any(pools.values()):
        for kind, pool in pools.items():
            if pool and len(chosen) < count:
                view, turns = pool.pop()
                chosen.append(_worded(f"h{home.seed}-c{len(chosen) + 1}", kind, view, turns, split, rng))
    return chosen


def _of_kind(
    make: Callable[[View], Iterator[list[Turn]]], views: list[View], rng: np.random.Generator, split: str
) -> list[tuple[View, list[Turn]]]:
    found = []
    for view in views:
        made = [turns for turns in make(view) if split != "train" or not any(map(_held_out, turns))]
        found += [(view, made[int(k)]) for k in rng.permutation(len(made))[:_OPENINGS]]
    seen: set[str] = set()
    kept = []
    for k in rng.permutation(len(found)):
        view, turns = found[int(k)]
        key = str([(turn.kind, turn.ids) for turn in turns])
        if key not in seen:
            seen.add(key)
            kept.append((view, turns))
    return kept


def _held_out(turn: Turn) -> bool:
    words = [value["text"] if isinstance(value, Mapping) else str(value) for value in turn.slots.values()]
    return any(map(names_held_out, (*turn.answers, *words)))


def _worded(id: str, kind: str, view: View, turns: list[Turn], split: str, rng: np.random.Generator) -> Conversation:
    worded = tuple(
        Turn(t.kind, t.slots, t.answers, t.ids, t.tolerance, filled(pick(TURNS[t.kind][1], split, rng), t.slots))
        for t in turns
    )
    pose = view.pose
    return Conversation(id, kind, pick(pose.situations, split, rng), pose.position, pose.heading_rad, worded)
