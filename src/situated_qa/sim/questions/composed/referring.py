"""Phrases that tell one thing from all others of its kind by how it stands to another: "the lamp on the desk"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from situated_qa.sim.questions.composed.relations import RELATIONS, between, gap, phrases
from situated_qa.sim.questions.naming import rivals
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_MOST = 16  # phrases of each depth that are looked for from one pose
_NEAR_M = 4.0  # nobody tells a thing by another one across the home
_OF_EACH = {"higher": 1, "carrying": 2}  # phrases of one relation and depth; three of the others
_TRIES = 600  # pairs of a thing and a reference that are tried for them

Slot = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Referred:
    """A thing and the phrase that means it alone."""

    thing: Thing
    slot: Slot  # text, category, id, relation, of (the reference's slot; two of "between") …
    depth: int  # how many references are nested in it
    reference: Thing


@lru_cache(maxsize=64)
def referred(view: View) -> tuple[Referred, ...]:
    """Things told from others of their kind by relations, with references nested one to three deep.

    What is meant has others of its kind in the home, for each of which every relation clearly does not hold.
    """
    base = [(thing, slot, 0) for thing, slot in view.named_everywhere]
    found: list[Referred] = []
    for depth in (1, 2, 3):
        level = _one_deeper(view, base, depth)
        found += level
        base = [(item.thing, item.slot, depth) for item in level]
    return tuple(found)


def _one_deeper(view: View, base: list[tuple[Thing, Slot, int]], depth: int) -> list[Referred]:
    found: list[Referred] = []
    rng = view.rng
    mine = [t for t in view.things if rivals(view.world, t)] if depth < 3 else view.things
    pairs = [
        (thing, reference, slot)
        for thing in mine
        for reference, slot, _ in base
        if thing.id != reference.id
        and thing.category != reference.category
        and thing.room == reference.room
        and thing.id not in ids_in(slot)
        and gap(view.world, thing, reference) <= _NEAR_M
    ]
    counts: dict[str, int] = {}
    for k in rng.permutation(len(pairs))[:_TRIES]:
        thing, reference, slot = pairs[int(k)]
        for relation in RELATIONS:
            # Every relation gets its share; what is near something is near much.
            if counts.get(relation, 0) >= _OF_EACH.get(relation, 3) or not holds_alone(
                view, thing, relation, reference
            ):
                continue
            counts[relation] = counts.get(relation, 0) + 1
            said = phrases(relation, reference)
            text = said[int(rng.integers(len(said)))].format(ref=slot["text"])
            new = {"text": f"the {thing.category} {text}", "category": thing.category, "id": thing.id,
                   "relation": relation, "of": slot}  # fmt: skip
            found.append(Referred(thing, new, depth, reference))
            break
        if len(found) >= _MOST:
            break
    if depth == 1:
        found += _between(view, base)
    return found


def holds_alone(view: View, thing: Thing, relation: str, reference: Thing) -> bool:
    """Whether a relation clearly holds for a thing, and clearly for no other that its name may mean."""
    verdict = RELATIONS[relation].verdict
    if verdict(view, thing, reference) is not True:
        return False
    others = [other for other in rivals(view.world, thing) if other.id != reference.id]
    return all(verdict(view, other, reference) is False for other in others)


def _between(view: View, base: list[tuple[Thing, Slot, int]]) -> list[Referred]:
    found: list[Referred] = []
    floor = [(t, slot) for t, slot, _ in base if t.bottom < 0.1 and t.top > 0.3 and t.supporter is None]
    for thing in view.things:
        others = rivals(view.world, thing)
        if not others or thing.bottom > 0.1:
            continue
        ends = [(t, s) for t, s in floor if t.room == thing.room and t.id != thing.id and t.category != thing.category]
        for k, (one, slot_a) in enumerate(ends):
            for two, slot_b in ends[k + 1 :]:
                if one.category == two.category or between(view, thing, (one, two)) is not True:
                    continue
                if any(between(view, other, (one, two)) is not False for other in others):
                    continue
                slot = {"text": f"the {thing.category} between {slot_a['text']} and {slot_b['text']}",
                        "category": thing.category, "id": thing.id, "relation": "between", "of": slot_a,
                        "and": slot_b}  # fmt: skip
                found.append(Referred(thing, slot, 1, one))
    return [found[int(k)] for k in view.rng.permutation(len(found))[:3]]


def ids_in(slot: Slot) -> set[int]:
    """The things that a phrase names."""
    ids = {slot["id"]} if "id" in slot else set()
    for part in ("of", "and"):
        if part in slot:
            ids |= ids_in(slot[part])
    return ids
