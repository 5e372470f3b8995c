"""Which of three or four named things it is: the closest, the farthest, the tallest, the one on my left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from situated_qa.sim.questions.around_me import MARGIN
from situated_qa.sim.questions.composed.referring import ids_in, referred
from situated_qa.sim.questions.composed.superlatives import away_from, clearly_first, clearly_most
from situated_qa.sim.questions.naming import confusable
from situated_qa.sim.questions.question import Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.world import Thing

_TRIES = 12
_MARGIN_M = 0.4

Named = tuple[Thing, dict[str, Any]]


def some_of(view: View, named: Sequence[Named], count: int) -> list[Named] | None:
    """A few named things of different categories, no name of which may mean another; None for too few."""
    chosen: list[Named] = []
    for k in view.rng.permutation(len(named)):
        thing, slot = named[int(k)]
        words = [t.category for t, _ in chosen]
        if thing.category in words or any(
            confusable(thing.category, w) or confusable(w, thing.category) for w in words
        ):
            continue
        chosen.append((thing, slot))
        if len(chosen) == count:
            return chosen
    return None


def option_slots(options: Sequence[Named]) -> dict[str, Any]:
    """The slots of named options: each under a letter, and all of them as people list them."""
    texts = [slot["text"] for _, slot in options]
    slots = dict(zip("abcd", (slot for _, slot in options), strict=False))
    return {**slots, "options": f"{', '.join(texts[:-1])} or {texts[-1]}", "list": ", ".join(texts)}


@composed(
    "choice by distance to a thing",
    "either-or",
    ("relation", "calculation"),
    (
        "Which of these is {word} {x}: {options}?",
        "{options}: which is {word} {x}?",
        "Out of {list}, which one is {word} {x}?",
        "What's {word} {x}: {options}?",
        "I can choose between {list}. Which is {word} {x}?",
        "Pick the one {word} {x}: {list}.",
    ),
)
def choice_by_distance(view: View) -> Iterator[Draft | Skip]:
    for room in view.world.rooms:
        named = [(t, s) for t, s in view.named_everywhere if t.room == room]
        targets = named + [(i.thing, i.slot) for i in referred(view) if i.thing.room == room and i.depth == 1]
        for k in view.rng.permutation(len(targets))[:_TRIES]:
            target, slot = targets[int(k)]
            taken = ids_in(slot) | {target.id}
            free = [(t, s) for t, s in named if t.id not in taken and t.category != target.category]
            options = some_of(view, free, 3 + int(view.rng.integers(2)))
            if options is None:
                continue
            for order, word in (("closest", "closest to"), ("farthest", "farthest from")):
                key = away_from(view.world, target, 1 if order == "closest" else -1)
                best = clearly_first(key, [t for t, _ in options], _MARGIN_M)
                if best is None:
                    yield MARGIN
                else:
                    slots = {**option_slots(options), "x": slot, "order": order, "word": word}
                    yield Draft(slots, (best.category,), (best.id, target.id))


@composed(
    "choice by distance to me",
    "either-or",
    ("relation", "calculation"),
    (
        "Which of these is {word} me: {options}?",
        "{options}: which is {word} me?",
        "Out of {list}, which one is {word} me?",
        "What's {word} me: {options}?",
        "Of {list}, tell me which is {word} me.",
        "Pick the one {word} me: {list}.",
    ),
)
def choice_by_distance_to_me(view: View) -> Iterator[Draft | Skip]:
    for _ in range(_TRIES):
        options = some_of(view, view.named, 3 + int(view.rng.integers(2)))
        for order, word, sign in (("closest", "closest to", 1), ("farthest", "farthest from", -1)):
            if options is None:
                return

            def key(thing: Thing, sign: int = sign) -> tuple[float, ...]:
                return tuple(sign * value for value in view.distances(thing))

            best = clearly_first(key, [t for t, _ in options], _MARGIN_M)
            if best is None:
                yield MARGIN
            elif all(t.bottom < 1.2 for t, _ in options):
                yield Draft({**option_slots(options), "order": order, "word": word}, (best.category,), (best.id,))


@composed(
    "choice by size",
    "either-or",
    ("calculation", "visual concepts"),
    (
        "Which of these is the {measure}: {options}?",
        "{options}: which is {measure}?",
        "Out of {list}, which one is the {measure}?",
        "What's the {measure}: {options}?",
        "Of {list}, tell me the {measure}.",
        "Pick the {measure} of these: {list}.",
    ),
)
def choice_by_size(view: View) -> Iterator[Draft | Skip]:
    for _ in range(_TRIES):
        options = some_of(view, view.named_everywhere, 3 + int(view.rng.integers(2)))
        if options is None:
            return
        for measure in ("tallest", "largest", "smallest"):
            best = clearly_most(measure, [t for t, _ in options])
            if best is None:
                yield MARGIN
            else:
                yield Draft({**option_slots(options), "measure": measure}, (best.category,), (best.id,))


@composed(
    "choice on a side",
    "either-or",
    ("relation",),
    (
        "Which of these is {where}: {options}?",
        "{options}: which one is {where}?",
        "Out of {list}, what is {where}?",
        "What do I have {where}: {options}?",
        "Of {list}, tell me the one {where}.",
        "Pick the one {where}: {list}.",
    ),
)
def choice_on_side(view: View) -> Iterator[Draft | Skip]:
    words = {"left": "on my left", "right": "on my right", "behind": "behind me", "front": "in front of me"}
    for _ in range(2 * _TRIES):
        options = some_of(view, view.named, 3 + int(view.rng.integers(2)))
        if options is None:
            return
        for side, where in words.items():
            verdicts = [view.is_on(t, side) for t, _ in options]
            if None in verdicts:
                yield MARGIN
            elif sum(map(bool, verdicts)) == 1:
                chosen = options[verdicts.index(True)][0]
                slots = {**option_slots(options), "side": side, "where": where}
                yield Draft(slots, (chosen.category,), (chosen.id,))
