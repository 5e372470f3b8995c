"""Questions from somebody else's place: in front of a thing, on a seat, at one thing facing another, in a doorway.

The place is in the question; the asker stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import BORDER, side_answers
from situated_qa.sim.questions.composed.places import at_and_facing, before, doorways, facing, others, side_from, there
from situated_qa.sim.questions.naming import clear_category
from situated_qa.sim.questions.poses import SEATS, poses
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_MOST = 12


def _either(place: View, view: View, sides: tuple[str, ...], slots: dict, *but: Thing) -> Iterator[Draft | Skip]:
    for thing, slot in others(view, place.room, *but)[:_MOST]:
        side = side_from(place, thing, sides)
        yield BORDER if side is None else Draft({**slots, "x": slot}, side_answers(side), (thing.id,))


_LR = ("left", "right")
_ALL = ("front", "left", "right", "behind")


@composed(
    "facing the front",
    "either-or",
    ("relation", "embodied activity"),
    (
        "Facing the front of {d}, is {x} on the left or the right?",
        "If I stand facing the front of {d}, do I have {x} on my left or on my right?",
        "When you face the front of {d}, which side is {x} on, left or right?",
        "Looking at {d} from the front: {x}, left or right?",
        "Suppose I look at {d} from in front of it. Is {x} to my left or to my right?",
        "Somebody who stands before {d} and faces it: has he {x} on his left or his right?",
    ),
    _LR,
)
def facing_the_front(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        place = before(view, thing)
        if place is not None:
            yield from _either(place, view, _LR, {"d": slot}, thing)


@composed(
    "walk there and turn around", "either-or", ("relation", "embodied activity", "prediction"),
    (
        "If I walk up to the front of {d} and turn around, is {x} on my left or on my right?",
        "I go to the front of {d} and turn around. Do I have {x} on my left or my right?",
        "Walk up to {d} from the front, turn around: {x}, left or right?",
        "After going up to the front of {d} and turning around, which side is {x} on, left or right?",
        "Suppose I walked to the front of {d} and then turned around. Would {x} be left or right of me?",
        "Once at the front of {d} and turned around, on which hand would I have {x}, left or right?",
    ),
    _LR,
)  # fmt: skip
def walk_and_turn(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        place = before(view, thing)
        if place is not None:
            turned = there(view, place.pose.position, place.pose.heading_rad + np.pi, place.room)
            yield from _either(turned, view, _LR, {"d": slot}, thing)


@composed(
    "color facing the front",
    "name",
    ("relation", "visual concepts", "multi-hop"),
    (
        "Facing the front of {d}, what color is the {category} on the {side}?",
        "When I face the front of {d}, what's the color of the {category} on my {side}?",
        "If you look at {d} from the front, the {category} on the {side} is what color?",
        "Face {d}. Which color is the {category} to the {side}?",
        "Standing before {d} and facing it, I have a {category} on my {side}. What color is it?",
        "The {category} on the {side} of somebody who faces the front of {d}: its color?",
    ),
)
def color_facing_the_front(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        place = before(view, thing)
        if place is None:
            continue
        for category in sorted({t.category for t in view.things if t.room == thing.room}):
            group = view.world.of(category, thing.room)
            if len(group) < 2 or not clear_category(view.world, category, thing.room) or thing in group:
                continue
            sides = [side_from(place, t, _ALL) for t in group]
            for side in _LR:
                if sides.count(side) == 1 and None not in sides and group[sides.index(side)].color:
                    chosen = group[sides.index(side)]
                    slots = {"d": slot, "category": category, "side": side, "room": thing.room}
                    yield Draft(slots, (chosen.color,), (chosen.id, thing.id))


@composed(
    "sitting there",
    "either-or",
    ("relation", "embodied activity"),
    (
        "If I sat on {seat}, would {x} be on my left or on my right?",
        "Sitting on {seat}, is {x} left or right of me?",
        "Anna is sitting on {seat}. Is {x} on her left or on her right?",
        "From {seat}, is {x} to the left or the right?",
        "Imagine you sit on {seat}: {x}, left or right?",
        "For somebody on {seat}, on which side is {x}, left or right?",
    ),
    _LR,
)
def sitting_there(view: View) -> Iterator[Draft | Skip]:
    for seat, slot in view.named_everywhere:
        if seat.category in SEATS and seat.front is not None and seat.id not in view.pose.anchors:
            place = there(view, seat.center, float(np.arctan2(seat.front[1], seat.front[0])), seat.room, seat.id)
            yield from _either(place, view, _LR, {"seat": slot}, seat)


@composed(
    "standing there facing",
    "name",
    ("relation", "embodied activity"),
    (
        "If I stand at {a} and face {b}, where is {x}: front, left, right or behind?",
        "I walk over to {a} and look at {b}. Is {x} then in front, left, right or behind?",
        "Standing by {a}, facing {b}: {x} is front, left, right or back?",
        "Someone at {a} faces {b}. On which side of them is {x}, front, left, right or behind?",
        "Picture yourself by {a} looking towards {b}. Where's {x}: in front, to the left, to the right or behind?",
        "With {a} next to me and {b} straight ahead, {x} would be in front, left, right or behind?",
    ),
)
def standing_there_facing(view: View) -> Iterator[Draft | Skip]:
    for at, slot_a, target, slot_b, place in at_and_facing(view):
        yield from _either(place, view, _ALL, {"a": slot_a, "b": slot_b}, at, target)


@composed(
    "back to it",
    "either-or",
    ("relation", "embodied activity"),
    (
        "With my back to {b} at {a}, is {x} on my left or right?",
        "If I stand at {a} with {b} behind me, is {x} on my left or on my right?",
        "Standing at {a}, my back turned to {b}: {x}, left or right?",
        "I'm going to stand by {a} and look away from {b}. Will {x} be left or right of me?",
        "Someone by {a} has their back to {b}. Is {x} to their left or their right?",
        "At {a}, facing away from {b}, which side would {x} be on, left or right?",
    ),
    _LR,
)
def back_to_it(view: View) -> Iterator[Draft | Skip]:
    for at, slot_a, target, slot_b, _ in at_and_facing(view):
        place = facing(view, at, target, away=True)
        if place is not None:
            yield from _either(place, view, _LR, {"a": slot_a, "b": slot_b}, at, target)


@composed(
    "entering",
    "either-or",
    ("relation", "navigation", "prediction"),
    (
        "Coming into the {room} from the {origin}, is {x} on my left or on my right?",
        "When I walk from the {origin} into the {room}, do I find {x} on the left or on the right?",
        "From the doorway to the {origin}, looking into the {room}: {x}, left or right?",
        "You enter the {room} from the {origin}. Which side is {x} on, left or right?",
        "If I stepped out of the {origin} into the {room}, would {x} be to my left or my right?",
        "Just inside the {room}, having come from the {origin}: left or right for {x}?",
    ),
    _LR,
)
def entering(view: View) -> Iterator[Draft | Skip]:
    for room, origin, place in doorways(view):
        yield from _either(place, view, _LR, {"room": room, "origin": origin})


@composed(
    "color after a turn",
    "name",
    ("relation", "visual concepts", "prediction"),
    (
        "If I turn {turn}, what color is the {category} in front of me?",
        "I turn {turn}. What color is the {category} ahead of me now?",
        "After turning {turn}, the {category} in front of me has which color?",
        "Turn {turn}: color of the {category} ahead?",
        "Suppose I turned {turn}: what would be the color of the {category} before me?",
        "Once I've turned {turn} on the spot, which color is the {category} straight ahead?",
    ),
)
def color_after_turn(view: View) -> Iterator[Draft | Skip]:
    turns = {"left": "left", "right": "right", "around": "behind"}
    for category in view.categories_around:
        group = view.world.of(category, view.room)
        if len(group) < 2 or not clear_category(view.world, category, view.room):
            continue
        for turn, side in turns.items():
            verdicts = [view.is_on(t, side) for t in group]
            if None in verdicts:
                yield BORDER
            elif sum(map(bool, verdicts)) == 1 and group[verdicts.index(True)].color:
                chosen = group[verdicts.index(True)]
                if chosen.id not in view.pose.anchors:
                    slots = {"category": category, "turn": turn, "room": view.room}
                    yield Draft(slots, (chosen.color,), (chosen.id,))


@composed(
    "situation in words",
    "name",
    ("relation", "embodied activity"),
    (
        "{situation} Where is {x}: front, left, right or behind?",
        "{situation} Is {x} in front of me, on my left, on my right or behind me?",
        "{situation} So where do I have {x}, front, left, right or behind?",
        "{situation} {x}: front, left, right or back?",
        "{situation} On which side of me is {x}: in front, left, right or behind?",
        "{situation} Tell me whether {x} is in front of me, to my left, to my right or behind me.",
    ),
)
def situation_in_words(view: View) -> Iterator[Draft | Skip]:
    found = [pose for pose in poses(view.world) if pose.room != view.room or pose.seated]
    for k in view.rng.permutation(len(found))[:6]:
        pose = found[int(k)]
        place = View(view.world, pose, view.rng, view.asked)
        # The last wording of a situation is kept for test, as wherever situations are said.
        text = pose.situations[int(view.rng.integers(len(pose.situations) - (view.asked is not None)))]
        for thing, slot in others(view, pose.room)[:6]:
            if thing.id in pose.anchors or thing.supporter in pose.anchors:
                continue
            side = side_from(place, thing, _ALL)
            if side is None:
                yield BORDER
            else:
                yield Draft({"situation": text, "x": slot}, side_answers(side), (thing.id,))
