"""What is asked of one thing after another: a condition that is a question, and an answer for each of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from situated_qa.situated.language.measures import Measures
from situated_qa.situated.language.phrases import in_words
from situated_qa.situated.language.values import (
    Asked,
    Choice,
    Condition,
    Holds,
    Names,
    Reason,
    Room,
    Things,
    Truth,
    Unknown,
    Value,
)
from situated_qa.situated.language.words import evidence, short

_MOST_TOLD = 12  # things or rooms


class Each(Measures):
    """Functions with an argument that is evaluated for each thing."""

    def such(self, holds: Holds) -> Condition:
        """For which something is so; `it` is the thing.

        Said: for which {holds}
        Example: where(the("shelf", such(count(every("book", on(it))) == 3)))
        """
        known: dict[int, Value] = {}

        def truth(i: int) -> Value:
            if i not in known:
                known[i] = holds.value_of(self._one(i))
            return known[i]

        def holding(ids: tuple[int, ...]) -> set[int]:
            return {i for i in ids if isinstance(value := truth(i), Truth) and value.holds}

        def undecided(ids: tuple[int, ...]) -> set[int]:
            values = ((i, truth(i)) for i in ids)
            return {i for i, value in values if isinstance(value, Unknown) and value.reason is not Reason.NOT_THERE}

        words = f"for which {holds.words.removeprefix('whether ')}"
        return Condition(words, lambda ids: dict.fromkeys(holding(ids), 1.0), holding, undecided=undecided,
                         doubt=holds.words)  # fmt: skip

    def each(self, those: Things | Names, asked: Asked) -> Choice:
        """The answer for each of several things, which `it` is, or of several rooms, which `there` is.

        Said: {asked}, for each of {those}
        Example: each(rooms(), count(every("chair", in_room(there))))
        """
        several: Sequence[Things | Room]
        if isinstance(those, Names):
            names = [self._room_named(name) for name in those.names]
            several = [Room(name) for name in names]
        else:
            ids = self._some(those).ids
            names, several = self._told_apart(ids), [self._one(i) for i in ids]
        values = [asked.value_of(one) for one in several[:_MOST_TOLD]]
        told = [f"{name}: {short(value, self._scene.graph)}" for name, value in zip(names, values, strict=False)]
        if len(several) > _MOST_TOLD:
            told.append(f"and {in_words(len(several) - _MOST_TOLD)} more")
        rests_on = (
            *(those.ids if isinstance(those, Things) else ()),
            *(i for value in values for i in evidence(value)),
        )
        text = "; ".join(told)
        return Choice(text, tuple(dict.fromkeys(rests_on)), said=text)

    def _one(self, i: int) -> Things:
        return Things((i,), self._scene.graph.by_id[i].category, definite=True)

    def _told_apart(self, ids: tuple[int, ...]) -> list[str]:
        """What things are called; those of one kind with the room, the direction and the distance, too."""
        nodes = self._nodes(ids)
        kinds = Counter(node.category for node in nodes)
        return [node.category if kinds[node.category] == 1 else f"{node.category} {self._told_place(node, self.me)}"
                for node in nodes]  # fmt: skip
