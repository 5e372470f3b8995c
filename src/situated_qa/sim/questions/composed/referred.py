"""Questions about things that are told by what they stand beside, on, under or between."""

from __future__ import annotations

from collections.abc import Iterator

from situated_qa.sim.questions.around_me import BORDER, CATEGORY, side_answers
from situated_qa.sim.questions.composed.referring import ids_in, referred
from situated_qa.sim.questions.composed.relations import RELATIONS, all_that, phrases
from situated_qa.sim.questions.naming import clear_category, number_answers, plural, rivals
from situated_qa.sim.questions.question import Draft, Maker, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.whereabouts import list_draft

NOT_CLEAR = Skip("some may or may not stand in the relation")
_COLOR = (
        "What color is {x}?",
        "{x}, what's its color?",
        "Could you tell me which color {x} has?",
        "I mean {x}: what color is that one?",
        "color of {x}?",
        "And {x}, is it red, white, what?",
    )  # fmt: skip


def _color(depth: int) -> Maker:
    def make(view: View) -> Iterator[Draft | Skip]:
        for item in referred(view):
            if item.depth != depth:
                continue
            colors = {other.color for other in rivals(view.world, item.thing)}
            if not item.thing.color or colors <= {item.thing.color}:
                yield Skip("all of them have one color")
            else:
                yield Draft({"x": item.slot}, (item.thing.color,), (item.thing.id,))

    return make


for _depth in (1, 2, 3):
    composed(f"color by reference {_depth} deep", "name", ("relation", "visual concepts", "multi-hop"), _COLOR)(
        _color(_depth)
    )


@composed(
    "side of a referred thing",
    "either-or",
    ("relation", "multi-hop"),
    (
        "Is {x} on my left or my right?",
        "{x}: left or right of me?",
        "Which side is {x} on, my left or my right?",
        "Do I find {x} to my left, or to my right?",
        "Tell me, left or right: where do I have {x}?",
        "Would I reach {x} with my left or with my right hand?",
    ),
    ("left", "right"),
)
def side_of_referred(view: View) -> Iterator[Draft | Skip]:
    for item in referred(view):
        if item.thing.room != view.room or ids_in(item.slot) & view.pose.anchors:
            continue
        side = view.one_of_two(item.thing, ("left", "right"))
        yield BORDER if side is None else Draft({"x": item.slot}, side_answers(side), (item.thing.id,))


@composed(
    "distance of a referred thing",
    "number",
    ("measurement", "relation", "multi-hop"),
    (
        "How far is {x} from me, in meters?",
        "How many meters to {x}?",
        "What's the distance from me to {x} in meters?",
        "{x}: how far off is it, in meters?",
        "How far away is {x}? Meters please.",
        "Roughly how many meters are there between me and {x}?",
    ),
)
def distance_of_referred(view: View) -> Iterator[Draft | Skip]:
    for item in referred(view):
        edge, middle = view.distances(item.thing)
        if item.thing.room != view.room or item.thing.bottom > 1.0 or middle - edge > 0.6:
            yield Skip("its middle and its edge are far apart, or it is elsewhere")
        elif edge >= 0.8:
            yield Draft({"x": item.slot}, (f"{edge:.1f} m",), (item.thing.id,), 0.3)


_STANDS = tuple(name for name in RELATIONS if name not in ("higher", "carrying"))


@composed(
    "what stands there",
    "list",
    ("relation", "visual concepts"),
    (
        "What is {where}?",
        "What's {where}?",
        "Name what is {where}.",
        "Which things are {where}?",
        "Can you tell me what you see {where}?",
        "I'd like to know what there is {where}.",
    ),
)
def what_stands_there(view: View) -> Iterator[Draft | Skip]:
    for thing, slot in [*view.named, *((item.thing, item.slot) for item in referred(view) if item.depth < 2)]:
        for relation in _STANDS if thing.room == view.room else ():
            if relation == "near" or (relation in ("left", "right") and thing.front is None):
                continue  # what is left of a table has no end
            found = all_that(view, relation, thing)
            if found is None:
                yield NOT_CLEAR
            elif 0 < len(found) <= 3 and all(t.furnishes and view.may_ask(t.category) for t in found):
                said = phrases(relation, thing)
                where = said[int(view.rng.integers(len(said)))].format(ref=slot["text"])
                slots = {"where": where, "relation": relation, "of": slot}
                yield list_draft(slots, {t.category for t in found}, tuple(t.id for t in found))


@composed(
    "count in relation",
    "count",
    ("relation", "calculation"),
    (
        "How many {plural} are {where}?",
        "How many {plural} do you see {where}?",
        "Count the {plural} {where}.",
        "What's the number of {plural} {where}?",
        "{plural} {where}: how many?",
        "Could you count how many {plural} there are {where}?",
    ),
)
def count_in_relation(view: View) -> Iterator[Draft | Skip]:
    references = [*view.named_everywhere, *((item.thing, item.slot) for item in referred(view) if item.depth == 1)]
    for category in sorted({t.category for t in view.things}):
        if not clear_category(view.world, category):
            yield CATEGORY
            continue
        things = view.world.of(category)
        rooms = {t.room for t in things}
        for k in view.rng.permutation(len(references))[:12]:
            thing, slot = references[int(k)]
            if thing.category == category or thing.room not in rooms:
                continue
            for relation in _STANDS:
                verdicts = [RELATIONS[relation].verdict(view, other, thing) for other in things]
                if None in verdicts:
                    yield NOT_CLEAR
                elif any(verdicts):
                    said = phrases(relation, thing)
                    where = said[int(view.rng.integers(len(said)))].format(ref=slot["text"])
                    ids = tuple(t.id for t, held in zip(things, verdicts, strict=True) if held)
                    slots = {"category": category, "plural": plural(category), "where": where, "relation": relation,
                             "of": slot}  # fmt: skip
                    yield Draft(slots, number_answers(sum(map(bool, verdicts))), ids)


@composed(
    "holds",
    "yes-no",
    ("relation",),
    (
        "Is {x} {where}?",
        "{x}, is it {where}?",
        "Would you say that {x} is {where}?",
        "Am I right that {x} is {where}?",
        "Is it true that {x} is {where}?",
        "Do you see {x} {where}?",
    ),
)
def holds(view: View) -> Iterator[Draft | Skip]:
    items = list(view.named)
    for k in view.rng.permutation(len(items) ** 2)[:60]:
        (one, slot_a), (two, slot_b) = items[int(k) // len(items)], items[int(k) % len(items)]
        if one.id == two.id:
            continue
        for relation in RELATIONS:
            held = RELATIONS[relation].verdict(view, one, two)
            # A "no" is as likely of each relation, but nobody asks whether a lamp carries a window.
            plausible = held or (relation in _STANDS and view.rng.random() < 0.15)
            if held is None:
                yield NOT_CLEAR
            elif plausible:
                said = phrases(relation, two)
                where = said[int(view.rng.integers(len(said)))].format(ref=slot_b["text"])
                slots = {"x": slot_a, "where": where, "relation": relation, "of": slot_b}
                yield Draft(slots, ("yes",) if held else ("no",), (one.id, two.id))
