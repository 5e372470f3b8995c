"""What can be asked of things: number, existence, names, conditions, and what no map can tell."""

from __future__ import annotations

from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import in_words, ordinal, the
from situated_qa.situated.language.values import Condition, Names, Number, Order, Reason, Things, Truth, Unknown
from situated_qa.situated.language.vocabulary import Words

_NOT_IN_MAP = "the map holds where things are, what they are called and how they look, but not {}"


class Asks(LanguageBase):
    """Functions that answer."""

    def count(self, things: Things | Names) -> Number | Unknown:
        """How many there are.

        Example: count(every("chair", left(me)))
        """
        if isinstance(things, Names):
            return Number(float(len(things.names)), "", things.ids)
        if not things.ids and things.missing is not None and things.missing.reason is not Reason.NOT_THERE:
            return things.missing
        why = things.missing.text if things.missing is not None and not things.ids else ""
        return Number(float(len(things.ids)), "", things.ids, things.noun, things.where, things.more, why)

    def exists(self, things: Things) -> Truth | Unknown:
        """Whether there is one.

        Example: exists(every("cup", on(the("table"))))
        """
        if not things.ids and things.missing is not None and things.missing.reason is not Reason.NOT_THERE:
            return things.missing
        return Truth(bool(things.ids), things.ids, things.missing.text if things.missing else "")

    def name(self, things: Things) -> Names:
        """What it is, or what they are: kinds of things, nearest first, or in the order of a superlative.

        Example: name(every("thing", behind(me)))
        """
        by_id = self._scene.graph.by_id
        names = tuple(dict.fromkeys(by_id[i].category for i in self._some(things).ids))
        return Names(names, things.ids, things.others, things.where)

    def holds(self, things: Things, condition: Condition) -> Truth:
        """Whether a thing, or all of several, satisfies a condition.

        Example: holds(the("chair"), left(me))
        """
        ids = self._some(things).ids
        held = condition.holds(ids)
        verb = "is" if things.definite or len(ids) == 1 else "are"
        told = f"{the(things)} {verb} {condition.words}"
        if not held:
            told = f"{the(things)} {verb} not {condition.words}"
        elif held < set(ids):
            told = f"{in_words(len(held))} of {the(things)} {'is' if len(held) == 1 else 'are'} {condition.words}"
        return Truth(held >= set(ids), (*ids, *condition.ids), told)

    def which(self, order: Order, first: Things, *more: Things) -> Things:
        """Which of several things comes first by a superlative.

        Example: which(closest(the("door")), the("bed"), the("desk"), the("lamp"))
        """
        named: dict[int, Things] = {}
        for item in (first, *more):
            for i in self._some(item).ids:
                named.setdefault(i, item)
        keys = order.key(tuple(named))
        winner = min(keys, key=lambda i: (round(keys[i], 9), i), default=None)
        if winner is None:
            text = f"There is nothing to compare: {the(first)} is what the others are measured from."
            raise NotKnown(Reason.NOT_UNDERSTOOD, text, tuple(named))
        if order.number != 1:
            ranked = sorted(keys, key=lambda i: (round(keys[i], 9), i))
            winner = self._at_place(ranked, order, first.noun, "")[0]
        others = tuple(i for i in named if i != winner)
        return Things((winner,), named[winner].noun, True, others=others, because=_chosen(winner, keys, named, order))

    def not_in_map(self, topic: Words) -> Unknown:
        """What no map can tell: the time, the weather, what something weighs.

        Example: not_in_map("what time it is")
        """
        return Unknown(Reason.NOT_IN_MAP, f"I cannot tell: {_NOT_IN_MAP.format(topic)}.")


def _chosen(winner: int, keys: dict[int, float], named: dict[int, Things], order: Order) -> str:
    """ "the bed is the closest to the door: 1.2 m; the desk: 3.0 m"."""
    told = f"{the(named[winner])} is the {order.words}"
    if order.words.startswith("from") or order.number != 1:
        told = f"{the(named[winner])} is the {ordinal(order.number)} {order.words}"
    if not order.unit:
        return told
    amounts = [f"{abs(keys[winner]):.1f} {order.unit}"]
    amounts += [f"{the(named[i])}: {abs(keys[i]):.1f} {order.unit}" for i in keys if i != winner]
    return f"{told}: {'; '.join(amounts)}"
