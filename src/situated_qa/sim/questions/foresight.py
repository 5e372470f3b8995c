"""Questions that need sense: what something is for, where one could do something, what one would see."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import MARGIN
from situated_qa.sim.questions.naming import number_answers
from situated_qa.sim.questions.poses import ahead_of
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.whereabouts import list_draft
from situated_qa.sim.questions.world import Thing

USES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("take a shower", ("shower",), ("bathtub",)),
    ("take a bath", ("bathtub",), ("shower",)),
    ("wash my hands", ("sink",), ("bathtub", "shower", "bidet")),
    ("watch a film", ("tv",), ("laptop", "computer")),
    ("fry an egg", ("stove",), ("microwave",)),
    ("keep milk cold", ("refrigerator",), ()),
    ("warm up yesterday's soup quickly", ("microwave",), ("stove",)),
    ("toast a slice of bread", ("toaster",), ("stove", "microwave")),
    ("make coffee", ("coffee maker",), ("stove", "microwave", "teapot")),
    ("lie down for the night", ("bed",), ("couch", "crib")),
    ("use the toilet", ("toilet",), ("bidet",)),
    ("play some music with my hands", ("piano", "guitar"), ()),
    ("do the laundry", ("washing machine",), ("sink",)),
    ("print a letter", ("printer",), ()),
    ("throw something away", ("trash can",), ("recycling bin",)),
    ("hang up my coat", ("coat rack",), ("wardrobe",)),
    ("put clean shirts away", ("wardrobe",), ("dresser", "chest", "shelf")),
    ("check the time", ("clock",), ("telephone", "computer", "laptop", "microwave", "stove", "radio", "stereo")),
    ("make a phone call", ("telephone",), ("computer", "laptop")),
    ("look at myself", ("mirror",), ("dressing table",)),
    ("watch fish swim", ("aquarium",), ()),
    ("reach something very high up", ("ladder",), ("chair", "stool", "step stool")),
    ("cool myself with moving air", ("fan",), ()),
    ("lock away my money", ("safe",), ("chest",)),
    ("put the baby to sleep", ("crib",), ("bed",)),
    ("dry my hands with a cloth", ("towel rack",), ("paper towel",)),
)
"""Something to do, what serves, and what might serve as well: where there is any of the last, nothing is asked."""

SINGLE_SEATS = ("chair", "office chair", "armchair", "stool")
_SIT = frozenset({"chair", "office chair", "armchair", "couch", "stool", "bench", "piano bench"})
_MAYBE_SIT = frozenset({"pouf", "bed", "chest", "toilet", "rocking horse", "box"})


def _serving(view: View, room: str | None) -> Iterator[tuple[str, list[Thing] | Skip]]:
    for deed, serving, maybe in USES:
        there = [t for t in view.world.things if t.category in serving and room in (None, t.room)]
        if not there or not all(view.may_ask(t.category) for t in there):
            continue
        if any(t.category in maybe and room in (None, t.room) for t in view.world.things):
            yield deed, Skip("something else might serve")
        else:
            yield deed, there


@kind(
    "room for", "list", ("common sense", "prediction"),
    ("In which rooms of this home could I {deed}?", "Where in this home can I {deed}? Name every such room.",
     "Which rooms have what one needs to {deed}?"),
)  # fmt: skip
def room_for(view: View) -> Iterator[Draft | Skip]:
    if len(view.world.rooms) < 2:
        return
    for deed, there in _serving(view, None):
        if isinstance(there, Skip):
            yield there
            continue
        serving = sorted({t.category for t in there})
        slots = {"deed": deed, "serving": serving}
        yield list_draft(slots, {t.room for t in there if t.room}, tuple(t.id for t in there))


@kind(
    "thing for", "name", ("common sense", "embodied activity"),
    ("I want to {deed}. Which thing in this room can I use?", "What in this room should I use to {deed}?",
     "Suppose I wish to {deed}. Which thing here is meant for that?"),
)  # fmt: skip
def thing_for(view: View) -> Iterator[Draft | Skip]:
    for deed, there in _serving(view, view.room):
        if isinstance(there, Skip):
            yield there
        elif len({t.category for t in there}) > 1:
            yield MARGIN
        elif not {t.id for t in there} & view.pose.anchors:
            slots = {"deed": deed, "serving": sorted({t.category for t in there})}
            yield Draft(slots, (there[0].category,), tuple(t.id for t in there))


@kind(
    "nearest seat", "name", ("embodied activity", "common sense", "multi-hop"),
    ("I am tired. What is the nearest thing in this room to sit on?",
     "What in this room could I sit down on soonest, the nearest one?",
     "I would like to sit. Which seat of this room is the least far from me?"),
)  # fmt: skip
def nearest_seat(view: View) -> Iterator[Draft | Skip]:
    if view.pose.seated:
        return
    here = [t for t in view.world.things if t.room == view.room and t.category in _SIT | _MAYBE_SIT]
    seats = [t for t in here if t.category in _SIT]
    if len({t.category for t in seats}) < 2 or any(t.id in view.pose.anchors for t in seats):
        return
    best = min(seats, key=lambda t: view.distances(t)[0])
    others = [t for t in here if t.category != best.category]
    if any(view.nearer(best, other, 0.4) is not best for other in others):
        yield MARGIN
    elif view.may_ask(best.category):
        yield Draft({"seats": sorted(_SIT)}, (best.category,), (best.id,))


@kind(
    "seats for guests", "count", ("prediction", "calculation", "common sense"),
    ("How many guests can sit in the {room} if each takes a chair, an armchair or a stool and nobody shares?",
     "With one person on each chair, armchair, office chair and stool, how many people can sit in the {room}?",
     "Leaving couches, benches and beds aside, for how many people are there seats in the {room}?"),
)  # fmt: skip
def seats_for_guests(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        seats = [t for t in view.world.things if t.room == room and t.category in SINGLE_SEATS]
        if any(t.room == room and t.category == "pouf" for t in view.world.things):
            yield Skip("something else might serve")
        elif seats:
            slots = {"room": room, "seats": list(SINGLE_SEATS)}
            yield Draft(slots, number_answers(len(seats)), tuple(t.id for t in seats))


@kind(
    "can I see", "yes-no", ("prediction", "embodied activity"),
    ("Can I see {x} from here without turning?", "Looking straight ahead from here, do I see {x}?",
     "Is {x} in my view as I look ahead from here?"),
)  # fmt: skip
def can_i_see(view: View) -> Iterator[Draft | Skip]:
    for k in view.rng.permutation(len(view.named_everywhere))[:14]:
        thing, slot = view.named_everywhere[int(k)]
        if thing.id in view.pose.anchors or view.touches(thing) or max(thing.extents) < 0.3:
            continue
        off = np.abs(view.bearings(thing))
        if thing.room == view.room and off.max() <= np.radians(40.0):
            seen = view.in_sight(thing)
        elif off.min() >= np.radians(100.0) or (thing.room != view.room and view.in_sight(thing) is False):
            seen = False
        else:
            seen = None
        if seen is None:
            yield Skip("no clear view")
        else:
            yield Draft({"x": slot}, ("yes" if seen else "no",), (thing.id,))


@kind(
    "seen from a seat", "yes-no", ("prediction", "multi-hop"),
    ("Would somebody who sits on {seat} and faces {target} see {x}?",
     "If I sat on {seat} and looked at {target}, would {x} be in my view?",
     "From {seat}, with the eyes on {target}, is {x} in view?"),
)  # fmt: skip
def seen_from_seat(view: View) -> Iterator[Draft | Skip]:
    seats = [(t, s) for t, s in view.named_everywhere if t.category in _SIT and t.front is not None]
    for seat, seat_slot in seats[:6]:
        assert seat.front is not None
        ahead = float(np.arctan2(seat.front[1], seat.front[0]))
        facing = ahead_of(view.world, seat.center, ahead, seat.room, seat.id)
        if facing is None:
            continue
        target, target_slot = facing
        offset = (target.center - seat.center)[:2]
        heading = float(np.arctan2(offset[1], offset[0]))
        for k in view.rng.permutation(len(view.named_everywhere))[:6]:
            thing, slot = view.named_everywhere[int(k)]
            if thing.id in (seat.id, target.id) or seat.supporter == thing.id or max(thing.extents) < 0.3:
                continue
            seen = _seen_from(view, seat, heading, thing)
            if seen is None:
                yield Skip("no clear view")
            else:
                slots = {"x": slot, "seat": seat_slot, "target": target_slot}
                yield Draft(slots, ("yes" if seen else "no",), (thing.id, seat.id))


def _seen_from(view: View, seat: Thing, heading: float, thing: Thing) -> bool | None:
    """Whether somebody on a seat sees a thing; None where that is not clear."""
    eye = np.array([seat.center[0], seat.center[1], 1.5])
    points = np.vstack([thing.center[None, :2], thing.corners()]) - eye[:2]
    off = np.abs((np.arctan2(points[:, 1], points[:, 0]) - heading + np.pi) % (2 * np.pi) - np.pi)
    if off.min() >= np.radians(100.0) or (thing.room != seat.room and view.in_sight(thing, eye) is False):
        return False
    ahead = thing.room == seat.room and off.max() <= np.radians(40.0) and float(thing.reach(eye)) > 0.3
    # Eyes at two heights must both see it: seats and people differ.
    seen = ahead and all(view.in_sight(thing, eye - [0.0, 0.0, down], seat.id) for down in (0.0, 0.4))
    return True if seen else None
