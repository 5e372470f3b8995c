"""Questions about which room holds what, where things are, and what stands on or next to what."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from situated_qa.sim.questions.around_me import CATEGORY, MARGIN, some_pairs
from situated_qa.sim.questions.naming import clear_category, listed, plural, with_article
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing, World

EXPECTED = (
    "couch", "armchair", "bed", "wardrobe", "desk", "laptop", "tv", "refrigerator", "microwave", "sink", "toilet",
    "bathtub", "washing machine", "bookcase", "potted plant", "mirror", "piano", "guitar", "bicycle", "fireplace",
    "printer", "clock", "vase", "toaster", "dishwasher", "aquarium", "treadmill", "teddy bear", "suitcase", "radiator",
    "coffee maker", "ladder", "fan", "crib", "bidet", "safe", "billiard table", "hammock", "sewing machine",
)  # fmt: skip
"""What people ask for in a home, there or not."""


def list_draft(slots: dict, items: set[str], ids: tuple[int, ...]) -> Draft:
    """A draft whose answer is a set of names."""
    ordered = tuple(sorted(items))
    return Draft(slots, (listed(ordered),), ids, items=ordered)


def rooms_of(world: World, category: str) -> set[str]:
    """Rooms that hold a thing of the category."""
    return {thing.room for thing in world.of(category)} - {""}


def _askable(view: View) -> list[str]:
    return sorted({thing.category for thing in view.things})


@kind(
    "room of", "name", ("location",),
    ("In which room is {x}?", "Which room is {x} in?", "Where in the home would I find {x}, in which room?"),
)  # fmt: skip
def room_of(view: View) -> Iterator[Draft | Skip]:
    if len(view.world.rooms) < 2:
        return
    for thing in view.things:
        slot = view.name(thing, by_room=False)
        if slot is None:
            yield CATEGORY
        elif thing.room and thing.id not in view.pose.anchors:
            yield Draft({"x": slot}, (thing.room,), (thing.id,))


@kind(
    "rooms with", "list", ("location",),
    ("Which rooms have {a_noun}?", "In which rooms can I find {a_noun}?", "Name every room that has {a_noun}."),
)  # fmt: skip
def rooms_with(view: View) -> Iterator[Draft | Skip]:
    for category in _askable(view):
        if len(view.world.rooms) < 2:
            return
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        slots = {"category": category, "a_noun": with_article(category)}
        yield list_draft(slots, rooms_of(view.world, category), tuple(t.id for t in view.world.of(category)))


@kind(
    "rooms without", "list", ("location", "calculation"),
    ("Which rooms have no {category}?", "In which rooms is there no {category}?",
     "Name every room that lacks {a_noun}."),
)  # fmt: skip
def rooms_without(view: View) -> Iterator[Draft | Skip]:
    for category in _askable(view):
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        without = set(view.world.rooms) - rooms_of(view.world, category)
        if 0 < len(without) <= 3:
            slots = {"category": category, "a_noun": with_article(category)}
            yield list_draft(slots, without, tuple(t.id for t in view.world.of(category)))


@kind(
    "exists in room", "yes-no", ("location",),
    ("Are there any {plural} in the {room}?", "Is there {a_noun} in the {room}?",
     "Does the {room} have {a_noun} in it?"),
)  # fmt: skip
def exists_in_room(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        for category in _askable(view):
            if not clear_category(view.world, category, room):
                yield CATEGORY
                continue
            here = view.world.of(category, room)
            slots = {"category": category, "plural": plural(category), "a_noun": with_article(category), "room": room}
            yield Draft(slots, ("yes",) if here else ("no",), tuple(t.id for t in here))


@kind(
    "exists", "yes-no", ("location", "visual concepts"),
    ("Is there {a_noun} anywhere in this home?", "Does this home have {a_noun}?",
     "Would I find {a_noun} somewhere in this home?"),
)  # fmt: skip
def exists(view: View) -> Iterator[Draft | Skip]:
    for category in EXPECTED:
        if not view.may_ask(category):
            continue
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        there = view.world.of(category)
        slots = {"category": category, "a_noun": with_article(category)}
        yield Draft(slots, ("yes",) if there else ("no",), tuple(t.id for t in there))


@kind(
    "position", "point", ("location", "measurement"),
    ("What are the map coordinates x, y, z of the middle of {x}, in meters?",
     "At which map position (x, y, z in meters) is the center of {x}?",
     "Give the 3D position of the middle of {x} in the map, in meters."),
)  # fmt: skip
def position(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        x, y, z = (float(v) for v in thing.center)
        yield Draft({"x": slot}, (f"{x:.2f}, {y:.2f}, {z:.2f}",), (thing.id,), 0.1)


@kind(
    "on top", "list", ("relation", "visual concepts"),
    ("What is on {x}?", "Which things stand on {x}?", "Name everything that lies or stands on {x}."),
)  # fmt: skip
def on_top(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        above = [t for t in view.world.on(thing) if t.furnishes]
        if not above or thing.category in ("rug", "carpet", "mat", "bath mat"):
            continue
        categories = {t.category for t in above}
        if len(categories) > 4:
            yield Skip("too many things to list")
        elif any(t.bottom < thing.top - 0.12 for t in above):
            yield Skip("some lie inside rather than on it")
        else:
            yield list_draft({"x": slot}, categories, tuple(t.id for t in above))


@kind(
    "standing on", "name", ("relation", "visual concepts"),
    ("What is {x} standing on?", "On what does {x} stand?", "Which piece of furniture carries {x}?"),
)  # fmt: skip
def standing_on(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in view.named_everywhere:
        if thing.supporter is None or thing.supporter not in view.world.by_id:
            continue
        below = view.world.by_id[thing.supporter]
        if below.category in ("rug", "carpet", "mat", "bath mat"):
            yield Skip("stands on a rug")
        elif thing.bottom < below.top - 0.12:
            yield Skip("some lie inside rather than on it")
        else:
            yield Draft({"x": slot}, (below.category,), (thing.id, below.id))


@kind(
    "closer to a thing", "either-or", ("relation", "calculation"),
    ("Which is closer to {c}, {a} or {b}?", "What is nearer to {c}: {a} or {b}?",
     "Of {a} and {b}, which one is less far from {c}?"),
)  # fmt: skip
def closer_to_thing(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        named = [(t, s) for t, s in view.named_everywhere if t.room == room]
        for (one, slot_a), (two, slot_b) in some_pairs(view, named)[:6]:
            others = [(t, s) for t, s in named if t.category not in (one.category, two.category)]
            if not others:
                continue
            ref, slot = others[int(view.rng.integers(len(others)))]
            winner = _nearer(view.world, ref, one, two, 0.5)
            if winner is None:
                yield MARGIN
            else:
                yield Draft({"a": slot_a, "b": slot_b, "c": slot}, (winner.category,), (winner.id, ref.id))


def _nearer(world: World, to: Thing, one: Thing, two: Thing, margin_m: float) -> Thing | None:
    """The one nearer to a thing, by surfaces and by middles; None where that is not clear."""
    gaps = world.gap(one, to) - world.gap(two, to)
    middles = float(np.linalg.norm(one.center - to.center) - np.linalg.norm(two.center - to.center))
    if max(gaps, middles) <= -margin_m:
        return one
    return two if min(gaps, middles) >= margin_m else None


@kind(
    "color of the closest to", "name", ("multi-hop", "visual concepts", "relation"),
    ("What color is the {category} closest to {x}?", "What is the color of the {category} nearest to {x}?",
     "Which color has the {category} that is least far from {x}?"),
)  # fmt: skip
def color_of_closest_to(view: View) -> Iterator[Draft | Skip]:
    groups = [c for c in _askable(view) if len(view.world.of(c)) > 1]
    for category in groups:
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        things = view.world.of(category)
        if len({t.color for t in things}) < 2:
            continue
        for ref, slot in view.named_everywhere:
            if ref.category == category or ref.room not in {t.room for t in things}:
                continue
            best = min(things, key=lambda t: view.world.gap(t, ref))
            clear = all(_nearer(view.world, ref, best, o, 0.4) is best for o in things if o.id != best.id)
            if not clear or best.room != ref.room:
                yield MARGIN
            elif best.color:
                yield Draft({"category": category, "x": slot}, (best.color,), (best.id, ref.id))


@kind(
    "between", "name", ("relation",),
    ("What is between {a} and {b}?", "Which thing stands between {a} and {b}?",
     "Going straight from {a} to {b}, what is in between?"),
)  # fmt: skip
def between(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        floor = [
            t for t in view.world.things
            if t.room == room and t.furnishes and t.bottom < 0.1 and t.top > 0.3 and t.supporter is None
        ]  # fmt: skip
        named = [(t, s) for t, s in view.named_everywhere if t in floor]
        for (one, slot_a), (two, slot_b) in some_pairs(view, named):
            if view.world.gap(one, two) < 0.4:
                continue
            everything = [t for t in view.world.things if t.room == room and t.seen]
            ends = (one.id, two.id)
            rest = [t for t in everything if t.id not in ends and t.supporter not in ends]
            hull = hull_of(one, two)
            shares = {t.id: share_inside(t, hull) for t in rest}
            inside = [t for t in floor if shares.get(t.id, 0.0) >= 0.75]
            grey = [i for i, share in shares.items() if share > 0.1 and i not in {t.id for t in inside}]
            grey = [i for i in grey if view.world.by_id[i].supporter not in {t.id for t in inside}]
            if grey or len(inside) > 1:
                yield MARGIN
            elif inside and any(view.world.on(inside[0])):
                yield Skip("something stands on it")
            elif inside and view.may_ask(inside[0].category):
                yield Draft({"a": slot_a, "b": slot_b}, (inside[0].category,), (inside[0].id, one.id, two.id))


def hull_of(one: Thing, two: Thing) -> np.ndarray:
    """(M, 3) edges of the hull of two footprints: inside, x · e[0] + y · e[1] + e[2] <= 0."""
    from scipy.spatial import ConvexHull

    return np.asarray(ConvexHull(np.vstack([one.corners(), two.corners()])).equations)


def share_inside(target: Thing, hull: np.ndarray) -> float:
    """Share of 12 × 12 points of a thing's footprint that lie in a hull."""
    reach = float(np.linalg.norm(target.extents[:2])) / 2
    if (hull[:, :2] @ target.center[:2] + hull[:, 2]).max() > reach:
        return 0.0  # all of it lies beyond one of the edges
    steps = (np.arange(12) + 0.5) / 12 - 0.5
    x, y = (axis.ravel() for axis in np.meshgrid(steps * target.extents[0], steps * target.extents[1]))
    c, s = np.cos(target.yaw), np.sin(target.yaw)
    points = target.center[:2] + np.stack([c * x - s * y, s * x + c * y], axis=1)
    inside = (points @ hull[:, :2].T + hull[:, 2] <= 1e-9).all(axis=1)
    return float(inside.mean())


@kind(
    "same room", "yes-no", ("relation", "location"),
    ("Are {a} and {b} in the same room?", "Is {a} in the same room as {b}?",
     "Do {a} and {b} share a room?"),
)  # fmt: skip
def same_room(view: View) -> Iterator[Draft | Skip]:
    bare = [(t, view.name(t, by_room=False)) for t in view.things if t.room]
    named = [(t, s) for t, s in bare if s is not None]
    for (one, slot_a), (two, slot_b) in some_pairs(view, named):
        if {one.id, two.id} & view.pose.anchors:
            continue
        yield Draft({"a": slot_a, "b": slot_b}, ("yes",) if one.room == two.room else ("no",), (one.id, two.id))


@kind(
    "accessible rooms", "list", ("relation", "navigation"),
    ("Which rooms can be entered directly from the {room}?", "To which rooms do the open doors of the {room} lead?",
     "Leaving the {room} through one open door, which rooms may I come into?"),
)  # fmt: skip
def accessible_rooms(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        behind = view.world.neighbours(room)
        if behind:
            yield list_draft({"room": room}, behind, ())
