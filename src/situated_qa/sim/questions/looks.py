"""Questions about how things look: color, material, shape, and what is alike."""

from __future__ import annotations

from collections.abc import Iterator

from situated_qa.sim.questions.around_me import CATEGORY, some_pairs
from situated_qa.sim.questions.naming import clear_category, plural, with_article
from situated_qa.sim.questions.question import Draft, Skip, kind
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.whereabouts import list_draft, rooms_of
from situated_qa.sim.questions.world import Thing

_COLORLESS = frozenset({"window", "mirror", "shower", "potted plant", "cactus"})  # plants: but for green
NO_NAME = Skip("a color without a name")


@kind(
    "color", "name", ("visual concepts",),
    ("What color is {x}?", "What is the color of {x}?", "Which color does {x} have?"),
)  # fmt: skip
def color(view: View) -> Iterator[Draft | Skip]:
    for thing in view.things:
        slot = view.name(thing, by_color=False)
        if slot is None:
            yield CATEGORY
        elif not thing.color:
            yield NO_NAME
        else:
            yield Draft({"x": slot}, (thing.color,), (thing.id,))


@kind(
    "material", "name", ("visual concepts", "common sense"),
    ("What is {x} made of?", "Of which material is {x}?", "What material has {x} been made from?"),
)  # fmt: skip
def material(view: View) -> Iterator[Draft | Skip]:
    for draft in _attribute(view, "material"):
        # A sink in a cabinet is of two materials, and nobody asks what a window is made of.
        if isinstance(draft, Skip) or draft.slots["x"]["category"] not in ("sink", "window", "mirror"):
            yield draft


@kind(
    "shape", "name", ("visual concepts",),
    ("What shape is {x}, round or rectangular?", "Is {x} round or rectangular?",
     "Seen from above, would you call {x} round or rectangular?"), ("round", "rectangular"),
)  # fmt: skip
def shape(view: View) -> Iterator[Draft | Skip]:
    for draft in _attribute(view, "shape"):
        if isinstance(draft, Skip) or draft.answers[0] in ("round", "rectangular"):
            yield draft


@kind(
    "door state", "either-or", ("visual concepts", "navigation"),
    ("Is the door between the {a} and the {b} open or closed?",
     "In which state is the door that joins the {a} and the {b}, open or closed?",
     "Would I find the door from the {a} to the {b} open or closed?"), ("open", "closed"),
)  # fmt: skip
def door_state(view: View) -> Iterator[Draft | Skip]:
    for door in view.world.doors:
        twins = [other for other in view.world.doors if set(other.rooms) == set(door.rooms)]
        if "" in door.rooms:
            continue
        if len(twins) > 1:
            yield Skip("two doors join the same rooms")
        else:
            yield Draft({"a": door.rooms[0], "b": door.rooms[1]}, ("open" if door.open else "closed",))


def _attribute(view: View, name: str) -> Iterator[Draft | Skip]:
    for thing in view.things:
        if name not in thing.attributes:
            continue
        slot = view.name(thing)
        yield CATEGORY if slot is None else Draft({"x": slot}, (thing.attributes[name],), (thing.id,))


@kind(
    "same color", "yes-no", ("pattern", "visual concepts", "multi-hop"),
    ("Do {a} and {b} have the same color?", "Is {a} of the same color as {b}?", "Are {a} and {b} alike in color?"),
)  # fmt: skip
def same_color(view: View) -> Iterator[Draft | Skip]:
    named = [(thing, view.name(thing, by_color=False)) for thing in view.things]
    colored = [(thing, slot) for thing, slot in named if slot is not None and thing.color]
    alike = [(a, b) for k, a in enumerate(colored) for b in colored[k + 1 :] if a[0].color == b[0].color]
    alike = [pair for pair in alike if pair[0][0].category != pair[1][0].category]
    for (one, slot_a), (two, slot_b) in [*some_pairs(view, colored)[:6], *_some(view, alike, 6)]:
        answer = "yes" if one.color == two.color else "no"
        yield Draft({"a": slot_a, "b": slot_b}, (answer,), (one.id, two.id))


def _some(view: View, items: list, number: int) -> list:
    return [items[int(k)] for k in view.rng.permutation(len(items))[:number]]


@kind(
    "all of one color", "yes-no", ("pattern", "visual concepts"),
    ("Are all the {plural} in this home of the same color?", "Do all {plural} in the home have one color?",
     "Is there a single color that every {category} in this home has?"),
)  # fmt: skip
def all_of_one_color(view: View) -> Iterator[Draft | Skip]:
    for category in sorted({t.category for t in view.things}):
        things = view.world.of(category)
        if len(things) < 2:
            continue
        if not clear_category(view.world, category):
            yield CATEGORY
        elif any(not t.color for t in things):
            yield NO_NAME
        else:
            answer = "yes" if len({t.color for t in things}) == 1 else "no"
            slots = {"category": category, "plural": plural(category)}
            yield Draft(slots, (answer,), tuple(t.id for t in things))


