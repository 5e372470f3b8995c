"""Two questions in one sentence: both are to be answered, in order."""

from __future__ import annotations

from collections.abc import Iterator

from situated_qa.sim.questions.question import COMPOSED, Draft, Skip, composed
from situated_qa.sim.questions.view import View
from situated_qa.sim.questions.wording import filled

_PARTS = (
    "color by reference 1 deep", "count in relation", "holds", "room area in a unit", "choice by distance to me",
    "dimension in a unit", "vsi count", "sitting there",
)  # fmt: skip
_EACH = 6


@composed(
    "two in one",
    "several",
    ("multi-hop",),
    (
        "{one} {two}",
        "{one} And {then}",
        "{one} Also, {then}",
        "Two things: {one} {two}",
        "First: {one} Second: {two}",
        "{one} And while you are at it, {then}",
    ),
)
def two_in_one(view: View) -> Iterator[Draft | Skip]:
    drafts = []
    for name in _PARTS:
        made = [draft for draft in COMPOSED[name].make(view) if isinstance(draft, Draft)]
        drafts += [(name, made[int(k)]) for k in view.rng.permutation(len(made))[:_EACH]]
    order = view.rng.permutation(len(drafts))
    for j, k in zip(order[::2], order[1::2], strict=False):
        (kind_a, one), (kind_b, two) = drafts[int(j)], drafts[int(k)]
        if kind_a == kind_b:
            continue
        first, second = (
            {"text": filled(COMPOSED[name].wordings[0], draft.slots), "kind": name, "slots": dict(draft.slots)}
            for name, draft in ((kind_a, one), (kind_b, two))
        )
        text = str(second["text"])
        then = text if text.startswith("I ") else text[0].lower() + text[1:]
        slots = {"one": first, "two": second, "then": {"text": then}}
        yield Draft(slots, (f"{one.answers[0]}; {two.answers[0]}",), (*one.ids, *two.ids),
                    max((t for t in (one.tolerance, two.tolerance) if t is not None), default=None))  # fmt: skip
