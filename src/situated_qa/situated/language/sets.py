"""Asks about several things or several answers: both, more, common kinds, the commonest kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Literal

from situated_qa.situated.language import phrases
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.quantities import apply, difference_told
from situated_qa.situated.language.values import Choice, Names, Number, Reason, Things, Truth, Unknown
from situated_qa.situated.language.vocabulary import Words


class Sets(LanguageBase):
    """Functions over sets and answers."""

    def both(self, first: Truth, second: Truth, *more: Truth) -> Truth:
        """Whether all of several are so.

        Example: both(exists(every("bed")), exists(every("desk")))
        """
        truths = (first, second, *more)
        ids = tuple(dict.fromkeys(i for truth in truths for i in truth.ids))
        failing = [truth for truth in truths if not truth.holds]
        return Truth(not failing, ids, "; ".join(t.because.rstrip(".") for t in failing or truths if t.because))

    def first(self, chosen: Things, thing: Things) -> Truth:
        """Whether the one that was chosen is this one.

        Example: first(which(closest(me), the("bed"), the("desk")), the("bed"))
        """
        node = self._node(chosen)
        because = chosen.because or f"it is the {node.category}"
        return Truth(node.id in self._some(thing).ids, (node.id, *chosen.others), because)

    def which_more(self, amount: Literal["more", "fewer"], a: Things, b: Things) -> Choice | Unknown:
        """Of which of two there are more, or fewer.

        Example: which_more("more", every("cup"), every("bowl"))
        """
        for item in (a, b):
            unseen = item.missing if not item.ids else item.more
            if unseen is not None and unseen.reason is not Reason.NOT_THERE:
                return unseen
        ids = (*a.ids, *b.ids)
        told = phrases.counted(*(Number(float(len(t.ids)), of=t.noun, where=t.where) for t in (a, b)))
        if len(a.ids) == len(b.ids):
            return Choice("the same number", ids, because=told)
        chosen = a if (len(a.ids) > len(b.ids)) == (amount == "more") else b
        return Choice(chosen.noun, ids, because=told)

    def difference(self, a: Number, b: Number) -> Number:
        """By how much two numbers differ, whichever is the larger.

        Example: difference(count(every("cup")), count(every("bowl")))
        """
        smaller, larger = sorted((a, b), key=lambda number: number.value)
        found = apply("-", larger, smaller)
        assert isinstance(found, Number)
        return replace(found, told=found.told and difference_told(a, b))

    def is_it(self, choice: Choice, name: Words) -> Truth:
        """Whether a name is this one: a state, a color, odd or even.

        Example: is_it(door_state(room("kitchen")), "open")
        """
        return Truth(choice.name == name, choice.ids, choice.because or f"{choice.of or 'it'} is {choice.name}")

    def parity(self, number: Number) -> Choice | Unknown:
        """Odd or even.

        Example: parity(count(every("chair")))
        """
        if number.more is not None:
            return number.more
        count = round(number.value)
        told = f"{phrases.amount(count, number.of or 'thing')} {number.where}".rstrip()
        return Choice(
            "odd" if count % 2 else "even", number.ids, because=f"there {'is' if count in (0, 1) else 'are'} {told}"
        )

    def multiple(self, number: Number, of: int) -> Truth | Unknown:
        """Whether a count can be divided by another without a remainder.

        Example: multiple(count(every("chair")), 3)
        """
        if number.more is not None:
            return number.more
        if of == 0:
            raise NotKnown(Reason.NOT_UNDERSTOOD, "No number can be divided by 0.", number.ids)
        return Truth(round(number.value) % of == 0, number.ids, f"there are {number.value:.0f}")

    def common(self, a: Things, b: Things) -> Names | Unknown:
        """The kinds of things that are in both sets.

        Example: common(every("thing", in_room("hall")), every("thing", in_room("kitchen")))
        """
        kinds = [{node.category for node in self._nodes(self._some(things).ids)} for things in (a, b)]
        if not kinds[0] & kinds[1]:
            raise NotKnown(Reason.NOT_THERE, "I know of no kind of thing that is in both.", short="nothing")
        ids = tuple(i for i in (*a.ids, *b.ids) if self._scene.graph.by_id[i].category in kinds[0] & kinds[1])
        return Names(tuple(sorted(kinds[0] & kinds[1])), tuple(dict.fromkeys(ids)))

    def commonest(self, things: Things, fewest: Literal[0, 1] = 0) -> Names:
        """The kind of which there are most; with fewest=1, fewest.

        Example: commonest(every("thing", in_room("kitchen")))
        """
        counts = Counter(node.category for node in self._nodes(self._some(things).ids))
        wanted = (min if fewest else max)(counts.values())
        names = tuple(name for name in counts if counts[name] == wanted)
        return Names(names, tuple(i for i in things.ids if self._scene.graph.by_id[i].category in names))
