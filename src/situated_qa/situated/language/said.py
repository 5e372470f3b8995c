"""An expression in English, so that a person sees what was understood: "how many chairs are on your left".

The asker is "you". Most functions are worded by the template after `Said:` in their docstring; relations by the words
of `scene.relation_table`; nouns, superlatives and what is said of a noun's parts by a function here.

A template holds the arguments by name: "between {a}[ and {b}]". What stands in brackets is left out with its argument;
in "[of {view}|that you are in]" the other words stand in its place, also where the argument is the asker. "{be things}"
is "is" or "are", "{or first}" and "{and first}" join an argument with those that follow, "{number a}" is a number
inside a sentence, "{all things}" several of which all are meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from situated_qa.scene.relation_table import told_to_asker, told_to_object
from situated_qa.situated.language.conditions import RELATION_OF
from situated_qa.situated.language.expression import Call, Listing, Literal, Name, Node, Operation, Several
from situated_qa.situated.language.functions import canonical, functions
from situated_qa.situated.language.phrases import BESIDE, LEAST, MOST, listed, ordinal, plural
from situated_qa.situated.language.values import Order

_COMPARED = {">": "more than", ">=": "at least", "<": "less than", "<=": "at most",
             "==": "equal to", "!=": "not equal to"}  # fmt: skip
_LOOKS = ("size", "color", "material", "shape", "state")
_INTO_VIEW = ("first", "to come into view")
_SEVERAL = ("every", "either", "common", "rooms", "rooms_with", "rooms_without", "rooms_off")
"""Functions whose value is spoken of as "are"."""


def said(expression: str) -> str:
    """The question that an expression asks, without a capital and without a question mark.

    Args:
        expression: one that `check` accepts.

    Raises:
        ToolError: it is not an expression.
    """
    tree = canonical(expression)
    return listed([_question(part).rstrip(",") for part in (tree.items if isinstance(tree, Several) else (tree,))])


def asked_back(expression: str) -> str:
    """The question back: "Do you want to know how many chairs are on your left?".

    Args:
        expression: one that `check` accepts.

    Raises:
        ToolError: it is not an expression.
    """
    if expression.startswith("not_in_map("):  # nobody wants to know that
        return f"I took it for a question about {said(expression)}."
    return f"Do you want to know {said(expression)}?"


def _question(tree: Node) -> str:
    """What is asked: a comparison or a thing alone is asked as a question, too."""
    if isinstance(tree, Operation) and tree.operator in _COMPARED:
        return f"whether {_said(tree)}"
    return _said(tree)


def _said(node: Node) -> str:
    if isinstance(node, Call):
        return _call(_Arguments(node))
    if isinstance(node, Name):
        return {"me": "you", "there": "that room"}.get(node.name, node.name)
    if isinstance(node, Literal):
        return str(node.value)
    if isinstance(node, Listing):
        return " or ".join(_said(item) for item in node.items)
    if isinstance(node, Operation):
        joined = {"+": "plus", "-": "minus"}.get(node.operator) or f"is {_COMPARED[node.operator]}"
        return f"{_number(node.left)} {joined} {_number(node.right)}"
    raise TypeError(f"{node} is several questions; only a whole expression may be")


def _call(arguments: _Arguments) -> str:
    name = arguments.name
    if name in _PHRASES:
        return _PHRASES[name](arguments)
    if name in RELATION_OF or name == "clock":
        return _relation(arguments)
    if _is_order(name):
        before, after = _order(arguments)
        return " ".join(["the", *(before or "one").split(), *after.split()])
    return arguments.filled(functions()[name].said)


class _Arguments:
    """The arguments of one call by the names of their parameters, in words."""

    def __init__(self, call: Call) -> None:
        row = functions()[call.name]
        self.name = call.name
        self.nodes: dict[str, Node] = dict(zip((p.name for p in row.places), call.args, strict=False))
        self.nodes.update(call.kwargs)
        self.rest = call.args[len(row.places) :]

    def __getitem__(self, name: str) -> str:
        told = _said(self.nodes[name]) if name in self.nodes else ""
        return _WORDED[name](told) if name in _WORDED else told

    def all(self, *names: str) -> list[str]:
        """These arguments and those that follow by position."""
        return [self[name] for name in names if name in self.nodes] + [_said(node) for node in self.rest]

    def is_me(self, name: str) -> bool:
        return self.nodes.get(name) == Name("me")

    def be(self, name: str) -> str:
        """ "is" of one thing, "are" of several."""
        node = self.nodes[name]
        several = node.name in _SEVERAL if isinstance(node, Call) else node == Name("them")
        return "are" if several else "is"

    def filled(self, template: str) -> str:
        """A template with the arguments in it."""
        given = re.sub(r"\[([^|\]]*\{(?:\w+ )?(\w+)\}[^{|\]]*)(\|[^\]]*)?\]", self._bracket, template)
        return re.sub(r"\{(?:(be|or|and|number|all) )?([\w ]+)\}", lambda m: self._told(m[2], m[1]), given)

    def _bracket(self, match: re.Match[str]) -> str:
        words, name, otherwise = match.groups()
        left_out = name not in self.nodes or (otherwise is not None and self.is_me(name))
        return (otherwise or "|")[1:] if left_out else words

    def _told(self, name: str, how: str | None) -> str:
        if how in ("or", "and"):
            told = self.all(*name.split())
            return listed(told) if how == "and" else " or ".join(told)
        if how == "number":
            return _number(self.nodes[name])
        if how == "be":
            return self.be(name)
        return f"all {self[name]}" if how == "all" and self.be(name) == "are" else self[name]


def _noun(arguments: _Arguments) -> str:
    """ "the second black chair from the left on the rug"."""
    return " ".join(filter(None, _noun_parts(arguments)))


def _noun_parts(arguments: _Arguments) -> tuple[str, str]:
    """The noun with its looks and superlatives, and where it is: "black chairs", "on your left"."""
    orders = [node for node in arguments.rest if isinstance(node, Call) and _is_order(node.name)]
    placed = [_said(node).strip(",") for node in arguments.rest if node not in orders]
    placed += [f"in {arguments['room']}"] if "room" in arguments.nodes else []
    ranks = [_order(_Arguments(node)) for node in orders]
    one = arguments.name == "the" or bool(orders)
    looks = [arguments[name] for name in _LOOKS if name in arguments.nodes]
    kind = arguments["kind"]
    kind = re.sub("^something ", "thing ", kind) if one else plural(kind)
    ranked, behind = [before for before, _ in ranks], [after for _, after in ranks]
    return " ".join(filter(None, ["the" if one else "", *ranked, *looks, kind, *behind])), " and ".join(placed)


def _is_order(function: str) -> bool:
    return functions()[function].returns == (Order,)


def _order(arguments: _Arguments) -> tuple[str, str]:
    """A superlative: the words before the noun, and those after it."""
    name = arguments.name
    if name == "nth":
        order, number = arguments.nodes["order"], arguments.nodes["number"]
        assert isinstance(order, Call) and isinstance(number, Literal)
        before, after = _order(_Arguments(order))
        side = before.removesuffix("most") if before in ("leftmost", "rightmost") else ""
        place = ordinal(int(number.value))
        if (before, after) == _INTO_VIEW:
            return place, after
        return (place, f"from the {side} {after}".strip()) if side else (f"{place} {before}".strip(), after)
    if name in ("closest", "farthest"):
        return name, f"{'to' if name == 'closest' else 'from'} {arguments['to']}"
    if name in ("most", "least"):
        return (MOST if name == "most" else LEAST)[arguments["measure"]], ""
    if name in ("with_most", "with_fewest"):
        most, where = name.removeprefix("with_"), BESIDE[arguments["where"] or "on"]
        return "", f"with the {most} {arguments['things']} {where} it"
    if name == "seen":
        return _INTO_VIEW if arguments["moment"] == "first" else ("most recently seen", "")
    return name, "" if arguments.is_me("view") else f"for {arguments['view']}"


def _relation(arguments: _Arguments) -> str:
    relation = RELATION_OF.get(arguments.name) or f"{arguments['hour']} o'clock"
    if arguments.is_me("of"):
        return told_to_asker(relation) + _as_seen(arguments)
    return f"{told_to_object(relation)} {arguments['of']}{_as_seen(arguments)}"


def _as_seen(arguments: _Arguments) -> str:
    return arguments.filled("[, as seen by {seen_by},|]") or (", as you see it," if arguments.is_me("seen_by") else "")


def _side_of(arguments: _Arguments) -> str:
    asked, options = "on which side of {view} {thing} {be thing}", arguments.nodes.get("options")
    if isinstance(options, Listing) and options.items:
        sides = " or ".join(_SIDES.get(side, side) for side in map(_said, options.items))
        asked = f"whether {{thing}} {{be thing}} {sides}[ for {{view}}|]"
    return arguments.filled(asked) + _as_seen(arguments).rstrip(",")


def _asked_of(start: str, alone: str) -> Callable[[_Arguments], str]:
    """A question about a set: "how many chairs are on your left"; where nothing is said of it: "… there are"."""

    def phrase(arguments: _Arguments) -> str:
        node = arguments.nodes["things"]
        if not isinstance(node, Call) or node.name != "every":
            return alone.format(arguments["things"], be=arguments.be("things"))
        head, where = _noun_parts(_Arguments(node))
        if head.startswith("the "):  # a superlative leaves one of them
            return alone.format(f"{head} {where}".strip(), be="is")
        return f"{start} {head} are {where}" if where else f"{start} {head} there are"

    return phrase


def _number(node: Node) -> str:
    """A number inside a sentence: "the number of chairs on your left"."""
    if isinstance(node, Call) and node.name == "count" and node.args:
        return f"the number of {_said(node.args[0])}"
    if isinstance(node, Call) and node.name == "count_rooms":
        return _said(node).replace("how many", "the number of").removesuffix(" there are")
    return _said(node)


def _turn(way: str) -> str:
    if not way.lstrip("-").isdigit():
        return way
    return f"{abs(int(way))}° to the {'left' if int(way) >= 0 else 'right'}"


def _room(told: str) -> str:
    """A room's name has no article, a room that a function gives has one."""
    return told if told.startswith(("the ", "that ")) else f"the {told}"


