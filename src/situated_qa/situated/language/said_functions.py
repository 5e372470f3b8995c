"""One phrase for each function of the language, by which `said` puts an expression into words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.situated.language.expression import Call, Listing, Literal, Node
from situated_qa.situated.language.phrases import listed
from situated_qa.situated.language.said_nouns import Arguments, noun, noun_parts, order_words, room_of

_UNITS = {
    "m": "meters", "cm": "centimeters", "mm": "millimeters", "km": "kilometers", "ft": "feet", "in": "inches",
    "yd": "yards", "s": "seconds", "min": "minutes", "h": "hours",
}  # fmt: skip
_SIDES = {
    "longest": "longest side", "shortest": "shortest side",
    "left": "on the left", "right": "on the right", "front": "in front", "back": "behind", "ahead": "ahead",
}  # fmt: skip


def _side(relation: str) -> Callable[[Arguments], str]:
    def phrase(arguments: Arguments) -> str:
        of_thing = f"{told_to_object(relation)} {arguments['of']}"
        return (told_to_asker(relation) if arguments.is_me("of") else of_thing) + _as_seen(arguments)

    return phrase


def _as_seen(arguments: Arguments) -> str:
    if "seen_by" not in arguments.nodes:
        return ""
    return ", as you see it," if arguments.is_me("seen_by") else f", as seen by {arguments['seen_by']},"


def _relation(name: str) -> Callable[[Arguments], str]:
    return lambda a: f"{told_to_object(name)} {a['of']}"


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


PHRASES: Mapping[str, Callable[[Arguments], str]] = {
    # things
    "the": lambda a: noun(a, one=True),
    "every": lambda a: noun(a, one=False),
    "either": lambda a: " or ".join(a.all("first", "second")),
    "marked": lambda a: "the thing that you pointed at",
    # conditions
    "left": _side("left"),
    "right": _side("right"),
    "front": _side("front"),
    "behind": _side("back"),
    "clock": lambda a: f"at {'your' if a.is_me('of') else 'the'} {a['hour']} o'clock" + _whose(a),
    "near": _relation("near"),
    "reach": _relation("within reach"),
    "on": _relation("on"),
    "inside": _relation("in"),
    "above": _relation("above"),
    "below": _relation("below"),
    "carrying": _relation("support"),
    "higher": _relation("higher than"),
    "lower": _relation("lower than"),
    "between": lambda a: f"between {a['a']}" + a.text("b", " and "),
    "facing": lambda a: f"facing {a['of']}",
    "in_room": lambda a: f"in {room_of(a['room'])}",
    "visible": lambda a: "in your sight" if a.is_me("view") else f"in the sight of {a['view']}",
    "but": lambda a: f"other than {a['things']}",
    "among": lambda a: f"among {a['things']}",
    "having": lambda a: f"of {a['attribute']} {a['value']}",
    "no": lambda a: f"not {a['condition']}",
    "any_of": lambda a: " or ".join(a.all("first", "second")),
    # superlatives
    "closest": order_words,
    "farthest": order_words,
    "most": order_words,
    "least": order_words,
    "leftmost": order_words,
    "rightmost": order_words,
    "with_most": order_words,
    "with_fewest": order_words,
    "seen": order_words,
    "nth": order_words,
    # views
    "at": _at,
    "before": lambda a: f"somebody facing the front of {a['thing']}",
    "turned": _turned,
    "middle": lambda a: f"somebody in the middle of {room_of(a['room'])}" + a.text("facing", ", facing "),
    "entering": lambda a: (
        f"somebody entering {room_of(a['room'])}" + (f" from {room_of(a['origin'])}" if "origin" in a.nodes else "")
    ),
    "situation": lambda a: f'somebody who says "{a["text"]}"',
    # questions about things
    "count": _asked_of("how many", "the number of {}"),
    "exists": lambda a: f"whether there {a.be('things')} {a['things']}",
    "name": _asked_of("which", "what {} {be}"),
    "holds": lambda a: f"whether {'' if a.is_one('things') else 'all '}{a['things']} {a.be('things')} {a['condition']}",
    "which": _which,
    "ranked": lambda a: f"in which order, {_order_of(a)} first, come {listed(a.all('first'))}",
    "not_in_map": lambda a: f"{a['topic']}, which no map can tell",
    # looks
    "color": _attribute("color"),
    "material": _attribute("material"),
    "look": _look,
    "shape": _attribute("shape"),
    "state": _attribute("state"),
    "looks": lambda a: f"whether the {a['attribute']} of {a['thing']} is {a['value']}",
    "same": lambda a: f"whether {a['a']} and {a['b']} have the same {a['attribute']}",
    "alike": lambda a: f"whether all {a['things']} have the same {a['attribute']}",
    # sizes, directions, distances
    "measure": _measure,
    "dimensions": lambda a: f"the length, width and height of {a['thing']}{_unit(a)}",
    "distance": _distance,
    "side": _side_of,
    "where": _where,
    "position": lambda a: f"the position of {a['thing']} in the map",
    # several things
    "both": lambda a: listed(a.all("first", "second")),
    "first": lambda a: f"whether {a['thing']} is the one, when asked {a['chosen']}",
    "which_more": lambda a: f"whether there are {a['amount']} {a['a']} or {a['b']}",
    "difference": lambda a: (
        f"the difference between {number_of(a.nodes['a'], a.say)} and {number_of(a.nodes['b'], a.say)}"
    ),
    "is_it": lambda a: f"whether it is {a['name']}: {a['choice']}",
    "parity": lambda a: f"whether {number_of(a.nodes['number'], a.say)} is odd or even",
    "multiple": lambda a: f"whether {number_of(a.nodes['number'], a.say)} is a multiple of {a['of']}",
    "common": lambda a: f"which kinds of things are among both {a['a']} and {a['b']}",
    "commonest": lambda a: f"of which kind there are {'fewest' if a['fewest'] == '1' else 'most'} among {a['things']}",
    # rooms
    "room": lambda a: f"the {a['name']}",
    "rooms": lambda a: "which rooms there are",
    "count_rooms": lambda a: "how many rooms there are",
    "has_room": lambda a: f"whether there is a room called {a['name']}",
    "in_same_room": lambda a: f"whether {a['a']} and {a['b']} are in the same room",
    "room_of": lambda a: f"the room of {a['thing']}",
    "here": lambda a: f"the room of {a['view']}" if "view" in a.nodes else "the room that you are in",
    "rooms_with": lambda a: f"which rooms have {a['things']}",
    "rooms_without": lambda a: f"which rooms have no {a['things']}",
    "in_every_room": lambda a: f"whether every room has {a['things']}",
    "room_with": lambda a: f"which room has the {a['amount']} {a['things']}",
    "pick_room": lambda a: f"the {a['amount']} {'of ' + listed(a.all()) if a.rest else 'room'}",
    "is_room": lambda a: f"whether {a['room']} is {a['other']}",
    "next_to_room": lambda a: f"which rooms are next to {room_of(a['room'])}",
    "leads": lambda a: f"whether a door leads from {a['origin']} to {a['goal']}",
    "door_state": lambda a: f"whether the door of {a['room']}{a.text('other', ' to ')} is open or closed",
    "doors_to": lambda a: f"the number of doors on the way to {a['room']}",
    "next_room": lambda a: f"the next room on the way to {a['room']}",
    # time
    "ago": lambda a: (
        f"how long ago you {a['moment'] or 'last'} saw {a['thing']}"
        + (f" in {_UNITS[a['unit']]}" if "unit" in a.nodes else "")
    ),
    # walking
    "way": lambda a: f"the way to {a['to']}{a.text('start', ' from ')}",
    "reachable": lambda a: f"whether there is a way to {a['to']}{a.text('start', ' from ')}",
    "shorter_walk": lambda a: f"which is the shortest walk: to {' or '.join(a.all('first'))}",
}
