"""The kinds of questions: what fills a wording's places, and the expression that the question means."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from situated_qa.reasoning.reader.foreign_nouns import LANGUAGES, entries
from situated_qa.training.languages.filling import Slot
from situated_qa.training.languages.things import ME, Place, Thing

Asked = tuple[dict[str, Slot], str]
"""The slots of a question and its expression."""

_SIDES = ("left", "right", "front", "behind")
_STATES = {"O": ("open", "closed"), "W": ("on", "off"), "F": ("full", "empty")}
_ONE_WORD = "OW"  # Chinese has one word for "open" and "on": things that are both are not asked for either
_PLAIN = ("below", "near")


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws things."""

    rng: random.Random

    def noun(self, tags: str = "L", *others: Thing, color: float = 0.0) -> Thing:
        """A thing with one of some tags, of another kind than `others`."""
        taken = {thing.english for thing in others}
        english = self.rng.choice([name for name in _tagged(tags) if name not in taken])
        return Thing(english, color=self.rng.choice(list(entries("colors"))) if self.rng.random() < color else "")

    def room(self, *others: Thing) -> Thing:
        """A room, of another name than `others`."""
        taken = {thing.english for thing in others}
        return Thing(self.rng.choice([name for name in entries("rooms") if name not in taken]), "rooms")

    def side(self) -> Place:
        """A place beside the asker."""
        return Place(self.rng.choice(_SIDES), ME)

    def place(self, *others: Thing, nested: float = 0.25) -> Place:
        """On, below or near a thing, which may itself be near another or beside the asker."""
        relation = self.rng.choice(("on", "on", *_PLAIN))
        of = self.noun("S" if relation != "near" else "L", *others)
        if self.rng.random() < nested:
            inner = self.side() if self.rng.random() < 0.5 else Place("near", self.noun("L", of, *others))
            of = Thing(of.english, where=inner)
        return Place(relation, of)

    def somewhere(self, *others: Thing) -> Place | None:
        """In a room, beside the asker, at a thing, or nothing said of it."""
        pick = self.rng.random()
        if pick < 0.25:
            return None
        if pick < 0.5:
            return Place("room", self.room())
        return self.side() if pick < 0.7 else self.place(*others)


@cache
def _tagged(tags: str) -> tuple[str, ...]:
    rows = entries().values()
    return tuple(row.english for row in rows if set(row.tags) & set(tags) and all(x in row.forms for x in LANGUAGES))


def _small(where: Place | None) -> str:
    return "P" if where is not None and where.relation == "on" else "LP"


def _set(ask: str, color: float) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        where = c.somewhere()
        others = [where.of] if where is not None else []
        if others and others[0].where is not None:
            others.append(others[0].where.of)
        x = c.noun(_small(where), *others, color=color)
        meant = Thing(x.english, color=x.color, where=where)
        return {"x": x, "p": where or ""}, f"{ask}({meant.every()})"

    return asked


def _name_at(article: str, place: Callable[[Chance], Place]) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        where = place(c)
        thing = Thing("thing", where=where)
        return {"p": where, "y": where.of}, f"name({thing.every() if article == 'every' else thing.the()})"

    return asked


def _at(relation: str, tags: str) -> Callable[[Chance], Place]:
    def place(c: Chance) -> Place:
        of = c.noun(tags, color=0.15)
        if c.rng.random() < 0.25:
            of = Thing(of.english, where=c.side() if c.rng.random() < 0.5 else Place("near", c.noun("L", of)))
        return Place(relation, of)

    return place


def _referred(c: Chance, nested: float = 0.4, tags: str = "LP") -> Thing:
    """A thing, with a place by which it is told from others."""
    if c.rng.random() < nested:
        where = c.side() if c.rng.random() < 0.4 else c.place(nested=0.4)
        taken = [where.of, *([where.of.where.of] if where.of.where else [])]
        return Thing(c.noun(_small(where), *taken).english, where=where)
    return c.noun(tags)


def _of(write: str, nested: float = 0.3, tags: str = "LP") -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        x = _referred(c, nested, tags)
        return {"x": x}, write.format(x=x.the())

    return asked


def _looks(attribute: str) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        value = c.rng.choice(list(entries(f"{attribute}s")))
        x = _referred(c, 0.2) if attribute == "color" else c.noun("L")
        return {"x": x, "c": value, "m": value}, f'looks({x.the()}, "{attribute}", "{value}")'

    return asked


def _state(choice: bool) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        tag = c.rng.choice("OOWF")
        x, pair = c.noun(tag), list(_STATES[tag])
        while set(_ONE_WORD) <= set(entries()[x.english].tags):
            x = c.noun(tag)
        c.rng.shuffle(pair)
        if choice:
            return {"x": x, "a": pair[0], "b": pair[1]}, f'state({x.the()}, ["{pair[0]}", "{pair[1]}"])'
        return {"x": x, "a": pair[0]}, f'looks({x.the()}, "state", "{pair[0]}")'

    return asked


