"""Nouns and superlatives of an expression in English: "the second black chair from the left on the rug"."""

from __future__ import annotations

import re
from collections.abc import Callable

from situated_qa.situated.language.evaluate import functions
from situated_qa.situated.language.expression import Call, Literal, Name, Node
from situated_qa.situated.language.phrases import BESIDE, LEAST, MOST, ordinal, plural
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

        "{be things}" is "is" or "are"; rooms get their article.
        """
        given = re.sub(r"\[(.*?\{(\w+)\}.*?)\]", lambda m: m[1] if m[2] in self.nodes else "", template)
        return re.sub(r"\{(be )?(\w+)\}", lambda m: self.be(m[2]) if m[1] else self._told(m[2]), given)

    def _told(self, name: str) -> str:
        return room_of(self[name]) if name in ("room", "origin") else self[name]

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
