"""Places that are no things: corners, walls and the middle of a room, the ends of a bed, the boards of a shelf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from situated_qa.reasoning.patterns.nouns import Phrases, Place
from situated_qa.reasoning.patterns.words import place_words

_NEXT_TO = ("next to", "beside", "by", "near", "with", "close to", "closest to", "nearest to", "nearest", "at", "where",
            "nearer to", "behind", "left of", "right of")  # fmt: skip
_VERBS = ("is", "are", "stands", "hangs", "sits", "is on", "is at", "is hanging", "is standing", "is placed",
          "stands against", "is against", "stands at", "leans against", "hangs on")  # fmt: skip
_NO_SIDE = ("behind", "left of", "right of", "at")
_SIDE_FROM = tuple(f"{at} the {which} {end} of" for at in ("on", "at") for end in ("side", "end")
                   for which in ("same", "far", "other", "opposite"))  # fmt: skip
_SHARING = ("sharing a", "sharing the", "sharing one", "that shares a", "that shares the", "which shares a")
_RIGHT_BEHIND = tuple(f"on the wall {closely} behind" for closely in ("directly", "right", "immediately"))
_HERE = "in_room(here())"


def spots(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """What is said of a corner, of the middle or the back of a room, or of a part of a thing."""
    yield from _parts(phrases, start)
    yield from _walls(phrases, start)
    yield from _across(phrases, start)
    yield from _far_ends(phrases, start)
    for after, _ in phrases.any_of(start, place_words()["diagonal"]):
        for end, of in phrases.reference(after).items():
            yield end, (replace(_with(of), order=f"farthest({of})"), Place(f"but({of})", alike=True))
    yield from _beside(phrases, start)
    yield from _other_side(phrases, start)
    yield from _shared(phrases, start)
    yield from _corner_between(phrases, start)
    yield from _corners(phrases, start)
    for after, said in phrases.any_of(start, place_words()["part_of_a_room"]):
        for end, room in phrases.room(after).items():
            of = f'"{room}"' if room else "here()"
            order = "farthest(me)" if "back" in said or "end" in said else f"closest(middle({of}))"
            yield end, (Place("" if room else _HERE, room=room, order=order),)


def _with(thing: str) -> Place:
    return Place(f"in_room(room_of({thing}))")


def _walls(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """On the wall that a thing is at, or opposite it: "on the same wall as the tv", "on the wall with the window"."""
    for function in ("along_wall", "opposite_wall"):
        for after, said in phrases.any_of(start, place_words()[function]):
            for middle, of in phrases.reference(after).items():
                verbs = [end for end, _ in phrases.any_of(middle, _VERBS)]
                ends = verbs if said.endswith(("where", "that")) else [middle]
                yield from ((end, (Place(f"{function}({of})"),)) for end in ends if of not in ("me", "them"))
    for after, _ in phrases.any_of(start, _RIGHT_BEHIND):
        for end, of in phrases.reference(after).items():
            if of not in ("me", "it", "them"):
                yield end, (Place(f'on(the("wall", behind({of})))', order=f"closest({of})"),)


def _across(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """Opposite a thing, with the room between them: "straight across the bedroom from the wardrobe"."""
    for after, _ in phrases.any_of(
        start, ("across", "right across", "straight across", "directly across", "all the way across")
    ):
        for middle, room in phrases.room(after).items():
            for last, _ in phrases.any_of(middle, ("from", "of")):
                for end, of in phrases.reference(last).items():
                    yield end, (Place(f"opposite({of})"), Place("" if room else _HERE, room=room))


def _far_ends(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """At the end of a room that is away from a thing: "at the opposite end of the bathroom from the tub"."""
    for after, _ in phrases.any_of(start, _far_end_words()):
        for middle, room in phrases.room(after).items():
            for last, _ in phrases.any_of(middle, ("from", "than", "to", "as")):
                for end, of in phrases.reference(last).items():
                    yield end, (Place("" if room else _HERE, room=room, order=f"farthest({of})"),)


def _beside(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """On the side of a thing that another is at: "on the side of the bed where the plant is", "on the window side of
    the bed"."""
    for after, _ in phrases.any_of(start, ("on the side of", "at the side of", "by the side of", "to the side of")):
        for middle, of in phrases.reference(after).items():
            relative = next((end for end, _ in phrases.any_of(middle, ("that is", "which is"))), middle)
            for last, by in phrases.any_of(relative, (*_NEXT_TO, "towards", "toward", "facing")):
                for end, other in phrases.reference(last).items():
                    ends = [verb for verb, _ in phrases.any_of(end, _VERBS)] if by == "where" else [end]
                    yield from ((last, (_at_side(of, other),)) for last in ends if by not in _NO_SIDE)
    for after, _ in phrases.any_of(start, ("on the", "at the", "by the")):
        for middle, noun in phrases.described(after):
            for last, _ in phrases.any_of(middle, ("side of", "end of")):
                of_things = phrases.reference(last).items() if not noun.plural and noun.kind != "wall" else ()
                yield from ((end, (_at_side(of, str(noun)),)) for end, of in of_things if of != "me")