@kind(
    "as many", "yes-no", ("pattern", "calculation"),
    ("Are there as many {plural} in the {a} as in the {b}?",
     "Do the {a} and the {b} have the same number of {plural}?",
     "Is the number of {plural} the same in the {a} and in the {b}?"),
)  # fmt: skip
def as_many(view: View) -> Iterator[Draft | Skip]:
    for one, two in _room_pairs(view):
        for category in _in_either(view, one, two):
            if not clear_category(view.world, category):
                yield CATEGORY
                continue
            here, there = view.world.of(category, one), view.world.of(category, two)
            if not here or not there:
                continue  # "as many as none" is a strange thing to ask
            slots = {"category": category, "plural": plural(category), "a": one, "b": two}
            yield Draft(slots, ("yes" if len(here) == len(there) else "no",), _ids(here + there))


@kind(
    "both rooms have", "yes-no", ("pattern", "location"),
    ("Do both the {a} and the {b} have {a_noun}?", "Is there {a_noun} in the {a} as well as in the {b}?",
     "Would I find {a_noun} in each of the {a} and the {b}?"),
)  # fmt: skip
def both_rooms_have(view: View) -> Iterator[Draft | Skip]:
    for one, two in _room_pairs(view):
        for category in _in_either(view, one, two):
            if not clear_category(view.world, category):
                yield CATEGORY
                continue
            here, there = view.world.of(category, one), view.world.of(category, two)
            slots = {"category": category, "a_noun": with_article(category), "a": one, "b": two}
            yield Draft(slots, ("yes" if here and there else "no",), _ids(here + there))


@kind(
    "every room has", "yes-no", ("pattern", "location"),
    ("Does every room have {a_noun}?", "Is there {a_noun} in each room of this home?",
     "Would I find {a_noun} whichever room I enter?"),
)  # fmt: skip
def every_room_has(view: View) -> Iterator[Draft | Skip]:
    if len(view.world.rooms) < 2:
        return
    for category in sorted({t.category for t in view.things}):
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        rooms = rooms_of(view.world, category)
        if 2 * len(rooms) > len(view.world.rooms):  # else nobody would ask
            slots = {"category": category, "a_noun": with_article(category)}
            answer = "yes" if rooms == set(view.world.rooms) else "no"
            yield Draft(slots, (answer,), _ids(view.world.of(category)))


@kind(
    "in common", "list", ("pattern", "multi-hop"),
    ("Apart from doors and windows, which kinds of things are both in the {a} and in the {b}?",
     "What kinds of things do the {a} and the {b} have in common, besides doors and windows?",
     "Doors and windows aside, name the kinds of things that the {a} shares with the {b}."),
)  # fmt: skip
def in_common(view: View) -> Iterator[Draft | Skip]:
    for one, two in _room_pairs(view):
        here, there = ({t.category for t in view.world.things if t.seen and t.room == room} for room in (one, two))
        shared = (here & there) - {"door", "window"}
        if not 1 <= len(shared) <= 3 or not all(view.may_ask(c) for c in shared):
            continue
        if any(not clear_category(view.world, c, room) for c in shared for room in (one, two)):
            yield CATEGORY
        else:
            ids = _ids([t for t in view.world.things if t.category in shared and t.room in (one, two)])
            yield list_draft({"a": one, "b": two}, shared, ids)


@kind(
    "things of a color", "list", ("visual concepts", "location"),
    ("Which things in the {room} are {color}?", "What in the {room} is {color}?",
     "Name the kinds of things in the {room} that have the color {color}."),
)  # fmt: skip
def things_of_color(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        here = [t for t in view.world.things if t.seen and t.room == room]
        for shade in sorted({t.color for t in here if t.color}):
            matching = {t.category for t in here if t.color == shade}
            if len(matching) > 3 or not all(view.may_ask(c) for c in matching) or "door" in matching:
                continue
            if any(not t.color and not (shade != "green" and t.category in _COLORLESS) for t in here):
                yield NO_NAME
                continue
            ids = _ids([t for t in here if t.color == shade])
            yield list_draft({"room": room, "color": shade}, matching, ids)


def _room_pairs(view: View) -> list[tuple[str, str]]:
    rooms = list(view.world.rooms)
    return [(a, b) for k, a in enumerate(rooms) for b in rooms[k + 1 :]]


def _in_either(view: View, one: str, two: str) -> list[str]:
    return sorted({t.category for t in view.things if t.room in (one, two)})


def _ids(things: list[Thing]) -> tuple[int, ...]:
    return tuple(t.id for t in things)
