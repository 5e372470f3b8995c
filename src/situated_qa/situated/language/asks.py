"""Asks about things: number, existence, names, conditions, order, and what no map can tell."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Literal

from situated_qa.situated.language import phrases
from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import amount, capitalized, in_words, listed, ordinal, the
from situated_qa.situated.language.quantities import apply, difference_told
from situated_qa.situated.language.values import (
    Choice,
    Condition,
    Names,
    Number,
    Order,
    Reason,
    Things,
    Truth,
    Unknown,
    Words,
)

_NOT_IN_MAP = "the map holds where things are, what they are called and how they look, but not {}"


class Asks(LanguageBase):
    """Functions that answer."""

    def count(self, things: Things | Names) -> Number | Unknown:
        """How many there are.

        Example: count(every("chair", left(me)))
        """
        if isinstance(things, Names):
            return Number(float(len(things.names)), "", things.ids)
        if things.unseen is not None:
            return things.unseen
        why = things.missing.text if things.missing is not None and not things.ids else ""
        return Number(float(len(things.ids)), "", things.ids, things.noun, things.where, things.more, why)

    def exists(self, things: Things) -> Truth | Unknown:
        """Whether there is one.

        Said: whether there {be things} {things}
        Example: exists(every("cup", on(the("table"))))
        """
        if things.unseen is not None:
            return things.unseen
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

        Said: whether {all things} {be things} {condition}
        Example: holds(the("chair"), left(me))
        """
        ids = self._some(things).ids
        held = condition.holds(ids)
        doubtful = condition.undecided(tuple(set(ids) - held)) if condition.undecided is not None else set()
        if doubtful and held | doubtful >= set(ids):
            of_look = f"I have not observed the {condition.look} of {the(things)}."
            text = of_look if condition.look else f"I cannot tell of {the(things)} {condition.doubt}."
            raise NotKnown(Reason.NOT_OBSERVED, text, tuple(doubtful))
        verb = "is" if things.definite or len(ids) == 1 else "are"
        told = f"{the(things)} {verb} {condition.words}"
        if not held:
            told = f"{the(things)} {verb} not {condition.words}"
        elif held < set(ids):
            told = f"{in_words(len(held))} of {the(things)} {'is' if len(held) == 1 else 'are'} {condition.words}"
        return Truth(held >= set(ids), (*ids, *condition.ids), told)

    def which(self, order: Order, first: Things, *more: Things) -> Things:
        """Which of several things comes first by a superlative.

        Said: which is {order}: {or first}
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
        tied = list(dict.fromkeys(the(named[i]) for i in keys if keys[i] == keys[winner]))
        if order.tie and order.number == 1 and len(tied) > 1:
            raise NotKnown(Reason.AMBIGUOUS, f"{capitalized(listed(tied))} {order.tie}.", tuple(named))
        if order.number != 1:
            ranked = sorted(keys, key=lambda i: (round(keys[i], 9), i))
            winner = self._at_place(ranked, order, first.noun, "")[0]
        others = tuple(i for i in named if i != winner)
        return Things((winner,), named[winner].noun, True, others=others, because=_chosen(winner, keys, named, order))

    def ranked(self, order: Order, first: Things, *more: Things) -> Names:
        """Several things in the order of a superlative; of several of a kind, the one that comes first counts.

        Said: in which order, {order} first, come {and first}
        Example: ranked(seen("first"), every("chair"), every("table"), every("bed"))
        """
        items = [self._some(item) for item in (first, *more)]
        keys = order.key(tuple(dict.fromkeys(i for item in items for i in item.ids)))
        best = {n: min((keys[i], i) for i in item.ids if i in keys) for n, item in enumerate(items)
                if any(i in keys for i in item.ids)}  # fmt: skip
        if len(best) < len(items):
            left_out = next(item for n, item in enumerate(items) if n not in best)
            text = f"There is nothing to compare: {the(left_out)} is what the others are measured from."
            raise NotKnown(Reason.NOT_UNDERSTOOD, text, left_out.ids)
        places = sorted(best, key=lambda n: round(best[n][0], 9))
        for one, other in itertools.pairwise(places):
            if order.tie and best[one][0] == best[other][0]:
                self._note(f"{the(items[one])} and {the(items[other])} {order.tie}")
        nouns = [item.noun for item in items]
        names = [f"{i.noun} {i.where}".strip() if nouns.count(i.noun) > 1 else i.noun for i in items]
        amounts = [f" ({_amount(order, best[n][0])})" if _amount(order, best[n][0]) else "" for n in places]
        told = f"In this order: {listed([names[n] + a for n, a in zip(places, amounts, strict=True)])}."
        return Names(tuple(names[n] for n in places), tuple(best[n][1] for n in places), told=told)

    def not_in_map(self, topic: Words) -> Unknown:
        """What no map can tell: the time, the weather, what something weighs.

        Said: {topic}, which no map can tell
        Example: not_in_map("what time it is")
        """
        return Unknown(Reason.NOT_IN_MAP, f"I cannot tell: {_NOT_IN_MAP.format(topic)}.")


def _chosen(winner: int, keys: dict[int, float], named: dict[int, Things], order: Order) -> str:
    """ "the bed is the closest to the door: 1.2 m; the desk: 3.0 m"."""
    told = f"{_one(named[winner])} is the {order.words}"
    if order.is_row or order.number != 1:
        told = f"{_one(named[winner])} is the {ordinal(order.number)} {order.words}"
    if not _amount(order, keys[winner]):
        return told
    amounts = [_amount(order, keys[winner])]
    amounts += [f"{_one(named[i])}: {_amount(order, keys[i])}" for i in keys if i != winner]
    return f"{told}: {'; '.join(amounts)}"


def _one(things: Things) -> str:
    """One of several things as a sentence refers to it: "one chair in the kitchen"."""
    if things.definite or len(things.ids) == 1:
        return the(things)
    return " ".join(filter(None, ("one", things.noun, things.where)))


def _amount(order: Order, key: float) -> str:
    """What an order compares, of one thing: "1.2 m", "two pillows"; "" where that tells nothing."""
    if order.counted:
        return amount(round(abs(key)), order.counted)
    digits = 3 if order.unit == "m³" and abs(key) < 0.1 else 2 if order.unit == "m³" else 1
    return f"{abs(key):.{digits}f} {order.unit}" if order.unit else ""


class Sets(LanguageBase):
    """Functions over sets and answers."""

    def both(self, first: Truth, second: Truth, *more: Truth) -> Truth:
        """Whether all of several are so.

        Said: {and first second}
        Example: both(exists(every("bed")), exists(every("desk")))
        """
        truths = (first, second, *more)
        ids = tuple(dict.fromkeys(i for truth in truths for i in truth.ids))
        failing = [truth for truth in truths if not truth.holds]
        return Truth(not failing, ids, "; ".join(t.because.rstrip(".") for t in failing or truths if t.because))

    def first(self, chosen: Things, thing: Things) -> Truth:
        """Whether the one that was chosen is this one.

        Said: whether {thing} is the one, when asked {chosen}
        Example: first(which(closest(me), the("bed"), the("desk")), the("bed"))
        """
        node = self._node(chosen)
        because = chosen.because or f"it is the {node.category}"
        return Truth(node.id in self._some(thing).ids, (node.id, *chosen.others), because)

    def which_more(self, amount: Literal["more", "fewer"], a: Things, b: Things) -> Choice | Unknown:
        """Of which of two there are more, or fewer.

        Said: whether there are {amount} {a} or {b}
        Example: which_more("more", every("cup"), every("bowl"))
        """
        for item in (a, b):
            unseen = item.unseen or item.more
            if unseen is not None:
                return unseen
        ids = (*a.ids, *b.ids)
        told = phrases.counted(*(Number(float(len(t.ids)), of=t.noun, where=t.where) for t in (a, b)))
        if len(a.ids) == len(b.ids):
            return Choice("the same number", ids, because=told)
        chosen = a if (len(a.ids) > len(b.ids)) == (amount == "more") else b
        return Choice(chosen.noun, ids, because=told)

    def difference(self, a: Number, b: Number) -> Number:
        """By how much two numbers differ, whichever is the larger.

        Said: the difference between {number a} and {number b}
        Example: difference(count(every("cup")), count(every("bowl")))
        """
        smaller, larger = sorted((a, b), key=lambda number: number.value)
        found = apply("-", larger, smaller)
        assert isinstance(found, Number)
        return replace(found, told=found.told and difference_told(a, b))

    def is_it(self, choice: Choice, name: Words) -> Truth:
        """Whether a name is this one: a state, a color, odd or even.

        Said: whether it is {name}: {choice}
        Example: is_it(door_state(room("kitchen")), "open")
        """
        return Truth(choice.name == name, choice.ids, choice.because or f"{choice.of or 'it'} is {choice.name}")

    def parity(self, number: Number) -> Choice | Unknown:
        """Odd or even.

        Said: whether {number number} is odd or even
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

        Said: whether {number number} is a multiple of {of}
        Example: multiple(count(every("chair")), 3)
        """
        if number.more is not None:
            return number.more
        if of == 0:
            raise NotKnown(Reason.NOT_UNDERSTOOD, "No number can be divided by 0.", number.ids)
        return Truth(round(number.value) % of == 0, number.ids, f"there are {number.value:.0f}")

    def common(self, a: Things, b: Things) -> Names | Unknown:
        """The kinds of things that are in both sets.

        Said: which kinds of things are among both {a} and {b}
        Example: common(every("thing", in_room("hall")), every("thing", in_room("kitchen")))
        """
        kinds = [{node.category for node in self._nodes(self._some(things).ids)} for things in (a, b)]
        if not kinds[0] & kinds[1]:
            raise NotKnown(Reason.NOT_THERE, "I know of no kind of thing that is in both.", short="nothing")
        ids = tuple(i for i in (*a.ids, *b.ids) if self._scene.graph.by_id[i].category in kinds[0] & kinds[1])
        return Names(tuple(sorted(kinds[0] & kinds[1])), tuple(dict.fromkeys(ids)))

    def commonest(self, things: Things, fewest: Literal[0, 1] = 0) -> Names:
        """The kind of which there are most; with fewest=1, fewest.

        Said: of which kind there are {fewest} among {things}
        Example: commonest(every("thing", in_room("kitchen")))
        """
        counts = Counter(node.category for node in self._nodes(self._some(things).ids))
        wanted = (min if fewest else max)(counts.values())
        names = tuple(name for name in counts if counts[name] == wanted)
        return Names(names, tuple(i for i in things.ids if self._scene.graph.by_id[i].category in names))