def _other_side(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """On the side of a thing that is away from another, or at it: "on the far side of the bed from the door"."""
    for after, said in phrases.any_of(start, _SIDE_FROM):
        for middle, of in phrases.reference(after).items():
            for last, _ in phrases.any_of(middle, ("as",) if "same" in said else ("from", "than")):
                for end, other in phrases.reference(last).items():
                    near = _at_side(of, other)
                    yield end, (near if "same" in said else replace(near, order=f"farthest({other})"),)


def _at_side(of: str, other: str) -> Place:
    """On, or near a thing, closest to another."""
    return Place(f"any_of(on({of}), near({of}))", order=f"closest({other})")


def _shared(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """On the same piece of furniture as another thing: "sharing a table with the bowl", "on the same shelf as it"."""
    said = (*phrases.any_of(start, ("on the same",)), *phrases.any_of(start, _SHARING))
    for after, opened in said:
        for middle, noun in phrases.described(after):
            for last, _ in phrases.any_of(middle, ("as", "with") if opened == "on the same" else ("with",)):
                for end, of in phrases.reference(last).items():
                    if of != "me" and noun.kind not in ("wall", "floor", "ceiling"):
                        table = noun.at(Place(f"carrying({of})"))
                        yield end, (Place(f"on({table})"), Place(f"but({of})", alike=True))


@cache
def _far_end_words() -> tuple[str, ...]:
    return tuple(f"{at} the {far} {end} of" for at in ("at", "on", "in", "to", "over at", "over on")
                 for far in ("opposite", "other", "far") for end in ("end", "side"))  # fmt: skip


def _parts(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    for after, said in phrases.any_of(start, _of_parts()):
        part = _of_parts()[said]
        for end, of in phrases.reference(after).items():
            at_edge = f"any_of(on({of}), near({of}))"
            if of != "me":
                yield end, (Place(at_edge if part == "edge" else f'at_part({of}, "{part}")'),)
    for after, said in phrases.any_of(start, _boards()):
        yield after, (Place(f'at_part(the("shelf"), "{_boards()[said]}")'),)


@cache
def _of_parts() -> dict[str, str]:
    tables = place_words()
    return {f"{at} the {name} of": part for at in tables["at_a_part"] for part, names in tables["parts"].items()
            for name in names} | {f"{board} {of}": part for board, part in _boards().items()
                                  for of in ("of", "in", "on", "inside")}  # fmt: skip


@cache
def _boards() -> dict[str, str]:
    tables = place_words()
    return {f"{at} the {which} {board}": part for at in ("on", "in", "at") for part, names in tables["boards"].items()
            for which in names for board in tables["board"]}  # fmt: skip


def _corner_between(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """In the corner that has one thing on each side: "in the corner between the tv and the piano"."""
    for after, _ in phrases.any_of(start, tuple(f"in the corner{comma}{between}" for comma in (" ", " , ")
                                                for between in ("between", "in between"))):  # fmt: skip
        for middle, one in phrases.reference(after).items():
            for end, other in phrases.reference(middle + 1).items() if phrases.after(middle, "and") > 0 else ():
                if "me" not in (one, other):
                    beside = Place(f"any_of(between({one}, {other}), near({other}))")
                    yield end, (Place("in_corner()", order=f"closest({one})"), _with(one), beside)


def _corners(phrases: Phrases, start: int) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """In a corner: a far one, one on a side of the asker, one that a thing is next to."""
    for after, said in phrases.any_of(start, place_words()["in_corner"]):
        found = place_words()["in_corner"][said]
        which: tuple[Place, ...] = (Place("in_corner()", order=found),) if "(me)" in found or not found else ()
        if not which:  # "in the far left corner"
            sides = (Place(f"{side}(me)", of_me=True) for side in found.split())
            which = (Place("in_corner()"), *sides)
        here = (Place(_HERE),) if found else ()
        yield after, (*which, *here)
        ends: dict[int, tuple[Place, ...]] = {after: here}
        for of, _ in phrases.any_of(after, ("of",)):
            ends |= {end: (Place("", room=room) if room else Place(_HERE),) for end, room in phrases.room(of).items()}
        yield from ((end, (*which, *room)) for end, room in ends.items() if end > after)
        for end, room in ends.items() if not found else ():
            for begin, by in phrases.any_of(end, _NEXT_TO):
                for middle, thing in phrases.reference(begin).items():
                    near = (Place("in_corner()", order=f"closest({thing})"), *(room or (_with(thing),)))
                    lasts = [last for last, _ in phrases.any_of(middle, _VERBS)] if by == "where" else [middle]
                    yield from ((last, near) for last in lasts if thing != "me")
    for function, order in (("same_corner", "closest"), ("opposite_corner", "farthest")):
        for after, _ in phrases.any_of(start, place_words()[function]):
            for end, thing in phrases.reference(after).items():
                yield end, (Place("in_corner()", order=f"{order}({thing})"), _with(thing))
