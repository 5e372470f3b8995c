"""One way of writing each label, whichever source it comes from.

Different expressions may mean the same; a small model learns faster when it always sees the same one. `normal` writes
rooms as `room="kitchen"`, leaves out what is the default, and gives options in the question's order.
"""

from __future__ import annotations

import re

from situated_qa.errors import ToolError, TrainingError
from situated_qa.situated.language.check import check
from situated_qa.situated.language.expression import (
    Call,
    Listing,
    Literal,
    Node,
    Operation,
    Several,
    parse_expression,
)
from situated_qa.situated.language.functions import canonical
from situated_qa.situated.situation_language import canonical_reading
from situated_qa.training.samples import QUESTION, SITUATION

_SAID = {
    "front": r"front|ahead",
    "behind": r"behind|back",
    "back": r"back|behind|around",
    "front-left": r"front[- ]left|ahead (?:and )?(?:to the )?left",
    "front-right": r"front[- ]right",
    "back-left": r"back[- ]left|behind[- ]left",
    "back-right": r"back[- ]right|behind[- ]right",
}
"""How the names of sides are said."""
_FRONT = (Literal("in front"), Literal("in front of"), Literal("ahead"))
_NOUNS = ("the", "every")
_OPTION_PLACE = {"side": 2, "color": 1, "material": 1, "shape": 1, "state": 1}


def normal(expression: str, question: str = "", task: str = QUESTION) -> str:
    """The way of writing a label that all samples share.

    Args:
        expression: passes the checker.
        question: what it means, for the order of options; as it stands where empty.
        task: one of `samples.TASKS`.

    Raises:
        TrainingError: it is no expression, or does not pass the checker; says why.
    """
    try:
        if task == SITUATION:
            return canonical_reading(expression)
        tree = _told(canonical(expression), question.lower())
    except ToolError as error:
        raise TrainingError(f"{expression!r} is no expression: {error}") from error
    text = str(tree)
    problems = check(text)
    if problems:
        raise TrainingError(f"{text} does not pass the checker: {'; '.join(problems[:2])}")
    return text


def problem_of(expression: str, task: str = QUESTION) -> str:
    """What is wrong with a label; empty where it passes the checker and is canonical."""
    try:
        if task == SITUATION:
            reading = canonical_reading(expression)
            return "" if reading == expression else f"not canonical, but {reading}"
        tree = canonical(expression)
    except ToolError as error:
        return str(error)
    problems = check(expression)
    return "; ".join(problems) or ("" if str(tree) == expression else f"not canonical, but {tree}")


def depth_of(expression: str) -> int:
    """How deep references nest: 0 without any, 1 where a thing is told by another one."""
    try:
        tree = parse_expression(expression)
    except ToolError:
        return 0
    return max(_depth(tree) - 1, 0)


def kinds_of(expression: str) -> list[str]:
    """The functions that an expression calls, outermost first."""
    return re.findall(r"([a-z_]+)\(", expression)


def tokens_of(expression: str) -> int:
    """About how many tokens an expression takes: words and marks, as most tokenizers cut them."""
    return len(re.findall(r"[A-Za-z]+|\d|[^\sA-Za-z\d]+", expression))


def _depth(node: Node) -> int:
    if isinstance(node, Call):
        inner = max((_depth(part) for part in (*node.args, *(value for _, value in node.kwargs))), default=0)
        return inner + (node.name in _NOUNS)
    if isinstance(node, Operation):
        return max(_depth(node.left), _depth(node.right))
    if isinstance(node, (Listing, Several)):
        return max((_depth(item) for item in node.items), default=0)
    return 0


def _told(node: Node, question: str) -> Node:
    if isinstance(node, Call) and node.name != "situation":  # a sentence keeps its capitals
        args = tuple(_told(arg, question) for arg in node.args)
        kwargs = tuple((key, _told(value, question)) for key, value in node.kwargs)
        return _call(Call(node.name, args, kwargs), question)
    if isinstance(node, Operation):
        return Operation(node.operator, _told(node.left, question), _told(node.right, question))
    if isinstance(node, (Listing, Several)):
        return type(node)(tuple(_told(item, question) for item in node.items))
    return Literal(node.value.lower()) if isinstance(node, Literal) and isinstance(node.value, str) else node


def _call(call: Call, question: str) -> Call:
    if call.name in _NOUNS:
        return _with_room(call)
    if call.name == "next_to_room" and len(call.args) == 1:
        room = call.args[0]
        return Call(call.name, room.args) if isinstance(room, Call) and room.name == "room" else call
    if call.name in ("distance", "measure") and call.args[2:] == (Literal("m"),):
        return Call(call.name, call.args[:2], call.kwargs)
    if call.name == "distance" and len(call.args) == 4 and call.args[2] == Literal("m"):
        return Call(call.name, call.args[:2], (("how", call.args[3]),))
    place = _OPTION_PLACE.get(call.name)
    if place is not None and len(call.args) > place and isinstance(call.args[place], Listing):
        args = list(call.args)
        listed = args[place]
        assert isinstance(listed, Listing)
        if call.name == "side":
            listed = Listing(tuple(Literal("front") if item in _FRONT else item for item in listed.items))
        args[place] = _in_order(listed, question)
        return Call(call.name, tuple(args), call.kwargs)
    return call


def _with_room(call: Call) -> Call:
    """`every("chair", in_room("kitchen"))` as `every("chair", room="kitchen")`."""
    keys = [key for key, _ in call.kwargs]
    rooms = [
        arg for arg in call.args[1:]
        if isinstance(arg, Call) and arg.name == "in_room" and len(arg.args) == 1 and isinstance(arg.args[0], Literal)
    ]  # fmt: skip
    if "room" in keys or len(rooms) != 1:
        return call
    args = tuple(arg for arg in call.args if arg is not rooms[0])
    return Call(call.name, args, (*call.kwargs, ("room", rooms[0].args[0])))


def _in_order(options: Listing, question: str) -> Listing:
    """Options as the question orders them; as they are where it does not name all of them."""
    places = []
    for item in options.items:
        word = str(item.value) if isinstance(item, Literal) else ""
        found = re.search(rf"(?<![-\w])(?:{_SAID.get(word, re.escape(word))})(?![-\w])", question)
        if not word or found is None:
            return options
        places.append(found.start())
    ranked = sorted(range(len(places)), key=lambda k: (places[k], k))
    return Listing(tuple(options.items[k] for k in ranked))
