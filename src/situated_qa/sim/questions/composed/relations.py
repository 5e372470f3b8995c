"""Whether one thing stands in a relation to another: clearly, clearly not, or so that people might differ.

Written apart from `scene/relations.py` and `situated/`: truth must not share a mistake with the code that it checks.
Margins leave out what lies between a relation and its absence. Meters, map frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from situated_qa.sim.questions.poses import SEATS
from situated_qa.sim.questions.view import Pose, View
from situated_qa.sim.questions.whereabouts import hull_of, share_inside
from situated_qa.sim.questions.world import Thing, World

Verdict = Callable[[View, Thing, Thing], bool | None]

_FLAT = frozenset({"rug", "carpet", "mat", "bath mat", "doormat"})  # all that stands in a room may stand over one
_HOLDERS = frozenset(
    {
        "shelf", "bookcase", "box", "chest", "basket", "laundry basket", "trash can", "sink", "bathtub", "wardrobe",
        "crib", "cabinet", "kitchen cabinet", "wall cabinet", "dresser", "refrigerator", "suitcase", "nightstand",
    }
)  # fmt: skip
_WITH_SIDES = SEATS | {"bed", "toilet", "crib"}  # one sits or lies on them: their own left is known to people
_AHEAD_RAD = np.radians(70.0)
_SWEEP_RAD = np.radians(8.0)
_SIDE_REACH_M = 4.0


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation, and how people say it: "the lamp", then one of the phrases."""

    name: str
    phrases: tuple[str, ...]  # with a place for the reference: "on {ref}"
    verdict: Verdict


def on(view: View, a: Thing, b: Thing) -> bool | None:
    """It stands on it, at its top."""
    if a.supporter == b.id:
        share = shared_footprint(view.world, a, b)
        clear = abs(a.bottom - b.top) <= 0.08 and share >= 0.6 and _area(a) < 0.9 * _area(b)
        return True if clear else None
    if a.bottom > b.top + 0.3 or a.top <= b.bottom + 0.02 or (a.supporter is None and a.bottom < b.top - 0.3):
        return False
    return False if shared_footprint(view.world, a, b) == 0.0 else None


def carrying(view: View, a: Thing, b: Thing) -> bool | None:
    """The other stands on it."""
    return on(view, b, a)


def above(view: View, a: Thing, b: Thing) -> bool | None:
    """It is over it, with air between."""
    if b.category in _FLAT or a.category in _FLAT:
        return None
    if a.top <= b.top or a.bottom < b.bottom:
        return False
    share = max(shared_footprint(view.world, a, b), shared_footprint(view.world, b, a))
    if share == 0.0:
        return False if _apart(view.world, a, b) > 0.4 else None
    return True if share >= 0.5 and 0.15 < a.bottom - b.top < 1.5 else None


def below(view: View, a: Thing, b: Thing) -> bool | None:
    """The other is above it."""
    return above(view, b, a)


def inside(view: View, a: Thing, b: Thing) -> bool | None:
    """All of it lies in the other's box, below its top."""
    if a.bottom >= b.top - 0.02 or a.top <= b.bottom + 0.02 or _apart(view.world, a, b) > 0.05:
        return False
    held = float(b.reach(a.corners()).max()) <= 0.01 and a.bottom >= b.bottom and a.top <= b.top - 0.05
    return True if held and a.supporter == b.id and b.category in _HOLDERS else None


def near(view: View, a: Thing, b: Thing) -> bool | None:
    """Beside it at a common height, within half a meter; clearly not beyond 1.6 m."""
    far = gap(view.world, a, b)
    if far >= 1.6:
        return False
    level = a.bottom < b.top - 0.05 and b.bottom < a.top - 0.05
    kin = a.supporter == b.id or b.supporter == a.id
    return True if far <= 0.5 and level and not kin and a.room == b.room else None


def higher(view: View, a: Thing, b: Thing) -> bool | None:
    """Its bottom is higher than the other's top."""
    if a.bottom > b.top + 0.05:
        return True
    return False if a.top < b.top - 0.1 or a.bottom < b.bottom - 0.1 else None


def between(view: View, a: Thing, ends: tuple[Thing, Thing]) -> bool | None:
    """It stands on the floor in the hull of two others' footprints."""
    share = share_inside(a, hull_of(*ends))
    if share <= 0.05:
        return False
    clear = share >= 0.75 and min(_apart(view.world, a, end) for end in ends) > 0.05
    return True if clear and a.bottom < 0.1 and a.top > 0.3 else None