def _those(told: str) -> str:
    """What `each` goes through: "the chairs", "the rooms that have lamps"."""
    if not told.startswith(_ROOMS):
        return told if told.startswith(("the ", "it", "them")) else f"the {told}"
    rest = told.removeprefix(_ROOMS)
    return "the rooms" if rest == "there are" else f"the rooms that {rest}"


def _one_of(words: Mapping[str, str]) -> Callable[[str], str]:
    return lambda told: words.get(told, told)


_UNITS = {
    "m": "meters", "cm": "centimeters", "mm": "millimeters", "km": "kilometers", "ft": "feet", "in": "inches",
    "yd": "yards", "s": "seconds", "min": "minutes", "h": "hours",
}  # fmt: skip
_ROOMS = "which rooms "
_SIDES = {"left": "on the left", "right": "on the right", "front": "in front", "back": "behind"}
_WORDED: Mapping[str, Callable[[str], str]] = {
    "room": _room, "origin": _room, "way": _turn, "unit": _one_of(_UNITS),
    "what": _one_of({"longest": "longest side", "shortest": "shortest side"}),
    "how": _one_of({"": "distance", "surface": "distance", "walk": "walking distance",
                    "center": "center-to-center distance"}),
    "fewest": _one_of({"": "most", "0": "most", "1": "fewest"}), "moment": _one_of({"": "last"}),
    "holds": lambda told: told.removeprefix("whether "), "those": _those,
}  # fmt: skip
"""How arguments are told, by the names of their parameters."""
_PHRASES: Mapping[str, Callable[[_Arguments], str]] = {
    "the": _noun,
    "every": _noun,
    "count": _asked_of("how many", "the number of {}"),
    "name": _asked_of("which", "what {} {be}"),
    "side": _side_of,
    "pick_room": lambda a: f"the {a['amount']} {'of ' + listed(a.all()) if a.rest else 'room'}",
}
"""Functions that no template can word."""
