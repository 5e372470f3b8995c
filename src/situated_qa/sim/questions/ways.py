"""Questions about walking: how far, which is nearer on foot, through which doors and rooms."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import MARGIN, some_pairs
from situated_qa.sim.questions.naming import number_answers
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.walking import length_m
from situated_qa.sim.questions.world import Thing, World

_RIGHT_AT_IT_M = 0.08  # beyond the nearest cell: also right at it
_ARM_M = 0.3  # somebody may stop this much earlier
_WALK_MARGIN_M = 1.0
_TOLERANCE_M = 0.5
UNCLEAR = Skip("depends on where exactly one stops")
NO_WAY = Skip("no way leads there")
DOOR_AJAR = Skip("a closed door might be opened")


def _beside(world: World, thing: Thing, more_m: float) -> np.ndarray:
    """Numbers of the cells right at a thing, in its room, on whichever side one can stand."""
    away = np.where(world.cell_rooms == thing.room, thing.reach(world.walking.centers), np.inf)
    nearest = float(away.min(initial=np.inf))
    return np.flatnonzero(away <= nearest + more_m) if nearest < 0.8 else np.zeros(0, dtype=int)


def _shortest(world: World, lengths: np.ndarray, start: int, goals: np.ndarray) -> float:
    """m to the nearest of the goals, by the straightened way."""
    if not len(goals) or not np.isfinite(lengths[goals]).any():
        return np.inf
    best = int(goals[np.argmin(lengths[goals])])
    way = world.walking.way(start, best)
    return np.inf if way is None else min(length_m(way), float(lengths[best]))


def walk_to(world: World, start: int, lengths: np.ndarray, thing: Thing) -> float | Skip:
    """m on foot from a cell to a thing; a skip where it depends on where one stops or on
    a closed door, or where no way leads."""
    close = _shortest(world, lengths, start, _beside(world, thing, _RIGHT_AT_IT_M))
    early = _shortest(world, lengths, start, _beside(world, thing, _ARM_M))
    if not np.isfinite(close):
        return NO_WAY
    if world.closed_shortcut(str(world.cell_rooms[start]), thing.room):
        return DOOR_AJAR
    return close if close - early <= 0.35 else UNCLEAR


def _start(view: View) -> tuple[int, np.ndarray] | None:
    """The asker's cell and the lengths from there; None for somebody who sits away from any free cell."""
    walking = view.world.walking
    if not len(walking.cells):
        return None
    cell, away = walking.near(view.pose.position)
    if away > 0.15:
        return None  # from a seat it depends on which way one gets up
    return cell, walking.lengths(cell)


@kind(
    "walk to", "number", ("navigation", "measurement"),
    ("How many meters do I have to walk from here to get to {x}?",
     "What is the length of the shortest way on foot from here to {x}, in meters?",
     "Going around everything in the way, how far is my walk to {x}, in meters?"),
)  # fmt: skip
def walk_from_here(view: View) -> Iterator[Draft | Skip]:
    start = _start(view)
    if start is None:
        return
    for k in view.rng.permutation(len(view.named_everywhere))[:6]:
        thing, slot = view.named_everywhere[int(k)]
        if thing.id in view.pose.anchors or thing.bottom > 1.5:
            continue
        far = walk_to(view.world, *start, thing)
        if isinstance(far, Skip):
            yield far
        elif far > 1.5:
            yield Draft({"x": slot}, (f"{far:.1f} m",), (thing.id,), _TOLERANCE_M)