def side(name: str) -> Verdict:
    """A side of a thing: its own where it has a front, else the asker's, for whom left and right alone are clear.

    Left and right of a thing that has a front, but that nobody sits on, may be its own or those of who looks at it.
    """

    def verdict(view: View, a: Thing, b: Thing) -> bool | None:
        own = b.front is not None
        aside = name in ("left", "right")
        if (not own and not aside) or (own and aside and b.category not in _WITH_SIDES):
            return None
        heading = float(np.arctan2(b.front[1], b.front[0])) if b.front is not None else view.pose.heading_rad
        at_thing = View(view.world, Pose(np.array([*b.center[:2], 0.0]), heading, b.room, ()))
        held = at_thing.is_on(a, name)
        if held is not True:
            return held
        clear = a.room == b.room and gap(view.world, a, b) <= _SIDE_REACH_M and a.supporter != b.id
        return True if clear and (own or _as_seen(view, a, b, name)) else None

    return verdict


def _as_seen(view: View, a: Thing, b: Thing, name: str) -> bool:
    """Whether both lie ahead of the asker, whose eye meets them in that order."""
    if a.room != view.room or any(np.abs(view.bearings(t)).max() > _AHEAD_RAD or view.touches(t) for t in (a, b)):
        return False
    step = float(view.bearings(a)[0] - view.bearings(b)[0])
    return step > _SWEEP_RAD if name == "left" else step < -_SWEEP_RAD


@lru_cache(maxsize=200_000)
def gap(world: World, a: Thing, b: Thing) -> float:
    """m between two boxes' surfaces; kept, for the same two are compared by many kinds."""
    return world.gap(a, b)


@lru_cache(maxsize=200_000)
def shared_footprint(world: World, a: Thing, b: Thing) -> float:
    """Share of the footprint of `a` over or under that of `b`, 0 … 1."""
    if np.linalg.norm((a.center - b.center)[:2]) > (np.linalg.norm(a.extents[:2]) + np.linalg.norm(b.extents[:2])) / 2:
        return 0.0
    return world.shared_footprint(a, b)


def _area(thing: Thing) -> float:
    return float(thing.extents[0] * thing.extents[1])


def _apart(world: World, a: Thing, b: Thing) -> float:
    """m between two footprints, seen from above."""
    level = gap(world, a, b)
    step = max(0.0, a.bottom - b.top, b.bottom - a.top)
    return float(np.sqrt(max(level**2 - step**2, 0.0)))


RELATIONS = {
    relation.name: relation
    for relation in (
        Relation("on", ("on {ref}", "on top of {ref}", "standing on {ref}"), on),
        Relation("carrying", ("carrying {ref}", "with {ref} on it", "underneath {ref}"), carrying),
        Relation("above", ("above {ref}", "over {ref}"), above),
        Relation("below", ("below {ref}", "under {ref}", "beneath {ref}"), below),
        Relation("inside", ("inside {ref}", "in {ref}"), inside),
        Relation("near", ("next to {ref}", "beside {ref}", "right by {ref}", "close to {ref}"), near),
        Relation("higher", ("higher up than {ref}",), higher),
        Relation("left", ("to the left of {ref}", "left of {ref}", "on the left side of {ref}"), side("left")),
        Relation("right", ("to the right of {ref}", "right of {ref}", "on the right side of {ref}"), side("right")),
        Relation("front", ("in front of {ref}",), side("front")),
        Relation("behind", ("behind {ref}",), side("behind")),
    )
}
"""Relations of one thing to one other; `between` takes two."""

_OWN_SIDE = {
    side: (f"to the {side} of {{ref}} as it faces", f"on the own {side} side of {{ref}}") for side in ("left", "right")
}


def phrases(relation: str, reference: Thing) -> tuple[str, ...]:
    """How a relation to a thing is said; its own left is not left to be taken for the asker's."""
    if relation in _OWN_SIDE and reference.front is not None:
        return _OWN_SIDE[relation]
    return RELATIONS[relation].phrases


def all_that(view: View, relation: str, reference: Thing) -> list[Thing] | None:
    """Everything in the home that stands in a relation to a thing; None where of something that is not clear."""
    found = []
    for thing in view.world.things:
        held = thing.id != reference.id and thing.seen and RELATIONS[relation].verdict(view, thing, reference)
        if held is None:
            return None
        if held:
            found.append(thing)
    return found
