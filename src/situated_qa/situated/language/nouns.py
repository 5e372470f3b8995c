"""Nouns: the things that a phrase names. "The chair" is one thing, the best; "chairs" are all that satisfy it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from situated_qa.scene.graph import plain_name
from situated_qa.situated.categories import ANYTHING
from situated_qa.situated.doors import DOORWAYS, OUTDOORS, doors_of, without_leaf
from situated_qa.situated.language.base import NotKnown
from situated_qa.situated.language.grades import first_met, overlooked
from situated_qa.situated.language.nearly import LOOSELY, Nearly
from situated_qa.situated.language.phrases import amount, article, none_of, ordinal
from situated_qa.situated.language.superlatives import Superlatives
from situated_qa.situated.language.values import (
    FLOORS,
    WALLS,
    Condition,
    Noun,
    Order,
    Reason,
    Room,
    RoomName,
    Taken,
    Things,
    Unknown,
    Words,
    those,
)

_NEARLY = 0.8  # a rival whose grade is this much of the best one's may be meant as well
_RUNS = ("counter", "countertop", "worktop", "counters")
_GENERAL = ("thing", "furniture")  # of these people mean what they would bump into

_POSTURES = frozenset((
    "hanging", "hung", "standing", "lying", "laying", "laid", "sitting", "resting", "leaning", "placed", "located",
    "situated", "positioned", "mounted", "kept", "stored",
))  # fmt: skip
"""States that a place says, too: what is hanging on the wall is on the wall."""


def _noun(meaning: str, example: str, *, definite: bool) -> Callable[..., Things]:
    """The function of a definite noun, or of a plural."""

    def function(
        self: Nouns,
        kind: Noun,
        *conditions: Condition | Order,
        color: Words = "",
        material: Words = "",
        shape: Words = "",
        state: Words = "",
        size: Words = "",
        room: RoomName | Room = "",
    ) -> Things:
        looks = {"color": color, "material": material, "shape": shape, "state": state, "size": size}
        return self._find(kind, conditions, looks, room, definite=definite)

    function.__doc__ = f"{meaning}\n\nExample: {example}"
    return function


class Nouns(Superlatives, Nearly):
    """Functions that find things."""

    the = _noun(
        "The one thing that is meant: the best that satisfies the conditions.",
        'where(the("lamp", left(me), color="black"))',
        definite=True,
    )
    every = _noun(
        'All things that satisfy the conditions; "thing" is any kind.',
        'count(every("cup", on(the("table"))))',
        definite=False,
    )

    def either(self, first: Things, second: Things, *more: Things) -> Things:
        """The things of several nouns together.

        Said: {or first second}
        Example: count(either(every("chair"), every("stool")))
        """
        things = (first, second, *more)
        ids = tuple(dict.fromkeys(i for item in things for i in item.ids))
        noun = " or ".join(dict.fromkeys(item.noun for item in things))
        causes = [item.missing for item in things if item.missing is not None]
        unseen = next((cause for cause in causes if cause.reason is not Reason.NOT_THERE), None)
        partly = unseen or next((item.more for item in things if item.more is not None), None)
        if not ids:
            return Things((), noun, missing=unseen or causes[0])
        return Things(ids, noun, more=partly)

    def marked(self) -> Things:
        """The thing that the asker pointed at.

        Said: the thing that you pointed at
        Example: color(marked())
        """
        node = self._scene.graph.by_id.get(-1 if self._scene.marked is None else self._scene.marked)
        if node is None:
            raise NotKnown(
                Reason.NOT_UNDERSTOOD, "Nothing is marked: click the thing in RViz (Publish Point) and ask again."
            )
        return Things((node.id,), node.category, definite=True)

    def _find(
        self,
        kind: str,
        filters: Sequence[Condition | Order],
        looks: dict[str, str],
        room: str | Room,
        *,
        definite: bool,
        wider: bool = False,
    ) -> Things:
        asked = (kind, filters, looks, room)
        conditions = [item for item in filters if isinstance(item, Condition)]
        orders = [item for item in filters if isinstance(item, Order)]
        roomless = self._lenient and definite and room and room not in OUTDOORS and not self._tools.rooms()
        rooms = [self._room_named(room)] if room and not roomless else []
        kind = "thing" if kind in ANYTHING else kind
        kind, before = self._with_room(kind)
        if before and kind == "door":  # it belongs to two rooms
            conditions.append(those(f"of the {before}", doors_of(self._scene.graph, before)))
        elif before:
            rooms.append(before)
        kind, looks = self._with_quality(kind, looks)
        if looks["state"] in _POSTURES and conditions and not self._records_state(looks["state"]):
            looks = {**looks, "state": ""}
        around, _, part = kind.rpartition(" ")
        if part in WALLS | FLOORS and not rooms and around in map(plain_name, self._tools.rooms()):
            kind, rooms = part, [self._room_named(around)]  # "the kitchen wall"
        noun, where = _named(kind, looks, conditions, rooms)
        of_kind = self._of_kind(kind, wider=wider)
        if kind == "thing" and not any(looks.values()):
            of_kind = self._or_unnamed(of_kind, conditions, rooms)
        if of_kind and set(of_kind) <= set(self._scene.unnamed):
            noun = "unnamed thing"
        ids = self._in_rooms(of_kind, rooms)
        ids, unlooked = self._looking(ids, looks)
        holding = self._holding(ids, conditions)
        described = bool(conditions or any(looks.values()))
        lacking = {i: unlooked[i] for i in self._holding(list(unlooked), conditions)}
        wanting = definite and not holding and not wider and bool(of_kind)
        if self._lenient:  # what is called so and may satisfy it comes before what is not called so
            certain = not lacking and self._undecided(ids, conditions, noun) is None
            wanting = definite and not holding and not wider and described and certain
        instead = self._instead(*asked) if wanting else None
        if instead is not None:
            return self._as_what_it_is(instead, noun, where) if self._lenient else instead
        if definite and not holding and conditions:
            holding = self._loosely(ids, noun, conditions, all_near=bool(orders))
        if not definite and not rooms and any(c.relation_to_me for c in conditions):
            holding = self._in_this_room(holding)
        blind = self._unobserved(lacking, noun)
        blind = blind or self._undecided([i for i in ids if i not in holding], conditions, noun)
        absent, seen = self._absent(kind, noun, where, conditions, rooms, bool(of_kind))
        if kind in DOORWAYS and (bare := without_leaf(self._scene.graph)):
            told = " ".join(word for word in ("I know of", none_of(noun), where) if word)
            absent, seen = Unknown(Reason.NOT_OBSERVED, f"{told}. {bare}"), bare
        unseen = absent if absent.reason is not Reason.NOT_THERE else None
        if self._lenient and definite and not holding:
            nearly = None
            if blind is not None:
                nearly = self._unseen(ids, lacking, conditions, looks, bool(orders))
            elif unseen is None:
                nearly = self._mostly(ids, noun, any(looks.values()), conditions, bool(orders))
            if nearly is not None:
                self._tell(nearly.told)
                holding, conditions = nearly.ids, nearly.conditions
                looks = {name: value for name, value in looks.items() if name not in nearly.looks}
                noun, where = _named(kind, looks, conditions, rooms)
        if not holding:
            none = Things((), noun, definite, missing=unseen or blind or absent, where=where)
            further = [order for order in orders if not order.words.startswith("closest to you")]
            return none if of_kind or further else self._no_object(none, conditions, rooms)
        # A plural takes all that satisfy the conditions, however well: no grades, which cost more than the yes or no.
        of_conditions = self._grades(holding, conditions) if definite and not orders else []
        grades = {i: math.prod(grade[i] for grade in of_conditions) for i in holding}
        here = self._scene.agent_distances
        lesser = set[int]()
        if (
            definite
            and kind == "thing"
            and not self._standing_on_things([self._scene.graph.by_id[i] for item in conditions for i in item.ids[:1]])
        ):
            lesser = overlooked(self._scene, holding)
        away = set(holding).difference(self._in_this_room(holding)) if definite and len(holding) > 1 else set()
        if roomless:
            if len(holding) > 1:
                self._room_named(room)  # which raises that there is none
            self._tell(f"I know of no rooms here, and so not whether the {noun} is in the {room}")
        holding.sort(key=lambda i: (i in lesser, -round(grades[i], 6), i in away, here[i], i))
        if definite and kind in _GENERAL and orders and orders[0].words == "closest to you" and orders[0].number == 1:
            side = next((item.relation_to_me for item in conditions if item.relation_to_me), "")
            holding = first_met(self._scene, holding, side)
        for order in orders:
            beside = self._in_rooms(holding, [order.room]) if definite and order.room else []
            holding = beside if len(beside) > 1 else holding
            keys = order.key(tuple(holding))
            ranked = _ranked(holding, keys)
            if definite or order.number != 1:
                chosen = self._at_place(ranked, order, noun, where)
                self._note_tie(order, [i for i in ranked if keys[i] == keys[chosen[0]]], noun)
                ranked = chosen
            holding = ranked
            where = " ".join(word for word in (where, _order_words(order)) if word)
        if not holding:
            return Things((), noun, definite, missing=absent, where=where)
        if not definite:
            more = blind or (replace(unseen, text=seen) if unseen else None)
            return Things(tuple(holding), noun, where=where, more=more)
        if not orders:
            beside_thing = any(condition.ids for condition in conditions)
            one = (None if beside_thing else self._run(holding, grades, noun, where)) or replace(
                self._one_of(holding, grades, noun, where), others=tuple(holding)
            )
        else:
            one = Things((holding[0],), noun, True, where=where)
        if kind == "thing" or kind.startswith("something "):  # the answer names what was found
            one = replace(one, noun=" ".join([*noun.split(" ")[: -len(kind.split(" "))], self._node(one).category]))
        return one

    def _instead(
        self, kind: str, filters: Sequence[Condition | Order], looks: dict[str, str], room: str | Room
    ) -> Things | None:
        """What a definite noun means that nothing satisfies: a kind of such a thing, or of several the widest."""
        found = self._find(kind, filters, looks, room, definite=True, wider=True)
        order = self._by_size(looks["size"])
        if found.missing is not None and order is not None:
            found = self._find(kind, (*filters, order), looks | {"size": ""}, room, definite=True)
            self._note(f"{none_of(kind)} is clearly {looks['size']}; the {order.words} was taken" if found.ids else "")
        return found if found.ids else None

    def _as_what_it_is(self, found: Things, noun: str, where: str) -> Things:
        """What was taken for a noun that nothing is called by and satisfies, under its own name."""
        name = plain_name(self._node(found).category)
        text = " ".join(word for word in ("I know of", none_of(noun), where) if word)
        self._tell(f"{text}; {article(name)} was taken")
        return replace(found, noun=name)

    def _no_object(self, things: Things, conditions: Sequence[Condition], rooms: Sequence[str]) -> Things:
        """What a noun means that no stored object has: walls, floors, or a room."""
        if things.noun in WALLS | FLOORS:
            text = f"{'Walls' if things.noun in WALLS else 'Floors'} are not stored as objects."
            missing = Unknown(Reason.CANNOT_NAME, text, short="not stored")
            there = _where(lambda ids: self._in_rooms(ids, rooms))
            return replace(things, missing=missing, building=(*conditions, there))
        if things.definite and not conditions and not rooms and things.noun in map(plain_name, self._tools.rooms()):
            return replace(things, room=self._room_named(things.noun))
        return things

    def _run(self, ids: list[int], grades: dict[int, float], noun: str, where: str) -> Things | None:
        """A row of cabinets, which people call one counter; None for other nouns, or where counters are stored."""
        if noun.split(" ")[-1] not in _RUNS or any(noun == plain_name(name) for name in self._scene.categories):
            return None
        run = tuple(i for i in ids if grades[i] >= LOOSELY * grades[ids[0]])
        return Things(run, noun, True, where=where)

    def _one_of(self, ids: list[int], grades: dict[int, float], noun: str, where: str) -> Things:
        """The best of the things that a definite noun may mean, and which else."""
        meant = [i for i in ids if self._any_rival or grades[i] >= _NEARLY * grades[ids[0]]]
        if len(meant) == 1:
            return Things((ids[0],), noun, True, where=where)
        here = self._scene.agent_distances
        nearest = meant[0] == min(meant, key=lambda i: (here[i], i))
        there = " ".join(word for word in (amount(len(meant), noun), where) if word)
        rank = self._preferred.get(len(self.taken), 0) % len(meant)
        here_only = len(self._in_this_room(meant)) < len(meant)
        best = "nearest" if nearest else "one in this room" if here_only else "one that fits best"
        which = "one with which the question makes sense" if rank else best
        text, taken = f"there are {there}; the {which} was taken", meant[rank]
        rivals = tuple(i for i in meant if i != taken)
        self.taken.append(Taken(taken, rivals, text))
        return Things((taken,), noun, True, rivals, where=where)

    def _records_state(self, state: str) -> bool:
        return any(node.attributes.get("state") == state for node in self._scene.graph.objects)

    def _note_tie(self, order: Order, tied: list[int], noun: str) -> None:
        """Tells that several things are at the same place of an order."""
        if order.tie and len(tied) > 1:
            self._note(f"{amount(len(tied), noun)} {order.tie}; the nearest was taken")

    def _or_unnamed(self, ids: list[int], conditions: Sequence[Condition], rooms: Sequence[str]) -> list[int]:
        """The ids; where none of them is meant, but things that nobody could name are, the ids of those."""
        unnamed = list(self._scene.unnamed)
        if any(item.of_unnamed for item in conditions):
            return [*ids, *unnamed]

        def meant(ids: list[int]) -> bool:
            return bool(self._holding(self._in_rooms(ids, rooms), conditions))

        return unnamed if unnamed and not meant(ids) and meant(unnamed) else ids


def _named(kind: str, looks: dict[str, str], conditions: Sequence[Condition], rooms: Sequence[str]) -> tuple[str, str]:
    """A noun with how it looks, and its conditions and rooms, in words."""
    noun = " ".join([*(value for value in looks.values() if value), kind])
    return noun, " ".join([*(item.words for item in conditions), *(f"in the {name}" for name in rooms)])


def _where(members: Callable[[tuple[int, ...]], Sequence[int]]) -> Condition:
    """A condition that is told elsewhere: which of some ids it holds for."""
    return Condition("", lambda ids: dict.fromkeys(members(ids), 1.0), lambda ids: set(members(ids)))


def _ranked(ids: list[int], keys: dict[int, float]) -> list[int]:
    """The ids from the smallest key, without those that have none; ties keep their order."""
    return sorted((i for i in ids if math.isfinite(keys.get(i, math.inf))), key=lambda i: round(keys[i], 9))


def _order_words(order: Order) -> str:
    number = "" if order.number == 1 and not order.is_row else f"{ordinal(order.number)} "
    return f"(the {number}{order.words})"
