"""What is asked of several things or several answers at once: what they share, what is most frequent, both, parity."""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

import numpy as np

from situated_qa.errors import ToolError
from situated_qa.situated import attributes
from situated_qa.situated.language.base import LanguageBase
from situated_qa.situated.language.values import (
    Choice,
    Condition,
    Names,
    Number,
    Reason,
    Things,
    Truth,
    Unknown,
    View,
)

_FACING_RAD = math.radians(45.0)
_ALIKE = 0.2  # relative difference below which two lengths count as the same


class Sets(LanguageBase):
    """Functions over sets and answers."""

    def both(self, *truths: Truth) -> Truth:
        """Whether all of several are so.

        Example: both(exists(every("bed")), exists(every("desk")))
        """
        ids = tuple(dict.fromkeys(i for truth in truths for i in truth.ids))
        return Truth(all(truth.holds for truth in truths), ids, "; ".join(t.because for t in truths if t.because))

    def first(self, chosen: Things, thing: Things) -> Truth:
        """Whether the one that was chosen is this one.

        Example: first(which(closest(me), the("bed"), the("desk")), the("bed"))
        """
        named = self._scene.graph.by_id[chosen.ids[0]].category
        return Truth(chosen.ids[0] in thing.ids, chosen.ids, f"it is the {named}")

    def which_more(self, amount: Literal["more", "fewer"], a: Things, b: Things) -> Choice:
        """Of which of two there are more, or fewer.

        Example: which_more("more", every("cup"), every("bowl"))
        """
        first, second = len(a.ids), len(b.ids)
        told = f"there are {first} of the one ({a.noun}) and {second} of the other ({b.noun})"
        if first == second:
            return Choice("the same number", (*a.ids, *b.ids), told)
        return Choice(a.noun if (first > second) == (amount == "more") else b.noun, (*a.ids, *b.ids), told)

    def alike(
        self, attribute: Literal["color", "material", "shape", "state", "size", "kind"], things: Things
    ) -> Truth | Unknown:
        """Whether several things are all the same in an attribute.

        Example: alike("color", every("chair"))
        """
        nodes = self._nodes(things.ids)
        if len(nodes) < 2:
            return things.missing or Unknown(Reason.NOT_THERE, f"I know of one {things.noun} only.", things.ids)
        if attribute == "size":
            first = nodes[0].box.extents
            same = all((abs(n.box.extents - first) <= _ALIKE * np.maximum(n.box.extents, first)).all() for n in nodes)
            return Truth(bool(same), things.ids, "by their boxes")
        values: dict[str, str] = {}
        for node in nodes:
            item = self._scene.objects[node.id]
            value = node.category if attribute == "kind" else str(self._tools.query_attribute(item, attribute))
            if value.startswith(attributes.NOT_KNOWN):
                text = f"I have not observed the {attribute} of every {things.noun}."
                return Unknown(Reason.NOT_OBSERVED, text, (node.id,))
            values.setdefault(value.split()[-1] if attribute == "color" else value, node.category)
        told = ", ".join(f"one is {value}" for value in list(values)[:4])
        return Truth(len(values) == 1, things.ids, told if len(values) > 1 else f"all are {next(iter(values))}")

    def parity(self, number: Number) -> Choice:
        """Odd or even.

        Example: parity(count(every("chair")))
        """
        return Choice("odd" if round(number.value) % 2 else "even", number.ids, f"the number of {number.of}")

    def multiple(self, number: Number, of: int) -> Truth:
        """Whether a count can be divided by another without a rest.

        Example: multiple(count(every("chair")), 3)
        """
        if of < 1:
            raise ToolError(f"multiple: of must be at least 1, got {of}")
        return Truth(round(number.value) % of == 0, number.ids, f"there are {number.value:.0f}")

    def common(self, a: Things, b: Things) -> Names:
        """The kinds of things that are in both sets.

        Example: common(every("thing", in_room("hall")), every("thing", in_room("kitchen")))
        """
        kinds = [{self._scene.graph.by_id[i].category for i in things.ids} for things in (a, b)]
        shared = kinds[0] & kinds[1]
        ids = tuple(i for i in (*a.ids, *b.ids) if self._scene.graph.by_id[i].category in shared)
        return Names(tuple(sorted(shared)), ids)

    def commonest(self, things: Things, fewest: int = 0) -> Names | Unknown:
        """The kind of which there are most; with fewest=1, fewest.

        Example: commonest(every("thing", in_room("kitchen")))
        """
        if not things.ids:
            assert things.missing is not None
            return things.missing
        counts = Counter(self._scene.graph.by_id[i].category for i in things.ids)
        wanted = (min if fewest else max)(counts.values())
        names = tuple(name for name in counts if counts[name] == wanted)
        return Names(names, tuple(i for i in things.ids if self._scene.graph.by_id[i].category in names))

    def position(self, thing: Things) -> Choice | Unknown:
        """Where the middle of a thing is in the map: x, y, z, m.

        Example: position(the("bed"))
        """
        if not thing.ids:
            assert thing.missing is not None
            return thing.missing
        x, y, z = self._node(thing).box.center
        return Choice(f"{x:.2f}, {y:.2f}, {z:.2f}", thing.ids[:1], f"the middle of the {thing.noun}")

    def facing(self, of: View | Things) -> Condition:
        """Turned towards somebody or something, by its own front.

        Example: every("chair", facing(the("desk")))
        """
        words = of.words if isinstance(of, View) else f"the {of.noun}"
        if isinstance(of, Things) and not of.ids:
            return Condition(
                f"facing {words}", lambda ids: dict.fromkeys(ids, 0.0), lambda ids: set(), missing=of.missing
            )
        goal = self._center(of)[:2]

        def grade(ids: tuple[int, ...]) -> dict[int, float]:
            grades = {}
            for node in self._nodes(ids):
                offset = goal - node.box.center[:2]
                away = math.hypot(*offset)
                ahead = 0.0 if node.front is None or away < 1e-6 else float(offset @ node.front) / away
                grades[node.id] = max(0.0, ahead)
            return grades

        limit = math.cos(_FACING_RAD)
        ids_of = of.ids
        return Condition(
            f"facing {words}", grade, lambda ids: {i for i, g in grade(ids).items() if g >= limit}, ids_of,
            beside_object=True,
        )  # fmt: skip