def _side_choice(c: Chance) -> Asked:
    x, pair = _referred(c, 0.0), list(c.rng.choice((("left", "right"), ("left", "right"), ("front", "behind"))))
    if c.rng.random() < 0.3:
        pair.reverse()
    return {"x": x, "a": pair[0], "b": pair[1]}, f'side({x.the()}, me, ["{pair[0]}", "{pair[1]}"])'


def _dimension(c: Chance) -> Asked:
    x, what = c.noun("L"), c.rng.choice(("height", "width", "length"))
    return {"x": x, "d": what}, f'measure({x.the()}, "{what}")'


def _extreme(order: str) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        y = ME if c.rng.random() < 0.5 else c.noun("L")
        return {"y": y}, f"name({Thing('thing').the(f'{order}({y.the()})')})"

    return asked


def _largest(c: Chance) -> Asked:
    where = Place("room", c.room()) if c.rng.random() < 0.6 else None
    thing = Thing("thing", where=where)
    return {"p": where or ""}, f"name({thing.the('most(' + chr(34) + 'large' + chr(34) + ')')})"


def _closest(write: str, to_me: float) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        y = ME if c.rng.random() < to_me else c.noun("L")
        x = c.noun("LP", y)
        return {"x": x, "y": y}, write.format(x=x.the(f"closest({y.the()})"))

    return asked


def _pair(write: str, with_third: bool = False) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        x = c.noun("L")
        z = c.noun("L", x)
        y = c.noun("L", x, z) if with_third and c.rng.random() < 0.5 else ME
        text = write.format(x=x.the(), z=z.the(), y=y.the(), xs=x.every(), zs=z.every())
        return {"x": x, "z": z, "y": y}, text

    return asked


def _goal(write: str) -> Callable[[Chance], Asked]:
    def asked(c: Chance) -> Asked:
        x = c.room() if c.rng.random() < 0.5 else c.noun("L")
        return {"x": x}, write.format(x=x.the())

    return asked


def _turned(c: Chance) -> Asked:
    turn, side = c.rng.choice(("left", "right", "around")), c.side()
    return {"t": f"turn {turn}", "p": side}, f'name(the("thing", {side.relation}(turned(me, "{turn}"))))'


def _in_room(c: Chance) -> Asked:
    room = c.room()
    return {"r": room}, f'name(every("thing", in_room("{room.english}")))'


def _has_room(c: Chance) -> Asked:
    room = c.room()
    return {"x": room}, f'has_room("{room.english}")'


def _rooms_with(c: Chance) -> Asked:
    x = c.noun("LP")
    return {"x": x}, f"rooms_with({x.every()})"


def _always(expression: str) -> Callable[[Chance], Asked]:
    return lambda c: ({}, expression)


KINDS: dict[str, Callable[[Chance], Asked]] = {
    "count": _set("count", 0.3),
    "exists": _set("exists", 0.2),
    "side": _name_at("the", Chance.side),
    "on": _name_at("every", _at("on", "S")),
    "below": _name_at("the", _at("below", "S")),
    "near": _name_at("the", _at("near", "L")),
    "between": _pair('name(the("thing", between({x}, {z})))'),
    "in room": _in_room,
    "where": _of("where({x})", 0.15),
    "left or right": _side_choice,
    "distance": _of("distance({x}, me)", 0.2),
    "distance between": _pair("distance({x}, {z})"),
    "color": _of("color({x})", 0.6),
    "is color": _looks("color"),
    "material": _of("material({x})", 0.3),
    "is material": _looks("material"),
    "state": _state(True),
    "is state": _state(False),
    "size": _of("dimensions({x})", 0.15, "L"),
    "dimension": _dimension,
    "closest": _extreme("closest"),
    "farthest": _extreme("farthest"),
    "largest": _largest,
    "color of closest": _closest("color({x})", 0.4),
    "where closest": _closest("where({x})", 1.0),
    "which closer": _pair("which(closest({y}), {x}, {z})", True),
    "which larger": _pair('which(most("large"), {x}, {z})'),
    "is larger": _pair('first(which(most("large"), {x}, {z}), {x})'),
    "more": _pair("count({xs}) > count({zs})"),
    "rooms": _always("rooms()"),
    "how many rooms": _always("count_rooms()"),
    "here": _always("here()"),
    "has room": _has_room,
    "room of": _of("room_of({x})", 0.15),
    "rooms with": _rooms_with,
    "way": _goal("way({x})"),
    "reachable": _goal("reachable({x})"),
    "turned": _turned,
    "visible": _always('name(every("thing", visible(me)))'),
}
"""By name: 39 kinds, of which some stand for several (a count in a room, on a thing, beside the asker)."""
