"""Nouns, superlatives and one phrase for each function, by which `said` puts an expression into words."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping
from importlib import resources

from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.situated.language.conditions import RELATION_OF, SIDED
from situated_qa.situated.language.expression import Call, Listing, Literal, Name, Node
from situated_qa.situated.language.functions import functions
from situated_qa.situated.language.phrases import BESIDE, LEAST, MOST, listed, ordinal, plural
from situated_qa.situated.language.registry import Function
from situated_qa.situated.language.values import Order

_LOOKS = ("size", "color", "material", "shape", "state")
_INTO_VIEW = ("first", "to come into view")


class Arguments:
    """The arguments of one call by the names of their parameters, in words."""

    def __init__(self, call: Call, say: Callable[[Node], str]) -> None:
        """
        Args:
            say: puts an argument into words.
        """
        self.say = say
        row: Function = functions()[call.name]
        self.name = call.name
        self.nodes: dict[str, Node] = dict(zip((p.name for p in row.places), call.args, strict=False))
        self.nodes.update(call.kwargs)
        self.rest = call.args[len(row.places) :]

    def __getitem__(self, name: str) -> str:
        return self.say(self.nodes[name]) if name in self.nodes else ""

    def of(self, call: Call) -> Arguments:
        """The arguments of a call inside this one."""
        return Arguments(call, self.say)

    def text(self, name: str, before: str = "", after: str = "") -> str:
        """An argument with words around it; "" where it was left out."""
        told = self[name]
        return f"{before}{told}{after}" if told else ""

    def all(self, *names: str) -> list[str]:
        """These arguments and those that follow by position."""
        return [self[name] for name in names if name in self.nodes] + [self.say(node) for node in self.rest]

    def filled(self, template: str) -> str:
        """A template with the arguments in it: "between {a}[ and {b}]"; brackets are left out with their argument.

        "{be things}" is "is" or "are", "{or first}" joins the argument and those that follow, "{number a}" is a number
        inside a sentence; rooms get their article.
        """
        given = re.sub(r"\[(.*?\{(\w+)\}.*?)\]", lambda m: m[1] if m[2] in self.nodes else "", template)
        return re.sub(r"\{(?:(be|or|and|number) )?([\w ]+)\}", lambda m: self._told(m[2], m[1]), given)

    def _told(self, name: str, how: str | None) -> str:
        if how in ("or", "and"):
            told = self.all(*name.split())
            return listed(told) if how == "and" else " or ".join(told)
        if how == "number":
            return number_of(self.nodes[name], self.say)
        if how == "be":
            return self.be(name)
        return {"room": room_of, "origin": room_of, "unit": lambda unit: _UNITS[unit]}.get(name, str)(self[name])

    def is_me(self, name: str) -> bool:
        return self.nodes.get(name) == Name("me")

    def is_one(self, name: str) -> bool:
        """Whether an argument is one thing: "is", not "are"."""
        node = self.nodes[name]
        if isinstance(node, Call):
            return node.name not in ("every", "either", "common", "rooms", "rooms_with", "rooms_without")
        return node != Name("them")

    def be(self, name: str) -> str:
        return "is" if self.is_one(name) else "are"


def noun(arguments: Arguments, *, one: bool) -> str:
    """ "the second black chair from the left on the rug"."""
    head, where = noun_parts(arguments, one=one)
    return f"{head} {where}".strip()


def noun_parts(arguments: Arguments, *, one: bool) -> tuple[str, str]:
    """The noun with its looks and superlatives, and where it is: "black chairs", "on your left"."""
    orders = [node for node in arguments.rest if isinstance(node, Call) and functions()[node.name].returns == (Order,)]
    placed = [arguments.say(node).strip(",") for node in arguments.rest if node not in orders]
    placed += [f"in {room_of(arguments['room'])}"] if "room" in arguments.nodes else []
    ranks = [_order(arguments.of(node)) for node in orders]
    one = one or bool(orders)
    looks = [arguments[name] for name in _LOOKS if name in arguments.nodes]
    kind = arguments["kind"]
    kind = re.sub("^something ", "thing ", kind) if one else plural(kind)
    ranked, behind = [before for before, _ in ranks], [after for _, after in ranks]
    return " ".join(filter(None, ["the" if one else "", *ranked, *looks, kind, *behind])), " and ".join(placed)


def _order(arguments: Arguments) -> tuple[str, str]:
    """A superlative: the words before the noun, and those after it."""
    if arguments.name == "nth":
        order, number = arguments.nodes["order"], arguments.nodes["number"]
        assert isinstance(order, Call) and isinstance(number, Literal)
        before, after = _order(arguments.of(order))
        side = before.removesuffix("most") if before in ("leftmost", "rightmost") else ""
        place = ordinal(int(number.value))
        if (before, after) == _INTO_VIEW:
            return place, after
        return (place, f"from the {side} {after}".strip()) if side else (f"{place} {before}".strip(), after)
    if arguments.name in ("closest", "farthest"):
        return arguments.name, f"{'to' if arguments.name == 'closest' else 'from'} {arguments['to']}"
    if arguments.name in ("most", "least"):
        return (MOST if arguments.name == "most" else LEAST)[arguments["measure"]], ""
    if arguments.name in ("with_most", "with_fewest"):
        most, where = arguments.name.removeprefix("with_"), BESIDE[arguments["where"] or "on"]
        return "", f"with the {most} {arguments['things']} {where} it"
    if arguments.name == "seen":
        return _INTO_VIEW if arguments["moment"] == "first" else ("most recently seen", "")
    return arguments.name, "" if arguments.is_me("view") else f"for {arguments['view']}"


def order_words(arguments: Arguments) -> str:
    """A superlative by itself: "the closest to the door"."""
    before, after = _order(arguments)
    return " ".join(["the", *(before or "one").split(), *after.split()])


def room_of(told: str) -> str:
    """A room as part of a sentence: its name has no article, a room that a function gives has one."""
    return told if told.startswith("the ") else f"the {told}"


_UNITS = {
    "m": "meters", "cm": "centimeters", "mm": "millimeters", "km": "kilometers", "ft": "feet", "in": "inches",
    "yd": "yards", "s": "seconds", "min": "minutes", "h": "hours",
}  # fmt: skip
_SIDES = {
    "longest": "longest side", "shortest": "shortest side",
    "left": "on the left", "right": "on the right", "front": "in front", "back": "behind", "ahead": "ahead",
}  # fmt: skip


def _side(function: str) -> Callable[[Arguments], str]:
    relation = RELATION_OF[function]

    def phrase(arguments: Arguments) -> str:
        of_thing = f"{told_to_object(relation)} {arguments['of']}"
        return (told_to_asker(relation) if arguments.is_me("of") else of_thing) + _as_seen(arguments)

    return phrase


def _as_seen(arguments: Arguments) -> str:
    if "seen_by" not in arguments.nodes:
        return ""
    return ", as you see it," if arguments.is_me("seen_by") else f", as seen by {arguments['seen_by']},"


def _relation(function: str) -> Callable[[Arguments], str]:
    return lambda a: f"{told_to_object(RELATION_OF[function])} {a['of']}"


def _attribute(name: str) -> Callable[[Arguments], str]:
    start, end = {"material": ("what", " made of"), "state": ("what state", " in")}.get(name, (f"what {name}", ""))

    def phrase(arguments: Arguments) -> str:
        whose = f"{arguments['thing']} {arguments.be('thing')}"
        if "options" in arguments.nodes:
            made = "made of " if name == "material" else ""
            return f"whether {whose} {made}{arguments['options']}"
        return f"{start} {whose}{end}"

    return phrase


def _look(arguments: Arguments) -> str:
    what = arguments["what"]
    return f"what is written on {arguments['thing']}" if what == "text" else f"the {what} of {arguments['thing']}"


def _at(arguments: Arguments) -> str:
    place = arguments["place"]
    turned = arguments.text("facing", ", facing ") + arguments.text("away", ", facing away from ")
    return f"somebody at {place}{turned}" if place != "you" else f"you{turned}"


def _turned(arguments: Arguments) -> str:
    way = arguments.nodes["way"]
    assert isinstance(way, Literal)
    degrees = isinstance(way.value, int)
    how = f"{abs(int(way.value))}° to the {'left' if int(way.value) >= 0 else 'right'}" if degrees else way.value
    return f"{arguments['view']} after turning {how}"


def _measure(arguments: Arguments) -> str:
    what = _SIDES.get(arguments["what"], arguments["what"])
    thing = arguments["thing"]
    return f"the {what} of {thing}{_unit(arguments)}"


def _unit(arguments: Arguments) -> str:
    return f" in {_UNITS[arguments['unit']]}" if "unit" in arguments.nodes else ""


def _distance(arguments: Arguments) -> str:
    how = {"walk": "walking distance", "center": "distance between the centers", "surface": "distance"}
    told = how[arguments["how"] or "surface"]
    ends = (
        f"of {arguments['a']} and {arguments['b']}"
        if "centers" in told
        else f"from {arguments['a']} to {arguments['b']}"
    )
    return f"the {told} {ends}{_unit(arguments)}"


def _side_of(arguments: Arguments) -> str:
    thing, be = arguments["thing"], arguments.be("thing")
    seen = _as_seen(arguments).rstrip(",")
    options = arguments.nodes.get("options")
    if not isinstance(options, Listing) or not options.items:
        return f"on which side of {arguments['view']} {thing} {be}{seen}"
    which = " or ".join(_SIDES.get(word, word) for word in map(arguments.say, options.items))
    whom = "" if arguments.is_me("view") else f" for {arguments['view']}"
    return f"whether {thing} {be} {which}{whom}{seen}"


def _where(arguments: Arguments) -> str:
    seen = "" if "view" not in arguments.nodes or arguments.is_me("view") else f" for {arguments['view']}"
    return f"where {arguments['thing']} {arguments.be('thing')}{seen}"


def _which(arguments: Arguments) -> str:
    return f"which is {_order_of(arguments)}: {' or '.join(arguments.all('first'))}"


def _asked_of(start: str, alone: str) -> Callable[[Arguments], str]:
    """A question about a set: "how many chairs are on your left"; where nothing is said of it: "… there are"."""

    def phrase(arguments: Arguments) -> str:
        node = arguments.nodes["things"]
        if not isinstance(node, Call) or node.name != "every":
            return alone.format(arguments["things"], be=arguments.be("things"))
        row = arguments.of(node)
        head, where = noun_parts(row, one=False)
        if head.startswith("the "):  # a superlative leaves one of them
            return alone.format(f"{head} {where}".strip(), be="is")
        return f"{start} {head} are {where}" if where else f"{start} {head} there are"

    return phrase


def _order_of(arguments: Arguments) -> str:
    order = arguments.nodes["order"]
    assert isinstance(order, Call)
    return order_words(arguments.of(order))


def _whose(arguments: Arguments) -> str:
    return "" if arguments.is_me("of") else f" of {arguments['of']}"


def number_of(node: Node, say: Callable[[Node], str]) -> str:
    """A number inside a sentence: "the number of chairs on your left"."""
    if isinstance(node, Call) and node.name in ("count", "count_rooms"):
        return f"the number of {say(node.args[0]) if node.args else 'rooms'}"
    return say(node)


_ORDERS = (
    "closest", "farthest", "most", "least", "leftmost", "rightmost", "with_most", "with_fewest", "seen", "nth",
)  # fmt: skip


@functools.cache
def phrases() -> Mapping[str, Callable[[Arguments], str]]:
    """A phrase for each function: from `data/phrases.json`, from the relation that it names, or from `_PHRASES`."""
    text = resources.files("situated_qa.situated").joinpath("data/phrases.json").read_text(encoding="utf-8")
    told = {name: functools.partial(Arguments.filled, template=template) for name, template in json.loads(text).items()}
    relations = {name: _side(name) if name in SIDED else _relation(name) for name in RELATION_OF}
    return {**told, **relations, **dict.fromkeys(_ORDERS, order_words), **_PHRASES}


_PHRASES: Mapping[str, Callable[[Arguments], str]] = {
    "the": lambda a: noun(a, one=True),
    "every": lambda a: noun(a, one=False),
    "clock": lambda a: f"at {'your' if a.is_me('of') else 'the'} {a['hour']} o'clock" + _whose(a),
    "visible": lambda a: "in your sight" if a.is_me("view") else f"in the sight of {a['view']}",
    "at": _at,
    "turned": _turned,
    "count": _asked_of("how many", "the number of {}"),
    "name": _asked_of("which", "what {} {be}"),
    "holds": lambda a: f"whether {'' if a.is_one('things') else 'all '}{a['things']} {a.be('things')} {a['condition']}",
    "which": _which,
    "ranked": lambda a: f"in which order, {_order_of(a)} first, come {listed(a.all('first'))}",
    "color": _attribute("color"),
    "material": _attribute("material"),
    "look": _look,
    "shape": _attribute("shape"),
    "state": _attribute("state"),
    "measure": _measure,
    "distance": _distance,
    "side": _side_of,
    "where": _where,
    "commonest": lambda a: f"of which kind there are {'fewest' if a['fewest'] == '1' else 'most'} among {a['things']}",
    "here": lambda a: f"the room of {a['view']}" if "view" in a.nodes else "the room that you are in",
    "pick_room": lambda a: f"the {a['amount']} {'of ' + listed(a.all()) if a.rest else 'room'}",
    "ago": lambda a: (
        f"how long ago you {a['moment'] or 'last'} saw {a['thing']}"
        + (f" in {_UNITS[a['unit']]}" if "unit" in a.nodes else "")
    ),
}
