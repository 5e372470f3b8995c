"""One phrase for each function of the language, by which `said` puts an expression into words."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from importlib import resources

from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.situated.language.conditions import RELATION_OF, SIDED
from situated_qa.situated.language.expression import Call, Listing, Literal, Node
from situated_qa.situated.language.phrases import listed
from situated_qa.situated.language.said_nouns import Arguments, noun, noun_parts, order_words

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
    "either": lambda a: " or ".join(a.all("first", "second")),
    "clock": lambda a: f"at {'your' if a.is_me('of') else 'the'} {a['hour']} o'clock" + _whose(a),
    "visible": lambda a: "in your sight" if a.is_me("view") else f"in the sight of {a['view']}",
    "any_of": lambda a: " or ".join(a.all("first", "second")),
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
    "dimensions": lambda a: f"the length, width and height of {a['thing']}{_unit(a)}",
    "distance": _distance,
    "side": _side_of,
    "where": _where,
    "both": lambda a: listed(a.all("first", "second")),
    "difference": lambda a: (
        f"the difference between {number_of(a.nodes['a'], a.say)} and {number_of(a.nodes['b'], a.say)}"
    ),
    "parity": lambda a: f"whether {number_of(a.nodes['number'], a.say)} is odd or even",
    "multiple": lambda a: f"whether {number_of(a.nodes['number'], a.say)} is a multiple of {a['of']}",
    "commonest": lambda a: f"of which kind there are {'fewest' if a['fewest'] == '1' else 'most'} among {a['things']}",
    "here": lambda a: f"the room of {a['view']}" if "view" in a.nodes else "the room that you are in",
    "pick_room": lambda a: f"the {a['amount']} {'of ' + listed(a.all()) if a.rest else 'room'}",
    "ago": lambda a: (
        f"how long ago you {a['moment'] or 'last'} saw {a['thing']}"
        + (f" in {_UNITS[a['unit']]}" if "unit" in a.nodes else "")
    ),
    "shorter_walk": lambda a: f"which is the shortest walk: to {' or '.join(a.all('first'))}",
}