@kind(
    "walk between", "number", ("navigation", "measurement", "multi-hop"),
    ("How many meters would I have to walk from {a} to {b}?",
     "What is the walking distance between {a} and {b}, going around obstacles, in meters?",
     "Along the shortest walkable way, how far is it from {a} to {b}, in meters?"),
)  # fmt: skip
def walk_between(view: View) -> Iterator[Draft | Skip]:
    walking = view.world.walking
    low = [(t, s) for t, s in view.named_everywhere if t.bottom <= 1.5]
    for (one, slot_a), (two, slot_b) in some_pairs(view, low)[:4]:
        starts = _beside(view.world, one, _RIGHT_AT_IT_M)
        if not len(starts) or not len(_beside(view.world, two, _RIGHT_AT_IT_M)):
            yield NO_WAY
            continue
        # The way leaves from the side that makes it shortest: search back from the goal.
        goal = int(_beside(view.world, two, _RIGHT_AT_IT_M)[0])
        back = walking.lengths(goal)
        start = int(starts[np.argmin(back[starts])])
        far = walk_to(view.world, start, walking.lengths(start), two)
        sides = starts[np.isfinite(back[starts])]
        if isinstance(far, Skip):
            yield far
        elif not len(sides):
            yield NO_WAY
        elif far > 1.5:
            early = _beside(view.world, one, _ARM_M)
            if float(back[start] - back[early].min()) > 0.35:
                yield UNCLEAR
            else:
                yield Draft({"a": slot_a, "b": slot_b}, (f"{far:.1f} m",), (one.id, two.id), _TOLERANCE_M)


@kind(
    "shorter walk", "either-or", ("navigation", "calculation"),
    ("Which is the shorter walk from here, to {a} or to {b}?", "To which do I have less far to walk, {a} or {b}?",
     "On foot, which can I get to sooner: {a} or {b}?"),
)  # fmt: skip
def shorter_walk(view: View) -> Iterator[Draft | Skip]:
    start = _start(view)
    if start is None:
        return
    low = [(t, s) for t, s in view.named_everywhere if t.bottom <= 1.5 and t.id not in view.pose.anchors]
    for (one, slot_a), (two, slot_b) in some_pairs(view, low)[:5]:
        far_a, far_b = (walk_to(view.world, *start, thing) for thing in (one, two))
        if isinstance(far_a, Skip) or isinstance(far_b, Skip):
            yield far_a if isinstance(far_a, Skip) else far_b  # type: ignore[misc]
        elif abs(far_a - far_b) < _WALK_MARGIN_M:
            yield MARGIN
        else:
            winner = one if far_a < far_b else two
            yield Draft({"a": slot_a, "b": slot_b}, (winner.category,), (winner.id,))


@kind(
    "doors on the way", "count", ("navigation", "calculation", "multi-hop"),
    ("How many doors at least do I pass on the way from here to the {room}?",
     "To walk from here to the {room}, through how many doors do I have to go at least?",
     "What is the least number of doors that I pass when I go from here to the {room}?"),
)  # fmt: skip
def doors_on_the_way(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        number = view.world.doors_between(view.room, room)
        if number is None:
            yield NO_WAY
        elif view.world.closed_shortcut(view.room, room):
            yield DOOR_AJAR
        elif number > 0:
            yield Draft({"room": room}, number_answers(number))


@kind(
    "next room", "name", ("navigation", "multi-hop", "embodied activity"),
    ("I want to go to the {room}. Which room do I walk into first when I leave this one?",
     "On my way to the {room}, which is the first room that I enter?",
     "I leave this room and go to the {room}. What room do I come into first?"),
)  # fmt: skip
def next_room(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        number = view.world.doors_between(view.room, room)
        if number is None or number < 2:
            continue
        if view.world.closed_shortcut(view.room, room):
            yield DOOR_AJAR
            continue
        steps = {n for n in view.world.neighbours(view.room)}
        first = [n for n in sorted(steps) if view.world.doors_between(n, room) == number - 1]
        yield Draft({"room": room}, (first[0],)) if len(first) == 1 else Skip("two ways lead there")


@kind(
    "one door away", "yes-no", ("navigation", "prediction"),
    ("Can I get to the {room} from here by passing only one door?", "Is the {room} right behind a door of this room?",
     "Does one door suffice to get from this room to the {room}?"),
)  # fmt: skip
def one_door_away(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        number = view.world.doors_between(view.room, room)
        if number is None or number == 0 or any(room in text for text in view.pose.situations):
            continue
        if view.world.closed_shortcut(view.room, room):
            yield DOOR_AJAR
        else:
            yield Draft({"room": room}, ("yes" if number == 1 else "no",))
